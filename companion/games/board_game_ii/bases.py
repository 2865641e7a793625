"""Bases on figures: Hive, Caustic, Amplify, Shadow, Marked.

Rules GB2-BASE. Amplify and Caustic act where figures and Slime types are read.
"""

from __future__ import annotations

from companion.engine.rule import Notice, Rule
from companion.engine.text import Text

from .effects import Move
from .movement import move
from .resolve import react
from .state import Entity, Table

SHADOW = Move(spaces=2, toward="nearest_ghostbuster")
"""GB2-BASE-14, GB2-ERRATA-04."""


def shadow_moves(table: Table, entity: Entity) -> Rule[None]:
    """One move of 2 toward the nearest Ghostbuster for each Shadow Base. GB2-BASE-15."""
    for _ in range(entity.bases.get("shadow", 0)):
        if entity.id in table.entities:
            yield from move(table, entity, SHADOW, -1)


def hive(table: Table, entity: Entity, how: str, seat: int) -> Rule[None]:
    """A figure with Hive was hit or missed: others of its name react too, once a Base.

    GB2-BASE-01 … GB2-BASE-08. `entity` may have been caught by that hit.
    """
    others = [other for other in table.entities.values() if other.card == entity.card and other is not entity]
    for _ in range(entity.bases.get("hive", 0)):
        for other in others:
            if other.id in table.entities:
                yield Notice(
                    "hive",
                    Text("Hive: {entity} reacts too", {"entity": other.name}),
                    ("GB2-BASE-01", "GB2-BASE-02", "GB2-QUICKREF-04"),
                    {"entity": other.id, "how": how},
                )
                yield from react(table, other, how, seat)
