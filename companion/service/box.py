"""The box as its users meet it: the lobby first, then a game, then another; one `Live` all the time.

Must not know devices, screens or the network.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
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

from .lobby import Choice, KeptGame, Lobby, Sequel, Starting, Waiting
from .playing import Playing
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
    game begins with; `learn` is told what people read off a card. `playing` keeps which game is open."""

    def __init__(
        self,
        keeper: Keeper,
        games: Mapping[str, Game[Any]],
        shelf: Callable[[Game[Any]], Mapping[str, Any]],
        terms: Terms,
        learn: Learn,
        playing: Playing | None = None,
    ) -> None:
        self._playing = playing if playing is not None else Playing(None)
        self._keeper, self._games, self._shelf = keeper, games, shelf
        self._terms, self._learn = terms, learn
        self._seq = 0
        self._listeners: list[Listener] = []
        self._live: Waiting | Sitting = Waiting(Starting(), self._chosen)
        self._end = self._live.subscribe(self._forward)
        self._leaving = False
        self._back_to = 0
        """The game that was gone back to by itself, until its first answer."""

    def start(self, *notices: Text) -> None:
        """Say what people must know. Go back to the game that a crash or a power cut broke off; else to the
        lobby."""

        def broken_off(journal: Journal) -> int:
            id = self._playing.cut_short()
            running = (game for game in journal.games() if game.id == id and not game.over)
            return id if id and any(game.game in self._games for game in running) else 0

        def go_on(id: int | JournalFault) -> None:
            if isinstance(id, JournalFault) or not id:
                self._to_lobby(*notices)
            else:
                self._back_to = id
                begun = partial(self._begun, notices=notices)
                carry_on(self._keeper, id, self._games.__getitem__, self._terms, begun)

        self._keeper.ask(broken_off, go_on)

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
        """Finish what is being written, keep that it ended in good order, close all, then say so."""

        def closed() -> None:
            self._keeper.ask(lambda _: self._playing.ended(), lambda _: self._keeper.close(done))

        if isinstance(self._live, Sitting):
            self._live.close(closed)
        else:
            closed()

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

    def _begun(self, result: Sitting | JournalFault, notices: tuple[Text, ...] = ()) -> None:
        if isinstance(result, JournalFault):
            # Asked, not tried again at once: on a full card it would fail for ever.
            self._to_lobby(*notices, result.text, at_once=False)
            return
        if result.id != self._back_to:
            self._mark(result)
        self._swap(result, *notices, *([result.notice] if result.notice is not None else ()))

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
            self._back_to = 0
            self._keeper.ask(lambda _: self._playing.ended(), lambda _: None)
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

    def _mark(self, sitting: Sitting) -> None:
        """Keep that this game is open, and is well."""
        self._back_to = 0
        self._keeper.ask(lambda _: self._playing.opened(sitting.id), lambda _: None)

    def _forward(self, changed: Changed) -> None:
        if changed.entry is not None and self._back_to and self.sitting is not None:
            self._mark(self.sitting)
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
