"""A game as figures over time, its dice against chance, its deeds: its journal is played again for it.

Must not know pages or any game. What only one seat may read is in no record.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.engine.game import Game
from companion.engine.live import ROLLER
from companion.engine.prompts import Die, Roll, Several
from companion.engine.session import Answered, Session, Snapshot, Step
from companion.engine.text import Text, say
from companion.engine.view import Figure
from companion.journal.lines import Continued, Opened, Record
from companion.journal.resume import opening_of

DEEDS = ("trapped", "extracted")
"""Notices of these kinds are listed as deeds."""
SECRETS = say("That game has secrets: it can be saved as a file when it is over.")
"""Why a game in progress is not handed out."""
ENOUGH = 5
"""So often at least every face must be expected, or the test says nothing."""
DOUBT = 0.01
"""So rarely may chance do it until a die is called uneven."""


class Curve(NamedTuple):
    """A figure over time, of the table (one line without a name) or of each person: its value after each line
    of the journal (None where it was not shown)."""

    name: Text
    lines: Sequence[tuple[str, Sequence[int | None]]]
    high: int | None = None


class Fairness(NamedTuple):
    """A die's faces as they fell, in the order of its faces. `chance`: how probable it is that a fair die
    falls as unevenly as this or more; None with too few rolls."""

    die: Die
    who: Text
    seen: Sequence[int]
    chance: float | None
    verdict: Text

    @property
    def expected(self) -> float:
        """How often each face would fall on average."""
        return sum(self.seen) / len(self.seen)


class Chronicle(NamedTuple):
    """All that a record page shows."""

    lines: int
    curves: Sequence[Curve]
    dice: Sequence[Fairness]
    deeds: Sequence[Text]
    people: Sequence[str]
    ending: Text
    over: bool
    secret: bool
    """Whether it holds answers that not everybody may read."""


def chronicle(game: Game[Any], record: Record) -> Chronicle:
    """The record of a game, as far as today's rules lead. Raises JournalFault without a beginning."""
    opening = opening_of(record).opening
    session: Session[Any] = Session(game, opening)
    figures: dict[str, Figure] = {}
    lines: dict[str, dict[str, str]] = {}
    seen: list[Mapping[str, int]] = []
    for row in record.rows:
        line = row.line
        if isinstance(line, Opened):
            pass
        elif isinstance(line, Continued):
            session = Session(game, opening, Snapshot(0, row.seq, line.table))
        elif line is None or session.enter(line) is not None:
            break
        view = game.view(session.table)
        # A person's figure may stand in the head as well: it is drawn once.
        theirs = {figure.path for person in view.people for figure in person.figures if figure.path}
        shown = [("", "", figure) for figure in view.figures if figure.path not in theirs]
        shown += [(f"{p.seat} ", p.name, figure) for p in view.people for figure in p.figures]
        values: dict[str, int] = {}
        for prefix, who, figure in shown:
            if isinstance(figure.value, int):
                group = f"{bool(prefix)} {figure.id}"
                figures[group] = figure
                lines.setdefault(group, {})[prefix + figure.id] = who
                values[prefix + figure.id] = figure.value
        seen.append(values)
    curves = [
        Curve(
            figure.name,
            [(who, [one.get(id) for one in seen]) for id, who in lines[group].items()],
            figure.high,
        )
        for group, figure in figures.items()
    ]
    view = game.view(session.table)
    return Chronicle(
        len(seen) - 1,
        [curve for curve in curves if any(len({*values} - {None}) > 1 for _, values in curve.lines)],
        dice(session.steps),
        [n.text for step in session.steps for n in step.notices if n.kind in DEEDS and n.seat is None],
        [person.name for person in view.people],
        session.outcome.text if session.outcome is not None else view.headline,
        session.pending is None,
        any(step.only is not None or (step.prompt is not None and _secret(step)) for step in session.steps),
    )


def _secret(step: Step) -> bool:
    prompt = step.prompt
    parts = prompt.parts if isinstance(prompt, Several) else (prompt,)
    return any(part is not None and part.secret for part in parts)


def dice(steps: Sequence[Step]) -> list[Fairness]:
    """How each die fell in the moves that stand, those rolled by people and those the box rolled apart."""
    rolled: dict[tuple[str, bool], list[int]] = {}
    kinds: dict[str, Die] = {}
    for step in steps:
        entry = step.entry
        if not isinstance(entry, Answered):
            continue
        prompt = step.prompt.part(entry.seat) if isinstance(step.prompt, Several) else step.prompt
        if isinstance(prompt, Roll) and entry.value in prompt.die.faces:
            die = kinds.setdefault(prompt.die.id, prompt.die)
            counts = rolled.setdefault((die.id, entry.by == ROLLER), [0] * len(die.faces))
            counts[die.faces.index(entry.value)] += 1
    return [
        fairness(kinds[id], say("rolled by the box") if box else say("rolled by people"), counts)
        for (id, box), counts in sorted(rolled.items())
    ]


def fairness(die: Die, who: Text, seen: Sequence[int]) -> Fairness:
    """Pearson's chi-square test of `seen` against equal chances."""
    expected = sum(seen) / len(seen)
    if expected < ENOUGH:
        needed = ENOUGH * len(seen)
        return Fairness(die, who, seen, None, say("Too few rolls to judge: {n} are needed.", n=needed))
    chance = chi_square_tail(sum((n - expected) ** 2 / expected for n in seen), len(seen) - 1)
    if chance >= DOUBT:
        return Fairness(die, who, seen, chance, say("Nothing speaks against a fair die."))
    times = str(round(1 / chance)) if chance > 1e-6 else "1000000"
    doubt = say("Uneven: a fair die falls like this in one of {n} games, or more rarely.", n=times)
    return Fairness(die, who, seen, chance, doubt)


def chi_square_tail(value: float, freedom: int) -> float:
    """The probability that a chi-square variable with `freedom` degrees exceeds `value`.

    The regularised upper incomplete gamma function Q(freedom/2, value/2) by its recurrence from Q(1/2) or
    Q(1) (Abramowitz and Stegun 6.5.22), exact for whole degrees.
    """
    half = value / 2
    if value <= 0:
        return 1.0
    if freedom % 2:
        total, term, a = math.erfc(math.sqrt(half)), math.sqrt(half / math.pi) * math.exp(-half) * 2, 1.5
        steps = (freedom - 1) // 2
    else:
        total, term, a = math.exp(-half), half * math.exp(-half), 2.0
        steps = freedom // 2 - 1
    for _ in range(steps):
        total += term
        term *= half / a
        a += 1
    return min(total, 1.0)
