"""What the operating system says about users, groups and who holds a device; for sentences that help.

Must not know: devices, events.
"""

import grp
import os
import pwd
from pathlib import Path
from typing import NamedTuple

from companion.engine.text import Text, say


def user() -> str:
    """The name of the user this process runs as."""
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


def group_of(path: str | Path) -> str | None:
    """The group that owns a device file; None when there is no such file."""
    try:
        gid = os.stat(path).st_gid
    except OSError:
        return None
    try:
        return grp.getgrgid(gid).gr_name
    except KeyError:
        return str(gid)


def not_allowed(path: str | Path, usual_group: str) -> Text:
    """How a user who may not open `path` comes to be allowed."""
    if group_of(path) == "root":  # nobody is to be put into that group
        return say("{path} belongs to root alone. Run: sudo scripts/install", path=str(path))
    return say(
        "User {user} may not use {path}. Run: sudo usermod -aG {group} {user} and log in again, or restart.",
        user=user(),
        path=str(path),
        group=group_of(path) or usual_group,
    )


class Holder(NamedTuple):
    """A program that holds GPIO lines; `ours` if it is a companion."""

    name: str
    pid: str
    ours: bool

    def __str__(self) -> str:
        return f"{self.name} ({self.pid})"


def pin_holders(proc: Path = Path("/proc")) -> list[Holder]:
    """The other programs that hold GPIO lines, as far as this user may see."""
    found = []
    for process in sorted(proc.glob("[0-9]*"), key=lambda path: int(path.name)):
        if process.name == str(os.getpid()):
            continue
        try:
            if any("gpio-line" in os.readlink(fd) for fd in (process / "fd").iterdir()):
                name = (process / "comm").read_text().strip()
                ours = b"companion" in (process / "cmdline").read_bytes()
                found.append(Holder(name, process.name, ours))
        except OSError:  # it ended just now, or belongs to somebody else
            continue
    return found
