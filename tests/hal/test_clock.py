"""The two clocks keep the same promises: order, cancelling, posting from threads, workers."""

from __future__ import annotations

import asyncio
import threading
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.text import Text, say
from companion.hal.clock import LoopClock, VirtualClock
from companion.hal.events import DeviceBack, DeviceLost, Event
from companion.hal.supervised import PAUSES, STEADY, Supervised


@given(st.lists(st.floats(0, 100), max_size=50))
def test_timers_run_in_order_each_at_its_own_moment(delays: list[float]) -> None:
    clock = VirtualClock()
    ran: list[tuple[float, int]] = []
    for i, delay in enumerate(delays):
        clock.call_later(delay, lambda i=i, delay=delay: ran.append((clock.now(), i)))  # type: ignore[misc]
    clock.advance(100)
    assert ran == sorted((delay, i) for i, delay in enumerate(delays))
    assert clock.now() == 100
    assert clock.next_due() is None


def test_time_stands_still_while_everything_due_runs() -> None:
    clock = VirtualClock(5.0)
    ran: list[str] = []
    clock.call_later(0, lambda: clock.post(lambda: ran.append("posted by a timer")))
    clock.post(lambda: clock.call_later(0, lambda: ran.append("timer set by a post")))
    clock.call_later(0.001, lambda: ran.append("later"))
    clock.run_until_idle()
    assert ran == ["posted by a timer", "timer set by a post"]
    assert clock.now() == 5.0
    assert clock.next_due() == 5.001


def test_a_cancelled_timer_does_not_run_and_time_does_not_go_back() -> None:
    clock = VirtualClock()
    ran: list[int] = []
    timer = clock.call_later(1, lambda: ran.append(1))
    clock.call_later(0.5, timer.cancel)
    clock.advance(2)
    assert ran == []
    with pytest.raises(ValueError, match="back"):
        clock.advance(-1)


def test_an_exception_comes_out_and_loses_nothing() -> None:
    clock = VirtualClock()
    ran: list[int] = []

    def fail() -> None:
        raise RuntimeError("a mistake")

    clock.post(fail)
    clock.post(lambda: ran.append(1))
    with pytest.raises(RuntimeError):
        clock.advance(1)
    clock.advance(1)
    assert ran == [1]


def test_a_worker_on_virtual_time_works_at_once_and_reports_in_the_loop() -> None:
    clock = VirtualClock()
    worker = clock.worker("disk")
    results: list[int] = []
    worker.run(lambda: 6 * 7, results.append)
    assert results == []
    clock.run_until_idle()
    assert results == [42]
    worker.run(lambda: 1, results.append)
    worker.close()
    worker.run(lambda: 2, results.append)
    clock.run_until_idle()
    assert results == [42]


def test_the_loops_clock_posts_from_threads_and_works_beside_the_loop() -> None:
    async def test() -> None:
        clock = LoopClock()
        done = asyncio.Event()
        seen: list[tuple[str, bool]] = []
        here = threading.current_thread()

        def note(what: str) -> None:
            seen.append((what, threading.current_thread() is here))
            if len(seen) == 3:
                done.set()

        worker = clock.worker("bus")
        worker.run(lambda: threading.current_thread().name, note)
        thread = threading.Thread(target=lambda: clock.post(partial(note, "posted")))
        thread.start()
        before = clock.now()
        clock.call_at(before + 0.01, partial(note, "timer"))
        async with asyncio.timeout(10):
            await done.wait()
        thread.join()
        assert clock.now() >= before + 0.01
        assert all(in_loop for _, in_loop in seen)
        assert {"posted", "timer"} < {what for what, _ in seen}
        assert any(what.startswith("bus") for what, _ in seen)
        worker.close()

    asyncio.run(test())


def test_a_mistake_in_a_workers_job_is_heard_in_the_loop_and_the_next_job_is_done() -> None:
    async def test() -> None:
        heard: list[str] = []
        done = asyncio.Event()
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda loop, context: heard.append(str(context.get("exception"))))
        worker = LoopClock().worker("bus")
        worker.run(lambda: [][0], heard.append)
        worker.run(lambda: 1, lambda result: done.set())
        async with asyncio.timeout(10):
            await done.wait()
        assert heard == ["list index out of range"]
        worker.close()

    asyncio.run(test())


def test_a_device_thread_outliving_the_loop_is_not_hurt() -> None:
    async def make() -> LoopClock:
        return LoopClock()

    clock = asyncio.run(make())
    clock.post(lambda: None)


class Gone:
    """A device that can be taken away."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.there = True
        self.tries: list[float] = []
        self.opened = 0
        self.events: list[Event] = []
        self.supervised = Supervised(
            self.clock, "thing", self.clock.worker("thing"), self._attempt, self._count_opened
        )

    def _attempt(self) -> Text | None:
        self.tries.append(self.clock.now())
        return None if self.there else say("It is away.")

    def _count_opened(self) -> None:
        self.opened += 1


def test_a_lost_device_is_told_once_tried_with_growing_pauses_and_welcomed_back() -> None:
    gone = Gone()
    gone.supervised.start(gone.events.append)
    gone.clock.advance(60)
    assert (gone.supervised.up, gone.opened, gone.events) == (True, 1, [])
    gone.there = False
    gone.supervised.lost(say("It fell off."))
    gone.supervised.lost(say("It fell off."))
    gone.clock.advance(20)
    assert gone.events == [DeviceLost("thing", say("It fell off."))]
    pauses = [b - a for a, b in zip([60.0, *gone.tries[1:]], gone.tries[1:], strict=False)]
    assert pauses[:4] == [pytest.approx(pause) for pause in PAUSES]
    assert set(pauses[4:]) <= {PAUSES[-1]}
    gone.there = True
    gone.clock.advance(PAUSES[-1])
    assert gone.events[1:] == [DeviceBack("thing")]
    assert gone.opened == 2
    gone.supervised.close()
    assert gone.clock.next_due() is None


def test_word_of_a_return_shortens_the_wait() -> None:
    gone = Gone()
    gone.there = False
    gone.supervised.start(gone.events.append)
    gone.clock.advance(10)
    gone.there = True
    gone.supervised.retry()
    gone.clock.run_until_idle()
    assert gone.supervised.up


def test_one_that_comes_and_goes_is_tried_less_and_less() -> None:
    gone = Gone()
    gone.supervised.start(gone.events.append)
    for _ in range(6):
        gone.clock.run_until_idle()
        gone.supervised.lost(say("It fell off."))
        gone.clock.advance(PAUSES[-1])
    tries = len(gone.tries)
    gone.clock.advance(STEADY)
    gone.supervised.lost(say("It fell off."))
    gone.clock.advance(PAUSES[0])
    assert len(gone.tries) == tries + 1
