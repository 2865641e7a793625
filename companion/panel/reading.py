"""What a token does: it answers, teaches, stands for a key, or is told why it does nothing.

Must not know readers, tag formats or lamps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from companion.engine.text import Text, say

from .asking import answer_of, device_name, reason, token_name
from .seen import Lesson
from .teaching import Teaching

if TYPE_CHECKING:
    from companion.hal.events import Role

    from .panel import Panel

SETTLED = 1.5
"""Seconds after its return within which a reader finds what was left on it."""

ONLY_DICE_HERE = say("Only dice lie here. This goes on: {where}.")
ONLY_DICE = say("This reader takes dice only.")
ONLY_CARDS_HERE = say("No dice here. The die goes on: {where}.")
ONLY_CARDS = say("This reader takes no dice.")


class Reading:
    """The tokens of one panel; `meaning` says what a tag stands for (None: unknown), `roles` what is laid on
    each reader."""

    def __init__(
        self,
        panel: Panel,
        meaning: Callable[[str], str | None],
        roles: Mapping[str, Role],
        now: Callable[[], float],
    ) -> None:
        self._panel, self._meaning, self._roles, self._now = panel, meaning, roles, now
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
        if isinstance(panel.top, Teaching):
            self._last = tag
            self._teach(panel.top.lesson, tag)
            return
        meaning = self._meaning(tag)
        if meaning is not None and (elsewhere := self._elsewhere(meaning, reader)) is not None:
            panel.sign("not now", elsewhere)
            return
        again, self._last = tag == self._last, tag
        if meaning is None:
            panel.sign("unknown", say("Nobody knows this token: {tag}", tag=tag))
        elif meaning.startswith("key:"):
            self._key(meaning.removeprefix("key:"))
        else:
            self._answer(meaning, again)

    def _elsewhere(self, meaning: str, reader: str) -> Text | None:
        """Where a token of this meaning belongs, if not on this reader."""
        kind = meaning.partition(":")[0]
        wants: Role = "die" if kind == "face" else "cards"
        if kind == "key" or self._roles.get(reader, "any") in ("any", wants):
            return None
        where = [device_name(name) for name, role in self._roles.items() if role in ("any", wants)]
        if wants == "cards":
            return ONLY_DICE_HERE.fill(where=where) if where else ONLY_DICE
        return ONLY_CARDS_HERE.fill(where=where) if where else ONLY_CARDS

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
