"""What is said above or beside the controls: in lines, in turns, as large as it can be.

Must not know what screen it is for.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..canvas import ICONS, Canvas
from ..fonts import BOLD, MEDIUM, SMALL
from ..layout import Block, Line, fit, flow, tall, wrap

HEAD = tall(BOLD, 2)
"""The height of the two lines above a list, whatever is said there: the list under them stands still."""


def broken(lines: Sequence[Line]) -> bool:
    """Whether a word is broken over lines."""
    return any(piece.start for line in lines for piece in line.pieces)


def draw_head(canvas: Canvas, talk: Sequence[str], tick: int) -> int:
    """Draw what is asked in two lines above a thin one: title and text together where they fit, else in
    turns. Gives the y below."""
    talk = [words for words in talk if words]
    if not talk:
        return 0
    fonts = (BOLD, SMALL)
    pages = [
        [(block.font, line) for line in page]
        for words in talk
        for block in [fit(words, canvas.width, HEAD, (MEDIUM, *fonts) if len(talk) == 1 else fonts)]
        for page in block.pages
    ]
    if len(talk) == 2 and [len(page) for page in pages] == [1, 1]:
        pages = [pages[0] + pages[1]]
    elif len(talk) > 1:
        for font in fonts:
            lines = flow(tuple(talk), font, canvas.width)
            if len(lines) <= 2 and not broken(lines):
                pages = [[(font, line) for line in lines]]
                break
    canvas.turns = max(canvas.turns, len(pages))
    page = pages[tick % len(pages)]
    y = (HEAD - sum(font.pitch for font, _ in page[:-1]) - page[-1][0].height) // 2
    for font, line in page:
        canvas.text(line, 0, y, font)
        y += font.pitch
    canvas.draw.line((0, HEAD, canvas.width - 1, HEAD), fill=1)
    return HEAD + 2


def draw_heading(canvas: Canvas, talk: Sequence[str], tick: int, room: int = 0) -> int:
    """Draw what is asked above a thin line: at most two lines, the rest turns. Gives the y below."""
    width = room or canvas.width
    pages = [
        (block.font, page)
        for words in talk
        if words
        for block in [fit(words, width, tall(BOLD, 2), (BOLD, SMALL))]
        for page in block.pages
    ]
    if not pages:
        return 0
    height = max(tall(font, len(page)) for font, page in pages)
    canvas.turns = max(canvas.turns, len(pages))
    font, page = pages[tick % len(pages)]
    canvas.lines(page, font, 0, (height - tall(font, len(page))) // 2, width, "left")
    canvas.draw.line((0, height, canvas.width - 1, height), fill=1)
    return height + 2


def draw_talk(
    canvas: Canvas, talk: Sequence[str], tick: int, x: int, y: int, width: int, height: int
) -> None:
    """Draw texts in a box: one under the other if they fit so, else each as large as it can be, in turns."""
    texts = [words for words in talk if words]
    for fonts in ((MEDIUM, BOLD), (BOLD, SMALL)) if len(texts) > 1 else ():
        laid = [(fonts[min(at, 1)], wrap(words, fonts[min(at, 1)], width)) for at, words in enumerate(texts)]
        tallest = sum(tall(font, len(lines)) for font, lines in laid)
        if tallest <= height and not any(broken(lines) for _, lines in laid):
            top = y + (height - tallest) // 2
            for font, lines in laid:
                canvas.lines(lines, font, x, top, width, "left")
                top += tall(font, len(lines))
            return
    pages = [
        (block.font, page) for words in texts for block in [fit(words, width, height)] for page in block.pages
    ]
    if not pages:
        return
    canvas.turns = max(canvas.turns, len(pages))
    font, page = pages[tick % len(pages)]
    canvas.block(Block(font, (page,)), 0, x, y, width, height)


def draw_large(sign: str, canvas: Canvas, top: int, height: int) -> int:
    """Draw a sign at three times its size, in the middle of the height; gives its width."""
    icon = ICONS[sign]
    above = top + (height - 3 * len(icon)) // 2
    for row, dots in enumerate(icon):
        for column, dot in enumerate(dots):
            if dot == "#":
                x, y = 3 * column, above + 3 * row
                canvas.draw.rectangle((x, y, x + 2, y + 2), fill=1)
    return 3 * len(icon[0])
