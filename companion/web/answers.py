"""From the fields of a form to an entry for the journal, and what became of it: a key never counts twice.

Must not know HTML or HTTP; a field that is no good is a `Refusal`.
"""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

from companion.engine.live import Live, Taken
from companion.engine.prompts import Count, Prompt, Refusal, Roll, Several, Write
from companion.engine.session import Adjusted, Answered, Entry, Redone, Session, Took, Undone
from companion.engine.text import say

from .look import Reader

BY = "web"
KEYS = 2000
"""So many keys are remembered; an older one counts as new, and then its number is long stale."""
NO_ANSWER = Refusal(say("That is no answer."))
NOT_YOURS = Refusal(say("This is for another player to answer."))

Fields = Mapping[str, str]


def number_of(fields: Fields, name: str = "number") -> int:
    """A whole number in a field; -1 for anything else."""
    text = fields.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else -1


def answered(session: Session[Any], reader: Reader, fields: Fields) -> Answered | Refusal:
    """The answer in `fields` by `reader`."""
    seat = reader.seat
    if "seat" in fields:
        wanted = number_of(fields, "seat")
        other = wanted if wanted >= 0 else None
        if other != seat and not reader.keeps:
            return NOT_YOURS
        seat = other
    prompt = _asked(session, seat)
    if prompt is not None and prompt.secret and prompt.to is not None and prompt.to != reader.seat:
        return NOT_YOURS
    return Answered(number_of(fields), _value(prompt, fields.get("value", "")), seat, BY)


def _asked(session: Session[Any], seat: int | None) -> Prompt | None:
    pending = session.pending
    if pending is None:
        return None
    return pending.prompt.part(seat) if isinstance(pending.prompt, Several) else pending.prompt


def _value(prompt: Prompt | None, text: str) -> Any:
    """What `text` means as an answer to `prompt`; one that means nothing stays what it is, to be refused."""
    if isinstance(prompt, Roll):
        return next((face for face in prompt.die.faces if str(face) == text), text)
    if isinstance(prompt, Count):
        try:
            return int(text[:16])
        except ValueError:
            return text
    return text.strip() if isinstance(prompt, Write) else text


def adjusted(session: Session[Any], reader: Reader, fields: Fields) -> Adjusted | Refusal:
    """The correction in `fields`: `was` is what the reader saw. A touch on a sheet `set`s path=value."""
    path, text = fields.get("path", ""), fields.get("value", "")
    if "set" in fields:
        path, _, text = fields["set"].rpartition("=")
    for figure in session.adjustables(reader.seat):
        if figure.path == path:
            try:
                was = json.loads(fields.get("was", "null"))
            except ValueError:
                return NO_ANSWER
            if not isinstance(was, str | int | bool | None):
                return NO_ANSWER
            value: Any = text
            if figure.options:
                value = next((id for id, _ in figure.options if str(id) == text), text)
            else:
                try:
                    value = int(text[:16])
                except ValueError:
                    return NO_ANSWER
            own = figure.seat is not None or reader.seat is not None
            return Adjusted(path, value, was, reader.seat if own else None, BY)
    return Refusal(say("There is no figure called {path}.", path=path[:60]))


def undone(fields: Fields) -> Undone:
    """Taking back `count` moves."""
    return Undone(number_of(fields), max(number_of(fields, "count"), 0), BY)


def redone(fields: Fields) -> Redone:
    """Making the move taken back last again."""
    return Redone(number_of(fields), BY)


def took(live: Live, reader: Reader, fields: Fields) -> Took:
    """Beginning an interlude."""
    id = fields.get("id", "")[:200]
    seat = reader.seat
    if reader.keeps:
        own = [each.seat for each in (*live.session.interludes, *live.extras) if each.id == id]
        if own and seat not in own:
            seat = own[0]
    return Took(number_of(fields), id, seat, BY)


class Door:
    """Puts entries to the table, each key once."""

    def __init__(self, live: Live) -> None:
        self._live = live
        self._kept: OrderedDict[tuple[int, str], asyncio.Future[Taken]] = OrderedDict()

    async def enter(self, phone: int, key: str, entry: Entry) -> Taken:
        """What became of `entry`; sent again with the same key, what became of it the first time."""
        return await self._once(phone, key, lambda done: self._live.submit(entry, done))

    async def roll(self, phone: int, key: str, number: int, seat: int | None) -> Taken:
        """Have the box roll."""
        return await self._once(phone, key, lambda done: self._live.roll(number, seat, done))

    async def _once(
        self, phone: int, key: str, start: Callable[[Callable[[Taken], object]], object]
    ) -> Taken:
        known = (phone, key[:64])
        if key and known in self._kept:
            return await asyncio.shield(self._kept[known])
        future: asyncio.Future[Taken] = asyncio.get_running_loop().create_future()
        if key:
            self._kept[known] = future
            while len(self._kept) > KEYS:
                self._kept.popitem(last=False)

        def done(taken: Taken) -> None:
            if not future.done():
                future.set_result(taken)

        start(done)
        return await asyncio.shield(future)


def as_json(value: Any) -> str:
    """A figure's value as a form carries it."""
    return json.dumps(value)
