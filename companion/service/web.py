"""The table on phones: what the web is given of the companion, and its start and end.

Imports the web's libraries when it is started, not before: the first picture on the OLED does not wait for
them. Must not know pages.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.engine.live import Live
from companion.engine.text import Text
from companion.journal.faults import JournalFault
from companion.panel.seen import PanelSettings, Reason
from companion.web.host import KeptGame, WebSettings

if TYPE_CHECKING:
    from companion.hal.ports import Clock
    from companion.journal.store import Journal
    from companion.web.app import Site
    from companion.web.server import Server

    from .companion import Companion


class Desk:
    """The companion as the web sees it (its `Host`)."""

    def __init__(self, companion: Companion) -> None:
        self._companion = companion

    @property
    def live(self) -> Live:
        return self._companion.box

    @property
    def settings(self) -> PanelSettings:
        return self._companion.front.panel.settings

    def change(self, settings: PanelSettings) -> None:
        self._companion.front.panel.change(settings)

    def tell(self, text: Text) -> None:
        self._companion.front.panel.tell(text, sign="news")

    def reason(self, rule: str) -> Reason | None:
        return self._companion.reason(rule)

    @property
    def lost(self) -> Mapping[str, Text]:
        return self._companion.front.panel.lost

    def games(self, done: Callable[[Sequence[KeptGame] | Text], object]) -> None:
        known = self._companion.games

        def kept(journal: Journal) -> list[KeptGame]:
            return [
                KeptGame(
                    game.id,
                    known[game.game].name if game.game in known else Text(game.game),
                    game.lines,
                    game.over,
                    game.headline,
                    game.last,
                )
                for game in journal.games()
            ]

        def told(found: list[KeptGame] | JournalFault) -> None:
            done(found.text if isinstance(found, JournalFault) else found)

        self._companion.keeper.ask(kept, told)


class Web:
    """The web of one companion, listening."""

    def __init__(self, site: Site, server: Server) -> None:
        self.site, self.server = site, server

    def close(self) -> None:
        """Send the pages away and stop listening."""
        self.site.hub.close()
        self.server.close()


def build(companion: Companion, settings: WebSettings, folder: Path | None, clock: Clock) -> Site:
    """The site of a companion."""
    from companion.web import table
    from companion.web.app import Site
    from companion.web.guard import own_names
    from companion.web.pairing import Pairing

    desk = Desk(companion)
    file = None if folder is None else folder / "phones.json"
    pairing = Pairing(clock.now, time.time, file, desk.tell)
    return Site(desk, pairing, table.WAYS, own_names(settings.names), clock.now)


def start(companion: Companion, settings: WebSettings, folder: Path | None, clock: Clock) -> Web | Text:
    """Put the table on the network, or say why it cannot be."""
    from companion.web.server import Server

    site = build(companion, settings, folder, clock)
    server = Server(site.app)
    refused = server.start(settings.address, settings.port)
    if refused is not None:
        site.hub.close()
        return refused
    return Web(site, server)
