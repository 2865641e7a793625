"""The tests here run in the VM only (make test-hw); elsewhere they are not collected. Those in units/ want
systemd as PID 1."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hw.pi import Pi, in_vm

collect_ignore_glob = [] if in_vm() else ["test_*.py"]
if Path("/proc/1/comm").read_text().strip() != "systemd" or not in_vm():
    collect_ignore_glob.append("units/*")


@pytest.fixture(scope="session")
def pi() -> Iterator[Pi]:
    """The machine; one a boot, so one for all tests."""
    machine = Pi()
    yield machine
    machine.close()
