"""Giving up all Actions to clean oneself or to switch one's own Pack.

Rules GB2-FORFEIT, GB2-QUICKREF-01. Must not know the other Actions.
"""

from __future__ import annotations

from companion.engine.prompts import Choose, Option
from companion.engine.rule import Rule
from companion.engine.text import Text, say

from .actions import change_pack, cleaned
from .slime import cleanable
from .state import Table
from .words import BACK, SLIME_NAMES


def clean_oneself(table: Table, seat: int) -> Rule[bool]:
    """Remove one own Slime, not Caustic; all Actions are lost. GB2-FORFEIT-01, -04, -08, -09."""
    who = table.team[seat]
    held = cleanable(who)
    kind = held[0]
    if len(held) > 1:
        kind = yield Choose(
            Text("{who}: which Slime?", {"who": who.name}),
            say("All your Actions of this turn are lost."),
            ("GB2-FORFEIT-01",),
            seat,
            options=(*(Option(kind, SLIME_NAMES[kind]) for kind in held), Option("back", BACK)),
        )
        if kind == "back":
            return False
    who.forfeited = True
    yield from cleaned(table, seat, kind, ("GB2-FORFEIT-01", "GB2-QUICKREF-01"))
    return True


def switch_own_pack(table: Table, seat: int) -> Rule[bool]:
    """Switch one's own Pack; all Actions are lost. GB2-FORFEIT-02."""
    table.team[seat].forfeited = True
    yield from change_pack(table, seat, ("GB2-FORFEIT-02", "GB2-QUICKREF-01"))
    return True
