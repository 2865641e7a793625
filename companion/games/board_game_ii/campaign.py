"""From one Scenario of a campaign to the next: what is kept, what is lost, and which one follows.

Rules GB2-CAMPAIGN, GB2-CAUSTIC-06, GB2-SETUP-04, GB2-FAQ-02. Must not know how a Scenario is played.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.prompts import Choose, Option
from companion.engine.rule import Rule
from companion.engine.text import Text, say

from .state import Ghostbuster, Held, Table


def carry_over(table: Table) -> dict[str, Any]:
    """The options with which the next Scenario of the campaign opens, but for its name.

    Kept: XP, Levels had, Equipment (ready again), Key Items, and by setting the Ecto-Tank and ordinary
    Slime. Lost: Plazm and Ghosts still carried, Caustic, everything on the map.
    """
    return {
        "seats": [_kept(table, who) for who in table.team],
        "series": table.scenario.campaign,
        "ecto_tank": table.ecto_tank if table.house_rules.keep_tank else 0,
        "house_rules": {
            name: getattr(table.house_rules, name) for name in table.house_rules.__struct_fields__
        },
    }


def _kept(table: Table, who: Ghostbuster) -> dict[str, Any]:
    kept: dict[str, Any] = {
        "name": who.name,
        "colour": who.colour,
        "character": who.character,
        "player": who.player,
        "xp": who.xp,
        "drawn_level": who.drawn_level,
        "equipment": [
            {"card": held.card, "uses": _uses(table, held), "class_s": held.class_s} for held in who.equipment
        ],
        "key_items": list(who.key_items),
    }
    if table.house_rules.keep_slime:
        kept["slimes"] = {kind: count for kind, count in who.slimes.items() if kind != "caustic"}
    return kept


def _uses(table: Table, held: Held) -> int:
    """Equipment is ready again in the next Scenario. GB2-CAMPAIGN-02, GB2-CLASSS-05."""
    card = table.shelf.equipment.get(held.card)
    return card.uses if card is not None else max(1, held.uses)


def sequel(table: Table, shelf: Mapping[str, Any]) -> Rule[dict[str, Any] | None]:
    """Ask how a campaign goes on after this Scenario; None if it does not. GB2-CAMPAIGN-07, GB2-SETUP-04."""
    scenario = table.scenario
    scenarios: Mapping[str, Mapping[str, Any]] = shelf.get("scenarios", {})
    others = [
        id
        for id, card in scenarios.items()
        if scenario.campaign and card.get("campaign") == scenario.campaign and id != scenario.id
    ]
    if not others:
        return None
    others.sort(key=lambda id: _place(scenarios[id], scenario.number or 0))
    again = [scenario.id] if scenario.id in scenarios else []
    others = [*again, *others] if table.lost and not table.won else [*others, *again]
    answer: str = yield Choose(
        say("The campaign goes on"),
        say("XP, Equipment and Key Items are kept. Which Scenario is next?"),
        ("GB2-CAMPAIGN-01", "GB2-CAMPAIGN-02", "GB2-CAMPAIGN-03"),
        options=(
            *(Option(id, Text(str(scenarios[id]["name"]))) for id in others),
            Option("stop", say("Stop here")),
        ),
    )
    if answer == "stop":
        return None
    options = carry_over(table)
    options["scenario"] = answer
    options["seats"] = yield from _order(options["seats"])
    return options


def _place(card: Mapping[str, Any], after: int) -> tuple[bool, int]:
    """The one that follows comes first, those played before last."""
    number = int(card.get("number") or 0)
    return number <= after, number


def _order(seats: list[dict[str, Any]]) -> Rule[list[dict[str, Any]]]:
    """Between Scenarios the order of turns may be set anew. GB2-SETUP-04."""
    ordered: list[dict[str, Any]] = []
    left = list(seats)
    while len(left) > 1:
        options = [Option(seat["name"], Text(seat["name"])) for seat in left]
        if not ordered:
            options.insert(0, Option("same", say("The same order")))
        answer = yield Choose(
            say("Who takes turn {n}?", n=len(ordered) + 1),
            say("The order of turns may change between Scenarios."),
            ("GB2-SETUP-04",),
            options=tuple(options),
        )
        if answer == "same":
            break
        ordered += [seat for seat in left if seat["name"] == answer]
        left = [seat for seat in left if seat["name"] != answer]
    return ordered + left
