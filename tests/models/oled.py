"""A panel's controller and memory on a recorded I2C bus: what the driver sends is turned back into a
picture.

Written from the datasheets (SSD1306, SH1106), knowing nothing of the driver under test. As a bus it stands
in for an `smbus2.SMBus`; as a device it takes whole I2C messages (`write`), so that a fake adapter in a VM
can use it.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable
from typing import Literal

from PIL import Image

ARGUMENTS = {
    "ssd1306": {
        **dict.fromkeys((0x20, 0x81, 0x8D, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1),
        **dict.fromkeys((0x21, 0x22), 2),
    },
    # 0x20 belongs to the pump voltage range of no SH1106 part: the chip takes it as a single byte
    "sh1106": dict.fromkeys((0x81, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1),
}


class Panel:
    """One controller with its glass."""

    def __init__(
        self,
        controller: Literal["ssd1306", "sh1106"] = "ssd1306",
        height: int = 64,
        glass_at: int | None = None,
    ) -> None:
        """`glass_at`: the memory column behind the glass's first; usual for the SH1106 is 2 of its 132."""
        self.controller = controller
        self.height = height
        self.columns = 132 if controller == "sh1106" else 128
        self.glass_at = glass_at if glass_at is not None else (2 if controller == "sh1106" else 0)
        self.messages = 0
        self.bytes = 0
        """On the wire: address, control byte and payload of every message."""
        self.picture_bytes = 0
        """Of them the payload of data messages."""
        self.fail_after: int | None = None
        """So many messages more succeed, then every one fails."""
        self.error = errno.EREMOTEIO
        self.power_on()

    def power_on(self) -> None:
        """Memory holds nonsense, the display is off, all settings are back."""
        self.memory = bytearray((i * 37 + 11) & 0xFF for i in range(8 * self.columns))
        self.on = False
        self.contrast = 0x7F
        self.inverted = False
        self.mode = 2
        self.pumped = False
        self.x = self.page = 0
        self.window = [0, self.columns - 1, 0, 7]

    def write(self, message: bytes) -> None:
        """One I2C message to this device: a control byte and what it announces."""
        if self.fail_after is not None:
            if self.fail_after <= 0:
                raise OSError(self.error, "Remote I/O error")
            self.fail_after -= 1
        self.messages += 1
        self.bytes += 1 + len(message)
        control, payload = message[0], message[1:]
        if control == 0x00:
            self._commands(payload)
        elif control == 0x40:
            self.picture_bytes += len(payload)
            for byte in payload:
                self._data(byte)
        else:
            raise AssertionError(f"control byte {control:02x} is none a driver here should send")

    def take(self) -> tuple[int, int]:
        """Messages and wire bytes since the last call."""
        taken = (self.messages, self.bytes)
        self.messages = self.bytes = 0
        return taken

    def picture(self) -> Image.Image:
        """What a viewer sees: the glass, black while the display is off."""
        if not self.on:
            return Image.new("1", (128, self.height))
        lit, dark = (0, 255) if self.inverted else (255, 0)
        pixels = bytearray()
        for page in range(self.height // 8):
            row = self.memory[page * self.columns : (page + 1) * self.columns]
            glass = (row + row)[self.glass_at : self.glass_at + 128]
            for bit in (1, 2, 4, 8, 16, 32, 64, 128):
                pixels += bytes([lit if byte & bit else dark for byte in glass])
        return Image.frombytes("L", (128, self.height), bytes(pixels)).convert("1", dither=Image.Dither.NONE)

    def _commands(self, payload: bytes) -> None:
        rest = list(payload)
        while rest:
            op = rest.pop(0)
            count = ARGUMENTS[self.controller].get(op, 0)
            args, rest = rest[:count], rest[count:]
            assert len(args) == count, f"command {op:02x} is cut"
            self._command(op, args)

    def _command(self, op: int, args: list[int]) -> None:
        if op in (0xAE, 0xAF):
            self.on = op == 0xAF
        elif op == 0x81:
            self.contrast = args[0]
        elif op in (0xA6, 0xA7):
            self.inverted = op == 0xA7
        elif self.controller == "ssd1306" and op == 0x8D:
            self.pumped = args[0] == 0x14
        elif self.controller == "ssd1306" and op == 0x20:
            self.mode = args[0] & 3
        elif self.controller == "ssd1306" and op == 0x21:
            self.window[:2] = args
            self.x = args[0]
        elif self.controller == "ssd1306" and op == 0x22:
            self.window[2:] = args
            self.page = args[0]
        elif 0xB0 <= op <= 0xB7:
            self.page = op - 0xB0
        elif op < 0x10:
            self.x = self.x & 0xF0 | op
        elif op < 0x20:
            self.x = self.x & 0x0F | (op & 0x0F) << 4

    def _data(self, byte: int) -> None:
        if self.x < self.columns:
            self.memory[self.page * self.columns + self.x] = byte
        if self.controller == "sh1106" or self.mode == 2:
            self.x = min(self.x + 1, self.columns)  # page addressing: the column stops, the page stays
            return
        x0, x1, p0, p1 = self.window
        self.x += 1
        if self.x > x1:
            self.x = x0
            self.page = self.page + 1 if self.page < p1 else p0


class Bus:
    """An I2C bus with panels on it, in the shape of an `smbus2.SMBus`."""

    def __init__(self, panels: dict[int, Panel]) -> None:
        self.panels = panels
        self.closed = False

    def write_i2c_block_data(self, address: int, register: int, data: Iterable[int]) -> None:
        self._send(address, bytes([register, *data]))

    def i2c_rdwr(self, message: tuple[int, bytes]) -> None:
        self._send(*message)

    def close(self) -> None:
        self.closed = True

    def _send(self, address: int, message: bytes) -> None:
        assert not self.closed
        if address not in self.panels:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        self.panels[address].write(message)


def luma_bus(panels: dict[int, Panel], address: int) -> object:
    """luma's own I2C interface on a newly opened bus, on the same path as with smbus2 (long data at once)."""
    from luma.core.interface.serial import i2c

    interface = i2c(bus=Bus(panels), address=address)
    interface._managed = True
    interface._i2c_msg_write = lambda to, data: (to, bytes(data))
    return interface
