"""Lady Liberty: boarding and leaving her, driving her, and Entities that come onto her.

Rules GB2-LIBERTY, GB2-EXPEL. Must not know where she stands.
"""

from __future__ import annotations

from companion.engine.prompts import Choose, Option, Refusal, Roll
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say

from .actions import change_place
from .allowance import spend_maneuver
from .dice import MOVEMENT
from .random_ghostbuster import movement_die
from .state import Entity, Table
from .vehicles import ABOARD, figures_aboard
from .words import BACK

_BACK = Option("back", BACK)
_DONE = Option("done", say("Done"))
FULL = Refusal(say("Four figures are aboard Lady Liberty already."), ("GB2-LIBERTY-02",))
ENTITY_ABOARD = Refusal(say("An Entity is aboard: she cannot be Driven."), ("GB2-LIBERTY-21",))
_BOARD_RULES = ("GB2-LIBERTY-01", "GB2-LIBERTY-03", "GB2-LIBERTY-04", "GB2-LIBERTY-05", "GB2-LIBERTY-06")
_DRIVE_RULES = (
    "GB2-LIBERTY-07",
    "GB2-LIBERTY-08",
    "GB2-LIBERTY-09",
    "GB2-LIBERTY-10",
    "GB2-LIBERTY-20",
)
_EXITS = {
    1: say("top edge, left"),
    2: say("top edge, right"),
    3: say("right edge, top"),
    4: say("right edge, bottom"),
    5: say("bottom edge, right"),
    6: say("bottom edge, left"),
    7: say("left edge, bottom"),
    8: say("left edge, top"),
}
"""Where a 2x2 figure Expels to, clockwise: never a corner. GB2-EXPEL-01, GB2-EXPEL-02."""


def board_or_leave(table: Table, seat: int) -> Rule[bool]:
    """A Maneuver to or from any of her 12 neighbouring spaces. GB2-LIBERTY-01, GB2-LIBERTY-03."""
    who = table.team[seat]
    leaves = who.place == "lady_liberty"
    answer = yield Choose(
        (say("{who} leaves her") if leaves else say("{who} boards her")).fill(who=who.name),
        say("To any free space round her, not across a red or orange line.")
        if leaves
        else say("From a space next to her, not across a red or orange line."),
        _BOARD_RULES,
        seat,
        options=(_DONE, _BACK),
    )
    if answer == "back":
        return False
    spend_maneuver(table, seat)
    yield from change_place(table, seat, "map" if leaves else "lady_liberty")
    return True


def drive(table: Table, seat: int) -> Rule[bool]:
    """Drive her 0 to 2 spaces, diagonals too, with all aboard. GB2-LIBERTY-07 … -10, -20."""
    answer = yield Choose(
        say("Lady Liberty: up to 2"),
        say(
            "Diagonals too, over red and orange lines. Not onto Open Gates, open Goo Piles, Entities, "
            "vehicles or off the map; not ending on a Ghostbuster."
        ),
        _DRIVE_RULES,
        seat,
        options=(_DONE, _BACK),
    )
    if answer == "back":
        return False
    table.team[seat].actions_used += 1
    return True


def comes_aboard(table: Table, entity: Entity) -> Rule[bool]:
    """An Entity that ended its move on her stays as an occupant, or is Expelled if there is no room for it.

    True if it stays. GB2-LIBERTY-22 … -24, -28.
    """
    if table.card(entity).rank or figures_aboard(table) >= ABOARD:
        return False
    entity.place = "lady_liberty"
    yield Notice(
        "aboard",
        Text("{entity} is aboard Lady Liberty", {"entity": entity.name}),
        ("GB2-LIBERTY-22",),
        {"entity": entity.id},
    )
    return True


def exit_of(table: Table, entity: Entity) -> Rule[Text]:
    """Roll where an Entity is Expelled to, in words. GB2-LIBERTY-24, GB2-LIBERTY-25, GB2-EXPEL."""
    face = yield from movement_die(
        table,
        Roll(
            Text("{entity}: Expelled", {"entity": entity.name}),
            say("Roll the Movement Die: where does it leave Lady Liberty?"),
            ("GB2-LIBERTY-24", "GB2-LIBERTY-25", "GB2-EXPEL-01"),
            die=MOVEMENT,
        ),
    )
    number = table.house_rules.expel_table[face - 1]
    return Text("{entity}: {exit}", {"entity": entity.name, "exit": _EXITS[number]})
