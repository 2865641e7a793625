"""The box itself in the browser: its OLED pixel for pixel, its keys, knob and lamps, a tray of tokens.

Only where the devices are mocks. Must not know how they are made.
"""

from __future__ import annotations

import secrets
from base64 import b64encode
from collections.abc import Mapping

from starlette.responses import RedirectResponse, Response

from companion.hal.ports import Clock, Timer

from .app import Ask, Site, Way, Who
from .host import Twin
from .hub import Audience, Hub
from .look import Reader
from .table import follow, set_cookie

LOOK = 0.05
"""Seconds between two looks at the box while somebody looks at its page."""


class BoxPage:
    """The page of one simulated box. `ticket` opens it once, for the browser that is opened beside it."""

    def __init__(self, twin: Twin, site: Site, clock: Clock) -> None:
        self.ticket = secrets.token_urlsafe(16)
        self._twin, self._site, self._clock = twin, site, clock
        self.hub = Hub(site.host.live, self._draw)
        self._seen: object = None
        self._timer: Timer | None = None

    @property
    def ways(self) -> tuple[Way, ...]:
        """Its routes."""
        return (
            Way(
                "GET",
                "/open",
                Who.ANYONE,
                self._open,
                "The browser that was opened beside the box",
                ("ticket",),
            ),
            Way("GET", "/box", Who.KEEPS, self._page, "The box"),
            Way("GET", "/events/box", Who.KEEPS, self._events, "What changes on it"),
            Way("POST", "/box/key", Who.KEEPS, self._key, "A finger on a button", ("name", "does")),
            Way("POST", "/box/turn", Who.KEEPS, self._turn, "A hand on the knob", ("clicks",)),
            Way("POST", "/box/lay", Who.KEEPS, self._lay, "A token on the reader or off it", ("meaning",)),
            Way("POST", "/box/plug", Who.KEEPS, self._plug, "A plug pulled or put back", ("device",)),
        )

    def _draw(self, audience: Audience) -> Mapping[str, str]:
        twin = self._twin
        context = {
            "pixels": b64encode(twin.pixels()).decode(),
            "size": twin.size,
            "level": twin.level,
            "sentences": twin.sentences(),
            "keys": twin.keys(),
            "tray": twin.tray(),
            "lost": twin.lost(),
        }
        render = self._site.pages.render
        return {
            name: render(f"_{name}.html", audience.language, **context) for name in ("oled", "keys", "tray")
        }

    def _look(self) -> None:
        moment = self._twin.moment()
        if moment != self._seen:
            self._seen = moment
            self.hub.refresh()
        self._timer = self._clock.call_later(LOOK, self._look) if self.hub.following else None

    async def _open(self, site: Site, ask: Ask) -> Response:
        given = ask.request.query_params.get("ticket", "")
        if not self.ticket or not secrets.compare_digest(given.encode(), self.ticket.encode()):
            return RedirectResponse("/", 303)
        self.ticket = ""
        _, token = site.pairing.let_in("keeper")
        response = RedirectResponse("/box", 303)
        set_cookie(ask, response, token)
        return response

    async def _page(self, site: Site, ask: Ask) -> Response:
        self.hub.refresh()
        drawn = self.hub.page(Audience("box", Reader(), ask.language))
        return site.live(ask, "box", drawn, (("oled", "keys"), ("tray",)))

    async def _events(self, site: Site, ask: Ask) -> Response:
        if self._timer is None:
            self._timer = self._clock.call_later(LOOK, self._look)
        return follow(site, ask, "box", self.hub)

    async def _key(self, site: Site, ask: Ask) -> Response:
        self._twin.key(ask.fields.get("name", ""), ask.fields.get("does", ""))
        return self._felt(site, ask)

    async def _turn(self, site: Site, ask: Ask) -> Response:
        clicks = {"1": 1, "-1": -1}.get(ask.fields.get("clicks", ""), 0)
        self._twin.turn(clicks)
        return self._felt(site, ask)

    async def _lay(self, site: Site, ask: Ask) -> Response:
        self._twin.lay(ask.fields.get("meaning", ""))
        return self._felt(site, ask)

    async def _plug(self, site: Site, ask: Ask) -> Response:
        self._twin.plug(ask.fields.get("device", ""))
        return self._felt(site, ask)

    def _felt(self, site: Site, ask: Ask) -> Response:
        return site.done(ask, "" if ask.wants_json else "/box")
