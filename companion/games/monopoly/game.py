"""Monopoly: Ghostbusters as a game of the registry: where its parts come together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.engine.game import Opening
from companion.engine.prompts import Prompt
from companion.engine.rule import Outcome, Rule
from companion.engine.text import say
from companion.engine.view import Adjustable, Interlude, View
from companion.games.boards import choose_board, names_of

from . import adjust, board, setup, suggest, turn, view
from .shelving import SHELVING
from .state import MAX_PLAYERS, MIN_PLAYERS, Player, Table


class Monopoly:
    """The companion is the Bank: accounts, Contracts, auctions, devices, debts."""

    id = "monopoly"
    name = say("Monopoly: Ghostbusters")
    table_type = Table
    rulebook = Path(__file__).parent / "rulebook.tsv"
    shelving = SHELVING

    def prepare(self, shelf: Mapping[str, Any]) -> Rule[Mapping[str, Any]]:
        """Ask which board to play on."""
        return choose_board(shelf.get("boards", {}))

    def open(self, opening: Opening) -> Table:
        """Options: `players` (names), `board` (one of the shelf, or "none"; else the own)."""
        profile = board.profile_of(opening)
        return Table(
            players=[Player(name) for name in names_of(opening, MIN_PLAYERS, MAX_PLAYERS)],
            spaces=profile.spaces,
            contracts=profile.contracts,
            vapor_cards=profile.vapor_cards,
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

    def begin(self, table: Table, prompt: Prompt, interludes: Sequence[Interlude]) -> Interlude | None:
        """What a sensible player takes up of their own accord."""
        return suggest.begin(table, prompt, interludes)
