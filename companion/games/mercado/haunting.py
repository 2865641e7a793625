"""Haunting a room (section "Haunting a room"): Ghosts and Rowan arrive, rooms fill, the chain goes on.

Must not know why a figure arrives.
"""

from __future__ import annotations

from companion.engine.rule import Notice, Rule
from companion.engine.text import say

from .ending import check
from .state import FULL, HAUNTINGS, Table, next_room


def place_ghost(table: Table, room: str) -> Rule[None]:
    """A Ghost meant for `room` goes there or, past haunted rooms, on (MERC-CARD-02, MERC-HAUNT-03)."""
    if table.ghosts_left == 0 and "none_left" in table.house:
        yield Notice("no_ghost", say("No Ghost is left: none comes."), ("MERC-CARD-07",))
        return
    skip_full = "skip_full" in table.house and table.rooms[room].haunted
    target = open_room(table, room, skip_full)
    if target is None:
        return
    if target != room:
        yield Notice(
            "moved_on",
            say("{room} is haunted: the Ghost goes on to {target}.", room=room, target=target),
            ("MERC-HAUNT-03", "MERC-HAUNT-04", "MERC-HAUNT-05", "MERC-HAUNT-11"),
            {"room": room, "target": target},
        )
    yield Notice("ghost", say("Put a Ghost in {room}.", room=target), ("MERC-CARD-02",), {"room": target})
    if table.crowd(target) + 1 >= FULL:
        yield from haunt(table, target)
    else:
        table.rooms[target].ghosts += 1


def place_rowan(table: Table, room: str) -> Rule[None]:
    """Rowan goes to `room` or past haunted rooms to the next one; a full room is haunted and he goes on."""
    target = open_room(table, room)
    if target is None:
        return
    table.rowan = target
    yield Notice(
        "rowan",
        say("Put Rowan in {room}.", room=target),
        ("MERC-ROWAN-05", "MERC-ROWAN-09", "MERC-ROWAN-11", "MERC-ROWAN-13"),
        {"room": target},
    )
    if table.crowd(target) >= FULL:
        yield from haunt(table, target)


def haunt(table: Table, room: str) -> Rule[None]:
    """`room` is haunted: its Ghosts leave, Rowan among them goes on (MERC-HAUNT-01, 02, MERC-ROWAN-07)."""
    here = table.rooms[room]
    here.ghosts = 0
    here.haunted = True
    yield Notice(
        "haunted",
        say(
            "{room} is haunted! Take the Ghosts off, put a Haunting there. {n} of {high} are haunted.",
            room=room,
            n=table.hauntings,
            high=HAUNTINGS,
        ),
        ("MERC-HAUNT-01", "MERC-HAUNT-02", "MERC-HAUNT-12"),
        {"room": room, "hauntings": table.hauntings},
    )
    check(table)
    if table.rowan == room:
        yield from place_rowan(table, next_room(room))


def open_room(table: Table, room: str, skip_full: bool = False) -> str | None:
    """The first room from `room` on that is not haunted (with `skip_full`: and would not become so)."""
    fallback = None
    for _ in table.rooms:
        if not table.rooms[room].haunted:
            if not skip_full or table.crowd(room) < FULL - 1:
                return room
            fallback = fallback or room
        room = next_room(room)
    return fallback
