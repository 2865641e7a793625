"""Vehicles: who is inside or aboard, and what can be done from there.

Rules GB2-ECTO1, GB2-LIBERTY, GB2-ECTO2. One table says which deeds are closed in which place; the modules
of the single vehicles say how they are entered, left and driven.
"""

from __future__ import annotations

from companion.engine.prompts import Refusal
from companion.engine.text import say

from .state import Entity, Place, Table

ABOARD = 4
"""Figures that fit on Lady Liberty. GB2-LIBERTY-02."""

_ONLY_ABOARD = Refusal(
    say("Aboard Lady Liberty, only those aboard are next to each other."),
    ("GB2-LIBERTY-11", "GB2-LIBERTY-13", "GB2-LIBERTY-15"),
)
_ABOARD_TOO = Refusal(
    say("From Lady Liberty you fire at Entities outside her only."), ("GB2-LIBERTY-16", "GB2-ERRATA-03")
)
_INSIDE_CAR = Refusal(
    say("Nobody cleans or re-packs who is inside the Ecto-1a."),
    ("GB2-REMOVE-04", "GB2-PACK-02", "GB2-ECTO1-06"),
)

CLOSED: dict[Place, dict[str, Refusal]] = {
    "map": {
        "drive": Refusal(say("Only from inside a vehicle."), ("GB2-DRIVE-02",)),
    },
    "ecto_1a": {
        "combat": Refusal(say("No Combat inside the Ecto-1a."), ("GB2-COMBAT-03", "GB2-ECTO1-04")),
        "remove_slime": Refusal(say("Not from inside the Ecto-1a."), ("GB2-ECTO1-04", "GB2-ECTO1-07")),
        "switch_pack": Refusal(say("Not inside the Ecto-1a."), ("GB2-PACK-02", "GB2-ECTO1-04")),
        "investigate": Refusal(say("Not from inside the Ecto-1a."), ("GB2-ECTO1-05",)),
        "clean_self": Refusal(say("Not inside the Ecto-1a."), ("GB2-FORFEIT-09", "GB2-ECTO1-06")),
        "own_pack": Refusal(say("Not inside the Ecto-1a."), ("GB2-FORFEIT-09", "GB2-PACK-02")),
    },
    "lady_liberty": {
        "deposit": Refusal(say("Aboard Lady Liberty nothing outside is next to you."), ("GB2-LIBERTY-12",)),
        "investigate": Refusal(say("No Goo Pile from aboard Lady Liberty."), ("GB2-LIBERTY-14",)),
        "clean_self": Refusal(say("Aboard, only another one aboard cleans you."), ("GB2-LIBERTY-15",)),
        "own_pack": Refusal(say("Aboard, only another one aboard re-packs you."), ("GB2-LIBERTY-15",)),
    },
    "ecto_2": {
        "deposit": Refusal(say("The Ecto-2 has no Dimensionometer."), ("GB2-ECTO2-11",)),
    },
}
"""What cannot be done in a place, and why."""


def closed(place: Place, deed: str) -> Refusal | None:
    """Why `deed` is not open to somebody in `place`."""
    return CLOSED[place].get(deed)


def aboard(table: Table, place: Place) -> list[int]:
    """The seats inside or aboard a vehicle."""
    return [seat for seat, who in enumerate(table.team) if who.place == place]


def entities_on(table: Table, place: Place) -> list[Entity]:
    """The Entities standing on a vehicle."""
    return [entity for entity in table.entities.values() if entity.place == place]


def figures_aboard(table: Table) -> int:
    """Ghostbusters and Entities aboard."""
    return len(aboard(table, "lady_liberty")) + len(entities_on(table, "lady_liberty"))


def not_a_neighbour(table: Table, seat: int, other: int, goods: bool = False) -> Refusal | None:
    """Why one Ghostbuster is surely not within another's reach, whatever the map says. With `goods`: for a
    Transfer, which the Ecto-1a's doors do not stop (GB2-TRANSFER-04, GB2-ECTO1-08, -09)."""
    mine, theirs = table.team[seat].place, table.team[other].place
    if (mine == "lady_liberty") != (theirs == "lady_liberty"):
        return _ONLY_ABOARD
    if theirs == "ecto_1a" and not goods:
        return _INSIDE_CAR
    return None


def out_of_fire(table: Table, seat: int, entity: Entity) -> Refusal | None:
    """Those aboard Lady Liberty do not fire at Entities aboard her. GB2-LIBERTY-16."""
    if entity.place == "lady_liberty" and table.team[seat].place == "lady_liberty":
        return _ABOARD_TOO
    return None
