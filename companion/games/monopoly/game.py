"""Monopoly: Ghostbusters as a game of the registry: where its parts come together."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.engine.game import Opening
from companion.engine.prompts import Prompt
from companion.engine.rule import Outcome, Rule
from companion.engine.text import say
from companion.engine.view import Adjustable, Interlude, View

from . import adjust, board, setup, suggest, turn, view
from .state import Player, Table


class Monopoly:
    """The companion is the Bank: accounts, Contracts, auctions, devices, debts."""

    id = "monopoly"
    name = say("Monopoly: Ghostbusters")
    table_type = Table
    rulebook = Path(__file__).parent / "rulebook.tsv"

    def open(self, opening: Opening) -> Table:
        """Options: `players` (names), `board` ("training", "none", one of the shelf; else the default)."""
        wanted = opening.options.get("board", "default")
        boards = opening.shelf.get("board", {})
        if wanted in boards:
            profile = board.profile_from(boards[wanted])
        elif wanted == "training":
            profile = board.training_board()
        elif wanted in ("default", "none"):
            profile = board.default_board()
        else:
            raise ValueError(f"board: there is no board called {wanted!r}; known: default, none, training")
        return Table(
            players=[Player(str(name)) for name in opening.options.get("players", ())],
            spaces=[] if wanted == "none" else profile.spaces,
            contracts={contract.id: contract for contract in profile.contracts},
            vapor_cards={card.id: card for card in profile.vapor_cards},
        )

    def play(self, table: Table) -> Rule[Outcome]:
        """Set-up, then turns until one is left."""
        if not table.started:
            yield from setup.set_up(table)
        return (yield from turn.play(table))

    def view(self, table: Table, seat: int | None = None) -> View:
        """Nothing is secret: the same for all."""
        return view.view(table)

    def interludes(self, table: Table) -> Sequence[Interlude]:
        """What anyone may do at any time."""
        return adjust.interludes(table)

    def interlude(self, table: Table, id: str) -> Rule[None]:
        """Run one."""
        return adjust.interlude(table, id)

    def adjustables(self, table: Table, seat: int | None = None) -> Sequence[Adjustable]:
        """Every figure."""
        return adjust.adjustables(table)

    def adjust(self, table: Table, path: str, value: Any) -> Rule[None]:
        """Set one."""
        return adjust.adjust(table, path, value)

    def suggest(self, table: Table, prompt: Prompt) -> Any:
        """A sensible answer."""
        return suggest.suggest(table, prompt)
