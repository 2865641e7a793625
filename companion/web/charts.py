"""Charts as SVG: a curve over the answers of a game, bars of a die's faces against what was expected.

Colours stand in the picture itself, so that it can be saved. Must not know where figures come from.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

WIDTH, HEIGHT, LEFT, TOP, FOOT = 640, 200, 44, 26, 24
GROUND, INK, QUIET, SLIME, WARN = "#0f1711", "#eef5ee", "#b3c4b6", "#7ee34a", "#ffb84d"


def _picture(title: str, body: str) -> str:
    name = escape(title)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{name}" font-family="system-ui, DejaVu Sans, sans-serif" font-size="13">'
        f'<title>{name}</title><rect width="{WIDTH}" height="{HEIGHT}" fill="{GROUND}"/>'
        f'<text x="8" y="17" fill="{INK}" font-size="14" font-weight="bold">{name}</text>{body}</svg>'
    )


LINES = (
    (SLIME, "none"),
    (WARN, "9 3"),
    ("#6ec6ff", "3 3"),
    ("#ff8fc0", "9 3 3 3"),
    ("#c9b6ff", "6 6"),
    (INK, "2 6"),
)
"""Colour and dashes of each line of one chart, told apart without colours too."""


def curves(title: str, lines: Sequence[tuple[str, Sequence[int | None]]], high: int | None = None) -> str:
    """Stepped lines, each with its name: a figure keeps its value until an answer changes it."""
    known = [value for _, values in lines for value in values if value is not None]
    bottom = min(0, *known, 0)
    top = max(high or 0, *known, bottom + 1)
    last = max(len(values) for _, values in lines) - 1
    across = (WIDTH - LEFT - 12) / max(last, 1)
    down = (HEIGHT - TOP - FOOT) / (top - bottom)

    def x(at: int) -> float:
        return LEFT + at * across

    def y(value: float) -> float:
        return HEIGHT - FOOT - (value - bottom) * down

    body = [_tick(y(value), str(value)) for value in sorted({bottom, top, *([0] if bottom < 0 else [])})]
    for index, (name, values) in enumerate(lines):
        colour, dashes = LINES[index % len(LINES)]
        pen = f'stroke="{colour}" stroke-width="2.5" stroke-dasharray="{dashes}"'
        path, drawn = [], False
        for at, value in enumerate(values):
            if value is None:
                drawn = False
                continue
            path.append(f"H{x(at):.1f}V{y(value):.1f}" if drawn else f"M{x(at):.1f} {y(value):.1f}")
            drawn = True
        body.append(f'<path d="{"".join(path)}" fill="none" {pen}/>')
        if name:
            left = LEFT + 24 + index * (WIDTH - LEFT - 70) / len(lines)
            body.append(
                f'<path d="M{left:.1f} {HEIGHT - 11}h22" {pen}/>'
                f'<text x="{left + 27:.1f}" y="{HEIGHT - 7}" fill="{INK}">{escape(name)}</text>'
            )
    body.append(f'<text x="{LEFT}" y="{HEIGHT - 7}" fill="{QUIET}">0</text>')
    body.append(f'<text x="{WIDTH - 12}" y="{HEIGHT - 7}" fill="{QUIET}" text-anchor="end">{last}</text>')
    return _picture(title, "".join(body))


def _tick(y: float, label: str) -> str:
    return (
        f'<line x1="{LEFT}" x2="{WIDTH - 12}" y1="{y:.1f}" y2="{y:.1f}" stroke="#34453a"/>'
        f'<text x="{LEFT - 6}" y="{y + 4:.1f}" fill="{QUIET}" text-anchor="end">{label}</text>'
    )


def bars(title: str, names: Sequence[str], seen: Sequence[int], expected: float) -> str:
    """A bar a face, and a line where all would end if chance were exact."""
    top = max(*seen, expected, 1)
    down = (HEIGHT - TOP - FOOT - 8) / top
    wide = (WIDTH - LEFT - 12) / len(seen)
    body = []
    for at, (name, count) in enumerate(zip(names, seen, strict=True)):
        x, height = LEFT + at * wide, count * down
        y = HEIGHT - FOOT - height
        body.append(
            f'<rect x="{x + wide * 0.15:.1f}" y="{y:.1f}" width="{wide * 0.7:.1f}" height="{height:.1f}" '
            f'fill="{SLIME}"/><text x="{x + wide / 2:.1f}" y="{HEIGHT - 7}" fill="{INK}" '
            f'text-anchor="middle">{escape(name)}</text><text x="{x + wide / 2:.1f}" y="{y - 4:.1f}" '
            f'fill="{INK}" text-anchor="middle">{count}</text>'
        )
    y = HEIGHT - FOOT - expected * down
    body.append(
        f'<line x1="{LEFT}" x2="{WIDTH - 12}" y1="{y:.1f}" y2="{y:.1f}" stroke="{WARN}" '
        f'stroke-width="2" stroke-dasharray="6 5"/>'
        f'<text x="{LEFT - 6}" y="{y + 4:.1f}" fill="{WARN}" text-anchor="end">{expected:.1f}</text>'
    )
    return _picture(title, "".join(body))
