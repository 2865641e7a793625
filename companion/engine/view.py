"""What a game shows: a small description that OLED, terminal twin and web all draw in their own way.

Here: figures, tracks, people, alerts. Must not know any game or screen.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from .prompts import Refusal
from .text import Text


class Figure(Struct, frozen=True):
    """One number worth showing. `high` is its maximum if it has one; `alarm` says it is close to losing.

    `path` names the figure for corrections ("goo_timer"); empty if it cannot be set.
    """

    id: str
    name: Text
    value: int | str | Text
    high: int | None = None
    alarm: bool = False
    path: str = ""


class Mark(Struct, frozen=True):
    """A countable sign on a person or page: `kind` for the icon ("slime:hit"), how many, and its name."""

    kind: str
    name: Text
    count: int = 1


class Person(Struct, frozen=True):
    """One seat: who it is, whether it is their turn, figures and marks; `lines` are further facts."""

    seat: int
    name: str
    colour: str = ""
    active: bool = False
    figures: tuple[Figure, ...] = ()
    marks: tuple[Mark, ...] = ()
    lines: tuple[Text, ...] = ()


class Page(Struct, frozen=True):
    """A status page: a title with figures, marks and lines."""

    id: str
    title: Text
    figures: tuple[Figure, ...] = ()
    marks: tuple[Mark, ...] = ()
    lines: tuple[Text, ...] = ()


class Cell(Struct, frozen=True):
    """One field of a sheet: its sign (a short word or letter), why it stands there, whether the box worked
    it out, and the `path` under which its reader may set it by hand; `touch` is what a touch sets it to,
    where a touch is enough."""

    sign: Text = Text("")
    why: Text = Text("")
    worked_out: bool = False
    path: str = ""
    touch: str | None = None


class Row(Struct, frozen=True):
    """A line of a sheet; `cells` fit the sheet's columns. `group` heads the lines that share it."""

    name: Text
    cells: tuple[Cell, ...]
    group: Text = Text("")


class Sheet(Struct, frozen=True):
    """A table to read and write on: a notebook, a list of who owns what."""

    id: str
    title: Text
    columns: tuple[Text, ...]
    rows: tuple[Row, ...]
    lines: tuple[Text, ...] = ()


class View(Struct, frozen=True):
    """The table as one seat (or the table itself) may see it.

    `headline` answers "whose turn and what now", `figures` "how close to losing" (most pressing first).
    """

    headline: Text
    figures: tuple[Figure, ...] = ()
    people: tuple[Person, ...] = ()
    pages: tuple[Page, ...] = ()
    alerts: tuple[Text, ...] = ()
    sheets: tuple[Sheet, ...] = ()


class Adjustable(Struct, frozen=True):
    """A figure that people may correct at any prompt: where it is, its name, its present value and bounds.

    Numbers have `low` and `high`; words have `options`. `group` collects them in menus ("Ray"). With `seat`
    it is that seat's own: nobody else may see or set it.
    """

    path: str
    name: Text
    value: Any
    low: int = 0
    high: int = 0
    options: tuple[tuple[str, Text], ...] = ()
    group: Text = Text("")
    seat: int | None = None


class Interlude(Struct, frozen=True):
    """Something that `seat` may do now although another question is open (None: anybody).

    With a `refusal` it is not open: asked for all the same, it says why.
    """

    id: str
    label: Text
    seat: int | None = None
    rules: tuple[str, ...] = ()
    refusal: Refusal | None = None
