"""The canvas: one picture being drawn, and the record of what words it shows.

Here: text, boxes, bars, pips and icons in pixels. Must not know prompts, figures or time.
"""

from __future__ import annotations

import math
from typing import Literal

from PIL import Image, ImageChops, ImageDraw

from .fonts import SMALL, Font
from .layout import Block, Line, Piece, tall

Align = Literal["left", "centre", "right"]

ICONS = {
    "up": ("...#...", "..###..", ".#####.", "#######"),
    "down": ("#######", ".#####.", "..###..", "...#..."),
    "here": (
        "#####....",
        "######...",
        "#######..",
        "########.",
        "#########",
        "########.",
        "#######..",
        "######...",
        "#####....",
    ),
    "closed": (".###.", "#...#", "#...#", "#####", "#####", "##.##", "#####"),
    "busy": (
        "#######",
        "#.....#",
        ".#...#.",
        "..###..",
        "...#...",
        "..#.#..",
        ".#.#.#.",
        "#.###.#",
        "#######",
    ),
    "done": ("......#", ".....##", "#...##.", "##.##..", ".###...", "..#...."),
    "known": ("........#", ".......##", "......##.", "#....##..", "##..##...", ".####....", "..##....."),
    "unknown": (".####.", "##..##", "....##", "...##.", "..##..", "......", "..##.."),
    "not now": ("##...##", ".##.##.", "..###..", "..###..", ".##.##.", "##...##"),
    "twice": (
        "######...",
        "#....#...",
        "#..######",
        "#..#.#..#",
        "#..#.#..#",
        "######..#",
        "...#....#",
        "...######",
    ),
    "rub": ("...#.....", "..##.....", ".########", "..##.....", "...#....."),
    "news": ("..##..", "..##..", "..##..", "..##..", "......", "..##.."),
    "lost": ("...#...", "..#.#..", "..#.#..", ".#.#.#.", ".#...#.", "#..#..#", "#######"),
}
"""Small signs, drawn by hand."""

PIPS = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
}


class Canvas:
    """A picture of `width` by `height`. `shown` collects the pieces of words drawn on it, `turns` how
    many pages its turning parts have, `outside` whatever did not fit in the picture."""

    def __init__(self, width: int = 126, height: int = 62) -> None:
        self.width, self.height = width, height
        self.image = Image.new("1", (width, height))
        self.draw = ImageDraw.Draw(self.image)
        self.shown: set[Piece] = set()
        self.outside: list[str] = []
        self.turns = 1

    def text(self, line: Line | str, x: int, y: int, font: Font = SMALL) -> int:
        """Draw one line; gives the x behind it."""
        words = line if isinstance(line, str) else line.text
        right = x + font.width(words)
        if x < 0 or y < 0 or right > self.width or y + font.height > self.height:
            self.outside.append(words)
        font.draw(self.image, x, y, words)
        if isinstance(line, Line):
            self.shown.update(line.pieces)
        return right

    def lines(self, lines: tuple[Line, ...], font: Font, x: int, y: int, width: int, align: Align) -> int:
        """Draw lines one under the other; gives the y below them."""
        for line in lines:
            room = width - font.width(line.text)
            self.text(line, x + {"left": 0, "centre": room // 2, "right": room}[align], y, font)
            y += font.pitch
        return y

    def block(
        self, block: Block, tick: int, x: int, y: int, width: int, height: int, align: Align = "left"
    ) -> int:
        """Draw the page of `block` whose turn it is, in the middle of the height; gives the y below."""
        self.turns = max(self.turns, len(block.pages))
        page = block.page(tick)
        top = y + max(0, height - tall(block.font, len(page))) // 2
        return self.lines(page, block.font, x, top, width, align)

    def icon(self, name: str, x: int, y: int) -> int:
        """Draw a sign; gives the x behind it."""
        dots = [
            (x + column, y + row)
            for row, line in enumerate(ICONS[name])
            for column, dot in enumerate(line)
            if dot == "#"
        ]
        self.draw.point(dots, fill=255)
        return x + len(ICONS[name][0])

    def invert(self, x: int, y: int, width: int, height: int) -> None:
        """Swap lit and dark in a rectangle."""
        box = (x, y, min(x + width, self.width), min(y + height, self.height))
        self.image.paste(ImageChops.invert(self.image.crop(box)), box)

    def bar(self, x: int, y: int, width: int, value: int, high: int, height: int = 7) -> None:
        """A bar filled to value of high."""
        self.draw.rectangle((x, y, x + width - 1, y + height - 1), outline=1)
        filled = round((width - 4) * min(max(value, 0), high) / high) if high > 0 else 0
        if filled:
            self.draw.rectangle((x + 2, y + 2, x + 1 + filled, y + height - 3), fill=1)

    def pips(self, face: int, x: int, y: int, size: int) -> None:
        """A face of a d6."""
        self.draw.rounded_rectangle((x, y, x + size - 1, y + size - 1), radius=6, outline=1, width=2)
        radius = size // 10
        for column, row in PIPS[face]:
            cx, cy = (x + size // 2 + (at - 1) * size * 2 // 7 for at in (column, row))
            cy = y + size // 2 + (row - 1) * size * 2 // 7
            self.draw.ellipse((cx - radius, cy - radius, cx + radius, cy + radius), fill=1)

    def star(self, x: int, y: int) -> None:
        """A star of five points around x, y."""
        points = []
        for corner in range(10):
            angle, far = math.pi * (corner / 5 - 0.5), 17 if corner % 2 == 0 else 7
            points.append((x + far * math.cos(angle), y + 1 + far * math.sin(angle)))
        self.draw.polygon(points, fill=1)

    def bolt(self, x: int, y: int) -> None:
        """A flash around x, y."""
        self.draw.polygon(
            [
                (x + 4, y - 16),
                (x - 11, y + 3),
                (x - 2, y + 3),
                (x - 5, y + 16),
                (x + 11, y - 4),
                (x + 2, y - 4),
            ],
            fill=1,
        )

    def busy(self) -> None:
        """An hourglass in the corner: the press was felt, what comes of it is not known yet."""
        left, top = self.width - 9, self.height - 11
        self.draw.rectangle((left, top, self.width - 1, self.height - 1), fill=0)
        self.icon("busy", left + 2, top + 2)

    def marks(self, above: bool, below: bool, x: int, top: int, bottom: int) -> None:
        """Say that there is more above or below."""
        if above:
            self.icon("up", x, top)
        if below:
            self.icon("down", x, bottom - 4)
