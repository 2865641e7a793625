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
from companion.simulate.script import Line, Script, parse
from companion.simulate.table import Table
from tests.hw.pi import Pi
from tests.hw.twin import TwinTable

pytestmark = pytest.mark.hw
PLAIN = Path(__file__).parents[2] / ".cache" / "vm" / "round.json"
"""What `companion simulate --json` said of the same script, outside the VM."""
NOTICED = 10.0
"""Seconds until a loss or a return has been noticed and told."""
SCRIPT = Path(__file__).parents[1] / "play" / "round_by_hand.play"


def tokens_of(script: str) -> dict[str, str]:
    """The tokens a script lays: tag -> meaning."""
    laid = [line.rest for line in parse(script) if line.verb == "lay" and ":" in line.rest]
    return {tag_of(meaning): meaning for meaning in laid}


def pull_out(table: TwinTable, script: Script) -> None:
    """The display's adapter is gone, on both boxes; play goes on in the dark."""
    print("pulled out", flush=True)
    table.compare = False
    table.pi.adapter.unplug()
    script.do(Line(0, "unplug", "oled"))
    table.wait(NOTICED)


def put_back(table: TwinTable, script: Script) -> None:
    """It is there again, and from now on both boxes have to show the same."""
    print("put back", flush=True)
    table.pi.glass.power_on()
    table.pi.plug_adapter()
    script.do(Line(0, "plug", "oled"))
    table.wait(NOTICED)
    table.compare = True
    table.wait(0)


def test_a_round_on_the_kernels_devices_is_that_of_the_simulation(pi: Pi) -> None:
    text = SCRIPT.read_text(encoding="utf-8")
    tables: list[TwinTable] = []

    def twin(game: str, seed: int) -> Table:
        tables.append(TwinTable(pi, tokens_of(text), game, seed))
        return tables[-1]

    script = Script(twin)
    lines = parse(text)
    token = next(n for n, line in enumerate(lines) if line.verb == "lay")
    for n, line in enumerate(lines):
        if n == token - 5:
            pull_out(tables[0], script)
        elif n == token - 1:
            put_back(tables[0], script)
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
