"""The round, from top to bottom. Rules GB2-ROUND, GB2-QUICKREF-06."""

from __future__ import annotations

from companion.engine.rule import Checkpoint, Outcome, Rule
from companion.engine.text import Text

from .ecto_tank import buy_tank_abilities
from .end_of_round import end_of_round_effects, lower_goo_timer
from .event_die import roll_event_die
from .set_up import set_up
from .state import Table
from .turn import turn
from .win_loss import settle
from .xp import catch_up


def play(table: Table) -> Rule[Outcome]:
    """A whole Scenario. Ends by `Ended`, raised where a success or failure is settled."""
    if table.phase == "set_up":
        yield from set_up(table)
        table.phase = "tank"
    while True:
        yield Checkpoint(Text("Round {n}", {"n": table.round}))
        yield from play_round(table)


def play_round(table: Table) -> Rule[None]:
    """Ecto-Tank, all turns, end-of-round effects, Goo Timer, Event Die."""
    yield from buy_tank_abilities(table)
    for seat in range(len(table.team)):
        if table.team[seat].place != "off":
            yield from turn(table, seat)
    yield from end_of_round_effects(table)
    yield from lower_goo_timer(table)
    yield from roll_event_die(table)
    settle(table)
    catch_up(table)
    table.bought.clear()
    table.bonus.clear()
    table.round += 1
    table.phase = "tank"
