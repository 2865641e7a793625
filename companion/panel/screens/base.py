"""What all screens have in common.

Law: a screen draws every word it was given, on some page or at some cursor. It holds rendered words and
calls back with what was chosen. Must not know prompts, sessions, time or devices.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from companion.engine.text import Text

from ..canvas import Canvas

Hints: TypeAlias = Mapping[str, Text]
Act: TypeAlias = Callable[[], object]
"""Something to do."""
Beside: TypeAlias = Callable[[Canvas, int, int], int]
"""Draws at the left edge, between a top and so many pixels below it; gives the width it took."""


def nothing() -> None:
    """What happens where nothing does."""


class Screen:
    """What is common: a screen is stepped, taken and left. `lamps` are the keys worth pressing."""

    grows = -1
    """What UP adds: -1 goes up a list, +1 raises a number. A click clockwise adds the other, or +1."""
    lamps: frozenset[str] = frozenset()
    keys: tuple[str, ...] = ()
    """The die keys that step this screen."""

    def __init__(self, back: Act | None = None) -> None:
        self._back = back

    def draw(self, canvas: Canvas, tick: int, news: str = "") -> None:
        """Draw; `tick` counts the turns of pages that turn by themselves. `news` is said instead of what is
        asked, on a screen that `speaks`."""
        raise NotImplementedError

    def said(self) -> list[str]:
        """Every text that the screen was given to show."""
        raise NotImplementedError

    def places(self) -> int:
        """How many steps show everything; to be asked after the first drawing."""
        return 1

    def step(self, by: int) -> None:
        """Move the cursor or the value."""

    def ok(self) -> None:
        """Take what is shown."""

    def back(self) -> bool:
        """Step out; False if this screen has nowhere to go."""
        if self._back is None:
            return False
        self._back()
        return True

    @property
    def speaks(self) -> bool:
        """Whether news can be told beside what is asked, so that it need not stand over it."""
        return False

    def hints(self) -> Hints:
        """What each key does now."""
        return {}
