"""Devices that cannot be had or go away, on the kernel's own drivers: each says so in its sentence, the rest
works on, and what comes back is taken back.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from companion.engine.text import render
from companion.hal.devices import Devices
from companion.hal.events import DeviceBack, DeviceLost, Event, TagLaid
from tests.hw.pi import ROOT, Pi, as_user, own
from tests.hw.test_devices import LAMP, OK, TAG, until, with_devices
from tests.models.i2c_adapter import I2cAdapter

pytestmark = pytest.mark.hw
HOLD = "import gpiozero, sys; lamp = gpiozero.LED(17); print('held', flush=True); sys.stdin.read()"
TELL = """
import asyncio
from companion.engine.text import render
from companion.hal.clock import LoopClock
from companion.hal.from_config import build
from tests.models.i2c_adapter import I2cAdapter
from tests.hw.test_devices import SETTINGS

async def tell():
    devices, told = build(SETTINGS, LoopClock()), []
    devices.start(told.append)
    while len(told) < 3:
        await asyncio.sleep(0.05)
    for event in told:
        print(event.device, render(event.reason), sep=": ")
    devices.close()

asyncio.run(tell())
"""


def lost(events: list[Event], device: str) -> str:
    """What was said when it was lost; nothing if it was not."""
    said = [event for event in events if isinstance(event, DeviceLost) and event.device == device]
    return render(said[0].reason) if said else ""


def test_a_line_that_another_program_holds_costs_one_button_and_comes_back(pi: Pi) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd="/run"
    )
    assert holder.stdout is not None
    assert holder.stdin is not None
    assert holder.stdout.readline() == "held\n"

    async def play(devices: Devices, events: list[Event]) -> None:
        await until(lambda: pi.pins.level(LAMP))
        assert "event" not in devices.buttons.names
        assert "ok" in devices.buttons.names
        assert pi.pins.pull(OK) == "pull-up"
        holder.communicate()
        await until(lambda: DeviceBack("button event") in events)
        assert "event" in devices.buttons.names

    events = with_devices(play)
    name = Path(sys.executable).name[:15]
    sentence = f"GPIO17 is in use by {name} ({holder.pid}). Stop it, or choose another pin."
    assert lost(events, "button event") == sentence


def test_a_port_that_goes_and_comes_back_is_read_again(pi: Pi) -> None:
    port = Path("/dev/ttyS1")
    away = port.with_name("away")

    async def play(devices: Devices, events: list[Event]) -> None:
        await until(lambda: lost(events, "reader") != "")
        away.rename(port)
        await until(lambda: DeviceBack("reader") in events)
        pi.reader.lay(TAG)
        await until(lambda: TagLaid(TAG, "reader") in events)
        pi.reader.lift()

    port.rename(away)
    said = lost(with_devices(play), "reader")
    assert said == "The reader is not there: /dev/ttyS1 is missing. Is it plugged in?"


def test_a_user_outside_the_groups_is_told_what_to_type_in_a_folder_that_cannot_be_written(pi: Pi) -> None:
    environ = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "HOME": "/"}
    command = as_user(sys.executable, "-c", TELL, groups="")
    done = subprocess.run(command, cwd="/", env=environ, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    for device, node, group in (
        ("pins", "/dev/gpiochip0", "gpio"),
        ("display", "/dev/i2c-1", "i2c"),
        ("reader", "/dev/ttyS1", "dialout"),
    ):
        run = f"sudo usermod -aG {group} companion"
        assert f"{device}: User companion may not use {node}. Run: {run} and log in again" in done.stdout


def test_an_adapter_that_comes_back_under_another_number_is_found(pi: Pi) -> None:
    picture = Image.new("1", (128, 64))
    ImageDraw.Draw(picture).rectangle((10, 10, 60, 50), fill=1)

    async def play(devices: Devices, events: list[Event]) -> None:
        assert devices.display is not None
        devices.display.show(picture)
        await until(lambda: pi.glass.picture().tobytes() == picture.tobytes())
        # The kernel lets a bus go when the program has, so the loop must not stand still meanwhile.
        pulled = asyncio.create_task(asyncio.to_thread(pi.adapter.unplug))
        while not (pulled.done() and lost(events, "display")):
            devices.display.check()
            await asyncio.sleep(0.2)
        await pulled
        pi.glass.power_on()
        # An adapter of the same kind takes the number; no display is on it.
        squatter = await asyncio.to_thread(I2cAdapter, port=2)
        own(squatter.node, "i2c")
        assert squatter.number == 1
        assert (await asyncio.to_thread(pi.plug_adapter)).number == 2
        await until(lambda: DeviceBack("display") in events)
        assert pi.glass.picture().tobytes() == picture.tobytes()
        squatters.append(squatter)

    squatters: list[I2cAdapter] = []
    with_devices(play)
    squatters[0].unplug()
    pi.adapter.unplug()
    assert pi.plug_adapter().number == 1  # as it was, for whoever comes next
