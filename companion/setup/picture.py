"""The picture of a map: `Grid` as SVG for paper and screen, and as characters for a terminal.

Must not know what the squares stand for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import zip_longest
from types import MappingProxyType

from companion.engine.prompts import Grid

SIDE, EDGE, LINE, LETTERS = 240, 12, 15, 32
"""In units of the picture: a square, the margin, from line to line; and the letters that fit in a square."""
TOP, SPACES = 36, 130
"""Where the spaces of a square begin below its upper edge, and how much room they take."""
ARROWS = {0: "", 90: ">", 180: "v", 270: "<"}
Place = tuple[int, int]
Spaces = tuple[tuple[int, ...], ...]


def svg(
    grid: Grid, title: str, words: Mapping[Place, str], spaces: Mapping[Place, Spaces] = MappingProxyType({})
) -> str:
    """The map as a picture of its own. `words` are written in the squares at (row, column), from 0, and
    `spaces` drawn above them.

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
                place = (row, column)
                parts += _square(x, y, label, turned, words.get(place, ""), spaces.get(place, ()))
    return "\n".join([*parts, "</svg>", ""])


def _square(x: int, y: int, label: str, turned: int, words: str, spaces: Spaces) -> list[str]:
    middle = f"{x + SIDE // 2} {y + SIDE // 2}"
    below = TOP + (SPACES + 8 if spaces else 0) + LINE
    return [
        f'<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="#f4f4ec" stroke="#222" '
        'stroke-width="2"/>',
        f'<text transform="rotate({turned} {middle})" x="{x + 8}" y="{y + 26}" font-size="22" '
        f'font-weight="bold" text-decoration="underline">{escape(label)}</text>',
        *_spaces(x, y, spaces),
        *(
            f'<text x="{x + SIDE // 2}" y="{y + below + number * LINE}" font-size="12" '
            f'text-anchor="middle">{escape(line)}</text>'
            for number, line in enumerate(_wrapped(words))
        ),
    ]


def _spaces(x: int, y: int, spaces: Spaces) -> Iterator[str]:
    """The spaces of a square, with the numbers of what stands there."""
    side = SPACES // len(spaces) if spaces else 0
    left, top = x + (SIDE - side * len(spaces)) // 2, y + TOP
    for row, line in enumerate(spaces):
        for column, number in enumerate(line):
            at, under = left + column * side, top + row * side
            yield (
                f'<rect x="{at}" y="{under}" width="{side}" height="{side}" '
                f'fill="{"#fff" if number else "none"}" stroke="#999"/>'
            )
            if number:
                yield (
                    f'<text x="{at + side // 2}" y="{under + side // 2 + 5}" font-size="15" '
                    f'font-weight="bold" text-anchor="middle">{number}</text>'
                )


def _wrapped(words: str) -> Sequence[str]:
    """Lines that fit in a square: one for each thing, long ones in pieces."""
    from textwrap import wrap

    return [line for thing in words.split("\n") for line in wrap(thing, LETTERS)]


def characters(grid: Grid) -> list[str]:
    """The map in lines of a terminal: a label points where its top does (none: upward); marked: [ ].

    The spaces of a marked square stand beside it.
    """
    wide = max(len(label) for line in grid.squares for label in line) + 3
    turned = grid.turned or tuple(tuple(0 for _ in line) for line in grid.squares)
    lines = []
    for row, (labels, turns) in enumerate(zip(grid.squares, turned, strict=True)):
        cells = [label + ARROWS[turn] for label, turn in zip(labels, turns, strict=True)]
        cells = [f"[{c}]" if (row, n) in grid.marked else c for n, c in enumerate(cells)]
        cells = [cell.center(wide) for cell in cells]
        lines += ["+" + "+".join("-" * wide for _ in cells) + "+", "|" + "|".join(cells) + "|"]
    lines.append(lines[0])
    beside = ["".join(f"{number or '.':>3}" for number in line) for line in grid.spaces]
    return [
        f"{left:<{len(lines[0])}}   {right}".rstrip()
        for left, right in zip_longest(lines, beside, fillvalue="")
    ]
