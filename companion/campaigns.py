"""`companion campaigns`: series of games in which one goes on where the other ended.

A series is not kept anywhere: each game says which one it came after, and the rest is read off the games.
Must not know a game by name.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec
from msgspec import Struct

from companion.engine.text import Text, say
from companion.journal import places
from companion.journal.lines import Opened, Row
from companion.journal.resume import opening_of, resume
from companion.journal.sheet import export_game, import_game, parts
from companion.journal.store import Journal
from companion.words import here

if TYPE_CHECKING:
    from companion.engine.session import Session
    from companion.journal.store import Summary


class Campaign(Struct, frozen=True):
    """The games of a series, the first one first; its number is that of the first."""

    name: str
    games: Sequence[Summary]

    @property
    def number(self) -> int:
        return self.games[0].id


@click.group(invoke_without_command=True)
@click.pass_context
def campaigns(ctx: click.Context) -> None:
    """Your campaigns: Scenarios played, how they ended, where everybody stands."""
    if ctx.invoked_subcommand is None:
        with _journal(ctx, write=False) as journal:
            for campaign in kept(journal):
                for line in _told(journal, campaign):
                    click.echo(line)


@campaigns.command()
@click.argument("number", type=int)
@click.argument("file", type=click.File("w", encoding="utf-8", atomic=True), default="-")
@click.pass_context
def export(ctx: click.Context, number: int, file: Any) -> None:
    """Write all games of a campaign as one text file: to keep it, or to go on elsewhere."""
    with _journal(ctx, write=False) as journal:
        found = list(kept(journal))
        campaign = next((one for one in found if one.number == number), None)
        if campaign is None:
            known: list[str | int | Text] = [str(one.number) for one in found] or [say("none")]
            text = say("No campaign has the number {n}. There are: {known}.", n=number, known=known)
            raise click.UsageError(here(text))
        for game in campaign.games:
            file.writelines(export_game(journal.read(game.id).rows, journal.derived(game.id)))


@campaigns.command("import")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.pass_context
def import_(ctx: click.Context, file: Path) -> None:
    """Take in a campaign that `export` wrote. The box must not be running."""
    sheets = parts(file.read_text(encoding="utf-8", errors="replace"))
    games = [import_game(sheet) for sheet in sheets]
    with _journal(ctx, write=True) as journal:
        before = 0
        numbers = []
        for rows, derived, notice in games:
            if notice is not None:
                click.echo(here(notice), err=True)
            before = journal.take_in(_after(rows, before), derived)
            numbers.append(str(before))
    taken = say("Taken in as campaign {n} (games {games}).", n=numbers[0], games=", ".join(numbers))
    click.echo(here(taken))


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


def _told(journal: Journal, campaign: Campaign) -> Iterator[str]:
    yield f"{campaign.number}. {campaign.name}"
    session = None
    for game in campaign.games:
        session = _session(journal, game)
        scenario = str(opening_of(journal.read(game.id, upto=0)).opening.options.get("scenario", ""))
        day = time.strftime("%Y-%m-%d", time.localtime(game.last))
        over = session.outcome if session is not None else None
        yield f"   {day}  {scenario:<20}  {here(over.text if over is not None else game.headline)}"
    if session is not None:
        for person in session.game.view(session.table).people:
            figures = ", ".join(f"{here(figure.name)} {figure.value}" for figure in person.figures)
            yield f"      {person.name}: {figures}"


def _session(journal: Journal, summary: Summary) -> Session[Any] | None:
    """The game as it stands; None if it is not installed here."""
    from companion import games as all_games

    try:
        game = all_games.find(summary.game)
    except all_games.UnknownGame:
        return None
    return resume(game, journal.read(summary.id), lambda seq: journal.snapshot(summary.id, seq)).session


def _after(rows: Sequence[Row], before: int) -> list[Row]:
    """The rows of a game that came after number `before` (0: after none): numbers are new here."""
    first = rows[0].line
    if not isinstance(first, Opened):
        return list(rows)
    options = {key: value for key, value in first.opening.options.items() if key != "after"}
    if before:
        options["after"] = before
    opening = msgspec.structs.replace(first.opening, options=options)
    return [msgspec.structs.replace(rows[0], line=msgspec.structs.replace(first, opening=opening)), *rows[1:]]


def _journal(ctx: click.Context, write: bool) -> Journal:
    """The journal of the home folder in `ctx.obj`. Raises UsageError where there is none to read."""
    path = places.journal(ctx.obj if isinstance(ctx.obj, Path) else places.home())
    if not write and not path.exists():
        raise click.UsageError(here(say("No game has been kept yet ({file}).", file=str(path))))
    return Journal(path, write=write)
