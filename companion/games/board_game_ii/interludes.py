"""What may be done at any prompt: Equipment on one's own turn, cutting tokens loose, Events, goals met.

Rules GB2-STREAM-08, GB2-EQUIP-02, GB2-EVENT-04, GB2-ENDROUND-04. Must not know the prompt that is open.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.prompts import Roll
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say
from companion.engine.view import Interlude

from .dice import MOVEMENT
from .equipment import usable, use_equipment
from .events import end_event, event_card
from .state import Table
from .streams import detach
from .win_loss import settle

_CUT = say("Cut tokens loose")
_AHEAD = Interlude("movement_die", say("Movement Die rolled too"), None, ("GB2-ENDROUND-04",))


def interludes(table: Table) -> Sequence[Interlude]:
    """What is open now."""
    found: list[Interlude] = []
    phase = table.phase
    if phase in ("set_up", "over"):
        return found
    if phase == "turn":
        seat = table.active
        who = table.team[seat]
        if who.target:
            found.append(Interlude("cut", _CUT, seat, ("GB2-STREAM-08",)))
        if who.equipment:
            for at, held in usable(table, seat):
                card = table.shelf.equipment.get(held.card)
                name = Text(card.name) if card is not None else Text("Equipment")
                label = Text("Use {card}", {"card": name})
                found.append(Interlude("use " + str(at), label, seat, ("GB2-EQUIP-02",)))
    elif phase == "event_die" and not table.movement_die:
        found.append(_AHEAD)
    for at, event in enumerate(table.events):
        label = Text("Done: {event}", {"event": event_card(table, event.card).name})
        found.append(Interlude("clear " + str(at), label, None, ("GB2-EVENT-04",)))
    for at, objective in enumerate(table.scenario.success):
        if objective.kind == "told" and objective.text not in table.met:
            label = Text("Reached: {goal}", {"goal": Text(objective.text)})
            found.append(Interlude("met " + str(at), label, None, ("GB2-SCENARIO-91",)))
    return found


def interlude(table: Table, id: str) -> Rule[None]:
    """Carry one out."""
    kind, _, at = id.partition(" ")
    if kind == "cut":
        yield from detach(table, table.active, ("GB2-STREAM-08", "GB2-STREAM-14"))
    elif kind == "use":
        yield from use_equipment(table, table.active, int(at))
    elif kind == "clear":
        yield from end_event(table, table.events[int(at)], True)
    elif kind == "met":
        goal = table.scenario.success[int(at)].text
        table.met.append(goal)
        yield Notice("met", Text("Reached: {goal}", {"goal": Text(goal)}), ("GB2-SCENARIO-91",))
    else:
        table.movement_die = yield Roll(MOVEMENT.name, rules=("GB2-ENDROUND-04",), die=MOVEMENT)
    settle(table)
