"""Games, one folder each: pure rules. Know no device, clock, file, network or random source.

Here: finding them. Ours are the folders here that have a `GAME`; a stranger can ship one as a package of
their own, as an entry point in the group `companion.games`. A game is imported when it is asked for.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from typing import Any

from companion.engine.game import Game

GROUP = "companion.games"


class UnknownGame(LookupError):
    """There is no game with this id."""


def shipped() -> tuple[str, ...]:
    """The ids of our own games."""
    return tuple(sorted(info.name for info in pkgutil.iter_modules(__path__) if info.ispkg))


@cache
def find(id: str) -> Game[Any]:
    """The game with this id. Raises UnknownGame."""
    if id in shipped():
        game = getattr(import_module(f"{__name__}.{id}"), "GAME", None)
    else:
        # Looking through every installed package takes time: only for games that are not ours.
        from importlib.metadata import entry_points

        found = [point for point in entry_points(group=GROUP) if point.name == id]
        try:
            game = found[0].load() if found else None
        except (ImportError, AttributeError) as error:
            raise UnknownGame(id) from error
    if game is None:
        raise UnknownGame(id)
    return game  # type: ignore[no-any-return]


@cache
def registry() -> dict[str, Game[Any]]:
    """All games by id: ours that are whole, then those of others, each in the order of their ids."""
    from importlib.metadata import entry_points

    others = sorted({point.name for point in entry_points(group=GROUP)}.difference(shipped()))
    found = []
    for id in (*shipped(), *others):
        try:
            found.append(find(id))
        except UnknownGame:
            continue
    return {game.id: game for game in found}
