"""Board Game II, all rules in, one core, journal off: answers and whole games a second.

The yardstick is python-chess at random play, measured in the same run in turn with ours.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import chess

from companion.engine.prompts import Choose, Count, Prompt, Roll, Shuffle, Tell
from companion.engine.session import Answered, Session
from companion.games.board_game_ii import GAME
from companion.games.board_game_ii.state import Table
from tests.bench import Row, at_least
from tests.games.board_game_ii.table import training

TURNS = 6
"""Times that both are measured, one after the other."""
OPENING = training()


def random_answer(rng: random.Random, prompt: Prompt) -> Any:
    """A legal answer, each as likely."""
    if isinstance(prompt, Choose):
        options = prompt.options
        while True:
            option = options[int(rng.random() * len(options))]
            if option.refusal is None:
                return option.id
    if isinstance(prompt, Roll):
        faces = prompt.die.faces
        return faces[int(rng.random() * len(faces))]
    if isinstance(prompt, Tell):
        return "ok"
    if isinstance(prompt, Count):
        return prompt.low + int(rng.random() * (prompt.high - prompt.low + 1))
    assert isinstance(prompt, Shuffle)
    return rng.sample(range(prompt.count), prompt.count)


def one_game(rng: random.Random) -> int:
    """A whole random game of the training scenario; how many answers it took."""
    session: Session[Table] = Session(GAME, OPENING)
    enter = session.enter
    while (pending := session.pending) is not None:
        refusal = enter(Answered(pending.number, random_answer(rng, pending.prompt)))
        assert refusal is None
    return len(session.entries)


def one_chess_game(rng: random.Random) -> int:
    """Random chess, at most 200 plies; how many plies it took."""
    board = chess.Board()
    for ply in range(200):
        moves = list(board.legal_moves)
        if not moves:
            return ply
        board.push(moves[int(rng.random() * len(moves))])
    return 200


def _measure(play: Callable[[random.Random], int], rng: random.Random, seconds: float) -> Iterator[float]:
    start = time.process_time()
    while time.process_time() - start < seconds:
        yield play(rng)


def rows() -> list[Row]:
    """Answers a second against chess plies a second, and games a second."""
    rng = random.Random(1)
    for play in (one_game, one_chess_game):
        play(rng)
    counted = {one_game: [0.0, 0.0, 0.0], one_chess_game: [0.0, 0.0, 0.0]}
    for _ in range(TURNS):
        for play, sums in counted.items():
            start = time.process_time()
            for steps in _measure(play, rng, 0.5):
                sums[0] += steps
                sums[1] += 1
            sums[2] += time.process_time() - start
    answers, games, seconds = counted[one_game]
    plies, _, chess_seconds = counted[one_chess_game]
    ratio = (answers / seconds) / (plies / chess_seconds)
    return [
        Row("Board Game II, random answers", answers / seconds, "answers/s", "", True),
        Row("python-chess, random plies", plies / chess_seconds, "plies/s", "", True),
        at_least("Board Game II answers per python-chess ply", ratio, 3, "x"),
        at_least("Board Game II, whole random training games", games / seconds, 100, "games/s"),
    ]
