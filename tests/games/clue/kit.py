"""Clue tables for tests: a set-up by answers, any position to start from, and a whole deal in secret."""

from __future__ import annotations

import random
from typing import Any

from companion.engine.game import Opening
from companion.engine.prompts import Prompt, Roll, Several
from companion.engine.session import Session
from companion.games.clue import GAME
from companion.games.clue.dealt import Dealt
from companion.games.clue.setup import sizes
from companion.games.clue.state import CARDS, CHARACTERS, HALL, Note, Player, Table
from companion.library.store import Library
from tests.games.kit import Play, any_answer

BOARD = Library("clue", GAME.shelving, None).shelf()["boards"]["training"]
NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")
PLAIN = {"id": "own", **{key: BOARD[key] for key in ("location_9", "characters", "plain_one")}}
"""What the board says without a map and without secret passages."""


def opening(board: dict[str, Any] | None = None, players: int = 0) -> Opening:
    """With `board` as the profile and so many people seated."""
    options = {"players": list(NAMES[:players])} if players else {}
    return Opening("clue", options, {"boards": {"own": PLAIN if board is None else board}})


def table(
    *places: str,
    active: int = 0,
    own: dict[int, list[str]] | None = None,
    out: tuple[int, ...] = (),
    spots: list[str] | None = None,
    house: list[str] | None = None,
    pile: int = 9,
    face_up: dict[str, int] | None = None,
    board: dict[str, Any] | None = None,
    help: str = "deduce",
    hands: list[int] | None = None,
    joined: list[str] | None = None,
) -> Table:
    """A table in play. `own` are hands that were typed in: those seats answer by phone."""
    made = Table(
        players=[
            Player(name, CHARACTERS[seat], place)
            for seat, (name, place) in enumerate(zip(NAMES, places, strict=False))
        ],
        notes=[Note() for _ in places],
        stage="play",
        active=active,
        spots=spots or [],
        house=house or [],
        pile=pile,
        face_up=face_up or {},
        board=dict(PLAIN if board is None else board),
        help=help,
        joined=joined or [],
    )
    for seat, size in enumerate(hands or sizes(made)):
        made.players[seat].hand = size
    for seat, cards in (own or {}).items():
        made.notes[seat].own = list(cards)
        made.players[seat].hand = len(cards)
        made.players[seat].phone = help != "off"
    for seat in out:
        made.players[seat].out = True
    return made


def at(*places: str, **given: Any) -> Play:
    """Begin at `table(...)`, at the first die of the active player."""
    return Play(GAME, opening(given.get("board")), table(*(places or (HALL,) * 3), **given))


def signs(play: Play, seat: int) -> dict[tuple[str, str], str]:
    """The notebook of a seat: sign by card and column ("Sleeve", a name)."""
    (sheet,) = GAME.view(play.table, seat).sheets
    columns = [str(column) for column in sheet.columns]
    names = {str(play.table.card_name(card)): card for card in CARDS}
    return {
        (names[str(row.name)], column): str(cell.sign)
        for row in sheet.rows
        for column, cell in zip(columns, row.cells, strict=True)
    }


def why(play: Play, seat: int, card: str, column: str) -> str:
    """The reason of one mark."""
    (sheet,) = GAME.view(play.table, seat).sheets
    at_column = [str(name) for name in sheet.columns].index(column)
    row = next(row for row in sheet.rows if str(row.name) == str(play.table.card_name(card)))
    return str(row.cells[at_column].why)


class Truth:
    """Real cards for a session in play: who holds what, and honest answers to everything asked."""

    def __init__(self, session: Session[Any], seed: int, phones: tuple[int, ...]) -> None:
        self.session = session
        self.chance = random.Random(seed)
        self._dealt = Dealt(session.table, self.chance.sample(range(len(CARDS)), len(CARDS)))
        self.sleeve, self.hands, self.spots = self._dealt.sleeve, self._dealt.hands, self._dealt.spots
        for path, value, seat in self._dealt.typed():
            if seat in phones:
                assert session.adjust(path, value, seat=seat) is None

    def step(self) -> None:
        """Answer whatever is asked, as honest people would."""
        pending = self.session.pending
        assert pending is not None
        prompt: Prompt = pending.prompt
        if isinstance(prompt, Several):
            prompt = next(part for part in prompt.parts if part.to not in pending.answered)
        seat = prompt.to if prompt.secret or isinstance(pending.prompt, Several) else None
        refusal = self.session.answer(self.answer(prompt), seat)
        assert refusal is None, (prompt, refusal)

    def answer(self, prompt: Prompt) -> Any:
        """What the cards say, else what a sensible player would do, else chance."""
        value = self._dealt.answer(self.session.table, prompt)
        if value is None and not isinstance(prompt, Roll):
            value = GAME.suggest(self.session.table, prompt)
        return any_answer(self.chance, prompt) if value is None else value
