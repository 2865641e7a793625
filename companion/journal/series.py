"""Campaigns: games of which one goes on where the other ended; to list, hand out, take in from elsewhere.

A series is not kept anywhere: each game says which one it came after, and the rest is read off the games.
Must not know a game by name, nor who asks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.engine.text import Text

from .lines import Opened, Row
from .resume import opening_of, resume
from .sheet import export_game, import_game, parts

if TYPE_CHECKING:
    from companion.engine.game import Game
    from companion.engine.session import Session

    from .lines import Kept, State
    from .store import Journal, Summary


class Campaign(Struct, frozen=True):
    """The games of a series, the first one first; its number is that of the first."""

    name: str
    games: Sequence[Summary]

    @property
    def number(self) -> int:
        return self.games[0].id


class Stage(Struct, frozen=True):
    """One game of a campaign: what was played and how it stands or ended. `session` is None where the game is
    not installed here."""

    game: Summary
    scenario: Text
    told: Text
    session: Session[Any] | None


class Incoming(Struct, frozen=True):
    """A game of a file. `here`: the number of the same game in this journal, 0 if there is none; then
    `more` are the answers that the file has beyond it (negative: that it lacks), `apart` says that the two
    were played on differently."""

    rows: Sequence[Row]
    derived: Sequence[State | Kept]
    cut: Text | None
    here: int = 0
    more: int = 0
    apart: bool = False

    @property
    def is_new(self) -> bool:
        """Whether it holds anything that is not here."""
        return not self.here or self.apart or self.more > 0

    @property
    def scenario(self) -> Text:
        return scenario_of(self.rows[0])


def kept(journal: Journal) -> Iterator[Campaign]:
    """Every campaign, in the order they were begun. A game that cannot be read belongs to none."""
    games: dict[int, tuple[Summary, str, int]] = {}
    for summary in journal.games():
        options = opening_of(journal.read(summary.id, upto=0)).opening.options
        if options.get("series"):
            games[summary.id] = (summary, str(options["series"]), int(options.get("after") or 0))
    series: dict[int, list[Summary]] = {}
    name: dict[int, str] = {}
    first: dict[int, int] = {}
    for id in sorted(games):
        summary, called, after = games[id]
        root = first.get(after, id)
        first[id] = root
        name.setdefault(root, called)
        series.setdefault(root, []).append(summary)
    for root, summaries in series.items():
        yield Campaign(name[root], summaries)


def stages(journal: Journal, campaign: Campaign, games: Mapping[str, Game[Any]]) -> Iterator[Stage]:
    """The games of a campaign as they stand, the first one first."""
    for summary in campaign.games:
        session = None
        if summary.game in games:
            record = journal.read(summary.id)
            snapshot = lambda seq, id=summary.id: journal.snapshot(id, seq)  # noqa: E731, one line says it
            session = resume(games[summary.game], record, snapshot).session
        over = session.outcome if session is not None else None
        scenario = scenario_of(journal.read(summary.id, upto=0).rows[0])
        yield Stage(summary, scenario, over.text if over is not None else summary.headline, session)


def scenario_of(first: Row) -> Text:
    """What is played in the game whose first line this is, as its card calls it; empty if it does not say."""
    if not isinstance(first.line, Opened):
        return Text("")
    opening = first.line.opening
    id = str(opening.options.get("scenario", ""))
    return Text(str(opening.shelf.get("scenarios", {}).get(id, {}).get("name") or id))


def handed_out(journal: Journal, campaign: Campaign) -> Iterator[str]:
    """All games of a campaign as the lines of one text file."""
    for game in campaign.games:
        yield from export_game(journal.read(game.id).rows, journal.derived(game.id))


def incoming(journal: Journal, text: str) -> list[Incoming]:
    """The games of such a file, each compared with those here. Raises JournalFault if it is none."""
    sheets = [import_game(sheet) for sheet in parts(text)]
    ids = [game.id for game in journal.games()]
    known = {_mark(journal.read(id, upto=0).rows[0]): id for id in sorted(ids)}
    found = []
    for rows, derived, cut in sheets:
        here = known.get(_mark(rows[0]), 0)
        own = journal.read(here).rows if here else ()
        apart = any(ours.line != theirs.line for ours, theirs in zip(own[1:], rows[1:], strict=False))
        found.append(Incoming(rows, derived, cut, here, len(rows) - len(own), apart))
    return found


def take_in(journal: Journal, games: Sequence[Incoming], only_new: bool = False) -> list[int]:
    """Write the games as a series; their numbers. With `only_new` those that are here stand for themselves,
    and what is new goes on after them."""
    before, numbers = 0, []
    for game in games:
        if only_new and not game.is_new:
            before = game.here
            continue
        before = journal.take_in(_after(game.rows, before), game.derived)
        numbers.append(before)
    return numbers


def _mark(first: Row) -> tuple[int, bytes]:
    """What tells a game from every other, wherever it lies: its beginning, without the number it came
    after."""
    line = first.line
    if isinstance(line, Opened):
        options = {key: value for key, value in line.opening.options.items() if key != "after"}
        line = replace(line, opening=replace(line.opening, options=options))
    return first.at, msgspec.json.encode(line, order="deterministic")


def _after(rows: Sequence[Row], before: int) -> list[Row]:
    """The rows of a game that came after number `before` (0: after none): numbers are new here."""
    first = rows[0].line
    if not isinstance(first, Opened):
        return list(rows)
    options = {key: value for key, value in first.opening.options.items() if key != "after"}
    if before:
        options["after"] = before
    opening = replace(first.opening, options=options)
    return [replace(rows[0], line=replace(first, opening=opening)), *rows[1:]]
