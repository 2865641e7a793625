"""Typing a whole card in at the table: what is unknown of it is asked for in one go, and learned.

Must not know how cards are kept.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.prompts import Choose, Option
from companion.engine.rule import Rule
from companion.engine.text import Text, say

from .cards import EntityCard
from .consistency import unknown
from .figures import FIGURES, effect_known, figure, slime_type
from .state import Table

_BACK = Option("back", say("Back"))


def readable(table: Table) -> Sequence[EntityCard]:
    """The Entities in play of which something is unknown."""
    in_play = dict.fromkeys([*(entity.card for entity in table.entities.values()), *table.spirit_world])
    return [card for id in in_play if unknown(card := table.shelf.entities[id])]


def read_in(table: Table) -> Rule[None]:
    """Ask which card, then everything on it that nobody has read yet. GB2-FIGURE-07."""
    answer = yield Choose(
        say("Which card?"),
        say("Everything that is not known of it is asked for now, and never again."),
        ("GB2-FIGURE-07",),
        options=(*(Option(card.id, Text(card.name)) for card in readable(table)), _BACK),
    )
    if answer == "back":
        return
    card = table.shelf.entities[answer]
    for field in unknown(card):
        if field in FIGURES:
            yield from figure(card, field)
        elif field == "slime":
            yield from slime_type(card)
        else:
            yield from effect_known(card, field)
