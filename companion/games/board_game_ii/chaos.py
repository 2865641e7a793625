"""Chaos: every Entity that sees a Ghostbuster reacts as though the nearest one had missed it.

Rules GB2-CHAOS. Must not know the Event Die.
"""

from __future__ import annotations

from companion.engine.rule import Notice, Rule
from companion.engine.text import say

from .board import board
from .order import in_order
from .random_ghostbuster import break_tie
from .resolve import react
from .spirit_world import class_of
from .state import Entity, Table

_CHAOS = say("Chaos! Every Entity that sees a Ghostbuster reacts.")


def chaos(table: Table) -> Rule[None]:
    """All targets are fixed first, then the Entities react, lowest Class first, sharing one Movement Die.

    GB2-CHAOS-03, GB2-CHAOS-05, GB2-CHAOS-07.
    """
    yield Notice("chaos", _CHAOS, ("GB2-CHAOS-01",))
    targets: dict[str, int] = {}
    due: list[tuple[int, Entity]] = []
    for entity in list(table.entities.values()):
        seats = yield from board(table).nearest(table, entity, True)
        if seats:
            targets[entity.id] = yield from break_tie(table, seats)
            due.append(((yield from class_of(table, entity.card)), entity))
    ordered = yield from in_order(due, ("GB2-CHAOS-06", "GB2-CHAOS-05"))
    table.chaos = True
    for entity in ordered:
        if entity.id in table.entities:
            yield from react(table, entity, "missed", targets[entity.id])
    table.chaos = False
    table.movement_die = 0
