"""Trades between two players: cash, Contracts and Jail cards for anything of the same, both consenting.

A deal is booked whole or not at all. Must not know whose turn it is.
"""

from __future__ import annotations

from companion.engine.prompts import Choose, Count, Option, Prompt, Refusal
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say

from . import money, mortgages
from .mortgages import BACK
from .state import Contract, Table

DEVICES_STAY = Refusal(say("Devices cannot change hands."), ("MONO-SELL-06",))
NO_FAVOURS = Refusal(say("No loans and no free stays: cash, Contracts and cards only."), ("MONO-TRADE-07",))
BUILT_ON = Refusal(say("Sell all devices of its color set first."), ("MONO-SELL-05",))
EMPTY = Refusal(say("Put something into the deal first."), ("MONO-TRADE-02",))


class Deal:
    """What a trade holds so far. Positive cash goes from the first to the second."""

    def __init__(self, first: int, second: int) -> None:
        self.sides = (first, second)
        self.cash = [0, 0]
        self.cards = [0, 0]
        self.contracts: list[list[Contract]] = [[], []]


def trade(table: Table, seat: int) -> Rule[None]:
    """`seat` proposes a deal to another player; it is booked whole when both agree (MONO-TRADE-01, -02)."""
    others = [other for other in table.living if other != seat]
    partner = others[0]
    if len(others) > 1:
        choice = yield Choose(
            say("Trade with whom?"),
            say("{who} trades with whom?", who=table.players[seat].name),
            ("MONO-TRADE-01",),
            seat,
            options=(*(Option(str(o), say("{who}", who=table.players[o].name)) for o in others), BACK),
        )
        if choice == "back":
            return
        partner = int(choice)
    deal = Deal(seat, partner)
    while True:
        choice = yield lambda: menu(table, deal)
        if choice in (None, "back"):
            return
        if choice == "propose":
            break
        yield from change(table, deal, choice)
    agreed = yield Choose(
        say("{who}: agreed?", who=table.players[partner].name),
        terms(table, deal),
        ("MONO-TRADE-02",),
        partner,
        options=(Option("yes", say("Agreed")), Option("no", say("No deal"))),
        default="no",
    )
    if agreed == "yes":
        yield from book(table, deal)
    else:
        yield Notice("no_deal", say("No deal"), ("MONO-TRADE-02",))


def menu(table: Table, deal: Deal) -> Prompt | None:
    """What may be put into the deal, from either side; None once one of them is out."""
    if any(table.players[seat].out for seat in deal.sides):
        return None
    options = []
    for side, seat in enumerate(deal.sides):
        player = table.players[seat]
        options.append(Option(f"cash:{side}", say("{who} pays $…", who=player.name)))
        options += [
            Option(
                f"contract:{side}:{contract.id}",
                say("{who}: {name}", who=player.name, name=contract.name),
                BUILT_ON if mortgages.built_on(table, contract) else None,
            )
            for contract in table.owned(seat)
            if contract not in deal.contracts[side]
        ]
        if player.cards > deal.cards[side]:
            options.append(Option(f"card:{side}", say("{who}: Jail card", who=player.name)))
    empty = not any((any(deal.cash), any(deal.cards), *deal.contracts))
    return Choose(
        say("The deal"),
        terms(table, deal),
        ("MONO-TRADE-02", "MONO-TRADE-07"),
        deal.sides[0],
        options=(
            Option("propose", say("Propose it"), EMPTY if empty else None),
            *options,
            Option("device", say("A device"), DEVICES_STAY),
            Option("favour", say("Loan, free stay"), NO_FAVOURS),
            BACK,
        ),
    )


def change(table: Table, deal: Deal, choice: str) -> Rule[None]:
    """Put one thing into the deal."""
    kind, side_text, *id = choice.split(":")
    side = int(side_text)
    if kind == "card":
        deal.cards[side] += 1
    elif kind == "contract":
        deal.contracts[side].append(table.contracts[id[0]])
    else:
        player = table.players[deal.sides[side]]
        deal.cash[side] = yield Count(
            say("{who} pays $", who=player.name),
            say("How much does {who} pay in this deal?", who=player.name),
            ("MONO-TRADE-02",),
            low=0,
            high=max(0, player.cash),
            default=deal.cash[side],
        )


def terms(table: Table, deal: Deal) -> Text:
    """The deal as a sentence."""
    parts = []
    for side, seat in enumerate(deal.sides):
        gives: list[str | Text] = []
        if deal.cash[side]:
            gives.append(f"${deal.cash[side]}")
        gives += [contract.name for contract in deal.contracts[side]]
        gives += [say("a Jail card")] * deal.cards[side]
        parts.append(
            say("{who} gives {what}", who=table.players[seat].name, what=tuple(gives) or say("nothing"))
        )
    return say("{first}; {second}.", first=parts[0], second=parts[1])


def book(table: Table, deal: Deal) -> Rule[None]:
    """Carry the deal out whole, if it still can be."""
    first, second = deal.sides
    for side, seat in enumerate(deal.sides):
        player = table.players[seat]
        held = all(contract.owner == seat for contract in deal.contracts[side]) and not player.out
        if player.cash < deal.cash[side] or player.cards < deal.cards[side] or not held:
            yield Notice(
                "no_deal", say("{who} no longer has it: no deal", who=player.name), ("MONO-TRADE-02",)
            )
            return
    yield Notice("trade", terms(table, deal), ("MONO-TRADE-01", "MONO-TRADE-02"), {"seats": [first, second]})
    for side, (giver, taker) in enumerate(((first, second), (second, first))):
        money.move_money(table, giver, taker, deal.cash[side])
        table.players[giver].cards -= deal.cards[side]
        table.players[taker].cards += deal.cards[side]
        for contract in deal.contracts[side]:
            contract.owner = taker
    for side, taker in enumerate((second, first)):
        for contract in deal.contracts[side]:
            yield from mortgages.take_over(table, taker, contract, "MONO-TRADE-03")
