"""The knob: one detent is one step, through bounce, lost steps, both kinds of encoder, and real pins."""

from __future__ import annotations

import random
from typing import Literal

import pytest
from gpiozero.pins.mock import MockFactory
from hypothesis import given
from hypothesis import strategies as st

from companion.hal.clock import VirtualClock
from companion.hal.encoder import Quadrature
from companion.hal.events import Event, Turned
from companion.hal.gpio import Board, GpioEncoder
from companion.hal.mock import MockEncoder

CLOCKWISE = [(1, 1), (0, 1), (0, 0), (1, 0)]


def walk(clicks: int, steps_per_click: int, start: int = 0) -> list[tuple[bool, bool]]:
    """The line levels of so many clicks, one after the other."""
    direction = 1 if clicks > 0 else -1
    places = [start + direction * i for i in range(1, abs(clicks) * steps_per_click + 1)]
    return [(bool(CLOCKWISE[p % 4][0]), bool(CLOCKWISE[p % 4][1])) for p in places]


def turned(decoder: Quadrature, levels: list[tuple[bool, bool]]) -> int:
    return sum(decoder.levels(a, b) for a, b in levels)


@pytest.mark.case("GP-O5")
def test_one_step_a_click_for_both_kinds_of_encoder() -> None:
    full = Quadrature(steps_per_click=4)
    assert [full.levels(bool(a), bool(b)) for a, b in [(0, 1), (0, 0), (1, 0), (1, 1)]] == [0, 0, 0, 1]
    assert full.raw == 4
    half = Quadrature(steps_per_click=2)
    assert [half.levels(bool(a), bool(b)) for a, b in [(0, 1), (0, 0)]] == [0, 1]
    assert [half.levels(bool(a), bool(b)) for a, b in [(1, 0), (1, 1)]] == [0, 1]


@pytest.mark.case("GP-O5")
@pytest.mark.parametrize("steps_per_click", [2, 4])
@pytest.mark.parametrize("reverse", [False, True])
def test_on_real_pins_with_bounce(steps_per_click: Literal[2, 4], reverse: bool) -> None:
    clock, factory, rng = VirtualClock(), MockFactory(), random.Random(5)
    events: list[Event] = []
    encoder = GpioEncoder(Board(clock, "mock", factory), 20, 21, steps_per_click, reverse)
    encoder.start(events.append)
    clock.run_until_idle()
    pins = factory.pin(20), factory.pin(21)

    def drive(levels: list[tuple[bool, bool]]) -> None:
        for pair in levels:
            for pin, level in zip(pins, pair, strict=True):
                if bool(pin.state) != level:
                    for i in range(1 + 2 * rng.randrange(3)):  # the contact that changes bounces
                        (pin.drive_high if level == (i % 2 == 0) else pin.drive_low)()
                        clock.advance(0.0003)
            clock.advance(0.005)

    sign = -1 if reverse else 1
    drive(walk(3, steps_per_click))
    assert events == [Turned(sign)] * 3
    events.clear()
    drive(walk(-4, steps_per_click, start=3 * steps_per_click))
    assert events == [Turned(-sign)] * 4
    encoder.close()
    assert factory.pins == {}


@given(st.lists(st.sampled_from([-1, 1]), max_size=30), st.integers(0, 2**32), st.sampled_from([2, 4]))
def test_bounce_never_makes_or_loses_a_click(
    turns: list[int], seed: int, steps_per_click: Literal[2, 4]
) -> None:
    rng, decoder, place = random.Random(seed), Quadrature(steps_per_click=steps_per_click), 0
    for turn in turns:
        heard = 0
        before = (decoder.a, decoder.b)
        for pair in walk(turn, steps_per_click, place):
            for _ in range(rng.randrange(4)):
                heard += decoder.levels(*pair) + decoder.levels(*before)
            heard += decoder.levels(*pair)
            before = pair
        place += turn * steps_per_click
        assert heard == turn


@given(st.integers(1, 20), st.sampled_from([-1, 1]), st.integers(0, 2**32))
def test_a_lost_step_within_a_click_loses_no_click(clicks: int, direction: int, seed: int) -> None:
    rng, decoder, place, heard = random.Random(seed), Quadrature(), 0, 0
    for _ in range(clicks):
        levels = walk(direction, 4, place)
        del levels[rng.randrange(3)]  # an edge that was never told: both lines seem to change at once
        heard += turned(decoder, levels)
        place += direction * 4
    assert heard == clicks * direction


@pytest.mark.parametrize("direction", [1, -1])
def test_steps_lost_where_none_is_left_go_on_as_before(direction: int) -> None:
    half = Quadrature(steps_per_click=2)
    assert turned(half, walk(direction, 2)) == direction
    assert half.levels(True, True) == direction  # from 00 in one jump: the step between was never told
    full = Quadrature()
    assert turned(full, walk(direction, 4)) == direction
    assert turned(full, [(False, False), (True, True)]) == direction
    assert full.raw == 8 * direction
    assert turned(full, walk(-direction, 4)[1:]) == -direction
    assert Quadrature().levels(False, False) == 0


def test_after_any_trouble_the_next_clicks_count_as_ever() -> None:
    decoder = Quadrature()
    turned(decoder, [(False, True), (True, False), (False, True), (True, True)])
    assert turned(decoder, walk(3, 4)) == 3


def test_a_wobble_at_the_detent_is_no_click() -> None:
    decoder = Quadrature()
    assert turned(decoder, [(False, True), (True, True), (True, False), (True, True)] * 5) == 0


def test_a_last_edge_that_was_not_told_is_read() -> None:
    clock, factory = VirtualClock(), MockFactory()
    events: list[Event] = []
    GpioEncoder(Board(clock, "mock", factory), 20, 21).start(events.append)
    clock.run_until_idle()
    a, b = factory.pin(20), factory.pin(21)
    for drive in (a.drive_low, b.drive_low, a.drive_high):
        drive()
        clock.advance(0.005)
    b._change_state(True)  # the level changes and nobody is told
    clock.advance(0.1)
    assert events == [Turned(1)]
    assert clock.next_due() is None


@pytest.mark.parametrize("bounce", [0.0, 0.002])
def test_the_mock_turns_as_told(bounce: float) -> None:
    clock = VirtualClock()
    events: list[Event] = []
    encoder = MockEncoder(clock, bounce=bounce)
    encoder.start(events.append)
    for clicks in (2, -3, 5):
        encoder.turn(clicks)
    clock.advance(2)
    assert events == [Turned(1)] * 2 + [Turned(-1)] * 3 + [Turned(1)] * 5
