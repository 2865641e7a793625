"""Roaming Vapor cards: the box counts the piles and books what the drawn card says."""

from __future__ import annotations

from companion.engine.prompts import Choose, Count, Option, Scan, Tell
from companion.engine.rule import Notice, Rule
from companion.engine.text import say

from . import jail, money, spaces
from .state import Table

EFFECTS = {
    "pay": say("Pay the Bank"),
    "collect": say("Collect from Bank"),
    "pay_each": say("Pay each player"),
    "collect_each": say("Each pays you"),
    "advance": say("Advance to a space"),
    "back": say("Move back"),
    "jail": say("Go to Jail"),
    "keep": say("Get Out of Jail Free"),
    "other": say("Something else"),
}
"""What a card may do. "advance" collects for passing GO; where the card says otherwise, correct the cash."""


def draw(table: Table, seat: int) -> Rule[None]:
    """Draw the top card and carry it out at once (MONO-VAPOR-01)."""
    player = table.players[seat]
    if table.draw_pile == 0:
        # Cards that players hold stay out of the new pile (MONO-VAPOR-03).
        table.draw_pile, table.used_pile = table.used_pile, 0
        if table.draw_pile == 0:
            yield Notice("no_card", say("No Roaming Vapor card is left"), ("MONO-VAPOR-03",))
            return
        yield Tell(
            say("Shuffle the cards"),
            say("Shuffle the used cards and put them into the holder."),
            ("MONO-VAPOR-03",),
        )
    table.draw_pile -= 1
    choice = yield Scan(
        say("{who}: Roaming Vapor", who=player.name),
        say("Draw the top card and read it out. What does it do?"),
        ("MONO-VAPOR-01", "MONO-DATA-05"),
        kinds=("vapor",),
        options=(
            *(Option(id, label) for id, label in EFFECTS.items()),
            *(
                Option(f"card:{card.id}", say("{name}", name=card.name))
                for card in table.vapor_cards.values()
            ),
        ),
    )
    amount = None
    if choice.startswith("card:"):
        card = table.vapor_cards[choice.removeprefix("card:")]
        choice, amount = card.effect, card.amount
    if choice == "keep" and not player.out:
        player.cards += 1
        yield Notice("kept", say("{who} keeps the card", who=player.name), ("MONO-VAPOR-04",), {"seat": seat})
        return
    table.used_pile += 1
    yield from carry_out(table, seat, choice, amount)


def carry_out(table: Table, seat: int, effect: str, amount: int | None) -> Rule[None]:
    """Book one effect; an `amount` that is not known is asked for."""
    if effect == "jail":
        yield from jail.go_to_jail(table, seat, "MONO-JAIL-12")
        return
    if effect == "other":
        yield Tell(
            say("Do what it says"),
            say("Then set right what changed: the menu has Correct."),
            ("MONO-VAPOR-01",),
        )
        return
    if effect == "advance" and table.spaces:
        yield from advance_to(table, seat)
        return
    if amount is None:
        is_money = effect not in ("back", "advance")
        amount = yield Count(
            say("How many $?") if is_money else say("How many spaces?"),
            say("Read the figure off the card."),
            ("MONO-DATA-05",),
            low=0,
            high=1000 if is_money else 40,
            default=50 if is_money else 3,
        )
    assert amount is not None
    others = [other for other in table.living if other != seat]
    if effect == "pay":
        yield from money.pay(table, seat, None, amount, "MONO-VAPOR-02")
    elif effect == "collect":
        yield from money.collect(table, seat, amount, "MONO-VAPOR-02")
    elif effect == "pay_each":
        for other in others:
            if not table.players[seat].out:
                yield from money.pay(table, seat, other, amount, "MONO-VAPOR-02")
    elif effect == "collect_each":
        for other in others:
            yield from money.pay(table, other, seat, amount, "MONO-VAPOR-02")
    else:
        steps = amount if effect == "advance" else -amount
        yield from spaces.move(table, seat, steps, pays_go=effect == "advance")
        yield from spaces.land(table, seat)


def advance_to(table: Table, seat: int) -> Rule[None]:
    """Advance to a named space, collecting for passing GO."""
    player = table.players[seat]
    choice = yield Choose(
        say("Advance where?"),
        say("Which space does the card name?"),
        ("MONO-DATA-05",),
        options=tuple(
            Option(str(index), say("{n} {name}", n=index, name=space.name))
            for index, space in enumerate(table.spaces)
        ),
    )
    steps = (int(choice) - player.position) % len(table.spaces)
    yield from spaces.move(table, seat, steps)
    yield from spaces.land(table, seat)
