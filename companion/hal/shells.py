"""The shells a GoDice can be put in: which face is up by the direction of gravity inside. Pure geometry.

Must not know messages or Bluetooth. Source of directions and numbers: GoDice Python API (ParticulaCode).
"""

import math
from operator import mul
from typing import Literal, TypeAlias

Shape: TypeAlias = Literal["d6", "d8", "d10", "d12", "d20"]
Axes: TypeAlias = tuple[int, int, int]

LEAN = math.cos(math.radians(12))
"""A die that leans further than this from every face lies crooked. Faces of the finest shell are 29 degrees
apart, and those of a shell 18 from those of the bare die: one is never taken for the other."""

_BARE: tuple[Axes, ...] = ((-64, 0, 0), (0, 0, 64), (0, 64, 0), (0, -64, 0), (0, 0, -64), (64, 0, 0))
_TWENTY: tuple[Axes, ...] = (
    (-64, 0, -22), (42, -42, 40), (0, 22, -64), (0, 22, 64), (-42, -42, 42),
    (22, 64, 0), (-42, -42, -42), (64, 0, -22), (-22, 64, 0), (42, -42, -42),
    (-42, 42, 42), (22, -64, 0), (-64, 0, 22), (42, 42, 42), (-22, -64, 0),
    (42, 42, -42), (0, -22, -64), (0, -22, 64), (-42, 42, -42), (64, 0, 22),
)  # fmt: skip
_TWENTY_FOUR: tuple[Axes, ...] = (
    (20, -60, -20), (20, 0, 60), (-40, -40, 40), (-60, 0, 20), (40, 20, 40), (-20, -60, -20),
    (20, 60, 20), (-40, 20, -40), (-40, 40, 40), (-20, 0, 60), (-20, -60, 20), (60, 0, 20),
    (-60, 0, -20), (20, 60, -20), (20, 0, -60), (40, -20, -40), (-20, 60, -20), (-40, -40, -40),
    (40, -20, 40), (20, -60, 20), (60, 0, -20), (40, 20, -40), (-20, 0, -60), (-20, 60, 20),
)  # fmt: skip
FACES: dict[Shape, tuple[tuple[Axes, ...], tuple[int, ...]]] = {
    "d6": (_BARE, (1, 2, 3, 4, 5, 6)),
    "d8": (_TWENTY_FOUR, (3, 3, 6, 1, 2, 8, 1, 1, 4, 7, 5, 5, 4, 4, 2, 5, 7, 7, 8, 2, 8, 3, 6, 6)),
    "d10": (_TWENTY, (8, 2, 6, 1, 4, 3, 9, 0, 7, 5, 5, 7, 0, 9, 3, 4, 1, 6, 2, 8)),
    "d12": (_TWENTY_FOUR, (*range(1, 13), *range(1, 13))),
    "d20": (_TWENTY, tuple(range(1, 21))),
}
"""Shape -> the directions in which it can lie, and the number that is up in each. A d10 has 0 to 9. The shell
with four faces is left out: its published table has the faces unequally often."""


def face_up(axes: Axes, shape: Shape) -> int | None:
    """The number that is up; None when the die lies crooked."""
    length = math.hypot(*axes)
    if not length:
        return None
    directions, numbers = FACES[shape]
    shares = [sum(map(mul, axes, way)) / (length * math.hypot(*way)) for way in directions]
    nearest = max(range(len(shares)), key=shares.__getitem__)
    return numbers[nearest] if shares[nearest] >= LEAN else None
