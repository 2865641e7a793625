"""Setting up Clue, who begins, and what is only on the board (CLUE-SETUP, START, DATA, part of TWO)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.game import Opening
from companion.engine.prompts import Roll, Shuffle, Write
from companion.games.clue import GAME
from companion.games.clue.state import CARDS, CHARACTERS, DEVICES, GHOSTS, HALL, LOCATIONS
from tests.games.clue.kit import BOARD, NAMES, PLAIN, at, opening, signs
from tests.games.kit import Play


def seated(*characters: str, board: dict[str, Any] | None = None) -> Play:
    """People with their tokens; next come the house rules."""
    play = Play(GAME, opening(board, len(characters)))
    play.go(*characters)
    while play.title == "Unused tokens":
        play.go("ok")
    return play


def new_game(*characters: str, help: str = "deduce", dealer: str = "0") -> Play:
    """Set up by answers, up to the first roll. Three or more play."""
    play = seated(*characters).go("done", "people", "ok", "ok", "ok", "ok", dealer, "right", help)
    assert isinstance(play.prompt, Roll)
    return play


@pytest.mark.rule("CLUE-SETUP-01")
def test_thirty_cards() -> None:
    assert (len(GHOSTS), len(DEVICES), len(LOCATIONS), len(CARDS)) == (6, 6, 9, 21)
    table = new_game("phoebe", "character_2", "character_3").table
    assert len(CARDS) + table.pile == 30


@pytest.mark.rule("CLUE-SETUP-02")
def test_two_to_six_and_two_are_different() -> None:
    play = Play(GAME, opening())
    assert "2 to 6" in str(play.refused(7).text)
    play.refused(1)
    with pytest.raises(ValueError, match="2 to 6"):
        GAME.open(Opening("clue", {"players": list("ABCDEFG")}))
    two = seated("phoebe", "character_2").go("done", "people", "ok", "ok", "ok", "ok")
    assert two.title == "Four hidden cards"
    three = seated("phoebe", "character_2", "character_3").go("done", "people", "ok", "ok", "ok", "ok")
    assert three.title == "Who deals?"


@pytest.mark.rule("CLUE-SETUP-03")
def test_tokens_stand_on_their_own_spaces() -> None:
    play = Play(GAME, opening(BOARD, 4)).go("phoebe")
    assert "has that token" in str(play.refused("phoebe").text)
    play.go("character_3", "character_2", "character_6")
    assert play.title == "Unused tokens"
    assert str(play.prompt.text) == "Back into the box: Trainee Four and Trainee Five."
    starts = BOARD["map"]["starts"]
    assert [player.place for player in play.table.players] == [starts[0], starts[2], starts[1], starts[5]]


def scattered() -> Play:
    """The box says where; the edge draws an order for the ghosts, then for the devices."""
    play = seated("phoebe", "character_2", "character_3").go("done", "box")
    assert isinstance(play.prompt, Shuffle)
    assert play.prompt.count == 9
    play.go([8, 7, 6, 5, 4, 3, 2, 1, 0], "ok", [7, 8, 0, 1, 2, 3, 4, 5, 6], "ok")
    return play


@pytest.mark.rule("CLUE-SETUP-04")
def test_six_ghosts_in_six_locations() -> None:
    places = scattered().table.ghosts
    assert len(set(places.values())) == 6
    assert set(places.values()) <= set(LOCATIONS)
    assert len(set(LOCATIONS) - set(places.values())) == 3


@pytest.mark.rule("CLUE-SETUP-05")
def test_six_devices_in_six_locations() -> None:
    table = scattered().table
    assert len(set(table.devices.values())) == 6
    assert set(table.devices.values()) & set(table.ghosts.values())


@pytest.mark.rule("CLUE-SETUP-06", "CLUE-SETUP-07")
def test_the_sleeve_is_filled_unseen() -> None:
    play = scattered()
    assert "9 cards" in str(play.prompt.text)
    play.go("ok")
    assert play.title == "The sleeve"
    assert "unseen" in str(play.prompt.text)
    play.go("ok", "0", "right", "deduce")
    assert play.table.pile == 9
    assert not any("sleeve" in name or "solution" in name for name in play.table.__struct_fields__)


@pytest.mark.rule("CLUE-SETUP-08")
@pytest.mark.parametrize(
    ("players", "hands"), [(3, [6, 6, 6]), (4, [4, 5, 5, 4]), (5, [3, 4, 4, 4, 3]), (6, [3] * 6)]
)
def test_eighteen_cards_are_dealt(players: int, hands: list[int]) -> None:
    table = new_game(*CHARACTERS[:players]).table
    assert [player.hand for player in table.players] == hands
    assert sum(hands) == 18


@pytest.mark.rule("CLUE-SETUP-09")
def test_the_dealers_left_gets_the_first_and_hands_can_be_corrected() -> None:
    play = seated(*CHARACTERS[:4]).go("done", "people", "ok", "ok", "ok", "ok", "3")
    assert "Ann 5, Bob 5, Cid 4 and Dot 4" in str(play.prompt.text)
    play.go("change", 4, 5, 5)
    assert [player.hand for player in play.table.players] == [4, 5, 5, 4]
    play.go("right", "deduce")
    play.set("hand:0", 5)
    assert any("19 cards, 18 were dealt" in str(alert) for alert in GAME.view(play.table).alerts)


@pytest.mark.rule("CLUE-SETUP-10")
def test_each_notepad_has_a_column_a_player_and_one_reader() -> None:
    play = new_game(*CHARACTERS[:4])
    (sheet,) = GAME.view(play.table, 2).sheets
    assert len(sheet.rows) == 21
    assert [str(column) for column in sheet.columns] == ["Sleeve", "Ann", "Bob", "Cid", "Dot"]
    assert GAME.view(play.table).sheets == ()
    paths = {cell.path.split(":")[1] for row in sheet.rows for cell in row.cells}
    assert paths == {"2"}
    play.set("mark:2:lab:case", "maybe", seat=2)
    assert signs(play, 2)["lab", "Sleeve"] == "?"
    assert all(sign == "" for seat in (0, 1, 3) for sign in signs(play, seat).values())
    assert new_game(*CHARACTERS[:3], help="off").table.help == "off"
    assert GAME.view(new_game(*CHARACTERS[:3], help="off").table, 1).sheets == ()


@pytest.mark.rule("CLUE-SETUP-11")
@pytest.mark.parametrize("help", ["marks", "deduce"])
def test_own_cards_are_crossed_off(help: str) -> None:
    play = new_game(*CHARACTERS[:3], help=help)
    for card in ("slimer", "rtv", "silo"):
        play.set(f"own:1:{card}", "yes", seat=1)
        assert signs(play, 1)[card, "Sleeve"] == "✗"
        assert signs(play, 1)[card, "Bob"] == "✓"
        assert signs(play, 0)[card, "Sleeve"] == ""
    assert not play.table.players[1].phone
    for card in ("lab", "barn", "field"):
        play.set(f"own:1:{card}", "yes", seat=1)
    assert play.table.players[1].phone
    assert play.session.adjust("own:1:gozer", "yes", seat=1) is not None, "the hand is full"
    assert play.session.adjust("own:1:lab", "no", seat=0) is not None, "not their cards"


@pytest.mark.rule("CLUE-START-01")
def test_phoebe_begins() -> None:
    play = new_game("character_4", "character_2", "phoebe")
    assert play.title == "Cid: die 1"


@pytest.mark.rule("CLUE-START-02")
def test_without_phoebe_the_next_on_the_board_begins() -> None:
    play = new_game("character_5", "character_3", "character_6")
    assert play.title == "Bob: die 1"


@pytest.mark.rule("CLUE-START-03")
def test_play_goes_left() -> None:
    play = new_game("character_3", "phoebe", "character_2")
    order = []
    for _ in range(4):
        order.append(play.table.players[play.table.active].name)
        play.go(2, 2, HALL, "pass")
    assert order == ["Bob", "Cid", "Ann", "Bob"]


@pytest.mark.rule("CLUE-DATA-01")
def test_the_ninth_location_is_asked_once() -> None:
    play = Play(GAME, opening({}, 3))
    assert isinstance(play.prompt, Write)
    play.refused("")
    play.go("Old Mill")
    (notice,) = play.session.notices
    assert notice.data == {"kind": "boards", "card": "own", "field": "location_9", "value": "Old Mill"}
    names = [str(play.table.location_name(location)) for location in LOCATIONS]
    assert len(names) == 9
    assert "Old Mill" in names
    assert Play(GAME, opening(PLAIN, 3)).title == "Ann plays?"


@pytest.mark.rule("CLUE-DATA-02")
def test_five_names_in_the_order_of_the_board() -> None:
    play = Play(GAME, opening({"location_9": "Mill"}, 3)).go("A", "B", "C", "D", "E", "no")
    assert [play.table.character_name(id) for id in CHARACTERS] == ["Phoebe", "A", "B", "C", "D", "E"]


@pytest.mark.rule("CLUE-DATA-03")
def test_a_glass_is_not_a_plain_one() -> None:
    names = PLAIN["characters"]
    plain = {"location_9": "Mill", "characters": names, "plain_one": True}
    play = at(HALL, HALL, HALL, board=plain)
    assert isinstance(play.prompt, Roll)
    assert play.prompt.die.faces == ("glass", 1, 2, 3, 4, 5, 6)
    assert [str(name) for name in play.prompt.die.names] == ["Glass", *"123456"]
    play.go(1, 1)
    assert (play.table.allowed, play.table.due) == (2, False)
    other = at(HALL, HALL, HALL)
    assert "Glass" in str(other.refused(1).text)
    other.go("glass", 2)
    assert (other.table.allowed, other.table.due) == (3, True)


@pytest.mark.rule("CLUE-DATA-04")
def test_kind_and_roll_of_a_card_are_typed_once() -> None:
    play = at().go("glass", 2, HALL)
    assert play.ids == ["ghost", "pke"]
    play.go("pke")
    play.refused(13)
    play.go(8)
    learned = next(n for n in play.session.notices if n.kind == "learned")
    assert learned.data["value"] == [["pke", 8]]
    again = at(board={**PLAIN, "paranormal": [["pke", 8]]}).go("glass", 2, HALL)
    assert again.ids == ["pke:8", "ghost", "pke"]
    again.go("pke:8")
    assert again.title == "Battle with whom?"


@pytest.mark.rule("CLUE-DATA-05")
def test_a_passage_is_asked_at_its_first_use() -> None:
    play = at("kitchen", HALL, HALL).go(2, 3, "passage")
    assert play.title == "Where does it lead?"
    play.go("silo")
    learned = next(n for n in play.session.notices if n.kind == "learned")
    assert learned.data["value"] == {"kitchen": "silo", "silo": "kitchen"}
    assert "passage:silo" in play.ids
    none = at("lab", HALL, HALL).go(2, 3, "passage", "none")
    assert "passage" not in none.ids


@pytest.mark.rule("CLUE-DATA-06")
def test_without_a_map_squares_are_trusted_to_the_people() -> None:
    play = at("lab", HALL, HALL).go(2, 3)
    assert set(LOCATIONS) - {"lab"} <= set(play.ids)
    assert HALL in play.ids
    assert play.go(HALL).table.players[0].place == HALL


@pytest.mark.rule("CLUE-TWO-01")
def test_two_players_hide_four_cards() -> None:
    play = seated("phoebe", "character_2").go("done", "people", "ok", "ok", "ok", "ok", "any")
    play.go("lab", "silo", "barn", "field")
    assert play.title == "Hide four cards"
    assert "unseen" in str(play.prompt.text)
    play.go("ok", "0", "right", "deduce")
    assert [player.hand for player in play.table.players] == [7, 7]
    assert play.table.spots == ["lab", "silo", "barn", "field"]


@pytest.mark.rule("CLUE-TWO-02")
def test_the_corners_come_from_the_board() -> None:
    play = seated("phoebe", "character_2").go("done", "people", "ok", "ok", "ok", "ok", "corners")
    play.go("lab", "silo", "barn", "field")
    assert play.session.notices[0].data["field"] == "corners"
    known = seated("phoebe", "character_2", board=BOARD).go(
        "done", "people", "ok", "ok", "ok", "ok", "corners"
    )
    assert "Kitchen, Bedroom, Barn and Silo" in str(known.prompt.text)


@pytest.mark.rule("CLUE-TWO-07")
def test_two_teams_are_two_sides() -> None:
    play = Play(GAME, opening())
    assert "2 teams" in str(play.prompt.text)
    play.go(2, "phoebe", "character_2", "ok", "done", "people", "ok", "ok", "ok", "ok")
    assert play.title == "Four hidden cards"
    play.go("any", "lab", "silo", "barn", "field", "ok", "0")
    assert play.title == "Cards dealt"
    assert len(play.table.notes) == 2
    assert [player.hand for player in play.table.players] == [7, 7]


def test_names_of_the_opening_are_kept() -> None:
    assert [player.name for player in new_game(*CHARACTERS[:3]).table.players] == list(NAMES[:3])
