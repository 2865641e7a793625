"""The optional Trap Tokens: laying one out, taking it back, wrangling a Ghost onto it, Trapping it there.

Rules GB2-TRAPTOKEN. In force only with the house rule `trap_tokens`. Must not know the Combat Roll.
"""

from __future__ import annotations

from companion.engine.prompts import Choose, Option, Refusal
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say

from .allowance import spend_maneuver
from .state import Entity, Table
from .trap import catch, enough
from .words import BACK

_BACK = Option("back", BACK)
_DONE = Option("done", say("Done"))
LIES_OUT = Refusal(say("Your Trap Token lies on the map already."), ("GB2-TRAPTOKEN-09",))
NOT_OUT = Refusal(say("Your own Trap Token is not on the map."), ("GB2-TRAPTOKEN-09",))
OCCUPIED = Refusal(say("A figure stands on your Trap Token."), ("GB2-TRAPTOKEN-03",))
NOBODY_THERE = Refusal(say("No Ghost stands on your Trap Token."), ("GB2-TRAPTOKEN-04",))
_NOT_RIPE = Refusal(say("It does not have enough Streams on it yet."), ("GB2-TRAPTOKEN-04",))
_RESISTS = Refusal(say("Its Resist has to be overcome first."), ("GB2-TRAPTOKEN-11",))


def waits_for_a_trap(table: Table, entity: Entity) -> bool:
    """Whether Streams alone do not Trap a figure. GB2-TRAPTOKEN-01, GB2-TRAPTOKEN-10."""
    return table.house_rules.trap_tokens and table.card(entity).kind != "plazm"


def on_token(table: Table, seat: int) -> list[Entity]:
    """The figures on a Ghostbuster's Trap Token."""
    return [entity for entity in table.entities.values() if entity.trap == seat]


def deploy(table: Table, seat: int) -> Rule[bool]:
    """Lay one's own token on a free space next to oneself. GB2-TRAPTOKEN-03."""
    return (yield from _lay(table, seat, True))


def retrieve(table: Table, seat: int) -> Rule[bool]:
    """Take one's own token back from a free space next to oneself. GB2-TRAPTOKEN-03, GB2-TRAPTOKEN-09."""
    return (yield from _lay(table, seat, False))


def _lay(table: Table, seat: int, out: bool) -> Rule[bool]:
    who = table.team[seat]
    answer = yield Choose(
        (say("{who}: Trap Token out") if out else say("{who}: Trap Token back")).fill(who=who.name),
        say("Onto a free space next to you.") if out else say("From a free space next to you."),
        ("GB2-TRAPTOKEN-03",),
        seat,
        options=(_DONE, _BACK),
    )
    if answer == "back":
        return False
    spend_maneuver(table, seat)
    who.trap_out = out
    yield Notice(
        "trap_token",
        (say("{who} lays out a Trap Token") if out else say("{who} takes the Trap Token back")).fill(
            who=who.name
        ),
        ("GB2-TRAPTOKEN-03",),
        {"seat": seat, "out": out},
    )
    return True


def trap(table: Table, seat: int) -> Rule[bool]:
    """Take a Ghost from one's own token, standing next to it. GB2-TRAPTOKEN-04, GB2-TRAPTOKEN-11."""
    options = []
    for entity in on_token(table, seat):
        refusal = None if (yield from enough(table, entity)) else _NOT_RIPE
        resist = table.card(entity).resist or "resist" in table.card(entity).keywords
        if refusal is None and resist and not entity.resist_won:
            refusal = _RESISTS
        options.append(Option(entity.id, Text(entity.name), refusal))
    answer = yield Choose(
        Text("{who} Traps", {"who": table.team[seat].name}),
        say("You stand next to your Trap Token?"),
        ("GB2-TRAPTOKEN-04",),
        seat,
        options=(*options, _BACK),
    )
    if answer == "back":
        return False
    spend_maneuver(table, seat)
    yield from catch(table, seat, table.entities[answer])
    return True
