"""Paranormal cards: drawing, battles, naming, the three surges (CLUE-PARA, GHOST, PKE)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.clue import GAME
from companion.games.clue.move import passages
from companion.games.clue.state import CARDS, HALL
from tests.games.clue.kit import BOARD, PLAIN, at, signs
from tests.games.clue.test_suggestion import ANN, BOB, CID
from tests.games.kit import Play


def drawn(kind: str, target: int, *places: str, **given: Any) -> Play:
    """Ann rolled a glass, ends in the hallway and draws this card."""
    return at(*(places or (HALL,) * 3), **given).go("glass", 2, HALL, kind, target)


def won(kind: str, *places: str, **given: Any) -> Play:
    """… and wins the battle with Bob."""
    return drawn(kind, 5, *places, **given).go("1", 3, 4)


@pytest.mark.rule("CLUE-PARA-01")
def test_a_card_is_drawn_and_read_out() -> None:
    play = at(HALL, HALL, HALL).go("glass", 2, "lab", "gozer", "rtv", "none", "none")
    assert play.title == "Paranormal card"
    assert "face up" in str(play.prompt.text)
    play.go("ghost", 7)
    assert play.table.pile == 8


@pytest.mark.rule("CLUE-PARA-02")
def test_a_spent_card_is_spent() -> None:
    play = drawn("pke", 12, pile=6).go("1", 2, 2)
    assert play.table.pile == 5
    assert play.title == "Pass the dice on"


@pytest.mark.rule("CLUE-PARA-03")
def test_then_the_turn_ends() -> None:
    play = drawn("ghost", 12).go("1", 2, 2, "pass")
    assert play.title == "Bob: die 1"


@pytest.mark.rule("CLUE-PARA-04")
def test_no_card_is_left() -> None:
    play = at(pile=0).go("glass", 2, HALL)
    assert play.title == "Pass the dice on"
    assert "No paranormal card is left." in play.told
    house = at(pile=0, house=["reshuffle"]).go("glass", 2, HALL)
    assert house.title == "Paranormal card"
    assert house.go("ghost", 7).table.pile == 8


@pytest.mark.rule("CLUE-PARA-05")
def test_two_kinds() -> None:
    assert at().go("glass", 2, HALL).ids == ["ghost", "pke"]


@pytest.mark.rule("CLUE-GHOST-01")
def test_two_roll_one_die_each() -> None:
    play = drawn("ghost", 7)
    assert play.ids == ["1", "2"]
    play.go("2")
    assert play.prompt.to == 0
    play.go("glass")
    assert play.prompt.to == 2
    play.go(5)
    assert play.title == "Pass the dice on"
    assert "so far 1" in str(play.session.steps[-1].prompt.text)  # type: ignore[union-attr]


@pytest.mark.rule("CLUE-GHOST-02")
def test_equal_wins() -> None:
    assert drawn("ghost", 7).go("1", 3, 4).title == "Name a ghost"


@pytest.mark.rule("CLUE-GHOST-03")
def test_a_named_ghost_is_laid_face_up() -> None:
    play = won("ghost").go("gozer", "2")
    assert play.table.face_up == {"gozer": 2}
    for seat in (0, 1, 2):
        assert signs(play, seat)["gozer", "Cid"] == "✓"


@pytest.mark.rule("CLUE-GHOST-04")
def test_a_ghost_nobody_has_is_the_leader() -> None:
    play = won("ghost", HALL, HALL, HALL, HALL, own={0: ANN[:5]}, hands=[5, 5, 4, 4]).go("muncher", "nobody")
    assert play.table.face_up == {}
    assert signs(play, 0)["muncher", "Sleeve"] == "✓"
    assert signs(play, 3)["muncher", "Sleeve"] == "✓"
    bluff = won("ghost", house=["bluff"]).go("muncher", "nobody")
    assert signs(bluff, 0)["muncher", "Sleeve"] == ""
    two = won("ghost", HALL, HALL, spots=["lab", "silo", "barn", "field"]).go("muncher", "nobody")
    assert signs(two, 0)["muncher", "Sleeve"] == ""
    assert signs(two, 0)["muncher", "Bob"] == "✗"


@pytest.mark.rule("CLUE-GHOST-05")
def test_too_low_names_nothing() -> None:
    play = drawn("ghost", 8).go("1", 3, 4)
    assert play.title == "Pass the dice on"
    assert (play.table.face_up, play.table.pile) == ({}, 8)


@pytest.mark.rule("CLUE-GHOST-06")
def test_only_the_drawer_names() -> None:
    play = won("ghost")
    assert play.prompt.to == 0
    assert "another player" in str(play.refused("gozer", seat=1).text)


@pytest.mark.rule("CLUE-GHOST-07")
def test_the_drawer_reveals_an_own_card() -> None:
    play = won("ghost", own={0: ["slimer", *ANN[:5]]}).go("slimer")
    told = [notice for notice in play.session.notices if notice.kind == "lay_down"]
    assert [notice.seat for notice in told] == [0]
    play.go("0")
    assert play.table.face_up == {"slimer": 0}


@pytest.mark.rule("CLUE-PKE-01")
def test_a_surge_needs_the_same_roll() -> None:
    play = drawn("pke", 6).go("1", "glass", 5)
    assert play.title == "PKE Surge: which?"


@pytest.mark.rule("CLUE-PKE-02")
def test_one_of_three_effects() -> None:
    play = won("pke")
    assert play.ids == ["name", "rush", "passage"]
    play.go("name", "barn", "1")
    play.refused("passage")
    assert play.title == "Pass the dice on"


@pytest.mark.rule("CLUE-PKE-03")
def test_a_named_location_is_laid_face_up() -> None:
    play = won("pke").go("name", "barn", "1")
    assert play.table.face_up == {"barn": 1}
    assert signs(play, 2)["barn", "Bob"] == "✓"


HANDS = {0: ANN[:5], 1: BOB[:5], 2: CID[:4], 3: ["gatekeeper", "aztec_whistle", "location_9", "lab"]}


@pytest.mark.rule("CLUE-PKE-04")
def test_all_rush_and_each_shows_to_the_left() -> None:
    play = won("pke", HALL, HALL, HALL, HALL, own=HANDS).go("rush", "lab")
    assert [player.place for player in play.table.players] == ["lab"] * 4
    play.go("ok")
    for seat in (2, 0, 3, 1):
        play.go(HANDS[seat][0], seat=seat)
    assert [[(seen.card, seen.holder) for seen in note.seen] for note in play.table.notes] == [
        [("gatekeeper", 3)],
        [(ANN[0], 0)],
        [(BOB[0], 1)],
        [(CID[0], 2)],
    ]
    assert signs(play, 1)[ANN[0], "Ann"] == "✓"
    assert signs(play, 2)[ANN[0], "Ann"] == ""
    assert play.title == "Pass the dice on"


def test_in_a_rush_who_saw_a_real_card_may_note_it() -> None:
    play = won("pke", own={1: BOB}).go("rush", "lab", "ok")
    play.go("lab", seat=1)
    play.refused("lab", seat=0)
    play.go("foyer", seat=1)
    assert [(seen.card, seen.holder) for seen in play.table.notes[1].seen] == [("foyer", 0)]
    assert [(seen.card, seen.holder) for seen in play.table.notes[2].seen] == [("lab", 1)]


@pytest.mark.rule("CLUE-PKE-05")
def test_a_location_joins_the_passages_for_good() -> None:
    play = won("pke", board={**PLAIN, "passages": BOARD["passages"]}).go("passage", "lab")
    assert play.table.joined == ["lab"]
    places = next(page for page in GAME.view(play.table).pages if page.id == "places")
    assert any(str(line).startswith("Lab:") and "passage" in str(line) for line in places.lines)


@pytest.mark.rule("CLUE-PKE-06")
def test_a_failed_surge_does_nothing() -> None:
    play = drawn("pke", 9).go("1", 4, 4)
    assert play.title == "Pass the dice on"
    assert play.table.pile == 8


@pytest.mark.rule("CLUE-PKE-07")
def test_a_joined_location_reaches_all_ends() -> None:
    play = won("pke", board={**PLAIN, "passages": BOARD["passages"]}).go("passage", "lab")
    assert passages(play.table, "lab") == ["kitchen", "silo", "bedroom", "barn"]
    assert passages(play.table, "kitchen") == ["silo", "lab"]
    assert passages(play.table, "foyer") == []


@pytest.mark.rule("CLUE-PKE-08")
def test_no_suggestion_in_a_rush() -> None:
    play = won("pke").go("rush", "lab", "ok")
    assert play.title == "Pass the dice on"
    play.go("pass", 2, 2, "stay")
    assert play.title == "Which ghost leads?"


@pytest.mark.rule("CLUE-PKE-09")
def test_in_a_rush_a_hidden_card_is_shown() -> None:
    face_up = {BOB[0]: 1}
    play = won("pke", own={1: BOB}, face_up=face_up).go("rush", "lab", "ok")
    play.refused(BOB[0], seat=1)
    house = won("pke", own={1: BOB}, face_up=face_up, house=["any_rush_card"]).go("rush", "lab", "ok")
    house.go(BOB[0], seat=1)
    laid = won("pke", own={1: BOB}, face_up=dict.fromkeys(BOB, 1)).go("rush", "lab", "ok")
    laid.go(BOB[3], seat=1)


def test_the_names_of_all_cards_differ() -> None:
    table = at().table
    assert len({str(table.card_name(card)) for card in CARDS}) == 21
