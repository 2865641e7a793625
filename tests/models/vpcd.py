"""A card on vsmartcard's virtual reader (libifdvpcd), which a real pcscd drives: it listens on a port."""

from __future__ import annotations

import socket
import struct
import threading

ATR = bytes.fromhex("3B8F8001804F0CA000000306030001000000006A")
"""As PC/SC part 3 has it for a contactless storage card."""


class VirtualCard:
    """The card lies there until `lift`."""

    def __init__(self, port: int, uid: bytes) -> None:
        self._uid = uid
        self._line = socket.create_connection(("127.0.0.1", port))
        self._thread = threading.Thread(target=self._answer, daemon=True)
        self._thread.start()

    def lift(self) -> None:
        """Take it away."""
        self._line.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._line.close()

    def _answer(self) -> None:
        with self._line.makefile("rwb") as line:
            while len(head := line.read(2)) == 2:
                asked = line.read(*struct.unpack(">H", head))
                if asked == b"\x04":
                    said = ATR
                elif len(asked) == 1:
                    continue  # power on, off, reset
                else:
                    said = self._uid + b"\x90\x00" if asked == b"\xff\xca\0\0\0" else b"\x6d\x00"
                line.write(struct.pack(">H", len(said)) + said)
                line.flush()
