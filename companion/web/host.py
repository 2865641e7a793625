"""What the web asks of the program around it. The service gives it; the tests give another.

Must not know who that is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from companion.engine.live import Live
from companion.engine.text import Text
from companion.panel.seen import PanelSettings, Reason


class WebSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The view for phones. `address` and `port` are where it listens; `names` are further names under which
    this machine may be called; `mdns` whether companion.local is told on the network."""

    on: bool = False
    address: str = "0.0.0.0"
    port: int = 8080
    names: tuple[str, ...] = ()
    mdns: bool = True


class KeptGame(Struct, frozen=True):
    """A game in the list: its number in the journal, which, its answers, whether over, where it stands."""

    id: int
    name: Text
    lines: int
    over: bool
    headline: Text
    last: int


class Host(Protocol):
    """The program that serves one table."""

    @property
    def live(self) -> Live:
        """The table."""

    @property
    def settings(self) -> PanelSettings:
        """The box's own settings, in force now."""

    def change(self, settings: PanelSettings) -> None:
        """Set them, as at the box."""

    def tell(self, text: Text) -> None:
        """Say something on the OLED."""

    def reason(self, rule: str) -> Reason | None:
        """What a rule id of the open game stands for."""

    @property
    def lost(self) -> Mapping[str, Text]:
        """Devices that are missing, and why."""

    def games(self, done: Callable[[Sequence[KeptGame] | Text], object]) -> None:
        """All kept games, or why they cannot be read."""
