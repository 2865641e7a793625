"""The OLED: luma's real drivers on a recorded bus; what was sent is turned back into a picture and
compared."""

from __future__ import annotations

import errno
import random
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from luma.core.error import DeviceNotFoundError, DevicePermissionError
from luma.oled.device import ssd1306
from PIL import Image, ImageDraw

from companion.hal import buses, oled
from companion.hal.clock import VirtualClock
from companion.hal.display import pack, unpack, wire_bytes
from companion.hal.events import DeviceBack, DeviceLost, Event
from companion.hal.oled import Oled
from companion.hal.settings import DisplaySettings
from tests.models.oled import Panel, luma_bus

Controller = Literal["ssd1306", "ssd1309", "sh1106"]
CONTROLLERS: list[Controller] = ["ssd1306", "ssd1309", "sh1106"]


def chip(controller: Controller) -> Literal["ssd1306", "sh1106"]:
    return "sh1106" if controller == "sh1106" else "ssd1306"


class Screen:
    """An Oled on a modelled panel, on virtual time."""

    def __init__(self, controller: Controller = "ssd1306", panel: Panel | None = None, **extra: Any) -> None:
        self.settings = DisplaySettings(controller=controller, **extra)
        self.panel = panel if panel is not None else Panel(chip(controller), self.settings.height)
        self.panels = {0x3C: self.panel}
        self.clock = VirtualClock()
        self.oled = Oled(self.clock, self.settings, lambda settings: luma_bus(self.panels, settings.address))
        self.events: list[Event] = []

    def start(self) -> Screen:
        self.oled.start(self.events.append)
        self.clock.run_until_idle()
        self.panel.take()
        return self

    def show(self, image: Image.Image) -> tuple[int, int]:
        """Messages and bytes it took."""
        self.oled.show(image)
        self.clock.run_until_idle()
        return self.panel.take()


def drawing(seed: int, height: int = 64, shapes: int = 4) -> Image.Image:
    rng = random.Random(seed)
    image = Image.new("1", (128, height))
    draw = ImageDraw.Draw(image)
    for _ in range(shapes):
        x, y = rng.randrange(128), rng.randrange(height)
        draw.rectangle((x, y, x + rng.randrange(40), y + rng.randrange(30)), fill=rng.randrange(2))
        draw.text((rng.randrange(90), rng.randrange(height)), str(rng.randrange(100)), fill=1)
    return image


def same(a: Image.Image, b: Image.Image) -> bool:
    return a.tobytes() == b.tobytes()


@given(st.binary(min_size=1024, max_size=1024))
def test_packing_and_unpacking_is_the_same_picture(raw: bytes) -> None:
    image = Image.frombytes("1", (128, 64), raw)
    assert same(unpack(pack(image), 128), image)


@pytest.mark.parametrize("controller", CONTROLLERS)
@pytest.mark.parametrize("height", [32, 64])
def test_what_is_shown_is_on_the_glass(controller: Controller, height: Literal[32, 64]) -> None:
    screen = Screen(controller, height=height).start()
    for seed in range(150):
        image = drawing(seed, height, shapes=seed % 7)
        screen.show(image)
        assert same(screen.panel.picture(), image)


@given(
    st.lists(st.tuples(st.integers(0, 127), st.integers(0, 63)), max_size=60), st.sampled_from(CONTROLLERS)
)
@settings(max_examples=60, deadline=None)
def test_any_change_of_pixels_reaches_the_glass(
    pixels: list[tuple[int, int]], controller: Controller
) -> None:
    screen = Screen(controller).start()
    image = drawing(1)
    screen.show(image)
    for start in range(0, len(pixels), 7):
        for at in pixels[start : start + 7]:
            image.putpixel(at, 1 - int(bool(image.getpixel(at))))
        screen.show(image)
        assert same(screen.panel.picture(), image)


@pytest.mark.parametrize("controller", CONTROLLERS)
def test_an_identical_picture_sends_nothing(controller: Controller) -> None:
    screen = Screen(controller).start()
    screen.show(drawing(1))
    assert screen.show(drawing(1)) == (0, 0)


def test_bytes_are_those_that_were_counted_on() -> None:
    screen = Screen().start()
    old = pack(Image.new("1", (128, 64)))
    for seed in range(40):
        image = drawing(seed)
        assert screen.show(image)[1] == wire_bytes(old, pack(image), 128)
        old = pack(image)
    pixel = drawing(39)
    pixel.putpixel((127, 63), 1 - int(bool(pixel.getpixel((127, 63)))))
    assert screen.show(pixel) == (2, 11)
    noise = Image.frombytes("1", (128, 64), random.Random(1).randbytes(1024))
    assert screen.show(noise)[1] <= 1040


def test_far_changes_are_two_windows_and_near_ones_are_one() -> None:
    dark = Image.new("1", (128, 64))

    def cost(*pixels: tuple[int, int]) -> int:
        image = dark.copy()
        for at in pixels:
            image.putpixel(at, 1)
        return wire_bytes(pack(dark), pack(image), 128)

    assert cost((0, 0), (127, 0)) == 22
    assert cost((0, 0), (9, 0)) == 20
    assert cost((0, 0), (0, 8)) == 12
    assert cost((0, 0), (127, 8)) == 22


@given(st.binary(min_size=1024, max_size=1024), st.lists(st.integers(0, 1023), max_size=80))
def test_no_change_costs_more_than_a_window_a_page(old: bytes, changed: list[int]) -> None:
    new = bytearray(old)
    for at in changed:
        new[at] ^= 0x55
    naive = 0
    for page in range(8):
        columns = [x for x in range(128) if old[page * 128 + x] != new[page * 128 + x]]
        naive += 10 + columns[-1] - columns[0] + 1 if columns else 0
    assert wire_bytes(old, bytes(new), 128) <= naive


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_stock_luma_sends_a_whole_frame_every_time() -> None:
    """What the driver is measured against."""
    panel = Panel()
    device = ssd1306(luma_bus({0x3C: panel}, 0x3C))
    panel.take()
    device.display(drawing(1))
    assert panel.take() == (2, 1034)
    assert same(panel.picture(), drawing(1))


def test_turned_round() -> None:
    screen = Screen(rotate=180).start()
    screen.show(drawing(3))
    assert same(screen.panel.picture(), drawing(3).rotate(180))


def test_contrast_off_and_on_again() -> None:
    screen = Screen().start()
    screen.show(drawing(1))
    assert screen.panel.contrast == 160
    screen.oled.contrast(8)
    screen.clock.run_until_idle()
    assert screen.panel.contrast == 8
    screen.oled.off()
    screen.clock.run_until_idle()
    assert not screen.panel.on
    screen.show(drawing(2))
    assert same(screen.panel.picture(), drawing(2))
    assert screen.panel.contrast == 8
    screen.oled.close()
    assert not screen.panel.on


def test_a_panel_that_lost_its_power_in_the_dark_is_set_up_when_it_wakes() -> None:
    screen = Screen().start()
    screen.show(drawing(1))
    screen.oled.off()
    screen.clock.run_until_idle()
    screen.panel.power_on()
    screen.show(drawing(1))
    assert screen.panel.pumped
    assert same(screen.panel.picture(), drawing(1))


@pytest.mark.case("OL-O1")
def test_not_there_at_the_start() -> None:
    screen = Screen()
    screen.panel.fail_after, screen.panel.error = 0, errno.EREMOTEIO
    screen.start()
    [lost] = screen.events
    assert isinstance(lost, DeviceLost)
    assert str(lost.reason).startswith("No display answers on I2C bus 1 at address 0x3C.")
    screen.show(drawing(1))
    screen.clock.advance(30)
    screen.show(drawing(2))
    assert len(screen.events) == 1
    screen.panel.fail_after = None
    screen.clock.advance(3)
    assert screen.events[1:] == [DeviceBack("display")]
    assert same(screen.panel.picture(), drawing(2)), "the picture of now, not of then"


@pytest.mark.case("OL-O1")
def test_the_pauses_grow() -> None:
    screen = Screen()
    screen.panel.fail_after = 0
    tries: list[float] = []
    bus = screen.oled._open_bus
    screen.oled._open_bus = lambda settings: (tries.append(screen.clock.now()), bus(settings))[1]
    screen.start()
    screen.clock.advance(20)
    pauses = [b - a for a, b in pairwise(tries)]
    assert pauses == sorted(pauses)
    assert pauses[0] == pytest.approx(0.5)
    assert pauses[-1] == pytest.approx(3)


def test_an_adapter_that_comes_back_under_another_number_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(buses, "I2C_BUSES", tmp_path)
    screen = Screen(bus=1)

    def plugged(name: str, number: int) -> None:
        (tmp_path / f"i2c-{number}").mkdir()
        (tmp_path / f"i2c-{number}" / "name").write_text(f"{name}\n")

    def opened(settings: DisplaySettings) -> Any:
        if not (tmp_path / f"i2c-{settings.bus}").exists():
            raise DeviceNotFoundError(f"I2C device not found: /dev/i2c-{settings.bus}")
        return luma_bus(screen.panels if settings.bus in (1, 4) else {}, settings.address)

    screen.oled._open_bus = opened
    plugged("i2c-tiny-usb at bus 001 device 002", 1)
    plugged("bcm2835 (i2c@7e804000)", 0)
    screen.start()
    screen.panel.fail_after = 0
    screen.show(drawing(1))
    (tmp_path / "i2c-1" / "name").unlink()
    (tmp_path / "i2c-1").rmdir()
    screen.clock.advance(4)
    [lost] = screen.events
    assert isinstance(lost, DeviceLost)
    screen.panel.fail_after = None
    screen.panel.power_on()
    plugged("another", 3)
    plugged("i2c-tiny-usb at bus 001 device 005", 4)
    screen.clock.advance(5)
    assert screen.events == [lost, DeviceBack("display")]
    assert same(screen.panel.picture(), drawing(1))


@pytest.mark.case("OL-O2")
def test_i2c_off_and_i2c_not_allowed_are_two_different_sentences() -> None:
    def off(settings: DisplaySettings) -> Any:
        raise DeviceNotFoundError("I2C device not found: /dev/i2c-31")

    def denied(settings: DisplaySettings) -> Any:
        raise DevicePermissionError("I2C device permission denied: /dev/i2c-31")

    reasons = []
    for bus in (off, denied):
        screen = Screen(bus=31)
        screen.oled._open_bus = bus
        screen.start()
        [lost] = screen.events
        assert isinstance(lost, DeviceLost)
        reasons.append(str(lost.reason))
    assert "I2C is off" in reasons[0]
    assert "may not use /dev/i2c-31" in reasons[1]
    assert "i2c" in reasons[1].split("-aG")[1]


@pytest.mark.case("OL-O2")
def test_on_this_machine_without_i2c_luma_says_the_same() -> None:
    clock = VirtualClock()
    events: list[Event] = []
    Oled(clock, DisplaySettings(bus=31)).start(events.append)
    clock.run_until_idle()
    [lost] = events
    assert isinstance(lost, DeviceLost)
    assert "/dev/i2c-31" in str(lost.reason)


@pytest.mark.case("OL-O3")
@pytest.mark.parametrize("controller", CONTROLLERS)
@pytest.mark.parametrize("code", [errno.EREMOTEIO, errno.EIO, errno.ETIMEDOUT])
def test_errors_in_mid_run_cost_no_picture(controller: Controller, code: int) -> None:
    screen = Screen(controller).start()
    screen.panel.error = code
    for seed in range(20):
        screen.show(drawing(seed))
    screen.panel.fail_after = 1  # the window's command is taken, its picture data is not
    screen.show(drawing(21))
    [lost] = screen.events
    assert isinstance(lost, DeviceLost)
    for seed in range(22, 41):
        screen.show(drawing(seed))
        screen.clock.advance(0.3)
    screen.panel.fail_after = None
    screen.panel.power_on()
    screen.clock.advance(3)
    assert screen.events[1:] == [DeviceBack("display")]
    assert screen.panel.contrast == 160
    assert same(screen.panel.picture(), drawing(40))
    screen.show(drawing(41))
    assert same(screen.panel.picture(), drawing(41))


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 5)), min_size=1, max_size=8))
@settings(max_examples=60, deadline=None)
def test_wherever_the_bus_fails_the_glass_comes_right(faults: list[tuple[int, int]]) -> None:
    screen = Screen().start()
    for i, (after, pictures) in enumerate(faults):
        screen.panel.fail_after = after
        for n in range(pictures):
            screen.show(drawing(10 * i + n))
        screen.panel.fail_after = None
        screen.show(drawing(1000 + i))
        screen.clock.advance(20)
        assert same(screen.panel.picture(), drawing(1000 + i))


def test_a_panel_that_comes_and_goes_is_not_tried_without_end() -> None:
    screen = Screen().start()
    for _ in range(50):
        screen.panel.fail_after = None
        screen.clock.advance(1)
        screen.panel.fail_after = 0
        screen.show(drawing(screen.clock.now().__hash__() % 1000))
        screen.clock.advance(1)
    assert len([event for event in screen.events if isinstance(event, DeviceLost)]) <= 40


def test_a_check_finds_a_panel_that_went_while_nothing_was_drawn() -> None:
    screen = Screen().start()
    screen.show(drawing(1))
    screen.oled.check()
    screen.clock.run_until_idle()
    assert screen.panel.take() == (1, 3)
    assert screen.events == []
    screen.panel.fail_after = 0
    screen.oled.check()
    screen.clock.run_until_idle()
    assert [type(event) for event in screen.events] == [DeviceLost]


@pytest.mark.case("OL-O4")
def test_a_panel_driven_as_another_looks_wrong_and_the_column_offset_is_a_setting() -> None:
    frame = Image.new("1", (128, 64))
    ImageDraw.Draw(frame).rectangle((0, 0, 127, 63), outline=1)
    wrong = Screen("ssd1306", panel=Panel("sh1106")).start()
    wrong.show(frame)
    assert not same(wrong.panel.picture(), frame)
    for glass_at in (2, 0):
        right = Screen("sh1106", panel=Panel("sh1106", glass_at=glass_at), column_offset=glass_at).start()
        right.show(frame)
        assert same(right.panel.picture(), frame)
        shifted = Screen(
            "sh1106", panel=Panel("sh1106", glass_at=glass_at), column_offset=2 - glass_at
        ).start()
        shifted.show(frame)
        assert not same(shifted.panel.picture(), frame)
    usual = Screen("sh1106").start()
    usual.show(frame)
    assert same(usual.panel.picture(), frame)


def test_a_picture_of_the_wrong_size_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="128"):
        Screen().oled.show(Image.new("1", (64, 64)))
    with pytest.raises(ValueError, match="mode"):
        Screen().oled.show(Image.new("L", (128, 64)))


def test_drivers_for_every_controller_that_can_be_set() -> None:
    assert set(oled.DRIVERS) == {"ssd1306", "ssd1309", "sh1106"}
