"""The box in a browser: the same service on mock devices, its page opened on this machine.

Must not know pages.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import webbrowser
from collections.abc import Callable, Mapping
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.journal import places

from .settings import Settings

if TYPE_CHECKING:
    from companion.web.host import Upstairs

NEEDED = ("starlette", "uvicorn", "jinja2", "segno")


def is_here(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether this machine has a browser with a screen to open, and what serving it takes."""
    if not all(map(find_spec, NEEDED)):
        return False
    if sys.platform.startswith("linux") and not (environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY")):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def run(
    settings: Settings,
    show: Callable[[str], object] = webbrowser.open,
    upstairs: Upstairs | None = None,
) -> int:
    """Play in the browser that `show` opens until told to stop; the exit code. Raises Held."""
    return asyncio.run(_run(settings, show, upstairs))


async def _run(settings: Settings, show: Callable[[str], object], upstairs: Upstairs | None) -> int:
    from companion.hal.clock import LoopClock
    from companion.hal.mock import MockBox

    from .companion import Companion
    from .mock_twin import MockTwin
    from .run import outfit, phones, tell
    from .tray import Tray

    loop = asyncio.get_running_loop()
    clock = LoopClock(loop)
    folder = places.home(settings.home)
    ended: asyncio.Future[None] = loop.create_future()

    def end() -> None:
        if not ended.done():
            ended.set_result(None)

    extras = outfit(settings, folder, clock, end, upstairs)
    box, tray = MockBox(clock), Tray()
    taught = extras.meaning
    extras = replace(extras, meaning=lambda tag: tray.meaning(tag) or taught(tag))
    companion = Companion(clock, box.devices, folder, settings, extras)
    for sign in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(sign, partial(companion.close, end))
    companion.start()
    wanted = settings.web
    if not wanted.on:
        # Nobody asked for phones: this machine's own browser is enough, on any port.
        wanted = replace(wanted, address="127.0.0.1", port=0)
    web = phones(companion, wanted, folder, clock, MockTwin(box, companion, tray, clock))
    if web is None:
        companion.close(end)
        await ended
        return 1
    assert web.box is not None
    page = f"http://127.0.0.1:{web.server.port}/open?ticket={web.box.ticket}"
    tell(f"The box is in the browser. If it did not open: {page}")
    await loop.run_in_executor(None, show, page)
    await ended
    await web.close()
    return 0
