"""Asking within a turn: a question falls away when the turn has ended under it.

A wrong theory may be tested at any moment of a turn and ends it; then what was still to be asked is not.
Must not know what is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from companion.engine.prompts import Option, Prompt
from companion.engine.rule import Rule

from .state import KINDS, Table


def ask(table: Table, make: Callable[[], Prompt | None]) -> Rule[Any]:
    """The answer to the prompt that `make` gives; None if the active player is out or nothing is asked."""
    seat = table.active

    def asked() -> Prompt | None:
        return None if table.players[seat].out else make()

    return (yield asked)


def card_options(table: Table, kind: str, refuse: Iterable[str] = ()) -> tuple[Option, ...]:
    """The cards of one kind to choose from."""
    return tuple(Option(card, table.card_name(card)) for card in KINDS[kind] if card not in refuse)
