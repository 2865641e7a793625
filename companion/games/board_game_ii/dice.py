"""The three dice of the box. Must not know who rolls them: a face is an answer like any other.

Of the five Gate symbols only the Star is publicly known; the owner names the other four.
"""

from __future__ import annotations

from companion.engine.prompts import Die
from companion.engine.text import Text, say

from .words import SYMBOL_NAMES

COMBAT = Die(
    "combat",
    say("Combat Die"),
    (1, 2, 3, 4, 5, 6),
    (Text("1"), Text("2"), Text("3"), Text("4"), Text("5"), say("Logo (6)")),
)
"""Six-sided; the logo counts as 6. GB2-COMBAT-02."""

MOVEMENT = Die("movement", say("Movement Die"), (1, 2, 3, 4, 5, 6, 7, 8))
"""Eight-sided: a direction on the PKE Meter, or who is chosen at random. GB2-RANDOM-01, GB2-RANDOM-02."""

SYMBOLS = ("star", "symbol_2", "symbol_3", "symbol_4", "symbol_5")
CHAOS = "chaos"
EVENT = Die(
    "event",
    say("Event Die"),
    (*SYMBOLS, CHAOS),
    (*(SYMBOL_NAMES[symbol] for symbol in SYMBOLS), say("Chaos")),
)
"""Five Gate symbols and Chaos. GB2-EVENTDIE-02."""
