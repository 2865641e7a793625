"""A 125 kHz reader on a real serial port: pyserial, read on the loop, found again after a replug.

Must not know: frames (`rdm6300.py`), presence, what tags mean.

What the port can do to its reader, and what is done about it: it hangs up (reading raises, or returns
nothing again and again, which pyserial turns into an error), it comes back under another number (it is
known by its by-id link or its USB serial number), it is taken by another program (the lock is refused), it
may not be opened.
"""

import errno
import os
import termios
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Protocol

import serial

from companion.engine.text import Text, say
from companion.hal import system
from companion.hal.ports import Callback, Clock, Sink
from companion.hal.reader import TagStream
from companion.hal.settings import ReaderSettings
from companion.hal.supervised import PAUSES, Supervised

BY_ID = Path("/dev/serial/by-id")
UART = Path("/dev/serial0")
FAILURES = (OSError, termios.error, TypeError)
"""What pyserial raises on a port that went away: SerialException is an OSError, termios.error is none, and
reading a port that was closed meanwhile is a TypeError.
"""


class IoClock(Clock, Protocol):
    """A clock that also watches file descriptors, as asyncio's loop does."""

    def add_reader(self, fd: int, callback: Callback) -> None:
        """Run `callback` whenever `fd` can be read."""

    def remove_reader(self, fd: int) -> None:
        """End that."""


def usb_ports() -> list[tuple[str, str]]:
    """The USB serial ports there are: device file and what tells the adapter from others."""
    from serial.tools.list_ports import comports

    return [
        (port.device, f"{port.vid:04x}:{port.pid:04x}:{port.serial_number or ''}")
        for port in sorted(comports())
        if port.vid is not None
    ]


class PortFinder:
    """Where the reader is now. Remembers who it was, so that a new number does not hide it."""

    def __init__(
        self,
        port: str,
        by_id: Path = BY_ID,
        uart: Path = UART,
        usb: Callable[[], Iterable[tuple[str, str]]] = usb_ports,
    ) -> None:
        self._port = port
        self._by_id = by_id
        self._uart = uart
        self._usb = usb
        self._link: Path | None = None
        self._adapter: str | None = None

    def find(self) -> str | None:
        """The device file to open; None when there is none to try."""
        if self._link is not None and self._link.exists():
            return str(self._link)
        if self._adapter is not None:
            for device, adapter in self._usb():
                if adapter == self._adapter:
                    return device
        if self._port != "auto":
            return self._port
        links = sorted(self._by_id.glob("*"))
        if links:
            return str(links[0])
        for device, _ in self._usb():
            return device
        return str(self._uart) if self._uart.exists() else None

    def opened(self, path: str) -> None:
        """The port at `path` was opened: remember who it is."""
        real = os.path.realpath(path)
        self._link = next(
            (link for link in sorted(self._by_id.glob("*")) if os.path.realpath(link) == real), None
        )
        self._adapter = next(
            (adapter for device, adapter in self._usb() if os.path.realpath(device) == real), None
        )


class SerialReader:
    """The reader of one port."""

    def __init__(
        self,
        clock: IoClock,
        settings: ReaderSettings,
        finder: PortFinder | None = None,
        pauses: tuple[float, ...] = PAUSES,
    ) -> None:
        self.name = settings.name
        self.role = settings.role
        self._clock = clock
        self._baud = settings.baud
        self._finder = finder if finder is not None else PortFinder(settings.port)
        self._stream = TagStream(clock, settings.name, settings.type)
        self._worker = clock.worker(settings.name)
        self._supervised = Supervised(clock, settings.name, self._worker, self._open, self._opened, pauses)
        self._serial: Any = None
        self._fd: int | None = None

    @property
    def knows(self) -> Callable[[str], bool]:
        return self._stream.knows

    @knows.setter
    def knows(self, knows: Callable[[str], bool]) -> None:
        self._stream.knows = knows

    @property
    def bad_reads(self) -> int:
        return self._stream.bad_reads

    def start(self, sink: Sink) -> None:
        self._stream.start(sink)
        self._supervised.start(sink)

    def close(self) -> None:
        self._supervised.close()
        self._stream.close()
        self._unwatch()
        self._worker.run(self._shut, lambda result: None)  # behind an opening that is under way
        self._worker.close()

    def _open(self) -> Text | None:
        """In the worker: opening a port may take a while."""
        path = self._finder.find()
        if path is None:
            return say("There is no reader: plug it in, or name its port in the settings.")
        try:
            self._serial = serial.Serial(path, self._baud, timeout=0, exclusive=True)
        except FAILURES as error:
            return self._reason(path, error)
        self._finder.opened(path)
        return None

    def _opened(self) -> None:
        fd: int = self._serial.fileno()
        self._fd = fd
        self._clock.add_reader(fd, self._readable)

    def _readable(self) -> None:
        if self._fd is None:
            return
        try:
            data = self._serial.read(max(1, self._serial.in_waiting))
        except FAILURES as error:
            # Close at once: while the old one is open, the kernel gives the adapter a new number.
            path = self._serial.port
            self._unwatch()
            self._shut()
            self._stream.lost()
            self._supervised.lost(self._reason(path, error))
            return
        self._stream.data(data)

    def _unwatch(self) -> None:
        if self._fd is not None:
            self._clock.remove_reader(self._fd)
            self._fd = None

    def _shut(self) -> None:
        if self._serial is not None:
            self._serial.close()
            self._serial = None

    def _reason(self, path: str, error: Exception) -> Text:
        code = getattr(error, "errno", None)
        if code == errno.ENOENT:
            return say("The reader is not there: {port} is missing. Is it plugged in?", port=path)
        if code in (errno.EACCES, errno.EPERM):
            return system.not_allowed(path, "dialout")
        if code in (errno.EAGAIN, errno.EBUSY):
            return say("Another program uses the reader at {port}. Stop it.", port=path)
        if code is None or code in (errno.EIO, errno.ENXIO, errno.ENODEV):
            return say("The reader at {port} is gone. Is its plug loose?", port=path)
        return say("The reader at {port} cannot be used: {error}", port=path, error=os.strerror(code))
