"""Which tag lies on the reader: tag frames with their moments in, laid / lifted / two out. Pure.

Must not know: bytes, ports, what a tag means.

- A tag that is known is laid with its first frame; any other with its second within `TWICE` (see
  `rdm6300.py`).
- A tag is lifted after `GONE` without a frame of it; so a missed repeat is no removal, and a tag left lying
  is laid once.
- A second tag waits. When the first answers again after it, both lie there: `TwoTags`, once for each tag
  that joins, and what waits is laid only when the first is gone. When the first does not answer again, it
  was a quick change: the first is lifted, the next one laid.
- A damaged frame that begins or ends like the tag that lies there alone is a sign of it, for its staying
  only.
- Every tag named in `TagLaid` or `TwoTags` is named in one `TagLifted` when it goes.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.hal.events import Event, TagLaid, TagLifted, TwoTags

GONE = 0.350
"""Seconds: readers repeat about every 65 ms, so five repeats in a row may fail."""
TWICE = 1.0
"""Seconds within which the second frame of a tag that is not known must come."""


@dataclass(slots=True)
class Presence:
    """The plate of one reader."""

    reader: str
    knows: Callable[[str], bool]
    due: float | None = None
    """When `wake` is wanted."""
    _laid: str | None = None
    _waiting: list[str] = field(default_factory=list)
    _told: set[str] = field(default_factory=set)
    _seen: dict[str, float] = field(default_factory=dict)
    _once: dict[str, float] = field(default_factory=dict)

    def frame(self, now: float, tag: str) -> list[Event]:
        """A good frame of `tag` came at `now`."""
        new = tag not in self._seen
        if not new:
            # Nobody has looked since it fell due: the loop was busy, and the frames of that time came late.
            self._seen[tag] = now
            self._schedule()
        events = self.wake(now)
        if new:
            if not self._accept(now, tag):
                return events
            if self._laid is None:
                self._laid = tag
                events.append(TagLaid(tag, self.reader))
            else:
                self._waiting.append(tag)
        elif tag == self._laid and not self._told.issuperset(self._waiting):
            self._told.update(self._waiting)
            events.append(TwoTags((tag, *self._waiting), self.reader))
        self._seen[tag] = now
        self._schedule()
        return events

    def scrap(self, now: float, digits: str) -> None:
        """A damaged frame came at `now`, with these digits left of it."""
        tag = self._laid
        if tag is None or self._waiting:
            return
        if digits[:6] == tag[:6] or tag[-4:] in digits:
            self._seen[tag] = now
            self._schedule()

    def wake(self, now: float) -> list[Event]:
        """What has gone by `now`."""
        events: list[Event] = []
        while self.due is not None and self.due <= now:
            # The oldest goes first, so a tag that came after the laid one inherits the plate before it goes
            # itself.
            events += self._lift(min(self._seen, key=self._seen.__getitem__))
            self._schedule()
        return events

    def lost(self) -> list[Event]:
        """The reader is gone: what lay there is lifted, what waited unseen is forgotten."""
        gone = ([] if self._laid is None else [self._laid]) + [
            tag for tag in self._waiting if tag in self._told
        ]
        self._laid, self.due = None, None
        for memory in (self._waiting, self._told, self._seen, self._once):
            memory.clear()
        return [TagLifted(tag, self.reader) for tag in gone]

    def _accept(self, now: float, tag: str) -> bool:
        if self.knows(tag):
            return True
        self._once = {other: seen for other, seen in self._once.items() if now - seen <= TWICE}
        if self._once.pop(tag, None) is not None:
            return True
        self._once[tag] = now
        return False

    def _lift(self, tag: str) -> list[Event]:
        del self._seen[tag]
        if tag == self._laid:
            events: list[Event] = [TagLifted(tag, self.reader)]
            self._laid = self._waiting.pop(0) if self._waiting else None
            if self._laid is not None:
                self._told.discard(self._laid)
                events.append(TagLaid(self._laid, self.reader))
            return events
        self._waiting.remove(tag)
        if tag not in self._told:
            return []
        self._told.discard(tag)
        return [TagLifted(tag, self.reader)]

    def _schedule(self) -> None:
        self.due = min(self._seen.values()) + GONE if self._seen else None
