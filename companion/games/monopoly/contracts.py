"""Contracts: claiming or auctioning one, color sets, and the fee its owner has to ask for in time."""

from __future__ import annotations

from companion.engine.prompts import Choose, Option, Refusal
from companion.engine.rule import Notice, Rule
from companion.engine.text import say

from . import auction, money
from .board import ask_fee, ask_figure
from .state import Contract, Fee, Table

CANNOT_PAY = Refusal(say("The price is more than the cash in hand."), ("MONO-CLAIM-03",))


def land(table: Table, seat: int, contract: Contract) -> Rule[None]:
    """What happens on a Contract's space (MONO-CLAIM-01 to -04, MONO-FEE-01 to -07)."""
    if contract.owner is None:
        yield from claim(table, seat, contract)
    elif contract.owner != seat and not contract.mortgaged:
        fee = Fee(
            contract.owner,
            seat,
            contract.id,
            contract.devices,
            table.complete(contract) and contract.devices == 0,
        )
        table.fees.append(fee)
        owner = table.players[contract.owner].name
        if table.charge_fees:
            yield from ask_for(table, fee)
        else:
            yield Notice(
                "fee_open",
                say("{owner} may ask for a fee", owner=owner),
                ("MONO-FEE-01",),
                {"owner": contract.owner, "payer": seat},
                contract.owner,
            )


def claim(table: Table, seat: int, contract: Contract) -> Rule[None]:
    """Claim it for its price, or have it auctioned: one of the two (MONO-CLAIM-01)."""
    player = table.players[seat]
    price = yield from ask_figure(
        contract, contract.name, "price", say("Price on the board"), ("MONO-CLAIM-02", "MONO-DATA-01")
    )
    choice = (
        yield lambda: (
            None
            if player.out
            else Choose(
                say("{name} ${price}", name=contract.name, price=price),
                say(
                    "{who} has ${cash}. Claim it, or let it be auctioned?", who=player.name, cash=player.cash
                ),
                ("MONO-CLAIM-01",),
                seat,
                options=(
                    Option("claim", say("Claim it"), CANNOT_PAY if player.cash < price else None),
                    Option("auction", say("Auction")),
                ),
            )
        )
    )
    if choice is None:
        return
    if choice == "auction":
        yield from auction.auction_contract(table, contract, "MONO-CLAIM-03")
        return
    yield from money.pay(table, seat, None, price, "MONO-CLAIM-02")
    contract.owner = seat
    yield Notice(
        "claimed",
        say("{who} claims {name}", who=player.name, name=contract.name),
        ("MONO-CLAIM-02",),
        {"seat": seat, "contract": contract.id},
    )


def ask_for(table: Table, fee: Fee) -> Rule[None]:
    """The owner asks: the lander pays what the card says, doubled for a bare Contract of a full set."""
    table.fees.remove(fee)
    contract = table.contracts[fee.contract]
    amount = yield from ask_fee(contract, fee.devices)
    if fee.doubled:
        amount *= 2
    yield from money.pay(table, fee.payer, fee.owner, amount, "MONO-FEE-01", "MONO-SET-01")


def expire(table: Table, roller: int) -> Rule[None]:
    """A player rolls: fees that others owe and nobody asked for are lost (MONO-FEE-02, -03)."""
    for fee in [fee for fee in table.fees if fee.payer != roller]:
        table.fees.remove(fee)
        yield Notice(
            "fee_lost",
            say("Too late for {owner}'s fee", owner=table.players[fee.owner].name),
            ("MONO-FEE-02",),
        )
