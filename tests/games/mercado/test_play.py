"""Mercado played by chance and by a sensible player: no dead ends, nothing lost, nothing doubled."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from companion.games.mercado import GAME
from companion.games.mercado.ending import all_stuck
from companion.games.mercado.state import DELIVERED, DEVICES, FULL, GHOSTS, HAUNTINGS, ROOMS, Table
from tests.games.kit import random_game, undo_and_redo_are_exact
from tests.games.mercado.kit import opening


def law(table: Table) -> None:
    """24 Ghosts, 6 Hauntings, 8 devices, every card in one place, no room with three."""
    on_board = hauntings = 0
    rowan_haunts = False
    for letter, room in table.rooms.items():
        on_board += room.ghosts
        hauntings += room.haunted
        assert 0 <= room.ghosts <= FULL - 1 - (table.rowan == letter)
        assert not (room.haunted and room.ghosts)
        rowan_haunts |= room.haunted and table.rowan == letter
    assert on_board + table.ghosts_left == GHOSTS
    assert table.ghosts_left >= 0
    assert hauntings <= HAUNTINGS
    # A loss stops everything on the spot: only then Rowan still stands in a haunted room (MERC-ROWAN-12).
    assert not rowan_haunts or hauntings == HAUNTINGS or all_stuck(table)
    if table.stage == "setup":
        return
    assert (table.rowan in ROOMS) == table.rowan_plays
    places = [device.place for device in table.devices]
    assert len(places) == DEVICES
    inside = [place for place in places if place != DELIVERED]
    assert len(set(inside)) == len(inside), "two devices in one room or hand"
    numbers = [device.number for device in table.devices if device.number is not None]
    assert len(set(numbers)) == len(numbers)
    deck = table.deck
    size = 13 + 6 * table.advanced + table.rowan_plays
    assert deck.size == size
    if deck.boxed:
        assert deck.left == len(deck.pile)
        cards = [*deck.pile, *deck.discard, *([deck.lock] if deck.lock else [])]
        assert sorted(cards) == sorted(deck.cards)
    assert (deck.lock or "") == table.locked


@pytest.mark.rule("MERC-SETUP-02")
@pytest.mark.parametrize("with_map", [False, True])
def test_random_games_end_and_keep_the_figures(games: int, with_map: bool) -> None:
    ends = {random_game(GAME, opening(with_map), seed, law).outcome.won for seed in range(games // 2)}
    assert False in ends


@pytest.mark.parametrize("with_map", [False, True])
def test_sensible_players_win_and_lose_in_every_variant(games: int, with_map: bool) -> None:
    ends: Counter[tuple[bool, bool, bool]] = Counter()
    for seed in range(games // 4):
        session = random_game(GAME, opening(with_map), seed, law, sensible=True)
        assert session.outcome is not None
        ends[session.table.advanced, session.table.rowan_plays, bool(session.outcome.won)] += 1
    # Without a map nobody can tell how far it is: these players then go anywhere at once, and mostly win.
    basic = sum(count for (advanced, _, won), count in ends.items() if won and not advanced)
    assert basic > games // 40
    if with_map:
        assert len(ends) == 8, "both ways of playing, with and without Rowan, won and lost"


def test_undo_and_redo_between_the_answers_break_nothing() -> None:
    for seed in range(25):
        random_game(GAME, opening(seed % 2 == 0), seed, law, meddle=0.2)


def test_every_undo_is_exact_and_replay_agrees() -> None:
    for seed in range(4):
        played = random_game(GAME, opening(), seed, sensible=True)
        undo_and_redo_are_exact(GAME, opening(), played.entries)


def test_corrections_by_chance_keep_the_figures() -> None:
    for seed in range(60):
        chance = random.Random(seed)
        session = random_game(GAME, opening(True), seed, sensible=True)
        session.undo(min(len(session.steps), 3 + chance.randrange(30)))
        for _ in range(20):
            figures = GAME.adjustables(session.table)
            if session.pending is None or not figures:
                break
            figure = chance.choice(figures)
            if figure.options:
                value = chance.choice(figure.options)[0]
            else:
                value = chance.randint(figure.low, figure.high)
            assert session.adjust(figure.path, value) is None
            law(session.table)
