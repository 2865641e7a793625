"""Turns, doubles, GO, Jail, ECTO-1, Roaming Vapor, battles."""

from __future__ import annotations

import pytest

from tests.games.monopoly.table import cash, start


@pytest.mark.rule("MONO-TURN-01")
def test_a_turn_moves_by_the_total_and_passes_on() -> None:
    play = start(3, board="own", at={0: 5}, costs={"hotel_lobby": {"price": 1}}).go(3, 4)
    assert play.table.players[0].position == 12
    play.go(7, 50, 3, 3)
    assert play.table.active == 1


@pytest.mark.rule("MONO-TURN-02")
def test_a_double_gives_another_turn() -> None:
    play = start(2, at={0: 9}).go(1, 1)
    assert play.table.players[0].position == 11
    assert (play.table.active, play.table.doubles) == (0, 1)


@pytest.mark.rule("MONO-TURN-03")
def test_the_third_double_goes_to_jail_unmoved() -> None:
    """From Free Parking to the Theatre, over Go to Jail and GO to the Cellar, then no further."""
    play = start(2, at={0: 11}, owners={"theatre": 0, "cellar": 0}).go(2, 2, 5, 5)
    player = play.table.players[0]
    assert (player.position, player.cash, play.table.doubles) == (3, 1700, 2)
    play.go(5, 5)
    assert (player.jailed, player.position, player.cash) == (True, 7, 1700)
    assert play.table.active == 1


@pytest.mark.rule("MONO-TURN-04")
def test_a_run_of_doubles_does_not_carry_over() -> None:
    play = start(2, at={0: 9}, doubles=2).go(1, 1 + 1)
    play.go("auction", "close") if "Clock" in play.title else play
    assert play.table.active == 1
    assert play.table.doubles == 0
    play.set("position.1", 9).go(1, 1)
    assert play.table.doubles == 1
    assert not play.table.players[1].jailed


@pytest.mark.rule("MONO-TURN-05")
def test_jail_ends_the_turn_even_after_a_double() -> None:
    play = start(2, at={0: 16}).go(1, 1)
    assert play.table.players[0].jailed
    assert play.table.active == 1


@pytest.mark.rule("MONO-TURN-06", "MONO-BATTLE-02")
def test_battle_dice_are_no_double() -> None:
    play = start(3, at={0: 21}).go(2, 3)
    play.go(4, 4)
    assert "battle_won" in play.kinds
    assert (play.table.active, play.table.doubles) == (1, 0)


@pytest.mark.rule("MONO-GO-01")
def test_passing_go_pays() -> None:
    play = start(2, board="own", at={0: 38}, costs={"basement": {"price": 1}}).go(2, 3)
    assert play.table.players[0].position == 3
    assert cash(play)[0] == 1700


@pytest.mark.rule("MONO-GO-02")
def test_landing_on_go_pays_once() -> None:
    play = start(2, at={0: 19}).go(1, 2)
    assert (play.table.players[0].position, cash(play)[0]) == (0, 1700)
    play.set("position.1", 8).go(1, 2)
    assert play.table.active == 0
    play.go(3, 4)
    assert cash(play)[0] == 1700


@pytest.mark.rule("MONO-VISIT-01")
def test_the_jail_corner_is_only_a_visit() -> None:
    play = start(2, at={0: 4}).go(1, 2)
    player = play.table.players[0]
    assert (player.position, player.jailed, player.cash) == (7, False, 1500)


@pytest.mark.rule("MONO-FREE-01", "MONO-TIP-01")
def test_free_parking_does_nothing() -> None:
    play = start(2, at={0: 21, 1: 8}).go(2, 3).go(1, 1)
    assert cash(play) == [1700 - 80, 1500 - 80]
    play.go(1, 2)
    assert play.table.players[1].position == 11
    assert cash(play)[1] == 1420
    assert play.table.active == 0


# -- Roaming Vapor --------------------------------------------------------


@pytest.mark.rule("MONO-VAPOR-01", "MONO-VAPOR-02")
def test_a_card_is_drawn_booked_and_laid_aside() -> None:
    play = start(2, at={0: 9}).go(1, 3)
    assert "Roaming Vapor" in play.title
    assert play.table.draw_pile == 31
    assert {"pay", "collect", "advance", "jail", "keep"} <= set(play.ids)
    play.go("pay", 40)
    assert cash(play)[0] == 1460
    assert (play.table.draw_pile, play.table.used_pile) == (31, 1)


@pytest.mark.rule("MONO-VAPOR-03")
def test_used_cards_make_a_new_pile_without_those_held() -> None:
    play = start(2, at={0: 9}, draw_pile=0, used_pile=31, cards={1: 1}).go(1, 3)
    assert "Shuffle" in play.title
    play.go("ok")
    assert (play.table.draw_pile, play.table.used_pile) == (30, 0)


@pytest.mark.rule("MONO-VAPOR-04")
def test_a_jail_card_is_held_until_used() -> None:
    play = start(2, at={0: 9}).go(1, 3).go("keep")
    assert (play.table.players[0].cards, play.table.used_pile) == (1, 0)
    jailed = start(2, jailed={0: 0}, cards={0: 1}, draw_pile=31).go("card")
    assert (jailed.table.players[0].cards, jailed.table.used_pile) == (0, 1)


@pytest.mark.parametrize(
    ("effect", "answers", "expected"),
    [
        ("collect", [60], [1560, 1500, 1500]),
        ("pay_each", [10], [1480, 1510, 1510]),
        ("collect_each", [10], [1520, 1490, 1490]),
    ],
)
def test_what_cards_may_do_with_money(effect: str, answers: list[int], expected: list[int]) -> None:
    assert cash(start(3, at={0: 9}).go(1, 3).go(effect, *answers)) == expected


def test_a_card_may_move_a_token_either_way() -> None:
    play = start(2, at={0: 9}).go(1, 3).go("advance", "4")
    assert play.table.players[0].position == 4
    assert cash(play)[0] == 1700
    back = start(2, at={0: 9}).go(1, 3).go("back", 2)
    assert back.table.players[0].position == 11
    told = start(2, at={0: 9}).go(1, 3).go("other")
    assert "Do what it says" in told.title


# -- ECTO-1 ---------------------------------------------------------------


@pytest.mark.rule("MONO-ECTO-01", "MONO-ECTO-03")
def test_an_advance_costs_fifty_and_the_space_applies() -> None:
    play = start(2, cash={0: 300}, at={0: 2}).go(1, 2).go("advance")
    assert cash(play)[0] == 250
    play.go("6")
    assert play.ids == ["claim", "auction"]


@pytest.mark.rule("MONO-ECTO-02")
def test_the_destination_lies_between_two_ecto_1() -> None:
    play = start(2, board="own", at={0: 2}).go(1, 2).go("advance")
    assert play.ids == [str(index) for index in range(6, 15)]
    play.refused("15")
    play.refused("4")


@pytest.mark.rule("MONO-ECTO-04")
def test_passing_go_by_ecto_1_pays_nothing() -> None:
    play = start(2, board="own", at={0: 32}, costs={"basement": {"price": 9}}).go(1, 2).go("advance", "3")
    assert play.table.players[0].position == 3
    assert cash(play)[0] == 1450


@pytest.mark.rule("MONO-ECTO-05")
def test_go_itself_as_destination_pays() -> None:
    play = start(2, board="own", at={0: 32}).go(1, 2).go("advance", "0")
    assert cash(play)[0] == 1650


@pytest.mark.rule("MONO-ECTO-06")
def test_one_may_stay() -> None:
    play = start(2, cash={0: 300}, at={0: 2}).go(1, 2).go("stay")
    assert (cash(play)[0], play.table.players[0].position, play.table.active) == (300, 5, 1)


@pytest.mark.rule("MONO-ECTO-07")
def test_a_double_still_counts_on_ecto_1() -> None:
    play = start(2, at={0: 1}).go(2, 2).go("stay")
    assert (play.table.active, play.table.doubles) == (0, 1)


@pytest.mark.rule("MONO-ECTO-08")
def test_passing_an_ecto_1_offers_nothing() -> None:
    play = start(2, at={0: 3}).go(2, 4)
    assert play.table.players[0].position == 9
    assert play.ids == ["claim", "auction"]


@pytest.mark.rule("MONO-ECTO-09")
def test_an_advance_needs_fifty() -> None:
    play = start(2, cash={0: 30}, at={0: 2}).go(1, 2)
    assert play.refused("advance").rules == ("MONO-ECTO-09",)
    play.go("stay")
    assert cash(play)[0] == 30


@pytest.mark.rule("MONO-ECTO-10")
def test_an_advance_onto_go_to_jail_jails() -> None:
    play = start(2, board="own", at={0: 22}).go(1, 2).go("advance", "30")
    player = play.table.players[0]
    assert (player.cash, player.jailed, play.table.active) == (1450, True, 1)


# -- battles --------------------------------------------------------------


@pytest.mark.rule("MONO-BATTLE-01")
def test_the_lander_and_their_left_neighbour_must_fight() -> None:
    play = start(4, at={0: 21}).go(2, 3)
    assert (play.title, play.prompt.to) == ("Ann fights", 0)
    play.go(2)
    assert (play.title, play.prompt.to) == ("Bob fights", 1)
    play.refused("no")


@pytest.mark.rule("MONO-BATTLE-02", "MONO-BATTLE-04", "MONO-BATTLE-06")
def test_reaching_the_figure_pays_both_in_full() -> None:
    play = start(4, at={0: 2}).go(1, 1)
    play.go(3, 4)
    assert cash(play) == [1580, 1580, 1500, 1500]


@pytest.mark.rule("MONO-BATTLE-03", "MONO-BATTLE-05")
def test_a_lower_sum_costs_both() -> None:
    play = start(4, at={0: 2}).go(1, 1)
    play.go(2, 4)
    assert cash(play) == [1420, 1420, 1500, 1500]


@pytest.mark.rule("MONO-BATTLE-01")
def test_the_one_on_the_left_fights_wherever_one_sits() -> None:
    middle = start(4, at={1: 2}, active=1).go(1, 1)
    assert (middle.title, middle.go(3).title) == ("Bob fights", "Cid fights")
    last = start(4, at={3: 2}, active=3).go(1, 1)
    assert (last.title, last.go(3).title) == ("Dot fights", "Ann fights")
    beside_a_gap = start(4, at={1: 2}, active=1)
    beside_a_gap.table.players[2].out = True
    assert beside_a_gap.go(1, 1, 3).title == "Dot fights"


@pytest.mark.rule("MONO-BATTLE-07")
def test_a_neighbour_in_jail_fights() -> None:
    play = start(3, at={0: 2}, jailed={1: 0}).go(1, 1).go(4)
    assert play.title == "Bob fights"


@pytest.mark.rule("MONO-BATTLE-08")
def test_the_bankrupt_are_passed_over() -> None:
    play = start(3, at={0: 2})
    table = play.table
    table.players[1].out = True
    play.go(1, 1).go(4)
    assert play.title == "Cid fights"


@pytest.mark.rule("MONO-BATTLE-09")
def test_of_two_the_opponent_is_the_partner() -> None:
    play = start(2, at={0: 2}).go(1, 1).go(6, 1)
    assert cash(play) == [1580, 1580]


@pytest.mark.rule("MONO-BATTLE-10")
def test_a_partner_who_cannot_pay_goes_bankrupt_to_the_bank() -> None:
    play = start(3, at={0: 2}, cash={1: 20}).go(1, 1).go(1, 1)
    assert play.ids == ["trade", "give_up"]
    play.go("give_up")
    assert play.table.players[1].out
    assert cash(play) == [1420, 0, 1500]
    assert not play.over


@pytest.mark.rule("MONO-BATTLE-11")
def test_of_the_last_two_the_lander_is_settled_first() -> None:
    play = start(2, at={0: 2}, cash={0: 10, 1: 10}).go(1, 1).go(1, 1).go("give_up")
    assert play.over
    assert play.session.outcome is not None
    assert play.session.outcome.winners == (1,)


# -- Jail -----------------------------------------------------------------


@pytest.mark.rule("MONO-JAIL-01")
def test_go_to_jail_pays_nothing_and_ends_the_turn() -> None:
    play = start(2, board="own", at={0: 25}).go(2, 3)
    player = play.table.players[0]
    assert (player.jailed, player.position, player.cash, play.table.active) == (True, 10, 1500, 1)


@pytest.mark.rule("MONO-JAIL-02", "MONO-FEE-05")
def test_those_in_jail_still_do_business() -> None:
    red = dict.fromkeys(("clock_tower", "market", "theatre"), 0)
    play = start(2, jailed={0: 0}, owners=red, costs={"market": {"trap_cost": 50}})
    play.take("buy:0").go("market")
    assert cash(play)[0] == 1450
    assert play.table.contracts["market"].devices == 1
    fee = start(2, owners={"attic": 0}, jailed={0: 0}, at={1: 20}, active=1)
    fee.table.contracts["attic"].fees[0] = 10
    fee.go(1, 2).take("fee:0")
    assert cash(fee) == [1510, 1500 + 200 - 10]


@pytest.mark.rule("MONO-JAIL-03")
def test_paying_before_the_roll_frees() -> None:
    play = start(2, jailed={0: 0}, cash={0: 200}).go("pay")
    assert cash(play)[0] == 150
    play.go(3, 5)
    assert play.table.players[0].position == 15


@pytest.mark.rule("MONO-JAIL-04")
def test_a_double_after_paying_counts() -> None:
    play = start(2, jailed={0: 0}).go("pay").go(2, 2)
    assert (play.table.active, play.table.doubles, play.table.players[0].position) == (0, 1, 11)


@pytest.mark.rule("MONO-JAIL-05")
def test_a_card_before_the_roll_frees() -> None:
    play = start(2, jailed={0: 0}, cards={0: 1}).go("card").go(2, 5)
    player = play.table.players[0]
    assert (player.cards, play.table.used_pile, player.cash, player.position) == (0, 1, 1500, 14)
    none = start(2, jailed={0: 0})
    assert none.refused("card").rules[0] == "MONO-JAIL-05"


@pytest.mark.rule("MONO-JAIL-06")
def test_a_card_can_be_bought() -> None:
    play = start(2, jailed={0: 0}, cards={1: 1})
    play.take("trade:1").go("card:0", "cash:1", 30, "propose", "yes")
    assert cash(play) == [1470, 1530]
    assert [player.cards for player in play.table.players] == [1, 0]


@pytest.mark.rule("MONO-JAIL-07")
def test_a_double_frees_and_gives_no_further_roll() -> None:
    play = start(2, jailed={0: 0}).go("roll").go(2, 2)
    player = play.table.players[0]
    assert (player.jailed, player.position, play.table.active) == (False, 11, 1)


@pytest.mark.rule("MONO-JAIL-08")
def test_two_misses_stay() -> None:
    play = start(2, jailed={0: 0}).go("roll", 1, 4)
    assert play.table.players[0].tries == 1
    play = start(2, jailed={0: 1}).go("roll", 2, 6)
    player = play.table.players[0]
    assert (player.jailed, player.tries, player.cash, player.position) == (True, 2, 1500, 7)


@pytest.mark.rule("MONO-JAIL-09")
def test_the_third_miss_pays_and_moves() -> None:
    play = start(2, jailed={0: 2}, cash={0: 120}).go("roll", 2, 3)
    player = play.table.players[0]
    assert (player.cash, player.position, player.jailed) == (70, 12, False)
    assert play.ids == ["auction"]


@pytest.mark.rule("MONO-JAIL-10")
def test_a_forced_fifty_may_have_to_be_raised() -> None:
    play = start(2, jailed={0: 2}, cash={0: 10}, owners={"attic": 0}, costs={"attic": {"mortgage": 60}})
    play.go("roll", 2, 3)
    assert play.refused("give_up").rules[0] == "MONO-DEBT-06"
    play.go("mortgage", "attic")
    assert cash(play)[0] == 20
    assert play.table.players[0].position == 12


@pytest.mark.rule("MONO-JAIL-11")
def test_paying_is_open_before_every_try() -> None:
    play = start(2, jailed={0: 1}, cards={0: 1})
    assert play.ids == ["roll", "pay", "card"]


@pytest.mark.rule("MONO-JAIL-12")
def test_a_card_may_order_it() -> None:
    play = start(2, at={0: 9}).go(1, 3).go("jail")
    player = play.table.players[0]
    assert (player.jailed, player.tries, player.cash, play.table.active) == (True, 0, 1500, 1)


@pytest.mark.rule("MONO-JAIL-13")
def test_tries_start_afresh() -> None:
    play = start(2, jailed={0: 2}).go("pay")
    assert play.table.players[0].tries == 0
