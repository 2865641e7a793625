"""What the players lay out with their own hands before the first round, and which Packs they take.

Rules GB2-SETUP-01, GB2-SETUP-07 … GB2-SETUP-11, GB2-MAPSETUP. Must not know the rounds.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.prompts import NOTHING, Choose, Option, Tell
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say

from .box import MapCard
from .state import Table

_LAY_OUT = say("Lay out the map as the Scenario Card shows.")
_CORRECTION = say("Official correction")
_TURNED = {
    0: say("{tile}"),
    90: say("{tile}, its label to the right"),
    180: say("{tile}, its label upside down"),
    270: say("{tile}, its label to the left"),
}
_CAR = say("The Ecto-1a lies on 2 spaces of its 4-space start zone that share a side.")
_INSIDE = say("All Ghostbusters start inside: figures on its tile.")
_LIBERTY = say("Lady Liberty stands on the 4 spaces the card shows.")
_METER = say("Lay the PKE Meter beside the map as you like, and leave it so for the whole game.")
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
    if table.map_card is not None:
        for row, tiles in _rows(table.map_card):
            yield Tell(
                say("Map, row {row}", row=row),
                say("Seen by {who}, whom the card faces: {tiles}.", who=table.team[0].name, tiles=tiles),
                ("GB2-MAPSETUP-01", "GB2-MAPSETUP-02"),
            )
    yield Tell(Text(scenario.name), Text(scenario.story) if scenario.story else _LAY_OUT, ("GB2-SETUP-06",))
    inside = scenario.ecto_1a and scenario.start == "ecto_1a"
    yield Tell(
        say("Beside the map"),
        say(
            "{car} {inside} {liberty} {meter}",
            car=_CAR if scenario.ecto_1a else NOTHING,
            inside=_INSIDE if inside else NOTHING,
            liberty=_LIBERTY if scenario.lady_liberty else NOTHING,
            meter=_METER,
        ),
        _VEHICLE_RULES,
    )
    for text in _corrections(table):
        yield Tell(_CORRECTION, Text(text), ("GB2-SETUP-06",))


def _rows(card: MapCard) -> Iterator[tuple[str, list[Text | str | int]]]:
    """The rows of tiles from the top, each with its tiles from the left and how they lie."""
    rows: dict[str, list[tuple[str, Text | str | int]]] = {}
    for place, label in card.tiles.items():
        row, column = place.split(",")
        tile = _TURNED[card.turned.get(place, 0)].fill(tile=label)
        rows.setdefault(row, []).append((column, tile))
    for row in sorted(rows, key=_number):
        yield row, [tile for _, tile in sorted(rows[row], key=lambda pair: _number(pair[0]))]


def _number(place: str) -> int:
    return int(place) if place.isdigit() else {"middle": 50, "last": 99}[place]


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
