"""A turn: roll both dice, move, carry out the space; again after a double, to Jail after the third."""

from __future__ import annotations

from functools import partial

from companion.engine.prompts import DIE_6, Roll
from companion.engine.rule import Checkpoint, Notice, Outcome, Rule
from companion.engine.text import Text, say

from . import contracts, jail, money, spaces
from .state import Table

MOST_DOUBLES = 3


def play(table: Table) -> Rule[Outcome]:
    """Turns, clockwise, until one player is left."""
    while True:
        yield Checkpoint(say("turn"))
        money.check_winner(table)
        yield from turn(table)
        table.turns += 1
        if table.again and not table.players[table.active].out:
            continue
        table.doubles, table.again = 0, False
        table.active = table.left_of(table.active)


def turn(table: Table) -> Rule[None]:
    """One roll of the active player and what follows (MONO-TURN-01 to -06)."""
    seat = table.active
    player = table.players[seat]
    table.again = False
    if player.jailed:
        yield from jail.before_roll(table, seat)
    in_jail = player.jailed
    rolled = yield from roll_both(table, seat, say("{who}: roll", who=player.name))
    if rolled is None:
        return
    first, second = rolled
    is_double = first == second
    if in_jail:
        moves = yield from jail.after_roll(table, seat, is_double)
        if not moves:
            return
    elif is_double:
        table.doubles += 1
        if table.doubles == MOST_DOUBLES:
            yield from jail.go_to_jail(table, seat, "MONO-TURN-03")
            return
        table.again = True
    yield from spaces.move(table, seat, first + second)
    yield from spaces.land(table, seat)
    if table.again and not player.out:
        yield Notice("again", say("A double: {who} rolls again", who=player.name), ("MONO-TURN-02",))


def roll_both(table: Table, seat: int, title: Text) -> Rule[tuple[int, int] | None]:
    """Ask for both dice; with the first, fees that others owe and nobody asked for are lost.

    None if the player goes bankrupt meanwhile: a fee may be asked for between the dice.
    """
    rules = ("MONO-TURN-01",)
    faces: list[int] = []
    for text in (say("First die."), say("Second die.")):
        face = yield partial(_die, table, Roll(title, text, rules, seat, die=DIE_6))
        if face is None:
            return None
        if not faces:
            yield from contracts.expire(table, seat)
        faces.append(face)
    return faces[0], faces[1]


def _die(table: Table, roll: Roll) -> Roll | None:
    return None if roll.to is None or table.players[roll.to].out else roll
