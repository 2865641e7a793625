"""Player against player: two teams, Containment in place of Slime, and points for the other team.

Rules GB2-PVP. In force only with the house rule `pvp`. Only what the FAQ says of it is known; the PvP
card tells the rest. Must not know what Slimes a Ghostbuster.
"""

from __future__ import annotations

from companion.engine.prompts import Choose, Option, Tell
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say

from .figures import figure
from .state import Table

POINTS = 3
"""What the other side scores. GB2-PVP-02."""
SIDES: dict[str, Text] = {"Red": say("Red"), "Blue": say("Blue")}


def form_teams(table: Table) -> Rule[None]:
    """Ask once who is on which side; each has somebody."""
    if not table.house_rules.pvp or any(who.side for who in table.team):
        return
    for who in table.team:
        who.side = "Blue"
    while True:
        blue = [(seat, who) for seat, who in enumerate(table.team) if who.side == "Blue"]
        ready = len(blue) < len(table.team)
        options = [Option(str(seat), Text(who.name)) for seat, who in blue]
        if ready:
            options.insert(0, Option("done", say("Nobody else")))
        if len(blue) == 1:
            return
        answer: str = yield Choose(
            say("Who is on the Red team?"),
            say("All others are the Blue team."),
            ("GB2-PVP-02",),
            options=tuple(options),
        )
        if answer == "done":
            return
        table.team[int(answer)].side = "Red"


def contain(table: Table, seat: int) -> Rule[None]:
    """One Containment Slime; at the limit the Ghostbuster is Contained. GB2-PVP-01, GB2-PVP-02."""
    who = table.team[seat]
    if who.place == "off":
        return
    who.slimes["containment"] = who.slimes.get("containment", 0) + 1
    yield Notice(
        "slimed",
        Text("{who}: Containment {n}", {"who": who.name, "n": who.slimes["containment"]}),
        ("GB2-PVP-01",),
        {"seat": seat, "slime": "containment"},
    )
    limit = yield from figure(table.scenario, "containment")
    if who.slimes["containment"] < limit:
        return
    who.slimes.clear()
    who.place = "off"
    for side in sorted({other.side for other in table.team} - {who.side}):
        table.score[side] = table.score.get(side, 0) + POINTS
        yield Notice(
            "scored",
            say("{side} scores {n}", side=SIDES.get(side, Text(side)), n=POINTS),
            ("GB2-PVP-02",),
            {"side": side, "score": table.score[side]},
        )
    yield Tell(
        Text("{who} is Contained", {"who": who.name}),
        say("Take the figure off the map and all Slime off the card."),
        ("GB2-PVP-02",),
    )
