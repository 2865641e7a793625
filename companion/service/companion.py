"""The whole product at one table, put together: journal, game, panel, devices; started and ended in order.

The same on the real loop and on the virtual clock, with real devices and with mocks. Must not know the
command line.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from companion import games as all_games
from companion.engine.game import Game
from companion.engine.text import Text, say
from companion.games.rulebook import rulebook
from companion.journal import places
from companion.journal.faults import Held, JournalFault
from companion.journal.store import Journal
from companion.panel.seen import PanelSettings, Reason

from .box import Box, Learn
from .front import Front
from .keeper import Keeper
from .playing import Playing
from .settings import Settings
from .sitting import Terms

if TYPE_CHECKING:
    from companion.hal.devices import Devices
    from companion.hal.ports import Clock
    from companion.library.store import Library
    from companion.library.tokens import Tokens
    from companion.web.host import Upstairs

    from .lesson import TokenLesson


PANEL = "panel.json"
"""The file of what was set at the box itself."""
PLAYING = "playing.json"
"""The file of which game lies open."""


class Extras(msgspec.Struct, frozen=True, kw_only=True):
    """What a companion is given besides clock and devices; the defaults are those of a test table.

    `games` by id; `shelf` gives a game's cards, `learn` keeps a figure read off one; `meaning` says what a
    tag stands for; `dice` is the box's own random source; `on_bug` hears of faults in rules; `switch_off`
    is called when people switch the box off and all is closed. `library` are a game's cards to look at and to
    type, `tokens` those that were learned; `upstairs` what stands above the service.
    """

    games: Mapping[str, Game[Any]]
    shelf: Callable[[Game[Any]], Mapping[str, Any]] = lambda game: {}
    learn: Learn = lambda game, figure: None
    meaning: Callable[[str], str | None] = lambda tag: None
    dice: random.Random = random.SystemRandom()
    on_bug: Callable[[BaseException], object] | None = None
    switch_off: Callable[[], object] = lambda: None
    library: Callable[[Game[Any]], Library | None] = lambda game: None
    tokens: Callable[[], Tokens | None] = lambda: None
    upstairs: Upstairs | None = None


class Companion:
    """One table. `folder` None keeps nothing on disk. Raises Held if another process has the saved games."""

    def __init__(
        self, clock: Clock, devices: Devices, folder: Path | None, settings: Settings, extras: Extras
    ) -> None:
        self._extras = extras
        self._file = None if folder is None else folder / PANEL
        journal, self._notices = open_journal(folder)
        terms = Terms(extras.dice, extras.on_bug)
        self.games, self.library, self.tokens = extras.games, extras.library, extras.tokens
        self.shelf, self.upstairs = extras.shelf, extras.upstairs
        self.keeper = Keeper(clock, journal)
        # Games that lie in memory only have other numbers.
        playing = Playing(None if folder is None or journal.path is None else folder / PLAYING)
        self.box = Box(self.keeper, extras.games, extras.shelf, terms, extras.learn, playing)
        self.front = Front(
            clock,
            devices,
            self.box,
            panel_settings(settings.panel, folder),
            extras.meaning,
            self.reason,
            self._keep,
            partial(self.close, extras.switch_off),
        )
        self.front.panel.teach = self._lesson
        self.front.panel.teaches = bool(devices.readers)

    def _lesson(self) -> TokenLesson | None:
        """A lesson for the tokens of the open game."""
        from .lesson import TokenLesson

        tokens, game = self.tokens(), self.box.session.game
        return None if tokens is None else TokenLesson(tokens, game, self.library(game))

    def start(self) -> None:
        """Show the first question, then listen to the devices."""
        self.box.start(*self._notices)
        self.front.start()

    def close(self, done: Callable[[], object] = lambda: None) -> None:
        """Finish what is being written, close everything, then say so."""

        def closed() -> None:
            self.front.close()
            done()

        self.box.close(closed)

    def reason(self, rule: str) -> Reason | None:
        """What a rule id of the open game stands for."""
        row = rulebook(self.box.session.game.rulebook).get(rule)
        return Reason(row.id, row.where, Text(row.sentence)) if row is not None else None

    def _keep(self, settings: PanelSettings) -> None:
        if self._file is not None:
            fresh = self._file.with_suffix(".new")
            with suppress(OSError):  # A full card: it is in force until the end.
                fresh.write_bytes(msgspec.json.encode(settings))
                fresh.replace(self._file)


def panel_settings(base: PanelSettings, folder: Path | None) -> PanelSettings:
    """The settings with what was set at the box of `folder` on top; a faulty file counts as missing."""
    if folder is not None:
        with suppress(OSError, ValueError):
            changed = json.loads((folder / PANEL).read_bytes())
            return msgspec.convert({**msgspec.to_builtins(base), **changed}, PanelSettings)
    return base


def open_journal(folder: Path | None) -> tuple[Journal, list[Text]]:
    """The saved games, and what people must know. Where nothing can be written the games are read as far as
    they can be and go on in memory. Raises Held."""
    if folder is None:
        return Journal(None), []
    path = places.journal(folder)
    try:
        journal = Journal(path)
        return journal, [] if journal.notice is None else [journal.notice]
    except Held:
        raise
    except JournalFault as fault:
        said = [say("{why} What is played now is lost when the box is switched off.", why=fault.text)]
    memory = Journal(None)
    with suppress(JournalFault), Journal(path, write=False) as kept:
        for game in sorted(kept.games(), key=lambda game: game.id):
            memory.take_in(kept.read(game.id).rows, kept.derived(game.id))
    return memory, said


def playable(wanted: tuple[str, ...] = ()) -> Mapping[str, Game[Any]]:
    """The games to offer, all or those `wanted`."""
    return _Playable(wanted)


class _Playable(Mapping[str, Game[Any]]):
    """Each game is imported when it is looked at, not before."""

    def __init__(self, wanted: tuple[str, ...]) -> None:
        self._wanted = wanted

    def __getitem__(self, id: str) -> Game[Any]:
        if self._wanted and id not in self._wanted:
            raise KeyError(id)
        try:
            return all_games.find(id)
        except all_games.UnknownGame:
            raise KeyError(id) from None

    def __contains__(self, id: object) -> bool:
        return id in self._wanted if self._wanted else id in all_games.shipped() or super().__contains__(id)

    def __iter__(self) -> Iterator[str]:
        found = all_games.registry()
        return iter([id for id in self._wanted if id in found] if self._wanted else found)

    def __len__(self) -> int:
        return len(list(iter(self)))
