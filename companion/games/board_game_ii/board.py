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
from .words import BACK


class Moved(NamedTuple):
    """How a Move Action ended. `sees`: whether the target of one's tokens is still in sight."""

    place: Place
    sees: bool = True


class Touched(NamedTuple):
    """What a figure's movement did: whom it went through or onto, whether it left the map, and whether it
    touched the Ecto-1a."""

    seats: tuple[int, ...] = ()
    left: bool = False
    ecto_1a: bool = False


class Board(Protocol):
    """Questions about positions."""

    def moved(self, table: Table, seat: int, spaces: int) -> Rule[Moved | None]:
        """A Move Action of up to `spaces`; None if it is called off."""

    def sees(self, table: Table, seat: int, target: Target) -> Rule[bool]:
        """Whether a Ghostbuster sees a target within range."""

    def touched(self, table: Table, entity: Entity, how: Text, rules: Rules) -> Rule[Touched]:
        """Carry out a movement of a figure, described by `how`."""

    def nearest(self, table: Table, entity: Entity, in_sight: bool) -> Rule[tuple[int, ...]]:
        """The Ghostbusters nearest to a figure; several are equally near, none is none in sight."""

    def adjacent(self, table: Table, source: Text, rules: Rules) -> Rule[tuple[int, ...]]:
        """The Ghostbusters next to something."""


DONE = say("Done")
NOBODY = say("Nobody")
_BACK = Option("back", BACK)
_INTO_THE_CAR = (
    Option("ecto_1a", say("Into the car, sees it")),
    Option("ecto_1a lost", say("Into the car, lost it")),
)
_MOVED = (Option("map", DONE), Option("ecto_1a", say("Into the Ecto-1a")), Option("back", BACK))
_MOVED_OUT = (Option("map", say("Done, outside")), Option("back", BACK))
_MOVED_ON_FOOT = (Option("map", DONE), Option("back", BACK))
_MOVE_RULES = ("GB2-GBMOVE-01", "GB2-MANEUVER-05")
_STREAM_RULES = ("GB2-GBMOVE-01", "GB2-MANEUVER-05", "GB2-STREAM-10", "GB2-STREAM-11")
_SEE_RULES = ("GB2-STREAM-12", "GB2-STREAM-13")
_MORE = Option("more", say("Several"))
_OFF = Option("off", say("It left the map"))
_CAR = Option("ecto_1a", say("The Ecto-1a"))
_NOBODY = Option("nobody", NOBODY)
_THATS_ALL = Option("nobody", say("That is all"))
_TIE = Option("tie", say("Several, equally near"))


@lru_cache(maxsize=512)
def _people(names: tuple[tuple[int, str], ...], car: bool, off: bool, more: bool) -> tuple[Option, ...]:
    """Options for whom a figure touched."""
    people = tuple(Option(str(seat), Text(name)) for seat, name in names)
    return (
        _NOBODY if more else _THATS_ALL,
        *people,
        *((_CAR,) if car else ()),
        *((_OFF,) if off else ()),
        *((_MORE,) if more and len(people) + car > 1 else ()),
    )


def on_the_map(table: Table) -> tuple[tuple[int, str], ...]:
    """Seats and names of the Ghostbusters who stand on spaces of the map."""
    return tuple([(seat, who.name) for seat, who in enumerate(table.team) if who.place == "map"])


class AskingBoard:
    """The board that asks the players."""

    def moved(self, table: Table, seat: int, spaces: int) -> Rule[Moved | None]:
        who = table.team[seat]
        target = table.target(who.target) if who.target else None
        title = Text("{who} moves up to {n}", {"who": who.name, "n": spaces})
        options: tuple[Option, ...]
        if target is not None:
            options = (
                Option("map", Text("Done, sees {target}", {"target": target.name})),
                Option("lost", Text("Done, lost {target}", {"target": target.name})),
                *(_INTO_THE_CAR if table.scenario.ecto_1a and who.place == "map" else ()),
                _BACK,
            )
            answer = yield Choose(
                title,
                Text(
                    "Move the figure. Is {target} still in sight and in range at the end?",
                    {"target": target.name},
                ),
                _STREAM_RULES,
                options=options,
            )
        else:
            on_foot = not table.scenario.ecto_1a
            options = _MOVED_ON_FOOT if on_foot else _MOVED if who.place == "map" else _MOVED_OUT
            answer = yield Choose(title, _MOVE_TEXT, _MOVE_RULES, options=options)
        if answer == "back":
            return None
        if answer == "lost":
            return Moved("map", False)
        if answer == "ecto_1a lost":
            return Moved("ecto_1a", False)
        return Moved(answer)

    def sees(self, table: Table, seat: int, target: Target) -> Rule[bool]:
        who = table.team[seat]
        answer = yield yes_no(
            Text("{who} sees {target}?", {"who": who.name, "target": target.name}),
            _SEES_INSIDE if who.place == "ecto_1a" else _SEES,
            _SEE_RULES,
        )
        return bool(answer == "yes")

    def touched(self, table: Table, entity: Entity, how: Text, rules: Rules) -> Rule[Touched]:
        names = on_the_map(table)
        car = table.scenario.ecto_1a
        off = "bound" not in table.card(entity).keywords
        answer = yield Choose(how, _TOUCH_TEXT, rules, options=_people(names, car, off, True))
        if answer == "nobody":
            return _NOTHING_TOUCHED
        if answer == "off":
            return _LEFT
        if answer == "ecto_1a":
            return Touched(ecto_1a=True)
        if answer != "more":
            return Touched((int(answer),))
        return (yield from self._touched_several(table, how, rules, off))

    def _touched_several(self, table: Table, how: Text, rules: Rules, off: bool) -> Rule[Touched]:
        seats: list[int] = []
        left = touched_car = False
        while True:
            names = tuple([pair for pair in on_the_map(table) if pair[0] not in seats])
            car = table.scenario.ecto_1a and not touched_car
            answer = yield Choose(
                how, _TOUCH_MORE, rules, options=_people(names, car, off and not left, False)
            )
            if answer == "nobody":
                return Touched(tuple(seats), left, touched_car)
            if answer == "off":
                left = True
            elif answer == "ecto_1a":
                touched_car = True
            else:
                seats.append(int(answer))

    def nearest(self, table: Table, entity: Entity, in_sight: bool) -> Rule[tuple[int, ...]]:
        everybody = tuple([(seat, who.name) for seat, who in enumerate(table.team)])
        answer = yield Choose(
            Text("{entity}: nearest?", {"entity": entity.name}),
            _SEEN_TEXT if in_sight else _NEAREST_TEXT,
            _NEAREST_RULES,
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
                options=_people(left, False, False, False)
                if len(tied) > 1
                else _people(left, False, False, False)[1:],
            )
            if answer == "nobody":
                break
            tied.append(int(answer))
        return tuple(tied)

    def adjacent(self, table: Table, source: Text, rules: Rules) -> Rule[tuple[int, ...]]:
        seats: list[int] = []
        while True:
            names = tuple([pair for pair in on_the_map(table) if pair[0] not in seats])
            car = bool(_inside(table)) and not any(seat in seats for seat in _inside(table))
            if not names and not car:
                return tuple(seats)
            answer = yield Choose(source, _NEXT_TO, rules, options=_people(names, car, False, False))
            if answer == "nobody":
                return tuple(seats)
            seats.extend(_inside(table) if answer == "ecto_1a" else [int(answer)])


def _inside(table: Table) -> Sequence[int]:
    return [seat for seat, who in enumerate(table.team) if who.place == "ecto_1a"]


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
_MOVE_TEXT = say("Move the figure. Where is it now?")
_TOUCH_TEXT = say("Move it. Whom did it go through or onto?")
_TOUCH_MORE = say("Whom else did it touch?")
_SEEN_TEXT = say("Whom does it see nearest, at most 3 spaces away? Walls and figures in between block.")
_NEAREST_TEXT = say("Which Ghostbuster is nearest to it?")
_NEXT_TO = say("Which Ghostbusters are next to it?")
_NEAREST_RULES = ("GB2-CHAOS-01", "GB2-CHAOS-02", "GB2-CHAOS-08")
_TIE_RULES = ("GB2-CHAOS-04",)
_NOTHING_TOUCHED = Touched()
_LEFT = Touched(left=True)

BOARDS: dict[str, Board] = {"asking": AskingBoard()}


def board(table: Table) -> Board:
    """The board of this table."""
    return BOARDS[table.board]
