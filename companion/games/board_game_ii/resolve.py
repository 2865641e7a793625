"""Effects at work: what is known about the moment, and carrying out steps in order.

Here: `Context`, `run` and the table of handlers, which `steps` fills in. Must not know what a step
means, nor whose card it stands on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec import Struct

from companion.engine.prompts import NOTHING, Rules
from companion.engine.rule import Rule
from companion.engine.text import Text, say

from .cards import Effect
from .effects import Say, Step_, Steps
from .state import Entity, Table


class Context(Struct, frozen=True, gc=False):
    """The moment of an effect: the Ghostbuster it is about (-1: none), the Entity or Gate whose effect it
    is, the Event, its name in words, the rules behind it, and the figures that are reacting already."""

    seat: int = -1
    entity: str = ""
    gate: str = ""
    event: str = ""
    cause: Text = NOTHING
    rules: Rules = ()
    reacting: tuple[str, ...] = ()


Handler: TypeAlias = Callable[[Table, Any, Context], Rule[None]]
HANDLERS: dict[type[Step_], Handler] = {}
"""What carries out each kind of step: one for each, filled in by `steps`."""

READ: Steps = (Say(text="", report=True),)
"""The effect of a card that is not typed in: the players read it and report what happened."""


def run(table: Table, steps: Steps, context: Context) -> Rule[None]:
    """Carry out steps in order. Steps about a figure that is gone by then fall away. GB2-MOVE-12."""
    for step in steps:
        yield from HANDLERS[type(step)](table, step, context)


def run_or_read(table: Table, steps: Effect, context: Context, title: Text, rules: Rules) -> Rule[None]:
    """Carry out steps, or have the players read a card that is not typed in."""
    if steps is None:
        steps = READ
    if steps:
        now = Context(context.seat, context.entity, context.gate, context.event, title, rules)
        yield from run(table, steps, now)


_WHEN_HIT, _WHEN_MISSED = say("{who}: When Hit"), say("{who}: When Missed")
_HIT_RULES = ("GB2-COMBAT-08",)
_MISS_RULES = ("GB2-COMBAT-11",)


def react(table: Table, entity: Entity, how: str, seat: int, reacting: tuple[str, ...] = ()) -> Rule[None]:
    """A figure does its When Hit or When Missed, set off by a Ghostbuster, or by the figures that are
    `reacting` already. GB2-COMBAT-08, GB2-COMBAT-11."""
    card = table.card(entity)
    if how == "hit":
        steps, title, rules = card.when_hit, _WHEN_HIT, _HIT_RULES
    else:
        steps, title, rules = card.when_missed, _WHEN_MISSED, _MISS_RULES
    if steps is None:
        steps = READ
    if steps:
        cause, chain = title.fill(who=entity.name), (*reacting, entity.id)
        yield from run(table, steps, Context(seat, entity.id, cause=cause, rules=rules, reacting=chain))
