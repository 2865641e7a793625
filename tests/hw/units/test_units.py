"""The units as shipped, installed by our own installer, under the real systemd: from the first picture to
switching off. One machine that lives through it all, so the tests follow one another.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image

from companion.engine.session import Entry
from companion.engine.text import render
from companion.hal import switches
from companion.hal.last_words import reason_of_stop
from companion.hal.splash import picture
from companion.journal.store import Journal
from tests.hw.pi import ROOT, Finger, Pi
from tests.hw.twin import PINS, drawn

pytestmark = pytest.mark.hw
WHEELS = ROOT / ".cache" / "vm" / "wheels"
UNIT, SPLASH = "companion.service", "companion-splash.service"
CONFIG = Path("/etc/companion/config.yaml")
CPUINFO = "[Service]\nBindReadOnlyPaths=/run/cpuinfo:/proc/cpuinfo\n"
"""The one thing that is not as shipped: each unit has a /proc of its own, where the VM would be no Pi."""
WITNESS = Path("/run/systemd/system/witness.service")
WITNESSED = f"""
[Unit]
Before={UNIT}
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/bin/true
ExecStop=/bin/sh -c 'systemctl show {UNIT} -p Result,ActiveState --value | tr "\\n" " " >/out/end; sync'
ExecStop=/bin/sh -c 'grep -q "success inactive" /out/end; echo $? >/out/rc; sync'
"""
"""Is stopped when the machine is switched off in good order, after the service: leaves how that ended."""
PATIENCE = 120.0
"""Seconds; a VM without KVM on a busy machine is slow."""


@pytest.fixture(scope="module")
def pi() -> Iterator[Pi]:
    machine = Pi(bare=True)
    for unit in (UNIT, SPLASH):
        drop_in = Path(f"/run/systemd/system/{unit}.d/vm.conf")
        drop_in.parent.mkdir(parents=True)
        drop_in.write_text(CPUINFO)
    yield machine
    machine.close()


@pytest.fixture
def finger(pi: Pi) -> Callable[..., None]:
    hand = Finger(pi.pins, switches.ARCADE)

    def press(*buttons: str, seconds: float = 0.08) -> None:
        for button in buttons:
            before = pi.glass.picture()
            hand.press(PINS[button], seconds)  # type: ignore[index]
            until(lambda: pi.glass.picture() != before, "the picture stays as it was")  # noqa: B023
            settled(pi)

    return press


def run(*command: str, environ: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """A program and what it said."""
    return subprocess.run(
        command,
        env={**os.environ, **(environ or {})},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )


def shown(unit: str, name: str) -> str:
    """A property of a unit."""
    return run("systemctl", "show", unit, f"--property={name}", "--value").stdout.strip()


def said() -> str:
    """What the service said last."""
    return run("journalctl", "-q", "--no-pager", "-o", "cat", "-n", "40").stdout


def until(holds: Callable[[], bool], otherwise: str) -> None:
    """Wait for something."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"{otherwise}\n{said()}\n{run('systemctl', 'status', UNIT).stdout}"
        time.sleep(0.2)


def settled(pi: Pi) -> Image.Image:
    """The picture once it stands for a second."""
    seen, since = pi.glass.picture(), time.monotonic()
    while time.monotonic() - since < 1:
        time.sleep(0.1)
        if (now := pi.glass.picture()) != seen:
            seen, since = now, time.monotonic()
    return seen


def shows(pi: Pi, wanted: Image.Image) -> bool:
    """Whether this is on the glass, wherever it wandered."""
    return pi.glass.picture().crop(pi.glass.picture().getbbox()) == wanted.crop(wanted.getbbox())


def kept() -> int:
    """How many answers of the newest game are on the disk."""
    with Journal(Path("/var/lib/companion/journal.db"), write=False) as journal:
        games = journal.games()
        return sum(isinstance(row.line, Entry) for row in journal.read(games[0].id).rows) if games else 0


def ended(result: str, status: str = "") -> Image.Image:
    """The last picture of a service that ended so."""
    reason = reason_of_stop({"SERVICE_RESULT": result, "EXIT_STATUS": status})
    assert reason is not None
    return picture((128, 64), render(reason))


def test_our_installer_makes_it_a_box(pi: Pi) -> None:
    environ = {
        "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(WHEELS),
        "PYTHONDONTWRITEBYTECODE": "",
    }
    installer = str(ROOT / "scripts" / "install")
    begun = time.monotonic()
    done = run(installer, "--build", "standard", "--extras", "web,pi", environ=environ)
    print(f"installed in {time.monotonic() - begun:.0f} s", flush=True)
    assert done.returncode == 0, done.stdout + done.stderr + said()
    until(lambda: "Phones:" in said(), "it never came up")
    again = run(installer, "--check", environ=environ)
    assert again.returncode == 0, again.stdout + said()
    print(drawn(pi.glass), flush=True)
    assert shown(UNIT, "ActiveState") == "active"
    assert pi.glass.on


def test_the_first_picture_comes_before_the_program(pi: Pi) -> None:
    assert SPLASH in shown(UNIT, "After").split()
    assert run("systemctl", "stop", UNIT).returncode == 0
    assert run("systemctl", "restart", SPLASH).returncode == 0
    assert shows(pi, picture((128, 64), "", "starting"))
    begun = time.monotonic()
    assert run("systemctl", "start", UNIT).returncode == 0  # Type=notify: it says itself that it is ready
    print(f"ready after {time.monotonic() - begun:.0f} s", flush=True)
    until(lambda: not shows(pi, picture((128, 64), "", "starting")), "the program draws nothing")


def test_a_game_is_begun_and_kept_with_the_hardening_on(pi: Pi, finger: Callable[..., None]) -> None:
    status = dict(
        line.split(":\t", 1)
        for line in Path(f"/proc/{shown(UNIT, 'MainPID')}/status").read_text().splitlines()
        if ":\t" in line
    )
    assert (status["NoNewPrivs"], status["Seccomp"], int(status["CapEff"], 16)) == ("1", "2", 0)
    assert Path("/proc", shown(UNIT, "MainPID")).owner() == "companion"
    assert not shown(UNIT, "ReadWritePaths")
    for _ in range(20):
        finger("ok")
        if kept() >= 2:
            break
    assert kept() >= 2, drawn(pi.glass)


def test_a_loop_that_stands_still_is_killed_and_goes_on_at_the_same_prompt(
    pi: Pi, finger: Callable[..., None]
) -> None:
    before, answers, restarts = settled(pi), kept(), int(shown(UNIT, "NRestarts"))
    os.kill(int(shown(UNIT, "MainPID")), signal.SIGSTOP)
    until(lambda: shows(pi, ended("watchdog")), f"nothing says that it hung: {drawn(pi.glass)}")
    until(
        lambda: shown(UNIT, "ActiveState") == "active" and shown(UNIT, "NRestarts") != str(restarts),
        "not back",
    )
    until(lambda: not shows(pi, ended("watchdog")), "the program draws nothing")
    goes_on(pi, finger, before)
    assert kept() == answers


def goes_on(pi: Pi, finger: Callable[..., None], before: Image.Image) -> None:
    """At the prompt of that picture; the way there is at most a yes."""
    for _ in range(2):
        settled(pi)
        end = time.monotonic() + 5  # a question of several pages turns them
        while time.monotonic() < end:
            if shows(pi, before):
                return
            time.sleep(0.2)
        finger("ok")
    assert shows(pi, before), drawn(pi.glass)


def test_a_program_that_breaks_off_again_and_again_stays_off_and_says_why(pi: Pi) -> None:
    for _ in range(6):
        until(lambda: shown(UNIT, "MainPID") != "0" or shown(UNIT, "ActiveState") == "failed", "not started")
        if shown(UNIT, "ActiveState") == "failed":
            break
        os.kill(int(shown(UNIT, "MainPID")), signal.SIGKILL)
        until(lambda: shown(UNIT, "SubState") in ("auto-restart", "failed"), "not ended")
    assert shown(UNIT, "ActiveState") == "failed"
    assert shown(UNIT, "Result") in ("start-limit-hit", "signal")
    assert shows(pi, ended("signal")), drawn(pi.glass)


def test_settings_that_cannot_be_used_are_told_once_and_not_tried_again(
    pi: Pi, finger: Callable[..., None]
) -> None:
    good = CONFIG.read_text()
    CONFIG.write_text(good.replace("controller:", "controler:"))
    run("systemctl", "reset-failed", UNIT)
    assert run("systemctl", "start", UNIT).returncode != 0
    assert shown(UNIT, "ExecMainStatus") == "78"
    assert shown(UNIT, "SubState") == "failed"
    wrong = [line for line in said().splitlines() if "controler" in line]
    assert "controller" in wrong[-1], said()
    assert not shows(pi, ended("exit-code", "1")), drawn(pi.glass)
    print(drawn(pi.glass), flush=True)
    CONFIG.write_text(good)
    run("systemctl", "reset-failed", UNIT)
    assert run("systemctl", "start", UNIT).returncode == 0


def test_the_menu_switches_the_machine_off(pi: Pi, finger: Callable[..., None]) -> None:
    """The last: it takes this very test with it. What it leaves behind is the exit status of the run."""
    WITNESS.write_text(WITNESSED)
    assert run("systemctl", "start", WITNESS.name).returncode == 0
    finger("ok")
    finger("ok", seconds=1.2)
    finger("up", "up", "ok", "up")
    print(drawn(pi.glass), flush=True)
    print("switching off: what comes now is the witness's", flush=True)
    Finger(pi.pins, switches.ARCADE).press(PINS["ok"])
    time.sleep(PATIENCE)
    pytest.fail(f"it is left on\n{said()}")
