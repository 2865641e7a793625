"""What the web asks of the program around it. The service gives it; the tests give another.

Must not know who that is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from companion.engine.live import Live
from companion.engine.prompts import Prompt
from companion.engine.text import Text
from companion.panel.seen import PanelSettings, Reason

if TYPE_CHECKING:
    from companion.engine.game import Game
    from companion.journal.faults import JournalFault
    from companion.journal.store import Journal
    from companion.library.store import Library

T = TypeVar("T")
Shelf: TypeAlias = "Callable[[Game[Any]], Mapping[str, Any]]"


class WebSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The view for phones. `address` and `port` are where it listens; `names` are further names under which
    this machine may be called; `mdns` whether companion.local is told on the network."""

    on: bool = False
    address: str = "0.0.0.0"
    port: int = 8080
    names: tuple[str, ...] = ()
    mdns: bool = True


class Found(Protocol):
    """A finding of the doctor, one line, and what to do about it."""

    @property
    def check(self) -> str:
        """The name of what was looked at."""

    @property
    def state(self) -> Literal["ok", "note", "bad"]:
        """How it is."""

    @property
    def text(self) -> Text:
        """What was seen."""

    @property
    def fix(self) -> Text:
        """What to do; nothing where there is nothing to do."""


class Upstairs(Protocol):
    """What stands above the service: whoever starts the program gives it. All of it takes its time."""

    def findings(self) -> Sequence[Found]:
        """What the doctor sees now."""

    def starts(self, games: Mapping[str, Game[Any]], shelf: Shelf) -> Iterable[tuple[str, Text]]:
        """What of `games` can be set up with the cards that `shelf` gives: id and name."""

    def steps(self, start: str, games: Mapping[str, Game[Any]], shelf: Shelf) -> Sequence[Prompt] | None:
        """All steps of a set-up; None if nothing is called so. Raises ValueError with one line if it cannot
        begin."""


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

    def on_devices(self, heard: Callable[[], object]) -> None:
        """Have `heard` called when one goes missing or comes back."""

    @property
    def known(self) -> Mapping[str, Game[Any]]:
        """The games that can be played here, by id."""

    def ask(self, job: Callable[[Journal], T], done: Callable[[T | JournalFault], object]) -> None:
        """Do a job with the journal beside the loop; `done` hears its result or its fault."""

    @property
    def playing(self) -> int | None:
        """The number in the journal of the game that is open."""

    def sheet(self, done: Callable[[list[str] | JournalFault], object]) -> None:
        """The open game as the lines of a text file, with what is in memory only. There is one."""

    @property
    def upstairs(self) -> Upstairs | None:
        """The doctor and set-ups as lists; None where nobody gave them."""

    def shelf(self, game: Game[Any]) -> Mapping[str, Any]:
        """The cards that a game of `known` would begin with now. May take its time."""

    def library(self, game: str) -> Library | None:
        """The cards of a game; None for one that has none."""

    @property
    def tokens(self) -> Sequence[tuple[str, str]]:
        """The tokens that were learned: what people call each, and what it means."""

    @property
    def address(self) -> str:
        """The address that phones are to type; empty while they cannot."""


class Twin(Protocol):
    """A box without hardware that stands in the browser: what it shows, and fingers for it."""

    def moment(self) -> object:
        """Differs whenever anything that it shows has changed."""

    @property
    def size(self) -> tuple[int, int]:
        """Of the OLED, in pixels."""

    def pixels(self) -> bytes:
        """The OLED as it is: rows of bits, the left pixel in the highest bit."""

    @property
    def level(self) -> int:
        """Its brightness, 0 to 255; 0 while it is dark."""

    def sentences(self) -> Sequence[str]:
        """What is to be read on it."""

    def keys(self) -> Sequence[Key]:
        """The buttons."""

    def tray(self) -> Sequence[Token]:
        """The tokens that could be laid."""

    def lost(self) -> Sequence[str]:
        """The devices that are unplugged."""

    def key(self, name: str, does: str) -> None:
        """Press, release, click or hold a button."""

    def turn(self, clicks: int) -> None:
        """Turn the knob."""

    def lay(self, meaning: str) -> None:
        """Lay a token of the tray on the reader, or lift it if it lies there."""

    def plug(self, device: str) -> None:
        """Pull the plug of a device, or put it back."""


class Key(Struct, frozen=True):
    """A button of the box: its name, what it says on it, what it does now, whether its lamp is lit."""

    name: str
    label: str
    does: Text
    lit: bool


class Token(Struct, frozen=True):
    """A token of the tray, by its meaning, and whether it lies on the reader."""

    meaning: str
    label: Text
    lies: bool
