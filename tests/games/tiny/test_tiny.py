"""The tiny game of docs/add-a-game.md, tested as any game should be."""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path

import pytest

from companion import games
from companion.engine.game import Game, Opening
from companion.panel.checks import check_fits, check_table
from companion.panel.seen import look
from tests.games.kit import Play, random_game, undo_and_redo_are_exact
from tests.games.tiny.game import FAR, GAME, LAMPS, Table

DOC = Path(__file__).parents[3] / "docs" / "add-a-game.md"
SOURCE = Path(__file__).with_name("game.py")
TWO = Opening("lamps", {"players": ["Ann", "Bob"]})


def test_it_is_a_game() -> None:
    game: Game[Table] = GAME
    assert game.id == "lamps"


def test_one_and_two_bring_the_ghost_nearer() -> None:
    play = Play(GAME, TWO).go(2)
    assert play.table.ghost == 5
    assert play.title == "Bob: roll"


def test_light_a_lamp_or_chase_the_ghost() -> None:
    play = Play(GAME, TWO).go(4)
    assert play.refused("chase").rules == ("LAMP-2",)
    play.go("light", 1, 6, "chase")
    assert (play.table.lamps, play.table.ghost) == (1, FAR)


def test_won_and_lost() -> None:
    won = Play(GAME, TWO).set("lamps", LAMPS - 1).go(3, "light")
    assert won.session.outcome is not None
    assert won.session.outcome.won
    lost = Play(GAME, TWO).set("ghost", 1).go(1)
    assert lost.session.outcome is not None
    assert lost.session.outcome.won is False


def law(table: Table) -> None:
    """Lamps and ghost stay within their bounds."""
    assert 0 <= table.lamps <= LAMPS
    assert 0 <= table.ghost <= FAR


def test_a_thousand_games_have_no_dead_end(games: int) -> None:
    ends = {random_game(GAME, Opening("lamps"), seed, law).outcome.won for seed in range(games)}  # type: ignore[union-attr]
    assert ends == {True, False}
    for seed in range(20):
        random_game(GAME, TWO, seed, law, sensible=True, meddle=0.2)


def test_every_undo_is_exact() -> None:
    undo_and_redo_are_exact(GAME, TWO, Play(GAME, TWO).go(1, 5, "light", 1, 6, "chase").session.entries)


def test_it_fits_the_small_screen() -> None:
    play = Play(GAME, TWO)
    names = {0: "Ann", 1: "Bob"}
    for answer in (1, 5):
        assert check_fits(play.prompt, names=names) == []
        play.go(answer)
    assert check_fits(play.prompt, names=names) == []
    assert check_table(look(play.session)) == []


def test_a_package_of_a_stranger_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    info = tmp_path / "lamps-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: lamps\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[companion.games]\nlamps = tests.games.tiny:GAME\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    importlib.invalidate_caches()
    games.find.cache_clear()
    games.registry.cache_clear()
    try:
        assert games.find("lamps") is GAME
        assert "lamps" in games.registry()
    finally:
        games.find.cache_clear()
        games.registry.cache_clear()


def test_the_page_shows_this_very_code() -> None:
    source = SOURCE.read_text(encoding="utf-8")
    assert len(source.splitlines()) < 150
    blocks = re.findall(r"```python\n(.*?)```", DOC.read_text(encoding="utf-8"), re.S)
    assert blocks
    for block in blocks:
        assert block in source
    # Imports and empty lines apart, the page shows all of it.
    shown = {line for block in blocks for line in block.splitlines()}
    left = [line for line in source.splitlines() if line not in shown]
    assert left == [], "lines that the page does not show"
