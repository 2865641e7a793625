"""A serial port that comes and goes: found by who it is, opened, read on the loop, told why it failed.

Must not know: what is on the other end.

What a port can do to its owner, and what is done about it: it hangs up (reading raises, or returns nothing
again and again, which pyserial turns into an error), it comes back under another number (it is known by its
by-id link or its USB serial number), it is taken by another program (the lock is refused), it may not be
opened.
"""

import contextlib
import errno
import os
import termios
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Protocol

import serial

from companion.engine.text import Text, say
from companion.hal import system
from companion.hal.ports import Callback, Clock

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
    """The USB serial ports there are: device file and what tells the adapter from others. Cheap adapters have
    no number of their own; of those the socket is told."""
    from serial.tools.list_ports import comports

    return [
        (port.device, f"{port.vid:04x}:{port.pid:04x}:{port.serial_number or '@' + str(port.location)}")
        for port in sorted(comports())
        if port.vid is not None
    ]


_FINDING = threading.Lock()


class PortFinder:
    """Where the reader is now. Remembers who it was, so that a new number does not hide it.

    Finders of one box know each other (`beside`): none takes an adapter that is another's, though that one
    be unplugged just now and its adapter come back first.
    """

    def __init__(
        self,
        port: str,
        by_id: Path = BY_ID,
        uart: Path = UART,
        usb: Callable[[], Iterable[tuple[str, str]]] = usb_ports,
        beside: "list[PortFinder] | None" = None,
    ) -> None:
        self._port = port
        self._by_id = by_id
        self._uart = uart
        self._usb = usb
        self._beside = beside if beside is not None else []
        self._beside.append(self)
        self._link: Path | None = None
        self._adapter: str | None = None
        self._has: str | None = None
        """The device that is open, or about to be."""
        self._wrong: set[str] = set()
        """Devices at which nobody answered."""

    def find(self) -> str | None:
        """The device file to open; None when there is none to try. It is kept from others until `left`."""
        with _FINDING:
            path = self._look()
            self._has = None if path is None else os.path.realpath(path)
            return path

    def opened(self, path: str) -> None:
        """The port at `path` was opened: remember who it is."""
        real = os.path.realpath(path)
        with _FINDING:
            self._has = real
            self._link = next((link for link in self._links() if os.path.realpath(link) == real), None)
            self._adapter = self._adapters().get(real)

    def left(self) -> None:
        """It is not open any more."""
        with _FINDING:
            self._has = None

    def wrong(self) -> None:
        """What is open is something else: with `auto` the others come first from now on."""
        with _FINDING:
            if self._port == "auto" and self._has is not None:
                self._wrong.add(self._has)
                self._link = self._adapter = None

    def _look(self) -> str | None:
        if self._port != "auto" and os.path.islink(self._port):
            return self._port  # a name that stays with its adapter or its socket
        adapters = self._adapters()
        free = [device for device in adapters if not self._others(device, adapters)]
        for device in free:
            if self._adapter is not None and adapters[device] == self._adapter:
                return device
        if self._link is not None and self._link.exists() and not self._others(str(self._link), adapters):
            return str(self._link)
        if self._port != "auto":
            return self._port
        links = (str(link) for link in self._links() if not self._others(str(link), adapters))
        uart = (
            (str(self._uart),) if self._uart.exists() and not self._others(str(self._uart), adapters) else ()
        )
        found = [*links, *free, *uart]
        unlike = [path for path in found if os.path.realpath(path) not in self._wrong]
        if not unlike:
            self._wrong.clear()  # once more from the start: it may only have slept
        return next(iter(unlike or found), None)

    def _others(self, path: str, adapters: dict[str, str]) -> bool:
        """Whether the device at `path` belongs to another reader of this box."""
        real = os.path.realpath(path)
        return any(other._claims(real, adapters) for other in self._beside if other is not self)

    def _claims(self, real: str, adapters: dict[str, str]) -> bool:
        if self._has is not None:
            return self._has == real
        if self._adapter is not None:
            return adapters.get(real) == self._adapter
        if self._link is not None:
            return os.path.realpath(self._link) == real
        return self._port != "auto" and os.path.realpath(self._port) == real

    def _links(self) -> list[Path]:
        return sorted(self._by_id.glob("*"))

    def _adapters(self) -> dict[str, str]:
        """The USB serial ports by their device files."""
        return {os.path.realpath(device): adapter for device, adapter in self._usb()}


class SerialPort:
    """One port of 8N1. `open` belongs to a worker, all else to the clock's thread."""

    def __init__(self, clock: IoClock, finder: PortFinder, baud: int) -> None:
        self._clock = clock
        self._finder = finder
        self._baud = baud
        self._serial: Any = None
        self._fd: int | None = None

    def open(self) -> Text | None:
        """Find and open it; the reason when that cannot be. It may take a while."""
        path = self._finder.find()
        if path is None:
            return say("There is no reader: plug it in, or name its port in the settings.")
        try:
            # write_timeout=0: what the port does not take at once is dropped, nothing waits for it.
            self._serial = serial.Serial(path, self._baud, timeout=0, write_timeout=0, exclusive=True)
        except FAILURES as error:
            self._finder.left()
            return reason(path, error)
        self._finder.opened(path)
        return None

    def watch(self, data: Callable[[bytes], object], failed: Callable[[Text], object]) -> None:
        """Call `data` with bytes as they come, until `failed` is called once with the reason."""
        fd: int = self._serial.fileno()
        self._fd = fd
        self._clock.add_reader(fd, lambda: self._readable(data, failed))

    def write(self, data: bytes) -> None:
        """Send without waiting. A port that is gone says so to the one who reads."""
        if self._fd is not None:
            with contextlib.suppress(*FAILURES):
                self._serial.write(data)

    def wrong(self) -> None:
        """Nobody answers there as they should: look elsewhere next time, if that may be."""
        self._finder.wrong()

    def unwatch(self) -> None:
        """Read no more; harmless when it is not watched."""
        if self._fd is not None:
            self._clock.remove_reader(self._fd)
            self._fd = None

    def shut(self) -> None:
        """Close it; harmless when it is not open. In the loop only after `unwatch`."""
        if self._serial is not None:
            self._serial.close()
            self._serial = None
            self._finder.left()

    def _readable(self, data: Callable[[bytes], object], failed: Callable[[Text], object]) -> None:
        if self._fd is None:
            return
        try:
            came = self._serial.read(max(1, self._serial.in_waiting))
        except FAILURES as error:
            # Close at once: while the old one is open, the kernel gives the adapter a new number.
            path = self._serial.port
            self.unwatch()
            self.shut()
            failed(reason(path, error))
            return
        data(came)


def reason(path: str, error: Exception) -> Text:
    """Why the port at `path` failed, and what to do."""
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
