"""Games, one folder each: pure rules. Know no device, clock, file, network or random source.

Here: finding them. A game is an entry point in the group `companion.games`, so that a stranger can
ship one as a package of their own.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from typing import Any

from companion.engine.game import Game

GROUP = "companion.games"


@cache
def registry() -> dict[str, Game[Any]]:
    """All installed games by id, in the order of their names."""
    found = [point.load() for point in entry_points(group=GROUP)]
    return {game.id: game for game in sorted(found, key=lambda game: str(game.name))}
