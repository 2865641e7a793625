"""`companion campaigns`: series of games in which one goes on where the other ended, told in a terminal.

Must not know a game by name, nor how games are kept.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from companion.engine.text import Text, say
from companion.journal import places, series
from companion.journal.store import Journal
from companion.service.companion import playable
from companion.words import here


@click.group(invoke_without_command=True)
@click.pass_context
def campaigns(ctx: click.Context) -> None:
    """Your campaigns: Scenarios played, how they ended, where everybody stands."""
    if ctx.invoked_subcommand is None:
        with _journal(ctx, write=False) as journal:
            for campaign in series.kept(journal):
                for line in _told(journal, campaign):
                    click.echo(line)


@campaigns.command()
@click.argument("number", type=int)
@click.argument("file", type=click.File("w", encoding="utf-8", atomic=True), default="-")
@click.pass_context
def export(ctx: click.Context, number: int, file: Any) -> None:
    """Write all games of a campaign as one text file: to keep it, or to go on elsewhere."""
    with _journal(ctx, write=False) as journal:
        found = list(series.kept(journal))
        campaign = next((one for one in found if one.number == number), None)
        if campaign is None:
            known: list[str | int | Text] = [str(one.number) for one in found] or [say("none")]
            text = say("No campaign has the number {n}. There are: {known}.", n=number, known=known)
            raise click.UsageError(here(text))
        file.writelines(series.handed_out(journal, campaign))


@campaigns.command("import")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.pass_context
def import_(ctx: click.Context, file: Path) -> None:
    """Take in a campaign that `export` wrote. The box must not be running."""
    text = file.read_text(encoding="utf-8", errors="replace")
    with _journal(ctx, write=True) as journal:
        games = series.incoming(journal, text)
        for game in games:
            if game.cut is not None:
                click.echo(here(game.cut), err=True)
        numbers = [str(number) for number in series.take_in(journal, games)]
    taken = say("Taken in as campaign {n} (games {games}).", n=numbers[0], games=", ".join(numbers))
    click.echo(here(taken))


def _told(journal: Journal, campaign: series.Campaign) -> Iterator[str]:
    yield f"{campaign.number}. {campaign.name}"
    session = None
    for stage in series.stages(journal, campaign, playable()):
        session = stage.session
        day = time.strftime("%Y-%m-%d", time.localtime(stage.game.last))
        yield f"   {day}  {here(stage.scenario):<20}  {here(stage.told)}"
    if session is not None:
        for person in session.game.view(session.table).people:
            figures = ", ".join(f"{here(figure.name)} {figure.value}" for figure in person.figures)
            yield f"      {person.name}: {figures}"


def _journal(ctx: click.Context, write: bool) -> Journal:
    """The journal of the home folder in `ctx.obj`. Raises UsageError where there is none to read."""
    path = places.journal(ctx.obj if isinstance(ctx.obj, Path) else places.home())
    if not write and not path.exists():
        raise click.UsageError(here(say("No game has been kept yet ({file}).", file=str(path))))
    return Journal(path, write=write)
