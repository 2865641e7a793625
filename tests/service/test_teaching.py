"""Tokens taught at the box: from the table menu, in order, clashes named, and known at once."""

from __future__ import annotations

from pathlib import Path

from companion.library.tokens import Tokens
from tests.service.mocked import Mocked


def open_menu_row(box: Mocked, label: str) -> None:
    """Go to a row of the table menu and take it."""
    box.hold("ok")
    rows = [row.label for row in box.panel.screen.rows]
    box.click(*["down"] * rows.index(label), "ok")


def lay(box: Mocked, tag: str) -> None:
    box.mock.reader.lay(tag)
    box.wait()
    box.mock.reader.lift(tag)
    box.wait()


def test_tokens_are_taught_from_the_table_menu(tmp_path: Path) -> None:
    tokens = Tokens(tmp_path / "tokens.yaml")
    box = Mocked(tmp_path, tokens=lambda: tokens, meaning=tokens.meaning)
    open_menu_row(box, "Teach tokens")
    assert "Lay on: OK" in box.words()
    lay(box, "2A005C1F93")
    assert "Lay on: BACK" in box.words()
    lay(box, "2A005C1F93")
    assert "This tag is already OK." in box.words()
    box.click("ok")
    assert "Lay on: BACK" in box.words()
    box.click("ok")
    assert "Lay on: Undo" in box.words()
    box.click("down", "ok")
    assert "Lay on" not in box.words()
    assert Tokens(tmp_path / "tokens.yaml").meaning("2A005C1F93") == "key:ok"
    box.close()


def test_a_list_with_a_fault_is_told_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "tokens.yaml"
    path.write_text("tokens: [\n")
    tokens = Tokens(path)
    box = Mocked(tmp_path, tokens=lambda: tokens, meaning=tokens.meaning)
    open_menu_row(box, "Teach tokens")
    lay(box, "2A005C1F93")
    assert "The token list has a fault" in box.words()
    assert path.read_text() == "tokens: [\n"
    box.close()
