"""A game as one text file, to keep, send, or attach to a report: JSON, one line a line of the journal.

Law: what is exported here replays anywhere; a file that was cut off is taken as far as it is whole, and
that is said. Must not know the database.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Struct

from companion.engine.text import Text, say

from .faults import JournalFault
from .lines import Kept, Line, Row, State

FORMAT = 1


class _Head(Struct, frozen=True, tag="companion game"):
    format: int


class _Line(Struct, frozen=True, tag="line"):
    seq: int
    at: int
    line: Line


class _State(Struct, frozen=True, tag="state"):
    state: State


class _Table(Struct, frozen=True, tag="table"):
    kept: Kept


class _End(Struct, frozen=True, tag="end"):
    lines: int


_decode = msgspec.json.Decoder(_Head | _Line | _State | _Table | _End).decode


def export_game(rows: Sequence[Row], derived: Sequence[State | Kept] = ()) -> Iterator[str]:
    """The lines of the text file, each with its line break. Rows that cannot be read end it."""
    yield _write(_Head(FORMAT))
    after: dict[int, list[State | Kept]] = {}
    for it in derived:
        after.setdefault(it.seq, []).append(it)
    count = 0
    for row in rows:
        if row.line is None or row.seq != count:
            break
        yield _write(_Line(row.seq, row.at, row.line))
        for it in after.get(row.seq, ()):
            yield _write(_Table(it) if isinstance(it, Kept) else _State(it))
        count += 1
    yield _write(_End(count))


def import_game(text: str) -> tuple[list[Row], list[State | Kept], Text | None]:
    """The rows and what was derived of them in `text`, and what people
    should know (a part was missing).

    Raises JournalFault if it is no such file, or has not even a first line.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    try:
        head = _decode(lines[0]) if lines else None
    except msgspec.MsgspecError:
        head = None
    if not isinstance(head, _Head):
        raise JournalFault(say("That is not a game saved by a companion."))
    if head.format > FORMAT:
        raise JournalFault(say("That game was saved by a newer companion. Update this one."))
    rows: list[Row] = []
    derived: list[State | Kept] = []
    for line in lines[1:]:
        try:
            part = _decode(line)
        except msgspec.MsgspecError:
            break
        if isinstance(part, _Line) and part.seq == len(rows):
            rows.append(Row(part.seq, part.at, part.line))
        elif isinstance(part, _State):
            derived.append(part.state)
        elif isinstance(part, _Table):
            derived.append(part.kept)
        elif isinstance(part, _End) and part.lines == len(rows):
            return rows, derived, None
        else:
            break
    if not rows:
        raise JournalFault(say("That file holds no whole answer of a game."))
    return rows, derived, say("The end of that file is missing: {n} answers were whole.", n=len(rows) - 1)


def parts(text: str) -> list[str]:
    """The games in `text`, in which files of several games stand one after the other."""
    found: list[list[str]] = []
    for line in text.removeprefix("\ufeff").splitlines():
        if not found or _is_head(line):
            found.append([])
        found[-1].append(line)
    return ["\n".join(lines) for lines in found] or [""]


def _is_head(line: str) -> bool:
    try:
        return isinstance(_decode(line), _Head)
    except msgspec.MsgspecError:
        return False


def _write(part: Struct) -> str:
    return msgspec.json.encode(part).decode() + "\n"
