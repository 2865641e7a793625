"""Effects at the end of a turn and of a round, in their six tiers; then the Goo Timer drops.

Rules GB2-TURN-04, GB2-TURN-05, GB2-ENDROUND, GB2-MOVE-18. Must not know what the effects are.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from companion.engine.prompts import Rules
from companion.engine.rule import Rule
from companion.engine.text import Text, say

from .bases import shadow_moves
from .cards import EntityCard
from .events import event_card, time_passes
from .goo import change_goo_timer
from .order import in_order
from .resolve import Context, run_or_read
from .spirit_world import class_of
from .state import Entity, Table
from .win_loss import settle

When: TypeAlias = Literal["end_of_turn", "end_of_round"]

TIERS = {"": 0, "mini_boss": 100, "boss": 200}
"""Added to the Class, so that every Mini-Boss comes after every other Entity. GB2-TURN-04."""
_RULES: dict[When, Rules] = {
    "end_of_turn": ("GB2-TURN-04",),
    "end_of_round": ("GB2-ENDROUND-01", "GB2-QUICKREF-06"),
}
_TITLES: dict[When, Text] = {
    "end_of_turn": say("{who}: end of turn"),
    "end_of_round": say("{who}: end of round"),
}


def timed_effects(table: Table, when: When) -> Rule[None]:
    """Ghostbusters, Entities, Mini-Bosses, Bosses, Events, the Scenario: in this order."""
    rules, title = _RULES[when], _TITLES[when]
    seats = (table.active,) if when == "end_of_turn" else range(len(table.team))
    for seat in seats:
        who = table.team[seat]
        for ability in table.character(seat).abilities[: who.ability_level]:
            if ability.when == when:
                context = Context(seat=seat)
                yield from run_or_read(table, ability.then, context, title.fill(who=who.name), rules)
    due = yield from _due(table, when)
    for entity in (yield from in_order(due, ("GB2-TURN-05", *rules))):
        yield from _entity_acts(table, entity, when)
    for event in list(table.events):
        card = event_card(table, event.card)
        steps = card.end_of_turn if when == "end_of_turn" else card.end_of_round
        if steps != ():
            context = Context(seat=table.active, event=event.card)
            yield from run_or_read(table, steps, context, title.fill(who=card.name), rules)
    if table.events:
        yield from time_passes(table, "turns" if when == "end_of_turn" else "rounds")
    scenario = table.scenario
    steps = scenario.end_of_turn if when == "end_of_turn" else scenario.end_of_round
    if steps != ():
        context = Context(seat=table.active if when == "end_of_turn" else -1)
        yield from run_or_read(table, steps, context, title.fill(who=scenario.name), rules)


def _due(table: Table, when: When) -> Rule[list[tuple[int, Entity]]]:
    """Entities that act now: Mini-Bosses after the others, Bosses last, lower Classes first. GB2-TURN-05."""
    due: list[tuple[int, Entity]] = []
    round_ends = when == "end_of_round"
    for entity in list(table.entities.values()):
        card = table.shelf.entities[entity.card]
        if (card.specials and _has(card, when)) or (round_ends and "shadow" in entity.bases):
            number = card.number or (yield from class_of(table, card.id))
            due.append((TIERS[card.rank] + number, entity))
    return due


def _has(card: EntityCard, when: When) -> bool:
    return any(special.when == when for special in card.specials)


def _entity_acts(table: Table, entity: Entity, when: When) -> Rule[None]:
    """What a figure does by its card, and its Shadow Bases."""
    for special in table.card(entity).specials:
        if special.when == when and entity.id in table.entities:
            yield from run_or_read(
                table,
                special.then,
                Context(entity=entity.id),
                _TITLES[when].fill(who=entity.name),
                (*_RULES[when], "GB2-MOVE-18"),
            )
    if when == "end_of_round" and entity.id in table.entities:
        yield from shadow_moves(table, entity)


def end_of_round_effects(table: Table) -> Rule[None]:
    """Everything that a card does at the end of a round."""
    table.phase = "end_of_round"
    yield from timed_effects(table, "end_of_round")
    settle(table)


def lower_goo_timer(table: Table) -> Rule[None]:
    """The Goo Timer drops by 1; at 0 the Scenario is lost at once. GB2-GOO-01, GB2-ENDROUND-02, -03."""
    yield from change_goo_timer(table, -1, ("GB2-GOO-01", "GB2-ENDROUND-02"))
    settle(table)
