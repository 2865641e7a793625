"""How the table stands: sheets of facts, and the overview.

Must not know what the figures mean.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.engine.text import say

from ..canvas import Canvas
from ..fonts import BOLD, MEDIUM, SMALL, Font
from ..layout import Block, Line, fit, wrap
from .base import Act, Hints, Screen, nothing
from .heads import draw_heading, draw_talk


class Fact(NamedTuple):
    """A line of a sheet: words at the left, a value at the right, perhaps a bar, perhaps an alarm."""

    label: str
    value: str = ""
    share: tuple[int, int] | None = None
    alarm: bool = False


ROW = 12
"""The height of a line of a sheet."""


class Strip(NamedTuple):
    """A line of a sheet as laid out."""

    label: Line | None
    value: Line | None
    share: tuple[int, int] | None
    alarm: bool


class Sheet(Screen):
    """A status page: facts under a heading; more than fit are further pages."""

    def __init__(
        self,
        heading: str,
        facts: Sequence[Fact],
        done: Act = nothing,
        turn: Callable[[int], object] | None = None,
        back: Act | None = None,
        font: Font = BOLD,
    ) -> None:
        super().__init__(back)
        self.heading, self.facts, self.font = heading, facts, font
        self.page, self.count = 0, 1
        self._done, self._turn = done, turn

    def step(self, by: int) -> None:
        if 0 <= self.page + by < self.count:
            self.page += by
        elif self._turn is not None:
            self._turn(by)

    def ok(self) -> None:
        self._done()

    def places(self) -> int:
        return self.count

    def said(self) -> list[str]:
        return [self.heading, *(words for fact in self.facts for words in (fact.label, fact.value))]

    def draw(self, canvas: Canvas, tick: int, news: str = "") -> None:
        top = draw_heading(canvas, [self.heading], tick, room=canvas.width - 22)
        rows = (canvas.height - top - BOLD.height) // ROW + 1
        pages: list[list[Strip]] = [[]]
        for fact in self.facts:
            strips = self._lay(fact, canvas.width)
            # A figure stays whole unless it is longer than a page.
            if len(pages[-1]) + len(strips) > rows and (len(strips) <= rows or len(pages[-1]) == rows):
                pages.append([])
            for strip in strips:
                if len(pages[-1]) == rows:
                    pages.append([])
                pages[-1].append(strip)
        pages = [page for page in pages if page] or [[]]
        self.count = len(pages)
        self.page = min(self.page, self.count - 1)
        for number, strip in enumerate(pages[self.page]):
            self._draw_strip(canvas, strip, top + number * ROW)
        if self.count > 1:
            count = f"{self.page + 1}/{self.count}"
            canvas.text(count, canvas.width - SMALL.width(count), 0, SMALL)

    def _lay(self, fact: Fact, width: int) -> list[Strip]:
        """Name and value on one line if they fit, else on lines of their own."""
        label, value = wrap(fact.label, self.font, width), wrap(fact.value, BOLD, width)
        if len(label) == len(value) == 1:
            used = self.font.width(label[0].text) + BOLD.width(value[0].text) + 4
            if used <= width:
                return [Strip(label[0], value[0], fact.share, fact.alarm)]
        return [
            *(Strip(line, None, None, fact.alarm) for line in label),
            *(Strip(None, line, None, fact.alarm) for line in value),
        ]

    def _draw_strip(self, canvas: Canvas, strip: Strip, y: int) -> None:
        left, right = 0, canvas.width
        if strip.label is not None:
            left = canvas.text(strip.label, 0, y, self.font)
        if strip.value is not None:
            right -= BOLD.width(strip.value.text)
            canvas.text(strip.value, right, y, BOLD)
        if strip.share is not None and right - left >= 26:
            canvas.bar(left + 5, y + 3, right - left - 10, *strip.share)
        if strip.alarm:
            canvas.invert(0, y + 1, canvas.width, ROW)

    def hints(self) -> Hints:
        return {"up": say("Page before"), "down": say("Next page"), "ok": say("Back"), "back": say("Back")}


FACT = 15
"""The height of a figure on the overview."""


class FactLine(NamedTuple):
    """A figure laid out on one line, and how many turns its pages need."""

    label: Block
    value: Block
    turns: int


class Overview(Screen):
    """The idle screen: the headline large, what is asked, and the most pressing figures."""

    def __init__(
        self,
        texts: Sequence[str],
        facts: Sequence[Fact],
        done: Act = nothing,
        turn: Callable[[int], object] | None = None,
    ) -> None:
        super().__init__(done)
        self.texts, self.facts = texts, facts
        self._done, self._turn = done, turn

    def step(self, by: int) -> None:
        if self._turn is not None:
            self._turn(by)

    def ok(self) -> None:
        self._done()

    def said(self) -> list[str]:
        return [*self.texts, *(words for fact in self.facts for words in (fact.label, fact.value))]

    def draw(self, canvas: Canvas, tick: int, news: str = "") -> None:
        bottom = canvas.height
        if self.facts:
            bottom -= FACT * min(len(self.facts), 2) + 1
            canvas.draw.line((0, bottom, canvas.width - 1, bottom), fill=1)
            pairs = [self.facts[at : at + 2] for at in range(0, len(self.facts), 2)]
            turns = [max(self._lay(fact, canvas.width).turns for fact in pair) for pair in pairs]
            canvas.turns = max(canvas.turns, sum(turns))
            tick_here = tick % sum(turns)
            pair = 0
            while tick_here >= turns[pair]:
                tick_here -= turns[pair]
                pair += 1
            for number, fact in enumerate(pairs[pair]):
                self._draw_fact(canvas, fact, tick_here, bottom + 1 + number * FACT)
        blocks = [
            fit(text, canvas.width, bottom, (MEDIUM if at == 0 else BOLD, SMALL))
            for at, text in enumerate(self.texts[:2])
        ]
        if len(blocks) == len(self.texts) and sum(block.height for block in blocks) <= bottom:
            y = (bottom - sum(block.height for block in blocks)) // 2
            for block in blocks:
                canvas.block(block, 0, 0, y, canvas.width, block.height)
                y += block.height
        else:
            draw_talk(canvas, self.texts, tick, 0, 0, canvas.width, bottom - 1)

    def _lay(self, fact: Fact, width: int) -> FactLine:
        """The value at the right, at most two thirds of the line; the name in what is left."""
        fonts = (MEDIUM, BOLD, SMALL)
        value = fit(fact.value, width * 2 // 3, FACT, fonts)
        widest = max((value.font.width(line.text) for page in value.pages for line in page), default=0)
        label = fit(fact.label, width - widest - 4, FACT, fonts)
        return FactLine(label, value, max(len(label.pages), len(value.pages)))

    def _draw_fact(self, canvas: Canvas, fact: Fact, tick: int, y: int) -> None:
        label, value, _ = self._lay(fact, canvas.width)
        left, right = 0, canvas.width
        for line in label.page(tick):
            left = canvas.text(line, 0, y + (FACT - label.font.height) // 2, label.font)
        for line in value.page(tick):
            right = canvas.width - value.font.width(line.text)
            canvas.text(line, right, y + (FACT - value.font.height) // 2, value.font)
        if fact.share is not None and right - left > 24:
            canvas.bar(left + 4, y + 4, right - left - 8, *fact.share)
        if fact.alarm:
            canvas.invert(0, y, canvas.width, FACT)

    def hints(self) -> Hints:
        back = say("Back to the question")
        return {"up": say("Page before"), "down": say("Next page"), "ok": back, "back": back}
