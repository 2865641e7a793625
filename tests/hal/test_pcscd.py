"""The PC/SC reader with nothing in between faked: pyscard, pcscd, and vsmartcard's virtual reader.

Runs where these are installed (Debian: pcscd, vsmartcard-vpcd; pip: pyscard) and pcscd is not running.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import subprocess
from pathlib import Path

import pytest

from companion.hal.acr122u import Acr122u
from companion.hal.clock import LoopClock
from companion.hal.events import DeviceBack, DeviceLost, TagLaid, TagLifted
from companion.hal.polled import PolledReader
from tests.hal.aloop import Heard
from tests.models.vpcd import VirtualCard

DRIVER = Path("/usr/lib/pcsc/drivers/serial/libifdvpcd.so")
UID = bytes.fromhex("04A1B2C3D4E5F6")


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@pytest.mark.skipif(
    shutil.which("pcscd") is None or not DRIVER.exists() or os.geteuid() != 0,
    reason="needs pcscd and vsmartcard-vpcd, and the right to start them",
)
def test_a_card_laid_and_lifted_and_a_service_that_dies(tmp_path: Path) -> None:
    pytest.importorskip("smartcard")
    if Path("/run/pcscd/pcscd.comm").exists() and Acr122u().open() is None:
        pytest.skip("pcscd runs on this machine already")
    port = free_port()
    conf = tmp_path / "conf"
    conf.mkdir()
    (conf / "vpcd").write_text(
        f'FRIENDLYNAME "Virtual PCD"\nDEVICENAME /dev/null:{port:#x}\nLIBPATH {DRIVER}\nCHANNELID {port:#x}\n'
    )

    async def test() -> None:
        heard = Heard()
        reader = PolledReader(LoopClock(), "cards", "cards", Acr122u("Virtual PCD"), (0.1,))
        reader.start(heard)
        first = (await heard.count(1))[0]
        assert isinstance(first, DeviceLost)
        assert "apt install pcscd" in str(first.reason)
        service = subprocess.Popen(
            ["pcscd", "--foreground", "--config", str(conf)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            assert (await heard.count(2))[1] == DeviceBack("cards")
            card = VirtualCard(port, UID)
            assert (await heard.count(3))[2] == TagLaid(UID.hex().upper(), "cards")
            card.lift()
            assert (await heard.count(4))[3] == TagLifted(UID.hex().upper(), "cards")
        finally:
            service.terminate()
            service.wait()
        assert isinstance((await heard.count(5))[4], DeviceLost)
        reader.close()

    asyncio.run(test())
