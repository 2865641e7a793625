"""One switch contact, cleaned: confirm for 1 ms, report, stay deaf for 20 ms, look again. Pure.

Here: levels and moments in, clean changes out. Must not know: pins, clocks, what a button means.

A change counts when the level has stood for `confirm`; a shorter one is a glitch. After a change the contact
may bounce as it likes for `deaf`; then the level is read again, so that an edge which fell into the deaf time
or was never told heals. While the contact is down it is looked at every `LOOK` seconds, for a lost release.

The owner calls `edge` for each edge and `wake` at `due` with the level read then. Edges may come late (a busy
loop), each with its own time: `edge` first lives through what was due before it, so nothing is lost. An edge
told only after the deaf time it fell into is bounce all the same: the level read since then counts more.
"""

from dataclasses import InitVar, dataclass, field
from math import inf

LOOK = 0.1
"""Seconds between two looks at a contact that is down."""
PROMPT = 0.005
"""A reading taken so soon after `due` still speaks for that moment; after an edge told late any does."""


@dataclass(slots=True)
class Debounce:
    """The contact. `down` is the clean state; edges and readings are True for down."""

    down: bool
    now: InitVar[float]
    confirm: float = 0.001
    deaf: float = 0.020
    due: float | None = None
    """When `wake` is wanted; None while nothing is open."""
    glitches: int = 0
    """Changes that did not stand."""
    _raw: bool = field(init=False)
    _confirming: bool = field(init=False, default=False)
    _deaf: bool = field(init=False, default=False)
    _deaf_end: float = field(init=False, default=-inf)
    _told_late: bool = field(init=False, default=False)

    def __post_init__(self, now: float) -> None:
        self._raw = self.down
        self._calm(now)

    def edge(self, now: float, down: bool) -> list[tuple[float, bool]]:
        """The contact changed to `down` at `now`. The clean changes (moment, down) that follow."""
        changes = self._live_until(now)
        self._raw = down
        if self._deaf:
            return changes
        if down == self.down:
            if self._confirming:
                self.glitches += 1
                self._calm(now)
        elif not self._confirming:
            self._confirming, self._told_late = True, now < self._deaf_end
            self.due = max(now, self._deaf_end) + self.confirm
        return changes

    def wake(self, now: float, down: bool) -> list[tuple[float, bool]]:
        """`due` has come and the contact, read afresh, is `down`."""
        if self._confirming and down == self.down and self.due is not None and self._young(now - self.due):
            return self.edge(self.due, down)  # the end of a glitch that was not told
        changes = self._live_until(now)
        if down != self._raw:
            changes += self.edge(now, down)
        elif self.due is not None and self.due <= now:
            changes += self._step(self.due)
        return changes

    def _young(self, late: float) -> bool:
        """Whether a reading `late` after `due` still speaks for that moment."""
        return self._told_late or late < PROMPT

    def _live_until(self, now: float) -> list[tuple[float, bool]]:
        changes: list[tuple[float, bool]] = []
        while self.due is not None and self.due < now and (self._confirming or self._deaf):
            changes += self._step(self.due)
        return changes

    def _step(self, moment: float) -> list[tuple[float, bool]]:
        """Take the level last known as the level at `moment`."""
        if self._deaf:
            self._deaf = False
            if self._raw != self.down:
                self._confirming = True
                self.due = moment + self.confirm
            else:
                self._calm(moment)
            return []
        if self._confirming:
            self._confirming = False
            self.down = self._raw
            self._deaf = True
            self.due = self._deaf_end = moment + self.deaf
            return [(moment, self.down)]
        self._calm(moment)
        return []

    def _calm(self, now: float) -> None:
        self._confirming = False
        self.due = now + LOOK if self.down else None
