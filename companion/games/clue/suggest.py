"""What a sensible player would do: for simulated play only. Must not change anything.

It sees what the one who is asked may see, no more.
"""

from __future__ import annotations

from typing import Any

from companion.engine.prompts import Choose, Prompt

from .deduction import Solver
from .move import STAY
from .notebook import BIT, KIND_MASKS, Notebook
from .state import CARDS, KINDS, LOCATIONS, Table
from .suggestion import NONE, SKIP

PATIENCE = 60
"""After so many turns a theory is tested even if it is a guess."""


def suggest(table: Table, prompt: Prompt, solver: Solver) -> Any:
    """An answer to `prompt`, or None where any is as good (dice, real cards)."""
    if not isinstance(prompt, Choose):
        return None
    open_ = [option.id for option in prompt.options if option.refusal is None]
    if "done" in open_:
        return "done"
    if table.stage == "setup":
        return {"off": "deduce", "right": "right"}.get(open_[0])
    if prompt.secret:
        return next((id for id in open_ if id not in (NONE, SKIP)), open_[0])
    if "pass" in open_:
        return "theory" if table.turns >= PATIENCE or _answer(table, solver) else "pass"
    kind = next((kind for kind, cards in KINDS.items() if open_[0] in cards), None)
    if STAY in open_:
        return _walk(table, open_, solver)
    if kind is not None:
        return _card(table, kind, open_, solver)
    return "wrong" if open_[0] == "wrong" else None


def _possible(table: Table, solver: Solver) -> list[list[str]]:
    """For each kind the cards that may be in the sleeve, as far as the active seat knows."""
    book = Notebook(table, table.active)
    found = (
        solver.possible(book.problem()) if sum(book.sizes) == len(CARDS) and table.help == "deduce" else None
    )
    masks = KIND_MASKS if found is None else found[: len(KIND_MASKS)]
    return [[card for card in CARDS if mask & BIT[card]] for mask in masks]


def _answer(table: Table, solver: Solver) -> bool:
    return all(len(cards) == 1 for cards in _possible(table, solver)) and not table.players[table.active].out


def _card(table: Table, kind: str, open_: list[str], solver: Solver) -> str:
    possible = _possible(table, solver)[list(KINDS).index(kind)]
    wanted = [card for card in possible if card in open_]
    choices = wanted or open_
    return choices[table.turns % len(choices)]


def _walk(table: Table, open_: list[str], solver: Solver) -> str:
    """Into a location that may be the one or hides a card not seen yet, else any."""
    looked = table.notes[table.active].looked
    wanted = [spot for spot in table.spots if spot not in looked] or _possible(table, solver)[2]
    here = table.players[table.active].place
    if here in wanted and table.turns % 2:
        return STAY
    ways = [id for id in open_ if id.removeprefix("passage:") in wanted and id != here]
    ways = ways or [id for id in open_ if id in LOCATIONS] or open_
    return ways[table.turns % len(ways)]
