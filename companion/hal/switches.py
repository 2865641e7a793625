"""How real switches behave at the contact: bounce and glitches, drawn from a seeded source. Pure.

Used by the mock buttons and by tests that drive pins. Must not know: clocks, pins.
"""

import random
from dataclasses import dataclass
from typing import TypeAlias

Edge: TypeAlias = tuple[float, bool]
"""A moment in seconds and the level from then on, True for closed."""

BOUNCES = 4
"""A contact opens and closes again at most so often while it bounces, at random moments."""


@dataclass(frozen=True)
class Switch:
    """A kind of switch. Times in seconds."""

    bounce: float = 0.0
    """The longest bounce after a change."""
    glitches: float = 0.0
    """How many of a hundred presses are preceded by a closing nobody made."""
    glitch: float = 0.0008
    """The longest of those."""

    def change(self, at: float, closed: bool, rng: random.Random) -> list[Edge]:
        """The edges of one change to `closed`: the last one leaves it so."""
        if not self.bounce:
            return [(at, closed)]
        length = rng.uniform(0, self.bounce)
        moments = sorted(rng.uniform(0, length) for _ in range(2 * rng.randint(0, BOUNCES)))
        return [(at, closed)] + [(at + moment, closed ^ (i % 2 == 0)) for i, moment in enumerate(moments)]

    def ghost(self, at: float, rng: random.Random) -> list[Edge]:
        """A closing too short to be a finger."""
        return [(at, True), (at + rng.uniform(0.05, 0.95) * self.glitch, False)]

    def press(self, at: float, seconds: float, rng: random.Random) -> list[Edge]:
        """The edges of a press from `at` for `seconds`, glitches before it included."""
        before = self.ghost(at - 0.030, rng) if rng.random() * 100 < self.glitches else []
        return before + self.change(at, True, rng) + self.change(at + seconds, False, rng)


CLEAN = Switch()
ARCADE = Switch(bounce=0.005)
POOR = Switch(bounce=0.015, glitches=10)
