"""What each step of an effect means: the one interpreter for every card there is.

Here: a handler for each kind of step, whom and what it is about, and reading a card that nobody typed
in. Must not know which card the steps came from.
"""

from __future__ import annotations

from companion.engine.prompts import Choose, Option, Roll, Rules, Tell
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say

from . import effects as e
from .attach import attach_to
from .board import board
from .dice import COMBAT, EVENT, MOVEMENT
from .ecto_tank import tank_notice
from .equipment import draw_equipment, ready_equipment
from .events import draw_event, event_card
from .figures import figure
from .gates import close_gate
from .goo import change_goo_timer
from .movement import entity_moved, move, slime_by
from .plazm_sizes import partners
from .push import push
from .random_ghostbuster import break_tie, one_of, random_ghostbuster
from .resolve import HANDLERS, Context, react, run
from .slime import KINDS, slime, take
from .spirit_world import come_out, emerge_from
from .split import split
from .state import Entity, Table
from .summon import summon
from .trap import catch, lose_entity
from .win_loss import lose, win
from .words import BASE_NAMES, SLIME_NAMES
from .xp import gain_xp

# -- reading a card -----------------------------------------------------------

_READ_TEXT = say("Read the card and do it. What happened?")
_READ_DONE = Option("done", say("That is all"))
_READ_OPTIONS = (
    _READ_DONE,
    Option("slimed", say("Somebody is Slimed")),
    Option("moved", say("It moved")),
    Option("left", say("It left the map")),
)
_READ_OPTIONS_NO_ENTITY = _READ_OPTIONS[:2]


def read_card(table: Table, context: Context, text: Text) -> Rule[None]:
    """The players do what a card says and report what happened. GB2-SLIME-16."""
    title, rules = context.cause, context.rules or ("GB2-SLIME-16",)
    while True:
        entity = table.entities.get(context.entity)
        options = _READ_OPTIONS if entity is not None else _READ_OPTIONS_NO_ENTITY
        answer = yield Choose(title, text, rules, options=options)
        if answer == "done":
            return
        if answer == "slimed":
            seat = int((yield _person(table, say("Who is Slimed?"), ("GB2-SLIME-16",))))
            if entity is not None:
                yield from slime_by(table, entity, seat)
            else:
                kind = yield _SLIME_KIND
                yield from slime(table, seat, kind)
        elif entity is not None and answer == "moved":
            yield from entity_moved(table, entity, title, rules)
        elif entity is not None:
            yield from lose_entity(table, entity, ("GB2-KEYWORD-06",))


_SLIME_KIND = Choose(
    say("Which Slime?"),
    rules=("GB2-SLIME-16",),
    options=tuple(Option(kind, SLIME_NAMES[kind]) for kind in KINDS),
)


def _person(table: Table, title: Text, rules: Rules) -> Choose:
    return Choose(
        title,
        rules=rules,
        options=tuple([Option(str(seat), Text(who.name)) for seat, who in enumerate(table.team)]),
    )


# -- whom and what ------------------------------------------------------------


def people(table: Table, who: e.Who, context: Context) -> Rule[tuple[int, ...]]:
    """The seats a step is about."""
    if who in ("attacker", "active"):
        return (context.seat if context.seat >= 0 else table.active,)
    if who == "each":
        return tuple(range(len(table.team)))
    if who == "random":
        return ((yield from random_ghostbuster(table)),)
    if who == "nearest":
        entity = table.entities.get(context.entity)
        if entity is None:
            return ()
        seats = yield from board(table).nearest(table, entity, False)
        return ((yield from break_tie(table, seats)),) if seats else ()
    if who == "adjacent":
        return (yield from board(table).adjacent(table, _name(table, context), context.rules))
    if who == "in_sight":
        return (yield from board(table).seen_by(table, _name(table, context), context.rules))
    return (int((yield _person(table, say("Which Ghostbuster?"), context.rules))),)


def figures(
    table: Table, which: e.Which, context: Context, without: tuple[str, ...] = ()
) -> Rule[list[Entity]]:
    """The Entities a step is about, `without` some. GB2-FIGURE-05."""
    everything = [entity for entity in table.entities.values() if entity.id not in without]
    if which == "self":
        return [entity for entity in everything if entity.id == context.entity]
    if which == "each_ghost":
        return [entity for entity in everything if table.card(entity).kind != "plazm"]
    if which == "each_plazm":
        return [entity for entity in everything if table.card(entity).kind == "plazm"]
    if which == "each" or not everything:
        return everything
    chosen: list[Entity] = []
    while everything:
        options = [Option(entity.id, Text(entity.name)) for entity in everything]
        answer = yield Choose(
            say("Which Entity?") if which == "chosen" else say("Which are in sight?"),
            context.cause,
            context.rules,
            options=(*options, _NONE_MORE if chosen else _NONE),
        )
        if answer == "none":
            break
        chosen.append(table.entities[answer])
        if which == "chosen":
            break
        everything = [entity for entity in everything if entity.id != answer]
    return chosen


_NONE, _NONE_MORE = Option("none", say("None")), Option("none", say("That is all"))


# -- the steps ----------------------------------------------------------------


def _move(table: Table, step: e.Move, context: Context) -> Rule[None]:
    for entity in (yield from figures(table, step.which, context)):
        if entity.id in table.entities:
            yield from move(table, entity, step, context.seat)


def _slime(table: Table, step: e.Slime, context: Context) -> Rule[None]:
    seats = yield from people(table, step.who, context)
    yield from _slime_seats(table, seats, step.type, step.count, context)


def _slime_seats(
    table: Table, seats: tuple[int, ...], kind: str | None, count: int, context: Context
) -> Rule[None]:
    entity = table.entities.get(context.entity)
    for seat in seats:
        if kind is not None:
            yield from slime(table, seat, kind, count)
        elif entity is not None:
            yield from slime_by(table, entity, seat, count)
        else:
            yield from slime(table, seat, (yield _SLIME_KIND), count)


def _splatter(table: Table, step: e.Splatter, context: Context) -> Rule[None]:
    seats = yield from board(table).adjacent(table, _name(table, context), ("GB2-KEYWORD-09",))
    yield from _slime_seats(table, seats, step.type, 1, context)


def _name(table: Table, context: Context) -> Text:
    target = table.entities.get(context.entity) or table.gates.get(context.gate)
    return target.title if target is not None else context.cause


def _push(table: Table, step: e.Push, context: Context) -> Rule[None]:
    for seat in (yield from people(table, step.who, context)):
        for _ in range(step.spaces):
            yield from push(table, seat)


def _emerge(table: Table, step: e.Emerge, context: Context) -> Rule[None]:
    gates = list(table.gates.values())
    if step.gate in ("each_open", "each_closed"):
        for gate in gates:
            if gate.open == (step.gate == "each_open"):
                yield from emerge_from(table, gate, step.count, step.card)
        return
    origin = table.gates.get(context.gate)
    if step.gate == "random" and gates:
        names = [gate.title for gate in gates]
        origin = gates[(yield from one_of(names, say("Random Gate"), context.rules))]
    if not step.itself:
        yield from emerge_from(table, origin, step.count, step.card)
    elif context.entity in table.entities:
        yield from come_out(table, table.entities[context.entity], origin)


def _goo_timer(table: Table, step: e.GooTimer, context: Context) -> Rule[None]:
    yield from change_goo_timer(table, step.by, ("GB2-GOO-01", "GB2-GOO-02"))


def _tank(table: Table, step: e.Tank, context: Context) -> Rule[None]:
    table.ecto_tank = max(0, table.ecto_tank + step.by)
    yield tank_notice(table, ("GB2-TANK-01",))


def _xp(table: Table, step: e.Xp, context: Context) -> Rule[None]:
    by = step.by
    if by is None:
        by = yield from figure(event_card(table, context.event), "xp")
    for seat in (yield from people(table, step.who, context)):
        yield from gain_xp(table, seat, by, ("GB2-XP-03",))


def _draw(table: Table, step: e.Draw, context: Context) -> Rule[None]:
    for seat in (yield from people(table, step.who, context)):
        for _ in range(step.count):
            if step.deck == "event":
                yield from draw_event(table, seat, "")
            else:
                yield from draw_equipment(table, seat)


def _remove_slime(table: Table, step: e.RemoveSlime, context: Context) -> Rule[None]:
    """GB2-CAUSTIC-05: Caustic stays unless the card names it."""
    for seat in (yield from people(table, step.who, context)):
        who = table.team[seat]
        for _ in range(step.count):
            held = [kind for kind in KINDS if kind in who.slimes and (step.caustic or kind != "caustic")]
            if not held:
                break
            kind = held[0]
            if len(held) > 1:
                kind = yield Choose(
                    Text("{who}: which Slime?", {"who": who.name}),
                    rules=("GB2-CAUSTIC-05",),
                    options=tuple([Option(kind, SLIME_NAMES[kind]) for kind in held]),
                )
            if kind in who.slimes:
                take(who, kind)
            yield Notice(
                "cleaned",
                Text("{who} loses: {slime}", {"who": who.name, "slime": SLIME_NAMES[kind]}),
                ("GB2-CAUSTIC-05",),
                {"seat": seat, "slime": kind},
            )


_DICE = {"combat": COMBAT, "movement": MOVEMENT, "event": EVENT}


def _roll(table: Table, step: e.RollDie, context: Context) -> Rule[None]:
    die = _DICE[step.die]
    face = yield Roll(context.cause, die.name, context.rules, die=die)
    for result in step.results:
        if face in result.faces:
            yield from run(table, result.then, context)


def _choose(table: Table, step: e.Choice, context: Context) -> Rule[None]:
    options = tuple([Option(str(at), Text(one.text)) for at, one in enumerate(step.options)])
    text = Text(step.text) if step.text else context.cause
    answer = yield Choose(context.cause, text, context.rules, options=options)
    yield from run(table, step.options[int(answer)].then, context)


def _timer(table: Table, step: e.Timer, context: Context) -> Rule[None]:
    for event in table.events:
        if event.card == context.event and event.limited:
            event.left = max(0, event.left + step.by)
    return
    yield


def _base(table: Table, step: e.PutBase, context: Context) -> Rule[None]:
    bearers: list[tuple[str, dict[str, int]]] = []
    if step.who is not None:
        seats = yield from people(table, step.who, context)
        bearers.extend((table.team[seat].name, table.team[seat].bases) for seat in seats)
    elif step.which is not None:
        bearers.extend(
            (entity.name, entity.bases) for entity in (yield from figures(table, step.which, context))
        )
    for name, bases in bearers:
        count = bases.get(step.base, 0) + (-1 if step.take_off else 1)
        if count > 0:
            bases[step.base] = count
        else:
            bases.pop(step.base, None)
        yield Notice(
            "base",
            Text("{who}: {base} {n}", {"who": name, "base": BASE_NAMES[step.base], "n": max(0, count)}),
            ("GB2-BASE-18",),
        )


def _bonus(table: Table, step: e.Gain, context: Context) -> Rule[None]:
    if step.who == "each" and step.until == "round":
        table.bonus[step.what] = table.bonus.get(step.what, 0) + step.by
        return
    for seat in (yield from people(table, step.who, context)):
        bonus = table.team[seat].bonus
        bonus[step.what] = bonus.get(step.what, 0) + step.by


def _remove(table: Table, step: e.Remove, context: Context) -> Rule[None]:
    for entity in (yield from figures(table, step.which, context)):
        yield from lose_entity(table, entity, ("GB2-KEYWORD-06",))


def _trap(table: Table, step: e.Trap, context: Context) -> Rule[None]:
    for entity in (yield from figures(table, step.which, context)):
        yield from catch(table, max(0, context.seat), entity)


def _close_gate(table: Table, step: e.CloseGate, context: Context) -> Rule[None]:
    gate = table.gates.get(context.gate)
    if gate is None or gate.open == step.open:
        return
    if step.open:
        gate.open = True
        yield Notice("gate_opened", Text("{gate} opens", {"gate": gate.title}), ("GB2-SETUP-06",))
    else:
        yield from close_gate(table, max(0, context.seat), gate)


def _react(table: Table, step: e.React, context: Context) -> Rule[None]:
    # Who is reacting already does not begin again: two that set each other off would never end.
    for entity in (yield from figures(table, step.which, context, context.reacting)):
        if entity.id in table.entities:
            yield from react(table, entity, step.how, context.seat, context.reacting)


def _end(table: Table, step: e.End, context: Context) -> Rule[None]:
    if step.won:
        win(table)
    else:
        lose(table, "scenario")
    return
    yield


def _say(table: Table, step: e.Say, context: Context) -> Rule[None]:
    text = Text(step.text) if step.text else _READ_TEXT
    if step.report:
        yield from read_card(table, context, text)
    else:
        yield Tell(context.cause, text, context.rules)


def _split(table: Table, step: e.Split, context: Context) -> Rule[None]:
    entity = table.entities.get(context.entity)
    if entity is not None:
        yield from split(table, entity, max(0, context.seat))


def _summon(table: Table, step: e.Summon, context: Context) -> Rule[None]:
    for _ in range(step.count):
        yield from summon(table, step.card, _name(table, context))


def _attach(table: Table, step: e.Attach, context: Context) -> Rule[None]:
    entity = table.entities.get(context.entity)
    others = partners(table, entity) if entity is not None else ()
    if entity is None or not others:
        return
    chosen = others[0].id
    if len(others) > 1:
        chosen = yield Choose(
            Text("{entity}: join which?", {"entity": entity.name}),
            context.cause,
            ("GB2-KEYWORD-01",),
            options=tuple([Option(other.id, Text(other.name)) for other in others]),
        )
    yield from attach_to(table, entity, table.entities[chosen])


def _ready(table: Table, step: e.Ready, context: Context) -> Rule[None]:
    for seat in (yield from people(table, step.who, context)):
        yield from ready_equipment(table, seat, step.count)


HANDLERS.update(
    {
        e.Move: _move,
        e.Slime: _slime,
        e.Splatter: _splatter,
        e.Push: _push,
        e.Emerge: _emerge,
        e.Summon: _summon,
        e.Split: _split,
        e.Attach: _attach,
        e.GooTimer: _goo_timer,
        e.Tank: _tank,
        e.Xp: _xp,
        e.Draw: _draw,
        e.Ready: _ready,
        e.RemoveSlime: _remove_slime,
        e.RollDie: _roll,
        e.Choice: _choose,
        e.Timer: _timer,
        e.PutBase: _base,
        e.Gain: _bonus,
        e.Remove: _remove,
        e.Trap: _trap,
        e.CloseGate: _close_gate,
        e.React: _react,
        e.End: _end,
        e.Say: _say,
    }
)
