"""The box as a process of its own: safe stop, switching off, and what is left of a fault."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal.store import Journal
from tests.bench.service import CONFIG

ROOT = Path(__file__).parents[2]
PROGRAM = """
import sys
from msgspec.structs import replace
from companion.engine.session import Answered
from companion.hal.mock import MockBox
from companion.service import Settings, run as service
from tests.engine.toy import TOY

def started(companion):
    clock = companion.front.panel._clock
    companion.box.subscribe(lambda changed: print("seq", changed.seq, flush=True))
    exec(sys.argv[2], {"companion": companion, "clock": clock, "box": companion.box, "Answered": Answered})

outfit = service.outfit
service.outfit = lambda *args: replace(outfit(*args), games={"toy": TOY})
settings = Settings(home=sys.argv[1])
sys.exit(service.run(settings, lambda settings, clock: MockBox(clock).devices, started))
"""
OFF = "clock.call_later(0.5, companion.front.panel.switch_off)"
ANSWER = """
def answer(changed):
    if box.sitting is not None and not box.session.entries:
        clock.post(lambda: box.submit(Answered(box.session.number, 4)))
box.subscribe(answer)
"""


class Process:
    """The box with what to do once it runs."""

    def __init__(self, folder: Path, then: str, **environ: str) -> None:
        inherited = {name: value for name, value in os.environ.items() if name != "NOTIFY_SOCKET"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(folder / "home"), then],
            cwd=ROOT,
            env=inherited | environ,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.patience = threading.Timer(60, self.process.kill)
        self.patience.start()

    def hear(self, words: str) -> None:
        """Wait until it says these words."""
        assert self.process.stdout is not None
        assert words in (line.strip() for line in self.process.stdout)

    def end(self) -> tuple[int, str]:
        _, err = self.process.communicate()
        self.patience.cancel()
        return self.process.returncode, err


def test_a_stop_finishes_what_was_begun_and_leaves_one_whole_file(tmp_path: Path) -> None:
    box = Process(tmp_path, ANSWER)
    box.hear("seq 3")  # the lobby, the game, the answer
    box.process.send_signal(signal.SIGTERM)
    assert box.end() == (0, "")
    left = {file.name for file in (tmp_path / "home").glob("journal.db*")}
    assert left == {"journal.db", "journal.db.lock"}
    with Journal(tmp_path / "home/journal.db") as journal:
        assert journal.games()[0].lines == 1


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(30)
        yield manager


def fake_systemctl(folder: Path) -> dict[str, str]:
    (folder / "bin").mkdir()
    tool = folder / "bin/systemctl"
    tool.write_text(f'#!/bin/sh\necho "$@" > {folder}/asked\n')
    tool.chmod(0o755)
    return {"PATH": f"{folder}/bin:{os.environ['PATH']}"}


def test_switched_off_as_a_service_the_machine_follows(tmp_path: Path, manager: socket.socket) -> None:
    box = Process(tmp_path, OFF, NOTIFY_SOCKET=str(tmp_path / "notify"), **fake_systemctl(tmp_path))
    assert manager.recv(100) == b"READY=1"
    assert manager.recv(100) == b"STOPPING=1"
    assert box.end() == (0, "")
    assert (tmp_path / "asked").read_text() == "poweroff\n"


def test_switched_off_by_hand_only_the_program_ends(tmp_path: Path) -> None:
    box = Process(tmp_path, OFF, **fake_systemctl(tmp_path))
    assert box.end() == (0, "")
    assert not (tmp_path / "asked").exists()


def test_a_fault_of_ours_is_one_line_and_a_file_and_the_box_goes_on(tmp_path: Path) -> None:
    box = Process(tmp_path, f"clock.call_later(0.2, lambda: 1 / 0); {OFF}")
    code, err = box.end()
    assert code == 0
    [line] = err.splitlines()
    assert "ZeroDivisionError" in line
    assert "Traceback" in Path(line.rsplit(" ", 1)[1]).read_text()


def test_what_the_bench_starts_gets_to_its_first_picture(tmp_path: Path) -> None:
    config = tmp_path / "config.yaml"
    config.write_text(CONFIG.format(home=tmp_path))
    program = [sys.executable, "-m", "tests.service.first_frame", str(config)]
    done = subprocess.run(program, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 0  # kilobytes
