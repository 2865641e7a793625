"""A game being played, as those see it who show it or answer for people: panel, phones, terminal.

Here: the shape of it and what it says. Must not know who keeps the game, nor on what disk.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

from msgspec import Struct

from .prompts import Refusal
from .rule import Notice
from .session import Entry, Session
from .text import Text
from .view import Interlude

ROLLER = "roller"
"""The `by` of answers the box drew itself: dice it rolled, decks it shuffled."""


class Taken(Struct, frozen=True):
    """What became of an entry. Without `refusal` it stands; with `saved` it is on disk as well."""

    refusal: Refusal | None = None
    saved: bool = True


class Changed(Struct, frozen=True):
    """The table is not as it was. `seq` grows by one a change. `entry` is what changed it; None: look at
    everything anew (a game was begun, resumed or put back, or its keeping went wrong or right again)."""

    seq: int
    entry: Entry | None = None
    notices: tuple[Notice, ...] = ()


Listener: TypeAlias = Callable[[Changed], object]
Done: TypeAlias = Callable[[Taken], object]


class Live(Protocol):
    """The one door to a running game. Everything happens in the loop's own thread."""

    @property
    def session(self) -> Session[Any]:
        """The game to look at. Nobody enters anything here: `submit` does, after the disk has it."""

    @property
    def seq(self) -> int:
        """The number of the last `Changed`."""

    @property
    def trouble(self) -> Text | None:
        """What is wrong with keeping the game just now."""

    @property
    def blocked(self) -> bool:
        """Whether no answer counts for that trouble, until `play_unsaved` or until the disk takes one."""

    @property
    def extras(self) -> Sequence[Interlude]:
        """What the box itself offers besides the game's interludes; taken as they are."""

    def submit(self, entry: Entry, done: Done | None = None) -> None:
        """Have `entry` judged, written, applied and told to everybody; `done` hears what became of it."""

    def roll(self, number: int, seat: int | None = None, done: Done | None = None) -> None:
        """Let the box roll the die that the prompt with `number` asks for (of `seat`, when several are
        asked)."""

    def play_unsaved(self) -> None:
        """The people know of the `trouble` and go on: answers count unsaved until the disk takes them."""

    def preview(self, count: int = 1) -> tuple[Text, ...]:
        """What undoing `count` moves would take back, a sentence each, the last move first."""

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Hear of every change. The function given back ends it."""
