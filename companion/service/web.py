"""The table on phones: what the web is given of the companion, and its start and end.

Imports the web's libraries when it is started, not before: the first picture on the OLED does not wait for
them. Must not know pages.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from companion.engine.live import Live
from companion.engine.text import Text, say
from companion.journal.faults import JournalFault
from companion.panel.seen import Invitation, PanelSettings, Reason
from companion.web.host import Twin, Upstairs, WebSettings

if TYPE_CHECKING:
    from companion.engine.game import Game
    from companion.hal.ports import Clock
    from companion.journal.store import Journal
    from companion.library.store import Library
    from companion.web.app import Site
    from companion.web.box import BoxPage
    from companion.web.invite import Announcement

    from .companion import Companion

T = TypeVar("T")


class Desk:
    """The companion as the web sees it (its `Host`)."""

    def __init__(self, companion: Companion) -> None:
        self._companion = companion
        self.address = ""

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

    def on_devices(self, heard: Callable[[], object]) -> None:
        self._companion.front.on_devices = heard

    @property
    def known(self) -> Mapping[str, Game[Any]]:
        return self._companion.games

    def ask(self, job: Callable[[Journal], T], done: Callable[[T | JournalFault], object]) -> None:
        self._companion.keeper.ask(job, done)

    @property
    def playing(self) -> int | None:
        sitting = self._companion.box.sitting
        return None if sitting is None else sitting.id

    def sheet(self, done: Callable[[list[str] | JournalFault], object]) -> None:
        sitting = self._companion.box.sitting
        assert sitting is not None
        sitting.sheet(done)

    @property
    def upstairs(self) -> Upstairs | None:
        return self._companion.upstairs

    def shelf(self, game: Game[Any]) -> Mapping[str, Any]:
        return self._companion.shelf(game)

    def library(self, game: str) -> Library | None:
        found = self._companion.games.get(game)
        return None if found is None else self._companion.library(found)

    @property
    def tokens(self) -> Sequence[tuple[str, str]]:
        tokens = self._companion.tokens()
        return [] if tokens is None else [(token.name or tag, token.means) for tag, token in tokens]


class Web:
    """The web of one companion, listening. `folder` keeps its phones; `twin` is the simulated box, if this is
    one."""

    def __init__(
        self,
        companion: Companion,
        settings: WebSettings,
        folder: Path | None,
        clock: Clock,
        twin: Twin | None = None,
    ) -> None:
        from companion.web.server import Server

        self.desk = Desk(companion)
        self.site = build(self.desk, settings, folder, clock)
        self.server = Server(self.site.app)
        self._panel = companion.front.panel
        self._settings = settings
        self._announcement: Announcement | None = None
        self._code: tuple[str, tuple[tuple[bool, ...], ...]] = ("", ())
        self.box: BoxPage | None = None
        if twin is not None:
            from companion.web.app import Place, Who
            from companion.web.box import BoxPage

            self.box = BoxPage(twin, self.site, clock)
            self.site.add(self.box.ways, [Place("box", "/box", say("The box"), Who.KEEPS)])

    def start(self) -> Text | None:
        """Listen; why not, if that cannot be."""
        refused = self.server.start(self._settings.address, self._settings.port)
        if refused is not None:
            self.site.hub.close()
            return refused
        self.desk.address = self.invitation().address
        self._panel.invite = self.invitation
        self.site.pairing.heard.append(self._panel.redraw)
        if self._settings.mdns and not self.alone:
            from companion.web.invite import Announcement

            self._announcement = Announcement(self.address, self.server.port)
        return None

    @property
    def alone(self) -> bool:
        """Whether only this machine can reach it."""
        return self._settings.address in ("127.0.0.1", "::1", "localhost")

    @property
    def address(self) -> str:
        """This machine's address as others see it."""
        from companion.web.server import own_address

        return "127.0.0.1" if self.alone else own_address()

    def invitation(self) -> Invitation:
        """What the box shows to those who want to join."""
        from companion.web.invite import address_of, code_of

        address = address_of(self.address, self.server.port)
        if address != self._code[0]:
            self._code = address, code_of(address)
        shown = address.removeprefix("http://").rstrip("/")
        return Invitation(self._code[1], shown, self.site.pairing.pin, self.site.hub.following)

    async def close(self) -> None:
        """Send the pages away and stop listening."""
        self._panel.invite = lambda: None
        self.site.hub.close()
        if self.box is not None:
            self.box.hub.close()
        if self._announcement is not None:
            await self._announcement.close()
        ended = self.server.close()
        if ended is not None:
            await ended


def load() -> None:
    """Import all that serving takes, which lasts seconds on a small Pi: in a thread of its own, so that the
    loop goes on meanwhile. Raises ModuleNotFoundError."""
    import segno  # noqa: F401
    import zeroconf.asyncio  # noqa: F401

    from companion.web import campaigns, cards, invite, keep, openapi, server, set_up, table  # noqa: F401


def build(desk: Desk, settings: WebSettings, folder: Path | None, clock: Clock) -> Site:
    """The site of a companion."""
    from companion.web import campaigns, cards, keep, openapi, set_up, table
    from companion.web.app import PLACES, Site
    from companion.web.guard import own_names
    from companion.web.pairing import Pairing

    file = None if folder is None else folder / "phones.json"
    pairing = Pairing(clock.now, time.time, file, desk.tell)
    ways = (*table.WAYS, *keep.WAYS, *campaigns.WAYS, *set_up.WAYS, *cards.WAYS, *openapi.WAYS)
    return Site(desk, pairing, ways, own_names(settings.names), clock.now, (*PLACES, *keep.PLACES))
