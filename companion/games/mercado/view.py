"""What the table looks like on a screen. Nothing in this game is secret. Must not change anything."""

from __future__ import annotations

from companion.engine.text import Text, say
from companion.engine.view import Figure, Mark, Page, Person, View

from .devices import jammed
from .move import place_name
from .state import COLOURS, DELIVERED, DEVICES, FULL, HAUNTINGS, ROOMS, Table

STEPS: dict[str, Text] = {
    "roll": say("{who}: roll"),
    "card": say("{who}: flip a card"),
    "move": say("{who}: move up to {n}"),
    "devices": say("{who}: devices"),
    "fight": say("{who}: fight"),
}


def view(table: Table) -> View:
    """The table for everybody (MERC-SETUP-02)."""
    return View(
        headline=_headline(table),
        figures=(
            Figure("hauntings", say("Haunted"), table.hauntings, HAUNTINGS, table.hauntings >= HAUNTINGS - 1),
            Figure("delivered", say("Devices out"), table.delivered, DEVICES),
            *_next(table),
            *_locked(table),
        ),
        people=tuple(_person(table, seat) for seat in range(len(table.players))),
        pages=(_rooms(table), _supply(table)),
        alerts=tuple(_alerts(table)),
    )


def _headline(table: Table) -> Text:
    if table.stage == "setup":
        return say("Setting up")
    who = table.players[table.active].name
    step = STEPS.get(table.step, STEPS["roll"])
    return Text(step.msg, {"who": who, "n": table.allowed})


def _next(table: Table) -> tuple[Figure, ...]:
    if not table.advanced or table.delivered == DEVICES:
        return ()
    return (Figure("next", say("Next number"), table.next_due, DEVICES),)


def _locked(table: Table) -> tuple[Figure, ...]:
    if not table.locked:
        return ()
    return (Figure("locked", say("Locked doors"), COLOURS[table.locked], alarm=True, path="locked"),)


def _person(table: Table, seat: int) -> Person:
    player = table.players[seat]
    marks = []
    device = table.carried(seat)
    if device is not None:
        name = say("Device")
        if table.advanced and device.number is not None:
            name = say("Device {n}", n=device.number)
        marks.append(Mark("device", name))
    lines = [place_name(player.place)]
    if table.stuck(seat):
        marks.append(Mark("stuck", say("Stuck")))
    return Person(
        seat,
        player.name,
        active=table.stage == "play" and seat == table.active,
        marks=tuple(marks),
        lines=tuple(lines),
    )


def _rooms(table: Table) -> Page:
    return Page("rooms", say("Rooms"), lines=tuple(_room_line(table, room) for room in ROOMS))


def _room_line(table: Table, room: str) -> Text:
    here = table.rooms[room]
    parts: list[Text] = []
    if here.haunted:
        parts.append(say("haunted"))
    if here.ghosts:
        parts.append(say("Ghosts {n}", n=here.ghosts))
    if table.rowan == room:
        parts.append(say("Rowan"))
    device = table.device_in(room)
    if device is not None:
        known = table.advanced and device.number is not None
        parts.append(say("device {n}", n=str(device.number)) if known else say("device"))
    parts.extend(Text(table.players[seat].name) for seat in table.seats_in(room))
    return say("{room}: {what}", room=room, what=parts or say("empty"))


def _supply(table: Table) -> Page:
    deck = table.deck
    inside = sum(device.place != DELIVERED for device in table.devices)
    return Page(
        "supply",
        say("Supply"),
        figures=(
            Figure("ghosts_left", say("Ghosts left"), table.ghosts_left),
            Figure("hauntings_left", say("Hauntings left"), HAUNTINGS - table.hauntings),
            Figure("inside", say("Devices inside"), inside, DEVICES),
            Figure("draw", say("Draw pile"), deck.left, path="" if deck.boxed else "draw"),
            Figure("discard", say("Discards"), len(deck.discard)),
            Figure("space2", say("On space 2"), int(bool(deck.lock))),
        ),
    )


def _alerts(table: Table) -> list[Text]:
    alerts = []
    full = [room for room in ROOMS if table.crowd(room) == FULL - 1 and not table.rooms[room].haunted]
    if full:
        alerts.append(say("One more Ghost haunts: {rooms}", rooms=full))
    free = [seat for seat in range(len(table.players)) if not table.stuck(seat)]
    if table.stage == "play" and len(free) == 1:
        alerts.append(say("Only {who} is not stuck!", who=table.players[free[0]].name))
    if table.stage == "play" and jammed(table):
        alerts.append(say("All carry wrong numbers: {n} is due", n=table.next_due))
    return alerts
