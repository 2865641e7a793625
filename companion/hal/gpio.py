"""Buttons, knob, lamps and buzzer on a Pi's pins, through gpiozero's pin layer and nothing above it.

Must not know: debouncing and what presses mean (`keys.py`, `encoder.py`), games.

The pin library is named, never guessed: gpiozero would fall back to another one with no more than a
warning. Pin callbacks run in the library's own thread; lgpio ends that thread for good when one raises, so
they only post. A pin that cannot be had costs its own button; it is told and tried again.
"""

import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Collection, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Literal

from companion.engine.text import Text, say
from companion.hal import system
from companion.hal.encoder import EncoderInput
from companion.hal.events import ButtonName
from companion.hal.keys import KeyInput
from companion.hal.pins import OTHER_USE
from companion.hal.ports import Clock, Pattern, Sink, Timer
from companion.hal.settings import KeySettings
from companion.hal.supervised import Supervised

Library = Literal["lgpio", "rpigpio", "mock"]
PAUSES = (2.0, 5.0, 10.0, 30.0)
"""Seconds between tries for a pin: whoever holds it seldom gives it up soon."""
OLDEST_EDGE = 2.0
"""Seconds: a stamp that is farther away was made by another clock."""
RESET_SECONDS = 0.001
"""A reset line is held low for so long, and left alone after; the SSD1306 asks for 3 microseconds."""
NO_PINS = say("This machine is no Raspberry Pi: it has no pins. Use: companion play --mock")


def import_lgpio() -> None:
    """Import lgpio with a place for its pipe, from the main thread.

    At import it makes a pipe `.lgd-nfy*` in the folder LG_WD and *changes into that folder*; without LG_WD
    it uses the current one, and fails where that cannot be written. Raises ImportError or OSError.
    """
    if "LG_WD" not in os.environ:
        runtime = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
        folder = Path(runtime or Path(tempfile.gettempdir(), f"companion-{os.geteuid()}"))
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.environ["LG_WD"] = str(folder)
    here = Path.cwd()
    try:
        import lgpio  # noqa: F401
    finally:
        os.chdir(here)


class Board:
    """The pins of this machine, opened once for all that use them."""

    def __init__(self, clock: Clock, library: Library = "lgpio", factory: Any = None) -> None:
        """`factory` is a gpiozero pin factory that is open already, for tests."""
        self.clock = clock
        self.library = library
        self.factory = factory
        self.worker = clock.worker("pins")
        self._lock = threading.Lock()
        self._import_error: Exception | None = None
        self._supervised = Supervised(clock, "pins", self.worker, self._open, self._opened, PAUSES)
        self._started = False
        self._waiting: list[Callable[[], object]] = []
        self._parts = 0
        self.failed = False
        """Whether the last try to open the pins failed."""

    def join(self) -> None:
        """One more device on pins, told at set-up in the main thread."""
        if self._parts == 0 and self.library == "lgpio" and self.factory is None:
            try:
                import_lgpio()
            except (ImportError, OSError) as error:
                self._import_error = error
        self._parts += 1

    def when_open(self, sink: Sink, start: Callable[[], object]) -> None:
        """Call `start` as soon as the pins can be used; opens them at the first call."""
        if self._supervised.up:
            start()
            return
        self._waiting.append(start)
        if not self._started:
            self._started = True
            self._supervised.start(sink)

    def reason(self, error: Exception) -> Text:
        """One sentence for why the pins, or one of them, cannot be used."""
        message = str(error)
        if self.library == "rpigpio" and isinstance(error, RuntimeError | ImportError):
            return say(
                "RPi.GPIO does not drive this board or system. Set gpio: lgpio and install python3-lgpio."
            )
        if isinstance(error, ImportError):
            return say("The {library} library is missing. Install python3-lgpio.", library=self.library)
        if isinstance(error, PermissionError) or "can not open gpiochip" in message:
            chips = sorted(Path("/dev").glob("gpiochip*"))
            if not chips:
                return NO_PINS
            if not os.access(chips[0], os.R_OK | os.W_OK):
                return system.not_allowed(chips[0], "gpio")
        if type(error).__name__ == "PinUnknownPi":
            return NO_PINS
        return say("The pins cannot be used: {error}", error=message.strip("'\""))

    def pin_reason(self, number: int, error: Exception) -> Text:
        """One sentence for why pin `number` cannot be had."""
        if "busy" not in str(error).lower() and type(error).__name__ != "GPIOPinInUse":
            return self.reason(error)
        holders = system.pin_holders()
        if holders:
            return say(
                "GPIO{pin} is in use by {holders}. Stop it, or choose another pin.",
                pin=number,
                holders=[str(holder) for holder in holders],
            )
        if number in OTHER_USE:
            return say(
                "GPIO{pin} is in use, most likely by {other}. Switch that off, or choose another pin.",
                pin=number,
                other=OTHER_USE[number],
            )
        return say(
            "GPIO{pin} is in use by another program. Is the companion running already? Stop it first.",
            pin=number,
        )

    def leave(self) -> None:
        """One part less; the last one closes the pins."""
        self._parts -= 1
        if self._parts == 0:
            self._supervised.close()
            self.worker.close()
            if self.factory is not None:
                self.factory.close()
                self.factory = None

    def errors(self) -> tuple[type[Exception], ...]:
        """What the pin libraries raise."""
        from gpiozero.exc import GPIOZeroError

        lgpio = sys.modules.get("lgpio")
        own = (lgpio.error,) if lgpio is not None else ()
        return (GPIOZeroError, OSError, RuntimeError, ImportError, *own)

    def opened(self) -> Any:
        """The pin factory, opened if need be. From any thread. Raises one of `errors()`."""
        with self._lock:
            if self.factory is None:
                if self._import_error is not None:
                    raise self._import_error
                self.factory = _new_factory(self.library)
            return self.factory

    def _open(self) -> Text | None:
        try:
            self.opened()
        except self.errors() as error:
            self.failed = True
            return self.reason(error)
        self.failed = False
        return None

    def _opened(self) -> None:
        waiting, self._waiting = self._waiting, []
        for start in waiting:
            start()


def _new_factory(library: Library) -> Any:
    if library == "lgpio":
        from gpiozero.pins.lgpio import LGPIOFactory

        return LGPIOFactory()
    if library == "rpigpio":
        from gpiozero.pins.rpigpio import RPiGPIOFactory

        return RPiGPIOFactory()
    from gpiozero.pins.mock import MockFactory

    return MockFactory()


class Part:
    """Some pins that are claimed together, told and tried again when they cannot be had."""

    def __init__(
        self, board: Board, device: str, claim: Callable[[Any], None], ready: Callable[[], object]
    ) -> None:
        """`claim(factory)` takes them, in the worker; `ready` is called in the loop."""
        board.join()
        self._board = board
        self._claim = claim
        self._supervised = Supervised(board.clock, device, board.worker, self._attempt, ready, PAUSES)
        self._open = True
        self._failed = False

    @property
    def missing(self) -> bool:
        """Whether the last try failed."""
        return self._failed or self._board.failed

    @property
    def up(self) -> bool:
        """Whether the pins are ours."""
        return self._supervised.up

    def start(self, sink: Sink) -> None:
        """Claim the pins as soon as the board is open."""
        self._board.when_open(sink, partial(self._start, sink))

    def _start(self, sink: Sink) -> None:
        if self._open:
            self._supervised.start(sink)

    def close(self) -> None:
        """Give the pins back; the board closes them with its last part."""
        if self._open:
            self._open = False
            self._supervised.close()
            self._board.leave()

    def _attempt(self) -> Text | None:
        try:
            self._claim(self._board.factory)
        except PinTaken as taken:
            self._failed = True
            return self._board.pin_reason(taken.number, taken.error)
        self._failed = False
        return None


class PinTaken(Exception):
    """A pin that cannot be had."""

    def __init__(self, number: int, error: Exception) -> None:
        super().__init__(number)
        self.number = number
        self.error = error


class _Input:
    """One input pin with its pull-up; `changed(level, age)` is called in the pin library's thread."""

    def __init__(self, board: Board, number: int, changed: Callable[[bool, float], object]) -> None:
        self._number = number
        self._board = board
        self._changed = changed
        self._level = True
        self._pin: Any = None

    def claim(self, factory: Any) -> None:
        """Take the pin. Raises PinTaken."""
        try:
            pin = factory.pin(self._number)
            pin.input_with_pull("up")
            pin.edges = "both"
            pin.when_changed = self._edge  # kept as a weak reference there
        except self._board.errors() as error:
            raise PinTaken(self._number, error) from error
        self._pin = pin

    def read(self) -> bool:
        """The level now; the last one when it cannot be read."""
        if self._pin is not None:
            try:
                self._level = bool(self._pin.state)
            except self._board.errors():
                return self._level
        return self._level

    def _edge(self, ticks: float, level: int) -> None:
        self._changed(bool(level), age_of(ticks, self._board.clock.now()))


def age_of(stamp: float, now: float) -> float:
    """How long before `now` the kernel saw an edge, in seconds: on a busy machine the pin library tells the
    edges of one bounce at quite different moments. It stamps by the monotonic clock or, in front of an old
    kernel, by the time of day; 0 for a stamp of neither."""
    for clock in (now, time.time()):
        if 0 <= clock - stamp < OLDEST_EDGE:
            return clock - stamp
    return 0.0


class GpioButtons:
    """Push buttons between pins and ground; the knob's push is one more OK."""

    def __init__(self, board: Board, pins: Mapping[str, tuple[ButtonName, int]], times: KeySettings) -> None:
        """`pins`: device name -> the button it is and its GPIO number."""
        self._board = board
        self._keys: list[tuple[ButtonName, KeyInput, Part]] = []
        self._sink: Sink | None = None
        for device, (name, number) in pins.items():
            self._add(device, name, number, times)

    def _add(self, device: str, name: ButtonName, number: int, times: KeySettings) -> None:
        line = _Input(self._board, number, lambda level, age: key.edge(not level, age))
        key = KeyInput(self._board.clock, name, lambda: not line.read(), times)
        part = Part(self._board, device, line.claim, partial(self._ready, key))
        self._keys.append((name, key, part))

    def _ready(self, key: KeyInput) -> None:
        if self._sink is not None:
            key.start(self._sink)

    @property
    def names(self) -> Collection[ButtonName]:
        return list(dict.fromkeys(name for name, _, part in self._keys if not part.missing))

    def start(self, sink: Sink) -> None:
        self._sink = sink
        for _, _, part in self._keys:
            part.start(sink)

    def close(self) -> None:
        self._sink = None
        for _, key, part in self._keys:
            key.close()
            part.close()


class GpioEncoder:
    """The knob on two pins."""

    def __init__(
        self, board: Board, a: int, b: int, steps_per_click: Literal[2, 4] = 4, reverse: bool = False
    ) -> None:
        self._a = _Input(board, a, lambda level, _: self._knob.edge("a", level))
        self._b = _Input(board, b, lambda level, _: self._knob.edge("b", level))
        self._knob = EncoderInput(board.clock, self._levels, steps_per_click, reverse)
        self._part = Part(board, "encoder", self._claim, self._ready)
        self._sink: Sink | None = None

    @property
    def raw(self) -> int:
        """Line changes counted so far, for the self-test."""
        return self._knob.raw

    def start(self, sink: Sink) -> None:
        self._sink = sink
        self._part.start(sink)

    def close(self) -> None:
        self._sink = None
        self._knob.close()
        self._part.close()

    def _levels(self) -> tuple[bool, bool]:
        return self._a.read(), self._b.read()

    def _ready(self) -> None:
        if self._sink is not None:
            self._knob.start(self._sink)

    def _claim(self, factory: Any) -> None:
        for line in (self._a, self._b):
            line.claim(factory)


class _Output:
    """One output pin, low at first."""

    def __init__(self, board: Board, device: str, number: int) -> None:
        self._board = board
        self._number = number
        self._on = False
        self._pin: Any = None
        self._part = Part(board, device, self._claim, self._write)

    @property
    def missing(self) -> bool:
        return self._part.missing

    def start(self, sink: Sink) -> None:
        self._part.start(sink)

    def set(self, on: bool) -> None:
        self._on = on
        self._write()

    def close(self) -> None:
        self.set(False)
        self._part.close()
        self._pin = None

    def _claim(self, factory: Any) -> None:
        try:
            pin = factory.pin(self._number)
            pin.output_with_state(0)
        except self._board.errors() as error:
            raise PinTaken(self._number, error) from error
        self._pin = pin

    def _write(self) -> None:
        if self._pin is not None and self._part.up:
            try:
                self._pin.state = int(self._on)
            except self._board.errors():  # a lamp that fails is no reason to stop
                return


class GpioLamps:
    """Lamps on pins; high is lit."""

    def __init__(self, board: Board, pins: Mapping[str, int]) -> None:
        self._lamps = {name: _Output(board, f"lamp {name}", number) for name, number in pins.items()}

    @property
    def names(self) -> Collection[str]:
        return [name for name, lamp in self._lamps.items() if not lamp.missing]

    def start(self, sink: Sink) -> None:
        for lamp in self._lamps.values():
            lamp.start(sink)

    def set(self, name: str, on: bool) -> None:
        if name in self._lamps:
            self._lamps[name].set(on)

    def close(self) -> None:
        for lamp in self._lamps.values():
            lamp.close()


class GpioBuzzer:
    """A buzzer that sounds while its pin is high."""

    def __init__(self, board: Board, number: int | None) -> None:
        """Without a `number` it is silent."""
        self._clock = board.clock
        self._output = None if number is None else _Output(board, "buzzer", number)
        self._timers: list[Timer] = []

    def start(self, sink: Sink) -> None:
        if self._output is not None:
            self._output.start(sink)

    def play(self, pattern: Pattern) -> None:
        self._quiet()
        if self._output is None:
            return
        moment = 0.0
        for i, seconds in enumerate((*pattern, 0.0)):
            on = i % 2 == 0 and i < len(pattern)
            self._timers.append(self._clock.call_later(moment, partial(self._output.set, on)))
            moment += seconds

    def close(self) -> None:
        self._quiet()
        if self._output is not None:
            self._output.close()

    def _quiet(self) -> None:
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()
        if self._output is not None:
            self._output.set(False)


class ResetLine:
    """A display's reset line: held low for a moment, then high."""

    def __init__(self, board: Board, number: int) -> None:
        board.join()
        self._board = board
        self._number = number
        self._pin: Any = None

    def pulse(self) -> None:
        """From the display's worker; blocks for two milliseconds. A pin that cannot be had is left alone:
        many panels reset themselves, and one that does not will be told as missing.
        """
        try:
            if self._pin is None:
                pin = self._board.opened().pin(self._number)
                pin.output_with_state(0)
                self._pin = pin
            self._pin.state = 0
            time.sleep(RESET_SECONDS)
            self._pin.state = 1
            time.sleep(RESET_SECONDS)
        except self._board.errors():
            return

    def close(self) -> None:
        """Give the pin back."""
        self._board.leave()
