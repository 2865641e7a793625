"""The real companion plays through the firmware: every input of a round passes the simulated board's wire."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import pytest

from companion.engine.game import Game
from companion.engine.prompts import Count, Roll
from companion.engine.session import Answered
from companion.hal.clock import LoopClock, VirtualClock
from companion.hal.devices import Devices
from companion.hal.events import DeviceBack, DeviceLost, Event, TagLaid
from companion.hal.from_config import build
from companion.hal.mock import MockBox, MockDisplay
from companion.hal.serial_port import PortFinder
from companion.hal.settings import ButtonSettings, DeviceSettings, LampSettings, ReaderSettings
from companion.hal.token_reader import State
from companion.hal.token_reader_port import BOARD_LAMPS, TokenReaderBoard
from companion.panel.asking import die_keys
from companion.service import Companion, Extras, Settings, playable
from companion.service.cards import Cards
from tests.engine.toy import TOY
from tests.firmware.desk import PolledClock, PtyDesk, StepDesk, VirtualDesk
from tests.models.rdm6300 import PtyReader

NAMES = ("event", "move", "combat", "up", "down", "ok", "back")
TOKENS = {"04A1B2C3D4E5F6": "number:3", "08112233": "key:ok", "04112233445566778899": "face:d6:4"}
"""Tags of all three lengths; the faces of the dice that are met are added."""
Action = tuple[str, Any]


class Hands(Protocol):
    """What people do at a box."""

    def press(self, name: Any) -> None: ...
    def release(self, name: Any) -> None: ...
    def turn(self, clicks: int) -> None: ...
    def lay(self, tag: str) -> None: ...
    def lift(self) -> None: ...
    def lamps(self) -> set[str]: ...


class MockHands:
    def __init__(self, mock: MockBox) -> None:
        self._mock = mock
        self.press, self.release = mock.buttons.press, mock.buttons.release
        self.turn, self.lay = mock.encoder.turn, mock.reader.lay

    def lift(self) -> None:
        self._mock.reader.lift()

    def lamps(self) -> set[str]:
        return self._mock.lamps.lit & {*BOARD_LAMPS}


class BoardHands:
    def __init__(self, clock: VirtualClock, desk: VirtualDesk | StepDesk) -> None:
        self._clock, self._desk = clock, desk

    def press(self, name: str) -> None:
        self._desk.board.press(name)

    def release(self, name: str) -> None:
        self._desk.board.release(name)

    def turn(self, clicks: int) -> None:
        for _ in range(abs(clicks)):
            for a, b in ((0, 1), (0, 0), (1, 0), (1, 1)) if clicks > 0 else ((1, 0), (0, 0), (0, 1), (1, 1)):
                self._desk.board.pin("D2", a)
                self._desk.board.pin("D3", b)
                self._clock.advance(0.01)

    def lay(self, tag: str) -> None:
        self._desk.board.tag(tag)

    def lift(self) -> None:
        self._desk.board.tag(None)

    def lamps(self) -> set[str]:
        return {name for name, lit in zip(BOARD_LAMPS, self._desk.board.lamps(), strict=True) if lit}


@dataclass
class Evening:
    """A companion with hands at it, on virtual time."""

    clock: VirtualClock
    devices: Devices
    hands: Hands
    home: Path
    games: Mapping[str, Game[Any]]
    lamps: list[set[str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        cards = Cards(self.home / "library")
        extras = Extras(games=self.games, shelf=cards.shelf, meaning=TOKENS.get, dice=random.Random(3))
        self.companion = Companion(self.clock, self.devices, self.home, Settings(), extras)
        self.companion.start()
        self.clock.advance(3)

    @property
    def session(self) -> Any:
        return self.companion.box.session

    def do(self, action: Action) -> None:
        kind, what = action
        while self.companion.front.panel._news:
            self._press("back", 0.1)
        if kind == "press":
            self._press(what, 0.1)
        elif kind == "hold":
            self._press(what, 0.9)
        elif kind == "turn":
            self.hands.turn(what)
            self.clock.advance(0.3)
        else:
            self.hands.lay(what)
            self.clock.advance(0.4)
            self.hands.lift()
            self.clock.advance(0.6)
        self.clock.advance(0.3)
        self.lamps.append(self.hands.lamps())

    def _press(self, name: str, seconds: float) -> None:
        self.hands.press(name)
        self.clock.advance(seconds)
        self.hands.release(name)
        self.clock.advance(0.3)


def on_mocks(home: Path, games: Mapping[str, Game[Any]]) -> Evening:
    clock = VirtualClock()
    mock = MockBox(clock)
    return Evening(clock, mock.devices, MockHands(mock), home, games)


def on_firmware(home: Path, games: Mapping[str, Game[Any]]) -> tuple[Evening, VirtualDesk]:
    clock = VirtualClock()
    desk = VirtualDesk(clock, tick=0.002)
    board = TokenReaderBoard(clock, desk, nonce=9)
    devices = Devices(
        board.buttons, board.lamps, board.buzzer, board.encoder, (board.reader,), MockDisplay(clock)
    )
    return Evening(clock, devices, BoardHands(clock, desk), home, games), desk


def usb_only(port: Path) -> DeviceSettings:
    """The settings of the USB-only build."""
    return DeviceSettings(
        gpio="mock",
        buttons=ButtonSettings(**dict.fromkeys(ButtonSettings.__struct_fields__)),
        encoder=None,
        lamps=LampSettings(event=None, move=None, combat=None),
        buzzer=None,
        display=None,
        readers=(ReaderSettings(type="firmware", port=str(port)),),
    )


def on_a_pty(home: Path, games: Mapping[str, Game[Any]]) -> tuple[Evening, StepDesk]:
    """The devices as the service builds them from its settings."""
    clock = PolledClock()
    desk = StepDesk(clock, home / "reader")
    devices = build(usb_only(home / "reader"), clock)
    return Evening(clock, devices, BoardHands(clock, desk), home, games), desk


def token_for(prompt: object) -> str:
    """A tag that may be an answer."""
    if isinstance(prompt, Roll):
        means = f"face:{prompt.die.id}:{prompt.die.faces[0]}"
        return next((tag for tag, meaning in TOKENS.items() if meaning == means), None) or _new_token(means)
    return "04A1B2C3D4E5F6" if isinstance(prompt, Count) else "08112233"


def _new_token(means: str) -> str:
    tag = f"08{len(TOKENS):06X}"
    TOKENS[tag] = means
    return tag


def round_played(evening: Evening, seed: int) -> list[Action] | None:
    """Chance plays until a round is over and every kind of input was used; what it did, if that was short."""
    rng = random.Random(seed)
    script: list[Action] = []
    while len(script) < 120:
        pending = evening.session.pending
        prompt = pending.prompt if pending is not None else None
        steps: list[Action] = [("press", "ok")]
        match rng.randrange(8):
            case 0:
                steps = [("turn", rng.choice([-2, -1, 1, 2])), *steps]
            case 1 | 2:
                steps = [("press", rng.choice(["up", "down"])), *steps]
            case 3 | 4:
                steps = [("lay", token_for(prompt))]
            case 5 if isinstance(prompt, Roll):
                steps = [("hold", die_keys(prompt.die)[0])]
            case 6:
                steps = [("press", rng.choice(["event", "move", "combat"]))]
        for step in steps:
            evening.do(step)
        script += steps
        by = {entry.by for entry in evening.session.entries if isinstance(entry, Answered)}
        if {"button", "token", "roller"} <= by and evening.session.table.round > 1:
            return script
    return None


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Evening, list[Action]]:
    """An evening on mocks, to compare with."""
    games = playable(("board_game_ii",))
    for seed in range(40):
        evening = on_mocks(tmp_path_factory.mktemp("mocks"), games)
        if script := round_played(evening, seed):
            return evening, script
    raise AssertionError("no short round was found by chance")


def test_a_round_through_the_firmware_and_a_pty_is_the_same_round(
    played: tuple[Evening, list[Action]], tmp_path: Path
) -> None:
    mocked, script = played
    answers = [entry for entry in mocked.session.entries if isinstance(entry, Answered)]
    assert {"button", "token", "roller"} <= {entry.by for entry in answers}
    assert mocked.session.table.round > 1, "a whole round was played"
    evening, desk = on_a_pty(tmp_path, mocked.games)
    for action in script:
        evening.do(action)
    assert evening.session.entries == mocked.session.entries
    assert evening.session.digest() == mocked.session.digest()
    assert evening.lamps == mocked.lamps
    assert desk.bytes_up > 20 * len(script)
    assert desk.bytes_down > 10 * len(script)
    desk.close()


def test_pulling_the_plug_again_and_again_leaves_the_round_the_same(
    played: tuple[Evening, list[Action]], tmp_path: Path
) -> None:
    mocked, script = played
    evening, desk = on_firmware(tmp_path, mocked.games)
    rng = random.Random(8)
    for action in script:
        if rng.random() < 0.12:
            desk.unplug()
            evening.clock.advance(rng.uniform(0.2, 2))
            desk.plug()
            evening.clock.advance(5)
        elif rng.random() < 0.1:
            desk.board.brown_out()
            evening.clock.advance(1.5)
        evening.do(action)
    assert evening.session.entries == mocked.session.entries
    assert evening.session.digest() == mocked.session.digest()


def test_a_board_behind_another_adapter_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`auto` begins with the first adapter; what does not speak the protocol is left for the next."""
    other = PtyReader(tmp_path / "usb-A")
    clock = PolledClock()
    desk = StepDesk(clock, tmp_path / "usb-B")
    monkeypatch.setattr(PortFinder.__init__, "__defaults__", (tmp_path, tmp_path / "none", list, None))
    devices = build(usb_only(Path("auto")), clock)
    heard: list[Event] = []
    devices.start(heard.append)
    clock.advance(6)
    assert [type(event) for event in heard] == [DeviceLost], "nobody answers at the first one"
    clock.advance(6)
    assert [type(event) for event in heard] == [DeviceLost, DeviceBack]
    desk.board.tag("04A1B2C3D4E5F6")
    clock.advance(1)
    assert heard[-1] == TagLaid("04A1B2C3D4E5F6", "reader")
    devices.close()
    desk.close()
    other.unplug()


def test_the_service_on_a_pty_hears_the_board(tmp_path: Path) -> None:
    """Real loop, real pyserial, real time."""
    settings = usb_only(tmp_path / "reader")

    async def play(desk: PtyDesk) -> None:
        loop = asyncio.get_running_loop()
        ended = loop.create_future()
        companion = Companion(
            clock := LoopClock(loop),
            devices := build(settings, clock),
            None,
            Settings(),
            Extras(games={"toy": TOY}, meaning=TOKENS.get, switch_off=lambda: None),
        )
        companion.start()
        entries = lambda: companion.box.session.entries  # noqa: E731

        async def until(done: Callable[[], bool]) -> None:
            async with asyncio.timeout(15):
                while not done():
                    await asyncio.sleep(0.01)

        async def there() -> None:
            link = devices.readers[0]._board.link  # type: ignore[attr-defined]
            await until(lambda: link.state is State.UP)

        async def hand(job: Callable[[Any], object]) -> None:
            await asyncio.to_thread(desk.do, job)
            await asyncio.sleep(0.06)

        await there()
        await hand(lambda board: board.tag("04112233445566778899"))
        await until(lambda: len(entries()) == 1)
        await hand(lambda board: board.tag(None))
        for _ in range(2):  # past the news, then the answer
            await asyncio.sleep(0.5)  # a press right after a new question would be meant for the old one
            await hand(lambda board: board.press("ok"))
            await hand(lambda board: board.release("ok"))
        await until(lambda: len(entries()) == 2)
        await asyncio.to_thread(desk.unplug)
        await asyncio.sleep(0.2)
        await asyncio.to_thread(desk.plug)
        await there()
        await asyncio.sleep(1.8)  # on its return the same tag does not count at once
        await hand(lambda board: board.tag("04112233445566778899"))
        await until(lambda: len(entries()) == 3)
        companion.close(lambda: ended.set_result(None))
        await ended
        assert [(entry.value, entry.by) for entry in entries()] == [
            (4, "token"),
            ("none", "button"),
            (4, "token"),
        ]

    with PtyDesk(tmp_path / "reader") as desk:
        asyncio.run(play(desk))
        assert desk.bytes_up > 300
        assert desk.bytes_down > 100
