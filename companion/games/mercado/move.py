"""Moving (section "Moving"): where the mover ends.

With a map every way is checked; without one the box keeps rooms only and the people judge distances
and doors (MERC-DATA-04). Must not know what happens at the end of the move.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.prompts import NOTHING, Choose, Option, Refusal, yes_no
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say

from .board import Map, parse
from .devices import look, put_back, put_back_options
from .ending import check
from .state import COLOURS, HALL, OUTSIDE, ROOMS, Table

STAY = "stay"
FOOT = ("MERC-MOVE-01", "MERC-MOVE-03", "MERC-MOVE-10")


def map_of(table: Table) -> Map | None:
    """The typed map of this board, if there is one."""
    data = table.board.get("map")
    return parse(data) if isinstance(data, dict) else None


def place_name(place: str) -> Text:
    """How a place is called on the screen."""
    if place == OUTSIDE:
        return say("Outside")
    if place == HALL:
        return say("Hallway")
    if place in ROOMS:
        return say("Room {room}", room=place)
    return say("Hall {square}", square=place)


def move_step(table: Table) -> Rule[None]:
    """Ask where the active mover ends, on the way perhaps for a look at a device (MERC-ADV-04)."""
    while True:
        answer = yield lambda: _question(table)
        seat = table.active
        player = table.players[seat]
        if answer == "put_back":
            yield from put_back(table)
            continue
        if answer.startswith("look:"):
            room = answer.removeprefix("look:")
            costs = _costs(table)
            if costs is not None:
                table.allowed -= costs[room]
            player.place = room
            yield from look(table, room)
            check(table)
            continue
        if answer == STAY:
            return
        if _traps(table, answer):
            sure = yield yes_no(
                say("Get stuck there?"),
                say("{room} is haunted. With a device nobody can leave it.", room=answer),
                ("MERC-HAUNT-07", "MERC-HAUNT-10"),
                to=seat,
                default="no",
            )
            if sure == "no":
                continue
        player.place = answer
        yield Notice(
            "moved",
            say("{who}: {place}.", who=player.name, place=place_name(answer)),
            FOOT,
            {"seat": seat, "place": answer},
        )
        return


def _question(table: Table) -> Choose:
    seat = table.active
    player = table.players[seat]
    options = [Option(STAY, _stay_name(table)), *_ways(table), *_looks(table), *put_back_options(table)]
    if player.place in ROOMS and table.rooms[player.place].ghosts and table.allowed:
        late = Refusal(say("Move first. The fight ends the turn."), ("MERC-TURN-01",))
        options.append(Option("fight", say("Fight first"), late))
    if table.stuck(seat):
        title = say("{who} is stuck", who=player.name)
        text = say("With a device nobody leaves a haunted room.")
        rules: tuple[str, ...] = ("MERC-HAUNT-07", "MERC-PED-04", "MERC-TURN-02")
    else:
        title = say("Move up to {n}", n=table.allowed)
        text = say("{who}: where does your move end?", who=player.name)
        rules = (*FOOT, "MERC-MOVE-02", "MERC-MOVE-04", "MERC-MOVE-05")
        if table.locked:
            text = say(
                "{who}: where does your move end? All {colour} doors are locked.",
                who=player.name,
                colour=COLOURS[table.locked],
            )
            rules = (*rules, "MERC-DOOR-01", "MERC-DOOR-10")
    return Choose(title, text, rules, seat, options=tuple(options), default=STAY)


def _stay_name(table: Table) -> Text:
    return say("Stay: {place}", place=place_name(table.players[table.active].place))


def _traps(table: Table, place: str) -> bool:
    return place in ROOMS and table.rooms[place].haunted and table.carried(table.active) is not None


def _costs(table: Table) -> dict[str, int] | None:
    """What can be walked to with what is left of the roll; None without a map or from an unknown square."""
    board = map_of(table)
    place = table.players[table.active].place
    if board is None or place not in board.next:
        return None
    stops: list[str] = []
    if table.carried(table.active) is not None and "cross_haunted" not in table.house:
        stops = [letter for letter, room in table.rooms.items() if room.haunted]
    return board.reach(place, _allowed(table), table.locked, stops)


def _allowed(table: Table) -> int:
    return 0 if table.stuck(table.active) else table.allowed


def _ways(table: Table) -> Iterator[Option]:
    """The places to go to; those that are closed come last, with the reason."""
    here = table.players[table.active].place
    if _allowed(table) == 0:
        return
    costs = _costs(table)
    if costs is None:
        board = map_of(table)
        places = [OUTSIDE, HALL, *ROOMS] if board is None else list(board.next)
        open_ = [place for place in places if place != here or place == HALL]
    else:
        open_ = [place for place in costs if place != here]
    closed: list[Option] = []
    for place in open_:
        refusal = _refusal(table, place)
        detail = NOTHING if costs is None else say("{n} away", n=costs[place])
        option = Option(place, place_name(place), refusal, detail=detail)
        if refusal is None:
            yield option
        else:
            closed.append(option)
    yield from closed
    if costs is not None:
        far = Refusal(
            say("No way there with {n} spaces.", n=table.allowed),
            ("MERC-MOVE-01", "MERC-MOVE-02", "MERC-MOVE-04", "MERC-DOOR-01"),
        )
        for place in (OUTSIDE, *ROOMS):
            if place not in costs:
                yield Option(place, place_name(place), far)


def _refusal(table: Table, place: str) -> Refusal | None:
    if place == OUTSIDE and not table.may_leave(table.active):
        return Refusal(
            say("Number {n} must leave first. Wait inside.", n=table.next_due),
            ("MERC-ADV-06", "MERC-ADV-07"),
        )
    if place not in (OUTSIDE, HALL, *ROOMS) and table.seats_in(place):
        return Refusal(
            say("Somebody stands there. Stop before or beyond."),
            ("MERC-MOVE-06", "MERC-MOVE-08", "MERC-MOVE-09"),
        )
    return None


def _looks(table: Table) -> Iterator[Option]:
    """Face-down devices in rooms that can be entered on this move (MERC-ADV-03, 04)."""
    if not table.advanced or "look_at_end" in table.house or _allowed(table) == 0:
        return
    here = table.players[table.active].place
    costs = _costs(table)
    for device in table.devices:
        room = device.place
        if room in ROOMS and device.number is None and room != here and (costs is None or room in costs):
            if _traps(table, room):
                continue
            yield Option(f"look:{room}", say("Look in {room}, go on", room=room))
