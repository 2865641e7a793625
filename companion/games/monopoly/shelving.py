"""What the library keeps of this game: the ring of the board, and the figures printed on its cards.

Must not know files or the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from companion.engine.prompts import DIE_6
from companion.engine.text import Text, say
from companion.games.shelf import Finding, Shelving, Thing

Dollars: TypeAlias = Annotated[int, Meta(ge=0, le=5000)] | None
PLAIN = {
    "go": "GO",
    "vapor": "Roaming Vapor",
    "ecto_1": "ECTO-1",
    "jail": "Jail",
    "free_parking": "Free Parking",
    "go_to_jail": "Go to Jail",
}
"""Spaces that are neither a Contract nor a Supernatural Entity: kind and name."""


class ContractCard(Struct, kw_only=True, forbid_unknown_fields=True):
    """A Contract as printed, in $. What is left out is unknown and asked for when first needed."""

    id: str
    name: str
    colour: str
    invented: bool = False
    price: Dollars = None
    fees: Annotated[tuple[Dollars, ...], Meta(max_length=6)] = ()
    """Bare, with 1 to 4 Ghost Traps, with a Containment Unit."""
    trap_cost: Dollars = None
    unit_cost: Dollars = None
    mortgage: Dollars = None
    repay: Dollars = None
    """What is paid to unmortgage, if the card prints it; else 10 % are added to the mortgage."""


class EntityCard(Struct, kw_only=True, forbid_unknown_fields=True):
    """A Supernatural Entity's space: what has to be rolled, and how many $ it is about."""

    id: str
    name: str
    invented: bool = False
    target: Annotated[int, Meta(ge=2, le=12)] | None = None
    amount: Dollars = None


class VaporCard(Struct, kw_only=True, forbid_unknown_fields=True):
    """A Roaming Vapor card that somebody typed in: then it books itself. MONO-DATA-05."""

    id: str
    name: str
    invented: bool = False
    effect: Literal["pay", "collect", "pay_each", "collect_each", "advance", "back", "jail", "keep", "other"]
    amount: int = 0
    """$ or spaces."""


class Board(Struct, kw_only=True, forbid_unknown_fields=True):
    """A board."""

    id: str
    name: str
    invented: bool = False
    ring: tuple[str, ...]
    """From GO in the direction of play: a kind of space, or the id of a Contract or Supernatural Entity."""


class Box(Struct, kw_only=True):
    """The shelf."""

    boards: dict[str, Board] = {}
    contracts: dict[str, ContractCard] = {}
    supernatural_entities: dict[str, EntityCard] = {}
    vapor_cards: dict[str, VaporCard] = {}


def check(box: Box) -> Sequence[Finding]:
    """What on a board cannot be."""
    return [finding for board in box.boards.values() for finding in _check_ring(box, board)]


def _check_ring(box: Box, board: Board) -> Iterator[Finding]:
    met: set[str] = set()
    for number, space in enumerate(board.ring):
        at = ("boards", board.id, "ring", number)
        if space not in {*PLAIN, *box.contracts, *box.supernatural_entities}:
            known = ", ".join(PLAIN)
            yield Finding(
                at, say("{what} is no Contract, no Entity and none of {known}", what=space, known=known)
            )
        if space in met and space in box.contracts:
            yield Finding(at, say("{what} is on the board already", what=space))
        met.add(space)
    for needed in ("go", "jail"):
        if needed not in met:
            yield Finding(("boards", board.id, "ring"), say("there is no {what}", what=needed))


def unknown(card: Any) -> Sequence[str]:
    """What nobody has read off this card yet. Whether `repay` is printed differs: never missing."""
    if isinstance(card, ContractCard):
        lacks = [
            name for name in ("price", "trap_cost", "unit_cost", "mortgage") if getattr(card, name) is None
        ]
        return [*lacks, *(["fees"] if len(card.fees) < 6 or None in card.fees else [])]
    if isinstance(card, EntityCard):
        return [name for name in ("target", "amount") if getattr(card, name) is None]
    return []


def things(box: Any) -> Sequence[Thing]:
    """Die faces, and the Roaming Vapor cards that are known."""
    faces = [
        Thing(f"face:{DIE_6.id}:{face}", say("{die} {face}", die=DIE_6.name, face=str(face)), say("Dice"))
        for face in DIE_6.faces
    ]
    cards = [
        Thing(f"vapor:card:{card.id}", Text(card.name), say("Cards")) for card in box.vapor_cards.values()
    ]
    return [*faces, *cards]


DATA = Path(__file__).parent / "data"
SHELVING = Shelving(Box, (DATA, DATA / "training"), check, unknown, things)
"""Your own board with the published names and no figure, and an invented one for training."""
