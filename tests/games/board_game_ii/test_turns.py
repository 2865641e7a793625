"""Rounds, turns, Actions, Maneuvers, and giving up Actions."""

from __future__ import annotations

from typing import Any

import pytest

from .table import Play

rule = pytest.mark.rule
CREEPERS = {"entities": {"creeper": 1}}
BUY = {"tank": [{"name": "Aim", "level": 1, "cost": 4, "then": [{"do": "bonus", "what": "hit", "by": 1}]}]}


def buyers(*names: str, **ability: Any) -> dict[str, Any]:
    """A shelf where each of `names` has a Tank ability."""
    from .table import NAMES, STEADY

    tank = [{**BUY["tank"][0], **ability}]
    return {
        "characters": {
            name: {"id": name, "name": name, **STEADY, **({"tank": tank} if name in names else {})}
            for name in NAMES
        }
    }


# -- rounds -------------------------------------------------------------------


@rule("GB2-ROUND-01")
def test_a_round_runs_in_five_steps() -> None:
    scenario = {**CREEPERS, "end_of_round": [{"do": "say", "text": "The lights flicker."}]}
    play = Play(scenario, seats=("Peter", "Ray", "Egon"), shelf={**buyers("Peter")}, table={"ecto_tank": 4})
    assert "Ecto-Tank" in play.asked
    play.play("no")
    for name in ("Peter", "Ray", "Egon"):
        assert name in play.asked
        play.play("end")
    assert "flicker" in play.asked
    assert play.table.goo_timer == 6
    play.play("ok")
    assert play.table.goo_timer == 5
    assert "Event Die" in play.asked
    play.play("star")
    assert "Ecto-Tank" in play.asked
    assert play.table.round == 2


@rule("GB2-ROUND-02", "GB2-TANK-04")
def test_the_tank_is_asked_before_the_first_turn_only() -> None:
    play = Play(shelf=buyers("Peter"), table={"ecto_tank": 10})
    assert "Ecto-Tank" in play.asked
    play.play("no", "move", "map")
    play.refused("tank", "GB2-ROUND-02")
    play.refused("tank", "GB2-TANK-04")
    assert play.table.ecto_tank == 10
    play.turn_of("Winston").play("end", "star")
    assert play.open[1:] == ["Peter 0"]


@rule("GB2-ROUND-03", "GB2-ROUND-04")
def test_each_has_one_turn_and_player_1_opens_every_round() -> None:
    play = Play()
    order = []
    for _ in range(4):
        order.append(play.table.team[play.table.active].name)
        play.play("end")
    assert order == ["Peter", "Ray", "Egon", "Winston"]
    assert "Event Die" in play.asked
    play.play("star")
    assert play.asked.startswith("Peter's turn")


# -- turns --------------------------------------------------------------------


@rule("GB2-TURN-01", "GB2-TURN-02", "GB2-ACTION-01")
def test_a_turn_may_end_early_and_unused_actions_are_gone() -> None:
    play = Play().play("move", "map", "move", "map")
    assert "lose 1" in str(play.options["end"].label)
    play.turn_of("Winston").play("end", "star")
    assert play.actions("Peter") == 3
    assert "lose 3" in str(play.options["end"].label)
    for _ in range(3):
        play.play("move", "map")
    assert play.actions("Peter") == 0
    play.refused("move", "GB2-ACTION-01")
    assert str(play.options["end"].label) == "End turn"


@rule("GB2-TURN-03")
def test_maneuvers_fit_anywhere_in_ones_own_turn() -> None:
    play = Play({**CREEPERS, "goo_piles": 2})
    play.play("investigate", "goo 1", "equipment", "other", "move", "map")
    play.play("investigate", "goo 2", "equipment", "other")
    play.play("combat", "creeper 1", 2, "combat", "creeper 1", 2)
    assert (play.actions("Peter"), play.maneuvers("Peter")) == (0, 0)
    play.play("end")
    refusal = play.session.answer("investigate", seat=0)
    assert refusal is not None
    assert "GB2-TURN-03" in refusal.rules


@rule("GB2-TURN-04")
def test_end_of_turn_effects_come_in_tiers_after_every_turn() -> None:
    special = [{"when": "end_of_turn", "then": [{"do": "say", "text": "act"}]}]
    cards = {"creeper": {"specials": special}, "boss": {"specials": special}}
    scenario = {
        "entities": {"boss": 1, "creeper": 1},
        "end_of_turn": [{"do": "say", "text": "act"}],
    }
    play = Play(scenario, cards)
    for _ in range(2):
        play.play("end")
        seen = []
        while "act" in play.asked:
            seen.append(str(play.prompt.title))
            play.play("ok")
        assert seen == ["Creeper 1: end of turn", "Boss 1: end of turn", "Test: end of turn"]


@rule("GB2-TURN-05")
def test_lower_classes_act_first_within_a_tier() -> None:
    special = [{"when": "end_of_turn", "then": [{"do": "say", "text": "act"}]}]
    cards = {"creeper": {"number": 3, "specials": special}, "human": {"number": 1, "specials": special}}
    play = Play({"entities": {"creeper": 1, "human": 1}}, cards).play("end")
    assert str(play.prompt.title) == "Human 1: end of turn"
    play.play("ok")
    assert str(play.prompt.title) == "Creeper 1: end of turn"


@rule("GB2-ACTION-02")
def test_actions_cost_one_each_and_may_repeat() -> None:
    play = Play(CREEPERS, team={"Peter": {"plazm": 1}, "Ray": {"slimes": {"hit": 1}}})
    play.play("deposit", "all", "remove_slime", "1 hit")
    assert play.actions("Peter") == 1
    play.play("end")
    for _ in range(3):
        play.play("combat", "creeper 1", 1)
    assert play.actions("Ray") == 0
    play.play("end", "switch_pack", "3", "move", "map")
    assert play.actions("Egon") == 1


@rule("GB2-TURN-05")
def test_players_order_equal_classes_within_a_tier() -> None:
    special = [{"when": "end_of_turn", "then": [{"do": "say", "text": "act"}]}]
    play = Play({"entities": {"creeper": 2}}, {"creeper": {"specials": special}}).play("end")
    assert play.open == ["order", "creeper 1", "creeper 2"]
    play.play("creeper 2")
    assert str(play.prompt.title) == "Creeper 2: end of turn"


# -- Maneuvers ----------------------------------------------------------------


@rule("GB2-MANEUVER-01")
def test_two_maneuvers_cost_no_action() -> None:
    play = Play().play("investigate", "goo 1", "equipment", "other", "door", "done")
    assert (play.actions("Peter"), play.maneuvers("Peter")) == (3, 0)


@rule("GB2-MANEUVER-02")
def test_an_action_is_converted_when_no_maneuver_is_left() -> None:
    play = Play(team={"Peter": {"slimes": {"maneuver": 2}}})
    assert play.maneuvers("Peter") == 0
    assert "1 Action" in str(play.options["door"].label)
    play.play("door", "done")
    assert play.actions("Peter") == 2


@rule("GB2-MANEUVER-03")
def test_conversion_comes_on_top_of_the_two() -> None:
    play = Play()
    for number in range(5):
        assert "door" in play.open, number
        play.play("door", "done")
    assert play.actions("Peter") == 0
    play.refused("door", "GB2-MANEUVER-01")


@rule("GB2-MANEUVER-04")
def test_maneuvers_remain_when_slime_takes_all_actions() -> None:
    play = Play(CREEPERS, team={"Peter": {"slimes": {"action": 3}}})
    assert (play.actions("Peter"), play.maneuvers("Peter")) == (0, 2)
    play.refused("move", "GB2-ACTION-01")
    play.refused("combat", "GB2-ACTION-01")
    play.play("door", "done", "door", "done")
    play.refused("door", "GB2-MANEUVER-04")


@rule("GB2-MANEUVER-05")
def test_a_move_is_finished_before_a_maneuver() -> None:
    play = Play().play("move")
    play.refused("investigate", "GB2-MANEUVER-05")
    play.play("map")
    assert play.actions("Peter") == 2
    play.play("investigate", "goo 1", "equipment", "other", "move", "map")
    assert play.actions("Peter") == 1


# -- giving up Actions --------------------------------------------------------


@rule("GB2-FORFEIT-01", "GB2-QUICKREF-01")
def test_cleaning_oneself_costs_all_actions() -> None:
    play = Play(team={"Peter": {"slimes": {"hit": 1, "movement": 1}}, "Ray": {"slimes": {"hit": 1}}})
    play.play("clean_self", "hit")
    assert play.who("Peter").slimes == {"movement": 1}
    assert (play.actions("Peter"), play.maneuvers("Peter")) == (0, 2)
    play.play("end", "move", "map")
    play.refused("clean_self", "GB2-FORFEIT-01")
    play.refused("own_pack", "GB2-QUICKREF-01")


@rule("GB2-FORFEIT-02")
def test_switching_the_own_pack_costs_all_actions() -> None:
    play = Play().play("own_pack")
    assert play.who("Peter").pack == "slime"
    assert play.actions("Peter") == 0
    assert any("swap the figure" in str(notice.text) for notice in play.session.notices)


@rule("GB2-FORFEIT-03")
def test_maneuvers_stay_before_and_after_a_forfeit() -> None:
    play = Play(team={"Peter": {"slimes": {"hit": 1}}})
    play.play("investigate", "goo 1", "equipment", "other", "clean_self")
    play.play("investigate", "goo 2", "equipment", "other")
    assert (play.actions("Peter"), play.maneuvers("Peter")) == (0, 0)


@rule("GB2-FORFEIT-04")
def test_forfeited_actions_are_not_converted_nor_restored() -> None:
    play = Play(team={"Peter": {"slimes": {"action": 1}}})
    assert play.actions("Peter") == 2
    play.play("clean_self")
    assert play.actions("Peter") == 0
    play.play("door", "done", "door", "done").refused("door", "GB2-MANEUVER-01")
    play.turn_of("Winston").play("end", "star")
    assert play.actions("Peter") == 3


@rule("GB2-FORFEIT-05")
def test_forfeiting_is_allowed_without_any_action() -> None:
    play = Play(team={"Peter": {"slimes": {"action": 3}}}).play("clean_self")
    assert play.who("Peter").slimes == {"action": 2}
    assert play.actions("Peter") == 0


@rule("GB2-FORFEIT-06")
def test_a_converted_action_counts_as_taken() -> None:
    play = Play(team={"Peter": {"slimes": {"hit": 1, "maneuver": 2}}}).play("door", "done")
    play.play("door", "done")
    play.refused("clean_self", "GB2-FORFEIT-06")


@rule("GB2-FORFEIT-07")
def test_one_forfeit_a_turn() -> None:
    play = Play(team={"Peter": {"slimes": {"hit": 2}}}).play("clean_self")
    play.refused("own_pack", "GB2-FORFEIT-07")
    play.refused("clean_self", "GB2-FORFEIT-07")


@rule("GB2-FORFEIT-08")
def test_a_cleaned_maneuver_counts_at_once() -> None:
    play = Play(team={"Peter": {"slimes": {"maneuver": 1}}})
    assert play.maneuvers("Peter") == 1
    play.play("clean_self")
    assert play.maneuvers("Peter") == 2


@rule("GB2-FORFEIT-09")
@pytest.mark.parametrize(
    ("figures", "deed"),
    [
        ({"place": "ecto_1a", "slimes": {"hit": 1}}, "clean_self"),
        ({"place": "ecto_1a"}, "own_pack"),
        ({"slimes": {"caustic": 1}}, "clean_self"),
    ],
)
def test_no_forfeit_inside_the_car_and_never_caustic(figures: dict[str, Any], deed: str) -> None:
    play = Play(team={"Peter": figures})
    play.refused(deed, "GB2-FORFEIT-09")
    assert play.actions("Peter") == 3
