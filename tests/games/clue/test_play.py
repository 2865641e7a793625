"""Clue played by chance and with real cards: no dead ends, and the notebooks never say what is not so."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from companion.engine.session import Session
from companion.games.clue import GAME
from companion.games.clue.deduction import Solver
from companion.games.clue.notebook import BIT, Notebook
from companion.games.clue.state import CARDS, DEVICES, GHOSTS, LOCATIONS, PARANORMAL, Table
from tests.games.clue.kit import BOARD, Truth, opening
from tests.games.kit import Play, any_answer, random_game, undo_and_redo_are_exact


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
    private = 0
    for seed in range(60):
        session = random_game(GAME, opening(BOARD), seed, law, meddle=0.25)
        private += sum(step.only is not None for step in session.steps)
    assert private > 500


def test_phones_that_hold_any_cards_lead_to_no_dead_end() -> None:
    """Hands typed by chance, even such as contradict each other."""
    asked = 0
    for seed in range(40):
        play = dealt(2 + seed % 5, seed)
        chance = random.Random(seed)
        for seat in play.table.seats:
            for card in chance.sample(CARDS, play.table.players[seat].hand):
                play.set(f"own:{seat}:{card}", "yes", seat=seat)
        while play.session.pending is not None:
            pending = play.session.pending
            parts = getattr(pending.prompt, "parts", (pending.prompt,))
            part = next(one for one in parts if one.to not in pending.answered)
            asked += part.secret
            assert play.session.answer(any_answer(chance, part), part.to) is None
            law(play.table)
            GAME.view(play.table, chance.choice(play.table.seats))
    assert asked > 100


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
        play = dealt(players, seed)
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


def test_whoever_works_it_out_solves_it(games: int) -> None:
    """Phones for all and real cards: strict players test a theory when it is certain, and are right."""
    count = games // 4
    solved = Counter(whole_game(2 + seed % 5, seed) for seed in range(count))
    assert sum(solved.values()) - solved[()] > 0.98 * count
    assert len(solved) > 5


def whole_game(players: int, seed: int) -> tuple[int, ...]:
    """Who won, the law held at every step."""
    play = dealt(players, seed)
    truth = Truth(play.session, seed, tuple(play.table.seats))
    while play.session.pending is not None:
        truth.step()
        law(play.table)
    right = [theory for theory in play.table.theories if theory.right]
    assert all(list(theory.cards) == truth.sleeve for theory in right)
    assert play.session.outcome is not None
    return play.session.outcome.winners


def dealt(players: int, seed: int) -> Play:
    """Set up to the first roll."""
    play = Play(GAME, opening(BOARD, players))
    play.go("phoebe", *(f"character_{n}" for n in range(2, players + 1)))
    while play.table.stage == "setup":
        value = GAME.suggest(play.table, play.prompt)
        play.go(random_answer(play, seed) if value is None else value)
    return play


def random_answer(play: Play, seed: int) -> object:
    return any_answer(random.Random(f"{seed} {len(play.session.steps)}"), play.prompt)


@pytest.mark.parametrize("players", [2, 4])
def test_every_undo_is_exact_and_replay_agrees_with_private_moves_among_them(players: int) -> None:
    play = dealt(players, 1)
    truth = Truth(play.session, 1, tuple(play.table.seats))
    play.set("mark:1:lab:case", "maybe", seat=1)
    while play.session.pending is not None and play.table.turns < 6:
        truth.step()
    undo_and_redo_are_exact(GAME, opening(BOARD, players), play.session.entries)


def test_a_game_goes_on_from_a_kept_turn() -> None:
    play = dealt(3, 2)
    truth = Truth(play.session, 2, (0, 1))
    while play.table.turns < 5 and play.session.pending is not None:
        truth.step()
    kept = play.session.snapshot
    again = Session(GAME, play.session.opening, kept)
    for entry in play.session.entries[kept.entries :]:
        assert again.enter(entry) is None
    assert again.digest() == play.session.digest()


def test_corrections_by_chance_break_nothing() -> None:
    for seed in range(30):
        chance = random.Random(seed)
        play = dealt(2 + seed % 4, seed)
        Truth(play.session, seed, (0,))
        for _ in range(60):
            if play.session.pending is None:
                break
            if chance.random() < 0.5:
                seat = chance.choice([None, *play.table.seats])
                figure = chance.choice(play.session.adjustables(seat))
                if figure.path.startswith(("hand:", "active", "out:")):
                    continue
                value = (
                    chance.choice(figure.options)[0]
                    if figure.options
                    else chance.randint(figure.low, figure.high)
                )
                assert play.session.adjust(figure.path, value, seat=seat) is None
                law(play.table)
            else:
                pending = play.session.pending
                parts = getattr(pending.prompt, "parts", (pending.prompt,))
                part = next(one for one in parts if one.to not in pending.answered)
                assert play.session.answer(any_answer(chance, part), part.to) is None
            for seat in play.table.seats:
                GAME.view(play.table, seat)
