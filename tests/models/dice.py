"""Radio dice: messages as their makers publish them, a radio on virtual time, and bleak's modules.

GoDice: R; S x y z; FS, TS, MS x y z. Pixels: 3, state, index of the face. Knows nothing of the driver.
"""

from __future__ import annotations

import asyncio
import struct
import sys
from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from companion.engine.text import Text, say

GODICE = {1: (-64, 0, 0), 2: (0, 0, 64), 3: (0, 64, 0), 4: (0, -64, 0), 5: (0, 0, -64), 6: (64, 0, 0)}
"""Face -> acceleration while it is up, as in the maker's tables."""


GODICE_20 = {1: (-64, 0, -22), 7: (-42, -42, -42), 12: (22, -64, 0), 14: (42, 42, 42), 20: (64, 0, 22)}
"""Some faces of the shell with twenty, from the same tables; opposite ones make 21."""
GODICE_8 = {
    1: ((-60, 0, 20), (20, 60, 20), (-40, 20, -40)),
    8: ((-20, -60, -20), (40, -20, 40), (60, 0, -20)),
}
"""Two faces of the shell with eight: three directions each."""


def godice_rest(kind: bytes, axes: tuple[int, int, int]) -> bytes:
    """A GoDice that came to rest: kind S, FS, TS or MS."""
    return kind + struct.pack("bbb", *axes)


class DieModel:
    """A die within reach or not, on a radio that answers at once."""

    def __init__(self, address: str = "DA:1E:00:C0:FF:EE") -> None:
        self.address = address
        self.there = True
        self.connects = 0
        self._said: Callable[[bytes], object] | None = None
        self._lost: Callable[[], object] | None = None

    def connect(
        self, kind: Any, address: str, said: Callable[[bytes], object], lost: Callable[[], object]
    ) -> str | Text:
        """As the port of `companion.hal.dice.Radio`."""
        self.connects += 1
        if not self.there or address not in ("", self.address):
            return say("No die answers.")
        self._said, self._lost = said, lost
        return self.address

    def disconnect(self) -> None:
        """Hang up."""
        self._said = self._lost = None

    def say(self, message: bytes) -> None:
        """Send a message, if anybody is connected."""
        if self._said is not None:
            self._said(message)

    def roll(self, face: int) -> None:
        """A good roll of a GoDice."""
        self.say(b"R")
        self.say(godice_rest(b"S", GODICE[face]))

    def unplug(self) -> None:
        """Out of reach."""
        self.there = False
        lost = self._lost
        self.disconnect()
        if lost is not None:
            lost()

    def plug(self) -> None:
        """Within reach again."""
        self.there = True


class BleakError(Exception):
    """As in bleak.exc."""


class AirModel:
    """What is on the air, as bleak shows it."""

    def __init__(self) -> None:
        self.dice: list[AirDie] = []
        self.off = False

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Make it what `import bleak` finds."""
        air = self

        class BleakScanner:
            @staticmethod
            async def find_device_by_filter(filterfunc: Any, timeout: float) -> AirDie | None:
                if air.off:
                    raise BleakError("No Bluetooth adapters found.")
                await asyncio.sleep(0)
                return next(
                    (die for die in air.dice if die.client is None and filterfunc(die, die.seen)), None
                )

        class BleakClient:
            def __init__(self, device: AirDie, disconnected_callback: Any, timeout: float) -> None:
                self.device, self.gone = device, disconnected_callback
                self.loop = asyncio.get_running_loop()

            async def connect(self) -> None:
                if self.device not in air.dice:
                    raise BleakError("device not found")
                self.device.client = self

            async def start_notify(self, uuid: str, callback: Any) -> None:
                assert uuid == self.device.notify
                self.tell = callback

            async def disconnect(self) -> None:
                self.device.client = None
                self.gone(self)

        for name, content in (
            ("bleak", {"BleakClient": BleakClient, "BleakScanner": BleakScanner}),
            ("bleak.exc", {"BleakError": BleakError}),
        ):
            module = ModuleType(name)
            vars(module).update(content)
            monkeypatch.setitem(sys.modules, name, module)


class AirDie:
    """One die on the air, as bleak's BLEDevice, with its advertisement as `seen`."""

    def __init__(self, address: str, name: str, notify: str) -> None:
        self.address = address
        self.notify = notify
        self.seen = SimpleNamespace(local_name=name, service_uuids=["6e400001-b5a3-f393-e0a9-e50e24dcca9e"])
        self.client: Any = None

    def say(self, *messages: bytes) -> None:
        """Send messages, in the connection's own loop as bleak does."""
        for message in messages:
            self.client.loop.call_soon_threadsafe(self.client.tell, self, bytearray(message))

    def leave(self) -> None:
        """Out of reach."""
        client, self.client = self.client, None
        client.loop.call_soon_threadsafe(client.gone, client)
