"""What has to be known before the table can be laid: which Scenario, which Ghostbusters, in which order.

Rules GB2-SETUP-02 … GB2-SETUP-05, GB2-SETUP-12, GB2-SCENARIO-01 … -03. Works on the plain shelf; must not
know the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.prompts import NOTHING, Choose, Count, Option, Refusal
from companion.engine.rule import Rule
from companion.engine.text import Text, say

from .random_ghostbuster import one_of
from .set_up import DEFAULT_TEAM

SEATS = ("GB2-SETUP-02", "GB2-SETUP-04")
CAMPAIGNS: dict[str, Text] = {
    "training": say("Training"),
    "scoleri": say("Scoleri Brothers"),
    "washington": say("Washington Square"),
    "vigo": say("Vigo"),
}
"""The order in which they are best played; the others follow. GB2-SCENARIO-01."""
COLOURS: dict[str, Text] = {
    "red": say("Red"),
    "orange": say("Orange"),
    "yellow": say("Yellow"),
    "green": say("Green"),
    "blue": say("Blue"),
    "purple": say("Purple"),
    "khaki": say("Khaki"),
    "white": say("White"),
}
TAKEN = Refusal(say("Another Ghostbuster has this colour."), ("GB2-SETUP-12",))
Shelf = Mapping[str, Mapping[str, Any]]


def prepare(shelf: Mapping[str, Any]) -> Rule[Mapping[str, Any]]:
    """Ask for the options of an opening."""
    scenarios: Shelf = shelf.get("scenarios", {})
    if not scenarios:
        return {}
    scenario = yield from _scenario(scenarios)
    training = bool(scenarios[scenario].get("invented"))
    characters = {
        id: card for id, card in shelf.get("characters", {}).items() if bool(card.get("invented")) == training
    }
    level = yield from _level(scenarios[scenario])
    series = str(scenarios[scenario].get("campaign") or "")
    seats = yield from _team(characters, training)
    return {"scenario": scenario, "level": level, "seats": seats, "series": series}


# -- the Scenario -------------------------------------------------------------


def _scenario(scenarios: Shelf) -> Rule[str]:
    """The campaign first: there are many Scenarios."""
    campaigns: dict[str, list[str]] = {}
    for id, card in scenarios.items():
        campaigns.setdefault(str(card.get("campaign") or id), []).append(id)
    known = list(CAMPAIGNS)
    # What was made for a first evening comes first, then the order of the rulebook.
    order = sorted(
        campaigns,
        key=lambda name: (
            not scenarios[campaigns[name][0]].get("invented"),
            known.index(name) if name in CAMPAIGNS else len(known),
        ),
    )
    chosen = yield from _one_of(
        say("Which campaign?"), {name: _title(scenarios, name, campaigns[name]) for name in order}
    )
    inside = sorted(campaigns[chosen], key=lambda id: int(scenarios[id].get("number") or 0))
    return (yield from _one_of(say("Which Scenario?"), {id: _numbered(scenarios[id]) for id in inside}))


def _title(scenarios: Shelf, name: str, ids: list[str]) -> Text:
    if len(ids) == 1:
        return Text(str(scenarios[ids[0]]["name"]))
    return CAMPAIGNS.get(name) or Text(name.replace("_", " ").title())


def _numbered(card: Mapping[str, Any]) -> Text:
    number = card.get("number")
    name = Text(str(card["name"]))
    return Text("{n}. {name}", {"n": int(number), "name": name}) if number else name


def _one_of(title: Text, choices: Mapping[str, Text], text: Text = NOTHING) -> Rule[str]:
    """A choice, unless there is only one thing to choose."""
    if len(choices) == 1:
        return next(iter(choices))
    options = tuple(Option(id, name) for id, name in choices.items())
    answer: str = yield Choose(title, text, ("GB2-SCENARIO-01", *SEATS), options=options)
    return answer


def _level(scenario: Mapping[str, Any]) -> Rule[int]:
    """A later Scenario by itself starts at its Level; a campaign that is begun here starts at 0 XP.

    GB2-SCENARIO-02, GB2-SCENARIO-03.
    """
    number = int(scenario.get("number") or 1)
    if number < 2:
        return 1
    answer = yield Choose(
        say("Start at which Level?"),
        say("Played by itself, Scenario {n} starts everybody at Level {n}.", n=number),
        ("GB2-SCENARIO-02", "GB2-SCENARIO-03"),
        options=(Option(str(number), say("Level {n}", n=number)), Option("1", say("Level 1, 0 XP"))),
    )
    return int(answer)


# -- the Ghostbusters ---------------------------------------------------------


def _team(characters: Shelf, training: bool) -> Rule[list[dict[str, Any]]]:
    """The Ghostbusters in the order of their turns; who runs several has them one after the other."""
    people = dict(zip(DEFAULT_TEAM, characters, strict=False)) if training else {id: id for id in characters}
    names = {id: id if training else str(characters[id]["name"]) for id in people}
    count = yield Count(
        say("How many Ghostbusters?"),
        say("Scenarios are made for 4. With fewer players some run more than one."),
        SEATS,
        low=2,
        high=max(2, min(6, len(people))),
        default=min(4, len(people)),
    )
    runners = yield from _runners(count)
    seats: list[dict[str, Any]] = []
    for player in runners:
        left = {id: Text(name) for id, name in names.items() if all(seat["id"] != id for seat in seats)}
        own = sum(seat["player"] == player for seat in seats) + 1
        if runners.count(player) > 1:
            title, text = say("Player {player}: Ghostbuster {n}?", player=player + 1, n=own), _SIDE_BY_SIDE
        else:
            title, text = say("Who is player {n}?", n=player + 1), _CLOCKWISE
        who = yield from _one_of(title, left, text)
        card = characters[people[who]]
        colour = yield from _colour(names[who], str(card.get("colour") or ""), seats)
        seats.append(
            {"id": who, "name": names[who], "character": people[who], "colour": colour, "player": player}
        )
    seats = yield from _who_starts(seats)
    return [{key: value for key, value in seat.items() if key != "id"} for seat in seats]


_CLOCKWISE = say("Clockwise round the table.")
_SIDE_BY_SIDE = say("Side by side, from right to left.")


def _runners(ghostbusters: int) -> Rule[list[int]]:
    """Which player runs each Ghostbuster, clockwise. GB2-SETUP-02, GB2-SETUP-05."""
    players = yield Count(
        say("How many players?"), rules=("GB2-SETUP-02",), low=1, high=ghostbusters, default=ghostbusters
    )
    runs = [1] * players
    for _ in range(ghostbusters - players):
        options = {str(player): say("Player {n}", n=player + 1) for player in range(players)}
        answer = yield from _one_of(say("Who runs one more?"), options, _CLOCKWISE)
        runs[int(answer)] += 1
    return [player for player, several in enumerate(runs) for _ in range(several)]


def _colour(name: str, printed: str, seats: list[dict[str, Any]]) -> Rule[str]:
    """The colour of the card, or a free one if it has none or it is taken. GB2-SETUP-12."""
    taken = {seat["colour"] for seat in seats}
    if printed and printed not in taken:
        return printed
    answer: str = yield Choose(
        say("Which colour is {who}?", who=name),
        say("Each Ghostbuster has a Base of an own colour."),
        ("GB2-SETUP-12",),
        options=tuple(Option(id, text, TAKEN if id in taken else None) for id, text in COLOURS.items()),
    )
    return answer


def _who_starts(seats: list[dict[str, Any]]) -> Rule[list[dict[str, Any]]]:
    """Whoever was slimed last, or by lot; the others follow clockwise. GB2-SETUP-03."""
    answer: str = yield Choose(
        say("Who goes first?"),
        say("Whoever was in a really bad mood last. Or draw lots."),
        ("GB2-SETUP-03",),
        options=(*(Option(seat["id"], Text(seat["name"])) for seat in seats), Option("lot", say("By lot"))),
    )
    if answer == "lot":
        first = yield from one_of([seat["name"] for seat in seats], say("Who goes first?"), ("GB2-SETUP-03",))
    else:
        first = next(n for n, seat in enumerate(seats) if seat["id"] == answer)
    return seats[first:] + seats[:first]
