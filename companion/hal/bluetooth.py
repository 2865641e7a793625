"""Bluetooth Low Energy through bleak: one connection in a thread with a loop of its own.

Must not know: what a device says. bleak is imported when the first connection is made.
"""

import asyncio
import contextlib
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from companion.engine.text import Text, say
from companion.hal.buses import missing_package
from companion.hal.dice import Kind

SCAN = 3.0
"""Seconds to look for a device that does not answer, before a pause."""
CONNECT = 8.0
_NO_DIE = say("No die answers. Is it charged, awake and near?")

T = TypeVar("T")


class BleakRadio:
    """A connection to one device; never to one of `taken`, where the radios of one box note theirs."""

    def __init__(self, taken: set[str] | None = None) -> None:
        self._taken = taken if taken is not None else set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._client: Any = None
        self._failures: tuple[type[Exception], ...] = ()

    def connect(
        self, kind: Kind, address: str, said: Callable[[bytes], object], lost: Callable[[], object]
    ) -> str | Text:
        try:
            from bleak import BleakClient, BleakScanner
            from bleak.exc import BleakError
        except ImportError as error:
            return missing_package(error, "dice")

        self._failures = (BleakError, OSError, TimeoutError, EOFError)

        def fits(device: Any, seen: Any) -> bool:
            if address:
                return bool(device.address.upper() == address.upper())
            name = seen.local_name or ""
            if kind.prefix:
                right = name.startswith(kind.prefix)
            else:
                right = kind.service in seen.service_uuids and not name.startswith("GoDice_")
            if right and device.address.upper() not in {each.upper() for each in tuple(self._taken)}:
                self._taken.add(device.address)
                return True
            return False

        def gone(client: Any) -> None:
            lost()

        async def connected() -> str | Text:
            await self._end()
            try:
                device = await BleakScanner.find_device_by_filter(fits, timeout=SCAN)
            except self._failures:
                return say("Bluetooth does not work here. Is it switched on? Try: bluetoothctl power on")
            if device is None:
                return _NO_DIE
            self._client = BleakClient(device, disconnected_callback=gone, timeout=CONNECT)
            try:
                await self._client.connect()
                await self._client.start_notify(kind.notify, lambda sender, data: said(bytes(data)))
            except self._failures:
                if not address:
                    self._taken.discard(device.address)
                return _NO_DIE
            return str(device.address)

        return self._run(connected())

    def disconnect(self) -> None:
        if self._loop is not None:
            self._run(self._end())
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._loop = None

    async def _end(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            with contextlib.suppress(*self._failures):  # it may be gone already
                await client.disconnect()

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do `work` in the connection's loop and wait for it."""
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            threading.Thread(target=_turn, args=(self._loop,), name="bluetooth", daemon=True).start()
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()


def _turn(loop: asyncio.AbstractEventLoop) -> None:
    loop.run_forever()
    loop.close()
