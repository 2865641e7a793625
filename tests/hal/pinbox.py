"""Real pin code on gpiozero's mock pins and virtual time."""

from __future__ import annotations

from gpiozero.pins.mock import MockFactory

from companion.hal.clock import VirtualClock
from companion.hal.events import ButtonName, Event
from companion.hal.gpio import Board, GpioButtons, Library
from companion.hal.settings import KeySettings
from companion.hal.switches import ARCADE, Switch
from tests.models.switch import PinSwitch

PINS: dict[ButtonName, int] = {
    "event": 17,
    "move": 27,
    "combat": 22,
    "up": 5,
    "down": 6,
    "ok": 13,
    "back": 19,
}


class PinBox:
    """Seven buttons on pins."""

    def __init__(
        self,
        times: KeySettings | None = None,
        switch: Switch = ARCADE,
        factory: MockFactory | None = None,
        library: Library = "mock",
    ) -> None:
        self.clock = VirtualClock()
        self.factory = factory if factory is not None else MockFactory()
        self.buttons = GpioButtons(
            Board(self.clock, library, self.factory),
            {f"button {name}": (name, pin) for name, pin in PINS.items()},
            times if times is not None else KeySettings(hold=1.0),
        )
        self.events: list[Event] = []
        self._switch = switch

    def start(self) -> None:
        self.buttons.start(self.events.append)
        self.clock.run_until_idle()

    def switch(self, name: ButtonName, seed: int = 0) -> PinSwitch:
        return PinSwitch(self.clock, self.factory.pin(PINS[name]), self._switch, seed)

    def levels(self, name: ButtonName, edges: list[tuple[float, int]]) -> None:
        self.switch(name).levels(edges)

    def after(self, seconds: float) -> list[Event]:
        """What is reported within the next seconds."""
        self.events.clear()
        self.clock.advance(seconds)
        return list(self.events)
