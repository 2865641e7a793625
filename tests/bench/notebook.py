"""Clue's notebook at full size: how fast a new fact is settled, against one refresh of the screen.

The yardstick is drawing the same table on the panel and sending it through the real OLED driver to a
modelled display, measured in turn with it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from typing import Any

from msgspec.structs import replace

from companion.engine.session import Session
from companion.games.clue.deduction import Solver
from companion.games.clue.notebook import Notebook
from companion.games.clue.state import HALL, KINDS, Suggestion
from companion.panel.seen import look
from tests.bench import Row, at_most
from tests.games.clue.kit import Truth, at
from tests.hal.test_oled import Screen
from tests.panel import table
from tests.panel.driver import Box

SCREENS = (table.CHOICE, table.ROLL)
"""Two questions that look quite different, in turn: nothing on the screen stays."""
BITS, BUS = 9, 400_000
"""A byte on the wire with its acknowledge bit, and bits a second."""
FACTS = 60
SEEDS = 3


def growing(players: int, seed: int) -> Iterator[Session[Any]]:
    """A table on which one suggestion after the other is answered honestly; seat 0 notes what it is shown."""
    play = at(*[HALL] * players, spots=["lab", "silo", "barn", "field"] if players == 2 else None)
    truth = Truth(play.session, seed, (0,))
    chance = random.Random(seed)
    state = play.table
    for number in range(FACTS):
        by = number % players
        ghost, device, location = (chance.choice(list(cards)) for cards in KINDS.values())
        asked = Suggestion(by, (ghost, device, location))
        state.suggestions.append(asked)
        for other in state.left_of(by):
            if set(truth.hands[other]) & set(asked.cards):
                asked.shower = other
                break
            asked.passed.append(other)
        yield play.session


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def rows() -> Iterator[Row]:
    settled: list[float] = []
    drawn: list[float] = []
    sent: list[int] = []
    most = 0
    box, screen = Box(), Screen().start()

    def refresh(session: Session[Any]) -> None:
        number = len(drawn)
        box.panel.show(replace(look(session), number=number, prompt=SCREENS[number % 2]))
        box.wait(0.5)
        sent.append(screen.show(box.panel.frame)[1])

    for players in (2, 3, 4, 5, 6):
        for seed in range(SEEDS):
            solver, counter = Solver(), Solver()
            for session in growing(players, seed):
                book = Notebook(session.table, 0)
                settled.append(timed(partial(book.sure, solver)))
                drawn.append(timed(partial(refresh, session)))
                before = counter.searches
                counter.possible(book.problem())
                most = max(most, counter.searches - before)
    draw = median(drawn)
    wire = median(sent) * BITS / BUS
    name = "notebook: a new fact settled"
    yield at_most(f"{name}, median, against drawing a screen", median(settled) / draw, 1, "drawings")
    late = sorted(settled)[len(settled) * 99 // 100]
    yield at_most(f"{name}, 99 of 100, against drawing and sending one", late / (draw + wire), 1, "refreshes")
    yield at_most("notebook: deals looked for at most after one new fact", most, 1000, "deals")
