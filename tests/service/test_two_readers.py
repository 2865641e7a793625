"""Two readers with roles at the real service: two serial ports, one for the die, one for the cards."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

from companion.engine.session import Answered
from companion.hal.clock import LoopClock
from companion.hal.from_config import build
from companion.hal.settings import ReaderSettings
from companion.service import Companion, Extras, Settings
from tests.engine.toy import TOY
from tests.hal.test_readers_from_config import bare
from tests.models.rdm6300 import PtyReader, frame14

FACE, CARD, UNDO = "2A00000001", "2A00000002", "2A00000003"
MEANINGS = {FACE: "face:d6:4", CARD: "bonus:none", UNDO: "key:undo"}


async def until(done: Callable[[], bool], seconds: float = 10) -> None:
    async with asyncio.timeout(seconds):
        while not done():
            await asyncio.sleep(0.005)


def test_each_token_counts_on_its_own_reader_only(tmp_path: Path) -> None:
    async def test() -> None:
        dice, cards = PtyReader(tmp_path / "usb-dice"), PtyReader(tmp_path / "usb-cards")
        settings = bare(
            ReaderSettings(name="dice tray", role="die", port=str(dice.link)),
            ReaderSettings(name="card slot", role="cards", port=str(cards.link)),
        )
        clock = LoopClock()
        devices = build(settings, clock)
        extras = Extras(games={"toy": TOY}, meaning=MEANINGS.get, dice=random.Random(3))
        companion = Companion(clock, devices, tmp_path / "home", Settings(), extras)
        panel, box = companion.front.panel, companion.box

        def told(words: str) -> Callable[[], bool]:
            return lambda: any(words in text for text in panel.texts)

        def asks(title: str) -> Callable[[], bool]:
            return lambda: str(box.session.pending.prompt.title) == title  # type: ignore[union-attr]

        companion.start()
        await until(lambda: all(reader._port._fd is not None for reader in devices.readers))  # type: ignore[attr-defined]
        await until(asks("Roll"))

        cards.send(frame14(FACE))
        await until(told("No dice here. The die goes on: dice tray."))
        assert box.session.entries == []
        dice.send(frame14(FACE))
        await until(asks("Bonus"))

        dice.send(frame14(CARD))
        await until(told("Only dice lie here. This goes on: card slot."))
        assert asks("Bonus")()
        cards.send(frame14(CARD))
        await until(lambda: len(box.session.entries) == 2)
        answers = [entry for entry in box.session.entries if isinstance(entry, Answered)]
        assert [(answer.value, answer.by) for answer in answers] == [(4, "token"), ("none", "token")]

        dice.send(frame14(UNDO))
        await until(lambda: panel.in_menu)
        closed = asyncio.Event()
        companion.close(closed.set)
        await closed.wait()

    asyncio.run(test())
