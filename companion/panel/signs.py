"""The signs for tokens and answers: what the lamps and the buzzer do for each, so that they differ.

Plain data. Must not know prompts, screens or devices.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Sign = Literal["known", "unknown", "not now", "twice"]
ALL = frozenset({"event", "move", "combat"})
"""The lamps every box has."""
NONE: frozenset[str] = frozenset()


class Show(NamedTuple):
    """One sign: the lamps with the seconds they stay so, and the buzzer's pattern."""

    lamps: tuple[tuple[frozenset[str], float], ...]
    sound: tuple[float, ...]


SIGNS: dict[Sign, Show] = {
    "known": Show(((ALL, 0.4),), (0.06,)),
    "unknown": Show(((ALL, 0.12), (NONE, 0.12)) * 3, (0.5,)),
    "not now": Show(
        ((frozenset({"event"}), 0.2), (frozenset({"move"}), 0.2), (frozenset({"combat"}), 0.2)),
        (0.15, 0.1, 0.15),
    ),
    "twice": Show(((ALL, 0.2), (NONE, 0.2), (ALL, 0.2)), (0.05, 0.05, 0.05, 0.05, 0.05)),
}
TAKEN: tuple[float, ...] = (0.03,)
"""The sound of an answer that is kept."""
REFUSED: tuple[float, ...] = (0.15, 0.1, 0.15)
"""The sound of an answer that does not count."""
LEVELS = (1, 60, 160, 255)
"""The brightness of the OLED by the setting 1 to 4."""
DIM = 8
