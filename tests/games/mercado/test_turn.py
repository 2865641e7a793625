"""The order of a turn and the cards (MERC-TURN, MERC-CARD, MERC-DRAW)."""

from __future__ import annotations

import pytest

from companion.games.mercado.state import OUTSIDE
from tests.games.mercado.kit import at, new_game


@pytest.mark.rule("MERC-TURN-01")
def test_the_fight_comes_after_the_move() -> None:
    play = at("C", OUTSIDE, ghosts={"C": 1}).go(4, "no")
    refusal = play.refused("fight")
    assert "Move first" in str(refusal.text)
    assert refusal.rules == ("MERC-TURN-01",)


@pytest.mark.rule("MERC-TURN-02", "MERC-PED-04")
def test_even_the_stuck_roll() -> None:
    play = at("J", OUTSIDE, haunted="J", devices=["0"])
    assert play.title == "Ann: roll"
    play.go(6, "yes", "B")
    assert play.table.rooms["B"].ghosts == 1
    assert play.ids == ["stay"]


@pytest.mark.rule("MERC-TURN-03")
def test_a_roll_is_a_number_and_an_icon() -> None:
    play = at().go(5, "yes")
    assert play.title == "Flip a card"
    play.go("B")
    assert play.title == "Move up to 5"


@pytest.mark.rule("MERC-TURN-04")
def test_a_loss_by_the_card_comes_before_a_winning_move() -> None:
    play = at("A", OUTSIDE, haunted="BCDEF", ghosts={"G": 2}, devices=["0", *["out"] * 7]).go(3, "yes", "G")
    assert play.over
    assert play.session.outcome is not None
    assert play.session.outcome.won is False
    assert play.table.players[0].place == "A"


@pytest.mark.rule("MERC-TURN-05", "MERC-PED-01")
def test_a_pick_up_ends_the_move() -> None:
    play = at(OUTSIDE, OUTSIDE, devices=["B"]).go(6, "no", "B", "take")
    assert play.table.allowed == 0
    assert play.title == "Bob: roll"
    assert play.table.players[0].place == "B"


@pytest.mark.rule("MERC-CARD-01")
def test_no_icon_no_card() -> None:
    play = at().go(4, "no")
    assert play.table.deck.left == 13
    assert play.title == "Move up to 4"
    play = at().go(4, "yes", "B")
    assert play.table.deck.left == 12
    assert play.title == "Move up to 4"


@pytest.mark.rule("MERC-CARD-02")
def test_a_letter_brings_a_ghost() -> None:
    play = at().go(4, "yes", "D")
    assert play.table.rooms["D"].ghosts == 1
    assert play.table.ghosts_left == 23
    assert "Put a Ghost in D." in play.told


@pytest.mark.rule("MERC-CARD-03")
def test_the_card_is_discarded() -> None:
    play = new_game().go(1, "yes", "H")
    assert (play.table.deck.left, play.table.deck.discard) == (12, ["H"])


@pytest.mark.rule("MERC-CARD-04", "MERC-CARD-05")
def test_shuffle_makes_one_pile_and_places_nothing() -> None:
    play = at(discard=list("ABCDEF"))
    assert play.table.deck.left == 7
    play.go(3, "yes", "shuffle")
    assert play.title == "Shuffle the cards"
    play.go("ok")
    assert (play.table.deck.left, play.table.deck.discard) == (13, [])
    assert sum(room.ghosts for room in play.table.rooms.values()) == 0
    assert play.title == "Move up to 3"


@pytest.mark.rule("MERC-CARD-04")
def test_the_box_shuffles_its_own_cards() -> None:
    play = new_game(deck="box")
    # The order 0 … 12 puts the last card, SHUFFLE, on top.
    play.go(3, "yes")
    assert play.title == "Shuffle"
    assert "shuffle" in play.table.deck.discard
    play.go([12, *range(12)])
    assert play.table.deck.left == 13
    assert sorted(play.table.deck.pile) == sorted(play.table.deck.cards)


@pytest.mark.rule("MERC-CARD-06")
def test_beaten_ghosts_can_come_back() -> None:
    play = at("A", OUTSIDE, ghosts={"A": 1, **dict.fromkeys("BCDE", 2)}, devices=["F"])
    assert play.table.ghosts_left == 15
    play.go(1, "no", "stay", "ghost")
    assert play.table.ghosts_left == 16
    play.go(1, "yes", "K")
    assert play.table.ghosts_left == 15


FULL_HOUSE = dict.fromkeys("ABCDEFGHIJKL", 2)


@pytest.mark.rule("MERC-CARD-07")
def test_a_ghost_that_is_not_in_the_supply_counts() -> None:
    play = at(ghosts=FULL_HOUSE)
    assert play.table.ghosts_left == 0
    play.go(1, "yes", "B")
    assert play.table.rooms["B"].haunted
    assert play.table.ghosts_left == 2


@pytest.mark.rule("MERC-CARD-07")
def test_house_rule_no_ghost_left_none_comes() -> None:
    play = at(ghosts=FULL_HOUSE, house=["none_left"]).go(1, "yes", "B")
    assert not play.table.rooms["B"].haunted


DISCARDED = ["A", "B", "D", "E", "F", "G", "H", "I"]


@pytest.mark.rule("MERC-DRAW-01")
def test_draw_2_places_two_and_shuffles() -> None:
    play = at(advanced=True, discard=DISCARDED)
    assert play.table.deck.left == 11
    play.go(1, "yes", "draw2")
    assert (play.table.deck.left, len(play.table.deck.discard)) == (10, 9)
    play.go("C", "K", "ok")
    assert (play.table.rooms["C"].ghosts, play.table.rooms["K"].ghosts) == (1, 1)
    assert (play.table.deck.left, play.table.deck.discard) == (19, [])
    assert play.title == "Move up to 1"


@pytest.mark.rule("MERC-DRAW-02")
def test_draw_3_places_three() -> None:
    play = at(advanced=True).go(1, "yes", "draw3", "A", "E", "G")
    assert [play.table.rooms[room].ghosts for room in "AEG"] == [1, 1, 1]
    assert play.title == "Shuffle the cards"
    assert play.go("ok").title == "Move up to 1"


@pytest.mark.rule("MERC-DRAW-03", "MERC-DRAW-04")
def test_shuffle_cards_among_the_extra_are_always_skipped() -> None:
    play = at(advanced=True).go(1, "yes", "draw2", "draw3", "shuffle", "B", "H")
    assert sum(room.ghosts for room in play.table.rooms.values()) == 2
    assert play.title == "Shuffle the cards"
    assert play.go("ok").title == "Move up to 1"
    assert play.told.count("It has no effect now. Flip the next.") == 2


@pytest.mark.rule("MERC-DRAW-05", "MERC-DOOR-06")
def test_a_lock_among_the_extra_counts() -> None:
    play = at(advanced=True).go(1, "yes", "draw2", "green", "J", "ok")
    assert play.table.locked == "green"
    assert play.table.rooms["J"].ghosts == 1
    assert play.title == "Move up to 1"


@pytest.mark.rule("MERC-DRAW-06")
def test_rowan_among_the_extra_counts_once() -> None:
    play = at(advanced=True, rowan="L").go(1, "yes", "draw2", "rowan", "D", "F")
    assert play.table.rowan == "D"
    assert play.table.rooms["D"].ghosts == 0
    assert play.table.rooms["F"].ghosts == 1
    assert play.title == "Shuffle the cards"


@pytest.mark.rule("MERC-DRAW-06")
def test_house_rule_rowan_uses_up_two_draws() -> None:
    play = at(advanced=True, rowan="L", house=["rowan_uses_draw"]).go(1, "yes", "draw2", "rowan", "D")
    assert play.title == "Shuffle the cards"


@pytest.mark.rule("MERC-DRAW-07")
def test_all_cards_go_into_the_closing_shuffle() -> None:
    play = at(advanced=True).go(1, "yes", "draw3", "shuffle", "A", "B", "D", "ok")
    assert (play.table.deck.left, play.table.deck.discard) == (19, [])


@pytest.mark.rule("MERC-DRAW-08")
def test_an_empty_pile_is_refilled_without_the_card_in_play() -> None:
    gone = [
        "A",
        "B",
        "C",
        "D",
        "E",
        "F",
        "G",
        "H",
        "I",
        "J",
        "K",
        "L",
        "draw2",
        "blue",
        "blue",
        "green",
        "green",
    ]
    play = at(advanced=True, discard=gone)
    play.go(1, "yes", "draw3", "shuffle")
    assert play.table.deck.left == 0
    assert play.title == "Shuffle the cards"
    assert "but not DRAW 3 + SHUFFLE" in str(play.prompt.text)
    play.go("ok")
    assert (play.table.deck.left, play.table.deck.discard) == (18, ["draw3"])
    play.go("A", "B", "D")
    assert [play.table.rooms[room].ghosts for room in "ABD"] == [1, 1, 1]
    play.go("ok")
    assert play.table.deck.left == 19


@pytest.mark.rule("MERC-DRAW-09")
def test_a_loss_stops_the_extra_cards() -> None:
    play = at(advanced=True, haunted="BCDEF", ghosts={"G": 2}).go(1, "yes", "draw3", "G")
    assert play.over
    assert play.table.deck.left == 17


@pytest.mark.rule("MERC-CARD-01")
def test_no_card_is_flipped_twice_in_a_turn() -> None:
    play = at().go(2, "yes", "A", "stay")
    assert play.title == "Bob: roll"
    assert play.table.deck.left == 12
