"""What the doctor finds: a check's name, whether it is well, what was seen, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from msgspec import Struct

from companion.engine.prompts import NOTHING
from companion.engine.text import Text

State: TypeAlias = Literal["ok", "note", "bad"]
SIGNS: dict[State, str] = {"ok": "ok  ", "note": "note", "bad": "BAD "}


class Finding(Struct, frozen=True):
    """One line. `fix` is what to do; empty where there is nothing to do."""

    check: str
    state: State
    text: Text
    fix: Text = NOTHING

    def lines(self, words: Callable[[Text], str] = str) -> list[str]:
        """As it is printed, in the language of `words`: the finding, and its fix below."""
        said = [f"{SIGNS[self.state]} {self.check:<9} {words(self.text)}"]
        return [*said, f"     {'':<9} -> {words(self.fix)}"] if self.fix.msg else said


def ok(check: str, text: Text) -> Finding:
    """All is well."""
    return Finding(check, "ok", text)


def note(check: str, text: Text, fix: Text = NOTHING) -> Finding:
    """Worth knowing, no fault."""
    return Finding(check, "note", text, fix)


def bad(check: str, text: Text, fix: Text) -> Finding:
    """A fault and its cure."""
    return Finding(check, "bad", text, fix)
