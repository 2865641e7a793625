"""Entity movement: what a moving figure does to those it meets.

Rules GB2-MOVE, GB2-EMERGE-02, GB2-SLIME-14. Where it goes is the board's to say; here is what follows.
"""

from __future__ import annotations

from companion.engine.prompts import Roll, Rules
from companion.engine.rule import Rule
from companion.engine.text import Text, say

from .board import Touched, board
from .dice import MOVEMENT
from .effects import Move
from .figures import slime_type
from .random_ghostbuster import break_tie, movement_die, random_ghostbuster
from .slime import slime
from .state import Entity, Table
from .streams import check_sight
from .trap import lose_entity

_OFF_RULES = ("GB2-MOVE-09", "GB2-SPIRIT-07")
_MOVE_RULES = ("GB2-MOVE-03", "GB2-MOVE-04")
_RANDOM_RULES = ("GB2-RANDOM-01",)


def entity_moved(table: Table, entity: Entity, how: Text, rules: Rules) -> Rule[bool]:
    """One segment of movement: the board carries it out, whoever is touched is Slimed. False: it is gone."""
    touched: Touched = yield from board(table).touched(table, entity, how, rules)
    yield from slime_touched(table, entity, touched)
    if touched.left and entity.id in table.entities:
        yield from lose_entity(table, entity, _OFF_RULES)
    if entity.id not in table.entities:
        return False
    yield from check_sight(table, entity)
    return True


def slime_touched(table: Table, entity: Entity, touched: Touched) -> Rule[None]:
    """Slime those a figure went through, and everybody inside the Ecto-1a if it did. GB2-SLIME-01."""
    for seat in touched.seats:
        yield from slime_by(table, entity, seat)
    if touched.ecto_1a:
        for seat, who in enumerate(table.team):
            if who.place == "ecto_1a":
                yield from slime_by(table, entity, seat)


def slime_by(table: Table, entity: Entity, seat: int, count: int = 1) -> Rule[None]:
    """A figure Slimes a Ghostbuster with its own type. GB2-BASE-09."""
    if "caustic" in entity.bases:
        kind = "caustic"
    else:
        card = table.card(entity)
        kind = card.slime or (yield from slime_type(card))
    if kind != "none":
        yield from slime(table, seat, kind, count)


def move(table: Table, entity: Entity, step: Move, attacker: int) -> Rule[None]:
    """One segment of a movement as a card words it. GB2-MOVE-11."""
    if step.toward == "random_direction":
        face = yield from movement_die(
            table,
            Roll(
                Text("{entity} moves {n}", {"entity": entity.name, "n": step.spaces}),
                _RANDOM_TEXT,
                _RANDOM_RULES,
                die=MOVEMENT,
            ),
        )
        how = Text(
            "{entity} moves {n}, direction {face}", {"entity": entity.name, "n": step.spaces, "face": face}
        )
        yield from entity_moved(table, entity, how, _RANDOM_RULES)
        return
    whom = yield from _whom(table, entity, step, attacker)
    if whom is None:
        return
    message = "{entity} moves {n} away from {who}" if step.away else "{entity} moves {n} to {who}"
    how = Text(message, {"entity": entity.name, "n": step.spaces, "who": whom})
    yield from entity_moved(table, entity, how, _MOVE_RULES)


_RANDOM_TEXT = say("A random direction: roll the Movement Die.")
_PLACES: dict[str, Text] = {
    "gate": say("the nearest Gate"),
    "marked": say("the marked one"),
}


def _whom(table: Table, entity: Entity, step: Move, attacker: int) -> Rule[Text | None]:
    """What a movement aims at, in words; None if there is nobody."""
    toward = step.toward
    if toward == "attacker":
        return Text(table.team[attacker].name) if attacker >= 0 else None
    if toward == "random_ghostbuster":
        return Text(table.team[(yield from random_ghostbuster(table))].name)
    if toward == "nearest_ghostbuster":
        seats = yield from board(table).nearest(table, entity, False)
        return Text(table.team[(yield from break_tie(table, seats))].name) if seats else None
    return _PLACES.get(toward) or Text(step.text)
