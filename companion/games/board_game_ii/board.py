"""Where things stand: the questions about positions that rules ask, and the board that asks the players.

Rules know only the `Board`; which one answers is the table's choice. The asking board keeps no map: it
puts each question in as few plain words as it can. Must not change the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from companion.engine.prompts import Choose, Option, Rules, yes_no
from companion.engine.rule import Rule
from companion.engine.text import Text, say

from .state import Entity, Place, Table, Target
from .vehicles import ABOARD, figures_aboard
from .words import BACK


class Moved(NamedTuple):
    """How a Move Action ended. `sees`: whether the target of one's tokens is still in sight."""

    place: Place
    sees: bool = True


class Touched(NamedTuple):
    """What a figure's movement did: whom it went through or onto, which vehicles it crossed, whether it left
    the map, the vehicle it rests on, the Plazm and whose Trap Token it ended on."""

    seats: tuple[int, ...] = ()
    vehicles: tuple[Place, ...] = ()
    left: bool = False
    rests: Place = "map"
    onto: str = ""
    trap: int = -1


class Board(Protocol):
    """Questions about positions."""

    def moved(self, table: Table, seat: int, spaces: int) -> Rule[Moved | None]:
        """A Move Action of up to `spaces`; None if it is called off."""

    def sees(self, table: Table, seat: int, target: Target) -> Rule[bool]:
        """Whether a Ghostbuster sees a target within range."""

    def touched(
        self, table: Table, entity: Entity, how: Text, rules: Rules, joins: Sequence[Entity] = ()
    ) -> Rule[Touched]:
        """Carry out a movement described by `how`. `joins`: Plazms it joins if it ends on one."""

    def nearest(self, table: Table, entity: Entity, in_sight: bool) -> Rule[tuple[int, ...]]:
        """The Ghostbusters nearest to a figure; several are equally near, none is none in sight."""

    def adjacent(self, table: Table, source: Text, rules: Rules) -> Rule[tuple[int, ...]]:
        """The Ghostbusters next to something."""

    def seen_by(self, table: Table, source: Text, rules: Rules) -> Rule[tuple[int, ...]]:
        """All Ghostbusters that something sees."""


DONE = say("Done")
NOBODY = say("Nobody")
_BACK = Option("back", BACK)
_INTO_THE_CAR = (
    Option("ecto_1a", say("Into the car, sees it")),
    Option("ecto_1a lost", say("Into the car, lost it")),
)
SIGHT_RULES = (
    "GB2-LOS-01",
    "GB2-LOS-02",
    "GB2-LOS-03",
    "GB2-LOS-04",
    "GB2-LOS-05",
    "GB2-LOS-06",
    "GB2-LOS-07",
    "GB2-LOS-08",
    "GB2-LOS-09",
    "GB2-TERRAIN-01",
    "GB2-TERRAIN-02",
    "GB2-TERRAIN-03",
    "GB2-TERRAIN-06",
    "GB2-FIGURE-02",
    "GB2-GOO-06",
    "GB2-ECTO1-14",
    "GB2-LIBERTY-19",
)
"""What decides whether a Ghostbuster sees something."""
WALK_RULES = (
    "GB2-GBMOVE-01",
    "GB2-GBMOVE-02",
    "GB2-GBMOVE-03",
    "GB2-GBMOVE-04",
    "GB2-GBMOVE-05",
    "GB2-GBMOVE-06",
    "GB2-GBMOVE-07",
    "GB2-GBMOVE-08",
    "GB2-GBMOVE-09",
    "GB2-GBMOVE-10",
    "GB2-GBMOVE-11",
    "GB2-TERRAIN-01",
    "GB2-TERRAIN-02",
    "GB2-TERRAIN-03",
    "GB2-TERRAIN-04",
    "GB2-TERRAIN-05",
    "GB2-TERRAIN-06",
    "GB2-FIGURE-01",
    "GB2-GOO-06",
    "GB2-VEHICLE-04",
    "GB2-LIBERTY-05",
    "GB2-LIBERTY-06",
    "GB2-MANEUVER-05",
)
"""What decides where a Ghostbuster can walk."""
NEXT_TO_RULES = ("GB2-QUICKREF-03", "GB2-TERRAIN-04", "GB2-TERRAIN-06", "GB2-TERRAIN-07", "GB2-ECTO1-03")
"""What decides whether two Ghostbusters are next to each other."""
_WALK_AND_SEE_RULES = (*WALK_RULES, "GB2-STREAM-10", "GB2-STREAM-11")
_SEE_RULES = ("GB2-STREAM-12", "GB2-STREAM-13")
_MORE = Option("more", say("Several"))
_OFF = Option("off", say("It left the map"))
VEHICLES: dict[Place, Text] = {
    "ecto_1a": say("the Ecto-1a"),
    "lady_liberty": say("Lady Liberty"),
    "ecto_2": say("the Ecto-2"),
}
_STAYS = frozenset({"bound", "gigantic"})
"""Keywords that keep a figure on the map. GB2-KEYWORD-04, GB2-GIGANTIC-04."""
_BOUND_RULES = ("GB2-KEYWORD-04", "GB2-KEYWORD-05", "GB2-GIGANTIC-03", "GB2-GIGANTIC-04")
_TOUCH_RULES = ("GB2-MOVE-01", "GB2-MOVE-06", "GB2-MOVE-07", "GB2-MOVE-08", "GB2-MOVE-09", "GB2-MOVE-10")
_NOBODY = Option("nobody", NOBODY)
_THATS_ALL = Option("nobody", say("That is all"))
_TIE = Option("tie", say("Several, equally near"))


def on_the_map(table: Table) -> tuple[tuple[int, str], ...]:
    """Seats and names of the Ghostbusters who stand on spaces of the map."""
    return tuple([(seat, who.name) for seat, who in enumerate(table.team) if who.place == "map"])


class AskingBoard:
    """The board that asks the players."""

    def moved(self, table: Table, seat: int, spaces: int) -> Rule[Moved | None]:
        who = table.team[seat]
        target = table.target(who.target) if who.target else None
        scenario = table.scenario
        traps = any(other.trap_out for other in table.team)
        answer = yield Choose(
            Text("{who} moves up to {n}", {"who": who.name, "n": spaces}),
            _MOVE_AND_SEE if target is not None else _MOVE_PAST_TRAPS if traps else _MOVE_TEXT,
            (
                *(WALK_RULES if target is None else _WALK_AND_SEE_RULES),
                *(("GB2-TRAPTOKEN-07",) if traps else ()),
            ),
            seat,
            options=_move_options(
                target,
                who.place,
                scenario.ecto_1a,
                scenario.lady_liberty and figures_aboard(table) < ABOARD,
            ),
        )
        if answer == "back":
            return None
        place, _, lost = answer.partition(" ")
        return Moved("map", False) if place == "lost" else Moved(place, not lost)

    def sees(self, table: Table, seat: int, target: Target) -> Rule[bool]:
        who = table.team[seat]
        answer = yield yes_no(
            Text("{who} sees {target}?", {"who": who.name, "target": target.title}),
            _SEES_INSIDE if who.place == "ecto_1a" else _SEES,
            _SEE_RULES,
        )
        return bool(answer == "yes")

    def touched(
        self, table: Table, entity: Entity, how: Text, rules: Rules, joins: Sequence[Entity] = ()
    ) -> Rule[Touched]:
        stays = not _STAYS.isdisjoint(table.card(entity).keywords)
        other = (
            *_vehicle_options(table),
            *_join_options(joins),
            *_trap_options(table),
            *(() if stays else (_OFF,)),
        )
        text = _TOUCH_BOUND if stays else _TOUCH_TEXT
        touch_rules = (*rules, *(_BOUND_RULES if stays else ()), *_TOUCH_RULES)
        names = on_the_map(table)
        answer = yield Choose(how, text, touch_rules, options=_touch(names, other, True))
        if answer == "nobody":
            return _NOTHING_TOUCHED
        if answer != "more":
            return _touched([answer])
        answers: list[str] = []
        while answer != "nobody":
            names = tuple([pair for pair in on_the_map(table) if str(pair[0]) not in answers])
            left = tuple([option for option in other if option.id not in answers])
            answer = yield Choose(how, _TOUCH_MORE, touch_rules, options=_touch(names, left, False))
            answers.append(answer)
        return _touched(answers[:-1])

    def nearest(self, table: Table, entity: Entity, in_sight: bool) -> Rule[tuple[int, ...]]:
        everybody = tuple([(seat, who.name) for seat, who in enumerate(table.team)])
        rules: Rules = _NEAREST_RULES
        text = _NEAREST_TEXT
        if in_sight:
            sees_all = "gigantic" in table.card(entity).keywords
            text, rules = (_SEES_ALL, _GIGANTIC_RULES) if sees_all else (_SEEN_TEXT, _SEEN_RULES)
        answer = yield Choose(
            Text("{entity}: nearest?", {"entity": entity.name}),
            text,
            rules,
            options=_nearest_options(everybody, in_sight),
        )
        if answer == "nobody":
            return ()
        if answer != "tie":
            return (int(answer),)
        tied: list[int] = []
        while len(tied) < len(everybody):
            left = tuple([pair for pair in everybody if pair[0] not in tied])
            answer = yield Choose(
                Text("{entity}: who?", {"entity": entity.name}),
                Text("Who is equally near?"),
                _TIE_RULES,
                options=_touch(left, (), False)[0 if len(tied) > 1 else 1 :],
            )
            if answer == "nobody":
                break
            tied.append(int(answer))
        return tuple(tied)

    def adjacent(self, table: Table, source: Text, rules: Rules) -> Rule[tuple[int, ...]]:
        return self._everybody(table, source, _NEXT_TO, rules)

    def seen_by(self, table: Table, source: Text, rules: Rules) -> Rule[tuple[int, ...]]:
        return self._everybody(table, source, _IN_SIGHT, rules)

    def _everybody(self, table: Table, source: Text, text: Text, rules: Rules) -> Rule[tuple[int, ...]]:
        seats: list[int] = []
        while True:
            names = tuple([pair for pair in on_the_map(table) if pair[0] not in seats])
            vehicles = tuple(
                [Option(place, VEHICLES[place]) for place in VEHICLES if _unslimed(table, place, seats)]
            )
            if not names and not vehicles:
                return tuple(seats)
            answer = yield Choose(source, text, rules, options=_touch(names, vehicles, False))
            if answer == "nobody":
                return tuple(seats)
            if answer in VEHICLES:
                seats.extend(seat for seat, who in enumerate(table.team) if who.place == answer)
            else:
                seats.append(int(answer))


def _unslimed(table: Table, place: str, seats: Sequence[int]) -> bool:
    """Whether somebody is inside a vehicle who is not among `seats` yet."""
    return any(who.place == place and seat not in seats for seat, who in enumerate(table.team))


def _vehicle_options(table: Table) -> tuple[Option, ...]:
    """The vehicles a figure may have crossed or come to rest on."""
    scenario = table.scenario
    if not (scenario.ecto_1a or scenario.lady_liberty or table.ecto_2 is not None):
        return ()
    there = (scenario.ecto_1a, scenario.lady_liberty, table.ecto_2 is not None)
    manned = tuple([any(who.place == place for who in table.team) for place in VEHICLES])
    return _vehicles(there, manned)


@lru_cache(maxsize=64)
def _vehicles(there: tuple[bool, ...], manned: tuple[bool, ...]) -> tuple[Option, ...]:
    options: list[Option] = []
    for (place, name), is_there, is_manned in zip(VEHICLES.items(), there, manned, strict=True):
        if is_there and is_manned:
            options.append(Option(place, Text("Over {vehicle}", {"vehicle": name})))
        if is_there:
            options.append(Option("on " + place, Text("Stops on {vehicle}", {"vehicle": name})))
    return tuple(options)


def _join_options(joins: Sequence[Entity]) -> tuple[Option, ...]:
    return tuple([Option("onto " + other.id, Text("Onto {plazm}", {"plazm": other.name})) for other in joins])


def _move_options(target: Target | None, place: Place, car: bool, liberty: bool) -> tuple[Option, ...]:
    """Where a Move may have ended; with a target attached, whether it is still in sight."""
    ends = _ends(place, car, liberty)
    if target is None:
        return (*ends, _BACK)
    options = []
    for end in ends:
        options.append(
            Option(end.id, Text("{end}, sees {target}", {"end": end.label, "target": target.title}))
        )
        lost = "lost" if end.id == "map" else end.id + " lost"
        options.append(Option(lost, Text("{end}, lost {target}", {"end": end.label, "target": target.title})))
    return (*options, _BACK)


@lru_cache(maxsize=64)
def _ends(place: Place, car: bool, liberty: bool) -> tuple[Option, ...]:
    ends = [Option("map", DONE if place == "map" else say("Done, outside"))]
    if place == "map" and car:
        ends.append(Option("ecto_1a", say("Into the Ecto-1a")))
    if place == "map" and liberty:
        ends.append(Option("lady_liberty", say("Aboard Lady Liberty")))
    return tuple(ends)


def _trap_options(table: Table) -> tuple[Option, ...]:
    """Trap Tokens on the map, on which an Entity may come to stand. GB2-TRAPTOKEN-08."""
    if not table.house_rules.trap_tokens:
        return ()
    return tuple(
        [
            Option(f"trap {seat}", Text("On {who}'s Trap", {"who": who.name}))
            for seat, who in enumerate(table.team)
            if who.trap_out
        ]
    )


@lru_cache(maxsize=512)
def _people(names: tuple[tuple[int, str], ...]) -> tuple[Option, ...]:
    return tuple(Option(str(seat), Text(name)) for seat, name in names)


def _touch(names: tuple[tuple[int, str], ...], other: tuple[Option, ...], first: bool) -> tuple[Option, ...]:
    """Options for what a figure touched; `first`: the question that is answered with one of them mostly."""
    several = first and len(names) + len(other) > 1
    return (_NOBODY if first else _THATS_ALL, *_people(names), *other, *((_MORE,) if several else ()))


def _touched(answers: Sequence[str]) -> Touched:
    """What answers mean. Resting on a vehicle touches who is inside, too."""
    seats: list[int] = []
    vehicles: list[Place] = []
    left, rests, onto, trap = False, "map", "", -1
    for answer in answers:
        kind, _, rest = answer.partition(" ")
        if answer == "off":
            left = True
        elif answer in VEHICLES:
            vehicles.append(answer)
        elif kind == "on":
            rests = rest
            if rest not in vehicles:
                vehicles.append(rest)  # type: ignore[arg-type]
        elif kind == "onto":
            onto = rest
        elif kind == "trap":
            trap = int(rest)
        else:
            seats.append(int(answer))
    return Touched(tuple(seats), tuple(vehicles), left, rests, onto, trap)  # type: ignore[arg-type]


@lru_cache(maxsize=128)
def _nearest_options(everybody: tuple[tuple[int, str], ...], in_sight: bool) -> tuple[Option, ...]:
    people = tuple(Option(str(seat), Text(name)) for seat, name in everybody)
    return (
        *((Option("nobody", say("Nobody in sight")),) if in_sight else ()),
        *people,
        *((_TIE,) if len(people) > 1 else ()),
    )


_SEES = say("Still in sight and in range?")
_SEES_INSIDE = say("Still in sight and in range from either space of the car?")
_MOVE_TEXT = say(
    "Any direction. Not over red or orange lines, nor onto or past Entities, Open Gates and open Goo Piles; "
    "past a Ghostbuster only with a space left. Where is it now?"
)
_MOVE_PAST_TRAPS = say(
    "Any direction. Not over red or orange lines, nor onto or past Entities, Open Gates and open Goo Piles; "
    "past a Ghostbuster only with a space left, not ending on a Trap Token. Where is it now?"
)
_MOVE_AND_SEE = say("Any direction, as always. Is your target in sight and in range at the end?")
_TOUCH_TEXT = say("Move it. Whom did it go through or onto?")
_TOUCH_BOUND = say(
    "Move it; it stops at the edge of the map, or goes back to its last free space. Whom did it touch?"
)
_TOUCH_MORE = say("Whom else did it touch?")
_SEEN_TEXT = say("Whom does it see nearest, at most 3 spaces away? Walls and figures in between block.")
_NEAREST_TEXT = say("Which Ghostbuster is nearest to it?")
_IN_SIGHT = say("Which Ghostbusters are in sight, at most 3 spaces away?")
_NEXT_TO = say("Which Ghostbusters are next to it?")
_SEES_ALL = say("Gigantic: nothing stops its sight. Whom does it see nearest, at most 3 spaces away?")
_NEAREST_RULES = ("GB2-BASE-14", "GB2-BASE-16")
_SEEN_RULES = ("GB2-CHAOS-01", "GB2-CHAOS-02", "GB2-CHAOS-08", "GB2-LOS-10", "GB2-MOVE-17")
_GIGANTIC_RULES = ("GB2-CHAOS-01", "GB2-GIGANTIC-01")
_TIE_RULES = ("GB2-CHAOS-04",)
_NOTHING_TOUCHED = Touched()
_LEFT = Touched(left=True)

BOARDS: dict[str, Board] = {"asking": AskingBoard()}


def board(table: Table) -> Board:
    """The board of this table."""
    return BOARDS[table.board]
