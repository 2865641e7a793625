"""`companion play` on real backends until its first whole picture is on the glass; then it ends itself.

For the bench: how long the start takes and how much memory it needs by then. Arguments: a settings file.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from companion import cli
from companion.service import run as service


def main(config: str) -> int:
    def real_devices(settings: Any, clock: Any) -> Any:
        from companion.hal.from_config import build

        return build(settings.devices, clock, bus=bus)

    def bus(display: Any) -> Any:
        from companion.hal.display import pack
        from tests.models.oled import Panel, luma_bus

        class Glass(Panel):
            def write(self, message: bytes) -> None:
                super().write(message)
                meant = pack(companions[0].front.panel.frame)
                if message[0] == 0x40 and self.on and any(meant) and bytes(self.memory) == meant:
                    # Not the peak that the system tells of a child: that counts its parent in.
                    peak = Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0]
                    os.write(1, peak.encode())
                    os._exit(0)

        return luma_bus({display.address: Glass()}, display.address)

    companions: list[Any] = []
    run = service.run
    service.run = lambda settings, **more: run(settings, real_devices, companions.append, **more)
    return cli.run(["play", "--config", config])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
