"""The turn (sections "Play", "On Your Turn"): roll, one movement, a look, a suggestion, a paranormal card.

Must not know how any of the steps works.
"""

from __future__ import annotations

from functools import partial

from companion.engine.prompts import Choose, Die, Option, Roll
from companion.engine.rule import Checkpoint, Notice, Outcome, Rule
from companion.engine.text import Text, say

from .ask import ask
from .move import DOOR, move_step
from .paranormal import paranormal_step
from .state import GLASS, LOCATIONS, Table
from .suggestion import suggestion
from .theory import may_test, test_theory
from .two import look


def _die(*faces: int | str) -> Die:
    names = tuple(say("Glass") if face == GLASS else Text(str(face)) for face in faces)
    return Die("clue", say("The die"), faces, names)


DIE, DIE_WITH_ONE = _die(GLASS, 2, 3, 4, 5, 6), _die(GLASS, 1, 2, 3, 4, 5, 6)


def die_of(table: Table) -> Die:
    """The die with the magnifying glass; a plain 1 only where there is one (CLUE-DATA-03)."""
    return DIE_WITH_ONE if table.board.get("plain_one") else DIE


def worth(face: int | str) -> int:
    """A glass counts as 1 (CLUE-TURN-02)."""
    return 1 if face == GLASS else int(face)


def turns(table: Table) -> Rule[Outcome]:
    """One turn after the other, clockwise, until a theory is right or none is left (CLUE-START-03)."""
    while True:
        yield Checkpoint(say("Turn of {who}", who=table.players[table.active].name))
        yield from turn(table)
        # Who is out takes no more turns (CLUE-WIN-07).
        ring = [*table.left_of(table.active), table.active]
        table.active = next(seat for seat in ring if not table.players[seat].out)
        table.turns += 1


def turn(table: Table) -> Rule[None]:
    """The steps in their order (CLUE-TURN-01)."""
    table.entered = ""
    table.due = False
    table.step = "roll"
    yield from roll(table)
    table.step = "move"
    yield from move_step(table)
    player = table.players[table.active]
    if not player.out and player.place in LOCATIONS:
        if table.entered:
            yield from look(table, table.active, by_door=table.entered == DOOR)
        table.step = "suggest"
        yield from suggestion(table)
    if table.due and not player.out:
        table.step = "paranormal"
        yield from paranormal_step(table, die_of(table))
    table.step = "end"
    yield from pass_on(table)


def roll(table: Table) -> Rule[None]:
    """Both dice; any number of glasses earns one card (CLUE-TURN-02 to 04, 09)."""
    die = die_of(table)
    table.allowed = 0
    for n in (1, 2):
        face = yield from ask(table, partial(_die_prompt, table, die, n))
        if face is None:
            return
        table.allowed += worth(face)
        table.due = table.due or face == GLASS
    if table.due:
        yield Notice("glass", say("A glass: a paranormal card at the end."), ("CLUE-TURN-02", "CLUE-TURN-09"))


def _die_prompt(table: Table, die: Die, n: int) -> Roll:
    who = table.players[table.active].name
    return Roll(
        say("{who}: die {n}", who=who, n=n),
        say("{who} rolls two dice. What shows die {n}?", who=who, n=n),
        ("CLUE-TURN-02", "CLUE-TURN-03", "CLUE-TURN-04", "CLUE-DATA-03"),
        table.active,
        die=die,
    )


def pass_on(table: Table) -> Rule[None]:
    """The last chance for a theory, then the dice go left (CLUE-WIN-11, CLUE-PARA-03)."""
    while True:
        answer = yield from ask(
            table,
            lambda: Choose(
                say("Pass the dice on"),
                say("{who}: mark your sheet, then pass the dice on.", who=table.players[table.active].name),
                ("CLUE-MARK-01", "CLUE-WIN-11", "CLUE-SHOW-05"),
                table.active,
                options=(Option("pass", say("Pass on")), Option("theory", say("Test a theory"))),
            ),
        )
        if answer != "theory":
            return
        if may_test(table):
            yield from test_theory(table)
