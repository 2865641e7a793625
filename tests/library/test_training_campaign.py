"""The training campaign: openly invented, whole, to be won and lost, and it teaches the format."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from companion.engine.game import Opening
from companion.engine.session import Session
from companion.games.board_game_ii import GAME
from companion.games.board_game_ii.effects import Step_
from companion.library.store import Library
from tests.games.board_game_ii.table import any_answer

REAL, FOLDER = GAME.shelving.data
LIBRARY = Library(GAME.id, GAME.shelving, None)
SCENARIOS = ("training-night", "training-flood", "training-finale")
KINDS = ("entities", "characters", "equipment", "events", "key_items", "scenarios", "maps")


def _steps(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if "do" in value:
            yield value["do"]
        for one in value.values():
            yield from _steps(one)
    elif isinstance(value, list):
        for one in value:
            yield from _steps(one)


def test_it_uses_every_kind_of_file_and_every_step() -> None:
    assert {path.parent.name for path in FOLDER.rglob("*.yaml")} == set(KINDS)
    own = {path.stem for path in FOLDER.rglob("*.yaml")}
    cards = [card for folder in KINDS for id, card in LIBRARY.plain[folder].items() if id in own]
    every = {step.__struct_config__.tag for step in Step_.__args__}
    assert set(_steps(msgspec.to_builtins(cards))) == every


def test_it_says_openly_that_it_is_invented_and_teaches() -> None:
    for path in FOLDER.rglob("*.yaml"):
        comments = [line for line in path.read_text("utf-8").splitlines() if line.startswith("# ")][1:]
        assert any("invented" in line for line in comments), path.name
        if path.parent.name != "maps":
            assert "\ninvented: yes\n" in path.read_text("utf-8")
    real = {path.stem for path in REAL.glob("*/*.yaml")}
    assert real.isdisjoint(path.stem for path in FOLDER.rglob("*.yaml"))


def test_its_scenarios_are_whole() -> None:
    for number, id in enumerate(SCENARIOS, 1):
        card = LIBRARY.typed().scenarios[id]
        assert (card.campaign, card.number, card.invented) == ("training", number, True)
        assert LIBRARY.unknown("scenarios", id) == []
        assert LIBRARY.typed().maps[id].complete


def _play(id: str, seed: int) -> tuple[bool | None, int]:
    """How a game of sensible players with some whims ends, and after how many answers."""
    rng = random.Random(seed)
    packs = ("proton", "proton", "slime", "slime")
    seats = [{"name": f"Trainee {n}", "pack": pack} for n, pack in enumerate(packs, 1)]
    session = Session(GAME, Opening(GAME.id, {"scenario": id, "seats": seats}, LIBRARY.shelf()))
    for answers in range(3000):
        if session.pending is None:
            assert session.outcome is not None
            return session.outcome.won, answers
        prompt = session.pending.prompt
        value = GAME.suggest(session.table, prompt) if rng.random() < 0.97 else None
        assert session.answer(any_answer(rng, prompt) if value is None else value) is None
    pytest.fail("it never ends")


@pytest.mark.parametrize("id", SCENARIOS)
def test_it_can_be_won_and_lost_in_a_short_evening(id: str) -> None:
    games = [_play(id, seed) for seed in range(40)]
    assert {won for won, _ in games} == {True, False}
    assert sum(answers for _, answers in games) / len(games) < 400
