"""A reader that is asked again and again what lies on it; chips differ only in how they are asked.

Here: asking in the worker, presence, loss and return. Must not know: any chip, bus or library.
"""

from collections.abc import Callable, Collection
from functools import partial
from typing import Protocol

from companion.engine.text import Text
from companion.hal.events import Event, Role
from companion.hal.ports import Clock, Sink, Timer
from companion.hal.presence import Presence
from companion.hal.supervised import PAUSES, Supervised

PERIOD = 0.06
"""Seconds from one answer to the next question. A tag may be overlooked four times before it counts as gone.
"""


class Chip(Protocol):
    """What can be asked which tags it sees. All methods block, and belong to the reader's worker."""

    bad_reads: int
    """Answers that came damaged so far."""

    def open(self) -> Text | None:
        """Find it and set it up; the reason when that cannot be. Frees first what is still open."""

    def tags(self) -> Collection[str] | Text:
        """The canonical ids of all tags in the field (none after a damaged answer); the reason when the chip
        is gone."""

    def shut(self) -> None:
        """Let it go; harmless when it is not open, or gone."""


class PolledReader:
    """The reader of one chip."""

    def __init__(
        self, clock: Clock, name: str, role: Role, chip: Chip, pauses: tuple[float, ...] = PAUSES
    ) -> None:
        self.name = name
        self.role = role
        self.knows: Callable[[str], bool] = lambda tag: False
        """Not needed: every UID has passed the checks of its own protocol."""
        self._clock = clock
        self._chip = chip
        self._presence = Presence(name, lambda tag: True)
        self._worker = clock.worker(name)
        self._supervised = Supervised(clock, name, self._worker, chip.open, self._ask, pauses)
        self._sink: Sink | None = None
        self._timer: Timer | None = None

    @property
    def bad_reads(self) -> int:
        return self._chip.bad_reads

    def start(self, sink: Sink) -> None:
        self._sink = sink
        self._supervised.start(sink)

    def close(self) -> None:
        self._sink = None
        self._supervised.close()
        if self._timer is not None:
            self._timer.cancel()
        self._worker.run(self._chip.shut, lambda result: None)  # behind a question that is under way
        self._worker.close()

    def _ask(self) -> None:
        self._timer = None
        self._worker.run(self._chip.tags, self._answered)

    def _answered(self, tags: Collection[str] | Text) -> None:
        if self._sink is None:
            return
        if isinstance(tags, Text):
            self._report(self._presence.lost())
            self._supervised.lost(tags)
            return
        now = self._clock.now()
        for tag in tags:
            self._report(self._presence.frame(now, tag))
        self._report(self._presence.wake(now))
        self._timer = self._clock.call_later(PERIOD, self._ask)

    def _report(self, events: list[Event]) -> None:
        if (sink := self._sink) is not None:
            for event in events:
                self._clock.post(partial(sink, event))
