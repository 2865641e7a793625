"""Money: paying and collecting, debts, bankruptcy, the last one standing.

Law: what one gives another gets; the Bank's balance takes the rest, so the sum never changes.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.prompts import Choose, Option, Prompt, Refusal
from companion.engine.rule import Ended, Notice, Outcome, Rule
from companion.engine.text import say

from . import auction, devices, mortgages, trade
from .state import Player, Table


def move_money(table: Table, payer: int | None, payee: int | None, amount: int) -> None:
    """Book `amount` $ from one seat to another; None is the Bank."""
    for seat, change in ((payer, -amount), (payee, amount)):
        if seat is None:
            table.bank += change
        else:
            table.players[seat].cash += change


def collect(table: Table, seat: int, amount: int, *rules: str) -> Iterator[Notice]:
    """The Bank pays `seat`, if still in the game. It never runs out (MONO-BANK-01)."""
    if table.players[seat].out:
        return
    move_money(table, None, seat, amount)
    yield Notice(
        "collected",
        say("{who} collects ${amount}", who=table.players[seat].name, amount=amount),
        rules,
        {"seat": seat, "amount": amount},
    )


def pay(table: Table, payer: int, payee: int | None, amount: int, *rules: str) -> Rule[bool]:
    """`payer` pays `amount` $ to a seat or the Bank (None), raising money if they must.

    Gives back False if they could not: then they are bankrupt and out (MONO-DEBT-01, -02, -10). What is owed
    to somebody who goes bankrupt meanwhile is owed no more.
    """
    player = table.players[payer]

    def gone() -> bool:
        return payee is not None and table.players[payee].out

    while player.cash < amount and not player.out and not gone():
        choice = yield lambda: None if gone() else raise_money(table, payer, amount, rules)
        if choice is None:
            break
        if choice == "devices":
            yield from devices.sell(table, payer, in_debt=True)
        elif choice == "mortgage":
            yield from mortgages.mortgage(table, payer)
        elif choice == "trade":
            yield from trade.trade(table, payer)
        elif choice == "give_up":
            yield from bankrupt(table, payer, payee)
    if player.out or gone():
        return not player.out
    move_money(table, payer, payee, amount)
    to = say("the Bank") if payee is None else table.players[payee].name
    yield Notice(
        "paid",
        say("{who} pays {to} ${amount}", who=player.name, to=to, amount=amount),
        rules,
        {"seat": payer, "to": payee, "amount": amount},
    )
    return True


STILL_TO_SELL = Refusal(
    say("Something can still be sold or mortgaged. Raise what you can first."),
    ("MONO-DEBT-06", "MONO-DEBT-01"),
)


def raise_money(table: Table, seat: int, amount: int, rules: tuple[str, ...]) -> Prompt | None:
    """The menu of a player who is short of money; None once they have enough."""
    player = table.players[seat]
    if player.cash >= amount or player.out:
        return None
    can_sell = any(contract.devices for contract in table.owned(seat))
    can_mortgage = mortgages.mortgageable(table, seat)
    nothing = Refusal(say("You have none."), ("MONO-DEBT-01",))
    return Choose(
        say("{who}: raise ${short}", who=player.name, short=amount - player.cash),
        say("{who} owes ${amount} and has ${cash}.", who=player.name, amount=amount, cash=player.cash),
        ("MONO-DEBT-01", *rules),
        seat,
        options=(
            Option("devices", say("Sell devices"), None if can_sell else nothing),
            Option("mortgage", say("Mortgage"), None if can_mortgage else nothing),
            Option("trade", say("Trade")),
            Option("give_up", say("Bankrupt"), STILL_TO_SELL if can_sell or can_mortgage else None),
        ),
    )


def bankrupt(table: Table, seat: int, creditor: int | None) -> Rule[None]:
    """`seat` is out: what is left goes to the creditor, or back to the Bank and under the hammer."""
    player = table.players[seat]
    player.out = True
    contracts = table.owned(seat)
    cash, player.cash = player.cash, 0
    table.fees = [fee for fee in table.fees if seat not in (fee.owner, fee.payer)]
    yield Notice(
        "bankrupt",
        say("{who} is bankrupt and out", who=player.name),
        ("MONO-DEBT-02",),
        {"seat": seat, "to": creditor},
    )
    if creditor is None:
        table.bank += cash
        table.used_pile += player.cards
        for contract in contracts:
            contract.owner, contract.mortgaged, contract.devices = None, False, 0
    else:
        table.players[creditor].cash += cash
        table.players[creditor].cards += player.cards
        for contract in contracts:
            contract.owner = creditor
    player.cards = 0
    check_winner(table)
    if creditor is None:
        for contract in contracts:
            yield from auction.auction_contract(table, contract, "MONO-DEBT-07")
    else:
        for contract in contracts:
            yield from mortgages.take_over(table, creditor, contract, "MONO-DEBT-04")


def check_winner(table: Table) -> None:
    """End the game when one player is left (MONO-WIN-01)."""
    living = table.living
    if len(living) == 1:
        winner = table.players[living[0]]
        raise Ended(
            Outcome(
                None, say("{who} is the last one standing", who=winner.name), ("MONO-WIN-01",), tuple(living)
            )
        )


def net_worth(table: Table, seat: int) -> int:
    """Cash plus what the Bank would give for devices and for what is not mortgaged, in $."""
    player: Player = table.players[seat]
    return player.cash + sum(
        devices.worth(contract) + mortgages.worth(contract) for contract in table.owned(seat)
    )
