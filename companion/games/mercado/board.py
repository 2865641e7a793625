"""The building as a map, if somebody typed it: what is next to what, through which door.

A pure graph over rooms, hallway squares ("3,2": column, row) and the outside. Must not know a game
in progress: who stands where and what is locked comes in as arguments.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct

from companion.games.plan import checked, lines, squares

from .state import COLOURS, OUTSIDE, ROOMS


class Map(Struct, frozen=True):
    """For each place its neighbours and the colour of the door between ("" where there is none)."""

    next: Mapping[str, tuple[tuple[str, str], ...]]

    def reach(
        self,
        start: str,
        spaces: int,
        locked: str = "",
        stops: Collection[str] = (),
    ) -> dict[str, int]:
        """Every place that can be walked to within `spaces`, with its cost (MERC-MOVE-03 to 05).

        Nobody walks on through a place in `stops`, nor through the outside.
        """
        costs = {start: 0}
        edge = [start]
        for cost in range(1, spaces + 1):
            beyond: list[str] = []
            for place in edge:
                if place != start and (place in stops or place == OUTSIDE):
                    continue
                for other, door in self.next[place]:
                    if other not in costs and not (door and door == locked):
                        costs[other] = cost
                        beyond.append(other)
            edge = beyond
        return costs


def parse(data: Mapping[str, Any]) -> Map:
    """The map from its data: `plan` (rows of text, "." a hallway square), `doors` ("A 3,1 blue", "A B") and
    `front` (the square or room inside the front door).

    Raises ValueError with one line that names the spot.
    """
    front = data.get("front")
    if not isinstance(front, str):
        raise ValueError('map: front must name the square inside the front door, such as "3,7"')
    return _build(checked(data.get("plan")), lines("doors", data.get("doors"), "A 3,1 blue"), front)


@lru_cache(maxsize=16)
def _build(plan: tuple[str, ...], doors: tuple[str, ...], front: str) -> Map:
    near = squares(plan)
    places = near.keys() | set(ROOMS) | {OUTSIDE}
    links: dict[str, dict[str, str]] = {place: {} for place in sorted(places)}

    def join(one: str, other: str, door: str, where: str) -> None:
        for place in (one, other):
            if place not in places:
                raise ValueError(f"map: {where}: {place} is neither a room A to L nor a hallway square")
        links[one][other] = links[other][one] = door

    for square, beside in near.items():
        for other in beside:
            join(square, other, "", square)
    for line in doors:
        words = line.split()
        if len(words) not in (2, 3) or (len(words) == 3 and words[2] not in COLOURS):
            raise ValueError(f'map: door "{line}": room, then room or square, then blue, green or nothing')
        join(words[0], words[1], words[2] if len(words) == 3 else "", f'door "{line}"')
    join(OUTSIDE, front, "", "front")
    return Map({place: tuple(sorted(near.items())) for place, near in links.items()})
