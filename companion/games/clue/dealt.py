"""A deal of the real cards, for simulated play: who holds what, and what honest people say of it.

People see these cards, the box never does. Must not touch the table: what is known of it there is typed in
by the players themselves, as at a real one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.engine.prompts import Choose, Prompt
from companion.engine.text import Text

from .paranormal import NOBODY
from .state import CARDS, KINDS, Table
from .suggestion import NONE, SHOWED, SKIP


class Dealt:
    """The cards in the order of a shuffle: the first of each kind in the sleeve, then the hands of `table`,
    then the hidden spots. Hand sizes must be settled."""

    def __init__(self, table: Table, order: Sequence[int]) -> None:
        cards = [CARDS[index] for index in order]
        self.sleeve = [next(card for card in cards if card in kind) for kind in KINDS.values()]
        rest = iter(card for card in cards if card not in self.sleeve)
        self.hands = [[next(rest) for _ in range(player.hand)] for player in table.players]
        self.spots = {spot: next(rest) for spot in table.spots}

    def typed(self) -> Iterator[tuple[str, Any, int]]:
        """What people type into their phones: path, value and seat of each correction."""
        for seat, hand in enumerate(self.hands):
            for card in hand:
                yield f"own:{seat}:{card}", "yes", seat

    def answer(self, table: Table, prompt: Prompt) -> Any:
        """What the cards say to `prompt`; None where they have no say."""
        if not isinstance(prompt, Choose):
            return None
        ids = [option.id for option in prompt.options]
        if SHOWED in ids:
            holder = _seat(table, prompt.text)
            return SHOWED if set(self.hands[holder]) & set(table.suggestions[-1].cards) else NONE
        if NOBODY in ids:
            card = _cards(table, prompt.text.args["card"])[0]
            return next((str(seat) for seat in table.seats if card in self.hands[seat]), NOBODY)
        if ids == ["wrong", "right"]:
            return "right" if _cards(table, prompt.text.args["cards"]) == self.sleeve else "wrong"
        if SKIP in ids and prompt.to is not None:
            return self._seen(table, prompt, ids)
        return None

    def _seen(self, table: Table, prompt: Prompt, ids: list[str]) -> str:
        """The card somebody was shown or found, which only their phone hears of."""
        if "who" not in prompt.text.args:
            return self.spots[table.players[prompt.to or 0].place]
        hand = self.hands[_seat(table, prompt.text)]
        return next((card for card in hand if card in ids), SKIP)


def _seat(table: Table, text: Text) -> int:
    names = [player.name for player in table.players]
    return names.index(str(text.args["who"]))


def _cards(table: Table, named: Any) -> list[str]:
    by_name = {str(table.card_name(card)): card for card in CARDS}
    return [by_name[str(name)] for name in ([named] if isinstance(named, Text) else named)]
