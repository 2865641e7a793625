"""Theories, and the two-player game (CLUE-WIN, CLUE-TWO)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.clue import GAME
from companion.games.clue.state import DEVICES, GHOSTS, HALL
from tests.games.clue.kit import BOARD, PLAIN, at, signs
from tests.games.clue.test_suggestion import ANN, CID
from tests.games.kit import Play

GUESS = ("gozer", "rtv", "silo")
SPOTS = ["lab", "silo", "barn", "field"]


def theory(play: Play, verdict: str, *cards: str) -> Play:
    """The active player tests a theory."""
    return play.take("theory", seat=play.table.active).go(*(cards or GUESS), verdict)


def failed(*places: str, **given: Any) -> Play:
    """Ann's theory fails at the start of her turn; whatever is asked about her token is answered."""
    play = theory(at(*places, **given), "wrong")
    return play.go(HALL) if play.title == "On an entrance?" else play


@pytest.mark.rule("CLUE-WIN-01")
def test_only_on_the_own_turn() -> None:
    play = at()
    refusal = play.session.take("theory", seat=1)
    assert refusal is not None
    assert "another player" in str(refusal.text)
    play.take("theory", seat=0)
    assert play.title == "Theory: ghost"


@pytest.mark.rule("CLUE-WIN-02")
def test_any_location_may_be_named() -> None:
    play = at("kitchen", HALL, HALL).go(2, 2).take("theory").go("gozer", "rtv", "silo")
    assert "Silo" in str(play.prompt.text)


@pytest.mark.rule("CLUE-WIN-03")
def test_from_a_hallway_too() -> None:
    assert theory(at(HALL, HALL, HALL), "right").over


@pytest.mark.rule("CLUE-WIN-04")
def test_once_a_game() -> None:
    play = failed("lab", HALL, HALL)
    assert play.table.active == 1
    refusal = play.session.take("theory", seat=0)
    assert refusal is not None


@pytest.mark.rule("CLUE-WIN-05")
def test_all_three_win() -> None:
    play = theory(at(), "right")
    assert play.session.outcome is not None
    assert play.session.outcome.winners == (0,)
    assert "Ann solved it" in str(play.session.outcome.text)


@pytest.mark.rule("CLUE-WIN-06")
def test_two_of_three_are_wrong_and_nobody_hears_which() -> None:
    play = at("lab", HALL, HALL).take("theory").go(*GUESS)
    assert play.ids == ["wrong", "right"]
    play.go("wrong")
    assert play.table.players[0].out
    told = " ".join(play.told)
    assert "back unseen" in told
    assert "two" not in told


@pytest.mark.rule("CLUE-WIN-07")
def test_who_failed_has_no_more_turns() -> None:
    play = failed("lab", HALL, HALL)
    order = []
    for _ in range(4):
        order.append(play.table.players[play.table.active].name)
        play.go(2, 2, HALL, "pass")
    assert order == ["Bob", "Cid", "Bob", "Cid"]


@pytest.mark.rule("CLUE-WIN-08")
def test_who_failed_still_shows_cards() -> None:
    play = at(HALL, HALL, HALL, out=(0,), active=2, own={0: ANN}).go(2, 2, "foyer", "slimer", "rtv")
    assert play.prompt.to == 0
    play.refused("none", seat=0)
    play.go("foyer", seat=0)
    assert play.table.suggestions[0].shower == 0
    named = at(HALL, HALL, HALL, out=(0,), active=2).go("glass", 2, HALL, "ghost", 2, "1", 2, 2, "gozer")
    assert "0" in named.ids


@pytest.mark.rule("CLUE-WIN-09")
def test_nobody_wins_when_all_are_wrong() -> None:
    play = theory(at("lab", HALL, HALL, out=(1, 2)), "wrong")
    assert play.over
    assert play.session.outcome is not None
    assert play.session.outcome.winners == ()
    assert play.session.outcome.won is False


@pytest.mark.rule("CLUE-WIN-10")
def test_the_last_one_plays_on() -> None:
    play = at(HALL, HALL, HALL, out=(0, 2), active=1)
    for _ in range(3):
        assert play.title == "Bob: die 1"
        play.go(2, 2, HALL, "pass")
    assert theory(play, "right").over


@pytest.mark.rule("CLUE-WIN-11")
def test_any_moment_of_the_own_turn() -> None:
    play = at(HALL, HALL, HALL).go("glass", 2, HALL, "ghost", 2, "1", 2, 2, "gozer", "2")
    assert [each.id for each in play.session.interludes] == ["theory"]
    assert theory(play, "right").over
    house = at(HALL, HALL, HALL, house=["theory_after"])
    assert house.session.interludes == ()
    house.go(2, 2, "lab", "gozer", "rtv", "none", "none")
    assert house.title == "Pass the dice on"
    assert house.go("theory", *GUESS, "right").over


@pytest.mark.rule("CLUE-WIN-12")
def test_who_failed_can_be_a_partner_and_rushes_along() -> None:
    play = at(HALL, HALL, HALL, out=(0,), active=2).go("glass", 2, HALL, "pke", 2)
    assert "0" in play.ids
    play.go("0", 2, 2, "rush", "lab")
    assert play.table.players[0].place == "lab"
    house = at(HALL, HALL, HALL, out=(0,), active=2, house=["out_excluded"]).go("glass", 2, HALL, "pke", 2)
    assert house.ids == ["1"]


@pytest.mark.rule("CLUE-WIN-13")
def test_a_failed_token_does_not_block_an_entrance() -> None:
    play = theory(at("9,9", HALL, HALL, board=BOARD), "wrong")
    assert play.title == "On an entrance?"
    assert play.ids == ["silo"]
    play.go("silo")
    assert play.table.players[0].place == "silo"
    loose = theory(at(HALL, HALL, HALL), "wrong")
    assert loose.title == "On an entrance?"
    loose.go(HALL)
    assert loose.title == "Bob: die 1"
    assert theory(at("3,3", HALL, HALL, board=BOARD), "wrong").title == "Bob: die 1"


@pytest.mark.rule("CLUE-WIN-14")
def test_a_failed_theory_is_public() -> None:
    play = failed("lab", HALL, HALL)
    log = next(page for page in GAME.view(play.table).pages if page.id == "log")
    assert str(log.lines[0]) == "Wrong theory of Ann: Gozer, RTV and Silo"
    assert play.table.theories[0].cards == GUESS
    # All other ghosts and devices lie face up: so the location must have been the wrong one.
    others = [card for card in (*GHOSTS, *DEVICES) if card not in GUESS]
    face_up = {card: index % 3 for index, card in enumerate(others)}
    assert signs(at("lab", HALL, HALL, face_up=face_up), 1)["silo", "Sleeve"] == ""
    wrong = failed("lab", HALL, HALL, face_up=face_up)
    for seat in (0, 1, 2):
        assert signs(wrong, seat)["gozer", "Sleeve"] == "✓"
        assert signs(wrong, seat)["silo", "Sleeve"] == "✗"


def test_a_theory_can_be_thought_over() -> None:
    play = at().go(2).take("theory").go("gozer", "back")
    assert play.title == "Ann: die 2"
    assert not play.table.players[0].out


def test_no_theory_while_a_suggestion_is_answered() -> None:
    play = at().go(2, 2, "lab", "gozer", "rtv")
    assert play.session.interludes == ()


@pytest.mark.rule("CLUE-TWO-03")
def test_a_hidden_card_is_looked_at_before_the_suggestion() -> None:
    play = at(HALL, HALL, spots=SPOTS, own={0: [*ANN, "muncher"]}).go(2, 2, "lab")
    assert play.title == "Which card lies here?"
    assert play.prompt.secret
    play.refused("gozer", seat=1)
    play.go("gozer", seat=0)
    assert play.title == "Which ghost leads?"
    assert signs(play, 0)["gozer", "in Lab"] == "✓"
    assert signs(play, 1)["gozer", "in Lab"] == ""
    assert "Ann looks at the card in Lab." in play.told
    assert not any("Gozer" in told for told in play.told)


@pytest.mark.rule("CLUE-TWO-04")
def test_the_hidden_card_stays() -> None:
    hands = {0: [*ANN, "muncher"], 1: [*CID, "gatekeeper"]}
    play = at(HALL, HALL, spots=SPOTS, own=hands).go(2, 2, "lab").go("gozer", seat=0)
    play.go("gozer", "rtv").go("none", seat=1).go("pass", 2, 2, "lab")
    assert play.title == "Which card lies here?"
    assert play.prompt.to == 1
    play.go("gozer", seat=1)
    assert play.table.notes[0].looked == play.table.notes[1].looked == {"lab": "gozer"}


@pytest.mark.rule("CLUE-TWO-05")
def test_with_two_a_pass_proves_less() -> None:
    play = at(HALL, HALL, spots=SPOTS, own={0: [*ANN, "muncher"]}).go(2, 2, "kitchen", "gozer", "rtv", "none")
    marks = signs(play, 0)
    for card in ("gozer", "rtv", "kitchen"):
        assert marks[card, "Bob"] == "✗"
        assert marks[card, "Sleeve"] == ""


@pytest.mark.rule("CLUE-TWO-06")
def test_any_arrival_is_a_look() -> None:
    board = {**PLAIN, "passages": {"kitchen": "lab", "lab": "kitchen"}}
    play = at("kitchen", HALL, spots=SPOTS, board=board).go(2, 2, "passage:lab")
    assert "Ann looks at the card in Lab." in play.told
    rush = at(HALL, HALL, spots=SPOTS).go("glass", 2, HALL, "pke", 2, "1", 2, 2, "rush", "lab")
    assert "Bob looks at the card in Lab." in rush.told
    house = at("kitchen", HALL, spots=SPOTS, board=board, house=["look_by_door"]).go(2, 2, "passage:lab")
    assert not any("looks" in told for told in house.told)


def test_staying_is_no_arrival() -> None:
    play = at("lab", HALL, spots=SPOTS, own={0: [*ANN, "muncher"]}).go(2, 2, "stay")
    assert play.title == "Which ghost leads?"
