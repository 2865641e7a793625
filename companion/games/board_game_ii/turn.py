"""A turn: a menu of what may be done, until it is ended. And what ends with it.

Rules GB2-TURN, GB2-ACTION, GB2-MANEUVER. The menu is the same for every table in the same position, so
it is made once a position. Must not know how anything in it is done.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

from companion.engine.prompts import Choose, Option, Refusal, Tell
from companion.engine.rule import Rule
from companion.engine.text import Text, say

from . import ecto_2, lady_liberty, trap_tokens
from .actions import drive, move_action, remove_slime, switch_pack
from .allowance import actions_left, maneuvers_left
from .combat import combat
from .ecto_tank import deposit
from .end_of_round import timed_effects
from .forfeit import clean_oneself, switch_own_pack
from .maneuvers import enter_or_exit, investigate_maneuver, transfer
from .slime import STUCK, move_of, sight_of
from .state import Place, Table
from .vehicles import ABOARD, CLOSED, aboard, entities_on, figures_aboard
from .win_loss import settle
from .xp import catch_up

Deed: TypeAlias = Callable[[Table, int], Rule[bool]]


def _combat(table: Table, seat: int) -> Rule[bool]:
    return combat(table, seat, sight_of(table, seat))


def _drive(table: Table, seat: int) -> Rule[bool]:
    return _DRIVES[table.team[seat].place](table, seat)


_DRIVES: dict[str, Deed] = {
    "ecto_1a": drive,
    "lady_liberty": lady_liberty.drive,
    "ecto_2": ecto_2.drive,
}
DEEDS: dict[str, Deed] = {
    "combat": _combat,
    "move": move_action,
    "drive": _drive,
    "deposit": deposit,
    "remove_slime": remove_slime,
    "switch_pack": switch_pack,
    "investigate": investigate_maneuver,
    "transfer": transfer,
    "door": enter_or_exit,
    "liberty": lady_liberty.board_or_leave,
    "ecto_2": ecto_2.enter_or_exit,
    "bring_ecto_2": ecto_2.bring_in,
    "refuel": ecto_2.refuel,
    "deploy": trap_tokens.deploy,
    "retrieve": trap_tokens.retrieve,
    "trap": trap_tokens.trap,
    "clean_self": clean_oneself,
    "own_pack": switch_own_pack,
}


def turn(table: Table, seat: int) -> Rule[None]:
    """One Ghostbuster's turn, then the effects at its end. GB2-TURN-01 … GB2-TURN-04."""
    begin(table, seat)
    if table.scenario.lessons:
        yield from lesson(table, seat)
    while True:
        chosen = yield lambda: menu(table, seat)
        if chosen in ("end", None):
            break
        if (yield from DEEDS[chosen](table, seat)):
            settle(table)
            catch_up(table)
    table.phase = "end_of_turn"
    yield from timed_effects(table, "end_of_turn")
    table.team[seat].bonus.clear()
    settle(table)
    catch_up(table)


def lesson(table: Table, seat: int) -> Rule[None]:
    """A scenario that teaches says one thing before each of the first turns."""
    number = (table.round - 1) * len(table.team) + seat
    if number < len(table.scenario.lessons):
        title = Text("{who}: lesson {n}", {"who": table.team[seat].name, "n": number + 1})
        yield Tell(title, Text(table.scenario.lessons[number]), MENU_RULES)


def begin(table: Table, seat: int) -> None:
    """All Actions and Maneuvers are fresh."""
    table.active = seat
    table.phase = "turn"
    who = table.team[seat]
    who.actions_used = who.maneuvers_used = 0
    who.forfeited = False


# -- the menu -----------------------------------------------------------------

# Bits of a position that decide what the menu refuses.
_ACTION, _MANEUVER, _CONVERT, _TARGETS, _CARRIES, _SLIMED_OTHERS = 1, 2, 4, 8, 16, 32
_SLIMED_SELF, _ACTED, _MOVES, _SEES, _PILES, _CAR = 64, 128, 256, 512, 1024, 2048
_FORFEITED, _CAUSTIC_ONLY, _ON_CAR, _TANK = 4096, 8192, 16384, 32768
_LIBERTY, _LIBERTY_FULL, _ON_LIBERTY = 65536, 131072, 262144
_TRAPS, _TRAP_OUT, _ON_TRAP = 1 << 24, 1 << 25, 1 << 26
_ECTO_2, _ECTO_2_HERE, _ECTO_2_FULL, _ECTO_2_EMPTY, _ECTO_2_FUELLED = (
    1 << 19,
    1 << 20,
    1 << 21,
    1 << 22,
    1 << 23,
)

MENU_RULES = ("GB2-ACTION-01", "GB2-ACTION-02", "GB2-MANEUVER-01", "GB2-TURN-02", "GB2-TURN-03")
_NO_ACTION = Refusal(say("No Action is left."), ("GB2-ACTION-01",))
_NO_MANEUVER = Refusal(say("No Maneuver and no Action is left."), ("GB2-MANEUVER-01", "GB2-MANEUVER-04"))
_NO_TARGET = Refusal(say("There is nothing to fire at."), ("GB2-SPIRIT-02", "GB2-LOS-09"))
_NO_SIGHT = Refusal(say("Sight Slime: you see 0 spaces far."), ("GB2-SLIME-11",))
_NO_MOVE = Refusal(say("Movement Slime: you cannot move."), ("GB2-SLIME-10",))
_BLOCKED = Refusal(say("An Entity is on the Ecto-1a."), ("GB2-ECTO1-12",))
_NOTHING = Refusal(say("You carry no Ghost and no Plazm."), ("GB2-DEPOSIT-02", "GB2-DEPOSIT-03"))
_NO_CAR = Refusal(say("The Ecto-1a is not in this Scenario."), ("GB2-DEPOSIT-01",))
_NOBODY_SLIMED = Refusal(say("Nobody else has Slime that comes off."), ("GB2-REMOVE-01", "GB2-REMOVE-03"))
_NO_PILE = Refusal(say("No open Goo Pile is on the map."), ("GB2-GOO-09",))
_SELF_CLEAN = Refusal(say("You have no Slime."), ("GB2-FORFEIT-01",))
_SELF_CAUSTIC = Refusal(say("Caustic Slime cannot be taken off."), ("GB2-FORFEIT-09", "GB2-CAUSTIC-04"))
_ACTED_ALREADY = Refusal(
    say("Only before your first Action."), ("GB2-FORFEIT-01", "GB2-FORFEIT-06", "GB2-QUICKREF-01")
)
_ONCE = Refusal(say("Your Actions are given up already."), ("GB2-FORFEIT-07",))
_TANK_LATER = Refusal(say("Only before the first turn of a round."), ("GB2-ROUND-02", "GB2-TANK-04"))


def menu(table: Table, seat: int) -> Choose | None:
    """What a Ghostbuster may do now; what is closed says why. None for one who has been taken off the map."""
    who = table.team[seat]
    if who.place == "off":
        return None
    actions = actions_left(table, seat)
    maneuvers = maneuvers_left(table, seat)
    key = 0
    if actions:
        key = _ACTION | _MANEUVER
        if not maneuvers:
            key |= _CONVERT
    elif maneuvers:
        key = _MANEUVER
    if table.entities or table.gates:
        key |= _TARGETS
    if who.ghosts or who.plazm:
        key |= _CARRIES
    for other in table.team:
        if other.slimes and other is not who and not other.slimes.keys() <= STUCK:
            key |= _SLIMED_OTHERS
            break
    if who.slimes:
        key |= _SLIMED_SELF
        if who.slimes.keys() <= STUCK:
            key |= _CAUSTIC_ONLY
    if who.actions_used:
        key |= _ACTED
    if who.forfeited:
        key |= _FORFEITED
    if not who.slimes or move_of(table, seat):
        key |= _MOVES
    if not who.slimes or sight_of(table, seat):
        key |= _SEES
    for pile in table.goo_piles.values():
        if pile.state == "open":
            key |= _PILES
            break
    if table.scenario.ecto_1a:
        key |= _CAR
        for entity in table.entities.values():
            if entity.place == "ecto_1a":
                key |= _ON_CAR
                break
    if table.ecto_tank:
        key |= _TANK
    if table.house_rules.trap_tokens:
        key |= _TRAPS
        if who.trap_out:
            key |= _TRAP_OUT
        if trap_tokens.on_token(table, seat):
            key |= _ON_TRAP
    if table.scenario.lady_liberty or table.scenario.ecto_2:
        key |= _other_vehicles(table)
    return _menu(who.name, seat, actions, maneuvers, who.place, key)


def _other_vehicles(table: Table) -> int:
    """What is true of Lady Liberty and of the Ecto-2."""
    key = 0
    if table.scenario.lady_liberty:
        key |= _LIBERTY
        if figures_aboard(table) >= ABOARD:
            key |= _LIBERTY_FULL
        if entities_on(table, "lady_liberty"):
            key |= _ON_LIBERTY
    if table.scenario.ecto_2:
        key |= _ECTO_2
    if table.ecto_2 is not None:
        key |= _ECTO_2_HERE
        if len(aboard(table, "ecto_2")) >= ecto_2.SEATS:
            key |= _ECTO_2_FULL
        if not table.ecto_2:
            key |= _ECTO_2_EMPTY
        if table.ecto_2 == ecto_2.COUNTERS:
            key |= _ECTO_2_FUELLED
    return key


@lru_cache(maxsize=8192)
def _menu(name: str, seat: int, actions: int, maneuvers: int, place: Place, key: int) -> Choose:
    return Choose(
        Text("{who}'s turn", {"who": name}),
        Text(
            "Actions left {actions}, Maneuvers left {maneuvers}", {"actions": actions, "maneuvers": maneuvers}
        ),
        MENU_RULES,
        seat,
        options=_options(place, key, actions),
        default=_likely(place, key),
    )


def _likely(place: Place, key: int) -> str:
    """What is most often wanted: where the cursor starts."""
    if not key & _MANEUVER:
        return "end"
    if place == "ecto_1a":
        return "door"
    return "combat" if key & _ACTION else ""


@lru_cache(maxsize=8192)
def _options(place: Place, key: int, actions: int) -> tuple[Option, ...]:
    act = None if key & _ACTION else _NO_ACTION
    man = None if key & _MANEUVER else _NO_MANEUVER
    sees = None if key & _SEES else _NO_SIGHT
    once = _ONCE if key & _FORFEITED else _ACTED_ALREADY if key & _ACTED else None
    shut = CLOSED[place].get
    options = [
        Option(
            "combat",
            say("Combat"),
            act or shut("combat") or sees or (None if key & _TARGETS else _NO_TARGET),
        ),
        Option("move", say("Move"), act or (None if key & _MOVES else _NO_MOVE)),
    ]
    if key & (_CAR | _LIBERTY | _ECTO_2_HERE):
        options.append(Option("drive", say("Drive"), act or shut("drive") or _cannot_drive(place, key)))
    if key & _CAR:
        blocked = _BLOCKED if key & _ON_CAR else None
        carries = None if key & _CARRIES else _NOTHING
        options.append(Option("deposit", say("Deposit"), act or shut("deposit") or carries or blocked))
    options += [
        Option(
            "remove_slime",
            say("Clean a neighbour"),
            act or shut("remove_slime") or sees or (None if key & _SLIMED_OTHERS else _NOBODY_SLIMED),
        ),
        Option("switch_pack", say("Neighbour's Pack"), act or shut("switch_pack") or sees),
        Option(
            "investigate",
            _label(key, say("Investigate")),
            man or shut("investigate") or sees or (None if key & _PILES else _NO_PILE),
        ),
        Option("transfer", _label(key, say("Transfer")), man or sees),
        *_doors(place, key, man),
        *_trap_deeds(key, man),
        Option(
            "clean_self",
            say("Clean yourself"),
            once
            or shut("clean_self")
            or (_SELF_CLEAN if not key & _SLIMED_SELF else _SELF_CAUSTIC if key & _CAUSTIC_ONLY else None),
            detail=say("All Actions are lost."),
        ),
        Option(
            "own_pack", say("Switch own Pack"), once or shut("own_pack"), detail=say("All Actions are lost.")
        ),
    ]
    if key & _ECTO_2:
        brought = ecto_2.ONCE if key & _ECTO_2_HERE else None
        options.append(Option("bring_ecto_2", say("Bring in Ecto-2"), once or brought))
    if key & _ECTO_2_HERE:
        fuelled = ecto_2.FUELLED if key & _ECTO_2_FUELLED else None
        options.append(Option("refuel", say("Refuel Ecto-2"), once or fuelled))
    if key & _TANK:
        options.append(Option("tank", say("Ecto-Tank"), _TANK_LATER))
    end = Text("End turn, lose {n}", {"n": actions}) if actions else say("End turn")
    options.append(Option("end", end))
    return tuple(options)


def _trap_deeds(key: int, man: Refusal | None) -> list[Option]:
    """What the optional Trap Tokens add."""
    if not key & _TRAPS:
        return []
    out, taken = key & _TRAP_OUT, key & _ON_TRAP
    not_out = None if out else trap_tokens.NOT_OUT
    return [
        Option("deploy", _label(key, say("Trap Token out")), man or (trap_tokens.LIES_OUT if out else None)),
        Option(
            "retrieve",
            _label(key, say("Trap Token back")),
            man or not_out or (trap_tokens.OCCUPIED if taken else None),
        ),
        Option(
            "trap",
            _label(key, say("Trap a Ghost")),
            man or not_out or (None if taken else trap_tokens.NOBODY_THERE),
        ),
    ]


def _cannot_drive(place: Place, key: int) -> Refusal | None:
    if place == "lady_liberty":
        return lady_liberty.ENTITY_ABOARD if key & _ON_LIBERTY else None
    if place == "ecto_2":
        return ecto_2.EMPTY if key & _ECTO_2_EMPTY else None
    return _BLOCKED if key & _ON_CAR else None


def _doors(place: Place, key: int, man: Refusal | None) -> list[Option]:
    """Getting into and out of what there is."""
    if place == "ecto_1a":
        return [Option("door", _label(key, say("Get out")), man)]
    if place == "lady_liberty":
        return [Option("liberty", _label(key, say("Leave her")), man)]
    if place == "ecto_2":
        return [Option("ecto_2", _label(key, say("Get out")), man)]
    doors = []
    if key & _CAR:
        doors.append(Option("door", _label(key, say("Get in")), man))
    if key & _LIBERTY:
        full = lady_liberty.FULL if key & _LIBERTY_FULL else None
        doors.append(Option("liberty", _label(key, say("Board Lady Liberty")), man or full))
    if key & _ECTO_2_HERE:
        full = ecto_2.FULL if key & _ECTO_2_FULL else None
        doors.append(Option("ecto_2", _label(key, say("Into the Ecto-2")), man or full))
    return doors


def _label(key: int, label: Text) -> Text:
    return Text("{what} (1 Action)", {"what": label}) if key & _CONVERT else label
