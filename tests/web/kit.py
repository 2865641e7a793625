"""A companion on mocks and a virtual clock with its site, and browsers that speak ASGI without a socket."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Coroutine, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlencode

from companion.engine.game import Game
from companion.engine.session import Answered
from companion.service import web as served
from companion.service.mock_twin import MockTwin
from companion.service.tray import Tray
from companion.web.app import COOKIE
from companion.web.host import WebSettings
from companion.web.pairing import Role
from tests.service.mocked import Mocked
from tests.web.party import PARTY

T = TypeVar("T")
HOST = "companion.local:8080"


class Reply(NamedTuple):
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: str

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Web:
    """A box and its site; a game is begun unless there is more than one to choose from."""

    def __init__(
        self, folder: Path | None = None, games: Mapping[str, Game[Any]] | None = None, **extras: Any
    ) -> None:
        tray = Tray()
        self.box = Mocked(
            folder, {"party": PARTY} if games is None else games, meaning=tray.meaning, **extras
        )
        self.clock = self.box.clock
        twin = MockTwin(self.box.mock, self.box.companion, tray, self.clock)
        settings = WebSettings(on=True, mdns=False)
        self.served = served.Web(self.box.companion, settings, folder, self.clock, twin)
        self.site = self.served.site
        self.browsers = 0

    @property
    def session(self) -> Any:
        return self.box.session

    def answer(self, value: Any, seat: int | None = None) -> None:
        """Answer as at the box."""
        taken = self.box.submit(Answered(self.session.number, value, seat, "button"))
        assert taken.refusal is None, str(taken.refusal.text)

    def browser(self, role: Role | None = None, seat: int | None = None, **headers: str) -> Browser:
        """A browser; with `role` it has joined, with `seat` it sits."""
        browser = Browser(self, headers)
        if role is not None:
            phone, browser.cookie = self.site.pairing.let_in(role)
            if seat is not None:
                assert self.site.pairing.sit(phone, seat, f"Seat {seat}") is None
        return browser

    async def pump(self, waiting: Awaitable[T]) -> T:
        """Wait while the box's own clock stands still and all that is due is done."""
        task = asyncio.ensure_future(waiting)
        while not task.done():
            self.clock.run_until_idle()
            await asyncio.sleep(0)
        return task.result()


class Browser:
    """One browser: its cookie, its address, what it says about itself."""

    def __init__(self, web: Web, headers: Mapping[str, str]) -> None:
        self.web = web
        self.cookie = ""
        web.browsers += 1
        self.address = headers.get("address", f"10.0.0.{web.browsers}")
        self.headers = {k.replace("_", "-"): v for k, v in headers.items() if k != "address"}

    async def request(self, method: str, path: str, body: bytes = b"", **headers: str) -> Reply:
        sent: list[dict[str, Any]] = []

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        scope, receive = self._scope(method, path, body, headers)
        await self.web.pump(self.web.site.app(scope, receive, send))  # type: ignore[arg-type]
        return self._reply(sent)

    async def get(self, path: str, **headers: str) -> Reply:
        return await self.request("GET", path, **headers)

    async def post(self, path: str, fields: Mapping[str, Any] | None = None, **headers: str) -> Reply:
        """Send a form as the script of a page does."""
        given = {"origin": f"http://{HOST}", "accept": "application/json", **headers}
        return await self.request("POST", path, urlencode(fields or {}).encode(), **given)

    async def answer(self, value: Any, number: int | None = None, **fields: Any) -> Reply:
        number = self.web.session.number if number is None else number
        return await self.post("/answer", {"number": number, "value": value, **fields})

    @asynccontextmanager
    async def follow(self, page: str, last: str = "") -> AsyncIterator[Stream]:
        """The stream of a page."""
        scope, _ = self._scope("GET", f"/events/{page}?last={last}", b"", {})
        stream = Stream(self.web)
        task = asyncio.ensure_future(self.web.site.app(scope, stream.receive, stream.send))  # type: ignore[arg-type]
        try:
            yield stream
        finally:
            stream.left.set()
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    def _scope(
        self, method: str, path: str, body: bytes, headers: Mapping[str, str]
    ) -> tuple[dict[str, Any], Any]:
        where, _, query = path.partition("?")
        named = {"host": HOST, "content-length": str(len(body)), **self.headers, **headers}
        if self.cookie:
            named["cookie"] = f"{COOKIE}={self.cookie}"
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": where,
            "raw_path": where.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(k.lower().encode(), v.encode()) for k, v in named.items()],
            "client": (self.address, 40000),
            "server": ("127.0.0.1", 8080),
        }
        given = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def receive() -> dict[str, Any]:
            for message in given:
                return message
            return {"type": "http.disconnect"}

        return scope, receive

    def _reply(self, sent: list[dict[str, Any]]) -> Reply:
        start = sent[0]
        headers = {k.decode(): v.decode() for k, v in start["headers"]}
        cookie = headers.get("set-cookie", "")
        if cookie.startswith(f"{COOKIE}="):
            self.cookie = cookie.partition("=")[2].partition(";")[0].strip('"')
        body = b"".join(message.get("body", b"") for message in sent[1:])
        return Reply(start["status"], headers, body.decode())


class Event(NamedTuple):
    """One server-sent event."""

    name: str
    id: str
    data: Any


class Stream:
    """The browser's end of a stream."""

    def __init__(self, web: Web) -> None:
        self._web = web
        self.left = asyncio.Event()
        self.status = 0
        self.ended = False
        self._got: asyncio.Queue[bytes] = asyncio.Queue()

    async def receive(self) -> dict[str, Any]:
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
        else:
            self.ended = not message.get("more_body", False)
            await self._got.put(message.get("body", b""))

    async def event(self) -> Event:
        """The next one that is no mere sign of life."""
        while True:
            lines = dict(
                line.split(": ", 1)
                for line in (await self._web.pump(self._got.get())).decode().splitlines()
                if line
            )
            if lines and lines["event"] != "beat":
                return Event(lines["event"], lines.get("id", ""), json.loads(lines["data"]))


def run(test: Coroutine[Any, Any, T]) -> T:
    """A test that waits for pages."""
    return asyncio.run(test)
