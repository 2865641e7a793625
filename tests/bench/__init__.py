"""Figures against bars. Each module here has `rows()`; bars are ratios within one run, bytes or counts.

Here: speed and size only. What must be right is proven by the tests, not here.
"""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """One figure: what it is, its value, its unit, the bar as people read it, and whether it is held."""

    name: str
    value: float
    unit: str
    bar: str
    ok: bool


def at_most(name: str, value: float, limit: float, unit: str = "") -> Row:
    """A figure that must not pass `limit`."""
    return Row(name, value, unit, f"<= {limit:g}", value <= limit)


def at_least(name: str, value: float, limit: float, unit: str = "") -> Row:
    """A figure that must reach `limit`."""
    return Row(name, value, unit, f">= {limit:g}", value >= limit)
