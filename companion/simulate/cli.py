"""`companion simulate`: play scripts and say what did not hold. Must not know the grammar."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import click

from .script import Script, Wrong, parse


class Played(Exception):
    """A script that did not hold: the line to tell."""


def play_file(file: Path) -> dict[str, Any]:
    """Play one script to its end; how it stands then. Raises Played with `file:line: expected … saw …`."""
    script = Script()
    try:
        for line in parse(file.read_text(encoding="utf-8")):
            try:
                script.do(line)
            except Wrong as wrong:
                raise Played(f"{file}:{line.number}: {wrong}") from None
        return {"file": str(file), "seconds": round(script.table.clock.now(), 1), **script.state()}
    finally:
        script.close()


def scripts_in(paths: tuple[Path, ...]) -> list[Path]:
    """The scripts themselves and those in folders, in order of name."""
    return [file for path in paths for file in (sorted(path.rglob("*.play")) if path.is_dir() else [path])]


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print how each table stands at the end.")
def simulate(paths: tuple[Path, ...], as_json: bool) -> int:
    """Play table scripts without any hardware, hours in seconds. PATHS are *.play files or folders."""
    files = scripts_in(paths)
    if not files:
        raise click.UsageError("There is no *.play file there.")
    states, failed = [], 0
    for file in files:
        began = time.perf_counter()
        try:
            state = play_file(file)
        except Played as told:
            click.echo(str(told), err=True)
            failed += 1
            continue
        except UnicodeDecodeError as error:
            click.echo(f"{file}: byte {error.start} is not UTF-8; save the file as UTF-8", err=True)
            failed += 1
            continue
        states.append(state)
        if not as_json:
            took = time.perf_counter() - began
            click.echo(
                f"ok  {file}  {state['entries']} answers, {state['seconds']:.0f} s played in {took:.1f} s"
            )
    if as_json:
        click.echo(
            json.dumps(states[0] if len(files) == 1 and states else states, ensure_ascii=False, indent=1)
        )
    return 1 if failed else 0
