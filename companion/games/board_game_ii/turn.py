"""A turn: a menu of what may be done, until it is ended. And what ends with it.

Rules GB2-TURN, GB2-ACTION, GB2-MANEUVER. The menu is the same for every table in the same position, so
it is made once a position. Must not know how anything in it is done.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

from companion.engine.prompts import Choose, Option, Refusal
from companion.engine.rule import Rule
from companion.engine.text import Text, say

from .actions import drive, move_action, remove_slime, switch_pack
from .allowance import actions_left, maneuvers_left
from .combat import combat
from .ecto_tank import deposit
from .end_of_round import timed_effects
from .forfeit import clean_oneself, switch_own_pack
from .maneuvers import enter_or_exit, investigate_maneuver, transfer
from .slime import move_of, sight_of
from .state import Table
from .win_loss import settle
from .xp import catch_up

Deed: TypeAlias = Callable[[Table, int], Rule[bool]]


def _combat(table: Table, seat: int) -> Rule[bool]:
    return combat(table, seat, sight_of(table, seat))


DEEDS: dict[str, Deed] = {
    "combat": _combat,
    "move": move_action,
    "drive": drive,
    "deposit": deposit,
    "remove_slime": remove_slime,
    "switch_pack": switch_pack,
    "investigate": investigate_maneuver,
    "transfer": transfer,
    "door": enter_or_exit,
    "clean_self": clean_oneself,
    "own_pack": switch_own_pack,
}


def turn(table: Table, seat: int) -> Rule[None]:
    """One Ghostbuster's turn, then the effects at its end. GB2-TURN-01 … GB2-TURN-04."""
    begin(table, seat)
    while True:
        chosen = yield lambda: menu(table, seat)
        if chosen == "end":
            break
        if (yield from DEEDS[chosen](table, seat)):
            settle(table)
            catch_up(table)
    table.phase = "end_of_turn"
    yield from timed_effects(table, "end_of_turn")
    table.team[seat].bonus.clear()
    settle(table)
    catch_up(table)


def begin(table: Table, seat: int) -> None:
    """All Actions and Maneuvers are fresh."""
    table.active = seat
    table.phase = "turn"
    who = table.team[seat]
    who.actions_used = who.maneuvers_used = 0
    who.forfeited = False


# -- the menu -----------------------------------------------------------------

# Bits of a position that decide what the menu refuses.
_ACTION, _MANEUVER, _CONVERT, _INSIDE, _TARGETS, _CARRIES = 1, 2, 4, 8, 16, 32
(
    _SLIMED_OTHERS,
    _SLIMED_SELF,
    _ACTED,
    _MOVES,
    _SEES,
    _PILES,
    _CAR,
    _FORFEITED,
    _CAUSTIC_ONLY,
    _ON_CAR,
    _TANK,
) = (
    64,
    128,
    256,
    512,
    1024,
    2048,
    4096,
    8192,
    16384,
    32768,
    65536,
)

_MENU_RULES = ("GB2-ACTION-01", "GB2-ACTION-02", "GB2-MANEUVER-01", "GB2-TURN-02", "GB2-TURN-03")
_NO_ACTION = Refusal(say("No Action is left."), ("GB2-ACTION-01",))
_NO_MANEUVER = Refusal(say("No Maneuver and no Action is left."), ("GB2-MANEUVER-01", "GB2-MANEUVER-04"))
_COMBAT_INSIDE = Refusal(say("No Combat inside the Ecto-1a."), ("GB2-COMBAT-03",))
_NO_TARGET = Refusal(say("There is nothing to fire at."), ("GB2-SPIRIT-02", "GB2-LOS-09"))
_NO_SIGHT = Refusal(say("Sight Slime: you see 0 spaces far."), ("GB2-SLIME-11",))
_NO_MOVE = Refusal(say("Movement Slime: you cannot move."), ("GB2-SLIME-10",))
_NOT_DRIVING = Refusal(say("Only from inside the Ecto-1a."), ("GB2-DRIVE-02",))
_BLOCKED = Refusal(say("An Entity is on the Ecto-1a."), ("GB2-ECTO1-12",))
_NOTHING = Refusal(say("You carry no Ghost and no Plazm."), ("GB2-DEPOSIT-02", "GB2-DEPOSIT-03"))
_NO_CAR = Refusal(say("The Ecto-1a is not in this Scenario."), ("GB2-DEPOSIT-01",))
_CLEAN_INSIDE = Refusal(say("Not from inside the Ecto-1a."), ("GB2-ECTO1-04", "GB2-ECTO1-07"))
_NOBODY_SLIMED = Refusal(say("Nobody else has Slime that comes off."), ("GB2-REMOVE-01", "GB2-REMOVE-03"))
_PACK_INSIDE = Refusal(say("Not inside the Ecto-1a."), ("GB2-PACK-02", "GB2-ECTO1-04"))
_NO_PILE = Refusal(say("No open Goo Pile is on the map."), ("GB2-GOO-09",))
_PILE_INSIDE = Refusal(say("Not from inside the Ecto-1a."), ("GB2-ECTO1-05",))
_SELF_INSIDE = Refusal(say("Not inside the Ecto-1a."), ("GB2-FORFEIT-09",))
_SELF_CLEAN = Refusal(say("You have no Slime."), ("GB2-FORFEIT-01",))
_SELF_CAUSTIC = Refusal(say("Caustic Slime cannot be taken off."), ("GB2-FORFEIT-09", "GB2-CAUSTIC-04"))
_ACTED_ALREADY = Refusal(
    say("Only before your first Action."), ("GB2-FORFEIT-01", "GB2-FORFEIT-06", "GB2-QUICKREF-01")
)
_ONCE = Refusal(say("Your Actions are given up already."), ("GB2-FORFEIT-07",))
_TANK_LATER = Refusal(say("Only before the first turn of a round."), ("GB2-ROUND-02", "GB2-TANK-04"))


def menu(table: Table, seat: int) -> Choose:
    """What a Ghostbuster may do now; what is closed says why."""
    who = table.team[seat]
    actions = actions_left(table, seat)
    maneuvers = maneuvers_left(table, seat)
    key = 0
    if actions:
        key = _ACTION | _MANEUVER
        if not maneuvers:
            key |= _CONVERT
    elif maneuvers:
        key = _MANEUVER
    if who.place == "ecto_1a":
        key |= _INSIDE
    if table.entities or table.gates:
        key |= _TARGETS
    if who.ghosts or who.plazm:
        key |= _CARRIES
    for other in table.team:
        if other.slimes and other is not who and (len(other.slimes) > 1 or "caustic" not in other.slimes):
            key |= _SLIMED_OTHERS
            break
    if who.slimes:
        key |= _SLIMED_SELF
        if len(who.slimes) == 1 and "caustic" in who.slimes:
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
        if table.on_ecto_1a:
            key |= _ON_CAR
    if table.ecto_tank:
        key |= _TANK
    return _menu(who.name, seat, actions, maneuvers, key)


@lru_cache(maxsize=8192)
def _menu(name: str, seat: int, actions: int, maneuvers: int, key: int) -> Choose:
    return Choose(
        Text("{who}'s turn", {"who": name}),
        Text("{actions} Actions, {maneuvers} Maneuvers left", {"actions": actions, "maneuvers": maneuvers}),
        _MENU_RULES,
        seat,
        options=_options(key, actions),
        default="combat" if key & _ACTION and not key & _INSIDE else "end" if not key & _MANEUVER else "",
    )


@lru_cache(maxsize=8192)
def _options(key: int, actions: int) -> tuple[Option, ...]:
    act = None if key & _ACTION else _NO_ACTION
    man = None if key & _MANEUVER else _NO_MANEUVER
    inside = key & _INSIDE
    once = _ONCE if key & _FORFEITED else _ACTED_ALREADY if key & _ACTED else _SELF_INSIDE if inside else None
    options = [
        Option(
            "combat",
            say("Combat"),
            act
            or (_COMBAT_INSIDE if inside else None)
            or (None if key & _SEES else _NO_SIGHT)
            or (None if key & _TARGETS else _NO_TARGET),
        ),
        Option("move", say("Move"), act or (None if key & _MOVES else _NO_MOVE)),
    ]
    if key & _CAR:
        blocked = _BLOCKED if key & _ON_CAR else None
        options.append(Option("drive", say("Drive"), act or (None if inside else _NOT_DRIVING) or blocked))
        options.append(
            Option("deposit", say("Deposit"), act or (None if key & _CARRIES else _NOTHING) or blocked)
        )
    options += [
        Option(
            "remove_slime",
            say("Clean a neighbour"),
            act
            or (_CLEAN_INSIDE if inside else None)
            or (None if key & _SEES else _NO_SIGHT)
            or (None if key & _SLIMED_OTHERS else _NOBODY_SLIMED),
        ),
        Option(
            "switch_pack",
            say("Neighbour's Pack"),
            act or (_PACK_INSIDE if inside else None) or (None if key & _SEES else _NO_SIGHT),
        ),
        Option(
            "investigate",
            _label(key, say("Investigate")),
            man
            or (_PILE_INSIDE if inside else None)
            or (None if key & _SEES else _NO_SIGHT)
            or (None if key & _PILES else _NO_PILE),
        ),
        Option("transfer", _label(key, say("Transfer")), man or (None if key & _SEES else _NO_SIGHT)),
    ]
    if key & _CAR:
        options.append(Option("door", _label(key, say("Get out") if inside else say("Get in")), man))
    options += [
        Option(
            "clean_self",
            say("Clean yourself"),
            once
            or (_SELF_CLEAN if not key & _SLIMED_SELF else _SELF_CAUSTIC if key & _CAUSTIC_ONLY else None),
            detail=say("All Actions are lost."),
        ),
        Option("own_pack", say("Switch own Pack"), once, detail=say("All Actions are lost.")),
        *((Option("tank", say("Ecto-Tank"), _TANK_LATER),) if key & _TANK else ()),
        Option("end", Text("End turn, lose {n}", {"n": actions}) if actions else say("End turn")),
    ]
    return tuple(options)


def _label(key: int, label: Text) -> Text:
    return Text("{what} (1 Action)", {"what": label}) if key & _CONVERT else label
