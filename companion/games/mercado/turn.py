"""The turn (section "Turn sequence"): roll, card, move, devices, fight, always in this order.

Must not know how any of the steps works.
"""

from __future__ import annotations

from companion.engine.prompts import DIE_6, Die, Roll, yes_no
from companion.engine.rule import Checkpoint, Outcome, Rule
from companion.engine.text import say

from .cards import card_step
from .devices import device_step
from .ending import check
from .fight import fight_step
from .move import move_step
from .state import Table

MOVEMENT_DIE = Die("mercado_movement", say("The movement die"), DIE_6.faces)
ICONS = (1, 2, 3, 4, 5)
"""Where the Ghost icon is said to be. Not in the manual, so it only places the cursor (MERC-DATA-01)."""


def turns(table: Table) -> Rule[Outcome]:
    """One turn after the other until the game is won or lost."""
    while True:
        yield Checkpoint(say("Turn of {who}", who=table.players[table.active].name))
        yield from turn(table)
        table.active = (table.active + 1) % len(table.players)
        table.turns += 1


def turn(table: Table) -> Rule[None]:
    """The five steps (MERC-TURN-01)."""
    table.step = "roll"
    icon = yield from movement_roll(table)
    if icon:
        table.step = "card"
        yield from card_step(table)
        check(table)
    table.step = "move"
    yield from move_step(table)
    table.allowed = 0
    table.step = "devices"
    yield from device_step(table)
    table.step = "fight"
    yield from fight_step(table)
    check(table)


def movement_roll(table: Table) -> Rule[bool]:
    """Every turn begins with it. Gives whether the Ghost icon came up (MERC-TURN-02, 03)."""
    seat = table.active
    who = table.players[seat].name
    table.allowed = yield Roll(
        say("{who}: roll", who=who),
        say("{who} rolls the movement die. Which number?", who=who),
        ("MERC-TURN-02", "MERC-TURN-03", "MERC-DATA-01"),
        seat,
        die=MOVEMENT_DIE,
    )
    icon = yield yes_no(
        say("Ghost icon?"),
        say("Does the movement die show the Ghost icon?"),
        ("MERC-TURN-03", "MERC-CARD-01", "MERC-DATA-01"),
        seat,
        default="yes" if table.allowed in ICONS else "no",
    )
    return bool(icon == "yes")
