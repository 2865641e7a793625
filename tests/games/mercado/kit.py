"""Mercado tables for tests: the training board, a set-up by answers, any position to start from."""

from __future__ import annotations

from typing import Any

from companion.engine.game import Opening
from companion.games.mercado import GAME
from companion.games.mercado.deck import BASIC_SIZE, added_cards
from companion.games.mercado.state import OUTSIDE, Device, Player, Table
from companion.library.store import Library
from tests.games.kit import Play

BOARDS = Library("mercado", GAME.shelving, None).shelf()["boards"]
TRAINING = BOARDS["training"]
NAMES = ("Ann", "Bob", "Cid", "Dot")


def opening(with_map: bool = False, **options: Any) -> Opening:
    """With the training board, or with no board at all."""
    return Opening("mercado", {"board": "training" if with_map else "own", **options}, {"boards": BOARDS})


def new_game(variant: str = "basic", players: int = 2, deck: str = "real", first: str = "0") -> Play:
    """Set up by answers, up to the first roll."""
    play = Play(GAME, opening(players=list(NAMES[:players])))
    play.go(variant, first, "done", "done", deck, "usual")
    while play.title != f"{NAMES[int(first)]}: roll":
        play.go([*range(play.prompt.count)] if play.title == "Shuffle" else "ok")
    return play


def table(
    *places: str,
    ghosts: dict[str, int] | None = None,
    haunted: str = "",
    devices: list[str | tuple[str, int]] | None = None,
    rowan: str = "",
    advanced: bool = False,
    discard: list[str] | None = None,
    with_map: bool = False,
    locked: str = "",
    house: list[str] | None = None,
    active: int = 0,
) -> Table:
    """A table in play. `devices`: where those stand that matter ("B", ("0", 4), "out"); the rest is in
    rooms that have none."""
    made = Table(
        players=[Player(name, place) for name, place in zip(NAMES, places, strict=False)],
        stage="play",
        rowan=rowan,
        rowan_plays=bool(rowan),
        advanced=advanced,
        locked=locked,
        house=house or [],
        active=active,
    )
    made.board = dict(TRAINING if with_map else BOARDS["own"])
    for room, count in (ghosts or {}).items():
        made.rooms[room].ghosts = count
    for room in haunted:
        made.rooms[room].haunted = True
    for place in devices or []:
        made.devices.append(Device(place) if isinstance(place, str) else Device(*place))
    taken = {device.place for device in made.devices}
    free = [room for room in "LKJIHGFEDCBA" if room not in taken and room not in places]
    while len(made.devices) < 8:
        made.devices.append(Device(free.pop(0)))
    made.deck.discard = list(discard or [])
    made.deck.lock = locked
    made.deck.left = BASIC_SIZE + len(added_cards(made)) - len(made.deck.discard) - bool(locked)
    return made


def at(*places: str, **given: Any) -> Play:
    """Begin at `table(...)`, at the roll of the active player (Ann unless `active` says otherwise)."""
    return Play(GAME, opening(), table(*places or (OUTSIDE, OUTSIDE), **given))
