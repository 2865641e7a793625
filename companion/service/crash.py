"""Crash reports: a file with what a developer needs, one line for the people. Must not know who shows it."""

from __future__ import annotations

import os
import time
from pathlib import Path

from companion import __version__

KEEP = 20
"""Reports kept in a folder; older ones go."""


def report(error: BaseException, folder: Path) -> Path | None:
    """Write what happened into `folder`, or where that cannot be, into the system's folder for passing
    things; the file it went to, None if nothing takes it."""
    import platform  # Loaded when they are needed: the first picture does not wait for them.
    import tempfile
    import traceback

    lines = [
        f"companion {__version__}, Python {platform.python_version()}, {platform.platform()}",
        "",
        *traceback.format_exception(error),
    ]
    name = time.strftime(f"crash-%Y%m%d-%H%M%S-{os.getpid()}.txt")
    for place in (folder / "crashes", Path(tempfile.gettempdir())):
        try:
            place.mkdir(parents=True, exist_ok=True)
            path = place / name
            path.write_text("\n".join(lines), encoding="utf-8")
            for old in sorted((folder / "crashes").glob("crash-*.txt"))[:-KEEP]:
                old.unlink()
        except OSError:
            continue
        return path
    return None
