"""The pin map by itself: no pin twice, no pin that belongs to a bus, on the Pi and on the Nano."""

from __future__ import annotations

import pytest

from tests.hardware.pinmap import pi_uses, pin_map

MAP = pin_map()
PI_BUILDS = [name for name, build in MAP["builds"].items() if build["host"] == "pi"]
BUS_PINS = {("display", "sda"): 2, ("display", "scl"): 3, ("reader", "rx"): 15}


def test_the_three_builds_are_there() -> None:
    assert list(MAP["builds"]) == ["smallest", "standard", "usb_only"]


@pytest.mark.parametrize("name", PI_BUILDS)
def test_no_gpio_is_used_twice(name: str) -> None:
    gpios = [use.gpio for use in pi_uses(MAP["builds"][name])]
    assert gpios, name
    assert len(gpios) == len(set(gpios))


@pytest.mark.parametrize("name", PI_BUILDS)
def test_bus_pins_serve_only_their_bus(name: str) -> None:
    for use in pi_uses(MAP["builds"][name]):
        wanted = BUS_PINS.get((use.group, use.name))
        if wanted is not None:
            assert use.gpio == wanted, use
        else:
            assert use.gpio not in MAP["pi"]["reserved"], use
            assert 2 <= use.gpio <= 27, use


def test_builds_agree_on_the_pin_of_a_button() -> None:
    """Whoever grows from the smallest to the standard build keeps the wires already there."""
    small, large = MAP["builds"]["smallest"]["buttons"], MAP["builds"]["standard"]["buttons"]
    assert small == {name: large[name] for name in small}


def test_nano_pins_are_single_and_not_reserved() -> None:
    pins = list(MAP["nano"]["pins"].values())
    assert len(pins) == len(set(pins))
    assert not set(pins) & set(MAP["nano"]["reserved"])


@pytest.mark.parametrize("name", ["standard", "usb_only"])
def test_a_build_names_only_nano_pins_the_firmware_has(name: str) -> None:
    wanted = MAP["builds"][name]["nano"]
    assert len(wanted) == len(set(wanted))
    assert set(wanted) <= set(MAP["nano"]["pins"])


def test_the_usb_box_wires_everything_the_nano_has() -> None:
    assert set(MAP["builds"]["usb_only"]["nano"]) == set(MAP["nano"]["pins"])
    assert set(MAP["nano"]["buttons"]) <= set(MAP["nano"]["pins"])
    assert {f"lamp_{lamp}" for lamp in MAP["nano"]["lamps"]} <= set(MAP["nano"]["pins"])
