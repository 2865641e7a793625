"""Builds firmware and simulator once; a missing tool is a failure with make's own words, never a skip."""

from __future__ import annotations

import pytest

from tests.firmware.board import Board, build


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/firmware/" in item.path.as_posix():
            item.add_marker(pytest.mark.firmware)


@pytest.fixture(scope="session", autouse=True)
def built() -> None:
    build()


@pytest.fixture
def board() -> Board:
    """A board that has just been switched on."""
    return Board()
