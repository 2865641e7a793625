"""The rulings name every doubtful row once, and every setting there is."""

from __future__ import annotations

import csv
import re

import msgspec

from companion.games.board_game_ii import GAME
from companion.games.board_game_ii.state import HouseRules

RULINGS = GAME.rulebook.with_name("rulings.md").read_text(encoding="utf-8")


def rows(part: str) -> list[list[str]]:
    lines = RULINGS.split(f"## {part}\n")[1].split("\n## ")[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")][
        1:
    ]


def test_every_doubtful_row_is_ruled_once_with_the_other_reading() -> None:
    with GAME.rulebook.open(encoding="utf-8", newline="") as file:
        doubtful = [row["id"] for row in csv.DictReader(file, delimiter="\t") if "AMBIGUOUS" in row["then"]]
    ruled = rows("Readings")
    assert sorted(row[0] for row in ruled) == sorted(doubtful)
    assert all(len(row) == 3 and row[1] and row[2] and row[1] != row[2] for row in ruled)


def test_every_setting_is_described_with_its_default() -> None:
    defaults = {field.name: field.default for field in msgspec.structs.fields(HouseRules)}
    plain = {"yes": True, "no": False}
    described = {
        row[0].strip("`"): plain[row[1]] if row[1] in plain else tuple(map(int, row[1].split()))
        for row in rows("Settings")
    }
    assert described == defaults
    assert all(re.fullmatch(r"GB2-[A-Z0-9]+-\d\d", row[3]) for row in rows("Settings"))
