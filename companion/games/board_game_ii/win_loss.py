"""Winning and losing: what was reached is collected and settled when a resolution is complete.

A success that comes together with a failure wins. Rules GB2-WINLOSS, GB2-ENDROUND-03. Must not know
which rule brought it about.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.prompts import Rules
from companion.engine.rule import Ended, Outcome
from companion.engine.text import Text, say

from .cards import Objective
from .state import Table

LOST: dict[str, tuple[Text, Rules]] = {
    "caustic": (say("Lost: three Caustic Slimes on one Ghostbuster."), ("GB2-CAUSTIC-01", "GB2-WINLOSS-04")),
    "goo_timer": (say("Lost: the Goo Timer ran out."), ("GB2-GOO-01", "GB2-ENDROUND-03")),
    "spirit_world": (
        say("Lost: a Ghost had to emerge and the Spirit World is empty."),
        ("GB2-SPIRIT-03", "GB2-WINLOSS-03"),
    ),
    "scenario": (say("Lost: as the Scenario says."), ("GB2-SCENARIO-91",)),
}
WON = say("Won: the Scenario is complete!")
WON_RULES = ("GB2-SCENARIO-91", "GB2-WINLOSS-01")


def lose(table: Table, why: str) -> None:
    """A failure has happened; it counts when all is settled."""
    if not table.lost:
        table.lost = why


def win(table: Table, why: str = "scenario") -> None:
    """A success has happened; it counts when all is settled."""
    if not table.won:
        table.won = why


def settle(table: Table) -> None:
    """End the game if a success or failure has come to be; the success first. GB2-WINLOSS-01."""
    if table.won or (table.scenario.success and all_met(table, table.scenario.success)):
        table.phase = "over"
        table.won = table.won or "scenario"
        raise Ended(Outcome(True, WON, WON_RULES, tuple(range(len(table.team)))))
    if table.scenario.failure and not table.lost and any_met(table, table.scenario.failure):
        table.lost = "scenario"
    if table.lost:
        table.phase = "over"
        text, rules = LOST[table.lost]
        raise Ended(Outcome(False, text, rules))


def all_met(table: Table, objectives: tuple[Objective, ...]) -> bool:
    """Whether every objective is reached."""
    for objective in objectives:  # noqa: SIM110, twice as fast as all()
        if reached(table, objective) < objective.count:
            return False
    return True


def any_met(table: Table, objectives: tuple[Objective, ...]) -> bool:
    """Whether one objective is reached."""
    return any(reached(table, objective) >= objective.count for objective in objectives)


def reached(table: Table, objective: Objective) -> int:
    """How far an objective is. GB2-WINLOSS-02, GB2-KEYWORD-06."""
    return _REACHED[objective.kind](table, objective)


def _closed(table: Table, objective: Objective) -> int:
    return sum(not gate.open for gate in table.gates.values())


def _all_closed(table: Table, objective: Objective) -> int:
    for gate in table.gates.values():
        if gate.open:
            return 0
    return objective.count


def _counted(counts: dict[str, int], card: str) -> int:
    return counts.get(card, 0) if card else sum(counts.values())


def _trapped(table: Table, objective: Objective) -> int:
    return _counted(table.trapped, objective.card)


def _defeated(table: Table, objective: Objective) -> int:
    return _counted(table.defeated, objective.card)


def _deposited(table: Table, objective: Objective) -> int:
    return table.deposited


def _tank(table: Table, objective: Objective) -> int:
    return table.ecto_tank


def _key_items(table: Table, objective: Objective) -> int:
    held = [item for who in table.team for item in who.key_items]
    return held.count(objective.card) if objective.card else len(held)


def _goo_piles(table: Table, objective: Objective) -> int:
    return sum(pile.state != "open" for pile in table.goo_piles.values())


def _told(table: Table, objective: Objective) -> int:
    return objective.count if objective.text in table.met else 0


_REACHED: dict[str, Callable[[Table, Objective], int]] = {
    "close_all_gates": _all_closed,
    "close_gates": _closed,
    "trap": _trapped,
    "defeat": _defeated,
    "deposit": _deposited,
    "tank": _tank,
    "key_item": _key_items,
    "goo_piles": _goo_piles,
    "told": _told,
}
