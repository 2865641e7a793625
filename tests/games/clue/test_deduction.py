"""The solver against counting every deal: never a pair too many, never one too few."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, product

import pytest

from companion.games.clue.deduction import Deal, Problem, Solver


def every_deal(problem: Problem) -> Iterator[Deal]:
    """All ways to give each card a place within the sizes and masks, by plain enumeration."""
    everything = (1 << problem.cards) - 1

    def fill(place: int, left: int, deal: list[int]) -> Iterator[Deal]:
        if place == len(problem.sizes):
            yield tuple(deal)
            return
        open_ = left & problem.can[place]
        here = [1 << card for card in range(problem.cards) if open_ >> card & 1]
        for cards in combinations(here, problem.sizes[place]):
            yield from fill(place + 1, left & ~sum(cards), [*deal, sum(cards)])

    yield from fill(0, everything, [])


def by_counting(problem: Problem) -> tuple[int, ...] | None:
    """For each place the cards of any deal that fits."""
    found = [0] * len(problem.sizes)
    for deal in every_deal(problem):
        shown = all(deal[place] & cards for place, cards in problem.some)
        inside = deal[0] | deal[1] | deal[2]
        if shown and all(cards & ~inside for cards in problem.not_all):
            found = [seen | cards for seen, cards in zip(found, deal, strict=True)]
    return tuple(found) if any(found) else None


class Small:
    """A small deal and what one seat comes to know of it, fact by fact."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        counts = self.chance.choice([(2, 2, 2), (3, 2, 2), (2, 2, 3), (3, 3, 2)])
        self.cards = sum(counts)
        self.kinds = []
        start = 0
        for count in counts:
            self.kinds.append([1 << card for card in range(start, start + count)])
            start += count
        hands = self.chance.randint(2, 3)
        dealt = self.cards - 3
        spots = self.chance.randint(0, min(2, dealt - hands))
        sizes = [0] * hands
        for card in range(dealt - spots):
            sizes[card % hands] += 1
        self.sizes = (1, 1, 1, *sizes, *[1] * spots)
        self.hands = range(3, 3 + hands)
        self.truth = self._deal()
        everything = (1 << self.cards) - 1
        self.can = [sum(kind) for kind in self.kinds] + [everything] * (hands + spots)
        self.some: set[tuple[int, int]] = set()
        self.not_all: set[int] = set()
        self._has(self.hands[0], self.truth[self.hands[0]])

    def _deal(self) -> list[int]:
        sleeve = [self.chance.choice(kind) for kind in self.kinds]
        rest = [card for kind in self.kinds for card in kind if card not in sleeve]
        self.chance.shuffle(rest)
        deal = list(sleeve)
        for size in self.sizes[3:]:
            deal.append(sum(rest[:size]))
            rest = rest[size:]
        return deal

    def _has(self, place: int, cards: int) -> None:
        for other in range(len(self.can)):
            if other == place:
                continue
            self.can[other] &= ~cards

    def learn(self) -> None:
        """One more thing that is true."""
        chance = self.chance
        three = sum(chance.choice(kind) for kind in self.kinds)
        place = chance.choice(self.hands)
        kind = chance.randrange(5)
        if kind == 0 and self.truth[place]:
            cards = [1 << card for card in range(self.cards) if self.truth[place] >> card & 1]
            self._has(place, chance.choice(cards))
        elif kind == 1 and self.truth[0] | self.truth[1] | self.truth[2] != three:
            self.not_all.add(three)
        elif kind == 2 and len(self.sizes) > self.hands.stop:
            spot = chance.randrange(self.hands.stop, len(self.sizes))
            self._has(spot, self.truth[spot])
        elif self.truth[place] & three:
            self.some.add((place, three))
        else:
            self.can[place] &= ~three

    @property
    def problem(self) -> Problem:
        return Problem(
            self.cards, 3, self.sizes, tuple(self.can), frozenset(self.some), frozenset(self.not_all)
        )


@pytest.mark.rule("CLUE-DEDUCE-01", "CLUE-DEDUCE-06")
def test_exact_on_thousands_of_small_deals() -> None:
    compared = 0
    for seed in range(700):
        small = Small(seed)
        solver = Solver()
        for _ in range(small.chance.randint(2, 6)):
            small.learn()
            problem = small.problem
            expected = by_counting(problem)
            assert expected is not None
            assert solver.possible(problem) == expected, (seed, problem)
            compared += 1
    assert compared > 2500


def test_old_witnesses_never_change_an_answer() -> None:
    busy = Solver()
    for seed in range(150):
        small = Small(seed)
        for _ in range(4):
            small.learn()
        assert busy.possible(small.problem) == Solver().possible(small.problem)


def test_what_cannot_be_is_told() -> None:
    small = Small(1)
    can = list(small.can)
    can[3] = 0
    assert Solver().possible(Problem(small.cards, 3, small.sizes, tuple(can))) is None
    for mask in map(sum, product(*small.kinds)):
        small.not_all.add(mask)
    assert Solver().possible(small.problem) is None
