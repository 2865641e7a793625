"""A picture of squares on the canvas: the tiles of a map. Must not know what they stand for."""

from __future__ import annotations

from companion.engine.prompts import Grid

from .canvas import Canvas
from .fonts import BOLD, SMALL

LARGEST = 26
"""Pixels of the side of a square: a few of them shall not fill the screen."""
SHARE, MOST = 7 / 16, 5 / 8
"""The part of the width the picture takes, so that words have room beside it; more only for its labels."""


DIGITS = (
    ("..#..", ".##..", "..#..", "..#..", "..#..", "..#..", ".###."),
    (".###.", "#...#", "....#", "..##.", ".#...", "#....", "#####"),
    (".###.", "#...#", "....#", "..##.", "....#", "#...#", ".###."),
    ("...#.", "..##.", ".#.#.", "#..#.", "#####", "...#.", "...#."),
    ("#####", "#....", "####.", "....#", "....#", "#...#", ".###."),
    (".###.", "#....", "#....", "####.", "#...#", "#...#", ".###."),
    ("#####", "....#", "...#.", "..#..", "..#..", ".#...", ".#..."),
    (".###.", "#...#", "#...#", ".###.", "#...#", "#...#", ".###."),
    (".###.", "#...#", "#...#", ".####", "....#", "....#", ".###."),
)
"""1 to 9, lower than those of any font, so that they fit on a space."""


def draw_grid(grid: Grid, canvas: Canvas, top: int, height: int) -> int:
    """Draw `grid` at the left edge, in the middle of the height; gives its width.

    A turned square has a second line where its label lies; a marked one is filled. Where the spaces of a
    square are known they are drawn instead.
    """
    if grid.spaces:
        return _spaces(grid.spaces, canvas, top, height)
    columns = max((len(line) for line in grid.squares), default=1)
    needed = max((SMALL.width(label) for line in grid.squares for label in line), default=0) + 1
    share, most = (int(canvas.width * part) // columns for part in (SHARE, MOST))
    side = min((height - 1) // max(len(grid.squares), 1), max(share, min(needed, most)), LARGEST)
    above = top + (height - side * len(grid.squares)) // 2
    for row, line in enumerate(grid.squares):
        for column, label in enumerate(line):
            if label:
                turned = grid.turned[row][column] if grid.turned else 0
                marked = (row, column) in grid.marked
                _square(canvas, label, column * side, above + row * side, side, turned, marked)
    return columns * side + 1


def _square(canvas: Canvas, label: str, left: int, top: int, side: int, turned: int, marked: bool) -> None:
    right, bottom = left + side, top + side
    canvas.draw.rectangle((left, top, right, bottom), outline=1)
    for font, edge in ((BOLD, 6), (SMALL, 1)):
        wide = font.width(label)
        if wide <= side - edge and font.height <= side - 3:
            canvas.text(label, left + (side - wide) // 2 + 1, top + (side - font.height) // 2 + 1, font)
            break
    if marked:
        canvas.invert(left + 1, top + 1, side - 1, side - 1)
    lies = {
        90: (right - 2, top + 2, right - 2, bottom - 2),
        180: (left + 2, bottom - 2, right - 2, bottom - 2),
        270: (left + 2, top + 2, left + 2, bottom - 2),
    }
    if turned in lies:
        canvas.draw.line(lies[turned], fill=0 if marked else 1)


def _spaces(spaces: tuple[tuple[int, ...], ...], canvas: Canvas, top: int, height: int) -> int:
    """The spaces of one square: a number where something stands, a point where nothing does."""
    side = min((height - 2) // len(spaces), LARGEST)
    wide = side * len(spaces) + 1
    above = top + (height - wide) // 2
    canvas.draw.rectangle((0, above, wide, above + wide), outline=1)
    for row, line in enumerate(spaces):
        for column, number in enumerate(line):
            x, y = column * side + 1 + side // 2, above + row * side + 1 + side // 2
            if not number:
                canvas.draw.point((x, y), fill=1)
                continue
            dots = [
                (x + right - 2, y + down - 3)
                for down, bits in enumerate(DIGITS[number - 1])
                for right, bit in enumerate(bits)
                if bit == "#"
            ]
            canvas.draw.point(dots, fill=1)
    return wide
