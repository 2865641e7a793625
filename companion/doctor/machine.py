"""The machine as the checks see it: files under a root, commands, the user. A fake root makes a fake machine.

Must not know what a finding is.
"""

from __future__ import annotations

import grp
import os
import pwd
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

SECONDS = 10
"""A command that takes longer is given up."""


class Machine:
    """Files, commands and user of a machine. `root` stands for `/`."""

    def __init__(self, root: Path = Path("/")) -> None:
        self.root = root

    def path(self, name: str) -> Path:
        """Where an absolute path of the machine lies."""
        return self.root / name.lstrip("/")

    def read(self, name: str) -> str | None:
        """A small text file, without zero bytes; None if it cannot be read."""
        try:
            return self.path(name).read_bytes().decode("utf-8", "replace").replace("\0", "").strip()
        except OSError:
            return None

    def exists(self, name: str) -> bool:
        """Whether something lies there."""
        return self.path(name).exists()

    def run(self, *command: str) -> str | None:
        """What a command prints; None if it is not there, fails or hangs."""
        if shutil.which(command[0]) is None:
            return None
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return None
        return done.stdout.strip() if done.returncode == 0 else None

    def has_module(self, name: str) -> bool:
        """Whether Python finds a module."""
        return find_spec(name) is not None

    def may_use(self, name: str) -> bool:
        """Whether this process may read and write a device file."""
        return os.access(self.path(name), os.R_OK | os.W_OK)

    def user(self) -> str:
        """Who this process runs as."""
        try:
            return pwd.getpwuid(os.geteuid()).pw_name
        except KeyError:
            return str(os.geteuid())

    def groups_now(self) -> set[str]:
        """The groups this process has."""
        return {name for gid in {*os.getgroups(), os.getegid()} if (name := _group(gid))}

    def groups_on_paper(self) -> set[str]:
        """The groups the user is listed in, valid from the next log-in on."""
        user = self.user()
        return {entry.gr_name for entry in grp.getgrall() if user in entry.gr_mem}

    def group_of(self, name: str) -> str:
        """The group a device file belongs to."""
        try:
            return _group(self.path(name).stat().st_gid)
        except OSError:
            return ""

    def free_bytes(self, folder: Path) -> int:
        """Bytes free where a folder lies (or would lie)."""
        while not folder.exists() and folder != folder.parent:
            folder = folder.parent
        return shutil.disk_usage(folder).free

    def writable(self, folder: Path) -> bool:
        """Whether files can be made in a folder (or where it would be made)."""
        while not folder.exists() and folder != folder.parent:
            folder = folder.parent
        return os.access(folder, os.W_OK | os.X_OK)

    @property
    def python(self) -> tuple[int, int]:
        """The version that runs this."""
        return sys.version_info[:2]


def _group(gid: int) -> str:
    try:
        return grp.getgrgid(gid).gr_name
    except KeyError:
        return str(gid)
