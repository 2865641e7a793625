"""What the operating system says about users, groups and who holds a device; for sentences that help.

Must not know: devices, events.
"""

import grp
import os
import pwd
from pathlib import Path

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
    return say(
        "User {user} may not use {path}. Run: sudo usermod -aG {group} {user} and log in again, or restart.",
        user=user(),
        path=str(path),
        group=group_of(path) or usual_group,
    )


def pin_holders(proc: Path = Path("/proc")) -> list[str]:
    """The other programs that hold GPIO lines, as far as this user may see: `name (pid)`."""
    found = []
    for process in sorted(proc.glob("[0-9]*"), key=lambda path: int(path.name)):
        if process.name == str(os.getpid()):
            continue
        try:
            if any("gpio-line" in os.readlink(fd) for fd in (process / "fd").iterdir()):
                found.append(f"{(process / 'comm').read_text().strip()} ({process.name})")
        except OSError:  # it ended just now, or belongs to somebody else
            continue
    return found
