"""Presses from the lobby to the first turn with UP, DOWN and OK, against the fewest for the same choices.

The fewest: one OK for everything that is told; for each choice the fewest steps of the cursor from where it
starts to the option, and one OK. Turning pages, waking the OLED and taking news away are no part of it, so
each such press counts against the box. Must not know any game.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.engine.prompts import Prompt
from companion.hal.events import ButtonName
from companion.panel.screens import Number, Pages, Rows
from companion.simulate.script import Script, parse
from companion.simulate.table import Table, nearest
from tests.bench import Row, at_most

SCRIPTS = Path(__file__).parents[1] / "play"
PLAYED = ("setup_training_night", "setup_training_flood", "setup_training_finale", "setup_scoleri_1")
"""The last one begins with an empty library: everything on the card is asked for."""
MOST = 1.3


class CountedTable(Table):
    """A table that counts the presses, and the fewest there could have been."""

    presses = 0
    fewest = 0

    def press(self, button: ButtonName) -> None:
        self.presses += 1
        super().press(button)

    def hold(self, button: ButtonName, seconds: float = 1.0) -> None:
        self.presses += 1
        super().hold(button, seconds)

    def enter(self, prompt: Prompt, value: Any) -> None:
        self.fewest += self._steps(value) + 1
        super().enter(prompt, value)

    def _steps(self, value: Any) -> int:
        """The fewest steps from where the cursor stands to this answer."""
        screen = self.panel.screen
        if isinstance(screen, Rows):
            at = [row.id for row in screen.rows].index(value)
            return abs(nearest(at - screen.cursor, len(screen.rows)))
        if isinstance(screen, Number):
            # From a bound one step leads to the other.
            ways = (
                abs(value - screen.value),
                screen.value - screen.low + screen.unit + screen.high - value,
                screen.high - screen.value + screen.unit + value - screen.low,
            )
            return int(min(ways)) // screen.unit
        if isinstance(screen, Pages):
            return 0
        raise TypeError(f"no fewest steps for {type(screen).__name__}")


def presses(script: str) -> tuple[int, int]:
    """The presses of a script up to the first turn or a power cut, and the fewest for its choices."""
    tables: list[CountedTable] = []

    def counted(game: str, seed: int) -> Table:
        tables.append(CountedTable(game, seed))
        return tables[-1]

    played = Script(counted)
    try:
        for line in parse((SCRIPTS / f"{script}.play").read_text(encoding="utf-8")):
            if line.verb == "power":
                break
            played.do(line)
        return tables[0].presses, tables[0].fewest
    finally:
        played.close()


def rows() -> list[Row]:
    found = []
    for script in PLAYED:
        pressed, fewest = presses(script)
        name = script.removeprefix("setup_").replace("_", " ")
        found.append(
            at_most(f"set-up, {name}: {pressed} presses, fewest {fewest}", pressed / fewest, MOST, "times")
        )
    return found
