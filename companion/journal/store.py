"""The journal on disk: one SQLite file, lines only ever added, every commit forced to the card.

Law: `append` returns only when its lines are on disk, or raises JournalFault and has kept none of them.
Must not know rules: what the lines mean is `resume`'s business. Everything here blocks.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress
from itertools import pairwise
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from companion.engine.text import Text, say

from .faults import Damaged, JournalFault, explain
from .lines import (
    Kept,
    Line,
    Opened,
    Record,
    Row,
    State,
    check_sum,
    read_line,
    read_text,
    write_line,
    write_text,
)
from .lock import Lock

if TYPE_CHECKING:
    from tempfile import TemporaryDirectory

FORMAT = 1
_MARK = 0x43504A4C
_ENDS = ("", "-wal", "-shm")
_END = 2**62
_PAUSE = 600
"""Seconds: a longer pause between two lines is no play (a week, a clock that jumped)."""

_SCHEMA = """
CREATE TABLE games (id INTEGER PRIMARY KEY, game TEXT NOT NULL, begun INTEGER NOT NULL);
CREATE TABLE lines (
    game INTEGER NOT NULL, seq INTEGER NOT NULL, line TEXT NOT NULL, at INTEGER NOT NULL,
    sum INTEGER NOT NULL, PRIMARY KEY (game, seq)) WITHOUT ROWID;
CREATE TABLE states (
    game INTEGER NOT NULL, seq INTEGER NOT NULL, digest TEXT NOT NULL, base INTEGER NOT NULL,
    headline TEXT NOT NULL, over INTEGER NOT NULL, PRIMARY KEY (game, seq)) WITHOUT ROWID;
CREATE TABLE tables (
    game INTEGER NOT NULL, seq INTEGER NOT NULL, content BLOB NOT NULL,
    PRIMARY KEY (game, seq)) WITHOUT ROWID;
CREATE TRIGGER lines_stay BEFORE UPDATE ON lines BEGIN SELECT RAISE(ABORT, 'lines are only added'); END;
CREATE TRIGGER lines_last BEFORE DELETE ON lines BEGIN SELECT RAISE(ABORT, 'lines are only added'); END;
"""


class Summary(Struct, frozen=True):
    """A game in the list: how many lines after the first, when it began and was last played (seconds since
    1970, by the clock of then), and where it stands."""

    id: int
    game: str
    name: Text
    lines: int
    begun: int
    last: int
    headline: Text
    over: bool


class Journal:
    """The games of one table. Used by one thread at a time.

    Raises Held if another process writes this file, JournalFault if it cannot be opened. With `path` None
    it lies in memory: for rehearsals, and for play where no card takes anything.
    """

    def __init__(self, path: Path | None, clock: Callable[[], float] = time.time, write: bool = True) -> None:
        self.path = path
        self.notice: Text | None = None
        """Something people should know about the opening (damage found, what was saved of it)."""
        self._clock = clock
        self._lock: Lock | None = None
        self._copy: TemporaryDirectory[str] | None = None
        try:
            if path is not None and write:
                path.parent.mkdir(parents=True, exist_ok=True)
                self._lock = Lock(path.with_name(path.name + ".lock"))
            if path is not None and not write and not os.access(path.parent, os.W_OK):
                path = self._copied(path)
            try:
                self._db = _open(path, write)
            except Damaged:
                if path is None or not write:
                    raise
                self.notice = _rescue(path)
                self._db = _open(path, write)
        except OSError as error:
            self._let_go()
            raise explain(error) from error
        except JournalFault:
            self._let_go()
            raise

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Put everything into the one file and let others write."""
        self._db.close()
        self._let_go()

    def _copied(self, path: Path) -> Path:
        """SQLite reads a log beside its file only where it may write: on a read-only card, not there."""
        import tempfile  # It takes time to load, and is hardly ever needed.

        self._copy = tempfile.TemporaryDirectory(prefix="companion-")
        copy = Path(self._copy.name) / path.name
        for end in _ENDS[:2]:
            if (part := Path(f"{path}{end}")).exists():
                Path(f"{copy}{end}").write_bytes(part.read_bytes())
        return copy

    def _let_go(self) -> None:
        if self._copy is not None:
            self._copy.cleanup()
        if self._lock is not None:
            self._lock.release()

    # -- writing ----------------------------------------------------------

    def begin(self, opening: Opened) -> int:
        """Write the first line of a new game; gives its number."""
        with _Commit(self._db):
            now = int(self._clock())
            cursor = self._db.execute(
                "INSERT INTO games (game, begun) VALUES (?, ?)", (opening.opening.game, now)
            )
            game = cursor.lastrowid
            assert game is not None
            self._insert(game, [Row(0, now, opening)])
        return game

    def append(self, game: int, first: int, lines: Sequence[Line]) -> None:
        """Write `lines`, the first of them with number `first`, in one commit."""
        now = int(self._clock())
        with _Commit(self._db):
            self._insert(game, [Row(first + n, now, line) for n, line in enumerate(lines)])

    def note(self, game: int, state: State, kept: Kept | None = None) -> None:
        """Keep what is derived of a game. Not forced to disk: it can be made again."""
        self._db.execute("PRAGMA synchronous=NORMAL")
        try:
            with _Commit(self._db):
                self._insert_derived(game, [state] if kept is None else [state, kept])
        finally:
            self._db.execute("PRAGMA synchronous=FULL")

    def take_in(self, rows: Sequence[Row], derived: Iterable[State | Kept] = ()) -> int:
        """Write a whole game that comes from elsewhere; gives its number."""
        first = rows[0].line if rows else None
        if not isinstance(first, Opened):
            raise JournalFault(say("That is not the beginning of a game."))
        with _Commit(self._db):
            cursor = self._db.execute(
                "INSERT INTO games (game, begun) VALUES (?, ?)", (first.opening.game, rows[0].at)
            )
            game = cursor.lastrowid
            assert game is not None
            self._insert(game, rows)
            self._insert_derived(game, derived)
        return game

    def _insert(self, game: int, rows: Iterable[Row]) -> None:
        for row in rows:
            assert row.line is not None
            text = write_line(row.line)
            self._db.execute(
                "INSERT INTO lines VALUES (?, ?, ?, ?, ?)",
                (game, row.seq, text, row.at, check_sum(row.seq, text)),
            )

    def _insert_derived(self, game: int, derived: Iterable[State | Kept]) -> None:
        for it in derived:
            if isinstance(it, Kept):
                self._db.execute("INSERT OR IGNORE INTO tables VALUES (?, ?, ?)", (game, it.seq, it.table))
            else:
                self._db.execute(
                    "INSERT OR IGNORE INTO states VALUES (?, ?, ?, ?, ?, ?)",
                    (game, it.seq, it.digest, it.base, write_text(it.headline), it.over),
                )

    # -- reading ----------------------------------------------------------

    def games(self) -> list[Summary]:
        """All games, the one played last first (by the order of writing where clocks agree)."""
        found = [
            Summary(
                id,
                game,
                read_text(name) if name else Text(game),
                lines,
                begun,
                last,
                read_text(headline) if headline else Text(""),
                bool(over),
            )
            for id, game, begun, name, lines, last, headline, over in self._select(
                "SELECT g.id, g.game, begun, first.line -> '$.name', newest.seq, newest.at, headline, over"
                " FROM games AS g"
                " JOIN lines AS newest ON newest.game=g.id"
                "  AND newest.seq=(SELECT max(seq) FROM lines WHERE game=g.id)"
                " LEFT JOIN lines AS first ON first.game=g.id AND first.seq=0 AND json_valid(first.line)"
                " LEFT JOIN states ON states.game=g.id"
                "  AND states.seq=(SELECT max(seq) FROM states WHERE game=g.id)"
            )
        ]
        return sorted(found, key=lambda summary: (summary.last, summary.id), reverse=True)

    def played(self, game: int) -> int:
        """How long a game was played, in seconds: pauses and jumps of the clock are left out."""
        times = [at for (at,) in self._select("SELECT at FROM lines WHERE game=? ORDER BY seq", game)]
        steps = (b - a for a, b in pairwise(times))
        return sum(step for step in steps if 0 <= step <= _PAUSE)

    def read(self, game: int, upto: int = _END) -> Record:
        """One game, its lines up to number `upto`. Raises JournalFault if there is none with that number."""
        rows = []
        for seq, text, at, total, digest, base in self._select(
            "SELECT lines.seq, line, at, sum, digest, base FROM lines LEFT JOIN states USING (game, seq)"
            " WHERE game=? AND lines.seq<=? ORDER BY lines.seq",
            game,
            upto,
        ):
            line = None
            if isinstance(text, str) and check_sum(seq, text) == total:
                with suppress(msgspec.MsgspecError):
                    line = read_line(text)
            rows.append(Row(seq, at, line, digest, base))
        if not rows:
            raise JournalFault(say("There is no game {number}.", number=str(game)))
        kept = self._select("SELECT seq FROM tables WHERE game=? ORDER BY seq", game)
        return Record(game, rows, [seq for (seq,) in kept])

    def snapshot(self, game: int, seq: int) -> bytes | None:
        """The table at the snapshot that was taken after line `seq`."""
        found = self._select("SELECT content FROM tables WHERE game=? AND seq=?", game, seq)
        return found[0][0] if found else None

    def derived(self, game: int) -> list[State | Kept]:
        """Everything derived that is kept of a game."""
        states = self._select(
            "SELECT seq, digest, base, headline, over FROM states WHERE game=? ORDER BY seq", game
        )
        tables = self._select("SELECT seq, content FROM tables WHERE game=? ORDER BY seq", game)
        return [
            *(
                State(seq, digest, base, read_text(text), bool(over))
                for seq, digest, base, text, over in states
            ),
            *(Kept(seq, table) for seq, table in tables),
        ]

    def check(self) -> Text | None:
        """Look at the whole file: None if it is sound, else what is wrong with it."""
        try:
            said = [row[0] for row in self._db.execute("PRAGMA integrity_check(1)")]
            if said != ["ok"]:
                return Damaged().text
            for game, seq, text, total in self._db.execute("SELECT game, seq, line, sum FROM lines"):
                if not isinstance(text, str) or check_sum(seq, text) != total:
                    return say("Line {seq} of game {game} is damaged.", seq=str(seq), game=str(game))
        except sqlite3.Error as error:
            return explain(error).text
        return None

    def _select(self, query: str, *values: int) -> list[tuple]:  # type: ignore[type-arg]
        try:
            return self._db.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise explain(error) from error


def _open(path: Path | None, write: bool) -> sqlite3.Connection:
    """Open or make the file. Raises JournalFault."""
    try:
        if path is None:
            db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        elif write:
            db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        else:
            db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)
    except sqlite3.Error as error:
        raise explain(error) from error
    try:
        _prepare(db, write)
    except sqlite3.Error as error:
        db.close()
        raise explain(error) from error
    except JournalFault:
        db.close()
        raise
    return db


def _prepare(db: sqlite3.Connection, write: bool) -> None:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version > FORMAT:
        raise JournalFault(say("The saved games are of a newer companion. Update this one."))
    if write:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
    if not version and write:
        with _Commit(db):
            for statement in _statements(_SCHEMA):
                db.execute(statement)
            db.execute(f"PRAGMA application_id={_MARK}")
            db.execute(f"PRAGMA user_version={FORMAT}")
    if db.execute("PRAGMA application_id").fetchone() != (_MARK,):
        raise Damaged
    db.execute("SELECT max(id) FROM games").fetchone()


def _rescue(path: Path) -> Text:
    """Take over what can be read of a broken file into a new one and set the old one aside.

    The old file is moved only when the new one is whole and on disk.
    """
    fresh = path.with_name(path.name + ".rescue")
    for end in _ENDS:
        Path(f"{fresh}{end}").unlink(missing_ok=True)
    with closing(_open(fresh, write=True)) as new, closing(sqlite3.connect(path)) as old, _Commit(new):
        for table in ("games", "lines", "states", "tables"):
            for row in _readable(old, table, "id" if table == "games" else "game, seq"):
                new.execute(f"INSERT OR IGNORE INTO {table} VALUES ({', '.join('?' * len(row))})", row)
        new.execute(
            "INSERT OR IGNORE INTO games SELECT game, line ->> '$.opening.game', at FROM lines"
            " WHERE seq=0 AND json_valid(line)"
        )
        (kept,) = new.execute("SELECT count(*) FROM lines WHERE seq > 0").fetchone()
    n = 1
    while (aside := path.with_name(f"{path.name}.damaged-{n}")).exists():
        n += 1
    for end in _ENDS:
        if (part := Path(f"{path}{end}")).exists():
            part.rename(f"{aside}{end}")
    fresh.rename(path)
    folder = os.open(path.parent, os.O_RDONLY)
    os.fsync(folder)
    os.close(folder)
    return say(
        "The saved games were damaged. {kept} answers could be read; the old file is kept as {name}.",
        kept=str(kept),
        name=aside.name,
    )


def _statements(script: str) -> list[str]:
    """The statements of `script`, each whole: in one transaction, which executescript would end."""
    found, open_part = [], ""
    for line in script.splitlines():
        open_part += line + "\n"
        if sqlite3.complete_statement(open_part) and open_part.strip():
            found.append(open_part)
            open_part = ""
    return found


def _readable(db: sqlite3.Connection, table: str, order: str) -> Iterable[tuple[object, ...]]:
    """The rows of `table` from its beginning, and from its end, as far as each can be read."""
    backwards = ", ".join(f"{column} DESC" for column in order.split(", "))
    for way in (order, backwards):
        try:
            yield from db.execute(f"SELECT * FROM {table} ORDER BY {way}")
        except sqlite3.Error:
            continue
        return


class _Commit:
    """A transaction that is on disk when the block ends, or has left nothing behind."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def __enter__(self) -> None:
        try:
            self._db.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            raise explain(error) from error

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if error is None:
                self._db.execute("COMMIT")
                return
        except sqlite3.Error as failed:
            error = failed
        if self._db.in_transaction:
            with suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
        if isinstance(error, sqlite3.Error):
            raise explain(error) from error
        if kind is None and error is not None:
            raise error
