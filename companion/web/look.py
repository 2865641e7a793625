"""The table as one reader may see it: the question, what may be done, the log. The only way from a session to
a page.

Law: nothing that is a secret of a seat is in here unless the reader sits there. Must not know HTML.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.engine.live import Live
from companion.engine.prompts import Choose, Option, Prompt, Rules, Several
from companion.engine.rule import Outcome
from companion.engine.session import Session
from companion.engine.tell import tell_step
from companion.engine.text import Text, say
from companion.engine.view import Adjustable, Interlude, View

LOG = 12
"""So many moves are told on a page."""
ALONE = say("{who} answers in private.")


class Reader(NamedTuple):
    """Who looks: from which seat (None: from none), whether they may answer, whether for everybody."""

    seat: int | None = None
    plays: bool = False
    keeps: bool = False


class Asked(NamedTuple):
    """One question as this reader has it. With `mine` they may answer it, as `seat`."""

    prompt: Prompt
    seat: int | None
    mine: bool
    options: Sequence[Option] = ()


class Line(NamedTuple):
    """A line of the log: what was done (`event` False) or what followed, and the rules behind it."""

    text: Text
    rules: Rules
    event: bool


class Look(NamedTuple):
    """Everything a page shows of the table."""

    number: int
    view: View
    heading: Text
    """What several are asked together, or nothing."""
    asked: Sequence[Asked]
    waiting: Sequence[Text]
    """Whom the table waits for, where the reader may not see the question."""
    interludes: Sequence[Interlude]
    extras: Sequence[Interlude]
    """What the box itself offers besides: leaving this game for another."""
    adjustables: Sequence[Adjustable]
    log: Sequence[Line]
    can_undo: bool
    can_redo: bool
    outcome: Outcome | None
    trouble: Text | None
    blocked: bool


def look(live: Live, reader: Reader) -> Look:
    """The table of `live` as `reader` may see it."""
    session = live.session
    seat = reader.seat
    view = session.game.view(session.table, seat)
    names = {person.seat: person.name for person in view.people}
    heading, asked, waiting = questions(session, reader, names)
    interludes = [each for each in session.interludes if reader.plays and _may_take(each, reader)]
    extras = [each for each in live.extras if reader.plays and _may_take(each, reader)]
    return Look(
        session.number,
        view,
        heading,
        asked,
        waiting,
        interludes,
        extras,
        session.adjustables(seat),
        log(session, seat),
        bool(session.steps) and reader.plays,
        bool(session.redoable) and reader.plays,
        session.outcome,
        live.trouble,
        live.blocked,
    )


def _may_take(each: Interlude, reader: Reader) -> bool:
    return each.seat is None or each.seat == reader.seat or reader.keeps


def questions(
    session: Session[Any], reader: Reader, names: dict[int, str]
) -> tuple[Text, list[Asked], list[Text]]:
    """The open question for `reader`: its heading, its parts that may be seen, and who else is asked."""
    pending = session.pending
    if pending is None:
        return Text(""), [], []
    prompt = pending.prompt
    several = isinstance(prompt, Several)
    asked: list[Asked] = []
    waiting: list[Text] = []
    for part in prompt.parts if isinstance(prompt, Several) else (prompt,):
        if part.to in pending.answered:
            waiting.append(say("{who} has answered.", who=_who(part.to, names)))
        elif not _visible(part, reader):
            waiting.append(ALONE.fill(who=_who(part.to, names)))
        else:
            options = _options(part, reader)
            mine = reader.plays and _answers(part, reader, several)
            if isinstance(part, Choose) and part.options and not options:
                mine = False  # an auction in which this seat has nothing to say any more
            # What is asked of the table is answered as the one who holds the phone, so that the others learn
            # who was faster.
            seat = part.to if part.to is not None or several else reader.seat
            asked.append(Asked(part, seat, mine, options))
    asked.sort(key=lambda each: (each.seat != reader.seat, not each.mine))
    return prompt.title if several else Text(""), asked, waiting


def _visible(prompt: Prompt, reader: Reader) -> bool:
    if not prompt.secret:
        return True
    if prompt.to is None:
        return reader.plays
    return prompt.to == reader.seat


def _answers(prompt: Prompt, reader: Reader, several: bool) -> bool:
    if prompt.to == reader.seat:
        return True
    if prompt.to is None:
        return not several
    return reader.keeps and not prompt.secret


def _options(prompt: Prompt, reader: Reader) -> Sequence[Option]:
    if not isinstance(prompt, Choose):
        return ()
    return [
        option
        for option in prompt.options
        if option.seat is None or option.seat == reader.seat or (reader.keeps and reader.seat is None)
    ]


def _who(seat: int | None, names: dict[int, str]) -> Text | str:
    if seat is None:
        return say("The table")
    return names.get(seat) or say("Player {n}", n=seat + 1)


def log(session: Session[Any], seat: int | None, steps: int = LOG) -> list[Line]:
    """What happened last, the newest first, as `seat` may read it."""
    lines: list[Line] = []
    adjustables = session.adjustables(seat)
    for step in reversed(session.steps[-steps:]):
        lines += [
            Line(notice.text, notice.rules, True)
            for notice in reversed(step.notices)
            if notice.seat in (None, seat)
        ]
        rules = step.prompt.rules if step.prompt is not None and step.only in (None, seat) else ()
        lines.append(Line(tell_step(step, adjustables, seat), rules, False))
    if len(session.steps) <= steps:
        lines += [
            Line(notice.text, notice.rules, True)
            for notice in reversed(session.opened)
            if notice.seat in (None, seat)
        ]
    return lines
