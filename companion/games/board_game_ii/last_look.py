"""What is looked over at set-up: what comes from the Scenario before, and at the end whether the counts fit.

Rules GB2-CAMPAIGN-02, GB2-CAUSTIC-06, GB2-SETUP-06. Tells only: owners may have two boxes. Must not know
where anything stands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.engine.prompts import Tell
from companion.engine.rule import Rule
from companion.engine.text import Text, say, say_n

from .state import Table


def tell_carried_over(table: Table) -> Rule[None]:
    """In a campaign: what is done with what the Ghostbusters bring along."""
    if any(who.xp or who.equipment or who.key_items for who in table.team):
        yield Tell(
            say("From last time"),
            say("Turn all Equipment face up. Take Caustic off everybody.")
            if table.house_rules.keep_slime
            else say("Turn all Equipment face up. Take all Slime and Caustic off everybody."),
            ("GB2-CAMPAIGN-02", "GB2-CAUSTIC-06", "GB2-CAMPAIGN-06"),
        )


def last_look(table: Table) -> Rule[None]:
    """How many of everything lie there now, to be held against the table; then what cannot fit."""
    closed = sum(not gate.open for gate in table.gates.values())
    lines = [
        say(
            "{n} figures on the map, {m} in the Spirit World.",
            n=len(table.entities),
            m=sum(table.spirit_world.values()),
        ),
        say_n("1 Gate, {closed} closed.", "{n} Gates, {closed} closed.", len(table.gates), closed=closed)
        if closed
        else say_n("1 Gate, open.", "{n} Gates, all open.", len(table.gates)),
        say_n("1 Goo Pile.", "{n} Goo Piles.", len(table.goo_piles)),
    ]
    yield Tell(say("A last look"), _run_on(lines), ("GB2-SETUP-06", "GB2-SPIRIT-01"))
    for text in _doubts(table):
        yield Tell(say("Please check"), text, ("GB2-SETUP-06",))


def _run_on(lines: list[Text]) -> Text:
    said = lines[0]
    for line in lines[1:]:
        said = Text("{before} {line}", {"before": said, "line": line})
    return said


def _doubts(table: Table) -> Iterator[Text]:
    used = Counter(table.spirit_world)
    used.update(entity.card for entity in table.entities.values())
    for id, count in used.items():
        card = table.shelf.entities[id]
        if card.figures and count > card.figures:
            yield say("{n} {card}, but the box has {figures}.", n=count, card=card.name, figures=card.figures)
    if table.goo_cards < len(table.goo_piles):
        yield say(
            "{piles} Goo Piles, but {cards} cards: the last ones have none.",
            piles=len(table.goo_piles),
            cards=table.goo_cards,
        )
