"""The library as the service uses it: cards for an opening, and figures that were read off a card.

Must not know a game by name. A game without cards has an empty shelf.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from companion.engine.game import Game
from companion.library.faults import Faulty
from companion.library.store import Library, default_folder


class Cards:
    """The libraries of all games, read when a game is begun. `owner` is the owner's folder; `tell` hears
    one line for each file that cannot be used or written."""

    def __init__(self, owner: Path | None = None, tell: Callable[[str], object] = lambda line: None) -> None:
        self._owner = default_folder() if owner is None else owner
        self._tell = tell
        self._libraries: dict[str, Library] = {}

    def shelf(self, game: Game[Any]) -> Mapping[str, Any]:
        """The cards of `game` as plain data."""
        library = self.library(game)
        return {} if library is None else library.shelf()

    def learn(self, game: Game[Any], fact: Mapping[str, Any]) -> None:
        """Keep a figure read off a card, or a decision about a misprint, for ever. A figure of no card is
        passed over; what cannot be written is only told."""
        library = self.library(game)
        if library is None:
            return
        try:
            if "rule" in fact:
                library.settle(str(fact["rule"]), bool(fact["keep"]))
            else:
                library.learned(fact)
        except (Faulty, OSError) as error:
            self._tell(str(error))

    def library(self, game: Game[Any]) -> Library | None:
        """The library of `game`; None for a game without cards."""
        shelving = getattr(game, "shelving", None)
        if shelving is None:
            return None
        if game.id not in self._libraries:
            library = Library(game.id, shelving, self._owner)
            for fault in library.faults:
                self._tell(str(fault))
            self._libraries[game.id] = library
        return self._libraries[game.id]
