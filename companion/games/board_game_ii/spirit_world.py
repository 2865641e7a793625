"""The Spirit World: which Ghost comes out next, what an empty one means, and how figures emerge.

Rules GB2-SPIRIT, GB2-EMERGE, GB2-KEYWORD-07. Must not know which die or card calls the Ghosts.
"""

from __future__ import annotations

from companion.engine.prompts import Roll
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say

from .dice import MOVEMENT
from .figures import figure
from .movement import entity_moved
from .pke_meter import direction
from .random_ghostbuster import movement_die, one_of
from .state import Entity, Gate, Table
from .win_loss import lose

_EMERGE_RULES = ("GB2-EMERGE-01", "GB2-EMERGE-02", "GB2-KEYWORD-07")
_EMPTY_RULES = ("GB2-SPIRIT-03", "GB2-WINLOSS-03")


def class_of(table: Table, card: str) -> Rule[int]:
    """The Class of a card, asked for if unknown."""
    entity = table.shelf.entities[card]
    return entity.number if entity.number is not None else (yield from figure(entity, "number"))


def next_ghost(table: Table) -> Rule[str]:
    """The card that emerges next: lowest Class, ties by die. GB2-SPIRIT-05, GB2-SPIRIT-06."""
    best: list[str] = []
    lowest = 0
    for card in list(table.spirit_world):
        number = yield from class_of(table, card)
        if table.scenario.highest_first:
            number = -number
        if not best or number < lowest:
            best, lowest = [card], number
        elif number == lowest:
            best.append(card)
    if len(best) == 1:
        return best[0]
    names = [table.shelf.entities[card].name for card in best]
    return best[(yield from one_of(names, say("Which Ghost?"), ("GB2-SPIRIT-06",)))]


def draw_from_spirit_world(table: Table, card: str = "") -> Rule[str]:
    """Take a Ghost out; "" if none is there, which loses the Scenario. GB2-SPIRIT-03, GB2-PVP-03."""
    if card and card not in table.spirit_world:
        card = ""
    if not table.spirit_world:
        if not table.house_rules.pvp:
            lose(table, "spirit_world")
        yield Notice("spirit_world_empty", say("No Ghost is left in the Spirit World"), _EMPTY_RULES)
        return ""
    card = card or (yield from next_ghost(table))
    if card not in table.spirit_world:  # Corrected while a die was asked for.
        return (yield from draw_from_spirit_world(table))
    left = table.spirit_world[card] - 1
    if left:
        table.spirit_world[card] = left
    else:
        del table.spirit_world[card]
    return card


def emerge_from(table: Table, gate: Gate | None, count: int = 1, card: str = "") -> Rule[None]:
    """Ghosts come out of a Gate one after the other. GB2-SPIRIT-04, GB2-EVENTDIE-04."""
    cards: list[tuple[int, str]] = []
    for _ in range(count):
        drawn = yield from draw_from_spirit_world(table, card)
        if not drawn:
            break
        cards.append(((yield from class_of(table, drawn)) if count > 1 else 0, drawn))
    if count > 1:
        cards.sort(key=_first)
    for _, drawn in cards:
        yield from appear(table, drawn, gate.title if gate is not None else _GATE)


def _first(pair: tuple[int, str]) -> int:
    return pair[0]


_GATE = say("the Gate")


def appear(table: Table, card: str, origin: Text) -> Rule[Entity]:
    """A figure emerges from `origin` in a rolled direction. GB2-EMERGE-01, GB2-EMERGE-02."""
    entity = new_entity(table, card)
    yield from _in_a_rolled_direction(table, entity, origin)
    return entity


def come_out(table: Table, entity: Entity, gate: Gate | None) -> Rule[None]:
    """A figure on the map emerges anew, from a Gate. GB2-ERRATA-05."""
    yield from _in_a_rolled_direction(table, entity, gate.title if gate is not None else _GATE)


def _in_a_rolled_direction(table: Table, entity: Entity, origin: Text) -> Rule[None]:
    face = yield from movement_die(
        table,
        Roll(
            Text("{entity} emerges", {"entity": entity.name}),
            Text("It comes out of {origin}. Roll the Movement Die.", {"origin": origin}),
            _EMERGE_RULES,
            die=MOVEMENT,
        ),
    )
    yield Notice(
        "emerged",
        Text("{entity} emerges", {"entity": entity.name}),
        _EMERGE_RULES,
        {"entity": entity.id, "card": entity.card, "direction": face},
    )
    yield from entity_moved(
        table,
        entity,
        Text("{entity}: direction {n}", {"entity": entity.name, "n": direction(table, face)}),
        _EMERGE_RULES,
        emerges=True,
    )


def new_entity(table: Table, card: str) -> Entity:
    """A new figure of a card, with the lowest free number."""
    number = 1
    while (id := card + " " + str(number)) in table.entities:
        number += 1
    name = table.shelf.entities[card].name
    entity = Entity(id=id, name=name + " " + str(number), card=card)
    table.entities[id] = entity
    return entity
