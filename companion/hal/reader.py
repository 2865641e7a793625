"""From a serial reader's bytes to tag events: parser, gap timer, presence, and the word about garbage.

Shared by the real and the mock reader. Must not know: where the bytes come from.
"""

from collections.abc import Callable
from functools import partial
from typing import Literal

from companion.engine.text import say
from companion.hal.events import DeviceNotice, Event
from companion.hal.ports import Clock, Sink, Timer
from companion.hal.presence import Presence
from companion.hal.rdm6300 import GAP, Parser

GARBAGE_SECONDS = 3.0
GARBAGE_BYTES = 100
"""So many bytes over so long without one good frame are told, once until a good frame comes."""


class TagStream:
    """One reader's stream. All methods belong to the clock's thread."""

    def __init__(self, clock: Clock, name: str, kind: Literal["rdm6300", "parallax"] = "rdm6300") -> None:
        self.name = name
        self.knows: Callable[[str], bool] = lambda tag: False
        self._clock = clock
        self._parser = Parser(kind)
        self._presence = Presence(name, lambda tag: self.knows(tag))
        self._sink: Sink | None = None
        self._gap: Timer | None = None
        self._gone: Timer | None = None
        self._last = 0.0
        self._garbage_since: float | None = None
        self._garbage_told = False

    @property
    def bad_reads(self) -> int:
        """Damaged frames so far."""
        return self._parser.bad

    def start(self, sink: Sink) -> None:
        """Begin to report."""
        self._sink = sink

    def data(self, data: bytes) -> None:
        """Bytes that just came."""
        now = self._clock.now()
        tags = self._parser.feed(data)
        self._restart_gap()
        self._frames(now, tags)
        self._signs(now)
        self._watch_garbage(now, bool(tags))

    def tag(self, tag: str) -> None:
        """A frame that another kind of reader has checked by itself."""
        self._frames(self._clock.now(), [tag])

    def lost(self) -> None:
        """The reader is gone: so is what lay on it, and a frame that was cut."""
        if self._gap is not None:
            self._gap.cancel()
        self._parser.gap()
        self._report(self._presence.lost())
        self._restart_gone()

    def close(self) -> None:
        """Report nothing more."""
        self._sink = None
        for timer in (self._gap, self._gone):
            if timer is not None:
                timer.cancel()

    def _frames(self, now: float, tags: list[str]) -> None:
        for tag in tags:
            self._report(self._presence.frame(now, tag))
        if tags:
            self._restart_gone()

    def _signs(self, now: float) -> None:
        for digits in self._parser.scraps:
            self._presence.scrap(now, digits)
        if self._parser.scraps:
            self._restart_gone()

    def _restart_gap(self) -> None:
        if self._gap is not None:
            self._gap.cancel()
        self._gap = self._clock.call_later(GAP, self._end_of_frame)

    def _end_of_frame(self) -> None:
        self._gap = None
        now = self._clock.now()
        self._frames(now, self._parser.gap())
        self._signs(now)

    def _restart_gone(self) -> None:
        if self._gone is not None:
            self._gone.cancel()
            self._gone = None
        if self._presence.due is not None:
            self._gone = self._clock.call_at(self._presence.due, self._look)

    def _look(self) -> None:
        self._gone = None
        self._report(self._presence.wake(self._clock.now()))
        self._restart_gone()

    def _watch_garbage(self, now: float, good: bool) -> None:
        if good:
            self._garbage_since, self._garbage_told = None, False
        elif self._garbage_since is None or now - self._last > GARBAGE_SECONDS:
            self._garbage_since = now
        elif (
            not self._garbage_told
            and now - self._garbage_since >= GARBAGE_SECONDS
            and self._parser.stray >= GARBAGE_BYTES
        ):
            self._garbage_told = True
            text = say("The reader sends data but no tag: check its speed setting and its wires.")
            self._report([DeviceNotice(self.name, text)])
        self._last = now

    def _report(self, events: list[Event]) -> None:
        if (sink := self._sink) is not None:
            for event in events:
                self._clock.post(partial(sink, event))
