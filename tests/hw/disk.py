"""A disk that loses its power: an NBD server whose writes lie in a volatile cache until a flush, as in SD
cards and SSDs. A cut drops some of what lies there, keeps some, and tears some at the borders of sectors.

Must not know what is on it, nor who writes. (Protocol: github.com/NetworkBlockDevice/nbd, doc/proto.md.)
"""

from __future__ import annotations

import random
import socket
import struct
import threading
from contextlib import suppress
from pathlib import Path

SECTOR = 512
HAS_FLAGS, SEND_FLUSH, SEND_FUA = 1, 4, 8
READ, WRITE, DISCONNECT, FLUSH = 0, 1, 2, 3
FUA = 1
OPTION = 0x49484156454F5054
INFO, GO, ABORT = 6, 7, 2
ACKNOWLEDGED, INFORMED, UNSUPPORTED = 1, 3, 0x80000001


class Disk:
    """The disk. `durable` is what no power cut takes away."""

    def __init__(self, content: bytes, path: Path) -> None:
        """`path`: the socket at which it can be reached."""
        self.durable = bytearray(content)
        self._now = bytearray(content)
        self._cached: list[tuple[int, bytes]] = []
        self.dropped = self.torn = 0
        """Writes that cuts took away whole, and in part."""
        self._lock = threading.Lock()
        self._server = socket.socket(socket.AF_UNIX)
        self._server.bind(str(path))
        self._server.listen()
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self, rng: random.Random) -> None:
        """The power is gone, and back."""
        with self._lock:
            for offset, data in self._cached:
                fate = rng.random()
                if fate < 0.3:
                    self.dropped += 1
                    continue
                if fate < 0.5 and len(data) > SECTOR:
                    self.torn += 1
                    data = data[: SECTOR * rng.randrange(1, len(data) // SECTOR)]
                self.durable[offset : offset + len(data)] = data
            self._cached.clear()
            self._now[:] = self.durable

    # -- the protocol -----------------------------------------------------

    def _accept(self) -> None:
        while True:
            line, _ = self._server.accept()
            with suppress(OSError, EOFError, struct.error), line:
                self._greet(line)
                self._serve(line)

    def _receive(self, line: socket.socket, count: int) -> bytes:
        got = bytearray()
        while len(got) < count:
            part = line.recv(count - len(got))
            if not part:
                raise EOFError
            got += part
        return bytes(got)

    def _greet(self, line: socket.socket) -> None:
        fixed_newstyle, no_zeroes = 1, 2
        line.sendall(struct.pack(">8sQH", b"NBDMAGIC", OPTION, fixed_newstyle | no_zeroes))
        self._receive(line, 4)
        while True:
            _, option, length = struct.unpack(">QII", self._receive(line, 16))
            self._receive(line, length)
            if option in (INFO, GO):
                export = struct.pack(">HQH", 0, len(self.durable), HAS_FLAGS | SEND_FLUSH | SEND_FUA)
                self._reply(line, option, INFORMED, export)
                self._reply(line, option, ACKNOWLEDGED)
                if option == GO:
                    return
            elif option == ABORT:
                self._reply(line, option, ACKNOWLEDGED)
                raise EOFError
            else:
                self._reply(line, option, UNSUPPORTED)

    def _reply(self, line: socket.socket, option: int, kind: int, data: bytes = b"") -> None:
        line.sendall(struct.pack(">QIII", 0x3E889045565A9, option, kind, len(data)) + data)

    def _serve(self, line: socket.socket) -> None:
        while True:
            _, flags, kind, handle, offset, length = struct.unpack(">IHHQQI", self._receive(line, 28))
            answer = b""
            if kind == DISCONNECT:
                return
            data = self._receive(line, length) if kind == WRITE else b""
            with self._lock:
                if kind == READ:
                    answer = bytes(self._now[offset : offset + length])
                elif kind == WRITE:
                    self._now[offset : offset + length] = data
                    self._cached.append((offset, data))
                if kind == FLUSH or flags & FUA:
                    self._flush()
            line.sendall(struct.pack(">IIQ", 0x67446698, 0, handle) + answer)

    def _flush(self) -> None:
        for offset, data in self._cached:
            self.durable[offset : offset + len(data)] = data
        self._cached.clear()
