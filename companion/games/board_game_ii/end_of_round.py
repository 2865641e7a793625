"""Effects at the end of a turn and of a round, in their six tiers; then the Goo Timer drops.

Rules GB2-TURN-04, GB2-TURN-05, GB2-ENDROUND, GB2-MOVE-18. Must not know what the effects are.
"""

from __future__ import annotations

from companion.engine.rule import Rule
from companion.engine.text import Text, say

from .bases import shadow_moves
from .cards import EntityCard
from .events import event_card, time_passes
from .goo import change_goo_timer
from .resolve import Context, run_or_read
from .spirit_world import class_of
from .state import Entity, Table
from .win_loss import settle

RANKS = ("", "mini_boss", "boss")
_RULES = {"end_of_turn": ("GB2-TURN-04",), "end_of_round": ("GB2-ENDROUND-01", "GB2-QUICKREF-06")}
_TITLES = {
    "end_of_turn": say("{who}: end of turn"),
    "end_of_round": say("{who}: end of round"),
}


def timed_effects(table: Table, when: str) -> Rule[None]:
    """Ghostbusters, Entities, Mini-Bosses, Bosses, Events, the Scenario: in this order."""
    rules = _RULES[when]
    message = _TITLES[when].msg
    for seat, who in enumerate(table.team):
        character = table.shelf.characters.get(who.character)
        if character is None:
            continue
        for ability in character.abilities[: who.ability_level]:
            if ability.when == when and (when == "end_of_round" or seat == table.active):
                name = Text(who.name)
                title = Text(message, {"who": who.name})
                yield from run_or_read(table, ability.then, Context(seat=seat, cause=name), title, rules)
    for rank in RANKS:
        yield from _entities(table, when, rank)
    for event in list(table.events):
        card = event_card(table, event.card)
        steps = card.end_of_turn if when == "end_of_turn" else card.end_of_round
        context = Context(seat=table.active, event=event.card, cause=Text(card.name))
        yield from run_or_read(table, steps, context, Text(message, {"who": card.name}), rules)
    yield from time_passes(table, "turns" if when == "end_of_turn" else "rounds")
    scenario = table.scenario
    steps = scenario.end_of_turn if when == "end_of_turn" else scenario.end_of_round
    seat = table.active if when == "end_of_turn" else -1
    context = Context(seat=seat, cause=Text(scenario.name))
    yield from run_or_read(table, steps, context, Text(message, {"who": scenario.name}), rules)


def _has(card: EntityCard, when: str) -> bool:
    return any(special.when == when for special in card.specials)


def _entities(table: Table, when: str, rank: str) -> Rule[None]:
    """Entities of one rank, lowest Class first. GB2-TURN-05."""
    due: list[tuple[int, Entity]] = []
    for entity in table.entities.values():
        card = table.card(entity)
        if card.rank == rank and (
            (card.specials and _has(card, when)) or (when == "end_of_round" and "shadow" in entity.bases)
        ):
            due.append((card.number or (yield from class_of(table, card.id)), entity))
    due.sort(key=_class)
    for _, entity in due:
        for special in table.card(entity).specials:
            if special.when == when and entity.id in table.entities:
                yield from run_or_read(
                    table,
                    special.then,
                    Context(entity=entity.id, seat=-1, cause=Text(entity.name)),
                    Text(_TITLES[when].msg, {"who": entity.name}),
                    (*_RULES[when], "GB2-MOVE-18"),
                )
        if when == "end_of_round" and entity.id in table.entities:
            yield from shadow_moves(table, entity)


def _class(due: tuple[int, Entity]) -> int:
    return due[0]


def end_of_round_effects(table: Table) -> Rule[None]:
    """Everything that a card does at the end of a round."""
    table.phase = "end_of_round"
    yield from timed_effects(table, "end_of_round")
    settle(table)


def lower_goo_timer(table: Table) -> Rule[None]:
    """The Goo Timer drops by 1; at 0 the Scenario is lost at once. GB2-GOO-01, GB2-ENDROUND-02, -03."""
    yield from change_goo_timer(table, -1, ("GB2-GOO-01", "GB2-ENDROUND-02"))
    settle(table)
