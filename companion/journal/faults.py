"""What can go wrong with a journal, each as one plain sentence for the people at the table.

Must not know who shows it.
"""

from __future__ import annotations

import errno
import sqlite3

from companion.engine.text import Text, say

FULL = say("The memory card is full: nothing more can be saved. Make room on it.")
READ_ONLY = say("The memory card can only be read now: nothing more can be saved. It may be failing.")
DAMAGED = say("The saved games are damaged.")
FAILING = say("The memory card did not take it: nothing more can be saved. It may be failing.")


class JournalFault(Exception):
    """Something could not be read or written; `text` says it in one sentence. Nothing was half done."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class Damaged(JournalFault):
    """The file itself is broken; what can be read of it can be saved."""

    def __init__(self) -> None:
        super().__init__(DAMAGED)


class Held(JournalFault):
    """Another program writes this journal. `pid` is its process number, `since` the time of day it began."""

    def __init__(self, pid: int, since: str) -> None:
        text = say(
            "Another companion has these games open: process {pid}, since {since}. Stop it first.",
            pid=str(pid),
            since=since,
        )
        super().__init__(text)
        self.pid = pid
        self.since = since


def explain(error: sqlite3.Error | OSError) -> JournalFault:
    """The fault that `error` means."""
    if isinstance(error, OSError):
        return JournalFault(_of_errno(error))
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return JournalFault(FULL)
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN):
        return JournalFault(READ_ONLY)
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return Damaged()
    if code == sqlite3.SQLITE_IOERR:
        return JournalFault(FAILING)
    return JournalFault(say("Saving does not work: {why}.", why=str(error)))


def _of_errno(error: OSError) -> Text:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return FULL
    if error.errno == errno.EROFS:
        return READ_ONLY
    if error.errno in (errno.EACCES, errno.EPERM):
        return say("{path} may not be written by this user.", path=str(error.filename or ""))
    return say("Saving does not work: {why}.", why=error.strerror or str(error))
