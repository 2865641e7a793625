"""The screen on which tokens are taught: what to lay on the reader, or to leave it for later.

Must not know where tokens are kept.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.text import Text, say

from .screens import Act, Row, Rows
from .seen import Lesson

DONE = say("All tokens are known.")


class Teaching(Rows):
    """One thing of a lesson. `swap` shows the lesson anew, `close` leaves it."""

    def __init__(self, lesson: Lesson, words: Callable[[Text], str], swap: Act, close: Act) -> None:
        asked = lesson.asked
        later = [Row(words(say("Later"))), Row(words(say("Back")))]
        if asked is None:
            super().__init__([words(DONE)], later[1:], lambda at: close(), back=close)
        else:
            name, left = asked
            talk = [words(say("Lay on: {name}", name=name)), words(say("{n} left", n=left))]
            super().__init__(talk, later, lambda at: close() if at else self._later(), back=close)
        self.lesson, self._swap = lesson, swap

    def _later(self) -> None:
        self.lesson.later()
        self._swap()
