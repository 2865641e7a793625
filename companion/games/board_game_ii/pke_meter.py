"""The PKE Meter: how it lies, and which way each number of the Movement Die points.

Rules GB2-SETUP-09, GB2-SETUP-10. It is printed on the meter only: as long as nobody has typed it in, a
direction is said by its number. Must not know what moves.
"""

from __future__ import annotations

from companion.engine.prompts import Choose, Option
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say

from .state import Table

DIRECTIONS: dict[str, Text] = {
    "up": say("up"),
    "up right": say("up right"),
    "right": say("right"),
    "down right": say("down right"),
    "down": say("down"),
    "down left": say("down left"),
    "left": say("left"),
    "up left": say("up left"),
}
"""As the meter lies on the table, clockwise. The library keeps it with its 1 up."""
_AS_YOU_LIKE = say("Lay it as you like, for the whole game.")
_READ = say("Seen from the first player. This is asked only once.")
_RULES = ("GB2-SETUP-09", "GB2-SETUP-10")


def direction(table: Table, face: int) -> Text | int:
    """How a Movement Die result is said."""
    if not table.pke_meter:
        return face
    return Text("{n} ({way})", {"n": face, "way": DIRECTIONS[table.pke_meter[face - 1]]})


def lay_meter(table: Table) -> Rule[None]:
    """It lies as the players like: asked for where its numbers are known; else these may be typed in."""
    if not table.pke_meter:
        answer = yield Choose(
            say("PKE Meter"),
            _AS_YOU_LIKE,
            _RULES,
            options=(Option("done", say("Done")), Option("type", say("Type in its numbers"))),
            default="done",
        )
        if answer == "type":
            yield from _type_in(table)
        return
    first: str = yield Choose(
        say("PKE Meter: where is 1?"), _AS_YOU_LIKE, _RULES, options=_options({}), default="up"
    )
    table.pke_meter = _turned(table.pke_meter, first)


def _type_in(table: Table) -> Rule[None]:
    """Which way each number points; what is left is the last one's. It is kept with its 1 up."""
    ways: dict[str, int] = {}
    for number in range(1, len(DIRECTIONS)):
        way: str = yield Choose(
            say("Where does {n} point?", n=number), _READ, ("GB2-SETUP-10",), options=_options(ways)
        )
        ways[way] = number
    (last,) = set(DIRECTIONS) - set(ways)
    table.pke_meter = (*ways, last)
    yield Notice(
        "learned",
        say("The PKE Meter is noted."),
        ("GB2-SETUP-10",),
        {"card": table.box_card, "field": "pke_meter", "value": list(_turned(table.pke_meter, "up"))},
    )


def _options(taken: dict[str, int]) -> tuple[Option, ...]:
    return tuple(Option(way, name) for way, name in DIRECTIONS.items() if way not in taken)


def _turned(ways: tuple[str, ...], first: str) -> tuple[str, ...]:
    """The same meter turned so that its 1 points `first`."""
    ring = list(DIRECTIONS)
    by = ring.index(first) - ring.index(ways[0])
    return tuple(ring[(ring.index(way) + by) % len(ring)] for way in ways)
