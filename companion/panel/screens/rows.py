"""A list to choose from.

Must not know what its rows stand for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.engine.text import Text, say

from ..canvas import ICONS, Canvas
from ..fonts import BOLD, LARGE, MEDIUM, SMALL, Font
from ..layout import Line, paged, wrap
from .base import Act, Hints, Screen
from .heads import broken, draw_head

MARGIN = 12
"""Where the words of a list begin: the cursor stands before them."""


class Row(NamedTuple):
    """A line of a list: the words, whether it is open now, a sign after it, and what it stands for."""

    label: str
    open: bool = True
    mark: str = ""
    id: str = ""


class Rows(Screen):
    """A list to choose from, under a heading. Rows that are not open are thin and bear a lock."""

    def __init__(
        self,
        talk: Sequence[str],
        rows: Sequence[Row],
        chosen: Callable[[int], object],
        cursor: int = 0,
        back: Act | None = None,
        heading: Callable[[int], Sequence[str]] | None = None,
    ) -> None:
        super().__init__(back)
        self.rows, self.cursor = rows, cursor
        self._talk, self._heading, self._chosen = talk, heading, chosen
        self._top = 0

    @property
    def talk(self) -> Sequence[str]:
        """The heading: fixed, or depending on the row."""
        return self._talk if self._heading is None else self._heading(self.cursor)

    def step(self, by: int) -> None:
        if self.rows:
            self.cursor = (self.cursor + by) % len(self.rows)

    def ok(self) -> None:
        if self.rows:
            self._chosen(self.cursor)

    def places(self) -> int:
        return len(self.rows)

    @property
    def speaks(self) -> bool:
        return any(self.talk)

    def said(self) -> list[str]:
        headings = (
            [self._talk] if self._heading is None else [self._heading(at) for at in range(len(self.rows))]
        )
        return [*(words for heading in headings for words in heading), *(row.label for row in self.rows)]

    def draw(self, canvas: Canvas, tick: int, news: str = "") -> None:
        top = draw_head(canvas, [news] if news else self.talk, tick)
        if not self.rows:
            return
        room = canvas.height - top
        laid = self._lay(canvas.width - MARGIN - 8, room)
        heights = [min(len(lines) * font.pitch, room) for font, lines in laid]
        spare = room - max((font.height - font.pitch for font, _ in laid), default=0)
        self._scroll(heights, spare)
        y, last = top, self._top
        for number in range(self._top, len(self.rows)):
            if y + heights[number] > top + spare and number > self._top:
                break
            self._draw_row(canvas, laid[number], tick, number, y, room)
            y += heights[number]
            last = number
        canvas.marks(self._top > 0, last < len(self.rows) - 1, canvas.width - 7, top, canvas.height)

    def _lay(self, width: int, room: int) -> list[tuple[Font, tuple[Line, ...]]]:
        """The rows in the largest font that shows all of them at once, each on one line; else the usual."""
        for big in (LARGE, MEDIUM, BOLD):
            thin = BOLD if big is not BOLD else SMALL
            laid = [
                (font, wrap(row.label, font, width))
                for row in self.rows
                for font in [big if row.open else thin]
            ]
            if all(len(lines) == 1 for _, lines in laid) and (
                sum(font.pitch for font, _ in laid) + big.height - big.pitch <= room
            ):
                break
        return [
            (font, lines) if not broken(lines) else (SMALL, wrap(row.label, SMALL, width))
            for (font, lines), row in zip(laid, self.rows, strict=True)
        ]

    def _scroll(self, heights: Sequence[int], room: int) -> None:
        """Turn to the page of the cursor when it leaves the window; no row under the last is wasted."""
        if self.cursor < self._top:
            self._top = self._filling(self.cursor, heights, room)
        elif sum(heights[self._top : self.cursor + 1]) > room:
            self._top = min(self.cursor, self._filling(len(heights) - 1, heights, room))

    @staticmethod
    def _filling(last: int, heights: Sequence[int], room: int) -> int:
        """The first row of a full window that ends with row `last`."""
        top = last
        while top > 0 and sum(heights[top - 1 : last + 1]) <= room:
            top -= 1
        return top

    def _draw_row(
        self, canvas: Canvas, laid: tuple[Font, tuple[Line, ...]], tick: int, number: int, y: int, room: int
    ) -> None:
        font, lines = laid
        here, row = number == self.cursor, self.rows[number]
        pages = paged(lines, font, room)
        if here:
            canvas.turns = max(canvas.turns, len(pages))
        page = pages[tick % len(pages)] if here else pages[0]
        canvas.lines(page, font, MARGIN, y, canvas.width - MARGIN, "left")
        right = MARGIN + max((font.width(line.text) for line in page), default=0)
        mark = row.mark or ("" if row.open else "closed")
        if mark:
            canvas.icon(mark, right + 3, y + max(0, (font.height - len(ICONS[mark])) // 2))
        if here:
            canvas.icon("here", 0, y + (font.height - len(ICONS["here"])) // 2)

    def hints(self) -> Hints:
        hints: dict[str, Text] = {"up": say("Up"), "down": say("Down"), "ok": say("Choose")}
        if self._back is not None:
            hints["back"] = say("Back")
        return hints
