"""Entity movement: what a moving figure does to those it meets.

Rules GB2-MOVE, GB2-EMERGE-02, GB2-SLIME-14. Where it goes is the board's to say; here is what follows.
"""

from __future__ import annotations

from companion.engine.prompts import NOTHING, Roll, Rules
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say

from .attach import attach_to
from .board import Touched, board
from .dice import MOVEMENT
from .effects import Move
from .figures import slime_type
from .lady_liberty import comes_aboard, exit_of
from .pke_meter import direction
from .plazm_sizes import partners
from .push import push
from .random_ghostbuster import break_tie, movement_die, random_ghostbuster
from .slime import slime
from .state import Entity, Place, Table
from .streams import check_sight
from .trap import lose_entity
from .vehicles import aboard
from .words import PLACE_NAMES

_OFF_RULES = ("GB2-MOVE-09", "GB2-SPIRIT-07")
_MOVE_RULES = ("GB2-MOVE-03", "GB2-MOVE-04", "GB2-MOVE-05", "GB2-MOVE-13")
_RANDOM_RULES = ("GB2-RANDOM-01",)


def entity_moved(table: Table, entity: Entity, how: Text, rules: Rules, emerges: bool = False) -> Rule[bool]:
    """One segment of movement: the board carries it out, whoever is touched is Slimed. False: it is gone.

    One that emerges does not Attach (GB2-SPLIT-04); one aboard Lady Liberty is Expelled in place of the
    movement (GB2-LIBERTY-25, GB2-LIBERTY-26).
    """
    if entity.place == "lady_liberty":
        yield from slime_aboard(table, entity, "lady_liberty")
        how, rules = (yield from exit_of(table, entity)), ("GB2-LIBERTY-25", "GB2-EXPEL-01")
    entity.place, entity.trap = "map", -1
    joins = () if emerges else partners(table, entity)
    touched: Touched = yield from board(table).touched(table, entity, how, rules, joins)
    yield from slime_touched(table, entity, touched)
    if touched.left and entity.id in table.entities:
        yield from lose_entity(table, entity, _OFF_RULES)
    if entity.id not in table.entities:
        return False
    if touched.onto:
        yield from attach_to(table, entity, table.entities[touched.onto])
        return False
    if touched.rests == "lady_liberty" and not (yield from comes_aboard(table, entity)):
        how = yield from exit_of(table, entity)
        return (yield from entity_moved(table, entity, how, ("GB2-LIBERTY-24", "GB2-EXPEL-01"), emerges))
    if touched.rests in ("ecto_1a", "ecto_2"):
        entity.place = touched.rests
        yield Notice(
            "on_vehicle",
            Text("{entity} stands on the vehicle", {"entity": entity.name}),
            ("GB2-ECTO1-13", "GB2-MOVE-10"),
            {"entity": entity.id, "place": entity.place},
        )
    entity.trap = touched.trap
    yield from check_sight(table, entity)
    return True


def slime_touched(table: Table, entity: Entity, touched: Touched) -> Rule[None]:
    """Slime those a figure went through, and once all inside a vehicle it crossed. GB2-SLIME-01, -15."""
    pushes = "push" in table.card(entity).keywords
    for seat in touched.seats:
        yield from slime_by(table, entity, seat)
        if entity.id in table.entities:
            yield from grab(table, entity, seat)
        if pushes:
            yield from push(table, seat)
    for place in touched.vehicles:
        yield from slime_aboard(table, entity, place)


def grab(table: Table, entity: Entity, seat: int) -> Rule[None]:
    """A figure that grabs holds on to those it enters, as many as its card says. GB2-FAQ-07."""
    if seat in entity.holds or len(entity.holds) >= table.card(entity).grabs:
        return
    entity.holds.append(seat)
    yield Notice(
        "held",
        Text("{entity} holds {who}", {"entity": entity.name, "who": table.team[seat].name}),
        ("GB2-FAQ-07",),
        {"entity": entity.id, "seat": seat},
    )


def slime_aboard(table: Table, entity: Entity, place: Place) -> Rule[None]:
    """Everybody inside or aboard is Slimed. GB2-SLIME-14, GB2-ECTO1-10, GB2-LIBERTY-22, GB2-ECTO2-09."""
    for seat in aboard(table, place):
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
    if entity.place == "lady_liberty":
        # It is Expelled in place of this segment: nobody needs to know where to.
        yield from entity_moved(table, entity, NOTHING, ())
        return
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
            "{entity} moves {n}, direction {face}",
            {"entity": entity.name, "n": step.spaces, "face": direction(table, face)},
        )
        yield from entity_moved(table, entity, how, _RANDOM_RULES)
        return
    whom = yield from _whom(table, entity, step, attacker)
    if whom is None:
        return
    moves = say("{entity} moves {n} away from {who}") if step.away else say("{entity} moves {n} to {who}")
    how = moves.fill(entity=entity.name, n=step.spaces, who=whom)
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
        return _where(table, attacker) if attacker >= 0 else None
    if toward == "random_ghostbuster":
        return _where(table, (yield from random_ghostbuster(table)))
    if toward == "nearest_ghostbuster":
        seats = yield from board(table).nearest(table, entity, False)
        return _where(table, (yield from break_tie(table, seats))) if seats else None
    return _PLACES.get(toward) or Text(step.text)


def _where(table: Table, seat: int) -> Text:
    """A Ghostbuster as the aim of a movement: who is inside a vehicle is where it stands. GB2-FIGURE-03."""
    who = table.team[seat]
    if who.place == "map":
        return Text(who.name)
    return Text("{who} {place}", {"who": who.name, "place": PLACE_NAMES[who.place]})
