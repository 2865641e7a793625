"""Reads hardware/pins.yaml into plain Python for the tests that compare other files with it.

Knows the file's shape only: neither the program's settings nor the drawings.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
HARDWARE = ROOT / "hardware"


def pin_map() -> dict[str, Any]:
    """The whole file as loaded."""
    loaded: dict[str, Any] = yaml.safe_load((HARDWARE / "pins.yaml").read_text(encoding="utf-8"))
    return loaded


@dataclass(frozen=True)
class Use:
    """One pin of the Pi and what hangs on it; `group` is the part of the build, `name` the wire."""

    group: str
    name: str
    gpio: int


def pi_uses(build: dict[str, Any]) -> Iterator[Use]:
    """Every GPIO a build connects, in the order of the file."""
    for group in ("display", "buttons", "encoder", "lamps", "reader"):
        for name, value in build.get(group, {}).items():
            if isinstance(value, int) and name != "address":
                yield Use(group, name, value)
    if "buzzer" in build:
        yield Use("buzzer", "buzzer", build["buzzer"])
