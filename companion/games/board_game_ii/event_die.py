"""The Event Die: a Gate's symbol or Chaos, and what the Scenario makes of it.

Rules GB2-EVENTDIE, GB2-SCENARIO-92. Must not know what comes out of Gates.
"""

from __future__ import annotations

from msgspec import structs

from companion.engine.prompts import Roll
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say

from .chaos import chaos
from .dice import CHAOS, EVENT
from .resolve import Context, run_or_read
from .state import Table

ROLL_EVENT_DIE = Roll(
    say("Roll the Event Die"),
    say("Anyone may roll it; Player 1 keeps it."),
    ("GB2-EVENTDIE-01", "GB2-EVENTDIE-05"),
    die=EVENT,
)
_GATE_RULES = ("GB2-EVENTDIE-03", "GB2-SCENARIO-92")
_NO_GATE = say("No Gate bears this symbol: nothing happens.")


def roll_event_die(table: Table) -> Rule[None]:
    """Once a round, at its end. GB2-EVENTDIE-01, GB2-EVENTDIE-02."""
    table.phase = "event_die"
    face = yield _roll(table)
    yield from resolve_event_die(table, face)
    table.movement_die = 0


def _roll(table: Table) -> Roll:
    """The question for the Event Die, with the names the owner gave its symbols."""
    if not table.symbols:
        return ROLL_EVENT_DIE
    names = tuple(
        Text(table.symbols[face]) if face in table.symbols else EVENT.name_of(face) for face in EVENT.faces
    )
    return structs.replace(ROLL_EVENT_DIE, die=structs.replace(EVENT, names=names))


def resolve_event_die(table: Table, face: str) -> Rule[None]:
    """What follows from a face. GB2-EVENTDIE-03."""
    scenario = table.scenario
    if face == CHAOS:
        yield from chaos(table)
        yield from run_or_read(
            table, scenario.chaos, Context(cause=EVENT.name), say("Chaos"), ("GB2-CHAOS-01",)
        )
        return
    gate = table.gates.get("gate " + face)
    if gate is None:
        yield Notice("no_gate", _NO_GATE, _GATE_RULES, {"symbol": face})
        return
    own = scenario.event_gates.get(face)
    if own is not None:
        steps = own.get("open" if gate.open else "closed")
    else:
        steps = scenario.event_open if gate.open else scenario.event_closed
    yield Notice(
        "event_die",
        (say("{gate}: open") if gate.open else say("{gate}: closed")).fill(gate=gate.title),
        _GATE_RULES,
        {"gate": gate.id, "open": gate.open},
    )
    yield from run_or_read(table, steps, Context(gate=gate.id, cause=gate.title), gate.title, _GATE_RULES)
