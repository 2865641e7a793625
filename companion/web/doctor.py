"""The doctor on the keeper's page: looks again by itself as long as somebody watches.

Must not know what is looked at.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Sequence

from .host import Found, Upstairs

AGAIN = 20.0
"""Seconds after which it looks again."""


class Doctor:
    """The newest findings. `now` are seconds that never go back; `heard` is called when they have changed."""

    def __init__(
        self, upstairs: Upstairs | None, now: Callable[[], float], heard: Callable[[], object]
    ) -> None:
        self.findings: Sequence[Found] | None = None
        self._upstairs, self._now, self._heard = upstairs, now, heard
        self._looked = -math.inf
        self._looking: asyncio.Future[Sequence[Found]] | None = None

    @property
    def is_here(self) -> bool:
        """Whether there is a doctor at all."""
        return self._upstairs is not None

    def soon(self) -> None:
        """Something has happened: what was seen counts no more."""
        self._looked = -math.inf

    def look(self) -> None:
        """Look beside the loop, unless that was done lately."""
        if self._upstairs is None or self._looking is not None or self._now() - self._looked < AGAIN:
            return
        self._looked = self._now()
        self._looking = asyncio.get_running_loop().run_in_executor(None, self._upstairs.findings)
        self._looking.add_done_callback(self._seen)

    def _seen(self, looking: asyncio.Future[Sequence[Found]]) -> None:
        self._looking = None
        if looking.cancelled():
            return
        if (error := looking.exception()) is not None:
            # A mistake of the doctor's is reported once, not every time it would look.
            self._looked = math.inf
            raise error
        if (found := looking.result()) != self.findings:
            self.findings = found
            self._heard()
