"""Fighting Ghosts and un-haunting (MERC-FIGHT, MERC-UNHAUNT)."""

from __future__ import annotations

import pytest

from companion.games.mercado.state import OUTSIDE
from tests.games.kit import Play
from tests.games.mercado.kit import at

AWAY = ["L", "K", "J", "I", "H", "G", "F", "B"]


def fight(*places: str, **given: object) -> Play:
    """The active player stays; the next prompt is the fight, if there is one."""
    return at(*places, **{"devices": AWAY, **given}).go(1, "no", "stay")  # type: ignore[arg-type]


@pytest.mark.rule("MERC-FIGHT-01")
def test_a_ghost_must_be_fought() -> None:
    play = fight("C", OUTSIDE, ghosts={"C": 1})
    play.refused("pass")
    play.refused("leave")
    assert play.title == "Fight in C"


@pytest.mark.rule("MERC-FIGHT-02")
def test_alone_one_roll() -> None:
    play = fight("C", OUTSIDE, ghosts={"C": 2}).go("ghost")
    assert play.table.rooms["C"].ghosts == 1
    assert play.table.ghosts_left == 23
    assert play.title == "Bob: roll"


@pytest.mark.rule("MERC-FIGHT-03")
@pytest.mark.parametrize("face", ["haunting", "blank"])
def test_other_faces_cost_nothing(face: str) -> None:
    play = fight("C", OUTSIDE, ghosts={"C": 1}, devices=["0", *AWAY[:7]]).go(face)
    assert play.table.rooms["C"].ghosts == 1
    assert play.table.carried(0) is not None
    assert play.table.hauntings == 0


@pytest.mark.rule("MERC-FIGHT-04")
def test_in_company_two_rolls() -> None:
    play = fight("C", "C", ghosts={"C": 2}).go("ghost", "ghost")
    assert play.table.rooms["C"].ghosts == 0
    assert play.table.ghosts_left == 24


@pytest.mark.rule("MERC-FIGHT-05")
def test_four_still_roll_twice() -> None:
    play = fight("C", "C", "C", "C", ghosts={"C": 2}).go("blank", "blank")
    assert play.title == "Bob: roll"


@pytest.mark.rule("MERC-FIGHT-06")
def test_a_hit_too_many_is_wasted() -> None:
    play = fight("C", "C", ghosts={"C": 1, "D": 1}).go("ghost", "ghost")
    assert play.table.rooms["C"].ghosts == 0
    assert play.table.ghosts_left == 23
    assert play.table.rooms["D"].ghosts == 1


@pytest.mark.rule("MERC-FIGHT-07")
def test_only_the_active_player_rolls() -> None:
    play = fight("C", "C", ghosts={"C": 2}, active=1)
    assert play.prompt.to == 1
    assert "another player" in str(play.refused("ghost", seat=0).text)
    play.go("blank", seat=1)
    assert play.prompt.to == 1


@pytest.mark.rule("MERC-FIGHT-08")
def test_staying_is_ending_the_move_there() -> None:
    play = at("C", OUTSIDE, devices=AWAY).go(1, "yes", "C", "stay")
    assert play.title == "Fight in C"


@pytest.mark.rule("MERC-UNHAUNT-01")
def test_alone_nobody_un_haunts() -> None:
    assert fight("D", OUTSIDE, haunted="D").title == "Bob: roll"


@pytest.mark.rule("MERC-UNHAUNT-02")
def test_each_rolls_once_and_one_icon_is_enough() -> None:
    play = fight("D", "D", haunted="DE").go("roll")
    assert play.prompt.to == 0
    play.go("blank")
    assert play.prompt.to == 1
    play.go("haunting")
    assert not play.table.rooms["D"].haunted
    assert play.table.hauntings == 1


@pytest.mark.rule("MERC-UNHAUNT-03")
def test_three_roll_three_times() -> None:
    play = fight("D", "D", "D", haunted="D").go("roll", "blank", "blank")
    assert play.title == "Cid rolls"
    play.go("haunting")
    assert not play.table.rooms["D"].haunted
    house = fight("D", "D", "D", haunted="D", house=["two_rolls"]).go("roll", "blank", "blank")
    assert house.title == "Bob: roll"


@pytest.mark.rule("MERC-UNHAUNT-04")
def test_a_failed_try_changes_nothing() -> None:
    play = fight("D", "D", haunted="D")
    before = play.session.table.rooms["D"], play.table.ghosts_left
    play.go("roll", "ghost", "blank")
    assert (play.table.rooms["D"], play.table.ghosts_left) == before
    assert play.table.rooms["D"].haunted


@pytest.mark.rule("MERC-UNHAUNT-05")
def test_one_try_in_each_fight_step() -> None:
    play = at("D", OUTSIDE, haunted="D", devices=AWAY, active=1).go(6, "no", "D", "roll", "blank", "blank")
    assert play.title == "Ann: roll"
    play.go(1, "no", "stay")
    assert play.title == "Un-haunt D?"


@pytest.mark.rule("MERC-UNHAUNT-06")
def test_a_freed_room_is_an_ordinary_room() -> None:
    play = fight("D", "D", haunted="DEFGH").go("roll", "haunting", "blank")
    assert 6 - play.table.hauntings == 2
    play.go(1, "yes", "D")
    assert play.table.rooms["D"].ghosts == 1


@pytest.mark.rule("MERC-UNHAUNT-07")
def test_two_icons_free_one_room() -> None:
    play = fight("D", "D", haunted="DE").go("roll", "haunting", "haunting")
    assert not play.table.rooms["D"].haunted
    assert play.table.rooms["E"].haunted


@pytest.mark.rule("MERC-UNHAUNT-08")
def test_un_haunting_is_optional() -> None:
    play = fight("D", "D", haunted="D").go("leave")
    assert play.title == "Bob: roll"
    assert play.table.rooms["D"].haunted


@pytest.mark.rule("MERC-UNHAUNT-09")
def test_a_freed_carrier_leaves_on_a_later_turn() -> None:
    play = fight("D", "D", haunted="D", devices=["0", *AWAY[:7]]).go("roll", "haunting", "haunting")
    assert play.title == "Bob: roll"
    play.go(1, "no", "stay", 4, "no")
    assert play.title == "Move up to 4"
    assert "A" in play.ids


@pytest.mark.rule("MERC-ROWAN-04")
def test_rowan_stays_where_a_ghost_is_beaten() -> None:
    play = fight("C", OUTSIDE, ghosts={"C": 1}, rowan="C").go("ghost")
    assert play.table.rooms["C"].ghosts == 0
    assert play.table.rowan == "C"


@pytest.mark.rule("MERC-ROWAN-15")
def test_rowan_alone_is_not_fought() -> None:
    assert fight("C", OUTSIDE, rowan="C").title == "Bob: roll"


@pytest.mark.rule("MERC-ROWAN-16")
def test_beside_rowan_there_is_one_roll() -> None:
    play = fight("C", "C", ghosts={"C": 1}, rowan="C").go("blank")
    assert play.title == "Bob: roll"
    house = fight("C", "C", ghosts={"C": 1}, rowan="C", house=["partner_roll"]).go("blank")
    assert house.title == "Fight in C: 2/2"
