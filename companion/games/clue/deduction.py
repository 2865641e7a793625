"""What must be where: every deal of the cards that fits what one seat knows, judged exactly.

A pure solver on numbers: cards 0 …, places (the sleeve by kind, then hands, then hidden spots). A pair of
card and place is possible if and only if some whole deal has it. Must not know names, seats or texts.

How: a bit mask of cards for each place, narrowed by counting; a matching that gives each card a place;
branching only on a clause that this matching breaks. Deals found are kept as witnesses: a new fact throws
out those it contradicts, and only pairs without a witness are searched for again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence

from msgspec import Struct

Deal = tuple[int, ...]
"""For each place the mask of the cards there."""


class Problem(Struct, frozen=True):
    """What is known. The first `sleeve` places hold one card each, of one kind each: the sleeve.

    `sizes`: how many cards each place holds. `can`: for each place the mask of the cards that may be there.
    `some`: (place, mask): at least one of these cards is there. `not_all`: not all of these cards are in
    the sleeve.
    """

    cards: int
    sleeve: int
    sizes: tuple[int, ...]
    can: tuple[int, ...]
    some: frozenset[tuple[int, int]] = frozenset()
    not_all: frozenset[int] = frozenset()


class Clause(Struct, frozen=True):
    """One thing known: `cards` are at `place` (`yes`) or none of them is; with `some`, at least one of them
    is there; with `place` -1, not all of them are in the sleeve."""

    place: int
    cards: int
    yes: bool = False
    some: bool = False


def problem(sleeve: Sequence[int], sizes: Sequence[int], clauses: Sequence[Clause]) -> Problem:
    """What the clauses leave open. `sleeve`: for each kind the mask of its cards."""
    everything = 0
    for kind in sleeve:
        everything |= kind
    can = [*sleeve, *[everything] * (len(sizes) - len(sleeve))]
    some: set[tuple[int, int]] = set()
    not_all: set[int] = set()
    for clause in clauses:
        if clause.place < 0:
            not_all.add(clause.cards)
        elif clause.some:
            some.add((clause.place, clause.cards))
        elif clause.yes:
            for place in range(len(can)):
                if place != clause.place:
                    can[place] &= ~clause.cards
        else:
            can[clause.place] &= ~clause.cards
    return Problem(
        everything.bit_count(), len(sleeve), tuple(sizes), tuple(can), frozenset(some), frozenset(not_all)
    )


class Solver:
    """Solves problems of one shape, one after the other. `searches` counts deals looked for, a measure of
    work. Its answers do not depend on what it was asked before; only its speed does."""

    KEPT = 64
    """Witnesses kept at most."""

    def __init__(self) -> None:
        self.searches = 0
        self._witnesses: OrderedDict[Deal, None] = OrderedDict()
        self._solved: OrderedDict[Problem, tuple[int, ...] | None] = OrderedDict()
        self._cores: dict[tuple[int, int, bool], tuple[Clause, ...]] = {}

    def possible(self, problem: Problem) -> tuple[int, ...] | None:
        """For each place the mask of the cards that can be there; None if no deal fits at all."""
        if problem in self._solved:
            self._solved.move_to_end(problem)
            return self._solved[problem]
        answer = self._possible(problem)
        self._solved[problem] = answer
        if len(self._solved) > self.KEPT:
            self._solved.popitem(last=False)
        return answer

    def core(
        self,
        sure: Sequence[Clause],
        open_: Sequence[Clause],
        make: Callable[[Sequence[Clause]], Problem],
        place: int,
        card: int,
        yes: bool,
    ) -> tuple[Clause, ...]:
        """As few of `open_` as it takes, besides all of `sure`, for `card` to be at `place` (`yes`) or not:
        without any one of them it would not follow (QuickXplain). It must follow from all together."""
        kept = self._cores.get((place, card, yes))
        known = kept is not None and set(open_).issuperset(kept)
        # Found at an earlier moment; it may have become possible with fewer since.
        if kept is not None and known and self._follows(make([*sure, *kept]), place, card, yes):
            return kept

        def narrow(known: list[Clause], added: bool, left: list[Clause]) -> list[Clause]:
            if added and self._follows(make(known), place, card, yes):
                return []
            if len(left) <= 1:
                return left
            middle = len(left) // 2
            late = narrow(known + left[:middle], True, left[middle:])
            early = narrow(known + late, bool(late), left[:middle])
            return early + late

        found = tuple(narrow(list(sure), True, list(open_)))
        self._cores[place, card, yes] = found
        return found

    def _follows(self, problem: Problem, place: int, card: int, yes: bool) -> bool:
        """Whether no deal has it otherwise."""
        at = list(problem.can)
        if yes:
            at[place] &= ~card
        elif not at[place] & card:
            return True
        else:
            at = _fixed(at, place, card)
        return self._search(problem, at, [0] * len(at)) is None

    def _possible(self, problem: Problem) -> tuple[int, ...] | None:
        at = list(problem.can)
        if not _narrow(problem, at):
            return None
        shown = [0] * len(at)
        kept = OrderedDict((deal, None) for deal in self._witnesses if fits(problem, deal))
        for deal in kept:
            for place, cards in enumerate(deal):
                shown[place] |= cards
        for place in range(len(at)):
            while True:
                open_ = at[place] & ~shown[place]
                if not open_:
                    break
                card = open_ & -open_
                found = self._search(problem, _fixed(at, place, card), shown)
                if found is None:
                    at[place] &= ~card
                    if not _narrow(problem, at):
                        return None
                else:
                    kept[found] = None
                    for other, cards in enumerate(found):
                        shown[other] |= cards
        self._witnesses = kept
        while len(kept) > self.KEPT:
            kept.popitem(last=False)
        return tuple(at)

    def _search(self, problem: Problem, at: list[int], shown: Sequence[int]) -> Deal | None:
        """A deal within `at`, if there is one."""
        self.searches += 1
        if not _narrow(problem, at):
            return None
        deal = _match(problem, at, shown)
        if deal is None:
            return None
        for place, mask in problem.some:
            if not deal[place] & mask:
                live = at[place] & mask
                while live:
                    card = live & -live
                    found = self._search(problem, _fixed(at, place, card), shown)
                    if found is not None:
                        return found
                    # From here on it is known not to be this card.
                    at[place] &= ~card
                    live &= ~card
                return None
        inside = _in_sleeve(problem, deal)
        for mask in problem.not_all:
            if inside & mask == mask:
                for place in range(problem.sleeve):
                    card = deal[place] & mask
                    if card:
                        without = list(at)
                        without[place] &= ~card
                        found = self._search(problem, without, shown)
                        if found is not None:
                            return found
                        at = _fixed(at, place, card)
                return None
        return deal


def fits(problem: Problem, deal: Deal) -> bool:
    """Whether a whole deal agrees with all that is known."""
    if len(deal) != len(problem.sizes):
        return False
    for cards, can, size in zip(deal, problem.can, problem.sizes, strict=True):
        if cards & ~can or cards.bit_count() != size:
            return False
    if not all(deal[place] & mask for place, mask in problem.some):
        return False
    inside = _in_sleeve(problem, deal)
    return all(inside & mask != mask for mask in problem.not_all)


def _in_sleeve(problem: Problem, deal: Sequence[int]) -> int:
    inside = 0
    for place in range(problem.sleeve):
        inside |= deal[place]
    return inside


def _fixed(at: Sequence[int], place: int, card: int) -> list[int]:
    """The masks when `card` is known to be at `place`."""
    fixed = [cards & ~card for cards in at]
    fixed[place] |= card
    return fixed


def _narrow(problem: Problem, at: list[int]) -> bool:
    """Strike out what counting excludes, in place, until nothing changes. False if nothing can fit."""
    everything = (1 << problem.cards) - 1
    sizes = problem.sizes
    places = range(len(at))
    while True:
        before = tuple(at)
        once = twice = 0
        for cards in at:
            twice |= once & cards
            once |= cards
        if once != everything:
            return False
        alone = once & ~twice
        for place in places:
            settled = at[place] & alone
            size = sizes[place]
            count = settled.bit_count()
            if count > size:
                return False
            if count == size:
                at[place] = settled
            elif at[place].bit_count() <= size:
                if at[place].bit_count() < size:
                    return False
                _settle(at, place, at[place])
        for place, mask in problem.some:
            live = at[place] & mask
            if not live:
                return False
            if not live & (live - 1):
                _settle(at, place, live)
        for mask in problem.not_all:
            _narrow_not_all(problem, at, mask)
        if tuple(at) == before:
            return True


def _settle(at: list[int], place: int, cards: int) -> None:
    """All of `cards` are at `place` and nowhere else."""
    for other in range(len(at)):
        if other != place:
            at[other] &= ~cards


def _narrow_not_all(problem: Problem, at: list[int], mask: int) -> None:
    """If the sleeve is sure to hold all but one of these cards, it does not hold that one."""
    loose = None
    for place in range(problem.sleeve):
        card = at[place] & mask
        if not card:
            return
        if at[place] != card:
            if loose is not None:
                return
            loose = place
    if loose is None:
        at[0] = 0
    else:
        at[loose] &= ~mask


def _match(problem: Problem, at: Sequence[int], shown: Sequence[int]) -> Deal | None:
    """A place for every card within the sizes; places not `shown` for a card yet are tried first."""
    got = [0] * len(at)
    free = list(problem.sizes)
    places = range(len(at))

    def put(card: int, tried: int) -> int:
        """Find room for `card`, moving others on. Gives -1 when done, else the places tried in vain."""
        for place in places:
            if at[place] & card and free[place] and not tried >> place & 1:
                got[place] |= card
                free[place] -= 1
                return -1
        for place in places:
            if not at[place] & card or tried >> place & 1:
                continue
            tried |= 1 << place
            here = got[place]
            while here:
                other = here & -here
                here &= ~other
                tried = put(other, tried)
                if tried < 0:
                    got[place] = got[place] & ~other | card
                    return -1
        return tried

    # Cards with a place that no witness shows are dealt first: one deal then settles many pairs.
    first = [(place, at[place] & ~shown[place]) for place in places]
    dealt = 0
    for place, cards in first:
        cards &= ~dealt
        while cards and free[place]:
            card = cards & -cards
            cards &= ~card
            got[place] |= card
            free[place] -= 1
            dealt |= card
    for index in range(problem.cards):
        card = 1 << index
        if not dealt & card and put(card, 0) >= 0:
            return None
    return tuple(got)
