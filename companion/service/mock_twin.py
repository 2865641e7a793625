"""The simulated box for the page that shows it: the mocks of `companion.hal.mock`, the panel's words, a tray.

Must not know pages.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import get_args

from companion.engine.text import Text
from companion.hal.events import ButtonName
from companion.hal.mock import MockBox
from companion.hal.ports import Clock, Timer
from companion.web.host import Key, Token

from .companion import Companion
from .tray import Tray, tag_of

LONGEST = 8.0
"""Seconds after which a finger that was lost on the way counts as lifted."""
IDLE = Text("–")


class MockTwin:
    """One simulated box, its companion and the tray beside it (a `Twin`)."""

    def __init__(self, box: MockBox, companion: Companion, tray: Tray, clock: Clock) -> None:
        self._box, self._companion, self._tray, self._clock = box, companion, tray, clock
        self._lost: dict[str, bool] = {"reader": False, "display": False}
        self._down: dict[str, Timer] = {}

    def moment(self) -> object:
        display, panel = self._box.display, self._companion.front.panel
        self._tray.fill(panel.asked)
        return (
            display.image.tobytes(),
            self.level,
            frozenset(self._box.lamps.lit),
            self._box.reader.lying,
            tuple(self._tray.here),
            dict(panel.hints),
            tuple(self._lost.values()),
            panel.settings,
        )

    @property
    def size(self) -> tuple[int, int]:
        return self._box.display.size

    def pixels(self) -> bytes:
        return self._box.display.image.tobytes()

    @property
    def level(self) -> int:
        return max(self._box.display.level, 1) if self._box.display.lit else 0

    def sentences(self) -> Sequence[str]:
        return sorted(self._companion.front.panel.texts)

    def keys(self) -> Sequence[Key]:
        hints = self._companion.front.panel.hints
        lit = self._box.lamps.lit
        return [
            Key(name, name.upper(), hints.get(name, IDLE), name in lit) for name in self._box.buttons.names
        ]

    def tray(self) -> Sequence[Token]:
        lying = self._box.reader.lying
        return [Token(meaning, label, tag_of(meaning) in lying) for meaning, label in self._tray.here.items()]

    def lost(self) -> Sequence[str]:
        return [device for device, lost in self._lost.items() if lost]

    def key(self, name: str, does: str) -> None:
        button: ButtonName | None = next((each for each in get_args(ButtonName) if each == name), None)
        if button is None or button not in self._box.buttons.names:
            return
        buttons = self._box.buttons
        held = self._down.pop(name, None)
        if held is not None:
            held.cancel()
            buttons.release(button)
        if does == "press":
            buttons.press(button)
            self._down[name] = self._clock.call_later(LONGEST, partial(self.key, name, "release"))
        elif does in ("click", "hold"):
            finger: Callable[[ButtonName], None] = buttons.click if does == "click" else buttons.hold
            finger(button)

    def turn(self, clicks: int) -> None:
        if clicks:
            self._box.encoder.turn(clicks)

    def lay(self, meaning: str) -> None:
        if meaning not in self._tray.here:
            return
        tag, reader = tag_of(meaning), self._box.reader
        lies = tag in reader.lying
        reader.lift()
        if not lies:
            reader.lay(tag)

    def plug(self, device: str) -> None:
        if device not in self._lost:
            return
        self._lost[device] = not self._lost[device]
        part = self._box.reader if device == "reader" else self._box.display
        part.unplug() if self._lost[device] else part.plug()
        self._box.display.check()  # As a beat would: a picture that lies still does not find it out.
