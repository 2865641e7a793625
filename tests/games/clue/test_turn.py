"""The turn and moving, with the invented training map and without one (CLUE-TURN, MOVE, PASS, ENTER)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.game import Opening
from companion.games.clue import GAME
from companion.games.clue.board import Map, parse
from companion.games.clue.state import HALL
from tests.games.clue.kit import BOARD, PLAIN, at
from tests.games.kit import Play

PASSAGES = {**PLAIN, "passages": BOARD["passages"]}


def on_map(*places: str, **given: Any) -> Play:
    return at(*places, board=BOARD, **given)


def hallway(*rows: str, entrances: tuple[str, ...] = ()) -> dict[str, Any]:
    """A small map of its own."""
    return {
        **PLAIN,
        "passages": {"silo": "", "lab": ""},
        "map": {"plan": list(rows), "entrances": list(entrances)},
    }


def suggest(play: Play) -> Play:
    """Any suggestion that nobody answers."""
    return play.go("gozer", "rtv", "none", "none")


@pytest.mark.rule("CLUE-TURN-01")
def test_the_card_is_drawn_last() -> None:
    play = at(HALL, HALL, HALL).go("glass", 3, "lab")
    play.refused("draw")
    suggest(play)
    assert play.title == "Paranormal card"


@pytest.mark.rule("CLUE-TURN-02")
def test_a_glass_counts_as_one_and_earns_a_card() -> None:
    play = at().go("glass", 4)
    assert play.title == "Move 5"
    assert play.table.due


@pytest.mark.rule("CLUE-TURN-03")
def test_two_glasses_earn_one_card() -> None:
    play = at().go("glass", "glass")
    assert play.title == "Move 2"
    play.go(HALL, "ghost", 12, "1", 2, 2)
    assert play.table.pile == 8
    assert play.title == "Pass the dice on"


@pytest.mark.rule("CLUE-TURN-04")
def test_no_glass_no_card() -> None:
    play = at().go(3, 6)
    assert play.title == "Move 9"
    play.go(HALL)
    assert play.title == "Pass the dice on"
    assert play.table.pile == 9


@pytest.mark.rule("CLUE-TURN-05")
def test_one_of_three() -> None:
    play = at("kitchen", HALL, HALL, board=PASSAGES).go(2, 2, "passage:silo")
    play.refused(HALL)
    play.refused("lab")
    assert play.title == "Which ghost leads?"
    assert play.table.players[0].place == "silo"


@pytest.mark.rule("CLUE-TURN-06")
def test_nobody_stays_in_a_hallway() -> None:
    play = at().go(2, 2)
    assert play.refused("stay").rules == ("CLUE-TURN-06",)
    assert play.go(HALL).title == "Pass the dice on"


@pytest.mark.rule("CLUE-TURN-07")
def test_staying_again_and_again() -> None:
    play = at("lab", HALL, HALL)
    for _ in range(2):
        suggest(play.go(2, 2, "stay"))
        play.go("pass", 2, 2, HALL, "pass", 2, 2, HALL, "pass")
    assert [asked.cards[2] for asked in play.table.suggestions] == ["lab", "lab"]


@pytest.mark.rule("CLUE-TURN-08")
def test_the_roll_comes_before_a_passage() -> None:
    play = at("kitchen", HALL, HALL, board=PASSAGES)
    assert play.title == "Ann: die 1"
    suggest(play.go("glass", 2, "passage:silo"))
    assert play.title == "Paranormal card"


@pytest.mark.rule("CLUE-TURN-09")
def test_a_glass_without_a_suggestion() -> None:
    play = at().go("glass", 2, HALL)
    assert play.table.suggestions == []
    assert play.title == "Paranormal card"


@pytest.mark.rule("CLUE-MOVE-01")
def test_no_diagonal_steps() -> None:
    board = hallway(".#", "#.", "##")
    play = at("1,1", HALL, HALL, board=board).go(2, 2)
    play.refused("2,2")
    assert parse(board["map"]).next["1,1"] == ()


@pytest.mark.rule("CLUE-MOVE-02")
def test_no_square_twice() -> None:
    play = at("1,1", HALL, HALL, board=hallway("......")).go(2, 2)
    assert play.ids == ["5,1"]


@pytest.mark.rule("CLUE-MOVE-03")
def test_no_way_past_another_token() -> None:
    board = hallway("........", entrances=("silo 5,1",))
    play = at("1,1", "3,1", HALL, board=board).go(3, 3)
    assert play.ids == ["2,1"]
    assert "CLUE-MOVE-03" in play.refused("silo").rules


@pytest.mark.rule("CLUE-MOVE-04")
def test_all_is_walked_unless_a_location_is_entered() -> None:
    board = hallway("..........", entrances=("silo 5,1",))
    play = at("1,1", HALL, HALL, board=board).go(4, 4)
    assert play.ids == ["silo", "9,1"]
    assert "walk all 8" in str(play.prompt.text)
    early = at("1,1", HALL, HALL, board=board, house=["early_stop"]).go(4, 4)
    assert "6,1" in early.ids
    assert "silo" in early.ids


@pytest.mark.rule("CLUE-PASS-01")
def test_a_passage_whatever_the_dice_show() -> None:
    play = on_map("kitchen", HALL, HALL).go("glass", "glass", "passage:silo")
    assert play.table.players[0].place == "silo"
    assert play.title == "Which ghost leads?"


@pytest.mark.rule("CLUE-PASS-02")
def test_a_passage_only_from_where_the_turn_began() -> None:
    play = at(HALL, HALL, HALL, board=PASSAGES).go(2, 3, "kitchen")
    play.refused("passage:silo")
    assert play.title == "Which ghost leads?"


@pytest.mark.rule("CLUE-ENTER-01")
def test_entrances_only() -> None:
    play = on_map("9,3", HALL, HALL).go(2, "glass")
    assert "CLUE-ENTER-01" in play.refused("dining_room").rules
    near = on_map("6,3", HALL, HALL).go("glass", "glass")
    # Square 6,3 touches the walls of Foyer and Lab, not an entrance.
    for place in ("foyer", "lab"):
        near.refused(place)


@pytest.mark.rule("CLUE-ENTER-02")
def test_entering_ends_the_move() -> None:
    board = hallway("..........", entrances=("silo 5,1",))
    play = at("1,1", HALL, HALL, board=board).go(5, 4, "silo")
    assert play.table.players[0].place == "silo"
    assert play.title == "Which ghost leads?"


@pytest.mark.rule("CLUE-ENTER-03")
def test_a_location_holds_any_number() -> None:
    play = at(HALL, "lab", "lab", "lab")
    for token in ("slimer", "muncher", "proton_pack", "pke_meter", "ghost_trap", "aztec_whistle"):
        play.set(f"token:{token}", "lab")
    play.go(2, 2, "lab", "gozer", "rtv")
    table = play.table
    assert len(table.at("lab")) == 4
    assert list(table.ghosts.values()).count("lab") == 3
    assert list(table.devices.values()).count("lab") == 5


@pytest.mark.rule("CLUE-ENTER-04")
def test_a_blocked_entrance_blocks_both_ways() -> None:
    board = hallway("......", entrances=("silo 3,1",))
    inside = at("silo", "3,1", HALL, board=board).go(2, 3)
    assert inside.ids == ["stay"]
    outside = at("1,1", "3,1", HALL, board=board).go(2, 3)
    assert "CLUE-ENTER-04" in outside.refused("silo").rules
    way_out = (
        at("silo", "9,9", HALL, board={**board, "passages": {"silo": "lab"}}).set("place:1", "3,1").go(2, 3)
    )
    assert "passage:lab" in way_out.ids


@pytest.mark.rule("CLUE-ENTER-05")
def test_out_by_one_door_and_in_by_another() -> None:
    board = hallway("......", entrances=("silo 2,1", "silo 5,1"))
    play = at("silo", HALL, HALL, board=board).go(2, 3)
    assert "silo" in play.ids
    play.go("silo")
    assert play.table.players[0].place == "silo"
    house = at("silo", HALL, HALL, board=board, house=["no_return"]).go(2, 3)
    assert "silo" not in house.ids


def test_who_cannot_move_at_all_stays() -> None:
    play = at("1,1", "2,1", HALL, board=hallway("...")).go(2, 2)
    assert play.ids == ["stay"]
    assert play.go("stay").title == "Pass the dice on"


def by_trying(board: Map, start: str, spaces: int, taken: set[str]) -> set[str]:
    """All ends by walking every path."""
    found: set[str] = set()
    longest: list[tuple[int, str]] = []

    def go(place: str, path: tuple[str, ...]) -> None:
        used = len(path) - 1
        if place in board.next:
            if used == spaces:
                found.add(place)
                return
            longest.append((used, place))
            found.update(board.locations_at(place))
        for square in board.near(place):
            if square not in path and square not in taken:
                go(square, (*path, square))

    go(start, (start,))
    if found:
        return found
    most = max((used for used, _ in longest), default=0)
    return {place for used, place in longest if used == most and place != start}


@pytest.mark.parametrize("taken", [set(), {"4,3"}, {"4,3", "8,5", "8,6"}])
def test_the_walks_are_all_there_are(taken: set[str]) -> None:
    board = parse(BOARD["map"])
    for start in ("1,3", "lab", "kitchen", "8,7", "field"):
        for spaces in (2, 5, 8):
            assert board.ends(start, spaces, taken) == by_trying(board, start, spaces, taken)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"entrances": ["attic 1,3"]}, "must be one of"),
        ({"entrances": ["lab 99,9"]}, "99,9 is no square"),
        ({"starts": ["1,3"]}, "six different squares"),
        ({"plan": "..."}, "plan must be"),
    ],
)
def test_a_wrong_map_is_told_in_one_line(change: dict[str, object], message: str) -> None:
    board = {**BOARD, "map": {**BOARD["map"], **change}}
    with pytest.raises(ValueError, match=message) as caught:
        GAME.open(Opening("clue", {}, {"boards": {"own": board}}))
    assert "\n" not in str(caught.value)
