"""Before the game: carry on or begin anew, which game, what it has to know first. Asked as any rules ask, so
that every screen can show it.

Must not know the journal: what is kept comes in, what was chosen goes out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from companion.engine.game import Game, Opening
from companion.engine.live import Changed, Done, Listener, Taken
from companion.engine.prompts import Choose, Option, Prompt, Refusal, Tell
from companion.engine.rule import Outcome, Rule
from companion.engine.session import Entry, Session, Snapshot
from companion.engine.tell import tell_step
from companion.engine.text import Text, say
from companion.engine.view import Adjustable, Interlude, View

FIRST = 1_000_000_000
"""The number of a lobby's first prompt: far from any game's, so that a late answer to it fits nowhere."""
KEPT = 6
"""How many kept games are offered; `companion games` lists them all."""


class KeptGame(Struct, frozen=True):
    """A game that can be carried on: its number in the journal, which game, where it stands."""

    id: int
    game: str
    name: Text
    headline: Text
    over: bool = False
    """It has ended, and a series may go on after it."""


class Choice(Struct):
    """The table of the lobby: what has been chosen so far. `carry_on` is a number of a kept game, `after` of
    one that is over and whose series goes on; else `game` begins with `options`. `back`: none of it."""

    carry_on: int = 0
    after: int = 0
    back: bool = False
    game: str = ""
    options: dict[str, Any] = {}


class Lobby:
    """The lobby as a game. `games` are those that can be begun, `shelf` gives a game's cards."""

    id = "lobby"
    name = say("Companion")
    table_type = Choice
    rulebook = Path(__file__).with_name("no-rulebook.tsv")

    def __init__(
        self,
        kept: Sequence[KeptGame],
        games: Mapping[str, Game[Any]],
        shelf: Callable[[Game[Any]], Mapping[str, Any]],
        at_once: bool = True,
    ) -> None:
        """`at_once`: a game that is the only one is begun without a question."""
        self._kept, self._games, self._shelf, self._at_once = kept, games, shelf, at_once

    def open(self, opening: Opening) -> Choice:
        return Choice()

    def play(self, table: Choice) -> Rule[Outcome]:
        if self._kept:
            answer = yield self._carry_on()
            if answer != "new":
                over = next(kept.over for kept in self._kept if kept.id == int(answer))
                if over:
                    table.after = int(answer)
                else:
                    table.carry_on = int(answer)
                return Outcome(None, say("Here we go on."))
        table.game = yield from self._which()
        game = self._games[table.game]
        prepare = getattr(game, "prepare", None)
        if prepare is not None:
            table.options = dict((yield from prepare(self._shelf(game))))
        return Outcome(None, say("Have fun!"))

    def _carry_on(self) -> Choose:
        options = []
        for kept in self._kept[:KEPT]:
            where = kept.headline if kept.headline.msg else kept.name
            label = say("What comes next") if kept.over else say("Carry on: {where}", where=where)
            options.append(Option(str(kept.id), label, detail=kept.name))
        return Choose(
            say("Carry on?"),
            say("A game is kept here."),
            options=(*options, Option("new", say("A new game"))),
        )

    def _which(self) -> Rule[str]:
        if len(self._games) == 1 and self._at_once:
            return next(iter(self._games))
        answer: str = yield Choose(
            say("Which game?"),
            options=tuple(Option(id, game.name) for id, game in self._games.items()),
            default=self._kept[0].game if self._kept else "",
        )
        return answer

    def view(self, table: Choice, seat: int | None = None) -> View:
        # Looking at the games imports them all: not needed as long as kept ones are offered.
        some = bool(self._kept) or len(self._games) > 0
        return View(say("Which game do you play?") if some else say("No game is installed."))

    def interludes(self, table: Choice) -> Sequence[Interlude]:
        return ()

    def interlude(self, table: Choice, id: str) -> Rule[None]:
        raise KeyError(id)

    def adjustables(self, table: Choice, seat: int | None = None) -> Sequence[Adjustable]:
        return ()

    def adjust(self, table: Choice, path: str, value: Any) -> Rule[None]:
        raise KeyError(path)

    def suggest(self, table: Choice, prompt: Prompt) -> Any:
        return None


class Starting(Lobby):
    """Until the saved games have been read: nothing can be chosen yet."""

    def __init__(self) -> None:
        super().__init__((), {}, lambda game: {})

    def play(self, table: Choice) -> Rule[Outcome]:
        yield Tell(say("One moment"), say("The saved games are read."))
        return Outcome(None, say("One moment"))

    def view(self, table: Choice, seat: int | None = None) -> View:
        return View(say("The box starts"))


class Sequel(Lobby):
    """The way from a game that is over to the next of its series. `table` is where it ended."""

    def __init__(
        self,
        over: KeptGame,
        table: Any,
        games: Mapping[str, Game[Any]],
        shelf: Callable[[Game[Any]], Mapping[str, Any]],
    ) -> None:
        super().__init__((), games, shelf)
        self._over, self._ended = over, table

    def play(self, table: Choice) -> Rule[Outcome]:
        game = self._games[self._over.game]
        sequel = getattr(game, "sequel", None)
        options = None if sequel is None else (yield from sequel(self._ended, self._shelf(game)))
        if options is None:
            table.back = True
        else:
            table.game = game.id
            table.options = {**options, "after": self._over.id}
        return Outcome(None, say("Here we go on."))


class Waiting:
    """The lobby being gone through, as a `Live`. Nothing of it is kept; `chosen` hears how it ended."""

    trouble: Text | None = None
    blocked = False
    extras: Sequence[Interlude] = ()

    def __init__(self, lobby: Lobby, chosen: Callable[[Choice], object], seq: int = 0) -> None:
        start = Snapshot(0, FIRST, msgspec.msgpack.encode(Choice()))
        self._session: Session[Choice] = Session(lobby, Opening("lobby"), start)
        self._chosen = chosen
        self._seq = seq
        self._settled = False
        self._listeners: list[Listener] = []

    @property
    def session(self) -> Session[Any]:
        return self._session

    @property
    def seq(self) -> int:
        return self._seq

    def submit(self, entry: Entry, done: Done | None = None) -> None:
        refusal = self._session.enter(entry)
        if refusal is None:
            self._seq += 1
            for listener in tuple(self._listeners):
                listener(Changed(self._seq, entry, self._session.notices))
        if done is not None:
            done(Taken(refusal, saved=False))
        if refusal is None:
            self.settle()

    def settle(self) -> None:
        """Say what was chosen, once everything is."""
        if self._session.pending is None and not self._settled:
            self._settled = True
            self._chosen(self._session.table)

    def roll(self, number: int, seat: int | None = None, done: Done | None = None) -> None:
        if done is not None:
            done(Taken(Refusal(say("No die is asked for now.")), saved=False))

    def play_unsaved(self) -> None:
        """Nothing here is kept."""

    def preview(self, count: int = 1) -> tuple[Text, ...]:
        return tuple(tell_step(step) for step in reversed(self._session.steps[-count:]))

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)
