"""Running a box for real: asyncio's loop, the devices of the settings, signals, systemd.

Must not know the command line; whoever calls has the settings.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.engine.game import Game
from companion.engine.text import Text, say
from companion.journal import places

from .companion import Companion, Extras, playable
from .crash import report
from .front import LEAD
from .settings import Settings
from .systemd import Systemd

if TYPE_CHECKING:
    from companion.hal.devices import Devices
    from companion.hal.ports import Clock
    from companion.library.tokens import Tokens
    from companion.web.host import Twin, Upstairs, WebSettings

    from .cards import Cards
    from .web import Web

Build = Callable[[Settings, Any], "Devices"]


def outfit(
    settings: Settings,
    folder: Path,
    clock: Clock,
    switch_off: Callable[[], object],
    upstairs: Upstairs | None = None,
) -> Extras:
    """What a box on this machine plays with: all games, the owner's library, the system's random source."""
    slow = clock.worker("library")

    # The library is loaded when it is first needed: the first picture does not wait for it.
    @cache
    def cards() -> Cards:
        from .cards import Cards

        return Cards(folder / "library", tell)

    @cache
    def tokens() -> Tokens:
        from companion.library.tokens import FILE, Tokens

        found = Tokens(folder / "library" / FILE)
        for fault in found.faults:
            tell(str(fault))
        return found

    def learn(game: Game[Any], figure: Mapping[str, Any]) -> None:
        slow.run(partial(cards().learn, game, figure), lambda _: None)

    def bug(error: BaseException) -> None:
        path = report(error, folder)
        tell(f"The rules stumbled ({type(error).__name__}). Please send this file: {path}")

    return Extras(
        games=playable(settings.games),
        shelf=lambda game: cards().shelf(game),
        learn=learn,
        meaning=lambda tag: tokens().meaning(tag),
        on_bug=bug,
        switch_off=switch_off,
        library=lambda game: cards().library(game),
        tokens=tokens,
        upstairs=upstairs,
    )


def tell(line: str) -> None:
    """One line for the log."""
    print(f"companion: {line}", file=sys.stderr, flush=True)


def real_devices(settings: Settings, clock: Any) -> Devices:
    """The devices as they are set."""
    from companion.hal.from_config import build

    return build(settings.devices, clock)


def load_web() -> None:
    """Import what the web needs, as far as it is installed; `phones` tells what is not."""
    with suppress(ModuleNotFoundError):
        from .web import load

        load()


def phones(
    companion: Companion, settings: WebSettings, folder: Path, clock: Clock, twin: Twin | None = None
) -> Web | None:
    """The table on phones, if it can be had: told at the box and in the log if not."""
    refused: Text | None
    try:
        from .web import Web

        web = Web(companion, settings, folder, clock, twin)
        refused = web.start()
    except ModuleNotFoundError as error:
        refused = say("No phones: the part {name} is not installed.", name=error.name or "web")
    if refused is not None:
        tell(str(refused))
        companion.front.panel.tell(refused, sign="news")
        return None
    tell(f"Phones: {web.invitation().address}")
    if not companion.front.has_screen:
        # Whoever can read the log stands at the machine.
        pairing = web.site.pairing
        pairing.heard.append(lambda: tell(f"PIN: {pairing.pin}"))
        tell(f"PIN: {pairing.pin}")
    return web


def run(
    settings: Settings,
    build: Build = real_devices,
    started: Callable[[Companion], object] = lambda _: None,
    upstairs: Upstairs | None = None,
) -> int:
    """Play until told to stop (SIGTERM, SIGINT, the menu's Switch off); the exit code. `started` gets the
    companion before its first question, the keeper's pages show what stands `upstairs`. Raises Held."""
    return asyncio.run(_run(settings, build, started, upstairs))


async def _run(
    settings: Settings, build: Build, started: Callable[[Companion], object], upstairs: Upstairs | None
) -> int:
    from companion.hal.clock import LoopClock

    loop = asyncio.get_running_loop()
    clock = LoopClock(loop)
    folder = places.home(settings.home)
    systemd = Systemd(clock)
    ended: asyncio.Future[bool] = loop.create_future()

    def end(off: bool) -> None:
        if not ended.done():
            ended.set_result(off)

    def stumbled(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        path = report(error, folder) if error is not None else None
        tell(f"{context['message']}: {error!r}. Please send this file: {path}")

    loop.set_exception_handler(stumbled)
    extras = outfit(settings, folder, clock, partial(end, True), upstairs)
    devices = build(settings, clock)
    companion = Companion(clock, devices, folder, settings, extras)

    web: Web | None = None

    async def open_web() -> None:
        nonlocal web
        # After the first picture, and beside the loop: the web's libraries take their time.
        await asyncio.sleep(2 * LEAD)
        await loop.run_in_executor(None, load_web)
        web = phones(companion, settings.web, folder, clock)

    def stop() -> None:
        systemd.stopping()
        companion.close(partial(end, False))

    for sign in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(sign, stop)
    started(companion)
    companion.start()
    systemd.ready()
    opening = loop.create_task(open_web()) if settings.web.on else None
    off = await ended
    if opening is not None:
        opening.cancel()
    if web is not None:
        await web.close()
    if off and os.environ.get("NOTIFY_SOCKET"):
        # A box that runs as a service is a thing of its own; a laptop is left on.
        systemd.stopping()
        import subprocess

        subprocess.run(["systemctl", "poweroff"], check=False)
    return 0
