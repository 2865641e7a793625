"""A whole training round through the real service on the kernel's own drivers: gpiozero's LGPIOFactory on a
GPIO character device, luma on i2c-dev, pyserial on a 16550. Picture by picture as in plain simulation.
"""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from companion.journal.resume import resume
from companion.journal.store import Journal
from companion.service.tray import tag_of
from companion.simulate.script import Script, parse
from companion.simulate.table import Table
from tests.hw.pi import Pi
from tests.hw.twin import TwinTable

pytestmark = pytest.mark.hw
PLAIN = Path(__file__).parents[2] / ".cache" / "vm" / "round.json"
"""What `companion simulate --json` said of the same script, outside the VM."""
SCRIPT = Path(__file__).parents[1] / "play" / "round_by_hand.play"


def tokens_of(script: str) -> dict[str, str]:
    """The tokens a script lays: tag -> meaning."""
    laid = [line.rest for line in parse(script) if line.verb == "lay" and ":" in line.rest]
    return {tag_of(meaning): meaning for meaning in laid}


def test_a_round_on_the_kernels_devices_is_that_of_the_simulation(pi: Pi) -> None:
    text = SCRIPT.read_text(encoding="utf-8")
    tables: list[TwinTable] = []

    def twin(game: str, seed: int) -> Table:
        tables.append(TwinTable(pi, tokens_of(text), game, seed))
        return tables[-1]

    script = Script(twin)
    for line in parse(text):
        print(f"{time.monotonic():7.1f}  {line.verb} {line.rest}", flush=True)
        try:
            script.do(line)
        except Exception as error:
            raise AssertionError(f"{SCRIPT.name}:{line.number}: {error}") from error
    table = tables[0]
    assert table.pictures > 50
    assert table.buzzed > 0
    assert table.service.end() == 0
    assert not pi.glass.on
    with Journal(table.real / "journal.db", write=False) as journal:
        record = journal.read(1)
        session = resume(table.session.game, record, lambda seq: journal.snapshot(1, seq)).session
    assert session.digest() == json.loads(PLAIN.read_text())["digest"]
    assert {entry.by for entry in session.entries} >= {"button", "token"}
    script.close()
