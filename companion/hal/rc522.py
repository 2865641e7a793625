"""The RC522 board (MFRC522 chip) on the Pi's own SPI: find every tag in the field, see that the chip is well.

Must not know: presence, events, what a tag means. Sources: MFRC522 data sheet rev. 3.9, chapters 8 and 9;
ISO 14443-3 type A. The token reader's firmware does the same (`firmware/token_reader/mfrc522.h`).
"""

import contextlib
import time
from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from companion.engine.text import Text, say
from companion.hal import buses
from companion.library.tags import from_bytes

PORT = "/dev/spidev0.0"
SPEED = 1_000_000
"""Hertz; the chip takes 10 MHz, long jumper wires do not."""
COMMAND, COM_IRQ, ERROR, FIFO, FIFO_LEVEL, BIT_FRAMING, COLL = 0x01, 0x04, 0x06, 0x09, 0x0A, 0x0D, 0x0E
MODE, TX_CONTROL, TX_ASK, RF_CFG, VERSION = 0x11, 0x14, 0x15, 0x26, 0x37
TIMER_MODE, TIMER_PRESCALER, TIMER_HIGH, TIMER_LOW = 0x2A, 0x2B, 0x2C, 0x2D
FORGOTTEN = (TIMER_MODE, TIMER_LOW, TX_ASK, RF_CFG)
"""Registers that tell a chip which was set up from one that has started anew."""
IDLE, TRANSCEIVE, SOFT_RESET = 0x00, 0x0C, 0x0F
IRQ_TIMER, IRQ_RECEIVED = 0x01, 0x20
ERR_GARBLED, ERR_COLLISION = 0x13, 0x08
GAINS = {18: 0x00, 23: 0x10, 33: 0x40, 38: 0x50, 43: 0x60, 48: 0x70}
REQUEST, SELECT, HALT = 0x26, 0x93, b"\x50\x00"
SETTLE = 0.006
"""Seconds from field on to the first question: a tag may take 5 ms to wake."""
LOOKS = 200
"""So many looks for an answer; the chip's own timer ends an exchange after 1 ms."""
MOST_TAGS = 4
FAULTS = 3
"""So many rounds in a row without a chip: it is gone."""


class Garbled(Exception):
    """Something answered that could not be read."""


class Reply(NamedTuple):
    """What came back, and whether two tags differed in it."""

    data: bytes
    collision: bool


def crc_a(data: bytes) -> bytes:
    """The check that ends most frames (ISO 14443-3, appendix B)."""
    crc = 0x6363
    for byte in data:
        x = (byte ^ crc) & 0xFF
        x ^= x << 4 & 0xFF
        crc = crc >> 8 ^ x << 8 ^ x << 3 ^ x >> 4
    return bytes([crc & 0xFF, crc >> 8 & 0xFF])


class Rc522:
    """The chip behind one SPI device file."""

    def __init__(
        self,
        port: str = "auto",
        gain: int = 33,
        bus: Callable[[str, int], Any] = buses.open_spi,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        """`gain`: of the antenna, in dB."""
        self.bad_reads = 0
        self._port = PORT if port == "auto" else port
        self._set_up_values = {
            TIMER_MODE: 0x80,  # starts by itself behind each frame
            TIMER_PRESCALER: 169,  # 13.56 MHz / (2 * 169 + 1) = 40 kHz
            TIMER_HIGH: 0,
            TIMER_LOW: 40,  # no answer within 1 ms is none
            TX_ASK: 0x40,
            MODE: 0x3D,
            RF_CFG: GAINS[gain],
        }
        self._open_bus = bus
        self._sleep = sleep
        self._spi: Any = None
        self._faults = 0

    def open(self) -> Text | None:
        self._faults = 0
        self.shut()
        try:
            self._spi = self._open_bus(self._port, SPEED)
            well = self._answers() and self._set_up()
        except (OSError, ImportError) as error:
            return buses.why(self._port, error)
        return None if well else self._silent()

    def tags(self) -> Collection[str] | Text:
        try:
            if not self._answers() or not (self._kept() or self._set_up()):
                self._faults += 1
                return [] if self._faults < FAULTS else self._silent()
            self._faults = 0
            return [from_bytes(uid, "13.56M") for uid in self._round()]
        except OSError as error:
            return buses.why(self._port, error)

    def shut(self) -> None:
        if self._spi is not None:
            with contextlib.suppress(OSError):
                self._field(False)
                self._spi.close()
            self._spi = None

    # -- the chip --

    def _answers(self) -> bool:
        """Wires that are not there read as all ones or all zeros."""
        return self._read(VERSION) not in (0x00, 0xFF)

    def _kept(self) -> bool:
        """A chip that lost its power for a moment answers, but has forgotten its set-up."""
        return all(self._read(register) == self._set_up_values[register] for register in FORGOTTEN)

    def _set_up(self) -> bool:
        self._write(COMMAND, SOFT_RESET)
        self._sleep(SETTLE)  # its oscillator starts again
        for register, value in self._set_up_values.items():
            self._write(register, value)
        self._field(False)
        return self._kept()

    def _silent(self) -> Text:
        return say(
            "The RC522 on {path} does not answer. Check its seven wires and its 3.3 V.", path=self._port
        )

    def _field(self, on: bool) -> None:
        self._write(TX_CONTROL, 0x83 if on else 0x80)

    def _read(self, register: int) -> int:
        value: int = self._spi.xfer2([0x80 | register << 1, 0])[1]
        return value

    def _write(self, register: int, *values: int) -> None:
        self._spi.xfer2([register << 1, *values])

    # -- tags --

    def _round(self) -> list[bytes]:
        """The UIDs in the field. After the field was off every tag takes part again."""
        found: list[bytes] = []
        self._field(True)
        self._sleep(SETTLE)
        try:
            # Tags of different kinds answer a request with different bits: a collision there is no error.
            while len(found) < MOST_TAGS and self._exchange(bytes([REQUEST]), odd=7):
                found.append(self._select())
                self._exchange(HALT + crc_a(HALT))
        except Garbled:
            self.bad_reads += 1
        finally:
            self._field(False)
        return found

    def _select(self) -> bytes:
        uid = b""
        for level in range(3):
            part = self._anticollision(level)
            frame = bytes([SELECT + 2 * level, 0x70, *part])
            reply = self._exchange(frame + crc_a(frame))
            if reply is None or reply.collision or reply.data[1:] != crc_a(reply.data[:1]):
                raise Garbled
            more = bool(reply.data[0] & 0x04)
            if more and part[0] != 0x88:
                raise Garbled
            uid += part[1:4] if more else part[:4]
            if not more:
                return uid
        raise Garbled

    def _anticollision(self, level: int) -> bytes:
        """The five bytes of one cascade level: four and their check."""
        part, known, guessed = bytearray(5), 0, False
        while True:
            whole, odd = divmod(known, 8)
            head = bytes([SELECT + 2 * level, (2 + whole) << 4 | odd])
            reply = self._exchange(head + part[: whole + bool(odd)], odd, align=True)
            if reply is None:
                if not guessed:
                    break
                part[(known - 1) // 8] ^= 1 << (known - 1) % 8
                guessed = False
                continue
            keep = (1 << odd) - 1
            for i, byte in enumerate(reply.data[: 5 - whole], whole):
                part[i] = (part[i] & keep) | (byte & ~keep)
                keep = 0
            if not reply.collision:
                if part[0] ^ part[1] ^ part[2] ^ part[3] ^ part[4]:
                    break
                return bytes(part)
            if known == 32:
                break
            # The place is counted from 1, with 0 for 32; from where at a second collision is not certain. One
            # that cannot be is read as the next, and a guess that nobody answers to is turned round.
            place = self._read(COLL)
            known = known + 1 if place & 0x20 or (place & 0x1F or 32) <= known else place & 0x1F or 32
            at, bit = divmod(known - 1, 8)
            part[at] = (part[at] & (1 << bit) - 1) | 1 << bit
            part[at + 1 :] = bytes(4 - at)
            guessed = True
        raise Garbled

    def _exchange(self, data: bytes, odd: int = 0, align: bool = False) -> Reply | None:
        """Send a frame and take the answer; None when there is none. `odd`: bits of the last byte that are
        sent, with `align` also the place of the first bit that comes. Raises Garbled."""
        self._write(COMMAND, IDLE)
        self._write(COM_IRQ, 0x7F)
        self._write(FIFO_LEVEL, 0x80)
        self._write(COLL, 0)
        self._write(FIFO, *data)
        framing = odd | (odd << 4 if align else 0)
        self._write(BIT_FRAMING, framing)
        self._write(COMMAND, TRANSCEIVE)
        self._write(BIT_FRAMING, framing | 0x80)
        for _ in range(LOOKS):
            irq = self._read(COM_IRQ)
            if irq & IRQ_RECEIVED:
                break
            if irq & IRQ_TIMER:
                return None
        else:
            raise Garbled
        error = self._read(ERROR)
        if error & ERR_GARBLED:
            raise Garbled
        came = bytes(self._read(FIFO) for _ in range(self._read(FIFO_LEVEL)))
        if not came:
            raise Garbled
        return Reply(came, bool(error & ERR_COLLISION))
