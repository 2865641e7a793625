"""A tiny whole game in a package of its own, as docs/add-a-game.md leads through it."""

from .game import GAME

__all__ = ["GAME"]
