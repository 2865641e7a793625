"""Claiming, auctions, color sets, fees, mortgages."""

from __future__ import annotations

import pytest

from tests.games.monopoly.table import RED, cash, refused_in_interlude, start

ALL_RED = dict.fromkeys(RED, 0)


@pytest.mark.rule("MONO-CLAIM-01")
def test_an_unclaimed_contract_forces_a_choice() -> None:
    play = start(2).go(1, 2)
    assert play.ids == ["claim", "auction"]
    play.refused("end")


@pytest.mark.rule("MONO-CLAIM-03", "MONO-AUCT-06", "MONO-FEE-07")
def test_who_cannot_pay_lets_it_be_auctioned() -> None:
    play = start(2, cash={0: 90}, costs={"cellar": {"price": 200}}).go(1, 2)
    assert play.refused("claim").rules == ("MONO-CLAIM-03",)
    play.go("auction").go("close")
    assert play.table.contracts["cellar"].owner is None
    assert cash(play) == [90, 1500]
    play.go(1, 2)
    assert play.ids == ["claim", "auction"]
    assert play.table.fees == []


@pytest.mark.rule("MONO-CLAIM-04")
def test_ones_own_contract_is_free() -> None:
    play = start(2, owners={"cellar": 0}).go(1, 2)
    assert cash(play)[0] == 1500
    assert play.table.fees == []


@pytest.mark.rule("MONO-AUCT-01")
def test_an_auction_opens_at_ten() -> None:
    play = start(3).go(1, 2).go("auction").go("bid:1")
    assert play.refused(9).rules[0] == "MONO-AUCT-01"
    play.go(10)
    assert "$10 by Bob" in str(play.prompt.text)


@pytest.mark.rule("MONO-AUCT-02")
def test_the_first_bid_may_be_higher() -> None:
    play = start(3).go(1, 2).go("auction").go("bid:2", 50)
    assert "$50 by Cid" in str(play.prompt.text)


@pytest.mark.rule("MONO-AUCT-03")
def test_a_raise_is_at_least_a_dollar() -> None:
    play = start(3).go(1, 2).go("auction").go("bid:2", 40, "bid:1")
    assert play.refused(40).rules == ("MONO-AUCT-03",)
    play.go(41)
    assert "$41 by Bob" in str(play.prompt.text)
    assert play.refused("bid:1").rules == ("MONO-AUCT-03",)


@pytest.mark.rule("MONO-AUCT-04")
def test_anyone_bids_in_any_order() -> None:
    play = start(3, jailed={2: 0}).go(1, 2).go("auction").go("bid:0", 25).go("bid:2", 26)
    assert "$26 by Cid" in str(play.prompt.text)
    assert play.session.answer("bid:1", seat=0) is not None
    play.go("bid:1:27", seat=1)


@pytest.mark.rule("MONO-AUCT-05")
def test_the_highest_bidder_pays_the_bank() -> None:
    play = start(3).go(1, 2).go("auction").go("bid:2", 120, "close")
    assert cash(play) == [1500, 1500, 1380]
    assert play.table.contracts["cellar"].owner == 2
    assert play.table.bank == 120


@pytest.mark.rule("MONO-AUCT-07")
def test_a_bid_is_limited_to_cash_in_hand() -> None:
    play = (
        start(3, cash={2: 80}, owners={"attic": 2}, costs={"attic": {"mortgage": 60}}).go(1, 2).go("auction")
    )
    play.go("bid:2")
    play.refused(100)
    play.go(80).go("bid:0", 90)
    assert play.refused("bid:2:91").rules == ("MONO-AUCT-07",)
    play.take("mortgage:2").go("attic")
    play.go("bid:2", 100)
    assert "$100 by Cid" in str(play.prompt.text)


# -- color sets and fees --------------------------------------------------


def fee_paid(play_to_ask: object) -> int:
    play = play_to_ask
    before = cash(play)[0]  # type: ignore[arg-type]
    play.take("fee:0")  # type: ignore[attr-defined]
    return before - cash(play)[0]  # type: ignore[arg-type]


SET = {"clock_tower": 1, "market": 1, "theatre": 1}
BASE = {"market": {"fees": [14, 70, 0, 0, 0, 0]}}


@pytest.mark.rule("MONO-SET-01")
def test_a_full_set_doubles_the_bare_fee() -> None:
    assert fee_paid(start(2, at={0: 11}, owners=SET, costs=BASE).go(1, 2)) == 28


@pytest.mark.rule("MONO-SET-02")
def test_devices_are_not_doubled() -> None:
    assert fee_paid(start(2, at={0: 11}, owners=SET, costs=BASE, devices={"market": 1}).go(1, 2)) == 70


@pytest.mark.rule("MONO-SET-03", "MONO-MORT-05")
def test_a_mortgaged_mate_keeps_the_doubling() -> None:
    play = start(2, at={0: 11}, owners=SET, costs=BASE, mortgaged=("theatre",)).go(1, 2)
    assert fee_paid(play) == 28
    assert refused_in_interlude(play, "buy:1", "market") == "MONO-UNIT-04"


@pytest.mark.rule("MONO-SET-04")
def test_losing_one_ends_the_doubling() -> None:
    play = start(2, at={0: 11}, owners=SET, costs=BASE)
    play.take("trade:1").go("contract:0:theatre", "propose", "yes").go(1, 2)
    assert fee_paid(play) == 14


@pytest.mark.rule("MONO-FEE-01")
def test_the_owner_asks_and_the_lander_pays() -> None:
    play = start(2, owners={"cellar": 1}, costs={"cellar": {"fees": [22, 0, 0, 0, 0, 0]}}).go(1, 2)
    assert cash(play) == [1500, 1500]
    play.take("fee:0", seat=1)
    assert cash(play) == [1478, 1522]


@pytest.mark.rule("MONO-FEE-02")
def test_a_fee_not_asked_for_in_time_is_lost() -> None:
    play = start(3, owners={"cellar": 2}).go(1, 2)
    assert any(interlude.id == "fee:0" for interlude in play.session.interludes)
    play.go(1)
    assert "fee_lost" in play.kinds
    assert play.session.take("fee:0") is not None
    assert cash(play) == [1500, 1500, 1500]


@pytest.mark.rule("MONO-FEE-03")
def test_the_landers_own_roll_does_not_close_the_window() -> None:
    play = start(2, at={0: 1}, owners={"cellar": 1}, costs={"cellar": {"fees": [22, 0, 0, 0, 0, 0]}}).go(1, 1)
    assert play.table.active == 0
    play.go(1).take("fee:0")
    assert cash(play) == [1478, 1522]


@pytest.mark.rule("MONO-FEE-04")
def test_a_mortgaged_contract_earns_nothing() -> None:
    play = start(2, owners={"cellar": 1}, mortgaged=("cellar",)).go(1, 2)
    assert play.table.fees == []
    assert play.session.take("fee:0") is not None


def test_the_box_may_charge_by_itself_if_the_table_wants_it() -> None:
    play = start(
        2, owners={"cellar": 1}, charge_fees=True, costs={"cellar": {"fees": [22, 0, 0, 0, 0, 0]}}
    ).go(1, 2)
    assert cash(play) == [1478, 1522]


# -- mortgages ------------------------------------------------------------


@pytest.mark.rule("MONO-MORT-01")
def test_devices_of_the_set_go_first() -> None:
    play = start(2, owners=ALL_RED, devices={"market": 1})
    assert refused_in_interlude(play, "mortgage:0", "theatre") == "MONO-MORT-01"
    play.take("sell:0").go("market").take("mortgage:0").go("theatre")
    assert play.table.contracts["theatre"].mortgaged


@pytest.mark.rule("MONO-MORT-02")
def test_mortgaging_pays_the_value() -> None:
    play = start(2, board="own", owners={"basement": 0}).take("mortgage:0").go("basement", 60)
    assert cash(play)[0] == 1560
    assert play.table.contracts["basement"].mortgaged


@pytest.mark.rule("MONO-MORT-03")
def test_repaying_costs_ten_per_cent_more() -> None:
    play = start(2, owners={"cellar": 0}, mortgaged=("cellar",), costs={"cellar": {"mortgage": 100}})
    play.take("repay:0").go("cellar")
    assert cash(play)[0] == 1390
    assert not play.table.contracts["cellar"].mortgaged
    play.go(1, 2, 1, 2).take("fee:0")
    assert cash(play) == [1390 + 14, 1500 - 14]


@pytest.mark.rule("MONO-MORT-04")
@pytest.mark.parametrize(("printed", "paid"), [(None, 83), (82, 82)])
def test_ten_per_cent_is_what_the_card_prints_else_rounded_up(printed: int | None, paid: int) -> None:
    play = start(
        2, owners={"cellar": 0}, mortgaged=("cellar",), costs={"cellar": {"mortgage": 75, "repay": printed}}
    )
    play.take("repay:0").go("cellar")
    assert cash(play)[0] == 1500 - paid


def test_a_mortgage_is_taken_and_repaid_once() -> None:
    play = start(2, owners={"cellar": 0, "attic": 0}, mortgaged=("cellar",))
    assert refused_in_interlude(play, "mortgage:0", "cellar") == "MONO-MORT-02"
    assert refused_in_interlude(play, "repay:0", "attic") == "MONO-MORT-03"
