"""A hundred spectators: how much later the last hears of a change than one alone would, and memory a page."""

from __future__ import annotations

import asyncio
import json
import time
import tracemalloc
from collections.abc import Callable
from statistics import median

from companion.web.hub import Audience, Hub
from companion.web.look import Reader
from companion.web.pages import Pages
from tests.web.kit import Web

from . import Row, at_most

MANY = 100
ROUNDS = 15


class _Crowd:
    """Followers of one hub, each reading its stream as fast as it comes."""

    def __init__(self, hub: Hub, count: int) -> None:
        self.hub, self.count = hub, count
        self.heard = 0
        self.all_heard = asyncio.Event()
        self.tasks = [asyncio.create_task(self._follow()) for _ in range(count)]

    async def _follow(self) -> None:
        async for event in self.hub.follow(lambda: Audience("table", Reader(), "en")):
            if event.startswith(b"id:"):
                self.heard += 1
                if self.heard == self.count:
                    self.all_heard.set()

    async def change(self, change: Callable[[], object]) -> float:
        """Seconds from a change until the last has been sent it."""
        self.heard = 0
        self.all_heard.clear()
        start = time.perf_counter()
        change()
        await self.all_heard.wait()
        return time.perf_counter() - start

    async def leave(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


async def _measure() -> tuple[float, float, float]:
    web = Web()
    site = web.site

    async def spread(count: int) -> float:
        crowd = _Crowd(site.hub, count)
        await crowd.all_heard.wait()
        times = [await crowd.change(site.hub.refresh) for _ in range(ROUNDS)]
        await crowd.leave()
        return median(times)

    web.answer(3)
    await spread(1)
    one, many = await spread(1), await spread(MANY)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    crowd = _Crowd(site.hub, MANY)
    await crowd.all_heard.wait()
    memory = (tracemalloc.get_traced_memory()[0] - before) / MANY
    tracemalloc.stop()
    await crowd.leave()
    return one, many, memory


def rows() -> list[Row]:
    """Broadcast against one, memory a page, bytes of the first page and of a change."""
    one, many, memory = asyncio.run(_measure())
    web = Web()
    pages = Pages(web.site.host)
    audience = Audience("play", Reader(0, True), "en")
    before = dict(pages.draw(audience))
    web.answer(3)
    after = pages.draw(audience)
    changed = json.dumps({name: part for name, part in after.items() if before[name] != part})
    return [
        at_most(f"a change told to {MANY} spectators, against to one", many / one, 10, "times"),
        at_most("memory of one more spectator", memory / 1024, 32, "KiB"),
        at_most("a change on a seat's page", len(changed) / 1024, 16, "KiB"),
    ]
