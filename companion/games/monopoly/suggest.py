"""What sensible players would answer and begin, for simulated play. Reads the table, changes nothing.

They claim all they land on, buy what their color sets lack, build with all they can spare, ask for every fee.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.engine.prompts import Choose, Count, Prompt, Roll
from companion.engine.text import Text
from companion.engine.view import Interlude

from . import spaces
from .devices import cannot_add
from .mortgages import built_on, duty
from .state import ECTO_FEE, JAIL_FEE, UNIT_LEVEL, Contract, Table

RESERVE = 150
"""$ that are kept in hand."""
RAISE = 25
"""$ by which bids go up."""
FAIR = 150
"""What a Contract is worth whose price nobody has read yet, in $."""


def suggest(table: Table, prompt: Prompt) -> Any:
    """An answer worth giving, or None where any is as good."""
    if not table.started:
        return None
    if isinstance(prompt, Count):
        return _count(table, prompt)
    if not isinstance(prompt, Choose):
        return None
    open_ids = [option.id for option in prompt.options if option.refusal is None]
    seat = table.active if prompt.to is None else prompt.to
    if "close" in open_ids:
        return _bid(table, prompt, open_ids)
    if "propose" in [option.id for option in prompt.options]:
        return _deal(table, prompt, seat, open_ids)
    if "give_up" in [option.id for option in prompt.options]:
        return next(id for id in ("devices", "mortgage", "give_up") if id in open_ids)
    if "claim" in open_ids:
        return "claim"
    if "roll" in open_ids:
        return _out_of_jail(table, seat, open_ids)
    if "stay" in open_ids:
        return "advance" if "advance" in open_ids and _hop(table, seat) is not None else "stay"
    if prompt.rules == ("MONO-ECTO-02",):
        return _hop(table, seat)
    if prompt.rules == ("MONO-TRADE-02",):
        # What is offered is fair: see `_lacking`.
        return "yes"
    if prompt.rules == ("MONO-TRADE-01",):
        found = _lacking(table, seat)
        return "back" if found is None else str(found[0].owner)
    return _pick(table, prompt, open_ids)


def begin(table: Table, prompt: Prompt, interludes: Sequence[Interlude]) -> Interlude | None:
    """What somebody would do now of their own accord: ask for a fee, build, redeem, trade.

    Money is spent before a roll only: in between somebody may be raising it for a debt.
    """
    wishes = set(_wishes(table)) if isinstance(prompt, Roll) else set()
    return next((one for one in interludes if one.id in wishes or one.id.startswith("fee:")), None)


def _wishes(table: Table) -> Iterator[str]:
    for seat in table.living:
        owned = table.owned(seat)
        if _buildable(table, seat):
            yield f"buy:{seat}"
        elif any(_redeemable(table, contract) for contract in owned):
            yield f"repay:{seat}"
        elif _lacking(table, seat) is not None:
            yield f"trade:{seat}"


def _pick(table: Table, prompt: Choose, open_ids: list[str]) -> str | None:
    """One of the own Contracts, for what is asked; else to leave things as they are."""
    cards = [table.contracts[id] for id in open_ids if id in table.contracts]
    rule = prompt.rules[0] if prompt.rules else ""
    if cards and rule == "MONO-TRAP-01":
        seat = cards[0].owner
        cards = [] if seat is None else _buildable(table, seat)
        return max(cards, key=lambda c: c.fees[c.devices + 1] or 0).id if cards else "back"
    if cards and rule == "MONO-MORT-02":
        # First what is of least use: singles, then the cheap ones.
        return min(cards, key=lambda c: (table.complete(c), c.price or 0)).id
    if cards and rule == "MONO-MORT-03":
        return next((c.id for c in cards if _redeemable(table, c)), "back")
    if cards and rule == "MONO-SELL-01":
        return min(cards, key=lambda c: c.fees[c.devices] or 0).id
    return next((quiet for quiet in ("keep", "no", "back") if quiet in open_ids), None)


def _count(table: Table, prompt: Count) -> int | None:
    """Bids and cash in a deal; what cards say is taken as proposed."""
    name = prompt.title.args.get("who")
    seat = next((seat for seat in table.living if table.players[seat].name == name), None)
    if seat is None:
        return prompt.default if "MONO-DATA-05" in prompt.rules else None
    if "MONO-TRADE-02" in prompt.rules:
        found = _lacking(table, seat)
        return prompt.low if found is None else min(found[1], prompt.high)
    return min(prompt.high, prompt.low + RAISE)


def _bid(table: Table, prompt: Choose, open_ids: list[str]) -> str:
    """A raise by whoever would pay most, until nobody pays so much more."""
    bids = []
    for id in open_ids:
        kind, _, rest = id.partition(":")
        seat, _, amount = rest.partition(":")
        if kind == "bid" and amount:
            spare = _limit(table, int(seat), prompt.title.args.get("what")) - int(amount)
            bids.append((spare, f"bid:{seat}"))
    spare, id = max(bids, default=(0, ""))
    return id if spare >= RAISE else "close"


def _limit(table: Table, seat: int, what: object) -> int:
    """The most $ a seat pays in an auction: the price, and twice as much for a color it has begun."""
    card = next((c for c in table.contracts.values() if c.name == str(what)), None)
    value = FAIR
    if card is not None:
        value = card.price if card.price is not None else FAIR
        if any(other.owner == seat for other in table.colour_set(card)):
            value *= 2
    return min(value, table.players[seat].cash - RESERVE)


def _out_of_jail(table: Table, seat: int, open_ids: list[str]) -> str:
    """Out at once while there are Contracts to claim; later it is quiet in there."""
    if table.bank_contracts:
        if "card" in open_ids:
            return "card"
        if "pay" in open_ids and table.players[seat].cash > JAIL_FEE + RESERVE:
            return "pay"
    return "roll"


def _hop(table: Table, seat: int) -> str | None:
    """A space before the next ECTO-1 with a Contract that is free and can be paid."""
    player = table.players[seat]
    for index in spaces.between(table, player.position) if table.spaces else ():
        card = table.contracts.get(table.spaces[index].contract)
        if card is not None and card.owner is None and (card.price or FAIR) + ECTO_FEE <= player.cash:
            return str(index)
    return None


def _buildable(table: Table, seat: int) -> list[Contract]:
    """Where the seat can add a device and pay for it."""
    cash = table.players[seat].cash - RESERVE
    found = []
    for card in table.owned(seat):
        cost = card.unit_cost if card.devices == UNIT_LEVEL - 1 else card.trap_cost
        if cost is not None and cost <= cash and cannot_add(table, card) is None:
            found.append(card)
    return found


def _redeemable(table: Table, card: Contract) -> bool:
    """Whether its owner can well pay to turn it face up: in a whole set sooner."""
    if not card.mortgaged or card.mortgage is None or card.owner is None:
        return False
    left = table.players[card.owner].cash - card.mortgage - duty(card, card.mortgage)
    return left >= (RESERVE if table.complete(card) else 3 * RESERVE)


def _lacking(table: Table, seat: int) -> tuple[Contract, int] | None:
    """A Contract of another player that the seat would buy, and for how much: of a color it has most of.

    Who has most of a color pays twice the price, which the others take: so sets come together.
    """
    for card in table.contracts.values():
        price = 2 * (card.price or FAIR)
        if card.owner in (None, seat) or built_on(table, card) or table.players[seat].cash < price + RESERVE:
            continue
        owners = [other.owner for other in table.colour_set(card) if other.owner is not None]
        if seat in owners and max(owners, key=lambda owner: (owners.count(owner), -owner)) == seat:
            return card, price
    return None


def _deal(table: Table, prompt: Choose, seat: int, open_ids: list[str]) -> str:
    """The Contract that is lacking, then the cash for it, then propose it."""
    found = _lacking(table, seat)
    if found is None:
        return "back"
    card, price = found
    if f"contract:1:{card.id}" in open_ids:
        return f"contract:1:{card.id}"
    first = prompt.text.args["first"]
    paid = isinstance(first, Text) and f"${price}" in str(first)
    return "propose" if paid else "cash:0"
