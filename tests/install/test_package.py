"""What pip installs is all the program needs: every data file is named in the package's settings."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest

from companion.hal import guide
from tests.install.conftest import ROOT

SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]


def test_every_data_file_is_packed() -> None:
    package = ROOT / "companion"
    packed = {file for pattern in SETTINGS["package-data"]["companion"] for file in package.glob(pattern)}
    there = {
        file
        for file in package.rglob("*")
        if file.is_file() and file.suffix not in (".py", ".pyc") and file.name != "py.typed"
    }
    assert len(there) > 10
    assert there - packed == set()


def test_files_of_the_hardware_folder_are_packed_where_the_program_looks(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ((share, files),) = SETTINGS["data-files"].items()
    assert share == "share/companion"
    for name in files:
        assert guide.hardware_file(Path(name).name) == ROOT / name
    monkeypatch.setattr(guide, "__file__", str(tmp_path / "site-packages/companion/hal/guide.py"))
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    with pytest.raises(FileNotFoundError, match=r"steps\.yaml"):
        guide.hardware_file("steps.yaml")
    installed = tmp_path / share / "steps.yaml"
    installed.parent.mkdir(parents=True)
    installed.touch()
    assert guide.hardware_file("steps.yaml") == installed


def test_the_steps_are_read() -> None:
    assert [step.step for step in guide.steps()] == list(range(1, 11))
    assert guide.steps()[1].checks == ("groups", "i2c", "i2c_scan", "display")
