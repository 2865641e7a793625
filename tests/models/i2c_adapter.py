"""A USB I2C adapter for a real kernel, played by this process: what a program sends through /dev/i2c-N comes
out here as messages to Python objects.

It speaks the protocol of an i2c-tiny-usb adapter to the kernel's vhci-hcd (USB/IP over a socket pair), so
that i2c-dev, i2c-core and usbcore are the real ones. Needs root and the modules vhci-hcd, i2c-tiny-usb,
i2c-dev.
Must not know what hangs on the bus. Limits: a missing device is EIO (a Pi says EREMOTEIO), no bus timing.
"""

from __future__ import annotations

import socket
import struct
import threading
import time
from pathlib import Path
from typing import Protocol

VHCI = Path("/sys/devices/platform/vhci_hcd.0")
READ = 1
"""I2C_M_RD of linux/i2c.h."""
FUNCTIONS = 0x0EFF0009
"""I2C_FUNC_I2C and I2C_FUNC_SMBUS_EMUL."""
STALL = -32
DEVICE = struct.pack("<BBHBBBBHHHBBBB", 18, 1, 0x0110, 0xFF, 0, 0, 64, 0x0403, 0xC631, 0x0205, 1, 2, 0, 1)
CONFIGURATION = struct.pack("<BBHBBBBB", 9, 2, 18, 1, 1, 0, 0x80, 50) + bytes([9, 4, 0, 0, 0, 0xFF, 0, 0, 0])


def _string(words: str) -> bytes:
    return bytes([2 + 2 * len(words), 3]) + words.encode("utf-16le")


STRINGS = {0: b"\x04\x03\x09\x04", 1: _string("companion"), 2: _string("i2c-tiny-usb")}


class OnTheBus(Protocol):
    """A device at an address. OSError stands for no acknowledge."""

    def write(self, message: bytes) -> None:
        """Take a message."""


class _NoAcknowledge(Exception):
    pass


class I2cAdapter:
    """An adapter that is plugged in until `unplug`. `number` is that of its /dev/i2c-N."""

    def __init__(self, devices: dict[int, OnTheBus] | None = None, port: int = 0) -> None:
        """`port` is the USB port it sits in; two adapters need two."""
        self.devices = devices if devices is not None else {}
        self._port = port
        self._status = 0
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        before = set(Path("/dev").glob("i2c-*"))
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        full_speed = 2
        (VHCI / "attach").write_text(f"{port} {theirs.fileno()} {0x10002 + port} {full_speed}")
        theirs.close()
        end = time.monotonic() + 30
        while not (new := set(Path("/dev").glob("i2c-*")) - before):
            if time.monotonic() > end:
                raise RuntimeError("the kernel made no I2C bus of the adapter")
            time.sleep(0.02)
        self.node = new.pop()
        self.number = int(self.node.name.removeprefix("i2c-"))

    def unplug(self) -> None:
        """Pull it out, and wait until its bus is gone; a program that has it open has to let it go."""
        (VHCI / "detach").write_text(str(self._port))
        self._thread.join(10)
        self._socket.close()
        end = time.monotonic() + 30
        while self._is_used() or self.node.exists():
            if time.monotonic() > end:
                raise RuntimeError("the kernel keeps the adapter")
            time.sleep(0.02)

    def _is_used(self) -> bool:
        rows = [line.split() for line in (VHCI / "status").read_text().splitlines()[1:]]
        free = "004"
        return any(int(row[1]) == self._port and row[2] != free for row in rows)

    # -- USB/IP -----------------------------------------------------------

    def _receive(self, count: int) -> bytes:
        got = bytearray()
        while len(got) < count:
            part = self._socket.recv(count - len(got))
            if not part:
                raise EOFError
            got += part
        return bytes(got)

    def _serve(self) -> None:
        try:
            while True:
                head = self._receive(48)
                command, seq, _, to_host, _ = struct.unpack(">5I", head[:20])
                if command == 2:  # unlink: all was answered at once, nothing is left to take back
                    self._socket.sendall(struct.pack(">5Ii24x", 4, seq, 0, 0, 0, 0))
                    continue
                (length,) = struct.unpack(">I", head[24:28])
                out = self._receive(length) if not to_host and length else b""
                try:
                    data, status = self._control(struct.unpack("<BBHHH", head[40:48]), out), 0
                except _NoAcknowledge:
                    data, status = b"", STALL
                count = len(data) if to_host else len(out) if not status else 0
                answer = struct.pack(">5IiIIII8x", 3, seq, 0, 0, 0, status, count, 0, 0xFFFFFFFF, 0)
                self._socket.sendall(answer + (data if to_host else b""))
        except (EOFError, OSError):
            return  # unplugged

    def _control(self, setup: tuple[int, ...], out: bytes) -> bytes:
        kind, request, value, index, length = setup
        if kind & 0x60 == 0x40:  # the adapter's own protocol
            if request == 1:
                return struct.pack("<I", FUNCTIONS)[:length]
            if request == 3:
                return bytes([self._status])
            return self._transfer(value, index, out, length) if request & 4 else b""
        if kind == 0x80 and request == 6:
            descriptor, number = value >> 8, value & 0xFF
            found = {1: DEVICE, 2: CONFIGURATION}.get(descriptor)
            if descriptor == 3:
                found = STRINGS.get(number)
            if found is None:
                raise _NoAcknowledge
            return found[:length]
        return b"\0\0"[:length] if kind & 0x80 and request == 0 else b""

    def _transfer(self, flags: int, address: int, out: bytes, length: int) -> bytes:
        try:
            device = self.devices[address]
            if not flags & READ and out:
                device.write(out)
        except (KeyError, OSError):
            self._status = 2
            raise _NoAcknowledge from None
        self._status = 1
        return bytes(length) if flags & READ else b""
