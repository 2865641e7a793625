"""What is shipped: budgets, the .hex with its check sum, the pin map, and the fuzzer that finds nothing."""

from __future__ import annotations

import hashlib
import re
import subprocess
from pathlib import Path

import pytest
import yaml

from tests.firmware.board import BUILD, BUTTONS, BUZZER, FIRMWARE, LAMPS
from tests.firmware.budget import FLASH, RAM, deepest_stack, milliseconds, sizes, tag_to_last_byte

SHIPPED = FIRMWARE / "token_reader.hex"
PINS_YAML = FIRMWARE.parent / "hardware" / "pins.yaml"


def test_flash_and_ram_stay_in_their_budgets() -> None:
    flash, static = sizes()
    assert flash <= 0.70 * FLASH, f"{flash} bytes of flash"
    used = static + deepest_stack()
    assert used <= 0.60 * RAM, f"{used} bytes of RAM with the deepest stack"


def test_a_tag_is_on_the_wire_within_eighty_milliseconds() -> None:
    worst = max(tag_to_last_byte(30))
    assert milliseconds(worst) <= 80, f"{worst} cycles"


def test_the_shipped_hex_is_what_its_check_sum_says() -> None:
    told, name = (FIRMWARE / "token_reader.hex.sha256").read_text("ascii").split()
    assert name == SHIPPED.name
    assert hashlib.sha256(SHIPPED.read_bytes()).hexdigest() == told


def test_the_shipped_hex_is_built_from_the_sources_that_are_here() -> None:
    compiler = subprocess.run(["avr-gcc", "-dumpversion"], capture_output=True, text=True, check=True).stdout
    if compiler.strip() != "5.4.0":
        pytest.skip(f"the shipped file was built by avr-gcc 5.4.0, here is {compiler.strip()}")
    assert (BUILD / "token_reader.hex").read_bytes() == SHIPPED.read_bytes(), "run: make -C firmware ship"


def test_the_build_is_the_same_in_another_folder(tmp_path: Path) -> None:
    subprocess.run(
        ["cp", "-r", str(FIRMWARE / "token_reader"), str(FIRMWARE / "Makefile"), tmp_path], check=True
    )
    subprocess.run(["make", "-s", "-C", str(tmp_path), "hex"], check=True, capture_output=True)
    built = (tmp_path / "build" / "token_reader.hex").read_bytes()
    assert built == (BUILD / "token_reader.hex").read_bytes()


def defines() -> dict[str, str]:
    text = (FIRMWARE / "token_reader" / "pins.h").read_text("utf-8")
    return {m[1]: m[2] for m in re.finditer(r"^#define (\w+) (.+?)(?: +//.*)?$", text, re.MULTILINE)}


def printed(number: str) -> str:
    """A pin as the Nano's board names it."""
    return number if number.startswith("A") else f"D{number}"


def test_the_sketch_uses_the_pins_of_the_map() -> None:
    nano = yaml.safe_load(PINS_YAML.read_text("utf-8"))["nano"]
    named = defines()
    pins = {name[4:].lower(): printed(pin) for name, pin in named.items() if name.startswith("PIN_")}
    assert pins == nano["pins"]

    def order(name: str) -> list[str]:
        return [pin.strip()[4:].lower() for pin in named[name].strip("{}").split(",")]

    assert order("BUTTON_PINS") == nano["buttons"]
    assert [lamp.removeprefix("lamp_") for lamp in order("LAMP_PINS")] == nano["lamps"]
    assert (int(named["BUTTON_COUNT"]), int(named["LAMP_COUNT"])) == (
        len(nano["buttons"]),
        len(nano["lamps"]),
    )


def test_the_simulated_world_is_wired_as_the_map_says() -> None:
    pins = yaml.safe_load(PINS_YAML.read_text("utf-8"))["nano"]["pins"]
    assert {("encoder_push" if name == "push" else name): pin for name, pin in BUTTONS.items()} == {
        name: pins[name] for name in ("event", "move", "combat", "up", "down", "ok", "back", "encoder_push")
    }
    assert (pins["lamp_event"], pins["lamp_move"], pins["lamp_combat"]) == LAMPS
    assert pins["buzzer"] == BUZZER


def test_some_seconds_of_fuzzing_break_nothing() -> None:
    done = subprocess.run(
        ["make", "-s", "-C", str(FIRMWARE), "fuzz", "FUZZ_SECONDS=4"],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    runs = re.search(r"number_of_executed_units: (\d+)", done.stderr)
    assert runs is not None
    assert int(runs[1]) > 500
