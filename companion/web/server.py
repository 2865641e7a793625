"""Puts a site on the network, in the loop that runs already.

Must not know pages. What cannot be had (a port that is taken) is told and the table goes on without.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Generator

import uvicorn
from starlette.types import ASGIApp

from companion.engine.text import Text, say

BACKLOG = 128


class _Server(uvicorn.Server):
    """Signals are the service's business; and at rest nothing wakes the box ten times a second."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._ended = asyncio.Event()

    def end(self) -> None:
        """Stop serving."""
        self.should_exit = True
        self._ended.set()

    async def main_loop(self) -> None:
        await self._ended.wait()

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield


class Server:
    """One listening socket."""

    def __init__(self, app: ASGIApp) -> None:
        config = uvicorn.Config(
            app,
            interface="asgi3",
            log_level="error",
            access_log=False,
            lifespan="off",
            server_header=False,
            date_header=False,
            proxy_headers=False,
            ws="none",
            timeout_keep_alive=30,
            timeout_graceful_shutdown=1,
            h11_max_incomplete_event_size=32_768,
            limit_concurrency=600,
        )
        self._server = _Server(config)
        self._task: asyncio.Task[None] | None = None
        self.port = 0
        """Where it listens; 0 while it does not."""

    def start(self, address: str, port: int) -> Text | None:
        """Listen; why not, if that cannot be. Port 0 takes any that is free."""
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        listener = socket.socket(family, socket.SOCK_STREAM)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((address, port))
            listener.listen(BACKLOG)
        except (OSError, OverflowError) as error:
            listener.close()
            why = getattr(error, "strerror", None) or str(error)
            return say("No phones: port {port} cannot be used ({why}).", port=port, why=why)
        listener.setblocking(False)
        self.port = listener.getsockname()[1]
        self._task = asyncio.get_running_loop().create_task(self._server.serve(sockets=[listener]))
        return None

    def close(self) -> asyncio.Task[None] | None:
        """Stop; what is to be waited for."""
        self._server.end()
        self.port = 0
        return self._task


def own_address() -> str:
    """The address under which others on the network find this machine; nothing is sent for it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # TEST-NET-1: only the routing table is asked.
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
