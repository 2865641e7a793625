"""The site: every route with who may take it, in one table, and the checks that stand before each.

Law: a route that is not in `ways` does not exist; the check of who asks, of where the request comes from and
how big it is are done here and nowhere else. Must not know templates.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from enum import IntEnum
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.engine.live import Taken
from companion.engine.prompts import Refusal
from companion.engine.session import Entry
from companion.engine.text import Text, say
from companion.journal.series import Incoming
from companion.panel.asking import device_name

from .answers import Door
from .doctor import Doctor
from .guard import HEADERS, Rate, is_own_host, is_own_origin
from .host import Host
from .hub import Audience, Drawn, Hub
from .look import Reader
from .pages import COLUMNS, Pages, static_files
from .pairing import Pairing, Phone
from .words import language_of, words_of

COOKIE = "companion"
YEAR = 366 * 24 * 3600
SMALL = 16_384
"""Bytes of a form."""
PATIENCE = 10.0
"""Seconds until a form that the table does not answer is told so."""
STREAMS, PAGES = 250, 12
"""So many pages may be followed at once: in all, and by one phone."""
NOT_NOW = say("The table does not answer. Try again.")


class Who(IntEnum):
    """Who may take a route: everybody, those who joined, those who play, the keeper."""

    ANYONE = 0
    WATCHES = 1
    PLAYS = 2
    KEEPS = 3


class Ask(NamedTuple):
    """A request that was let through, and who asks."""

    request: Request
    phone: Phone | None
    reader: Reader
    language: str
    fields: Mapping[str, str]

    def words(self, text: Text | str) -> str:
        """A sentence for the one who asks."""
        return words_of(self.language)(text)

    @property
    def wants_json(self) -> bool:
        """Whether a script asks."""
        return "application/json" in self.request.headers.get("accept", "")

    @property
    def address(self) -> str:
        """From where."""
        return self.request.client.host if self.request.client is not None else ""


Handler = Callable[["Site", Ask], Awaitable[Response]]


class Way(NamedTuple):
    """A route. `limit`: the bytes its form may have; `raw`: its handler takes the body itself."""

    method: str
    path: str
    who: Who
    handler: Handler
    about: str
    fields: tuple[str, ...] = ()
    limit: int = SMALL


class Place(NamedTuple):
    """A page in the navigation."""

    page: str
    path: str
    label: Text
    who: Who


PLACES = (
    Place("play", "/play", say("Play"), Who.PLAYS),
    Place("table", "/table", say("The table"), Who.WATCHES),
    Place("phone", "/phone", say("This phone"), Who.WATCHES),
)


def level(phone: Phone | None) -> Who:
    """What a phone may do at most."""
    if phone is None:
        return Who.ANYONE
    return {"spectator": Who.WATCHES, "seat": Who.PLAYS, "keeper": Who.KEEPS}[phone.role]


def reader_of(phone: Phone | None) -> Reader:
    """As whom a phone sees the table."""
    if phone is None:
        return Reader()
    return Reader(phone.seat, phone.may_play(), phone.may_keep())


class Site:
    """All pages of one table. `names` are the names it may be called by; `now` seconds that never go back."""

    def __init__(
        self,
        host: Host,
        pairing: Pairing,
        ways: Sequence[Way],
        names: frozenset[str],
        now: Callable[[], float],
        places: Sequence[Place] = PLACES,
    ) -> None:
        self.host, self.pairing = host, pairing
        self._names, self._places = names, tuple(places)
        self.pages = Pages(host)
        self.hub = Hub(host.live, self._draw)
        self.door = Door(host.live)
        self.offered: dict[int, Sequence[Incoming]] = {}
        """The campaign that waits to be taken in, under the phone that was asked about it."""
        self._rate = Rate(now)
        pairing.heard.append(self.hub.refresh)
        self.doctor = Doctor(host.upstairs, now, self.hub.refresh)
        host.on_devices(self._devices_changed)
        self._starlette = Starlette(
            routes=[
                Route(f"/static/{name}", partial(_static, content, kind), methods=["GET"])
                for name, (content, kind) in static_files().items()
            ],
            exception_handlers={404: _missing, 405: _missing},
        )
        self.ways: tuple[Way, ...] = ()
        self.add(ways)
        self.app: ASGIApp = self._walled

    def add(self, ways: Sequence[Way], places: Sequence[Place] = ()) -> None:
        """Take in routes, and pages for the navigation."""
        self.ways += tuple(ways)
        self._places = (*self._places, *places)
        for way in ways:
            self._starlette.router.routes.append(
                Route(
                    way.path, partial(self._serve, way), methods=[way.method], name=f"{way.method} {way.path}"
                )
            )

    def _devices_changed(self) -> None:
        self.doctor.soon()
        self.hub.refresh()

    def _draw(self, audience: Audience) -> Mapping[str, str]:
        if audience.page != "keep":
            return self.pages.draw(audience)
        shown = {
            "pin": self.pairing.pin,
            "phones": self.pairing.phones,
            "own": audience.phone,
            "following": self.hub.following,
            "open_table": self.pairing.open_table,
            "lost": [(device_name(name), why) for name, why in self.host.lost.items()],
            "doctor": self.doctor,
            "trouble": self.host.live.trouble,
        }
        return {
            name: self.pages.render(f"_{name}.html", audience.language, **shown)
            for name in ("trouble", "phones", "devices")
        }

    # -- the wall ---------------------------------------------------------

    async def _walled(self, scope: Scope, receive: Receive, send: Send) -> None:
        """What stands before every route, known or not."""
        if scope["type"] != "http":
            return

        async def sealed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers: list[tuple[bytes, bytes]] = message["headers"]
                given = {name for name, _ in headers}
                headers += [(n.encode(), v.encode()) for n, v in HEADERS.items() if n.encode() not in given]
                if b"cache-control" not in given:
                    headers.append((b"cache-control", b"no-store"))
            await send(message)

        client = scope.get("client")
        host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
        if not is_own_host(host, self._names):
            await PlainTextResponse("This is not my name.", 421)(scope, receive, sealed)
        elif not self._rate.allows(client[0] if client else ""):
            await PlainTextResponse("Too fast.", 429, {"retry-after": "2"})(scope, receive, sealed)
        else:
            await self._starlette(scope, receive, sealed)

    async def _serve(self, way: Way, request: Request) -> Response:
        phone = self.pairing.phone(request.cookies.get(COOKIE, ""))
        accepted = request.headers.get("accept-language", "")
        box = self.host.settings.language
        language = phone.language if phone is not None and phone.language else language_of(accepted, box)
        fields: dict[str, str] = {}
        ask = Ask(request, phone, reader_of(phone), language, fields)
        if way.method == "POST":
            origin, host = request.headers.get("origin", ""), request.headers.get("host", "")
            if not is_own_origin(origin, host):
                return self.refuse(ask, say("That did not come from a page of this box."), 403)
        allowed = max(level(phone), Who.WATCHES if self.pairing.open_table else Who.ANYONE)
        if way.method == "POST":
            allowed = level(phone)
        if allowed < way.who:
            if phone is None and way.method == "GET" and not ask.wants_json and "events" not in way.path:
                return RedirectResponse("/join", 303)
            return self.refuse(ask, say("This phone may not do that."), 403)
        if way.method == "POST":
            body = await _body(request, way.limit)
            if body is None:
                return self.refuse(ask, say("That is too much at once."), 413)
            fields.update(_fields(body))
        return await way.handler(self, ask)

    # -- answers to requests ----------------------------------------------

    def page(self, ask: Ask, template: str, page: str, status: int = 200, **context: Any) -> Response:
        """A whole page."""
        mine = max(level(ask.phone), Who.WATCHES if self.pairing.open_table else Who.ANYONE)
        places = [(p.page, p.path, ask.words(p.label)) for p in self._places if p.who <= mine]
        html = self.pages.render(
            template,
            ask.language,
            **{
                "page": page,
                "phone": ask.phone,
                "reader": ask.reader,
                "open_table": self.pairing.open_table,
                "places": places,
                "stream": False,
                "at": "",
                "said": "",
                **context,
            },
        )
        return HTMLResponse(html, status)

    def live_page(self, ask: Ask, page: str) -> Response:
        """A page that goes on living."""
        drawn = self.hub.page(Audience(page, ask.reader, ask.language))
        return self.live(ask, page, drawn, COLUMNS[page])

    def live(self, ask: Ask, page: str, drawn: Drawn, columns: Sequence[Sequence[str]]) -> Response:
        """The parts of a page in their columns, and the stream that keeps them as they are."""
        parts = drawn.parts
        return self.page(ask, "table.html", page, parts=parts, columns=columns, stream=True, at=drawn.id)

    def done(self, ask: Ask, go: str = "", text: Text | str = "", **more: Any) -> Response:
        """It went well: a script is told, a browser without one goes to `go`."""
        if ask.wants_json:
            return JSONResponse({"ok": True, "text": ask.words(text), **({"go": go} if go else {}), **more})
        return RedirectResponse(go or "/", 303)

    def refuse(self, ask: Ask, text: Text, status: int = 409, rules: Sequence[str] = ()) -> Response:
        """It did not, and why."""
        where = next((found.where for found in map(self.host.reason, rules) if found is not None), "")
        words = ask.words(text) + (f" ({where})" if where else "")
        if ask.wants_json:
            return JSONResponse({"ok": False, "text": words}, status)
        return self.page(ask, "said.html", "", status, heading=words, back="/")

    async def put(self, ask: Ask, entry: Entry | Refusal, **more: Any) -> Response:
        """Put an entry to the table and tell what became of it."""
        if isinstance(entry, Refusal):
            return self.refuse(ask, entry.text, rules=entry.rules)
        assert ask.phone is not None
        return await self.told(ask, self.door.enter(ask.phone.id, ask.fields.get("key", ""), entry), **more)

    async def told(self, ask: Ask, taking: Awaitable[Taken], **more: Any) -> Response:
        """Tell what became of it."""
        try:
            taken = await asyncio.wait_for(taking, PATIENCE)
        except TimeoutError:
            return self.refuse(ask, NOT_NOW, 503)
        if taken.refusal is not None:
            return self.refuse(ask, taken.refusal.text, rules=taken.refusal.rules)
        return self.done(ask, "" if ask.wants_json else "/play", **more)


async def _body(request: Request, limit: int) -> bytes | None:
    """The body, or None if it is longer than `limit`."""
    length = request.headers.get("content-length", "0")
    if not length.isdigit() or int(length) > limit:
        return None
    body = bytearray()
    try:
        async for part in request.stream():
            body += part
            if len(body) > limit:
                return None
    except ClientDisconnect:
        return None
    return bytes(body)


def _fields(body: bytes) -> Mapping[str, str]:
    try:
        return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=50))
    except ValueError:
        return {}


async def _static(content: bytes, kind: str, request: Request) -> Response:
    return Response(content, media_type=kind, headers={"cache-control": "no-cache"})


async def _missing(request: Request, error: Exception) -> Response:
    language = language_of(request.headers.get("accept-language", ""), "en")
    return PlainTextResponse(words_of(language)(say("There is no such page.")), 404)
