"""The private notebook of one seat: its own cards, marks by hand, and what follows from what it has seen.

Law: nothing is used but what this seat may know: its own note and the open table. Every mark that is
worked out follows from that, and everything that follows is marked. Must not look into another's note.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from msgspec import Struct

from companion.engine.text import Text, say
from companion.engine.view import Cell, Row, Sheet

from .deduction import Clause, Problem, Solver, problem
from .state import CARDS, CASE, KINDS, LOCATIONS, SLEEVE, Note, Table

YES, NO, MAYBE = "yes", "no", "maybe"
ROUND = ("", MAYBE, NO, YES)
"""What one touch after the other marks."""
SIGNS = {YES: Text("✓"), NO: Text("✗"), MAYBE: Text("?")}
HEADS = {"ghost": say("Who?"), "device": say("How?"), "location": say("Where?")}
BIT = {card: 1 << index for index, card in enumerate(CARDS)}
KIND_MASKS = tuple(sum(BIT[card] for card in cards) for cards in KINDS.values())
ALL = (1 << len(CARDS)) - 1


class Fact(Struct, frozen=True):
    """Something the seat knows, how, and from which suggestion (0: from none)."""

    clause: Clause
    why: Text
    number: int = 0


class Sure(Struct, frozen=True):
    """A mark that is certain, and why."""

    yes: bool
    why: Text


class Notebook:
    """What `seat` knows at this moment, as places: the three of the sleeve, the hands, the hidden spots."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table = table
        self.seat = seat
        self.hands = range(SLEEVE, SLEEVE + len(table.players))
        self.spots = range(self.hands.stop, self.hands.stop + len(table.spots))
        self.sizes = (*[1] * SLEEVE, *(player.hand for player in table.players), *[1] * len(table.spots))

    @property
    def note(self) -> Note:
        """This seat's own."""
        return self.table.notes[self.seat]

    # -- what is known ----------------------------------------------------

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """All that this seat has legitimately learned, the plainest first."""
        return (*self._own(), *self._open(), *self._answers())

    def _own(self) -> Iterator[Fact]:
        note = self.note
        mine = self.hands[self.seat]
        for card in note.own:
            yield Fact(Clause(mine, BIT[card], True), say("Your own card."))
        for seen in note.seen:
            who = self.table.players[seen.holder].name
            yield Fact(
                Clause(self.hands[seen.holder], BIT[seen.card], True), say("{who} showed it to you.", who=who)
            )
        for location, card in note.looked.items():
            if location in self.table.spots:
                spot = self.spots[self.table.spots.index(location)]
                yield Fact(Clause(spot, BIT[card], True), say("You saw it lie there."))

    def _open(self) -> Iterator[Fact]:
        for card, holder in self.table.face_up.items():
            yield Fact(Clause(self.hands[holder], BIT[card], True), say("It lies face up."))

    def _answers(self) -> Iterator[Fact]:
        table = self.table
        for number, asked in enumerate(table.suggestions, 1):
            cards = _mask(self._counting(asked.cards))
            for seat in asked.passed:
                why = say("{who} passed on it (suggestion {n}).", who=table.players[seat].name, n=number)
                yield Fact(Clause(self.hands[seat], cards), why, number)
            if asked.shower is not None:
                who = table.players[asked.shower].name
                why = say("{who} showed one of three (suggestion {n}).", who=who, n=number)
                yield Fact(Clause(self.hands[asked.shower], _mask(asked.cards), some=True), why, number)
        for named in table.named:
            for seat in table.seats:
                if not (seat == named.by and "bluff" in table.house):
                    yield Fact(
                        Clause(self.hands[seat], BIT[named.card]),
                        say("It was named and nobody laid it down."),
                    )
        for theory in table.theories:
            if not theory.right:
                yield Fact(Clause(-1, _mask(theory.cards)), say("That theory was wrong."))

    def _counting(self, cards: tuple[str, ...]) -> Iterator[str]:
        """The cards a pass speaks of: a face-up one may be no answer by a house rule."""
        for card in cards:
            if not ("face_up_silent" in self.table.house and card in self.table.face_up):
                yield card

    def problem(self, clauses: Sequence[Clause] | None = None) -> Problem:
        """What the solver is given: all facts, or only these clauses."""
        if clauses is None:
            clauses = [fact.clause for fact in self.facts]
        return problem(KIND_MASKS, self.sizes, clauses)

    def plain(self) -> dict[tuple[int, int], Sure]:
        """Only what was seen: under its holder, and crossed off in the first column (CLUE-MARK-01)."""
        marks = {}
        for fact in (*self._own(), *self._open()):
            card = fact.clause.cards
            marks[card, fact.clause.place] = Sure(True, fact.why)
            kind = next(kind for kind, cards in enumerate(KIND_MASKS) if cards & card)
            marks[card, kind] = Sure(False, fact.why)
        return marks

    # -- what follows -----------------------------------------------------

    def sure(self, solver: Solver) -> dict[tuple[int, int], Sure] | None:
        """Every certain mark by (card's bit, place) with its reason; None if the facts contradict each
        other. Reasons rest on facts and on marks reasoned before them, never on themselves."""
        if self.table.help != "deduce":
            return self.plain()
        if sum(self.sizes) != len(CARDS):
            return None
        known = self.problem()
        possible = solver.possible(known)
        if possible is None:
            return None
        return Reasons(self, solver, known, possible).marks


class Reasons:
    """Finds a reason for each mark of an exact result, step by step as a person would."""

    def __init__(
        self, notebook: Notebook, solver: Solver, problem: Problem, possible: tuple[int, ...]
    ) -> None:
        self.book = notebook
        self.solver = solver
        self.problem = problem
        self.possible = possible
        self.places = range(len(possible))
        self.marks: dict[tuple[int, int], Sure] = {}
        self.yes = [0] * len(possible)
        self.no = [ALL & ~kind for kind in KIND_MASKS] + [0] * (len(possible) - SLEEVE)
        once = twice = 0
        for cards in possible:
            twice |= once & cards
            once |= cards
        self.settled = once & ~twice
        self._direct()
        while self._step():
            pass

    def _mark(self, cards: int, place: int, yes: bool, why: Text) -> bool:
        """Note a reason for marks that are in the result and have none yet."""
        known = self.yes[place] if yes else self.no[place]
        true = self.possible[place] & self.settled if yes else ALL & ~self.possible[place]
        new = cards & true & ~known
        for bit in _bits(new):
            self.marks[bit, place] = Sure(yes, why)
        if yes:
            self.yes[place] |= new
        else:
            self.no[place] |= new
        return bool(new)

    def _direct(self) -> None:
        for fact in self.book.facts:
            clause = fact.clause
            if clause.place >= 0 and not clause.some:
                self._mark(clause.cards, clause.place, clause.yes, fact.why)

    def _step(self) -> bool:
        """One round of simple reasons; where they end, the next mark by going through all deals."""
        found = [
            rule()
            for rule in (
                self._elsewhere,
                self._full,
                self._only_place,
                self._only_cards,
                self._shown,
                self._last_card,
            )
        ]
        return any(found) or self._by_all_deals()

    def _elsewhere(self) -> bool:
        """A card that is here is nowhere else."""
        new = False
        for place in self.places:
            here = self.yes[place]
            if not here:
                continue
            why = say("It is in the sleeve.")
            if place >= SLEEVE:
                why = say("{where} has it.", where=self._name(place))
            for other in self.places:
                if other != place:
                    new |= self._mark(here, other, False, why)
        return new

    def _full(self) -> bool:
        """As many cards known as the place holds: no others are there (CLUE-DEDUCE-05)."""
        new = False
        for place in self.places:
            if self.yes[place].bit_count() == self.problem.sizes[place]:
                if place < SLEEVE:
                    why = say("That part of the answer is known.")
                else:
                    why = say("All cards of {where} are known.", where=self._name(place))
                new |= self._mark(ALL & ~self.yes[place], place, False, why)
        return new

    def _only_place(self) -> bool:
        """A card that can be nowhere else is here (CLUE-DEDUCE-06)."""
        new = False
        for place in self.places:
            left = ALL
            for other in self.places:
                if other != place:
                    left &= self.no[other]
            new |= self._mark(left, place, True, say("It can be nowhere else."))
        return new

    def _only_cards(self) -> bool:
        """As many cards left as the place must hold: they are all there (CLUE-DEDUCE-04)."""
        new = False
        for place in self.places:
            left = ALL & ~self.no[place]
            if left.bit_count() == self.problem.sizes[place]:
                if place < SLEEVE:
                    why = say("All others of its kind are out.")
                else:
                    why = say("No other cards are left for {where}.", where=self._name(place))
                new |= self._mark(left, place, True, why)
        return new

    def _shown(self) -> bool:
        """One of three was shown, and two of them are not there (CLUE-DEDUCE-03)."""
        new = False
        for place, cards in self.problem.some:
            left = cards & ~self.no[place]
            if left.bit_count() == 1:
                why = say("{where} showed one of three and has not the other two.", where=self._name(place))
                new |= self._mark(left, place, True, why)
        return new

    def _last_card(self) -> bool:
        """All cards of a hand but one are known, and the last must be one of three that was shown."""
        new = False
        for place, cards in self.problem.some:
            known = self.yes[place]
            if known.bit_count() == self.problem.sizes[place] - 1 and not known & cards:
                why = say("The last card of {where} is one of three shown.", where=self._name(place))
                new |= self._mark(ALL & ~cards & ~known, place, False, why)
        return new

    def _by_all_deals(self) -> bool:
        """The next mark without a simple reason: no deal that fits has it otherwise."""
        for place in self.places:
            for yes, true, known in (
                (True, self.possible[place] & self.settled, self.yes[place]),
                (False, ALL & ~self.possible[place], self.no[place]),
            ):
                for bit in _bits(true & ~known):
                    return self._mark(bit, place, yes, self._together(bit, place, yes))
        return False

    def _together(self, bit: int, place: int, yes: bool) -> Text:
        """Besides all that is marked already: the shown cards that leave nothing else, as few as it takes."""
        sure, open_ = self._divided()
        core = self.solver.core(sure, list(open_), self.book.problem, place, bit, yes)
        numbers = sorted({open_[clause] for clause in core} - {0})
        if not numbers:
            return say("Counting all cards, nothing else fits.")
        if len(numbers) == 1:
            return say("Suggestion {n} leaves nothing else.", n=numbers[0])
        return say("Suggestions {numbers} together leave nothing else.", numbers=numbers)

    def _divided(self) -> tuple[list[Clause], dict[Clause, int]]:
        """What is marked on the sheet so far, and what is known besides with the number of its suggestion:
        one of three was shown and it is not known which, or a theory was wrong."""
        sure = [Clause(place, cards, True) for place, cards in enumerate(self.yes) if cards]
        sure += [Clause(place, cards) for place, cards in enumerate(self.no) if cards]
        open_: dict[Clause, int] = {}
        for fact in self.book.facts:
            clause = fact.clause
            if clause.place < 0 or (clause.some and not clause.cards & self.yes[clause.place]):
                open_.setdefault(clause, fact.number)
        return sure, open_

    def _name(self, place: int) -> Text:
        table = self.book.table
        if place in self.book.hands:
            return Text(table.players[place - SLEEVE].name)
        return table.location_name(table.spots[place - self.book.spots.start])


def sheet(table: Table, seat: int, solver: Solver) -> Sheet:
    """The notebook page as `seat` reads it: 21 rows, the sleeve first, then a column a player
    (CLUE-SETUP-10, CLUE-MARK-01)."""
    book = Notebook(table, seat)
    sure = book.sure(solver)
    lines = []
    if sure is None:
        lines.append(say("Something does not fit: check your cards, marks and hand sizes."))
    if len(book.note.own) < table.players[seat].hand:
        lines.append(
            say(
                "Touch your cards in your own column: {n} of {high}.",
                n=len(book.note.own),
                high=table.players[seat].hand,
            )
        )
    columns = [say("Sleeve"), *(Text(player.name) for player in table.players)]
    columns += [say("in {place}", place=table.location_name(spot)) for spot in table.spots]
    rows = []
    for kind, (head, cards) in enumerate(zip(HEADS.values(), KINDS.values(), strict=True)):
        for card in cards:
            places = (kind, *book.hands, *book.spots)
            cells = tuple(_cell(book, card, place, (sure or {}).get((BIT[card], place))) for place in places)
            rows.append(Row(table.card_name(card), cells, head))
    return Sheet("notebook", say("Notebook"), tuple(columns), tuple(rows), tuple(lines))


def _cell(book: Notebook, card: str, place: int, sure: Sure | None) -> Cell:
    column = column_of(book.table, place)
    # In the own column people touch the cards they hold; elsewhere a touch changes what they think.
    own = column == str(book.seat)
    path = f"own:{book.seat}:{card}" if own else f"mark:{book.seat}:{card}:{column}"
    if sure is not None:
        return Cell(SIGNS[YES if sure.yes else NO], sure.why, True, path)
    if own:
        return Cell(path=path, touch=YES)
    mark = book.note.marks.get(f"{card}:{column}", "")
    touch = ROUND[(ROUND.index(mark) + 1) % len(ROUND)]
    return (
        Cell(SIGNS[mark], say("Your own mark."), False, path, touch) if mark else Cell(path=path, touch=touch)
    )


def column_of(table: Table, place: int) -> str:
    """The short name of a column in paths: the sleeve, a seat, or a location with a hidden card."""
    if place < SLEEVE:
        return CASE
    seat = place - SLEEVE
    return str(seat) if seat < len(table.players) else table.spots[seat - len(table.players)]


def columns(table: Table) -> list[str]:
    """All columns of a notebook."""
    return [CASE, *(str(seat) for seat in table.seats), *(spot for spot in table.spots if spot in LOCATIONS)]


def _mask(cards: Iterator[str] | tuple[str, ...]) -> int:
    mask = 0
    for card in cards:
        mask |= BIT[card]
    return mask


def _bits(mask: int) -> Iterator[int]:
    while mask:
        bit = mask & -mask
        yield bit
        mask &= ~bit
