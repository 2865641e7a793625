"""What a rule is: a generator that yields prompts, notices and checkpoints, and returns its result.

Law: a rule changes only the table it was given. It may yield a prompt, or a function that makes one
from the present table: then the prompt is made anew after every interlude and correction, and a
function that returns None says that the question no longer applies (the rule receives None).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct

from .prompts import Prompt, Rules
from .text import Text

T = TypeVar("T")


class Notice(Struct, frozen=True, gc=False):
    """Something happened: one sentence, the rules behind it, and the facts as data for log and views.

    `kind` is a short id ("trapped", "slimed", …). `seat` limits who may read it (None: everybody).
    """

    kind: str
    text: Text
    rules: Rules = ()
    data: Mapping[str, Any] = {}
    seat: int | None = None


class Checkpoint(Struct, frozen=True, gc=False):
    """A place from which the game's `play` can go on with nothing but the table (the start of a round)."""

    name: Text


class Outcome(Struct, frozen=True):
    """How a game ended. `won`: True, False, or None where nobody wins or loses together."""

    won: bool | None
    text: Text
    rules: Rules = ()
    winners: tuple[int, ...] = ()


class Ended(Exception):
    """Raised by a rule, however deep, to end the game at once."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome)
        self.outcome = outcome


Maker: TypeAlias = Callable[[], "Prompt | None"]
Yielded: TypeAlias = "Prompt | Maker | Notice | Checkpoint"
Rule: TypeAlias = Generator[Yielded, Any, T]
"""A rule that gives back a T when it is done."""
