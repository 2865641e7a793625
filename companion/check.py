"""`companion check`: is what I typed right? One line a fault, in files of every kind.

Must not know what the files mean: `library.checking` looks at them.
"""

from __future__ import annotations

from pathlib import Path

import click

from companion.engine.text import say, say_n
from companion.games import registry
from companion.library.checking import check_files
from companion.library.faults import Fault
from companion.library.kinds import Kind
from companion.library.store import CORRECTIONS, KEPT, default_folder
from companion.library.tokens import TOKENS
from companion.service.settings import Settings
from companion.words import here

SINGLE = (Kind("config", Settings), TOKENS, CORRECTIONS, KEPT)
"""The kinds of files that stand alone."""


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--library", "owner", type=click.Path(path_type=Path, file_okay=False), help="Your library's folder."
)
@click.option("--strict", is_flag=True, help="Let warnings count as faults.")
@click.pass_context
def check(ctx: click.Context, paths: tuple[Path, ...], owner: Path | None, strict: bool) -> None:
    """Check files: cards, scenarios, maps, token lists, settings. Folders are searched.

    Exit status 1 if there is a fault.
    """
    games = {id: game.shelving for id, game in registry().items() if hasattr(game, "shelving")}
    report = check_files(paths, SINGLE, games, default_folder() if owner is None else owner)
    for fault in in_order(report.faults):
        click.echo(fault.said(here))
    for warning in in_order(report.warnings):
        click.echo(here(say("{line} (warning)", line=warning.said(here))))
    if not report.faults and not report.warnings:
        click.echo(here(say_n("1 file is right.", "{n} files are right.", report.files)))
    ctx.exit(1 if report.faults or (strict and report.warnings) else 0)


def in_order(faults: list[Fault]) -> list[Fault]:
    """As they stand in the files."""
    return sorted(faults, key=lambda fault: (fault.place.file, fault.place.line, fault.place.column))
