"""The ports: what the product needs of a device, whoever makes it. Backends fit these shapes.

Must not know: any backend, any library for hardware. All times are seconds on the clock's own scale.

The rules every backend keeps:

- It reports to the sink it was started with, always in the clock's own thread, one clock callback an event:
  a sink that raises harms no later event and no device.
- Device threads do nothing but `clock.post`.
- No method raises because a device is missing or fails; that is told by `DeviceLost` and `DeviceBack`.
- `close` is final, may be called twice, and no event follows it.
"""

from collections.abc import Callable, Collection
from typing import Protocol, TypeAlias, TypeVar

from PIL import Image

from companion.hal.events import ButtonName, Event, Role
from companion.hal.token_messages import Hello

Sink: TypeAlias = Callable[[Event], object]
Callback: TypeAlias = Callable[[], object]
Pattern: TypeAlias = tuple[float, ...]
"""Seconds on, off, on, ... of a buzzer."""

T = TypeVar("T")


class Timer(Protocol):
    """A call that is to come."""

    def cancel(self) -> None:
        """Take it back; harmless when it has run already."""


class Worker(Protocol):
    """One line of blocking jobs beside the loop (a bus, a disk): first in, first out."""

    def run(self, job: Callable[[], T], done: Callable[[T], object]) -> None:
        """Do `job` off the loop, then `done(result)` in it. `job` tells its failures in its result."""

    def close(self) -> None:
        """Take no more jobs; those given are still done, but nothing is reported."""


class Clock(Protocol):
    """Time and order for everything above the devices: asyncio's loop, or virtual time."""

    def now(self) -> float:
        """Seconds since some start; never goes back. May be read from any thread."""

    def call_at(self, when: float, callback: Callback) -> Timer:
        """Run `callback` in the loop at `when`."""

    def call_later(self, delay: float, callback: Callback) -> Timer:
        """Run `callback` in the loop after `delay` seconds."""

    def post(self, callback: Callback) -> None:
        """Run `callback` in the loop as soon as it can be. The one call that device threads may make."""

    def worker(self, name: str) -> Worker:
        """A new line for blocking jobs. On virtual time its jobs are done on the spot."""


class Port(Protocol):
    """What all devices have in common."""

    def start(self, sink: Sink) -> None:
        """Begin to work, and to report to `sink`."""

    def close(self) -> None:
        """Stop for good and free the device."""


class ButtonPort(Port, Protocol):
    """The push buttons."""

    @property
    def names(self) -> Collection[ButtonName]:
        """The buttons that can be used now; one whose pin could not be had is missing here."""


class EncoderPort(Port, Protocol):
    """The turning knob."""


class ReaderPort(Port, Protocol):
    """A token reader."""

    @property
    def name(self) -> str:
        """Its name in events, as the settings give it."""

    @property
    def role(self) -> Role:
        """What is laid on it, as the settings give it."""

    @property
    def bad_reads(self) -> int:
        """Frames that came damaged so far, for the self-test."""

    knows: Callable[[str], bool]
    """Whether a tag is on the list: a known tag needs one good frame, any other needs two equal ones."""


class BoardPort(Protocol):
    """A board with a program of its own, which can be asked about itself; its devices are ports."""

    @property
    def name(self) -> str:
        """Its name in events."""

    @property
    def hello(self) -> Hello | None:
        """What it says of itself; None while it is away."""

    @property
    def bad_lines(self) -> int:
        """Lines from it that came damaged so far."""

    def ask(self, question: str, answer: Callable[[str], object]) -> None:
        """Put a question of its protocol to it. `answer` gets the text; it is not called when the board is
        away or goes away first."""


class DisplayPort(Port, Protocol):
    """The OLED. `start` reports its loss and return."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels: (128, 64) or (128, 32)."""

    def show(self, image: Image.Image) -> None:
        """Show a picture of mode "1" and of `size`. While the panel is gone the last one is kept for it."""

    def contrast(self, level: int) -> None:
        """Brightness 0..255."""

    def off(self) -> None:
        """Blank the panel; the next `show` lights it again."""

    def check(self) -> None:
        """See whether a panel that lies still is yet there; call it every second or two."""


class LampPort(Port, Protocol):
    """The lamps, named after the buttons they sit in (or freely)."""

    @property
    def names(self) -> Collection[str]:
        """The lamps that can be used."""

    def set(self, name: str, on: bool) -> None:
        """Switch a lamp; one that is not there is passed over."""


class BuzzerPort(Port, Protocol):
    """The buzzer."""

    def play(self, pattern: Pattern) -> None:
        """Sound the pattern; a new one replaces one that still sounds."""
