"""What systemd hears, over a real socket: ready, signs of life from the loop's own time, stopping."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import cli
from companion.hal.clock import VirtualClock
from companion.service.systemd import Systemd


class Manager:
    """systemd's end of the line."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(str(path))
        self.socket.setblocking(False)

    def heard(self) -> list[str]:
        words = []
        while True:
            try:
                words.append(self.socket.recv(200).decode())
            except BlockingIOError:
                return words


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    manager = Manager(tmp_path / "notify")
    yield manager
    manager.socket.close()


def test_ready_then_alive_as_long_as_the_loop_goes_on(manager: Manager) -> None:
    clock = VirtualClock()
    systemd = Systemd(clock, {"NOTIFY_SOCKET": str(manager.path), "WATCHDOG_USEC": "10000000"})
    assert manager.heard() == []
    systemd.ready()
    assert manager.heard() == ["READY=1", "WATCHDOG=1"]
    clock.advance(20)
    assert manager.heard() == ["WATCHDOG=1"] * 4
    # The loop hangs: nothing of ours says otherwise.
    assert manager.heard() == []
    systemd.stopping()
    clock.advance(60)
    assert manager.heard() == ["STOPPING=1"]
    assert clock.next_due() is None


def test_without_a_watchdog_nothing_wakes_the_box(manager: Manager) -> None:
    clock = VirtualClock()
    systemd = Systemd(clock, {"NOTIFY_SOCKET": str(manager.path)})
    systemd.ready()
    systemd.status("Round 3")
    assert manager.heard() == ["READY=1", "STATUS=Round 3"]
    assert clock.next_due() is None


def test_another_process_watchdog_is_not_ours(manager: Manager) -> None:
    clock = VirtualClock()
    environ = {
        "NOTIFY_SOCKET": str(manager.path),
        "WATCHDOG_USEC": "10000000",
        "WATCHDOG_PID": str(os.getpid() + 1),
    }
    Systemd(clock, environ).ready()
    assert manager.heard() == ["READY=1"]


def test_systemd_may_be_gone_or_not_there(tmp_path: Path) -> None:
    clock = VirtualClock()
    Systemd(clock, {"NOTIFY_SOCKET": str(tmp_path / "nobody"), "WATCHDOG_USEC": "1000000"}).ready()
    clock.advance(3)
    Systemd(clock, {}).ready()


@pytest.mark.case("SY-O5")
def test_a_fault_at_the_start_is_left_for_the_last_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    file = tmp_path / "config.yaml"
    file.write_text("panel:\n\tbrightness: 2\n")
    assert cli.run(["play", "--config", str(file)]) == 78
    assert f"{file}:2" in capsys.readouterr().err
    assert f"{file}:2" in (tmp_path / "fault").read_text()


def test_a_systemd_that_does_not_listen_holds_nobody_up(manager: Manager) -> None:
    clock = VirtualClock()
    Systemd(clock, {"NOTIFY_SOCKET": str(manager.path), "WATCHDOG_USEC": "2000000"}).ready()
    clock.advance(5000)  # far more signs of life than a socket holds; with a blocking one this never ends
    assert manager.heard()[0] == "READY=1"
