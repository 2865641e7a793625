"""What the pages of the keeper show that stands above the service: the doctor's findings, set-ups as lists.

All of it is imported when it is first asked for: the first picture on the OLED does not wait for it. Must not
know pages, nor a game by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.doctor.findings import Finding
    from companion.doctor.machine import Machine
    from companion.engine.game import Game
    from companion.engine.prompts import Prompt
    from companion.engine.text import Text
    from companion.hal.settings import DeviceSettings

DISTURBS = ("i2c_scan",)
"""Checks that talk to a bus which the running service talks to itself: it knows better what answers there."""


class Office:
    """The `Upstairs` of a box with these devices and this folder. `machine` is the one it runs on."""

    def __init__(self, devices: DeviceSettings, home: Path, machine: Machine | None = None) -> None:
        self._devices, self._home, self._machine = devices, home, machine

    def findings(self) -> Sequence[Finding]:
        """What the doctor sees while the service runs."""
        from companion.doctor.checks import LOOKING, scan_bus
        from companion.doctor.machine import Machine
        from companion.doctor.patient import Patient

        patient = Patient(self._machine or Machine(), self._devices, self._home, scan_bus)
        looking = [check for name, check in LOOKING.items() if name not in DISTURBS]
        return [finding for check in looking for finding in check(patient)]

    def starts(
        self, games: Mapping[str, Game[Any]], shelf: Callable[[Game[Any]], Mapping[str, Any]]
    ) -> Iterator[tuple[str, Text]]:
        """What can be set up: id and name."""
        from companion.setup.sheet import starts

        for id, name, _ in starts(games, shelf):
            yield id, name

    def steps(
        self, start: str, games: Mapping[str, Game[Any]], shelf: Callable[[Game[Any]], Mapping[str, Any]]
    ) -> Sequence[Prompt] | None:
        """All steps of a set-up; None if nothing is called so. Raises ValueError with one line if it cannot
        begin."""
        from companion.setup.sheet import starts, steps
        from companion.simulate.players import opening

        plan = next((plan for id, _, plan in starts(games, shelf) if id == start), None)
        return None if plan is None else list(steps(opening(plan)))
