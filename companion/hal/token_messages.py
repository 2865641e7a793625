"""Lines and messages of our own token reader's serial protocol: bytes to messages and back. Pure.

Belongs here: framing, the check sum, the form of each message (docs/serial-protocol.md, "Lines"). Must not
know sessions, numbers that are due, time.
"""

from __future__ import annotations

import binascii
import re
from typing import TypeAlias

import msgspec

BODY_MAX = 90
LINE_MAX = BODY_MAX + 5
"""Characters of a line without its end."""

_PRINTABLE = re.compile(r"[ -)+-~]*")  # printable, without the star
_HEX4 = re.compile(rb"[0-9A-F]{4}")


def encode(body: str) -> bytes:
    """The line of `body` as bytes. ValueError for a body that is empty, too long, or holds a star or
    anything but printable ASCII."""
    if not 0 < len(body) <= BODY_MAX or _PRINTABLE.fullmatch(body) is None:
        raise ValueError(f"not a line body: {body!r}")
    raw = body.encode("ascii")
    return raw + b"*%04X\n" % binascii.crc_hqx(raw, 0)


class Lines:
    """Finds lines in bytes however they are cut: bodies out, damage counted. Bounded memory."""

    def __init__(self) -> None:
        self._text = bytearray()
        self._spoiled = False
        self._long = False
        self.bad = 0
        """Lines with a wrong check or bytes that no line has."""
        self.long = 0
        """Lines of more than LINE_MAX characters."""

    def feed(self, data: bytes) -> list[str]:
        """The bodies that `data` completes. CR and LF in any mix end a line; empty lines are nothing."""
        bodies = []
        for byte in data:
            if byte not in b"\r\n":
                self._spoiled |= not 0x20 <= byte <= 0x7E
                if len(self._text) < LINE_MAX:
                    self._text.append(byte)
                else:
                    self._long = True
            elif (body := self._end()) is not None:
                bodies.append(body)
        return bodies

    def _end(self) -> str | None:
        text, spoiled, long = bytes(self._text), self._spoiled, self._long
        self._text.clear()
        self._spoiled = self._long = False
        if not text:
            return None
        body, star, check = text.rpartition(b"*")
        if long:
            self.long += 1
        elif (
            spoiled
            or not star
            or not body
            or b"*" in body
            or _HEX4.fullmatch(check) is None
            or int(check, 16) != binascii.crc_hqx(body, 0)
        ):
            self.bad += 1
        else:
            return body.decode("ascii")
        return None


# ---- messages of the board --------------------------------------------------------------------------


class Hello(msgspec.Struct, frozen=True):
    """What the board says of itself."""

    nonce: str
    version: tuple[int, int] | None
    firmware: str = "?"
    has: tuple[str, ...] = ()
    chip: int = 0
    """VersionReg of the reader chip, 0 when none answers."""
    held: tuple[int, ...] = ()
    """Buttons that are down and were never pressed in this session."""


class BoardEvent(msgspec.Struct, frozen=True):
    """A numbered event; `word` and `rest` as they stand in the line."""

    number: int
    age: float
    """Seconds from the happening to the sending."""
    word: str
    rest: str


class Reply(msgspec.Struct, frozen=True):
    """The answer to the command of this number."""

    number: int
    good: bool
    text: str


class Complaint(msgspec.Struct, frozen=True):
    """The board did not take a line."""

    why: str


Message: TypeAlias = Hello | BoardEvent | Reply | Complaint

_HELLO = re.compile(r"H ([0-9A-F]{4})(?: (.*))?")
_VERSION = re.compile(r"(\d{1,3})\.(\d{1,3})")
_EVENT = re.compile(r"E(\d{1,3}) (\d{1,5}) (\S+)(?: (.*))?")
_REPLY = re.compile(r"R(\d{1,3}) (ok|no)(?: (.*))?")


def parse(body: str) -> Message | None:
    """The message in a line's body, or None for a kind or form not known here."""
    if (m := _HELLO.fullmatch(body)) is not None:
        return _hello(m[1], (m[2] or "").split())
    if (m := _EVENT.fullmatch(body)) is not None and int(m[1]) < 256:
        return BoardEvent(int(m[1]), int(m[2]) / 1000, m[3], m[4] or "")
    if (m := _REPLY.fullmatch(body)) is not None and int(m[1]) < 256:
        return Reply(int(m[1]), m[2] == "ok", m[3] or "")
    if body.startswith("N "):
        return Complaint(body[2:])
    return None


def _hello(nonce: str, words: list[str]) -> Hello:
    version = _VERSION.fullmatch(words[0]) if words else None
    named = dict(word.split("=", 1) for word in words if "=" in word)
    held = _hex(named.get("held", "0"))
    return Hello(
        nonce,
        (int(version[1]), int(version[2])) if version is not None else None,
        named.get("fw", "?"),
        tuple(named["has"].split(",")) if "has" in named else (),
        _hex(named.get("chip", "0")),
        tuple(i for i in range(8) if held >> i & 1),
    )


def _hex(text: str) -> int:
    return int(text, 16) if re.fullmatch(r"[0-9A-F]{1,2}", text) else 0
