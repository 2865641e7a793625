"""How many Actions and Maneuvers are left, computed from Slime, what is used and what is gained.

Rules GB2-SLIME-09, -10, -12, GB2-ACTION-01, GB2-MANEUVER-01 … -04. Nothing of this is stored.
"""

from __future__ import annotations

from .state import Table

ACTIONS = 3
MANEUVERS = 2


def actions_left(table: Table, seat: int) -> int:
    """Actions left in this turn: recomputed at once when Slime changes, never below 0."""
    who = table.team[seat]
    if who.forfeited:
        return 0
    slimes = who.slimes.get("action", 0) if who.slimes else 0
    left = ACTIONS - slimes - who.actions_used + table.gained(seat, "action")
    return left if left > 0 else 0


def maneuvers_left(table: Table, seat: int) -> int:
    """Maneuvers left without converting Actions."""
    who = table.team[seat]
    slimes = who.slimes.get("maneuver", 0) if who.slimes else 0
    left = MANEUVERS - slimes - who.maneuvers_used + table.gained(seat, "maneuver")
    return left if left > 0 else 0


def spend_maneuver(table: Table, seat: int) -> None:
    """Use a Maneuver; with none left an Action is converted. GB2-MANEUVER-02, GB2-MANEUVER-03."""
    who = table.team[seat]
    if maneuvers_left(table, seat):
        who.maneuvers_used += 1
    else:
        who.actions_used += 1
