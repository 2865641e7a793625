"""The PN532 reader chip: its frames, the four commands that are needed, and its UART, I2C and SPI.

Must not know: presence, events, what a tag means. Source: PN532 user manual (UM0701-02), chapters 6 and 7.
"""

import contextlib
import time
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, Protocol, TypeAlias

import serial

from companion.engine.text import Text, say
from companion.hal import buses
from companion.hal.buses import NoAnswer
from companion.hal.serial_port import FAILURES, PortFinder, reason
from companion.library.tags import TagError, from_bytes

BAUD = 115200
ADDRESS = 0x24
"""Of the chip on I2C, in seven bits; boards print 0x48."""
SPEED = 1_000_000
"""Hertz on SPI; the chip takes up to 5 MHz, the level shifters of some boards do not."""
WAKE = b"\x55\x55" + bytes(14)
ACK = bytes.fromhex("0000FF00FF00")
FIRMWARE, SAM, RF, LIST = 0x02, 0x14, 0x32, 0x4A
LONGEST = 96
"""Bytes of the longest answer that is asked for: two tags with all they may say."""
READY_TRIES = 100
READY_PAUSE = 0.002
Sleep: TypeAlias = Callable[[float], object]
FAULTS = 12
SILENCE = 4
"""A chip is gone, or asleep, after so many damaged answers in a row; one that says nothing counts as four."""


def frame(command: bytes) -> bytes:
    """A command as it goes over the wire."""
    body = b"\xd4" + command
    return bytes([0, 0, 0xFF, len(body), -len(body) & 0xFF, *body, -sum(body) & 0xFF, 0])


def answer(data: bytes, command: int) -> bytes | None:
    """What the chip answers to `command`, found in what came so far; None while the frame is not whole.

    Acknowledgements and what stands around the frame are passed over. Raises ValueError for a damaged frame
    and for the chip's own error frame.
    """
    at = data.find(b"\x00\xff")
    while at >= 0 and data[at + 2 : at + 4] == b"\x00\xff":
        at = data.find(b"\x00\xff", at + 4)
    if at < 0 or len(data) < at + 4:
        return None
    size, check = data[at + 2], data[at + 3]
    if size + check & 0xFF:
        raise ValueError("the length is damaged")
    body = data[at + 4 : at + 5 + size]
    if len(body) <= size:
        return None
    if sum(body) & 0xFF or body[:2] != bytes([0xD5, command + 1]):
        raise ValueError("the answer is damaged")
    return body[2:-1]


def uids(reply: bytes) -> list[bytes]:
    """The UIDs in the answer to LIST. Each says how long it is. Raises ValueError if it ends too soon."""
    found, at = [], 1
    for _ in range(reply[0] if reply else 0):
        head = reply[at : at + 5]  # number, SENS_RES (2), SEL_RES, length of the UID
        if len(head) < 5 or len(reply) < at + 5 + head[4]:
            raise ValueError("the list ends too soon")
        at += 5
        found.append(reply[at : at + head[4]])
        at += head[4]
        if head[3] & 0x20 and at < len(reply):
            at += reply[at]  # the ATS begins with its own length
    return found


class Wire(Protocol):
    """One of the chip's three wires. All may raise OSError."""

    def open(self) -> None:
        """Open it and wake the chip."""

    def write(self, data: bytes) -> None:
        """Send a frame."""

    def read(self, most: int) -> bytes:
        """What comes next, at least a byte of it; what stands behind `most` bytes may be lost. Raises
        NoAnswer when nothing comes."""

    def close(self) -> None:
        """Let it go."""

    def why(self, error: Exception) -> Text:
        """The reason for an error, and what to do."""


class Pn532:
    """The chip at the end of a wire."""

    def __init__(self, wire: Wire) -> None:
        self.bad_reads = 0
        self._wire = wire
        self._faults = 0

    def open(self) -> Text | None:
        self._faults = 0
        self.shut()
        try:
            self._wire.open()
            self._do(SAM, b"\x01\x14\x01")  # no secure module; awake
            self._do(FIRMWARE)
            self._do(RF, b"\x05\xff\x01\x02")  # give up after three tries instead of waiting for a tag
        except (*FAILURES, ValueError, ImportError) as error:
            self.shut()
            return self._wire.why(error)
        return None

    def tags(self) -> Collection[str] | Text:
        try:
            found = uids(self._do(LIST, b"\x02\x00"))  # up to two tags, 106 kbit/s type A
            tags = [from_bytes(uid, "13.56M") for uid in found]
        except (ValueError, TagError, NoAnswer) as error:
            self.bad_reads += 1
            self._faults += SILENCE if isinstance(error, NoAnswer) else 1
            return [] if self._faults < FAULTS else self._wire.why(error)
        except FAILURES as error:
            return self._wire.why(error)
        self._faults = 0
        return tags

    def shut(self) -> None:
        with contextlib.suppress(*FAILURES):
            self._wire.close()

    def _do(self, command: int, data: bytes = b"") -> bytes:
        self._wire.write(frame(bytes([command]) + data))
        came = self._wire.read(len(ACK))  # no more: what a bus gives behind the frame is anything
        while (reply := answer(came, command)) is None:
            if len(came) > 2 * LONGEST:
                raise ValueError("no frame in all that came")
            came += self._wire.read(LONGEST)
        return reply


class Uart:
    """On a serial port."""

    def __init__(self, finder: PortFinder) -> None:
        self._finder = finder
        self._port: Any = None
        self._path: str | None = None

    def open(self) -> None:
        self._path = self._finder.find()
        if self._path is None:
            raise FileNotFoundError
        self._port = serial.Serial(self._path, BAUD, timeout=0.1, write_timeout=0.5, exclusive=True)
        self._finder.opened(self._path)
        self._port.reset_input_buffer()
        self._port.write(WAKE)

    def write(self, data: bytes) -> None:
        self._port.write(data)

    def read(self, most: int) -> bytes:
        came: bytes = self._port.read(min(max(1, self._port.in_waiting), most))
        if not came:
            raise NoAnswer
        return came

    def close(self) -> None:
        self._finder.left()
        if self._port is not None:
            self._port.close()
            self._port = None

    def why(self, error: Exception) -> Text:
        if self._path is None:
            return say("There is no reader: plug it in, or name its port in the settings.")
        if isinstance(error, NoAnswer | ValueError):
            return say(
                "The reader at {port} does not answer. Check its wires, and its switches: both to UART.",
                port=self._path,
            )
        return reason(self._path, error)


class I2c:
    """On I2C. A byte that says whether the chip is ready comes before each answer."""

    def __init__(
        self, port: str, bus: Callable[[str], Any] = buses.open_i2c, sleep: Sleep = time.sleep
    ) -> None:
        self._port = port
        self._open_bus = bus
        self._sleep = sleep
        self._bus: Any = None

    def open(self) -> None:
        self._bus = self._open_bus(self._port)
        with contextlib.suppress(OSError):
            self._bus.i2c_rdwr(buses.i2c_write(ADDRESS, b"\x00"))  # asleep it wakes, and says nothing to it

    def write(self, data: bytes) -> None:
        self._bus.i2c_rdwr(buses.i2c_write(ADDRESS, data))

    def read(self, most: int) -> bytes:
        for _ in range(READY_TRIES):
            message = buses.i2c_read(ADDRESS, most + 1)
            self._bus.i2c_rdwr(message)
            data = bytes(message)
            if data[0] & 1:
                return data[1:]
            self._sleep(READY_PAUSE)
        raise NoAnswer

    def close(self) -> None:
        if self._bus is not None:
            self._bus.close()
            self._bus = None

    def why(self, error: Exception) -> Text:
        return buses.why(self._port, error)


class Spi:
    """On SPI. The chip sends and takes the lowest bit first, a Pi the highest."""

    def __init__(
        self, port: str, bus: Callable[[str, int], Any] = buses.open_spi, sleep: Sleep = time.sleep
    ) -> None:
        self._port = port
        self._open_bus = bus
        self._sleep = sleep
        self._spi: Any = None

    def open(self) -> None:
        self._spi = self._open_bus(self._port, SPEED)
        self._exchange(b"\x00")
        self._sleep(READY_PAUSE)  # it wakes by being selected

    def write(self, data: bytes) -> None:
        self._exchange(b"\x01" + data)

    def read(self, most: int) -> bytes:
        for _ in range(READY_TRIES):
            if self._exchange(b"\x02\x00")[1] == 1:
                return self._exchange(b"\x03" + bytes(most))[1:]
            self._sleep(READY_PAUSE)
        raise NoAnswer

    def close(self) -> None:
        if self._spi is not None:
            self._spi.close()
            self._spi = None

    def why(self, error: Exception) -> Text:
        return buses.why(self._port, error)

    def _exchange(self, data: bytes) -> bytes:
        return bytes(MIRROR[byte] for byte in self._spi.xfer2([MIRROR[byte] for byte in data]))


MIRROR = [int(f"{byte:08b}"[::-1], 2) for byte in range(256)]


def wire(port: str, finder: PortFinder | None = None) -> Wire:
    """The wire that a port of the settings names."""
    name = Path(port).name
    if name.startswith("i2c-"):
        return I2c(port)
    if name.startswith("spidev"):
        return Spi(port)
    return Uart(finder if finder is not None else PortFinder(port))
