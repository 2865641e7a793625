"""The serial reader on real pyserial and a pseudo terminal: odd cuts, hang-ups, and coming back."""

from __future__ import annotations

import asyncio
import errno
import os
import stat
import time
from collections.abc import Callable, Coroutine
from pathlib import Path

import pytest
import serial

from companion.hal import serial_port, system
from companion.hal.clock import LoopClock
from companion.hal.events import DeviceBack, DeviceLost, DeviceNotice, TagLaid, TagLifted
from companion.hal.from_config import build
from companion.hal.serial_port import PortFinder
from companion.hal.serial_reader import SerialReader
from companion.hal.settings import ReaderSettings
from tests.hal.aloop import Heard
from tests.hal.test_readers_from_config import bare
from tests.models.rdm6300 import PtyReader, frame13, frame14

T1, T2 = "2A005C1F93", "0B00714E08"
PAUSES = (0.02, 0.05)


class Desk:
    """A reader at a USB socket."""

    def __init__(self, folder: Path, by_number: bool = False) -> None:
        by_id = folder / "by-id"
        by_id.mkdir()
        self.pty = PtyReader(by_id / "usb-1a86_USB_Serial-if00-port0")
        self.port = self.pty.device if by_number else "auto"
        self.finder = PortFinder(self.port, by_id, folder / "serial0", list)
        self.reader = SerialReader(
            LoopClock(), ReaderSettings(port=self.port), finder=self.finder, pauses=PAUSES
        )
        self.reader.knows = {T1, T2}.__contains__
        self.heard = Heard()
        self.reader.start(self.heard)

    async def opened(self) -> None:
        """As soon as the port is open: what is sent before is thrown away by the opening."""
        await until(lambda: self.reader._port._fd is not None)


async def until(done: Callable[[], bool], seconds: float = 10) -> None:
    async with asyncio.timeout(seconds):
        while not done():
            await asyncio.sleep(0)


def run(test: Coroutine[None, None, None]) -> None:
    asyncio.run(test)


@pytest.mark.case("RF-O1")
def test_bytes_cut_in_odd_places(tmp_path: Path) -> None:
    async def test() -> None:
        desk = Desk(tmp_path)
        await desk.opened()
        stream = b"\x93\x46" + frame14(T1)
        for at in range(0, len(stream), 3):
            desk.pty.send(stream[at : at + 3])
            await asyncio.sleep(0)
        assert await desk.heard.count(2) == [TagLaid(T1, "reader"), TagLifted(T1, "reader")]
        desk.pty.send(frame13(T2))
        assert (await desk.heard.count(3))[2] == TagLaid(T2, "reader")
        desk.reader.close()

    run(test())


@pytest.mark.case("RF-O6")
@pytest.mark.parametrize("by_number", [False, True])
def test_unplugged_and_back_under_another_number(tmp_path: Path, by_number: bool) -> None:
    async def test() -> None:
        desk = Desk(tmp_path, by_number)
        await desk.opened()
        before = desk.pty.device
        desk.pty.send(frame14(T1))
        await desk.heard.count(1)
        desk.pty.unplug()
        events = await desk.heard.count(3)
        blocker = os.openpty()  # takes the old number
        assert events[:2] == [TagLaid(T1, "reader"), TagLifted(T1, "reader")]
        lost = events[2]
        assert isinstance(lost, DeviceLost)
        assert lost.device == "reader"
        assert desk.reader._port._serial is None, "the old handle is closed at once"
        desk.pty.plug()
        assert desk.pty.device != before
        assert (await desk.heard.count(4))[3] == DeviceBack("reader")
        desk.pty.send(frame14(T2))
        assert (await desk.heard.count(5))[4] == TagLaid(T2, "reader")
        desk.reader.close()
        for fd in blocker:
            os.close(fd)

    run(test())


@pytest.mark.case("RF-O6")
def test_while_it_is_gone_the_reader_hardly_works(tmp_path: Path) -> None:
    async def test() -> None:
        desk = Desk(tmp_path)
        await desk.opened()
        desk.pty.unplug()
        await desk.heard.count(1)
        before, started = time.process_time(), time.monotonic()
        for _ in range(20):
            await asyncio.sleep(0.02)
        assert time.process_time() - before < 0.5 * (time.monotonic() - started)
        assert len(desk.heard.events) == 1, "told once"
        desk.reader.close()

    run(test())


def test_a_reader_that_is_not_there_at_the_start(tmp_path: Path) -> None:
    async def test() -> None:
        desk = Desk(tmp_path)
        desk.reader.close()
        desk.pty.unplug()
        reader = SerialReader(LoopClock(), ReaderSettings(), finder=desk.finder, pauses=PAUSES)
        heard = Heard()
        reader.start(heard)
        [lost] = await heard.count(1)
        assert isinstance(lost, DeviceLost)
        assert "plug it in" in str(lost.reason)
        desk.pty.plug()
        assert (await heard.count(2))[1] == DeviceBack("reader")
        reader.close()

    run(test())


@pytest.mark.case("RF-O9")
def test_garbage_from_a_wrong_speed_is_told(tmp_path: Path) -> None:
    async def test() -> None:
        desk = Desk(tmp_path)
        await desk.opened()
        reader = desk.reader
        now, skipped = reader._stream._clock.now, 0.0
        reader._stream._clock.now = lambda: now() + skipped  # type: ignore[method-assign]
        for _ in range(50):
            desk.pty.send(bytes.fromhex("00 80 F8 1E 80 FE 98 00 E6 78"))
            skipped += 0.1
            seen = reader._stream._parser.stray
            await until(lambda seen=seen: reader._stream._parser.stray == seen + 10)  # type: ignore[misc]
        [notice] = await desk.heard.count(1)
        assert isinstance(notice, DeviceNotice)
        desk.pty.send(frame14(T1))
        assert (await desk.heard.count(2))[1] == TagLaid(T1, "reader")
        reader.close()

    run(test())


def test_a_port_in_use_is_told_and_had_when_it_is_free(tmp_path: Path) -> None:
    async def test() -> None:
        desk = Desk(tmp_path)
        await desk.opened()
        second = SerialReader(LoopClock(), ReaderSettings(name="second"), finder=desk.finder, pauses=PAUSES)
        heard = Heard()
        second.start(heard)
        [lost] = await heard.count(1)
        assert isinstance(lost, DeviceLost)
        assert str(lost.reason).startswith("Another program uses the reader at ")
        desk.reader.close()
        assert (await heard.count(2))[1] == DeviceBack("second")
        second.close()

    run(test())


@pytest.mark.case("RF-O7")
def test_a_port_that_may_not_be_opened_names_user_group_and_cure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(system, "group_of", lambda path: "dialout")

    async def test() -> None:
        desk = Desk(tmp_path)
        await desk.opened()
        reason = str(serial_port.reason(str(desk.pty.link), serial.SerialException(errno.EACCES, "denied")))
        assert str(desk.pty.link) in reason
        assert "sudo usermod -aG" in reason
        assert "log in again" in reason
        assert "chmod" not in reason
        desk.reader.close()

    run(test())


def test_close_ends_everything(tmp_path: Path) -> None:
    async def test() -> None:
        desk = Desk(tmp_path)
        await desk.opened()
        desk.reader.close()
        desk.reader.close()
        desk.pty.send(frame14(T1))
        desk.pty.unplug()
        await asyncio.sleep(0.05)
        assert desk.heard.events == []

    run(test())


def test_where_the_reader_is(tmp_path: Path) -> None:
    usb: list[tuple[str, str]] = []
    by_id, uart = tmp_path / "by-id", tmp_path / "serial0"
    finder = PortFinder("auto", by_id, uart, lambda: usb)
    assert finder.find() is None
    uart.touch()
    assert finder.find() == str(uart)
    usb.append(("/dev/ttyUSB0", "1a86:7523:"))
    assert finder.find() == "/dev/ttyUSB0"
    by_id.mkdir()
    (tmp_path / "ttyUSB0").touch()
    link = by_id / "usb-reader"
    link.symlink_to(tmp_path / "ttyUSB0")
    assert finder.find() == str(link)
    assert PortFinder("/dev/ttyAMA0", by_id, uart, lambda: usb).find() == "/dev/ttyAMA0"


def test_without_links_the_adapter_is_known_by_its_usb_number(tmp_path: Path) -> None:
    usb = [("/dev/ttyUSB0", "1a86:7523:"), ("/dev/ttyUSB1", "0403:6001:A50285BI")]
    finder = PortFinder("/dev/ttyUSB1", tmp_path / "none", tmp_path / "none", lambda: usb)
    finder.opened("/dev/ttyUSB1")
    usb[:] = [("/dev/ttyUSB0", "1a86:7523:"), ("/dev/ttyUSB2", "0403:6001:A50285BI")]
    assert finder.find() == "/dev/ttyUSB2"
    usb[:] = []
    assert finder.find() == "/dev/ttyUSB1"


class Hub:
    """Sockets with adapters, and the finders of one box."""

    def __init__(self, folder: Path, numbered: bool) -> None:
        """`numbered`: the adapters have serial numbers, and so links of their own."""
        self.by_id, self.numbered = folder / "by-id", numbered
        self.by_id.mkdir()
        self.usb: dict[str, str] = {}
        self.beside: list[PortFinder] = []

    def finder(self, port: str = "auto") -> PortFinder:
        return PortFinder(port, self.by_id, self.by_id / "none", lambda: list(self.usb.items()), self.beside)

    def plug(self, name: str, device: str) -> None:
        """The adapter of that name, in the socket of that name."""
        self.usb[device] = f"1a86:7523:{name}" if self.numbered else f"1a86:7523:@1-1.{name}"
        link = self.by_id / (
            f"usb-1a86_{name}-if00-port0" if self.numbered else "usb-1a86_USB_Serial-if00-port0"
        )
        link.unlink(missing_ok=True)
        link.symlink_to(device)

    def unplug(self) -> None:
        self.usb.clear()
        for link in self.by_id.iterdir():
            link.unlink()


@pytest.mark.parametrize("numbered", [True, False])
def test_two_that_look_for_themselves_never_take_the_same_adapter(tmp_path: Path, numbered: bool) -> None:
    hub = Hub(tmp_path, numbered)
    first, second = hub.finder(), hub.finder()

    def found(finder: PortFinder, opens: bool = True) -> str | None:
        path = finder.find()
        if path is not None and opens:
            finder.opened(path)
        return None if path is None else os.path.realpath(path)

    hub.plug("A", "/dev/ttyUSB0")
    assert found(first, opens=False) == "/dev/ttyUSB0"
    assert found(second) is None, "not even while the other one still opens it"
    assert found(first) == "/dev/ttyUSB0"
    hub.plug("B", "/dev/ttyUSB1")
    assert found(second) == "/dev/ttyUSB1"

    for finder in (first, second):
        finder.left()
    hub.unplug()
    hub.plug("B", "/dev/ttyUSB0")
    assert found(first) is None, "the other one's, back first and under the first one's number"
    assert found(second) == "/dev/ttyUSB0"
    hub.plug("A", "/dev/ttyUSB1")
    assert found(first) == "/dev/ttyUSB1"

    first.left()
    hub.unplug()
    hub.plug("C", "/dev/ttyUSB2")
    assert found(first) == "/dev/ttyUSB2", "a new adapter in place of the old one"


def test_who_looks_leaves_what_is_named_to_those_it_is_named_for(tmp_path: Path) -> None:
    hub = Hub(tmp_path, numbered=True)
    hub.plug("A", "/dev/ttyUSB0")
    hub.plug("B", "/dev/ttyUSB1")
    looking = hub.finder()
    named = hub.finder(str(hub.by_id / "usb-1a86_A-if00-port0"))
    assert looking.find() == str(hub.by_id / "usb-1a86_B-if00-port0")
    assert named.find() == str(hub.by_id / "usb-1a86_A-if00-port0")


def test_two_readers_on_auto_share_out_two_ports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the settings build them, both opening at once."""
    monkeypatch.setattr(PortFinder.__init__, "__defaults__", (tmp_path, tmp_path / "none", list, None))

    async def test() -> None:
        ptys = [PtyReader(tmp_path / f"usb-{name}") for name in ("A", "B")]
        devices = build(bare(ReaderSettings(name="left"), ReaderSettings(name="right")), LoopClock())
        heard = Heard()
        for reader in devices.readers:
            reader.knows = {T1, T2}.__contains__
        devices.start(heard)
        await until(lambda: all(reader._port._fd is not None for reader in devices.readers))  # type: ignore[attr-defined]
        for pty, tag in zip(ptys, (T1, T2), strict=True):
            pty.send(frame14(tag))
        laid = [event for event in await heard.count(2) if isinstance(event, TagLaid)]
        assert {event.tag for event in laid} == {T1, T2}
        assert {event.reader for event in laid} == {"left", "right"}
        devices.close()

    run(test())


def test_the_pseudo_terminal_is_a_terminal(tmp_path: Path) -> None:
    pty = PtyReader(tmp_path / "link")
    assert stat.S_ISCHR(os.stat(pty.link).st_mode)
    pty.unplug()
