"""The ring: moving round it, passing GO, and what each kind of space does to who lands there."""

from __future__ import annotations

from companion.engine.prompts import Choose, Option, Refusal, yes_no
from companion.engine.rule import Rule
from companion.engine.text import say

from . import battle, contracts, jail, money, vapor
from .state import ECTO_FEE, GO_MONEY, Space, Table

NO_FIFTY = Refusal(say("An advance costs $50, and that is more than the cash in hand."), ("MONO-ECTO-09",))

KINDS = {
    "contract": say("A Contract"),
    "vapor": say("Roaming Vapor"),
    "ecto_1": say("ECTO-1"),
    "entity": say("Supernatural Entity"),
    "go": say("GO"),
    "jail": say("Jail (visiting)"),
    "free_parking": say("Free Parking"),
    "go_to_jail": say("Go to Jail"),
}


def move(table: Table, seat: int, steps: int, pays_go: bool = True) -> Rule[None]:
    """Move clockwise; passing GO or landing on it pays $200 (MONO-GO-01, -02). Without a board, ask."""
    player = table.players[seat]
    if not table.spaces:
        if pays_go:
            passed = yield yes_no(
                say("Passed GO?"),
                say("Did {who} pass GO or land on it?", who=player.name),
                ("MONO-GO-01", "MONO-DATA-03"),
                default="no",
            )
            if passed == "yes":
                yield from money.collect(table, seat, GO_MONEY, "MONO-GO-01")
        return
    target = player.position + steps
    player.position = target % len(table.spaces)
    if pays_go and target >= len(table.spaces):
        yield from money.collect(table, seat, GO_MONEY, "MONO-GO-01", "MONO-GO-02")


def land(table: Table, seat: int) -> Rule[None]:
    """Carry out the space the player stands on."""
    if table.spaces:
        space = table.spaces[table.players[seat].position]
    else:
        space = yield from ask_space(table, seat)
    if space.kind == "contract":
        yield from contracts.land(table, seat, table.contracts[space.contract])
    elif space.kind == "vapor":
        yield from vapor.draw(table, seat)
    elif space.kind == "entity":
        yield from battle.battle(table, seat, space)
    elif space.kind == "go_to_jail":
        yield from jail.go_to_jail(table, seat)
    elif space.kind == "ecto_1":
        yield from ecto_1(table, seat)


def ask_space(table: Table, seat: int) -> Rule[Space]:
    """Without a board: where did the token land? (MONO-DATA-03)"""
    kind = yield Choose(
        say("Landed on what?"),
        say("Where did {who} land?", who=table.players[seat].name),
        ("MONO-DATA-03",),
        options=tuple(Option(kind, name) for kind, name in KINDS.items()),
    )
    if kind != "contract":
        return Space(kind)
    id = yield Choose(
        say("Which Contract?"),
        say("Which Contract did {who} land on?", who=table.players[seat].name),
        ("MONO-DATA-03", "MONO-DATA-01"),
        options=tuple(Option(c.id, say("{name}", name=c.name)) for c in table.contracts.values()),
    )
    return Space("contract", contract=id)


def between(table: Table, position: int) -> list[int]:
    """The spaces strictly between an ECTO-1 and the next one clockwise (MONO-ECTO-02, MONO-DATA-06)."""
    found = []
    count = len(table.spaces)
    for step in range(1, count):
        index = (position + step) % count
        if table.spaces[index].kind == "ecto_1":
            break
        found.append(index)
    return found


def ecto_1(table: Table, seat: int) -> Rule[None]:
    """Stay, or pay $50 and advance to a space before the next ECTO-1 (MONO-ECTO-01 to -10)."""
    player = table.players[seat]
    choice = (
        yield lambda: (
            None
            if player.out
            else Choose(
                say("{who} on ECTO-1", who=player.name),
                say("Pay $50 to advance to a space before the next ECTO-1, or stay?"),
                ("MONO-ECTO-01", "MONO-ECTO-06"),
                seat,
                options=(
                    Option("stay", say("Stay, pay nothing")),
                    Option("advance", say("Pay $50, advance"), NO_FIFTY if player.cash < ECTO_FEE else None),
                ),
            )
        )
    )
    if choice in (None, "stay"):
        return
    yield from money.pay(table, seat, None, ECTO_FEE, "MONO-ECTO-01")
    if table.spaces:
        target = yield Choose(
            say("Advance where?"),
            say("Any space before the next ECTO-1."),
            ("MONO-ECTO-02",),
            seat,
            options=tuple(
                Option(str(index), say("{n} {name}", n=index, name=table.spaces[index].name))
                for index in between(table, player.position)
            ),
        )
        player.position = int(target)
        if table.spaces[player.position].kind == "go":
            # Only passing GO is barred; its own rule pays who lands there (MONO-ECTO-05).
            yield from money.collect(table, seat, GO_MONEY, "MONO-ECTO-05")
    yield from land(table, seat)
