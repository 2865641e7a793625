"""`companion simulate`: play scripts and say what did not hold. Must not know the grammar."""

from __future__ import annotations

import json
import os
import sys
import time
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import click
import msgspec

from companion import games as all_games
from companion.journal.lines import Opened, Row
from companion.journal.sheet import export_game

from .players import DEAD_END, KINDS, Plan, Result, opening, play, play_all, report
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
@click.argument("what", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print how each table stands at the end.")
@click.option(
    "--players",
    type=click.Choice(KINDS),
    help="Whole games by simulated players; WHAT is then a scenario or game.",
)
@click.option(
    "--games", "count", type=click.IntRange(1), default=100, show_default=True, help="How many games."
)
@click.option("--seed", type=int, default=1, show_default=True, help="The seed of the first game.")
@click.option("--cores", type=click.IntRange(1), default=os.cpu_count() or 1, help="Processes (all cores).")
@click.option(
    "--keep",
    type=click.Path(path_type=Path),
    help="With --games 1: write the game here, for `companion replay`.",
)
def simulate(
    what: tuple[str, ...],
    as_json: bool,
    players: str | None,
    count: int,
    seed: int,
    cores: int,
    keep: Path | None,
) -> int:
    """Play without any hardware, hours in seconds. WHAT are *.play files or folders of them; with --players
    a scenario or a game by its id."""
    if players is None:
        return _scripts([Path(path) for path in what], as_json)
    bad = 0
    for start in what:
        bad += _games(start, players, count, seed, cores, keep, as_json)
    return 1 if bad else 0


def _games(start: str, kind: str, count: int, seed: int, cores: int, keep: Path | None, as_json: bool) -> int:
    """Whole games of one scenario or game; how many dead ends there were."""
    plan = _plan(start, kind)
    if keep is not None:
        if count != 1:
            raise click.UsageError("--keep writes one game: give --games 1 and its --seed.")
        result, entries = play(plan, seed)
        rows = [Row(0, 0, Opened(opening(plan))), *(Row(at, 0, entry) for at, entry in enumerate(entries, 1))]
        keep.write_text("".join(export_game(rows)), encoding="utf-8")
        click.echo(f"seed {seed}: {result.end} after {result.answers} answers; see: companion replay {keep}")
        return int(result.end == DEAD_END)
    began = time.perf_counter()
    results: list[Result] = []
    seeds = range(seed, seed + count)
    with click.progressbar(length=count, label=f"{start}, {kind} players", file=sys.stderr) as bar:
        for result in play_all(plan, seeds, cores):
            results.append(result)
            bar.update(1)
    seconds = time.perf_counter() - began
    results.sort(key=lambda result: result.seed)
    if as_json:
        click.echo(msgspec.json.encode(results).decode())
    else:
        click.echo("\n".join(report(results, seconds)))
    return sum(result.end == DEAD_END for result in results)


def _plan(start: str, kind: str) -> Plan:
    """The game and cards that `start` belongs to."""
    from companion.library.store import Library

    near: list[str] = []
    for id, game in all_games.registry().items():
        shelving = getattr(game, "shelving", None)
        shelf = Library(id, shelving, None).shelf() if shelving is not None else {}
        starts = list(shelf.get("scenarios", {}))
        if start == id or start in starts:
            return Plan(id, start, kind, shelf)
        near += [id, *starts]
    likely = get_close_matches(start, near, 1)
    hint = f"; did you mean {likely[0]}?" if likely else ""
    raise click.UsageError(f"no scenario or game is called {start!r}{hint}")


def _scripts(paths: list[Path], as_json: bool) -> int:
    """Play scripts one after the other; 1 if one did not hold."""
    for path in paths:
        if not path.exists():
            raise click.UsageError(f"there is no file or folder {str(path)!r}")
    files = scripts_in(tuple(paths))
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
