"""Reading the library against the bar: strictly, with places, layers and corrections, and yet no slower than
PyYAML's own safe loader reads the same files into plain data.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import yaml

from companion.games.board_game_ii import GAME
from companion.library.store import Library
from tests.bench import Row, at_most

ROUNDS = 5


def best(work: Callable[[], object]) -> float:
    """Seconds of the quickest of a few rounds."""
    taken = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        work()
        taken.append(time.perf_counter() - begun)
    return min(taken)


def rows() -> Iterator[Row]:
    files = [path.read_bytes() for path in GAME.shelving.data[0].rglob("*.yaml")]
    ours = best(lambda: Library(GAME.id, GAME.shelving, None))
    theirs = best(lambda: [yaml.load(text, yaml.SafeLoader) for text in files])
    yield at_most(f"library: reading {len(files)} files, of yaml.safe_load", ours / theirs, 1.0, "x")
