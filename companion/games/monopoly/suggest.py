"""What a sensible player would answer, for simulated play. Reads the table, changes nothing."""

from __future__ import annotations

from typing import Any

from companion.engine.prompts import Choose, Prompt

from .state import JAIL_FEE, Table

RESERVE = 200
FAIR_BID = 150


def suggest(table: Table, prompt: Prompt) -> Any:
    """An answer worth giving, or None where any is as good."""
    if not isinstance(prompt, Choose) or not table.started:
        return None
    open_ids = [option.id for option in prompt.options if option.refusal is None]
    seat = table.active if prompt.to is None else prompt.to
    cash = table.players[seat].cash
    if "claim" in open_ids:
        return "claim"
    if "close" in open_ids:
        return _bid(table, open_ids)
    if "roll" in open_ids and "pay" in open_ids:
        return "pay" if cash > JAIL_FEE + RESERVE else "roll"
    if "give_up" in open_ids or "devices" in open_ids or "mortgage" in open_ids:
        return next(id for id in ("devices", "mortgage", "give_up") if id in open_ids)
    for quiet in ("stay", "keep", "no", "back"):
        if quiet in open_ids and not any(id in table.contracts for id in open_ids):
            return quiet
    return None


def _bid(table: Table, open_ids: list[str]) -> str:
    for id in open_ids:
        kind, _, rest = id.partition(":")
        seat, _, amount = rest.partition(":")
        if kind == "bid" and amount and int(amount) <= min(FAIR_BID, table.players[int(seat)].cash - RESERVE):
            return id
    return "close"
