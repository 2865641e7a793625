"""Getting Slimed, Caustic, cleaning and switching neighbours."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.board_game_ii.dice import COMBAT
from companion.games.board_game_ii.slime import move_of, sight_of

from .table import Play

rule = pytest.mark.rule
CAR = {"start": "map"}


def slimed(kinds: list[str], held: dict[str, int], *answers: Any, who: str = "attacker") -> Play:
    """Peter, holding `held`, misses a figure that Slimes him with `kinds` in a row."""
    missed = [{"do": "slime", "who": who, "type": kind} for kind in kinds]
    play = Play(
        {"entities": {"creeper": 1}}, {"creeper": {"when_missed": missed}}, team={"Peter": {"slimes": held}}
    )
    return play.play("combat", "creeper 1", 1, *answers)


@rule("GB2-SLIME-01")
def test_a_figure_that_passes_slimes_with_its_own_type() -> None:
    missed = [{"do": "move", "spaces": 2, "toward": "attacker"}]
    play = Play({"entities": {"creeper": 1}}, {"creeper": {"slime": "action", "when_missed": missed}})
    play.play("combat", "creeper 1", 1)
    assert "Whom did it go through" in play.asked
    play.play("1")
    assert play.who("Ray").slimes == {"action": 1}
    assert play.who("Peter").slimes == {}


@rule("GB2-SLIME-02")
def test_three_slimes_of_any_type_are_held() -> None:
    play = slimed(["hit"], {"hit": 1, "action": 1})
    assert play.who("Peter").slimes == {"hit": 2, "action": 1}
    assert "caustic" not in play.notices


@rule("GB2-SLIME-03")
def test_a_fourth_slime_becomes_caustic() -> None:
    play = slimed(["maneuver"], {"hit": 1, "action": 1, "movement": 1})
    assert set(play.open) == {"hit", "action", "movement"}
    play.play("action")
    assert play.who("Peter").slimes == {"hit": 1, "movement": 1, "caustic": 1}


@rule("GB2-SLIME-04", "GB2-FAQ-05")
def test_one_of_two_equal_slimes_is_given_up() -> None:
    play = slimed(["maneuver"], {"hit": 2, "action": 1}, "hit")
    assert play.who("Peter").slimes == {"hit": 1, "action": 1, "caustic": 1}


@rule("GB2-SLIME-05")
def test_slimes_in_a_row_are_settled_one_by_one() -> None:
    play = slimed(["hit", "hit"], {"action": 2})
    assert play.who("Peter").slimes == {"action": 2, "hit": 1}
    play.play("action")
    assert play.who("Peter").slimes == {"action": 1, "hit": 1, "caustic": 1}


@rule("GB2-SLIME-06")
def test_hit_slime_lowers_combat_rolls() -> None:
    play = Play(
        {"entities": {"creeper": 1}}, {"creeper": {"to_hit": 5}}, team={"Peter": {"slimes": {"hit": 2}}}
    )
    play.play("combat", "creeper 1")
    assert "-2" in play.asked
    play.play(6)
    assert "missed" in play.notices


@rule("GB2-SLIME-07")
def test_sight_slime_shortens_the_range_that_is_asked_for() -> None:
    play = Play({"entities": {"creeper": 1}}, team={"Peter": {"slimes": {"sight": 1}}}).play("combat")
    assert "at most 2 spaces" in play.asked
    assert "back" in play.open
    play.play("back")
    assert play.actions("Peter") == 3


@rule("GB2-SLIME-08")
def test_movement_slime_shortens_moves_and_not_drives() -> None:
    play = Play(team={"Peter": {"slimes": {"movement": 1}}})
    for _ in range(2):
        play.play("move")
        assert "up to 1" in play.asked
        play.play("map")
    play.play("door", "done", "drive")
    assert "up to 6" in play.asked


@rule("GB2-SLIME-09")
def test_maneuver_and_action_slime_bite_every_turn() -> None:
    play = Play(team={"Peter": {"slimes": {"maneuver": 1, "action": 2}}})
    assert (play.actions("Peter"), play.maneuvers("Peter")) == (1, 1)
    play.turn_of("Winston").play("end", "star")
    assert (play.actions("Peter"), play.maneuvers("Peter")) == (1, 1)


@rule("GB2-SLIME-10")
def test_nothing_falls_below_zero() -> None:
    play = Play(team={"Peter": {"slimes": {"maneuver": 3}}, "Ray": {"slimes": {"movement": 3}}})
    assert play.maneuvers("Peter") == 0
    play.turn_of("Ray").refused("move", "GB2-SLIME-10")
    assert move_of(play.table, 1) == 0


@rule("GB2-SLIME-11")
@pytest.mark.parametrize("deed", ["combat", "remove_slime", "switch_pack", "investigate", "transfer"])
def test_without_sight_nothing_that_needs_it(deed: str) -> None:
    team = {"Peter": {"slimes": {"sight": 3}}, "Ray": {"slimes": {"hit": 1}}}
    play = Play({"entities": {"creeper": 1}}, team=team)
    assert sight_of(play.table, 0) == 0
    play.refused(deed, "GB2-SLIME-11")
    play.play("move", "map")


@rule("GB2-SLIME-12")
def test_action_slime_bites_at_once_and_leaves_no_debt() -> None:
    play = slimed(["action"], {})
    assert play.actions("Peter") == 1
    play.play("move", "map")
    assert play.actions("Peter") == 0
    late = slimed(["hit"], {})
    late.play("move", "map", "move", "map")
    late.session.adjust("team.0.slimes.action", 1)
    assert late.actions("Peter") == 0
    late.session.adjust("team.0.slimes.action", 0)
    late.turn_of("Winston").play("end", "star")
    assert late.actions("Peter") == 3


@rule("GB2-SLIME-13")
@pytest.mark.parametrize(("sees", "tokens"), [("no", 0), ("yes", 2)])
def test_sight_slime_asks_at_once_whether_the_target_is_in_range(sees: str, tokens: int) -> None:
    missed = [{"do": "slime", "who": "attacker", "type": "sight"}]
    play = Play(
        {"entities": {"creeper": 2}},
        {"creeper": {"when_missed": missed, "to_trap": 4}},
        tokens={"creeper 1": {"Peter": 2}},
    )
    play.play("combat", "creeper 1", 1)
    assert "Peter sees Creeper 1?" in play.asked
    play.play(sees)
    assert play.table.entities["creeper 1"].of(0) == tokens


@rule("GB2-SLIME-14")
def test_everybody_in_the_car_is_slimed_and_nobody_beside_it() -> None:
    missed = [{"do": "move", "spaces": 1, "toward": "random_direction"}]
    team = {"Ray": {"place": "ecto_1a"}, "Egon": {"place": "ecto_1a"}}
    play = Play({"entities": {"creeper": 1}}, {"creeper": {"when_missed": missed}}, team=team)
    play.play("combat", "creeper 1", 1, 4, "ecto_1a")
    assert [play.who(name).slimes for name in ("Ray", "Egon", "Peter")] == [{"hit": 1}, {"hit": 1}, {}]


@rule("GB2-SLIME-15")
def test_one_slime_a_segment_and_not_one_a_space_of_the_car() -> None:
    missed = [{"do": "move", "spaces": 2}, {"do": "move", "spaces": 1}]
    play = Play(
        {"entities": {"creeper": 1}}, {"creeper": {"when_missed": missed}}, team={"Ray": {"place": "ecto_1a"}}
    )
    play.play("combat", "creeper 1", 1, 4, "ecto_1a")
    assert play.who("Ray").slimes == {"hit": 1}
    play.play(5, "ecto_1a")
    assert play.who("Ray").slimes == {"hit": 2}


@rule("GB2-SLIME-16")
def test_a_card_that_is_only_read_offers_sliming_by_hand() -> None:
    play = Play(
        {"entities": {"creeper": 1}},
        {"creeper": {"when_missed": [{"do": "say", "text": "All next to it are Slimed.", "report": True}]}},
    )
    play.play("combat", "creeper 1", 1)
    assert "slimed" in play.open
    play.play("slimed", "1", "slimed", "2", "done")
    assert play.who("Ray").slimes == play.who("Egon").slimes == {"hit": 1}
    assert list(play.table.entities) == ["creeper 1"]


# -- Caustic ------------------------------------------------------------------


@rule("GB2-CAUSTIC-01", "GB2-WINLOSS-04")
def test_three_caustic_on_one_lose_and_the_team_is_never_summed() -> None:
    missed = [{"do": "slime", "who": "chosen", "type": "caustic"}]
    team = {name: {"slimes": {"caustic": 2}} for name in ("Peter", "Ray", "Egon", "Winston")}
    play = Play({"entities": {"creeper": 1}}, {"creeper": {"when_missed": missed}}, team=team)
    play.play("move", "map")
    assert play.session.outcome is None
    play.play("combat", "creeper 1", 1, "2")
    assert play.session.outcome is not None
    assert play.session.outcome.won is False
    assert "GB2-CAUSTIC-01" in play.session.outcome.rules


@rule("GB2-CAUSTIC-02")
def test_the_exchange_can_make_the_third_caustic() -> None:
    play = slimed(["action"], {"caustic": 2, "hit": 1})
    assert play.session.outcome is not None
    assert play.session.outcome.won is False
    assert play.who("Peter").slimes == {"caustic": 3}


@rule("GB2-CAUSTIC-03")
def test_caustic_takes_a_place_and_lowers_nothing() -> None:
    play = Play(team={"Peter": {"slimes": {"caustic": 1}}})
    assert (play.actions("Peter"), play.maneuvers("Peter")) == (3, 2)
    assert (move_of(play.table, 0), sight_of(play.table, 0)) == (2, 3)
    later = slimed(["sight"], {"caustic": 1, "hit": 2})
    assert later.who("Peter").slimes == {"caustic": 2, "hit": 1}


@rule("GB2-CAUSTIC-04", "GB2-REMOVE-03")
def test_ordinary_cleaning_never_takes_caustic() -> None:
    both = Play(team={"Ray": {"slimes": {"caustic": 1, "hit": 1}}}).play("remove_slime")
    assert both.open == ["1 hit", "back"]
    both.refused("1 caustic", "GB2-CAUSTIC-04")
    alone = Play(team={"Ray": {"slimes": {"caustic": 1}}})
    alone.refused("remove_slime", "GB2-REMOVE-03")
    assert alone.actions("Peter") == 3
    alone.turn_of("Ray").refused("clean_self", "GB2-CAUSTIC-04")


@rule("GB2-CAUSTIC-05")
@pytest.mark.parametrize(("named", "left"), [(False, {"caustic": 1}), (True, {})])
def test_a_card_takes_caustic_only_if_it_names_it(named: bool, left: dict[str, int]) -> None:
    missed = [{"do": "remove_slime", "who": "attacker", "caustic": named}]
    play = Play(
        {"entities": {"creeper": 1}},
        {"creeper": {"when_missed": missed}},
        team={"Peter": {"slimes": {"caustic": 1}}},
    )
    play.play("combat", "creeper 1", 1)
    assert play.who("Peter").slimes == left


@rule("GB2-CAUSTIC-07")
def test_a_caustic_fourth_is_one_exchange_only() -> None:
    assert slimed(["caustic"], {"hit": 3}).who("Peter").slimes == {"hit": 2, "caustic": 1}


# -- cleaning and switching neighbours ----------------------------------------


@rule("GB2-REMOVE-01")
def test_one_action_takes_one_slime_off_a_neighbour() -> None:
    play = Play(team={"Ray": {"slimes": {"hit": 3}}}).play("remove_slime")
    assert "Next to you and in sight" in play.asked
    play.play("1 hit")
    assert play.who("Ray").slimes == {"hit": 2}
    assert play.actions("Peter") == 2


@rule("GB2-REMOVE-02")
def test_the_remover_picks_the_type() -> None:
    play = Play(team={"Ray": {"slimes": {"hit": 1, "action": 1}}}).play("remove_slime")
    assert play.open == ["1 hit", "1 action", "back"]
    play.play("1 action")
    assert play.who("Ray").slimes == {"hit": 1}


@rule("GB2-REMOVE-04")
def test_nobody_inside_the_car_is_cleaned() -> None:
    team = {"Ray": {"slimes": {"hit": 1}, "place": "ecto_1a"}}
    play = Play(team=team).play("remove_slime")
    play.refused("1 hit", "GB2-REMOVE-04")
    play.play("back")
    assert play.actions("Peter") == 3


@rule("GB2-REMOVE-05", "GB2-REMOVE-06")
def test_cleaning_helps_who_still_acts_and_not_who_has_acted() -> None:
    play = Play(team={"Peter": {"slimes": {"action": 1}}, "Egon": {"slimes": {"action": 2}}})
    assert play.actions("Peter") == 2
    play.play("end", "remove_slime", "2 action", "remove_slime", "0 action", "end")
    assert play.asked.startswith("Egon's turn")
    assert play.actions("Egon") == 2
    play.turn_of("Winston").play("end", "star")
    assert play.actions("Peter") == 3


@rule("GB2-PACK-01")
def test_a_neighbours_pack_is_switched_for_one_action() -> None:
    play = Play().play("switch_pack")
    assert "Next to you and in sight" in play.asked
    play.play("1")
    assert play.who("Ray").pack == "slime"
    assert play.who("Ray").place == "map"
    assert "swap the figure" in str(play.session.notices[0].text)
    assert play.actions("Peter") == 2


@rule("GB2-PACK-02")
def test_no_pack_is_switched_inside_the_car() -> None:
    beside = Play(team={"Ray": {"place": "ecto_1a"}}).play("switch_pack")
    beside.refused("1", "GB2-PACK-02")
    inside = Play(team={"Peter": {"place": "ecto_1a"}, "Ray": {"place": "ecto_1a"}})
    inside.refused("switch_pack", "GB2-PACK-02")
    assert inside.actions("Peter") == 3


@rule("GB2-PACK-03")
def test_a_teammates_switch_strips_the_tokens_too() -> None:
    play = Play({"entities": {"creeper": 1}}, {"creeper": {"to_trap": 4}}, tokens={"creeper 1": {"Ray": 2}})
    play.play("switch_pack", "1")
    assert play.table.entities["creeper 1"].tokens == 0
    assert play.who("Ray").target == ""


def test_the_logo_is_the_sixth_face() -> None:
    assert str(COMBAT.name_of(6)) == "Logo (6)"
