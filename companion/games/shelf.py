"""What a game says about its cards, for the library: which kinds of files there are and what must fit.

Here: the shape of that. A game that has cards bears a `Shelving` as its attribute `shelving`. Must not
know any game, file format or folder of an owner.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import Struct

from companion.engine.prompts import Rules
from companion.engine.text import Text

Where: TypeAlias = tuple[str | int, ...]
"""A place on the shelf: kind, card, then keys and list positions down to a value."""


class Finding(Struct, frozen=True):
    """Something on the shelf that does not fit together or is missing.

    `text` may have gaps named in `places`: whoever knows the files fills them with file and line.
    `missing`: not wrong, only not known yet.
    """

    at: Where
    text: Text
    places: Mapping[str, Where] = {}
    rules: Rules = ()
    missing: bool = False


class Overruled(Struct, frozen=True):
    """A figure that an owner's card misprints, as the library puts it into the card's `misprints` until the
    owner has said which to use. The card bears what is right; `printed` is what the owner has. `about`
    says in a sentence what is wrong and right, `said` and `right` in a word, or are both empty where that
    cannot be. A game tells the decision by a Notice of kind "misprint" with the facts `rule` and `keep`."""

    rule: str
    field: str
    printed: Any
    said: str
    right: str
    about: str
    source: str


class Thing(Struct, frozen=True):
    """Something of a game that may have a token on it. `means` is its kind and what it is, as in
    "face:combat:3" or "figure:brain_matter 2"; `group` collects things of one sort."""

    means: str
    name: Text
    group: Text


def nothing(shelf: Any) -> Sequence[Thing]:
    """For games without tokens."""
    return ()


class Shelving(Struct, frozen=True):
    """The cards of a game.

    `type` is a Struct with one dict a kind of card, from id to the card's Struct; the field's name is the
    folder. `data` are the folders of what ships, lowest first; the first may hold `corrections.yaml`.
    `check` looks at a whole shelf; `unknown` names the fields of one card that its printed card states and
    nobody has read yet; `things` are what may have tokens, in the order they are learned.
    """

    type: type[Struct]
    data: tuple[Path, ...]
    check: Callable[[Any], Sequence[Finding]]
    unknown: Callable[[Any], Sequence[str]]
    things: Callable[[Any], Sequence[Thing]] = nothing
