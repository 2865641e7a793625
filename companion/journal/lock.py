"""One writer a journal: a lock that dies with its process, and says who holds it. Must not know SQLite."""

from __future__ import annotations

import fcntl
import os
import time
from pathlib import Path

from .faults import Held


class Lock:
    """The right to write beside `path`. Raises Held if another process has it."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            pid, _, since = os.read(self._file, 200).decode(errors="replace").partition(" ")
            os.close(self._file)
            raise Held(int(pid) if pid.isdigit() else 0, since.strip() or "?") from None
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, f"{os.getpid()} {time.strftime('%Y-%m-%d %H:%M')}\n".encode(), 0)

    def release(self) -> None:
        """Let others write."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
