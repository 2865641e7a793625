"""A session: one game being played, as a pure machine. Answers in; prompts, notices and refusals out.

Law: the table is a function of the opening and the list of entries. Entries are only ever added; undo
and redo are entries too. A refused entry changes nothing and is not kept. Every prompt bears the
number of entries at the moment it was asked, so a number never means two things.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from .game import Game, Opening
from .prompts import Choose, Prompt, Refusal, Several
from .rule import Checkpoint, Ended, Maker, Notice, Outcome, Rule
from .text import say
from .view import Adjustable, Interlude

TableT = TypeVar("TableT", bound=Struct)


class Answered(Struct, frozen=True, tag="answer", gc=False):
    """The prompt with `number` is answered. `by` says what entered it ("button", "token", "roller")."""

    number: int
    value: Any
    seat: int | None = None
    by: str = ""


class Adjusted(Struct, frozen=True, tag="adjust"):
    """A figure is corrected from `was` (None: whatever it was) to `value`."""

    path: str
    value: Any
    was: Any = None
    seat: int | None = None
    by: str = ""


class Took(Struct, frozen=True, tag="interlude"):
    """An interlude is begun while the prompt with `number` is open."""

    number: int
    id: str
    seat: int | None = None
    by: str = ""


class Undone(Struct, frozen=True, tag="undo"):
    """The last `count` moves are taken back, seen when the prompt with `number` was open."""

    number: int
    count: int = 1
    by: str = ""


class Redone(Struct, frozen=True, tag="redo"):
    """The move that was taken back last is made again."""

    number: int
    by: str = ""


Move: TypeAlias = Answered | Adjusted | Took
"""What changes the table."""
Entry: TypeAlias = Answered | Adjusted | Took | Undone | Redone
"""What a journal keeps."""


class Step(Struct, frozen=True, gc=False):
    """One move that stands, the prompt it answered, and what happened by it. `only`: the one seat that may
    read what was answered (None: everybody)."""

    entry: Move
    prompt: Prompt | None
    notices: tuple[Notice, ...]
    only: int | None = None


class Pending(Struct, frozen=True, gc=False):
    """The open question. `number` must come back with the answer; `answered`: seats of a `Several` done."""

    number: int
    prompt: Prompt
    answered: tuple[int | None, ...] = ()


STALE = say("Too late: the table has moved on. Look at what is asked now.")
FINISHED = say("This game is over.")
PRIVATE = say("Only the one who is asked in private can answer this.")


class Snapshot(Struct, frozen=True):
    """The table at a checkpoint: how many moves stood, how many entries there were (-1: does not matter),
    and its bytes."""

    moves: int
    entries: int
    table: bytes


class _Frame:
    """A rule that is running and what it asked last."""

    __slots__ = ("asked", "rule")

    def __init__(self, rule: Rule[Any]) -> None:
        self.rule = rule
        self.asked: Prompt | Maker | None = None


class Session(Generic[TableT]):
    """One game in memory. Not thread-safe; owned by one loop.

    With `at`, the game goes on from that snapshot instead of the opening; what lies before cannot be undone.
    """

    def __init__(self, game: Game[TableT], opening: Opening, at: Snapshot | None = None) -> None:
        self.game = game
        self.opening = opening
        self.entries: list[Entry] = []
        self.steps: list[Step] = []
        self.outcome: Outcome | None = None
        self.pending: Pending | None = None
        self.table = game.open(opening) if at is None else self._decode(at.table)
        self._first = 0 if at is None else at.entries
        self._undone: list[Move] = []
        self._stack: list[_Frame] = []
        self._parts: dict[int | None, Any] = {}
        self._rewinding = False
        self._notices: list[Notice] = []
        self._snapshots = [Snapshot(0, self._first, _encode(self.table))]
        self._begin()
        self.opened = tuple(self._notices)

    # -- what may be said -------------------------------------------------

    def answer(
        self, value: Any, seat: int | None = None, number: int | None = None, by: str = ""
    ) -> Refusal | None:
        """Answer the open prompt (or the one with `number`). None if taken, else why not."""
        return self.enter(Answered(self.number if number is None else number, value, seat, by))

    def adjust(
        self, path: str, value: Any, was: Any = None, seat: int | None = None, by: str = ""
    ) -> Refusal | None:
        """Correct a figure, whatever prompt is open."""
        return self.enter(Adjusted(path, value, was, seat, by))

    def undo(self, count: int = 1, by: str = "") -> Refusal | None:
        """Take back the last `count` moves."""
        return self.enter(Undone(self.number, count, by))

    def redo(self, by: str = "") -> Refusal | None:
        """Make the move taken back last again."""
        return self.enter(Redone(self.number, by))

    def take(self, id: str, seat: int | None = None, by: str = "") -> Refusal | None:
        """Begin an interlude."""
        return self.enter(Took(self.number, id, seat, by))

    def enter(self, entry: Entry) -> Refusal | None:
        """Take any entry: the one way in, for people and for replay. None if taken, else why not."""
        refusal = self.judge(entry)
        if refusal is not None:
            return refusal
        self.entries.append(entry)
        if isinstance(entry, Answered):
            if self._undone:
                self._undone.clear()
            self._do(entry)
        elif isinstance(entry, Undone):
            keep = len(self.steps) - entry.count
            self._undone.extend(step.entry for step in reversed(self.steps[keep:]))
            self._rewind(keep)
        elif isinstance(entry, Redone):
            self._do(self._undone.pop())
        else:
            self._undone.clear()
            self._do(entry)
        return None

    def judge(self, entry: Entry) -> Refusal | None:
        """Say whether `entry` would be taken, changing nothing."""
        if isinstance(entry, Answered):
            pending = self.pending
            if pending is not None and entry.number == pending.number:
                return self._judge_answered(entry, pending)
            return Refusal(FINISHED if pending is None and entry.number == self.number else STALE)
        if isinstance(entry, Adjusted):
            return self._judge_adjusted(entry)
        if entry.number != self.number:
            return Refusal(STALE)
        if isinstance(entry, Undone):
            if 0 < entry.count <= len(self.steps):
                return None
            return Refusal(say("There is nothing to take back."))
        if isinstance(entry, Redone):
            return None if self._undone else Refusal(say("There is nothing to do again."))
        return self._judge_took(entry)

    # -- what may be seen -------------------------------------------------

    @property
    def number(self) -> int:
        """The number an entry must bear now."""
        return self._first + len(self.entries) if self.pending is None else self.pending.number

    @property
    def line(self) -> int:
        """How many entries led here, those before a snapshot too: the number of the last in the journal."""
        return self._first + len(self.entries)

    @property
    def interludes(self) -> Sequence[Interlude]:
        """What may be done besides answering; not while another interlude is still asking."""
        return self.game.interludes(self.table) if len(self._stack) == 1 else ()

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What the last move that stands brought about."""
        return self.steps[-1].notices if self.steps else self.opened

    @property
    def redoable(self) -> Sequence[Move]:
        """Moves taken back; the last of them is made again first."""
        return self._undone

    @property
    def snapshot(self) -> Snapshot:
        """The table at the last checkpoint from which the entries that follow lead here."""
        return next(kept for kept in reversed(self._snapshots) if kept.entries >= 0)

    def adjustables(self, seat: int | None = None) -> Sequence[Adjustable]:
        """The figures that `seat` may see and correct (None: the table)."""
        return self.game.adjustables(self.table, seat)

    def digest(self) -> str:
        """16 hex digits that name the table's state exactly."""
        return digest_of(self.table)

    # -- judging ----------------------------------------------------------

    def _judge_answered(self, entry: Answered, pending: Pending) -> Refusal | None:
        prompt: Prompt | None = pending.prompt
        seat = entry.seat
        if isinstance(prompt, Several):
            prompt = prompt.part(seat)
            if prompt is None:
                return Refusal(say("You are not asked now."))
            if seat in pending.answered:
                return Refusal(say("You have answered already. The others are still asked."))
        assert prompt is not None
        if prompt.secret and prompt.to is not None and prompt.to != seat:
            return Refusal(PRIVATE, prompt.rules)
        if seat is not None:
            if prompt.to is not None and prompt.to != seat:
                return Refusal(say("This is for another player to answer."), prompt.rules)
            if isinstance(prompt, Choose):
                for option in prompt.options:
                    if option.id == entry.value and option.seat not in (None, seat):
                        return Refusal(say("That is for another player to choose."), prompt.rules)
        return prompt.accept(entry.value)

    def _judge_took(self, entry: Took) -> Refusal | None:
        if self.pending is None:
            return Refusal(FINISHED)
        for interlude in self.interludes:
            if interlude.id == entry.id:
                if entry.seat is None or interlude.seat in (None, entry.seat):
                    return interlude.refusal
                return Refusal(say("That is for another player to do."), interlude.rules)
        return Refusal(say("That cannot be done now."))

    def _judge_adjusted(self, entry: Adjusted) -> Refusal | None:
        for figure in self.game.adjustables(self.table, entry.seat):
            if figure.path != entry.path or figure.seat not in (None, entry.seat):
                continue
            if entry.was is not None and entry.was != figure.value:
                return Refusal(say("{name} is {value} by now.", name=figure.name, value=str(figure.value)))
            if figure.options:
                if any(entry.value == id for id, _ in figure.options):
                    return None
                return Refusal(say("{name} cannot be {value}.", name=figure.name, value=str(entry.value)))
            if isinstance(entry.value, int) and figure.low <= entry.value <= figure.high:
                return None
            return Refusal(
                say("{name} goes from {low} to {high}.", name=figure.name, low=figure.low, high=figure.high)
            )
        return Refusal(say("There is no figure called {path}.", path=entry.path))

    # -- going on ---------------------------------------------------------

    def _begin(self) -> None:
        self._stack = [_Frame(self.game.play(self.table))]
        self._parts = {}
        self._notices = []
        self.outcome = None
        self.pending = None
        self._run(None)

    def _rewind(self, moves: int) -> None:
        """Go back to where `moves` moves stood: from the nearest snapshot, by playing on."""
        while self._snapshots[-1].moves > moves:
            self._snapshots.pop()
        snapshot = self._snapshots[-1]
        again = [step.entry for step in self.steps[snapshot.moves : moves]]
        del self.steps[snapshot.moves :]
        self.table = self._decode(snapshot.table)
        self._begin()
        self._rewinding = True
        for move in again:
            self._do(move)
        self._rewinding = False

    def _do(self, move: Move) -> None:
        self._notices = []
        prompt = self.pending.prompt if self.pending is not None else None
        if isinstance(move, Answered):
            if isinstance(prompt, Several):
                only = self._reader(move, prompt)
                self._do_part(move)
            else:
                only = prompt.to if prompt is not None and prompt.secret else None
                self._run(move.value)
        else:
            only = self._reader(move, prompt)
            if isinstance(move, Adjusted):
                rule = self.game.adjust(self.table, move.path, move.value)
            else:
                rule = self.game.interlude(self.table, move.id)
            self._parts = {}
            self._stack.append(_Frame(rule))
            self._run(None)
        self.steps.append(Step(move, prompt, tuple(self._notices), only))

    def _reader(self, move: Move, prompt: Prompt | None) -> int | None:
        """Whom alone the content of a move concerns."""
        if isinstance(move, Answered):
            asked = prompt.part(move.seat) if isinstance(prompt, Several) else prompt
            return asked.to if asked is not None and asked.secret else None
        if isinstance(move, Adjusted):
            figures = self.game.adjustables(self.table, move.seat)
            return next((figure.seat for figure in figures if figure.path == move.path), None)
        return None

    def _do_part(self, move: Answered) -> None:
        pending = self.pending
        assert pending is not None
        assert isinstance(pending.prompt, Several)
        self._parts[move.seat] = move.value
        if len(self._parts) < len(pending.prompt.parts):
            self.pending = Pending(pending.number, pending.prompt, tuple(self._parts))
            return
        values, self._parts = self._parts, {}
        self._run(values)

    def _run(self, value: Any) -> None:
        """Send `value` to the topmost rule and go on until something is asked or the game is over."""
        stack = self._stack
        while True:
            frame = stack[-1]
            send = frame.rule.send
            try:
                said = send(value)
                while True:
                    kind = type(said)
                    if kind is Notice:
                        self._notices.append(said)  # type: ignore[arg-type]
                    elif kind is Checkpoint:
                        self._keep()
                    else:
                        break
                    said = send(None)
                frame.asked = said  # type: ignore[assignment]
            except StopIteration as stop:
                stack.pop()
                if not stack:
                    self._end(stop.value)
                    return
                frame = stack[-1]
            except Ended as ended:
                self._end(ended.outcome)
                return
            asked = frame.asked
            prompt = asked if isinstance(asked, Prompt) else asked() if asked is not None else None
            if prompt is not None:
                self.pending = Pending(self._first + len(self.entries), prompt)
                return
            value = None

    def _keep(self) -> None:
        # During a move the move itself is not among the steps yet; in _begin it is a copy of what is kept.
        if len(self._stack) == 1 and self.pending is not None:
            # Made while rewinding, it lies behind entries that were played before it; with moves left to do
            # again, a later redo needs what lies before it. Both are good for undo only.
            behind = self._rewinding or self._undone
            entries = -1 if behind else self._first + len(self.entries)
            self._snapshots.append(Snapshot(len(self.steps) + 1, entries, _encode(self.table)))

    def _end(self, outcome: Outcome | None) -> None:
        # A correction made after the end runs alone: what was decided stays decided.
        self._stack.clear()
        self.outcome = outcome if outcome is not None else self.outcome
        self.pending = None

    def _decode(self, table: bytes) -> TableT:
        return msgspec.msgpack.decode(table, type=self.game.table_type)


def digest_of(table: Struct) -> str:
    """16 hex digits that name the state of `table`: the same in every process, whatever order sets have."""
    plain = msgspec.to_builtins(table, str_keys=True, order="deterministic")
    return hashlib.blake2b(msgspec.msgpack.encode(plain), digest_size=8).hexdigest()


def _encode(table: Struct) -> bytes:
    return msgspec.msgpack.encode(table)


def restore(
    game: Game[TableT], opening: Opening, entries: Sequence[Entry], at: Snapshot | None = None
) -> tuple[Session[TableT], Refusal | None]:
    """Play `entries` again. Gives the session as far as it came, and the refusal where an entry did not fit
    (the rules have changed since); then `len(session.entries)` entries are good."""
    session = Session(game, opening, at)
    for entry in entries:
        refusal = session.enter(entry)
        if refusal is not None:
            return session, refusal
    return session, None
