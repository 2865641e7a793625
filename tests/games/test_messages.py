"""Sentences with gaps are literals, so that catalogues can be made from the source."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import companion.games

FILES = sorted(Path(companion.games.__file__).parent.rglob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_messages_are_literals(file: Path) -> None:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or not node.args:
            continue
        if node.func.id in ("say", "say_n") or (node.func.id == "Text" and len(node.args) > 1):
            first = node.args[0]
            said_before = isinstance(first, ast.Attribute) and first.attr == "msg"
            assert said_before or isinstance(first, ast.Constant), f"line {node.lineno}: {ast.unparse(node)}"
