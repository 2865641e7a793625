"""Getting Slimed: the limit of 3, the exchange for Caustic, and what each Slime takes away.

Rules GB2-SLIME, GB2-CAUSTIC. Must not know why somebody is Slimed.
"""

from __future__ import annotations

from functools import lru_cache

from companion.engine.prompts import Choose, Option
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say

from .pvp import contain
from .state import Ghostbuster, Table
from .streams import recheck
from .win_loss import lose
from .words import SLIME_KINDS, SLIME_NAMES

LIMIT = 3
"""GB2-SLIME-02."""
CAUSTIC_LIMIT = 3
"""GB2-CAUSTIC-01."""
SIGHT = 3
MOVE = 2
KINDS = SLIME_KINDS
STUCK = frozenset({"caustic", "containment"})
"""Slimes that no ordinary cleaning takes off. GB2-CAUSTIC-04."""

_GAINED = say("{who} is Slimed: {slime}")
_SWAPPED = say("{who} is Slimed: {slime} becomes Caustic")
_GAIN_RULES = ("GB2-SLIME-01",)
_SWAP_RULES = ("GB2-SLIME-03",)


def slimes_of(ghostbuster: Ghostbuster) -> int:
    """How many Slimes a Ghostbuster holds, Caustic among them."""
    return sum(ghostbuster.slimes.values())


def sight_of(table: Table, seat: int) -> int:
    """Line of Sight in spaces. GB2-SLIME-07, GB2-SLIME-11."""
    who = table.team[seat]
    return max(0, SIGHT + table.gained(seat, "sight") - who.slimes.get("sight", 0))


def move_of(table: Table, seat: int) -> int:
    """Spaces of one Move Action. GB2-SLIME-08, GB2-SLIME-10."""
    who = table.team[seat]
    return max(0, MOVE + table.gained(seat, "movement") - who.slimes.get("movement", 0))


def slime(table: Table, seat: int, kind: str, count: int = 1) -> Rule[None]:
    """A Ghostbuster gains Slimes of one kind, one after the other. GB2-SLIME-05."""
    who = table.team[seat]
    for _ in range(count):
        if table.house_rules.pvp:
            yield from contain(table, seat)
            continue
        if slimes_of(who) < LIMIT:
            add(who, kind)
            yield Notice(
                "slimed",
                _GAINED.fill(who=who.name, slime=SLIME_NAMES[kind]),
                _GAIN_RULES,
                {"seat": seat, "slime": kind},
            )
        else:
            yield from _exchange(table, seat)
        check_caustic(table, seat)
        if kind == "sight" and who.target:
            yield from recheck(table, seat, ("GB2-SLIME-13",))


def _exchange(table: Table, seat: int) -> Rule[None]:
    """A fourth Slime: one that is held becomes Caustic instead. GB2-SLIME-03, GB2-CAUSTIC-07."""
    who = table.team[seat]
    held = [kind for kind in KINDS if kind != "caustic" and kind in who.slimes]
    if not held:
        return
    given = held[0]
    if len(held) > 1:
        given = yield _which(who.name, seat, tuple(held))
        if given not in who.slimes:
            return
    take(who, given)
    add(who, "caustic")
    yield Notice(
        "caustic",
        _SWAPPED.fill(who=who.name, slime=SLIME_NAMES[given]),
        _SWAP_RULES,
        {"seat": seat, "given": given},
    )


@lru_cache(maxsize=1024)
def _which(name: str, seat: int, held: tuple[str, ...]) -> Choose:
    return Choose(
        Text("{who}: give up one", {"who": name}),
        Text("A fourth Slime: one you hold becomes Caustic. Which?"),
        _SWAP_RULES,
        seat,
        options=tuple(Option(kind, SLIME_NAMES[kind]) for kind in held),
    )


def cleanable(who: Ghostbuster) -> list[str]:
    """The kinds of Slime that can be cleaned off a Ghostbuster."""
    return [kind for kind in KINDS if kind in who.slimes and kind not in STUCK]


def add(who: Ghostbuster, kind: str) -> None:
    """Put one Slime on a Ghostbuster."""
    who.slimes[kind] = who.slimes.get(kind, 0) + 1


def take(who: Ghostbuster, kind: str) -> None:
    """Take one Slime off a Ghostbuster."""
    left = who.slimes[kind] - 1
    if left:
        who.slimes[kind] = left
    else:
        del who.slimes[kind]


def check_caustic(table: Table, seat: int) -> None:
    """Three Caustic on one Ghostbuster lose the Scenario. GB2-CAUSTIC-01."""
    if table.team[seat].slimes.get("caustic", 0) >= CAUSTIC_LIMIT:
        lose(table, "caustic")
