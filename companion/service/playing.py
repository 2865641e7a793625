"""Which game lies open, kept beside the saved games: after a crash or a power cut the box goes straight back.

A mark that cannot be read or written is none: then it is asked, as after an end in good order. Must not know
games. Its jobs block: they are done where the journal's are.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

TRIES = 3
"""So often in a row it goes straight back without an answer between: then something is wrong; it asks."""


class Playing:
    """The mark in `file`; None keeps none."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._marked = (0, 0)

    def opened(self, game: int) -> None:
        """This game is being played now, and all is well."""
        self._mark(game, 0)

    def ended(self) -> None:
        """It was left, or the box is closed in good order."""
        self._marked = (0, 0)
        if self._file is not None:
            with suppress(OSError):
                self._file.unlink(missing_ok=True)

    def cut_short(self) -> int:
        """The number of the game that was open when the box went dark; 0 for none. Counts as a try."""
        if self._file is None:
            return 0
        try:
            game, tries = json.loads(self._file.read_bytes())
            found = int(game), int(tries)
        except (OSError, ValueError, TypeError):
            return 0
        if found[1] >= TRIES:
            self.ended()
            return 0
        self._mark(found[0], found[1] + 1)
        return found[0]

    def _mark(self, game: int, tries: int) -> None:
        if self._file is None or self._marked == (game, tries):
            return
        self._marked = game, tries
        fresh = self._file.with_suffix(".new")
        with suppress(OSError):
            fresh.write_text(json.dumps([game, tries]))
            fresh.replace(self._file)
