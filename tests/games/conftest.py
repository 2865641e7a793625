"""How many random games a test plays: `--games N` for more than the usual 1,000."""

from __future__ import annotations

import pytest


@pytest.fixture
def games(request: pytest.FixtureRequest) -> int:
    return int(request.config.getoption("--games"))
