"""Whole games by random legal moves: no dead end, what must add up does, undo and replay are exact."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from typing import Any

import pytest

from companion.engine.game import Opening
from companion.engine.prompts import Choose, Count, Prompt
from companion.engine.session import Adjusted, Answered, Entry, Redone, Session, Took, Undone, restore
from companion.games.board_game_ii import GAME
from companion.games.board_game_ii.state import Table

from .table import TRAINING, any_answer, training

GAMES = 200
CHUNKS = 8
SCENARIOS = ("training-night", "training-flood", "training-finale")
NONSENSE: tuple[Any, ...] = ("no such thing", -1, 99, None, True, 2.5, "", [], {"a": 1})


def any_move(rng: random.Random, session: Session[Table], corrections: float = 0.02) -> Entry:
    """A random thing that may be done: mostly an answer, now and then an interlude or a correction."""
    dice = rng.random()
    if dice < 0.05:
        doable = [one for one in session.interludes if one.refusal is None]
        if doable:
            return Took(session.number, rng.choice(doable).id)
    elif dice < 0.05 + corrections:
        figure = rng.choice(GAME.adjustables(session.table))
        value: Any = rng.randint(figure.low, figure.high)
        if figure.options:
            value = rng.choice(figure.options)[0]
        return Adjusted(figure.path, value)
    assert session.pending is not None
    return Answered(session.number, any_answer(rng, session.pending.prompt))


def count_ghosts(table: Table) -> int:
    """Ghosts and Haunted Humans wherever they are: on the map, below, carried, out."""
    carried = sum(sum(who.ghosts.values()) for who in table.team)
    on_map = sum(table.card(entity).kind != "plazm" for entity in table.entities.values())
    out = sum(count for card, count in table.out.items() if table.shelf.entities[card].kind != "plazm")
    return on_map + carried + out + sum(table.spirit_world.values())


def count_supers(table: Table) -> int:
    """Super-Plazms wherever they are: by themselves, in larger Plazms, Extracted, out."""
    cards = table.shelf.entities
    gone = [*table.out.items(), *table.extracted.items()]
    on_map = sum(table.card(entity).size for entity in table.entities.values())
    return on_map + sum(cards[card].size * count for card, count in gone)


def check_bounds(table: Table) -> None:
    """What must hold at every prompt."""
    assert 0 <= table.goo_timer <= table.goo_maximum
    assert table.ecto_tank >= 0
    assert 0 <= table.goo_sure <= table.goo_cards
    for who in table.team:
        assert 0 <= sum(who.slimes.values()) <= 3
        assert all(who.slimes.values())
        assert 0 <= who.xp <= 30
    check_tokens(table)


def check_tokens(table: Table) -> None:
    """A Ghostbuster's tokens are on one target, at most five, and it is known which."""
    for seat, who in enumerate(table.team):
        holders = [target for target in (*table.entities.values(), *table.gates.values()) if target.of(seat)]
        assert [target.id for target in holders] == ([who.target] if who.target else [])
        assert all(target.of(seat) <= 5 for target in holders)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_random_game_comes_to_an_end_and_loses_no_figure(scenario: str) -> None:
    for seed in range(25):
        rng = random.Random(seed)
        session: Session[Table] = Session(GAME, training(scenario=scenario))
        counted = None
        while session.pending is not None:
            assert session.enter(any_move(rng, session, corrections=0)) is None
            if session.table.phase == "set_up" or session.pending is None:
                continue
            now = (count_ghosts(session.table), count_supers(session.table))
            assert now == (counted := counted or now)
            check_bounds(session.table)
        assert session.outcome is not None


@pytest.mark.parametrize("scenario", sorted(TRAINING["scenarios"]))
def test_every_scenario_that_ships_plays_without_a_dead_end(scenario: str) -> None:
    """Unknown figures, house rules, odd numbers of Ghostbusters, interludes and corrections among them."""
    for seed in range(3):
        rng = random.Random(f"{scenario} {seed}")
        rules = {"trap_tokens": seed == 1, "pvp": seed == 2, "one_chaos_roll": seed != 0}
        seats = [
            {"name": name} for name in ("Peter", "Ray", "Egon", "Winston", "Lou")[: rng.choice((1, 3, 4, 5))]
        ]
        options = {"scenario": scenario, "seats": seats, "level": rng.choice((1, 2, 4)), "house_rules": rules}
        session: Session[Table] = Session(GAME, Opening(GAME.id, options, TRAINING))
        for _ in range(300):
            if session.pending is None:
                break
            assert session.enter(any_move(rng, session, corrections=0.2)) is None
            check_tokens(session.table)
            GAME.view(session.table)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_undo_then_redo_is_the_identity_at_every_step(chunk: int) -> None:
    for seed in range(chunk, GAMES, CHUNKS):
        rng = random.Random(seed)
        session: Session[Table] = Session(GAME, training(scenario=SCENARIOS[seed % 3]))
        digest = session.digest()
        while session.pending is not None:
            before, prompt = digest, session.pending.prompt
            assert session.enter(any_move(rng, session)) is None
            digest = session.digest()
            after = session.pending.prompt if session.pending is not None else None
            outcome = session.outcome
            assert session.enter(Undone(session.number)) is None
            assert session.digest() == before
            assert session.pending is not None
            assert session.pending.prompt == prompt
            assert session.enter(Redone(session.number)) is None
            assert session.digest() == digest
            assert (session.pending.prompt if session.pending is not None else None) == after
            assert session.outcome == outcome


@pytest.mark.parametrize("seed", range(10))
def test_replay_and_any_snapshot_give_the_same_digests(seed: int) -> None:
    rng = random.Random(seed)
    session: Session[Table] = Session(GAME, training())
    digests, snapshots = [session.digest()], [session.snapshot]
    while session.pending is not None:
        assert session.enter(any_move(rng, session)) is None
        digests.append(session.digest())
        snapshots.append(session.snapshot)
    again: Session[Table] = Session(GAME, training())
    for entry, digest in zip(session.entries, digests[1:], strict=True):
        assert again.enter(entry) is None
        assert again.digest() == digest
    for at in rng.sample(range(len(snapshots)), 10):
        snapshot = snapshots[at]
        resumed, refusal = restore(GAME, training(), session.entries[snapshot.entries :], snapshot)
        assert refusal is None
        assert resumed.digest() == session.digest()
        assert resumed.outcome == session.outcome


def test_a_table_has_the_same_digest_in_every_process() -> None:
    """Journals are opened by other processes: nothing in a table may depend on how strings are hashed."""
    program = (
        "from companion.engine.session import Session; from companion.games.board_game_ii import GAME;"
        "from tests.games.board_game_ii.table import training; print(Session(GAME, training()).digest())"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2", "3", "4")
    }
    assert len(digests) == 1


def illegal(prompt: Prompt) -> list[Any]:
    """Answers that this prompt must refuse."""
    bad = list(NONSENSE)
    if isinstance(prompt, Choose):
        bad += [option.id for option in prompt.options if option.refusal is not None]
    if isinstance(prompt, Count):
        bad = [one for one in bad if not (isinstance(one, int) and prompt.low <= one <= prompt.high)]
        bad += [prompt.low - 1, prompt.high + 1, True]
    return bad


@pytest.mark.parametrize("seed", range(10))
def test_no_illegal_answer_changes_anything_and_each_says_why(seed: int) -> None:
    rng = random.Random(1000 + seed)
    session: Session[Table] = Session(GAME, training())
    while session.pending is not None:
        digest, pending = session.digest(), session.pending
        for value in illegal(pending.prompt):
            refusal = session.enter(Answered(session.number, value))
            assert refusal is not None, (value, pending.prompt)
            assert str(refusal.text)
        assert session.digest() == digest
        assert session.pending == pending
        assert session.enter(any_move(rng, session)) is None


def test_every_question_and_refusal_of_a_menu_names_its_rules() -> None:
    seen: set[str] = set()
    for seed in range(30):
        rng = random.Random(seed)
        session: Session[Table] = Session(GAME, training())
        while session.pending is not None:
            prompt = session.pending.prompt
            assert prompt.rules, prompt
            seen.update(prompt.rules)
            for option in getattr(prompt, "options", ()):
                if option.refusal is not None:
                    assert option.refusal.rules, option
                    seen.update(option.refusal.rules)
            for notice in session.notices:
                assert notice.rules or notice.kind == "adjusted", notice
                seen.update(notice.rules)
            assert session.enter(any_move(rng, session)) is None
    known = {line.split("\t")[0] for line in GAME.rulebook.read_text(encoding="utf-8").splitlines()[1:]}
    assert seen <= known
