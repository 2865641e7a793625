"""What systemd is told: ready, alive, stopping. The sign of life comes from the loop's own timer, so a loop
that hangs gives none. Does nothing where no systemd listens.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.hal.ports import Clock, Timer


class Systemd:
    """The line to systemd, as the environment says."""

    def __init__(self, clock: Clock, environ: Mapping[str, str] = os.environ) -> None:
        self._clock = clock
        self._address = environ.get("NOTIFY_SOCKET", "")
        pid = environ.get("WATCHDOG_PID", "")
        micros = environ.get("WATCHDOG_USEC", "")
        ours = not pid or pid == str(os.getpid())
        self.every = int(micros) / 2_000_000 if ours and micros.isdigit() else 0.0
        """Seconds between signs of life: half of what systemd allows; 0 for none."""
        self._timer: Timer | None = None

    def ready(self) -> None:
        """The first frame is out; from now on signs of life follow."""
        self._say("READY=1")
        self._beat()

    def status(self, words: str) -> None:
        """One line for `systemctl status`."""
        self._say(f"STATUS={words}")

    def stopping(self) -> None:
        """The end has begun."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._say("STOPPING=1")

    def _beat(self) -> None:
        if self._address and self.every:
            self._say("WATCHDOG=1")
            self._timer = self._clock.call_later(self.every, self._beat)

    def _say(self, words: str) -> None:
        if not self._address:
            return
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.setblocking(False)  # a systemd that does not listen just now must not hold up the game
            try:
                line.sendto(words.encode(), address)
            except OSError:  # systemd is gone or its socket full: nothing that the game needs
                return
