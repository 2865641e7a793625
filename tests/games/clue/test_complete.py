"""The notebook at full size against plain search: a field without a mark is open, by the open table alone.

The search here shares nothing with the solver: it deals card by card and looks at what was said and seen.
"""

from __future__ import annotations

import random

import pytest

from companion.games.clue.deduction import Solver
from companion.games.clue.notebook import BIT, Notebook
from companion.games.clue.state import CARDS, DEVICES, GHOSTS, KINDS, LOCATIONS, Table
from tests.games.clue.kit import Truth
from tests.games.clue.test_play import dealt

STEPS = 100_000
"""Cards tried at most until a deal has to be found."""


class Deals:
    """What the seat knows: for each card where it may be, and hands that hold one of three."""

    def __init__(self, table: Table, seat: int) -> None:
        note = table.notes[seat]
        sleeve = ("ghost", "device", "location")
        self.room = dict.fromkeys(sleeve, 1)
        self.room |= {str(other): table.players[other].hand for other in table.seats}
        self.room |= dict.fromkeys(table.spots, 1)
        self.where: dict[str, set[str]] = {}
        for kind, cards in zip(sleeve, (GHOSTS, DEVICES, LOCATIONS), strict=True):
            for card in cards:
                self.where[card] = {kind, *map(str, table.seats), *table.spots}
        known = dict.fromkeys(note.own, str(seat))
        known |= {seen.card: str(seen.holder) for seen in note.seen}
        known |= {card: spot for spot, card in note.looked.items()}
        known |= {card: str(holder) for card, holder in table.face_up.items()}
        for card, place in known.items():
            self.where[card] = {place}
        self.one_of: list[tuple[str, tuple[str, ...]]] = []
        for asked in table.suggestions:
            for other in asked.passed:
                for card in asked.cards:
                    self.where[card].discard(str(other))
            if asked.shower is not None:
                self.one_of.append((str(asked.shower), asked.cards))
        for named in table.named:
            self.where[named.card] -= set(map(str, table.seats))
        self.wrong = [theory.cards for theory in table.theories if not theory.right]

    def exists(self, card: str, place: str, there: bool) -> bool:
        """Whether some deal has `card` at `place`, or elsewhere."""
        where = dict(self.where)
        where[card] = where[card] & {place} if there else where[card] - {place}
        self.left = STEPS
        return self._deal(where, dict(self.room), {})

    def _deal(self, where: dict[str, set[str]], room: dict[str, int], deal: dict[str, str]) -> bool:
        for holder, cards in self.one_of:
            if not any(deal.get(card, holder if holder in where[card] else "") == holder for card in cards):
                return False
        if any(all(deal.get(card) in KINDS for card in cards) for cards in self.wrong):
            return False
        open_ = [card for card in CARDS if card not in deal]
        if not open_:
            return True
        if any(sum(place in where[card] for card in open_) < left for place, left in room.items()):
            return False
        card = min(open_, key=lambda one: sum(room[place] > 0 for place in where[one]))
        for place in sorted(where[card], key=lambda one: -room[one]):
            if room[place]:
                self.left -= 1
                assert self.left, "no deal found in time: too much to tell"
                if self._deal(where, {**room, place: room[place] - 1}, {**deal, card: place}):
                    return True
        return False


@pytest.mark.rule("CLUE-DEDUCE-07")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_field_without_a_mark_is_open_and_every_mark_is_sure(players: int) -> None:
    fields = marks = 0
    for seed in range(2):
        play = dealt(players, seed)
        truth = Truth(play.session, seed, tuple(play.table.seats))
        looks = random.Random(seed)
        while play.session.pending is not None and play.table.turns < 24:
            truth.step()
            if looks.random() > 0.03:
                continue
            seat = looks.choice(play.table.seats)
            book = Notebook(play.table, seat)
            sure = book.sure(Solver())
            assert sure is not None
            deals = Deals(play.table, seat)
            for card in CARDS:
                for number, place in enumerate(deals.room):
                    if place in KINDS and card not in KINDS[place]:
                        continue
                    mark = sure.get((BIT[card], number))
                    fields += mark is None
                    marks += mark is not None
                    for there in (True, False):
                        possible = mark is None or mark.yes == there
                        assert deals.exists(card, place, there) == possible, (seed, seat, card, place, there)
    assert fields > 100
    assert marks > 100
