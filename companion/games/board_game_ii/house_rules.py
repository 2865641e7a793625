"""The readings on which tables differ, shown at set-up and changed there.

The settings are those of `HouseRules`; rulings.md says more. Must not know what they change.
"""

from __future__ import annotations

from companion.engine.prompts import NO, YES, Choose, Option
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say

from .state import Table

SETTINGS: dict[str, tuple[Text, str]] = {
    "stack_tank": (say("Tank abilities add up"), "GB2-TANK-07"),
    "one_chaos_roll": (say("One die a Chaos"), "GB2-CHAOS-09"),
    "keep_tank": (say("Tank is kept"), "GB2-CAMPAIGN-05"),
    "keep_slime": (say("Slime is kept"), "GB2-CAMPAIGN-06"),
    "box_draws": (say("Box draws Goo cards"), "GB2-GOODECK-02"),
    "trap_tokens": (say("Trap Tokens"), "GB2-TRAPTOKEN-01"),
    "pvp": (say("Two teams (PvP)"), "GB2-PVP-01"),
}
"""What can be switched, and the row it comes from. The Expel table comes with the Scenario."""


def house_rules(table: Table) -> Rule[None]:
    """Show every setting; choosing one switches it."""
    rules = tuple(row for _, row in SETTINGS.values())
    while True:
        options = [
            Option(
                name, Text("{setting}: {state}", {"setting": label, "state": YES if _on(table, name) else NO})
            )
            for name, (label, _) in SETTINGS.items()
        ]
        answer: str = yield Choose(
            say("House rules"),
            say("Readings on which tables differ. Switch one, or go on."),
            rules,
            options=(Option("done", say("Play like this")), *options),
            default="done",
        )
        if answer == "done":
            return
        setattr(table.house_rules, answer, not _on(table, answer))
        label, row = SETTINGS[answer]
        yield Notice(
            "house_rule",
            Text("{setting}: {state}", {"setting": label, "state": YES if _on(table, answer) else NO}),
            (row,),
            {"setting": answer, "value": _on(table, answer)},
        )


def _on(table: Table, name: str) -> bool:
    return bool(getattr(table.house_rules, name))
