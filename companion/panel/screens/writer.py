"""Words written letter by letter.

Must not know what for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.engine.text import Text, say

from ..canvas import Canvas
from ..fonts import BOLD, LARGE, MEDIUM, SMALL, Font
from ..layout import Block, fit
from .base import Act, Hints, Screen
from .heads import draw_head


class Writer(Screen):
    """Words letter by letter: a wheel of letters, OK takes one; a tick ends, an arrow rubs out."""

    grows = -1
    END, RUB = "\u2713", "\u2190"
    WHEEL = RUB + END + " ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜß0123456789-.,:'!?()/&+"

    def __init__(
        self,
        talk: Sequence[str],
        limit: int,
        default: str,
        chosen: Callable[[str], object],
        back: Act | None = None,
    ) -> None:
        super().__init__(back)
        self.talk, self.limit, self.words = talk, limit, default
        self.at = self.WHEEL.index(self.END) if default else self.WHEEL.index("A")
        self._chosen = chosen

    def letter(self, at: int) -> str:
        """The letter at a place of the wheel: small within a word."""
        letter = self.WHEEL[at % len(self.WHEEL)]
        return letter.lower() if self.words and self.words[-1].isalpha() else letter

    def step(self, by: int) -> None:
        self.at = (self.at + by) % len(self.WHEEL)

    def ok(self) -> None:
        letter = self.letter(self.at)
        if letter == self.END:
            self._chosen(self.words.strip())
        elif letter == self.RUB:
            self.words = self.words[:-1]
        elif len(self.words) < self.limit:
            self.words += letter

    def back(self) -> bool:
        if not self.words:
            return super().back()
        self.words = self.words[:-1]
        return True

    @property
    def speaks(self) -> bool:
        return any(self.talk)

    def said(self) -> list[str]:
        return list(self.talk)

    def draw(self, canvas: Canvas, tick: int, news: str = "") -> None:
        wheel = canvas.height - LARGE.height
        top = draw_head(canvas, [news] if news else self.talk, tick)
        block = fit(self.words + "_", canvas.width, wheel - top, (MEDIUM, BOLD, SMALL))
        last = Block(block.font, (block.pages[-1],))
        canvas.block(last, 0, 0, top, canvas.width, wheel - top)
        middle = canvas.width // 2
        for away in range(-4, 5):
            font = LARGE if away == 0 else BOLD
            self._draw_letter(canvas, self.letter(self.at + away), middle + away * 14, wheel, font)
        canvas.invert(middle - 9, wheel, 18, LARGE.height)

    def _draw_letter(self, canvas: Canvas, letter: str, x: int, y: int, font: Font) -> None:
        if letter in (self.END, self.RUB):
            canvas.icon("done" if letter == self.END else "rub", x - 4, y + 7)
            return
        shown = letter if letter != " " else "_"
        canvas.text(shown, x - font.width(shown) // 2, y + (LARGE.height - font.height) // 2, font)

    def hints(self) -> Hints:
        ending: dict[str, Text] = {
            self.END: say("Done"),
            self.RUB: say("Rub out"),
            " ": say("Take a space"),
        }
        letter = self.letter(self.at)
        taken = ending.get(letter) or say("Take {letter}", letter=letter)
        return {"up": say("Letter before"), "down": say("Next letter"), "ok": taken, "back": say("Rub out")}
