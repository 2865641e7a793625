"""What the doctor looks at. Must not know what is checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec import Struct

from companion.hal.settings import DeviceSettings

from .findings import Finding
from .machine import Machine


class Patient(Struct, frozen=True):
    """What is looked at: the machine, the settings in force, the saved games' folder, and the I2C bus."""

    machine: Machine
    devices: DeviceSettings
    home: Path
    scan: Callable[[int], list[int] | None]
    """Tries all addresses of an I2C bus."""


Check = Callable[[Patient], Iterator[Finding]]
