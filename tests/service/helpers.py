"""What the service's tests share: a sitting on a virtual clock, and what it said."""

from __future__ import annotations

import random
from typing import Any

from companion.engine.game import Game, Opening
from companion.engine.live import Changed, Taken
from companion.engine.session import Entry
from companion.hal.clock import VirtualClock
from companion.journal.store import Journal
from companion.service.keeper import Keeper
from companion.service.sitting import Sitting, Terms, begin, carry_on
from tests.journal.helpers import GAME, LONG


class Table:
    """A sitting and its surroundings. Every call lets all that follows happen before it comes back."""

    def __init__(
        self, journal: Journal, game: Game[Any] = GAME, opening: Opening = LONG, seed: int = 1
    ) -> None:
        self.clock = VirtualClock()
        self.journal = journal
        self.game = game
        self.keeper = Keeper(self.clock, journal)
        self.bugs: list[BaseException] = []
        self.terms = Terms(random.Random(seed), self.bugs.append)
        self.heard: list[Changed] = []
        self._take(lambda got: begin(self.keeper, game, opening, self.terms, got))

    def again(self, game: Game[Any] | None = None, seed: int = 2) -> None:
        """As after a start of the program: the game is carried on from the journal."""
        self.game = self.game if game is None else game
        self.terms = Terms(random.Random(seed), self.bugs.append)
        id = self.sitting.id
        self._take(lambda got: carry_on(self.keeper, id, lambda name: self.game, self.terms, got))

    def _take(self, start: Any) -> None:
        got: list[Any] = []
        start(got.append)
        self.clock.run_until_idle()
        assert isinstance(got[0], Sitting), got
        self.sitting = got[0]
        self.sitting.subscribe(self.heard.append)
        self.clock.run_until_idle()

    @property
    def session(self) -> Any:
        return self.sitting.session

    def submit(self, entry: Entry) -> Taken:
        got: list[Taken] = []
        self.sitting.submit(entry, got.append)
        self.clock.run_until_idle()
        return got[0]

    def roll(self, seat: int | None = None) -> Taken:
        got: list[Taken] = []
        self.sitting.roll(self.session.number, seat, got.append)
        self.clock.run_until_idle()
        return got[0]


def said(taken: Taken) -> str:
    """Why not."""
    assert taken.refusal is not None
    return str(taken.refusal.text)
