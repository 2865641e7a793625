"""Line of Sight, terrain, walking, driving: the board asks the players, and the rest follows.

Where a row is about spaces, the question has to name what decides it, Why? has to lead to the row, and
either answer has to have its consequence.
"""

from __future__ import annotations

import pytest

from .table import Play

rule = pytest.mark.rule
TWO = {"entities": {"creeper": 2}}
CAR = {"entities": {"creeper": 1}, "ecto_1a": True}
INSIDE = {"Peter": {"place": "ecto_1a"}}


def asks(play: Play, row: str, *words: str) -> None:
    """The open question leads to `row` and names what decides it."""
    assert row in play.prompt.rules
    for word in words:
        assert word in play.asked, f"{word!r} not in {play.asked!r}"


# -- sight --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "words"),
    [
        pytest.param("GB2-LOS-01", ("at most 3 spaces",), marks=rule("GB2-LOS-01")),
        pytest.param("GB2-LOS-02", ("at most 3 spaces",), marks=rule("GB2-LOS-02")),
        pytest.param("GB2-LOS-03", ("one straight line", "corner to corner"), marks=rule("GB2-LOS-03")),
        pytest.param("GB2-LOS-04", ("red",), marks=rule("GB2-LOS-04")),
        pytest.param("GB2-LOS-05", ("an Entity",), marks=rule("GB2-LOS-05")),
        pytest.param("GB2-LOS-06", ("one straight line",), marks=rule("GB2-LOS-06")),
        pytest.param("GB2-LOS-07", ("Open Gate",), marks=rule("GB2-LOS-07")),
        pytest.param("GB2-LOS-09", ("In sight",), marks=rule("GB2-LOS-09")),
        pytest.param("GB2-TERRAIN-01", ("red",), marks=rule("GB2-TERRAIN-01")),
        pytest.param("GB2-TERRAIN-06", ("yellow line",), marks=rule("GB2-TERRAIN-06")),
        pytest.param("GB2-FIGURE-02", ("In sight",), marks=rule("GB2-FIGURE-02")),
        pytest.param("GB2-ECTO1-14", ("not stopped by",), marks=rule("GB2-ECTO1-14")),
    ],
)
def test_what_is_in_sight_may_be_fired_at_and_nothing_else_costs_an_action(
    row: str, words: tuple[str, ...]
) -> None:
    play = Play(TWO).play("combat")
    asks(play, row, *words)
    assert {"creeper 1", "creeper 2"} <= set(play.open)
    play.play("back")
    assert play.actions("Peter") == 3
    play.play("combat", "creeper 2", 6)
    assert play.actions("Peter") == 2
    assert play.table.entities["creeper 2"].tokens == 1


@rule("GB2-LOS-08")
def test_five_things_that_never_stop_sight_are_not_named_as_if_they_did() -> None:
    play = Play(CAR).play("combat")
    asks(play, "GB2-LOS-08")
    for harmless in ("orange", "Ecto-1a", "Closed Gate", "Ghostbuster"):
        assert harmless not in play.asked


@rule("GB2-LOS-10")
def test_an_entitys_sight_is_three_spaces_and_blocked_by_figures() -> None:
    play = Play(TWO).turn_of("Winston").play("end", "chaos")
    asks(play, "GB2-LOS-10", "3 spaces", "figures in between block")
    assert "nobody" in play.open


@rule("GB2-LOS-11")
def test_an_entitys_movement_is_stopped_by_nothing() -> None:
    missed = [{"do": "move", "spaces": 2, "toward": "random_direction"}]
    play = Play({"entities": {"creeper": 1}}, {"creeper": {"when_missed": missed}})
    play.play("combat", "creeper 1", 1, 3)
    asks(play, "GB2-MOVE-01", "Move it")
    assert "line" not in play.asked
    play.play("nobody")
    assert play.table.entities["creeper 1"]


# -- walking ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "words"),
    [
        pytest.param("GB2-GBMOVE-01", ("up to 2", "Any direction"), marks=rule("GB2-GBMOVE-01")),
        pytest.param("GB2-GBMOVE-02", ("red or orange lines",), marks=rule("GB2-GBMOVE-02")),
        pytest.param(
            "GB2-GBMOVE-03", ("Entities", "Open Gates", "open Goo Piles"), marks=rule("GB2-GBMOVE-03")
        ),
        pytest.param("GB2-GBMOVE-04", (), marks=rule("GB2-GBMOVE-04")),
        pytest.param("GB2-GBMOVE-05", (), marks=rule("GB2-GBMOVE-05")),
        pytest.param("GB2-GBMOVE-06", (), marks=rule("GB2-GBMOVE-06")),
        pytest.param("GB2-GBMOVE-07", (), marks=rule("GB2-GBMOVE-07")),
        pytest.param(
            "GB2-GBMOVE-08", ("past a Ghostbuster only with a space left",), marks=rule("GB2-GBMOVE-08")
        ),
        pytest.param("GB2-GBMOVE-09", (), marks=rule("GB2-GBMOVE-09")),
        pytest.param("GB2-TERRAIN-02", ("Open Gates",), marks=rule("GB2-TERRAIN-02")),
        pytest.param("GB2-TERRAIN-05", ("open Goo Piles",), marks=rule("GB2-TERRAIN-05")),
        pytest.param("GB2-FIGURE-01", ("onto or past Entities",), marks=rule("GB2-FIGURE-01")),
    ],
)
def test_a_move_that_can_be_made_costs_an_action_one_that_cannot_costs_nothing(
    row: str, words: tuple[str, ...]
) -> None:
    play = Play(TWO).play("move")
    asks(play, row, *words)
    play.play("back")
    assert play.actions("Peter") == 3
    play.play("move", "map")
    assert play.actions("Peter") == 2
    play.play("move", "map", "move", "map")
    play.refused("move", "GB2-ACTION-01")


@rule("GB2-TERRAIN-03", "GB2-GATE-05")
def test_a_closed_gate_is_named_as_no_hindrance() -> None:
    play = Play(TWO).play("move")
    asks(play, "GB2-TERRAIN-03", "Open Gates")
    assert "Closed" not in play.asked


@rule("GB2-TERRAIN-04", "GB2-TERRAIN-07", "GB2-QUICKREF-03")
@pytest.mark.parametrize("deed", ["remove_slime", "switch_pack", "transfer"])
def test_who_is_next_to_whom_is_asked_with_what_decides_it(deed: str) -> None:
    play = Play(team={"Ray": {"slimes": {"hit": 1}}}).play(deed)
    for row in ("GB2-TERRAIN-04", "GB2-TERRAIN-07", "GB2-QUICKREF-03"):
        asks(play, row, "Next to you", "in sight")
    play.play("back")
    assert (play.actions("Peter"), play.maneuvers("Peter")) == (3, 2)


@rule("GB2-GBMOVE-10")
def test_a_move_may_end_inside_the_car() -> None:
    play = Play(CAR).play("move")
    asks(play, "GB2-GBMOVE-10")
    play.play("ecto_1a")
    assert play.who("Peter").place == "ecto_1a"
    assert play.actions("Peter") == 2
    assert "figure on its tile" in str(play.session.notices[-1].text)


@rule("GB2-GBMOVE-11")
def test_walking_across_the_car_stays_outside() -> None:
    play = Play(CAR).play("move")
    asks(play, "GB2-GBMOVE-11")
    assert play.options["map"].refusal is None
    play.play("map")
    assert play.who("Peter").place == "map"


@rule("GB2-VEHICLE-04")
def test_a_move_may_leave_the_car() -> None:
    play = Play(CAR, team=INSIDE).play("move", "map")
    assert play.who("Peter").place == "map"
    assert (play.actions("Peter"), play.maneuvers("Peter")) == (2, 2)


# -- driving ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "words"),
    [
        pytest.param("GB2-DRIVE-01", ("up to 6",), marks=rule("GB2-DRIVE-01")),
        pytest.param("GB2-DRIVE-03", ("rows and columns",), marks=rule("GB2-DRIVE-03")),
        pytest.param("GB2-DRIVE-04", ("either end first",), marks=rule("GB2-DRIVE-04")),
        pytest.param("GB2-DRIVE-05", ("either end first",), marks=rule("GB2-DRIVE-05")),
        pytest.param("GB2-DRIVE-07", ("red or orange lines",), marks=rule("GB2-DRIVE-07")),
        pytest.param("GB2-DRIVE-08", ("Entities", "Open Gates"), marks=rule("GB2-DRIVE-08")),
        pytest.param("GB2-DRIVE-09", ("open Goo Piles",), marks=rule("GB2-DRIVE-09")),
        pytest.param("GB2-DRIVE-10", ("not ending on a Ghostbuster",), marks=rule("GB2-DRIVE-10")),
        pytest.param("GB2-DRIVE-11", ("not ending on a Ghostbuster",), marks=rule("GB2-DRIVE-11")),
        pytest.param("GB2-DRIVE-12", ("off the map",), marks=rule("GB2-DRIVE-12")),
        pytest.param("GB2-LIBERTY-20", ("Lady Liberty",), marks=rule("GB2-LIBERTY-20")),
    ],
)
def test_a_drive_that_can_be_made_costs_an_action_one_that_cannot_costs_nothing(
    row: str, words: tuple[str, ...]
) -> None:
    play = Play(CAR, team=INSIDE).play("drive")
    asks(play, row, *words)
    play.play("back")
    assert play.actions("Peter") == 3
    play.play("drive", "done")
    assert play.actions("Peter") == 2


@rule("GB2-DRIVE-02")
def test_only_who_is_inside_drives() -> None:
    play = Play(CAR)
    play.refused("drive", "GB2-DRIVE-02")
    play.play("door", "done", "drive", "done")
    assert play.actions("Peter") == 2


@rule("GB2-DRIVE-06")
def test_all_inside_ride_along_to_the_end() -> None:
    play = Play(CAR, team={**INSIDE, "Ray": {"place": "ecto_1a"}}).play("drive")
    asks(play, "GB2-DRIVE-06", "all inside ride along")
    assert set(play.open) == {"done", "back"}
    play.play("done")
    assert [play.who(name).place for name in ("Peter", "Ray")] == ["ecto_1a", "ecto_1a"]


# -- doors --------------------------------------------------------------------


@rule("GB2-VEHICLE-01", "GB2-ECTO1-01")
def test_doors_are_at_the_long_sides() -> None:
    play = Play(CAR).play("door")
    asks(play, "GB2-VEHICLE-01", "4 spaces at its long sides", "not an end or a corner")
    asks(play, "GB2-ECTO1-01")
    play.play("back")
    assert play.who("Peter").place == "map"


@rule("GB2-VEHICLE-02")
def test_getting_in_costs_a_maneuver() -> None:
    play = Play(CAR).play("door", "done")
    assert play.who("Peter").place == "ecto_1a"
    assert (play.actions("Peter"), play.maneuvers("Peter")) == (3, 1)
    assert "tile" in str(play.session.notices[-1].text)


@rule("GB2-VEHICLE-03", "GB2-ECTO1-02")
def test_getting_out_needs_a_free_side_space_and_any_will_do() -> None:
    play = Play(CAR, team=INSIDE).play("door")
    asks(play, "GB2-VEHICLE-03", "free and not walled off")
    asks(play, "GB2-ECTO1-02", "whichever you came in by")
    play.play("back")
    assert play.maneuvers("Peter") == 2
    assert play.who("Peter").place == "ecto_1a"
    play.play("door", "done")
    assert play.who("Peter").place == "map"
