"""A sensible player: finishes what is nearly Trapped, keeps tokens where they are, cleans Slime, watches
the Goo Timer and the Spirit World. For simulated play and as a first choice on screens.

Knows no more than the box does. Must not change the table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from companion.engine.prompts import Choose, Prompt, Roll

from .allowance import actions_left, maneuvers_left
from .combat import works_on
from .gates import gate_refusal
from .slime import slimes_of
from .state import TOKENS, Entity, Gate, Ghostbuster, Table, Target

Advice: TypeAlias = Callable[[Table, list[str]], str | None]

HARM = ("action", "maneuver", "hit", "movement", "sight")
"""Slimes by what they cost, worst first."""


def suggest(table: Table, prompt: Prompt) -> Any:
    """What a sensible player would answer; None where any answer is as good."""
    if not isinstance(prompt, Choose) or isinstance(prompt, Roll) or not prompt.rules:
        return None
    advice = _ADVICE.get(prompt.rules[0])
    if advice is None:
        return None
    choices = [option.id for option in prompt.options if option.refusal is None]
    answer = advice(table, choices)
    return answer if answer in choices else None


# -- the turn -----------------------------------------------------------------


def _turn(table: Table, choices: list[str]) -> str | None:
    """The menu of a turn."""
    seat = table.active
    who = table.team[seat]
    free = maneuvers_left(table, seat) > 0
    if who.place != "map":
        wishes = ["deposit"] if who.ghosts and _few_spirits(table) else []
        wishes += [*(["door", "liberty", "ecto_2"] if free else []), "move"]
        return _first(wishes, choices)
    if free and "investigate" in choices and table.goo_timer < table.goo_maximum:
        return "investigate"
    if _swamped(who) and actions_left(table, seat) <= 2 and "clean_self" in choices:
        return "clean_self"
    wishes = []
    wanted = _few_spirits(table) or any(goal.kind == "deposit" for goal in table.scenario.success)
    if (who.ghosts and wanted) or sum(who.ghosts.values()) + who.plazm >= 2:
        wishes.append("deposit")
    if any(_swamped(other) and other.place == "map" for other in table.team if other is not who):
        wishes.append("remove_slime")
    if best_target(table, seat) is not None:
        wishes.append("combat")
    if who.ghosts or who.plazm:
        wishes.append("deposit")
    return _first([*wishes, "end"], choices)


def _first(wishes: list[str], choices: list[str]) -> str | None:
    for wish in wishes:
        if wish in choices:
            return wish
    return None


def _swamped(who: Ghostbuster) -> bool:
    """Whether the next Slime becomes Caustic and one can still be taken off."""
    return slimes_of(who) >= 3 and who.slimes.get("caustic", 0) < 3


def _few_spirits(table: Table) -> bool:
    return sum(table.spirit_world.values()) <= 2


# -- targets ------------------------------------------------------------------


def best_target(table: Table, seat: int) -> Target | None:
    """What is best fired at: goals first, then what takes the fewest hits more."""
    best: tuple[float, Target] | None = None
    for entity in table.entities.values():
        if works_on(table, seat, entity) is None and entity.of(seat) < TOKENS:
            best = _better(best, _worth(table, seat, entity), entity)
    for gate in table.gates.values():
        if gate_refusal(table, seat, gate) is None and gate.of(seat) < TOKENS:
            best = _better(best, _worth(table, seat, gate), gate)
    return best[1] if best is not None else None


def _better(best: tuple[float, Target] | None, worth: float, target: Target) -> tuple[float, Target] | None:
    return (worth, target) if best is None or worth > best[0] else best


def _worth(table: Table, seat: int, target: Target) -> float:
    """The more the better: a goal, few tokens to go, own tokens on it already, easy to hit."""
    if isinstance(target, Entity):
        card = table.card(target)
        number = card.to_extract if card.kind == "plazm" else card.to_trap
        to_go = (number if isinstance(number, int) else 3) + target.bases.get("amplify", 0) - target.tokens
        to_hit = (card.to_hit or 4) + target.bases.get("amplify", 0)
        goal = any(objective.card == card.id for objective in table.scenario.success)
    else:
        assert isinstance(target, Gate)
        to_go = (table.scenario.gate_to_close or 3) - target.tokens
        to_hit = table.scenario.gate_to_hit or 4
        goal = any(
            objective.kind in ("close_all_gates", "close_gates") for objective in table.scenario.success
        )
    return 4.0 * goal + 2.0 * (table.team[seat].target == target.id) - max(0, to_go) - 0.7 * to_hit


def _target(table: Table, choices: list[str]) -> str | None:
    best = best_target(table, table.active)
    return best.id if best is not None else "back"


def _attempt(table: Table, choices: list[str]) -> str | None:
    """Against Resist: roll with even chances or better, else add a token."""
    target = table.target(table.team[table.active].target)
    if target is None or target.of(table.active) >= TOKENS:
        return "attempt"
    resist = (table.card(target).resist or 0) if isinstance(target, Entity) else table.scenario.gate_resist
    return "attempt" if target.tokens >= resist else "add"


# -- Slime --------------------------------------------------------------------


def _worst(table: Table, choices: list[str]) -> str | None:
    return _first(list(HARM), choices)


def _clean(table: Table, choices: list[str]) -> str | None:
    """Clean whoever holds most, of what harms most."""
    pairs = [choice.split(" ") for choice in choices if " " in choice]
    if not pairs:
        return None
    seat, kind = max(pairs, key=lambda pair: (slimes_of(table.team[int(pair[0])]), -HARM.index(pair[1])))
    return seat + " " + kind


# -- the rest -----------------------------------------------------------------


def _take(*wishes: str) -> Advice:
    def advice(table: Table, choices: list[str]) -> str | None:
        return _first(list(wishes), choices)

    return advice


def _opening(table: Table, choices: list[str]) -> str | None:
    return choices[0]


def _buy(table: Table, choices: list[str]) -> str | None:
    return choices[1] if len(choices) > 1 else "no"


def _packs(table: Table, choices: list[str]) -> str | None:
    """As many Slime Blowers as there are Plazms among the figures."""
    plazms = sum(table.card(entity).kind == "plazm" for entity in table.entities.values())
    blowers = sum(who.pack == "slime" for who in table.team)
    wanted = round(len(table.team) * plazms / max(1, len(table.entities)))
    return choices[-1] if blowers < wanted else "done"


_ADVICE: dict[str, Advice] = {
    "GB2-TANK-07": _take("done"),
    "GB2-SETUP-01": _packs,
    "GB2-ACTION-01": _turn,
    "GB2-LOS-09": _target,
    "GB2-RESIST-01": _attempt,
    "GB2-SLIME-03": _worst,
    "GB2-FORFEIT-01": _worst,
    "GB2-CAUSTIC-05": _worst,
    "GB2-REMOVE-01": _clean,
    "GB2-GBMOVE-01": _take("map"),
    "GB2-STREAM-12": _take("yes"),
    "GB2-DEPOSIT-01": _take("all"),
    "GB2-ROUND-02": _buy,
    "GB2-INVESTIGATE-01": _opening,
    "GB2-VEHICLE-01": _take("done"),
    "GB2-CHAOS-06": _take("order"),
    "GB2-TRANSFER-03": _take("back"),
    "GB2-COMBAT-08": _take("done"),
    "GB2-COMBAT-11": _take("done"),
    "GB2-COMBAT-04": _take("read"),
}
"""Advice by the first rule of a prompt, which names what is asked."""
