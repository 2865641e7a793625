"""Every game on a whole box, by its keys: the plug is pulled, figures are corrected, moves taken back."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion import games
from companion.journal.lines import Opened, Row
from companion.journal.sheet import export_game, import_game
from companion.simulate.script import Line, Script

MOVES = (14, 30, 30)
"""Answers before each cut: the first falls into the set-up."""


def do(script: Script, *lines: str) -> None:
    for line in lines:
        verb, _, rest = line.partition(" ")
        script.do(Line(0, verb, rest))


def stands(script: Script) -> tuple[str, str, int]:
    session = script.table.session
    return session.digest(), script.table.asked, session.number


@pytest.mark.parametrize("id", games.registry())
def test_power_cuts_corrections_and_undo(id: str) -> None:
    script = Script()
    try:
        do(script, f"game {id}", "seed 3")
        for moves in MOVES:
            do(script, f"play {moves}")
            before = stands(script)
            do(script, "power cut")
            assert stands(script) == before
            do(script, "undo")
            assert script.table.session.redoable
            do(script, "redo")
            assert stands(script)[0] == before[0]
        session = script.table.session
        figure = next(
            one
            for one in session.adjustables()
            if not one.options and isinstance(one.value, int) and one.high > one.low
        )
        value = figure.value + 1 if figure.value < figure.high else figure.value - 1
        do(script, f"adjust {figure.path} {value}", "power cut")
        assert script.table.figures[figure.path] == value
        assert not script.table.bugs
        again(script.table.session)
    finally:
        script.close()


def again(session: Any) -> None:
    """The game goes out as a text, comes in and stands as it did."""
    entries = [Opened(session.opening), *session.entries]
    text = "".join(export_game([Row(at, 0, entry) for at, entry in enumerate(entries)]))
    rows, _, notice = import_game(text)
    assert notice is None
    assert msgspec.to_builtins([row.line for row in rows]) == msgspec.to_builtins(entries)
