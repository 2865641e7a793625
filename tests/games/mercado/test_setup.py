"""Setting up Mercado, and what the manual leaves to the board (MERC-SETUP, MERC-DATA)."""

from __future__ import annotations

import pytest

from companion.engine.game import Opening
from companion.engine.prompts import Choose, Count, Roll, Scan, Shuffle
from companion.engine.view import View
from companion.games.mercado import GAME
from companion.games.mercado.state import HOUSE_RULES, OUTSIDE, ROOMS, next_room
from tests.games.kit import Play
from tests.games.mercado.kit import at, new_game, opening


def figures(view: View) -> dict[str, object]:
    return {figure.id: figure.value for page in view.pages for figure in page.figures} | {
        figure.id: figure.value for figure in view.figures
    }


@pytest.mark.rule("MERC-SETUP-01")
def test_two_to_four_play() -> None:
    play = Play(GAME, opening()).go("basic")
    for count in (1, 5):
        assert "2 to 4" in str(play.refused(count).text)
    for count in (2, 3, 4):
        assert len(Play(GAME, opening()).go("basic", count).table.players) == count
    for names in (["Ann"], list("ABCDE")):
        with pytest.raises(ValueError, match="2 to 4"):
            GAME.open(Opening("mercado", {"players": names}))


@pytest.mark.rule("MERC-SETUP-02")
def test_the_pieces_are_limited() -> None:
    seen = figures(GAME.view(new_game().table))
    assert (seen["ghosts_left"], seen["hauntings_left"]) == (20, 6)
    assert (seen["delivered"], seen["inside"]) == (0, 8)


@pytest.mark.rule("MERC-SETUP-03")
def test_there_are_four_ways_to_play() -> None:
    assert len(Play(GAME, opening()).ids) == 4
    ways = {(t.rowan_plays, t.advanced) for t in (new_game(id).table for id in Play(GAME, opening()).ids)}
    assert len(ways) == 4
    assert not any(
        figure.path in ("rowan_plays", "advanced") for figure in GAME.adjustables(new_game().table)
    )


@pytest.mark.rule("MERC-SETUP-04")
def test_all_begin_outside() -> None:
    table = new_game(players=3).table
    assert [player.place for player in table.players] == [OUTSIDE] * 3
    assert all(table.carried(seat) is None for seat in range(3))


@pytest.mark.rule("MERC-SETUP-05")
def test_the_basic_deck_has_13_cards() -> None:
    for deck in ("real", "box"):
        table = new_game(deck=deck).table
        assert (table.deck.left, table.deck.discard) == (13, [])


def screens(variant: str) -> dict[str, str]:
    """Every set-up screen by its title."""
    play = Play(GAME, opening(players=["Ann", "Bob"])).go(variant, "0", "done", "done", "real", "usual")
    seen = {}
    while not isinstance(play.prompt, Roll):
        seen[play.title] = str(play.prompt.text)
        play.go("ok")
    return seen


@pytest.mark.rule("MERC-SETUP-06", "MERC-SETUP-05")
def test_where_the_cards_lie_is_told() -> None:
    seen = screens("basic")
    assert "logo" in seen["Card places"]
    assert "space 1" in seen["Card places"]
    assert "Take out 7 cards" in seen["Cards"]
    assert "Take out 6 cards" in screens("basic_rowan")["Cards"]


@pytest.mark.rule("MERC-SETUP-07")
def test_four_rooms_begin_with_a_ghost() -> None:
    rooms = new_game().table.rooms
    assert {letter for letter in ROOMS if rooms[letter].ghosts == 1} == set("CFIL")
    assert sum(room.ghosts for room in rooms.values()) == 4
    assert "C, F, I and L" in screens("basic")["Ghosts"]


@pytest.mark.rule("MERC-SETUP-08", "MERC-DATA-03")
def test_eight_red_rooms_are_marked_and_kept() -> None:
    play = Play(GAME, opening(players=["Ann", "Bob"])).go("basic", "0", "done", "A")
    assert "7 rooms" in str(play.refused("done").text)
    play.go("B")
    assert "Check your board" in str(play.prompt.text)
    play.go("A")
    assert "9 rooms" in str(play.refused("done").text)
    play.go("A", "done")
    (notice,) = [notice for notice in play.session.notices if notice.kind == "learned"]
    assert notice.data == {"kind": "boards", "card": "own", "field": "red_rooms", "value": list("BCDEGIJL")}
    play.go("real", "report", "ok", "ok", "ok", "ok", "ok")
    assert sorted(device.place for device in play.table.devices) == list("BCDEGIJL")
    known = Opening("mercado", {"players": ["A", "B"]}, {"boards": {"own": {"red_rooms": list("ABCDEFGH")}}})
    assert Play(GAME, known).go("basic", "0", "done").title == "Who keeps the cards?"


@pytest.mark.rule("MERC-SETUP-09")
def test_numbers_do_not_matter_in_the_basic_game() -> None:
    play = at("B", OUTSIDE, devices=[("0", 7)]).go(6, "no", OUTSIDE)
    assert play.table.delivered == 1
    assert play.title == "Bob: roll"


@pytest.mark.rule("MERC-SETUP-10")
def test_letters_stay_visible() -> None:
    assert "letters visible" in screens("basic")["Devices"]


@pytest.mark.rule("MERC-SETUP-11")
def test_the_rooms_are_a_ring() -> None:
    assert len(ROOMS) == 12
    assert (next_room("A"), next_room("K"), next_room("L")) == ("B", "L", "A")


@pytest.mark.rule("MERC-SETUP-12")
def test_who_begins_is_chosen_then_it_goes_round() -> None:
    play = new_game(players=4, first="2")
    order = []
    for _ in range(5):
        order.append(play.title)
        play.go(1, "no", "stay")
    assert order == ["Cid: roll", "Dot: roll", "Ann: roll", "Bob: roll", "Cid: roll"]


def default(play: Play) -> str:
    assert isinstance(play.prompt, Choose)
    return play.prompt.default


@pytest.mark.rule("MERC-DATA-01")
def test_number_and_icon_are_asked_on_every_roll() -> None:
    play = at("A", "B", devices=["C", "D", "E", "F", "G", "H", "I", "J"])
    for _ in range(4):
        assert isinstance(play.prompt, Roll)
        assert play.prompt.die.faces == (1, 2, 3, 4, 5, 6)
        play.go(6)
        assert play.ids == ["yes", "no"]
        assert default(play) == "no"
        play.go("no", "stay")
    for face in (1, 2, 3, 4, 5):
        assert default(at().go(face)) == "yes"


@pytest.mark.rule("MERC-DATA-02")
def test_the_battle_die_has_three_symbols() -> None:
    play = at("A", "B", ghosts={"A": 1}, devices=["C"]).go(1, "no", "stay")
    assert isinstance(play.prompt, Roll)
    assert play.prompt.die.faces == ("ghost", "haunting", "blank")
    assert [str(name) for name in play.prompt.die.names] == ["Ghost", "Haunting", "Blank"]


@pytest.mark.rule("MERC-DATA-04")
def test_without_a_map_rooms_are_enough() -> None:
    play = at(OUTSIDE, OUTSIDE).go(1, "no")
    assert set(play.ids) == {"stay", OUTSIDE, "hall", *ROOMS} - {OUTSIDE}
    assert play.go("L").table.players[0].place == "L"


@pytest.mark.rule("MERC-DATA-05")
def test_the_basic_cards_are_counted_or_just_reported() -> None:
    play = Play(GAME, opening(players=["Ann", "Bob"])).go("basic", "0", "done", "done", "real")
    assert play.ids == ["usual", "count", "report"]
    play.go("count", 3)
    assert isinstance(play.prompt, Count)
    assert play.prompt.high == 10
    play.refused(11)
    play.go(*[0] * 9, 5, 5)
    assert play.table.deck.cards == ["shuffle"] * 3 + ["J"] * 5 + ["K"] * 5
    assert play.session.notices[0].data["value"] == {"shuffle": 3, "J": 5, "K": 5}

    reported = Play(GAME, opening(players=["Ann", "Bob"])).go("basic", "0", "done", "done", "real", "report")
    reported.go("ok", "ok", "ok", "ok", "ok", 3, "yes")
    assert isinstance(reported.prompt, Scan)
    assert reported.ids == [*ROOMS, "shuffle"]


def test_cards_that_cannot_make_a_game_are_counted_again() -> None:
    play = Play(GAME, opening(players=["Ann", "Bob"])).go("basic", "0", "done", "done", "real", "count", 7)
    play.go(*[0] * 11)
    assert "miscounted" in play.kinds
    assert play.title == "SHUFFLE cards?"


def test_a_deck_in_the_box_is_shuffled_at_the_edge() -> None:
    play = Play(GAME, opening(players=["Ann", "Bob"])).go("advanced", "0", "done", "done", "box", "usual")
    assert isinstance(play.prompt, Shuffle)
    assert play.prompt.secret
    assert play.prompt.count == 19
    play.refused([0, 0, 1])
    play.go(list(range(19)), "ok", "ok", "ok", "ok")
    assert play.title == "Ann: roll"
    play.go(2, "yes")
    assert play.table.deck.discard == []
    assert play.table.deck.lock == "green"


def test_house_rules_are_chosen_in_the_open() -> None:
    play = Play(GAME, opening(players=["Ann", "Bob"])).go("basic", "0")
    assert isinstance(play.prompt, Choose)
    rows = {rule.row for rule in HOUSE_RULES}
    assert set(play.prompt.rules) == rows
    play.go("put_back", "draw_opens")
    starred = [option.id for option in play.prompt.options if str(option.label).startswith("* ")]  # type: ignore[attr-defined]
    assert sorted(starred) == ["draw_opens", "put_back"]
    play.go("put_back", "done")
    assert play.table.house == ["draw_opens"]
