"""Helpers to play any game in tests: a session to talk to, random and sensible players, replay."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from companion.engine.game import Game, Opening
from companion.engine.prompts import Choose, Count, Prompt, Refusal, Roll, Several, Shuffle, Tell, Write
from companion.engine.session import Entry, Session, Snapshot, restore


class Play:
    """A session and short words to use it. `go` answers and insists; `refused` wants a refusal."""

    def __init__(self, game: Game[Any], opening: Opening, table: Any = None) -> None:
        at = None if table is None else Snapshot(0, 0, msgspec.msgpack.encode(table))
        self.session: Session[Any] = Session(game, opening, at)
        self.told: list[str] = [str(notice.text) for notice in self.session.notices]
        self.kinds: list[str] = [notice.kind for notice in self.session.notices]

    @property
    def table(self) -> Any:
        return self.session.table

    @property
    def prompt(self) -> Prompt:
        assert self.session.pending is not None, "the game is over"
        return self.session.pending.prompt

    @property
    def title(self) -> str:
        return str(self.prompt.title)

    @property
    def ids(self) -> list[str]:
        """The options that are open."""
        assert isinstance(self.prompt, Choose), self.prompt
        return [option.id for option in self.prompt.options if option.refusal is None]

    @property
    def over(self) -> bool:
        return self.session.pending is None

    def go(self, *values: Any, seat: int | None = None) -> Play:
        """Answer one prompt after the other."""
        for value in values:
            refusal = self.session.answer(value, seat)
            assert refusal is None, f"{self.title}: {value}: {refusal and refusal.text}"
            self._listen()
        return self

    def take(self, id: str, seat: int | None = None) -> Play:
        """Begin an interlude."""
        refusal = self.session.take(id, seat)
        assert refusal is None, f"{id}: {refusal and refusal.text}"
        self._listen()
        return self

    def set(self, path: str, value: Any, seat: int | None = None) -> Play:
        """Correct a figure."""
        refusal = self.session.adjust(path, value, seat=seat)
        assert refusal is None, f"{path}: {refusal and refusal.text}"
        self._listen()
        return self

    def refused(self, value: Any, seat: int | None = None) -> Refusal:
        """Answer something that must not count, and see that nothing has changed."""
        before = self.session.digest(), list(self.session.entries)
        refusal = self.session.answer(value, seat)
        assert refusal is not None, f"{self.title}: {value} was taken"
        assert (self.session.digest(), self.session.entries) == before
        return refusal

    def _listen(self) -> None:
        self.told += [str(notice.text) for notice in self.session.notices]
        self.kinds += [notice.kind for notice in self.session.notices]


def any_answer(chance: random.Random, prompt: Prompt) -> Any:
    """An answer that counts, by chance."""
    if isinstance(prompt, Roll):
        return chance.choice(prompt.die.faces)
    if isinstance(prompt, Choose):
        return chance.choice([option.id for option in prompt.options if option.refusal is None])
    if isinstance(prompt, Count):
        return chance.randrange(prompt.low, prompt.high + 1, prompt.step)
    if isinstance(prompt, Shuffle):
        return chance.sample(range(prompt.count), prompt.count)
    if isinstance(prompt, Write):
        return prompt.default or "Words"
    assert isinstance(prompt, Tell), prompt
    return "ok"


def random_game(
    game: Game[Any],
    opening: Opening,
    seed: int,
    law: Callable[[Any], None] = lambda table: None,
    sensible: bool = False,
    limit: int = 20_000,
    meddle: float = 0.0,
    endless: bool = False,
) -> Session[Any]:
    """Play to the end; `law` is called on every state. With `meddle` undo, redo and corrections come between.

    Every step asks somebody something that can be answered: a dead end fails here. A game that is `endless`
    by its rules is left at the limit.
    """
    chance = random.Random(seed)
    session: Session[Any] = Session(game, opening)
    law(session.table)
    while session.pending is not None:
        if len(session.entries) >= limit:
            assert endless, "no end in sight"
            return session
        if chance.random() < meddle:
            _meddle(chance, session)
            law(session.table)
            continue
        begin = getattr(game, "begin", None) if sensible else None
        begun = None if begin is None else begin(session.table, session.pending.prompt, session.interludes)
        if begun is not None:
            assert session.take(begun.id, begun.seat) is None
            law(session.table)
            continue
        seat, prompt = None, session.pending.prompt
        if isinstance(prompt, Several):
            prompt = next(part for part in prompt.parts if part.to not in session.pending.answered)
        if prompt.secret or isinstance(session.pending.prompt, Several):
            seat = prompt.to
        value = game.suggest(session.table, prompt) if sensible else None
        refusal = session.answer(any_answer(chance, prompt) if value is None else value, seat)
        assert refusal is None, (prompt, value, refusal)
        law(session.table)
    return session


def _meddle(chance: random.Random, session: Session[Any]) -> None:
    """An undo, a redo, an interlude or nothing: none may break the game."""
    kind = chance.randrange(4)
    if kind == 0 and session.steps:
        session.undo(chance.randint(1, min(4, len(session.steps))))
    elif kind == 1 and session.redoable:
        session.redo()
    elif kind == 2:
        _note(chance, session)
    elif session.interludes:
        interlude = chance.choice(list(session.interludes))
        session.take(interlude.id, interlude.seat)


def _note(chance: random.Random, session: Session[Any]) -> None:
    """Somebody sets private figures of their own, a few at a time."""
    people = session.game.view(session.table).people
    seat = chance.choice(people).seat if people else 0
    for _ in range(6):
        private = [figure for figure in session.adjustables(seat) if figure.seat == seat and figure.options]
        if not private or session.pending is None:
            return
        figure = chance.choice(private)
        assert session.adjust(figure.path, chance.choice(figure.options)[0], seat=seat) is None


def undo_and_redo_are_exact(game: Game[Any], opening: Opening, moves: Sequence[Entry]) -> None:
    """Every undo gives the very state before, every redo the one after, and replay leads to the same."""
    session: Session[Any] = Session(game, opening)
    digests = [session.digest()]
    for move in moves:
        assert session.enter(move) is None, move
        digests.append(session.digest())
    for stand in range(len(moves) - 1, -1, -1):
        assert session.undo() is None
        assert session.digest() == digests[stand]
    for stand in range(1, len(moves) + 1):
        assert session.redo() is None
        assert session.digest() == digests[stand]
    again, refusal = restore(game, opening, session.entries)
    assert refusal is None
    assert again.digest() == session.digest()
