"""A made-up machine for the installer: a file tree, and stand-ins for the system's programs on PATH."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FAKES = Path(__file__).with_name("fakes.sh")
PRETENDED = [
    *("apt-get", "apt-mark", "dpkg-query", "getent", "groupadd", "groupdel", "id", "journalctl"),
    *("python3", "systemctl", "udevadm", "useradd", "userdel", "usermod"),
]
REAL = ["cat", "chmod", "env", "ln", "mkdir", "readlink", "rm", "tr"]
CONFIG_TXT = b"# For more options see the documentation\r\ndtparam=audio=on\n[cm5]\ndtoverlay=dwc2\n"
# Raspberry Pi OS Lite as it comes
FRESH = {
    "packages": {"polkitd": "", "python3-venv": ""},
    "auto": {},
    "users": {},
    "groups": dict.fromkeys(("gpio", "i2c", "spi", "dialout", "input"), ""),
    "raspi": {"i2c": "1\n", "spi": "1\n", "serial_hw": "1\n", "serial_cons": "0\n"},
    "enabled": {},
    "active": {},
}
# words of a command that only asks
QUERIES = (
    "dpkg-query",
    "getent",
    "id -nG",
    "nonint get_",
    "is-enabled",
    "is-active",
    "systemctl show",
    "import ",
)


@dataclass
class Result:
    """What one run of the installer left behind on the terminal."""

    status: int
    out: str
    err: str


class FakeMachine:
    """A Raspberry Pi (or, with no model, another machine) that exists as files only."""

    def __init__(self, folder: Path, model: str | None = "Raspberry Pi 4 Model B Rev 1.4") -> None:
        self.root, self.bin, self.facts = folder / "root", folder / "bin", folder / "facts"
        for place in (self.root / "run", self.bin, self.facts):
            place.mkdir(parents=True)
        assert os.access(FAKES, os.X_OK)
        for name in [*PRETENDED, *(["raspi-config"] if model else [])]:
            (self.bin / name).symlink_to(FAKES)
        for name in REAL:
            (self.bin / name).symlink_to(str(shutil.which(name)))
        for kind in FRESH:
            self.know(kind, FRESH[kind])
        if model:
            self.put("/proc/device-tree/model", model.encode() + b"\0")
            self.put("/boot/firmware/config.txt", CONFIG_TXT)

    def know(self, kind: str, facts: dict[str, str]) -> None:
        """Set the facts of one kind (users, groups, …)."""
        shutil.rmtree(self.facts / kind, ignore_errors=True)
        (self.facts / kind).mkdir()
        for name, text in facts.items():
            (self.facts / kind / name).write_text(text)

    def facts_of(self, kind: str) -> dict[str, str]:
        return {file.name: file.read_text().strip() for file in sorted((self.facts / kind).iterdir())}

    def state(self) -> dict[str, dict[str, str]]:
        return {kind: self.facts_of(kind) for kind in FRESH}

    def put(self, path: str, content: bytes) -> Path:
        file = self.file(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
        return file

    def file(self, path: str) -> Path:
        return self.root / path.lstrip("/")

    def install(self, *arguments: str, fail: str = "", kill: str = "") -> Result:
        """Run the installer; `fail` is "words|status|message", `kill` the words at which the power goes."""
        done = subprocess.run(
            [sys.executable, "-I", ROOT / "scripts/install", "--root", self.root, *arguments],
            env={
                "PATH": str(self.bin),  # nothing of this machine can be reached
                "FAKE_STATE": str(self.facts),
                "FAKE_FAIL": fail,
                "FAKE_KILL": kill,
            },
            capture_output=True,
            text=True,
        )
        return Result(done.returncode, done.stdout, done.stderr)

    def tree(self) -> dict[str, bytes | str]:
        """Every file and link below the root with its content."""
        return {
            str(file.relative_to(self.root)): f"-> {file.readlink()}"
            if file.is_symlink()
            else file.read_bytes()
            for file in sorted(self.root.rglob("*"))
            if file.is_symlink() or file.is_file()
        }

    def calls(self) -> list[str]:
        log = self.facts / "log"
        return log.read_text().splitlines() if log.exists() else []

    def changes(self) -> list[str]:
        """The calls that do more than ask."""
        return [call for call in self.calls() if not any(query in call for query in QUERIES)]


@pytest.fixture
def pi(tmp_path: Path) -> FakeMachine:
    return FakeMachine(tmp_path)


@pytest.fixture
def laptop(tmp_path: Path) -> FakeMachine:
    machine = FakeMachine(tmp_path, model=None)
    machine.know("groups", {"dialout": "", "input": ""})
    return machine


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> FakeMachine:
    """A machine with everything on it, to compare with; it must not be changed."""
    machine = FakeMachine(tmp_path_factory.mktemp("installed"))
    result = machine.install()
    assert result.status == 0, result.err
    return machine


@pytest.fixture
def done(installed: FakeMachine, tmp_path: Path) -> FakeMachine:
    """A copy of the installed machine with an empty log, free to be spoilt."""
    machine = FakeMachine(tmp_path)
    for mine, theirs in ((machine.root, installed.root), (machine.facts, installed.facts)):
        shutil.rmtree(mine)
        shutil.copytree(theirs, mine, symlinks=True)
    (machine.facts / "log").unlink()
    return machine
