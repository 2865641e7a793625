"""Field cases of buttons, from edges on gpiozero's pins to events; and the law of one press for any edges
at all."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPin
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.hal.clock import VirtualClock
from companion.hal.debounce import Debounce
from companion.hal.events import (
    Clicked,
    DeviceBack,
    DeviceLost,
    Event,
    Held,
    Pressed,
    Released,
    Repeated,
)
from companion.hal.gpio import Library
from companion.hal.keys import KeyInput
from companion.hal.settings import KeySettings
from companion.hal.switches import ARCADE, CLEAN, POOR, Switch
from tests.hal.pinbox import PINS, PinBox


@pytest.fixture
def box() -> PinBox:
    box = PinBox()
    box.start()
    return box


def clicks(events: list[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, Clicked | Held)]


@pytest.mark.case("GP-O1")
def test_bounce_and_two_quick_presses_are_three_clicks(box: PinBox) -> None:
    box.levels("ok", [(0, 0), (1.2, 1), (2, 0), (3.1, 1), (4, 0), (180, 1), (181, 0), (182.5, 1)])
    box.levels("ok", [(500, 0), (580, 1), (680, 0), (760, 1)])
    assert clicks(box.after(0.4)) == [Clicked("ok")]
    assert clicks(box.after(1.0)) == [Clicked("ok")] * 2


@pytest.mark.case("GP-O4")
def test_a_long_press_is_no_short_one(box: PinBox) -> None:
    box.levels("back", [(0, 0), (1600, 1), (3000, 0), (3400, 1), (5000, 0), (5995, 1), (7000, 0), (8005, 1)])
    box.levels("back", [(9000, 0)])
    assert box.after(1.1) == [Pressed("back"), Held("back")]
    assert box.after(1.9) == [Released("back")]
    assert clicks(box.after(2)) == [Clicked("back")]
    assert clicks(box.after(2)) == [Clicked("back")]
    assert box.after(2) == [Pressed("back"), Held("back"), Released("back")]
    assert box.after(0.5) == [Pressed("back")]
    box.buttons.close()
    assert box.after(5) == []


@pytest.mark.case("GP-O6")
def test_a_button_that_is_down_at_the_start_is_told_and_counts_for_nothing() -> None:
    factory = MockFactory()
    box = PinBox(factory=factory)
    pin = factory.pin(PINS["event"])
    pull_up = pin.input_with_pull
    pin.input_with_pull = lambda pull: (pull_up(pull), pin.drive_low())
    box.start()
    told = box.after(40)
    assert [type(event) for event in told] == [DeviceLost]
    assert isinstance(told[0], DeviceLost)
    assert str(told[0].reason) == "The EVENT button is held down or shorted."
    box.switch("move").click()
    assert clicks(box.after(1)) == [Clicked("move")]
    box.levels("event", [(0, 1), (4000, 0), (4200, 1)])
    assert box.after(1) == [DeviceBack("button event")]
    assert box.after(5) == [Pressed("event"), Clicked("event"), Released("event")]


@pytest.mark.case("GP-O7")
def test_two_overlapping_presses_are_two_presses_in_order(box: PinBox) -> None:
    box.levels("up", [(0, 0), (300, 1)])
    box.levels("ok", [(120, 0), (420, 1)])
    assert box.after(1) == [
        Pressed("up"),
        Pressed("ok"),
        Clicked("up"),
        Released("up"),
        Clicked("ok"),
        Released("ok"),
    ]


class BrokenPin(MockPin):
    """A pin that refuses edge detection."""

    broken: set[int] = set()
    error: Callable[[], Exception]

    def _set_when_changed(self, value: Any) -> None:
        if self._number in self.broken and value is not None:
            raise type(self).error()
        super()._set_when_changed(value)


def broken_box(pins: set[int], error: Callable[[], Exception], library: Library = "mock") -> PinBox:
    kind = type("Kind", (BrokenPin,), {"broken": pins, "error": staticmethod(error)})
    box = PinBox(factory=MockFactory(pin_class=kind), library=library)
    box.start()
    return box


@pytest.mark.case("GP-O2")
def test_a_pin_that_cannot_be_had_costs_its_button_only() -> None:
    box = broken_box({13}, lambda: RuntimeError("Failed to add edge detection"))
    [lost] = box.events
    assert isinstance(lost, DeviceLost)
    assert lost.device == "button ok"
    assert "Failed to add edge detection" in str(lost.reason)
    assert set(box.buttons.names) == set(PINS) - {"ok"}
    box.switch("up").click()
    assert clicks(box.after(1)) == [Clicked("up")]


@pytest.mark.case("GP-O2")
def test_when_all_pins_fail_with_the_old_library_its_successor_is_named() -> None:
    box = broken_box(set(PINS.values()), lambda: RuntimeError("Failed to add edge detection"), "rpigpio")
    assert len(box.events) == len(PINS)
    for lost in box.events:
        assert isinstance(lost, DeviceLost)
        assert "RPi.GPIO does not drive this board" in str(lost.reason)
        assert "lgpio" in str(lost.reason)
    assert list(box.buttons.names) == []


@pytest.mark.case("GP-O3")
def test_a_pin_in_use_is_told_in_one_sentence_and_had_when_it_is_free() -> None:
    pins = {6}
    box = broken_box(pins, lambda: RuntimeError("'GPIO busy'"))
    [lost] = box.events
    assert isinstance(lost, DeviceLost)
    assert lost.device == "button down"
    assert str(lost.reason).startswith("GPIO6 is in use by ")
    assert box.after(60) == []
    pins.clear()
    assert box.after(31) == [DeviceBack("button down")]
    assert "down" in box.buttons.names
    box.switch("down").click()
    assert clicks(box.after(1)) == [Clicked("down")]


def test_closing_gives_every_pin_back(box: PinBox) -> None:
    box.buttons.close()
    box.buttons.close()
    assert box.factory.pins == {}


def test_a_sink_that_raises_loses_nothing_else() -> None:
    clock = VirtualClock()
    level = [False]
    heard: list[Event] = []

    def sink(event: Event) -> None:
        heard.append(event)
        raise RuntimeError("a mistake above the devices")

    key = KeyInput(clock, "ok", lambda: level[0], KeySettings())
    key.start(sink)
    for down in (True, False):
        level[0] = down
        key.edge(down)
        for _ in range(3):
            try:
                clock.advance(0.1)
            except RuntimeError:
                continue
    assert heard == [Pressed("ok"), Clicked("ok"), Released("ok")]


def test_edges_that_come_late_from_a_busy_loop_are_judged_by_their_own_time() -> None:
    contact = Debounce(False, 0.0)
    assert contact.edge(0.000, True) == []
    [(pressed, down)] = contact.edge(0.080, False)  # handled together, long after both
    assert (pressed, down) == (0.001, True)
    assert contact.wake(0.300, False) == [(0.081, False)]


def test_a_lost_release_heals() -> None:
    contact = Debounce(False, 0.0)
    contact.edge(0.0, True)
    assert contact.wake(0.001, True) == [(0.001, True)]
    assert contact.wake(0.021, True) == []
    assert contact.due is not None
    now = contact.due
    assert contact.wake(now, False) == []  # nobody told of the edge: it is seen by looking
    assert contact.wake(now + 0.001, False) == [(now + 0.001, False)]
    assert contact.wake(now + 0.021, False) == []
    assert contact.due is None


def test_a_glitch_whose_end_was_not_told_is_a_glitch() -> None:
    contact = Debounce(False, 0.0)
    contact.edge(0.0, True)
    assert contact.wake(0.0011, False) == []
    assert (contact.down, contact.glitches, contact.due) == (False, 1, None)


def test_at_rest_there_is_nothing_to_wake_for() -> None:
    clock = VirtualClock()
    key = KeyInput(clock, "ok", lambda: False, KeySettings())
    key.start(lambda event: None)
    assert clock.next_due() is None


def presses_seen(
    switch: Switch, presses: int, low: float, high: float, seed: int
) -> tuple[int, int, list[float]]:
    """(presses reported, releases reported, delays) of so many real presses."""
    clock, rng = VirtualClock(), random.Random(seed)
    level = [False]
    events: list[tuple[float, Event]] = []
    key = KeyInput(clock, "ok", lambda: level[0], KeySettings())
    key.start(lambda event: events.append((clock.now(), event)))

    def set_level(down: bool) -> None:
        level[0] = down
        key.edge(down)

    starts = []
    moment = 0.1
    for _ in range(presses):
        seconds = rng.uniform(low, high)
        starts.append(moment)
        for at, down in switch.press(moment, seconds, rng):
            clock.call_at(at, lambda down=down: set_level(down))
        moment += seconds + rng.uniform(0.08, 0.4)
    clock.advance(moment + 1)
    reported = [at for at, event in events if event == Pressed("ok")]
    releases = sum(event == Released("ok") for _, event in events)
    delays = [at - start for at, start in zip(reported, starts, strict=False)]
    return len(reported), releases, delays


@pytest.mark.parametrize("switch", [CLEAN, ARCADE, POOR])
def test_no_ghost_and_no_lost_press(switch: Switch) -> None:
    reported, releases, delays = presses_seen(switch, 200, 0.04, 0.2, seed=3)
    assert (reported, releases) == (200, 200)
    assert sorted(delays)[190] <= 0.008


@given(
    st.lists(st.tuples(st.floats(0.00001, 1.5), st.booleans()), max_size=40), st.sampled_from(["ok", "up"])
)
@settings(max_examples=200, deadline=None)
def test_whatever_the_edges_every_press_has_one_meaning_and_one_release(
    edges: list[tuple[float, bool]], button: Any
) -> None:
    clock = VirtualClock()
    level = [False]
    events: list[Event] = []
    key = KeyInput(clock, button, lambda: level[0], KeySettings())
    key.start(events.append)
    for pause, down in edges:
        clock.advance(pause)
        level[0] = down
        key.edge(down)  # repeated levels, as after a lost edge, included
    level[0] = False
    key.edge(False)
    clock.advance(30)
    presses: list[list[Event]] = []
    for event in events:
        if isinstance(event, Pressed):
            presses.append([])
        else:
            presses[-1].append(event)
    for rest in presses:
        rest = [event for event in rest if not isinstance(event, DeviceLost | DeviceBack)]
        assert rest[-1] == Released(button)
        meaning = rest[:-1]
        assert (
            meaning == [Clicked(button)]
            or meaning == [Held(button)]
            or meaning == [Repeated(button, n + 1) for n in range(len(meaning))] != []
        )


@pytest.mark.parametrize("late_ms", [0, 12, 25, 60, 400])
def test_bounce_that_is_told_late_is_no_second_press(late_ms: int) -> None:
    """The kernel saw one press of 500 ms with 4 ms of bounce; of the bounce the pin library told later."""
    clock = VirtualClock()
    events: list[Event] = []
    level = {"down": False}
    key = KeyInput(clock, "ok", lambda: level["down"], KeySettings(hold=2))
    key.start(events.append)

    level["down"] = True
    key.edge(True)
    clock.advance(late_ms / 1000)
    for ms, down in ((1, False), (3.5, True), (4, False), (4.2, True)):
        key.edge(down, max(0.0, (late_ms - ms) / 1000))
    clock.advance(0.5 - late_ms / 1000)
    level["down"] = False
    key.edge(False)
    clock.advance(1)
    assert events == [Pressed("ok"), Clicked("ok"), Released("ok")]
