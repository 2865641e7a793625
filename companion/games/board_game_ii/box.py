"""What lies in the box and on the maps, for set-up and for checking cards: no rule of play needs it.

Here: component limits, map cards, and the whole shelf of the library. Must not know the table.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from .cards import Scenario, Shelf

Limit: TypeAlias = Annotated[int, Meta(ge=0, le=200)]
Direction: TypeAlias = Literal[
    "up", "up right", "right", "down right", "down", "down left", "left", "up left"
]
Space: TypeAlias = tuple[int, int]


class Components(Struct, kw_only=True, forbid_unknown_fields=True):
    """How much of everything one box holds."""

    id: str
    name: str
    gates: Limit
    goo_piles: Limit
    trap_tokens: Limit
    pack_tokens: Limit
    proton_pack_figures: Limit
    slime_blower_figures: Limit
    slime_tokens: Limit
    """Of each of the six types."""
    streams: Limit
    """Of each Ghostbuster."""
    super_plazms: Limit
    """All of them: two are a Hyper-Plazm, three a Grand-Plazm."""
    xp_maximum: Limit
    symbols: dict[Literal["star", "symbol_2", "symbol_3", "symbol_4", "symbol_5"], str] = {}
    """What the five Gate symbols of the Event Die are called; only the Star is publicly known."""
    pke_meter: tuple[Direction, ...] | None = None
    """The neighbours that 1 to 8 point at with its 1 up; printed on the PKE Meter only."""


class Spot(Struct, kw_only=True, forbid_unknown_fields=True):
    """Something that stands on the map at the start."""

    what: str
    """An Entity's id, `open_gate`, `closed_gate`, `goo_pile`, `ecto_1a`, `lady_liberty`."""
    tile: str = ""
    """The tile's label, if the place is told by tile."""
    space: Space | None = None
    """Column and row, from 1 at the top left: of the tile as it lies if one is named, else of the whole
    map."""
    where: str = ""
    """The place in words, if that is all that is known."""


class MapCard(Struct, kw_only=True, forbid_unknown_fields=True):
    """The map side of a Scenario Card. Its id is that of the scenario."""

    id: str
    name: str
    tiles: dict[Annotated[str, Meta(pattern=r"^([0-9]+|last),([0-9]+|middle|last)$")], str] = {}
    """Row and column of each tile from the top left, and its label."""
    turned: dict[str, Literal[0, 90, 180, 270]] = {}
    """Tiles that lie turned clockwise, by row and column."""
    key: tuple[str, ...] = ()
    """What the Map Key lists: ids as in `what`."""
    spots: tuple[Spot, ...] = ()
    """What stands where."""
    complete: bool = False
    """Whether the whole map and its key have been typed in; then they are held against each other, and the
    Scenario need not name what stands there."""
    corrections: tuple[str, ...] = ()
    """Official corrections that no other key can hold: told at set-up."""
    playable: bool = True
    """False where the layout was replaced and nobody has typed in the new one."""


class Box(Shelf, kw_only=True):
    """Everything the library keeps of this game."""

    scenarios: dict[str, Scenario] = {}
    maps: dict[str, MapCard] = {}
    components: dict[str, Components] = {}
