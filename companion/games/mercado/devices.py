"""Paranormal Energy Devices (sections "Picking up", "Dropping off", and the advanced numbers).

Must not know how the mover came here or what the fight will bring.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.prompts import Choose, Option, Refusal, yes_no
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say

from .ending import all_stuck, check
from .state import DELIVERED, DEVICES, OUTSIDE, ROOMS, Device, Table

TAKE, LEAVE, LOOK = "take", "leave", "look"


def device_step(table: Table) -> Rule[None]:
    """Drop off outside, or pick up where the move ended (MERC-TURN-05)."""
    seat = table.active
    player = table.players[seat]
    if player.place == OUTSIDE:
        yield from drop_off(table, seat)
    elif player.place in ROOMS and table.device_in(player.place) is not None:
        if table.carried(seat) is not None:
            yield Notice("full", say("{who} carries one already.", who=player.name), ("MERC-PED-03",))
        else:
            yield from _pick_up(table, player.place)
    check(table)


def drop_off(table: Table, seat: int) -> Rule[None]:
    """A carrier outside lays the device on the pile beside the door (MERC-PED-05, MERC-SETUP-09)."""
    device = table.carried(seat)
    if device is None:
        return
    device.place = DELIVERED
    yield Notice(
        "delivered",
        say("{n} of {high} devices are out.", n=table.delivered, high=DEVICES),
        ("MERC-PED-05", "MERC-WIN-02"),
        {"seat": seat, "delivered": table.delivered, "number": device.number},
    )


def _pick_up(table: Table, room: str) -> Rule[None]:
    """Offer the device in `room` until it is taken or left (MERC-PED-01, 02, 06, 10)."""
    seat = table.active
    while True:
        device = table.device_in(room)
        answer = yield lambda: _offer(table, room)
        if answer in (None, LEAVE) or device is None:
            return
        if answer == LOOK:
            yield from look(table, room)
            continue
        if table.advanced and device.number is None:
            yield from look(table, room)
        warning, rules = warnings(table, room, device)
        if warning is not None:
            sure = yield yes_no(say("Take it anyway?"), warning, rules, seat, default="no")
            if sure == "no":
                continue
        device.place = str(seat)
        yield Notice(
            "picked_up",
            say("{who} carries a device.", who=table.players[seat].name),
            ("MERC-PED-01", "MERC-PED-07"),
            {"seat": seat, "room": room, "number": device.number},
        )
        return


def _offer(table: Table, room: str) -> Choose | None:
    device = table.device_in(room)
    if device is None:
        return None
    here = table.rooms[room]
    taking = None
    if here.haunted and "no_haunted_pick" in table.house:
        taking = Refusal(say("Not from a haunted room: un-haunt it first."), ("MERC-PED-10",))
    options = [Option(TAKE, say("Take it"), taking), Option(LEAVE, say("Let it lie"))]
    if table.advanced and device.number is None:
        options.append(Option(LOOK, say("Look at its number")))
    if here.haunted and len(table.seats_in(room)) > 1:
        late = Refusal(
            say("Take it now, or un-haunt now and take it on a later turn."),
            ("MERC-PED-09", "MERC-TURN-01"),
        )
        options.append(Option("unhaunt", say("Un-haunt first"), late))
    title = say("Device in {room}", room=room)
    if device.number is not None and table.advanced:
        title = say("Device {n} in {room}", n=device.number, room=room)
    text = say("Pick it up?")
    if here.ghosts:
        text = say("Pick it up? The Ghost here must be fought either way.")
    return Choose(
        title, text, ("MERC-PED-01", "MERC-PED-02", "MERC-PED-06"), table.active, options=tuple(options)
    )


def warnings(table: Table, room: str, device: Device) -> tuple[Text | None, tuple[str, ...]]:
    """What a pick-up would bring about that cannot be mended, if anything."""
    seat = table.active
    was, device.place = device.place, str(seat)
    lost, jam, stuck = all_stuck(table), jammed(table), table.stuck(seat)
    device.place = was
    if lost:
        return say("Then everybody is stuck and the game is lost."), ("MERC-LOSE-05",)
    if stuck:
        return say("You are stuck here until the room is un-haunted."), ("MERC-PED-10", "MERC-HAUNT-07")
    if jam:
        return (
            say("All hands then hold wrong numbers: {n} must leave first.", n=table.next_due),
            ("MERC-ADV-08",),
        )
    return None, ()


def jammed(table: Table) -> bool:
    """Everybody carries a number that may not leave yet (MERC-ADV-08)."""
    seats = range(len(table.players))
    return table.advanced and all(not table.may_leave(seat) for seat in seats)


def look(table: Table, room: str) -> Rule[None]:
    """Turn the device in `room` over and say its number; it stays face up (MERC-ADV-03)."""
    device = table.device_in(room)
    if device is None:
        return
    known = {other.number for other in table.devices}
    number = yield Choose(
        say("Number on its back?"),
        say("Turn the device in {room} over. Which number is it?", room=room),
        ("MERC-ADV-03", "MERC-ADV-04"),
        options=tuple(
            Option(str(n), Text(str(n)), _seen(n) if n in known else None) for n in range(1, DEVICES + 1)
        ),
    )
    device.number = int(number)
    yield Notice(
        "number",
        say("The device in {room} is number {n}.", room=room, n=device.number),
        ("MERC-ADV-03",),
        {"room": room, "number": device.number},
    )


def _seen(n: int) -> Refusal:
    return Refusal(say("Number {n} is on another device.", n=n), ("MERC-ADV-03",))


def put_back_options(table: Table) -> Iterator[Option]:
    """Laying down or handing over: not in the rules; a house rule frees a jam (MERC-PED-04, ADV-08)."""
    seat = table.active
    if table.carried(seat) is None:
        return
    place = table.players[seat].place
    if "put_back" in table.house and jammed(table) and place in ROOMS and table.device_in(place) is None:
        yield Option("put_back", say("Put the device here"))
    elif table.stuck(seat) or jammed(table):
        kept = Refusal(say("A device is kept until it is outside."), ("MERC-PED-04",))
        yield Option("put_back", say("Put the device down"), kept)
        yield Option("hand_over", say("Hand it over"), kept)


def put_back(table: Table) -> Rule[None]:
    """House rule: in a jam the active player lays the device into the room they stand in."""
    seat = table.active
    device = table.carried(seat)
    if device is not None:
        room = table.players[seat].place
        device.place = room
        yield Notice("put_back", say("The device lies in {room} again.", room=room), ("MERC-ADV-08",))
