"""Pixel fonts: strips of one-bit glyphs, how wide a text is, and how to draw one.

Here: reading the strips, and what to draw for a letter they lack. Must not know screens or layout.
"""

from __future__ import annotations

import json
import unicodedata
from functools import cache, cached_property
from pathlib import Path

from PIL import Image

FOLDER = Path(__file__).parent

LIKE = {"ẞ": "SS", "→": ">", "←": "<", "×": "x", "\u00a0": " ", "\u202f": " ", "’": "'", "…": "..."}
"""Letters the strips lack although people write them, and what stands for them."""


HAIR = "\u200a"
"""One empty column: where the arm of an r would touch an n, the two would read as an m."""

KEPT = 256
"""Drawn lines that a font remembers: a screen is drawn many times with few changes."""


class Font:
    """One font. `height` is the room a line needs (accents to descenders), `pitch` the way to the next.
    In a `touching` one letters may run into each other."""

    def __init__(self, name: str, lead: int = 0, touching: bool = False) -> None:
        self.name = name
        self._lead = lead
        self._touching = touching

    @cached_property
    def _facts(self) -> dict[str, object]:
        facts: dict[str, object] = json.loads(_read(f"{self.name}.json"))
        return facts

    @cached_property
    def height(self) -> int:
        return int(str(self._facts["line"]))

    @cached_property
    def pitch(self) -> int:
        return self.height + self._lead

    @cached_property
    def _cells(self) -> dict[str, tuple[int, int]]:
        cells: dict[str, tuple[int, int]] = {}
        x = 0
        letters, widths = self._facts["letters"], self._facts["widths"]
        assert isinstance(letters, str)
        assert isinstance(widths, list)
        for letter, width in zip(letters, widths, strict=True):
            cells[letter] = (x, width)
            x += width
        cells[HAIR] = (x, 1)
        return cells

    @cached_property
    def _strip(self) -> Image.Image:
        # Read by hand: `Image.open` would load the readers of a dozen formats first.
        _, size, bits = (FOLDER / f"{self.name}.pbm").read_bytes().split(b"\n", 2)
        width, height = map(int, size.split())
        return Image.frombytes("1", (width, height), bits, "raw", "1;I")

    @cached_property
    def _lines(self) -> dict[str, Image.Image]:
        return {}

    def plain(self, text: str) -> str:
        """`text` in letters this font has: composed, then the bare letter, then one `?`."""
        text = unicodedata.normalize("NFC", text)
        if self._touching:
            text = text.replace("rn", f"r{HAIR}n")
        if all(letter in self._cells for letter in text):
            return text
        return "".join(self._instead(letter) for letter in text)

    def width(self, text: str) -> int:
        """Pixels from the left edge of `text` to its right one."""
        cells = self._cells
        return sum(cells[letter][1] for letter in self.plain(text))

    def draw(self, image: Image.Image, x: int, y: int, text: str) -> None:
        """Light the pixels of `text` with its top left corner at x, y."""
        line = self._lines.get(text)
        if line is None:
            if len(self._lines) >= KEPT:
                self._lines.clear()
            line = self._lines[text] = self._line(self.plain(text))
        image.paste(255, (x, y), line)

    def _line(self, text: str) -> Image.Image:
        """The letters side by side."""
        cells = [self._cells[letter] for letter in text]
        line = Image.new("1", (max(1, sum(width for _, width in cells)), self._strip.height))
        x = 0
        for left, width in cells:
            line.paste(self._strip.crop((left, 0, left + width, self._strip.height)), (x, 0))
            x += width
        return line

    def _instead(self, letter: str) -> str:
        if letter in self._cells:
            return letter
        if letter in LIKE:
            return self.plain(LIKE[letter])
        if unicodedata.combining(letter) or unicodedata.category(letter) in ("Cf", "Mn", "Me"):
            return ""
        bare = unicodedata.normalize("NFKD", letter)[0]
        return bare if bare in self._cells else "?"


@cache
def _read(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


SMALL = Font("small", lead=-2)
"""About 24 letters on a line, for reading."""
BOLD = Font("bold", lead=-2, touching=True)
MEDIUM = Font("medium")
LARGE = Font("large", lead=-2, touching=True)
BIG = Font("big", lead=-3)
NUMERAL = Font("numeral", lead=2)
"""Digits 35 pixels high."""
