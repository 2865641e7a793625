"""Monopoly: Ghostbusters. One module a section of the rulebook; a turn reads top to bottom in `turn.py`.

Here: pure rules. Must not know a device, a screen, a file or chance.
"""

from .game import Monopoly

GAME = Monopoly()
