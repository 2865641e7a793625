"""What the players lay out with their own hands before the first round, and which Packs they take.

Rules GB2-SETUP-01, GB2-SETUP-07 … GB2-SETUP-11, GB2-MAPSETUP. Must not know the rounds.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.prompts import NOTHING, Choose, Grid, Option, Tell
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say

from .box import MapCard, Space, Spot
from .goo_deck import mix_deck
from .pke_meter import lay_meter
from .state import Table

_LAY_OUT = say("Lay out the map as the Scenario Card shows.")
_CORRECTION = say("Official correction")
_AT = say("{what} ({column},{row})")
_TURNED = {
    90: say("Label to the right: {tiles}."),
    180: say("Label upside down: {tiles}."),
    270: say("Label to the left: {tiles}."),
}
_WORDS = {"middle": say("in the middle"), "last": say("at the end")}
_THINGS: dict[str, Text] = {
    "open_gate": say("Open Gate"),
    "closed_gate": say("Closed Gate"),
    "goo_pile": say("Goo Pile"),
    "ecto_1a": Text("Ecto-1a"),
    "lady_liberty": say("Lady Liberty"),
}
_CAR = say("On 2 spaces of its 4-space start zone that share a side.")
_INSIDE = say("All start inside: figures on its tile.")
_LIBERTY = say("On 4 spaces, as on the card.")
_ACROSS = say("(2,4): 2 across, 4 down.")
Spaces = tuple[tuple[int, ...], ...]
_MOST = 9
"""Things that can be told apart by one digit each."""


def lay_out(table: Table) -> Rule[None]:
    """Tell what goes where: tiles, figures, vehicles, the PKE Meter, official corrections."""
    scenario = table.scenario
    if table.map_card is not None and table.map_card.tiles:
        yield from lay_map(table, table.map_card)
    yield Tell(Text(scenario.name), Text(scenario.story) if scenario.story else _LAY_OUT, ("GB2-SETUP-06",))
    if scenario.ecto_1a:
        inside = _INSIDE if scenario.start == "ecto_1a" else NOTHING
        rules = ("GB2-SETUP-07", "GB2-SETUP-08", "GB2-MAPSETUP-03")
        yield Tell(_THINGS["ecto_1a"], _sentences([_CAR, inside]), rules)
    if scenario.lady_liberty:
        yield Tell(_THINGS["lady_liberty"], _LIBERTY, ("GB2-SETUP-11",))
    yield from lay_meter(table)
    yield from _beside_the_map(table)
    for text in _corrections(table):
        yield Tell(_CORRECTION, Text(text), ("GB2-SETUP-06",))


def lay_map(table: Table, card: MapCard) -> Rule[None]:
    """The map as a whole with every tile; then, tile by tile, what stands on it."""
    places = sorted(card.tiles, key=lambda place: [_number(part) for part in place.split(",")])
    rules = ("GB2-MAPSETUP-01", "GB2-MAPSETUP-02")
    whole = _grid(card)
    lying = [say("The card faces {who}.", who=table.team[0].name)]
    if whole is None:
        for place in places:
            row, column = map(_words, place.split(","))
            lying.append(
                say("{tile}: row {row}, column {column}.", tile=card.tiles[place], row=row, column=column)
            )
    for turned, text in _TURNED.items():
        tiles = [card.tiles[place] for place in places if card.turned.get(place) == turned]
        lying.append(text.fill(tiles=tiles) if tiles else NOTHING)
    yield Tell(say("The map"), _sentences(lying), rules, grid=whole)
    for place in places:
        label = card.tiles[place]
        spots = [spot for spot in card.spots if spot.tile == label]
        if spots:
            things, spaces = _numbered(table, spots, _side(card))
            grid = _grid(card, place, spaces)
            if grid is None or not spaces:
                things = _things(table, spots)
            title = say("Tile {label}", label=label)
            yield Tell(title, say("{things}.", things=things), ("GB2-MAPSETUP-04",), grid=grid)
    elsewhere = [spot for spot in card.spots if not spot.tile]
    if elsewhere:
        parts = [say("{things}.", things=_things(table, elsewhere))]
        if any(spot.space is not None for spot in elsewhere):
            parts.insert(0, _ACROSS)
        yield Tell(say("On the map"), _sentences(parts), ("GB2-MAPSETUP-04",))


def _side(card: MapCard) -> int:
    """How many spaces a tile has along each side, as far as the card tells."""
    return max((max(spot.space) for spot in card.spots if spot.tile and spot.space is not None), default=0)


def _numbered(table: Table, spots: list[Spot], side: int) -> tuple[list[Text], Spaces]:
    """What stands on a tile, each kind of thing with a number; and the spaces with these numbers.

    No spaces where a place is told in words only, or where there are more things than numbers.
    """
    stacks: dict[Space, list[str]] = {}
    for spot in sorted(spots, key=lambda spot: spot.what not in table.shelf.entities):
        for space in _covered(spot):
            stacks.setdefault(space, []).append(spot.what)
    numbers: dict[tuple[str, ...], int] = {}
    for stack in (stacks[space] for spot in spots for space in _covered(spot)):
        numbers.setdefault(tuple(stack), len(numbers) + 1)
    if len(numbers) > _MOST or any(spot.space is None for spot in spots):
        return [], ()
    named: list[Text] = []
    for (top, *rest), number in numbers.items():
        below = [str(numbers[what,]) if (what,) in numbers else _name(table, what) for what in rest]
        what = _name(table, top)
        named.append(
            _NUMBERED_ON.fill(n=number, what=what, below=below)
            if below
            else _NUMBERED.fill(n=number, what=what)
        )
    return named, tuple(
        tuple(
            numbers[tuple(stacks[column, row])] if (column, row) in stacks else 0
            for column in range(1, side + 1)
        )
        for row in range(1, side + 1)
    )


_NUMBERED, _NUMBERED_ON = Text("{n}:\u00a0{what}"), say("{n}:\u00a0{what} on\u00a0{below}")


def _covered(spot: Spot) -> list[Space]:
    """The spaces that a thing takes; Lady Liberty's is her top left. GB2-SETUP-11."""
    if spot.space is None:
        return []
    column, row = spot.space
    if spot.what != "lady_liberty":
        return [spot.space]
    return [(column + right, row + down) for down in (0, 1) for right in (0, 1)]


def _grid(card: MapCard, marked: str = "", spaces: Spaces = ()) -> Grid | None:
    """The picture of the map; None where it is not known which rows and columns there are."""
    if not all(part.isdigit() for place in card.tiles for part in place.split(",")):
        return None
    tiles = {
        (int(row), int(column)): (label, card.turned.get(place, 0))
        for place, label in card.tiles.items()
        for row, column in [place.split(",")]
    }
    rows, columns = (range(1, max(place[at] for place in tiles) + 1) for at in (0, 1))
    lying = [[tiles.get((row, column), ("", 0)) for column in columns] for row in rows]
    row, _, column = marked.partition(",")
    return Grid(
        tuple(tuple(label for label, _ in line) for line in lying),
        tuple(tuple(turned for _, turned in line) for line in lying),
        ((int(row) - 1, int(column) - 1),) if marked else (),
        spaces,
    )


def _name(table: Table, what: str) -> Text:
    entity = table.shelf.entities.get(what)
    return Text(entity.name) if entity is not None else _THINGS.get(what, Text(what))


def _things(table: Table, spots: list[Spot]) -> list[Text]:
    """What stands there, and where: what is alike together, what has no place by itself."""
    alone: list[Text] = []
    placed: dict[str, Text] = {}
    for spot in spots:
        name = _name(table, spot.what)
        before = placed.get(spot.what, name)
        if spot.where:
            placed[spot.what] = say("{what} ({where})", what=before, where=spot.where)
        elif spot.space is not None:
            column, row = spot.space
            placed[spot.what] = _AT.fill(what=before, column=column, row=row)
        else:
            alone.append(name)
    return [*placed.values(), *alone]


def _sentences(parts: list[Text]) -> Text:
    """Sentences one after the other."""
    said = NOTHING
    for part in parts:
        if part != NOTHING:
            said = part if said == NOTHING else Text("{before} {part}", {"before": said, "part": part})
    return said


def _words(part: str) -> Text:
    return _WORDS.get(part, Text(part))


def _number(place: str) -> int:
    return int(place) if place.isdigit() else {"middle": 50, "last": 99}[place]


def _beside_the_map(table: Table) -> Rule[None]:
    """The figures of the Spirit World, and how the Goo Pile deck is mixed: in this order."""
    ghosts: list[Text | str | int] = [
        say("{n} {what}", n=count, what=table.shelf.entities[card].name)
        for card, count in table.spirit_world.items()
    ]
    yield Tell(
        say("Spirit World"),
        say(
            "{figures}. The Goo Timer starts at {start}, its most is {most}.",
            figures=ghosts or say("No figure"),
            start=table.goo_timer,
            most=table.goo_maximum,
        ),
        ("GB2-SPIRIT-01", "GB2-MAPSETUP-05"),
    )
    yield from mix_deck(table)


def _corrections(table: Table) -> Iterator[str]:
    """Official corrections that the players carry out themselves."""
    yield from table.scenario.corrections
    if table.map_card is not None:
        yield from table.map_card.corrections
    for card in {entity.card: None for entity in table.entities.values()} | dict.fromkeys(table.spirit_world):
        yield from table.shelf.entities[card].corrections


def packs(table: Table) -> Rule[None]:
    """Each Ghostbuster takes a Pack afresh: one question for all. GB2-SETUP-01, GB2-COMPONENT-01."""
    for who in table.team:
        who.pack = "proton"
    while True:
        options = [
            Option(str(seat), Text(who.name)) for seat, who in enumerate(table.team) if who.pack == "proton"
        ]
        if not options:
            return
        any_yet = len(options) < len(table.team)
        answer: str = yield Choose(
            say("Who takes a Slime Blower?"),
            say("All others start with the Proton Pack; the other figure waits."),
            ("GB2-SETUP-01", "GB2-COMPONENT-01"),
            options=(Option("done", say("Nobody else") if any_yet else say("Nobody")), *options),
        )
        if answer == "done":
            return
        who = table.team[int(answer)]
        who.pack = "slime"
        yield Notice(
            "pack",
            say("{who} starts with the Slime Blower", who=who.name),
            ("GB2-SETUP-01",),
            {"seat": int(answer), "pack": "slime"},
        )
