"""Trades, debts, bankruptcy, the end; and whole random games with money conserved to the dollar."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.games.monopoly import GAME
from companion.games.monopoly.state import Table
from tests.games.kit import Play, random_game, undo_and_redo_are_exact
from tests.games.monopoly.table import cash, opening, start


@pytest.mark.rule("MONO-TRADE-01")
def test_contracts_are_sold_at_any_time() -> None:
    play = start(3, owners={"cellar": 0}, active=2)
    play.take("trade:0").go("1", "contract:0:cellar", "cash:1", 120, "propose", "yes")
    assert cash(play) == [1620, 1380, 1500]
    assert play.table.contracts["cellar"].owner == 1


@pytest.mark.rule("MONO-TRADE-02")
def test_a_deal_is_booked_whole_with_both_consenting() -> None:
    play = start(2, owners={"cellar": 0, "market": 1}, cards={1: 1})
    deal = ("contract:0:cellar", "cash:0", 50, "contract:1:market", "card:1", "propose")
    play.take("trade:0").go(*deal)
    assert play.prompt.to == 1
    play.go("no")
    assert (cash(play), play.table.contracts["cellar"].owner) == ([1500, 1500], 0)
    play.take("trade:0").go(*deal, "yes")
    assert cash(play) == [1450, 1550]
    assert (play.table.contracts["cellar"].owner, play.table.contracts["market"].owner) == (1, 0)
    assert [player.cards for player in play.table.players] == [1, 0]


def mortgaged_sale(choice: str) -> Play:
    play = start(2, owners={"cellar": 0}, mortgaged=("cellar",), costs={"cellar": {"mortgage": 60}})
    play.take("trade:0").go("contract:0:cellar", "cash:1", 20, "propose", "yes")
    assert [str(option.label) for option in play.prompt.options] == ["Repay $66", "Keep it for $6"]  # type: ignore[attr-defined]
    return play.go(choice)


@pytest.mark.rule("MONO-TRADE-03", "MONO-TRADE-04")
def test_a_mortgaged_contract_is_repaid_at_once() -> None:
    play = mortgaged_sale("repay")
    assert cash(play) == [1520, 1500 - 20 - 66]
    assert not play.table.contracts["cellar"].mortgaged


@pytest.mark.rule("MONO-TRADE-05", "MONO-TRADE-06")
def test_or_kept_for_ten_per_cent_and_repaid_in_full_later() -> None:
    play = mortgaged_sale("keep")
    assert cash(play) == [1520, 1474]
    assert play.table.contracts["cellar"].mortgaged
    play.take("repay:1").go("cellar")
    assert cash(play)[1] == 1474 - 66


def owing(amount: int, cash_in_hand: int, **given: object) -> Play:
    """Ann owes the Bank `amount` by a card; what she has is given."""
    return start(3, at={0: 9}, cash={0: cash_in_hand}, **given).go(1, 3).go("pay", amount)  # type: ignore[arg-type]


@pytest.mark.rule("MONO-DEBT-01")
def test_money_is_raised_by_mortgaging() -> None:
    play = owing(150, 40, owners={"cellar": 0}, costs={"cellar": {"mortgage": 120}})
    play.go("mortgage", "cellar")
    assert cash(play)[0] == 10
    assert not play.table.players[0].out


@pytest.mark.rule("MONO-DEBT-02")
def test_who_still_cannot_pay_is_out() -> None:
    play = owing(300, 40, owners={"cellar": 0}, costs={"cellar": {"mortgage": 120}})
    play.go("mortgage", "cellar", "give_up", "close")
    assert play.table.players[0].out
    order = []
    for _ in range(3):
        order.append(play.table.active)
        play.table.players[play.table.active].position = 4
        play.go(1, 2)
    assert order == [1, 2, 1]


def bankrupt_to_bob(answers: list[str], **given: object) -> Play:
    """Ann lands on Bob's Contract with a fee of $300 and cannot pay."""
    owners = {"cellar": 1, **given.pop("owners", {})}  # type: ignore[dict-item]
    costs = {"cellar": {"fees": [300, 0, 0, 0, 0, 0]}, **given.pop("costs", {})}  # type: ignore[dict-item]
    play = start(3, owners=owners, costs=costs, **given).go(1, 2).take("fee:0")  # type: ignore[arg-type]
    return play.go(*answers)


@pytest.mark.rule("MONO-DEBT-03", "MONO-DEBT-04")
def test_a_creditor_gets_mortgaged_contracts_and_cards() -> None:
    costs = {"market": {"mortgage": 60}, "theatre": {"mortgage": 100}}
    play = bankrupt_to_bob(
        ["give_up"],
        owners={"market": 0, "theatre": 0},
        costs=costs,
        mortgaged=("market", "theatre"),
        cards={0: 1},
        cash={0: 0},
    )
    assert play.table.players[1].cards == 1
    play.go("keep", "repay")
    assert cash(play)[1] == 1500 - 6 - 110
    market, theatre = play.table.contracts["market"], play.table.contracts["theatre"]
    assert (market.owner, market.mortgaged, theatre.owner, theatre.mortgaged) == (1, True, 1, False)


@pytest.mark.rule("MONO-DEBT-05")
def test_the_cash_left_goes_to_the_creditor() -> None:
    play = bankrupt_to_bob(["give_up"], cash={0: 160})
    assert cash(play) == [0, 1660, 1500]


@pytest.mark.rule("MONO-DEBT-06")
def test_bankruptcy_waits_until_nothing_can_be_raised() -> None:
    play = bankrupt_to_bob([], owners={"market": 0}, cash={0: 0})
    assert play.refused("give_up").rules[0] == "MONO-DEBT-06"


@pytest.mark.rule("MONO-DEBT-07", "MONO-DEBT-09")
def test_bankrupt_to_the_bank_everything_is_auctioned() -> None:
    names = ("market", "theatre", "cellar")
    play = owing(300, 10, owners=dict.fromkeys(names, 0), mortgaged=names)
    play.go("give_up")
    sold = []
    for _ in names:
        sold.append(play.title.removeprefix("Auction: "))
        play.go("bid:1")
        play.refused(9)
        play.go(10, "close") if len(sold) == 1 else play.go(20, "close")
    assert sorted(sold) == ["Cellar", "Market", "Theatre"]
    assert not any(play.table.contracts[name].mortgaged for name in names)
    unsold = owing(300, 10, owners={"market": 0}, mortgaged=("market",)).go("give_up", "close")
    assert unsold.table.contracts["market"].owner is None
    unsold.set("position.1", 11).go(1, 2)
    assert unsold.ids == ["claim", "auction"]


@pytest.mark.rule("MONO-DEBT-08")
def test_cards_of_the_bankrupt_go_to_the_used_pile() -> None:
    play = owing(300, 10, cards={0: 1})
    used = play.table.used_pile
    play.go("give_up")
    assert play.table.used_pile == used + 1
    assert play.table.players[0].cards == 0


@pytest.mark.rule("MONO-DEBT-10")
def test_exactly_nothing_left_is_not_bankrupt() -> None:
    play = owing(50, 50)
    assert cash(play)[0] == 0
    assert not play.table.players[0].out


@pytest.mark.rule("MONO-DEBT-11")
def test_a_trade_may_raise_the_money() -> None:
    play = owing(100, 20, owners={"market": 0})
    play.go("trade", "1", "contract:0:market", "cash:1", 80, "propose", "yes")
    assert cash(play)[:2] == [0, 1420]
    assert not play.table.players[0].out


@pytest.mark.rule("MONO-DEBT-12")
def test_the_duty_on_received_mortgages_is_a_debt_itself() -> None:
    play = bankrupt_to_bob(
        ["give_up", "keep"],
        owners={"market": 0},
        costs={"market": {"mortgage": 60}},
        mortgaged=("market",),
        cash={0: 0, 1: 3},
    )
    assert play.title == "Bob: raise $3"
    assert "owes $6" in str(play.prompt.text)


@pytest.mark.rule("MONO-WIN-01")
def test_the_last_one_wins_and_auctions_are_dropped() -> None:
    play = start(2, at={0: 9}, cash={0: 10}, owners={"market": 0}, mortgaged=("market",)).go(1, 3)
    play.go("pay", 500, "give_up")
    assert play.over
    assert play.session.outcome is not None
    assert play.session.outcome.winners == (1,)


@pytest.mark.rule("MONO-BANK-01")
def test_the_bank_never_runs_out() -> None:
    play = start(2, at={0: 21}, bank=-20_000).go(1, 2)
    assert cash(play)[0] >= 1700
    assert play.table.bank == -20_200


def law(table: Table) -> None:
    """Money and stock are conserved, whatever happens."""
    total = table.bank + sum(player.cash for player in table.players)
    assert total == 0
    assert all(player.cash >= 0 for player in table.players)
    assert 0 <= table.bank_traps <= 32
    assert 0 <= table.bank_units <= 12
    held = sum(player.cards for player in table.players)
    # One card may be in the hand of who reads it out.
    assert table.draw_pile + table.used_pile + held in (31, 32)
    for contract in table.contracts.values():
        assert contract.owner is None or not table.players[contract.owner].out
        assert contract.devices == 0 or contract.owner is not None
    for player in table.players:
        assert not player.out or (player.cash, player.cards) == (0, 0)


def test_random_games_keep_the_law_and_never_stick(games: int) -> None:
    """No ending but bankruptcy is printed, and by chance it is rare: a game is left after 600 answers."""
    moved = out = 0
    for seed in range(games):
        players = 2 + seed % 5
        session = random_game(GAME, opening(players=players), seed, law, limit=600, meddle=0.15, endless=True)
        moved += session.table.turns
        out += players - len(session.table.living)
    assert moved > 10 * games
    assert out > games // 10


def test_sensible_players_build_trade_and_play_to_the_last_one(games: int) -> None:
    """Seldom two are left so rich that GO pays more than they lose: the rules have no other ending."""
    winners: Counter[int] = Counter()
    endless = 0
    for seed in range(games // 4):
        session = random_game(
            GAME, opening(players=2 + seed % 5), seed, law, sensible=True, limit=2_000, endless=True
        )
        if session.outcome is None:
            endless += 1
            assert all(contract.owner is not None for contract in session.table.contracts.values())
        else:
            winners.update(session.outcome.winners)
    assert set(winners) == {0, 1, 2, 3, 4, 5}
    assert endless <= games // 50


def test_a_repayment_nobody_has_to_make_is_no_debt() -> None:
    play = start(
        2, owners={"market": 0}, mortgaged=("market",), cash={0: 100}, costs={"market": {"mortgage": 110}}
    )
    play.take("repay:0").go("market")
    assert play.told[-1] == "Ann has not the $121 for it"
    assert play.title == "Ann: roll"
    assert (cash(play)[0], play.table.contracts["market"].mortgaged) == (100, True)


def test_who_goes_bankrupt_between_the_dice_rolls_no_more() -> None:
    play = start(
        3, owners={"cellar": 1}, costs={"cellar": {"fees": [300, 0, 0, 0, 0, 0]}}, cash={0: 10}, at={0: 21}
    )
    play.go(2, 2)
    assert play.title == "Ann: roll"
    play.take("fee:0").go("give_up")
    assert play.table.players[0].out
    assert play.title == "Bob: roll"


def cid_goes_bankrupt_meanwhile(creditor: int, *answers: str) -> Play:
    """Ann has to raise $3500 and gives `answers`; then Cid takes over a mortgage he cannot keep."""
    play = start(
        3,
        owners={"cellar": creditor, "market": 1},
        costs={"cellar": {"fees": [5000, 0, 0, 0, 0, 0]}, "market": {"mortgage": 2000}},
        mortgaged=("market",),
        cash={2: 0},
        charge_fees=True,
    )
    play.go(1, 2)
    assert play.title == "Ann: raise $3500"
    play.go(*answers).take("trade:1").go("2", "contract:0:market", "propose", "yes", "keep")
    if "mortgage" in play.ids:
        play.go("mortgage", "cellar")
    play.go("give_up")
    while play.title.startswith("Auction"):
        play.go("close")
    assert play.table.players[2].out
    return play


def test_a_deal_with_somebody_who_goes_bankrupt_meanwhile_is_off() -> None:
    play = cid_goes_bankrupt_meanwhile(1, "trade", "2")
    assert play.title == "Ann: raise $3500"


def test_what_is_owed_to_somebody_who_goes_bankrupt_meanwhile_is_owed_no_more() -> None:
    play = cid_goes_bankrupt_meanwhile(2)
    assert play.title == "Bob: roll"
    assert cash(play) == [1500, 1500, 0]


def test_undo_and_redo_are_exact() -> None:
    session = random_game(GAME, opening(players=3), 7, limit=300, endless=True)
    undo_and_redo_are_exact(GAME, opening(players=3), session.entries)
