"""The two clocks: asyncio's loop, and virtual time for simulated runs (hours in seconds, same order every
run).

Must not know: devices, events.
"""

import asyncio
import heapq
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import TypeVar

from companion.hal.ports import Callback, Timer, Worker

T = TypeVar("T")


class LoopClock:
    """The clock of a running asyncio loop. An exception in a callback goes to the loop's handler."""

    def __init__(self, loop: asyncio.AbstractEventLoop | None = None) -> None:
        self.loop = loop if loop is not None else asyncio.get_running_loop()

    def now(self) -> float:
        """As `time.monotonic`, the scale of asyncio's own loop on Linux."""
        return time.monotonic()

    def call_at(self, when: float, callback: Callback) -> Timer:
        return self.loop.call_at(when, callback)

    def call_later(self, delay: float, callback: Callback) -> Timer:
        return self.loop.call_later(delay, callback)

    def post(self, callback: Callback) -> None:
        # The loop ends before the last device thread does: what comes then has nobody to hear it, and an
        # exception here would end that thread.
        with suppress(RuntimeError):
            self.loop.call_soon_threadsafe(callback)

    def worker(self, name: str) -> Worker:
        return _ThreadWorker(self, name)

    def add_reader(self, fd: int, callback: Callback) -> None:
        """Run `callback` whenever `fd` can be read."""
        self.loop.add_reader(fd, callback)

    def remove_reader(self, fd: int) -> None:
        """End `add_reader`."""
        self.loop.remove_reader(fd)


class _ThreadWorker:
    """One thread that sleeps until there is a job."""

    def __init__(self, clock: LoopClock, name: str) -> None:
        self._clock = clock
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)
        self._closed = False

    def run(self, job: Callable[[], T], done: Callable[[T], object]) -> None:
        if not self._closed:
            future = self._pool.submit(job)
            future.add_done_callback(lambda future: self._clock.post(partial(self._report, future, done)))

    def _report(self, future: Future[T], done: Callable[[T], object]) -> None:
        if not self._closed:
            done(future.result())  # a mistake in the job comes out here, in the loop, where it is heard

    def close(self) -> None:
        self._closed = True
        self._pool.shutdown(wait=False)


class VirtualTimer:
    """A timer on virtual time."""

    __slots__ = ("callback", "when")

    def __init__(self, when: float, callback: Callback) -> None:
        self.when = when
        self.callback: Callback | None = callback

    def cancel(self) -> None:
        self.callback = None


class VirtualClock:
    """Time that passes only when told to. Timers of one moment run in the order they were set.

    An exception in a callback comes out of `advance`; what was still due runs at the next call.
    """

    def __init__(self, start: float = 0.0) -> None:
        self._now = start
        self._timers: list[tuple[float, int, VirtualTimer]] = []
        self._posted: deque[Callback] = deque()
        self._count = 0
        self._lock = threading.Lock()

    def now(self) -> float:
        return self._now

    def call_at(self, when: float, callback: Callback) -> VirtualTimer:
        timer = VirtualTimer(max(when, self._now), callback)
        with self._lock:
            self._count += 1
            heapq.heappush(self._timers, (timer.when, self._count, timer))
        return timer

    def call_later(self, delay: float, callback: Callback) -> VirtualTimer:
        return self.call_at(self._now + delay, callback)

    def post(self, callback: Callback) -> None:
        self._posted.append(callback)

    def worker(self, name: str) -> Worker:
        return _InlineWorker(self)

    def run_until_idle(self) -> None:
        """Run everything that is due now, and what that makes due now. No time passes."""
        self._run_to(self._now)

    def advance(self, seconds: float) -> None:
        """Let time pass: run all that falls due, each at its own moment, in order."""
        if seconds < 0:
            raise ValueError("time does not go back")
        end = self._now + seconds
        self._run_to(end)
        self._now = end

    def next_due(self) -> float | None:
        """The moment of the next timer, or None when nothing will ever happen by itself."""
        while self._timers and self._timers[0][2].callback is None:
            heapq.heappop(self._timers)
        return self._timers[0][0] if self._timers else None

    def _run_to(self, end: float) -> None:
        while True:
            while self._posted:
                self._posted.popleft()()
            due = self.next_due()
            if due is None or due > end:
                return
            timer = heapq.heappop(self._timers)[2]
            self._now = due
            callback, timer.callback = timer.callback, None
            if callback is not None:
                callback()


class _InlineWorker:
    """Does each job on the spot and posts its result: the order is the same in every run."""

    def __init__(self, clock: VirtualClock) -> None:
        self._clock = clock
        self._closed = False

    def run(self, job: Callable[[], T], done: Callable[[T], object]) -> None:
        if not self._closed:
            self._clock.post(partial(self._report, job(), done))

    def _report(self, result: T, done: Callable[[T], object]) -> None:
        if not self._closed:
            done(result)

    def close(self) -> None:
        self._closed = True
