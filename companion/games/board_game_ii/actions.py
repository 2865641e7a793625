"""The Actions of a turn but Combat and Deposit: Move, Drive, Remove Slime, Switch Pack.

Rules GB2-ACTION, GB2-REMOVE, GB2-PACK, GB2-GBMOVE. Each is False if it was called off: nothing spent.
"""

from __future__ import annotations

from companion.engine.prompts import Choose, Option, Refusal
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say

from .board import NEXT_TO_RULES, board
from .slime import KINDS, move_of, take
from .state import Table
from .streams import detach, recheck
from .vehicles import not_a_neighbour
from .words import BACK, OTHER_PACK, PACK_NAMES, SLIME_NAMES

DRIVE = 6
"""Spaces of one Drive Action of the Ecto-1a. GB2-DRIVE-01."""
_BACK = Option("back", BACK)
_CAUSTIC = Refusal(say("Caustic Slime cannot be taken off."), ("GB2-REMOVE-03", "GB2-CAUSTIC-04"))
_NEXT_TO = say("Next to you and in sight, with no orange line between.")


def move_action(table: Table, seat: int) -> Rule[bool]:
    """Move up to 2 spaces; sight of one's target is checked at the end. GB2-STREAM-10, GB2-STREAM-11."""
    who = table.team[seat]
    moved = yield from board(table).moved(table, seat, move_of(table, seat))
    if moved is None:
        return False
    who.actions_used += 1
    yield from change_place(table, seat, moved.place)
    if not moved.sees and who.target:
        yield from detach(table, seat, ("GB2-STREAM-11",))
    return True


def change_place(table: Table, seat: int, place: str) -> Rule[None]:
    """A Ghostbuster gets into or out of a vehicle."""
    who = table.team[seat]
    if who.place == place:
        return
    who.place = place  # type: ignore[assignment]
    yield Notice(
        "place",
        _IS_NOW[who.place].fill(who=who.name),
        ("GB2-GBMOVE-10", "GB2-VEHICLE-04"),
        {"seat": seat, "place": place},
    )


_IS_NOW = {
    "map": say("{who} is on the map"),
    "ecto_1a": say("{who} is in the Ecto-1a: figure on its tile"),
    "lady_liberty": say("{who} is aboard Lady Liberty"),
    "ecto_2": say("{who} is in the Ecto-2: figure on its tile"),
}


_DRIVE_RULES = (
    "GB2-DRIVE-01",
    "GB2-DRIVE-02",
    "GB2-DRIVE-03",
    "GB2-DRIVE-04",
    "GB2-DRIVE-05",
    "GB2-DRIVE-06",
    "GB2-DRIVE-07",
    "GB2-DRIVE-08",
    "GB2-DRIVE-09",
    "GB2-DRIVE-10",
    "GB2-DRIVE-11",
    "GB2-DRIVE-12",
    "GB2-LIBERTY-20",
)


def drive(table: Table, seat: int) -> Rule[bool]:
    """Drive the Ecto-1a up to 6 spaces. GB2-DRIVE."""
    answer = yield Choose(
        Text(
            "{who} drives up to {n}", {"who": table.team[seat].name, "n": DRIVE + table.gained(seat, "drive")}
        ),
        say(
            "Along rows and columns, either end first; all inside ride along. Not over red or orange lines, "
            "onto Entities, Open Gates, open Goo Piles, Lady Liberty or off the map; not ending on a "
            "Ghostbuster."
        ),
        _DRIVE_RULES,
        seat,
        options=(Option("done", say("Done")), _BACK),
    )
    if answer == "back":
        return False
    table.team[seat].actions_used += 1
    for rider, who in enumerate(table.team):
        if who.place == "ecto_1a" and who.target:
            yield from recheck(table, rider, ("GB2-STREAM-12", "GB2-STREAM-13"))
    return True


def slimed_others(table: Table, seat: int) -> list[Option]:
    """Who could be cleaned of what. GB2-REMOVE-02, GB2-REMOVE-03, GB2-REMOVE-04."""
    options: list[Option] = []
    for other, who in enumerate(table.team):
        if other == seat or not who.slimes:
            continue
        apart = not_a_neighbour(table, seat, other)
        options.extend(
            Option(
                str(other) + " " + kind,
                Text("{who}: {slime}", {"who": who.name, "slime": SLIME_NAMES[kind]}),
                _CAUSTIC if kind == "caustic" else apart,
            )
            for kind in KINDS
            if kind in who.slimes
        )
    return options


def remove_slime(table: Table, seat: int) -> Rule[bool]:
    """Take one Slime off a neighbour. GB2-REMOVE-01."""
    answer: str = yield Choose(
        Text("{who} cleans", {"who": table.team[seat].name}),
        _NEXT_TO,
        ("GB2-REMOVE-01", "GB2-REMOVE-02", *NEXT_TO_RULES),
        seat,
        options=(*slimed_others(table, seat), _BACK),
    )
    if answer == "back":
        return False
    other, kind = answer.split(" ")
    table.team[seat].actions_used += 1
    yield from cleaned(table, int(other), kind, ("GB2-REMOVE-01",))
    return True


def cleaned(table: Table, seat: int, kind: str, rules: tuple[str, ...]) -> Rule[None]:
    """One Slime comes off."""
    who = table.team[seat]
    take(who, kind)
    yield Notice(
        "cleaned",
        Text("{who} is rid of {slime}", {"who": who.name, "slime": SLIME_NAMES[kind]}),
        rules,
        {"seat": seat, "slime": kind},
    )


def switch_pack(table: Table, seat: int) -> Rule[bool]:
    """Switch a neighbour's Pack. GB2-PACK-01."""
    options = [
        Option(
            str(other),
            Text("{who}: {pack}", {"who": who.name, "pack": PACK_NAMES[OTHER_PACK[who.pack]]}),
            not_a_neighbour(table, seat, other),
        )
        for other, who in enumerate(table.team)
        if other != seat
    ]
    answer: str = yield Choose(
        say("Whose Pack?"), _NEXT_TO, ("GB2-PACK-01", *NEXT_TO_RULES), seat, options=(*options, _BACK)
    )
    if answer == "back":
        return False
    table.team[seat].actions_used += 1
    yield from change_pack(table, int(answer), ("GB2-PACK-01",))
    return True


def change_pack(table: Table, seat: int, rules: tuple[str, ...]) -> Rule[None]:
    """The figure is swapped for the one with the other Pack; tokens come off. GB2-STREAM-07, GB2-PACK-03."""
    who = table.team[seat]
    who.pack = OTHER_PACK[who.pack]  # type: ignore[assignment]
    yield Notice(
        "pack",
        Text("{who}: {pack}, swap the figure", {"who": who.name, "pack": PACK_NAMES[who.pack]}),
        rules,
        {"seat": seat, "pack": who.pack},
    )
    if who.target:
        yield from detach(table, seat, ("GB2-STREAM-07", "GB2-PACK-03"))
