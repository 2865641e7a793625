"""A sitting: one game being played and kept. Every entry is judged, written, applied and told, in that order.

Law: what is shown as taken is on disk, unless the people said they play on without. One entry at a time,
in the order they came. Must not know devices, screens or the network.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from companion import __version__
from companion.engine.game import Game, Opening
from companion.engine.live import ROLLER, Changed, Done, Listener, Taken
from companion.engine.prompts import Prompt, Refusal, Roll, Several, Shuffle
from companion.engine.session import STALE, Adjusted, Answered, Entry, Session
from companion.engine.tell import tell_step
from companion.engine.text import Text, say
from companion.engine.view import Interlude
from companion.journal.faults import JournalFault
from companion.journal.lines import Kept, Line, Opened, Record, Row, State, as_kept
from companion.journal.resume import Drawn, Resumed, opening_of, resume
from companion.journal.sheet import export_game

if TYPE_CHECKING:
    from companion.journal.store import Journal

    from .keeper import Keeper

_WHO = {
    "button": say("the box"),
    "token": say("a token on the reader"),
    ROLLER: say("the box"),
    "web": say("a phone"),
}
_FIRST = say("Too late: {who} was faster. Look at what is asked now.")
_STUMBLED = say("The rules stumbled over that ({error}). It was put back; correct the figures by hand.")


class Terms(Struct, frozen=True):
    """What every sitting of one box is given: the box's own dice, and who hears of faults in rules."""

    dice: random.Random
    on_bug: Callable[[BaseException], object] | None = None


class Sitting:
    """A running game, the `Live` of everybody at the table. Owned by the loop of its clock.

    `resumed` is where it goes on; `id` its number in the journal and `kept` how many lines lie there after
    the first. `seq` is the last number used for a `Changed`.
    """

    def __init__(
        self,
        keeper: Keeper,
        id: int,
        kept: int,
        resumed: Resumed,
        terms: Terms,
        seq: int = 0,
    ) -> None:
        self.id = id
        self.notice = resumed.notice
        """What people should know of how it was resumed."""
        self.trouble: Text | None = None
        self.extras: Sequence[Interlude] = ()
        self._keeper = keeper
        self._kept = kept
        self._unsaved: list[Line] = list(resumed.lines)
        self._goes_unsaved = bool(resumed.lines)
        self._session = resumed.session
        self._drawn = resumed.drawn
        self._terms = terms
        self._seq = seq
        self._listeners: list[Listener] = []
        self._waiting: deque[tuple[Entry, Done | None]] = deque()
        self._busy = False
        self._closing: Callable[[], object] | None = None
        self._noted = self._snapped = -1
        if self._unsaved:
            self._busy = True
            self._write([], self._opened)
        else:
            self._note()
        self._draw()

    # -- the door ---------------------------------------------------------

    @property
    def session(self) -> Session[Any]:
        return self._session

    @property
    def seq(self) -> int:
        return self._seq

    @property
    def blocked(self) -> bool:
        return self.trouble is not None and not self._goes_unsaved

    @property
    def unsaved(self) -> int:
        """How many answers are in memory only."""
        return len(self._unsaved)

    def submit(self, entry: Entry, done: Done | None = None) -> None:
        self._waiting.append((entry, done))
        self._next()

    def roll(self, number: int, seat: int | None = None, done: Done | None = None) -> None:
        prompt = asked(self._session, seat)
        if number == self._session.number and not isinstance(prompt, Roll):
            if done is not None:
                done(Taken(Refusal(say("No die is asked for now."))))
            return
        value = self._drawn.again(self._session, seat)
        if value is None and isinstance(prompt, Roll):
            value = self._terms.dice.choice(prompt.die.faces)
        self.submit(Answered(number, value, seat, ROLLER), done)

    def play_unsaved(self) -> None:
        if self.trouble is not None:
            self._goes_unsaved = True
            self._draw()  # what nobody else can answer again

    def preview(self, count: int = 1) -> tuple[Text, ...]:
        session = self._session
        figures = session.adjustables()
        return tuple(tell_step(step, figures) for step in reversed(session.steps[-count:]))

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        self._listeners.append(listener)

        def end() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return end

    def sheet(self, done: Callable[[list[str] | JournalFault], object]) -> None:
        """The whole game as the lines of a text file that `companion import` takes in, what is not saved
        included: so that a card which takes nothing any more costs nothing."""
        id, kept, unsaved = self.id, self._kept, list(self._unsaved)

        def job(journal: Journal) -> list[str]:
            return list(export_game(_with(journal.read(id), kept, unsaved).rows, journal.derived(id)))

        self._keeper.ask(job, done)

    def close(self, done: Callable[[], object]) -> None:
        """Take no more, finish the entry that is being written, then say so. What is unsaved is tried once
        more."""
        self._closing = done
        self._next()

    # -- judge, write, apply, tell ----------------------------------------

    def _next(self) -> None:
        while not self._busy and self._waiting and self._closing is None:
            entry, done = self._waiting.popleft()
            try:
                entry = as_kept(entry)
                refusal = self._session.judge(entry)
            except (TypeError, ValueError):
                refusal = Refusal(say("That is no answer."))
            if refusal is not None:
                if done is not None:
                    done(Taken(self._explained(entry, refusal)))
                continue
            self._busy = True
            self._write([entry], partial(self._written, entry, done))
        if self._closing is not None and not self._busy:
            self._finish(self._closing)

    def _write(self, lines: list[Line], done: Callable[[Text | None], object]) -> None:
        self._keeper.append(self.id, self._kept + 1, [*self._unsaved, *lines], done)

    def _written(self, entry: Entry, done: Done | None, fault: Text | None) -> None:
        if fault is not None and not self._goes_unsaved:
            self._busy = False
            fresh, self.trouble = self.trouble is None, say("Not taken: {why}", why=fault)
            if fresh:
                self._tell(None)
            if done is not None:
                done(Taken(Refusal(self.trouble), saved=False))
            self._next()
            return
        self._account(entry, fault)
        try:
            self._drawn.note(self._session, entry)
            self._session.enter(entry)
        except Exception as error:  # A fault in a game's rules: said, put back, and the table goes on.
            self._put_back(error, done)
            return
        self._busy = False
        self._note()
        self._tell(entry)
        if done is not None:
            done(Taken(saved=fault is None))
        self._draw()
        self._next()

    def _account(self, entry: Line | None, fault: Text | None) -> None:
        """Keep count of what is on disk and what is not."""
        new = [] if entry is None else [entry]
        if fault is None:
            self._kept += len(self._unsaved) + len(new)
            self._unsaved.clear()
            self._goes_unsaved = False
            self.trouble = None
        else:
            self._unsaved += new
            self.trouble = say("Not saved since answer {n}. {why}", n=str(self._kept), why=fault)

    def _opened(self, fault: Text | None) -> None:
        self._busy = False
        self._account(None, fault)
        self._note()
        self._tell(None)
        self._next()

    def _tell(self, entry: Entry | None) -> None:
        self._seq += 1
        notices = self._session.notices if entry is not None else ()
        changed = Changed(self._seq, entry, notices)
        for listener in tuple(self._listeners):
            listener(changed)

    def _note(self) -> None:
        """Keep what is derived of the table as it stands, once all its lines are on disk."""
        session = self._session
        if self._unsaved or self._noted == self._kept:
            return
        base = session.snapshot
        table = Kept(base.entries, base.table) if base.entries != self._snapped else None
        self._noted, self._snapped = self._kept, base.entries
        headline = session.game.view(session.table).headline
        over = session.pending is None
        self._keeper.note(self.id, State(self._kept, session.digest(), base.entries, headline, over), table)

    def _draw(self) -> None:
        """Answer by chance what nobody may see."""
        pending = self._session.pending
        if pending is None:
            return
        asked = pending.prompt.parts if isinstance(pending.prompt, Several) else (pending.prompt,)
        for prompt in asked:
            if isinstance(prompt, Shuffle) and prompt.to not in pending.answered:
                seat = prompt.to
                order = self._drawn.again(self._session, seat)
                if order is None:
                    order = self._terms.dice.sample(range(prompt.count), prompt.count)
                self.submit(Answered(pending.number, order, seat, ROLLER))
                return

    # -- what can go wrong ------------------------------------------------

    def _explained(self, entry: Entry, refusal: Refusal) -> Refusal:
        """For what came too late: who was faster."""
        if refusal.text != STALE or isinstance(entry, Adjusted):
            return refusal
        for taken in reversed(self._session.entries):
            if not isinstance(taken, Adjusted) and taken.number == entry.number:
                who = self._name(taken)
                return Refusal(Text(_FIRST.msg, {"who": who})) if who is not None else refusal
        return refusal

    def _name(self, entry: Entry) -> Text | str | None:
        seat = getattr(entry, "seat", None)
        if seat is not None:
            for person in self._session.game.view(self._session.table).people:
                if person.seat == seat:
                    return person.name
        return _WHO.get(entry.by)

    def _put_back(self, error: Exception, done: Done | None) -> None:
        """The rules stumbled in the midst of an entry: the table is half changed. Bring it back from the
        journal as at a start; the entry stays in the log and does not count."""
        if self._terms.on_bug is not None:
            self._terms.on_bug(error)
        game, id, kept, unsaved = self._session.game, self.id, self._kept, list(self._unsaved)

        def job(journal: Journal) -> Resumed:
            record = _with(journal.read(id), kept, unsaved)
            return resume(game, record, lambda seq: journal.snapshot(id, seq))

        def back(result: Resumed | JournalFault) -> None:
            if isinstance(result, Resumed):
                self._session, self._drawn = result.session, result.drawn
                self._unsaved += result.lines
                self._write([], written)
            else:
                self.trouble = result.text
                finish()

        def written(fault: Text | None) -> None:
            self._account(None, fault)
            self._noted = self._snapped = -1
            self._note()
            finish()

        def finish() -> None:
            self._busy = False
            self._tell(None)
            if done is not None:
                done(Taken(Refusal(Text(_STUMBLED.msg, {"error": type(error).__name__}))))
            self._next()

        self._keeper.ask(job, back)

    def _finish(self, done: Callable[[], object]) -> None:
        self._busy = True

        def written(fault: Text | None) -> None:
            self._account(None, fault)
            done()

        if self._unsaved:
            self._write([], written)
        else:
            done()


def _with(record: Record, kept: int, unsaved: Sequence[Line]) -> Record:
    """A record with the lines that are in memory only."""
    last = record.rows[-1].at
    rows = [*record.rows, *(Row(kept + 1 + n, last, line) for n, line in enumerate(unsaved))]
    return Record(record.id, rows, record.snapshots)


def asked(session: Session[Any], seat: int | None) -> Prompt | None:
    """The single question that `seat` would answer now."""
    pending = session.pending
    if pending is None:
        return None
    return pending.prompt.part(seat) if isinstance(pending.prompt, Several) else pending.prompt


def begin(
    keeper: Keeper,
    game: Game[Any],
    opening: Opening,
    terms: Terms,
    done: Callable[[Sitting | JournalFault], object],
    seq: int = 0,
) -> None:
    """Begin a new game; `done` gets the sitting once its first line is on disk, or why it cannot be kept.

    Raises ValueError, before anything is written, if the game does not take `opening`.
    """
    opening = as_kept(opening)
    session = Session(game, opening)

    def begun(id: int | JournalFault) -> None:
        if isinstance(id, JournalFault):
            done(id)
        else:
            done(Sitting(keeper, id, 0, Resumed(session, Drawn()), terms, seq))

    keeper.ask(lambda journal: journal.begin(Opened(opening, __version__, game.name)), begun)


def carry_on(
    keeper: Keeper,
    id: int,
    games: Callable[[str], Game[Any]],
    terms: Terms,
    done: Callable[[Sitting | JournalFault], object],
    seq: int = 0,
) -> None:
    """Go on with a kept game; `done` gets the sitting, or why it cannot go on. `games` finds a game by id."""

    def job(journal: Journal) -> tuple[int, Resumed]:
        record = journal.read(id)
        game = games(opening_of(record).opening.game)
        return record.rows[-1].seq, resume(game, record, lambda seq: journal.snapshot(id, seq))

    def back(result: tuple[int, Resumed] | JournalFault) -> None:
        if isinstance(result, JournalFault):
            done(result)
        else:
            done(Sitting(keeper, id, *result, terms, seq))

    keeper.ask(job, back)
