"""A USB reader that types like a keyboard, through evdev: taken from the console, read as key codes.

Must not know: what tags mean. Such a reader types a number once when a tag is laid, and says nothing when it
is lifted; so a tag counts as lifted after a while. evdev is imported when the reader is opened.
"""

import contextlib
import errno
import os
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.engine.text import Text, say
from companion.hal import system
from companion.hal.buses import missing_package
from companion.hal.events import Event, TagLaid, TagLifted
from companion.hal.ports import Sink, Timer
from companion.hal.settings import ReaderSettings
from companion.hal.supervised import PAUSES, Supervised
from companion.library.tags import TagError, canonical

if TYPE_CHECKING:
    from companion.hal.serial_port import IoClock

BY_ID = Path("/dev/input/by-id")
KEYBOARD = "-event-kbd"
LIKELY = re.compile(r"rfid|reader", re.IGNORECASE)
"""What names of such readers hold, and names of keyboards do not: nobody's keyboard may be taken."""
GAP = 0.1
"""Seconds without a key end a number whose reader types no Enter."""
FLAP = 0.5
"""Seconds within which the same number again is the same tag, not yet laid well."""
KEY_EVENT, SYNC_EVENT, DROPPED, DOWN = 1, 0, 3, 1
ENDS = (15, 28, 96)
"""Tab, Enter, and Enter of the number pad."""
LETTERS = {
    **dict(zip(range(2, 12), "1234567890", strict=True)),
    **dict(zip((79, 80, 81, 75, 76, 77, 71, 72, 73, 82), "1234567890", strict=True)),  # number pad
    **dict(zip((30, 48, 46, 32, 18, 33), "ABCDEF", strict=True)),
    51: ",",
}
"""Key code (linux/input-event-codes.h) -> what is printed on that key of an American keyboard, which is the
key that these readers mean, whatever layout the system has."""


def open_device(path: str) -> Any:
    """The evdev device at `path`. Raises OSError, ImportError."""
    from evdev import InputDevice

    return InputDevice(path)


class KeyboardFinder:
    """Where the reader is now: every event device of it, for some register twice under one name. With `auto`
    none of `taken`, where those of one box note theirs."""

    def __init__(self, port: str, by_id: Path = BY_ID, taken: set[str] | None = None) -> None:
        self._taken = taken if taken is not None else set()
        self._port = port
        self._by_id = by_id
        self._link: Path | None = None

    def find(self) -> list[str]:
        """The device files to open; none when there is none to try."""
        if self._link is None:
            self._link = self._first()
            if self._link is not None:
                self._taken.add(str(self._link))
        if self._link is not None:
            links = self._link.parent.glob(f"*{KEYBOARD}")
            return [str(link) for link in sorted(links) if _stem(link) == _stem(self._link)]
        return [] if self._port == "auto" else [self._port]

    def _first(self) -> Path | None:
        """The stable link of the reader, if it has one."""
        port, links = Path(self._port), sorted(self._by_id.glob(f"*{KEYBOARD}"))
        if self._port == "auto":
            return next((link for link in links if LIKELY.search(link.name) and self._free(link)), None)
        if port.name.endswith(KEYBOARD):
            return port
        return next((link for link in links if os.path.realpath(link) == os.path.realpath(port)), None)

    def _free(self, link: Path) -> bool:
        others = [Path(name) for name in tuple(self._taken)]
        return not any(
            _stem(link) == _stem(other) or os.path.realpath(link) == os.path.realpath(other)
            for other in others
        )


def _stem(link: Path) -> str:
    return re.sub(rf"(-if\d+)?{KEYBOARD}$", "", link.name)


class KeyboardReader:
    """The reader, whatever number of event devices it has."""

    def __init__(
        self,
        clock: "IoClock",
        settings: ReaderSettings,
        finder: KeyboardFinder | None = None,
        device: Callable[[str], Any] = open_device,
        pauses: tuple[float, ...] = PAUSES,
    ) -> None:
        self.name = settings.name
        self.role = settings.role
        self.bad_reads = 0
        self.knows: Callable[[str], bool] = lambda tag: False
        """Not asked: a number comes only once."""
        self._clock = clock
        self._lift_after = settings.lift_after
        self._finder = finder if finder is not None else KeyboardFinder(settings.port)
        self._open_device = device
        self._worker = clock.worker(settings.name)
        self._supervised = Supervised(clock, self.name, self._worker, self._open, self._opened, pauses)
        self._devices: list[Any] = []
        self._watched: list[int] = []
        self._typed: dict[int, str] = {}
        self._gaps: dict[int, Timer] = {}
        self._laid: str | None = None
        self._laid_at = 0.0
        self._lift: Timer | None = None
        self._sink: Sink | None = None

    def start(self, sink: Sink) -> None:
        self._sink = sink
        self._supervised.start(sink)

    def close(self) -> None:
        self._sink = None
        self._supervised.close()
        self._forget()
        self._worker.run(self._shut, lambda result: None)  # behind an opening that is under way
        self._worker.close()

    # -- in the worker --

    def _open(self) -> Text | None:
        self._shut()
        paths = self._finder.find()
        if not paths:
            return say(
                "No reader that types like a keyboard is there. Name its port in the settings: see {folder}.",
                folder=str(BY_ID),
            )
        for path in paths:
            try:
                device = self._open_device(path)
                self._devices.append(device)
                device.grab()
            except ImportError as error:
                return missing_package(error)
            except OSError as error:
                self._shut()
                return _reason(path, error)
        return None

    def _shut(self) -> None:
        for device in self._devices:
            with contextlib.suppress(OSError):
                device.close()  # ends the grab too
        self._devices = []

    # -- in the loop --

    def _opened(self) -> None:
        for device in self._devices:
            self._watched.append(device.fd)
            self._clock.add_reader(device.fd, partial(self._readable, device))

    def _readable(self, device: Any) -> None:
        fd: int = device.fd
        if fd not in self._watched:
            return
        try:
            events = list(device.read())
        except BlockingIOError:
            return
        except OSError as error:
            self._forget()
            self._shut()
            self._supervised.lost(_reason(device.path, error))
            return
        for event in events:
            if event.type == SYNC_EVENT and event.code == DROPPED:
                self._typed[fd] = "?"  # keys were lost: what this number would be is not known
            elif event.type == KEY_EVENT and event.value == DOWN:
                self._key(fd, event.code)

    def _key(self, fd: int, code: int) -> None:
        if code in ENDS:
            self._end(fd)
        elif code in LETTERS:
            self._typed[fd] = self._typed.get(fd, "") + LETTERS[code]
            self._cancel_gap(fd)
            self._gaps[fd] = self._clock.call_later(GAP, partial(self._end, fd))

    def _end(self, fd: int) -> None:
        self._cancel_gap(fd)
        number = self._typed.pop(fd, "")
        if not number:
            return
        try:
            tag = canonical(number)
        except TagError:
            self.bad_reads += 1
            return
        now = self._clock.now()
        if tag != self._laid or now - self._laid_at > FLAP:
            self._lifted()
            self._laid = tag
            self._report(TagLaid(tag, self.name))
        self._laid_at = now
        if self._lift is not None:
            self._lift.cancel()
        self._lift = self._clock.call_later(self._lift_after, self._lifted)

    def _lifted(self) -> None:
        if self._lift is not None:
            self._lift.cancel()
            self._lift = None
        if self._laid is not None:
            self._report(TagLifted(self._laid, self.name))
            self._laid = None

    def _forget(self) -> None:
        """Read no more; what lay there is gone, and half a number is none."""
        for fd in self._watched:
            self._clock.remove_reader(fd)
        self._watched.clear()
        for fd in list(self._gaps):
            self._cancel_gap(fd)
        self._typed.clear()
        self._lifted()

    def _cancel_gap(self, fd: int) -> None:
        timer = self._gaps.pop(fd, None)
        if timer is not None:
            timer.cancel()

    def _report(self, event: Event) -> None:
        if (sink := self._sink) is not None:
            self._clock.post(partial(sink, event))


def _reason(path: str, error: OSError) -> Text:
    if error.errno in (errno.EACCES, errno.EPERM):
        return system.not_allowed(path, "input")
    if error.errno == errno.EBUSY:
        return say("Another program uses the reader at {port}. Stop it.", port=path)
    if error.errno == errno.ENOENT:
        return say("The reader is not there: {port} is missing. Is it plugged in?", port=path)
    return say("The reader at {port} is gone. Is its plug loose?", port=path)
