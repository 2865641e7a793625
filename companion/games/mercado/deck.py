"""The cards (sections "Setting up", "Placing Ghost figures"): making the deck, flipping, shuffling.

The players handle real cards and say what they flip, or the box keeps the deck; then an order comes
from the edge. Must not know what a card does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.engine.prompts import Option, Scan, Shuffle, Tell
from companion.engine.rule import Notice, Rule
from companion.engine.text import say

from .state import BLUE, DRAW_2, DRAW_3, GREEN, ROOMS, ROWAN, SHUFFLE, Table, card_name

BASIC_SIZE = 13
ADVANCED_CARDS = (DRAW_2, DRAW_3, BLUE, BLUE, GREEN, GREEN)
USUAL = {**dict.fromkeys(ROOMS, 1), SHUFFLE: 1}
"""The likely make-up of the Basic cards. The manual does not list it: people confirm it (MERC-DATA-05)."""


def added_cards(table: Table) -> tuple[str, ...]:
    """What the variant adds to the 13 Basic cards (MERC-ROWAN-02, MERC-ADV-01)."""
    return (ADVANCED_CARDS if table.advanced else ()) + ((ROWAN,) if table.rowan_plays else ())


def kinds(table: Table) -> list[str]:
    """Every card that can be flipped in this variant."""
    return [*ROOMS, SHUFFLE, *dict.fromkeys(added_cards(table))]


def flip(table: Table, keep: Sequence[str] = ()) -> Rule[str]:
    """Flip the top card onto the discard pile. If none is left, the discards but `keep`, the cards being
    carried out, are shuffled first (MERC-CARD-01, 03, MERC-DRAW-08)."""
    deck = table.deck
    if deck.left == 0:
        yield Notice("empty", say("No card is left to draw."), ("MERC-DRAW-08",))
        yield from shuffle(table, keep)
    if deck.boxed:
        card = deck.pile.pop()
    else:
        card = yield Scan(
            say("Flip a card"),
            say("Flip the top card. Which one is it?"),
            ("MERC-CARD-01", "MERC-CARD-03"),
            kinds=("card",),
            options=tuple(Option(kind, card_name(kind)) for kind in kinds(table)),
        )
    deck.left -= 1
    deck.discard.append(card)
    yield Notice("flipped", say("Card: {card}.", card=card_name(card)), ("MERC-CARD-03",), {"card": card})
    return card


def shuffle(table: Table, keep: Sequence[str] = ()) -> Rule[None]:
    """Mix draw pile and discards, except one card for each of `keep`, into a new draw pile (MERC-CARD-04)."""
    deck = table.deck
    kept = Counter(keep) & Counter(deck.discard)
    loose = list((Counter(deck.discard) - kept).elements())
    if deck.boxed:
        cards = sorted(deck.pile + loose)
        order = yield Shuffle(
            say("Shuffle"), say("The box shuffles."), ("MERC-CARD-04",), secret=True, count=len(cards)
        )
        deck.pile = [cards[index] for index in order]
    else:
        text = say("Shuffle the draw pile and the discards together.")
        if kept:
            names = [card_name(card) for card in kept.elements()]
            text = say("Shuffle the draw pile and the discards together, but not {cards}.", cards=names)
        yield Tell(say("Shuffle the cards"), text, ("MERC-CARD-04", "MERC-ROWAN-06"))
    deck.left += len(loose)
    deck.discard = list(kept.elements())
