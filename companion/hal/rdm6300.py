"""Bytes of a 125 kHz serial reader into tag ids: RDM6300, EM-18, ID-12, ID-20, Parallax. Pure.

Here: finding frames. Must not know: time, ports, which tags exist, what a tag means.

A frame is twelve hex digits, five bytes and their XOR, between two bytes that are no hex digits, or the
edge of a gap: `02 .. 03` of the RDM6300 and `02 .. 0D 0A 03` of the ID-12 both are that. So a cut frame
never harms the next one. Some modules send the check as one raw byte: 02, ten digits, XOR, 03; that byte
may itself be 02 or 03. The Parallax reader sends 0A, ten digits, 0D and no check at all: taken only when
asked for.

One XOR byte lets one damaged frame of 256 pass, so who uses the ids needs one frame only of a tag that is
known, and two equal ones of any other (`presence.py`).
"""

from typing import Literal

_HEX = frozenset(b"0123456789ABCDEFabcdef")
_STX, _ETX, _LF, _CR = 0x02, 0x03, 0x0A, 0x0D
GAP = 0.040
"""Seconds without a byte that end a frame; whoever feeds the parser calls `gap` then."""


class Parser:
    """Feed it bytes as they come; it gives tag ids of ten hex digits, upper case."""

    def __init__(self, kind: Literal["rdm6300", "parallax"] = "rdm6300") -> None:
        self._checked = kind == "rdm6300"
        self._digits = bytearray()
        self._tail = bytearray()
        self._start = -1
        self.bad = 0
        """Frames that came damaged so far: too short, too long or with a wrong check."""
        self.stray = 0
        """Bytes since the last good frame."""
        self.scraps: list[str] = []
        """The digits of the damaged frames that the last call met."""

    def feed(self, data: bytes) -> list[str]:
        """The ids that `data` completes."""
        tags = []
        self.scraps.clear()
        for byte in data:
            self.stray += 1
            tag = self._byte(byte)
            if tag is not None:
                self.stray = 0
                tags.append(tag)
        return tags

    def gap(self) -> list[str]:
        """The line was silent for `GAP` seconds: what is open ends here."""
        self.scraps.clear()
        tag = self._end(-1)
        self._tail.clear()
        if tag is None:
            return []
        self.stray = 0
        return [tag]

    def _byte(self, byte: int) -> str | None:
        if self._checked:
            self._tail.append(byte)
            if len(self._tail) > 13:
                del self._tail[0]
        if byte in _HEX:
            if len(self._digits) < 14:  # a longer run is no frame, however long
                self._digits.append(byte)
            return None
        if self._checked and byte == _ETX and (tag := self._raw_checked()) is not None:
            self._digits.clear()
            return tag
        return self._end(byte)

    def _end(self, byte: int) -> str | None:
        """The run of digits ends with `byte` (-1: a gap)."""
        digits, self._digits = bytes(self._digits), bytearray()
        start, self._start = self._start, byte
        if not digits:
            return None
        if self._checked:
            if len(digits) == 12:
                five = bytes.fromhex(digits.decode())
                if _xor(five) == 0:
                    return five[:5].hex().upper()
            elif len(digits) == 10 and start == _STX and _xor(bytes.fromhex(digits.decode())) == byte:
                return None  # a raw check byte: `_raw_checked` has the last word when the frame is whole
        elif len(digits) == 10 and start == _LF and byte == _CR:
            return digits.decode().upper()
        if len(digits) > 2:
            self.bad += 1
            self.scraps.append(digits.decode().upper())
        return None

    def _raw_checked(self) -> str | None:
        """The tag of a frame with a raw check byte, when the last 13 bytes are one."""
        tail = self._tail
        if len(tail) < 13 or tail[0] != _STX or not all(byte in _HEX for byte in tail[1:11]):
            return None
        five = bytes.fromhex(tail[1:11].decode())
        return five.hex().upper() if _xor(five) == tail[11] else None


def _xor(data: bytes) -> int:
    check = 0
    for byte in data:
        check ^= byte
    return check


def frame(tag: str) -> bytes:
    """The 14 bytes an RDM6300 sends for a tag of ten hex digits."""
    five = bytes.fromhex(tag)
    return b"\x02" + (five + bytes([_xor(five)])).hex().upper().encode() + b"\x03"
