"""Suggestions, who passes, who shows, and who learns what (CLUE-SUGGEST, SHOW, MARK)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.prompts import Choose
from companion.games.clue import GAME
from companion.games.clue.state import HALL
from tests.games.clue.kit import at, signs
from tests.games.kit import Play

BOB = ["muncher", "gozer", "rtv", "ghost_trap", "lab", "silo"]
CID = ["slimer", "pke_meter", "ecto_goggles", "barn", "field", "kitchen"]
ANN = ["miner_ghost", "keymaster", "proton_pack", "foyer", "bedroom", "dining_room"]


def asked(place: str, ghost: str, device: str, *others: str, **given: Any) -> Play:
    """Ann walks to `place` and suggests."""
    return at(HALL, *(others or (HALL, HALL)), **given).go(2, 2, place, ghost, device)


def public(play: Play) -> list[str]:
    """All that was told to everybody."""
    steps = play.session.steps
    return [str(notice.text) for step in steps for notice in step.notices if notice.seat is None]


@pytest.mark.rule("CLUE-SUGGEST-01")
def test_the_location_is_where_the_token_stands() -> None:
    play = at().go(2, 2, "kitchen", "muncher")
    play.refused("barn")
    play.go("rtv")
    assert play.table.suggestions[0].cards == ("muncher", "rtv", "kitchen")


@pytest.mark.rule("CLUE-SUGGEST-02")
def test_no_suggestion_from_a_hallway() -> None:
    play = at().go(2, 2, HALL)
    assert play.title == "Pass the dice on"


@pytest.mark.rule("CLUE-SUGGEST-03")
def test_ghost_and_device_move_and_stay() -> None:
    play = at().set("token:muncher", "silo").set("token:rtv", "barn")
    play.go(2, 2, "kitchen", "muncher", "rtv", "none", "none", "pass")
    assert (play.table.ghosts["muncher"], play.table.devices["rtv"]) == ("kitchen", "kitchen")


@pytest.mark.rule("CLUE-SUGGEST-04")
def test_characters_are_not_moved() -> None:
    assert asked("kitchen", "muncher", "rtv", "lab", HALL).table.players[1].place == "lab"


@pytest.mark.rule("CLUE-SUGGEST-05")
def test_own_cards_may_be_named() -> None:
    play = asked("lab", "gozer", "pke_meter", own={0: ["gozer", *ANN[:5]]}, hands=[6, 6, 6])
    play.go("none", "showed")
    assert play.table.notes[0].seen == []
    assert signs(play, 0)["gozer", "Ann"] == "✓"


@pytest.mark.rule("CLUE-SUGGEST-06")
def test_the_suggestion_is_public() -> None:
    play = asked("kitchen", "muncher", "rtv")
    told = "Ann suggests Muncher, RTV and Kitchen."
    assert told in public(play)
    for seat in (None, 0, 1, 2):
        log = next(page for page in GAME.view(play.table, seat).pages if page.id == "log")
        assert str(log.lines[0]) == "1. Ann: Muncher, RTV and Kitchen"


@pytest.mark.rule("CLUE-SHOW-01")
def test_the_left_neighbour_first_and_only() -> None:
    play = asked("kitchen", "slimer", "rtv", own={1: BOB})
    assert play.prompt.to == 1
    refusal = play.refused("none", seat=1)
    assert "CLUE-SHOW-01" in refusal.rules
    play.go("rtv", seat=1)
    assert play.title == "Pass the dice on"
    assert (play.table.suggestions[0].shower, play.table.suggestions[0].passed) == (1, [])


@pytest.mark.rule("CLUE-SHOW-01", "CLUE-SHOW-03")
def test_it_goes_round_to_the_left_of_whoever_asks() -> None:
    """Cid asks four at the table: Dot first, then Ann and Bob."""
    play = at(HALL, HALL, HALL, HALL, active=2).go(2, 2, "lab", "gozer", "rtv")
    titles = []
    for _ in range(3):
        titles.append(play.title)
        play.go("none")
    assert titles == ["Dot: shows one?", "Ann: shows one?", "Bob: shows one?"]
    assert play.table.suggestions[0].passed == [3, 0, 1]


@pytest.mark.rule("CLUE-SHOW-02")
def test_one_of_several_by_choice() -> None:
    play = asked("lab", "slimer", "rtv", own={1: BOB})
    assert play.ids == ["rtv", "lab"]
    assert play.prompt.secret
    play.go("lab", seat=1)
    assert [seen.card for seen in play.table.notes[0].seen] == ["lab"]


@pytest.mark.rule("CLUE-SHOW-03")
def test_who_has_none_passes() -> None:
    play = asked("kitchen", "slimer", "rtv", HALL, HALL, HALL).go("none", "showed")
    assert play.title == "Pass the dice on"
    assert play.table.suggestions[0].passed == [1]
    assert play.table.suggestions[0].shower == 2
    assert "Bob has none of them." in public(play)


@pytest.mark.rule("CLUE-SHOW-04", "CLUE-MARK-01")
def test_only_the_suggester_learns_the_card() -> None:
    play = (
        asked("lab", "slimer", "aztec_whistle", own={0: ANN, 2: ["lab", *CID[1:]]})
        .go("none")
        .go("lab", seat=2)
    )
    assert signs(play, 0)["lab", "Cid"] == "✓"
    assert signs(play, 0)["lab", "Sleeve"] == "✗"
    assert signs(play, 1)["lab", "Cid"] == ""
    assert "Cid shows Ann a card." in public(play)
    assert not any("shows you" in told for told in public(play))
    mine = [notice for notice in play.session.notices if notice.seat == 0]
    assert [str(notice.text) for notice in mine] == ["Cid shows you Lab."]


@pytest.mark.rule("CLUE-MARK-01")
def test_marking_only_crosses_off_what_was_seen() -> None:
    play = asked("lab", "slimer", "aztec_whistle", own={0: ANN}, help="marks").go("none", "showed")
    assert play.title == "Which one did you see?"
    play.refused("lab", seat=1)
    play.go("lab", seat=0)
    marks = signs(play, 0)
    assert (marks["lab", "Sleeve"], marks["lab", "Cid"]) == ("✗", "✓")
    assert marks["slimer", "Bob"] == ""


@pytest.mark.rule("CLUE-SHOW-05")
def test_nobody_shows() -> None:
    play = asked("lab", "slimer", "rtv", HALL, HALL, HALL, own={0: [*ANN[:4], "slimer"]}).go(
        "none", "none", "none"
    )
    assert "theory" in play.ids
    assert "Nobody shows a card. Ann may have solved it!" in public(play)
    marks = signs(play, 0)
    assert (marks["rtv", "Sleeve"], marks["lab", "Sleeve"], marks["slimer", "Ann"]) == ("✓", "✓", "✓")


@pytest.mark.rule("CLUE-SHOW-06")
def test_it_never_comes_back_to_the_asker() -> None:
    play = asked("lab", "slimer", "rtv", HALL, HALL, HALL).go("none", "none", "none")
    assert play.title == "Pass the dice on"
    assert play.table.suggestions[0].passed == [1, 2, 3]


@pytest.mark.rule("CLUE-SHOW-07")
def test_a_face_up_card_still_answers() -> None:
    play = asked("silo", "slimer", "proton_pack", own={1: BOB}, face_up={"silo": 1})
    assert play.ids == ["silo"]
    play.refused("none", seat=1)
    house = asked(
        "silo", "slimer", "proton_pack", own={1: BOB}, face_up={"silo": 1}, house=["face_up_silent"]
    )
    house.go("none", seat=1)
    assert house.table.suggestions[0].passed == [1]


def test_even_without_a_choice_the_phone_is_asked() -> None:
    play = asked("kitchen", "slimer", "proton_pack", own={1: BOB})
    assert play.prompt.to == 1
    assert play.ids == ["none"]


def test_a_lost_phone_is_no_dead_end() -> None:
    play = asked("lab", "slimer", "rtv", own={1: BOB})
    assert play.prompt.secret
    play.set("phone:1", "no")
    assert not play.prompt.secret
    assert isinstance(play.prompt, Choose)
    play.go("showed")
    assert play.table.suggestions[0].shower == 1


def test_without_phones_nothing_secret_is_ever_asked() -> None:
    play = asked("lab", "slimer", "rtv").go("showed")
    assert play.title == "Pass the dice on"
    assert all(not note.seen for note in play.table.notes)


def test_a_wrong_card_is_taken_back_by_undo() -> None:
    play = asked("lab", "slimer", "rtv", own={1: BOB}).go("lab", seat=1)
    assert play.session.undo() is None
    assert play.table.notes[0].seen == []
    play.go("rtv", seat=1)
    assert [seen.card for seen in play.table.notes[0].seen] == ["rtv"]
