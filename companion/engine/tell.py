"""Entries as sentences, for the log, the replay and the undo preview. Must not know who shows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .prompts import Choose, Prompt, Roll, Several, Shuffle, Tell
from .session import Adjusted, Answered, Entry, Redone, Step, Undone
from .text import Text, say, say_n
from .view import Adjustable, Interlude


def tell_value(prompt: Prompt | None, value: Any) -> Text:
    """How people call the answer `value` to `prompt`."""
    if isinstance(prompt, Roll) and value in prompt.die.faces:
        return prompt.die.name_of(value)
    if isinstance(prompt, Choose):
        for option in prompt.options:
            if option.id == value:
                return option.label
    if isinstance(prompt, Tell):
        return say("done")
    if isinstance(prompt, Shuffle):
        return say("shuffled")
    return Text(str(value).replace("{", "(").replace("}", ")"))


def tell_entry(
    entry: Entry,
    prompt: Prompt | None = None,
    adjustables: Sequence[Adjustable] = (),
    interludes: Sequence[Interlude] = (),
) -> Text:
    """One sentence for `entry`, made while `prompt` was open and those corrections and interludes were."""
    if isinstance(entry, Answered):
        asked = prompt.part(entry.seat) if isinstance(prompt, Several) else prompt
        title = asked.title if asked is not None else Text("?")
        return say("{asked}: {answer}", asked=title, answer=tell_value(asked, entry.value))
    if isinstance(entry, Adjusted):
        for figure in adjustables:
            if figure.path == entry.path:
                words = dict(figure.options)
                value: str | Text = words.get(entry.value, str(entry.value))
                return say("{name} set to {value}", name=figure.name, value=value)
        return say("{name} set to {value}", name=entry.path, value=str(entry.value))
    if isinstance(entry, Undone):
        return say_n("Took back the last move", "Took back the last {n} moves", entry.count)
    if isinstance(entry, Redone):
        return say("Did it again")
    for interlude in interludes:
        if interlude.id == entry.id:
            return interlude.label
    return say("Besides: {what}", what=entry.id.replace("_", " "))


def tell_step(step: Step, adjustables: Sequence[Adjustable] = ()) -> Text:
    """One sentence for a move that stands."""
    return tell_entry(step.entry, step.prompt, adjustables)
