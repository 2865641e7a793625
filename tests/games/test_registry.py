"""Finding games."""

from __future__ import annotations

import sys
import types
from importlib.metadata import EntryPoint

import pytest

from companion import games
from tests.engine.toy import TOY


def test_a_game_that_is_not_there_is_refused() -> None:
    with pytest.raises(games.UnknownGame):
        games.find("no_such_game")


def test_our_games_are_found_by_their_folder() -> None:
    for id, game in games.registry().items():
        assert games.find(id) is game
        assert game.rulebook.exists()


def test_a_stranger_may_bring_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    module = types.ModuleType("strangers_game")
    module.GAME = TOY  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "strangers_game", module)
    point = EntryPoint("toy", "strangers_game:GAME", games.GROUP)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [point])
    games.find.cache_clear()
    games.registry.cache_clear()
    assert games.find("toy") is TOY
    assert games.registry()["toy"] is TOY
    games.find.cache_clear()
    games.registry.cache_clear()
