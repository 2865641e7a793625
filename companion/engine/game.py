"""The contract of a game: everything the layers above may ask of one. They name no game.

Must not know any game: games are found by `companion.games.registry`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from .prompts import Prompt
from .rule import Outcome, Rule
from .text import Text
from .view import Adjustable, Interlude, View

TableT = TypeVar("TableT", bound=Struct)


class Opening(Struct, frozen=True):
    """What a game starts from: the first line of its journal, so that a later library cannot change it.

    `options` is whatever was chosen beforehand (scenario, seats, settings); `shelf` holds the cards and
    scenarios that the library had then, as plain data.
    """

    game: str
    options: Mapping[str, Any] = {}
    shelf: Mapping[str, Any] = {}


class Hands(Protocol):
    """Real cards for simulated play, where people see what the box never learns."""

    def typed(self) -> Iterable[tuple[str, Any, int]]:
        """What people type of it into their own phones: path, value and seat of each correction."""

    def answer(self, table: Any, prompt: Prompt) -> Any:
        """What the cards say to `prompt`; None where they have no say."""


class Game(Protocol[TableT]):
    """One game. `table` is its whole state: a msgspec Struct of plain data, changed only by its rules.

    It may also have `prepare(shelf)`: a rule that asks for the options of an opening (which scenario, who
    plays) and gives them back. A game without it is opened with none and asks in `play`. And
    `sequel(table, shelf)`: a rule that asks how a series goes on after a game that is over, and gives the
    options of the next opening, or None. And `deal(table, shuffle)`: the `Hands` of simulated people, as soon
    as they can be dealt; `shuffle(n)` gives the numbers below n in some order. And `begin(table, prompt,
    interludes)`: which of these a sensible player takes up before answering `prompt`, or None.
    """

    id: str
    name: Text
    table_type: type[TableT]
    rulebook: Path
    """A TSV of id, where, rule, kind, given, then: shown by Why?."""

    def open(self, opening: Opening) -> TableT:
        """The table before the first prompt. Raises ValueError with one clear line if `opening` cannot be."""

    def play(self, table: TableT) -> Rule[Outcome]:
        """Set-up, rounds, end. Called on a fresh table or on a copy from any checkpoint: goes on there."""

    def view(self, table: TableT, seat: int | None = None) -> View:
        """What `seat` may see (None: what everybody may see)."""

    def interludes(self, table: TableT) -> Sequence[Interlude]:
        """What may be done now besides answering the open prompt."""

    def interlude(self, table: TableT, id: str) -> Rule[None]:
        """The rule of one of `interludes`."""

    def adjustables(self, table: TableT, seat: int | None = None) -> Sequence[Adjustable]:
        """Every figure that may be corrected by anybody, and the private ones of `seat`."""

    def adjust(self, table: TableT, path: str, value: Any) -> Rule[None]:
        """Set a figure, already found within its bounds, and let what follows from it follow."""

    def suggest(self, table: TableT, prompt: Prompt) -> Any:
        """What a sensible player would answer, for simulated play; None where any answer is as good."""
