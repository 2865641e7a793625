"""Readers that type like a keyboard, on a model of evdev; on virtual time and on a real loop."""

from __future__ import annotations

import asyncio
import errno
from pathlib import Path

import pytest

from companion.hal import system
from companion.hal.clock import LoopClock
from companion.hal.events import DeviceBack, DeviceLost, Event, TagLaid, TagLifted
from companion.hal.keyboard_reader import ENDS, LETTERS, KeyboardFinder, KeyboardReader, open_device
from companion.hal.settings import ReaderSettings
from tests.hal.aloop import Heard
from tests.models.evdev import PAD, Device, TypingReader, WatchingClock

LINK = "usb-Sycreader_RFID_Technology_Co.__Ltd_SYC_ID_IC_USB_Reader_08FF20140315-event-kbd"
SECOND = LINK.replace("-event-kbd", "-if01-event-kbd")
TAG, NUMBER = "*01A243FB", "0027411451"


class Desk:
    """The reader on virtual time."""

    def __init__(self, folder: Path, *links: str, port: str = "auto", lift_after: float = 2.0) -> None:
        self.clock = WatchingClock()
        self.usb = TypingReader(folder / "by-id", *(links or (LINK,)), clock=self.clock)
        self.heard: list[Event] = []
        self.opened: list[str] = []
        settings = ReaderSettings(
            type="keyboard", name="cards", role="cards", port=port, lift_after=lift_after
        )
        finder = KeyboardFinder(port, folder / "by-id")
        self.reader = KeyboardReader(self.clock, settings, finder, self._open)
        self.reader.start(self.heard.append)
        self.start = self.wait(0.1)

    def _open(self, path: str) -> Device:
        self.opened.append(path)
        return self.usb.open(path)

    def wait(self, seconds: float) -> list[Event]:
        """Let time pass; what was told meanwhile."""
        self.heard.clear()
        self.clock.advance(seconds)
        return list(self.heard)


@pytest.mark.case("RF-O8")
def test_key_codes_are_read_and_not_what_a_layout_makes_of_them(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.usb.keys("0027410635\n")  # the kernel's codes are the same under every layout
    assert desk.wait(1) == [TagLaid(f"*{27410635:08X}", "cards")]
    assert desk.wait(2) == [TagLifted(f"*{27410635:08X}", "cards")]


@pytest.mark.parametrize(
    ("typed", "tag"),
    [
        (NUMBER + "\n", TAG),
        (NUMBER + "\t", TAG),
        (NUMBER, TAG),
        ("B70C04E1\n", "B70C04E1"),
        ("^B70^C04^E1\n", "B70C04E1"),
        ("04A1B2C3D4E5F6\n", "04A1B2C3D4E5F6"),
        ("418,17403\n", TAG),
    ],
)
def test_what_readers_type(tmp_path: Path, typed: str, tag: str) -> None:
    desk = Desk(tmp_path)
    for key in typed:
        desk.usb.keys(key)
        desk.clock.advance(0.01)
    desk.clock.advance(0.2)
    assert desk.heard == [TagLaid(tag, "cards")]
    assert desk.wait(2.5) == [TagLifted(tag, "cards")]


def test_the_number_pad_types_the_same(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.usb.keys(NUMBER + "\n", codes=PAD)
    assert desk.wait(0.1) == [TagLaid(TAG, "cards")]


def test_a_gap_ends_a_number_and_half_a_number_is_none(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.usb.keys(NUMBER[:6])
    assert desk.wait(0.2) == []
    assert desk.reader.bad_reads == 1
    desk.usb.keys(NUMBER + "\n\n\n")
    assert desk.wait(0.2) == [TagLaid(TAG, "cards")]
    assert desk.reader.bad_reads == 1, "Enter alone is nothing"


def test_keys_that_the_kernel_lost_make_no_number(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.usb.keys("00")
    desk.usb.drop()
    desk.usb.keys(NUMBER + "\n")
    assert desk.wait(0.2) == []
    assert desk.reader.bad_reads == 1
    desk.usb.keys(NUMBER + "\n")
    assert desk.wait(0.2) == [TagLaid(TAG, "cards")]


@pytest.mark.case("RF-O2")
def test_a_tag_typed_again_was_laid_again(tmp_path: Path) -> None:
    desk = Desk(tmp_path, lift_after=5)
    desk.usb.keys(NUMBER + "\n")
    desk.usb.keys(NUMBER + "\n")  # it flapped on its way down
    assert desk.wait(1) == [TagLaid(TAG, "cards")]
    desk.usb.keys(NUMBER + "\n")
    assert desk.wait(1) == [TagLifted(TAG, "cards"), TagLaid(TAG, "cards")]
    desk.usb.keys("B70C04E1\n")
    assert desk.wait(1) == [TagLifted(TAG, "cards"), TagLaid("B70C04E1", "cards")]
    assert desk.wait(3.9) == []
    assert desk.wait(0.2) == [TagLifted("B70C04E1", "cards")]


def test_what_is_typed_never_reaches_the_console(tmp_path: Path) -> None:
    desk = Desk(tmp_path, LINK, SECOND)
    for node in (0, 1):
        desk.usb.keys(NUMBER + "\n", node)
    desk.clock.advance(1)
    assert [node.console for node in desk.usb.nodes] == [[], []]


def test_a_reader_that_registers_twice_is_taken_whole(tmp_path: Path) -> None:
    desk = Desk(tmp_path, LINK, SECOND)
    assert [Path(path).name for path in desk.opened] == [LINK, SECOND]
    for i in range(len(NUMBER)):
        desk.usb.keys(NUMBER[i], 0)
        desk.usb.keys("1", 1)
    desk.usb.keys("\n", 0)
    assert desk.wait(0.05) == [TagLaid(TAG, "cards")]


def test_two_readers_of_one_name_are_told_apart_by_their_sockets(tmp_path: Path) -> None:
    left, right = "platform-usb-0:1.1:1.0-event-kbd", "platform-usb-0:1.2:1.0-event-kbd"
    one = Desk(tmp_path, left, right, port=str(tmp_path / "by-id" / right))
    assert [Path(path).name for path in one.opened] == [right]
    assert [node.grabbed is None for node in one.usb.nodes] == [True, False]


def test_nobodys_keyboard_is_taken(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "usb-Logitech_USB_Keyboard-event-kbd", "usb-HXGCoLtd_27db-event-kbd")
    [lost] = desk.start
    assert isinstance(lost, DeviceLost)
    assert "/dev/input/by-id" in str(lost.reason)
    assert desk.opened == []


@pytest.mark.case("RF-O6")
@pytest.mark.parametrize("by_number", [False, True])
def test_unplugged_and_back_under_another_number(tmp_path: Path, by_number: bool) -> None:
    port = str(tmp_path / "event6") if by_number else "auto"
    desk = Desk(tmp_path, port=port)
    desk.usb.keys(NUMBER + "\n123")
    desk.wait(0.05)
    desk.usb.unplug()
    lifted, lost = desk.wait(1)
    assert lifted == TagLifted(TAG, "cards")
    assert isinstance(lost, DeviceLost)
    assert desk.clock.watched == {}
    tries = len(desk.opened)
    assert desk.wait(30) == []
    assert len(desk.opened) - tries < 15, "no busy loop"
    desk.usb.plug()
    assert desk.wait(5) == [DeviceBack("cards")]
    desk.usb.keys(NUMBER + "\n")
    assert desk.wait(0.1) == [TagLaid(TAG, "cards")], "what was half typed before is forgotten"


@pytest.mark.case("RF-O7")
def test_a_reader_that_cannot_be_had_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "group_of", lambda path: "input")
    desk = Desk(tmp_path)
    other = KeyboardReader(
        desk.clock, ReaderSettings(name="other"), KeyboardFinder("auto", tmp_path / "by-id"), desk.usb.open
    )
    heard: list[Event] = []
    other.start(heard.append)
    desk.wait(0.1)
    [lost] = heard
    assert isinstance(lost, DeviceLost)
    assert "Another program" in str(lost.reason)
    desk.reader.close()
    desk.wait(5)
    assert heard[1:] == [DeviceBack("other")]
    other.close()
    assert [node.open for node in desk.usb.nodes] == [[]]

    def forbidden(path: str) -> Device:
        raise PermissionError(errno.EACCES, "no")

    third = KeyboardReader(
        desk.clock, ReaderSettings(), KeyboardFinder("auto", tmp_path / "by-id"), forbidden
    )
    third.start(heard.append)
    desk.wait(0.1)
    assert isinstance(heard[-1], DeviceLost)
    assert "usermod -aG input" in str(heard[-1].reason)
    monkeypatch.setattr(system, "group_of", lambda path: "root")
    assert "belongs to root alone" in str(system.not_allowed("/dev/input/event0", "input"))


def test_two_that_look_for_themselves_take_two_readers(tmp_path: Path) -> None:
    for number, name in enumerate(("A", "B", "C")):
        (tmp_path / f"usb-RFID_Reader_{name}-event-kbd").symlink_to(f"../event{number}")
    taken = {str(tmp_path / "usb-RFID_Reader_B-event-kbd")}
    finders = [KeyboardFinder("auto", tmp_path, taken) for _ in range(3)]
    found = [finder.find() for finder in finders]
    assert found == [[str(tmp_path / f"usb-RFID_Reader_{name}-event-kbd")] for name in ("A", "C")] + [[]]
    assert [finder.find() for finder in finders] == found


def test_on_a_real_loop(tmp_path: Path) -> None:
    async def test() -> None:
        usb = TypingReader(tmp_path / "by-id", LINK)
        finder = KeyboardFinder("auto", tmp_path / "by-id")
        reader = KeyboardReader(LoopClock(), ReaderSettings(lift_after=0.5), finder, usb.open, (0.02,))
        heard = Heard()
        reader.start(heard)
        async with asyncio.timeout(10):
            while not usb.nodes[0].open or not reader._watched:
                await asyncio.sleep(0)
        usb.keys(NUMBER + "\n")
        assert await heard.count(1) == [TagLaid(TAG, "reader")]
        usb.unplug()
        assert isinstance((await heard.count(3))[2], DeviceLost)
        usb.plug()
        assert (await heard.count(4))[3] == DeviceBack("reader")
        reader.close()
        reader.close()

    asyncio.run(test())


def test_the_codes_are_the_kernels(tmp_path: Path) -> None:
    ecodes = pytest.importorskip("evdev.ecodes")
    for code, letter in LETTERS.items():
        names = ecodes.KEY[code]
        wanted = {"KEY_COMMA"} if letter == "," else {f"KEY_{letter}", f"KEY_KP{letter}"}
        assert wanted & set([names] if isinstance(names, str) else names)
    assert ENDS == (ecodes.KEY_TAB, ecodes.KEY_ENTER, ecodes.KEY_KPENTER)
    with pytest.raises(FileNotFoundError):
        open_device(str(tmp_path / "none"))
