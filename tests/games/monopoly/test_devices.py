"""Ghost Traps and Containment Units."""

from __future__ import annotations

import pytest

from tests.games.monopoly.table import BROWN, RED, cash, refused_in_interlude, start

ALL_RED = dict.fromkeys(RED, 0)


def levels(first: int, second: int, third: int) -> dict[str, int]:
    return dict(zip(RED, (first, second, third), strict=True))


@pytest.mark.rule("MONO-TRAP-01", "MONO-STOCK-01", "MONO-TRADE-01")
def test_a_trap_as_soon_as_the_set_is_complete() -> None:
    play = start(3, owners={**ALL_RED, "market": 1}, active=2, costs={"market": {"trap_cost": 100}})
    play.take("trade:1").go("0", "contract:0:market", "cash:1", 120, "propose", "yes")
    assert cash(play) == [1380, 1620, 1500]
    play.take("buy:0").go("market")
    assert cash(play)[0] == 1280
    assert play.table.bank_traps == 31


@pytest.mark.rule("MONO-TRAP-02")
def test_no_trap_without_the_full_set() -> None:
    play = start(2, owners={"market": 0, "theatre": 0})
    assert refused_in_interlude(play, "buy:0", "market") == "MONO-TRAP-02"


@pytest.mark.rule("MONO-TRAP-03")
def test_traps_are_added_evenly() -> None:
    play = start(2, owners=ALL_RED, devices=levels(1, 1, 0)).take("buy:0")
    assert play.refused("market").rules == ("MONO-TRAP-03",)
    assert play.ids == ["theatre", "back"]


@pytest.mark.rule("MONO-TRAP-04", "MONO-UNIT-02")
def test_above_four_traps_comes_a_unit() -> None:
    play = start(
        2,
        owners={**ALL_RED, **dict.fromkeys(BROWN, 1)},
        devices=levels(4, 4, 4),
        costs={"clock_tower": {"unit_cost": 150}},
    )
    assert play.table.bank_traps == 20
    play.take("buy:0").go("clock_tower")
    assert cash(play)[0] == 1350
    contract = play.table.contracts["clock_tower"]
    assert (contract.devices, contract.traps) == (5, 0)
    assert (play.table.bank_traps, play.table.bank_units) == (24, 11)
    assert "Containment Unit" in play.told[-1]


@pytest.mark.rule("MONO-TRAP-05")
def test_an_unknown_trap_cost_is_asked_for_then_booked() -> None:
    owners = dict.fromkeys(("reading_room", "basement"), 0)
    play = start(2, board="own", owners=owners).take("buy:0").go("basement", 50)
    assert cash(play)[0] == 1450
    assert play.table.contracts["basement"].trap_cost == 50


@pytest.mark.rule("MONO-UNIT-01")
def test_a_unit_needs_four_traps_everywhere() -> None:
    play = start(2, owners=ALL_RED, devices=levels(4, 4, 3))
    assert refused_in_interlude(play, "buy:0", "clock_tower") == "MONO-UNIT-01"


@pytest.mark.rule("MONO-UNIT-03")
def test_nothing_fits_above_a_unit() -> None:
    play = start(2, owners=ALL_RED, devices=levels(5, 4, 4))
    assert refused_in_interlude(play, "buy:0", "clock_tower") == "MONO-UNIT-03"


@pytest.mark.rule("MONO-UNIT-04")
def test_a_mortgage_in_the_set_stops_building() -> None:
    play = start(2, owners=ALL_RED, mortgaged=("theatre",))
    assert refused_in_interlude(play, "buy:0", "market") == "MONO-UNIT-04"


@pytest.mark.rule("MONO-STOCK-02", "MONO-STOCK-03")
def test_the_last_trap_is_auctioned() -> None:
    pink = dict.fromkeys(("fog_lane", "harbour", "old_mill"), 2)
    owners = {"attic": 0, "cellar": 0, "vault": 1, "spire": 1, **pink}
    devices = {"fog_lane": 4, "harbour": 4, "old_mill": 4, "attic": 3, "cellar": 2, "vault": 3, "spire": 3}
    devices |= {"clock_tower": 4, "market": 4}
    play = start(3, owners=owners, devices=devices, costs={"vault": {"trap_cost": 100}})
    assert play.table.bank_traps == 1
    play.take("buy:0").go("cellar").go("yes")
    assert play.title == "Auction: a Ghost Trap"
    play.go("bid:0", 10, "bid:1", 60, "close")
    play.go("spire")
    assert cash(play) == [1500, 1440, 1500]
    assert play.table.contracts["spire"].devices == 4
    assert play.table.bank_traps == 0


@pytest.mark.rule("MONO-STOCK-04")
def test_none_left_means_nobody_buys_until_one_comes_back() -> None:
    owners = {"attic": 0, "cellar": 0}
    devices = dict.fromkeys(
        ("fog_lane", "harbour", "old_mill", "clock_tower", "market", "theatre", "vault"), 4
    )
    play = start(2, owners={**owners, "spire": 1, "vault": 1}, devices={**devices, "spire": 4})
    assert play.table.bank_traps == 0
    assert refused_in_interlude(play, "buy:0", "attic") == "MONO-STOCK-04"
    play.take("sell:1").go("spire").take("buy:0").go("attic", "no")
    assert play.table.contracts["attic"].devices == 1


@pytest.mark.rule("MONO-SELL-01")
def test_a_trap_sells_for_half() -> None:
    play = start(2, owners=ALL_RED, devices=levels(1, 1, 1), costs={"market": {"trap_cost": 100}})
    play.take("sell:0").go("market")
    assert cash(play)[0] == 1550
    assert play.table.bank_traps == 30


@pytest.mark.rule("MONO-SELL-02")
def test_a_unit_sells_for_half_and_becomes_four_traps() -> None:
    play = start(2, owners=ALL_RED, devices=levels(5, 4, 4), costs={"clock_tower": {"unit_cost": 150}})
    traps, units = play.table.bank_traps, play.table.bank_units
    play.take("sell:0").go("clock_tower")
    assert cash(play)[0] == 1575
    assert play.table.contracts["clock_tower"].traps == 4
    assert (play.table.bank_traps, play.table.bank_units) == (traps - 4, units + 1)


@pytest.mark.rule("MONO-SELL-03")
def test_traps_are_sold_evenly() -> None:
    play = start(2, owners=ALL_RED, devices=levels(2, 2, 1))
    assert refused_in_interlude(play, "sell:0", "theatre") == "MONO-SELL-03"


@pytest.mark.rule("MONO-SELL-04")
@pytest.mark.parametrize("in_debt", [False, True])
def test_a_unit_when_the_bank_lacks_traps(in_debt: bool) -> None:
    devices = dict.fromkeys(("fog_lane", "harbour", "old_mill", "vault", "spire", "market"), 4)
    devices |= {"theatre": 4, "attic": 2, "clock_tower": 5}
    costs = {"clock_tower": {"unit_cost": 100, "trap_cost": 100}}
    given = {"owners": ALL_RED, "devices": devices, "costs": costs}
    if not in_debt:
        play = start(2, **given)  # type: ignore[arg-type]
        assert play.table.bank_traps == 2
        assert refused_in_interlude(play, "sell:0", "clock_tower") == "MONO-SELL-04"
        return
    play = start(2, **given, cash={0: 10}, at={0: 2}).go(1, 1).go(1, 1)  # type: ignore[arg-type]
    play.go("devices", "clock_tower")
    assert cash(play)[0] == 10 + 50 + 2 * 50 - 80
    assert (play.table.contracts["clock_tower"].devices, play.table.bank_traps) == (2, 0)


@pytest.mark.rule("MONO-SELL-05")
def test_no_contract_of_a_built_set_changes_hands() -> None:
    play = start(2, owners=ALL_RED, devices=levels(1, 0, 0)).take("trade:0")
    assert play.refused("contract:0:theatre").rules == ("MONO-SELL-05",)
    play.go("back").take("sell:0").go("clock_tower").take("trade:0").go(
        "contract:0:theatre", "propose", "yes"
    )
    assert play.table.contracts["theatre"].owner == 1


@pytest.mark.rule("MONO-SELL-06", "MONO-TRADE-07")
def test_devices_and_favours_are_no_goods() -> None:
    play = start(2, owners=ALL_RED).take("trade:0")
    assert play.refused("device").rules == ("MONO-SELL-06",)
    assert play.refused("favour").rules == ("MONO-TRADE-07",)


@pytest.mark.rule("MONO-SELL-07")
def test_half_of_an_odd_cost_is_rounded_down() -> None:
    play = start(2, owners=ALL_RED, devices=levels(1, 1, 1), costs={"market": {"trap_cost": 75}})
    play.take("sell:0").go("market")
    assert cash(play)[0] == 1537


@pytest.mark.rule("MONO-SELL-08")
def test_units_are_sold_before_traps() -> None:
    play = start(2, owners=ALL_RED, devices=levels(5, 5, 4))
    assert refused_in_interlude(play, "sell:0", "theatre") == "MONO-SELL-08"
    for id in ("clock_tower", "market"):
        play.take("sell:0").go(id)
    play.take("sell:0").go("theatre")
    assert play.table.contracts["theatre"].devices == 3


def test_a_trap_that_cannot_be_paid_is_not_placed() -> None:
    play = start(2, owners=ALL_RED, cash={0: 5}).take("buy:0").go("market")
    assert "refused" in play.kinds
    assert play.table.contracts["market"].devices == 0
