"""A typed floor plan: which squares there are and which touch. For games that know a map.

Must not know rooms, doors or rules.
"""

from __future__ import annotations

from collections.abc import Sequence


def squares(plan: Sequence[str]) -> dict[str, list[str]]:
    """The squares of a plan ("." is one), named "column,row" from 1, each with its neighbours, never
    diagonal."""
    found = [f"{x},{y}" for y, row in enumerate(plan, 1) for x, sign in enumerate(row, 1) if sign == "."]
    near: dict[str, list[str]] = {square: [] for square in found}
    for square in found:
        x, y = map(int, square.split(","))
        for other in (f"{x - 1},{y}", f"{x},{y - 1}", f"{x + 1},{y}", f"{x},{y + 1}"):
            if other in near:
                near[square].append(other)
    return near


def checked(plan: object) -> tuple[str, ...]:
    """`plan` if it is rows of text. Raises ValueError with one line."""
    if isinstance(plan, list | tuple) and all(isinstance(row, str) for row in plan):
        return tuple(plan)
    raise ValueError('map: plan must be a list of rows of text, "." for a hallway square')


def lines(name: str, value: object, example: str) -> tuple[str, ...]:
    """`value` if it is a list of lines. Raises ValueError with one line that shows an example."""
    if isinstance(value, list | tuple) and all(isinstance(line, str) for line in value):
        return tuple(value)
    raise ValueError(f'map: {name} must be a list of lines such as "{example}"')
