"""What the players lay out with their own hands before the first round, and which Packs they take.

Rules GB2-SETUP-01, GB2-SETUP-07 … GB2-SETUP-11, GB2-MAPSETUP. Must not know the rounds.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.prompts import NOTHING, Choose, Grid, Option, Tell
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say

from .box import MapCard, Spot
from .state import Table
from .words import GOO_CARD_NAMES

_LAY_OUT = say("Lay out the map as the Scenario Card shows.")
_CORRECTION = say("Official correction")
_AT = say("{what} ({column},{row})")
_TURNED = {
    0: NOTHING,
    90: say("Label to the right."),
    180: say("Label upside down."),
    270: say("Label to the left."),
}
_WORDS = {"middle": say("in the middle"), "last": say("at the end")}
_THINGS: dict[str, Text] = {
    "open_gate": say("Open Gate"),
    "closed_gate": say("Closed Gate"),
    "goo_pile": say("Goo Pile"),
    "ecto_1a": Text("Ecto-1a"),
    "lady_liberty": say("Lady Liberty"),
}
_CAR = say("Ecto-1a: on 2 spaces of its 4-space start zone that share a side.")
_INSIDE = say("All start inside: figures on its tile.")
_LIBERTY = say("Lady Liberty: on 4 spaces as on the card.")
_METER = say("PKE Meter: as you like, and so for the whole game.")
_VEHICLE_RULES = (
    "GB2-SETUP-07",
    "GB2-SETUP-08",
    "GB2-SETUP-09",
    "GB2-SETUP-11",
    "GB2-MAPSETUP-03",
)


def lay_out(table: Table) -> Rule[None]:
    """Tell what goes where: tiles, figures, vehicles, the PKE Meter, official corrections."""
    scenario = table.scenario
    if table.map_card is not None and table.map_card.tiles:
        yield from lay_map(table, table.map_card)
    yield Tell(Text(scenario.name), Text(scenario.story) if scenario.story else _LAY_OUT, ("GB2-SETUP-06",))
    inside = scenario.ecto_1a and scenario.start == "ecto_1a"
    beside = [
        _CAR if scenario.ecto_1a else NOTHING,
        _INSIDE if inside else NOTHING,
        _LIBERTY if scenario.lady_liberty else NOTHING,
        _METER,
    ]
    yield Tell(say("Beside the map"), _sentences(beside), _VEHICLE_RULES)
    yield from _beside_the_map(table)
    for text in _corrections(table):
        yield Tell(_CORRECTION, Text(text), ("GB2-SETUP-06",))


def lay_map(table: Table, card: MapCard) -> Rule[None]:
    """The map as a whole, then tile by tile with what stands on each."""
    places = sorted(card.tiles, key=lambda place: [_number(part) for part in place.split(",")])
    yield Tell(
        say("The map"),
        say(
            "The card faces {who}. (2,4): 2 across, 4 down.",
            who=table.team[0].name,
        ),
        ("GB2-MAPSETUP-01", "GB2-MAPSETUP-02"),
        grid=_grid(card),
    )
    for place in places:
        label = card.tiles[place]
        grid = _grid(card, place)
        title = say("Tile {label}", label=label)
        where = [_TURNED[card.turned.get(place, 0)]]
        row, column = place.split(",")
        if grid is not None:
            title = _AT.fill(what=title, column=column, row=row)
        else:
            where.insert(0, say("Row {row}, column {column}.", row=_words(row), column=_words(column)))
        there = _things(table, [spot for spot in card.spots if spot.tile == label])
        where.append(say("{things}.", things=there) if there else say("Nothing on it."))
        yield Tell(title, _sentences(where), ("GB2-MAPSETUP-01", "GB2-MAPSETUP-04"), grid=grid)
    elsewhere = _things(table, [spot for spot in card.spots if not spot.tile])
    if elsewhere:
        yield Tell(say("On the map"), say("{things}.", things=elsewhere), ("GB2-MAPSETUP-04",))


def _grid(card: MapCard, marked: str = "") -> Grid | None:
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
    )


def _things(table: Table, spots: list[Spot]) -> list[Text]:
    """What stands there, and where: what is alike together, what has no place by itself."""
    alone: list[Text] = []
    placed: dict[str, Text] = {}
    for spot in spots:
        entity = table.shelf.entities.get(spot.what)
        name = Text(entity.name) if entity is not None else _THINGS.get(spot.what, Text(spot.what))
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
    deck = table.scenario.deck
    keys = [Text(table.shelf.key_items[id].name if id in table.shelf.key_items else id) for id in deck.add]
    if table.goo_cards:
        yield Tell(
            say("Goo Pile deck"),
            say(
                "Shuffle {cards}.{remove}{add} {left} cards are the deck.",
                cards=[
                    say("{n} {what}", n=count, what=GOO_CARD_NAMES[kind])
                    for kind in GOO_CARD_NAMES
                    if (count := getattr(deck, kind) or 0)
                ],
                remove=say(" Put {n} back, unseen.", n=deck.remove) if deck.remove else NOTHING,
                add=say(" Add {keys} and shuffle.", keys=keys) if keys else NOTHING,
                left=table.goo_cards,
            ),
            ("GB2-GOODECK-01", "GB2-GOODECK-02"),
        )


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
            say("A Slime Blower for"),
            say("Who starts with a Slime Blower? All others take the Proton Pack; the other figure waits."),
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
