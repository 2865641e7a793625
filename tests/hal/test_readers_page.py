"""The page on readers: every example is a setting that can be used, and every kind is there."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import msgspec
import yaml

from companion.hal.pins import bus_pins, faults
from companion.hal.settings import DeviceSettings, ReaderSettings

PAGE = (Path(__file__).parents[2] / "docs" / "readers.md").read_text(encoding="utf-8")


def test_every_example_can_be_used() -> None:
    examples = [part.split("```")[0] for part in PAGE.split("```yaml\n")[1:]]
    assert len(examples) >= 6
    for example in examples:
        settings = msgspec.convert(yaml.safe_load(example)["devices"], DeviceSettings)
        assert faults(settings) == [], example


def test_every_kind_has_its_row() -> None:
    [kinds] = [field.type for field in msgspec.structs.fields(ReaderSettings) if field.name == "type"]
    table = "".join(line.split("|")[1] for line in PAGE.splitlines() if line.startswith("| `"))
    assert {kind for kind in get_args(kinds) if f"`{kind}`" not in table} == set()


def test_the_wires_of_the_rc522_are_those_of_the_pin_check() -> None:
    names = {"SS": "SDA", "MOSI": "MOSI", "MISO": "MISO", "SCK": "SCK"}
    for gpio, wire in bus_pins(ReaderSettings(type="rc522")).items():
        assert f"{names[wire]} goes to GPIO{gpio} " in PAGE or f"{names[wire]} to GPIO{gpio} " in PAGE
