"""House rules: another reading of a row that the rulebook leaves open, agreed on at set-up.

A game lists them and keeps the ids of those that are on. Must not know what a reading changes.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from companion.engine.prompts import Choose, Option
from companion.engine.rule import Rule
from companion.engine.text import Text, say


class HouseRule(Struct, frozen=True):
    """The other reading of a row; off unless the table wants it."""

    id: str
    row: str
    name: Text


def choose_house_rules(on: list[str], rules: Sequence[HouseRule]) -> Rule[None]:
    """Show all; picking one switches it, in `on`."""
    while True:
        done = say("As printed") if not on else say("Done: {n} changed", n=len(on))
        answer = yield Choose(
            say("House rules?"),
            say("Where the rules are unclear the box has a reading. Pick one to change it."),
            tuple(rule.row for rule in rules),
            options=(
                Option("done", done),
                *(
                    Option(rule.id, say("* {name}", name=rule.name) if rule.id in on else rule.name)
                    for rule in rules
                ),
            ),
            default="done",
        )
        if answer == "done":
            return
        if answer in on:
            on.remove(answer)
        else:
            on.append(answer)
