"""Rowan's card (section "Basic Battle with Rowan"): the next card says where he goes.

His moving on from haunted rooms is in `haunting`. Must not know how he fights: he does not.
"""

from __future__ import annotations

from companion.engine.rule import Notice, Rule
from companion.engine.text import say

from .deck import flip, shuffle
from .doors import lock, unlock
from .haunting import place_rowan
from .state import LOCKS, ROOMS, ROWAN, SHUFFLE, Table

NO_EFFECT = say("It has no effect now. Flip the next.")


def rowan_card(table: Table, during: str = "") -> Rule[None]:
    """Flip until a letter directs Rowan (MERC-ROWAN-05, 06, 17, 18).

    `during`: the DRAW card he turned up in; there a shuffle card is skipped (MERC-DRAW-03).
    """
    keep = (during, ROWAN) if during else (ROWAN,)
    yield Notice("rowan_card", say("The next card moves Rowan. It adds no Ghost."), ("MERC-ROWAN-05",))
    while True:
        card = yield from flip(table, keep)
        if card in ROOMS:
            if card != table.rowan:
                yield from place_rowan(table, card)
                return
            if "rowan_again" not in table.house:
                yield Notice("rowan_stays", say("Rowan stays in {room}.", room=card), ("MERC-ROWAN-17",))
                return
        elif card in LOCKS:
            yield from lock(table, card)
        elif card == ROWAN or during:
            yield Notice("skipped", NO_EFFECT, ("MERC-DRAW-03",))
        else:
            if card == SHUFFLE:
                yield from unlock(table)
            yield from shuffle(table, keep)
