"""Trapping Ghosts and Haunted Humans, Extracting Plazms, and everything that leaves the map.

Rules GB2-TRAP, GB2-EXTRACT, GB2-HUMAN, GB2-XP-01, GB2-XP-05. Must not know who fired.
"""

from __future__ import annotations

from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say

from .figures import figure
from .resolve import Context, run_or_read
from .state import Entity, Table, Target
from .streams import give_back
from .xp import gain_xp

_TRAP_RULES = ("GB2-TRAP-02", "GB2-TRAP-03")
_EXTRACT_RULES = ("GB2-EXTRACT-01", "GB2-EXTRACT-02")


def needed(table: Table, entity: Entity) -> Rule[int | None]:
    """Tokens needed to Trap or Extract a figure; None if that cannot be done at all.

    GB2-FIGURE-06, GB2-BASE-10, GB2-BASE-13, GB2-ERRATA-50.
    """
    card = table.card(entity)
    number = card.to_extract if card.kind == "plazm" else card.to_trap
    if number == "none":
        return None
    if number is None:
        number = yield from figure(card, "to_extract" if card.kind == "plazm" else "to_trap")
    if card.needs_both:
        number += yield from figure(card, "to_extract")
    return number + entity.bases.get("amplify", 0)


def enough(table: Table, entity: Entity) -> Rule[bool]:
    """Whether the tokens on a figure suffice. GB2-TRAP-01, GB2-EXTRACT-01, GB2-HUMAN-01."""
    number = yield from needed(table, entity)
    if number is None:
        return False
    card = table.card(entity)
    if card.needs_both:
        assert isinstance(card.to_trap, int)
        assert isinstance(card.to_extract, int)
        streams, slimes = sum(entity.streams.values()), sum(entity.mood_slimes.values())
        return streams >= card.to_trap and slimes >= card.to_extract and entity.tokens >= number
    return entity.tokens >= number


def catch(table: Table, seat: int, entity: Entity) -> Rule[None]:
    """A figure is Trapped or Extracted by a Ghostbuster: XP, tokens home, the figure off the map."""
    card = table.card(entity)
    who = table.team[seat]
    plazm = 0
    if card.kind != "ghost":
        plazm = yield from figure(card, "plazm")
    if entity.id not in table.entities:
        return  # Taken off by a correction while a figure was asked for.
    shares = _shares(entity)
    leave_map(table, entity)
    if card.kind == "plazm":
        table.extracted[card.id] = table.extracted.get(card.id, 0) + 1
        told, rules = say("{who} Extracts {target}: lift the figure"), _EXTRACT_RULES
    else:
        who.ghosts[card.id] = who.ghosts.get(card.id, 0) + 1
        told, rules = say("{who} Traps {target}: lift the figure"), _TRAP_RULES
    who.plazm += plazm
    table.trapped[card.id] = table.trapped.get(card.id, 0) + 1
    table.defeated[card.id] = table.defeated.get(card.id, 0) + 1
    yield Notice(
        "extracted" if card.kind == "plazm" else "trapped",
        told.fill(who=who.name, target=entity.name),
        rules,
        {"seat": seat, "entity": entity.id, "card": card.id, "plazm": plazm},
    )
    yield from pay(table, shares, rules)
    yield from _trap_abilities(table, seat)


def _trap_abilities(table: Table, seat: int) -> Rule[None]:
    """What the Ghostbuster's Levels add to a Trap; a Level just reached not yet. GB2-LEVEL-05."""
    who = table.team[seat]
    for ability in table.character(seat).abilities[: who.ability_level]:
        if ability.when == "trap":
            name = Text(who.name)
            yield from run_or_read(
                table, ability.then, Context(seat=seat, cause=name), name, ("GB2-LEVEL-05",)
            )


def _shares(target: Target) -> dict[int, int]:
    return {seat: target.of(seat) for seat in {*target.streams, *target.mood_slimes}}


def pay(table: Table, shares: dict[int, int], rules: tuple[str, ...]) -> Rule[None]:
    """1 XP a token to everybody who had some there. GB2-XP-01."""
    for seat in sorted(shares):
        yield from gain_xp(table, seat, shares[seat], rules)


def leave_map(table: Table, entity: Entity) -> None:
    """Take a figure off the map; tokens on it go home."""
    give_back(table, entity)
    table.entities.pop(entity.id, None)


def lose_entity(table: Table, entity: Entity, rules: tuple[str, ...]) -> Rule[None]:
    """A figure leaves the Scenario without being caught: no XP. GB2-MOVE-09, GB2-SPIRIT-07, GB2-XP-05."""
    leave_map(table, entity)
    table.out[entity.card] = table.out.get(entity.card, 0) + 1
    table.defeated[entity.card] = table.defeated.get(entity.card, 0) + 1
    yield Notice(
        "left",
        Text("{entity} is out of the Scenario", {"entity": entity.name}),
        rules,
        {"entity": entity.id, "card": entity.card},
    )
