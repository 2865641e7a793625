"""Moving, on the invented training map and without a map (MERC-MOVE, MERC-DOOR)."""

from __future__ import annotations

import pytest

from companion.engine.game import Opening
from companion.engine.prompts import Choose
from companion.games.mercado import GAME
from companion.games.mercado.state import OUTSIDE
from tests.games.kit import Play
from tests.games.mercado.kit import TRAINING, at

NO_RED = ["A", "B", "D", "E", "G", "H", "J", "K"]


def on_map(*places: str, **given: object) -> Play:
    return at(*places, with_map=True, **{"devices": NO_RED, **given})  # type: ignore[arg-type]


@pytest.mark.rule("MERC-MOVE-01")
def test_up_to_the_number_rolled() -> None:
    play = on_map("1,6", OUTSIDE).go(5, "no")
    assert "4,6" in play.ids
    play.refused("7,6")
    play.go("4,6")
    assert play.table.allowed == 0
    assert play.title == "Bob: roll"


@pytest.mark.rule("MERC-MOVE-02")
def test_only_the_front_door_leads_out() -> None:
    play = on_map("A", OUTSIDE).go(3, "no")
    refusal = play.refused(OUTSIDE)
    assert "MERC-MOVE-02" in refusal.rules
    assert OUTSIDE in on_map("7,8", OUTSIDE).go(1, "no").ids
    entering = on_map(OUTSIDE, OUTSIDE).go(1, "no")
    assert entering.ids == ["stay", "7,8"]


@pytest.mark.rule("MERC-MOVE-03")
def test_a_room_costs_one_space() -> None:
    one = on_map("2,6", OUTSIDE).go(1, "no")
    assert "E" in one.ids
    assert "4,4" not in one.ids
    # In by the lower door, out by the side door: two spaces, although E is large. Round it are four.
    two = on_map("2,6", OUTSIDE).go(2, "no")
    assert isinstance(two.prompt, Choose)
    assert {str(option.detail) for option in two.prompt.options if option.id == "4,4"} == {"2 away"}
    assert "4,4" in two.ids
    assert "4,4" not in on_map("2,6", OUTSIDE, haunted="E", devices=["0"]).go(2, "no").ids


@pytest.mark.rule("MERC-MOVE-04")
def test_rooms_have_doors() -> None:
    play = on_map("10,6", OUTSIDE).go(1, "no")
    assert "MERC-MOVE-04" in play.refused("G").rules
    assert "G" in on_map("9,5", OUTSIDE).go(1, "no").ids


@pytest.mark.rule("MERC-MOVE-05")
def test_no_diagonal_steps() -> None:
    play = on_map("4,5", OUTSIDE).go(1, "no")
    assert "4,6" in play.ids
    play.refused("5,6")


@pytest.mark.rule("MERC-MOVE-06")
def test_a_hall_square_holds_one() -> None:
    play = on_map("4,6", "5,6").go(1, "no")
    assert "MERC-MOVE-06" in play.refused("5,6").rules


@pytest.mark.rule("MERC-MOVE-07")
def test_a_room_holds_any_number() -> None:
    play = at("hall", "E", "E", devices=NO_RED).go(4, "no", "E", "leave")
    assert play.table.seats_in("E") == [0, 1, 2]


@pytest.mark.rule("MERC-MOVE-08")
def test_walking_past_somebody() -> None:
    play = on_map("4,6", "6,6").go(3, "no")
    assert "7,6" in play.ids
    assert play.go("7,6").table.players[0].place == "7,6"


@pytest.mark.rule("MERC-MOVE-09")
def test_stopping_before_somebody() -> None:
    play = on_map("4,6", "6,6").go(2, "no")
    assert "MERC-MOVE-09" in play.refused("6,6").rules
    assert play.go("5,6").table.players[0].place == "5,6"


@pytest.mark.rule("MERC-MOVE-10")
def test_staying_outside_still_draws() -> None:
    play = at().go(3, "yes", "B", "stay")
    assert play.table.players[0].place == OUTSIDE
    assert play.table.rooms["B"].ghosts == 1


@pytest.mark.rule("MERC-MOVE-11")
def test_walking_through_a_room_is_no_fight() -> None:
    play = on_map("2,6", OUTSIDE, ghosts={"E": 1}).go(4, "no", "4,5")
    assert play.title == "Bob: roll"
    assert play.table.rooms["E"].ghosts == 1
    assert "fight" not in play.kinds


@pytest.mark.rule("MERC-MOVE-12")
def test_outside_holds_everybody() -> None:
    play = on_map("7,8", OUTSIDE, OUTSIDE).go(1, "no", OUTSIDE)
    assert play.table.seats_in(OUTSIDE) == [0, 1, 2]


@pytest.mark.rule("MERC-DOOR-01")
def test_locked_doors_are_shut() -> None:
    play = on_map("A", OUTSIDE, advanced=True).go(1, "yes", "blue")
    refused = play.refused("2,3")
    assert refused is not None
    assert "B" in play.ids
    green = on_map("E", OUTSIDE, advanced=True).go(1, "yes", "blue")
    assert "4,4" in green.ids


@pytest.mark.rule("MERC-DOOR-10")
def test_behind_locked_doors_one_stays_but_rolls() -> None:
    play = on_map("G", OUTSIDE, advanced=True, locked="green").go(4, "yes", "B")
    assert play.table.rooms["B"].ghosts == 1
    assert play.ids == ["stay"]
    play.go("stay", "leave")
    assert play.title == "Bob: roll"


@pytest.mark.rule("MERC-DOOR-11")
def test_a_lock_counts_for_this_very_move() -> None:
    open_ = on_map("C", OUTSIDE, advanced=True).go(5, "no")
    assert "8,3" in open_.ids
    shut = on_map("C", OUTSIDE, advanced=True).go(5, "yes", "blue")
    assert "blue doors are locked" in str(shut.prompt.text)
    assert shut.ids == ["stay"]


@pytest.mark.rule("MERC-DOOR-02")
def test_one_colour_at_a_time() -> None:
    play = on_map("C", "G", advanced=True, locked="blue").go(5, "yes", "green")
    assert play.table.locked == "green"
    assert "8,3" in play.ids


@pytest.mark.rule("MERC-DOOR-03")
def test_the_lock_card_lies_on_space_2() -> None:
    play = at(advanced=True, discard=list("ABCDEF"))
    assert play.table.deck.left == 13
    play.go(1, "yes", "green")
    deck = play.table.deck
    assert (deck.left, len(deck.discard), deck.lock, deck.size) == (12, 6, "green", 19)
    assert any("space 2" in told for told in play.told)


@pytest.mark.rule("MERC-DOOR-04", "MERC-DOOR-08")
def test_shuffle_opens_the_doors() -> None:
    play = at(advanced=True, locked="blue").go(1, "yes", "green")
    assert play.table.deck.discard == ["blue"]
    play.go("stay", 1, "yes", "shuffle", "ok")
    deck = play.table.deck
    assert play.table.locked == ""
    assert (deck.left, deck.discard, deck.lock) == (19, [], "")


@pytest.mark.rule("MERC-DOOR-05")
def test_draw_and_shuffle_does_not_open() -> None:
    play = at(advanced=True, locked="blue").go(1, "yes", "draw2", "A", "B", "ok")
    assert play.table.locked == "blue"
    assert play.table.deck.left == 18
    house = at(advanced=True, locked="blue", house=["draw_opens"]).go(1, "yes", "draw2", "A", "B", "ok")
    assert house.table.locked == ""
    assert house.table.deck.left == 19


@pytest.mark.rule("MERC-DOOR-06")
def test_a_skipped_shuffle_does_not_open() -> None:
    play = at(advanced=True, locked="blue").go(1, "yes", "draw2", "shuffle", "C", "D", "ok")
    assert play.table.locked == "blue"


@pytest.mark.rule("MERC-DOOR-07")
def test_the_second_lock_of_a_colour_changes_nothing() -> None:
    play = at(advanced=True, locked="blue").go(2, "yes", "blue")
    assert play.table.locked == "blue"
    assert play.table.ghosts_left == 24
    assert play.title == "Move up to 2"
    assert play.table.deck.size == 19


@pytest.mark.rule("MERC-DOOR-09")
def test_locks_do_not_hold_ghosts() -> None:
    play = on_map(OUTSIDE, OUTSIDE, advanced=True, locked="green").go(1, "yes", "G")
    assert play.table.rooms["G"].ghosts == 1
    rowan = on_map(OUTSIDE, OUTSIDE, advanced=True, locked="green", rowan="L").go(1, "yes", "rowan", "G")
    assert rowan.table.rowan == "G"


def test_a_square_nobody_knows_counts_as_anywhere_in_the_hall() -> None:
    play = on_map("hall", OUTSIDE).go(1, "no")
    assert {"A", "9,5", OUTSIDE} <= set(play.ids)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"doors": ["A 99,1"]}, "99,1 is neither"),
        ({"doors": ["A 2,3 pink"]}, "blue, green or nothing"),
        ({"front": "90,9"}, "front: 90,9"),
        ({"plan": "..."}, "plan must be"),
        ({"doors": None}, "doors must be"),
        ({"front": 7}, "front must name"),
    ],
)
def test_a_wrong_map_is_told_in_one_line(change: dict[str, object], message: str) -> None:
    data = {**TRAINING["map"], **change}
    with pytest.raises(ValueError, match=message) as caught:
        GAME.open(Opening("mercado", {}, {"boards": {"own": {"map": data}}}))
    assert "\n" not in str(caught.value)
