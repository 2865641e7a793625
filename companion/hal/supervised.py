"""A device that may be gone: opened, lost, told once, tried again with growing pauses, welcomed back.

Must not know: what the device is. Readers and displays share this machine.
"""

from collections.abc import Callable
from functools import partial

from companion.engine.text import Text
from companion.hal.events import DeviceBack, DeviceLost
from companion.hal.ports import Clock, Sink, Timer, Worker

PAUSES = (0.5, 1.0, 2.0, 3.0)
"""Seconds before the tries; the last one is repeated, and so the longest wait after a replug."""
STEADY = 10.0
"""A device that worked for so long starts again with the first pause; one that comes and goes does not."""


class Supervised:
    """Keeps one device open. All methods belong to the clock's thread; only `attempt` runs in the worker."""

    def __init__(
        self,
        clock: Clock,
        device: str,
        worker: Worker,
        attempt: Callable[[], Text | None],
        opened: Callable[[], object],
        pauses: tuple[float, ...] = PAUSES,
    ) -> None:
        """`attempt` opens the device and gives the reason when it cannot; then `opened` is called in the
        loop."""
        self._clock = clock
        self._device = device
        self._worker = worker
        self._attempt = attempt
        self._opened = opened
        self._pauses = pauses
        self._sink: Sink | None = None
        self._timer: Timer | None = None
        self._tries = 0
        self._since = 0.0
        self._told = False
        self.up = False
        """Whether the device can be used now."""

    def start(self, sink: Sink) -> None:
        """The first try."""
        self._sink = sink
        self._try()

    def lost(self, reason: Text) -> None:
        """The device failed in use. Told once until it is back; nothing when it was known to be gone."""
        if not self.up:
            return
        self.up = False
        if self._clock.now() - self._since >= STEADY:
            self._tries = 0
        self._fail(reason)

    def retry(self) -> None:
        """Try at once, as there is word that the device may be back."""
        if self._timer is not None:
            self._timer.cancel()
            self._try()

    def close(self) -> None:
        """Stop trying."""
        self._sink = None
        self.up = False
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _try(self) -> None:
        self._timer = None
        self._worker.run(self._attempt, self._tried)

    def _tried(self, reason: Text | None) -> None:
        if self._sink is None:
            return
        if reason is not None:
            self._fail(reason)
            return
        self.up = True
        self._since = self._clock.now()
        if self._told:
            self._told = False
            self._clock.post(partial(self._sink, DeviceBack(self._device)))
        self._opened()

    def _fail(self, reason: Text) -> None:
        if self._sink is None:
            return
        if not self._told:
            self._told = True
            self._clock.post(partial(self._sink, DeviceLost(self._device, reason)))
        pause = self._pauses[min(self._tries, len(self._pauses) - 1)]
        self._tries += 1
        self._timer = self._clock.call_later(pause, self._try)
