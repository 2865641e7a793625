"""The firmware's pins are those of the map."""

from __future__ import annotations

import re

from tests.hardware.pinmap import ROOT, pin_map

HEADER = (ROOT / "firmware/token_reader/pins.h").read_text(encoding="utf-8")
defined = dict(re.findall(r"^#define (PIN_\w+) (\w+)", HEADER, re.MULTILINE))
NANO = pin_map()["nano"]


def list_of(name: str) -> list[str]:
    (names,) = re.findall(rf"^#define {name} \{{(.*)\}}$", HEADER, re.MULTILINE)
    return [one.strip() for one in names.split(",")]


def test_every_pin_is_where_the_map_has_it() -> None:
    """The Arduino core writes D5 as 5 and A0 as A0."""
    assert defined == {f"PIN_{part.upper()}": pin.removeprefix("D") for part, pin in NANO["pins"].items()}


def test_buttons_and_lamps_have_the_order_of_the_map() -> None:
    assert list_of("BUTTON_PINS") == [f"PIN_{button.upper()}" for button in NANO["buttons"]]
    assert list_of("LAMP_PINS") == [f"PIN_LAMP_{lamp.upper()}" for lamp in NANO["lamps"]]
    assert f"#define BUTTON_COUNT {len(NANO['buttons'])}\n" in HEADER
    assert f"#define LAMP_COUNT {len(NANO['lamps'])}\n" in HEADER


def test_the_sketch_takes_its_pins_from_there() -> None:
    """A bare pin number in the sketch would pass by the map."""
    sketch = (ROOT / "firmware/token_reader/token_reader.ino").read_text(encoding="utf-8")
    assert '#include "pins.h"' in sketch
    calls = re.findall(r"\b(?:pinMode|digitalWrite|digitalRead|tone|noTone)\s*\(\s*([^,)]+)", sketch)
    assert all(not re.fullmatch(r"A?\d+", one.strip()) for one in calls), calls
