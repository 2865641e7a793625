"""The farmhouse as a map, if somebody typed it: squares, entrances, and where a roll can end.

A pure graph. Must not know a game in progress: who stands where comes in as an argument.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct

from companion.games.plan import checked, lines, squares

from .state import CHARACTERS, LOCATIONS


class Map(Struct, frozen=True):
    """`next`: the squares beside each square. `doors`: the entrance squares of each location. `starts`: the
    start squares of the six characters, clockwise from Phoebe, if they were typed."""

    next: Mapping[str, tuple[str, ...]]
    doors: Mapping[str, tuple[str, ...]]
    starts: tuple[str, ...] = ()

    def locations_at(self, square: str) -> list[str]:
        """The locations that `square` is an entrance of."""
        return [location for location, doors in self.doors.items() if square in doors]

    def near(self, place: str) -> tuple[str, ...]:
        """The squares one step from a square or out of a location."""
        return self.next[place] if place in self.next else self.doors[place]

    def ends(
        self, start: str, spaces: int, taken: Collection[str], early: bool = False, back: bool = True
    ) -> set[str]:
        """Where a token can end that walks `spaces` squares (CLUE-MOVE-01 to 04, CLUE-ENTER-01 to 05).

        It never steps diagonally, twice on a square, or on a `taken` one. Entering a location ends the walk;
        in the hallway all is walked, or as much as can be (`early`: less if wanted). Without `back` it does
        not return into the location it left.
        """
        within = self._within(start, spaces, taken)
        rooms = {place for place in within if place in self.doors and (back or place != start)}
        if early:
            return rooms | {place for place in within if place in self.next}
        for walked in range(spaces, 0, -1):
            squares = {
                square
                for square in within
                if square in self.next and self._leads(start, square, walked, taken)
            }
            # Who can neither walk all of the roll nor enter a location goes as far as there is room.
            if squares or rooms:
                return squares | rooms
        return set()

    def _within(self, start: str, spaces: int, taken: Collection[str]) -> set[str]:
        """All places within so many steps. The shortest way to each uses no square twice."""
        within: set[str] = set()
        edge = {start}
        for _ in range(spaces):
            within.update(location for square in edge for location in self.locations_at(square))
            edge = {square for place in edge for square in self.near(place) if square not in taken}
            within |= edge
        return within - ({start} & set(self.next))

    def _leads(self, start: str, end: str, spaces: int, taken: Collection[str]) -> bool:
        """Whether a walk of just so many steps that uses no square twice leads from `start` to `end`."""
        far = {end: 0}
        edge = [end]
        for steps in range(1, spaces):
            edge = [
                near for square in edge for near in self.next[square] if near not in far and near not in taken
            ]
            far.update((square, steps) for square in edge)
            edge = list(dict.fromkeys(edge))
        path = {start}

        def walk(place: str, left: int) -> bool:
            if left == 0:
                return place == end
            for square in self.near(place):
                rest = left - 1 - far.get(square, spaces)
                # On squares every step changes the colour of a chess board: an odd rest leads nowhere.
                if rest >= 0 and rest % 2 == 0 and square not in path and square not in taken:
                    path.add(square)
                    if (square != end or left == 1) and walk(square, left - 1):
                        return True
                    path.discard(square)
            return False

        return walk(start, spaces)


def parse(data: Mapping[str, Any]) -> Map:
    """The map from its data: `plan` (rows of text, "." a square), `entrances` ("kitchen 3,4") and, if wanted,
    `starts` (six squares).

    Raises ValueError with one line that names the spot.
    """
    return _build(
        checked(data.get("plan")),
        lines("entrances", data.get("entrances"), "kitchen 3,4"),
        lines("starts", data.get("starts", ()), "3,4"),
    )


@lru_cache(maxsize=16)
def _build(plan: tuple[str, ...], entrances: tuple[str, ...], starts: tuple[str, ...]) -> Map:
    near = squares(plan)
    doors: dict[str, list[str]] = {location: [] for location in LOCATIONS}
    for line in entrances:
        location, _, square = line.partition(" ")
        if location not in doors:
            raise ValueError(f'map: entrance "{line}": the location must be one of {", ".join(doors)}')
        if square not in near:
            raise ValueError(f'map: entrance "{line}": {square or "nothing"} is no square of the plan')
        doors[location].append(square)
    if starts and (len(set(starts)) != len(CHARACTERS) or not near.keys() >= set(starts)):
        raise ValueError("map: starts must be six different squares of the plan, or left out")
    return Map(
        {square: tuple(beside) for square, beside in near.items()},
        {location: tuple(found) for location, found in doors.items()},
        starts,
    )
