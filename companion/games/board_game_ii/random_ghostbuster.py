"""Who is meant by a random Ghostbuster, and how ties are broken.

Rules GB2-RANDOM-02, GB2-RANDOM-03, GB2-CHAOS-04. Must not know what happens to the chosen one.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.prompts import Roll, Rules, Shuffle
from companion.engine.rule import Rule
from companion.engine.text import Text, say

from .dice import COMBAT, MOVEMENT
from .state import Table

_RULES = ("GB2-RANDOM-02",)
_TITLE = say("Random Ghostbuster")
_FOUR = Roll(_TITLE, say("Roll the Movement Die: who is it?"), _RULES, die=MOVEMENT)


def movement_die(table: Table, prompt: Roll) -> Rule[int]:
    """A Movement Die result: one that is shared or was thrown ahead, else asked for.

    GB2-CHAOS-03, GB2-ENDROUND-04.
    """
    ahead = table.movement_die
    if ahead:
        if not table.chaos:
            table.movement_die = 0
        return ahead
    face: int = yield prompt
    if table.chaos:
        table.movement_die = face
    return face


def random_ghostbuster(table: Table) -> Rule[int]:
    """The seat that the dice choose."""
    count = len(table.team)
    if count == 4:
        face: int
        if table.chaos and not table.house_rules.one_chaos_roll:
            face = yield _FOUR
        else:
            face = yield from movement_die(table, _FOUR)
        return (face - 1) // 2
    if count == 1:
        return 0
    return (yield from one_of([who.name for who in table.team], _TITLE, ("GB2-RANDOM-03",)))


def one_of(names: Sequence[str | Text], title: Text, rules: Rules) -> Rule[int]:
    """One of several things by a Combat Die, each as likely; faces that are left over are rolled again.

    More than six cannot be told apart by it: an order nobody chose decides.
    """
    if len(names) == 1:
        return 0
    if len(names) > 6:
        order = yield Shuffle(title, rules=rules, count=len(names))
        return int(order[0])
    each = 6 // len(names)
    parts: list[str | int | Text] = [
        Text("{low} {name}", {"low": at + 1, "name": name})
        if each == 1
        else Text("{low}-{high} {name}", {"low": at * each + 1, "high": (at + 1) * each, "name": name})
        for at, name in enumerate(names)
    ]
    prompt = Roll(title, Text("Roll the Combat Die: {list}.", {"list": parts}), rules, die=COMBAT)
    while True:
        face = yield prompt
        if face <= each * len(names):
            return int((face - 1) // each)


def break_tie(table: Table, seats: tuple[int, ...]) -> Rule[int]:
    """Of several equally near Ghostbusters the highest Combat Die is the target. GB2-CHAOS-04."""
    while len(seats) > 1:
        best = 0
        rolled: dict[int, int] = {}
        for seat in seats:
            face = yield Roll(
                say("Tie: {who} rolls", who=table.team[seat].name),
                say("Equally near: the highest Combat Die is the target."),
                ("GB2-CHAOS-04",),
                die=COMBAT,
            )
            rolled[seat] = face
            best = max(best, face)
        seats = tuple(seat for seat, face in rolled.items() if face == best)
    return seats[0]
