"""Setting up, who starts, and what the board does not tell."""

from __future__ import annotations

import pytest

from companion.engine.game import Opening
from companion.engine.prompts import Count, Roll, Tell, Write
from companion.engine.text import render
from companion.games.monopoly import GAME
from companion.games.monopoly.board import profile_of
from companion.games.monopoly.state import Contract
from tests.games.kit import Play
from tests.games.monopoly.table import cash, opening, start


def set_up(players: int = 3, board: str = "training") -> Play:
    play = Play(GAME, opening(board, players))
    for token in ("cello", "glasses", "radio", "pke_meter")[:players]:
        play.go(token)
    return play


@pytest.mark.rule("MONO-SETUP-01")
def test_two_to_six_play() -> None:
    play = Play(GAME, opening())
    assert play.refused(7).rules == ("MONO-SETUP-01",)
    assert play.refused(1).rules == ("MONO-SETUP-01",)
    for count in (2, 6):
        fresh = Play(GAME, opening()).go(count)
        fresh.go(*["Name"] * count)
        assert len(fresh.table.players) == count


@pytest.mark.rule("MONO-SETUP-02", "MONO-SETUP-07", "MONO-SETUP-05", "MONO-SETUP-06")
def test_what_everybody_and_the_bank_start_with() -> None:
    play = set_up(4, "own").go("0")
    bills = {1: 5, 5: 1, 10: 2, 20: 1, 50: 1, 100: 4, 500: 2}
    assert sum(face * count for face, count in bills.items()) == 1500
    assert sum(bills.values()) == 16
    assert cash(play) == [1500] * 4
    assert "five 1, one 5, two 10, one 20, one 50, four 100, two 500" in str(play.prompt.text)
    play.go("ok")
    assert isinstance(play.prompt, Tell)
    assert "Shuffle" in play.title
    assert (play.table.draw_pile, play.table.used_pile) == (32, 0)
    assert (play.table.bank_contracts, play.table.bank_traps, play.table.bank_units) == (22, 32, 12)
    assert [player.position for player in play.table.players] == [0] * 4


@pytest.mark.rule("MONO-SETUP-06")
def test_a_token_belongs_to_one() -> None:
    play = Play(GAME, opening(players=3)).go("cello")
    assert play.refused("cello").rules == ("MONO-SETUP-06",)


@pytest.mark.rule("MONO-SETUP-03")
def test_one_banker_is_named_before_play() -> None:
    play = set_up()
    assert play.title == "Who is Banker?"
    play.refused("3")
    play.go("2")
    assert play.table.banker == 2


@pytest.mark.rule("MONO-SETUP-04")
def test_the_bankers_own_money_is_apart() -> None:
    play = start(
        3, owners={"attic": 1}, banker=0, costs={"attic": {"fees": [100, 0, 0, 0, 0, 0]}}, at={0: 19}
    )
    bank = play.table.bank
    play.go(1, 3).take("fee:0")
    assert cash(play) == [1500 + 200 - 100, 1600, 1500]
    assert play.table.bank == bank - 200


@pytest.mark.rule("MONO-SETUP-08")
def test_standing_on_go_pays_nothing() -> None:
    play = start(3, board="own").go(3, 4)
    assert play.table.players[0].position == 7
    assert cash(play)[0] == 1500


@pytest.mark.rule("MONO-START-01", "MONO-START-03")
def test_the_highest_total_starts_then_clockwise() -> None:
    play = set_up().go("0", "ok", "ok", "no")
    play.go(3, 4, 5, 6, 1, 3)
    assert play.table.active == 1
    order = []
    for _ in range(3):
        order.append(play.table.active)
        roll_on(play)
    assert order == [1, 2, 0]


def roll_on(play: Play) -> None:
    """Play one turn, whatever it brings."""
    play.go(1, 2)
    while not isinstance(play.prompt, Roll):
        play.go(next(id for id in ("close", "auction") if id in play.ids))


@pytest.mark.rule("MONO-START-02")
def test_those_who_tie_roll_again() -> None:
    play = set_up().go("0", "ok", "ok", "no").go(4, 5, 3, 6, 2, 4)
    assert "tie" in play.kinds
    assert play.title.startswith("Ann")
    play.go(1, 1, 6, 6)
    assert play.table.active == 1


@pytest.mark.rule("MONO-DATA-01", "MONO-CLAIM-02")
def test_a_price_is_asked_for_once() -> None:
    play = start(3, board="own").go(1, 2)
    assert isinstance(play.prompt, Count)
    play.go(200)
    assert play.kinds[-1] == "learned"
    play.go("claim")
    assert cash(play)[0] == 1300
    contract: Contract = play.table.contracts["basement"]
    assert (contract.owner, contract.price, contract.colour) == (0, 200, "brown")
    assert play.table.bank_contracts == 21
    other = start(3, board="own", at={0: 0, 1: 0}, costs={"basement": {"price": 200}}).go(1, 2)
    assert other.ids == ["claim", "auction"]


@pytest.mark.rule("MONO-DATA-02", "MONO-FEE-06")
def test_a_fee_is_read_off_the_card_once() -> None:
    play = start(3, board="own", owners={"basement": 1, "reading_room": 1}, devices={"basement": 2}, active=0)
    play.go(1, 2).take("fee:0")
    assert "2 traps" in play.title
    play.go(90)
    assert cash(play)[:2] == [1410, 1590]
    assert play.table.contracts["basement"].fees[2] == 90


@pytest.mark.rule("MONO-DATA-03")
def test_without_a_board_each_landing_is_entered() -> None:
    play = start(2, board="none").go(2, 3)
    assert play.title == "Passed GO?"
    play.go("yes")
    assert cash(play)[0] == 1700
    play.go("contract", "basement", 60, "claim")
    assert play.table.contracts["basement"].owner == 0


@pytest.mark.rule("MONO-DATA-04")
def test_an_entitys_figures_are_asked_for_on_the_first_landing() -> None:
    play = start(2, board="own").go(1, 3)
    play.refused(13)
    play.go(7, 100)
    space = play.table.spaces[4]
    assert (space.target, space.amount) == (7, 100)
    play.go(6, 1)
    assert cash(play) == [1600, 1600]


@pytest.mark.rule("MONO-DATA-05")
def test_a_known_card_books_itself_else_people_say_what_it_does() -> None:
    cards = {"tip": {"id": "tip", "name": "A tip", "effect": "collect", "amount": 30}}
    boards = {"own": {"id": "own", "name": "Mine", "ring": ["go", "vapor", "vapor"]}}
    profile = profile_of(Opening("monopoly", {}, {"boards": boards, "vapor_cards": cards}))
    play = start(2, spaces=profile.spaces, vapor_cards=profile.vapor_cards)
    play.go(1, 3).go("card:tip")
    assert cash(play)[0] == 1500 + 200 + 30
    play.go(1, 3).go("pay", 25)
    assert cash(play)[1] == 1500 + 200 - 25


@pytest.mark.rule("MONO-DATA-06", "MONO-ECTO-02")
def test_the_stretch_after_the_last_ecto_1_wraps_past_go() -> None:
    play = start(2, board="own", at={0: 32}).go(1, 2).go("advance")
    assert play.ids == ["36", "37", "38", "39", "0", "1", "2", "3", "4"]


def test_a_board_that_does_not_fit_gets_one_line() -> None:
    boards = {"own": {"id": "own", "name": "x", "ring": ["go", "attic"]}}
    with pytest.raises(ValueError, match="'attic' is no Contract and no Supernatural Entity"):
        profile_of(Opening("monopoly", {}, {"boards": boards}))
    with pytest.raises(ValueError, match="no board called 'mars'; known: own, training"):
        GAME.open(opening("mars"))


def test_names_are_asked_for() -> None:
    play = Play(GAME, opening()).go(2)
    assert isinstance(play.prompt, Write)
    play.go("Zoë", "Bo")
    assert render(play.prompt.title) == "Zoë: your token"
