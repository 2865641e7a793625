"""The page that follows a press through the layers names files and things that exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/how-it-flows.md").read_text(encoding="utf-8")


def test_every_file_named_is_there() -> None:
    named = set(re.findall(r"`((?:companion|tests)/[\w/.]+)`", PAGE))
    assert len(named) > 25
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


def test_every_thing_named_beside_a_file_is_in_it() -> None:
    page = " ".join(PAGE.split())
    pairs = re.findall(r"`(companion/[\w/]+\.py)`(?: \(|, )`(\w+)`", page)
    pairs += [(file, name) for name, file in re.findall(r"`(\w+)` \(`(companion/[\w/]+\.py)`\)", page)]
    assert len(pairs) > 20
    missing = [
        (file, name)
        for file, name in pairs
        if not re.search(rf"^\s*(?:class|def) {name}\b|^{name}\b.*=", (ROOT / file).read_text(), re.MULTILINE)
    ]
    assert missing == []
