"""The PN532 on real pyserial and a pseudo terminal, on real smbus2 messages, and bit by bit on SPI."""

from __future__ import annotations

import asyncio
import contextlib
import errno
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.engine.text import Text
from companion.hal.clock import LoopClock, VirtualClock
from companion.hal.events import DeviceBack, DeviceLost, Event, TagLaid, TagLifted, TwoTags
from companion.hal.pn532 import I2c, Pn532, Spi, Uart, answer, frame, uids, wire
from companion.hal.polled import PolledReader
from companion.hal.serial_port import PortFinder
from tests.hal.aloop import Heard
from tests.models.pn532 import Pn532I2c, Pn532Model, Pn532Spi, Pn532Uart, checked

FOUR, SEVEN, TEN = bytes.fromhex("B70C04E1"), bytes.fromhex("04A1B2C3D4E5F6"), bytes(range(0x10, 0x1A))


def test_the_frames_of_the_manual() -> None:
    assert frame(b"\x02") == bytes.fromhex("00 00 FF 02 FE D4 02 2A 00")
    assert frame(b"\x14\x01\x14\x01") == bytes.fromhex("00 00 FF 05 FB D4 14 01 14 01 02 00")
    assert frame(b"\x4a\x01\x00") == bytes.fromhex("00 00 FF 04 FC D4 4A 01 00 E1 00")
    said = bytes.fromhex("00 00 FF 00 FF 00 00 00 FF 06 FA D5 03 32 01 06 07 E8 00")
    assert answer(said, 0x02) == bytes.fromhex("32 01 06 07")
    assert [n for n in range(len(said)) if answer(said[:n], 0x02) is not None] == [len(said) - 1]


@pytest.mark.parametrize("at", range(3, 12))
def test_no_damaged_frame_is_taken_for_an_answer(at: int) -> None:
    good = checked(bytes.fromhex("D5 4B 01 01 00 04 08 04 B7 0C 04 E1"))
    bad = bytearray(good)
    bad[at] ^= 0x04
    with contextlib.suppress(ValueError):
        assert answer(bytes(bad), 0x4A) is None
    assert answer(good, 0x4A) is not None


def test_the_error_frame_is_no_answer() -> None:
    with pytest.raises(ValueError):
        answer(bytes.fromhex("00 00 FF 01 FF 7F 81 00"), 0x4A)


@pytest.mark.parametrize("uid", [FOUR, SEVEN, TEN])
def test_the_length_of_a_uid_is_read_not_guessed(uid: bytes) -> None:
    head = bytes([1, 0, 4, 0x28, len(uid)])
    ats = bytes.fromhex("06 75 77 81 02 80")
    assert uids(b"\x02" + head + uid + ats + head + uid + ats) == [uid, uid]
    with pytest.raises(ValueError):
        uids(b"\x01" + head + uid[:-1])


def on_i2c(chip: Pn532Model, naps: list[float]) -> tuple[Any, Any]:
    bus = Pn532I2c(chip)
    return bus, I2c("/dev/i2c-1", lambda port: bus, naps.append)


def on_spi(chip: Pn532Model, naps: list[float]) -> tuple[Any, Any]:
    bus = Pn532Spi(chip)

    def opened(port: str, hertz: int) -> Pn532Spi:
        bus.mode, bus.max_speed_hz = 0, hertz
        return bus

    return bus, Spi("/dev/spidev0.0", opened, naps.append)


@pytest.fixture(params=[on_i2c, on_spi])
def desk(request: pytest.FixtureRequest) -> Desk:
    return Desk(request.param)


class Desk:
    """A reader on a bus, on virtual time."""

    def __init__(self, kind: Callable[[Pn532Model, list[float]], tuple[Any, Any]]) -> None:
        self.clock, self.chip = VirtualClock(), Pn532Model()
        self.naps: list[float] = []
        self.bus, self.wire = kind(self.chip, self.naps)
        self.heard: list[Event] = []
        self.reader = PolledReader(self.clock, "cards", "any", Pn532(self.wire))
        self.reader.start(self.heard.append)
        self.wait(0.3)

    def wait(self, seconds: float) -> list[Event]:
        """Let time pass; what was told meanwhile."""
        self.heard.clear()
        self.clock.advance(seconds)
        return list(self.heard)


def test_laid_and_lifted(desk: Desk) -> None:
    for uid in (FOUR, SEVEN, TEN):
        desk.chip.tags = [uid]
        assert desk.wait(1) == [TagLaid(uid.hex().upper(), "cards")]
        desk.chip.tags = []
        assert desk.wait(0.5) == [TagLifted(uid.hex().upper(), "cards")]


def test_a_tag_that_says_more_than_its_uid(desk: Desk) -> None:
    desk.chip.ats = bytes.fromhex("06 75 77 81 02 80")
    desk.chip.tags = [SEVEN]
    assert desk.wait(1) == [TagLaid(SEVEN.hex().upper(), "cards")]


@pytest.mark.case("RF-O10")
def test_two_tags(desk: Desk) -> None:
    desk.chip.tags = [FOUR, SEVEN]
    four, seven = FOUR.hex().upper(), SEVEN.hex().upper()
    assert desk.wait(3) == [TagLaid(four, "cards"), TwoTags((four, seven), "cards")]
    desk.chip.tags = [SEVEN]
    assert desk.wait(2) == [TagLifted(four, "cards"), TagLaid(seven, "cards")]


@pytest.mark.case("RF-O2")
def test_a_damaged_answer_is_counted_and_lifts_nothing(desk: Desk) -> None:
    desk.chip.tags = [FOUR]
    desk.wait(1)
    for _ in range(5):
        desk.chip.damage = 2
        assert desk.wait(1) == []
    assert desk.reader.bad_reads == 10


def test_unplugged_and_back(desk: Desk) -> None:
    desk.chip.tags = [FOUR]
    desk.wait(1)
    desk.bus.unplug()
    lifted, lost = desk.wait(1)
    assert lifted == TagLifted(FOUR.hex().upper(), "cards")
    assert isinstance(lost, DeviceLost)
    assert "does not answer" in str(lost.reason)
    asked = desk.chip.lists
    assert desk.wait(20) == []
    assert desk.chip.lists == asked
    desk.bus.plug()
    assert desk.wait(5) == [DeviceBack("cards"), TagLaid(FOUR.hex().upper(), "cards")]


def test_a_chip_that_lost_its_power_for_a_moment_is_woken_again(desk: Desk) -> None:
    desk.chip.power_up()
    events = desk.wait(5)
    assert [type(event) for event in events] == [DeviceLost, DeviceBack]
    desk.chip.tags = [FOUR]
    assert TagLaid(FOUR.hex().upper(), "cards") in desk.wait(5)


def test_a_busy_chip_is_waited_for() -> None:
    desk = Desk(on_i2c)
    desk.bus.busy, desk.chip.tags = 20, [FOUR]
    desk.naps.clear()
    assert desk.wait(0.2) == [TagLaid(FOUR.hex().upper(), "cards")]
    assert len(desk.naps) == 20


@pytest.mark.case("OL-O2")
def test_a_bus_that_is_off_or_forbidden_is_told_with_its_cure() -> None:
    def failing(error: Exception) -> Callable[[str], Any]:
        def opened(port: str) -> Any:
            raise error

        return opened

    for error, words in (
        (FileNotFoundError(errno.ENOENT, "no"), "raspi-config"),
        (PermissionError(errno.EACCES, "no"), "usermod -aG"),
        (ModuleNotFoundError("no", name="smbus2"), "companion[readers]"),
    ):
        why = Pn532(I2c("/dev/i2c-9", failing(error))).open()
        assert isinstance(why, Text)
        assert words in str(why)


def test_the_port_says_which_wire() -> None:
    assert isinstance(wire("/dev/i2c-1"), I2c)
    assert isinstance(wire("/dev/spidev0.1"), Spi)
    assert isinstance(wire("auto"), Uart)
    assert isinstance(wire("/dev/serial/by-id/usb-1a86"), Uart)


@pytest.mark.case("RF-O6")
def test_on_a_serial_port(tmp_path: Path) -> None:
    by_id = tmp_path / "by-id"
    by_id.mkdir()
    chip = Pn532Model()
    pty = Pn532Uart(chip, by_id / "usb-1a86")
    finder = PortFinder("auto", by_id, tmp_path / "serial0", list)

    async def test() -> None:
        heard = Heard()
        reader = PolledReader(LoopClock(), "cards", "any", Pn532(Uart(finder)), (0.02, 0.05))
        chip.tags = [SEVEN]
        reader.start(heard)
        tag = SEVEN.hex().upper()
        assert await heard.count(1) == [TagLaid(tag, "cards")]
        pty.unplug()
        assert (await heard.count(2))[1] == TagLifted(tag, "cards")
        lost = (await heard.count(3))[2]
        assert isinstance(lost, DeviceLost)
        pty.plug()
        assert (await heard.count(5))[3:] == [DeviceBack("cards"), TagLaid(tag, "cards")]
        reader.close()
        reader.close()

    asyncio.run(test())
    pty.unplug()


def test_a_serial_port_without_the_chip_names_the_switches(tmp_path: Path) -> None:
    from tests.models.rdm6300 import PtyReader

    pty = PtyReader(tmp_path / "usb")
    chip = Pn532(Uart(PortFinder(str(tmp_path / "usb"), tmp_path / "none", tmp_path / "none", list)))
    assert "both to UART" in str(chip.open())
    pty.unplug()
