"""What a journal keeps of a game, and its spelling: JSON, one line an entry, in the order it was taken.

Must not know files or databases. A line once written is never changed.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from companion.engine.game import Opening
from companion.engine.session import Adjusted, Answered, Redone, Took, Undone
from companion.engine.text import Text


class Opened(Struct, frozen=True, tag="opened"):
    """The first line of a game (number 0)."""

    opening: Opening
    version: str = ""
    """The version of the program that wrote it."""
    name: Text = Text("")
    """What the game is called, for lists."""


class Continued(Struct, frozen=True, tag="continued"):
    """From here the game goes on from `table`, a snapshot taken after line `base`.

    Lines from `base` up to `upto` are made again after this one; what lies beyond `upto` is kept, but does
    not count any more. `why` is what people were told.
    """

    base: int
    upto: int
    table: bytes
    why: Text


Line: TypeAlias = Opened | Continued | Answered | Adjusted | Took | Undone | Redone


class Kept(Struct, frozen=True):
    """The table at the last checkpoint within line `seq`. A game can go on from it alone."""

    seq: int
    table: bytes


class State(Struct, frozen=True):
    """What is known of the table after line `seq`: derived, so that a replay can be checked.

    `base` is the number of the line whose `Kept` table leads here. `headline` and `over` are for lists.
    """

    seq: int
    digest: str
    base: int
    headline: Text = Text("")
    over: bool = False


class Row(Struct, frozen=True):
    """A line as it lies in the journal. `line` is None where it cannot be read any more.

    `at` is the time of day it was written, in seconds since 1970: for people only, clocks jump.
    `digest` and `base` are those of the `State` after it, where that is kept.
    """

    seq: int
    at: int
    line: Line | None
    digest: str | None = None
    base: int | None = None


class Record(Struct, frozen=True):
    """One game as the journal has it: rows in order, holes left out, and the numbers of its snapshots."""

    id: int
    rows: Sequence[Row]
    snapshots: Sequence[int] = ()


T = TypeVar("T")

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Line).decode
_decode_text = msgspec.json.Decoder(Text).decode


def write_line(line: Line) -> str:
    """The spelling of a line. Raises TypeError for what is no plain data."""
    return _encode(line).decode()


def read_line(text: str | bytes) -> Line:
    """The line with that spelling. Raises msgspec.MsgspecError."""
    return _decode(text)


def write_text(text: Text) -> str:
    """The spelling of a sentence."""
    return _encode(text).decode()


def read_text(text: str) -> Text:
    """The sentence with that spelling."""
    return _decode_text(text)


def as_kept(value: T) -> T:
    """`value` (an entry, an opening) as it will be read again: what is played is exactly what is kept.

    Raises TypeError for what is no plain data."""
    kept: Any = msgspec.json.decode(_encode(value), type=type(value))
    return kept  # type: ignore[no-any-return]


def check_sum(seq: int, text: str) -> int:
    """A checksum over a row, to find what a failing card has changed."""
    return zlib.crc32(text.encode(), seq)
