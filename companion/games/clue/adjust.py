"""Corrections: open figures by anybody, a seat's own cards and marks by that seat alone.

Typing one's hand is done here, card by card, beside the game: nobody has to wait. Must not know prompts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.engine.prompts import NOTHING
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say
from companion.engine.view import Adjustable

from .move import map_of, place_name
from .notebook import MAYBE, NO, SIGNS, YES, columns
from .state import CARDS, CASE, DEVICES, GHOSTS, HALL, LOCATIONS, PARANORMAL, Table

ON_OFF = (("yes", say("Yes")), ("no", say("No")))


def adjustables(table: Table, seat: int | None = None) -> Iterator[Adjustable]:
    """All open figures with their bounds, and the private ones of `seat`."""
    if table.stage == "setup":
        return
    yield from _people(table)
    seats = tuple((str(seat), Text(table.players[seat].name)) for seat in table.seats)
    yield Adjustable("active", say("Whose turn"), str(table.active), options=seats)
    yield Adjustable("pile", say("Paranormal cards"), table.pile, 0, PARANORMAL)
    places = (("", say("Not noted")), *((id, table.location_name(id)) for id in LOCATIONS))
    for group, names, where in (
        (say("Ghosts"), GHOSTS, table.ghosts),
        (say("Devices"), DEVICES, table.devices),
    ):
        for id, name in names.items():
            yield Adjustable(f"token:{id}", name, where[id], options=places, group=group)
    for card in CARDS:
        holder = table.face_up.get(card)
        yield Adjustable(
            f"face_up:{card}",
            table.card_name(card),
            "" if holder is None else str(holder),
            options=(("", say("Not face up")), *seats),
            group=say("Face up"),
        )
    for location in LOCATIONS:
        joined = "yes" if location in table.joined else "no"
        yield Adjustable(
            f"joined:{location}",
            table.location_name(location),
            joined,
            options=ON_OFF,
            group=say("Joined passages"),
        )
    if table.help != "off" and seat is not None and seat in table.seats:
        yield from _private(table, seat)


def _people(table: Table) -> Iterator[Adjustable]:
    board = map_of(table)
    squares = () if board is None else tuple(board.next)
    for seat, player in enumerate(table.players):
        group = Text(player.name)
        ids = dict.fromkeys([HALL, *LOCATIONS, *squares, player.place])
        places = tuple((id, place_name(table, id)) for id in ids)
        yield Adjustable(f"place:{seat}", say("Place"), player.place, options=places, group=group)
        yield Adjustable(f"hand:{seat}", say("Cards"), player.hand, 0, table.hidden, group=group)
        if sum(not other.out for other in table.players) > 1 or player.out:
            out = "yes" if player.out else "no"
            yield Adjustable(f"out:{seat}", say("Out of turns"), out, options=ON_OFF, group=group)
        if table.help != "off":
            phone = "yes" if player.phone else "no"
            # Whose phone is gone answers aloud; back it comes once the hand is typed.
            options = ON_OFF if player.phone or _complete(table, seat) else ON_OFF[1:]
            yield Adjustable(f"phone:{seat}", say("Answers by phone"), phone, options=options, group=group)


def _private(table: Table, seat: int) -> Iterator[Adjustable]:
    note = table.notes[seat]
    full = len(note.own) >= table.players[seat].hand
    for card in CARDS:
        own = card in note.own
        yield Adjustable(
            f"own:{seat}:{card}",
            table.card_name(card),
            "yes" if own else "no",
            options=ON_OFF if own or not full else ON_OFF[1:],
            group=say("Your cards"),
            seat=seat,
        )
        for column in columns(table):
            if column == str(seat):
                continue
            yield Adjustable(
                f"mark:{seat}:{card}:{column}",
                say("{card}, {column}", card=table.card_name(card), column=_column(table, column)),
                note.marks.get(f"{card}:{column}", ""),
                options=(("", NOTHING), *((mark, SIGNS[mark]) for mark in (YES, NO, MAYBE))),
                group=say("Your marks"),
                seat=seat,
            )


def _column(table: Table, column: str) -> Text:
    if column == CASE:
        return say("Sleeve")
    return Text(table.players[int(column)].name) if column.isdigit() else table.location_name(column)


def _complete(table: Table, seat: int) -> bool:
    return len(table.notes[seat].own) == table.players[seat].hand > 0


def adjust(table: Table, path: str, value: Any) -> Rule[None]:
    """Set one figure. What is private is told to its seat alone."""
    name, *which = path.split(":")
    if name in ("own", "mark"):
        seat = int(which[0])
        if name == "own":
            _set_own(table, seat, which[1], value == "yes")
        else:
            _set_mark(table, seat, f"{which[1]}:{which[2]}", value)
        yield Notice("noted", say("Noted."), data={"path": path}, seat=seat)
        return
    if name == "place":
        table.players[int(which[0])].place = value
    elif name == "hand":
        seat = int(which[0])
        table.players[seat].hand = value
        table.players[seat].phone = table.players[seat].phone and _complete(table, seat)
    elif name == "out":
        table.players[int(which[0])].out = value == "yes"
    elif name == "phone":
        table.players[int(which[0])].phone = value == "yes"
    elif name == "active":
        table.active = int(value)
    elif name == "pile":
        table.pile = value
    elif name == "token":
        (table.ghosts if which[0] in GHOSTS else table.devices)[which[0]] = value
    elif name == "face_up":
        table.face_up.pop(which[0], None)
        if value:
            table.face_up[which[0]] = int(value)
    else:
        table.joined = [location for location in table.joined if location != which[0]]
        if value == "yes":
            table.joined.append(which[0])
    yield Notice("adjusted", say("Corrected."), data={"path": path, "value": value})


def _set_own(table: Table, seat: int, card: str, own: bool) -> None:
    """A hand that is typed in whole is answered with from the phone (CLUE-SETUP-11)."""
    note = table.notes[seat]
    note.own = [other for other in CARDS if (other == card and own) or (other != card and other in note.own)]
    table.players[seat].phone = _complete(table, seat)


def _set_mark(table: Table, seat: int, key: str, mark: str) -> None:
    note = table.notes[seat]
    note.marks.pop(key, None)
    if mark:
        note.marks[key] = mark
