"""Prompts: what the rules may ask. The only contract between rules and everything that shows or answers.

Law: a prompt is plain data; `accept` judges an answer by the prompt alone and changes nothing. An
answer outside it is a `Refusal` that says why and names the rule. Must not know who draws or answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from .text import Text, say

Rules: TypeAlias = tuple[str, ...]
"""Ids of ledger rows, the reason behind a prompt, notice or refusal."""

NOTHING = Text("")


class Refusal(Struct, frozen=True):
    """Why an answer does not count. Nothing has changed."""

    text: Text
    rules: Rules = ()


class Die(Struct, frozen=True):
    """A die by its id and faces; a face is its number or, for symbols, a short id. `names` fit the faces."""

    id: str
    name: Text
    faces: tuple[int | str, ...]
    names: tuple[Text, ...] = ()

    def name_of(self, face: int | str) -> Text:
        """How `face` is called."""
        if not self.names:
            return Text(str(face))
        return self.names[self.faces.index(face)]


class Prompt(Struct, frozen=True, tag=True, gc=False):
    """What is common to all: the title (a line on the OLED), the text (the whole question), the rules
    behind it, the seat that is asked (None: the table) and whether only that seat may see it. With
    `own_screen` a secret question is shown on a screen of that seat's own, never on one that is shared."""

    title: Text
    text: Text = NOTHING
    rules: Rules = ()
    to: int | None = None
    secret: bool = False
    own_screen: bool = False

    def accept(self, value: Any) -> Refusal | None:
        """Judge an answer: None if it counts, else why not."""
        raise NotImplementedError


class Roll(Prompt, frozen=True, tag=True, gc=False, kw_only=True):
    """Ask for a face of `die`. The answer is the face, whoever rolled."""

    die: Die

    def accept(self, value: Any) -> Refusal | None:
        if value in self.die.faces and not isinstance(value, bool):
            return None
        if self.die.names:
            return Refusal(
                say("{die} shows one of: {faces}.", die=self.die.name, faces=self.die.names), self.rules
            )
        low, high = self.die.faces[0], self.die.faces[-1]
        return Refusal(
            say(
                "{die} shows {low} to {high}, not {value}.",
                die=self.die.name,
                low=low,
                high=high,
                value=str(value),
            ),
            self.rules,
        )


class Option(Struct, frozen=True, gc=False):
    """One thing to choose. With a `refusal` it is shown, and choosing it says why it is not open now.

    `seat` limits who may pick it from a phone (an open auction: everyone has own options).
    `detail` is a few more words for larger screens.
    """

    id: str
    label: Text
    refusal: Refusal | None = None
    seat: int | None = None
    detail: Text = NOTHING


class Choose(Prompt, frozen=True, tag=True, gc=False, kw_only=True):
    """Ask for one of `options`. The answer is the option's id; a token that means the id answers too.

    `default` is where the cursor starts.
    """

    options: Sequence[Option]
    default: str = ""

    def accept(self, value: Any) -> Refusal | None:
        for option in self.options:
            if option.id == value:
                return option.refusal
        return Refusal(say("That is not one of the choices here."), self.rules)


class Scan(Choose, frozen=True, tag=True, gc=False, kw_only=True):
    """Ask for a card or figure of one of `kinds`: lay its token on the reader, or pick it from `options`."""

    kinds: tuple[str, ...]


class Count(Prompt, frozen=True, tag=True, gc=False, kw_only=True):
    """Ask for a whole number from `low` to `high`; `default` is shown first, `step` is one turn."""

    low: int
    high: int
    default: int = 0
    step: int = 1

    def accept(self, value: Any) -> Refusal | None:
        if isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high:
            return None
        return Refusal(
            say(
                "A number from {low} to {high}, not {value}.", low=self.low, high=self.high, value=str(value)
            ),
            self.rules,
        )


class Grid(Struct, frozen=True):
    """A picture of labelled squares, row by row ("" is none), turned clockwise by degrees, some `marked`
    (row and column, from 0). `spaces` are those of the one marked square, as it lies, row by row: the
    number of what is there, 1 to 9, or 0 for nothing."""

    squares: tuple[tuple[str, ...], ...]
    turned: tuple[tuple[int, ...], ...] = ()
    marked: tuple[tuple[int, int], ...] = ()
    spaces: tuple[tuple[int, ...], ...] = ()


class Tell(Prompt, frozen=True, tag=True, gc=False):
    """Say something the people must do or know with their own hands; the answer is "ok".

    `grid` is a picture of what is said; the numbers on its spaces stand in the words.
    """

    grid: Grid | None = None

    def accept(self, value: Any) -> Refusal | None:
        return None if value == "ok" else Refusal(say("Press OK when it is done."), self.rules)


class Write(Prompt, frozen=True, tag=True, gc=False, kw_only=True):
    """Ask for words (a name, a card's text), 1 to `limit` characters, no line break."""

    limit: int = 40
    default: str = ""

    def accept(self, value: Any) -> Refusal | None:
        if (
            isinstance(value, str)
            and len(value.strip()) > 0
            and len(value) <= self.limit
            and value.isprintable()
        ):
            return None
        return Refusal(say("1 to {limit} letters on one line.", limit=self.limit), self.rules)


class Shuffle(Prompt, frozen=True, tag=True, gc=False, kw_only=True):
    """Ask for an order of `count` things nobody may see. The edge answers: a list of 0 … count-1."""

    count: int

    def accept(self, value: Any) -> Refusal | None:
        if isinstance(value, list) and sorted(value) == list(range(self.count)):
            return None
        return Refusal(say("An order of {count} cards is needed.", count=self.count), self.rules)


class Several(Prompt, frozen=True, tag=True, gc=False, kw_only=True):
    """Ask several seats at once; complete when each has answered. Each part has its own `to`.

    The rule receives a dict from seat to value.
    """

    parts: tuple[Prompt, ...]

    def part(self, seat: int | None) -> Prompt | None:
        """The question to `seat`, if it is asked."""
        for part in self.parts:
            if part.to == seat:
                return part
        return None


Ask: TypeAlias = Roll | Choose | Scan | Count | Tell | Write | Shuffle | Several
"""Every kind of prompt: what a screen has to be able to show."""

YES = say("Yes")
NO = say("No")


def yes_no(
    title: Text, text: Text = NOTHING, rules: Rules = (), to: int | None = None, default: str = "yes"
) -> Choose:
    """A question with two answers, "yes" and "no"."""
    return Choose(title, text, rules, to, options=(Option("yes", YES), Option("no", NO)), default=default)


DIE_6 = Die("d6", say("The die"), (1, 2, 3, 4, 5, 6))
