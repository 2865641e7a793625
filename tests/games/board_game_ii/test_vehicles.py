"""The Ecto-1a, Lady Liberty and the Ecto-2."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from .table import Play

rule = pytest.mark.rule
RANDOM = [{"do": "move", "spaces": 2, "toward": "random_direction"}]
CAR = {"entities": {"creeper": 1}, "ecto_1a": True}
HER = {"entities": {"creeper": 2}, "lady_liberty": True, "ecto_1a": True}
ECTO_2 = {"entities": {"creeper": 1}, "ecto_2": True, "ecto_1a": True}
CARDS = {"creeper": {"when_missed": RANDOM, "to_trap": 4}}


def inside(*names: str, place: str = "ecto_1a", **figures: Any) -> dict[str, Any]:
    return {name: {"place": place, **figures} for name in names}


def slimes(play: Play) -> list[int]:
    return [sum(who.slimes.values()) for who in play.table.team]


def moves(play: Play, *answers: Any, at: str = "creeper 1") -> Play:
    """The active Ghostbuster misses; the Creeper moves in direction 3, and `answers` follow."""
    return play.play("combat", at, 1, 3, *answers)


# -- Ecto-1a ------------------------------------------------------------------


@rule("GB2-ECTO1-03")
def test_who_is_inside_is_next_to_all_round_the_car() -> None:
    play = Play(CAR, team=inside("Peter", plazm=2)).play("transfer")
    assert "next to all around it" in play.asked
    assert set(play.open) == {"1", "2", "3", "back"}


@rule("GB2-ECTO1-04")
def test_from_inside_one_moves_out_drives_deposits_and_transfers() -> None:
    play = Play(CAR, team={**inside("Peter", plazm=1), "Ray": {"slimes": {"hit": 1}}})
    for deed in ("combat", "remove_slime", "switch_pack"):
        play.refused(deed, "GB2-ECTO1-04")
    assert {"move", "drive", "deposit", "transfer", "door"} <= set(play.open)
    play.play("move")
    assert set(play.open) == {"map", "back"}


@rule("GB2-ECTO1-05")
def test_no_goo_pile_from_inside() -> None:
    play = Play(CAR, team=inside("Peter"))
    play.refused("investigate", "GB2-ECTO1-05")
    assert (play.maneuvers("Peter"), play.who("Peter").xp) == (2, 0)


@rule("GB2-ECTO1-06")
def test_nobody_cleans_who_is_inside() -> None:
    play = Play(CAR, team=inside("Peter", slimes={"hit": 2}))
    play.refused("clean_self", "GB2-ECTO1-06")
    play.turn_of("Ray").play("remove_slime")
    play.refused("0 hit", "GB2-ECTO1-06")
    assert play.who("Peter").slimes == {"hit": 2}


@rule("GB2-ECTO1-07")
def test_who_is_inside_cleans_nobody_outside() -> None:
    play = Play(CAR, team={**inside("Peter"), "Ray": {"slimes": {"hit": 1}}})
    play.refused("remove_slime", "GB2-ECTO1-07")
    assert play.actions("Peter") == 3


@rule("GB2-ECTO1-08", "GB2-TRANSFER-04")
def test_goods_pass_the_doors_both_ways() -> None:
    team = {**inside("Ray"), "Peter": {"ghosts": {"creeper": 2}, "plazm": 1}}
    play = Play(CAR, team=team).play("transfer", "1")
    play.play("give ghost creeper", "give ghost creeper", "give plazm", "done")
    assert (play.who("Ray").ghosts, play.who("Ray").plazm) == ({"creeper": 2}, 1)
    assert play.maneuvers("Peter") == 1


@rule("GB2-ECTO1-09")
def test_two_inside_may_transfer() -> None:
    play = Play(CAR, team=inside("Peter", "Ray", ghosts={"creeper": 1})).play("transfer", "1")
    play.play("give ghost creeper", "done")
    assert play.who("Ray").ghosts == {"creeper": 2}


@rule("GB2-ECTO1-10", "GB2-SLIME-14")
def test_what_crosses_the_car_slimes_everybody_inside() -> None:
    play = moves(Play(CAR, CARDS, team=inside("Ray", "Egon", "Winston")), "ecto_1a")
    assert slimes(play) == [0, 1, 1, 1]
    assert all(play.who(name).slimes == {"hit": 1} for name in ("Ray", "Egon", "Winston"))


@rule("GB2-ECTO1-11", "GB2-SLIME-15")
def test_crossing_both_spaces_slimes_once_a_segment() -> None:
    play = Play(CAR, CARDS, team=inside("Ray"))
    moves(play, "more", "ecto_1a")
    assert "ecto_1a" not in play.options
    play.play("nobody")
    assert slimes(play) == [0, 1, 0, 0]


@rule("GB2-ECTO1-12")
def test_an_entity_on_the_car_stops_drives_and_deposits() -> None:
    team = inside("Peter", "Ray", ghosts={"creeper": 2})
    play = Play(CAR, entities={"creeper 1": {"place": "ecto_1a"}}, team=team)
    play.refused("drive", "GB2-ECTO1-12")
    play.refused("deposit", "GB2-ECTO1-12")
    free = Play(CAR, team=team)
    assert {"drive", "deposit"} <= set(free.open)


@rule("GB2-ECTO1-15")
def test_slime_splashed_onto_the_car_slimes_each_inside_once() -> None:
    cards = {"creeper": {"when_missed": [{"do": "splatter"}]}}
    play = Play(CAR, cards, team=inside("Ray", "Egon")).play("combat", "creeper 1", 1)
    play.play("ecto_1a")
    assert "ecto_1a" not in play.options
    play.play("nobody")
    assert slimes(play) == [0, 1, 1, 0]


@rule("GB2-ECTO1-16")
def test_equipment_works_inside() -> None:
    from companion.games.board_game_ii.state import Held

    torch = {"id": "torch", "name": "Torch", "abilities": [{"then": [{"do": "xp", "by": 1}]}]}
    play = Play(CAR, shelf={"equipment": {"torch": torch}}, team=inside("Peter", equipment=[Held("torch")]))
    play.take("use 0 0")
    assert play.who("Peter").xp == 1


# -- Lady Liberty -------------------------------------------------------------


def aboard(*names: str, **more: Any) -> Play:
    """A table with `names` aboard; `entities` are aboard, too."""
    entities: Sequence[str] = more.pop("entities", ())
    team = inside(*names, place="lady_liberty", **more.pop("each", {}))
    return Play(
        {**HER, **more.pop("scenario", {})},
        more.pop("cards", CARDS),
        team={**team, **more.pop("team", {})},
        entities={id: {"place": "lady_liberty"} for id in entities},
        **more,
    )


def asks(play: Play, row: str, *words: str) -> None:
    assert row in play.prompt.rules
    for word in words:
        assert word in play.asked, f"{word!r} not in {play.asked!r}"


@rule("GB2-LIBERTY-01")
def test_she_is_boarded_by_a_maneuver_or_by_ending_a_move() -> None:
    play = Play(HER).play("liberty")
    asks(play, "GB2-LIBERTY-01", "From a space next to her")
    play.play("done")
    assert play.who("Peter").place == "lady_liberty"
    assert play.maneuvers("Peter") == 1
    moved = Play(HER).play("move", "lady_liberty")
    assert (moved.who("Peter").place, moved.actions("Peter")) == ("lady_liberty", 2)


@rule("GB2-LIBERTY-02")
def test_four_figures_fit() -> None:
    play = aboard("Ray", "Egon", "Winston", entities=["creeper 1"])
    play.refused("liberty", "GB2-LIBERTY-02")
    play.play("move")
    assert "lady_liberty" not in play.options


@rule("GB2-LIBERTY-03")
def test_one_leaves_from_any_of_her_spaces() -> None:
    play = aboard("Peter").play("liberty")
    asks(play, "GB2-LIBERTY-03", "To any free space round her")
    play.play("done")
    assert (play.who("Peter").place, play.maneuvers("Peter")) == ("map", 1)


@rule("GB2-LIBERTY-04")
def test_a_line_at_her_edge_stops_boarding() -> None:
    play = Play(HER).play("liberty")
    asks(play, "GB2-LIBERTY-04", "not across a red or orange line")
    play.play("back")
    assert play.maneuvers("Peter") == 2


@rule("GB2-LIBERTY-05", "GB2-LIBERTY-06")
def test_lines_under_her_do_not_matter_and_each_space_counts() -> None:
    play = Play(HER).play("liberty")
    asks(play, "GB2-LIBERTY-05")
    play.play("done", "liberty")
    asks(play, "GB2-LIBERTY-05")
    asks(play, "GB2-LIBERTY-06")
    play.play("done")
    assert play.who("Peter").place == "map"
    assert play.maneuvers("Peter") == 0


@rule("GB2-LIBERTY-07")
def test_driving_her_is_an_action_of_up_to_two_spaces() -> None:
    play = aboard("Peter", "Ray").play("drive")
    asks(play, "GB2-LIBERTY-07", "up to 2", "Diagonals too")
    play.play("done")
    assert play.actions("Peter") == 2
    assert play.who("Ray").place == "lady_liberty"


@rule("GB2-LIBERTY-08", "GB2-LIBERTY-09", "GB2-LIBERTY-10")
def test_what_stops_her_is_named() -> None:
    play = aboard("Peter").play("drive")
    asks(play, "GB2-LIBERTY-08", "over red and orange lines", "Not onto Open Gates, open Goo Piles")
    asks(play, "GB2-LIBERTY-09", "Entities, vehicles or off the map")
    asks(play, "GB2-LIBERTY-10", "not ending on a Ghostbuster")
    play.play("back")
    assert play.actions("Peter") == 3


@rule("GB2-LIBERTY-11")
def test_those_aboard_help_each_other_only() -> None:
    play = aboard("Peter", "Ray", each={"ghosts": {"creeper": 1}}).play("transfer")
    play.refused("2", "GB2-LIBERTY-11")
    play.play("1", "give ghost creeper", "done")
    assert play.who("Ray").ghosts == {"creeper": 2}


@rule("GB2-LIBERTY-12")
def test_no_deposit_from_aboard() -> None:
    play = aboard("Peter", each={"ghosts": {"creeper": 2}})
    play.refused("deposit", "GB2-LIBERTY-12")
    assert play.who("Peter").ghosts == {"creeper": 2}


@rule("GB2-LIBERTY-13", "GB2-LIBERTY-27")
def test_splashes_reach_each_aboard_once_but_they_clean_nobody_outside() -> None:
    cards = {"creeper": {"when_missed": [{"do": "splatter"}]}}
    play = aboard("Ray", "Egon", "Winston", cards=cards).play("combat", "creeper 1", 1)
    play.play("lady_liberty", "nobody")
    assert slimes(play) == [0, 1, 1, 1]
    play.table.team[0].slimes["hit"] = 1
    play.turn_of("Ray").play("remove_slime")
    play.refused("0 hit", "GB2-LIBERTY-13")


@rule("GB2-LIBERTY-14")
def test_no_goo_pile_from_aboard() -> None:
    play = aboard("Peter")
    play.refused("investigate", "GB2-LIBERTY-14")
    assert (play.who("Peter").xp, play.table.goo_timer, play.maneuvers("Peter")) == (0, 6, 2)


@rule("GB2-LIBERTY-15")
def test_aboard_nobody_cleans_themselves() -> None:
    play = aboard("Peter", each={"slimes": {"hit": 1}})
    play.refused("clean_self", "GB2-LIBERTY-15")
    play.refused("own_pack", "GB2-LIBERTY-15")
    play.turn_of("Ray").play("remove_slime")
    play.refused("0 hit", "GB2-LIBERTY-15")
    mate = aboard("Peter", "Ray", each={"slimes": {"hit": 1}}).play("remove_slime", "1 hit")
    assert mate.who("Ray").slimes == {}


@rule("GB2-LIBERTY-16", "GB2-ERRATA-03")
def test_those_aboard_fire_outside_only_and_outsiders_at_those_aboard() -> None:
    play = aboard("Peter", entities=["creeper 1"]).play("combat")
    play.refused("creeper 1", "GB2-LIBERTY-16")
    play.play("creeper 2", 6)
    assert play.table.entities["creeper 2"].tokens == 1
    play.turn_of("Ray").play("combat", "creeper 1", 6)
    assert play.table.entities["creeper 1"].tokens == 1


@rule("GB2-LIBERTY-17")
def test_gates_may_be_fired_at_from_aboard() -> None:
    play = aboard("Peter", scenario={"gates": [{"symbol": "star", "open": True}]})
    play.play("combat", "gate star", 6)
    assert play.table.gates["gate star"].tokens == 1


@rule("GB2-LIBERTY-18")
def test_sight_from_aboard_starts_at_any_of_her_spaces() -> None:
    play = aboard("Peter").play("combat")
    asks(play, "GB2-LIBERTY-18", "from any of her spaces", "at most 3", "red and yellow lines do not stop it")


@rule("GB2-LIBERTY-19")
def test_she_hides_nobody_and_blocks_no_sight() -> None:
    play = aboard("Ray", entities=["creeper 1", "creeper 2"]).play("combat")
    assert {"creeper 1", "creeper 2"} <= set(play.open)
    asks(play, "GB2-LIBERTY-19")


@rule("GB2-LIBERTY-21")
def test_an_entity_aboard_stops_her() -> None:
    play = aboard("Peter", "Ray", entities=["creeper 1"])
    play.refused("drive", "GB2-LIBERTY-21")
    assert play.actions("Peter") == 3


@rule("GB2-LIBERTY-22")
def test_an_entity_that_ends_on_her_slimes_all_and_comes_aboard() -> None:
    play = moves(aboard("Ray", "Egon"), "on lady_liberty")
    assert slimes(play) == [0, 1, 1, 0]
    assert play.table.entities["creeper 1"].place == "lady_liberty"


@rule("GB2-LIBERTY-23")
def test_one_that_moves_on_only_slimes() -> None:
    play = moves(aboard("Ray"), "lady_liberty")
    assert slimes(play) == [0, 1, 0, 0]
    assert play.table.entities["creeper 1"].place == "map"


@rule("GB2-LIBERTY-24")
def test_with_four_aboard_an_arriving_entity_is_expelled() -> None:
    play = moves(aboard("Ray", "Egon", "Winston", entities=["creeper 2"]), "on lady_liberty")
    assert slimes(play) == [0, 1, 1, 1]
    asks(play, "GB2-LIBERTY-24", "Movement Die")
    play.play(5)
    assert "bottom edge, right" in play.asked
    play.play("nobody")
    assert play.table.entities["creeper 1"].place == "map"


@rule("GB2-LIBERTY-25")
def test_an_entity_aboard_slimes_and_is_expelled_in_place_of_moving() -> None:
    play = aboard("Ray", "Egon", entities=["creeper 1"]).play("combat", "creeper 1", 1)
    assert slimes(play) == [0, 1, 1, 0]
    asks(play, "GB2-LIBERTY-25", "Expelled")
    play.play(8)
    assert "left edge, top" in play.asked
    play.play("nobody")
    assert play.table.entities["creeper 1"].place == "map"


@rule("GB2-LIBERTY-26")
def test_only_the_first_segment_is_replaced() -> None:
    effect = [
        {"do": "move", "spaces": 1, "toward": "attacker"},
        {"do": "move", "spaces": 1, "toward": "random_ghostbuster"},
    ]
    cards = {"creeper": {"when_missed": effect}}
    play = aboard("Ray", entities=["creeper 1"], cards=cards).play("combat", "creeper 1", 1)
    play.play(2, "nobody")
    assert slimes(play) == [0, 1, 0, 0]
    asks(play, "GB2-RANDOM-02")
    play.play(8)
    assert "moves 1 to Winston" in play.asked
    play.play("3")
    assert slimes(play) == [0, 1, 0, 1]


@rule("GB2-LIBERTY-28")
@pytest.mark.parametrize("rank", ["mini_boss", "boss"])
def test_bosses_never_stay_aboard(rank: str) -> None:
    cards = {"creeper": {**CARDS["creeper"], "rank": rank}}
    play = moves(aboard("Ray", cards=cards), "on lady_liberty")
    assert slimes(play) == [0, 1, 0, 0]
    asks(play, "GB2-LIBERTY-24")
    play.play(1, "nobody")
    assert play.table.entities["creeper 1"].place == "map"


# -- Ecto-2 -------------------------------------------------------------------


def ecto_2(counters: int | None = 3, team: Mapping[str, Any] | None = None, **more: Any) -> Play:
    return Play(ECTO_2, CARDS, team=team, table={"ecto_2": counters}, **more)


@rule("GB2-ECTO2-01")
def test_it_lands_on_two_empty_spaces_for_all_actions() -> None:
    play = ecto_2(None).play("bring_ecto_2")
    asks(play, "GB2-ECTO2-01", "Both its spaces must be empty", "one of them next to you")
    play.play("back")
    assert play.table.ecto_2 is None
    play.play("bring_ecto_2", "done")
    assert play.actions("Peter") == 0
    acted = ecto_2(None).play("move", "map")
    acted.refused("bring_ecto_2", "GB2-FORFEIT-01")


@rule("GB2-ECTO2-02")
def test_it_comes_in_once_with_three_counters() -> None:
    play = ecto_2(None).play("bring_ecto_2", "done")
    assert play.table.ecto_2 == 3
    play.turn_of("Ray")
    play.refused("bring_ecto_2", "GB2-ECTO2-02")


@rule("GB2-ECTO2-03")
def test_two_fit_and_a_door_costs_a_maneuver() -> None:
    play = ecto_2(team=inside("Ray", "Egon", place="ecto_2"))
    play.refused("ecto_2", "GB2-ECTO2-03")
    play.turn_of("Ray").play("ecto_2", "done")
    assert (play.who("Ray").place, play.maneuvers("Ray")) == ("map", 1)


@rule("GB2-ECTO2-04", "GB2-ECTO2-06", "GB2-ECTO2-07")
def test_a_flight_costs_a_counter_and_passes_over_everything() -> None:
    play = ecto_2(team=inside("Peter", place="ecto_2")).play("drive")
    asks(play, "GB2-ECTO2-04", "up to 4", "flies over all")
    asks(play, "GB2-ECTO2-06", "lands on free spaces", "not across a red or orange line")
    asks(play, "GB2-ECTO2-07", "diagonals too")
    play.play("back")
    assert play.table.ecto_2 == 3
    play.play("drive", "done")
    assert (play.table.ecto_2, play.actions("Peter")) == (2, 2)


@rule("GB2-ECTO2-05")
def test_without_counters_it_stays() -> None:
    play = ecto_2(team=inside("Peter", place="ecto_2", bonus={"action": 1}))
    for _ in range(3):
        play.play("drive", "done")
    play.refused("drive", "GB2-ECTO2-05")


@rule("GB2-ECTO2-08")
def test_its_crew_fires_from_either_space() -> None:
    play = ecto_2(team=inside("Peter", place="ecto_2")).play("combat")
    asks(play, "GB2-ECTO2-08", "from either of its spaces", "at most 3")
    play.play("creeper 1", 6)
    assert play.table.entities["creeper 1"].tokens == 1


@rule("GB2-ECTO2-09")
def test_what_crosses_it_slimes_all_inside() -> None:
    play = moves(ecto_2(team=inside("Ray", "Egon", place="ecto_2")), "ecto_2")
    assert slimes(play) == [0, 1, 1, 0]


@rule("GB2-ECTO2-10")
def test_a_neighbour_who_gives_up_a_turn_refuels_it() -> None:
    play = ecto_2(1).play("refuel", "done")
    assert (play.table.ecto_2, play.actions("Peter")) == (3, 0)
    late = ecto_2(1).play("move", "map")
    late.refused("refuel", "GB2-FORFEIT-01")
    full = ecto_2(3)
    full.refused("refuel", "GB2-ECTO2-10")


@rule("GB2-ECTO2-11")
def test_it_has_no_dimensionometer() -> None:
    play = ecto_2(team=inside("Peter", place="ecto_2", ghosts={"creeper": 2}))
    play.refused("deposit", "GB2-ECTO2-11")
    assert play.who("Peter").ghosts == {"creeper": 2}
