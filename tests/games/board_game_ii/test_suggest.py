"""The sensible player, and the training night it plays: short, winnable, losable, and it teaches."""

from __future__ import annotations

import random
from typing import Any

from companion.engine.session import Session
from companion.games.board_game_ii import GAME
from companion.games.board_game_ii.state import Table

from .table import Play, any_answer, training


def suggestion(play: Play) -> Any:
    return GAME.suggest(play.table, play.prompt)


def sensible_game(seed: int) -> Session[Table]:
    """A game by suggestions; what is as good either way is drawn."""
    rng = random.Random(seed)
    session: Session[Table] = Session(GAME, training())
    while session.pending is not None:
        prompt = session.pending.prompt
        advice = GAME.suggest(session.table, prompt)
        assert session.answer(any_answer(rng, prompt) if advice is None else advice) is None
        assert len(session.entries) < 2000
    return session


def test_a_training_night_is_short_and_can_be_won_and_lost() -> None:
    games = [sensible_game(seed) for seed in range(40)]
    won = [bool(game.outcome and game.outcome.won) for game in games]
    assert 8 < sum(won) < 36
    assert sum(game.table.round for game in games) / len(games) < 6
    kinds = {notice.kind for game in games for step in game.steps for notice in step.notices}
    assert {"trapped", "gate_closed", "caustic", "level", "chaos", "emerged", "investigated"} <= kinds
    assert {"deposited", "overcome", "event", "equipment", "xp", "cleaned", "goo_timer"} <= kinds


def test_the_training_night_teaches_before_each_of_the_first_turns() -> None:
    session: Session[Table] = Session(GAME, training())
    lessons = []
    while session.table.round < 3 and session.pending is not None:
        prompt = session.pending.prompt
        if "lesson" in str(prompt.title):
            lessons.append(str(prompt.text))
        ends = {option.id for option in getattr(prompt, "options", ())}
        session.answer("end" if "end" in ends else any_answer(random.Random(1), prompt))
    assert lessons == list(session.table.scenario.lessons)


def test_what_is_nearly_trapped_is_finished() -> None:
    play = Play({"entities": {"creeper": 3}}, {"creeper": {"to_trap": 3}}, tokens={"creeper 2": {"Ray": 2}})
    assert suggestion(play.play("combat")) == "creeper 2"


def test_own_tokens_are_not_given_up_for_an_equal_target() -> None:
    play = Play({"entities": {"creeper": 3}}, {"creeper": {"to_trap": 3}}, tokens={"creeper 3": {"Peter": 1}})
    assert suggestion(play.play("combat")) == "creeper 3"


def test_a_swamped_neighbour_is_cleaned_of_the_worst() -> None:
    team = {"Ray": {"slimes": {"sight": 2, "action": 1}}, "Egon": {"slimes": {"hit": 1}}}
    play = Play(team=team, table={"goo_timer": 8})
    assert suggestion(play) == "remove_slime"
    assert suggestion(play.play("remove_slime")) == "1 action"


def test_an_emptying_spirit_world_is_filled() -> None:
    play = Play(
        {"spirit_world": {"creeper": 1}}, team={"Peter": {"ghosts": {"creeper": 1}}}, table={"goo_timer": 8}
    )
    assert suggestion(play) == "deposit"
    assert suggestion(play.play("deposit")) == "all"


def test_the_goo_timer_is_turned_up_while_a_maneuver_is_free() -> None:
    play = Play({"entities": {"creeper": 1}})
    assert suggestion(play) == "investigate"
    play.play("investigate", "goo 1", "equipment", "other", "investigate", "goo 2", "equipment", "other")
    assert suggestion(play) == "combat"


def test_whoever_sits_in_the_car_gets_out() -> None:
    assert suggestion(Play(team={"Peter": {"place": "ecto_1a"}})) == "door"
