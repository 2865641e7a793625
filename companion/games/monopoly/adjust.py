"""Correcting figures, and what may be done at any time besides answering. What lies on the table wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say
from companion.engine.view import Adjustable, Interlude

from . import contracts, devices, money, mortgages, trade
from .board import LEVELS
from .state import VAPOR_CARDS, Table

MOST = 100_000
BANK = "bank"


def adjustables(table: Table) -> Sequence[Adjustable]:
    """Every figure that may be set by hand."""
    if not table.started:
        return ()
    return tuple(_adjustables(table))


def _adjustables(table: Table) -> Iterator[Adjustable]:
    yes_no = (("yes", say("Yes")), ("no", say("No")))
    for seat, player in enumerate(table.players):
        group = say("{who}", who=player.name)
        yield Adjustable(f"cash.{seat}", say("Cash $"), player.cash, 0, MOST, group=group)
        if table.spaces:
            yield Adjustable(
                f"position.{seat}",
                say("Space (GO is 0)"),
                player.position,
                0,
                len(table.spaces) - 1,
                group=group,
            )
        yield Adjustable(f"cards.{seat}", say("Jail cards"), player.cards, 0, VAPOR_CARDS, group=group)
        yield Adjustable(
            f"jailed.{seat}", say("In Jail"), "yes" if player.jailed else "no", options=yes_no, group=group
        )
    owners: list[tuple[str, Text]] = [(BANK, say("the Bank"))]
    owners += [(str(seat), say("{who}", who=table.players[seat].name)) for seat in table.living]
    for contract in table.contracts.values():
        group = say("{name}", name=contract.name)
        owner = BANK if contract.owner is None else str(contract.owner)
        yield Adjustable(f"owner.{contract.id}", say("Owner"), owner, options=tuple(owners), group=group)
        yield Adjustable(
            f"mortgaged.{contract.id}",
            say("Mortgaged"),
            "yes" if contract.mortgaged else "no",
            options=yes_no,
            group=group,
        )
        most = min(len(LEVELS) - 1, contract.devices + table.bank_traps) if table.bank_units else 4
        yield Adjustable(
            f"devices.{contract.id}",
            say("Devices (5: unit)"),
            contract.devices,
            0,
            max(most, contract.devices),
            group=group,
        )
    group = say("Cards")
    yield Adjustable("draw_pile", say("Cards to draw"), table.draw_pile, 0, VAPOR_CARDS, group=group)
    yield Adjustable("used_pile", say("Cards used"), table.used_pile, 0, VAPOR_CARDS, group=group)


def adjust(table: Table, path: str, value: Any) -> Rule[None]:
    """Set one figure; cash comes from or goes to the Bank."""
    kind, _, id = path.partition(".")
    if kind == "cash":
        money.move_money(table, None, int(id), value - table.players[int(id)].cash)
    elif kind in ("position", "cards"):
        setattr(table.players[int(id)], kind, value)
    elif kind == "jailed":
        table.players[int(id)].jailed = value == "yes"
    elif kind == "owner":
        table.contracts[id].owner = None if value == BANK else int(value)
    elif kind == "mortgaged":
        table.contracts[id].mortgaged = value == "yes"
    elif kind == "devices":
        table.contracts[id].devices = value
    else:
        setattr(table, kind, value)
    yield Notice("adjusted", say("Corrected"), (), {"path": path, "value": value})


def interludes(table: Table) -> Sequence[Interlude]:
    """Asking for a fee, trading, building, selling, mortgaging, repaying: at any time, by anyone."""
    if not table.started:
        return ()
    return tuple(_interludes(table))


def _interludes(table: Table) -> Iterator[Interlude]:
    for index, fee in enumerate(table.fees):
        yield Interlude(
            f"fee:{index}",
            say(
                "{owner}: ask {payer} to pay",
                owner=table.players[fee.owner].name,
                payer=table.players[fee.payer].name,
            ),
            fee.owner,
            ("MONO-FEE-01", "MONO-FEE-05"),
        )
    for seat in table.living:
        who = table.players[seat].name
        owned = table.owned(seat)
        yield Interlude(f"trade:{seat}", say("{who}: trade", who=who), seat, ("MONO-TRADE-01",))
        if owned:
            yield Interlude(f"buy:{seat}", say("{who}: add a device", who=who), seat, ("MONO-TRAP-01",))
            yield Interlude(f"mortgage:{seat}", say("{who}: mortgage", who=who), seat, ("MONO-MORT-02",))
        if any(contract.devices for contract in owned):
            yield Interlude(f"sell:{seat}", say("{who}: sell a device", who=who), seat, ("MONO-SELL-01",))
        if any(contract.mortgaged for contract in owned):
            yield Interlude(f"repay:{seat}", say("{who}: repay", who=who), seat, ("MONO-MORT-03",))


def interlude(table: Table, id: str) -> Rule[None]:
    """Run one of `interludes`."""
    kind, _, number = id.partition(":")
    if kind == "fee":
        return contracts.ask_for(table, table.fees[int(number)])
    return {
        "trade": trade.trade,
        "buy": devices.buy,
        "sell": devices.sell,
        "mortgage": mortgages.mortgage,
        "repay": mortgages.repay,
    }[kind](table, int(number))
