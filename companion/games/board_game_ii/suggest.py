"""A sensible player: who finishes what is nearly trapped, watches the Goo Timer and cleans Slime.

For simulated play. Must not change the table.
"""

from __future__ import annotations

from typing import Any

from companion.engine.prompts import Choose, Prompt

from .state import Table


def suggest(table: Table, prompt: Prompt) -> Any:
    """What a sensible player would answer; None where any answer is as good."""
    if not isinstance(prompt, Choose):
        return None
    open_ids = [option.id for option in prompt.options if option.refusal is None]
    if "rules" and prompt.rules and prompt.rules[0] == "GB2-ACTION-01":
        return _turn(table, open_ids)
    return None


def _turn(table: Table, open_ids: list[str]) -> str | None:
    who = table.team[table.active]
    if who.place == "ecto_1a" and "door" in open_ids and not who.ghosts:
        return "door"
    for wish in ("deposit", "investigate", "combat", "clean_self", "end"):
        if wish in open_ids:
            return wish
    return None
