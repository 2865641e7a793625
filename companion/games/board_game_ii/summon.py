"""Summon: a named Ghost is fetched onto the map.

Rules GB2-SUMMON. Must not know which card calls it.
"""

from __future__ import annotations

from companion.engine.prompts import Choose, Option
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say

from .spirit_world import appear
from .state import Table

_SUMMON_RULES = ("GB2-SUMMON-01", "GB2-SUMMON-02")


def summon(table: Table, card: str, origin: Text) -> Rule[None]:
    """A named Ghost is fetched: from outside the Scenario, a Trap, the Spirit World, or not at all."""
    holders = [seat for seat, who in enumerate(table.team) if who.ghosts.get(card)]
    if table.out.get(card) or _in_box(table, card):
        if table.out.get(card):
            _less(table.out, card)
        source = say("from outside the Scenario")
    elif holders:
        seat = holders[0]
        if len(holders) > 1:
            answer = yield Choose(
                say("From whose Traps?"),
                say("Which Ghostbuster gives it up?"),
                _SUMMON_RULES,
                options=tuple(Option(str(seat), Text(table.team[seat].name)) for seat in holders),
            )
            seat = int(answer)
        _less(table.team[seat].ghosts, card)
        source = Text("from {who}'s Traps", {"who": table.team[seat].name})
    elif table.spirit_world.get(card):
        _less(table.spirit_world, card)
        source = say("from the Spirit World")
    else:
        yield Notice(
            "not_summoned",
            Text("No {card} is left to be Summoned", {"card": table.shelf.entities[card].name}),
            ("GB2-SUMMON-03",),
        )
        return
    yield Notice(
        "summoned",
        Text("{card} comes {source}", {"card": table.shelf.entities[card].name, "source": source}),
        _SUMMON_RULES,
        {"card": card},
    )
    yield from appear(table, card, origin)


def _in_box(table: Table, card: str) -> bool:
    """Whether figures of the box are not used in this Scenario at all."""
    figures = table.shelf.entities[card].figures
    if figures is None:
        return False
    used = sum(entity.card == card for entity in table.entities.values())
    used += table.spirit_world.get(card, 0) + table.out.get(card, 0)
    used += sum(who.ghosts.get(card, 0) for who in table.team)
    return used < figures


def _less(counts: dict[str, int], card: str) -> None:
    counts[card] -= 1
    if not counts[card]:
        del counts[card]
