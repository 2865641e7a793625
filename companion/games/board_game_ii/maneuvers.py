"""The Maneuvers of a turn: Investigate, Transfer, entering and leaving vehicles.

Rules GB2-MANEUVER, GB2-TRANSFER, GB2-VEHICLE, GB2-INVESTIGATE. Each is False if it was called off.
"""

from __future__ import annotations

from companion.engine.prompts import Choose, Count, Option, Refusal
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say

from .actions import change_place
from .allowance import spend_maneuver
from .board import NEXT_TO_RULES
from .equipment import name_of
from .goo import investigate, search
from .state import Ghostbuster, Table
from .streams import recheck
from .vehicles import not_a_neighbour
from .words import BACK

_BACK = Option("back", BACK)
_DONE = Option("done", say("That is all"))
_CLASS_S = Refusal(say("Class-S Equipment never changes hands."), ("GB2-TRANSFER-06", "GB2-CLASSS-03"))
_RULES = ("GB2-TRANSFER-01", "GB2-TRANSFER-07", "GB2-TRANSFER-08")


def investigate_maneuver(table: Table, seat: int) -> Rule[bool]:
    """Turn over a Goo Pile. GB2-INVESTIGATE-01."""
    pile = yield from investigate(table, seat)
    if not pile:
        return False
    spend_maneuver(table, seat)
    yield from search(table, seat, table.goo_piles[pile])
    return True


def enter_or_exit(table: Table, seat: int) -> Rule[bool]:
    """Get into or out of the Ecto-1a by a door. GB2-VEHICLE-01 … GB2-VEHICLE-03."""
    who = table.team[seat]
    out = who.place == "ecto_1a"
    answer = yield Choose(
        (say("{who} gets out") if out else say("{who} gets in")).fill(who=who.name),
        say("To one of the 4 spaces at its long sides, free and not walled off; whichever you came in by.")
        if out
        else say("From one of the 4 spaces at its long sides, not an end or a corner?"),
        ("GB2-VEHICLE-01", "GB2-VEHICLE-03", "GB2-ECTO1-01", "GB2-ECTO1-02")
        if out
        else ("GB2-VEHICLE-01", "GB2-VEHICLE-02", "GB2-ECTO1-01"),
        seat,
        options=(Option("done", say("Done")), _BACK),
    )
    if answer == "back":
        return False
    spend_maneuver(table, seat)
    yield from change_place(table, seat, "map" if out else "ecto_1a")
    if who.target:
        yield from recheck(table, seat, ("GB2-STREAM-12", "GB2-STREAM-13"))
    return True


def transfer(table: Table, seat: int) -> Rule[bool]:
    """Goods change hands with one partner, both ways. GB2-TRANSFER."""
    partners = [
        Option(str(other), Text(who.name), not_a_neighbour(table, seat, other, goods=True))
        for other, who in enumerate(table.team)
        if other != seat
    ]
    answer: str = yield Choose(
        say("Transfer with whom?"),
        say("Next to you and in sight; who is in the Ecto-1a counts as next to all around it."),
        ("GB2-TRANSFER-03", "GB2-TRANSFER-04", "GB2-ECTO1-08", "GB2-ECTO1-09", *NEXT_TO_RULES),
        seat,
        options=(*partners, _BACK),
    )
    if answer == "back":
        return False
    me, other = table.team[seat], table.team[int(answer)]
    spent = False
    while True:
        options = (*_goods(table, "give", me), *_goods(table, "take", other))
        answer = yield Choose(
            Text("{who} and {other}", {"who": me.name, "other": other.name}),
            say("What changes hands?"),
            _RULES,
            seat,
            options=(*options, _DONE if spent else _BACK),
        )
        if answer in ("done", "back"):
            return spent
        way, good = answer.split(" ", 1)
        giver, taker = (me, other) if way == "give" else (other, me)
        if not spent:
            spend_maneuver(table, seat)
            spent = True
        yield from _hand_over(table, seat, giver, taker, good)


def _goods(table: Table, way: str, giver: Ghostbuster) -> list[Option]:
    verb = say("Give {good}") if way == "give" else say("Take {good}")
    goods: list[tuple[str, Text, Refusal | None]] = [
        ("ghost " + card, Text(table.shelf.entities[card].name), None) for card in giver.ghosts
    ]
    if giver.plazm:
        goods.append(("plazm", Text("{n} Plazm", {"n": giver.plazm}), None))
    goods.extend(
        ("card " + str(at), name_of(table, held), _CLASS_S if held.class_s else None)
        for at, held in enumerate(giver.equipment)
    )
    return [Option(way + " " + id, verb.fill(good=name), refusal) for id, name, refusal in goods]


def _hand_over(table: Table, seat: int, giver: Ghostbuster, taker: Ghostbuster, good: str) -> Rule[None]:
    count = 1
    if good == "plazm":
        if giver.plazm > 1:
            count = yield Count(
                say("How much Plazm?"), rules=_RULES, to=seat, low=1, high=giver.plazm, default=giver.plazm
            )
        giver.plazm -= count
        taker.plazm += count
        name = Text("{n} Plazm", {"n": count})
    elif good.startswith("ghost "):
        card = good[6:]
        giver.ghosts[card] -= 1
        if not giver.ghosts[card]:
            del giver.ghosts[card]
        taker.ghosts[card] = taker.ghosts.get(card, 0) + 1
        name = Text(table.shelf.entities[card].name)
    else:
        held = giver.equipment.pop(int(good[5:]))
        taker.equipment.append(held)
        name = name_of(table, held)
    yield Notice(
        "transferred",
        Text("{giver} to {taker}: {good}", {"giver": giver.name, "taker": taker.name, "good": name}),
        ("GB2-TRANSFER-01", "GB2-TRANSFER-05"),
        {"giver": giver.name, "taker": taker.name, "count": count},
    )
