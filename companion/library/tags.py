"""One spelling of a tag id out of the many that people and readers use. Pure.

Here: reading and writing ids, and looking tags up. Must not know readers, games, files.

The canonical id is two hex digits a byte, upper case, without separators: `2A005C1F93` (125 kHz: a version
byte and four of the tag), `B70C04E1` (13.56 MHz: 4, 7 or 10 bytes). The number printed on a 125 kHz tag
lacks the version byte, so its canonical id has a star there: `*005C1F93`; `TagIndex` finds the tag by it
all the same.
"""

import re
from collections.abc import Iterator
from typing import Generic, Literal, TypeVar

from companion.engine.text import Text, say

Band = Literal["125k", "13.56M"]
V = TypeVar("V")

_PRINTED = re.compile(r"[0-9]{10}")
_LAST_PRINTED = "4294967295"
_PAIR = re.compile(r"([0-9]{1,5})\s*,\s*([0-9]{1,5})|([0-9]{3})[ ]([0-9]{5})")
_BOTH = re.compile(r"([0-9]{10})[\s:;/-]+([0-9]{1,5}\s*,\s*[0-9]{1,5})")
_GROUPED = re.compile(r"[0-9A-Fa-f]{2}(?:[:\- .][0-9A-Fa-f]{2})+")
_HEX = re.compile(r"[0-9A-Fa-f]+")
_LENGTHS = (4, 5, 7, 10)


class TagError(ValueError):
    """A spelling that is none, with the reason as `text`."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


def canonical(spelling: str) -> str:
    """The canonical id of what was typed or printed.

    Hex of 4, 5, 7 or 10 bytes, together or in pairs with `:`, `-`, `.` or spaces between, with or without
    `0x`; the ten decimal digits printed on 125 kHz tags; `facility,number` of them; or both as printed
    together. Ten digits without a letter are the printed number when they can be one; write them as `0x...`
    or in pairs to mean hex. Raises TagError.
    """
    text = spelling.strip()
    if both := _BOTH.fullmatch(text):
        first, second = canonical(both[1]), canonical(both[2])
        if first != second:
            raise TagError(
                say("The two numbers of tag {tag} do not belong to one tag. Write one of them.", tag=text)
            )
        return first
    if pair := _PAIR.fullmatch(text):
        facility, number = int(pair[1] or pair[3]), int(pair[2] or pair[4])
        if facility > 0xFFFF or number > 0xFFFF:
            raise TagError(say("Tag {tag}: each of the two numbers ends at 65535.", tag=text))
        return f"*{facility:04X}{number:04X}"
    if _PRINTED.fullmatch(text) and text <= _LAST_PRINTED:
        return f"*{int(text):08X}"
    if re.fullmatch(r"\*[0-9A-Fa-f]{8}", text):
        return text.upper()
    digits = text
    if text[:2] in ("0x", "0X"):
        digits = text[2:]
    if _GROUPED.fullmatch(digits):
        digits = re.sub(r"[:\- .]", "", digits)
    if not _HEX.fullmatch(digits):
        raise TagError(
            say(
                "{tag} is not a tag id. Write its hex digits, the ten digits printed on it, "
                "or its two numbers with a comma.",
                tag=text,
            )
        )
    if len(digits) not in [2 * n for n in _LENGTHS]:
        raise TagError(
            say(
                "{tag} is not a UID of 4, 5, 7 or 10 bytes: it has {n} hex digits. Write two for each byte.",
                tag=text,
                n=len(digits),
            )
        )
    return digits.upper()


def from_bytes(uid: bytes, band: Band) -> str:
    """The canonical id of what a reader reports.

    Some 13.56 MHz readers count the check byte of a 4-byte UID as part of it: five bytes whose last is the
    XOR of the others are cut to four there. Ids of 125 kHz tags are never cut. Raises TagError for a length
    that is none.
    """
    if band == "13.56M" and len(uid) == 5 and uid[0] ^ uid[1] ^ uid[2] ^ uid[3] == uid[4]:
        uid = uid[:4]
    if len(uid) not in _LENGTHS:
        raise TagError(say("A tag answered with {n} bytes; 4, 5, 7 or 10 are right.", n=len(uid)))
    return uid.hex().upper()


def spell(tag: str) -> str:
    """The canonical id as it is best written into a file: `canonical(spell(tag)) == tag` for every id."""
    if _PRINTED.fullmatch(tag) and tag <= _LAST_PRINTED:
        return ":".join(tag[i : i + 2] for i in range(0, 10, 2))
    return tag


def printed(tag: str) -> str | None:
    """What is printed on a 125 kHz tag, `0006037395 092,08083`; None for other tags."""
    if len(tag) == 10 or tag.startswith("*"):
        number = int(tag[-8:], 16)
        return f"{number:010d} {number >> 16:03d},{number & 0xFFFF:05d}"
    return None


class TagIndex(Generic[V]):
    """Tags with what they stand for, found in whatever spelling they were listed."""

    def __init__(self) -> None:
        self._by_id: dict[str, V] = {}
        self._by_number: dict[str, str] = {}

    def add(self, spelling: str, value: V) -> str:
        """List a tag; its canonical id. Raises TagError for a bad spelling or a tag that is listed."""
        tag = canonical(spelling)
        other = self._listed(tag)
        if other is not None:
            raise TagError(say("Tag {tag} is listed already, as {other}.", tag=spelling, other=spell(other)))
        self._by_id[tag] = value
        number = _number(tag)
        if number is not None:
            self._by_number.setdefault(number, tag)
        return tag

    def find(self, tag: str) -> V | None:
        """What the canonical id `tag`, as a reader reports it, stands for; None for a tag not listed."""
        listed = self._listed(tag)
        return None if listed is None else self._by_id[listed]

    def __contains__(self, tag: str) -> bool:
        return self._listed(tag) is not None

    def __len__(self) -> int:
        return len(self._by_id)

    def __iter__(self) -> Iterator[tuple[str, V]]:
        return iter(self._by_id.items())

    def _listed(self, tag: str) -> str | None:
        if tag in self._by_id:
            return tag
        number = _number(tag)
        other = None if number is None else self._by_number.get(number)
        # A version byte that differs makes another tag; one that is not known makes none.
        if other is not None and (tag.startswith("*") or other.startswith("*")):
            return other
        # An id of ten decimal digits, copied as a reader told it, was taken for the printed number.
        return self._listed(canonical(tag)) if _PRINTED.fullmatch(tag) and tag <= _LAST_PRINTED else None


def _number(tag: str) -> str | None:
    return tag[-8:] if len(tag) == 10 or tag.startswith("*") else None
