"""Maps as SVG: what a step of the set-up shows (`Grid`), small; the whole map with words, for paper.

Must not know what the squares stand for, nor who asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from textwrap import wrap
from types import MappingProxyType

from companion.engine.prompts import Grid, Prompt, Tell
from companion.engine.text import Text, say

SIDE, EDGE, LINE, LETTERS = 240, 12, 15, 32
"""In units of the picture: a square, the margin, from line to line; and the letters that fit in a square."""
TOP, SPACES = 36, 130
"""Where the spaces of a square begin below its upper edge, and how much room they take."""
SMALL, CLOSE = 72, 46
"""Pixels of a square in the picture of one step, and of a space where a square is seen from near."""
Place = tuple[int, int]
Spaces = tuple[tuple[int, ...], ...]


# -- one step, on a page ------------------------------------------------------


def seen_as(grid: Grid) -> Text:
    """The picture in words, for those who do not see it."""
    marked = [grid.squares[row][column] for row, column in grid.marked]
    return say("Map, marked: {squares}", squares=marked) if marked else say("Map")


def overview(grid: Grid, name: str) -> str:
    """The map, each label as it lies at its edge of the square, what is marked filled and framed twice."""
    rows, columns = len(grid.squares), max(len(line) for line in grid.squares)
    body: list[str] = []
    for row, line in enumerate(grid.squares):
        for column, label in enumerate(line):
            if not label:
                continue
            turned = grid.turned[row][column] if grid.turned else 0
            x, y, half = column * SMALL, row * SMALL, SMALL // 2
            marked = (row, column) in grid.marked
            body.append(
                ('<g class="marked">' if marked else "<g>")
                + f'<rect x="{x + 1}" y="{y + 1}" width="{SMALL - 2}" height="{SMALL - 2}"/>'
                + (f'<rect x="{x + 6}" y="{y + 6}" width="{SMALL - 12}" height="{SMALL - 12}"/>' * marked)
                + f'<text transform="rotate({turned} {x + half} {y + half})" x="{x + half}" y="{y + 30}" '
                f'text-anchor="middle" font-size="20" font-weight="bold">{escape(label)}</text></g>'
            )
    return _picture(columns * SMALL, rows * SMALL, name, "".join(body))


def close_up(grid: Grid, name: str) -> str:
    """The spaces of the marked square: a number where something stands, a point where nothing does."""
    body: list[str] = []
    for row, line in enumerate(grid.spaces):
        for column, number in enumerate(line):
            x, y, half = column * CLOSE, row * CLOSE, CLOSE // 2
            body.append(
                f'<rect x="{x + 1}" y="{y + 1}" width="{CLOSE - 2}" height="{CLOSE - 2}"/>'
                + (
                    f'<text x="{x + half}" y="{y + half + 9}" text-anchor="middle" font-size="26" '
                    f'font-weight="bold">{number}</text>'
                    if number
                    else f'<circle cx="{x + half}" cy="{y + half}" r="2.5"/>'
                )
            )
    wide = max(len(line) for line in grid.spaces) * CLOSE
    return _picture(wide, len(grid.spaces) * CLOSE, name, "".join(body))


def _picture(wide: int, high: int, name: str, body: str) -> str:
    return (
        f'<svg class="map" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" role="img" '
        f'aria-label="{escape(name)}">{body}</svg>'
    )


# -- the whole, for paper -----------------------------------------------------


def whole(
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
    return [line for thing in words.split("\n") for line in wrap(thing, LETTERS)]


def of_steps(told: Sequence[Prompt], title: str, words: Callable[[Text], str]) -> str | None:
    """The whole map of a set-up with what its steps say of each square; None if nobody has typed it in."""
    drawn = [(prompt, prompt.grid) for prompt in told if isinstance(prompt, Tell) and prompt.grid is not None]
    plain = next((grid for _, grid in drawn if not grid.marked), None)
    if plain is None:
        return None
    said = {place: words(prompt.text).replace(". ", ".\n") for prompt, grid in drawn for place in grid.marked}
    spaces = {grid.marked[0]: grid.spaces for _, grid in drawn if grid.spaces}
    return whole(plain, title, said, spaces)
