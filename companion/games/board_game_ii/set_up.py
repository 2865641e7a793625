"""Setting up: from an opening to a table, and from a table to the first round.

Rules GB2-SETUP, GB2-SPIRIT-01, GB2-GOODECK-01, GB2-CLASSS-01. What players lay out by hand is said in
`lay_out`. Must not know what happens afterwards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from companion.engine.game import Opening
from companion.engine.prompts import Choose, Count, Option, Rules, Scan
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say

from .box import MapCard
from .cards import Character, EntityCard, GateSetup, Scenario, Shelf
from .dice import SYMBOLS
from .figures import figure, learn
from .goo_deck import read_deck
from .house_rules import house_rules
from .last_look import last_look, tell_carried_over
from .lay_out import lay_out, packs
from .misprints import settle_misprints
from .pvp import form_teams
from .spirit_world import new_entity
from .state import Gate, Ghostbuster, GooPile, Held, HouseRules, Table
from .words import SYMBOL_NAMES
from .xp import catch_up, check_level, threshold

DEFAULT_TEAM = ("Ray", "Egon", "Peter", "Winston")
DONE = "done"


# -- from an opening ----------------------------------------------------------


def open_table(opening: Opening) -> Table:
    """The table of an opening. ValueError with one line if it cannot be."""
    options = opening.options
    try:
        scenario = _scenario(options, opening.shelf)
        shelf = _fitting(opening.shelf, scenario)
        house_rules = msgspec.convert({**scenario.house_rules, **options.get("house_rules", {})}, HouseRules)
        seats = _seats(options)
        team = [_ghostbuster(seat, number, shelf) for number, seat in enumerate(seats)]
        map_card = msgspec.convert(opening.shelf.get("maps", {}).get(scenario.id), MapCard | None)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from None
    _check_colours(team)
    return Table(
        scenario=scenario,
        shelf=shelf,
        team=team,
        house_rules=house_rules,
        map_card=map_card,
        pke_meter=_pke_meter(opening.shelf),
        box_card=next(iter(opening.shelf.get("components", {})), ""),
        symbols=_symbols(opening.shelf),
        ask_packs=any("pack" not in seat for seat in seats),
        start_level=options.get("level", 1),
        ecto_tank=options.get("ecto_tank", 0),
    )


def _scenario(options: Mapping[str, Any], shelf: Mapping[str, Any]) -> Scenario:
    scenarios: Mapping[str, Any] = shelf.get("scenarios", {})
    id = options.get("scenario", "")
    if not id and len(scenarios) == 1:
        id = next(iter(scenarios))
    if id not in scenarios:
        raise ValueError("no scenario is called " + repr(id))
    scenario = msgspec.convert(scenarios[id], Scenario)
    for card in (*(scenario.entities or ()), *(scenario.spirit_world or ())):
        if card not in shelf.get("entities", {}):
            raise ValueError("scenario " + id + " names an unknown Entity: " + card)
    return scenario


def _fitting(shelf: Mapping[str, Any], scenario: Scenario) -> Shelf:
    """Training cards for training scenarios, the others for the others, and what a scenario names itself."""
    named = {*(scenario.entities or ()), *(scenario.spirit_world or ()), *scenario.deck.add}
    kinds = {
        kind: {
            id: card
            for id, card in shelf.get(kind, {}).items()
            if bool(card.get("invented")) == scenario.invented or id in named
        }
        for kind in Shelf.__struct_fields__
    }
    return msgspec.convert(kinds, Shelf)


def _seats(options: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    seats = options.get("seats") or [{"name": name} for name in DEFAULT_TEAM]
    if not 1 <= len(seats) <= 6:
        raise ValueError("1 to 6 Ghostbusters can play, not " + str(len(seats)))
    return list(seats)


def _ghostbuster(seat: Mapping[str, Any], number: int, shelf: Shelf) -> Ghostbuster:
    who = msgspec.convert(dict(seat), Ghostbuster)
    if not who.character:
        known = list(shelf.characters)
        who.character = known[number] if number < len(known) else "seat_" + str(number)
    if who.character not in shelf.characters:
        shelf.characters[who.character] = Character(id=who.character, name=who.name)
    return who


def _symbols(shelf: Mapping[str, Any]) -> dict[str, str]:
    """How the owner of the box calls the symbols of the Event Die."""
    named: dict[str, str] = {}
    for components in shelf.get("components", {}).values():
        named.update(components.get("symbols") or {})
    return {symbol: name for symbol, name in named.items() if symbol in SYMBOLS}


def _pke_meter(shelf: Mapping[str, Any]) -> tuple[str, ...]:
    """The ways of the PKE Meter, if the owner of the box has typed them in. GB2-SETUP-10."""
    for components in shelf.get("components", {}).values():
        ways = tuple(components.get("pke_meter") or ())
        if len(set(ways)) == 8:
            return ways
    return ()


def _check_colours(team: Iterable[Ghostbuster]) -> None:
    """Each has a Base of an own colour. GB2-SETUP-12."""
    taken: dict[str, str] = {}
    for who in team:
        if who.colour and who.colour in taken:
            raise ValueError(who.name + " and " + taken[who.colour] + " cannot both be " + who.colour)
        taken[who.colour] = who.name


# -- to the first round -------------------------------------------------------


def set_up(table: Table) -> Rule[None]:
    """Lay out the Scenario; what is not known is asked for."""
    yield from settle_misprints(table)
    yield from tell_carried_over(table)
    scenario = table.scenario
    _read_off_map(table)
    table.goo_timer = yield from figure(scenario, "goo_timer")
    table.goo_maximum = yield from figure(scenario, "goo_maximum", low=table.goo_timer)
    yield from _fill_spirit_world(table)
    yield from _place_entities(table)
    yield from _place_gates(table)
    for number in range(1, (yield from figure(scenario, "goo_piles")) + 1):
        pile = GooPile(number)
        table.goo_piles[pile.id] = pile
    yield from read_deck(table)
    if scenario.start == "ecto_1a" and scenario.ecto_1a:
        for who in table.team:
            who.place = "ecto_1a"
    if not scenario.invented:
        yield from house_rules(table)
    yield from form_teams(table)
    yield from lay_out(table)
    if table.ask_packs:
        yield from packs(table)
    for seat in range(len(table.team)):
        yield from _deal_class_s(table, seat)
        yield from _start_level(table, seat)
    yield from last_look(table)
    catch_up(table)
    table.map_card = None


def _read_off_map(table: Table) -> None:
    """What stands on a map that is typed in as a whole need not be typed a second time. GB2-MAPSETUP-04."""
    scenario, card = table.scenario, table.map_card
    if card is None or not card.complete:
        return
    there = Counter(spot.what for spot in card.spots)
    if scenario.entities is None:
        scenario.entities = {what: count for what, count in there.items() if what in table.shelf.entities}
    if scenario.goo_piles is None:
        scenario.goo_piles = there["goo_pile"]


def _fill_spirit_world(table: Table) -> Rule[None]:
    """The Ghosts listed on the Scenario Card; without a list the players read them off. GB2-SPIRIT-01."""
    scenario = table.scenario
    if scenario.spirit_world is None:
        ghosts = [card for card in table.shelf.entities.values() if card.kind != "plazm" and not card.rank]
        rules = ("GB2-SPIRIT-01", "GB2-MAPSETUP-05")
        listed = yield from _census(say("What is in the Spirit World?"), ghosts, rules)
        yield from learn(scenario, "spirit_world", listed, say("Spirit World"))
    table.spirit_world = {card: count for card, count in (scenario.spirit_world or {}).items() if count}


def _place_entities(table: Table) -> Rule[None]:
    scenario = table.scenario
    if scenario.entities is None:
        everything = list(table.shelf.entities.values())
        title = say("What stands on the map?")
        listed = yield from _census(title, everything, ("GB2-MAPSETUP-04",), table.spirit_world)
        yield from learn(scenario, "entities", listed, say("Entities on the map"))
    for card, count in (scenario.entities or {}).items():
        for _ in range(count):
            entity = new_entity(table, card)
            entity.bases = dict(scenario.bases.get(entity.id, {}))


def _census(
    title: Text, cards: list[EntityCard], rules: Rules, used: Mapping[str, int] = MappingProxyType({})
) -> Rule[dict[str, int]]:
    """Which Entities and how many of each, read off the Scenario Card; of `used` there are fewer left."""
    listed: dict[str, int] = {}
    while True:
        options = [Option(card.id, _left(card, used)) for card in cards if card.id not in listed]
        if not options:
            return listed
        answer: str = yield Choose(title, _CENSUS, rules, options=(Option(DONE, _NO_MORE), *options))
        if answer == DONE:
            return listed
        card = next(card for card in cards if card.id == answer)
        if card.figures == 1:
            listed[answer] = 1
        else:
            how_many = say("How many {card}?", card=card.name)
            listed[answer] = yield Count(how_many, _CENSUS, rules, low=1, high=9, default=1)


def _left(card: EntityCard, used: Mapping[str, int]) -> Text:
    """A card's name, and how many of its figures are still in the box, if that is known and not 1."""
    figures = card.figures or 0
    if figures < 2:
        return Text(card.name)
    return say("{card} ({n} left)", card=card.name, n=max(0, figures - used.get(card.id, 0)))


_CENSUS = say("Read the Scenario Card. This is asked only once.")
_NO_MORE = say("Nothing more")


def _place_gates(table: Table) -> Rule[None]:
    """Where Gates stand and which are open; any symbol may go on any Gate. GB2-SETUP-06."""
    scenario = table.scenario
    if scenario.gates is None:
        yield from learn(scenario, "gates", (yield from _ask_gates()), say("Gates"))
    for setup in scenario.gates or ():
        id = "gate " + setup.symbol
        table.gates[id] = Gate(
            id=id,
            name=scenario.gate_name,
            symbol=setup.symbol,
            open=setup.open,
            sign=table.symbols.get(setup.symbol, ""),
        )


def _ask_gates() -> Rule[tuple[GateSetup, ...]]:
    gates: list[GateSetup] = []
    left = list(SYMBOLS)
    while left:
        options = [
            Option(symbol + " " + state, name.fill(symbol=SYMBOL_NAMES[symbol]))
            for symbol in left
            for state, name in _STATES.items()
        ]
        answer: str = yield Choose(
            say("Which Gates?"),
            say("Put any symbol on any Gate of the card, open or closed as it says."),
            ("GB2-SETUP-06",),
            options=(Option(DONE, _NO_MORE), *options),
        )
        if answer == DONE:
            break
        symbol, state = answer.split(" ")
        gates.append(GateSetup(symbol=symbol, open=state == "open"))
        left.remove(symbol)
    return tuple(gates)


_STATES = {"open": say("{symbol}, open"), "closed": say("{symbol}, closed")}


def _deal_class_s(table: Table, seat: int) -> Rule[None]:
    """One random Class-S card of the character's type, once a campaign. GB2-CLASSS-01, GB2-CLASSS-05."""
    who = table.team[seat]
    kind = table.character(seat).class_s
    taken = {held.card for other in table.team for held in other.equipment}
    cards = [
        card
        for card in table.shelf.equipment.values()
        if card.class_s and card.class_s == kind and card.id not in taken
    ]
    if not cards or any(held.class_s for held in who.equipment):
        return
    answer: str = yield Scan(
        say("{who}: Class-S card", who=who.name),
        say("Shuffle the Class-S cards of type {kind} and draw one, face up. Which is it?", kind=kind),
        ("GB2-CLASSS-01",),
        seat,
        kinds=("equipment",),
        options=tuple([Option(card.id, Text(card.name)) for card in cards]),
    )
    card = table.shelf.equipment[answer]
    who.equipment.append(Held(answer, card.uses, True))
    yield Notice(
        "equipment",
        say("{who} has {card}", who=who.name, card=card.name),
        ("GB2-CLASSS-01",),
        {"seat": seat, "card": answer},
    )


def _start_level(table: Table, seat: int) -> Rule[None]:
    """Begin at the Level of a single Scenario; Levels reached for the first time bring what they bring.

    GB2-SCENARIO-02, GB2-LEVEL-06, GB2-LEVEL-08.
    """
    who = table.team[seat]
    for index in range(1, table.start_level):
        who.xp = max(who.xp, (yield from threshold(table.character(seat), index)))
    yield from check_level(table, seat)
