"""Set-up has at most one OLED screen for each thing that is done with the hands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.engine.prompts import Choose, Count, Prompt, Roll, Tell
from companion.engine.session import Session
from companion.games.board_game_ii import GAME
from companion.library.store import Library
from companion.panel.screens import Pages
from companion.panel.seen import look
from companion.simulate.players import Plan, opening
from tests.panel.driver import Box

SHELF = Library(GAME.id, GAME.shelving, Path("nowhere")).shelf()


def proposed(prompt: Prompt) -> Any:
    """What OK would enter at once."""
    if isinstance(prompt, Choose):
        open_now = [option.id for option in prompt.options if option.refusal is None]
        return prompt.default or open_now[0]
    if isinstance(prompt, Count):
        return prompt.default
    return prompt.die.faces[0] if isinstance(prompt, Roll) else "ok"


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("scenario", sorted(SHELF["scenarios"]))
def test_what_is_told_at_set_up_fits_one_screen(scenario: str, language: str) -> None:
    session = Session(GAME, opening(Plan(GAME.id, scenario, "sensible", SHELF)))
    told = 0
    while session.table.phase == "set_up":
        assert session.pending is not None
        prompt = session.pending.prompt
        if isinstance(prompt, Tell):
            box = Box(look(session), language=language)
            box.panel.show(look(session))
            screen = box.panel.screen
            assert isinstance(screen, Pages)
            assert screen.count == 1, box.panel.texts
            told += 1
        assert session.answer(proposed(prompt)) is None
    assert told >= 4
