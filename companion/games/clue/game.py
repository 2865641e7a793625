"""Clue as a `Game`: the one object the layers above see. Must not hold rules of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.engine.game import Opening
from companion.engine.prompts import Prompt
from companion.engine.rule import Outcome, Rule
from companion.engine.text import say
from companion.engine.view import Adjustable, Interlude, View
from companion.games.boards import board_of, choose_board, names_of

from . import adjust, board, setup, suggest, turn, view
from .dealt import Dealt
from .deduction import Solver
from .shelving import SHELVING
from .state import CARDS, MAX_PLAYERS, MIN_PLAYERS, Player, Table
from .theory import may_test, test_theory

THEORY = "theory"


class Clue:
    """The game. Options: `players` may name them, `board` is one of the shelf's boards (else the own).

    Each seat's notebook has a solver of its own, which only makes it faster.
    """

    id = "clue"
    name = say("Clue: Ghostbusters")
    table_type = Table
    rulebook = Path(__file__).with_name("rulebook.tsv")
    shelving = SHELVING

    def __init__(self) -> None:
        self._solvers = [Solver() for _ in range(MAX_PLAYERS)]

    def prepare(self, shelf: Mapping[str, Any]) -> Rule[Mapping[str, Any]]:
        """Ask which board to play on."""
        return choose_board(shelf.get("boards", {}))

    def open(self, opening: Opening) -> Table:
        """The table before the first prompt."""
        names = names_of(opening, MIN_PLAYERS, MAX_PLAYERS)
        chosen = board_of(opening)
        if chosen.get("map"):
            board.parse(chosen["map"])
        return Table(players=[Player(name) for name in names], board=chosen)

    def play(self, table: Table) -> Rule[Outcome]:
        """Set-up, then turns until the mystery is solved or nobody can solve it."""
        if table.stage == "setup":
            yield from setup.set_up(table)
        return (yield from turn.turns(table))

    def view(self, table: Table, seat: int | None = None) -> View:
        """The open table; for a seat also its own notebook."""
        solver = None if seat is None or not 0 <= seat < MAX_PLAYERS else self._solvers[seat]
        return view.view(table, seat, solver)

    def interludes(self, table: Table) -> Sequence[Interlude]:
        """A theory, by the player whose turn it is (CLUE-WIN-01)."""
        if not may_test(table):
            return ()
        rules = ("CLUE-WIN-01", "CLUE-WIN-04", "CLUE-WIN-11")
        return (Interlude(THEORY, say("Test a theory"), table.active, rules),)

    def interlude(self, table: Table, id: str) -> Rule[None]:
        """The theory."""
        return test_theory(table)

    def adjustables(self, table: Table, seat: int | None = None) -> Sequence[Adjustable]:
        """Open figures, and those of `seat` alone."""
        return tuple(adjust.adjustables(table, seat))

    def adjust(self, table: Table, path: str, value: Any) -> Rule[None]:
        """Set a figure."""
        return adjust.adjust(table, path, value)

    def suggest(self, table: Table, prompt: Prompt) -> Any:
        """A sensible answer."""
        return suggest.suggest(table, prompt, self._solvers[table.active])

    def deal(self, table: Table, shuffle: Callable[[int], Sequence[int]]) -> Dealt | None:
        """The real cards, once it is known how many each gets."""
        return Dealt(table, shuffle(len(CARDS))) if table.stage == "play" else None


GAME = Clue()
