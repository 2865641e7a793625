"""Entries as sentences, for the log, the replay and the undo preview, each as its reader may see it.

Must not know who shows them. What was answered in private is told to the one it concerns alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from .prompts import Choose, Prompt, Roll, Several, Shuffle, Tell
from .session import Adjusted, Answered, Entry, Redone, Step, Undone
from .text import Text, say, say_n
from .view import Adjustable, Interlude

IN_PRIVATE = say("Something private")
CORRECTED = say("Something corrected")
"""A figure that is not among those the reader may see, or is no more."""


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
    seat: int | None = None,
) -> Text:
    """One sentence for `entry`, made while `prompt` was open and those corrections and interludes were, as
    `seat` may read it (None: everybody)."""
    if isinstance(entry, Answered):
        asked = prompt.part(entry.seat) if isinstance(prompt, Several) else prompt
        title = asked.title if asked is not None else Text("?")
        if asked is not None and asked.secret and (asked.to is None or asked.to != seat):
            return title if asked.to is None else IN_PRIVATE
        return say("{asked}: {answer}", asked=title, answer=tell_value(asked, entry.value))
    if isinstance(entry, Adjusted):
        for figure in adjustables:
            if figure.path == entry.path:
                words = dict(figure.options)
                value: str | Text = words.get(entry.value, str(entry.value))
                return say("{name} set to {value}", name=figure.name, value=value)
        return CORRECTED
    if isinstance(entry, Undone):
        return say_n("Took back the last move", "Took back the last {n} moves", entry.count)
    if isinstance(entry, Redone):
        return say("Did it again")
    for interlude in interludes:
        if interlude.id == entry.id:
            return interlude.label
    return say("Besides: {what}", what=entry.id.replace("_", " "))


def tell_step(step: Step, adjustables: Sequence[Adjustable] = (), seat: int | None = None) -> Text:
    """One sentence for a move that stands, as `seat` may read it (None: everybody)."""
    if step.only not in (None, seat):
        return IN_PRIVATE
    return tell_entry(step.entry, step.prompt, adjustables, seat=seat)


def as_seen(step: Step, seat: int | None = None) -> Step:
    """The move with nothing in it that `seat` may not know: for exports and other screens.

    A private answer or correction keeps its number and who made it; its value, its question and its figure
    are gone. Notices to other seats are left out.
    """
    notices = tuple(notice for notice in step.notices if notice.seat in (None, seat))
    if step.only in (None, seat):
        return replace(step, notices=notices)
    entry = step.entry
    if isinstance(entry, Adjusted):
        entry = Adjusted("", None, None, entry.seat, entry.by)
    elif isinstance(entry, Answered):
        entry = Answered(entry.number, None, entry.seat, entry.by)
    return Step(entry, Tell(IN_PRIVATE, to=step.only), notices, step.only)
