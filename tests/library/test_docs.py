"""What docs/library.md shows is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.check import SINGLE
from companion.games.board_game_ii import GAME
from companion.library.checking import check_files

PAGE = (Path(__file__).parents[2] / "docs" / "library.md").read_text("utf-8")
FILES = re.findall(r"```yaml\n# ([\w/]+\.yaml)\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize(("name", "text"), FILES, ids=[name for name, _ in FILES])
def test_files_on_the_page_are_right(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    report = check_files([path], SINGLE, {GAME.id: GAME.shelving})
    assert report.faults == []
    assert report.warnings == []


def test_faults_on_the_page_are_what_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("entities").mkdir()
    Path("entities/night_owl.yaml").write_text("# 1\nname: Night owl\nnumber: 2\nto_hit: 7\nto_trp: 2\n")
    report = check_files([Path("entities")], SINGLE, {GAME.id: GAME.shelving})
    assert report.faults
    for fault in report.faults:
        assert str(fault) in PAGE


def test_kinds_on_the_page_are_those_there_are() -> None:
    for field in GAME.shelving.type.__struct_fields__:
        assert f"{field}/" in PAGE
