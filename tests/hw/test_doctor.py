"""`companion doctor` on the kernel's own devices, as the product's own user: it finds each fault that is
planted, and none on a machine that is whole.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from companion.journal.store import Journal
from tests.hw.pi import GPIOCHIP, GROUPS, ROOT, USER, Pi, as_user, own, quietly
from tests.hw.test_losing import HOLD
from tests.hw.twin import CONFIG

pytestmark = pytest.mark.hw
READY = """
import os, sys
import companion.doctor.cli, smbus2
from companion.cli import cli
from companion.hal.gpio import import_lgpio
import_lgpio()
for line in sys.stdin:
    if not os.fork():
        cli(line.split())
    print("exit", os.waitstatus_to_exitcode(os.wait()[1]), flush=True)
"""
"""Imports once, then is a fresh doctor for every line."""
Fault = Callable[[Path], AbstractContextManager[object]]


class Doctor:
    """A user with these groups who calls the doctor."""

    def __init__(self, groups: str = ",".join(GROUPS)) -> None:
        environ = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "HOME": "/nonexistent"}
        command = as_user(sys.executable, "-c", READY, groups=groups)
        self._process = subprocess.Popen(
            command, cwd="/", env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def call(self, config: Path) -> tuple[int, list[str]]:
        """Its exit status, and what it finds wrong: `check: what is so; what to do`."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"--config {config} doctor --json\n")
        self._process.stdin.flush()
        said = ""
        for line in self._process.stdout:
            if line.startswith("exit "):
                found = json.loads(said)
                wrong = [f for f in found if f["state"] == "bad"]
                return int(line[5:]), [f"{f['check']}: {f['text']}; {f['fix']}" for f in wrong]
            said += line
        raise AssertionError(f"the doctor broke off: {said}")

    def close(self) -> None:
        self._process.communicate()


@pytest.fixture(scope="module")
def doctor(pi: Pi) -> Iterator[Doctor]:
    one = Doctor()
    yield one
    one.close()


@pytest.fixture
def home(pi: Pi) -> Iterator[Path]:
    """A folder of the user's own with settings and a kept journal."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        home = Path(folder)
        home.chmod(0o755)
        (home / "config.yaml").write_text(CONFIG + f"home: {home}\n")
        Journal(home / "journal.db").close()
        quietly("chown", "-R", USER, folder)
        yield home


@contextmanager
def settings(home: Path, old: str, new: str) -> Iterator[None]:
    text = (home / "config.yaml").read_text()
    assert old in text
    (home / "config.yaml").write_text(text.replace(old, new))
    yield


@contextmanager
def away(home: Path, pattern: str) -> Iterator[None]:
    """Device files that are not there."""
    with tempfile.TemporaryDirectory(dir="/dev") as folder:
        files = sorted(Path("/dev").glob(pattern))
        assert files
        for file in files:
            file.rename(Path(folder, file.name))
        try:
            yield
        finally:
            for file in files:
                Path(folder, file.name).rename(file)


@contextmanager
def held(home: Path) -> Iterator[None]:
    """A pin that another program of the same user has."""
    holder = subprocess.Popen(
        as_user(sys.executable, "-c", HOLD),
        cwd="/dev/shm",  # the pin library makes a pipe where it is
        env={name: value for name, value in os.environ.items() if name != "LG_WD"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"held\n"
    try:
        yield
    finally:
        holder.communicate()


@contextmanager
def of_root(home: Path) -> Iterator[None]:
    own(GPIOCHIP, "root")
    try:
        yield
    finally:
        own(GPIOCHIP, "gpio")


@contextmanager
def disk(home: Path, full: bool) -> Iterator[None]:
    """Its folder on a disk of a megabyte: filled to the last block, or read-only."""
    config = (home / "config.yaml").read_text()
    quietly("mount", "-t", "tmpfs", "-o", f"size=1m,uid={home.stat().st_uid}", "tmpfs", str(home))
    (home / "config.yaml").write_text(config)
    if full:
        with suppress(OSError), open(home / "filler", "wb", buffering=0) as filler:
            while True:
                filler.write(bytes(4096))
    else:
        quietly("mount", "-o", "remount,ro", str(home))
    try:
        yield
    finally:
        quietly("umount", str(home))


@contextmanager
def console(home: Path) -> Iterator[None]:
    """The header's port is the system's console."""
    serial, line = Path("/dev/serial0"), Path("/boot/firmware/cmdline.txt")
    serial.symlink_to("ttyS1")
    line.parent.mkdir(parents=True, exist_ok=True)
    line.write_text("console=serial0,115200 root=/dev/mmcblk0p2\n")
    with settings(home, "/dev/ttyS1", "/dev/serial0"):
        try:
            yield
        finally:
            serial.unlink()
            line.unlink()


@contextmanager
def damaged(home: Path) -> Iterator[None]:
    (home / "journal.db").write_bytes(b"no journal at all" * 999)
    yield


FAULTS: dict[str, tuple[Fault, tuple[str, ...]]] = {
    "another address": (
        lambda home: settings(home, "0x3C", "0x3D"),
        ("i2c_scan: nothing at 0x3D, but 0x3C", "devices.display.address"),
    ),
    "nothing on the bus": (
        lambda home: settings(home, "0x3C", "0x3C, bus: 0"),
        ("i2c_scan: nothing answers on bus 0", "four wires"),
    ),
    "no such bus": (
        lambda home: settings(home, "0x3C", "0x3C, bus: 7"),
        ("i2c: there is no /dev/i2c-7, but i2c-0 and i2c-1", "devices.display.bus"),
    ),
    "I2C off": (lambda home: away(home, "i2c-*"), ("i2c: I2C is off", "raspi-config nonint do_i2c 0")),
    "no pins": (lambda home: away(home, "gpiochip*"), ("factory: there is no /dev/gpiochip", "play --mock")),
    "pins of root": (of_root, ("groups: /dev/gpiochip0 belongs to root alone", "scripts/install")),
    "a pin that is taken": (held, ("pins: held by ", "Stop it")),
    "a pin set twice": (
        lambda home: settings(home, "devices:\n", "devices:\n  buttons: {event: 5, up: 5}\n"),
        ("pins: ", "GPIO5", "companion wiring"),
    ),
    "no reader": (lambda home: away(home, "ttyS1"), ("serial: ", "there is no /dev/ttyS1")),
    "a console": (console, ("serial: /dev/serial0 is the system's console", "do_serial_cons 1")),
    "a full disk": (lambda home: disk(home, True), ("disk: 0 MB free", "Make room")),
    "a disk that takes nothing": (lambda home: disk(home, False), ("disk: ", "cannot be written")),
    "a journal that is none": (damaged, ("journal: ", "Copy ")),
    "a word misspelt": (
        lambda home: settings(home, "controller:", "controler:"),
        ("settings: ", "controller", "Mend the file"),
    ),
}


def test_a_machine_that_is_whole_has_nothing_wrong(doctor: Doctor, home: Path) -> None:
    assert doctor.call(home / "config.yaml") == (0, [])


@pytest.mark.case("SY-O3", "SY-O6")
@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_found_with_what_to_do(doctor: Doctor, home: Path, name: str) -> None:
    plant, words = FAULTS[name]
    with plant(home):
        status, wrong = doctor.call(home / "config.yaml")
    assert status == 1
    [found] = [line for line in wrong if line.startswith(words[0])]
    for word in words:
        assert word in found
    # Where the settings cannot be read the defaults are looked at, and this machine is none of theirs.
    assert wrong == [found] or found.startswith("settings: ")


def test_a_user_outside_a_group_and_one_who_only_has_to_log_in_again(doctor: Doctor, home: Path) -> None:
    with ExitStack() as stack:
        stranger = Doctor(groups="")
        stack.callback(stranger.close)
        _, wrong = stranger.call(home / "config.yaml")
        assert {line.split(":")[0] for line in wrong} >= {"groups"}
        assert any("in group gpio on paper only; Log in again" in line for line in wrong)
        quietly("gpasswd", "-d", USER, "gpio")
        stack.callback(quietly, "gpasswd", "-a", USER, "gpio")
        _, wrong = stranger.call(home / "config.yaml")
        assert any("is not in group gpio; sudo usermod -aG gpio companion" in line for line in wrong)
