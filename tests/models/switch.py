"""A push button soldered to a pin: drives a gpiozero mock pin as a real contact would, on the clock.

How contacts bounce is `companion.hal.switches`, which the mock buttons use as well: one model.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import partial
from typing import Any

from companion.hal.ports import Clock
from companion.hal.switches import Edge, Switch


class PinSwitch:
    """The button between `pin` and ground."""

    def __init__(self, clock: Clock, pin: Any, switch: Switch, seed: int = 0) -> None:
        self._clock = clock
        self._pin = pin
        self._switch = switch
        self._rng = random.Random(seed)

    def click(self, seconds: float = 0.08) -> None:
        """A press that begins now and ends as time passes."""
        self.play(self._switch.press(self._clock.now() + 0.040, seconds, self._rng))

    def play(self, edges: Iterable[Edge]) -> None:
        """Exact edges at exact moments, True for closed."""
        for moment, closed in edges:
            self._clock.call_at(moment, partial(self._set, closed))

    def levels(self, edges: Iterable[tuple[float, int]]) -> None:
        """The same as (milliseconds from now, level); level 0 is closed, as a pull-up gives it."""
        now = self._clock.now()
        self.play([(now + ms / 1000, level == 0) for ms, level in edges])

    def _set(self, closed: bool) -> None:
        if closed:
            self._pin.drive_low()
        else:
            self._pin.drive_high()
