"""The devices of a box on the kernel's own drivers, without a game: what comes in and what goes out."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from PIL import Image, ImageDraw

from companion.engine.text import render
from companion.hal import switches
from companion.hal.clock import LoopClock
from companion.hal.devices import Devices
from companion.hal.events import (
    Clicked,
    DeviceBack,
    DeviceLost,
    Event,
    Held,
    Pressed,
    Released,
    TagLaid,
    TagLifted,
    Turned,
)
from companion.hal.from_config import build
from companion.hal.settings import DeviceSettings, DisplaySettings, ReaderSettings
from tests.hw.pi import ADDRESS, Finger, Knob, Pi

pytestmark = pytest.mark.hw
SETTINGS = DeviceSettings(
    display=DisplaySettings(controller="ssd1306", address=ADDRESS, reset=4),
    readers=(ReaderSettings(port="/dev/ttyS1"),),
)
OK, LAMP, BUZZER, KNOB = 13, 24, 12, (20, 21)
TAG = "2A005C1F93"
NO_ANSWER = "No display answers on I2C bus 1 at address 0x3C. Check its four wires."


async def until(holds: Callable[[], bool], seconds: float = 30) -> None:
    """Wait for something; the machine may be slow."""
    for _ in range(round(seconds / 0.05)):
        if holds():
            return
        await asyncio.sleep(0.05)
    raise AssertionError("it never came")


def with_devices(play: Callable[[Devices, list[Event]], Awaitable[None]]) -> list[Event]:
    """Run `play`, a coroutine function, on the devices once all are there; what they told."""
    events: list[Event] = []

    async def run() -> None:
        devices = build(SETTINGS, LoopClock())
        devices.start(events.append)
        devices.lamps.set("move", True)  # the last part: once it shines, all pins are ours
        try:
            await play(devices, events)
        finally:
            devices.close()
            await asyncio.sleep(0.5)

    asyncio.run(run())
    return events


def in_thread(does: Callable[[], object]) -> asyncio.Future[object]:
    """Hardware acts on its own."""
    return asyncio.get_running_loop().run_in_executor(None, does)


def test_edges_of_pins_become_presses_and_turns(pi: Pi) -> None:
    knob, finger = Knob(pi.pins, *KNOB), Finger(pi.pins, switches.CLEAN)

    async def play(devices: Devices, events: list[Event]) -> None:
        await until(lambda: pi.pins.level(LAMP) and pi.pins.pull(KNOB[1]) == "pull-up")
        for _ in range(5):
            await in_thread(lambda: finger.press(OK, 0.15))
            await asyncio.sleep(0.2)
        await in_thread(lambda: finger.press(OK, 1.0))
        await in_thread(lambda: knob.turn(3))
        await in_thread(lambda: knob.turn(-2))
        await until(lambda: sum(isinstance(event, Turned) for event in events) == 5)
        devices.buzzer.play((0.3,))
        await until(lambda: pi.pins.level(BUZZER))
        await until(lambda: not pi.pins.level(BUZZER))

    events = with_devices(play)
    click = [Pressed("ok"), Clicked("ok"), Released("ok")]
    assert events == [
        *click * 5, Pressed("ok"), Held("ok"), Released("ok"), *[Turned(1)] * 3, *[Turned(-1)] * 2,
    ]  # fmt: skip
    assert not pi.pins.level(LAMP)


def test_a_tag_is_read_over_the_serial_port(pi: Pi) -> None:
    async def play(devices: Devices, events: list[Event]) -> None:
        await until(lambda: pi.pins.level(LAMP))
        pi.reader.send(b"0000000100\x03")  # the tail of a frame, as a port gives that was opened in its midst
        pi.reader.lay(TAG)
        await until(lambda: TagLaid(TAG, "reader") in events)
        pi.reader.lift()
        await until(lambda: TagLifted(TAG, "reader") in events)

    assert with_devices(play) == [TagLaid(TAG, "reader"), TagLifted(TAG, "reader")]


def test_a_display_that_loses_its_bus_in_a_frame_comes_back_with_the_picture(pi: Pi) -> None:
    first, second = Image.new("1", (128, 64)), Image.new("1", (128, 64))
    ImageDraw.Draw(first).rectangle((10, 10, 60, 50), fill=1)
    ImageDraw.Draw(second).ellipse((30, 5, 100, 60), fill=1)

    async def play(devices: Devices, events: list[Event]) -> None:
        assert devices.display is not None
        devices.display.show(first)
        await until(lambda: pi.glass.picture().tobytes() == first.tobytes())
        pi.glass.fail_after = 1  # its window is set, its pixels do not come
        devices.display.show(second)
        await until(lambda: any(isinstance(event, DeviceLost) for event in events))
        pi.glass.fail_after = None
        pi.glass.power_on()
        await until(lambda: DeviceBack("display") in events)
        assert pi.glass.picture().tobytes() == second.tobytes()

    lost, back = with_devices(play)
    assert isinstance(lost, DeviceLost)
    assert render(lost.reason) == NO_ANSWER
    assert back == DeviceBack("display")
    assert not pi.glass.on
