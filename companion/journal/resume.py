"""From the journal back to a running game: replay, and what to do when a replay does not come out right.

Law: lines are never dropped or changed. Where they no longer lead to the state people saw, the game goes on
from the last good snapshot, and a `Continued` line says so. Must not know the database.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct, structs

from companion.engine.game import Game, Opening
from companion.engine.live import ROLLER
from companion.engine.prompts import Prompt, Roll, Several, Shuffle
from companion.engine.session import Adjusted, Answered, Entry, Session, Snapshot, digest_of
from companion.engine.text import Text, say

from .faults import JournalFault
from .lines import Continued, Line, Opened, Record, Row


class Drawn:
    """What the box drew, by how many moves stood then: after an undo it draws the same again."""

    def __init__(self) -> None:
        self._drawn: dict[tuple[int, str], Any] = {}

    def note(self, session: Session[Any], entry: Entry) -> None:
        """Remember `entry`, about to be entered, if the box drew it."""
        if type(entry) is Answered and entry.by == ROLLER:
            kind = drawn_kind(session, entry.seat)
            if kind is not None:
                self._drawn[len(session.steps), kind] = entry.value

    def again(self, session: Session[Any], seat: int | None) -> Any:
        """What was drawn here before, or None."""
        kind = drawn_kind(session, seat)
        return self._drawn.get((len(session.steps), kind)) if kind is not None else None


def drawn_kind(session: Session[Any], seat: int | None) -> str | None:
    """What could be drawn for the open prompt: a die, a shuffle of so many, or nothing."""
    prompt: Prompt | None = session.pending.prompt if session.pending is not None else None
    if isinstance(prompt, Several):
        prompt = prompt.part(seat)
    if isinstance(prompt, Roll):
        return f"die {prompt.die.id} {seat}"
    if isinstance(prompt, Shuffle):
        return f"shuffle {prompt.count}"
    return None


class Resumed(Struct, frozen=True):
    """A game that goes on. `session` is where it stands; `lines` are still to be written, in order, before
    anything else; `notice` is what people must know."""

    session: Session[Any]
    drawn: Drawn
    lines: Sequence[Line] = ()
    notice: Text | None = None


class Replayed(Struct, frozen=True):
    """How far a replay came. `stop` is the number of the line that did not fit (None: all did), `why` the
    reason for people; `astray` the number of the first compared line where the digest differs."""

    stop: int | None = None
    why: Text = Text("")
    astray: int | None = None


CHANGED = say("The rules of this game have changed since it was saved.")


def opening_of(record: Record) -> Opened:
    """The first line. Raises JournalFault if it cannot be read."""
    line = record.rows[0].line
    if record.rows[0].seq != 0 or not isinstance(line, Opened):
        raise JournalFault(say("The beginning of game {number} cannot be read.", number=str(record.id)))
    return line


def head_of(record: Record) -> tuple[int, Snapshot | None]:
    """Where a replay begins: the place in the rows of the last `Continued` with its table, or the opening."""
    for n in range(len(record.rows) - 1, 0, -1):
        row = record.rows[n]
        if isinstance(row.line, Continued):
            return n, Snapshot(0, row.seq, row.line.table)
    return 0, None


def resume(game: Game[Any], record: Record, snapshot: Callable[[int], bytes | None]) -> Resumed:
    """Bring a game back. `snapshot` fetches the table kept after a line. Raises JournalFault if nothing of
    it can be brought back."""
    opening = opening_of(record).opening
    start, at = head_of(record)
    rows = record.rows[start + 1 :]
    drawn = Drawn()
    try:
        session = Session(game, opening, at)
    except Exception as error:  # A game's rules may fail in any way on a table of other rules.
        done = Replayed(record.rows[start].seq, _stumbled(error))
    else:
        done = replay(session, rows, record.rows[start].seq + 1, drawn, frozenset(record.snapshots))
        if done.stop is None and (done.astray is None or _only_reshaped(session, snapshot)):
            return Resumed(session, drawn)
    return _go_on(game, opening, record, done, snapshot)


def replay(
    session: Session[Any], rows: Sequence[Row], seq: int, drawn: Drawn, check: frozenset[int] = frozenset()
) -> Replayed:
    """Enter `rows`, the first of which should have number `seq`, and say how far it came.

    Digests are compared at the lines in `check` and at the last one: what led astray between them shows
    there at the latest.
    """
    last = rows[-1].seq if rows else 0
    astray = None
    for row in rows:
        line = row.line
        if row.seq != seq or line is None or isinstance(line, Opened | Continued):
            return Replayed(seq, say("A saved answer ({seq}) cannot be read.", seq=str(seq)), astray)
        drawn.note(session, line)
        try:
            refusal = session.enter(line)
        except Exception as error:  # As above.
            return Replayed(seq, _stumbled(error), astray)
        if refusal is not None:
            return Replayed(seq, CHANGED, astray)
        compared = row.digest is not None and (seq == last or seq in check)
        if compared and astray is None and session.digest() != row.digest:
            astray = seq
        seq += 1
    return Replayed(astray=astray)


def _only_reshaped(session: Session[Any], snapshot: Callable[[int], bytes | None]) -> bool:
    """Whether the digests differ only because tables have got new fields: the kept snapshot, read as a
    table of today, is the replayed one."""
    kept = snapshot(session.snapshot.entries)
    if kept is None:
        return False
    try:
        tables = [
            msgspec.msgpack.decode(table, type=session.game.table_type)
            for table in (kept, session.snapshot.table)
        ]
    except msgspec.MsgspecError:
        return False
    return digest_of(tables[0]) == digest_of(tables[1])


def _go_on(
    game: Game[Any],
    opening: Opening,
    record: Record,
    done: Replayed,
    snapshot: Callable[[int], bytes | None],
) -> Resumed:
    """Go on from the newest snapshot that leads to the last line and can be used, with the answers after it
    as far as the rules take them."""
    rows = record.rows
    last = rows[-1].seq
    marker = last + 1
    why = done.why if done.stop is not None else CHANGED
    for base, table in _snapshots(game, opening, record, snapshot, done.stop != 0):
        at = Snapshot(0, marker, table)
        try:
            again = _fitting(Session(game, opening, at), [row for row in rows if row.seq > base], base + 1)
        except Exception:  # A table of another shape, or one the rules stumble over: take an older one.
            continue
        session, drawn = Session(game, opening, at), Drawn()
        for entry in again:
            drawn.note(session, entry)
            session.enter(entry)
        upto = base + len(again)
        if upto == last:
            notice = say("{why} It goes on where it was, but undo goes back to here only.", why=why)
        else:
            notice = say(
                "{why} It goes on after answer {upto} of {last}. Please check the figures.",
                why=why,
                upto=str(upto),
                last=str(last),
            )
        return Resumed(session, drawn, [Continued(base, upto, table, notice), *again], notice)
    raise JournalFault(say("{why} Game {number} cannot go on.", number=str(record.id), why=why))


def _snapshots(
    game: Game[Any],
    opening: Opening,
    record: Record,
    snapshot: Callable[[int], bytes | None],
    opens: bool,
) -> Iterator[tuple[int, bytes]]:
    """Tables to go on from, with their lines: the one that leads to the last line first."""
    start, at = head_of(record)
    first = record.rows[start].seq
    leads = next((row.base for row in reversed(record.rows) if row.base is not None), -1)
    seqs = sorted((seq for seq in record.snapshots if seq >= first), key=lambda seq: (seq != leads, -seq))
    for seq in seqs:
        table = snapshot(seq)
        if table is not None:
            yield seq, table
    if at is not None:
        yield first, at.table
    elif opens and 0 not in seqs:
        yield 0, Session(game, opening).snapshot.table


def _fitting(session: Session[Any], rows: Sequence[Row], seq: int) -> list[Entry]:
    """The entries of `rows`, with new numbers, as far as `session` takes them."""
    fitting: list[Entry] = []
    for row in rows:
        line = row.line
        if row.seq != seq or line is None or isinstance(line, Opened | Continued):
            break
        entry = line if isinstance(line, Adjusted) else structs.replace(line, number=session.number)
        try:
            if session.enter(entry) is not None:
                break
        except Exception:  # Rules that stumble: the answer is left out.
            break
        fitting.append(entry)
        seq += 1
    return fitting


def _stumbled(error: Exception) -> Text:
    return say("The rules stumbled over a saved answer ({error}).", error=type(error).__name__)
