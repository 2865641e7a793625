"""Attach: a Plazm that ends its move on another becomes one larger Plazm with it.

Rules GB2-MOVE-14, -15, GB2-KEYWORD-01, -02. Must not know what made it move.
"""

from __future__ import annotations

from companion.engine.prompts import Tell
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say

from .plazm_sizes import of_size
from .state import TOKENS, Entity, Table
from .trap import leave_map


def attach_to(table: Table, mover: Entity, stays: Entity) -> Rule[None]:
    """Two Plazms become the larger one; tokens on either stay on it. GB2-MOVE-14, GB2-KEYWORD-01, -02."""
    if mover.id not in table.entities or stays.id not in table.entities:
        return  # Taken off by a correction in the meantime.
    size = table.card(mover).size + table.card(stays).size
    card = of_size(table, size)
    for held, joined in ((mover.streams, stays.streams), (mover.mood_slimes, stays.mood_slimes)):
        for seat, count in held.items():
            joined[seat] = min(TOKENS, joined.get(seat, 0) + count)
            table.team[seat].target = stays.id
    for base, count in mover.bases.items():
        stays.bases[base] = stays.bases.get(base, 0) + count
    mover.streams.clear()
    mover.mood_slimes.clear()
    leave_map(table, mover)
    first, second = mover.name, stays.name
    rename(table, stays, card)
    yield Notice(
        "attached",
        Text("{first} and {second}: now {plazm}", {"first": first, "second": second, "plazm": stays.name}),
        ("GB2-MOVE-14", "GB2-KEYWORD-01", "GB2-KEYWORD-02"),
        {"entity": stays.id, "card": card, "size": size},
    )
    yield Tell(
        Text("Now {plazm}", {"plazm": stays.name}),
        say("Join the two figures. Tokens on them stay."),
        ("GB2-MOVE-14", "GB2-KEYWORD-01"),
    )


def rename(table: Table, entity: Entity, card: str) -> None:
    """The figure becomes one of another card; tokens and Bases stay on it."""
    del table.entities[entity.id]
    number = 1
    while (id := f"{card} {number}") in table.entities:
        number += 1
    for who in table.team:
        if who.target == entity.id:
            who.target = id
    entity.id, entity.card = id, card
    entity.name = f"{table.shelf.entities[card].name} {number}"
    table.entities[id] = entity
