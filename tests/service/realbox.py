"""A box on real backends, to be started, pressed and killed by a test: gpiozero's mock pins, pyserial on the
port named in the arguments, luma's ssd1306 on a recorded bus whose messages go out on file descriptor 3.

Lines in: `edges PIN ms:level …` moves a pin as contacts do, from a thread of its own; `look` asks what the
panel means to show. Lines out: `seq N` for every change, `look {…}`.
"""

from __future__ import annotations

import json
import os
import struct
import sys
import threading
import time
from pathlib import Path
from typing import Any

from gpiozero.pins.mock import MockFactory
from msgspec.structs import replace

from companion.hal.from_config import build
from companion.hal.settings import DeviceSettings, DisplaySettings, ReaderSettings
from companion.service import Companion, Settings
from companion.service import run as service
from tests.models.oled import luma_bus

MEANINGS = {f"2A000000{face:02X}": f"face:combat:{face}" for face in range(1, 7)}
"""Tags that stand for faces of the Combat Die."""


BURST = 10.0
"""Milliseconds: edges closer than that are one contact bouncing."""


class Wire:
    """The panel's end of the bus: passes whole messages on to the test."""

    def write(self, message: bytes) -> None:
        os.write(3, struct.pack(">H", len(message)) + message)


def say(line: str) -> None:
    os.write(1, f"{line}\n".encode())


def contacts(factory: MockFactory, companion: Companion) -> None:
    """Carry out the lines of the test, as hardware would: whenever it pleases."""
    loop: Any = companion.front.panel._clock
    for line in sys.stdin:
        what, *rest = line.split()
        if what == "look":
            loop.post(lambda: say("look " + json.dumps(look(companion))))
            continue
        pin = factory.pin(int(rest[0]))
        last = 0.0
        for edge in rest[1:]:
            at, level = edge.split(":")
            # The edges of one bounce follow each other at once: sleeping between them would stretch it, on
            # a busy machine beyond what any contact does.
            if float(at) - last > BURST:
                time.sleep((float(at) - last) / 1000)
            last = float(at)
            pin.drive_high() if level == "1" else pin.drive_low()
        time.sleep(0.03)  # A finger that comes off is noticed before the next thing happens.
    os._exit(0)  # The test is gone. A box left over would take the port from another test's.


def look(companion: Companion) -> dict[str, Any]:
    """What a player sees: the words, the picture, where the cursor is, whether it is news."""
    panel = companion.front.panel
    screen = panel.screen
    return {
        "texts": sorted(panel.texts),
        "frame": panel.frame.tobytes().hex(),
        "news": panel.telling,
        "at": getattr(screen, "cursor", getattr(screen, "at", getattr(screen, "value", None))),
        "number": panel.seen.number,
    }


def main(home: str, port: str) -> int:
    factory = MockFactory()
    devices = DeviceSettings(
        gpio="mock",
        readers=(ReaderSettings(port=port),),
        display=DisplaySettings(controller="ssd1306"),
    )
    settings = Settings(devices=devices, home=home, games=("board_game_ii",))
    outfit = service.outfit
    service.outfit = lambda *args: replace(outfit(*args), meaning=MEANINGS.get)

    def started(companion: Companion) -> None:
        companion.box.subscribe(lambda changed: say(f"seq {changed.seq}"))
        threading.Thread(target=contacts, args=(factory, companion), daemon=True).start()

    return service.run(
        settings,
        lambda settings, clock: build(
            settings.devices,
            clock,
            factory,
            bus=lambda display: luma_bus({display.address: Wire()}, display.address),  # type: ignore[dict-item]
        ),
        started,
    )


if __name__ == "__main__":
    sys.exit(main(*(str(Path(argument).absolute()) for argument in sys.argv[1:])))
