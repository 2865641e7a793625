"""The Goo Timer, Goo Piles and the Goo Pile deck: Investigating and what is found.

Rules GB2-GOO, GB2-GOODECK, GB2-INVESTIGATE. Must not know what found cards do.
"""

from __future__ import annotations

from companion.engine.prompts import Choose, Option, Refusal, Rules, Scan
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say

from .equipment import draw_equipment
from .events import draw_event
from .goo_deck import top_card
from .state import GooPile, Table
from .win_loss import lose
from .words import BACK, GOO_CARD_NAMES
from .xp import gain_xp

_TIMER = say("Goo Timer: {n}")
_PILE_TEXT = say("Next to it, in sight, no Entity on it?")
_PILE_RULES = ("GB2-INVESTIGATE-01", "GB2-INVESTIGATE-02", "GB2-INVESTIGATE-03")
_DONE_BEFORE = Refusal(say("This Goo Pile is Investigated already."), ("GB2-GOO-09",))
_BACK = Option("back", BACK)
_NO_CARD = say("The Goo Pile deck is empty: no card.")


def change_goo_timer(table: Table, by: int, rules: Rules) -> Rule[None]:
    """The Goo Timer moves between 0 and its maximum; at 0 the Scenario is lost. GB2-GOO-01, GB2-GOO-02."""
    before = table.goo_timer
    table.goo_timer = now = max(0, min(table.goo_maximum, before + by))
    if now != before:
        yield Notice("goo_timer", _TIMER.fill(n=now), rules, {"goo_timer": now})
    if now == 0:
        lose(table, "goo_timer")


def investigate(table: Table, seat: int) -> Rule[str]:
    """Ask which pile; "" if none. The Maneuver is spent by the caller before `search`."""
    options = [
        Option(pile.id, pile.title, None if pile.state == "open" else _DONE_BEFORE)
        for pile in table.goo_piles.values()
        if pile.state != "gone"
    ]
    answer: str = yield Choose(
        say("Which Goo Pile?"), _PILE_TEXT, _PILE_RULES, seat, options=(*options, _BACK)
    )
    return "" if answer == "back" else answer


def search(table: Table, seat: int, pile: GooPile) -> Rule[None]:
    """Turn the pile over: XP, Goo Timer up, a card. GB2-GOO-02, GB2-GOO-04, GB2-GOODECK-05."""
    pile.state = "down"
    yield Notice(
        "investigated",
        Text("{who} turns over {pile}", {"who": table.team[seat].name, "pile": pile.title}),
        ("GB2-INVESTIGATE-01", "GB2-GOO-04"),
        {"seat": seat, "pile": pile.id},
    )
    yield from gain_xp(table, seat, 1, ("GB2-GOO-04", "GB2-INVESTIGATE-01"))
    yield from change_goo_timer(table, 1, ("GB2-GOO-02", "GB2-FAQ-04"))
    if table.goo_cards == 0:
        pile.state = "gone"
        yield Notice("no_card", _NO_CARD, ("GB2-GOODECK-05",))
        return
    yield from draw_goo_card(table, seat, pile)


def draw_goo_card(table: Table, seat: int, pile: GooPile) -> Rule[None]:
    """The top Goo Pile Card and what it brings. GB2-GOODECK-03, GB2-GOO-07, GB2-GOO-08."""
    kind = yield from top_card(table, seat)
    if kind == "event":
        yield from draw_event(table, seat, pile.id)
        return
    pile.state = "gone"
    yield Notice(
        "token_off",
        Text("{pile}: take the token off the map", {"pile": pile.title}),
        ("GB2-GOO-07",),
        {"pile": pile.id},
    )
    if kind == "equipment":
        yield from draw_equipment(table, seat)
        return
    yield from _find_key_item(table, seat)


def _find_key_item(table: Table, seat: int) -> Rule[None]:
    who = table.team[seat]
    held = {item for other in table.team for item in other.key_items}
    options = [
        Option(item.id, Text(item.name)) for item in table.shelf.key_items.values() if item.id not in held
    ]
    if len(options) == 1:
        id = options[0].id
    else:
        id = yield Scan(
            say("Which Key Item?"),
            rules=("GB2-GOODECK-03",),
            kinds=("key_item",),
            options=(*options, Option("other", say("Another one"))),
        )
    who.key_items.append(id)
    item = table.shelf.key_items.get(id)
    name = item.name if item is not None else GOO_CARD_NAMES["key_item"]
    yield Notice(
        "key_item",
        say("{who} keeps {item}", who=who.name, item=name),
        ("GB2-GOODECK-03",),
        {"seat": seat, "item": id},
    )
