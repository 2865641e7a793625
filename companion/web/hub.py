"""What goes down to the pages: each page is a few named parts; who follows it gets the parts that changed.

A page is drawn once for all who see the same (`Audience`), however many they are. A phone that is slow gets
the newest, not all that it missed. Must not know HTTP or templates.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from typing import NamedTuple

from companion.engine.live import Changed, Live

from .look import Reader

BEAT = 2.5
"""Seconds between signs of life: a page that hears nothing for 5 says that it is behind."""


class Audience(NamedTuple):
    """All who see the same: which page, as whom, in which language."""

    page: str
    reader: Reader
    language: str
    phone: int = 0
    """The phone itself, where a page names it."""


class Drawn(NamedTuple):
    """A page at one moment: its parts, and the id of the moment."""

    id: str
    parts: Mapping[str, str]


Draw = Callable[[Audience], Mapping[str, str]]


class Hub:
    """The followers of one table."""

    def __init__(self, live: Live, draw: Draw) -> None:
        self._live, self._draw = live, draw
        self._boot = secrets.token_hex(3)
        self._moment = 0
        self._drawn: dict[Audience, Drawn] = {}
        self._sent: dict[tuple[Audience, str, str], bytes] = {}
        self._followers: dict[asyncio.Event, str] = {}
        self._closed = False
        self._end = live.subscribe(self._changed)

    @property
    def following(self) -> int:
        """How many pages are open."""
        return len(self._followers)

    @property
    def id(self) -> str:
        """This moment: the journal's number of the last entry, and what tells two moments with the same
        number apart (another game, another start of the program, something around the game)."""
        return f"{self._live.session.line}-{self._boot}{self._moment:x}"

    def refresh(self) -> None:
        """Something that pages show has changed."""
        self._moment += 1
        self._drawn.clear()
        self._sent.clear()
        for follower in self._followers:
            follower.set()

    def close(self) -> None:
        """Send everybody away."""
        self._end()
        self._closed = True
        for follower in self._followers:
            follower.set()

    def page(self, audience: Audience) -> Drawn:
        """The page as it is now."""
        drawn = self._drawn.get(audience)
        if drawn is None:
            drawn = self._drawn[audience] = Drawn(self.id, self._draw(audience))
        return drawn

    def pages_of(self, owner: str) -> int:
        """How many of the open pages are those of one phone."""
        return sum(each == owner for each in self._followers.values())

    async def follow(
        self, who: Callable[[], Audience | None], last: str = "", owner: str = ""
    ) -> AsyncIterator[bytes]:
        """The stream of one page, as server-sent events. `who` says for whom it is now; None ends it. `last`
        is the moment the page has already, `owner` whose page it is."""
        news = asyncio.Event()
        self._followers[news] = owner
        known: Drawn | None = None
        try:
            while not self._closed:
                news.clear()
                audience = who()
                if audience is None:
                    yield b"event: gone\ndata: {}\n\n"
                    return
                drawn = self.page(audience)
                if known is None and last == drawn.id:
                    known = drawn
                    yield b"event: same\ndata: {}\n\n"
                if known is not drawn:
                    yield self._event(audience, known, drawn)
                    known = drawn
                try:
                    async with asyncio.timeout(BEAT):
                        await news.wait()
                except TimeoutError:
                    yield b"event: beat\ndata: {}\n\n"
        finally:
            self._followers.pop(news, None)

    def _event(self, audience: Audience, known: Drawn | None, drawn: Drawn) -> bytes:
        key = audience, known.id if known is not None else "", drawn.id
        sent = self._sent.get(key)
        if sent is None:
            before = known.parts if known is not None else {}
            parts = {name: part for name, part in drawn.parts.items() if before.get(name) != part}
            data = json.dumps({"parts": parts}, ensure_ascii=False, separators=(",", ":"))
            sent = self._sent[key] = f"id: {drawn.id}\nevent: table\ndata: {data}\n\n".encode()
        return sent

    def _changed(self, changed: Changed) -> None:
        self.refresh()
