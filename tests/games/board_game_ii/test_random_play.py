"""Whole games by random legal answers: no dead end, and the figures that must add up do."""

from __future__ import annotations

import random

import pytest

from companion.engine.session import Session
from companion.games.board_game_ii import GAME
from companion.games.board_game_ii.state import Table

from .table import any_answer, training


def check_conserved(table: Table, ghosts: int) -> None:
    """What must add up at every prompt."""
    carried = sum(sum(who.ghosts.values()) for who in table.team)
    on_map = sum(table.card(entity).kind != "plazm" for entity in table.entities.values())
    out = sum(count for card, count in table.out.items() if table.shelf.entities[card].kind != "plazm")
    assert on_map + carried + out + sum(table.spirit_world.values()) == ghosts
    assert 0 <= table.goo_timer <= table.goo_maximum
    for seat, who in enumerate(table.team):
        assert 0 <= sum(who.slimes.values()) <= 3
        assert 0 <= who.xp <= 30
        holders = [target for target in (*table.entities.values(), *table.gates.values()) if target.of(seat)]
        assert [target.id for target in holders] == ([who.target] if who.target else [])
        assert all(target.of(seat) <= 5 for target in holders)


@pytest.mark.parametrize("seed", range(20))
def test_a_random_game_comes_to_an_end_and_loses_no_figure(seed: int) -> None:
    rng = random.Random(seed)
    session: Session[Table] = Session(GAME, training())
    ghosts = 0
    while session.pending is not None:
        if session.table.entities and not ghosts:
            ghosts = sum(session.table.scenario.spirit_world.values()) + sum(  # type: ignore[union-attr]
                session.table.card(entity).kind != "plazm" for entity in session.table.entities.values()
            )
        assert session.answer(any_answer(rng, session.pending.prompt)) is None
        if session.pending is not None and ghosts:
            check_conserved(session.table, ghosts)
    assert session.outcome is not None
