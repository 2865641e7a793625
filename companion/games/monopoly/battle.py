"""Supernatural Entities: the lander and the player on their left fight together."""

from __future__ import annotations

from companion.engine.prompts import DIE_6, Roll
from companion.engine.rule import Notice, Rule
from companion.engine.text import say

from . import money
from .board import ask_figure
from .state import Space, Table


def battle(table: Table, seat: int, space: Space) -> Rule[None]:
    """Each rolls one die; a sum that reaches the figure wins. Each gains, or pays, the full amount."""
    partner = table.left_of(seat)
    name = space.name or "Supernatural Entity"
    target = yield from ask_figure(
        space, name, "target", say("Roll on the space"), ("MONO-BATTLE-02", "MONO-DATA-04")
    )
    amount = yield from ask_figure(
        space, name, "amount", say("$ on the space"), ("MONO-BATTLE-04", "MONO-DATA-04")
    )
    total = 0
    for fighter in (seat, partner):
        face = yield Roll(
            say("{who} fights", who=table.players[fighter].name),
            say(
                "{name}: {first} and {second} need {target} together.",
                name=name,
                target=target,
                first=table.players[seat].name,
                second=table.players[partner].name,
            ),
            ("MONO-BATTLE-01",),
            fighter,
            die=DIE_6,
        )
        total += face
    if total >= target:
        yield Notice(
            "battle_won", say("{n}: the battle is won", n=total), ("MONO-BATTLE-02",), {"total": total}
        )
        for fighter in (seat, partner):
            yield from money.collect(table, fighter, amount, "MONO-BATTLE-04", "MONO-BATTLE-06")
        return
    yield Notice(
        "battle_lost", say("{n}: the battle is lost", n=total), ("MONO-BATTLE-03",), {"total": total}
    )
    for fighter in (seat, partner):
        yield from money.pay(table, fighter, None, amount, "MONO-BATTLE-05", "MONO-BATTLE-10")
