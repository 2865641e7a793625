"""The guide, the steps and the bill of materials say the same as the data they stand for."""

from __future__ import annotations

import csv
import re
from typing import Any

import msgspec
import pytest
import yaml

from companion.hal.pins import HEADER
from companion.hal.settings import DeviceSettings
from hardware.electrics import budget, load, load_parts, read
from tests.hardware.pinmap import HARDWARE, pi_uses, pin_map

README = (HARDWARE / "README.md").read_text(encoding="utf-8")
STEPS = yaml.safe_load((HARDWARE / "steps.yaml").read_text(encoding="utf-8"))["steps"]
BUILDS = pin_map()["builds"]
ROWS = list(csv.DictReader((HARDWARE / "bill_of_materials.csv").read_text(encoding="utf-8").splitlines()))


def test_the_current_table_is_the_budget() -> None:
    table = re.findall(r"^\| (\w+) \| ([A-Z0-9 ]+[0-9A-Z]V?\w*) \| (\d+) \| (\d+) \|$", README, re.MULTILINE)
    expected = [
        (name, row.supply, f"{row.draws_ma:.0f}", f"{row.limit_ma:.0f}")
        for name in BUILDS
        for row in budget(read(load(name), load_parts()))
    ]
    assert table == expected


def test_the_guide_names_each_pin_with_its_place() -> None:
    place = {gpio: at for at, gpio in HEADER.items()}
    for name in ("smallest", "standard"):
        for use in pi_uses(BUILDS[name]):
            named = re.search(rf"GPIO{use.gpio}\b[^.\n]*?\b{place[use.gpio]}\b", README)
            listed = re.search(rf"\| {place[use.gpio]} \| GPIO{use.gpio} ", README)
            assert named or listed, use


def test_the_guide_names_each_nano_pin() -> None:
    for pin in pin_map()["nano"]["pins"].values():
        assert re.search(rf"\b{pin}\b", README), pin


def test_steps_are_numbered_and_in_the_guide_with_their_test() -> None:
    assert [step["step"] for step in STEPS] == list(range(1, len(STEPS) + 1))
    headings = dict(re.findall(r"^## Step (\d+): (.+)$", README, re.MULTILINE))
    assert sorted(map(int, headings)) == [step["step"] for step in STEPS]
    for step in STEPS:
        assert step["checks"]
        assert f"`companion doctor --step {step['step']}`" in README
        heading = headings[str(step["step"])]
        assert heading.lower().startswith(step["title"].lower())
        assert set(step["builds"]) <= set(BUILDS)
        if set(step["builds"]) != set(BUILDS):
            assert heading.endswith("(" + ", ".join(step["builds"]) + ")")


@pytest.mark.parametrize("name", list(BUILDS))
def test_every_part_of_a_build_has_a_step_that_tries_it(name: str) -> None:
    checks = {check for step in STEPS if name in step["builds"] for check in step["checks"]}
    assert {"board", "buttons", "reader", "unit"} <= checks
    build = BUILDS[name]
    if "display" in build:
        assert {"i2c", "display"} <= checks
    if "nano" in build:
        assert "firmware" in checks
    if "encoder" in build or "encoder_a" in build.get("nano", []):
        assert {"encoder", "lamps", "buzzer"} <= checks


@pytest.mark.parametrize("name", list(BUILDS))
def test_every_drawn_part_is_in_the_bill_of_materials(name: str) -> None:
    bought = {ref for row in ROWS if name in row["builds"].split() for ref in row["reference"].split()}
    assert set(load(name)["connectors"]) <= bought


def test_the_bill_is_whole_and_sells_nothing() -> None:
    assert len(ROWS) > 30
    for row in ROWS:
        assert set(row["builds"].split()) <= set(BUILDS)
        assert int(row["quantity"]) > 0
        assert row["needed"] in ("yes", "no")
        assert None not in row
        assert not re.search(r"https?:|www\.|€|\$|£", ",".join(row.values()))
        assert not row["what the alternative changes in the config"] or row["alternative"]


def changes() -> list[str]:
    return [
        change
        for row in ROWS
        for change in filter(None, row["what the alternative changes in the config"].split("; "))
    ]


@pytest.mark.parametrize("change", sorted(set(changes())))
def test_what_an_alternative_changes_is_a_setting(change: str) -> None:
    path, value = change.split(": ", 1)
    root, *keys = re.split(r"\.|(?=\[)", path)
    assert root == "devices"
    data: Any = msgspec.to_builtins(DeviceSettings())
    data["readers"] = list(data["readers"])
    spot = data
    for key in keys[:-1]:
        spot = spot[int(key[1:-1])] if key.startswith("[") else spot[key]
    assert keys[-1] in spot, path
    before = spot[keys[-1]]
    spot[keys[-1]] = yaml.safe_load(value)
    settings = msgspec.convert(data, DeviceSettings)
    assert type(before) is type(spot[keys[-1]]) or before is None or spot[keys[-1]] is None
    assert settings is not None
