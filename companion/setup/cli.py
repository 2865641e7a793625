"""`companion setup [SCENARIO]`: the assistant in a terminal, or the steps of one set-up as a list.

Must not know a game by name.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from textwrap import fill
from typing import Any

import click

from companion import games as all_games
from companion.engine.game import Game
from companion.engine.prompts import Prompt, Tell
from companion.engine.text import say
from companion.journal import places
from companion.service.cards import Cards
from companion.service.companion import PLAYING, open_journal, playable
from companion.service.playing import Playing
from companion.service.settings import Settings
from companion.simulate.players import Plan, opening
from companion.web.maps import of_steps
from companion.words import here, language

from .assistant import Assistant
from .picture import characters
from .sheet import is_asked, starts, steps

WIDE = 78


@click.command()
@click.argument("scenario", required=False)
@click.option("--print", "printed", is_flag=True, help="Only print the list; nothing is asked or kept.")
@click.option(
    "--picture",
    type=click.Path(path_type=Path, dir_okay=False, writable=True),
    help="Print the list and write the map as an SVG picture.",
)
@click.option(
    "--library", "owner", type=click.Path(path_type=Path, file_okay=False), help="Your library's folder."
)
@click.pass_context
def setup(
    ctx: click.Context, scenario: str | None, printed: bool, picture: Path | None, owner: Path | None
) -> None:
    """Set a game up: step by step in a terminal, as on the box, which goes on from there.

    With --print, or where nobody can type: every step as a list, or without SCENARIO what can be played.
    """
    settings = ctx.obj if isinstance(ctx.obj, Settings) else Settings()
    home = places.home(settings.home)
    cards = Cards(owner if owner is not None else home / "library", lambda line: click.echo(line, err=True))
    startable = {id: (here(name), plan) for id, name, plan in starts(all_games.registry(), cards.shelf)}
    if scenario is not None and scenario not in startable:
        likely = get_close_matches(scenario, startable, 1)
        hint = say("`companion setup --print` lists all.")
        if likely:
            hint = say("Did you mean {word}?", word=likely[0])
        text = say("Nothing to play is called {word}. {hint}", word=repr(scenario), hint=hint)
        raise click.UsageError(here(text))
    if picture is None and not printed and sys.stdin.isatty() and sys.stdout.isatty():
        _lead(home, settings, cards, None if scenario is None else startable[scenario][1])
        return
    if scenario is None:
        wide = max(len(id) for id in startable)
        for id, (name, _) in startable.items():
            click.echo(f"{id:<{wide}}  {name}")
        return
    name, plan = startable[scenario]
    told = _told(plan)
    for line in _sheet(name, told):
        click.echo(line)
    if picture is not None:
        drawn = of_steps(told, name, here)
        if drawn is None:
            text = say("Nobody has typed in the map of {what} yet: no picture can be made.", what=scenario)
            raise click.UsageError(here(text))
        picture.write_text(drawn, encoding="utf-8")
        click.echo(here(say("The map is in {file}.", file=str(picture))))


def _lead(home: Path, settings: Settings, cards: Cards, plan: Plan | None) -> None:
    """The assistant in this terminal. Raises Held while the box is running."""
    known = playable(settings.games)
    games = known if plan is None else {plan.game: all_games.find(plan.game)}

    def shelf(game: Game[Any]) -> Mapping[str, Any]:
        whole = cards.shelf(game)
        scenarios = whole.get("scenarios", {})
        # What was named need not be asked for: there is nothing else to choose.
        named = plan is not None and plan.start in scenarios
        return {**whole, "scenarios": {plan.start: scenarios[plan.start]}} if plan and named else whole

    def typed() -> str | None:
        try:
            return input("> ")
        except EOFError:
            return None

    home.mkdir(parents=True, exist_ok=True)
    journal, lost = open_journal(home)
    playing = Playing(home / PLAYING if journal.path is not None else None)
    assistant = Assistant(journal, games, cards, shelf, language(), lost, playing)
    assistant.run(click.echo, click.clear, typed)


def _told(plan: Plan) -> list[Prompt]:
    try:
        return list(steps(opening(plan)))
    except ValueError as error:
        raise click.UsageError(here(say("That game cannot begin: {why}.", why=str(error)))) from None


def _sheet(name: str, told: Sequence[Prompt]) -> Iterator[str]:
    yield name
    for number, prompt in enumerate(told, 1):
        sign = "?" if is_asked(prompt) else " "
        yield ""
        yield f"[{sign}] {number}. {here(prompt.title)}"
        if prompt.text.msg:
            yield fill(here(prompt.text), WIDE, initial_indent="    ", subsequent_indent="    ")
        if isinstance(prompt, Tell) and prompt.grid is not None:
            yield from (f"    {line}" for line in characters(prompt.grid))
    if any(is_asked(prompt) for prompt in told):
        yield ""
        yield here(say("[?]: the box asks you, and keeps what it must know again."))
