"""A turning knob on two lines in quadrature: line levels in, detents out. Pure decoder, and the input that
runs it.

Must not know: pins, what is turned.

The lines (A, B) walk 11 01 00 10 11 clockwise. Contact bounce walks a step there and back and so cancels
out; no debouncing is needed. The decoder counts steps since the last rest position and turns them into a
detent only at a rest position: 11, and with two steps a click also 00. There the count starts afresh, so a
lost step never shifts the detents that follow. A jump over a step (both lines changed at once) counts for
two, in the direction of the steps around it or, without any, of the last detent.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal

from companion.hal.events import Turned
from companion.hal.ports import Clock, Sink, Timer

_ORDER = {(True, True): 0, (False, True): 1, (False, False): 2, (True, False): 3}
SETTLE = 0.05
"""Seconds without an edge after which the lines are read again, for an edge that was never told."""


@dataclass(slots=True)
class Quadrature:
    """The decoder. `raw` counts all steps, for the self-test."""

    a: bool = True
    b: bool = True
    steps_per_click: Literal[2, 4] = 4
    raw: int = 0
    _moved: int = 0
    _jumps: int = 0
    _last: int = 0

    def levels(self, a: bool, b: bool) -> int:
        """The lines are now `a`, `b`. The detents this completes: -1, 0 or 1."""
        step = (_ORDER[a, b] - _ORDER[self.a, self.b]) % 4
        self.a, self.b = a, b
        if step == 2:
            self._jumps += 1
        elif step:
            direction = 1 if step == 1 else -1
            self.raw += direction
            self._moved += direction
        return self._rest() if a == b and (a or self.steps_per_click == 2) else 0

    def _rest(self) -> int:
        moved, jumps = self._moved, self._jumps
        self._moved = self._jumps = 0
        direction = (moved > 0) - (moved < 0)
        if jumps:
            direction = direction or self._last
            self.raw += 2 * jumps * direction
        if 2 * (abs(moved) + 2 * jumps) < self.steps_per_click:
            return 0
        self._last = direction
        return direction


class EncoderInput:
    """The knob at work: edges in from any thread, `Turned` out in the clock's own."""

    def __init__(
        self,
        clock: Clock,
        read: Callable[[], tuple[bool, bool]],
        steps_per_click: Literal[2, 4] = 4,
        reverse: bool = False,
    ) -> None:
        """`read` gives the levels of A and B now, True for high."""
        self._clock = clock
        self._read = read
        self._sign = -1 if reverse else 1
        self._steps_per_click = steps_per_click
        self._decoder: Quadrature | None = None
        self._sink: Sink | None = None
        self._timer: Timer | None = None

    @property
    def raw(self) -> int:
        """Line changes counted so far, for the self-test."""
        return self._decoder.raw if self._decoder is not None else 0

    def start(self, sink: Sink) -> None:
        """Take the lines as they are now and begin to report."""
        a, b = self._read()
        self._decoder = Quadrature(a, b, self._steps_per_click)
        self._sink = sink

    def edge(self, line: Literal["a", "b"], level: bool) -> None:
        """A line changed just now. May be called from a device's thread."""
        self._clock.post(lambda: self._edge(line, level))

    def close(self) -> None:
        """Report nothing more."""
        self._sink = None
        if self._timer is not None:
            self._timer.cancel()

    def _edge(self, line: Literal["a", "b"], level: bool) -> None:
        if self._decoder is None or self._sink is None:
            return
        if line == "a":
            self._levels(level, self._decoder.b)
        else:
            self._levels(self._decoder.a, level)
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._clock.call_later(SETTLE, self._settle)

    def _settle(self) -> None:
        self._timer = None
        if self._sink is not None:
            self._levels(*self._read())

    def _levels(self, a: bool, b: bool) -> None:
        if self._decoder is not None and self._sink is not None:
            steps = self._sign * self._decoder.levels(a, b)
            if steps:
                self._clock.post(partial(self._sink, Turned(steps)))
