"""The RC522 driver on a model of the chip and of the tags' bits on the air."""

from __future__ import annotations

import errno
import random

import pytest

from companion.engine.text import Text
from companion.hal.clock import VirtualClock
from companion.hal.events import DeviceBack, DeviceLost, Event, TagLaid, TagLifted, TwoTags
from companion.hal.polled import PolledReader
from companion.hal.rc522 import Rc522, crc_a
from tests.models.rc522 import Rc522Model, crc16

FOUR, SEVEN, TEN = bytes.fromhex("B70C04E1"), bytes.fromhex("04A1B2C3D4E5F6"), bytes(range(0x10, 0x1A))


def driver(model: Rc522Model) -> Rc522:
    """The driver on the model, and no waiting."""

    def opened(port: str, hertz: int) -> Rc522Model:
        assert port == "/dev/spidev0.0"
        model.mode, model.max_speed_hz = 0, hertz
        return model

    return Rc522(bus=opened, sleep=lambda seconds: None)


class Desk:
    """A reader on virtual time."""

    def __init__(self) -> None:
        self.clock, self.model = VirtualClock(), Rc522Model()
        self.heard: list[Event] = []
        self.reader = PolledReader(self.clock, "cards", "any", driver(self.model))
        self.reader.start(self.heard.append)
        self.wait(0.2)

    def wait(self, seconds: float) -> list[Event]:
        """Let time pass; what was told meanwhile."""
        self.heard.clear()
        self.clock.advance(seconds)
        return list(self.heard)


def test_the_check_of_the_standard() -> None:
    assert crc_a(b"\x00\x00") == bytes.fromhex("A0 1E")  # ISO 14443-3, appendix B
    assert crc_a(b"\x12\x34") == bytes.fromhex("26 CF")
    rng = random.Random(1)
    for size in range(1, 20):
        data = rng.randbytes(size)
        assert crc_a(data) == crc16(data)


@pytest.mark.case("RF-O5")
@pytest.mark.case("RF-O11")
@pytest.mark.parametrize("uid", [FOUR, SEVEN, TEN, b"\0\0\0\1", b"\xff" * 4])
def test_uids_of_every_length(uid: bytes) -> None:
    desk = Desk()
    desk.model.lay(uid)
    assert desk.wait(2) == [TagLaid(uid.hex().upper(), "cards")]
    desk.model.lay()
    assert desk.wait(0.5) == [TagLifted(uid.hex().upper(), "cards")]


@pytest.mark.parametrize("counts_from_answer", [False, True])
def test_every_tag_of_several_is_found(counts_from_answer: bool) -> None:
    rng = random.Random(7)
    for _ in range(300):
        model = Rc522Model(counts_from_answer)
        chip = driver(model)
        assert chip.open() is None
        uids = [bytes([rng.randrange(1, 0x80), *rng.randbytes(rng.choice((3, 6, 9)))]) for _ in range(3)]
        model.lay(*uids)
        found = chip.tags()
        assert not isinstance(found, Text)
        assert sorted(found) == sorted(uid.hex().upper() for uid in uids)
        assert chip.bad_reads == 0


@pytest.mark.case("RF-O10")
def test_two_tags_are_told() -> None:
    desk = Desk()
    desk.model.lay(FOUR, SEVEN)
    kinds = [type(event) for event in desk.wait(3)]
    assert kinds == [TagLaid, TwoTags]


@pytest.mark.case("RF-O2")
def test_a_garbled_round_is_counted_and_lifts_nothing() -> None:
    desk = Desk()
    desk.model.lay(FOUR)
    desk.wait(1)
    for _ in range(5):
        desk.model.garble = 2
        assert desk.wait(1) == []
    assert desk.reader.bad_reads == 10


def test_a_chip_that_forgot_its_set_up_is_set_up_again_unnoticed() -> None:
    desk = Desk()
    desk.model.lay(FOUR)
    desk.wait(1)
    desk.model.brown_out()
    assert desk.wait(1) == []
    desk.model.lay()
    assert desk.wait(1) == [TagLifted(FOUR.hex().upper(), "cards")]


def test_unplugged_and_back() -> None:
    desk = Desk()
    desk.model.lay(FOUR)
    desk.wait(1)
    desk.model.unplug()
    lifted, lost = desk.wait(1)
    assert lifted == TagLifted(FOUR.hex().upper(), "cards")
    assert isinstance(lost, DeviceLost)
    assert "seven wires" in str(lost.reason)
    rounds = desk.model.rounds
    assert desk.wait(20) == []
    assert desk.model.rounds == rounds
    desk.model.plug()
    assert desk.wait(5) == [DeviceBack("cards"), TagLaid(FOUR.hex().upper(), "cards")]


def test_nothing_on_the_wires_at_the_start() -> None:
    model = Rc522Model()
    model.unplug()
    assert "does not answer" in str(driver(model).open())


def test_spi_that_is_off_is_told_with_its_cure() -> None:
    def off(port: str, hertz: int) -> Rc522Model:
        raise FileNotFoundError(errno.ENOENT, "No such file or directory", port)

    assert "raspi-config" in str(Rc522(bus=off).open())
    assert "there is no /dev/sda" in str(Rc522("/dev/sda").open())
