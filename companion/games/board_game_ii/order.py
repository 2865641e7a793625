"""In which order Entities of equal Class act: the players' choice.

Rules GB2-TURN-05, GB2-CHAOS-06. Must not know what they do.
"""

from __future__ import annotations

from companion.engine.prompts import Choose, Option, Rules
from companion.engine.rule import Rule
from companion.engine.text import Text, say

from .state import Entity

_TEXT = say("Same Class: which one first?")
_AS_NUMBERED = Option("order", say("As numbered"))


def in_order(due: list[tuple[int, Entity]], rules: Rules) -> Rule[list[Entity]]:
    """Lowest rank first; players order those of equal rank, one answer leaves them as they are."""
    if len(due) < 2:
        return [entity for _, entity in due]
    due.sort(key=_rank)
    ordered: list[Entity] = []
    while due:
        rank = due[0][0]
        same = [entity for other, entity in due if other == rank]
        due = due[len(same) :]
        ordered += same if len(same) == 1 else (yield from _chosen(same, rules))
    return ordered


def _rank(due: tuple[int, Entity]) -> int:
    return due[0]


def _chosen(left: list[Entity], rules: Rules) -> Rule[list[Entity]]:
    ordered: list[Entity] = []
    while len(left) > 1:
        answer = yield Choose(
            say("Who acts first?"),
            _TEXT,
            rules,
            options=(_AS_NUMBERED, *(Option(entity.id, Text(entity.name)) for entity in left)),
            default="order",
        )
        if answer == "order":
            break
        ordered += [entity for entity in left if entity.id == answer]
        left = [entity for entity in left if entity.id != answer]
    return ordered + left
