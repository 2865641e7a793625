"""Corrections: every tracked figure can be set to what really stands on the board.

Supplies cannot drift: a device is always in one place, a card in one pile. Must not know prompts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say
from companion.engine.view import Adjustable

from .ending import check
from .haunting import place_rowan
from .move import map_of, place_name
from .state import (
    COLOURS,
    DELIVERED,
    DEVICES,
    FULL,
    HALL,
    OUTSIDE,
    ROOMS,
    UNSEEN,
    Table,
    next_room,
)

YES_NO = (("yes", say("Yes")), ("no", say("No")))


def adjustables(table: Table) -> Iterator[Adjustable]:
    """All figures with their bounds."""
    if table.stage == "setup":
        return
    for seat, player in enumerate(table.players):
        yield Adjustable(
            f"place:{seat}",
            say("Place"),
            player.place,
            options=_places(table, player.place),
            group=Text(player.name),
        )
    seats = tuple((str(seat), Text(player.name)) for seat, player in enumerate(table.players))
    yield Adjustable("active", say("Whose turn"), str(table.active), options=seats)
    for letter in ROOMS:
        room, group = table.rooms[letter], place_name(letter)
        if not room.haunted:
            most = min(FULL - 1 - (table.rowan == letter), room.ghosts + table.ghosts_left)
            yield Adjustable(f"ghosts:{letter}", say("Ghosts"), room.ghosts, 0, most, group=group)
        yield Adjustable(
            f"haunted:{letter}", say("Haunted"), "yes" if room.haunted else "no", options=YES_NO, group=group
        )
    if table.rowan_plays:
        free = tuple(
            (letter, place_name(letter))
            for letter in ROOMS
            if letter == table.rowan or (not table.rooms[letter].haunted and table.crowd(letter) < FULL - 1)
        )
        yield Adjustable("rowan", say("Rowan"), table.rowan, options=free)
    for index, device in enumerate(table.devices):
        group = say("Device {n}", n=index + 1)
        if device.number is not None and table.advanced:
            group = say("Number {n}", n=device.number)
        yield Adjustable(
            f"device:{index}", say("Where"), device.place, options=_device_places(table, index), group=group
        )
        if table.advanced:
            taken = {other.number for other in table.devices if other is not device}
            numbers = tuple((str(n), Text(str(n))) for n in range(1, DEVICES + 1) if n not in taken)
            yield Adjustable(
                f"number:{index}",
                say("Number"),
                "unknown" if device.number is None else str(device.number),
                options=(("unknown", say("Not seen")), *numbers),
                group=group,
            )
    locks = (("open", say("All open")), *COLOURS.items()) if table.advanced else ()
    if locks:
        yield Adjustable("locked", say("Locked doors"), table.locked or "open", options=locks)
    if not table.deck.boxed:
        deck = table.deck
        yield Adjustable("draw", say("Draw pile"), deck.left, 0, deck.left + len(deck.discard))


def _places(table: Table, now: str) -> tuple[tuple[str, Text], ...]:
    board = map_of(table)
    places = [OUTSIDE, HALL, *ROOMS] if board is None else list(board.next)
    if now not in places:
        places.append(now)
    free = (place for place in places if place in (now, OUTSIDE, HALL, *ROOMS) or not table.seats_in(place))
    return tuple((place, place_name(place)) for place in free)


def _device_places(table: Table, index: int) -> tuple[tuple[str, Text], ...]:
    """Rooms and hands that are free, the place it has, and outside the building."""
    others = {device.place for n, device in enumerate(table.devices) if n != index}
    rooms = [(letter, place_name(letter)) for letter in ROOMS]
    hands = [(str(seat), Text(player.name)) for seat, player in enumerate(table.players)]
    return (
        *((place, name) for place, name in (*rooms, *hands) if place not in others),
        (DELIVERED, say("Out")),
    )


def adjust(table: Table, path: str, value: Any) -> Rule[None]:
    """Set one figure; a game that is won or lost by it ends."""
    name, _, which = path.partition(":")
    if name == "place":
        table.players[int(which)].place = value
    elif name == "active":
        table.active = int(value)
    elif name == "ghosts":
        table.rooms[which].ghosts = value
    elif name == "haunted":
        room = table.rooms[which]
        room.haunted = value == "yes"
        if room.haunted:
            room.ghosts = 0
            check(table)
            if table.rowan == which:
                yield from place_rowan(table, next_room(which))
    elif name == "rowan":
        table.rowan = value
    elif name == "device":
        table.devices[int(which)].place = value
    elif name == "number":
        table.devices[int(which)].number = None if value == "unknown" else int(value)
    elif name == "locked":
        _set_lock(table, "" if value == "open" else value)
    else:
        _set_draw(table, value)
    yield Notice("adjusted", say("Corrected."), data={"path": path, "value": value})
    check(table)


def _set_lock(table: Table, colour: str) -> None:
    """Lock a colour; its card is taken from wherever it is most likely to be."""
    deck = table.deck
    if deck.lock:
        deck.discard.append(deck.lock)
    table.locked = deck.lock = colour
    if not colour:
        return
    for pile in (deck.discard, deck.pile):
        if colour in pile:
            pile.remove(colour)
            deck.left -= pile is deck.pile
            return
    if deck.left:
        deck.left -= 1
    else:
        deck.discard.pop()


def _set_draw(table: Table, left: int) -> None:
    deck = table.deck
    more = deck.left - left
    if more > 0:
        deck.discard.extend([UNSEEN] * more)
    elif more < 0:
        del deck.discard[more:]
    deck.left = left
