"""A game told from its beginning: every line as a sentence, with what it brought about.

Must not know who reads it. Used by the replay command, the log and reports.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from companion.engine.game import Game
from companion.engine.rule import Notice
from companion.engine.session import Session, Snapshot
from companion.engine.tell import tell_entry
from companion.engine.text import Text, say

from .lines import Continued, Opened, Record
from .resume import opening_of


class Told(Struct, frozen=True):
    """One line of the story: its number, the time of day it was written, the sentence, the ids of the rules
    behind the question, and what followed."""

    seq: int
    at: int
    text: Text
    rules: tuple[str, ...] = ()
    notices: tuple[Notice, ...] = ()


def story(game: Game[Any], record: Record, to: int | None = None) -> Iterator[Told]:
    """Tell `record`, up to line `to` if given. Ends with a sentence saying why where the rules of today do
    not follow it any further. Raises JournalFault if its beginning cannot be read."""
    opening = opening_of(record).opening
    session: Session[Any] | None = Session(game, opening)
    for row in record.rows:
        if to is not None and row.seq > to:
            return
        line = row.line
        if isinstance(line, Opened):
            assert session is not None
            yield Told(row.seq, row.at, say("{game} begins", game=game.name), notices=session.opened)
        elif isinstance(line, Continued):
            session = Session(game, opening, Snapshot(0, row.seq, line.table))
            yield Told(row.seq, row.at, line.why)
        elif session is not None:
            if line is None:
                yield Told(row.seq, row.at, say("This cannot be read any more."))
                session = None
                continue
            prompt = session.pending.prompt if session.pending is not None else None
            told = tell_entry(line, prompt, game.adjustables(session.table), session.interludes)
            refusal = session.enter(line)
            if refusal is not None:
                yield Told(row.seq, row.at, say("Today's rules do not take: {told}", told=told))
                session = None
                continue
            notices = tuple(notice for notice in session.notices if notice.seat is None)
            yield Told(row.seq, row.at, told, prompt.rules if prompt is not None else (), notices)


def ending(game: Game[Any], record: Record, to: int | None = None) -> Session[Any] | None:
    """The game as it stands after line `to`, if today's rules lead there."""
    session: Session[Any] | None = None
    opening = opening_of(record).opening
    for row in record.rows:
        if to is not None and row.seq > to:
            break
        if isinstance(row.line, Opened):
            session = Session(game, opening)
        elif isinstance(row.line, Continued):
            session = Session(game, opening, Snapshot(0, row.seq, row.line.table))
        elif session is not None and (row.line is None or session.enter(row.line) is not None):
            session = None
    return session
