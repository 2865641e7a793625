"""Push: a Ghostbuster is shifted one space by what enters their space.

Rules GB2-PUSH. The board of cardboard tells where there is room. Must not know what pushes.
"""

from __future__ import annotations

from companion.engine.prompts import Choose, Option
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say

from .state import Table
from .streams import recheck

_TEXT = say(
    "One space on in the same direction. If a red or orange line, an Entity, a Ghostbuster, an Open Gate, "
    "an open Goo Pile or the edge is in the way: one of the two spaces beside it. Closed Gates and empty "
    "Goo Piles are not in the way."
)
_RULES = ("GB2-PUSH-01", "GB2-PUSH-02", "GB2-PUSH-03", "GB2-PUSH-04")
_OPTIONS = (
    Option("on", say("Shifted straight on")),
    Option("side", say("Shifted to one side")),
    Option("stays", say("No room: stays")),
)


def push(table: Table, seat: int) -> Rule[None]:
    """Shift a Ghostbuster one space; their tokens stay on as long as they see the target."""
    who = table.team[seat]
    answer = yield Choose(Text("{who} is Pushed", {"who": who.name}), _TEXT, _RULES, seat, options=_OPTIONS)
    yield Notice(
        "pushed",
        (say("{who} stays where they are") if answer == "stays" else say("{who} is Pushed")).fill(
            who=who.name
        ),
        _RULES,
        {"seat": seat, "how": answer},
    )
    if answer != "stays" and who.target:
        yield from recheck(table, seat, ("GB2-STREAM-12",))
