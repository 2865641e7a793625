"""What of this game may have a token on it: die faces, figures, cards, Slime types, Ghostbusters.

Must not know tags or readers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.engine.text import Text, say
from companion.games.shelf import Thing

from .box import Box
from .dice import COMBAT, EVENT, MOVEMENT
from .words import GOO_CARD_NAMES, SLIME_KINDS, SLIME_NAMES

TEAM = 4


def things(box: Box) -> Sequence[Thing]:
    """Everything, in the order in which it is learned: what helps most comes first."""
    return [*_faces(), *_team(), *_slimes(), *_goo_cards(), *_figures(box), *_cards(box)]


def _faces() -> Iterator[Thing]:
    for die in (EVENT, MOVEMENT, COMBAT):
        for face in die.faces:
            name = say("{die} {face}", die=die.name, face=die.name_of(face))
            yield Thing(f"face:{die.id}:{face}", name, say("Dice"))


def _team() -> Iterator[Thing]:
    for seat in range(TEAM):
        yield Thing(f"ghostbuster:{seat}", say("Ghostbuster {n}", n=seat + 1), say("Ghostbusters"))


def _slimes() -> Iterator[Thing]:
    for id in SLIME_KINDS:
        yield Thing(f"slime:{id}", SLIME_NAMES[id], say("Slime"))


def _goo_cards() -> Iterator[Thing]:
    for id, name in GOO_CARD_NAMES.items():
        yield Thing(f"goo_pile:{id}", name, say("Goo Pile Cards"))


def _figures(box: Box) -> Iterator[Thing]:
    for card in box.entities.values():
        for number in range(1, (card.figures or 0) + 1):
            name = Text(f"{card.name} {number}")
            yield Thing(f"figure:{card.id} {number}", name, say("Figures"))


def _cards(box: Box) -> Iterator[Thing]:
    kinds = (
        ("equipment", box.equipment, say("Equipment")),
        ("event", box.events, say("Events")),
        ("key_item", box.key_items, say("Key Items")),
    )
    for kind, cards, group in kinds:
        for card in cards.values():
            if not card.invented:
                yield Thing(f"{kind}:{card.id}", Text(card.name), group)
