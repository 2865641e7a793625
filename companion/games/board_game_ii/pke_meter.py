"""The PKE Meter: which way each number of the Movement Die points.

Rules GB2-SETUP-09, GB2-SETUP-10. It is printed on the meter only: as long as nobody has typed it in, a
direction is said by its number. Must not know what moves.
"""

from __future__ import annotations

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
"""As the meter lies on the table, seen with its 1 where the owner typed it."""


def direction(table: Table, face: int) -> Text | int:
    """How a Movement Die result is said."""
    if not table.pke_meter:
        return face
    return Text("{n} ({way})", {"n": face, "way": DIRECTIONS[table.pke_meter[face - 1]]})
