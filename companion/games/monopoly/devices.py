"""Spectral storage devices: Ghost Traps and Containment Units, evenly bought and sold, the last by auction.

Stock is derived from what lies on the Contracts. Must not know whose turn it is.
"""

from __future__ import annotations

from companion.engine.prompts import Choose, Option, Refusal
from companion.engine.rule import Notice, Rule
from companion.engine.text import say, say_n

from . import auction, money
from .board import ask_figure
from .mortgages import BACK
from .state import UNIT_LEVEL, Contract, Table

NO_SET = Refusal(say("The whole color set is needed first."), ("MONO-TRAP-02",))
SET_MORTGAGED = Refusal(say("A Contract of this set is mortgaged."), ("MONO-UNIT-04",))
UNEVEN = Refusal(say("Add evenly: another Contract of the set comes first."), ("MONO-TRAP-03",))
UNEVEN_UNIT = Refusal(say("A unit needs 4 traps on every Contract of the set."), ("MONO-UNIT-01",))
FULL = Refusal(say("It has a Containment Unit; nothing more fits."), ("MONO-UNIT-03",))
NO_TRAPS = Refusal(say("The Bank has no Ghost Trap left."), ("MONO-STOCK-04",))
NO_UNITS = Refusal(say("The Bank has no Containment Unit left."), ("MONO-STOCK-04",))
NOTHING_THERE = Refusal(say("It has no device."), ("MONO-SELL-01",))
SELL_EVENLY = Refusal(say("Sell evenly: another Contract of the set comes first."), ("MONO-SELL-03",))
UNITS_FIRST = Refusal(say("Sell the Containment Units of this set first."), ("MONO-SELL-08",))
TOO_FEW_TRAPS = Refusal(say("The Bank has fewer than 4 Ghost Traps to give for the unit."), ("MONO-SELL-04",))


def cannot_add(table: Table, contract: Contract) -> Refusal | None:
    """Why no device can be added to a Contract now, or None (MONO-TRAP-01 to -04, MONO-UNIT-01 to -04)."""
    if not table.complete(contract):
        return NO_SET
    colour_set = table.colour_set(contract)
    if contract.devices == UNIT_LEVEL:
        return FULL
    if any(other.mortgaged for other in colour_set):
        return SET_MORTGAGED
    if contract.devices > min(other.devices for other in colour_set):
        return UNEVEN_UNIT if contract.devices == UNIT_LEVEL - 1 else UNEVEN
    if contract.devices == UNIT_LEVEL - 1:
        return NO_UNITS if table.bank_units == 0 else None
    return NO_TRAPS if table.bank_traps == 0 else None


def cannot_sell(table: Table, contract: Contract, in_debt: bool) -> Refusal | None:
    """Why no device of a Contract can be sold now, or None (MONO-SELL-01 to -08)."""
    if contract.devices == 0:
        return NOTHING_THERE
    highest = max(other.devices for other in table.colour_set(contract))
    if contract.devices < highest:
        return UNITS_FIRST if highest == UNIT_LEVEL else SELL_EVENLY
    if contract.devices == UNIT_LEVEL and table.bank_traps < 4 and not in_debt:
        return TOO_FEW_TRAPS
    return None


def buy(table: Table, seat: int) -> Rule[None]:
    """Choose a Contract and add a Ghost Trap, or a Containment Unit above four of them."""
    choice = yield lambda: Choose(
        say("Add a device where?"),
        say("{who}: which Contract gets a device?", who=table.players[seat].name),
        ("MONO-TRAP-01", "MONO-UNIT-02"),
        seat,
        options=(
            *(
                Option(
                    c.id,
                    say("{name} ({n})", name=c.name, n=c.devices),
                    cannot_add(table, c),
                )
                for c in table.owned(seat)
            ),
            BACK,
        ),
    )
    if choice == "back":
        return
    contract = table.contracts[choice]
    is_unit = contract.devices == UNIT_LEVEL - 1
    rivals = [other for other in table.living if other != seat and wants_one(table, other, is_unit)]
    if rivals and (table.bank_units if is_unit else table.bank_traps) == 1:
        sold = yield from last_one(table, seat, contract, rivals, is_unit)
        if sold:
            return
    cost = yield from device_cost(contract, is_unit)
    player = table.players[seat]
    if player.cash < cost:
        yield Notice(
            "refused",
            say("{who} has not the ${cost} for it", who=player.name, cost=cost),
            ("MONO-TRAP-05",),
        )
        return
    money.move_money(table, seat, None, cost)
    yield from place(table, seat, contract, cost)


def wants_one(table: Table, seat: int, is_unit: bool) -> bool:
    """Whether the seat could place a trap (or unit) now."""
    level = UNIT_LEVEL - 1
    return any((c.devices == level) == is_unit and cannot_add(table, c) is None for c in table.owned(seat))


def last_one(table: Table, seat: int, contract: Contract, rivals: list[int], is_unit: bool) -> Rule[bool]:
    """The last trap or unit: if a rival wants it too it is auctioned (MONO-STOCK-02, -03). True if it was."""
    wanted = yield Choose(
        say("The Bank's last one"),
        say("Does another player want it too? Then it is auctioned from $10."),
        ("MONO-STOCK-02",),
        options=(Option("no", say("No one else")), Option("yes", say("Yes: auction"))),
    )
    if wanted == "no":
        return False
    what = say("a Containment Unit") if is_unit else say("a Ghost Trap")
    winner = yield from auction.auction(table, what, [seat, *rivals], "MONO-STOCK-02")
    if winner is None:
        return True
    if winner == seat:
        target = contract
    else:
        level = UNIT_LEVEL - 1
        places = [
            c for c in table.owned(winner) if (c.devices == level) == is_unit and cannot_add(table, c) is None
        ]
        chosen = places[0].id
        if len(places) > 1:
            chosen = yield Choose(
                say("Place it where?"),
                say("{who} places it on which Contract?", who=table.players[winner].name),
                ("MONO-STOCK-02",),
                winner,
                options=tuple(Option(c.id, say("{name}", name=c.name)) for c in places),
            )
        target = table.contracts[chosen]
    yield from place(table, winner, target, 0)
    return True


def place(table: Table, seat: int, contract: Contract, cost: int) -> Rule[None]:
    """Put one more device on a Contract; a unit sends its four traps back to the Bank."""
    contract.devices += 1
    who = table.players[seat].name
    if contract.devices == UNIT_LEVEL:
        text = say("{name}: 4 Ghost Traps back, a Containment Unit on", name=contract.name)
        rules = ("MONO-UNIT-02",)
    else:
        text = say("{who} puts a Ghost Trap on {name}", who=who, name=contract.name)
        rules = ("MONO-TRAP-01",)
    yield Notice("device", text, rules, {"seat": seat, "contract": contract.id, "cost": cost})


def sell(table: Table, seat: int, in_debt: bool = False) -> Rule[None]:
    """Choose a Contract and sell its top device for half its cost, rounded down (MONO-SELL-07)."""
    choice = yield lambda: Choose(
        say("Sell a device where?"),
        say("{who}: from which Contract is a device sold?", who=table.players[seat].name),
        ("MONO-SELL-01", "MONO-SELL-03"),
        seat,
        options=(
            *(
                Option(c.id, say("{name} ({n})", name=c.name, n=c.devices), cannot_sell(table, c, in_debt))
                for c in table.owned(seat)
                if c.devices
            ),
            BACK,
        ),
    )
    if choice == "back":
        return
    contract = table.contracts[choice]
    if contract.devices < UNIT_LEVEL:
        cost = yield from device_cost(contract, is_unit=False)
        contract.devices -= 1
        yield Notice(
            "device", say("{name}: a Ghost Trap back to the Bank", name=contract.name), ("MONO-SELL-01",)
        )
        yield from money.collect(table, seat, cost // 2, "MONO-SELL-01", "MONO-SELL-07")
        return
    unit_cost = yield from device_cost(contract, is_unit=True)
    kept = min(4, table.bank_traps)
    missing = 4 - kept
    gain = unit_cost // 2
    if missing:
        # In debt the traps the Bank lacks are sold at the same time; the set has to stay even.
        trap_cost = yield from device_cost(contract, is_unit=False)
        gain += missing * (trap_cost // 2)
    contract.devices = kept
    yield Notice(
        "device",
        say_n(
            "{name}: the unit back to the Bank, {n} Ghost Trap on",
            "{name}: the unit back to the Bank, {n} Ghost Traps on",
            kept,
            name=contract.name,
        ),
        ("MONO-SELL-02",),
    )
    yield from money.collect(table, seat, gain, "MONO-SELL-02", "MONO-SELL-07")


def device_cost(contract: Contract, is_unit: bool) -> Rule[int]:
    """The printed cost of a trap or unit, asked for once if unknown (MONO-TRAP-05, MONO-UNIT-02)."""
    if is_unit:
        cost = yield from ask_figure(
            contract, contract.name, "unit_cost", say("Containment Unit $"), ("MONO-UNIT-02", "MONO-DATA-02")
        )
    else:
        cost = yield from ask_figure(
            contract, contract.name, "trap_cost", say("Ghost Trap $"), ("MONO-TRAP-05", "MONO-DATA-02")
        )
    return cost


def worth(contract: Contract) -> int:
    """What selling its devices would bring, as far as the costs are known, in $."""
    trap = (contract.trap_cost or 0) // 2
    if contract.devices == UNIT_LEVEL:
        return (contract.unit_cost or 0) // 2 + 4 * trap
    return contract.devices * trap
