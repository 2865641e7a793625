"""Equipment: drawing it, holding it, using it.

Rules GB2-EQUIP, GB2-CLASSS. Must not know who makes somebody draw.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.prompts import Choose, Option, Scan
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say

from .resolve import Context, run_or_read
from .state import Held, Table

_OTHER = Option("other", say("Another card"))
_KINDS = ("equipment",)


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


def usable(table: Table, seat: int) -> list[tuple[int, Held]]:
    """What a Ghostbuster could use now: its place among the cards held, and the card. GB2-EQUIP-03."""
    who = table.team[seat]
    return [
        (at, held)
        for at, held in enumerate(who.equipment)
        if held.uses > 0 and (not held.class_s or who.ability_level >= 5)
    ]


def use_equipment(table: Table, seat: int, at: int) -> Rule[None]:
    """Use a card; it costs nothing and turns face down with its last use. GB2-EQUIP-02, GB2-EQUIP-06."""
    who = table.team[seat]
    held = who.equipment[at]
    held.uses -= 1
    card = table.shelf.equipment.get(held.card)
    name = Text(card.name) if card is not None else _OTHER.label
    yield Notice(
        "used",
        Text("{who} uses {card}", {"who": who.name, "card": name}),
        ("GB2-EQUIP-02", "GB2-EQUIP-03"),
        {"seat": seat, "card": held.card},
    )
    context = Context(seat=seat, cause=name)
    if card is None or not card.abilities:
        yield from run_or_read(table, None, context, name, ("GB2-EQUIP-02",))
        return
    for ability in card.abilities:
        if ability.level <= who.ability_level:
            yield from run_or_read(table, ability.then, context, name, ("GB2-EQUIP-04",))


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
                options=tuple([Option(str(at), _name(table, held)) for at, held in used]),
            )
            at = int(answer)
        held = who.equipment[at]
        card = table.shelf.equipment.get(held.card)
        held.uses = card.uses if card is not None else 1
        yield Notice(
            "ready",
            Text("{card} is ready again", {"card": _name(table, held)}),
            ("GB2-EQUIP-03", "GB2-CLASSS-04"),
            {"seat": seat, "card": held.card},
        )


def _name(table: Table, held: Held) -> Text:
    card = table.shelf.equipment.get(held.card)
    return Text(card.name) if card is not None else _OTHER.label
