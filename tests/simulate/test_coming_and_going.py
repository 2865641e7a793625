"""Devices of every kind come and go, several at once, while the real service is played: the game is the same.

One game is played with 100 random plugs pulled and put back, the same answers then again with none; both on
virtual time.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.engine.prompts import Prompt, Roll, Several
from companion.engine.session import Answered
from companion.hal.acr122u import Acr122u
from companion.hal.clock import VirtualClock
from companion.hal.dice import KINDS, DieReader
from companion.hal.events import DeviceBack, DeviceLost, Event
from companion.hal.keyboard_reader import KeyboardFinder, KeyboardReader
from companion.hal.mock import MockBox
from companion.hal.pn532 import I2c, Pn532
from companion.hal.polled import PolledReader
from companion.hal.rc522 import Rc522
from companion.hal.settings import ReaderSettings
from companion.hal.token_reader_port import TokenReaderBoard
from companion.service.tray import Tray, tag_of
from companion.simulate.script import Script, parse, proposed
from companion.simulate.table import Stuck, Table
from tests.firmware.board import build
from tests.firmware.desk import VirtualDesk
from tests.models.dice import DieModel
from tests.models.evdev import TypingReader, WatchingClock
from tests.models.pcsc import PcscModel
from tests.models.pn532 import Pn532I2c, Pn532Model
from tests.models.rc522 import Rc522Model

CYCLES = 100
SETTING_UP = 15
"""Questions before the first turn; most can be answered by a key only."""
TOLD, BACK = 2.0, 5.0
DESK_TICK = 0.005
"""Seconds from one look at the simulated board to the next: the model's own timer, none of the product's."""
START = "game board_game_ii\nscenario training_night\nseats Peter, Ray\n"


@pytest.fixture(scope="module", autouse=True)
def built() -> None:
    build()


def no_nap(seconds: float) -> None:
    """Waiting for a chip takes no virtual time."""


def uid_of(meaning: str) -> bytes:
    """The made-up tag of 13.56 MHz with this meaning."""
    return b"\x04" + hashlib.blake2b(meaning.encode(), digest_size=6).digest()


class EveryTray(Tray):
    """Knows the tags of every kind: of both bands, and the faces of the radio die."""

    def __init__(self) -> None:
        self.faces: dict[str, str] = {}
        super().__init__()

    def teach(self, meaning: str) -> None:
        super().teach(meaning)
        self._meanings[uid_of(meaning).hex().upper()] = meaning

    def meaning(self, tag: str) -> str | None:
        return self.faces.get(tag) or super().meaning(tag)


class CrowdedTable(Table):
    """A table with a reader of each kind beside the mock box."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._beside = folder
        self._patch = monkeypatch
        super().__init__("board_game_ii", 5)
        self.tray: EveryTray = EveryTray()

    def set_up(self) -> tuple[VirtualClock, MockBox]:
        clock = WatchingClock()
        box = MockBox(clock, seed=self.seed)
        self.i2c, self.spi = Pn532I2c(Pn532Model()), Rc522Model()
        self.pcsc = PcscModel("ACS ACR122U PICC Interface 00 00")
        self.pcsc.install(self._patch)
        self.usb = TypingReader(self._beside / "by-id", "usb-RFID_Reader-event-kbd", clock=clock)
        self.die = DieModel()
        self.desk = VirtualDesk(clock, tick=DESK_TICK)
        self.opens: dict[str, int] = dict.fromkeys(("pn532", "rc522", "keyboard"), 0)

        def opened(name: str, bus: Any, *settings: object) -> Any:
            self.opens[name] += 1
            bus.mode, bus.max_speed_hz = 0, 1_000_000
            return bus

        def typing(path: str) -> Any:
            self.opens["keyboard"] += 1
            return self.usb.open(path)

        finder = KeyboardFinder("auto", self._beside / "by-id")
        typist = ReaderSettings(name="keyboard")
        pn532 = Pn532(I2c("/dev/i2c-1", partial(opened, "pn532", self.i2c), no_nap))
        readers = (
            TokenReaderBoard(clock, self.desk, nonce=self.seed, name="board").reader,
            PolledReader(clock, "pn532", "any", pn532),
            PolledReader(clock, "rc522", "any", Rc522(bus=partial(opened, "rc522", self.spi), sleep=no_nap)),
            PolledReader(clock, "acr122u", "any", Acr122u()),
            KeyboardReader(clock, typist, finder, typing),
            DieReader(clock, "die", "die", KINDS["godice"], "auto", self.die),
        )
        box.devices = replace(box.devices, readers=(*box.devices.readers, *readers))
        return clock, box

    def plugs(self) -> dict[str, tuple[Callable[[], object], Callable[[], object]]]:
        """Device -> how its plug is pulled, and put back."""
        box, names = self.box, list(self.pcsc.names)
        plugs: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
            device: (model.unplug, model.plug)
            for device, model in {
                "reader": box.reader,
                "display": box.display,
                "pn532": self.i2c,
                "rc522": self.spi,
                "keyboard": self.usb,
                "die": self.die,
                "board": self.desk,
            }.items()
        }
        plugs["acr122u"] = (self.pcsc.names.clear, lambda: self.pcsc.names.extend(names))
        for button in ("ok", "event"):
            lose, regain = partial(box.buttons.lose, button), partial(box.buttons.regain, button)
            plugs[f"button {button}"] = (lose, regain)
        return plugs

    def clear(self) -> None:
        """Take every tag away."""
        self.box.reader.lift()
        self.i2c.chip.tags = []
        self.spi.lay()
        self.pcsc.uid = None
        self.desk.board.tag(None)

    def ways(self, prompt: Prompt) -> dict[str, Callable[[str], object]]:
        """The devices a token can be laid on, and how."""
        ways: dict[str, Callable[[str], object]] = {
            "reader": lambda meaning: self.box.reader.lay(tag_of(meaning)),
            "pn532": lambda meaning: setattr(self.i2c.chip, "tags", [uid_of(meaning)]),
            "rc522": lambda meaning: self.spi.lay(uid_of(meaning)),
            "board": lambda meaning: self.desk.board.tag(uid_of(meaning).hex().upper()),
            "acr122u": lambda meaning: setattr(self.pcsc, "uid", uid_of(meaning)),
            "keyboard": lambda meaning: self.usb.keys(uid_of(meaning).hex().upper() + "\n"),
        }
        if isinstance(prompt, Roll) and len(prompt.die.faces) <= 6:
            numbers = {str(face): number for number, face in enumerate(prompt.die.faces, 1)}
            for face, number in numbers.items():
                self.tray.faces[f"DA1E00C0FFEE{number:02X}"] = f"face:{prompt.die.id}:{face}"
            ways["die"] = lambda meaning: self.die.roll(numbers[meaning.rpartition(":")[2]])
        return ways


class Evening:
    """One game: the same answers every time, laid and pressed by hands that may have to try again."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.script = Script()
        game, *start = parse(START)
        self.script.do(game)
        self.table = CrowdedTable(folder, monkeypatch)
        self.script._table = self.table
        for line in start:
            self.script.do(line)
        self.hands = random.Random(3)
        self.told: list[tuple[float, Event]] = []
        self.digests: list[str] = []
        self.used: set[str] = set()
        self.again = 0
        panel = self.table.panel
        handle = panel.handle

        def heard(event: Event) -> None:
            handle(event)
            if isinstance(event, DeviceLost):
                assert event.device in panel.lost, "the screen says so"
            if isinstance(event, DeviceLost | DeviceBack):
                self.told.append((self.table.clock.now(), event))

        panel.handle = heard  # type: ignore[method-assign]

    def play_one(self) -> None:
        """Answer the next question, however often it has to be tried."""
        table, session = self.table, self.table.session
        pending = session.pending
        assert pending is not None, "the game is over"
        prompt: Prompt = pending.prompt
        seat = ""
        if isinstance(prompt, Several):
            prompt = next(part for part in prompt.parts if part.to not in pending.answered)
            seat = table.panel.names.get(prompt.to or 0, str(prompt.to))
        value = session.game.suggest(session.table, prompt)
        if value is None or prompt.accept(value) is not None:
            chance = random.Random(session.number)
            value = chance.choice(prompt.die.faces) if isinstance(prompt, Roll) else proposed(prompt)
        table.tray.fill(prompt)
        meanings = [each for each in table.tray.here if each and f":{each}".endswith(f":{value}")]
        ways = table.ways(prompt) if meanings else {}
        before = session.number
        for _ in range(200):
            self._try(ways, meanings, prompt, value, seat)
            if session.number != before:
                break
            self.again += 1
            table.wait(0.5)
        table.wait(self.hands.uniform(0, 1.5))
        assert session.number == before + 1, "taken once"
        last = session.entries[-1]
        assert isinstance(last, Answered)
        assert last.value == value
        self.digests.append(session.digest())

    def _try(
        self,
        ways: dict[str, Callable[[str], object]],
        meanings: list[str],
        prompt: Prompt,
        value: Any,
        seat: str,
    ) -> None:
        table = self.table
        rarely = ["die"] * 6 * ("die" in ways)  # it fits few questions, so it is taken when it does
        way = self.hands.choice([*ways] * 3 + rarely + ["keys"])
        if way in ways:
            # What lies there from the last time is only taken away now, as people do.
            table.clear()
            table.wait(0.6)
            ways[way](meanings[0])
            table.wait(0.7)
            if self.hands.random() < 0.5:
                table.clear()
        else:
            try:
                table.answer(str(value), seat)
            except Stuck:
                return
        self.used.add(way)

    def close(self) -> None:
        """The end of the evening."""
        assert self.table.bugs == []
        self.script.close()


class Mischief:
    """Plugs that are pulled and put back, each device on its own, until there were enough."""

    def __init__(self, table: CrowdedTable, rng: random.Random) -> None:
        self.pulled: list[tuple[str, float, float]] = []
        """Device, when it was pulled, when it was put back."""
        self._clock = table.clock
        self._rng = rng
        self._begun = 0
        for device, (pull, put_back) in table.plugs().items():
            self._clock.call_later(rng.uniform(0, 30), partial(self._pull, device, pull, put_back))

    @property
    def over(self) -> bool:
        """Whether all plugs are back for good."""
        return len(self.pulled) == CYCLES

    def _pull(self, device: str, pull: Callable[[], object], put_back: Callable[[], object]) -> None:
        if self._begun == CYCLES:
            return
        self._begun += 1
        now = self._clock.now()
        gone = self._rng.choice((self._rng.uniform(0.05, 2), self._rng.uniform(2.1, 12)))

        def back() -> None:
            put_back()
            self.pulled.append((device, now, now + gone))
            self._clock.call_later(self._rng.uniform(5.5, 40), partial(self._pull, device, pull, put_back))

        pull()
        self._clock.call_later(gone, back)


def test_a_hundred_plugs_pulled_and_the_game_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wild = Evening(tmp_path / "wild", monkeypatch)
    clock = wild.table.clock
    began, timers = clock.now(), clock._count
    for _ in range(SETTING_UP):
        wild.play_one()
    mischief = Mischief(wild.table, random.Random(11))
    while not mischief.over:
        wild.play_one()
    wild.table.wait(BACK)
    pace = (clock._count - timers) / (clock.now() - began) - 1 / DESK_TICK
    wild.close()
    assert {device for device, _, _ in mischief.pulled} == set(wild.table.plugs())
    together = sum(a[1] < b[2] and b[1] < a[2] for a in mischief.pulled for b in mischief.pulled if a < b)
    assert together > CYCLES, "several at once"

    for device, pulled, put_back in mischief.pulled:
        lost = [at for at, event in wild.told if isinstance(event, DeviceLost) and event.device == device]
        back = [at for at, event in wild.told if isinstance(event, DeviceBack) and event.device == device]
        said = [at for at in lost if pulled <= at <= put_back + TOLD]
        if put_back - pulled >= TOLD:
            assert said, f"{device} pulled at {pulled:.1f} s: not told"
        for at in said:
            assert at - pulled <= TOLD, f"{device} pulled at {pulled:.1f} s: told at {at:.1f} s"
            again = min((moment for moment in back if moment >= at), default=float("inf"))
            assert again - put_back <= BACK, f"{device} put back at {put_back:.1f} s: back at {again:.1f} s"
    assert not wild.table.panel.lost, "everything is back at the end"
    assert wild.used == {"reader", "pn532", "rc522", "acr122u", "keyboard", "die", "board", "keys"}
    others = (("die", wild.table.die.connects), ("board", wild.table.desk.opened))
    for name, opens in (*wild.table.opens.items(), *others):
        gone = sum(until - since for device, since, until in mischief.pulled if device == name)
        assert opens <= 2 * CYCLES / len(wild.table.plugs()) + 2 * gone, f"{name} was opened {opens} times"

    calm = Evening(tmp_path / "calm", monkeypatch)
    clock = calm.table.clock
    began, timers = clock.now(), clock._count
    for _ in wild.digests:
        calm.play_one()
    calm_pace = (clock._count - timers) / (clock.now() - began) - 1 / DESK_TICK
    calm.close()
    assert calm.told == []
    assert calm.again == 0
    assert wild.digests == calm.digests
    assert pace < 1.5 * calm_pace, "no busy loop"


@pytest.mark.parametrize("device", ["reader", "pn532", "rc522", "acr122u", "board"])
def test_a_token_left_on_a_reader_that_comes_back_answers_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, device: str
) -> None:
    """It answered one roll; the next question, which it would fit as well, is open when the plug is back."""
    evening = Evening(tmp_path, monkeypatch)
    table = evening.table
    while not isinstance(prompt := table.session.pending.prompt, Roll):  # type: ignore[union-attr]
        evening.play_one()
    table.clear()
    table.wait(1)
    table.tray.fill(prompt)
    meaning = f"face:{prompt.die.id}:{prompt.die.faces[-1]}"
    lay, (pull, put_back) = table.ways(prompt)[device], table.plugs()[device]
    lay(meaning)
    table.wait(0.7)
    rolled = table.session.number
    pull()
    table.wait(3)
    while not isinstance(again := table.session.pending.prompt, Roll) or again.die != prompt.die:  # type: ignore[union-attr]
        evening.play_one()
    lay(meaning)  # the hands took it away meanwhile; as if it had never been touched
    number = table.session.number
    assert number > rolled
    put_back()
    table.wait(BACK)
    assert isinstance(evening.told[-1][1], DeviceBack)
    assert table.session.number == number, "left there, not laid"
    table.clear()
    table.wait(1)
    lay(meaning)
    table.wait(1)
    assert table.session.number == number + 1, "laid anew"
    evening.close()
