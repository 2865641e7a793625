"""Every kind of reader from the settings: built by its name, two at once with roles, no library too many."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path
from types import ModuleType
from typing import get_args

import msgspec
import pytest

from companion.hal.clock import VirtualClock
from companion.hal.events import DeviceBack, DeviceLost, Event, TagLaid, TagLifted
from companion.hal.from_config import build
from companion.hal.settings import ButtonSettings, DeviceSettings, LampSettings, ReaderSettings
from tests.models.evdev import TypingReader, WatchingClock
from tests.models.rc522 import Rc522Model

KINDS = ("rc522", "acr122u", "keyboard", "godice", "pixels", "rdm6300", "parallax", "firmware", "pn532")
SERIAL = KINDS[5:]
HARDWARE = ("serial", "smbus2", "spidev", "evdev", "smartcard", "bleak", "gpiozero", "luma")


def bare(*readers: ReaderSettings) -> DeviceSettings:
    """A box that has only readers."""
    buttons = ButtonSettings(**dict.fromkeys(ButtonSettings.__struct_fields__))
    lamps = LampSettings(**dict.fromkeys(LampSettings.__struct_fields__))
    return DeviceSettings(
        buttons=buttons, encoder=None, lamps=lamps, buzzer=None, readers=readers, display=None
    )


def test_each_kind_is_built_by_its_name_and_loads_only_what_it_needs() -> None:
    [kinds] = [field.type for field in msgspec.structs.fields(ReaderSettings) if field.name == "type"]
    assert set(get_args(kinds)) == set(KINDS)
    code = """
        import sys
        from companion.hal.clock import VirtualClock
        from companion.hal.from_config import build
        from companion.hal.settings import *
        none = dict.fromkeys(ButtonSettings.__struct_fields__)
        for kind in sys.argv[1].split():
            [reader] = build(DeviceSettings(
                buttons=ButtonSettings(**none), encoder=None, lamps=LampSettings(**none), buzzer=None,
                readers=(ReaderSettings(type=kind, name="left", role="die"),), display=None,
            ), VirtualClock()).readers
            loaded = set(sys.argv[2].split()) & set(sys.modules)
            print(kind, reader.name, reader.role, reader.bad_reads, *loaded)
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code), " ".join(KINDS), " ".join(HARDWARE)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == [
        f"{kind} left die 0{' serial' if kind in SERIAL else ''}" for kind in KINDS
    ]


def test_two_readers_at_once_with_roles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice on an RC522, cards on a reader that types; each through the import of its real library."""
    clock, chip = WatchingClock(), Rc522Model()
    link = "usb-RFID_Reader-event-kbd"
    usb = TypingReader(tmp_path / "by-id", link, clock=clock)
    for name, content in (("spidev", {"SpiDev": lambda: chip}), ("evdev", {"InputDevice": usb.open})):
        module = ModuleType(name)
        vars(module).update(content)
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    devices = build(
        bare(
            ReaderSettings(type="rc522", name="dice tray", role="die"),
            ReaderSettings(
                type="keyboard", name="card slot", role="cards", port=str(tmp_path / "by-id" / link)
            ),
        ),
        clock,
    )
    roles = {reader.name: reader.role for reader in devices.readers}
    assert roles == {"dice tray": "die", "card slot": "cards"}
    heard: list[Event] = []
    devices.start(heard.append)
    clock.advance(0.3)
    die, card = bytes.fromhex("B70C04E1"), "04A1B2C3D4E5F6"
    chip.lay(die)
    usb.keys(card + "\n")
    clock.advance(0.5)
    assert {(event.tag, roles[event.reader]) for event in heard if isinstance(event, TagLaid)} == {
        ("B70C04E1", "die"),
        (card, "cards"),
    }
    heard.clear()
    usb.unplug()
    clock.advance(1)
    chip.lay()
    clock.advance(1)
    assert [type(event) for event in heard] == [TagLifted, DeviceLost, TagLifted], "the other goes on"
    assert heard[2] == TagLifted("B70C04E1", "dice tray")
    usb.plug()
    clock.advance(5)
    assert heard[3:] == [DeviceBack("card slot")]
    devices.close()
    assert clock.watched == {}


def test_no_reader_raises_on_a_machine_that_has_none_of_them() -> None:
    """Each is told as lost, with words, and can be closed."""
    kinds = ("pn532", "rc522", "acr122u")
    ports = {"pn532": "/dev/i2c-9", "rc522": "/dev/spidev9.9", "acr122u": "no such reader"}
    clock = VirtualClock()
    settings = bare(*(ReaderSettings(type=kind, name=kind, port=ports[kind]) for kind in kinds))  # type: ignore[arg-type]
    devices = build(settings, clock)  # type: ignore[arg-type]
    heard: list[Event] = []
    devices.start(heard.append)
    clock.advance(20)
    assert [event.device for event in heard if isinstance(event, DeviceLost)] == list(kinds)
    assert len(heard) == len(kinds)
    devices.close()
