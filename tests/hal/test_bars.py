"""The bars of the devices at a size for every day; `make bench` measures them at full size."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.bench import hal, readers


@pytest.mark.parametrize("fingers", hal.FINGERS, ids=lambda fingers: fingers.name)
def test_no_ghost_no_lost_press_and_no_waiting(fingers: hal.Fingers) -> None:
    result = hal.pressing(fingers, 300, seed=2)
    assert (result.ghosts, result.lost, result.unreleased) == (0, 0, 0)
    assert result.p95_ms <= 8


@pytest.mark.parametrize("noise", hal.NOISES)
def test_more_swipes_are_recognised_than_hold_a_whole_frame(noise: hal.Noise) -> None:
    result = hal.swipes(noise, 300, seed=2)
    assert result.recognised >= result.whole
    assert result.false_ids == 0


def test_noise_lays_no_tag() -> None:
    assert hal.false_ids_in_noise(0.2, seed=2) == 0


def test_removal_is_noticed_soon_and_never_falsely() -> None:
    lain = hal.lying(120, seed=2)
    assert lain.false_removals == 0
    assert lain.noticed_after <= 0.4


@pytest.mark.parametrize("device", ["reader", "display"])
def test_loss_and_return_are_told_in_time(device: str) -> None:
    result = hal.unplugging(device, 10, seed=2)
    assert result.told <= 2
    assert result.back <= 5


def test_at_rest_nothing_wakes() -> None:
    assert hal.at_rest(3600) == 0


@pytest.mark.parametrize("make", [readers.rc522, readers.pn532])
def test_readers_that_are_asked_notice_a_removal_soon_and_never_falsely(
    make: Callable[[], readers.Field],
) -> None:
    lain = readers.lying(make(), 60, seed=2)
    assert lain.false_removals == 0
    assert lain.noticed_after <= 0.4
