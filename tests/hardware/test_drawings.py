"""The committed drawings show the wiring as it stands in the YAML."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from companion.library.config import load_config
from companion.service.settings import Settings
from companion.wiring import draw_svg
from tests.hardware.pinmap import HARDWARE, ROOT

BUILDS = ["smallest", "standard", "usb_only"]


def words(svg: Path) -> list[str]:
    """All text in the picture; positions depend on the version of Graphviz and are left out."""
    return sorted(re.findall(r"<text[^>]*>([^<]*)</text>", svg.read_text(encoding="utf-8")))


@pytest.mark.parametrize("name", BUILDS)
def test_the_svg_is_what_wireviz_makes_now(name: str, tmp_path: Path) -> None:
    assert shutil.which("dot"), "Graphviz is missing: scripts/debian-packages/hardware.txt"
    shutil.copy(HARDWARE / "wiring" / f"{name}.yml", tmp_path)
    run = subprocess.run(
        [Path(sys.executable).with_name("wireviz"), "-f", "s", tmp_path / f"{name}.yml"],
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    fresh = words(tmp_path / f"{name}.svg")
    assert len(fresh) > 80
    assert words(HARDWARE / "wiring" / f"{name}.svg") == fresh, "run make hardware"


@pytest.mark.parametrize("name", BUILDS)
def test_the_png_is_there_and_readable(name: str) -> None:
    with Image.open(HARDWARE / "wiring" / f"{name}.png") as picture:
        assert picture.width >= 2400
        assert len(picture.convert("RGB").getcolors(1 << 20) or []) > 8


@pytest.mark.parametrize("name", BUILDS)
def test_the_picture_of_the_pins_is_what_the_program_draws_now(name: str) -> None:
    config = load_config(Settings, ROOT / "packaging" / "config" / f"{name}.yaml").value
    committed = (HARDWARE / "wiring" / f"{name}_pins.svg").read_text(encoding="utf-8")
    assert draw_svg(config.devices) == committed, "run make hardware"
