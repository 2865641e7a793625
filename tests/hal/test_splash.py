"""The first and the last picture: on luma's real driver, whatever is missing or broken."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from companion.hal import last_words, splash
from companion.hal.last_words import reason_of_stop, remember_fault
from companion.hal.settings import DisplaySettings
from companion.hal.splash import picture, put, settings_of
from companion.library import config
from tests.models.oled import Panel, luma_bus

SSD1306 = DisplaySettings(controller="ssd1306")


def test_the_constants_are_those_of_the_config() -> None:
    assert config.MACHINE == splash.CONFIG
    assert config.EXIT_CONFIG == last_words.EXIT_CONFIG


@pytest.mark.parametrize("controller", ["ssd1306", "ssd1309", "sh1106"])
def test_starting_stands_on_the_panel_and_stays(controller: Any) -> None:
    panel = Panel("sh1106" if controller == "sh1106" else "ssd1306")
    image = picture((128, 64), "", "starting")
    settings = DisplaySettings(controller=controller)
    assert put(image, settings, lambda s: luma_bus({0x3C: panel}, s.address)) is None
    assert panel.on
    assert panel.picture().tobytes() == image.tobytes()


@pytest.mark.case("SY-O1")
def test_a_display_that_comes_two_seconds_late_gets_the_picture() -> None:
    panel, panels, slept = Panel("ssd1306"), {}, []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        if sum(slept) >= 2:
            panels[0x3C] = panel

    image = picture((128, 64), "", "starting")
    assert put(image, SSD1306, lambda s: luma_bus(panels, s.address), sleep=sleep) is None
    assert sum(slept) == 2
    assert panel.picture().tobytes() == image.tobytes()


def test_a_display_that_never_comes_does_not_hold_up_the_boot() -> None:
    slept: list[float] = []
    lost = put(
        picture((128, 64), "", "starting"), SSD1306, lambda s: luma_bus({}, s.address), sleep=slept.append
    )
    assert lost is not None
    assert "No display answers" in str(lost)
    assert sum(slept) == splash.PATIENCE


def write(folder: Path, text: str) -> Path:
    file = folder / "config.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def test_the_display_of_the_config_is_used(tmp_path: Path) -> None:
    file = write(tmp_path, "devices: {display: {controller: sh1106, address: 0x3D, rotate: 180}}\n")
    assert settings_of(file) == DisplaySettings(controller="sh1106", address=0x3D, rotate=180)
    assert settings_of(write(tmp_path, "devices: {display: null}\n")) is None


@pytest.mark.parametrize(
    "text",
    ["", "devices:\n\tdisplay: 1\n", "[1]", "devices: {display: {address: much}}", "a: &a [*a, *a]", "\x00"],
)
def test_a_broken_config_still_gets_a_picture(tmp_path: Path, text: str) -> None:
    assert settings_of(write(tmp_path, text)) == splash.USUAL
    assert settings_of(tmp_path / "none.yaml") == splash.USUAL


def test_an_ordinary_stop_leaves_the_display_alone() -> None:
    assert reason_of_stop({"SERVICE_RESULT": "success", "EXIT_CODE": "exited", "EXIT_STATUS": "0"}) is None
    assert reason_of_stop({}) is None


@pytest.mark.case("SY-O5")
def test_the_first_error_is_what_is_shown(tmp_path: Path) -> None:
    service = {"RUNTIME_DIRECTORY": str(tmp_path)}
    remember_fault("config.yaml line 4: a tab", service)
    remember_fault("and what followed from it", service)
    reason = reason_of_stop({**service, "SERVICE_RESULT": "exit-code", "EXIT_STATUS": "78"})
    assert str(reason) == "config.yaml line 4: a tab"


def test_outside_the_service_nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    remember_fault("anything", {})
    remember_fault("anything", {"RUNTIME_DIRECTORY": str(tmp_path / "gone")})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"SERVICE_RESULT": "exit-code", "EXIT_STATUS": "78"}, "settings cannot be used"),
        ({"SERVICE_RESULT": "watchdog", "EXIT_STATUS": "ABRT"}, "hung"),
        ({"SERVICE_RESULT": "oom-kill", "EXIT_STATUS": "KILL"}, "Memory ran out"),
        ({"SERVICE_RESULT": "exit-code", "EXIT_STATUS": "1"}, "broke off"),
        ({"SERVICE_RESULT": "signal", "EXIT_STATUS": "SEGV", "RUNTIME_DIRECTORY": "/nowhere"}, "broke off"),
    ],
)
def test_each_way_to_end_has_its_sentence(told: dict[str, str], words: str) -> None:
    assert words in str(reason_of_stop(told))


def lit(image: Image.Image, box: tuple[int, int, int, int]) -> bool:
    return image.crop(box).getbbox() is not None


@pytest.mark.parametrize("height", [32, 64])
def test_any_length_of_reason_stays_on_the_panel(height: int) -> None:
    for words in ("no", "word " * 40, "x" * 400, ""):
        image = picture((128, height), words)
        assert image.size == (128, height)
        assert lit(image, (0, 0, 128, height)) == bool(words or height > 32)


def test_the_module_runs_as_the_units_call_it(tmp_path: Path) -> None:
    """In / with no HOME, on a machine with no I2C bus, after an ordinary stop and after none."""
    env = {"PATH": "/usr/bin:/bin", "PYTHONPATH": os.getcwd(), "LG_WD": str(tmp_path)}
    for told in ({}, {"SERVICE_RESULT": "success"}):
        command = [sys.executable, "-m", "companion.hal.splash", "stopped"]
        done = subprocess.run(command, cwd="/", env={**env, **told}, capture_output=True, text=True)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    wrong = subprocess.run(
        [sys.executable, "-m", "companion.hal.splash", "dance"],
        cwd="/",
        env=env,
        capture_output=True,
        text=True,
    )
    assert wrong.returncode == 2
    assert wrong.stderr == "usage: python -m companion.hal.splash starting | stopped\n"


@pytest.mark.case("SY-O5")
def test_a_tab_in_the_config_reaches_the_display(tmp_path: Path) -> None:
    """The command as the unit runs it: exit status 78, and its one line is the reason shown."""
    file = write(tmp_path, "devices:\n\tbuzzer: 12\n")
    runtime = tmp_path / "run"
    runtime.mkdir()
    env = {"PATH": "/usr/bin:/bin", "PYTHONPATH": os.getcwd(), "RUNTIME_DIRECTORY": str(runtime)}
    command = [sys.executable, "-m", "companion.cli", "--config", str(file), "play"]
    done = subprocess.run(command, cwd="/", env=env, capture_output=True, text=True)
    assert done.returncode == 78
    shown = str(reason_of_stop({**env, "SERVICE_RESULT": "exit-code", "EXIT_STATUS": "78"}))
    assert shown in done.stderr
    assert "config.yaml:2" in shown
