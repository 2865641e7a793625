"""What the devices report, as small frozen values. Everything above the HAL sees only these.

Must not know: pins, ports, timers, games. A tag is spelled as `library.tags` spells it.

The law of one press (see `keys.py` for the machine that keeps it):

    Pressed  ->  nothing else        -> Clicked, Released     a short press
    Pressed  ->  Held (once)         -> Released              a long press: never Clicked
    Pressed  ->  Repeated (1, 2, ..) -> Released              UP and DOWN while down: never Clicked

`Pressed` comes at once, `Clicked` just before `Released`. So a button with a long meaning acts on `Clicked`
and `Held`; a button that only steps may act on `Pressed` and `Repeated`. Nobody has to keep time.
"""

from typing import Literal, TypeAlias

import msgspec

from companion.engine.text import Text

ButtonName: TypeAlias = Literal["event", "move", "combat", "up", "down", "ok", "back"]
BUTTONS: tuple[ButtonName, ...] = ("event", "move", "combat", "up", "down", "ok", "back")
Role: TypeAlias = Literal["any", "die", "cards"]
"""What is laid on a reader: everything, only dice, or everything but dice."""


class _Event(msgspec.Struct, frozen=True, tag=True):
    """The base of all events: comparable, hashable, and JSON-ready under its class name."""


class Pressed(_Event, frozen=True):
    """The button went down (confirmed for 1 ms)."""

    button: ButtonName


class Clicked(_Event, frozen=True):
    """The press that just ends was short: it was neither held nor repeated."""

    button: ButtonName


class Held(_Event, frozen=True):
    """The button has been down for the hold time; told once a press, while it is still down."""

    button: ButtonName


class Repeated(_Event, frozen=True):
    """A repeating button is still down; `count` runs from 1."""

    button: ButtonName
    count: int


class Released(_Event, frozen=True):
    """The button is up again. Every `Pressed` gets exactly one."""

    button: ButtonName


class Turned(_Event, frozen=True):
    """The encoder moved by detents; clockwise is positive."""

    steps: int


class TagLaid(_Event, frozen=True):
    """A tag was put on a reader. A tag left lying is told once."""

    tag: str
    reader: str


class TagLifted(_Event, frozen=True):
    """The tag is gone (no frame for 300 ms, or the reader was lost with the tag on it)."""

    tag: str
    reader: str


class TwoTags(_Event, frozen=True):
    """Several tags answer in turn: ask for one at a time. No `TagLaid` comes until one of them is gone."""

    tags: tuple[str, ...]
    reader: str


class DeviceLost(_Event, frozen=True):
    """A device cannot be used; told once. The HAL goes on trying by itself."""

    device: str
    reason: Text


class DeviceBack(_Event, frozen=True):
    """A lost device works again."""

    device: str


class DeviceNotice(_Event, frozen=True):
    """The device works, but its user should know something."""

    device: str
    text: Text


Event: TypeAlias = (
    Pressed
    | Clicked
    | Held
    | Repeated
    | Released
    | Turned
    | TagLaid
    | TagLifted
    | TwoTags
    | DeviceLost
    | DeviceBack
    | DeviceNotice
)
