"""Shared by all tests: the marks that tie tests to ledger rows and field cases, and `make rules`."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
    os.environ.pop(name, None)  # What commands print is English, whoever runs the tests.
os.environ["LC_ALL"] = "C.UTF-8"

settings.register_profile("companion", deadline=None)
settings.load_profile("companion")
GAMES = Path(__file__).parent.parent / "companion" / "games"


def ledger_rows() -> dict[str, list[str]]:
    """The row ids of every game's ledger, by game."""
    found = {}
    for path in sorted(GAMES.glob("*/rulebook.tsv")):
        with path.open(newline="", encoding="utf-8") as file:
            rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
            found[path.parent.name] = [row["id"] for row in rows]
    return found


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rules", action="store_true", help="list ledger rows that no test proves, run nothing")
    parser.addoption("--games", type=int, default=1000, help="how many random games a test of a game plays")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    known = {id for rows in ledger_rows().values() for id in rows}
    proven = set()
    for item in items:
        for id in _marked(item):
            if id not in known:
                raise pytest.UsageError(f"{item.nodeid}: {id} is no row of a ledger")
            if not any(item.iter_markers("skip")):
                proven.add(id)
    if config.getoption("--rules"):
        config.stash[PROVEN] = proven
        items.clear()


PROVEN = pytest.StashKey[set[str]]()


def _marked(item: pytest.Item) -> Iterator[str]:
    for mark in item.iter_markers("rule"):
        yield from mark.args


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    if session.config.getoption("--rules") and PROVEN in session.config.stash:
        proven = session.config.stash[PROVEN]
        complete = all(id in proven for rows in ledger_rows().values() for id in rows)
        session.exitstatus = pytest.ExitCode.OK if complete else pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if not (config.getoption("--rules") and PROVEN in config.stash):
        return
    proven = config.stash[PROVEN]
    for game, rows in ledger_rows().items():
        missing = [id for id in rows if id not in proven]
        terminalreporter.write_line(f"{game} {len(rows) - len(missing)}/{len(rows)}")
        for id in missing:
            terminalreporter.write_line(f"  {id}")
