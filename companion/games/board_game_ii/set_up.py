"""Setting up: from an opening to a table, and what the players lay out.

Rules GB2-SETUP, GB2-SPIRIT-01, GB2-GOODECK-01. Must not know what happens afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from companion.engine.game import Opening
from companion.engine.prompts import Count, Tell
from companion.engine.rule import Rule
from companion.engine.text import Text, say

from .cards import Character, Scenario, Shelf
from .dice import SYMBOL_NAMES
from .figures import figure, learn
from .spirit_world import new_entity
from .state import Gate, Ghostbuster, GooPile, HouseRules, Table
from .xp import catch_up, check_level

DEFAULT_TEAM = ("Ray", "Egon", "Peter", "Winston")


def open_table(opening: Opening) -> Table:
    """The table of an opening. ValueError with one line if it cannot be."""
    try:
        shelf = msgspec.convert(opening.shelf, Shelf)
        scenario = _scenario(opening.options, shelf)
        house_rules = msgspec.convert(
            {**scenario.house_rules, **opening.options.get("house_rules", {})}, HouseRules
        )
        team = [_ghostbuster(seat, number, shelf) for number, seat in enumerate(_seats(opening.options))]
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from None
    return Table(scenario=scenario, shelf=shelf, team=team, house_rules=house_rules)


def _scenario(options: Mapping[str, Any], shelf: Shelf) -> Scenario:
    id = options.get("scenario", "")
    if not id and len(shelf.scenarios) == 1:
        id = next(iter(shelf.scenarios))
    scenario = shelf.scenarios.get(id)
    if scenario is None:
        raise ValueError("no scenario is called " + repr(id))
    shelf.scenarios = {}
    for field in ("entities", "characters", "equipment", "events", "key_items"):
        setattr(shelf, field, _fitting(getattr(shelf, field), scenario))
    for card in (*scenario.entities, *(scenario.spirit_world or ())):
        if card not in shelf.entities:
            raise ValueError("scenario " + id + " names an unknown Entity: " + card)
    return scenario


def _fitting(cards: Mapping[str, Any], scenario: Scenario) -> dict[str, Any]:
    """Training cards for training scenarios, the others for the others, and what a scenario names itself."""
    named = {*scenario.entities, *(scenario.spirit_world or ()), *scenario.deck.add}
    return {id: card for id, card in cards.items() if card.invented == scenario.invented or id in named}


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


def set_up(table: Table) -> Rule[None]:
    """Lay out the Scenario; figures that are not known are asked for."""
    scenario = table.scenario
    table.goo_timer = yield from figure(scenario, "goo_timer")
    table.goo_maximum = yield from figure(scenario, "goo_maximum", low=table.goo_timer)
    yield from _fill_spirit_world(table)
    for card, count in scenario.entities.items():
        for _ in range(count):
            entity = new_entity(table, card)
            entity.bases = dict(scenario.bases.get(entity.id, {}))
    for setup in scenario.gates:
        id = "gate " + setup.symbol
        name = scenario.gate_name + " " + SYMBOL_NAMES[setup.symbol].msg
        table.gates[id] = Gate(id=id, name=name, symbol=setup.symbol, open=setup.open)
    for number in range(1, (yield from figure(scenario, "goo_piles")) + 1):
        id = "goo " + str(number)
        table.goo_piles[id] = GooPile(id, "Goo Pile " + str(number))
    yield from _mix_deck(table)
    if scenario.start == "ecto_1a" and scenario.ecto_1a:
        for who in table.team:
            who.place = "ecto_1a"
    for seat in range(len(table.team)):
        yield from check_level(table, seat)
    catch_up(table)
    yield Tell(Text(scenario.name), Text(scenario.story) if scenario.story else _LAY_OUT, ("GB2-SETUP-06",))
    for text in _corrections(table):
        yield Tell(_CORRECTION, Text(text), ("GB2-SETUP-06",))


def _fill_spirit_world(table: Table) -> Rule[None]:
    """The Ghosts listed on the Scenario Card; without a list the players read them off. GB2-SPIRIT-01."""
    scenario = table.scenario
    if scenario.spirit_world is None:
        listed: dict[str, int] = {}
        for card in table.shelf.entities.values():
            if card.kind != "plazm" and not card.rank:
                listed[card.id] = yield Count(
                    say("Spirit World: {card}?", card=card.name),
                    say("How many of them does the Scenario Card put into the Spirit World?"),
                    ("GB2-SPIRIT-01", "GB2-MAPSETUP-05"),
                    low=0,
                    high=9,
                )
        yield from learn(scenario, "spirit_world", listed, say("Spirit World"))
    table.spirit_world = {card: count for card, count in (scenario.spirit_world or {}).items() if count}


def _corrections(table: Table) -> Iterator[str]:
    """Official corrections that the players carry out themselves."""
    yield from table.scenario.corrections
    for card in {**table.scenario.entities, **table.spirit_world}:
        yield from table.shelf.entities[card].corrections


_CORRECTION = say("Official correction")
_LAY_OUT = say("Lay out the map as the Scenario Card shows.")


def _mix_deck(table: Table) -> Rule[None]:
    """How many cards of each kind may be in the Goo Pile deck. GB2-GOODECK-01, GB2-GOODECK-02."""
    deck = table.scenario.deck
    within = (table.scenario.id, "deck.")
    kinds: dict[str, int] = {}
    for kind in ("equipment", "event", "key_item"):
        kinds[kind] = yield from figure(deck, kind, "Goo Pile deck", within)
    removed = yield from figure(deck, "remove", "Goo Pile deck", within)
    table.goo_cards = max(0, sum(kinds.values()) - removed) + len(deck.add)
    kinds["key_item"] += len(deck.add)
    table.goo_sure = len(deck.add)
    table.goo_deck = kinds
