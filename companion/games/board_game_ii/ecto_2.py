"""The Ecto-2: bringing it in, getting in and out, flying, refuelling.

Rules GB2-ECTO2. Must not know where it stands.
"""

from __future__ import annotations

from companion.engine.prompts import Choose, Option, Refusal
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say

from .actions import change_place
from .allowance import spend_maneuver
from .state import Table
from .words import BACK

COUNTERS = 3
SEATS = 2
_BACK = Option("back", BACK)
_DONE = Option("done", say("Done"))
ONCE = Refusal(say("The Ecto-2 comes in once in a Scenario."), ("GB2-ECTO2-02",))
FULL = Refusal(say("Two Ghostbusters are in the Ecto-2 already."), ("GB2-ECTO2-03",))
EMPTY = Refusal(say("No Timer Counter is left on the Ecto-2."), ("GB2-ECTO2-05",))
FUELLED = Refusal(say("It has its 3 Timer Counters."), ("GB2-ECTO2-10",))


def bring_in(table: Table, seat: int) -> Rule[bool]:
    """Give up all Actions: it lands next to the Ghostbuster with 3 counters. GB2-ECTO2-01, -02."""
    answer = yield Choose(
        say("Bring in the Ecto-2"),
        say("Both its spaces must be empty, one of them next to you. All your Actions are lost."),
        ("GB2-ECTO2-01", "GB2-ECTO2-02"),
        seat,
        options=(_DONE, _BACK),
    )
    if answer == "back":
        return False
    table.team[seat].forfeited = True
    table.ecto_2 = COUNTERS
    yield Notice(
        "ecto_2",
        Text("{who} brings in the Ecto-2: 3 Timer Counters", {"who": table.team[seat].name}),
        ("GB2-ECTO2-02",),
        {"counters": COUNTERS},
    )
    return True


def enter_or_exit(table: Table, seat: int) -> Rule[bool]:
    """A Maneuver, from or to a space next to it. GB2-ECTO2-03."""
    who = table.team[seat]
    out = who.place == "ecto_2"
    answer = yield Choose(
        (say("{who} gets out") if out else say("{who} gets in")).fill(who=who.name),
        say("To a free space next to the Ecto-2.") if out else say("From a space next to the Ecto-2?"),
        ("GB2-ECTO2-03",),
        seat,
        options=(_DONE, _BACK),
    )
    if answer == "back":
        return False
    spend_maneuver(table, seat)
    yield from change_place(table, seat, "map" if out else "ecto_2")
    return True


def drive(table: Table, seat: int) -> Rule[bool]:
    """Spend a counter and fly up to 4 spaces over everything. GB2-ECTO2-04 … -07."""
    assert table.ecto_2 is not None
    answer = yield Choose(
        say("Ecto-2: up to 4"),
        say("It flies over all, diagonals too. It lands on free spaces, not across a red or orange line."),
        ("GB2-ECTO2-04", "GB2-ECTO2-05", "GB2-ECTO2-06", "GB2-ECTO2-07"),
        seat,
        options=(_DONE, _BACK),
    )
    if answer == "back":
        return False
    table.team[seat].actions_used += 1
    table.ecto_2 -= 1
    yield Notice(
        "ecto_2",
        Text("Ecto-2: {n} Timer Counters left", {"n": table.ecto_2}),
        ("GB2-ECTO2-04",),
        {"counters": table.ecto_2},
    )
    return True


def refuel(table: Table, seat: int) -> Rule[bool]:
    """Give up all Actions next to it: 3 counters again. GB2-ECTO2-10."""
    answer = yield Choose(
        say("Refuel the Ecto-2"),
        say("You stand next to it and give up all your Actions?"),
        ("GB2-ECTO2-10",),
        seat,
        options=(_DONE, _BACK),
    )
    if answer == "back":
        return False
    table.team[seat].forfeited = True
    table.ecto_2 = COUNTERS
    yield Notice("ecto_2", say("Ecto-2: 3 Timer Counters"), ("GB2-ECTO2-10",), {"counters": COUNTERS})
    return True
