"""Jail: going in, and the three ways out."""

from __future__ import annotations

from companion.engine.prompts import Choose, Option, Prompt, Refusal
from companion.engine.rule import Notice, Rule
from companion.engine.text import say

from . import money
from .state import JAIL_FEE, Table

TRIES = 3
NO_FEE = Refusal(say("Leaving costs $50, and that is more than the cash in hand."), ("MONO-JAIL-03",))
NO_CARD = Refusal(
    say("No Get Out of Jail Free card. One can be bought by trade."), ("MONO-JAIL-05", "MONO-JAIL-06")
)


def go_to_jail(table: Table, seat: int, *rules: str) -> Rule[None]:
    """Straight In Jail: no $200, and the turn is over (MONO-JAIL-01)."""
    player = table.players[seat]
    player.position = table.find("jail")
    player.jailed, player.tries = True, 0
    table.again = False
    yield Notice(
        "jailed", say("{who}: go to Jail", who=player.name), (*rules, "MONO-JAIL-01"), {"seat": seat}
    )


def leave(table: Table, seat: int, *rules: str) -> Rule[None]:
    """Free again; the count of tries starts afresh at the next stay (MONO-JAIL-13)."""
    player = table.players[seat]
    player.jailed, player.tries = False, 0
    yield Notice("freed", say("{who} is out of Jail", who=player.name), rules, {"seat": seat})


def before_roll(table: Table, seat: int) -> Rule[None]:
    """Pay, play a card, or roll for a double: open before each of the three rolls (MONO-JAIL-11)."""
    player = table.players[seat]
    choice = yield lambda: _ways_out(table, seat)
    if choice == "pay":
        yield from money.pay(table, seat, None, JAIL_FEE, "MONO-JAIL-03")
        yield from leave(table, seat, "MONO-JAIL-03")
    elif choice == "card":
        player.cards -= 1
        table.used_pile += 1
        yield from leave(table, seat, "MONO-JAIL-05", "MONO-VAPOR-04")


def _ways_out(table: Table, seat: int) -> Prompt | None:
    player = table.players[seat]
    if player.out:
        return None
    return Choose(
        say("{who} is in Jail", who=player.name),
        say("Try {n} of 3 for a double, or pay $50, or play a card.", n=player.tries + 1),
        ("MONO-JAIL-03", "MONO-JAIL-05", "MONO-JAIL-08", "MONO-JAIL-11"),
        seat,
        options=(
            Option("roll", say("Roll for a double")),
            Option("pay", say("Pay $50"), NO_FEE if player.cash < JAIL_FEE else None),
            Option("card", say("Play a Jail card"), NO_CARD if player.cards == 0 else None),
        ),
    )


def after_roll(table: Table, seat: int, is_double: bool) -> Rule[bool]:
    """Judge a roll made In Jail. Gives back whether the roll is moved."""
    player = table.players[seat]
    if is_double:
        yield from leave(table, seat, "MONO-JAIL-07")
        return True
    player.tries += 1
    if player.tries < TRIES:
        yield Notice(
            "stays", say("{who} stays in Jail", who=player.name), ("MONO-JAIL-08",), {"tries": player.tries}
        )
        return False
    paid = yield from money.pay(table, seat, None, JAIL_FEE, "MONO-JAIL-09", "MONO-JAIL-10")
    if paid:
        yield from leave(table, seat, "MONO-JAIL-09")
    return paid
