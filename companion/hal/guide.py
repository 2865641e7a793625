"""The steps of building the box, as `companion doctor --step N` runs them (hardware/steps.yaml).

Must not know: how a check is made, any device.
"""

import sys
from functools import cache
from pathlib import Path

import msgspec
import yaml


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step: its number, name, the builds that have it, the checks that prove it, and what it looks like
    when it is done."""

    step: int
    title: str
    builds: tuple[str, ...]
    checks: tuple[str, ...]
    done: str


class _File(msgspec.Struct, forbid_unknown_fields=True):
    format: int
    steps: tuple[Step, ...]


def hardware_file(name: str) -> Path:
    """A data file of the hardware folder: beside the source in a clone, under share/ where installed.

    Raises FileNotFoundError.
    """
    clone = Path(__file__).resolve().parents[2] / "hardware" / name
    for file in (clone, Path(sys.prefix, "share", "companion", name)):
        if file.is_file():
            return file
    raise FileNotFoundError(
        f"{name} is neither in a clone's hardware folder nor in {sys.prefix}/share/companion"
    )


@cache
def steps() -> tuple[Step, ...]:
    """All steps, in order."""
    raw = yaml.safe_load(hardware_file("steps.yaml").read_text(encoding="utf-8"))
    return msgspec.convert(raw, _File).steps
