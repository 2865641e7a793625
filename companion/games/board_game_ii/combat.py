"""Combat: firing at an Entity or a Gate, hit and miss, Resist.

Rules GB2-COMBAT, GB2-RESIST, GB2-HUMAN, GB2-BASE-10. Must not know how the shooter came to fire.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.prompts import NOTHING, Choose, Option, Refusal, Roll
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say

from .bases import hive
from .board import SIGHT_RULES
from .cards import may_resist
from .dice import COMBAT
from .figures import effect_known, figure
from .gates import close_gate, close_number, gate_hit, gate_missed, gate_refusal
from .movement import entity_moved
from .resolve import react
from .state import Entity, Gate, Table, Target
from .streams import attach, detach
from .trap import catch, enough, needed
from .trap_tokens import waits_for_a_trap
from .vehicles import out_of_fire
from .words import BACK

_WRONG = {
    "proton": Refusal(say("Proton Streams do nothing to a Plazm."), ("GB2-COMBAT-06", "GB2-COMBAT-07")),
    "slime": Refusal(say("A Slime Blower does nothing to a Ghost."), ("GB2-COMBAT-05", "GB2-COMBAT-07")),
}
_WRONG_BY_CARD = Refusal(say("The card says this Pack does nothing to it."), ("GB2-COMBAT-07",))
_WORKS = {
    "ghost": frozenset({"proton"}),
    "plazm": frozenset({"slime"}),
    "human": frozenset({"proton", "slime"}),
}
"""Which Pack works against what. GB2-FIGURE-04."""
_BACK = Option("back", BACK)
_TARGET_TEXT = say(
    "In sight, at most {n} spaces away: one straight line from corner to corner, not stopped by a red or "
    "yellow line, an Entity or an Open Gate."
)
_FROM_HER_TEXT = say(
    "In sight from any of her spaces, at most {n} spaces away; red and yellow lines do not stop it."
)
_FROM_ECTO_2_TEXT = say("In sight from either of its spaces, at most {n} spaces away.")
_TARGET_TEXTS = {"lady_liberty": _FROM_HER_TEXT, "ecto_2": _FROM_ECTO_2_TEXT}
_TARGET_RULES_FROM = {
    "lady_liberty": ("GB2-LIBERTY-18", "GB2-LIBERTY-17", "GB2-LIBERTY-16"),
    "ecto_2": ("GB2-ECTO2-08",),
}
_GIGANTIC = say("Gigantic: nothing but distance stops your sight.")
_ROLL_TEXT = say("{target}: {n} or more hits.")
_ROLL_RULES = ("GB2-COMBAT-01",)
_HIT = say("{who} hits {target} with {n}")
_MISS = say("{who} misses {target} with {n}")


def works_on(table: Table, seat: int, entity: Entity) -> Refusal | None:
    """Whether the Pack in use does anything to a figure. GB2-FIGURE-04, GB2-COMBAT-07."""
    card = table.card(entity)
    pack = table.team[seat].pack
    if card.packs:
        return None if pack in card.packs else _WRONG_BY_CARD
    return None if pack in _WORKS[card.kind] else _WRONG[pack]


def targets(table: Table, seat: int) -> Sequence[Option]:
    """Everything that might be fired at; what is certain to be out is refused with the reason."""
    options = [
        Option(
            entity.id,
            Text(entity.name),
            works_on(table, seat, entity) or out_of_fire(table, seat, entity),
            detail=_GIGANTIC if "gigantic" in table.card(entity).keywords else NOTHING,
        )
        for entity in table.entities.values()
    ]
    options.extend(
        Option(gate.id, gate.title, gate_refusal(table, seat, gate)) for gate in table.gates.values()
    )
    options.append(_BACK)
    return options


def combat(table: Table, seat: int, sight: int) -> Rule[bool]:
    """A whole Combat Action. False if it was called off before anything happened."""
    who = table.team[seat]
    answer = yield Choose(
        Text("{who} fires at", {"who": who.name}),
        _TARGET_TEXTS.get(who.place, _TARGET_TEXT).fill(n=sight),
        ("GB2-LOS-09", *_TARGET_RULES_FROM.get(who.place, ()), *SIGHT_RULES),
        seat,
        options=targets(table, seat),
        default=who.target,
    )
    target = table.target(answer)
    if target is None:
        return False
    who.actions_used += 1
    yield from fire(table, seat, target)
    return True


def fire(table: Table, seat: int, target: Target) -> Rule[None]:
    """Fire at a target: choose between adding a token and overcoming Resist, roll, resolve."""
    who = table.team[seat]
    if who.target and who.target != target.id:
        yield from detach(table, seat, ("GB2-STREAM-05",))
    resist = yield from _resist_of(table, target)
    if isinstance(target, Entity) and waits_for_a_trap(table, target) and (yield from enough(table, target)):
        wrangles = yield _wrangle_prompt(who.name, seat, target)
        if wrangles == "wrangle":
            yield from _wrangle(table, seat, target)
            return
    if resist and not target.resist_won and (yield from _ripe(table, target)):
        attempt = yield _attempt_prompt(who.name, seat, target, resist)
        if attempt == "attempt":
            yield from _overcome(table, seat, target, resist)
            return
    if isinstance(target, Entity):
        yield from _fire_at_entity(table, seat, target, resist)
    else:
        assert isinstance(target, Gate)
        yield from _fire_at_gate(table, seat, target, resist)


def bonus_of(table: Table, seat: int) -> int:
    """What is added to every Combat Roll of a Ghostbuster. GB2-SLIME-06, GB2-TANK-07."""
    return table.gained(seat, "hit") - table.team[seat].slimes.get("hit", 0)


def _roll(table: Table, seat: int, target: Target, to_hit: int) -> Rule[bool]:
    """The Combat Roll against To Hit. GB2-COMBAT-01, GB2-COMBAT-02."""
    who = table.team[seat]
    bonus = bonus_of(table, seat)
    if bonus:
        text = Text(
            "{target}: {n} or more hits; {bonus} to the roll.",
            {"target": target.title, "n": to_hit, "bonus": format(bonus, "+d")},
        )
    else:
        text = _ROLL_TEXT.fill(target=target.title, n=to_hit)
    face = yield Roll(Text("{who} fires", {"who": who.name}), text, _ROLL_RULES, die=COMBAT)
    hit = bool(face + bonus >= to_hit)
    yield Notice(
        "hit" if hit else "missed",
        (_HIT if hit else _MISS).fill(who=who.name, target=target.title, n=face + bonus),
        _ROLL_RULES,
        {"seat": seat, "target": target.id, "result": face + bonus},
    )
    return hit


def _fire_at_entity(table: Table, seat: int, entity: Entity, resist: int) -> Rule[None]:
    card = table.card(entity)
    to_hit = card.to_hit
    if to_hit is None:
        to_hit = yield from figure(card, "to_hit")
    yield from needed(table, entity)
    yield from effect_known(card, "when_hit")
    yield from effect_known(card, "when_missed")
    if not (yield from _roll(table, seat, entity, to_hit + entity.bases.get("amplify", 0))):
        yield from react(table, entity, "missed", seat)
        yield from hive(table, entity, "missed", seat)
        return
    if attach(table, seat, entity) and card.rank == "boss":
        yield Notice(
            "token",
            Text("1 token on the card of {boss}", {"boss": entity.name}),
            ("GB2-STREAM-04",),
            {"seat": seat, "entity": entity.id, "tokens": entity.tokens},
        )
    caught = not resist and not waits_for_a_trap(table, entity) and (yield from enough(table, entity))
    if caught and may_resist(card):
        # Not asked before it matters: most cards have no Resist.
        caught = not (yield from figure(card, "resist"))
    if caught:
        if card.reacts_when_caught:
            yield from react(table, entity, "hit", seat)
        if entity.id in table.entities:
            yield from catch(table, seat, entity)
    else:
        yield from react(table, entity, "hit", seat)
    yield from hive(table, entity, "hit", seat)


def _fire_at_gate(table: Table, seat: int, gate: Gate, resist: int) -> Rule[None]:
    scenario = table.scenario
    to_hit = scenario.gate_to_hit
    if to_hit is None:
        to_hit = yield from figure(scenario, "gate_to_hit")
    number = yield from close_number(table)
    if not (yield from _roll(table, seat, gate, to_hit)):
        yield from gate_missed(table, seat, gate)
        return
    attach(table, seat, gate)
    if not resist and gate.tokens >= number:
        yield from close_gate(table, seat, gate)
        if not scenario.gate_effect_when_closed:
            return
    yield from gate_hit(table, seat, gate)


# -- Wrangling with Trap Tokens ----------------------------------------------

_NO_OWN = Refusal(say("You need a Stream of your own on it."), ("GB2-TRAPTOKEN-06", "GB2-TRAPTOKEN-05"))


def _wrangle_prompt(name: str, seat: int, target: Target) -> Choose:
    own = None if target.of(seat) else _NO_OWN
    return Choose(
        Text("{who}: {target}", {"who": name, "target": target.title}),
        say("It has Streams enough. Wrangle it toward a Trap Token, or fire as usual?"),
        ("GB2-TRAPTOKEN-05",),
        seat,
        options=(Option("wrangle", say("Wrangle it"), own), Option("fire", say("Fire as usual"))),
    )


def _wrangle(table: Table, seat: int, entity: Entity) -> Rule[None]:
    """A hit moves it 1 toward a Trap Token and sets nothing off; a miss is a miss. GB2-TRAPTOKEN-05, -06."""
    to_hit = yield from figure(table.card(entity), "to_hit")
    if not (yield from _roll(table, seat, entity, to_hit + entity.bases.get("amplify", 0))):
        yield from react(table, entity, "missed", seat)
        yield from hive(table, entity, "missed", seat)
        return
    yield from entity_moved(
        table,
        entity,
        Text("{entity} moves 1 to a Trap", {"entity": entity.name}),
        ("GB2-TRAPTOKEN-05", "GB2-TRAPTOKEN-08"),
    )


# -- Resist -------------------------------------------------------------------


def _resist_of(table: Table, target: Target) -> Rule[int]:
    if isinstance(target, Entity):
        card = table.card(target)
        if card.resist is None and "resist" in card.keywords:
            return (yield from figure(card, "resist", low=1))
        return card.resist or 0
    return table.scenario.gate_resist


def _ripe(table: Table, target: Target) -> Rule[bool]:
    """Whether the tokens on a target with Resist suffice for an attempt. GB2-RESIST-01."""
    if isinstance(target, Entity):
        return (yield from enough(table, target))
    return target.tokens >= (yield from close_number(table))


def _attempt_prompt(name: str, seat: int, target: Target, resist: int) -> Choose:
    return Choose(
        Text("{who}: {target}", {"who": name, "target": target.title}),
        Text(
            "It resists with {resist}. Roll against it with +{n}, or add a token first?",
            {"resist": resist, "n": target.tokens},
        ),
        ("GB2-RESIST-01", "GB2-RESIST-04", "GB2-RESIST-06"),
        seat,
        options=_ATTEMPT,
    )


_ATTEMPT = (Option("attempt", say("Overcome it")), Option("add", say("Add a token")))


def _overcome(table: Table, seat: int, target: Target, resist: int) -> Rule[None]:
    """One die each: tokens against Resist, ties for the Ghostbuster. GB2-RESIST-02, GB2-RESIST-07."""
    who = table.team[seat]
    mine = target.tokens + bonus_of(table, seat) + table.gained(seat, "resist")
    own = yield Roll(
        Text("{who} rolls", {"who": who.name}),
        Text("{n} against {target}", {"n": format(mine, "+d"), "target": target.title}),
        ("GB2-RESIST-02",),
        die=COMBAT,
    )
    other = yield Roll(
        Text("{target} rolls", {"target": target.title}),
        Text("+{n} Resist; {mine} is to be beaten.", {"n": resist, "mine": own + mine}),
        ("GB2-RESIST-02",),
        die=COMBAT,
    )
    won = own + mine >= other + resist
    yield Notice(
        "overcome" if won else "resisted",
        Text(
            "{who} {own} against {target} {other}",
            {"who": who.name, "own": own + mine, "target": target.title, "other": other + resist},
        ),
        ("GB2-RESIST-02", "GB2-RESIST-03"),
        {"seat": seat, "target": target.id, "won": won},
    )
    if isinstance(target, Entity):
        if won and waits_for_a_trap(table, target):
            # The win lasts until its Streams are gone; the Trap itself is a Maneuver. GB2-TRAPTOKEN-11.
            target.resist_won = True
        elif won:
            yield from catch(table, seat, target)
        else:
            yield from react(table, target, "missed", seat)
            yield from hive(table, target, "missed", seat)
    else:
        assert isinstance(target, Gate)
        if won:
            yield from close_gate(table, seat, target)
        else:
            yield from gate_missed(table, seat, target)
