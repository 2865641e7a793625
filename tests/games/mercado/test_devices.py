"""Picking up, carrying, dropping off, and the numbers of the advanced game (MERC-PED, MERC-ADV)."""

from __future__ import annotations

import pytest

from companion.games.mercado import GAME
from companion.games.mercado.state import OUTSIDE
from tests.games.mercado.kit import at, new_game


@pytest.mark.rule("MERC-PED-01")
def test_a_pick_up_only_where_the_move_ends() -> None:
    play = at("2,6", OUTSIDE, devices=["E"], with_map=True).go(4, "no", "4,5")
    assert play.title == "Bob: roll"
    assert play.table.device_in("E") is not None


@pytest.mark.rule("MERC-PED-02")
def test_a_pick_up_is_a_choice() -> None:
    play = at(OUTSIDE, OUTSIDE, devices=["B"]).go(6, "no", "B", "leave")
    assert play.table.device_in("B") is not None
    assert play.table.carried(0) is None
    play.go(1, "no", "stay", 3, "no")
    assert "A" in play.ids


@pytest.mark.rule("MERC-PED-03")
def test_a_mover_carries_one() -> None:
    play = at(OUTSIDE, OUTSIDE, devices=["0", "B"]).go(6, "no", "B")
    assert play.title == "Bob: roll"
    assert "Ann carries one already." in play.told
    assert play.table.device_in("B") is not None


@pytest.mark.rule("MERC-PED-04")
def test_no_putting_down_no_handing_over() -> None:
    play = at("J", "J", haunted="J", devices=["0"]).go(6, "no")
    for wish in ("put_back", "hand_over"):
        assert play.refused(wish).rules == ("MERC-PED-04",)


@pytest.mark.rule("MERC-PED-05")
def test_outside_the_device_is_dropped_off() -> None:
    play = at("7,6", OUTSIDE, devices=["0", "out", "out", "out"], with_map=True).go(5, "no", OUTSIDE)
    assert play.table.delivered == 4
    assert play.table.carried(0) is None
    assert play.table.allowed == 0
    assert play.title == "Bob: roll"


@pytest.mark.rule("MERC-PED-06")
def test_a_pick_up_beside_a_ghost_means_a_fight() -> None:
    play = at(OUTSIDE, OUTSIDE, ghosts={"I": 1}, devices=["I"]).go(6, "no", "I")
    assert "must be fought" in str(play.prompt.text)
    play.go("take")
    assert play.table.carried(0) is not None
    assert play.title == "Fight in I"


@pytest.mark.rule("MERC-PED-07")
def test_a_lost_fight_takes_nothing_back() -> None:
    play = at(OUTSIDE, OUTSIDE, ghosts={"I": 1}, devices=["I"]).go(6, "no", "I", "take", "blank")
    assert play.table.carried(0) is not None
    assert play.table.rooms["I"].ghosts == 1


@pytest.mark.rule("MERC-PED-08")
def test_a_carrier_fights_as_usual() -> None:
    play = at(OUTSIDE, OUTSIDE, ghosts={"I": 2}, devices=["0", "A"]).go(6, "no", "I", "ghost")
    assert play.table.rooms["I"].ghosts == 1
    assert play.table.carried(0) is not None
    helped = at("D", "D", haunted="D", devices=["0"]).go(6, "no", "stay", "roll", "haunting", "blank")
    assert not helped.table.rooms["D"].haunted


@pytest.mark.rule("MERC-PED-09")
def test_un_haunt_first_and_pick_up_then_takes_two_turns() -> None:
    play = at("E", "E", haunted="E", devices=["E"]).go(1, "no", "stay")
    assert "MERC-PED-09" in play.refused("unhaunt").rules
    play.go("leave", "roll", "haunting", "blank")
    assert not play.table.rooms["E"].haunted
    assert play.table.device_in("E") is not None
    play.go(1, "no", "stay", "take")
    assert play.table.carried(1) is not None


@pytest.mark.rule("MERC-PED-10")
def test_a_haunted_device_may_be_taken_after_a_warning() -> None:
    play = at(OUTSIDE, OUTSIDE, haunted="H", devices=["H"]).go(6, "no", "H", "take")
    assert play.title == "Take it anyway?"
    assert "stuck" in str(play.prompt.text)
    again = play.go("no")
    assert again.title == "Device in H"
    play.go("take", "yes")
    assert play.table.stuck(0)
    house = at(OUTSIDE, OUTSIDE, haunted="H", devices=["H"], house=["no_haunted_pick"]).go(6, "no", "H")
    assert house.refused("take").rules == ("MERC-PED-10",)


@pytest.mark.rule("MERC-PED-11")
def test_a_device_stays_when_its_room_is_haunted() -> None:
    play = at(OUTSIDE, OUTSIDE, ghosts={"E": 2}, devices=["E"]).go(1, "yes", "E")
    assert play.table.rooms["E"].haunted
    assert play.table.device_in("E") is not None
    assert play.table.delivered == 0


@pytest.mark.rule("MERC-ADV-01")
def test_the_advanced_decks() -> None:
    assert new_game("advanced").table.deck.left == 19
    assert new_game("advanced_rowan").table.deck.left == 20


@pytest.mark.rule("MERC-ADV-02")
def test_devices_are_mixed_unseen() -> None:
    play = new_game("advanced")
    told = [str(step.prompt.text) for step in play.session.steps if step.prompt is not None]
    assert any("mix the 8 devices" in text and "face down" in text for text in told)
    assert [device.number for device in play.table.devices] == [None] * 8


@pytest.mark.rule("MERC-ADV-03")
def test_a_look_is_recorded() -> None:
    play = at(OUTSIDE, OUTSIDE, devices=["B"], advanced=True).go(6, "no", "B", "look")
    play.refused("9")
    play.go("4", "leave")
    device = play.table.device_in("B")
    assert device is not None
    assert device.number == 4
    assert any("device 4" in str(line) for line in GAME.view(play.table).pages[0].lines)


@pytest.mark.rule("MERC-ADV-04")
def test_looking_while_walking_through() -> None:
    play = at("3,6", OUTSIDE, devices=["E"], advanced=True, with_map=True).go(5, "no", "look:E", "4")
    assert play.title == "Move up to 3"
    play.go("4,4")
    assert play.table.players[0].place == "4,4"
    device = play.table.device_in("E")
    assert device is not None
    assert device.number == 4
    house = at("3,6", OUTSIDE, devices=["E"], advanced=True, house=["look_at_end"]).go(5, "no")
    house.refused("look:E")


@pytest.mark.rule("MERC-ADV-05")
def test_any_number_may_be_picked_up() -> None:
    play = at(OUTSIDE, OUTSIDE, devices=["B"], advanced=True).go(6, "no", "B", "take", "6")
    device = play.table.carried(0)
    assert device is not None
    assert device.number == 6


@pytest.mark.rule("MERC-ADV-06")
def test_the_next_number_may_leave() -> None:
    play = at("B", "C", devices=[("0", 3), ("out", 1), ("out", 2)], advanced=True).go(6, "no", OUTSIDE)
    assert play.table.delivered == 3
    assert play.table.next_due == 4


@pytest.mark.rule("MERC-ADV-07")
def test_a_later_number_must_wait_inside() -> None:
    play = at("B", "C", devices=[("0", 3), ("out", 1)], advanced=True).go(6, "no")
    refusal = play.refused(OUTSIDE)
    assert "MERC-ADV-07" in refusal.rules
    assert "Number 2" in str(refusal.text)
    basic = at("B", "C", devices=[("0", 3), ("out", 1)]).go(6, "no")
    assert OUTSIDE in basic.ids


@pytest.mark.rule("MERC-ADV-08")
def test_a_jam_is_no_loss_but_warned_of() -> None:
    given = {"devices": [("1", 6), ("B", 5), ("K", 1)], "advanced": True}
    play = at(OUTSIDE, "C", **given).go(6, "no", "B", "take")  # type: ignore[arg-type]
    assert play.title == "Take it anyway?"
    assert "1 must leave first" in str(play.prompt.text)
    play.go("yes")
    assert not play.over
    assert any("wrong numbers" in str(alert) for alert in GAME.view(play.table).alerts)
    play.go(1, "no", "stay", 1, "no")
    assert play.refused("put_back").rules == ("MERC-PED-04",)


@pytest.mark.rule("MERC-ADV-08")
def test_house_rule_in_a_jam_one_is_put_back() -> None:
    play = at("B", "C", devices=[("0", 5), ("1", 6), ("K", 1)], advanced=True, house=["put_back"])
    play.go(6, "no", "put_back", "A")
    assert play.table.device_in("B") is not None
    assert play.table.carried(0) is None


def test_one_number_is_on_one_device() -> None:
    play = at(OUTSIDE, OUTSIDE, devices=[("out", 1), "B"], advanced=True).go(6, "no", "B", "look")
    assert "another device" in str(play.refused("1").text)
