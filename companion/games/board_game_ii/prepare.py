"""What has to be known before the table can be laid: which Scenario, which Ghostbusters, in which order.

Rules GB2-SETUP-02, GB2-SETUP-04. Works on the plain shelf; must not know the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.prompts import Choose, Count, Option
from companion.engine.rule import Rule
from companion.engine.text import Text, say

from .set_up import DEFAULT_TEAM

SEATS = ("GB2-SETUP-02", "GB2-SETUP-04")


def prepare(shelf: Mapping[str, Any]) -> Rule[Mapping[str, Any]]:
    """Ask for the options of an opening."""
    scenarios: Mapping[str, Mapping[str, Any]] = shelf.get("scenarios", {})
    if not scenarios:
        return {}
    scenario = yield from _scenario(scenarios)
    training = bool(scenarios[scenario].get("invented"))
    characters = {
        id: card for id, card in shelf.get("characters", {}).items() if bool(card.get("invented")) == training
    }
    return {"scenario": scenario, "seats": (yield from _team(characters, training))}


def _scenario(scenarios: Mapping[str, Mapping[str, Any]]) -> Rule[str]:
    """The campaign first: there are many Scenarios."""
    campaigns: dict[str, list[str]] = {}
    for id, card in scenarios.items():
        campaigns.setdefault(str(card.get("campaign") or id), []).append(id)
    for ids in campaigns.values():
        ids.sort(key=lambda id: int(scenarios[id].get("number") or 0))
    # What was made for a first evening comes first.
    order = sorted(campaigns, key=lambda name: not scenarios[campaigns[name][0]].get("invented"))
    chosen = yield from _one_of(
        say("Which campaign?"), {name: _title(scenarios, name, campaigns[name]) for name in order}
    )
    return (
        yield from _one_of(
            say("Which Scenario?"), {id: Text(str(scenarios[id]["name"])) for id in campaigns[chosen]}
        )
    )


def _title(scenarios: Mapping[str, Mapping[str, Any]], name: str, ids: list[str]) -> Text:
    return Text(str(scenarios[ids[0]]["name"]) if len(ids) == 1 else name.replace("_", " ").title())


def _one_of(title: Text, choices: Mapping[str, Text]) -> Rule[str]:
    """A choice, unless there is only one thing to choose."""
    if len(choices) == 1:
        return next(iter(choices))
    answer: str = yield Choose(title, options=tuple(Option(id, name) for id, name in choices.items()))
    return answer


def _team(characters: Mapping[str, Mapping[str, Any]], training: bool) -> Rule[list[dict[str, str]]]:
    """The Ghostbusters in the order of their turns."""
    people = dict(zip(DEFAULT_TEAM, characters, strict=False)) if training else {id: id for id in characters}
    names = {id: id if training else str(characters[id]["name"]) for id in people}
    count = yield Count(
        say("How many Ghostbusters?"),
        say("With fewer than 4 players some run more than one."),
        SEATS,
        low=2,
        high=max(2, min(4, len(people))),
        default=min(4, len(people)),
    )
    seats: list[dict[str, str]] = []
    for n in range(1, count + 1):
        left = {id: Text(name) for id, name in names.items() if all(seat["id"] != id for seat in seats)}
        who = yield from _one_of(say("Who takes turn {n}?", n=n), left)
        colour = str(characters[people[who]].get("colour") or "")
        seats.append({"id": who, "name": names[who], "character": people[who], "colour": colour})
    return [{key: value for key, value in seat.items() if key != "id"} for seat in seats]
