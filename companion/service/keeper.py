"""The journal behind the loop: jobs go down one line to the disk, their results come back into the loop.

Must not know games or rules. On a virtual clock the line does its jobs on the spot.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from companion.engine.text import Text
from companion.journal.faults import JournalFault
from companion.journal.lines import Kept, Line, State

if TYPE_CHECKING:
    from companion.hal.ports import Clock
    from companion.journal.store import Journal

T = TypeVar("T")


class Keeper:
    """Owns `journal` from now on: nobody else touches it until `close` has reported."""

    def __init__(self, clock: Clock, journal: Journal) -> None:
        self._journal = journal
        self._worker = clock.worker("journal")

    def append(
        self, game: int, first: int, lines: Sequence[Line], done: Callable[[Text | None], object]
    ) -> None:
        """Put lines on disk; `done` hears None when they are there, or why they are not."""

        def job() -> Text | None:
            try:
                self._journal.append(game, first, lines)
            except JournalFault as fault:
                return fault.text
            return None

        self._worker.run(job, done)

    def note(self, game: int, state: State, kept: Kept | None) -> None:
        """Keep what is derived, if the disk takes it."""

        def job() -> None:
            with suppress(JournalFault):
                self._journal.note(game, state, kept)

        self._worker.run(job, _nothing)

    def ask(self, job: Callable[[Journal], T], done: Callable[[T | JournalFault], object]) -> None:
        """Do any job with the journal; `done` hears its result or its fault."""

        def work() -> T | JournalFault:
            try:
                return job(self._journal)
            except JournalFault as fault:
                return fault

        self._worker.run(work, done)

    def close(self, done: Callable[[], object]) -> None:
        """Finish what was begun, close the journal, then say so."""

        def closed(_: None) -> None:
            self._worker.close()
            done()

        self._worker.run(self._journal.close, closed)


def _nothing(_: object) -> None:
    pass
