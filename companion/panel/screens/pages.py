"""Words to read, page after page.

Must not know what they are about.
"""

from __future__ import annotations

from functools import partial

from companion.engine.text import Text, say

from ..canvas import Canvas
from ..fonts import SMALL, Font
from ..layout import HEADLINES, READING, Block, fit
from .base import Act, Beside, Hints, Screen
from .heads import draw_heading, draw_large


class Pages(Screen):
    """Words to read under a heading, page after page; OK goes on and at the end takes it."""

    def __init__(
        self,
        heading: str,
        text: str,
        done: Act,
        back: Act | None = None,
        sign: str = "",
        beside: Beside | None = None,
    ) -> None:
        super().__init__(back)
        self.heading, self.text, self.sign = heading, text, sign
        self._beside = partial(draw_large, sign) if sign else beside
        self.page, self.count = 0, 1
        self.lamps = frozenset({"ok"})
        self._done = done

    def step(self, by: int) -> None:
        self.page = min(max(self.page + by, 0), self.count - 1)

    def ok(self) -> None:
        if self.page < self.count - 1:
            self.page += 1
        else:
            self._done()

    def places(self) -> int:
        return self.count

    def said(self) -> list[str]:
        return [self.heading, self.text]

    def draw(self, canvas: Canvas, tick: int, news: str = "") -> None:
        if not self.text:
            self._draw_body(canvas, self.heading, 0, HEADLINES)
            return
        top = draw_heading(canvas, [self.heading], tick, room=canvas.width - 18) if self.heading else 0
        self._draw_body(canvas, self.text, top, READING)

    def _draw_body(self, canvas: Canvas, words: str, top: int, fonts: tuple[Font, ...]) -> None:
        left, height = 0, canvas.height - top
        if self._beside is not None:
            left = self._beside(canvas, top, height) + 6
        block = fit(words, canvas.width - left, height, fonts)
        if len(block.pages) > 1:
            block = fit(words, canvas.width - left - 9, height, fonts)
        self.count = len(block.pages)
        self.page = min(self.page, self.count - 1)
        page = Block(block.font, (block.pages[self.page],))
        if self.count == 1:
            canvas.block(page, 0, left, top, canvas.width - left, height)
            return
        canvas.lines(page.pages[0], page.font, left, top, canvas.width, "left")
        canvas.marks(self.page > 0, self.page < self.count - 1, canvas.width - 7, max(top, 14), canvas.height)
        count = f"{self.page + 1}/{self.count}"
        if top:
            canvas.text(count, canvas.width - SMALL.width(count), 0, SMALL)

    def hints(self) -> Hints:
        hints: dict[str, Text] = {"ok": say("Go on")}
        if self.count > 1:
            hints |= {"up": say("Page before"), "down": say("Next page")}
        if self._back is not None:
            hints["back"] = say("Back")
        return hints
