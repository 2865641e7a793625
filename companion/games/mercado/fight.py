"""Fighting Ghosts and un-haunting (sections "Fighting Ghosts", "Un-haunting a room").

Must not know how the turn came here.
"""

from __future__ import annotations

from companion.engine.prompts import Choose, Die, Option, Roll
from companion.engine.rule import Notice, Rule
from companion.engine.text import say

from .state import ROOMS, Table

GHOST, HAUNTING, BLANK = "ghost", "haunting", "blank"
BATTLE_DIE = Die(
    "mercado_battle",
    say("The battle die"),
    (GHOST, HAUNTING, BLANK),
    (say("Ghost"), say("Haunting"), say("Blank")),
)
"""What can come up. How many sides show each is not in the manual, so no odds follow (MERC-DATA-02)."""


def fight_step(table: Table) -> Rule[None]:
    """Where the move ended: fight Ghosts there, or try to un-haunt (MERC-MOVE-11, MERC-FIGHT-08)."""
    place = table.players[table.active].place
    if place not in ROOMS:
        return
    if table.rooms[place].ghosts:
        yield from fight(table, place)
    elif table.rooms[place].haunted and len(table.seats_in(place)) > 1:
        yield from unhaunt(table, place)


def fight(table: Table, room: str) -> Rule[None]:
    """One roll alone, two in company; each Ghost icon removes one Ghost (MERC-FIGHT-01 to 07)."""
    seat = table.active
    company = len(table.seats_in(room)) > 1
    alone_by_rowan = table.rowan == room and "partner_roll" not in table.house
    rolls = 2 if company and not alone_by_rowan else 1
    for n in range(1, rolls + 1):
        face = yield Roll(
            say("Fight in {room}", room=room)
            if rolls == 1
            else say("Fight in {room}: {n}/2", room=room, n=n),
            say("{who} rolls the battle die.", who=table.players[seat].name),
            ("MERC-FIGHT-01", "MERC-FIGHT-02", "MERC-FIGHT-04", "MERC-FIGHT-07", "MERC-ROWAN-04"),
            seat,
            die=BATTLE_DIE,
        )
        here = table.rooms[room]
        if face == GHOST and here.ghosts:
            here.ghosts -= 1
            yield Notice(
                "beaten",
                say("Take one Ghost out of {room}.", room=room),
                ("MERC-FIGHT-02", "MERC-FIGHT-04", "MERC-CARD-06"),
                {"room": room},
            )
        else:
            yield Notice(
                "missed", say("Nothing happens."), ("MERC-FIGHT-03", "MERC-FIGHT-06"), {"room": room}
            )


def unhaunt(table: Table, room: str) -> Rule[None]:
    """Everybody in the room rolls once; one Haunting icon is enough (MERC-UNHAUNT-01 to 09)."""
    seat = table.active
    choice = yield Choose(
        say("Un-haunt {room}?", room=room),
        say("Everybody in the room rolls the battle die once."),
        ("MERC-UNHAUNT-01", "MERC-UNHAUNT-02", "MERC-UNHAUNT-05", "MERC-UNHAUNT-08"),
        seat,
        options=(Option("roll", say("Roll")), Option("leave", say("Leave it"))),
    )
    if choice == "leave":
        return
    # From the active player on, so that the die goes round the table.
    here = sorted(table.seats_in(room), key=lambda other: (other - seat) % len(table.players))
    if "two_rolls" in table.house:
        here = here[:2]
    hit = False
    for other in here:
        face = yield Roll(
            say("{who} rolls", who=table.players[other].name),
            say("{who} rolls the battle die to un-haunt {room}.", who=table.players[other].name, room=room),
            ("MERC-UNHAUNT-02", "MERC-UNHAUNT-03"),
            other,
            die=BATTLE_DIE,
        )
        hit = hit or face == HAUNTING
    if hit:
        table.rooms[room].haunted = False
        yield Notice(
            "unhaunted",
            say("{room} is free! Take the Haunting off.", room=room),
            ("MERC-UNHAUNT-02", "MERC-UNHAUNT-06", "MERC-UNHAUNT-07"),
            {"room": room, "hauntings": table.hauntings},
        )
    else:
        yield Notice(
            "still_haunted", say("{room} stays haunted.", room=room), ("MERC-UNHAUNT-04",), {"room": room}
        )
