"""Boards of a game on the shelf: which one is played on. For games whose board is not in the rulebook.

A shelf has `boards` by id; "own" is the owner's, filled in as it becomes known; invented ones say so. Must
not know a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.game import Opening
from companion.engine.prompts import Choose, Option
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say

OWN = "own"


def choose_board(boards: Mapping[str, Mapping[str, Any]]) -> Rule[Mapping[str, Any]]:
    """Ask for the option `board`, unless there is only one; the own comes first."""
    order = sorted(boards, key=lambda id: (id != OWN, id))
    if len(order) < 2:
        return {"board": order[0]} if order else {}
    answer = yield Choose(
        say("Which board?"),
        say("Your own board, or an invented one to try things out."),
        options=tuple(Option(id, Text(str(boards[id]["name"]))) for id in order),
    )
    return {"board": answer}


def learned(board: dict[str, Any], field: str, value: Any, text: Text, rules: tuple[str, ...]) -> Notice:
    """Keep what people said about their copy, here and in the library."""
    board[field] = value
    data = {"kind": "boards", "card": board["id"], "field": field, "value": value}
    return Notice("learned", text, rules, data)


def names_of(opening: Opening, low: int, high: int) -> list[str]:
    """The players that the opening names, if it does. Raises ValueError if they are too few or too many."""
    names = [str(name) for name in opening.options.get("players", ())]
    if names and not low <= len(names) <= high:
        raise ValueError(f"players: {len(names)} are named, but {low} to {high} play")
    return names


def board_of(opening: Opening) -> dict[str, Any]:
    """The board of an opening as plain data, with its `id`; an empty one if the shelf has none.

    Raises ValueError with one line if the wanted board is not there.
    """
    boards = opening.shelf.get("boards", {})
    wanted = opening.options.get("board", OWN)
    if wanted not in boards and wanted != OWN:
        raise ValueError(
            f"board: there is no board called {wanted!r}; known: {', '.join(sorted(boards)) or OWN}"
        )
    return {**boards.get(wanted, {}), "id": wanted}
