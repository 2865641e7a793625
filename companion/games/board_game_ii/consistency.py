"""Cards held against each other and against the box: what cannot be laid out, what is missing.

Here: pure checks of a shelf. Each names both numbers and where each stands. Must not know files or the
table, and forbids nothing: owners may have two boxes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from companion.engine.prompts import Rules
from companion.engine.text import Text, say
from companion.games.shelf import Finding, Where

from .box import Box, Components, MapCard
from .cards import Character, EntityCard, Event, Scenario, may_resist

THINGS = ("open_gate", "closed_gate", "goo_pile", "ecto_1a", "lady_liberty")
"""What may stand on a map besides Entities."""


def check(box: Box) -> Sequence[Finding]:
    """Everything that does not fit together on a shelf."""
    found: list[Finding] = []
    for look in (_scenarios, _characters, _maps, _meters):
        found += look(box)
    return found


def _meters(box: Box) -> Iterator[Finding]:
    """The eight numbers of a PKE Meter point at eight different neighbours. GB2-SETUP-10."""
    for components in box.components.values():
        meter = components.pke_meter
        if meter is not None and (len(meter) != MOVEMENT_FACES or len(set(meter)) != MOVEMENT_FACES):
            yield Finding(
                ("components", components.id, "pke_meter"),
                say("a PKE Meter points at 8 different neighbours, here are {n}", n=len(set(meter))),
                rules=("GB2-SETUP-10",),
            )


MOVEMENT_FACES = 8


# -- scenarios -------------------------------------------------------------------------


def _scenarios(box: Box) -> Iterator[Finding]:
    for scenario in box.scenarios.values():
        yield from _missing(scenario)
        yield from _goo_timer(scenario)
        yield from _figures(box, scenario)
        yield from _symbols(scenario)
        for components in box.components.values():
            yield from _tokens(box, scenario, components)
            yield from _plazms(box, scenario, components)
        yield from _deck(box, scenario)


def _at(card: Scenario | MapCard, *keys: str | int) -> Where:
    return ("scenarios" if isinstance(card, Scenario) else "maps", card.id, *keys)


_MISSING: tuple[tuple[str, Callable[[Scenario], bool], Text, Rules], ...] = (
    (
        "goo_timer",
        lambda card: card.goo_timer is None,
        say("where the Goo Timer starts is missing"),
        ("GB2-GOO-03",),
    ),
    (
        "goo_maximum",
        lambda card: card.goo_maximum is None,
        say("the Goo Timer's maximum is missing"),
        ("GB2-GOO-03",),
    ),
    (
        "spirit_world",
        lambda card: card.spirit_world is None,
        say("the list of the Spirit World is missing"),
        ("GB2-SPIRIT-01",),
    ),
    (
        "success",
        lambda card: not card.success,
        say("how the Scenario is won is missing"),
        ("GB2-SCENARIO-91",),
    ),
    (
        "deck.remove",
        lambda card: card.deck.remove is None,
        say("how many Goo Pile Cards are removed is missing"),
        ("GB2-GOODECK-01",),
    ),
)


def _missing(scenario: Scenario) -> Iterator[Finding]:
    for field, lacks, text, rules in _MISSING:
        if lacks(scenario):
            yield Finding(_at(scenario, *field.split(".")), text, rules=rules, missing=True)


def _goo_timer(scenario: Scenario) -> Iterator[Finding]:
    start, maximum = scenario.goo_timer, scenario.goo_maximum
    if start is not None and maximum is not None and start > maximum:
        yield Finding(
            _at(scenario, "goo_timer"),
            say(
                "the Goo Timer starts at {start}, its maximum is {maximum} ({there})",
                start=start,
                maximum=maximum,
            ),
            {"there": _at(scenario, "goo_maximum")},
            ("GB2-GOO-03",),
        )


def _figures(box: Box, scenario: Scenario) -> Iterator[Finding]:
    """On the map and in the Spirit World together: no more than the box holds."""
    spirits, entities = scenario.spirit_world or {}, scenario.entities or {}
    for id in {**entities, **spirits}:
        card = box.entities.get(id)
        if card is None or card.figures is None or card.size:
            continue
        on_map, below = entities.get(id, 0), spirits.get(id, 0)
        if on_map + below <= card.figures:
            continue
        places = {"box": ("entities", id, "figures")}
        if on_map and below and on_map <= card.figures:
            yield Finding(
                _at(scenario, "spirit_world", id),
                say(
                    "{below} {name} in the Spirit World, but {left} left: {on_map} on the map ({map}), "
                    "{figures} exist ({box})",
                    below=below,
                    name=card.name,
                    left=card.figures - on_map,
                    on_map=on_map,
                    figures=card.figures,
                ),
                {**places, "map": _at(scenario, "entities", id)},
                ("GB2-COMPONENT-02", "GB2-SPIRIT-01"),
            )
        else:
            yield Finding(
                _at(scenario, "entities" if on_map else "spirit_world", id),
                say(
                    "{count} {name} are asked for, {figures} exist ({box})",
                    count=on_map + below,
                    name=card.name,
                    figures=card.figures,
                ),
                places,
                ("GB2-COMPONENT-02",),
            )


def _symbols(scenario: Scenario) -> Iterator[Finding]:
    """Each symbol of the Event Die is on one Gate. GB2-SETUP-06."""
    first: dict[str, int] = {}
    for number, gate in enumerate(scenario.gates or ()):
        before = first.setdefault(gate.symbol, number)
        if before != number:
            yield Finding(
                _at(scenario, "gates", number),
                say("{symbol} is on another Gate already ({there})", symbol=gate.symbol),
                {"there": _at(scenario, "gates", before)},
                ("GB2-SETUP-06",),
            )


def _tokens(box: Box, scenario: Scenario, components: Components) -> Iterator[Finding]:
    where = ("components", components.id)
    gates = len(scenario.gates or ())
    if gates > components.gates:
        yield Finding(
            _at(scenario, "gates"),
            say(
                "{count} Gates are asked for, {exist} exist ({box})",
                count=gates,
                exist=components.gates,
            ),
            {"box": (*where, "gates")},
            ("GB2-COMPONENT-05",),
        )
    if (scenario.goo_piles or 0) > components.goo_piles:
        yield Finding(
            _at(scenario, "goo_piles"),
            say(
                "{count} Goo Piles are asked for, {exist} exist ({box})",
                count=scenario.goo_piles or 0,
                exist=components.goo_piles,
            ),
            {"box": (*where, "goo_piles")},
            ("GB2-COMPONENT-05",),
        )


def plazms_used(box: Box, counts: Mapping[str, int]) -> int:
    """How many Super-Plazm figures these Plazms are made of. GB2-FAQ-01."""
    return sum(box.entities[id].size * count for id, count in counts.items() if id in box.entities)


def _plazms(box: Box, scenario: Scenario, components: Components) -> Iterator[Finding]:
    used = plazms_used(box, scenario.entities or {})
    if used > components.super_plazms:
        yield Finding(
            _at(scenario, "entities"),
            say(
                "the Plazms on the map take {used} Super-Plazms, {exist} exist ({box})",
                used=used,
                exist=components.super_plazms,
            ),
            {"box": ("components", components.id, "super_plazms")},
            ("GB2-COMPONENT-03", "GB2-FAQ-01"),
        )


def deck_size(scenario: Scenario) -> int | None:
    """How many cards the Goo Pile deck has after the removal; None while a figure is unknown."""
    deck = scenario.deck
    if deck.equipment is None or deck.event is None or deck.remove is None:
        return None
    return max(0, deck.equipment + deck.event + (deck.key_item or 0) - deck.remove) + len(deck.add)


def _deck(box: Box, scenario: Scenario) -> Iterator[Finding]:
    size = deck_size(scenario)
    if size is not None and scenario.goo_piles is not None and size != scenario.goo_piles:
        yield Finding(
            _at(scenario, "deck"),
            say(
                "the Goo Pile deck has {size} cards, {piles} Goo Piles are on the map ({there})",
                size=size,
                piles=scenario.goo_piles,
            ),
            {"there": _at(scenario, "goo_piles")},
            ("GB2-GOODECK-01",),
        )


# -- maps -------------------------------------------------------------------------------


def _maps(box: Box) -> Iterator[Finding]:
    for card in box.maps.values():
        yield from _known_words(box, card)
        yield from _shared_spaces(card)
        if not card.complete:
            text = say("set 'complete: yes' when the whole map is typed in, then it is checked")
            yield Finding(_at(card, "spots"), text, missing=True)
            continue
        yield from _outside_key(card)
        scenario = box.scenarios.get(card.id)
        if scenario is not None:
            yield from _against_scenario(card, scenario)


def _known_words(box: Box, card: MapCard) -> Iterator[Finding]:
    known = {*THINGS, *box.entities}
    for number, spot in enumerate(card.spots):
        if spot.what not in known:
            yield Finding(
                _at(card, "spots", number, "what"),
                say(
                    "{what} is neither an Entity nor one of {things}",
                    what=spot.what,
                    things=", ".join(THINGS),
                ),
            )


def _shared_spaces(card: MapCard) -> Iterator[Finding]:
    """At most one Entity a space; a Goo Pile may lie under one."""
    first: dict[tuple[str, tuple[int, int]], int] = {}
    for number, spot in enumerate(card.spots):
        if spot.space is None or spot.what == "goo_pile":
            continue
        other = first.setdefault((spot.tile, spot.space), number)
        if other != number:
            column, row = spot.space
            yield Finding(
                _at(card, "spots", number, "space"),
                say(
                    "{what} stands on ({column},{row}), where {other} stands already ({there})",
                    what=spot.what,
                    column=column,
                    row=row,
                    other=card.spots[other].what,
                ),
                {"there": _at(card, "spots", other)},
                ("GB2-MAPSETUP-04",),
            )


def _outside_key(card: MapCard) -> Iterator[Finding]:
    for number, spot in enumerate(card.spots):
        if spot.what not in card.key and spot.what not in ("ecto_1a", "lady_liberty"):
            yield Finding(
                _at(card, "spots", number, "what"),
                say("{what} stands on the map, but not in the Map Key ({there})", what=spot.what),
                {"there": _at(card, "key")},
                ("GB2-MAPSETUP-04",),
            )


def _against_scenario(card: MapCard, scenario: Scenario) -> Iterator[Finding]:
    """What stands on the map and what the Scenario counts must be as many."""
    counts = Counter(spot.what for spot in card.spots)
    wanted: dict[str, tuple[int | None, str]] = {
        id: (count, "entities") for id, count in (scenario.entities or {}).items()
    }
    wanted["goo_pile"] = (scenario.goo_piles, "goo_piles")
    if scenario.gates:
        wanted["open_gate"] = (sum(gate.open for gate in scenario.gates), "gates")
        wanted["closed_gate"] = (sum(not gate.open for gate in scenario.gates), "gates")
    for what, (count, field) in wanted.items():
        if count is not None and counts[what] != count:
            there = _at(scenario, field, what) if field == "entities" else _at(scenario, field)
            yield Finding(
                _at(card, "spots"),
                say(
                    "{here} {what} stand on the map, the Scenario counts {count} ({there})",
                    here=counts[what],
                    what=what,
                    count=count,
                ),
                {"there": there},
                ("GB2-MAPSETUP-04",),
            )


# -- characters ----------------------------------------------------------------------------


def _characters(box: Box) -> Iterator[Finding]:
    for card in box.characters.values():
        for level in range(2, 6):
            xp = card.levels[level - 1] if level <= len(card.levels) else None
            if xp is None:
                yield Finding(
                    ("characters", card.id, "levels", level - 1),
                    say("the XP where Level {level} begins is missing", level=level),
                    rules=("GB2-LEVEL-03",),
                    missing=True,
                )
        yield from _levels(box, card)


def _levels(box: Box, card: Character) -> Iterator[Finding]:
    known = [xp for xp in card.levels if xp is not None]
    if known != sorted(set(known)):
        yield Finding(
            ("characters", card.id, "levels"),
            say(
                "each Level must begin at more XP than the one before it, not at {levels}",
                levels=list(map(str, known)),
            ),
            rules=("GB2-LEVEL-03",),
        )
    for components in box.components.values():
        if known and max(known) > components.xp_maximum:
            yield Finding(
                ("characters", card.id, "levels"),
                say(
                    "a Level begins at {xp} XP, but XP ends at {maximum} ({box})",
                    xp=max(known),
                    maximum=components.xp_maximum,
                ),
                {"box": ("components", components.id, "xp_maximum")},
                ("GB2-LEVEL-03",),
            )


# -- what a printed card states -----------------------------------------------------------


def unknown(card: Struct) -> Sequence[str]:
    """The figures that the printed card has and nobody has read off it yet. GB2-FIGURE-07."""
    if isinstance(card, EntityCard):
        return [name for name in _of_entity(card) if getattr(card, name) is None]
    if isinstance(card, Scenario):
        names = ["goo_timer", "goo_maximum", "spirit_world", "gate_to_hit", "gate_to_close", "goo_piles"]
        lacking = [name for name in [*names, "event_open", "event_closed"] if getattr(card, name) is None]
        deck = [
            f"deck.{name}" for name in ("equipment", "event", "remove") if getattr(card.deck, name) is None
        ]
        return [*lacking, *deck, *(["success"] if not card.success else [])]
    if isinstance(card, Character):
        lacking = [f"levels.{number}" for number, xp in enumerate(card.levels) if xp is None]
        return [
            *lacking,
            *(["affinity"] if card.affinity is None else []),
            *(["abilities"] if len(card.abilities) < 5 else []),
        ]
    if isinstance(card, Components):
        return ["pke_meter"] if card.pke_meter is None else []
    if isinstance(card, Event):
        return [name for name in ("limit", "success", "failure", "xp") if getattr(card, name) is None]
    return []


def _of_entity(card: EntityCard) -> Iterator[str]:
    yield from ("number", "to_hit")
    if card.kind == "plazm":
        yield "to_extract"
    else:
        yield "to_trap"
        if card.needs_both:
            yield "to_extract"
    yield from ("slime", "when_hit", "when_missed")
    if may_resist(card):
        yield "resist"
    if card.kind != "ghost":
        yield "plazm"
