"""Trials: the devices as they are set, driven and watched while a person does what is asked.

Works on any clock and on any devices: the mock box of the tests is one patient more. Must not know the
settings file nor the terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator

from PIL import Image, ImageDraw

from companion.engine.text import Text, say
from companion.hal.devices import Devices
from companion.hal.dice import DieReader
from companion.hal.events import (
    DeviceBack,
    DeviceLost,
    DeviceNotice,
    Event,
    Pressed,
    TagLaid,
    TagLifted,
    Turned,
    TwoTags,
)
from companion.hal.ports import BoardPort, Clock

from . import firmware
from .findings import Finding, bad, note, ok

PATIENCE = 20.0
"""Seconds that a person has for each thing asked."""
SETTLE = 3.0
"""Seconds that devices have to be found."""
GREETING = 5
"""Seconds more for a board to say who it is."""
REPLY = 1.5
"""Seconds for a board's answer; its self-test shows the lamps for one."""
LIT = 0.4
"""Seconds that each lamp stays lit."""


class Trial:
    """One run of trials: `steps` in order, each asked with `ask`, each ending in findings told to `found`.

    `done` is called when nothing is left.
    """

    def __init__(
        self,
        clock: Clock,
        devices: Devices,
        steps: list[str],
        ask: Callable[[Text], object],
        found: Callable[[Finding], object],
        done: Callable[[], object],
    ) -> None:
        self._clock = clock
        self._devices = devices
        self._steps = steps
        self._ask, self._found, self._done = ask, found, done
        self._lost: dict[str, Text] = {}
        self._seen: list[Event] = []
        self._run: Iterator[Wait] | None = None
        self._wait: Wait | None = None
        self._turn = 0

    def start(self) -> None:
        """Start the devices and, when they had time to be found, the trials."""
        self._devices.start(self._heard)
        self._clock.call_later(SETTLE, self._begin)

    def _begin(self) -> None:
        self._run = self._trials()
        self._next()

    def _heard(self, event: Event) -> None:
        if isinstance(event, DeviceLost):
            self._lost[event.device] = event.reason
        elif isinstance(event, DeviceBack):
            self._lost.pop(event.device, None)
        self._seen.append(event)
        wait = self._wait
        if wait is not None and wait.until is not None and wait.until(event):
            self._next()

    def _next(self) -> None:
        """Go on to the next thing to wait for."""
        assert self._run is not None
        self._turn += 1
        try:
            self._wait = next(self._run)
        except StopIteration:
            self._wait = None
            self._devices.close()
            self._done()
            return
        turn = self._turn
        self._clock.call_later(self._wait.seconds, lambda: self._late(turn))

    def _late(self, turn: int) -> None:
        if turn == self._turn:
            self._next()

    def _trials(self) -> Iterator[Wait]:
        parts = {
            "display": self._display,
            "buttons": self._buttons,
            "encoder": self._encoder,
            "lamps": self._lamps,
            "buzzer": self._buzzer,
            "reader": self._reader,
            "firmware": self._firmware,
        }
        for step in self._steps:
            yield from parts[step]()

    def _display(self) -> Iterator[Wait]:
        display = self._devices.display
        if display is None:
            return
        if "display" in self._lost:
            self._found(bad("display", self._lost["display"], say("See: companion wiring")))
            return
        display.show(test_picture(display.size))
        self._ask(say("Look at the display: a full frame, a cross, TOP at the top?"))
        yield Wait(1.0)
        if "display" in self._lost:
            self._found(bad("display", self._lost["display"], say("See: companion wiring")))
        else:
            self._found(ok("display", say("the test picture was sent and taken")))

    def _buttons(self) -> Iterator[Wait]:
        for name in sorted(self._devices.buttons.names):
            device = f"button {name}"
            if device in self._lost:
                self._found(bad("buttons", self._lost[device], say("See: companion wiring")))
                continue
            self._seen.clear()
            self._ask(say("Press {button}.", button=name.upper()))
            yield Wait(PATIENCE, lambda event, name=name: isinstance(event, Pressed) and event.button == name)  # type: ignore[misc]
            if self._seen and self._seen[-1] == Pressed(name):
                self._found(ok("buttons", say("{button} was pressed", button=name.upper())))
                continue
            others = sorted({event.button for event in self._seen if isinstance(event, Pressed)} - {name})
            if others:
                names: list[str | int | Text] = [other.upper() for other in others]
                self._found(
                    bad(
                        "buttons",
                        say("{button} was asked for, {others} came", button=name.upper(), others=names),
                        say("Two wires are swapped; see: companion wiring"),
                    )
                )
            else:
                self._found(
                    bad(
                        "buttons",
                        say("nothing came from {button}", button=name.upper()),
                        say("A press has to connect its pin to ground; see: companion wiring"),
                    )
                )

    def _encoder(self) -> Iterator[Wait]:
        if self._devices.encoder is None:
            return
        self._seen.clear()
        self._ask(say("Turn the knob one click to the right."))
        yield Wait(PATIENCE, lambda event: isinstance(event, Turned))
        turned = [event.steps for event in self._seen if isinstance(event, Turned)]
        if not turned:
            self._found(
                bad("encoder", say("nothing came from the knob"), say("Check its lines A, B and ground."))
            )
        elif turned[-1] < 0:
            self._found(
                bad("encoder", say("it counts the other way round"), say("Set devices.encoder.reverse: true"))
            )
        else:
            self._found(ok("encoder", say("one step to the right")))

    def _lamps(self) -> Iterator[Wait]:
        names = sorted(self._devices.lamps.names)
        if not names:
            return
        self._ask(say("Look at the lamps: {names}, one after the other.", names=names))
        for name in names:
            self._devices.lamps.set(name, True)
            yield Wait(LIT)
            self._devices.lamps.set(name, False)
        self._found(ok("lamps", say("{names} were lit", names=names)))

    def _buzzer(self) -> Iterator[Wait]:
        self._devices.buzzer.play((0.06, 0.06, 0.06))
        self._ask(say("Listen: two chirps."))
        yield Wait(0.5)
        self._found(ok("buzzer", say("two chirps were played")))

    def _reader(self) -> Iterator[Wait]:
        for reader in self._devices.readers:
            if reader.name in self._lost:
                self._found(bad("reader", self._lost[reader.name], say("See: companion wiring")))
                continue
            self._seen.clear()
            rolls = isinstance(reader, DieReader)
            asked = say("Roll {reader}.") if rolls else say("Lay a token on {reader}.")
            self._ask(asked.fill(reader=reader.name))
            yield Wait(PATIENCE, lambda event: isinstance(event, TagLaid | TwoTags))
            laid = next((event for event in reversed(self._seen) if isinstance(event, TagLaid)), None)
            if laid is None or laid.reader != reader.name:
                self._found(self._no_token(reader.name, laid, rolls))
                continue
            self._found(ok("reader", say("got {tag}", tag=laid.tag)))
            if rolls:
                continue  # its face stays up until it is rolled again
            self._ask(say("Lift it again."))
            yield Wait(PATIENCE, lambda event: isinstance(event, TagLifted))
            if any(isinstance(event, TagLifted) for event in self._seen):
                self._found(ok("reader", say("its leaving was seen")))
            else:
                self._found(note("reader", say("its leaving was not seen")))

    def _no_token(self, reader: str, laid: TagLaid | None, rolls: bool) -> Finding:
        """Why nothing came from a reader, as far as can be told."""
        if laid is not None:
            return bad(
                "reader",
                say("{reader} was asked for, {other} answered", reader=reader, other=laid.reader),
                say("If the right one was used, swap their ports in the settings."),
            )
        if any(isinstance(event, TwoTags) for event in self._seen):
            return note("reader", say("several tokens at once"), say("Lay one alone."))
        return bad(
            "reader",
            say("no token came from {reader}", reader=reader),
            say("Charged, near and rolled flat? In a shell: set its shape.")
            if rolls
            else say("Nearer? A token of the other kind (125 kHz, 13.56 MHz)? The right baud?"),
        )

    def _firmware(self) -> Iterator[Wait]:
        for board in self._devices.boards:
            for _ in range(GREETING):
                if board.hello is None and board.name not in self._lost:
                    yield Wait(1.0)
            hello = board.hello
            if hello is None:
                silent = say("{reader} says nothing", reader=board.name)
                self._found(firmware.away(self._lost.get(board.name, silent)))
                continue
            self._found(firmware.version(board.name, hello))
            for event in self._seen:
                if isinstance(event, DeviceNotice) and event.device == board.name:
                    self._found(note("firmware", event.text, firmware.FLASH))
            self._ask(say("Watch the board: all lamps for a second, and a beep."))
            test = yield from self._asked_board(board, "test?")
            counted = yield from self._asked_board(board, "counters?")
            findings = [
                *(firmware.self_test(test) if test else [firmware.dumb(board.name, "test?")]),
                *(firmware.counters(counted, board.bad_lines) if counted else []),
            ]
            for finding in findings:
                self._found(finding)

    def _asked_board(self, board: BoardPort, question: str) -> Generator[Wait, None, str]:
        """What the board answers; nothing if it does not."""
        answers: list[str] = []
        board.ask(question, answers.append)
        yield Wait(REPLY)
        return answers[-1] if answers else ""


class Wait:
    """What a trial waits for: an event, `seconds` at most; without `until` just the time."""

    def __init__(self, seconds: float, until: Callable[[Event], bool] | None = None) -> None:
        self.seconds, self.until = seconds, until


TRIALS = ("display", "buttons", "encoder", "lamps", "buzzer", "reader", "firmware")
"""The trials there are, in the order they are made."""


def test_picture(size: tuple[int, int]) -> Image.Image:
    """A frame on the outermost pixels, a cross, and the word TOP in the upper half."""
    image = Image.new("1", size)
    draw = ImageDraw.Draw(image)
    width, height = size
    draw.rectangle((0, 0, width - 1, height - 1), outline=1)
    draw.line((0, height - 1, width - 1, 0), fill=1)
    draw.line((0, 0, width - 1, height - 1), fill=1)
    draw.rectangle((width // 2 - 14, 2, width // 2 + 14, 13), fill=0)
    draw.text((width // 2 - 9, 2), "TOP", fill=1)
    return image
