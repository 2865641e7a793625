"""A hundred spoilt files of every kind: each loads, or gives one line a fault and no traceback."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.check import SINGLE
from companion.games.board_game_ii import GAME
from companion.library.checking import check_files
from companion.library.kinds import kinds_of

from .test_schemas import EXAMPLE

CARDS = GAME.shelving.data[0]
CARD_KINDS = [kind.folder for kind in kinds_of(GAME.id, GAME.shelving)]

TOKENS = """# yaml-language-server: $schema=x/tokens.schema.json
tokens:
  0A1B2C3D: {means: "figure:brain_matter 2", name: Brain Matter 2, game: board_game_ii}
  "0006037395": {means: key:undo}
  092,08084: {means: face:combat:3, name: "Combat Die 3"}
"""


def _originals() -> dict[str, list[tuple[str, str]]]:
    """A few good files of each kind: the name to give it, and its text."""
    found = {
        folder: [
            (f"{folder}/{path.name}", path.read_text("utf-8"))
            for path in sorted(CARDS.rglob(f"{folder}/*.yaml"))
        ]
        for folder in CARD_KINDS
    }
    found["config"] = [("config.yaml", re.sub(r"^#(?=\S|  )", "", EXAMPLE.read_text("utf-8"), flags=re.M))]
    found["tokens"] = [("tokens.yaml", TOKENS)]
    found["corrections"] = [("corrections.yaml", (CARDS / "corrections.yaml").read_text("utf-8")[:4000])]
    found["kept_as_printed"] = [("kept_as_printed.yaml", "keep: [GB2-ERRATA-06, GB2-ERRATA-22]\n")]
    return found


ORIGINALS = _originals()
SCRAPS = (
    *(
        "\t",
        ": ",
        "- ",
        "{",
        "}",
        "[",
        "]",
        "'",
        '"',
        "#",
        "&a ",
        "*a",
        "!x ",
        "|\n",
        ">\n",
        "---\n",
        "...\n",
        "? ",
    ),
    *(
        "null",
        "~",
        "no",
        "on",
        "010",
        "1:30",
        "1:75",
        "0x1F",
        "1e9",
        "-1",
        "99999999999999999999",
        ".inf",
        "name",
    ),
    *(
        "\ufeff",
        "\x00",
        "\x85",
        "\u2028",
        "é",
        "\U0001f600",
        "\r\n",
        "\n",
        "  ",
        "x-note: hello\n",
        "format: 7\n",
        "%",
    ),
)


def _swap_words(text: str, rng: random.Random) -> str:
    words = re.findall(r"\w+", text)
    return text.replace(rng.choice(words), rng.choice([*words, *SCRAPS]), 1) if words else text


def _double_line(text: str, rng: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    at = rng.randrange(len(lines)) if lines else 0
    return "".join([*lines[: at + 1], *lines[at:]])


def _drop_line(text: str, rng: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    if lines:
        del lines[rng.randrange(len(lines))]
    return "".join(lines)


def _insert(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(SCRAPS) + text[at:]


def _cut(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + text[at + rng.randrange(12) :]


def _indent(text: str, rng: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    if lines:
        at = rng.randrange(len(lines))
        lines[at] = rng.choice(["  ", " ", "\t"]) + lines[at]
    return "".join(lines)


def _misspell(text: str, rng: random.Random) -> str:
    at = rng.randrange(max(1, len(text) - 1))
    return text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :]


CHANGES: tuple[Callable[[str, random.Random], str], ...] = (
    _swap_words,
    _double_line,
    _drop_line,
    _insert,
    _cut,
    _indent,
    _misspell,
)
LINE = re.compile(r"[^\n\r]+:\d+:\d+: [^\n\r]+$")


@pytest.mark.parametrize("kind", ORIGINALS)
@given(
    rng=st.randoms(use_true_random=False), changes=st.lists(st.sampled_from(CHANGES), min_size=1, max_size=4)
)
@settings(
    max_examples=100,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_a_spoilt_file_loads_or_is_told_line_by_line(
    tmp_path: Path,
    kind: str,
    rng: random.Random,
    changes: list[Callable[[str, random.Random], str]],
) -> None:
    name, text = rng.choice(ORIGINALS[kind])
    for change in changes:
        text = change(text, rng)
    data = text.encode("utf-8", "replace")
    if rng.random() < 0.1:
        at = rng.randrange(len(data) + 1)
        data = data[:at] + bytes([rng.randrange(256)]) + data[at:]
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)

    report = check_files([path], SINGLE, {GAME.id: GAME.shelving})

    told = [str(fault) for fault in [*report.faults, *report.warnings]]
    assert len({str(fault) for fault in report.faults}) == len(report.faults), "each fault once"
    for line in told:
        assert LINE.match(line), line
        assert line.startswith(str(path))
        assert len(line) < 700
