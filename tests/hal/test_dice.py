"""Radio dice: frames as the makers publish them, the rule of one roll, and the connection."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable

import pytest

from companion.engine.text import Text
from companion.hal.bluetooth import BleakRadio
from companion.hal.clock import LoopClock, VirtualClock
from companion.hal.dice import KINDS, DieReader, Kind, Rest, godice, pixels
from companion.hal.events import DeviceBack, DeviceLost, DeviceNotice, Event, TagLaid, TagLifted
from companion.hal.from_config import build
from companion.hal.settings import ReaderSettings
from companion.hal.shells import FACES, Shape, face_up
from tests.hal.aloop import Heard
from tests.hal.test_readers_from_config import bare
from tests.models.dice import GODICE, GODICE_8, GODICE_20, AirDie, AirModel, DieModel, godice_rest

ADDRESS = "DA:1E:00:C0:FF:EE"


def tag(face: int) -> str:
    return f"DA1E00C0FFEE{face:02X}"


@pytest.mark.parametrize("face", GODICE)
def test_every_face_of_a_godice_level_or_a_little_off(face: int) -> None:
    assert godice(godice_rest(b"S", GODICE[face])) == face
    for dx, dy, dz in ((6, -5, 4), (-6, 3, 7), (2, 8, -8)):
        x, y, z = GODICE[face]
        leaning = (round(x * 0.95) + dx, round(y * 0.95) + dy, round(z * 0.95) + dz)
        assert godice(godice_rest(b"S", leaning)) == face


def test_what_else_a_godice_says() -> None:
    assert godice(b"R") is Rest.ROLLING
    assert godice(godice_rest(b"TS", (40, 45, 0))) is Rest.CROOKED
    assert godice(godice_rest(b"S", (45, 45, 0))) is Rest.CROOKED
    assert godice(godice_rest(b"FS", GODICE[3])) is Rest.NO_ROLL
    assert godice(godice_rest(b"MS", GODICE[3])) is Rest.NO_ROLL
    for message in (b"Bat\x40", b"Col\x02", b"S", b"S\x40", b"", b"\xff"):
        assert godice(message) is None


def test_a_godice_in_a_shell() -> None:
    for face, axes in GODICE_20.items():
        for kind in (b"S", b"TS"):
            assert godice(godice_rest(kind, axes), "d20") == face
            x, y, z = axes
            assert godice(godice_rest(kind, (-x, -y, -z)), "d20") == 21 - face
            assert godice(godice_rest(kind, (x + 5, y - 5, z + 4)), "d20") == face, "a little off"
    for face, places in GODICE_8.items():
        for axes in places:
            assert godice(godice_rest(b"TS", axes), "d8") == face
    assert godice(godice_rest(b"S", (-64, -20, -10)), "d20") is Rest.CROOKED, "between two faces"
    assert godice(b"TS\x40", "d20") is Rest.CROOKED, "cut off"
    assert godice(godice_rest(b"MS", GODICE_20[7]), "d20") is Rest.NO_ROLL


@pytest.mark.parametrize("shape", [shape for shape in FACES if shape != "d6"])
def test_every_number_of_a_shell_is_as_likely_as_the_next(shape: Shape) -> None:
    directions, numbers = FACES[shape]
    assert len({numbers.count(number) for number in numbers}) == 1
    assert len(set(numbers)) == int(shape[1:])
    for axes, number in zip(directions, numbers, strict=True):
        assert godice(godice_rest(b"S", axes), shape) == number
        assert godice(godice_rest(b"S", axes)) in (Rest.CROOKED, None), "never taken for a bare die's face"
        tilted = (axes[0] - 4, axes[1] + 3, axes[2] - 3)
        assert godice(godice_rest(b"S", tilted), shape) == number
    for axes in GODICE.values():
        assert godice(godice_rest(b"S", axes), shape) is Rest.CROOKED, "nor the other way round"
    assert face_up((0, 0, 0), shape) is None


def test_a_shell_that_was_not_set_is_asked_for_in_one_sentence() -> None:
    desk = Desk()
    said = []
    for _ in range(3):
        desk.die.say(b"R")
        desk.die.say(godice_rest(b"S", GODICE_20[7]))
        said += [str(event.text) for event in desk.wait() if isinstance(event, DeviceNotice)]
    assert said[:2] == ["The die lies crooked. Roll it again."] * 2
    assert "Is it in a shell? Set its shape in the settings." in said[2]
    desk.die.roll(3)
    desk.wait()
    desk.die.say(b"R")
    desk.die.say(godice_rest(b"TS", (40, 45, 0)))
    notices = [str(event.text) for event in desk.wait() if isinstance(event, DeviceNotice)]
    assert notices == said[:1], "one that lay flat needs no shell"


def test_the_shape_of_the_settings_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    air = AirModel()
    air.install(monkeypatch)

    async def test() -> None:
        die, heard = AirDie(ADDRESS, "GoDice_C0FFEE_K_v04", KINDS["godice"].notify), Heard()
        air.dice = [die]
        devices = build(bare(ReaderSettings(type="godice", shape="d8", name="movement die")), LoopClock())
        devices.start(heard)
        async with asyncio.timeout(10):
            while not hasattr(die.client, "tell"):
                await asyncio.sleep(0)
        die.say(b"R", godice_rest(b"TS", GODICE_8[8][0]))
        assert await heard.count(1) == [TagLaid(tag(8), "movement die")]
        devices.close()

    asyncio.run(test())


def test_what_pixels_say() -> None:
    assert [pixels(bytes([3, 1, index])) for index in range(20)] == [*range(1, 21)], "of every shape"
    assert [pixels(bytes([3, state, 4])) for state in (0, 2, 3, 4, 5)] == [
        None,
        None,
        Rest.ROLLING,
        Rest.CROOKED,
        Rest.NO_ROLL,
    ]
    for message in (b"\x22\x55\x00", b"\x03\x01", b""):
        assert pixels(message) is None


class Desk:
    """A die on virtual time."""

    def __init__(self, address: str = "auto") -> None:
        self.clock, self.die = VirtualClock(), DieModel(ADDRESS)
        self.heard: list[Event] = []
        self.reader = DieReader(self.clock, "event die", "die", KINDS["godice"], address, self.die)
        self.reader.start(self.heard.append)
        self.wait()

    def wait(self, seconds: float = 0.1) -> list[Event]:
        """Let time pass; what was told meanwhile."""
        self.heard.clear()
        self.clock.advance(seconds)
        return list(self.heard)


def test_a_roll_lays_its_face_and_the_next_one_lifts_it() -> None:
    desk = Desk()
    desk.die.roll(5)
    assert desk.wait() == [TagLaid(tag(5), "event die")]
    desk.die.say(godice_rest(b"S", GODICE[5]))
    assert desk.wait(60) == [], "told once"
    desk.die.roll(5)
    assert desk.wait() == [TagLifted(tag(5), "event die"), TagLaid(tag(5), "event die")]
    desk.die.say(b"R")
    assert desk.wait() == [TagLifted(tag(5), "event die")]
    assert desk.wait(60) == [], "no face while it rolls"


@pytest.mark.parametrize("rest", [godice_rest(b"TS", (40, 45, 0)), godice_rest(b"S", (45, 45, 3))])
def test_a_crooked_die_is_asked_for_again(rest: bytes) -> None:
    desk = Desk()
    desk.die.say(b"R")
    desk.die.say(rest)
    [notice] = desk.wait()
    assert isinstance(notice, DeviceNotice)
    assert "crooked" in str(notice.text)
    desk.die.say(godice_rest(b"MS", GODICE[2]))
    desk.die.say(godice_rest(b"S", GODICE[2]))
    assert desk.wait() == [], "pushed flat with a finger is no roll"
    desk.die.roll(2)
    assert desk.wait() == [TagLaid(tag(2), "event die")]


def test_a_die_that_was_turned_by_hand_has_no_answer() -> None:
    desk = Desk()
    desk.die.roll(1)
    desk.wait()
    desk.die.say(godice_rest(b"MS", GODICE[6]))
    assert desk.wait() == [TagLifted(tag(1), "event die")]
    desk.die.say(b"R")
    desk.die.say(godice_rest(b"FS", GODICE[6]))
    [notice] = desk.wait()
    assert isinstance(notice, DeviceNotice)
    assert "no real roll" in str(notice.text)


def test_a_lost_die_is_never_guessed() -> None:
    desk = Desk()
    desk.die.say(b"R")
    desk.wait()
    desk.die.unplug()
    [lost] = desk.wait(1)
    assert isinstance(lost, DeviceLost)
    connects = desk.die.connects
    assert desk.wait(30) == []
    assert desk.die.connects - connects < 15, "no busy loop"
    desk.die.plug()
    assert desk.wait(5) == [DeviceBack("event die")]
    desk.die.say(godice_rest(b"S", GODICE[4]))
    assert desk.wait() == [], "how it began was not seen"
    desk.die.roll(4)
    assert desk.wait() == [TagLaid(tag(4), "event die")]
    desk.die.unplug()
    assert desk.wait(0.1)[0] == TagLifted(tag(4), "event die")


def test_the_die_that_was_found_stays_the_one() -> None:
    desk = Desk()
    desk.die.unplug()
    desk.die.address = "11:22:33:44:55:66"
    desk.die.plug()
    assert [type(event) for event in desk.wait(20)] == [DeviceLost]


def test_a_connection_that_breaks_while_it_opens_is_tried_again() -> None:
    desk = Desk()
    desk.die.unplug()
    desk.wait()
    whole = desk.die.connect

    def breaking(
        kind: Kind, address: str, said: Callable[[bytes], object], lost: Callable[[], object]
    ) -> str | Text:
        found = whole(kind, address, said, lost)
        lost()
        return found

    desk.die.connect = breaking  # type: ignore[method-assign]
    desk.die.plug()
    desk.wait(5)
    desk.die.connect = whole  # type: ignore[method-assign]
    desk.wait(5)
    desk.die.roll(3)
    assert desk.wait() == [TagLaid(tag(3), "event die")]


@pytest.mark.parametrize(("kind", "name"), [("godice", "GoDice_C0FFEE_K_v04"), ("pixels", "Ray's die")])
def test_through_bleak_on_a_real_loop(monkeypatch: pytest.MonkeyPatch, kind: str, name: str) -> None:
    air = AirModel()
    air.install(monkeypatch)
    roll = [b"R", godice_rest(b"S", GODICE[2])] if kind == "godice" else [b"\x03\x03\x05", b"\x03\x01\x01"]

    async def test() -> None:
        die, heard = AirDie(ADDRESS, name, KINDS[kind].notify), Heard()
        air.dice = [AirDie("00:00:00:00:00:01", "Headphones", "none"), die]
        air.dice[0].seen.service_uuids = []
        reader = DieReader(LoopClock(), "die", "die", KINDS[kind], "auto", BleakRadio(), (0.02,))
        reader.start(heard)
        async with asyncio.timeout(10):
            while not hasattr(die.client, "tell"):
                await asyncio.sleep(0)
        die.say(*roll)
        assert await heard.count(1) == [TagLaid(tag(2), "die")]
        air.dice.remove(die)
        die.leave()
        assert isinstance((await heard.count(3))[2], DeviceLost)
        air.dice.append(die)
        assert (await heard.count(4))[3] == DeviceBack("die")
        reader.close()
        reader.close()
        async with asyncio.timeout(10):
            while die.client is not None:
                await asyncio.sleep(0)

    asyncio.run(test())


def test_two_that_look_for_themselves_take_two_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    air = AirModel()
    air.install(monkeypatch)
    kind = KINDS["godice"]
    named, *others = (f"DA:1E:00:00:00:0{n}" for n in range(3))
    air.dice = [AirDie(address, "GoDice_C0FFEE_K_v04", kind.notify) for address in (named, *others)]
    taken = {named.lower()}
    radios = [BleakRadio(taken) for _ in range(3)]
    found = [radio.connect(kind, "", print, print) for radio in radios]
    assert found[:2] == others
    assert isinstance(found[2], Text)
    assert radios[2].connect(kind, named, print, print) == named, "whose address is given"
    for radio in radios:
        radio.disconnect()


def test_what_cannot_be_is_told_with_its_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    air = AirModel()
    air.install(monkeypatch)
    radio = BleakRadio()
    assert "charged" in str(radio.connect(KINDS["godice"], "", print, print))
    air.off = True
    assert "bluetoothctl" in str(radio.connect(KINDS["godice"], "", print, print))
    radio.disconnect()
    monkeypatch.setitem(sys.modules, "bleak", None)
    assert "companion[dice]" in str(BleakRadio().connect(KINDS["godice"], "", print, print))
