"""How phones find the table: the address as a code to scan, and the name told on the network (mDNS).

Must not know pages.
"""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from typing import Any

NAME = "companion.local"


def address_of(host: str, port: int) -> str:
    """What people type."""
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}/" if port == 80 else f"http://{shown}:{port}/"


def code_of(address: str) -> tuple[tuple[bool, ...], ...]:
    """The address as a QR code, True for dark; in capitals, which host names ignore, it is a smaller one."""
    import segno

    found = segno.make(address.rstrip("/").upper(), error="l", boost_error=True, micro=False)
    return tuple(tuple(bool(module) for module in row) for row in found.matrix)


def code_svg(address: str) -> str:
    """The same as a picture in a page."""
    import segno

    found = segno.make(address.rstrip("/").upper(), error="l", micro=False)
    return found.svg_inline(scale=5, border=3, dark="#08120a", light="#f4f9f2", omitsize=True, svgclass="qr")


class Announcement:
    """Tells the network that `companion.local` is here. What does not work is left: the address works too."""

    def __init__(self, address: str, port: int) -> None:
        self._address, self._port = address, port
        self._zeroconf: Any = None
        self._task = asyncio.get_running_loop().create_task(self._tell())

    async def _tell(self) -> None:
        from zeroconf import ServiceInfo
        from zeroconf.asyncio import AsyncZeroconf

        info = ServiceInfo(
            "_http._tcp.local.",
            "Companion._http._tcp.local.",
            addresses=[socket.inet_aton(self._address)],
            port=self._port,
            server=f"{NAME}.",
            properties={"path": "/"},
        )
        with suppress(OSError):
            self._zeroconf = AsyncZeroconf(interfaces=[self._address])
            await self._zeroconf.async_register_service(info, allow_name_change=True)

    async def close(self) -> None:
        """Say good-bye."""
        self._task.cancel()
        if self._zeroconf is not None:
            with suppress(OSError):
                await self._zeroconf.async_close()
