"""A PN532 as seen from its wires: frames checked, commands answered, tags in its field; on UART, I2C, SPI.

Written from the user manual, knowing nothing of the driver under test.
"""

from __future__ import annotations

import errno
import os
import select
import threading
import tty
from collections import deque
from pathlib import Path
from typing import Any

ACK = bytes.fromhex("00 00 FF 00 FF 00")


def checked(body: bytes) -> bytes:
    """A frame around `body` (TFI and data)."""
    return bytes([0, 0, 255, len(body), 256 - len(body), *body, -sum(body) % 256, 0])


class Pn532Model:
    """The chip. `tags` lie in its field."""

    def __init__(self) -> None:
        self.tags: list[bytes] = []
        self.ats = b""
        """What a tag says after its UID when it is of the kind that does."""
        self.damage = 0
        """So many answers from now on have a flipped bit."""
        self.lists = 0
        """Questions for tags so far."""
        self.power_up()

    def power_up(self) -> None:
        """It hears nothing until it is woken, and would wait for a tag for ever."""
        self.awake = self.set_up = self.gives_up = False

    def hear(self, data: bytes) -> list[bytes]:
        """A frame of the host; the frames that it says then."""
        at = data.index(b"\x00\xff") + 2
        size = data[at]
        assert (size + data[at + 1]) % 256 == 0, data.hex()
        body = data[at + 2 : at + 2 + size]
        assert body[0] == 0xD4, data.hex()
        assert (sum(body) + data[at + 2 + size]) % 256 == 0, data.hex()
        if not self.awake:
            return []
        reply = self._command(body[1], body[2:])
        if reply is None:
            return [ACK]
        frame = bytearray(checked(bytes([0xD5, body[1] + 1]) + reply))
        if self.damage:
            self.damage -= 1
            frame[-3] ^= 0x10
        return [ACK, bytes(frame)]

    def _command(self, code: int, data: bytes) -> bytes | None:
        """The answer; None while it waits."""
        if code == 0x02:
            return b"\x32\x01\x06\x07"
        if code == 0x14:
            self.set_up = data[0] == 1
            return b""
        if code == 0x32:
            assert data[0] == 0x05
            self.gives_up = data[3] != 0xFF
            return b""
        assert code == 0x4A, f"command {code:02X}"
        self.lists += 1
        found = self.tags[: data[0]]
        if not self.set_up or (not found and not self.gives_up):
            return None
        reply = bytes([len(found)])
        for number, uid in enumerate(found, 1):
            reply += bytes([number, 0x00, 0x04, 0x20 if self.ats else 0x08, len(uid)]) + uid + self.ats
        return reply


class Pn532Uart:
    """The chip on a USB serial adapter: a pseudo terminal with a thread that plays the chip."""

    def __init__(self, chip: Pn532Model, link: Path) -> None:
        self.chip = chip
        self.link = link
        self.plug()

    def plug(self) -> None:
        """A new device number behind the same link."""
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self.link.symlink_to(os.ttyname(self._slave))
        self._stop, self._stopped = os.pipe()
        self._thread = threading.Thread(target=self._play, args=(self._master, self._stop), daemon=True)
        self._thread.start()

    def unplug(self) -> None:
        """The line hangs up, the chip loses its power, the link is gone."""
        os.write(self._stopped, b"x")
        self._thread.join()
        self.link.unlink()
        for fd in (self._master, self._slave, self._stop, self._stopped):
            os.close(fd)
        self.chip.power_up()

    def _play(self, master: int, stop: int) -> None:
        came = b""
        while stop not in select.select([master, stop], [], [])[0]:
            came += os.read(master, 256)
            if not self.chip.awake and b"\x55\x55" in came:
                self.chip.awake = True
                came = came.split(b"\x55\x55")[-1]
            while (at := came.find(b"\x00\xff")) >= 0 and len(came) > at + 3:
                end = at + 2 + 2 + came[at + 2] + 2
                if len(came) < end:
                    break
                for frame in self.chip.hear(came[at - 1 : end]):
                    os.write(master, frame)
                came = came[end:]


class Pn532I2c:
    """The chip on I2C, as `smbus2.SMBus` shows the bus. Plugging is done with `there`."""

    def __init__(self, chip: Pn532Model) -> None:
        self.chip = chip
        self.there = True
        self.busy = 0
        """So many looks before it is ready with the next answer."""
        self._says: deque[bytes] = deque()

    def unplug(self) -> None:
        """It loses its power with its wires."""
        self.there = False
        self._says.clear()
        self.chip.power_up()

    def plug(self) -> None:
        """It is on the bus again."""
        self.there = True

    def i2c_rdwr(self, message: Any) -> None:
        """One message to or from the chip."""
        if not self.there:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        assert message.addr == 0x24
        if not message.flags & 1:
            if not self.chip.awake:
                self.chip.awake = True  # its own address wakes it, and it misses what was said
                raise OSError(errno.EREMOTEIO, "Remote I/O error")
            data = bytes(message)
            if len(data) > 6:
                self._says = deque(self.chip.hear(data))
            return
        reply = bytes(message.len)
        if self.busy:
            self.busy -= 1
        elif self._says:
            reply = b"\x01" + self._says.popleft()
        for i, byte in enumerate(reply.ljust(message.len, b"\xff")[: message.len]):
            message.buf[i] = bytes([byte])

    def close(self) -> None:
        """The bus is let go."""


class Pn532Spi:
    """The chip on SPI, as `spidev.SpiDev` shows the bus: lowest bit first. `there` as above."""

    def __init__(self, chip: Pn532Model) -> None:
        self.chip = chip
        self.there = True
        self._says: deque[bytes] = deque()
        self.mode = 3
        self.max_speed_hz = 0

    def unplug(self) -> None:
        """It loses its power with its wires."""
        self.there = False
        self._says.clear()
        self.chip.power_up()

    def plug(self) -> None:
        """Its wires are back."""
        self.there = True

    def open(self, bus: int, device: int) -> None:
        """The kernel's device exists, whether the chip is there or not."""

    def xfer2(self, sent: list[int]) -> list[int]:
        """One selection of the chip."""
        assert self.mode == 0
        assert 0 < self.max_speed_hz <= 5_000_000
        said = self._select(bytes(self._turned(byte) for byte in sent))
        return [self._turned(byte) for byte in said]

    def close(self) -> None:
        """The bus is let go."""

    def _select(self, sent: bytes) -> bytes:
        if not self.there or not self.chip.awake:
            self.chip.awake = self.there
            return bytes(len(sent))
        if sent[0] == 0x01:
            self._says = deque(self.chip.hear(sent[1:]))
        elif sent[0] == 0x02:
            return bytes([0, 1 if self._says else 0])
        elif sent[0] == 0x03:
            return (b"\x00" + self._says.popleft()).ljust(len(sent), b"\xff")[: len(sent)]
        return bytes(len(sent))

    @staticmethod
    def _turned(byte: int) -> int:
        turned = 0
        for bit in range(8):
            turned |= (byte >> bit & 1) << (7 - bit)
        return turned
