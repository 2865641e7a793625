"""Where things lie: saved games, crash reports, what was set at the box. Never in the current folder.

The order: what was asked for; systemd's StateDirectory; XDG_DATA_HOME; ~/.local/share; /var/lib for a user
without a home.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path


def home(wanted: str = "", environ: Mapping[str, str] = os.environ) -> Path:
    """The folder of the saved games."""
    if wanted:
        return Path(wanted).expanduser().absolute()
    if state := environ.get("STATE_DIRECTORY", "").split(":")[0]:
        return Path(state)
    if data := environ.get("XDG_DATA_HOME", ""):
        return Path(data) / "companion"
    if own := environ.get("HOME", ""):
        return Path(own) / ".local/share/companion"
    return Path("/var/lib/companion")


def journal(folder: Path) -> Path:
    """The file of the saved games."""
    return folder / "journal.db"
