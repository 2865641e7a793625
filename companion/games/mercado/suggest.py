"""What a sensible player would do: for simulated play only. Must not change anything.

Fetch the nearest device and carry it out, fight where a room is nearly full, un-haunt in company.
"""

from __future__ import annotations

from typing import Any

from companion.engine.prompts import Choose, Prompt

from .devices import LEAVE, LOOK, TAKE, warnings
from .move import STAY, map_of
from .state import FULL, OUTSIDE, ROOMS, Device, Table

FAR = 99
"""As good as unreachable."""
GRAVE = 2
"""With so many rooms haunted, freeing one in company comes before fetching."""


def suggest(table: Table, prompt: Prompt) -> Any:
    """An answer to `prompt`, or None where any is as good (dice, cards)."""
    if not isinstance(prompt, Choose):
        return None
    open_ = [option.id for option in prompt.options if option.refusal is None]
    if "done" in open_:
        return "done"
    if STAY in open_:
        return _walk(table, open_)
    if LEAVE in open_ and "roll" in open_:
        return "roll"
    if LEAVE in open_:
        if LOOK in open_:
            return LOOK
        return TAKE if TAKE in open_ and _worth(table) else LEAVE
    if open_ == ["yes", "no"] and table.step in ("move", "devices"):
        return "no"
    return None


def _worth(table: Table) -> bool:
    """Whether to take the device here: not into trouble, in the advanced game only what leaves soon."""
    place = table.players[table.active].place
    device = table.device_in(place)
    return device is not None and warnings(table, place, device)[0] is None and _soon(table, device)


def _soon(table: Table, device: Device) -> bool:
    """Whether a device may leave while two hands are still free for those before it (MERC-ADV-07)."""
    if not table.advanced:
        return True
    return device.number is not None and device.number - table.next_due <= max(0, len(_free(table)) - 2)


def _free(table: Table) -> list[int]:
    return [seat for seat in range(len(table.players)) if table.carried(seat) is None]


def _walk(table: Table, open_: list[str]) -> str:
    """As near to the goal as the roll allows; of places as near, one with Ghosts to fight."""
    here = table.players[table.active].place
    goal = _goal(table)
    ways = [id for id in open_ if ":" not in id and id != "put_back"]
    carries = table.carried(table.active) is not None
    far = _distances(table, goal, carries) or {goal: 0}
    looks = [id for id in open_ if id.startswith("look:")]
    if looks and not carries:
        near = _distances(table, here, carries)
        return min(looks, key=lambda id: near.get(id.removeprefix("look:"), 0))

    def cost(way: str) -> tuple[int, int]:
        place = here if way == STAY else way
        trap = place in ROOMS and table.rooms[place].haunted and carries and way != STAY
        ghosts = table.rooms[place].ghosts if place in ROOMS else 0
        return FAR if trap else far.get(place, FAR), -ghosts

    return min(ways, key=cost)


def _goal(table: Table) -> str:
    """Where the active player wants to be in the end."""
    seat = table.active
    carries = table.carried(seat) is not None
    if carries and table.may_leave(seat):
        return OUTSIDE
    free = _free(table)
    near = _distances(table, table.players[seat].place, carries)
    lying = [device for device in table.devices if device.place in ROOMS]
    if not lying and not any(map(table.stuck, range(len(table.players)))) and table.may_leave(seat):
        return OUTSIDE
    aims = {}
    for device in [] if carries else lying:
        room = device.place
        if table.rooms[room].haunted:
            continue
        if device.number == table.next_due and _first(table, free, room) == seat:
            return room
        if _soon(table, device) or device.number is None:
            others = [other for other in free if other != seat and table.players[other].place == room]
            aims[room] = near.get(room, FULL) + FULL * len(others)
    if not carries and (not aims or table.hauntings >= GRAVE) and table.hauntings:
        return _meeting(table, free)
    if not aims:
        aims = {
            room: near.get(room, FULL) - 2 * FULL * table.crowd(room)
            for room in ROOMS
            if table.rooms[room].ghosts
        }
    return min(aims, key=lambda room: (aims[room], room)) if aims else OUTSIDE


def _first(table: Table, free: list[int], room: str) -> int:
    """Who with a free hand is nearest to `room`."""
    return min(
        free, key=lambda seat: (_distances(table, table.players[seat].place, False).get(room, FULL), seat)
    )


def _meeting(table: Table, free: list[int]) -> str:
    """The haunted room where all with free hands meet: first where somebody is stuck, else the nearest."""
    ways = {seat: _distances(table, table.players[seat].place, False) for seat in free}

    def cost(room: str) -> tuple[int, str]:
        stuck = any(table.stuck(other) for other in table.seats_in(room))
        return sum(ways[seat].get(room, 1) for seat in free) - FAR * stuck, room

    return min((room for room in ROOMS if table.rooms[room].haunted), key=cost)


def _distances(table: Table, place: str, carries: bool) -> dict[str, int]:
    """How far every place is from `place` by doors that are open, if there is a map; nobody carries a
    device through a haunted room."""
    board = map_of(table)
    if board is None or place not in board.next:
        return {}
    stops = [room for room in ROOMS if table.rooms[room].haunted] if carries else []
    return board.reach(place, FAR, table.locked, stops)
