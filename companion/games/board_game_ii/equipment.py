"""Equipment: drawing it, holding it, using it.

Rules GB2-EQUIP, GB2-CLASSS. Must not know who makes somebody draw.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.prompts import Choose, Option, Refusal, Scan
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say

from .cards import EquipmentAbility
from .resolve import Context, run_or_read
from .state import Held, Table

_OTHER = Option("other", say("Another card"))
_KINDS = ("equipment",)
CLASS_S_LEVEL = 5


def draw_equipment(table: Table, seat: int) -> Rule[None]:
    """A Ghostbuster takes the top card of the Equipment deck and tells the box which. GB2-GOODECK-03."""
    who = table.team[seat]
    taken = {held.card for other in table.team for held in other.equipment}
    options: Sequence[Option] = [
        Option(card.id, Text(card.name))
        for card in table.shelf.equipment.values()
        if not card.class_s and card.id not in taken
    ]
    answer: str = yield Scan(
        Text("{who} draws Equipment", {"who": who.name}),
        say("Take the top card. Which is it?"),
        ("GB2-EQUIP-01", "GB2-GOODECK-03"),
        seat,
        kinds=_KINDS,
        options=(*options, _OTHER),
    )
    card = table.shelf.equipment.get(answer)
    who.equipment.append(Held(answer, card.uses if card is not None else 1))
    yield Notice(
        "equipment",
        Text("{who} has {card}", {"who": who.name, "card": card.name if card is not None else _OTHER.label}),
        ("GB2-GOODECK-03",),
        {"seat": seat, "card": answer},
    )


_USES = say("{who} uses {card}")
_USED_UP = say("{who} uses {card}: turn it down")
USED = Refusal(say("It lies face down: used in this Scenario."), ("GB2-EQUIP-03", "GB2-QUICKREF-02"))
LOCKED = Refusal(say("Class-S opens at Level 5."), ("GB2-CLASSS-02",))
NOT_YOUR_TURN = Refusal(say("Equipment is used in one's own turn."), ("GB2-EQUIP-02",))
LEVEL_MISSING = Refusal(say("Your Level is too low for all it can do."), ("GB2-EQUIP-04",))


def usable(table: Table, seat: int) -> list[tuple[int, Held, Refusal | None]]:
    """What a Ghostbuster holds: its place among the cards, the card, and why it cannot be used now."""
    who = table.team[seat]
    found: list[tuple[int, Held, Refusal | None]] = []
    for at, held in enumerate(who.equipment):
        refusal = None
        if held.uses <= 0:
            refusal = USED
        elif held.class_s and who.ability_level < CLASS_S_LEVEL:
            refusal = LOCKED
        elif table.phase != "turn" or table.active != seat:
            refusal = None if _any_time(table, held) else NOT_YOUR_TURN
        if refusal is None and not _open(table, seat, held):
            refusal = LEVEL_MISSING
        found.append((at, held, refusal))
    return found


def _any_time(table: Table, held: Held) -> bool:
    card = table.shelf.equipment.get(held.card)
    return card is not None and any(ability.when == "any_time" for ability in card.abilities)


def _open(table: Table, seat: int, held: Held) -> bool:
    """Whether anything on the card is open to the holder's Level; a card not typed in might be."""
    card = table.shelf.equipment.get(held.card)
    if card is None or not card.abilities:
        return True
    return any(ability.level <= table.team[seat].ability_level for ability in card.abilities)


def use_equipment(table: Table, seat: int, at: int) -> Rule[None]:
    """Use a card; it costs nothing and turns face down with its last use. GB2-EQUIP-02, GB2-EQUIP-06."""
    who = table.team[seat]
    held = who.equipment[at]
    card = table.shelf.equipment.get(held.card)
    name = name_of(table, held)
    abilities: Sequence[EquipmentAbility] = ()
    if card is not None and card.abilities:
        abilities = yield from _which(seat, name, [a for a in card.abilities if a.level <= who.ability_level])
    held.uses -= 1
    yield Notice(
        "used",
        (_USES if held.uses else _USED_UP).fill(who=who.name, card=name),
        ("GB2-EQUIP-02", "GB2-EQUIP-03", "GB2-EQUIP-06"),
        {"seat": seat, "card": held.card, "uses": held.uses},
    )
    context = Context(seat=seat, cause=name)
    if not abilities:
        yield from run_or_read(table, None, context, name, ("GB2-EQUIP-02",))
        return
    for ability in abilities:
        yield from run_or_read(table, ability.then, context, name, ("GB2-EQUIP-04",))


def _which(seat: int, name: Text, open_now: list[EquipmentAbility]) -> Rule[Sequence[EquipmentAbility]]:
    """Which of the abilities that are open: one, or all with one use. GB2-EQUIP-05."""
    if len(open_now) < 2:
        return open_now
    answer: str = yield Choose(
        name,
        say("Which ability? One use may apply all that your Level opens."),
        ("GB2-EQUIP-05", "GB2-EQUIP-04"),
        seat,
        options=(
            Option("all", say("All of them")),
            *(
                Option(str(at), Text("Level {n}", {"n": ability.level}), detail=Text(ability.text))
                for at, ability in enumerate(open_now)
            ),
        ),
    )
    return open_now if answer == "all" else [open_now[int(answer)]]


def ready_equipment(table: Table, seat: int, count: int) -> Rule[None]:
    """Turn used cards face up again, Class-S among them. GB2-EQUIP-03, GB2-CLASSS-04."""
    who = table.team[seat]
    for _ in range(count):
        used = [(at, held) for at, held in enumerate(who.equipment) if held.uses <= 0]
        if not used:
            return
        at = used[0][0]
        if len(used) > 1:
            answer: str = yield Choose(
                say("Which is ready again?"),
                Text("{who} turns a used card face up.", {"who": who.name}),
                ("GB2-EQUIP-03", "GB2-CLASSS-04"),
                seat,
                options=tuple([Option(str(at), name_of(table, held)) for at, held in used]),
            )
            at = int(answer)
        held = who.equipment[at]
        card = table.shelf.equipment.get(held.card)
        held.uses = card.uses if card is not None else 1
        yield Notice(
            "ready",
            Text("{card} is ready again", {"card": name_of(table, held)}),
            ("GB2-EQUIP-03", "GB2-CLASSS-04"),
            {"seat": seat, "card": held.card},
        )


def name_of(table: Table, held: Held) -> Text:
    """What a held card is called."""
    card = table.shelf.equipment.get(held.card)
    return Text(card.name) if card is not None else _OTHER.label
