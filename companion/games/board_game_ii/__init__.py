"""Ghostbusters: The Board Game II, as pure rules on the engine.

One module a section of the rulebook; `round` reads top to bottom. Must not know a device, clock, file
or random source: cards come with the opening.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.engine.game import Opening
from companion.engine.prompts import Prompt
from companion.engine.rule import Outcome, Rule
from companion.engine.text import Text, say
from companion.engine.view import Adjustable, Interlude, View

from . import adjust as _adjust
from . import interludes as _interludes
from . import steps as steps  # fills in the handlers of every step
from .campaign import sequel
from .prepare import prepare
from .round import play
from .set_up import open_table
from .shelving import SHELVING
from .state import Table
from .suggest import suggest
from .view import view


class BoardGameII:
    """The game, as the engine asks for it."""

    id = "board_game_ii"
    name: Text = say("Ghostbusters: The Board Game II")
    table_type = Table
    rulebook = Path(__file__).with_name("rulebook.tsv")
    shelving = SHELVING

    def open(self, opening: Opening) -> Table:
        return open_table(opening)

    def prepare(self, shelf: Mapping[str, Any]) -> Rule[Mapping[str, Any]]:
        """Ask for the options of an opening."""
        return prepare(shelf)

    def sequel(self, table: Table, shelf: Mapping[str, Any]) -> Rule[Mapping[str, Any] | None]:
        """Ask for the options of the Scenario that follows in a campaign; None if it ends here."""
        return sequel(table, shelf)

    def play(self, table: Table) -> Rule[Outcome]:
        return play(table)

    def view(self, table: Table, seat: int | None = None) -> View:
        return view(table, seat)

    def interludes(self, table: Table) -> Sequence[Interlude]:
        return _interludes.interludes(table)

    def interlude(self, table: Table, id: str) -> Rule[None]:
        return _interludes.interlude(table, id)

    def adjustables(self, table: Table, seat: int | None = None) -> Sequence[Adjustable]:
        return _adjust.adjustables(table)

    def adjust(self, table: Table, path: str, value: Any) -> Rule[None]:
        return _adjust.adjust(table, path, value)

    def suggest(self, table: Table, prompt: Prompt) -> Any:
        return suggest(table, prompt)


GAME = BoardGameII()
