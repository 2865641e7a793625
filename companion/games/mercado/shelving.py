"""What the library keeps of this game: the boards, as far as they are known, and what may have a token.

Must not know files or the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct, to_builtins

from companion.engine.text import say
from companion.games.shelf import Finding, Shelving, Thing

from .board import parse
from .fight import BATTLE_DIE
from .setup import are_red, is_basic
from .state import CARD_NAMES, ROOMS, UNSEEN, card_name
from .turn import MOVEMENT_DIE

Room: TypeAlias = Literal["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L"]


class Plan(Struct, kw_only=True, forbid_unknown_fields=True):
    """A typed map."""

    plan: tuple[str, ...]
    """Rows of text; "." is a hallway square, all else is decoration."""
    doors: tuple[str, ...]
    """Room, then room or square ("column,row" from 1), then blue, green or nothing: "A 3,1 blue"."""
    front: str
    """The square or room inside the front door."""


class Board(Struct, kw_only=True, forbid_unknown_fields=True):
    """What is printed on a board and its cards and nowhere in the manual."""

    id: str
    name: str
    invented: bool = False
    red_rooms: tuple[Room, ...] | None = None
    """The eight rooms with a red letter."""
    basic_cards: dict[Room | Literal["shuffle"], Annotated[int, Meta(ge=0, le=13)]] | None = None
    """How many of each letter and of SHUFFLE make the 13 Basic cards."""
    map: Plan | None = None


class Boards(Struct, kw_only=True):
    """The shelf."""

    boards: dict[str, Board] = {}


def check(shelf: Boards) -> Sequence[Finding]:
    """What on a board cannot be."""
    found = []
    for id, board in shelf.boards.items():
        if board.red_rooms is not None and not are_red(board.red_rooms):
            text = say("exactly 8 different rooms are red, here are {n}", n=len(set(board.red_rooms)))
            found.append(Finding(("boards", id, "red_rooms"), text, rules=("MERC-SETUP-08",)))
        if board.basic_cards is not None and not is_basic(dict(board.basic_cards)):
            text = say("the basic cards are 13 with at least two letters")
            found.append(Finding(("boards", id, "basic_cards"), text, rules=("MERC-DATA-05",)))
        if board.map is not None:
            try:
                parse(to_builtins(board.map))
            except ValueError as error:
                found.append(Finding(("boards", id, "map"), say("{why}", why=str(error))))
    return found


def unknown(board: Any) -> Sequence[str]:
    """What nobody has read off this board yet; a map is no must."""
    return [field for field in ("red_rooms", "basic_cards") if getattr(board, field) is None]


def things(shelf: Any) -> Sequence[Thing]:
    """Die faces and cards, which may have tokens."""
    faces = [
        Thing(f"face:{die.id}:{face}", say("{die} {face}", die=die.name, face=die.name_of(face)), say("Dice"))
        for die in (MOVEMENT_DIE, BATTLE_DIE)
        for face in die.faces
    ]
    kinds = [*ROOMS, *(card for card in CARD_NAMES if card != UNSEEN)]
    return [*faces, *(Thing(f"card:{card}", card_name(card), say("Cards")) for card in kinds)]


DATA = Path(__file__).parent / "data"
SHELVING = Shelving(Boards, (DATA, DATA / "training"), check, unknown, things)
"""Your own board, empty until it is known, and an invented one for training."""
