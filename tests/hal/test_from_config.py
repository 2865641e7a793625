"""The real backends together on a real asyncio loop: gpiozero's pins, pyserial on a pty, luma on a bus."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory
from PIL import Image, ImageDraw

from companion.hal.clock import LoopClock
from companion.hal.events import Clicked, DeviceLost, Held, Pressed, Released, TagLaid, TagLifted, Turned
from companion.hal.from_config import build
from companion.hal.gpio import NO_PINS
from companion.hal.serial_port import PortFinder
from companion.hal.settings import ButtonSettings, DeviceSettings, EncoderSettings, LampSettings
from tests.hal.aloop import Heard
from tests.models.oled import Panel, luma_bus
from tests.models.rdm6300 import PtyReader, frame14

TAG = "2A005C1F93"


def test_a_whole_box_from_edges_and_bytes_to_pixels(tmp_path: Path) -> None:
    async def test() -> None:
        factory, panel = MockFactory(), Panel()
        by_id = tmp_path / "by-id"
        by_id.mkdir()
        pty = PtyReader(by_id / "usb-reader")
        devices = build(
            DeviceSettings(gpio="mock"),
            LoopClock(),
            factory,
            PortFinder("auto", by_id, tmp_path / "serial0", list),
            lambda settings: luma_bus({0x3C: panel}, settings.address),
        )
        [reader] = devices.readers
        reader.knows = {TAG}.__contains__
        heard = Heard()
        devices.start(heard)
        picture = Image.new("1", (128, 64))
        ImageDraw.Draw(picture).text((10, 20), "ROLL THE EVENT DIE", fill=1)
        assert devices.display is not None
        devices.display.show(picture)
        async with asyncio.timeout(10):
            while panel.picture().tobytes() != picture.tobytes() or reader._port._fd is None:  # type: ignore[attr-defined]
                await asyncio.sleep(0)
            while factory.pin(12).function != "output":  # the last pin to be claimed
                await asyncio.sleep(0)
            await asyncio.sleep(0)

        ok = factory.pin(13)
        for drive in (ok.drive_low, ok.drive_high, ok.drive_low):
            drive()
        await heard.count(1)
        for drive in (ok.drive_high, ok.drive_low, ok.drive_high):
            drive()
        assert await heard.count(3) == [Pressed("ok"), Clicked("ok"), Released("ok")]
        heard.events.clear()
        factory.pin(16).drive_low()
        assert await heard.count(2) == [Pressed("ok"), Held("ok")]
        factory.pin(16).drive_high()
        await heard.count(3)
        heard.events.clear()
        a, b = factory.pin(20), factory.pin(21)
        for drive in (a.drive_low, b.drive_low, a.drive_high, b.drive_high):
            drive()
        assert await heard.count(1) == [Turned(1)]
        heard.events.clear()
        pty.send(frame14(TAG))
        assert await heard.count(2) == [TagLaid(TAG, "reader"), TagLifted(TAG, "reader")]

        devices.lamps.set("event", True)
        assert factory.pin(23).state == 1
        devices.buzzer.play((0.001, 0.001, 0.001))
        buzzer = factory.pin(12)
        async with asyncio.timeout(10):
            while [bool(change.state) for change in buzzer.states] != [False, True, False, True, False]:
                await asyncio.sleep(0)
        assert set(devices.lamps.names) == {"event", "move", "combat"}
        devices.close()
        devices.close()
        async with asyncio.timeout(10):
            while panel.on:
                await asyncio.sleep(0)
        assert factory.pins == {}
        pty.unplug()

    asyncio.run(test())


@pytest.mark.skipif(Path("/dev/gpiochip0").exists(), reason="this machine has pins")
def test_without_a_pi_the_pins_are_told_once_and_nothing_stops() -> None:
    async def test() -> None:
        settings = DeviceSettings(display=None, readers=())
        devices = build(settings, LoopClock())
        heard = Heard()
        devices.start(heard)
        [lost] = await heard.count(1)
        assert isinstance(lost, DeviceLost)
        assert lost == DeviceLost("pins", NO_PINS)
        assert list(devices.buttons.names) == list(devices.lamps.names) == []
        devices.lamps.set("event", True)
        devices.buzzer.play((0.1,))
        devices.close()

    asyncio.run(test())


def test_a_box_without_pins_loads_no_pin_library() -> None:
    code = """
        import sys
        from companion.hal.clock import VirtualClock
        from companion.hal.from_config import build
        from companion.hal.settings import *
        none = dict.fromkeys(ButtonSettings.__struct_fields__)
        settings = DeviceSettings(
            buttons=ButtonSettings(**none), encoder=None, lamps=LampSettings(**none), buzzer=None,
            readers=(), display=None)
        devices = build(settings, VirtualClock())
        devices.start(print); devices.close()
        print(sorted({"gpiozero", "lgpio", "luma", "serial"} & set(sys.modules)))
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


@pytest.mark.case("SY-O6")
def test_lgpio_is_loaded_from_any_folder_and_leaves_it_alone(tmp_path: Path) -> None:
    pytest.importorskip("lgpio")
    code = """
        import os, sys, pathlib
        from companion.hal.gpio import import_lgpio
        here = os.getcwd()
        import_lgpio()
        assert os.getcwd() == here, os.getcwd()
        assert list(pathlib.Path.cwd().glob(".lgd-nfy*")) == []
        assert list(pathlib.Path(os.environ["RUNTIME_DIRECTORY"]).glob(".lgd-nfy*")) != []
    """
    here, runtime = tmp_path / "here", tmp_path / "runtime"
    here.mkdir()
    subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        check=True,
        cwd=here,
        env={"RUNTIME_DIRECTORY": str(runtime), "PYTHONPATH": str(Path(__file__).parents[2]), "PATH": ""},
    )


def test_lgpios_one_thread_outlives_whatever_happens_above(tmp_path: Path) -> None:
    """Edges come through lgpio's own pipe, as the kernel's do; the sink raises; the loop ends."""
    pytest.importorskip("lgpio")
    code = """
        import asyncio, glob, os, struct, threading
        from companion.hal.gpio import import_lgpio
        import_lgpio()
        import lgpio
        from companion.hal.clock import LoopClock
        from companion.hal.keys import KeyInput
        from companion.hal.settings import KeySettings

        pipe = open(glob.glob(os.environ["LG_WD"] + "/.lgd-nfy*")[0], "wb", buffering=0)
        thread = lgpio._notify_thread
        level = [1]

        def send(value):
            level[0] = value
            pipe.write(struct.pack("QBBBBI", 0, 0, 17, value, 0, 0))

        async def main():
            heard, news = [], asyncio.Event()

            def sink(event):
                heard.append(type(event).__name__)
                news.set()
                raise RuntimeError("a mistake above the devices")

            asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)
            key = KeyInput(LoopClock(), "ok", lambda: level[0] == 0, KeySettings())
            key.start(sink)
            edge = lambda chip, gpio, value, tick: key.edge(value == 0)
            thread.append(lgpio._callback_ADT(0, 17, lgpio.BOTH_EDGES, edge))
            for value, until in ((0, 1), (1, 3), (0, 4), (1, 6)):
                send(value)
                while len(heard) < until:
                    news.clear()
                    await asyncio.wait_for(news.wait(), 10)
            print(heard)

        asyncio.run(main())
        send(0)
        send(1)
        thread.join(0.2)
        print(thread.is_alive())
        os._exit(0)
    """
    done = subprocess.run(
        [sys.executable, "-u", "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        env={"LG_WD": str(tmp_path), "PYTHONPATH": str(Path(__file__).parents[2]), "PATH": ""},
        timeout=60,
    )
    assert done.stdout.splitlines() == [
        "['Pressed', 'Clicked', 'Released', 'Pressed', 'Clicked', 'Released']",
        "True",
    ], done.stderr


def test_every_button_of_the_settings_is_there() -> None:
    async def test() -> None:
        settings = DeviceSettings(
            gpio="mock",
            buttons=ButtonSettings(event=None, move=None, combat=None, back="J8:40"),
            encoder=EncoderSettings(push=None, reverse=True),
            lamps=LampSettings(event=None, move=None, combat=None),
            readers=(),
            display=None,
        )
        devices = build(settings, LoopClock(), MockFactory())
        assert set(devices.buttons.names) == {"up", "down", "ok", "back"}
        assert list(devices.lamps.names) == []
        devices.close()

    asyncio.run(test())
