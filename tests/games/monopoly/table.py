"""Monopoly tables for tests: a position to start from, on the training ring or the published one."""

from __future__ import annotations

from typing import Any

from companion.engine.game import Opening
from companion.games.monopoly import GAME
from companion.games.monopoly.state import Table
from companion.library.store import Library
from tests.games.kit import Play

NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")
BROWN = ("attic", "cellar")
SHELF = Library("monopoly", GAME.shelving, None).shelf()
RED = ("clock_tower", "market", "theatre")


def opening(board: str = "training", players: int = 0) -> Opening:
    return Opening("monopoly", {"board": board, "players": list(NAMES[:players])}, SHELF)


def start(
    players: int = 3,
    board: str = "training",
    cash: dict[int, int] | None = None,
    at: dict[int, int] | None = None,
    owners: dict[str, int] | None = None,
    devices: dict[str, int] | None = None,
    mortgaged: tuple[str, ...] = (),
    jailed: dict[int, int] | None = None,
    cards: dict[int, int] | None = None,
    costs: dict[str, dict[str, Any]] | None = None,
    **figures: Any,
) -> Play:
    """A game in play, Ann to roll. `jailed` gives the tries used, `costs` fields of Contracts to set."""
    table: Table = GAME.open(opening(board, players))
    table.started = True
    for seat, player in enumerate(table.players):
        player.cash = (cash or {}).get(seat, 1500)
        player.position = (at or {}).get(seat, 0)
        player.cards = (cards or {}).get(seat, 0)
    for seat, tries in (jailed or {}).items():
        table.players[seat].jailed, table.players[seat].tries = True, tries
        table.players[seat].position = table.find("jail")
    for id, owner in (owners or {}).items():
        table.contracts[id].owner = owner
    for id, level in (devices or {}).items():
        table.contracts[id].devices = level
    for id in mortgaged:
        table.contracts[id].mortgaged = True
    for id, fields in (costs or {}).items():
        for field, value in fields.items():
            setattr(table.contracts[id], field, value)
    for field, value in figures.items():
        setattr(table, field, value)
    return Play(GAME, opening(board, players), table)


def cash(play: Play) -> list[int]:
    return [player.cash for player in play.table.players]


def refused_in_interlude(play: Play, interlude: str, choice: str) -> str:
    """The rule that forbids `choice` of an interlude."""
    play.take(interlude)
    refusal = play.refused(choice)
    play.go("back")
    return refusal.rules[0]
