"""Bases on figures: Hive, Caustic, Amplify, Shadow, Marked.

Rules GB2-BASE. Amplify and Caustic act where figures and Slime types are read.
"""

from __future__ import annotations

from companion.engine.rule import Rule

from .effects import Move
from .movement import move
from .state import Entity, Table

SHADOW = Move(spaces=2, toward="nearest_ghostbuster")
"""GB2-BASE-14, GB2-ERRATA-04."""


def shadow_moves(table: Table, entity: Entity) -> Rule[None]:
    """One move of 2 toward the nearest Ghostbuster for each Shadow Base. GB2-BASE-15."""
    for _ in range(entity.bases.get("shadow", 0)):
        if entity.id in table.entities:
            yield from move(table, entity, SHADOW, -1)
