"""A companion for browsers to meet, on the real loop with mocked devices; to be killed.

    python -m tests.web.serve FOLDER PORT [GAME…]

Each line on its input is a wish, each line on its output says what a test must know.
"""

from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path

from companion.games import find
from companion.hal.clock import LoopClock
from companion.hal.mock import MockBox
from companion.hal.settings import DeviceSettings
from companion.office import Office
from companion.service.companion import Companion, Extras
from companion.service.mock_twin import MockTwin
from companion.service.settings import Settings
from companion.service.tray import Tray
from companion.service.web import Web
from companion.web.host import WebSettings

from .party import PARTY


async def serve(folder: Path, port: int, names: list[str]) -> None:
    """Serve until killed."""
    from companion.service.cards import Cards

    clock = LoopClock()
    mock, tray = MockBox(clock), Tray()
    cards = Cards(folder / "library")
    games = {name: PARTY if name == "party" else find(name) for name in names}
    shelf = {"party": lambda game: {}}.get(names[0], cards.shelf)
    extras = Extras(
        games=games,
        shelf=shelf,
        dice=random.Random(5),
        meaning=tray.meaning,
        library=cards.library,
        upstairs=None if names == ["party"] else Office(DeviceSettings(), folder),
    )
    companion = Companion(clock, mock.devices, folder, Settings(), extras)
    companion.start()
    settings = WebSettings(on=True, address="127.0.0.1", port=port)
    web = Web(companion, settings, folder, clock, MockTwin(mock, companion, tray, clock))
    assert web.start() is None

    def tell(what: str, value: object) -> None:
        print(what, value, flush=True)

    tell("port", web.server.port)
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), sys.stdin
    )
    while line := (await reader.readline()).decode().split():
        if line[0] == "pin":
            tell("pin", web.site.pairing.pin)
        elif line[0] == "click":
            mock.buttons.click(line[1])  # type: ignore[arg-type]
        elif line[0] == "state":
            session = companion.box.session
            title = session.pending.prompt.title if session.pending is not None else ""
            tell("state", f"{session.line} {session.digest()} {title}")


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3:] or ["party"]))
