"""Locked doors (section "Door locked cards"): one colour at a time; which card lies on space 2.

Whether a locked door is in the way is worked out in `board`. Must not know why a card was flipped.
"""

from __future__ import annotations

from companion.engine.rule import Notice, Rule
from companion.engine.text import say

from .state import COLOURS, Table


def lock(table: Table, card: str) -> Rule[None]:
    """A lock card was flipped: its colour is locked, the other open (MERC-DOOR-01, 02, 03, 07, 08)."""
    if table.locked == card:
        yield Notice(
            "locked_already", say("All {colour} doors stay locked.", colour=COLOURS[card]), ("MERC-DOOR-07",)
        )
        return
    deck = table.deck
    deck.discard.remove(card)
    if deck.lock:
        deck.discard.append(deck.lock)
    deck.lock = table.locked = card
    yield Notice(
        "locked",
        say("All {colour} doors are locked. Lay the card on space 2.", colour=COLOURS[card]),
        ("MERC-DOOR-01", "MERC-DOOR-02", "MERC-DOOR-03", "MERC-DOOR-11"),
        {"colour": card},
    )


def unlock(table: Table) -> Rule[None]:
    """A SHUFFLE came up: the doors open and the card on space 2 joins the shuffle (MERC-DOOR-04, 08)."""
    if not table.locked:
        return
    yield Notice("unlocked", say("All doors are open again."), ("MERC-DOOR-04", "MERC-DOOR-08"))
    if table.deck.lock:
        table.deck.discard.append(table.deck.lock)
    table.deck.lock = table.locked = ""
