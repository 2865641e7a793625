"""Every open row and every house rule of Clue is written down."""

from __future__ import annotations

import pytest

from companion.games.clue import GAME
from companion.games.clue.state import HOUSE_RULES
from companion.games.house import HouseRule

RULINGS = GAME.rulebook.with_name("rulings.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("rule", HOUSE_RULES, ids=lambda rule: rule.id)
def test_every_house_rule_is_written_down(rule: HouseRule) -> None:
    line = next(line for line in RULINGS.splitlines() if f"`{rule.id}`" in line)
    assert rule.row in line


def test_every_ambiguous_row_is_written_down() -> None:
    rows = [row.split("\t") for row in GAME.rulebook.read_text(encoding="utf-8").splitlines()[1:]]
    open_rows = [row[0] for row in rows if row[5].startswith("AMBIGUOUS")]
    assert len(open_rows) == 16
    assert [id for id in open_rows if id not in RULINGS] == []
