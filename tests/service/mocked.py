"""A whole companion on mocked devices and a virtual clock, and words to play on it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.engine.game import Game
from companion.engine.live import Taken
from companion.engine.session import Entry
from companion.hal.clock import VirtualClock
from companion.hal.events import ButtonName
from companion.hal.mock import MockBox
from companion.service.companion import Companion, Extras
from companion.service.settings import Settings
from tests.engine.toy import TOY


class Mocked:
    """One start of the program. `cut` is a power cut: nothing is closed."""

    def __init__(
        self,
        folder: Path | None,
        games: Mapping[str, Game[Any]] | None = None,
        **extras: Any,
    ) -> None:
        self.clock = VirtualClock()
        self.mock = MockBox(self.clock)
        self.companion = Companion(
            self.clock,
            self.mock.devices,
            folder,
            Settings(),
            Extras(games={"toy": TOY} if games is None else games, dice=random.Random(3), **extras),
        )
        self.companion.start()
        self.wait(1)

    @property
    def session(self) -> Any:
        return self.companion.box.session

    @property
    def panel(self) -> Any:
        return self.companion.front.panel

    def wait(self, seconds: float = 1.0) -> None:
        self.clock.advance(seconds)

    def click(self, *names: ButtonName) -> None:
        for name in names:
            self.mock.buttons.click(name)
            self.wait()

    def hold(self, name: ButtonName) -> None:
        self.mock.buttons.hold(name)
        self.wait(2)

    def submit(self, entry: Entry) -> Taken:
        got: list[Taken] = []
        self.companion.box.submit(entry, got.append)
        self.wait(0)
        return got[0]

    def asked(self) -> str:
        pending = self.session.pending
        return str(pending.prompt.title) if pending is not None else ""

    def words(self) -> str:
        """What is to be read on the OLED now, news first."""
        return " | ".join(sorted(self.panel.texts))

    def close(self) -> None:
        ended: list[bool] = []
        self.companion.close(lambda: ended.append(True))
        self.wait(1)
        assert ended == [True]

    def cut(self) -> None:
        """Pull the plug: only what the operating system would do to a dead process."""
        self.companion.box._keeper._journal.close()
