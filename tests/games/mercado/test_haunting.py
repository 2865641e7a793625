"""Rooms fill, are haunted, figures move on; Rowan; winning and losing (MERC-HAUNT, ROWAN, WIN, LOSE)."""

from __future__ import annotations

import pytest

from companion.games.mercado import GAME
from companion.games.mercado.state import OUTSIDE
from tests.games.kit import Play
from tests.games.mercado.kit import at, new_game

FAR = (OUTSIDE, OUTSIDE)


def card(*cards: str, **given: object) -> Play:
    """Ann's turn, the Ghost icon, and these cards."""
    return at(*FAR, **given).go(1, "yes", *cards)  # type: ignore[arg-type]


@pytest.mark.rule("MERC-HAUNT-01", "MERC-HAUNT-02")
def test_three_ghosts_haunt_a_room() -> None:
    play = at(*FAR, ghosts={"F": 2, "A": 2, "B": 2})
    assert (play.table.ghosts_left, play.table.hauntings) == (18, 0)
    play.go(1, "yes", "F")
    assert play.table.rooms["F"].haunted
    assert play.table.rooms["F"].ghosts == 0
    assert (play.table.ghosts_left, play.table.hauntings) == (20, 1)
    assert any("F is haunted!" in told for told in play.told)


@pytest.mark.rule("MERC-HAUNT-03")
def test_a_ghost_for_a_haunted_room_goes_on() -> None:
    play = card("E", haunted="E")
    assert (play.table.rooms["E"].ghosts, play.table.rooms["F"].ghosts) == (0, 1)
    assert play.table.rooms["E"].haunted
    assert "Put a Ghost in F." in play.told


@pytest.mark.rule("MERC-HAUNT-04")
def test_from_l_to_a() -> None:
    assert card("L", haunted="L").table.rooms["A"].ghosts == 1


@pytest.mark.rule("MERC-HAUNT-05")
def test_past_several() -> None:
    assert card("K", haunted="KLA").table.rooms["B"].ghosts == 1


@pytest.mark.rule("MERC-HAUNT-06")
def test_the_moved_on_ghost_may_be_the_third() -> None:
    play = card("E", haunted="E", ghosts={"F": 2})
    assert play.table.rooms["F"].haunted
    assert play.table.ghosts_left == 24
    assert play.table.hauntings == 2
    house = card("E", haunted="E", ghosts={"F": 2}, house=["skip_full"])
    assert not house.table.rooms["F"].haunted
    assert house.table.rooms["G"].ghosts == 1


@pytest.mark.rule("MERC-HAUNT-07")
def test_a_carrier_is_stuck() -> None:
    play = at("J", OUTSIDE, haunted="J", devices=["0"]).go(6, "no")
    assert play.title == "Ann is stuck"
    assert play.ids == ["stay"]


@pytest.mark.rule("MERC-HAUNT-08")
def test_empty_hands_are_free() -> None:
    play = at("J", OUTSIDE, haunted="JK", with_map=True, devices=["A"]).go(3, "no")
    assert play.title == "Move up to 3"
    assert {"K", "11,6"} <= set(play.ids)


@pytest.mark.rule("MERC-HAUNT-09")
def test_a_room_haunted_by_the_card_traps_at_once() -> None:
    play = at("C", OUTSIDE, ghosts={"C": 2}, devices=["0"]).go(5, "yes", "C")
    assert play.title == "Ann is stuck"
    assert play.ids == ["stay"]


@pytest.mark.rule("MERC-HAUNT-10")
def test_a_carrier_who_enters_a_haunted_room_stops() -> None:
    given = {"haunted": "E", "devices": ["0"], "with_map": True}
    play = at("2,6", OUTSIDE, **given).go(2, "no")  # type: ignore[arg-type]
    assert "E" in play.ids
    assert "4,4" not in play.ids
    play.go("E")
    assert play.title == "Get stuck there?"
    play.go("no")
    assert play.table.players[0].place == "2,6"
    play.go("E", "yes")
    assert play.table.stuck(0)
    house = at("2,6", OUTSIDE, house=["cross_haunted"], **given).go(2, "no")  # type: ignore[arg-type]
    assert "4,4" in house.ids


@pytest.mark.rule("MERC-HAUNT-11")
def test_a_haunted_room_never_holds_ghosts() -> None:
    play = card("H", haunted="H").go("stay", 1, "yes", "H")
    assert play.table.rooms["H"].ghosts == 0
    assert play.table.rooms["I"].ghosts == 2


def idle(play: Play, letter: str, un_haunt: bool = False) -> None:
    """A turn in which nobody moves, a card comes, fights miss, and Hauntings go if wanted."""
    play.go(1, "yes", letter, "stay")
    while "roll" not in play.title:
        if play.title.startswith("Un-haunt"):
            play.go(*(("roll", "haunting", "blank") if un_haunt else ("leave",)))
        else:
            play.go("blank")


@pytest.mark.rule("MERC-HAUNT-12")
def test_hauntings_on_the_board_count() -> None:
    play = at("A", "A", haunted="ABCDE", devices=["L", "K", "J", "I", "H", "G", "F", "out"])
    for removed in (1, 2):
        idle(play, "F", un_haunt=True)
        assert play.table.hauntings == 4
        while play.table.hauntings == 4:
            idle(play, "A")
        assert play.kinds.count("haunted") == removed
    assert play.table.hauntings == 5
    assert not play.over


@pytest.mark.rule("MERC-WIN-01")
def test_all_out_wins() -> None:
    play = at("B", OUTSIDE, OUTSIDE, devices=["0", *["out"] * 7]).go(6, "no", OUTSIDE)
    assert play.session.outcome is not None
    assert play.session.outcome.won


@pytest.mark.rule("MERC-WIN-02")
def test_everybody_must_be_out() -> None:
    play = at("C", "B", devices=["0", *["out"] * 7]).go(6, "no", OUTSIDE)
    assert play.table.delivered == 8
    assert not play.over
    play.go(1, "yes", "D", "stay", 2, "no", "stay", 6, "no", OUTSIDE)
    assert play.session.outcome is not None
    assert play.session.outcome.won


@pytest.mark.rule("MERC-WIN-03")
def test_the_advanced_game_is_won_alike() -> None:
    done = [("out", n) for n in range(1, 8)]
    play = at("B", OUTSIDE, devices=[("0", 8), *done], advanced=True).go(6, "no", OUTSIDE)
    assert play.session.outcome is not None
    assert play.session.outcome.won


def lost(play: Play) -> bool:
    return play.session.outcome is not None and play.session.outcome.won is False


@pytest.mark.rule("MERC-LOSE-01")
def test_the_sixth_haunting_loses() -> None:
    assert lost(card("F", haunted="ABCDE", ghosts={"F": 2}))


@pytest.mark.rule("MERC-LOSE-02")
def test_all_stuck_loses() -> None:
    play = at("B", "E", "H", haunted="BE", ghosts={"H": 2}, devices=["0", "1", "2"]).go(1, "yes", "H")
    assert lost(play)
    assert play.session.outcome is not None
    assert "stuck" in str(play.session.outcome.text)


@pytest.mark.rule("MERC-LOSE-03")
def test_two_in_one_room_are_not_stuck() -> None:
    play = at("B", "B", "E", haunted="B", ghosts={"E": 2}, devices=["0", "1", "2"]).go(1, "yes", "E")
    assert play.table.rooms["E"].haunted
    assert not play.over


@pytest.mark.rule("MERC-LOSE-04")
def test_one_free_hand_prevents_it() -> None:
    play = at("B", "E", haunted="B", ghosts={"E": 2}, devices=["0"]).go(1, "yes", "E")
    assert play.table.rooms["E"].haunted
    assert not play.over
    assert any("Only Bob is not stuck" in str(alert) for alert in GAME.view(play.table).alerts)


@pytest.mark.rule("MERC-LOSE-05")
def test_a_pick_up_can_lose_and_is_warned_of() -> None:
    play = at("E", "B", haunted="BE", devices=["1", "E"]).go(1, "no", "stay", "take")
    assert play.title == "Take it anyway?"
    assert "the game is lost" in str(play.prompt.text)
    assert not play.over
    assert lost(play.go("yes"))


@pytest.mark.rule("MERC-LOSE-06")
def test_the_hardest_variant_is_lost_alike() -> None:
    assert lost(card("F", haunted="ABCDE", ghosts={"F": 2}, advanced=True, rowan="L"))
    stuck = at("B", "E", haunted="B", ghosts={"E": 2}, devices=["0", "1"], advanced=True, rowan="L")
    assert lost(stuck.go(1, "yes", "E"))


@pytest.mark.rule("MERC-ROWAN-01", "MERC-ROWAN-02")
def test_rowan_begins_in_l() -> None:
    table = new_game("basic_rowan").table
    assert {letter: room.ghosts for letter, room in table.rooms.items() if room.ghosts} == {
        "C": 1,
        "F": 1,
        "I": 1,
    }
    assert table.rowan == "L"
    assert table.ghosts_left == 21
    assert table.deck.left == 14


@pytest.mark.rule("MERC-ROWAN-03", "MERC-ROWAN-07")
def test_rowan_counts_as_a_ghost() -> None:
    play = card("A", rowan="A", ghosts={"A": 1, "G": 2, "H": 1})
    assert play.table.rooms["A"].haunted
    assert play.table.ghosts_left == 21
    assert play.table.rowan == "B"


@pytest.mark.rule("MERC-ROWAN-05")
def test_the_next_card_moves_rowan() -> None:
    play = card("rowan", "D", rowan="L")
    assert play.table.rowan == "D"
    assert play.table.rooms["D"].ghosts == 0
    assert play.table.deck.discard == ["rowan", "D"]
    assert play.title == "Move up to 1"


@pytest.mark.rule("MERC-ROWAN-06")
def test_shuffle_for_rowan() -> None:
    play = card("rowan", "shuffle", rowan="L")
    assert "but not Rowan" in str(play.prompt.text)
    play.go("ok")
    assert play.table.deck.left == 13
    play.go("G")
    assert play.table.rowan == "G"
    assert (play.table.deck.left, play.table.deck.discard) == (12, ["rowan", "G"])


@pytest.mark.rule("MERC-ROWAN-08")
def test_rowan_as_the_third() -> None:
    play = card("rowan", "H", rowan="L", ghosts={"H": 2})
    assert play.table.rooms["H"].haunted
    assert play.table.ghosts_left == 24
    assert play.table.rowan == "I"


@pytest.mark.rule("MERC-ROWAN-09")
def test_rowan_skips_haunted_rooms() -> None:
    assert card("A", rowan="A", ghosts={"A": 1}, haunted="B").table.rowan == "C"


@pytest.mark.rule("MERC-ROWAN-10")
def test_the_chain_goes_on() -> None:
    play = at(*FAR, rowan="A", ghosts={"A": 1, "B": 2})
    assert play.table.ghosts_left == 21
    play.go(1, "yes", "A")
    assert play.table.rooms["A"].haunted
    assert play.table.rooms["B"].haunted
    assert play.table.rowan == "C"
    assert play.table.ghosts_left == 24


@pytest.mark.rule("MERC-ROWAN-11")
def test_rowan_goes_round_from_l_to_a() -> None:
    play = card("L", rowan="L", ghosts={"L": 1})
    assert play.table.rooms["L"].haunted
    assert play.table.rowan == "A"


@pytest.mark.rule("MERC-ROWAN-12")
def test_the_sixth_haunting_stops_the_chain() -> None:
    play = card("A", rowan="A", ghosts={"A": 1, "B": 2, "C": 2}, haunted="EFGH")
    assert lost(play)
    assert play.table.rooms["B"].haunted
    assert not play.table.rooms["C"].haunted


@pytest.mark.rule("MERC-ROWAN-13")
def test_rowan_sent_to_a_haunted_room_goes_on() -> None:
    play = card("rowan", "E", rowan="L", haunted="E", ghosts={"F": 1})
    assert play.table.rowan == "F"
    assert play.table.rooms["F"].ghosts == 1
    assert not play.table.rooms["F"].haunted


@pytest.mark.rule("MERC-ROWAN-14")
def test_rowans_card_comes_back() -> None:
    play = card("rowan", "D", rowan="L").go("stay", 1, "yes", "shuffle", "ok")
    assert (play.table.deck.left, play.table.deck.discard) == (14, [])


@pytest.mark.rule("MERC-ROWAN-17")
def test_rowan_sent_to_his_own_room_stays() -> None:
    play = card("rowan", "D", rowan="D")
    assert play.table.rowan == "D"
    assert play.title == "Move up to 1"
    house = card("rowan", "D", rowan="D", house=["rowan_again"])
    assert house.title == "Flip a card"
    assert house.go("E").table.rowan == "E"


@pytest.mark.rule("MERC-ROWAN-18")
def test_draw_and_lock_cards_for_rowan() -> None:
    play = card("rowan", "draw2", rowan="L", advanced=True)
    assert "but not Rowan" in str(play.prompt.text)
    play.go("ok")
    assert play.title == "Flip a card"
    play.go("G")
    assert play.table.rowan == "G"
    assert play.table.ghosts_left == 24
    lock = card("rowan", "blue", "H", rowan="L", advanced=True)
    assert lock.table.locked == "blue"
    assert lock.table.rowan == "H"
