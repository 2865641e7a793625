"""The doctor asks the board: version, self-test, counters; and shows live what it and radio dice report."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import cli
from companion.doctor import firmware
from companion.doctor.findings import Finding
from companion.doctor.trial import Trial
from companion.hal.clock import VirtualClock
from companion.hal.devices import Devices
from companion.hal.dice import KINDS
from companion.hal.token_reader_port import TokenReaderBoard
from tests.firmware.desk import PtyDesk, VirtualDesk
from tests.models.dice import GODICE, AirDie, AirModel, godice_rest


def examined(
    before: Callable[[VirtualDesk], object] = lambda desk: None,
    later: Callable[[VirtualDesk], object] = lambda desk: None,
) -> list[str]:
    """What the doctor finds at a board; something was done to it before, or is done when it has greeted."""
    clock = VirtualClock()
    desk = VirtualDesk(clock)
    before(desk)
    board = TokenReaderBoard(clock, desk, nonce=1)
    devices = Devices(
        board.buttons, board.lamps, board.buzzer, board.encoder, (board.reader,), boards=(board,)
    )
    found: list[Finding] = []
    over: list[bool] = []
    Trial(clock, devices, ["firmware"], lambda text: None, found.append, lambda: over.append(True)).start()
    clock.advance(2.7)
    later(desk)
    clock.advance(30)
    assert over == [True]
    desk.put_away()
    assert all(finding.fix.msg for finding in found if finding.state != "ok"), "a fix a line"
    return [" ".join(finding.lines()) for finding in found]


def test_a_healthy_board_says_its_version_and_passes() -> None:
    version, test, counters = examined()
    assert "reader: program 1.0.0, protocol 1.0, with buttons8, encoder, lamps3, buzzer and tags" in version
    assert "self-test passed: reader chip 92, " in test
    assert "no damaged lines" in counters
    assert all(line.startswith("ok ") for line in (version, test, counters))


PLANTED: dict[str, tuple[Callable[[VirtualDesk], object], tuple[str, ...]]] = {
    "away": (VirtualDesk.unplug, ("BAD  firmware", "no reader", "firmware/README.md")),
    "silent": (
        lambda desk: setattr(desk, "stalled", True),
        ("BAD  firmware", "does not answer", "firmware/README.md"),
    ),
    "no chip": (
        lambda desk: desk.board.reader_wire("low"),
        ("BAD  firmware", "reader chip does not answer the board", "3.3 V", "companion wiring"),
    ),
    "held": (
        lambda desk: desk.board.press("ok"),
        ("BAD  firmware", "held down all the time: OK", "touches ground"),
    ),
}
PLANTED_LATER: dict[str, tuple[Callable[[VirtualDesk], object], tuple[str, ...]]] = {
    "dips": (
        lambda desk: desk.board.reader_power_cycle(),
        ("BAD  firmware", "lost its settings, times: 1", "10 µF"),
    ),
    "noise": (
        lambda desk: desk.board.send(b"\xff\xf0 noise\n"),
        ("note firmware", "damaged lines: 1 to the board", "USB cable"),
    ),
}


@pytest.mark.parametrize("kind", [*PLANTED, *PLANTED_LATER])
def test_a_planted_fault_of_the_board_is_found_with_its_fix(kind: str) -> None:
    plant, words = (PLANTED | PLANTED_LATER)[kind]
    lines = examined(plant) if kind in PLANTED else examined(later=plant)
    assert any(all(word in line for word in words) for line in lines), lines


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("ok chip=92 fifo=no down=00 mv=4980 free=1010", "does not keep what it is told"),
        ("ok chip=FF fifo=no down=00 mv=4980 free=1010", "does not answer the board"),
        ("ok chip=92 fifo=ok down=00 mv=4100 free=1010", "only 4.10 V"),
        ("ok chip=92 fifo=ok down=21 mv=4980 free=1010", "EVENT and OK"),
    ],
)
def test_each_figure_of_the_self_test_is_judged(answer: str, words: str) -> None:
    [finding] = firmware.self_test(answer)
    assert finding.state == "bad"
    assert words in str(finding.text)


def test_lost_presses_are_told() -> None:
    found = list(firmware.counters("ok check=0 long=0 resent=0 lost=3 restarts=0", 0))
    assert [(finding.state, str(finding.text)) for finding in found] == [
        ("bad", "lost changes of buttons: 3")
    ]


def usb_box(folder: Path, reader: str) -> Path:
    """The settings of a box without pins that has one reader."""
    file = folder / "config.yaml"
    none = ", ".join(f"{name}: null" for name in ("event", "move", "combat", "up", "down", "ok", "back"))
    file.write_text(
        f"devices:\n  buttons: {{{none}}}\n  lamps: {{event: null, move: null, combat: null}}\n"
        f"  encoder: null\n  buzzer: null\n  display: null\n  readers:\n    - {{{reader}}}\n"
        f"home: {folder / 'home'}\n"
    )
    return file


def test_step_6_asks_the_board_on_a_real_port(tmp_path: Path) -> None:
    with PtyDesk(tmp_path / "reader") as desk:
        config = usb_box(tmp_path, f"type: firmware, port: {desk.path}")
        done = subprocess.run(
            [sys.executable, "-m", "companion.cli", "--config", str(config), "doctor", "--step", "6"],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert "program 1.0.0, protocol 1.0" in done.stdout, done.stdout + done.stderr
    assert "self-test passed: reader chip 92" in done.stdout
    assert "no damaged lines" in done.stdout


def test_watching_shows_what_the_board_reports_until_it_is_stopped(tmp_path: Path) -> None:
    with PtyDesk(tmp_path / "reader") as desk:
        config = usb_box(tmp_path, f"type: firmware, port: {desk.path}")
        with subprocess.Popen(
            [sys.executable, "-um", "companion.cli", "--config", str(config), "doctor", "--watch"],
            stdout=subprocess.PIPE,
            text=True,
        ) as watching:
            patience = threading.Timer(60, watching.kill)
            patience.start()
            assert watching.stdout is not None

            def shown(kind: str) -> dict[str, str]:
                assert watching.stdout is not None
                events = (json.loads(text.split(maxsplit=1)[1]) for text in watching.stdout)
                return next(event for event in events if event["type"] == kind)

            desk.do(lambda board: board.tag("04A1B2C3D4E5F6"))
            assert shown("TagLaid") == {"type": "TagLaid", "tag": "04A1B2C3D4E5F6", "reader": "reader"}
            desk.do(lambda board: board.press("ok"))
            assert shown("Pressed")["button"] == "ok"
            desk.unplug()
            assert shown("DeviceLost")["device"] == "reader"
            watching.send_signal(signal.SIGINT)
            assert watching.wait(20) == 0
            patience.cancel()


def test_watching_shows_the_rolls_of_a_radio_die(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    air = AirModel()
    air.install(monkeypatch)
    die = AirDie("DA:1E:00:C0:FF:EE", "GoDice_C0FFEE_K_v04", KINDS["godice"].notify)
    air.dice = [die]
    config = usb_box(tmp_path, "type: godice, name: event die")

    def roll_and_stop() -> None:
        while not hasattr(die.client, "tell"):
            stop.wait(0.01)
        die.say(b"R", godice_rest(b"S", GODICE[5]))
        while not any("TagLaid" in text for text in shown):
            stop.wait(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    stop = threading.Event()
    shown: list[str] = []
    monkeypatch.setattr("click.echo", lambda text, **_: shown.append(text))
    hand = threading.Thread(target=roll_and_stop, daemon=True)
    hand.start()
    done = CliRunner().invoke(cli, ["--config", str(config), "doctor", "--watch"])
    assert done.exit_code == 0, done.output
    assert json.loads(shown[-1].split(maxsplit=1)[1]) == {
        "type": "TagLaid",
        "tag": "DA1E00C0FFEE05",
        "reader": "event die",
    }
