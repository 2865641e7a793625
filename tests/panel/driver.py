"""A panel under test with fingers: presses as the HAL reports them, on virtual time, and what came out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.session import Answered, Entry, Session
from companion.hal.clock import VirtualClock
from companion.hal.events import ButtonName, Clicked, Held, Pressed, Released, Repeated, Role, TagLaid, Turned
from companion.panel.panel import Panel
from companion.panel.seen import BoxRoll, Enter, Light, Lit, PanelSettings, Seen, Shown, Sound, Wish, look

from . import table


class Box:
    """A panel, its clock, and everything it wished."""

    def __init__(
        self,
        seen: Seen | None = None,
        size: tuple[int, int] = (128, 64),
        roles: Mapping[str, Role] | None = None,
        **settings: Any,
    ) -> None:
        self.clock = VirtualClock()
        self.wishes: list[Wish] = []
        tags = {
            "five": "face:combat:5",
            "gorger": "entity:gorger",
            "ghost": "entity:unheard_of",
            "undo": "key:undo",
            "trap": "trap",
        }
        self.panel = Panel(
            self.clock, self.wishes.append, PanelSettings(**settings), tags.get, table.RULES.get, size, roles
        )
        if seen is not None:
            self.panel.show(seen)
            self.wait(0.5)

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.clock.advance(seconds)

    def press(self, *buttons: ButtonName) -> None:
        """Short presses, one after the other."""
        for button in buttons:
            self.panel.handle(Pressed(button))
            self.wait(0.1)
            self.panel.handle(Clicked(button))
            self.panel.handle(Released(button))
            self.wait(0.1)

    def hold(self, button: ButtonName, repeats: int = 0) -> None:
        """A long press."""
        self.panel.handle(Pressed(button))
        self.wait(0.6)
        if repeats:
            for count in range(1, repeats + 1):
                self.panel.handle(Repeated(button, count))
                self.wait(0.12)
        else:
            self.panel.handle(Held(button))
        self.panel.handle(Released(button))
        self.wait(0.1)

    def turn(self, steps: int) -> None:
        """Turn the knob."""
        self.panel.handle(Turned(steps))

    def lay(self, tag: str, reader: str = "reader") -> None:
        """Lay a token on the reader."""
        self.panel.handle(TagLaid(tag, reader))

    @property
    def entries(self) -> list[Entry]:
        """What was wished to be entered."""
        return [wish.entry for wish in self.wishes if isinstance(wish, Enter)]

    @property
    def answers(self) -> list[Any]:
        """The values of the answers among them."""
        return [entry.value for entry in self.entries if isinstance(entry, Answered)]

    @property
    def rolls(self) -> list[BoxRoll]:
        """The rolls that were wished."""
        return [wish for wish in self.wishes if isinstance(wish, BoxRoll)]

    @property
    def frames(self) -> list[bytes]:
        """The pictures shown, in order."""
        return [wish.image.tobytes() for wish in self.wishes if isinstance(wish, Shown)]

    @property
    def lamps(self) -> list[frozenset[str]]:
        """The states of the lamps, in order."""
        return [wish.lamps for wish in self.wishes if isinstance(wish, Lit)]

    @property
    def sounds(self) -> list[tuple[float, ...]]:
        """The sounds, in order."""
        return [wish.pattern for wish in self.wishes if isinstance(wish, Sound)]

    @property
    def lights(self) -> list[int | None]:
        """The brightness, in order."""
        return [wish.level for wish in self.wishes if isinstance(wish, Light)]


class Played(Box):
    """A panel in front of a session: what it wishes is entered at once, rolls give `face`."""

    def __init__(self, session: Session[Any], face: int = 4, **settings: Any) -> None:
        super().__init__(None, **settings)
        self.session, self.face = session, face
        self._done = 0
        self.panel.show(look(session))
        self.wait(5)

    def wait(self, seconds: float) -> None:
        super().wait(seconds)
        if not hasattr(self, "session"):
            return
        fresh, self._done = self.wishes[self._done :], len(self.wishes)
        for wish in fresh:
            if isinstance(wish, Enter):
                self.enter(wish.entry)
            elif isinstance(wish, BoxRoll):
                self.enter(Answered(wish.number, self.face, wish.seat, "roller"))

    def enter(self, entry: Entry) -> None:
        """Put an entry to the session and tell the panel."""
        refusal = self.session.enter(entry)
        if refusal is not None:
            self.panel.refused(refusal)
        else:
            self.panel.show(look(self.session, entry))
