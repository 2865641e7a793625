"""Misprinted cards: the owner is told once which figure is printed, which is right, and says which to use.

The library knows the official corrections; here they are only asked about. Must not know files.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.engine.prompts import Choose, Option
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say
from companion.games.shelf import Overruled

from .cards import EntityCard, Scenario
from .state import Table

_TAKE, _KEEP = say("Take the official one"), say("Keep what is printed")


def settle_misprints(table: Table) -> Rule[None]:
    """Ask about every misprint of the cards in play that is not decided yet. GB2-SETUP-06."""
    for card in _in_play(table):
        for wrong in card.misprints:
            answer = yield Choose(
                say("Misprint: {card}", card=card.name),
                say("Official: {about} ({source})", about=Text(wrong.about), source=wrong.source),
                (wrong.rule.partition("/")[0],),
                options=_options(wrong),
            )
            keep = answer == "printed"
            if keep:
                kinds = {field.name: field.type for field in msgspec.structs.fields(card)}
                setattr(card, wrong.field, msgspec.convert(wrong.printed, kinds[wrong.field]))
            yield Notice(
                "misprint",
                say("{card}: played as printed.", card=card.name)
                if keep
                else say("{card}: played as officially corrected.", card=card.name),
                (wrong.rule.partition("/")[0],),
                {"rule": wrong.rule, "keep": keep},
            )
        card.misprints = ()


def _options(wrong: Overruled) -> tuple[Option, Option]:
    if not wrong.said:
        return Option("right", _TAKE), Option("printed", _KEEP)
    take, keep = say("Take {right}", right=wrong.right), say("Keep {printed}", printed=wrong.said)
    return Option("right", take), Option("printed", keep)


def _in_play(table: Table) -> Iterator[Scenario | EntityCard]:
    yield table.scenario
    for id in {**(table.scenario.entities or {}), **(table.scenario.spirit_world or {})}:
        yield table.shelf.entities[id]
