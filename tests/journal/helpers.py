"""What the journal's tests share: a long toy game, answers for it, and writing it as the service does."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from companion.engine.game import Opening
from companion.engine.prompts import Choose, Roll
from companion.engine.session import Adjusted, Answered, Entry, Redone, Session, Undone
from companion.engine.text import say
from companion.engine.view import Adjustable
from companion.journal.faults import JournalFault
from companion.journal.lines import Kept, Opened, State
from companion.journal.resume import Resumed, resume
from companion.journal.store import Journal
from tests.engine.toy import Toy, ToyGame

LONG = Opening("toy", {"points": -100_000})
"""A toy game that nobody ends in a test."""


class LongGame(ToyGame):
    """The toy game with corrections that do not end it."""

    def adjustables(self, table: Toy, seat: int | None = None) -> Sequence[Adjustable]:
        return (Adjustable("points", say("Points"), table.points, -200_000, 20),)


GAME = LongGame()


def note(journal: Journal, id: int, session: Session[Any], seq: int) -> None:
    base = session.snapshot
    journal.note(id, State(seq, session.digest(), base.entries), Kept(base.entries, base.table))


class Played:
    """A session and its game in a journal, kept in step as the service keeps them."""

    def __init__(self, journal: Journal, opening: Opening = LONG, game: Any = GAME) -> None:
        self.journal = journal
        self.session: Session[Any] = Session(game, opening)
        self.id = journal.begin(Opened(opening))
        self.seq = 0
        note(journal, self.id, self.session, 0)

    def enter(self, entry: Entry) -> None:
        assert self.session.judge(entry) is None
        self.journal.append(self.id, self.seq + 1, [entry])
        assert self.session.enter(entry) is None
        self.seq += 1
        with suppress(JournalFault):  # Derived: a full card costs nothing here.
            note(self.journal, self.id, self.session, self.seq)

    def answer(self, value: Any, by: str = "button") -> None:
        self.enter(Answered(self.session.number, value, by=by))

    def rounds(self, count: int, seed: int = 1) -> None:
        dice = random.Random(seed)
        for _ in range(count):
            self.answer(dice.randint(1, 6))
            self.answer("none" if self.session.table.points > 5 else dice.choice(["none", "one"]))


def entry_for(session: Session[Any], dice: random.Random) -> Entry:
    """Something that may be entered now: mostly answers, now and then an undo, redo or correction."""
    what = dice.random()
    if what < 0.1 and session.steps:
        return Undone(session.number, dice.randint(1, min(5, len(session.steps))))
    if what < 0.2 and session.redoable:
        return Redone(session.number)
    if what < 0.25:
        return Adjusted("points", dice.randint(-99_999, -9_999))
    prompt = session.pending.prompt if session.pending is not None else None
    if isinstance(prompt, Roll):
        return Answered(session.number, dice.randint(1, 6))
    assert isinstance(prompt, Choose)
    return Answered(session.number, "none")


def brought_back(journal: Journal, id: int, game: Any = GAME) -> Resumed:
    return resume(game, journal.read(id), lambda seq: journal.snapshot(id, seq))
