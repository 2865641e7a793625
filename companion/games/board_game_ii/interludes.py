"""What may be done at any prompt: Equipment on one's turn, cutting tokens loose, Events, goals met, cards.

Rules GB2-STREAM-08, GB2-STREAM-12, GB2-EQUIP-02, GB2-EVENT-04, GB2-ENDROUND-04.

Must not know the prompt that is open.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.prompts import Roll, Tell
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say
from companion.engine.view import Interlude

from .dice import MOVEMENT
from .equipment import NOT_YOUR_TURN, name_of, usable, use_equipment
from .events import end_event, event_card
from .read_in import read_in, readable
from .resolve import Context, run_or_read
from .state import Table
from .streams import detach
from .win_loss import lose, settle, win

_CUT = say("Cut tokens loose")
_WON = Interlude("won", say("The Scenario is won"), None, ("GB2-SCENARIO-91",))
_LOST = Interlude("lost", say("The Scenario is lost"), None, ("GB2-SCENARIO-91",))
"""As long as nobody has typed in how a Scenario is won, the players say so."""
_READ_IN = Interlude("read_in", say("Type a card in"), None, ("GB2-FIGURE-07",))
_ABILITY_RULES = ("GB2-LEVEL-04", "GB2-LEVEL-05", "GB2-FORFEIT-03")
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
        found.extend(_abilities(table, seat))
    elif phase == "event_die" and not table.movement_die:
        found.append(_AHEAD)
    for seat, who in enumerate(table.team):
        if who.target and not (phase == "turn" and seat == table.active):
            found.append(
                Interlude(f"unseen {seat}", say("{who} lost sight", who=who.name), None, ("GB2-STREAM-12",))
            )
        if who.equipment:
            found.extend(_equipment(table, seat))
        if "marked" in who.bases:
            label = Text("{who} is defeated", {"who": who.name})
            found.append(Interlude("unmark " + str(seat), label, None, ("GB2-FAQ-08",)))
    for at, event in enumerate(table.events):
        label = Text("Done: {event}", {"event": Text(event_card(table, event.card).name)})
        found.append(Interlude("clear " + str(at), label, None, ("GB2-EVENT-04",)))
    for at, objective in enumerate(table.scenario.success):
        if objective.kind == "told" and objective.text not in table.met:
            label = Text("Reached: {goal}", {"goal": Text(objective.text)})
            found.append(Interlude("met " + str(at), label, None, ("GB2-SCENARIO-91",)))
    for at, objective in enumerate(table.scenario.failure):
        if objective.kind == "told" and objective.text not in table.met:
            label = Text("Happened: {what}", {"what": Text(objective.text)})
            found.append(Interlude("happened " + str(at), label, None, ("GB2-SCENARIO-91",)))
    if not table.scenario.success:
        found.append(_WON)
        found.append(_LOST)
    if readable(table):
        found.append(_READ_IN)
    return found


def _equipment(table: Table, seat: int) -> list[Interlude]:
    """The cards of one Ghostbuster; out of their own turn only what works then is listed."""
    own = table.phase == "turn" and table.active == seat
    return [
        Interlude(
            f"use {seat} {at}",
            Text("Use {card}", {"card": name_of(table, held)}),
            seat,
            ("GB2-EQUIP-02",),
            refusal,
        )
        for at, held, refusal in usable(table, seat)
        if own or refusal is None or refusal is NOT_YOUR_TURN
    ]


def _abilities(table: Table, seat: int) -> list[Interlude]:
    """What the Character Card lets one do in one's own turn, at the Levels that count now."""
    abilities = table.character(seat).abilities[: table.team[seat].ability_level]
    return [
        Interlude(f"ability {at}", say("Level {n} ability", n=at + 1), seat, _ABILITY_RULES)
        for at, ability in enumerate(abilities)
        if ability.when == "own_turn"
    ]


def _use_ability(table: Table, at: int) -> Rule[None]:
    seat = table.active
    ability = table.character(seat).abilities[at]
    name = table.team[seat].name
    yield Notice(
        "ability",
        say("{who} uses the Level {n} ability", who=name, n=at + 1),
        _ABILITY_RULES,
        {"seat": seat, "level": at + 1},
    )
    title = say("{who}: Level {n}", who=name, n=at + 1)
    yield from run_or_read(table, ability.then, Context(seat=seat), title, _ABILITY_RULES)


def _unmark(table: Table, seat: int) -> Rule[None]:
    """A Marked Ghostbuster is defeated: the Mark comes off and they play on. GB2-FAQ-08."""
    who = table.team[seat]
    who.bases.pop("marked", None)
    yield Tell(
        Text("{who} is free", {"who": who.name}),
        Text("Take the Marked Base off {who}, who plays on as a Ghostbuster.", {"who": who.name}),
        ("GB2-FAQ-08",),
    )


def interlude(table: Table, id: str) -> Rule[None]:
    """Carry one out."""
    kind, _, at = id.partition(" ")
    if kind == "cut":
        yield from detach(table, table.active, ("GB2-STREAM-08", "GB2-STREAM-14"))
    elif kind == "unseen":
        yield from detach(table, int(at), ("GB2-STREAM-12",))
    elif kind == "use":
        seat, _, card = at.partition(" ")
        yield from use_equipment(table, int(seat), int(card))
    elif kind == "ability":
        yield from _use_ability(table, int(at))
    elif kind == "unmark":
        yield from _unmark(table, int(at))
    elif kind == "clear":
        yield from end_event(table, table.events[int(at)], True)
    elif kind == "read_in":
        yield from read_in(table)
    elif kind == "won":
        win(table)
    elif kind == "lost":
        lose(table, "scenario")
    elif kind in ("met", "happened"):
        objectives = table.scenario.success if kind == "met" else table.scenario.failure
        goal = objectives[int(at)].text
        table.met.append(goal)
        yield Notice("met", Text("Reached: {goal}", {"goal": Text(goal)}), ("GB2-SCENARIO-91",))
    else:
        table.movement_die = yield Roll(MOVEMENT.name, rules=("GB2-ENDROUND-04",), die=MOVEMENT)
    settle(table)
