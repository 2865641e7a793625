"""What the table shows: whose turn, cash and net worth, Contracts, the Bank's stock. Changes nothing."""

from __future__ import annotations

from companion.engine.text import Text, say
from companion.engine.view import Figure, Mark, Page, Person, View

from . import money
from .board import LEVELS
from .setup import TOKENS
from .state import Contract, Table

LOW_CASH = 100


def view(table: Table) -> View:
    """The same for every seat: nothing but the face-down deck is hidden in this game."""
    if not table.started:
        return View(say("Setting up"))
    player = table.players[table.active]
    return View(
        say("{who}'s turn", who=player.name),
        (
            Figure(
                f"cash.{table.active}",
                say("{who} $", who=player.name),
                player.cash,
                alarm=player.cash < LOW_CASH,
                path=f"cash.{table.active}",
            ),
            Figure(
                "in", say("Still in"), len(table.living), len(table.players), alarm=len(table.living) == 2
            ),
        ),
        tuple(person(table, seat) for seat in range(len(table.players))),
        (bank(table), contracts(table)),
        tuple(
            say(
                "{owner} may ask {payer}",
                owner=table.players[f.owner].name,
                payer=table.players[f.payer].name,
            )
            for f in table.fees
        ),
    )


def person(table: Table, seat: int) -> Person:
    """One player."""
    player = table.players[seat]
    marks = []
    if player.jailed:
        marks.append(Mark("jail", say("In Jail, try {n}", n=player.tries + 1)))
    if player.cards:
        marks.append(Mark("card", say("Jail card"), player.cards))
    if player.out:
        marks.append(Mark("out", say("Out")))
    where = say("on {name}", name=table.spaces[player.position].name) if table.spaces else say("on the board")
    return Person(
        seat,
        player.name,
        active=seat == table.active,
        figures=(
            Figure("cash", say("Cash $"), player.cash, path=f"cash.{seat}"),
            Figure("net_worth", say("Net worth $"), money.net_worth(table, seat)),
        ),
        marks=tuple(marks),
        lines=(
            say("{token} {where}", token=TOKENS.get(player.token, Text("")), where=where),
            *(contract_line(contract) for contract in table.owned(seat)),
        ),
    )


def contract_line(contract: Contract) -> Text:
    """A Contract as a line: name, color and how it stands."""
    if contract.mortgaged:
        return say("{name} ({colour}): mortgaged", name=contract.name, colour=Text(contract.colour))
    return say(
        "{name} ({colour}): {level}",
        name=contract.name,
        colour=Text(contract.colour),
        level=LEVELS[contract.devices],
    )


def bank(table: Table) -> Page:
    """The Bank's stock and the card piles."""
    return Page(
        "bank",
        say("The Bank"),
        (
            Figure("contracts", say("Contracts"), table.bank_contracts, len(table.contracts)),
            Figure("traps", say("Ghost Traps"), table.bank_traps, 32, alarm=table.bank_traps == 0),
            Figure("units", say("Containment Units"), table.bank_units, 12, alarm=table.bank_units == 0),
            Figure("draw_pile", say("Cards to draw"), table.draw_pile, path="draw_pile"),
            Figure("used_pile", say("Cards used"), table.used_pile, path="used_pile"),
        ),
        lines=(say("Banker: {who}", who=table.players[table.banker].name),),
    )


def contracts(table: Table) -> Page:
    """All Contracts and who has them."""
    lines = []
    for contract in table.contracts.values():
        who: str | Text = say("the Bank") if contract.owner is None else table.players[contract.owner].name
        lines.append(say("{name}: {who}", name=contract.name, who=who))
    return Page("contracts", say("Contracts"), lines=tuple(lines))
