"""What a token does: it answers, teaches, stands for a key, or is told why it does nothing.

Must not know readers, tag formats or lamps.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.engine.text import Text, say

from .asking import answer_of, reason, token_name
from .seen import Lesson
from .teaching import Teaching

if TYPE_CHECKING:
    from .panel import Panel

SETTLED = 1.5
"""Seconds after its return within which a reader finds what was left on it."""


class Reading:
    """The tokens of one panel; `meaning` says what a tag stands for (None: unknown)."""

    def __init__(self, panel: Panel, meaning: Callable[[str], str | None], now: Callable[[], float]) -> None:
        self._panel, self._meaning, self._now = panel, meaning, now
        self._last = ""
        self._laid: dict[str, str] = {}
        """Reader -> what was laid on it last."""
        self._back: dict[str, float] = {}
        """Reader -> when it came back."""

    def two(self) -> None:
        """Several tokens lie on one reader."""
        self._panel.sign("not now", say("Two tokens: one at a time, please."))

    def back(self, reader: str) -> None:
        """A reader that was gone is there again. What it finds then lay there all the time."""
        self._back[reader] = self._now()

    def lay(self, tag: str, reader: str) -> None:
        """A token was laid down."""
        panel = self._panel
        lay_there = self._laid.get(reader) == tag and self._now() - self._back.get(reader, -SETTLED) < SETTLED
        self._laid[reader] = tag
        if lay_there:
            panel.sign("twice", say("This token has been taken already."))
            return
        again, self._last = tag == self._last, tag
        if isinstance(panel.top, Teaching):
            self._teach(panel.top.lesson, tag)
            return
        meaning = self._meaning(tag)
        if meaning is None:
            panel.sign("unknown", say("Nobody knows this token: {tag}", tag=tag))
        elif meaning.startswith("key:"):
            self._key(meaning.removeprefix("key:"))
        else:
            self._answer(meaning, again)

    def _answer(self, meaning: str, again: bool) -> None:
        panel = self._panel
        prompt = panel.asked
        value = answer_of(prompt, meaning) if prompt is not None and not panel.waiting else None
        if prompt is None or value is None:
            if again:
                panel.sign("twice", say("This token has been taken already."))
            else:
                panel.sign("not now", say("{token}: not asked for now.", token=token_name(meaning)))
            return
        refusal = prompt.accept(value)
        if refusal is not None:
            panel.sign("not now", Text("{why}", {"why": reason(refusal, panel.words)}))
            return
        panel.sign("known")
        panel.close_all()
        panel.skip_news()
        panel.answer(value, by="token")

    def _teach(self, lesson: Lesson, tag: str) -> None:
        """A tag for what the lesson asks. Why it cannot be is told even where signs are off."""
        panel = self._panel
        wrong = lesson.lay(tag)
        panel.sign("known" if wrong is None else "twice")
        panel.skip_news()
        if wrong is not None:
            panel.tell(wrong, sign="twice")
        panel.swap(panel.menu.lesson(lesson))

    def _key(self, key: str) -> None:
        panel = self._panel
        rules = panel.seen.prompt.rules if panel.seen.prompt is not None else ()
        does: dict[str, Callable[[], None]] = {
            "ok": panel.ok,
            "back": panel.back,
            "menu": panel.hold_ok,
            "undo": panel.hold_back,
            "why": lambda: panel.menu.why(rules),
        }
        if key in does:
            panel.sign("known")
            does[key]()
        else:
            panel.sign("not now", say("This token is not asked for now."))
