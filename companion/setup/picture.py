"""The picture of a map: `Grid` as SVG for paper and screen, and as characters for a terminal.

Must not know what the squares stand for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from companion.engine.prompts import Grid

SIDE, EDGE, LINE, LETTERS = 200, 12, 15, 26
"""In units of the picture: a square, the margin, from line to line; and the letters that fit in a square."""
ARROWS = {0: "", 90: ">", 180: "v", 270: "<"}
Place = tuple[int, int]


def svg(grid: Grid, title: str, words: Mapping[Place, str]) -> str:
    """The map as a picture of its own. `words` are written in the squares at (row, column), from 0.

    A label is written as it lies, at its edge of the square.
    """
    rows, columns = len(grid.squares), max(len(line) for line in grid.squares)
    width, height = columns * SIDE + 2 * EDGE, rows * SIDE + 2 * EDGE + 24
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text x="{EDGE}" y="24" font-size="17" font-weight="bold">{escape(title)}</text>',
    ]
    for row, line in enumerate(grid.squares):
        for column, label in enumerate(line):
            if label:
                turned = grid.turned[row][column] if grid.turned else 0
                x, y = EDGE + column * SIDE, EDGE + 24 + row * SIDE
                parts += _square(x, y, label, turned, words.get((row, column), ""))
    return "\n".join([*parts, "</svg>", ""])


def _square(x: int, y: int, label: str, turned: int, words: str) -> list[str]:
    middle = f"{x + SIDE // 2} {y + SIDE // 2}"
    return [
        f'<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="#f4f4ec" stroke="#222" '
        'stroke-width="2"/>',
        f'<text transform="rotate({turned} {middle})" x="{x + 8}" y="{y + 26}" font-size="22" '
        f'font-weight="bold" text-decoration="underline">{escape(label)}</text>',
        *(
            f'<text x="{x + SIDE // 2}" y="{y + 64 + number * LINE}" font-size="12" '
            f'text-anchor="middle">{escape(line)}</text>'
            for number, line in enumerate(_wrapped(words))
        ),
    ]


def _wrapped(words: str) -> Sequence[str]:
    """Lines that fit in a square: one for each thing, long ones in pieces."""
    from textwrap import wrap

    return [line for thing in words.split("\n") for line in wrap(thing, LETTERS)]


def characters(grid: Grid) -> list[str]:
    """The map in lines of a terminal: a label points where its top does (none: upward); marked: [ ]."""
    wide = max(len(label) for line in grid.squares for label in line) + 3
    turned = grid.turned or tuple(tuple(0 for _ in line) for line in grid.squares)
    lines = []
    for row, (labels, turns) in enumerate(zip(grid.squares, turned, strict=True)):
        cells = [label + ARROWS[turn] for label, turn in zip(labels, turns, strict=True)]
        cells = [f"[{c}]" if (row, n) in grid.marked else c for n, c in enumerate(cells)]
        cells = [cell.center(wide) for cell in cells]
        lines += ["+" + "+".join("-" * wide for _ in cells) + "+", "|" + "|".join(cells) + "|"]
    return [*lines, lines[0]]
