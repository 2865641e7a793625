"""The box as its users meet it: the lobby first, then a game, then another; one `Live` all the time.

Must not know devices, screens or the network.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.engine.game import Game, Opening
from companion.engine.live import Changed, Done, Listener, Taken
from companion.engine.prompts import NOTHING, Refusal
from companion.engine.rule import Notice
from companion.engine.session import STALE, Entry, Session, Took
from companion.engine.text import Text, say
from companion.engine.view import Interlude
from companion.journal.faults import JournalFault
from companion.journal.resume import opening_of, resume

from .lobby import Choice, KeptGame, Lobby, Sequel, Waiting
from .sitting import Sitting, Terms, begin, carry_on

if TYPE_CHECKING:
    from companion.journal.store import Journal, Summary

    from .keeper import Keeper

ANOTHER = Interlude("box:another", say("Another game"))
NEXT = Interlude("box:next", say("What comes next"))
"""Out of the open game: to the list of games; on in its series, once it is over."""
Learn = Callable[[Game[Any], Mapping[str, Any]], object]


class Box:
    """A `Live` that begins with the lobby. `games` are those that can be played; `shelf` gives the cards a
    game begins with; `learn` is told what people read off a card."""

    def __init__(
        self,
        keeper: Keeper,
        games: Mapping[str, Game[Any]],
        shelf: Callable[[Game[Any]], Mapping[str, Any]],
        terms: Terms,
        learn: Learn,
    ) -> None:
        self._keeper, self._games, self._shelf = keeper, games, shelf
        self._terms, self._learn = terms, learn
        self._seq = 0
        self._listeners: list[Listener] = []
        self._live: Waiting | Sitting = Waiting(Lobby((), {}, shelf), self._chosen)
        self._end = self._live.subscribe(self._forward)
        self._leaving = False

    def start(self, *notices: Text) -> None:
        """Open the lobby, after saying what people must know."""
        self._to_lobby(*notices)

    # -- the door ---------------------------------------------------------

    @property
    def session(self) -> Session[Any]:
        return self._live.session

    @property
    def seq(self) -> int:
        return self._seq

    @property
    def trouble(self) -> Text | None:
        return self._live.trouble

    @property
    def blocked(self) -> bool:
        return self._live.blocked

    @property
    def extras(self) -> Sequence[Interlude]:
        if not isinstance(self._live, Sitting):
            return ()
        session = self._live.session
        over = session.pending is None and session.opening.options.get("series")
        return (NEXT, ANOTHER) if over else (ANOTHER,)

    @property
    def sitting(self) -> Sitting | None:
        """The game that is open."""
        return self._live if isinstance(self._live, Sitting) else None

    def submit(self, entry: Entry, done: Done | None = None) -> None:
        if isinstance(entry, Took) and any(entry.id == way.id for way in self.extras):
            self._leave(entry, done)
        else:
            self._live.submit(entry, done)

    def roll(self, number: int, seat: int | None = None, done: Done | None = None) -> None:
        self._live.roll(number, seat, done)

    def play_unsaved(self) -> None:
        self._live.play_unsaved()

    def preview(self, count: int = 1) -> tuple[Text, ...]:
        return self._live.preview(count)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        self._listeners.append(listener)

        def end() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return end

    def close(self, done: Callable[[], object]) -> None:
        """Finish what is being written and close the journal, then say so."""
        if isinstance(self._live, Sitting):
            self._live.close(lambda: self._keeper.close(done))
        else:
            self._keeper.close(done)

    # -- from one to the next ---------------------------------------------

    def _to_lobby(self, *notices: Text, at_once: bool = True) -> None:
        def kept(journal: Journal) -> list[KeptGame]:
            games = [game for game in journal.games() if game.game in self._games]
            open_games = [
                KeptGame(game.id, game.game, game.name, game.headline)
                for game in games
                if not game.over and game.lines
            ]
            return [*_series(journal, games), *open_games]

        def open_lobby(found: list[KeptGame] | JournalFault) -> None:
            lost = (found.text,) if isinstance(found, JournalFault) else ()
            offered = () if isinstance(found, JournalFault) else found
            waiting = Waiting(Lobby(offered, self._games, self._shelf, at_once), self._chosen)
            self._swap(waiting, *notices, *lost)
            waiting.settle()

        self._keeper.ask(kept, open_lobby)

    def _chosen(self, choice: Choice) -> None:
        if choice.carry_on:
            carry_on(self._keeper, choice.carry_on, self._games.__getitem__, self._terms, self._begun)
            return
        if choice.after:
            self._to_sequel(choice.after)
            return
        if choice.back:
            self._to_lobby()
            return
        if choice.game not in self._games:
            return
        game = self._games[choice.game]
        try:
            opening = Opening(game.id, choice.options, self._shelf(game))
            begin(self._keeper, game, opening, self._terms, self._begun)
        except ValueError as error:
            # Asked, not begun again at once: it would fail for ever.
            self._to_lobby(say("That game cannot begin: {why}.", why=str(error)), at_once=False)

    def _to_sequel(self, id: int) -> None:
        """Bring back where a game ended and ask how its series goes on."""

        def ended(journal: Journal) -> tuple[KeptGame, Any]:
            record = journal.read(id)
            opened = opening_of(record)
            over = KeptGame(id, opened.opening.game, opened.name, NOTHING, True)
            resumed = resume(self._games[over.game], record, lambda seq: journal.snapshot(id, seq))
            return over, resumed.session.table

        def ask(found: tuple[KeptGame, Any] | JournalFault) -> None:
            if isinstance(found, JournalFault):
                self._to_lobby(found.text)
                return
            waiting = Waiting(Sequel(*found, self._games, self._shelf), self._chosen)
            self._swap(waiting)
            waiting.settle()

        self._keeper.ask(ended, ask)

    def _begun(self, result: Sitting | JournalFault) -> None:
        if isinstance(result, JournalFault):
            self._to_lobby(result.text)
        else:
            self._swap(result, *([result.notice] if result.notice is not None else ()))

    def _leave(self, entry: Took, done: Done | None) -> None:
        sitting = self._live
        assert isinstance(sitting, Sitting)
        if self._leaving or entry.number != sitting.session.number:
            if done is not None:
                done(Taken(Refusal(STALE)))
            return
        self._leaving = True

        def left() -> None:
            self._leaving = False
            if done is not None:
                done(Taken())
            if entry.id == NEXT.id:
                self._to_sequel(sitting.id)
            else:
                self._to_lobby()

        sitting.close(left)

    def _swap(self, live: Waiting | Sitting, *notices: Text) -> None:
        self._end()
        self._live = live
        self._end = live.subscribe(self._forward)
        self._tell(None, tuple(Notice("box", text) for text in notices))

    def _forward(self, changed: Changed) -> None:
        for notice in changed.notices:
            if notice.kind in ("learned", "misprint"):
                self._learn(self.session.game, notice.data)
        self._tell(changed.entry, changed.notices)

    def _tell(self, entry: Entry | None, notices: tuple[Notice, ...]) -> None:
        self._seq += 1
        changed = Changed(self._seq, entry, notices)
        for listener in tuple(self._listeners):
            try:
                listener(changed)
            except Exception as error:  # A screen that fails must stop neither the others nor the game.
                if self._terms.on_bug is None:
                    raise
                self._terms.on_bug(error)


def _series(journal: Journal, games: Sequence[Summary]) -> list[KeptGame]:
    """The last game that is over, if it belongs to a series and nothing has followed it yet."""
    followed = set()
    for game in games:
        options = opening_of(journal.read(game.id, upto=0)).opening.options
        followed.add(options.get("after"))
        if game.over:
            goes_on = options.get("series") and game.id not in followed
            return [KeptGame(game.id, game.game, game.name, game.headline, True)] if goes_on else []
    return []
