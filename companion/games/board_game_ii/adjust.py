"""Correcting figures: the table is right, the box follows, and what follows from it follows.

Must not know the prompt that is open.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say
from companion.engine.view import Adjustable

from .equipment import name_of
from .events import event_card
from .goo import change_goo_timer
from .pvp import SIDES
from .slime import KINDS, check_caustic
from .spirit_world import new_entity
from .state import TOKENS, XP_MAXIMUM, Entity, Table, Target
from .streams import give_back
from .trap import leave_map
from .win_loss import settle
from .words import BASE_NAMES, PACK_NAMES, PLACE_NAMES, SLIME_NAMES
from .xp import check_level, level_of

_PACKS = tuple(PACK_NAMES.items())
_OPEN = (("open", say("open")), ("closed", say("closed")))
_PILES = (("open", say("face up")), ("down", say("face down")), ("gone", say("gone")))


def adjustables(table: Table) -> Sequence[Adjustable]:
    """Every figure that may be corrected."""
    found = [
        Adjustable("goo_timer", say("Goo Timer"), table.goo_timer, 0, max(1, table.goo_maximum)),
        Adjustable("goo_maximum", say("Goo Timer maximum"), table.goo_maximum, 1, 30),
        Adjustable("ecto_tank", say("Ecto-Tank"), table.ecto_tank, 0, 99),
        Adjustable("goo_cards", say("Goo Pile Cards"), table.goo_cards, 0, 30),
        Adjustable("round", say("Round"), table.round, 1, 99),
    ]
    if table.house_rules.pvp:
        found += [
            Adjustable("score." + side, say("Points: {side}", side=name), table.score.get(side, 0), 0, 99)
            for side, name in SIDES.items()
        ]
    for card in table.shelf.entities.values():
        if card.kind != "plazm":
            count = table.spirit_world.get(card.id, 0)
            found.append(
                Adjustable(
                    "spirit_world." + card.id, Text(card.name), count, 0, 20, group=say("Spirit World")
                )
            )
    for card in table.shelf.entities.values():
        count = sum(entity.card == card.id for entity in table.entities.values())
        found.append(
            Adjustable("map." + card.id, Text(card.name), count, 0, max(9, count), group=say("On the map"))
        )
    for seat, who in enumerate(table.team):
        found.extend(_of_person(table, seat, "team." + str(seat) + ".", Text(who.name)))
    for target in (*table.entities.values(), *table.gates.values()):
        found.extend(_of_target(table, target))
    for gate in table.gates.values():
        state = "open" if gate.open else "closed"
        found.append(
            Adjustable("gates." + gate.id + ".open", gate.title, state, options=_OPEN, group=say("Gates"))
        )
    found.extend(
        Adjustable("goo_piles." + pile.id, pile.title, pile.state, options=_PILES, group=say("Goo Piles"))
        for pile in table.goo_piles.values()
    )
    for at, event in enumerate(table.events):
        name = Text(event_card(table, event.card).name)
        found.append(Adjustable("events." + str(at), name, event.left, 0, 20, group=say("Events")))
    return found


def _places(table: Table, seat: int) -> tuple[tuple[str, Text], ...]:
    """Where a Ghostbuster may be in this Scenario; nobody is taken off the map in the middle of a turn."""
    scenario = table.scenario
    there = {
        "map": True,
        "ecto_1a": scenario.ecto_1a,
        "lady_liberty": scenario.lady_liberty,
        "ecto_2": table.ecto_2 is not None,
        "off": table.house_rules.pvp and seat != table.active,
        table.team[seat].place: True,
    }
    return tuple((place, name) for place, name in PLACE_NAMES.items() if there.get(place))


def _of_person(table: Table, seat: int, path: str, group: Text) -> list[Adjustable]:
    who = table.team[seat]
    found = [
        Adjustable(path + "xp", say("XP"), who.xp, 0, XP_MAXIMUM, group=group),
        Adjustable(path + "plazm", say("Plazm"), who.plazm, 0, 99, group=group),
        Adjustable(path + "actions_used", say("Actions used"), who.actions_used, 0, 9, group=group),
        Adjustable(path + "maneuvers_used", say("Maneuvers used"), who.maneuvers_used, 0, 9, group=group),
        Adjustable(path + "pack", say("Pack"), who.pack, options=_PACKS, group=group),
        Adjustable(path + "place", say("Where"), who.place, options=_places(table, seat), group=group),
    ]
    total = sum(who.slimes.values())
    for kind in KINDS:
        count = who.slimes.get(kind, 0)
        found.append(
            Adjustable(
                path + "slimes." + kind,
                SLIME_NAMES[kind],
                count,
                0,
                max(count, count + 3 - total),
                group=group,
            )
        )
    found.extend(
        Adjustable(path + "bases." + kind, name, who.bases.get(kind, 0), 0, 9, group=group)
        for kind, name in BASE_NAMES.items()
    )
    found.extend(
        Adjustable(path + "equipment." + str(at), name_of(table, held), held.uses, 0, 9, group=group)
        for at, held in enumerate(who.equipment)
    )
    for card in table.shelf.entities.values():
        if card.kind != "plazm":
            count = who.ghosts.get(card.id, 0)
            found.append(
                Adjustable(
                    path + "ghosts." + card.id,
                    Text("Carries {card}", {"card": card.name}),
                    count,
                    0,
                    20,
                    group=group,
                )
            )
    return found


def _of_target(table: Table, target: Target) -> list[Adjustable]:
    path = "targets." + target.id + "."
    group = target.title
    found = [
        Adjustable(
            path + "tokens." + str(seat),
            Text("Tokens of {who}", {"who": who.name}),
            target.of(seat),
            0,
            TOKENS,
            group=group,
        )
        for seat, who in enumerate(table.team)
    ]
    found.extend(
        Adjustable(path + "bases." + kind, name, target.bases.get(kind, 0), 0, 9, group=group)
        for kind, name in BASE_NAMES.items()
    )
    if isinstance(target, Entity):
        there = (*_places_of(table), ("gone", say("gone")))
        found.append(
            Adjustable(path + "figure.place", say("Where"), target.place, options=there, group=group)
        )
    return found


def _places_of(table: Table) -> tuple[tuple[str, Text], ...]:
    """What an Entity may stand on."""
    scenario = table.scenario
    there = {"map": True, "ecto_1a": scenario.ecto_1a, "lady_liberty": scenario.lady_liberty}
    there["ecto_2"] = table.ecto_2 is not None
    return tuple((place, PLACE_NAMES[place]) for place, is_there in there.items() if is_there)


def adjust(table: Table, path: str, value: Any) -> Rule[None]:
    """Set a figure and let what follows from it follow."""
    head, _, rest = path.partition(".")
    if head == "goo_timer":
        table.goo_timer = value
        if value == 0:
            yield from change_goo_timer(table, 0, ("GB2-GOO-01",))
    elif head in ("goo_maximum", "ecto_tank", "goo_cards", "round"):
        setattr(table, head, value)
        table.goo_timer = min(table.goo_timer, max(1, table.goo_maximum))
    elif head == "spirit_world":
        _set(table.spirit_world, rest, value)
    elif head == "score":
        _set(table.score, rest, value)
    elif head == "map":
        _adjust_count(table, rest, value)
    elif head == "team":
        yield from _adjust_person(table, rest, value)
    elif head == "targets":
        _adjust_target(table, rest, value)
    elif head == "gates":
        gate = table.gates[rest.removesuffix(".open")]
        gate.open = value == "open"
        if not gate.open:
            give_back(table, gate)
    elif head == "goo_piles":
        table.goo_piles[rest].state = value
    else:
        table.events[int(rest)].left = value
        table.events[int(rest)].limited = value > 0
    yield Notice("adjusted", say("Corrected."), (), {"path": path, "value": value})
    settle(table)


def _set(counts: dict[str, int], key: str, value: int) -> None:
    if value:
        counts[key] = value
    else:
        counts.pop(key, None)


def _adjust_person(table: Table, rest: str, value: Any) -> Rule[None]:
    number, _, field = rest.partition(".")
    seat = int(number)
    who = table.team[seat]
    kind, _, key = field.partition(".")
    if kind == "slimes":
        _set(who.slimes, key, value)
        check_caustic(table, seat)
    elif kind in ("ghosts", "bases"):
        _set(getattr(who, kind), key, value)
    elif kind == "equipment":
        who.equipment[int(key)].uses = value
    else:
        setattr(who, kind, value)
        if kind == "xp":
            yield from check_level(table, seat)
            who.ability_level = min(who.ability_level, level_of(table.character(seat), who.xp))


def _adjust_count(table: Table, card: str, count: int) -> None:
    """Put figures of a card on the map, or take the last ones off."""
    there = [entity for entity in table.entities.values() if entity.card == card]
    for _ in range(count - len(there)):
        new_entity(table, card)
    for entity in there[count:]:
        leave_map(table, entity)


def _adjust_target(table: Table, rest: str, value: Any) -> None:
    id, kind, key = rest.rsplit(".", 2)
    target = table.target(id)
    assert target is not None
    if isinstance(target, Entity) and kind == "figure":
        if value == "gone":
            leave_map(table, target)
        else:
            target.place = value
        return
    if kind == "bases":
        _set(target.bases, key, value)
        return
    seat = int(key)
    who = table.team[seat]
    before = table.target(who.target)
    if before is not None and value:
        before.streams.pop(seat, None)
        before.mood_slimes.pop(seat, None)
    target.streams.pop(seat, None)
    target.mood_slimes.pop(seat, None)
    if value:
        tokens = target.streams if who.pack == "proton" else target.mood_slimes
        tokens[seat] = value
        who.target = id
    elif who.target == id:
        who.target = ""
