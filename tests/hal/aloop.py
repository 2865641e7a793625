"""What a test on a real asyncio loop needs: a list of events one can wait on, without sleeping."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from companion.hal.events import Event


class Heard:
    """A sink that can be waited on."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self._news = asyncio.Event()

    def __call__(self, event: Event) -> None:
        self.events.append(event)
        self._news.set()

    async def until(self, done: Callable[[list[Event]], bool], seconds: float = 10) -> list[Event]:
        """The events, as soon as they are `done`."""
        async with asyncio.timeout(seconds):
            while not done(self.events):
                self._news.clear()
                await self._news.wait()
        return self.events

    async def count(self, n: int) -> list[Event]:
        """The first `n` events, as soon as there are so many."""
        return (await self.until(lambda events: len(events) >= n))[:n]
