"""Proton Streams and Mood Slimes: putting them on a target, losing them, cutting them loose.

Rules GB2-STREAM. Five tokens each, all on one target. Must not know how a hit comes about.
"""

from __future__ import annotations

from companion.engine.rule import Notice, Rule
from companion.engine.text import say

from .board import board
from .state import TOKENS, Table, Target

_LOOSE = say("{who}: tokens off {target}")


def attach(table: Table, seat: int, target: Target) -> bool:
    """Put one token of the pack in use on a target, if one is left. GB2-STREAM-01, GB2-STREAM-02."""
    if target.of(seat) >= TOKENS or table.target(target.id) is not target:
        return False
    who = table.team[seat]
    if who.target and who.target != target.id:
        former = table.target(who.target)
        if former is not None:
            former.streams.pop(seat, None)
            former.mood_slimes.pop(seat, None)
    tokens = target.streams if who.pack == "proton" else target.mood_slimes
    tokens[seat] = tokens.get(seat, 0) + 1
    who.target = target.id
    return True


def detach(table: Table, seat: int, rules: tuple[str, ...]) -> Rule[None]:
    """All tokens of a Ghostbuster come off their target. GB2-STREAM-14."""
    who = table.team[seat]
    target = table.target(who.target)
    who.target = ""
    if target is None:
        return
    target.streams.pop(seat, None)
    target.mood_slimes.pop(seat, None)
    if not target.tokens:
        target.resist_won = False
    yield Notice(
        "loose",
        _LOOSE.fill(who=who.name, target=target.title),
        rules,
        {"seat": seat, "target": target.id},
    )


def give_back(table: Table, target: Target) -> None:
    """All tokens on a target go home; it has left play or is closed. GB2-TRAP-05."""
    for seat in (*target.streams, *target.mood_slimes):
        table.team[seat].target = ""
    target.streams.clear()
    target.mood_slimes.clear()
    target.resist_won = False


def check_sight(table: Table, target: Target) -> Rule[None]:
    """A target has moved: whoever lost sight of it loses the tokens on it. GB2-STREAM-03, GB2-STREAM-12."""
    if not target.streams and not target.mood_slimes:
        return
    for seat, who in enumerate(table.team):
        if who.target == target.id and not (yield from board(table).sees(table, seat, target)):
            yield from detach(table, seat, ("GB2-STREAM-12",))


def recheck(table: Table, seat: int, rules: tuple[str, ...]) -> Rule[None]:
    """A Ghostbuster's own sight has changed. GB2-SLIME-13."""
    target = table.target(table.team[seat].target)
    if target is not None and not (yield from board(table).sees(table, seat, target)):
        yield from detach(table, seat, rules)
