"""What the library keeps of this game: the boards, as far as they are known, and what may have a token.

A card of the mystery never has one here: a reader stands beside a screen that all can see. Must not know
files or the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct, to_builtins

from companion.engine.text import say
from companion.games.shelf import Finding, Shelving, Thing

from .board import parse
from .paranormal import KIND_NAMES
from .setup import corners_are_right
from .turn import DIE

Location: TypeAlias = Literal[
    "foyer", "kitchen", "dining_room", "bedroom", "lab", "silo", "field", "barn", "location_9"
]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=16)]


class Plan(Struct, kw_only=True, forbid_unknown_fields=True):
    """A typed map."""

    plan: tuple[str, ...]
    """Rows of text; "." is a square to walk on, all else is decoration."""
    entrances: tuple[str, ...]
    """Location, then the square before its entrance ("column,row" from 1): "kitchen 3,4"."""
    starts: tuple[str, ...] = ()
    """The start squares of the six characters, clockwise from Phoebe."""


class Board(Struct, kw_only=True, forbid_unknown_fields=True):
    """What is printed on a board, its dice and paranormal cards, and nowhere in the text."""

    id: str
    name: str
    invented: bool = False
    location_9: Name | None = None
    """The location that the text does not name."""
    characters: tuple[Name, Name, Name, Name, Name] | None = None
    """The five others, clockwise round the board from Phoebe."""
    plain_one: bool | None = None
    """Whether the dice have a side with a plain 1 besides the magnifying glass."""
    passages: dict[Location, Location | Literal[""]] | None = None
    """Where secret passages lead; "" where it is known that there is none."""
    corners: tuple[Location, ...] | None = None
    """The four corner locations."""
    paranormal: tuple[tuple[Literal["ghost", "pke"], Annotated[int, Meta(ge=2, le=12)]], ...] | None = None
    """Kind and printed roll of the paranormal cards that were met."""
    map: Plan | None = None


class Boards(Struct, kw_only=True):
    """The shelf."""

    boards: dict[str, Board] = {}


def check(shelf: Boards) -> Sequence[Finding]:
    """What on a board cannot be."""
    found = []
    for id, board in shelf.boards.items():
        if board.corners is not None and not corners_are_right(board.corners):
            found.append(Finding(("boards", id, "corners"), say("four different locations are corners")))
        for here, there in (board.passages or {}).items():
            if here == there:
                text = say("a passage leads from {place} to itself", place=here)
                found.append(Finding(("boards", id, "passages", here), text))
        if board.map is not None:
            try:
                parse(to_builtins(board.map))
            except ValueError as error:
                found.append(Finding(("boards", id, "map"), say("{why}", why=str(error))))
    return found


def unknown(board: Any) -> Sequence[str]:
    """What nobody has read off this board yet; the rest is asked when it matters."""
    return [field for field in ("location_9", "characters", "plain_one") if getattr(board, field) is None]


def things(shelf: Any) -> Sequence[Thing]:
    """Die faces and paranormal cards that are known."""
    faces = [
        Thing(f"face:{DIE.id}:{face}", say("{die} {face}", die=DIE.name, face=DIE.name_of(face)), say("Dice"))
        for face in DIE.faces
    ]
    cards = sorted({card for board in shelf.boards.values() for card in board.paranormal or ()})
    return [
        *faces,
        *(
            Thing(f"paranormal:{kind}:{n}", say("{kind}, {n}", kind=KIND_NAMES[kind], n=n), say("Cards"))
            for kind, n in cards
        ),
    ]


DATA = Path(__file__).parent / "data"
SHELVING = Shelving(Boards, (DATA, DATA / "training"), check, unknown, things)
"""Your own board, empty until it is known, and an invented one for training."""
