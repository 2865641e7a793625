"""The token reader as devices of the box, on the simulated board: events, losses, versions, restarts."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from companion.engine.text import Text
from companion.hal.clock import VirtualClock
from companion.hal.devices import Devices
from companion.hal.events import (
    Clicked,
    DeviceBack,
    DeviceLost,
    DeviceNotice,
    Event,
    Held,
    Pressed,
    Released,
    TagLaid,
    TagLifted,
    Turned,
    TwoTags,
)
from companion.hal.token_messages import encode
from companion.hal.token_reader_port import TokenReaderBoard
from tests.firmware.board import body
from tests.firmware.desk import VirtualDesk

CARD, OTHER = "04A1B2C3D4E5F6", "08A1B2C3"


@dataclass
class Table:
    """The board's devices, started as the product starts them."""

    desk: VirtualDesk
    clock: VirtualClock
    board: TokenReaderBoard
    devices: Devices
    events: list[Event] = field(default_factory=list)

    def run(self, seconds: float) -> list[Event]:
        start = len(self.events)
        self.clock.advance(seconds)
        return self.events[start:]

    def click(self, button: str) -> list[Event]:
        self.desk.board.press(button)
        told = self.run(0.1)
        self.desk.board.release(button)
        return told + self.run(0.1)


def lay_table(tick: float = 0.001) -> Table:
    """`tick`: how finely the wire and the product's clock keep step."""
    clock = VirtualClock()
    desk = VirtualDesk(clock, tick=tick)
    board = TokenReaderBoard(clock, desk, nonce=1)
    devices = Devices(board.buttons, board.lamps, board.buzzer, board.encoder, (board.reader,))
    table = Table(desk, clock, board, devices)
    devices.start(table.events.append)
    return table


@pytest.fixture
def table() -> Table:
    table = lay_table()
    assert table.run(2.5) == []
    return table


def test_every_input_is_told_once_in_the_products_words(table: Table) -> None:
    for name in ("event", "move", "combat", "up", "down", "ok", "back"):
        assert table.click(name) == [Pressed(name), Clicked(name), Released(name)]
    assert table.click("push") == [Pressed("ok"), Clicked("ok"), Released("ok")]
    for a, b in ((0, 1), (0, 0), (1, 0), (1, 1)):
        table.desk.board.pin("D2", a)
        table.desk.board.pin("D3", b)
        table.run(0.003)
    assert table.run(0.05) == []
    assert table.events[-1] == Turned(1)
    table.desk.board.tag(CARD)
    assert table.run(0.2) == [TagLaid(CARD, "reader")]
    table.desk.board.tag(None)
    assert table.run(0.4) == [TagLifted(CARD, "reader")]


def test_a_long_press_is_held_while_it_is_down(table: Table) -> None:
    table.desk.board.press("back")
    assert table.run(0.59) == [Pressed("back")]
    assert table.run(0.05) == [Held("back")]
    table.desk.board.release("back")
    assert table.run(0.1) == [Released("back")]


def test_two_tags_are_said_and_a_quick_change_is_none(table: Table) -> None:
    desk = table.desk.board
    desk.tag(CARD)
    table.run(0.2)
    desk.tag(OTHER, 1)
    assert table.run(1.0) == [TwoTags((CARD, OTHER), "reader")]
    desk.tag(None)
    assert table.run(0.5) == [TagLifted(CARD, "reader"), TagLaid(OTHER, "reader")]
    desk.tag(None, 1)
    desk.tag(CARD, 0)  # one is taken away as the next is laid
    assert table.run(1.0) == [TagLifted(OTHER, "reader"), TagLaid(CARD, "reader")]


def test_lamps_and_buzzer_reach_the_board_and_lamps_outlive_a_brown_out(table: Table) -> None:
    table.devices.lamps.set("move", True)
    table.devices.lamps.set("nobody", True)
    table.devices.buzzer.play((0.1, 0.1, 0.1))
    table.run(0.5)
    assert table.desk.board.lamps() == [0, 1, 0]
    assert 900 <= table.desk.board.buzzer_edges() <= 1200  # two tenths of a second at 2.7 kHz
    table.desk.board.brown_out()
    table.run(1.0)
    assert table.desk.board.lamps() == [0, 1, 0]


def test_questions_are_answered_and_a_buzz_is_no_answer(table: Table) -> None:
    answers: list[str] = []
    table.devices.buzzer.play((0.05,))
    table.board.ask("test?", answers.append)
    table.board.ask("counters?", answers.append)
    table.run(0.3)
    assert [answer.split()[0] for answer in answers] == ["chip=92", "check=0"]


def test_a_board_used_as_a_reader_only_tells_no_buttons() -> None:
    clock = VirtualClock()
    desk = VirtualDesk(clock)
    board = TokenReaderBoard(clock, desk, nonce=1)
    events: list[Event] = []
    board.reader.start(events.append)
    clock.advance(2.5)
    desk.board.press("ok")
    desk.board.tag(CARD)
    clock.advance(0.3)
    assert events == [TagLaid(CARD, "reader")]


def test_after_close_the_lamps_are_dark_and_nothing_is_told(table: Table) -> None:
    table.devices.lamps.set("event", True)
    table.run(0.1)
    assert table.desk.board.lamps() == [1, 0, 0]
    table.devices.close()
    table.devices.close()
    table.run(0.1)
    assert table.desk.board.lamps() == [0, 0, 0]
    table.desk.board.press("ok")
    table.desk.board.tag(CARD)
    table.desk.unplug()
    assert table.run(2) == []


# ---- losses -----------------------------------------------------------------------------------------


def test_unplugged_is_told_at_once_and_back_within_five_seconds(table: Table) -> None:
    table.desk.board.tag(CARD)
    table.run(0.3)
    table.desk.board.press("ok")
    assert table.run(0.1) == [Pressed("ok")]
    table.desk.unplug()
    lost = table.run(0.1)
    assert lost[0] == Released("ok")  # no click: nobody knows how the press ended
    assert lost[1] == TagLifted(CARD, "reader")
    assert isinstance(lost[2], DeviceLost)
    assert len(lost) == 3
    assert table.run(60) == []
    table.desk.board.release("ok")
    table.desk.plug()
    assert table.run(5.0) == [DeviceBack("reader"), TagLaid(CARD, "reader")]
    assert table.click("ok") == [Pressed("ok"), Clicked("ok"), Released("ok")]


def test_twelve_unpluggings_lose_and_double_no_finished_click() -> None:
    table = lay_table(tick=0.005)
    table.run(2.5)
    rng = random.Random(4)
    clicks = 0
    for _ in range(12):
        if rng.random() < 0.7:
            assert table.click("ok") == [Pressed("ok"), Clicked("ok"), Released("ok")]
            clicks += 1
        table.desk.unplug()
        table.run(rng.uniform(0.1, 5))
        table.desk.plug()
        table.run(5)
    losses = sum(isinstance(event, DeviceLost) for event in table.events)
    assert losses == sum(isinstance(event, DeviceBack) for event in table.events) == 12
    assert table.events.count(Clicked("ok")) == clicks


def test_a_held_button_is_said_to_be_held_and_works_again(table: Table) -> None:
    table.desk.unplug()
    table.desk.board.press("up")
    table.run(1)
    table.desk.plug()
    told = table.run(12)
    assert [type(event) for event in told] == [DeviceBack, DeviceLost]
    assert told[1].device == "button up"  # type: ignore[union-attr]
    table.desk.board.release("up")
    assert table.run(0.2) == [DeviceBack("button up")]
    assert table.click("up") == [Pressed("up"), Clicked("up"), Released("up")]


def test_the_reader_chip_alone_is_lost_and_buttons_go_on(table: Table) -> None:
    table.desk.board.tag(CARD)
    table.run(0.3)
    table.desk.board.reader_wire("high")
    told = table.run(1)
    assert [type(event) for event in told] == [DeviceLost]
    assert table.click("ok") == [Pressed("ok"), Clicked("ok"), Released("ok")]
    table.desk.board.reader_wire("good")
    assert table.run(1) == [DeviceBack("reader antenna")]


# ---- field cases ------------------------------------------------------------------------------------


@pytest.mark.case("FW-O1")
def test_a_command_ready_at_the_opening_acts_once_after_the_hello() -> None:
    table = lay_table()
    table.devices.lamps.set("event", True)
    table.run(1.6)
    assert table.desk.board.lamps() == [0, 0, 0]  # the boot loader runs, and nothing was sent into it
    table.run(0.6)
    assert table.desk.board.lamps() == [1, 0, 0]
    answers: list[str] = []
    table.board.ask("counters?", answers.append)
    table.run(0.2)
    assert answers[0].startswith("check=0 long=0")  # not one byte went astray


@pytest.mark.case("FW-O1")
def test_a_board_that_does_not_reset_is_asked_for_its_hello_and_works() -> None:
    clock = VirtualClock()
    desk = VirtualDesk(clock, resets=False)
    first = TokenReaderBoard(clock, desk, nonce=7)
    first.reader.start(lambda event: None)
    clock.advance(2.0)
    first.reader.close()
    board = TokenReaderBoard(clock, desk, nonce=99)  # a program started anew: the board still has a session
    events: list[Event] = []
    board.buttons.start(events.append)
    clock.advance(2.5)
    desk.board.press("ok")
    clock.advance(0.1)
    assert events == [Pressed("ok")]


@pytest.mark.case("FW-O1")
def test_a_board_that_says_no_hello_is_told_after_five_seconds() -> None:
    clock = VirtualClock()
    desk = VirtualDesk(clock, tick=0.01)
    desk.stalled = True
    board = TokenReaderBoard(clock, desk, nonce=1)
    events: list[Event] = []
    board.reader.start(events.append)
    clock.advance(4.9)
    assert events == []
    clock.advance(0.2)
    assert [type(event) for event in events] == [DeviceLost]
    assert "does not answer" in str(events[0].reason)  # type: ignore[union-attr]
    clock.advance(20)
    assert len(events) == 1
    desk.stalled = False
    clock.advance(10)
    assert events[1:] == [DeviceBack("reader")]


class ScriptedWire:
    """A board that is only a script: what the host writes is kept, what the test says is read."""

    def __init__(self) -> None:
        self.written = b""
        self.opened = 0
        self.data: Callable[[bytes], object] = lambda data: None

    def open(self) -> Text | None:
        self.opened += 1
        return None

    def watch(self, data: Callable[[bytes], object], failed: Callable[[Text], object]) -> None:
        self.data = data

    def write(self, data: bytes) -> None:
        self.written += data

    def unwatch(self) -> None:
        self.data = lambda data: None

    def wrong(self) -> None:
        pass

    def shut(self) -> None:
        pass

    def bodies(self) -> list[str]:
        lines, self.written = self.written.splitlines(), b""
        return [body(line) for line in lines]


@dataclass
class Script:
    clock: VirtualClock = field(default_factory=VirtualClock)
    wire: ScriptedWire = field(default_factory=ScriptedWire)
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.board = TokenReaderBoard(self.clock, self.wire, nonce=0x41)
        self.board.buttons.start(self.events.append)
        self.board.reader.start(self.events.append)
        self.clock.run_until_idle()

    def say(self, *bodies: str) -> None:
        for text in bodies:
            self.wire.data(encode(text))
            self.clock.run_until_idle()

    def greet(self, version: str = "1.0") -> None:
        self.say(f"H 0000 {version} fw=1.0.0 chip=92 held=00")
        (asked,) = self.wire.bodies()
        assert asked.startswith("H ")
        self.say(f"H {asked.split()[1]} {version} fw=1.0.0 chip=92 held=00")
        self.answer()

    def answer(self) -> list[str]:
        """Answers commands until none is open; gives what was asked."""
        asked = []
        while commands := [text for text in self.wire.bodies() if text[0] == "C"]:
            for text in commands:
                asked.append(text)
                self.say(f"R{text[1:].split()[0]} ok")
        return asked


@pytest.mark.case("FW-O2")
def test_boot_noise_is_counted_and_reaches_nobody() -> None:
    script = Script()
    script.wire.data(bytes.fromhex("FE7C1B8099C20A"))
    script.wire.data(bytes.fromhex("657473204A616E0D0A"))
    script.greet()
    assert script.events == []
    assert script.board.reader.bad_reads == 2
    script.say("E0 0 down 5")
    assert script.events == [Pressed("ok")]


@pytest.mark.case("FW-O3")
def test_the_host_takes_any_line_end_once() -> None:
    script = Script()
    script.greet()
    raw = [encode(f"E{i} 0 {'up' if i % 2 else 'down'} 5").rstrip(b"\n") for i in range(4)]
    script.wire.data(raw[0] + b"\n" + raw[1] + b"\r" + raw[2] + b"\r\n" + raw[3] + b"\n\r" + b"\r\n\r\n")
    script.clock.run_until_idle()
    assert script.events == [Pressed("ok"), Clicked("ok"), Released("ok")] * 2
    assert script.wire.bodies() == ["A3"]


@pytest.mark.case("FW-O4")
@pytest.mark.parametrize(
    ("version", "words"),
    [
        ("3.0 fw=3.1.4", ["firmware 3.1.4 (protocol 3)", "needs 1", "update this program"]),
        ("0.9 fw=0.2", ["firmware 0.2 (protocol 0)", "needs 1", "update its firmware"]),
        ("fw=0.1", ["does not say", "needs 1"]),
        ("", ["does not say"]),
    ],
)
def test_a_board_of_another_version_is_told_and_left_alone(version: str, words: list[str]) -> None:
    script = Script()
    script.board.lamps.set("event", True)
    for _ in range(20):
        script.say(f"H 0000 {version}".rstrip())
        script.clock.advance(1)
    (lost,) = script.events
    assert isinstance(lost, DeviceLost)
    assert all(word in str(lost.reason) for word in words), str(lost.reason)
    assert script.wire.bodies() == []
    assert script.wire.opened == 1
    script.greet()  # flashed anew
    assert script.events[1:] == [DeviceBack("reader")]


@pytest.mark.case("FW-O4")
def test_an_older_minor_version_works_and_is_noted() -> None:
    script = Script()
    script.board.link.speaks = (1, 3)
    script.greet("1.2")
    (note,) = script.events
    assert isinstance(note, DeviceNotice)
    assert "older" in str(note.text)
    script.say("E0 0 down 5")
    assert script.events[1:] == [Pressed("ok")]


@pytest.mark.case("FW-O5")
def test_the_host_drops_a_line_that_never_ends() -> None:
    script = Script()
    script.greet()
    for _ in range(10):
        script.wire.data(b"A" * 1000)
    script.wire.data(b"\n")
    script.say("E0 0 down 5")
    assert script.events == [Pressed("ok")]
    assert script.board.reader.bad_reads == 1


@pytest.mark.case("FW-O6")
def test_a_restart_in_mid_game_closes_the_press_and_restores_the_lamps() -> None:
    script = Script()
    script.greet()
    script.board.lamps.set("combat", True)
    script.answer()
    for i in range(40):
        script.say(f"E{i} 0 turn +1")
    script.say("E40 0 tag+ 04A1B2C3", "E41 0 down 0", "E42 0 up 0", "E43 0 down 5")
    before = len(script.events)
    script.say("H 0000 1.0 fw=1.0.0 chip=92 held=00")
    assert script.events[before:] == [Released("ok")]
    (asked,) = [text for text in script.wire.bodies() if text[0] == "H"]
    script.say(f"H {asked.split()[1]} 1.0 fw=1.0.0 chip=92 held=20")
    assert [text.split(" ", 1)[1] for text in script.answer()] == ["clicks 4", "lamp 2 on"]
    script.say("E0 0 tag+ 04A1B2C3", "E1 0 here 1", "E2 0 up 5", "E3 0 down 1")
    script.clock.advance(0.3)
    assert script.events[before + 1 :] == [Pressed("move")]  # the tag lay there all the time
    assert script.board.link.counters["restarts"] == 1


@pytest.mark.case("FW-O6")
def test_a_tag_taken_away_while_the_board_started_anew_is_lifted() -> None:
    script = Script()
    script.greet()
    script.say("E0 0 tag+ 04A1B2C3")
    script.say("H 0000 1.0 fw=1.0.0 chip=92 held=00")
    (asked,) = [text for text in script.wire.bodies() if text[0] == "H"]
    script.say(f"H {asked.split()[1]} 1.0 fw=1.0.0 chip=92 held=00")
    script.answer()
    script.say("E0 300 here 0")
    assert script.events == [TagLaid("04A1B2C3", "reader"), TagLifted("04A1B2C3", "reader")]


@pytest.mark.case("FW-O7")
def test_a_port_from_which_nothing_comes_any_more_is_told_and_opened_again() -> None:
    table = lay_table(tick=0.01)
    table.run(20)  # twenty seconds of quiet are no loss
    assert table.events == []
    table.desk.stalled = True
    assert [type(event) for event in table.run(2.2)] == [DeviceLost]
    before = table.desk.opened
    assert table.run(57.8) == []
    assert 3 <= table.desk.opened - before <= 12  # with a pause between the tries, no busy loop
    table.desk.stalled = False
    assert table.run(10) == [DeviceBack("reader")]
    assert table.click("event") == [Pressed("event"), Clicked("event"), Released("event")]


def test_an_event_of_a_newer_firmware_is_passed_over_and_acknowledged() -> None:
    script = Script()
    script.greet()
    script.say("E0 0 tilt 12", "E1 0 down 99", "E2 0 tag+ 04A1", "E3 0 down 5")
    assert script.events == [Pressed("ok")]
    assert script.wire.bodies() == ["A0", "A1", "A2", "A3"]


def test_lost_and_repeated_events_are_taken_in_order_once() -> None:
    script = Script()
    script.greet()
    script.say("E0 0 down 0", "E0 90 down 0", "E2 0 down 2", "E3 0 up 2", "E1 50 up 0", "E2 60 down 2")
    assert script.events == [Pressed("event"), Clicked("event"), Released("event"), Pressed("combat")]
    assert script.wire.bodies() == ["A0", "A0", "A0", "A0", "A1", "A2"]
