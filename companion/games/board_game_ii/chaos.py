"""Chaos: every Entity that sees a Ghostbuster reacts as though the nearest one had missed it.

Rules GB2-CHAOS. Must not know the Event Die.
"""

from __future__ import annotations

from companion.engine.prompts import Choose, Option
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say

from .board import board
from .random_ghostbuster import break_tie
from .resolve import react
from .spirit_world import class_of
from .state import Entity, Table

_CHAOS = say("Chaos! Every Entity that sees a Ghostbuster reacts.")
_ORDER_TEXT = say("Same Class: which one first?")
_IN_ORDER = Option("order", say("As numbered"))


def chaos(table: Table) -> Rule[None]:
    """All targets are fixed first, then the Entities react, lowest Class first, sharing one Movement Die.

    GB2-CHAOS-03, GB2-CHAOS-05, GB2-CHAOS-07.
    """
    yield Notice("chaos", _CHAOS, ("GB2-CHAOS-01",))
    aimed: list[tuple[int, Entity, int]] = []
    for entity in list(table.entities.values()):
        seats = yield from board(table).nearest(table, entity, True)
        if seats:
            seat = yield from break_tie(table, seats)
            aimed.append(((yield from class_of(table, entity.card)), entity, seat))
    aimed.sort(key=_class)
    table.chaos = True
    while aimed:
        same = [one for one in aimed if one[0] == aimed[0][0]]
        if len(same) > 1:
            same = yield from _in_order(same)
        for one in same:
            aimed.remove(one)
            _, entity, seat = one
            if entity.id in table.entities:
                yield from react(table, entity, "missed", seat)
    table.chaos = False
    table.movement_die = 0


def _class(aimed: tuple[int, Entity, int]) -> int:
    return aimed[0]


def _in_order(same: list[tuple[int, Entity, int]]) -> Rule[list[tuple[int, Entity, int]]]:
    """Players order Entities of one Class; one answer keeps the numbers. GB2-CHAOS-06."""
    ordered: list[tuple[int, Entity, int]] = []
    left = list(same)
    while len(left) > 1:
        answer = yield Choose(
            say("Who reacts first?"),
            _ORDER_TEXT,
            ("GB2-CHAOS-06",),
            options=(_IN_ORDER, *(Option(one[1].id, Text(one[1].name)) for one in left)),
            default="order",
        )
        if answer == "order":
            break
        ordered.extend(one for one in left if one[1].id == answer)
        left = [one for one in left if one[1].id != answer]
    return ordered + left
