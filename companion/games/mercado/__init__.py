"""Mercado: bring eight devices out of a haunted building, together (2 to 4 players, four variants).

Here: one module for each part of the rulebook. Must not know a device, a screen, a file or chance.
"""

from .game import GAME

__all__ = ["GAME"]
