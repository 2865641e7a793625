"""What is asked before the table is laid."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.game import Opening
from companion.engine.prompts import Choose, Count
from companion.engine.session import Session
from companion.games.board_game_ii import GAME
from companion.games.board_game_ii.prepare import prepare
from tests.games.board_game_ii.table import TRAINING


def answered(*values: Any) -> tuple[list[str], Any]:
    """The titles that were asked, and the options when all `values` are given."""
    rule = prepare(TRAINING)
    asked = [next(rule)]
    for value in values:
        assert isinstance(asked[-1], Choose | Count)
        assert asked[-1].accept(value) is None, (asked[-1].title, value)
        try:
            asked.append(rule.send(value))
        except StopIteration as stop:
            return [str(prompt.title) for prompt in asked], stop.value  # type: ignore[union-attr]
    pytest.fail(f"more is asked: {asked[-1]}")


def test_the_training_night_is_offered_first_and_begins() -> None:
    first = next(prepare(TRAINING))
    assert isinstance(first, Choose)
    asked, options = answered(first.options[0].id, "training-night", 2, "Ray", "Egon")
    assert asked[:3] == ["Which campaign?", "Which Scenario?", "How many Ghostbusters?"]
    assert asked[3:] == ["Who takes turn 1?", "Who takes turn 2?"]
    assert [seat["name"] for seat in options["seats"]] == ["Ray", "Egon"]
    session = Session(GAME, Opening(GAME.id, options, TRAINING))
    assert [one.name for one in session.table.team] == ["Ray", "Egon"]
    assert session.pending is not None


def test_scenarios_of_a_campaign_come_by_their_number() -> None:
    rule = prepare(TRAINING)
    next(rule)
    asked = rule.send("training")
    assert isinstance(asked, Choose)
    assert [one.id for one in asked.options] == ["training-night", "training-flood", "training-finale"]


@pytest.mark.rule("GB2-SETUP-04")
def test_the_order_of_turns_is_as_they_were_named_and_nobody_twice() -> None:
    asked, options = answered("vigo", "vigo_1", 4, "stantz", "venkman", "zeddemore")
    assert len([title for title in asked if title.startswith("Who takes turn")]) == 3  # the last is clear
    assert [seat["character"] for seat in options["seats"]] == ["stantz", "venkman", "zeddemore", "spengler"]
    assert options["seats"][0] == {"name": "Stantz", "character": "stantz", "colour": "yellow"}


def test_without_cards_nothing_is_asked() -> None:
    with pytest.raises(StopIteration) as stop:
        next(prepare({}))
    assert stop.value.value == {}
