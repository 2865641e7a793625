"""A process to be killed: for each line on its input (a journal) it forks a child that plays the toy game on
the real loop, telling each answer it shows as taken. Forking from here spares the imports.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
from pathlib import Path
from typing import Any

from companion.engine.live import Taken
from companion.engine.session import Answered
from companion.hal.clock import LoopClock
from companion.journal.store import Journal
from companion.service.keeper import Keeper
from companion.service.sitting import Sitting, Terms, begin, carry_on
from tests.journal.helpers import GAME, LONG, entry_for


async def play(path: Path) -> None:
    """Play until killed."""
    ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    journal = Journal(path)
    keeper = Keeper(LoopClock(), journal)
    terms = Terms(random.SystemRandom())
    dice = random.Random()

    def sit(sitting: Any) -> None:
        assert isinstance(sitting, Sitting), sitting
        assert sitting.notice is None, sitting.notice
        go_on(sitting)

    def go_on(sitting: Sitting) -> None:
        entry = entry_for(sitting.session, dice)

        def taken(result: Taken) -> None:
            assert result == Taken(), result
            value = entry.value if isinstance(entry, Answered) else "-"
            os.write(1, f"ack {len(sitting.session.entries)} {value}\n".encode())
            go_on(sitting)

        sitting.submit(entry, taken)

    if journal.games():
        carry_on(keeper, 1, lambda id: GAME, terms, sit)
    else:
        begin(keeper, GAME, LONG, terms, sit)
    await ended


def main() -> None:
    for line in sys.stdin:
        child = os.fork()
        if not child:
            os.write(1, f"pid {os.getpid()}\n".encode())
            asyncio.run(play(Path(line.strip())))
        os.waitpid(child, 0)
        os.write(1, b"dead\n")


if __name__ == "__main__":
    main()
