"""Made-up tokens for boxes without a reader: which there are at a question, and the tag each one bears.

Must not know who lays them.
"""

from __future__ import annotations

import hashlib

from companion.engine.prompts import Choose, Prompt, Roll, Scan
from companion.engine.text import Text, say

FIXED: dict[str, Text] = {
    "key:undo": say("Take back"),
    "key:why": say("Why?"),
    "key:menu": say("The menu"),
    "": say("A token nobody knows"),
}
"""Tokens that always lie in the tray, by meaning."""


def tag_of(meaning: str) -> str:
    """The made-up tag of the tray's token with this meaning: ten hex digits, the same every time."""
    return hashlib.blake2b(meaning.encode(), digest_size=5).hexdigest().upper()


class Tray:
    """The tokens that could be laid now: those that fit the question, and a few that always do."""

    def __init__(self) -> None:
        self._meanings: dict[str, str] = {}
        self.here: dict[str, Text] = {}
        self.fill(None)

    def fill(self, prompt: Prompt | None) -> None:
        """Lay out what fits `prompt`. A question in private has no tokens: they would give it away."""
        fitting: dict[str, Text] = {}
        if prompt is not None and not prompt.secret:
            if isinstance(prompt, Roll):
                die = prompt.die
                fitting = {f"face:{die.id}:{face}": _named(die.name, die.name_of(face)) for face in die.faces}
            elif isinstance(prompt, Choose):
                kind = f"{prompt.kinds[0]}:" if isinstance(prompt, Scan) and prompt.kinds else ""
                fitting = {f"{kind}{option.id}": option.label for option in prompt.options}
        self.here = fitting | FIXED
        for meaning in self.here:
            self.teach(meaning)

    def teach(self, meaning: str) -> None:
        """Have a tag for this meaning."""
        if meaning:
            self._meanings[tag_of(meaning)] = meaning

    def meaning(self, tag: str) -> str | None:
        """What one of these tags stands for."""
        return self._meanings.get(tag)


def _named(die: Text, face: Text) -> Text:
    return Text("{die}: {face}", {"die": die, "face": face})
