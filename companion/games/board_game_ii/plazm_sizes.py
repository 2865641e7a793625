"""Plazm sizes: Super, Hyper and Grand are one, two and three Super-Plazms joined, and which may join.

Rules GB2-COMPONENT-03, GB2-MOVE-16, GB2-KEYWORD-03. Must not know how they come together.
"""

from __future__ import annotations

from .state import Entity, Table

LARGEST = 3


def of_size(table: Table, size: int) -> str:
    """The card of the Plazm of a size, or "" if no such card is in play."""
    return next((card.id for card in table.shelf.entities.values() if card.size == size), "")


def partners(table: Table, entity: Entity) -> tuple[Entity, ...]:
    """The Plazms that a Plazm could Attach to: one of the two a Super, at most three together."""
    size = table.card(entity).size
    if not size:
        return ()
    found = []
    for other in table.entities.values():
        theirs = table.card(other).size
        if other is not entity and theirs and 1 in (size, theirs) and size + theirs <= LARGEST:
            found.append(other)
    return tuple(found)
