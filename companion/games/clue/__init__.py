"""Clue: Ghostbusters: who leads the ghosts, how to trap it, where it appears (2 to 6 players).

Here: one module for each part of the rulebook, and the private notebook. The box never learns what is in
the sleeve. Must not know a device, a screen, a file or chance.
"""

from .game import GAME

__all__ = ["GAME"]
