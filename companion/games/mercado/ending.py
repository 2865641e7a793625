"""Winning and losing (sections "Winning" and "Losing"): asked after every change.

Must not know what brought the change about.
"""

from __future__ import annotations

from companion.engine.rule import Ended, Outcome
from companion.engine.text import say

from .state import DEVICES, HAUNTINGS, OUTSIDE, Table


def check(table: Table) -> None:
    """End the game if it is won or lost. Loss comes first: a card is settled before the move."""
    if table.hauntings >= HAUNTINGS:
        raise Ended(
            Outcome(
                False, say("6 rooms are haunted. The building is lost."), ("MERC-LOSE-01", "MERC-LOSE-06")
            )
        )
    if all_stuck(table):
        raise Ended(
            Outcome(False, say("Everybody is stuck in a haunted room."), ("MERC-LOSE-02", "MERC-LOSE-05"))
        )
    if table.delivered == DEVICES and all(player.place == OUTSIDE for player in table.players):
        raise Ended(
            Outcome(True, say("All 8 devices and everybody are out!"), ("MERC-WIN-01", "MERC-WIN-03"))
        )


def all_stuck(table: Table) -> bool:
    """Everyone carries, is in a haunted room, and no two share one (MERC-LOSE-02 to 04)."""
    seats = range(len(table.players))
    apart = len({player.place for player in table.players}) == len(table.players)
    return apart and len(table.players) > 0 and all(table.stuck(seat) for seat in seats)
