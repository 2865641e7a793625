"""Open auctions: anyone bids in any order, at least $1 more each time; the Banker ends it."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.prompts import Choose, Count, Option, Prompt, Refusal
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say

from . import money
from .state import FIRST_BID, Contract, Table

NO_CASH = Refusal(say("Bids go up to the cash in hand. Raise cash first."), ("MONO-AUCT-07",))
HIGHEST = Refusal(say("You hold the highest bid."), ("MONO-AUCT-03",))


def auction_contract(table: Table, contract: Contract, *rules: str) -> Rule[None]:
    """Auction a Contract among all who are still in; without a bid it stays with the Bank (MONO-AUCT-06)."""
    winner = yield from auction(table, say("{name}", name=contract.name), table.living, *rules)
    if winner is None:
        yield Notice(
            "unsold", say("No bid: {name} stays with the Bank", name=contract.name), ("MONO-AUCT-06",)
        )
        return
    contract.owner = winner
    yield Notice(
        "claimed",
        say("{who} takes {name}", who=table.players[winner].name, name=contract.name),
        ("MONO-AUCT-05",),
        {"seat": winner, "contract": contract.id},
    )


def auction(table: Table, what: Text, bidders: Sequence[int], *rules: str) -> Rule[int | None]:
    """Take bids until the Banker closes; the highest bidder pays the Bank. Gives back their seat, or None."""
    bids: list[tuple[int, int]] = []
    while True:
        choice = yield lambda: bidding(table, what, bidders, bids, rules)
        if choice == "close":
            break
        _, seat, *amount = choice.split(":")
        if amount:
            bids.append((int(seat), int(amount[0])))
            continue
        lowest = bids[-1][1] + 1 if bids else FIRST_BID
        player = table.players[int(seat)]
        bid = yield Count(
            say("{who} bids $", who=player.name),
            say("At least ${low}, at most the cash in hand.", low=lowest),
            ("MONO-AUCT-03",) if bids else ("MONO-AUCT-01", "MONO-AUCT-02"),
            int(seat),
            low=lowest,
            high=player.cash,
            default=lowest,
        )
        bids.append((int(seat), bid))
    if not bids:
        return None
    winner, bid = bids[-1]
    # A bidder may have spent the cash elsewhere since: then the bid is a debt like any other.
    paid = yield from money.pay(table, winner, None, bid, "MONO-AUCT-05", *rules)
    return winner if paid else None


def bidding(
    table: Table,
    what: Text,
    bidders: Sequence[int],
    bids: list[tuple[int, int]],
    rules: tuple[str, ...],
) -> Prompt:
    """The open auction: everybody's next bid, and the Banker's hammer."""
    lowest = bids[-1][1] + 1 if bids else FIRST_BID
    if bids:
        state = say("${bid} by {who}", bid=bids[-1][1], who=table.players[bids[-1][0]].name)
    else:
        state = say("No bid yet")
    options: list[Option] = [Option("close", say("Close: {state}", state=state), seat=table.banker)]
    for seat in bidders:
        player = table.players[seat]
        refusal = NO_CASH if player.cash < lowest else None
        if bids and bids[-1][0] == seat:
            refusal = HIGHEST
        options.append(
            Option(f"bid:{seat}:{lowest}", say("{who} ${bid}", who=player.name, bid=lowest), refusal, seat)
        )
        options.append(Option(f"bid:{seat}", say("{who} more…", who=player.name), refusal, seat))
    return Choose(
        say("Auction: {what}", what=what),
        say("{state}. Anyone may bid, in any order.", state=state),
        ("MONO-AUCT-04", "MONO-AUCT-05", *rules),
        options=tuple(options),
    )
