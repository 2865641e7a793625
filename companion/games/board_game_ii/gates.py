"""Gates under fire: which may be attacked, hit, miss, closing, and the last one to close.

Rules GB2-GATE. Must not know the Combat Roll.
"""

from __future__ import annotations

from companion.engine.prompts import Refusal, Tell
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say

from .figures import figure
from .resolve import Context, run_or_read
from .state import Gate, Table
from .streams import give_back
from .trap import leave_map, pay

_NOT_HERE = Refusal(say("Gates cannot be fired at in this Scenario."), ("GB2-GATE-01",))
_CLOSED = Refusal(say("This Gate is closed."), ("GB2-GATE-05",))
_PACK = {
    "proton": Refusal(say("Proton Streams do nothing to these Gates."), ("GB2-GATE-01", "GB2-ERRATA-32")),
    "slime": Refusal(say("Mood Slime does nothing to these Gates."), ("GB2-GATE-01",)),
}
_LIMIT = Refusal(say("The Scenario allows no more of your tokens on a Gate."), ("GB2-GATE-07",))
_CLOSE_RULES = ("GB2-GATE-04", "GB2-GATE-05", "GB2-GATE-06")


def gate_refusal(table: Table, seat: int, gate: Gate) -> Refusal | None:
    """Why a Gate cannot be fired at by a Ghostbuster. GB2-GATE-01, GB2-GATE-07."""
    scenario = table.scenario
    if not scenario.gate_attackable:
        return _NOT_HERE
    if not gate.open:
        return _CLOSED
    pack = table.team[seat].pack
    if pack not in scenario.gate_packs:
        return _PACK[pack]
    if scenario.gate_limit < 5 and gate.of(seat) >= scenario.gate_limit:
        return _LIMIT
    return None


def close_number(table: Table) -> Rule[int]:
    """Tokens needed to close a Gate."""
    known = table.scenario.gate_to_close
    return known if known is not None else (yield from figure(table.scenario, "gate_to_close"))


def gate_hit(table: Table, seat: int, gate: Gate) -> Rule[None]:
    """The Scenario's effect of a hit. GB2-GATE-02."""
    yield from run_or_read(
        table,
        table.scenario.gate_hit,
        Context(seat=seat, gate=gate.id, cause=gate.title),
        Text("{gate}: hit", {"gate": gate.title}),
        ("GB2-GATE-02",),
    )


def gate_missed(table: Table, seat: int, gate: Gate) -> Rule[None]:
    """The Scenario's effect of a miss. GB2-GATE-03."""
    yield from run_or_read(
        table,
        table.scenario.gate_missed,
        Context(seat=seat, gate=gate.id, cause=gate.title),
        Text("{gate}: missed", {"gate": gate.title}),
        ("GB2-GATE-03",),
    )


def close_gate(table: Table, seat: int, gate: Gate) -> Rule[None]:
    """A Gate closes: XP, tokens home, and if it was the last, the Ghosts go. GB2-GATE-04 … GB2-GATE-06."""
    shares = {holder: gate.of(holder) for holder in {*gate.streams, *gate.mood_slimes}}
    give_back(table, gate)
    gate.open = False
    yield Notice(
        "gate_closed",
        Text("{gate} is closed", {"gate": gate.title}),
        _CLOSE_RULES,
        {"gate": gate.id, "seat": seat},
    )
    yield Tell(
        Text("{gate} closes!", {"gate": gate.title}),
        _FLIP,
        _CLOSE_RULES,
    )
    yield from pay(table, shares, ("GB2-GATE-06", "GB2-XP-02"))
    if not any(other.open for other in table.gates.values()):
        yield from last_gate_closed(table, seat)


_FLIP = say("Turn its token over. It blocks nothing any more; tokens on it go home.")


def last_gate_closed(table: Table, seat: int) -> Rule[None]:
    """All Ghosts but Mini-Bosses and Bosses go to the Spirit World. GB2-GATE-08 … GB2-GATE-10."""
    gone: list[str | int | Text] = []
    for entity in list(table.entities.values()):
        card = table.card(entity)
        if card.kind == "plazm" or (card.rank and not table.scenario.last_gate_takes_bosses):
            continue
        leave_map(table, entity)
        table.spirit_world[card.id] = table.spirit_world.get(card.id, 0) + 1
        gone.append(entity.name)
    if gone:
        yield Notice(
            "drawn_in",
            Text("Into the Spirit World: {names}", {"names": gone}),
            ("GB2-GATE-08", "GB2-GATE-10"),
            {"count": len(gone)},
        )
        yield Tell(
            say("The last Gate!"),
            Text("Put these into the Spirit World: {names}.", {"names": gone}),
            ("GB2-GATE-08", "GB2-GATE-09", "GB2-GATE-10"),
        )
    yield from run_or_read(
        table,
        table.scenario.all_gates_closed,
        Context(seat=seat, cause=Text(table.scenario.name)),
        say("All Gates are closed"),
        ("GB2-GATE-08",),
    )
