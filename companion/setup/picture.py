"""The map of a set-up as characters for a terminal. Must not know what the squares stand for."""

from __future__ import annotations

from itertools import zip_longest

from companion.engine.prompts import Grid

ARROWS = {0: "", 90: ">", 180: "v", 270: "<"}


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
