"""Mortgages: taking one, repaying it, and taking over a mortgaged Contract.

Ten per cent is the card's own unmortgage figure if it prints one, else rounded up (MONO-MORT-04).
"""

from __future__ import annotations

from companion.engine.prompts import Choose, Option, Refusal
from companion.engine.rule import Notice, Rule
from companion.engine.text import say

from . import money
from .board import ask_figure
from .state import Contract, Table

HAS_DEVICES = Refusal(say("Sell all devices of this color set first."), ("MONO-MORT-01",))
ALREADY = Refusal(say("It is mortgaged already."), ("MONO-MORT-02",))
NOT_MORTGAGED = Refusal(say("It is not mortgaged."), ("MONO-MORT-03",))
BACK = Option("back", say("Back"))


def built_on(table: Table, contract: Contract) -> bool:
    """Whether any Contract of its color set has devices."""
    return any(other.devices for other in table.colour_set(contract))


def mortgageable(table: Table, seat: int) -> bool:
    """Whether the seat has a Contract that can be mortgaged now."""
    return any(not c.mortgaged and not built_on(table, c) for c in table.owned(seat))


def mortgage(table: Table, seat: int) -> Rule[None]:
    """Choose a Contract and mortgage it for the value on its back (MONO-MORT-01, -02)."""

    def refusal(contract: Contract) -> Refusal | None:
        if contract.mortgaged:
            return ALREADY
        return HAS_DEVICES if built_on(table, contract) else None

    choice = yield lambda: Choose(
        say("Mortgage which?"),
        say("{who}: which Contract is mortgaged?", who=table.players[seat].name),
        ("MONO-MORT-02",),
        seat,
        options=(*(Option(c.id, say("{name}", name=c.name), refusal(c)) for c in table.owned(seat)), BACK),
    )
    if choice == "back":
        return
    contract = table.contracts[choice]
    value = yield from mortgage_value(contract)
    contract.mortgaged = True
    yield Notice(
        "mortgaged", say("{name} is mortgaged: turn it face down", name=contract.name), ("MONO-MORT-02",)
    )
    yield from money.collect(table, seat, value, "MONO-MORT-02")


def repay(table: Table, seat: int) -> Rule[None]:
    """Choose a mortgaged Contract and repay it (MONO-MORT-03)."""
    choice = yield lambda: Choose(
        say("Repay which?"),
        say("{who}: which mortgage is repaid?", who=table.players[seat].name),
        ("MONO-MORT-03",),
        seat,
        options=(
            *(
                Option(c.id, say("{name}", name=c.name), None if c.mortgaged else NOT_MORTGAGED)
                for c in table.owned(seat)
            ),
            BACK,
        ),
    )
    if choice == "back":
        return
    contract = table.contracts[choice]
    value = yield from mortgage_value(contract)
    short = cannot_repay(table, seat, value + duty(contract, value))
    if short is not None:
        # Nobody has to repay: so it is no debt.
        yield Notice("refused", short.text, short.rules)
        return
    yield from repay_one(table, seat, contract, "MONO-MORT-03")


def cannot_repay(table: Table, seat: int, amount: int) -> Refusal | None:
    """Why `amount` $ cannot be paid out of hand, or None."""
    player = table.players[seat]
    if player.cash >= amount:
        return None
    return Refusal(say("{who} has not the ${cost} for it", who=player.name, cost=amount), ("MONO-MORT-03",))


def repay_one(table: Table, seat: int, contract: Contract, rule: str) -> Rule[bool]:
    """Pay the value and its ten per cent; the card turns face up. False if it bankrupts the seat."""
    value = yield from mortgage_value(contract)
    paid = yield from money.pay(table, seat, None, value + duty(contract, value), rule)
    if paid:
        contract.mortgaged = False
        yield Notice("repaid", say("{name}: turn it face up", name=contract.name), (rule,))
    return paid


def take_over(table: Table, seat: int, contract: Contract, rule: str) -> Rule[None]:
    """The new owner of a mortgaged Contract at once repays it or pays ten per cent (MONO-TRADE-03 to -05)."""
    if not contract.mortgaged or table.players[seat].out:
        return
    value = yield from mortgage_value(contract)
    ten = duty(contract, value)
    choice = yield lambda: Choose(
        say("{name}: mortgaged", name=contract.name),
        say("{who} now owns it: repay, or keep the mortgage?", who=table.players[seat].name),
        (rule, "MONO-TRADE-03"),
        seat,
        options=(
            Option(
                "repay",
                say("Repay ${amount}", amount=value + ten),
                cannot_repay(table, seat, value + ten),
            ),
            Option("keep", say("Keep it for ${amount}", amount=ten)),
        ),
        default="keep",
    )
    if choice == "repay":
        yield from repay_one(table, seat, contract, "MONO-TRADE-04")
    else:
        yield from money.pay(table, seat, None, ten, "MONO-TRADE-05")


def mortgage_value(contract: Contract) -> Rule[int]:
    """The value on the card's back, asked for once if unknown."""
    value = yield from ask_figure(
        contract, contract.name, "mortgage", say("Mortgage value"), ("MONO-MORT-02", "MONO-DATA-02")
    )
    return value


def duty(contract: Contract, value: int) -> int:
    """Ten per cent of the value: what the card prints, else rounded up."""
    return contract.repay - value if contract.repay is not None else -(-value // 10)


def worth(contract: Contract) -> int:
    """What mortgaging it would bring; 0 if it is mortgaged or its value is not known yet."""
    return 0 if contract.mortgaged or contract.mortgage is None else contract.mortgage
