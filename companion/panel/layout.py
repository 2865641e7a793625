"""Layout: breaking text into lines and pages of one font, choosing the largest font that fits.

Law: every word of the text is on some line of some page, whole or in pieces that together make it.
Must not know pixels' colour, prompts or screens.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from .fonts import BIG, BOLD, LARGE, MEDIUM, SMALL, Font

READING: tuple[Font, ...] = (LARGE, MEDIUM, BOLD, SMALL)
"""Fonts for sentences, the best first."""
HEADLINES: tuple[Font, ...] = (BIG, LARGE, MEDIUM, BOLD, SMALL)


class Piece(NamedTuple):
    """A stretch of a word: the text it is from, the number of the word in it, first letter and end."""

    source: str
    word: int
    start: int
    end: int


class Line(NamedTuple):
    """One line as drawn, and which pieces of words it holds."""

    text: str
    pieces: tuple[Piece, ...]


class Block(NamedTuple):
    """A text laid out: pages of lines in one font."""

    font: Font
    pages: tuple[tuple[Line, ...], ...]

    def page(self, number: int) -> tuple[Line, ...]:
        """The lines of a page; numbers beyond the last begin again."""
        return self.pages[number % len(self.pages)]

    @property
    def height(self) -> int:
        """Pixels that the longest page needs."""
        return max((tall(self.font, len(page)) for page in self.pages), default=0)


def tall(font: Font, lines: int) -> int:
    """The height of so many lines."""
    return font.height + (lines - 1) * font.pitch if lines else 0


def split(source: str) -> list[str]:
    """The words of `source`; a no-break space does not part them."""
    return [word for word in re.split("[ \t\n]+", source) if word]


def pieces(source: str) -> list[Piece]:
    """Every word of `source` as a whole piece."""
    return [Piece(source, number, 0, len(word)) for number, word in enumerate(split(source))]


def wrap(source: str, font: Font, width: int) -> tuple[Line, ...]:
    """Break at spaces; a word too long for a line is broken with a hyphen."""
    return flow((source,), font, width)


@lru_cache(maxsize=512)
def flow(sources: tuple[str, ...], font: Font, width: int) -> tuple[Line, ...]:
    """Several texts run on, broken as `wrap` breaks one; a colon where one ends without a mark."""
    lines: list[Line] = []
    text = ""
    held: list[Piece] = []
    for number, source in enumerate(sources):
        words = split(source)
        if number < len(sources) - 1 and words and words[-1][-1].isalnum():
            words[-1] += ":"
        for word in pieces(source):
            for piece, drawn in _parts(words[word.word], word, font, width):
                longer = f"{text} {drawn}" if text else drawn
                if text and (font.width(longer) > width or piece.start):
                    lines.append(Line(text, tuple(held)))
                    longer, held = drawn, []
                text = longer
                held.append(piece)
    if text:
        lines.append(Line(text, tuple(held)))
    return tuple(lines)


def _parts(word: str, whole: Piece, font: Font, width: int) -> Iterator[tuple[Piece, str]]:
    """`word` itself, or as many hyphened parts as the width asks for."""
    start = 0
    while font.width(word[start:]) > width:
        end = start + 1
        while font.width(word[start : end + 1] + "-") <= width:
            end += 1
        # Not after a hyphen of its own, and no digit is parted from its neighbour if that can be helped.
        cut = end
        while cut > start + 1 and word[cut - 1].isdigit() and word[cut].isdigit():
            cut -= 1
        end = cut if cut > start + 1 else end
        mark = "" if word[end - 1] == "-" else "-"
        yield whole._replace(start=start, end=end), word[start:end] + mark
        start = end
    yield whole._replace(start=start), word[start:]


def fit(source: str, width: int, height: int, fonts: Sequence[Font] = READING) -> Block:
    """The largest of `fonts` that holds `source` on one page with no word broken; else pages of the last."""
    return _fit(source, width, height, tuple(fonts))


@lru_cache(maxsize=512)
def _fit(source: str, width: int, height: int, fonts: tuple[Font, ...]) -> Block:
    for font in fonts:
        lines = wrap(source, font, width)
        broken = any(piece.start for line in lines for piece in line.pieces)
        if not broken and tall(font, len(lines)) <= height:
            return Block(font, (lines,))
    font = fonts[-1]
    return Block(font, paged(wrap(source, font, width), font, height))


def paged(lines: Sequence[Line], font: Font, height: int) -> tuple[tuple[Line, ...], ...]:
    """Pages of as many lines as `height` holds (at least one)."""
    count = max(1, (height - font.height) // font.pitch + 1)
    return tuple(tuple(lines[at : at + count]) for at in range(0, len(lines), count)) or ((),)
