"""Placing Ghosts (sections "Placing Ghost figures", "Draw + Shuffle cards"): what a flipped card does.

Must not know the movement die or what comes after the card step.
"""

from __future__ import annotations

from companion.engine.rule import Notice, Rule

from .deck import flip, shuffle
from .doors import lock, unlock
from .haunting import place_ghost
from .rowan import NO_EFFECT, rowan_card
from .state import EXTRA, LOCKS, ROOMS, ROWAN, SHUFFLES, Table


def card_step(table: Table) -> Rule[None]:
    """Flip one card and settle it fully (MERC-CARD-01, MERC-CARD-05)."""
    card = yield from flip(table)
    if card in ROOMS:
        yield from place_ghost(table, card)
    elif card == ROWAN:
        yield from rowan_card(table)
    elif card in LOCKS:
        yield from lock(table, card)
    elif card in EXTRA:
        yield from draw_more(table, card)
    else:
        yield from unlock(table)
        yield from shuffle(table)


def draw_more(table: Table, card: str) -> Rule[None]:
    """DRAW 2 or 3: that many cards count, shuffle cards among them are skipped, then all is shuffled
    (MERC-DRAW-01 to 09)."""
    due = EXTRA[card]
    while due > 0:
        extra = yield from flip(table, keep=(card,))
        if extra in SHUFFLES:
            yield Notice("skipped", NO_EFFECT, ("MERC-DRAW-03", "MERC-DRAW-04"))
            continue
        due -= 1
        if extra in ROOMS:
            yield from place_ghost(table, extra)
        elif extra in LOCKS:
            yield from lock(table, extra)
        else:
            yield from rowan_card(table, during=card)
            due -= "rowan_uses_draw" in table.house
    if "draw_opens" in table.house:
        yield from unlock(table)
    yield from shuffle(table)
