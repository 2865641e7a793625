"""Clue played by chance and with real cards: no dead ends, and the notebooks never say what is not so."""

from __future__ import annotations

import random

import pytest

from companion.games.clue import GAME
from companion.games.clue.deduction import Solver
from companion.games.clue.notebook import BIT, Notebook
from companion.games.clue.state import CARDS, DEVICES, GHOSTS, LOCATIONS, PARANORMAL, Table
from tests.games.clue.kit import BOARD, Truth, opening
from tests.games.kit import Play, any_answer, random_game


def law(table: Table) -> None:
    """Every token is somewhere, at most nine paranormal cards, each card is face up with one holder."""
    assert 0 <= table.pile <= PARANORMAL
    assert set(table.ghosts) == set(GHOSTS)
    assert set(table.devices) == set(DEVICES)
    assert all(
        place == "" or place in LOCATIONS for place in (*table.ghosts.values(), *table.devices.values())
    )
    assert len([theory.by for theory in table.theories]) == len({theory.by for theory in table.theories})
    assert {theory.by for theory in table.theories if not theory.right} >= {
        seat for seat in table.seats if table.players[seat].out
    }
    for asked in table.suggestions:
        assert asked.by not in asked.passed
        assert asked.shower not in (asked.by, *asked.passed)
    if table.stage == "play":
        assert len(CARDS) == 3 + len(table.spots) + sum(player.hand for player in table.players)
        assert not table.players[table.active].out or all(p.out for p in table.players) or table.theories


@pytest.mark.parametrize("with_map", [False, True])
def test_random_games_end(games: int, with_map: bool) -> None:
    board = BOARD if with_map else {}
    for seed in range(games // 2):
        random_game(GAME, opening(board), seed, law)


def test_undo_and_interludes_between_the_answers_break_nothing() -> None:
    for seed in range(40):
        random_game(GAME, opening(BOARD), seed, law, meddle=0.2)


def never_wrong(truth: Truth) -> int:
    """Compare every mark of every notebook with the real cards; how many sleeve cards are found by all."""
    table = truth.session.table
    where = {card: kind for kind, card in enumerate(truth.sleeve)}
    for seat, hand in enumerate(truth.hands):
        where |= dict.fromkeys(hand, 3 + seat)
    for index, spot in enumerate(table.spots):
        where[truth.spots[spot]] = 3 + len(truth.hands) + index
    found = 0
    for seat in table.seats:
        sure = Notebook(table, seat).sure(Solver())
        assert sure is not None, "honest answers contradict each other"
        for card in CARDS:
            for place in range(len(Notebook(table, seat).sizes)):
                mark = sure.get((BIT[card], place))
                if mark is not None:
                    assert mark.yes == (where[card] == place), (seat, card, place, str(mark.why))
                    assert str(mark.why)
                    found += mark.yes and place < 3
    return found


@pytest.mark.rule("CLUE-DEDUCE-01", "CLUE-DEDUCE-07")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_with_real_cards_no_notebook_is_ever_wrong(players: int) -> None:
    solved = 0
    for seed in range(4):
        play = Play(GAME, opening(BOARD, players))
        for character in ("phoebe", *(f"character_{n}" for n in range(2, players + 1))):
            play.go(character)
        while play.table.stage == "setup":
            value = GAME.suggest(play.table, play.prompt)
            play.go(random_answer(play, seed) if value is None else value)
        truth = Truth(play.session, seed, tuple(play.table.seats)[: 1 + seed % players])
        found = 0
        while play.session.pending is not None and play.table.turns < 60:
            truth.step()
            if str(play.session.steps[-1].prompt.title).startswith("Pass"):  # type: ignore[union-attr]
                found = never_wrong(truth)
        outcome = play.session.outcome
        solved += outcome is not None and bool(outcome.winners)
        assert found or solved
    assert solved


def random_answer(play: Play, seed: int) -> object:
    return any_answer(random.Random(f"{seed} {len(play.session.steps)}"), play.prompt)
