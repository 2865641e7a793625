"""The layers around the games know none of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import companion
from companion.games import registry

ROOT = Path(companion.__file__).parent
LAYERS = ("engine", "panel", "journal", "hal", "library", "web", "service", "doctor", "setup", "simulate")
SOURCES = (".py", ".html", ".js", ".css")
NAMES = re.compile(
    "|".join(rf"\b{re.escape(word)}\b" for game in registry().values() for word in (game.id, str(game.name)))
)


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_names_no_game(layer: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in sorted((ROOT / layer).rglob("*"))
        if path.suffix in SOURCES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if NAMES.search(line)
    ]
    assert found == []


def test_the_pattern_finds_names() -> None:
    assert NAMES.search("from companion.games.mercado import GAME")
    assert NAMES.search('if game.id == "clue":')
    assert not NAMES.search("a clueless line")
