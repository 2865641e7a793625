"""A number between two bounds.

Must not know what it counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.engine.text import Text, say

from ..canvas import Canvas
from ..fonts import BIG, LARGE, MEDIUM, NUMERAL, SMALL
from .base import Act, Hints, Screen
from .heads import draw_head


class Number(Screen):
    """A large number between two bounds."""

    grows = 1

    def __init__(
        self,
        talk: Sequence[str],
        low: int,
        high: int,
        value: int,
        chosen: Callable[[int], object],
        step: int = 1,
        back: Act | None = None,
    ) -> None:
        super().__init__(back)
        self.talk, self.low, self.high, self.unit = talk, low, high, step
        self.value = min(max(value, low), high)
        self._chosen = chosen

    def step(self, by: int) -> None:
        wanted = self.value + by * self.unit
        if self.value in (self.low, self.high) and not self.low <= wanted <= self.high and abs(by) == 1:
            wanted = self.low if wanted > self.high else self.high
        self.value = min(max(wanted, self.low), self.high)

    def ok(self) -> None:
        self._chosen(self.value)

    @property
    def speaks(self) -> bool:
        return any(self.talk)

    def said(self) -> list[str]:
        return list(self.talk)

    def draw(self, canvas: Canvas, tick: int, news: str = "") -> None:
        top = draw_head(canvas, [news] if news else self.talk, tick)
        bounds = (f"{self.low}", f"{self.high}")
        side = max(SMALL.width(word) for word in bounds) + 4
        room, words = canvas.width - 2 * side, str(self.value)
        fonts = [font for font in (NUMERAL, BIG, LARGE, MEDIUM, SMALL) if font.height <= canvas.height - top]
        font = next((font for font in fonts if font.width(words) <= room), SMALL)
        middle = top + (canvas.height - top) // 2
        canvas.text(words, (canvas.width - font.width(words)) // 2, middle - font.height // 2, font)
        canvas.text(bounds[0], 0, canvas.height - SMALL.height, SMALL)
        canvas.text(bounds[1], canvas.width - SMALL.width(bounds[1]), canvas.height - SMALL.height, SMALL)
        if self.value > self.low:
            canvas.icon("down", 0, middle - 4)
        if self.value < self.high:
            canvas.icon("up", canvas.width - 7, middle - 4)

    def hints(self) -> Hints:
        hints: dict[str, Text] = {
            "up": say("More (hold: faster)"),
            "down": say("Less (hold: faster)"),
            "ok": say("Take it"),
        }
        if self._back is not None:
            hints["back"] = say("Back")
        return hints
