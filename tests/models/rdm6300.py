"""A 125 kHz reader as seen from the wire: frames of all its relatives, and their repeats, paced as at 9600
8N1.

Written from the datasheets, knowing nothing of the parser under test. `tests/hw` may play it into a serial
port.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

BYTE_SECONDS = 10 / 9600
REPEAT_SECONDS = 0.065


def check(five: bytes) -> int:
    """The XOR of the five bytes of an id."""
    value = 0
    for byte in five:
        value ^= byte
    return value


def frame14(tag: str) -> bytes:
    """RDM6300, EM-18: 02, ten digits, two of check, 03."""
    return b"\x02" + tag.encode() + b"%02X" % check(bytes.fromhex(tag)) + b"\x03"


def frame13(tag: str) -> bytes:
    """The kind whose check is one raw byte."""
    return b"\x02" + tag.encode() + bytes([check(bytes.fromhex(tag))]) + b"\x03"


def frame16(tag: str) -> bytes:
    """ID-12, ID-20: with CR and LF before the 03."""
    return frame14(tag)[:-1] + b"\r\n\x03"


def frame_parallax(tag: str) -> bytes:
    """Parallax: LF, ten digits, CR."""
    return b"\n" + tag.encode() + b"\r"


def repeats(frame: bytes, seconds: float, start: float = 0.0) -> Iterator[tuple[float, bytes]]:
    """(moment of the last byte, frame) as long as a tag lies there."""
    n = 0
    while n * REPEAT_SECONDS < seconds:
        yield start + n * REPEAT_SECONDS + len(frame) * BYTE_SECONDS, frame
        n += 1


class PtyReader:
    """The reader at the end of a USB cable: a pseudo terminal whose name is a link, as udev makes one."""

    def __init__(self, link: os.PathLike[str]) -> None:
        self.link = link
        self._master: int | None = None
        self._slave: int | None = None
        self.plug()

    def plug(self) -> None:
        """Plug it in: a new device number behind the same link."""
        import tty

        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.symlink(os.ttyname(self._slave), self.link)

    def unplug(self) -> None:
        """Pull it: the line hangs up and the link is gone."""
        os.unlink(self.link)
        for fd in (self._master, self._slave):
            if fd is not None:
                os.close(fd)
        self._master = self._slave = None

    @property
    def device(self) -> str:
        """The device file behind the link."""
        return os.path.realpath(self.link)

    def send(self, data: bytes) -> None:
        """Bytes on the line."""
        assert self._master is not None, "it is unplugged"
        os.write(self._master, data)


def damaged(data: bytes, p: float, rng: random.Random) -> bytes:
    """`data` after a bad line: each byte is dropped, has a bit flipped, or gets a stray one beside it, each
    with probability `p`.
    """
    out = bytearray()
    for byte in data:
        chance = rng.random()
        if chance < p:
            continue
        if chance < 2 * p:
            byte ^= 1 << rng.randrange(8)
        out.append(byte)
        if 2 * p <= chance < 3 * p:
            out.append(rng.randrange(256))
    return bytes(out)


def presentation(
    tag: str, frames: int, p: float, noise: float, rng: random.Random
) -> tuple[list[bytes], bool]:
    """What comes of a tag shown for so many frames, one message a frame, and whether one frame came whole.

    With probability `noise` stray bytes run into the first frame, and with the same a frame cut short does.
    """
    before = rng.randbytes(rng.randint(1, 6)) if rng.random() < noise else b""
    if rng.random() < noise:
        before += frame14(tag)[: rng.randint(1, 13)]
    sent = [damaged(frame14(tag), p, rng) for _ in range(frames)]
    whole = any(frame14(tag) in data for data in sent)
    return [before + sent[0], *sent[1:]], whole
