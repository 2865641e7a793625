"""Mercado as a `Game`: the one object the layers above see. Must not hold rules of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.engine.game import Opening
from companion.engine.prompts import Prompt
from companion.engine.rule import Outcome, Rule
from companion.engine.text import say
from companion.engine.view import Adjustable, Interlude, View
from companion.games.boards import board_of, choose_board, names_of

from . import adjust, board, setup, suggest, turn, view
from .shelving import SHELVING
from .state import MAX_PLAYERS, MIN_PLAYERS, Player, Table


class Mercado:
    """The game. Options: `players` may name them, `board` is one of the shelf's boards (else the own)."""

    id = "mercado"
    name = say("Mercado")
    table_type = Table
    rulebook = Path(__file__).with_name("rulebook.tsv")
    shelving = SHELVING

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
        """Set-up, then turns until somebody has won or lost."""
        if table.stage == "setup":
            yield from setup.set_up(table)
        return (yield from turn.turns(table))

    def view(self, table: Table, seat: int | None = None) -> View:
        """The same for everybody."""
        return view.view(table)

    def interludes(self, table: Table) -> Sequence[Interlude]:
        """None: everything has its place in the turn."""
        return ()

    def interlude(self, table: Table, id: str) -> Rule[None]:
        """There are none."""
        raise KeyError(id)

    def adjustables(self, table: Table, seat: int | None = None) -> Sequence[Adjustable]:
        """Every tracked figure."""
        return tuple(adjust.adjustables(table))

    def adjust(self, table: Table, path: str, value: Any) -> Rule[None]:
        """Set a tracked figure."""
        return adjust.adjust(table, path, value)

    def suggest(self, table: Table, prompt: Prompt) -> Any:
        """A sensible answer."""
        return suggest.suggest(table, prompt)


GAME = Mercado()
