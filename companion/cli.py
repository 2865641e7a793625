"""The command line: what people type, one clear line back when it cannot be, never a traceback.

Here: the commands of play and of kept games. Commands of other parts (`doctor`, `simulate`, …) are found by
name and imported when they are called; one whose part is not installed is not listed.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion import __version__
from companion.engine.text import Text, say, say_n
from companion.hal.last_words import remember_fault
from companion.words import here, language_wanted, speak

if TYPE_CHECKING:
    from companion.library.config import Config
    from companion.office import Office
    from companion.service.settings import Settings

EXIT_DATA, EXIT_BUG, EXIT_HELD, EXIT_CONFIG = 65, 70, 75, 78
"""As in sysexits.h: a file is no good; a fault of ours; somebody else has it, try later; bad settings."""

ELSEWHERE = {
    "campaigns": "Your campaigns: Scenarios played, how they ended, where all stand.",
    "check": "Check files: cards, scenarios, token lists, settings.",
    "doctor": "Look at this machine: what works, what is missing, what to do.",
    "install": "Make this machine a box: service, user, settings.",
    "library": "Your cards: what is known, what is missing, what is wrong.",
    "setup": "Set a game up: step by step, or as a list; the map as a picture.",
    "simulate": "Play table scripts without any hardware.",
    "tokens": "Which token stands for what.",
    "wiring": "Draw where each wire goes.",
}
"""Commands of other parts: the module `companion.NAME` or `companion.NAME.cli` has a command called NAME."""


class Commands(click.Group):
    """The commands here, and those elsewhere without importing them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*super().list_commands(ctx), *(name for name in ELSEWHERE if _module_of(name))])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        found = super().get_command(ctx, cmd_name)
        if found is not None or cmd_name not in ELSEWHERE:
            return found
        module = _module_of(cmd_name)
        return getattr(import_module(module), cmd_name) if module else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        own = {name: command.get_short_help_str(70) for name, command in self.commands.items()}
        rows = [(name, own.get(name) or ELSEWHERE[name]) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError:
            from difflib import get_close_matches

            likely = get_close_matches(args[0], self.list_commands(ctx), 1)
            text = say("There is no command {word}. See: companion --help", word=repr(args[0]))
            if likely:
                text = say(
                    "There is no command {word}. Did you mean {near}?", word=repr(args[0]), near=likely[0]
                )
            raise click.UsageError(here(text)) from None


def _module_of(name: str) -> str | None:
    for module in (f"companion.{name}.cli", f"companion.{name}"):
        try:
            spec = find_spec(module)
        except ModuleNotFoundError:
            continue
        # A package without a command of its own (the library) has it in its `cli`.
        if spec is not None and (module.endswith(".cli") or spec.submodule_search_locations is None):
            return module
    return None


CONFIG = "companion.config"
"""Where the context keeps which settings file was asked for."""
config_option = click.option(
    "--config", type=click.Path(path_type=Path, dir_okay=False), help="Use only this settings file."
)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="companion %(version)s")
@config_option
@click.pass_context
def cli(ctx: click.Context, config: Path | None) -> None:
    """A small box beside the board that keeps the rules, the figures and the order of play."""
    ctx.meta[CONFIG] = config
    speak(_language(ctx))
    if ctx.invoked_subcommand == "wiring":
        ctx.obj = _config(ctx).value.devices
    elif ctx.invoked_subcommand == "campaigns":
        from companion.journal import places

        ctx.obj = places.home(_config(ctx).value.home)
    elif ctx.invoked_subcommand == "setup":
        ctx.obj = _config(ctx).value
    elif ctx.invoked_subcommand in ("library", "tokens"):
        from companion.journal import places

        ctx.obj = places.home(_config(ctx).value.home) / "library"


def _language(ctx: click.Context) -> str:
    """That of the box if somebody has set one, else what the terminal asks for."""
    from companion.journal import places
    from companion.library.faults import Faulty
    from companion.service.companion import panel_settings

    try:
        settings = _config(ctx).value
    except Faulty:  # Said by the command, if it needs them.
        return language_wanted(os.environ)
    chosen = panel_settings(settings.panel, places.home(settings.home)).language
    return chosen if chosen != "en" else language_wanted(os.environ)


def _config(ctx: click.Context, config: Path | None = None) -> Config[Settings]:
    """The settings in force. Raises Faulty."""
    from companion.library.config import load_config
    from companion.service.settings import Settings

    explicit = config if config is not None else ctx.meta[CONFIG]
    if explicit is not None and not explicit.exists():
        raise click.UsageError(here(say("There is no file {file}.", file=str(explicit))))
    return load_config(Settings, explicit)


@cli.command()
@click.option("--mock", is_flag=True, help="Without hardware: the box in a browser, or in this terminal.")
@click.option("--terminal", is_flag=True, help="With --mock: in this terminal, even if there is a browser.")
@config_option
@click.pass_context
def play(ctx: click.Context, mock: bool, terminal: bool, config: Path | None) -> int:
    """Play: the box on its buttons, reader and OLED."""
    found = _config(ctx, config)
    for note in found.notes:
        click.echo(note, err=True)
    _check_games(found)
    if mock:
        from companion.service import browser

        if not terminal and browser.is_here():
            return browser.run(found.value, upstairs=_upstairs(found.value, real=False))
        if find_spec("companion.twin") is None:
            raise click.UsageError(here(say("The twin of the box is not installed here.")))
        run: Any = import_module("companion.twin").run
        return int(run(found.value))
    from companion.hal.pins import faults
    from companion.library.faults import Faulty
    from companion.service.run import run as run_box

    wrong = [
        found.fault(".".join(("devices", *map(str, fault.where))), fault.text)
        for fault in faults(found.value.devices)
    ]
    if wrong:
        raise Faulty(wrong)
    return run_box(found.value, upstairs=_upstairs(found.value))


def _upstairs(settings: Settings, real: bool = True) -> Office:
    """The doctor and the set-ups, for the keeper's pages. Without hardware no device is looked at."""
    import msgspec

    from companion.journal import places
    from companion.office import Office

    devices = settings.devices
    if not real:
        devices = msgspec.structs.replace(devices, gpio="mock", display=None, readers=())
    return Office(devices, places.home(settings.home))


def _check_games(config: Config[Settings]) -> None:
    """Raises Faulty for a game in the settings that is not installed."""
    from companion import games as all_games

    wrong = []
    for n, id in enumerate(config.value.games):
        if id in all_games.shipped():
            continue
        try:
            all_games.find(id)
        except all_games.UnknownGame:
            from companion.library.faults import Faulty, likely

            meant = likely(id, all_games.shipped())
            hint = say(" Did you mean {word}?", word=meant) if meant is not None else Text("")
            text = say("there is no game {id}.{hint}", id=id, hint=hint)
            wrong.append(config.fault(f"games.{n}", text))
    if wrong:
        raise Faulty(wrong)


# -- kept games ---------------------------------------------------------------


def _journal(ctx: click.Context) -> Path:
    from companion.journal import places

    path = places.journal(places.home(_config(ctx).value.home))
    if not path.exists():
        raise click.UsageError(here(say("No game has been kept yet ({file}).", file=str(path))))
    return path


@cli.command()
@click.option("--check", is_flag=True, help="Look at the whole file for damage.")
@click.pass_context
def games(ctx: click.Context, check: bool) -> int:
    """List the kept games."""
    import time

    from companion.journal.store import Journal

    with Journal(_journal(ctx), write=False) as journal:
        for game in journal.games():
            when = time.strftime("%Y-%m-%d %H:%M", time.localtime(game.last))
            state = here(say("finished") if game.over else game.headline)
            hours, minutes = divmod(journal.played(game.id) // 60, 60)
            answers = here(say_n("{n} answer", "{n} answers", game.lines))
            click.echo(
                f"{game.id:>4}  {game.game:<16} {when}  {answers:>14}  {hours}:{minutes:02} h  {state}"
            )
        if check:
            damage = journal.check()
            click.echo(here(damage if damage is not None else say("The file is sound.")))
            return EXIT_DATA if damage is not None else 0
    return 0


@cli.command()
@click.argument("game")
@click.option("--to", type=click.IntRange(min=0), help="Up to this answer.")
@click.option("--why", is_flag=True, help="With the rules behind each question and event.")
@click.pass_context
def replay(ctx: click.Context, game: str, to: int | None, why: bool) -> None:
    """Tell a kept game as sentences. GAME is its number, or a file made by `export`."""
    from companion import games as all_games
    from companion.games.rulebook import rulebook
    from companion.journal.resume import opening_of
    from companion.journal.story import ending, story

    record = _record(ctx, game)
    found = all_games.find(opening_of(record).opening.game)
    rules = rulebook(found.rulebook)

    def reasons(ids: tuple[str, ...], indent: str) -> None:
        for id in ids if why else ():
            if id in rules:
                click.echo(f"{indent}{id}, {rules[id].where}: {here(Text(rules[id].sentence))}")

    for told in story(found, record, to):
        click.echo(f"{told.seq:>5}  {here(told.text)}")
        reasons(told.rules, "         ")
        for notice in told.notices:
            click.echo(f"       - {here(notice.text)}")
            reasons(notice.rules, "         ")
    session = ending(found, record, to)
    if session is not None and session.pending is not None:
        click.echo(f"       ? {here(session.pending.prompt.title)}")
    elif session is not None and session.outcome is not None:
        click.echo(f"       = {here(session.outcome.text)}")


def _record(ctx: click.Context, game: str) -> Any:
    """The game with that number, or in that file."""
    from companion.journal.lines import Record
    from companion.journal.sheet import import_game
    from companion.journal.store import Journal

    if not game.isdigit():
        path = Path(game)
        if not path.exists():
            raise click.UsageError(
                here(say("{word} is neither the number of a kept game nor a file.", word=repr(game)))
            )
        rows, _, notice = import_game(path.read_text(encoding="utf-8", errors="replace"))
        _warn(notice)
        return Record(0, rows)
    with Journal(_journal(ctx), write=False) as journal:
        return journal.read(int(game))


def _warn(notice: Text | None) -> None:
    if notice is not None:
        click.echo(here(notice), err=True)


@cli.command()
@click.argument("game", type=click.IntRange(min=1))
@click.argument("file", type=click.File("w", encoding="utf-8", atomic=True, lazy=True), default="-")
@click.option("--with-secrets", is_flag=True, help="Also a game in progress that has secrets.")
@click.pass_context
def export(ctx: click.Context, game: int, file: Any, with_secrets: bool) -> None:
    """Write a kept game as one text file: to keep it, to send it, to go on elsewhere."""
    from companion import games as all_games
    from companion.journal.resume import opening_of
    from companion.journal.sheet import export_game
    from companion.journal.store import Journal
    from companion.web.record import SECRETS, chronicle

    with Journal(_journal(ctx), write=False) as journal:
        record = journal.read(game)
        if not with_secrets:
            told = chronicle(all_games.find(opening_of(record).opening.game), record)
            if told.secret and not told.over:
                raise click.UsageError(here(SECRETS))
        file.writelines(export_game(record.rows, journal.derived(game)))


@cli.command("import")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.pass_context
def import_(ctx: click.Context, file: Path) -> None:
    """Take in a game that `export` wrote. The box must not be running."""
    from companion.journal import places
    from companion.journal.sheet import import_game
    from companion.journal.store import Journal

    rows, derived, notice = import_game(file.read_text(encoding="utf-8", errors="replace"))
    _warn(notice)
    with Journal(places.journal(places.home(_config(ctx).value.home))) as journal:
        click.echo(here(say("Taken in as game {n}.", n=journal.take_in(rows, derived))))


# -- rules and settings -------------------------------------------------------


@cli.command()
@click.argument("words", nargs=-1, required=True)
@click.option("--game", help="Only this game's rulebook.")
def rules(words: tuple[str, ...], game: str | None) -> int:
    """Search the rules of all games. Every word must begin some word of the rule."""
    from companion import games as all_games
    from companion.games.rulebook import rulebook, search

    folder = Path(all_games.__file__).parent
    books = {path.parent.name: path for path in sorted(folder.glob("*/rulebook.tsv"))}
    if game is not None and game not in books:
        raise click.UsageError(
            here(say("There is no game {game}: {games}.", game=repr(game), games=", ".join(books)))
        )
    found = 0
    for name, path in books.items():
        if game in (None, name):
            book = (row._replace(sentence=here(Text(row.sentence))) for row in rulebook(path).values())
            for row in search(book, " ".join(words)):
                click.echo(f"{row.id}, {row.where}: {row.sentence}")
                found += 1
    if not found:
        click.echo(here(say("No rule has all these words.")), err=True)
    return 0 if found else 1


@cli.group()
def config() -> None:
    """The settings."""


@config.command()
@config_option
@click.pass_context
def show(ctx: click.Context, config: Path | None) -> None:
    """Print every setting in force and where it comes from."""
    found = _config(ctx, config)
    for note in found.notes:
        click.echo(note, err=True)
    for key, value, place in found.lines():
        click.echo(f"{key} = {value}  ({place})")


@config.command()
def example() -> None:
    """Print a settings file with every default, commented."""
    from companion.library.config import example as text
    from companion.service.settings import Settings

    click.echo(text(Settings), nl=False)


# -- faults -------------------------------------------------------------------


def run(args: list[str]) -> int:
    """Do what `args` say; the exit code. Every fault is one line on stderr (one a line of a faulty file)."""
    speak(language_wanted(os.environ))
    try:
        result = cli.main(args, prog_name="companion", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.Abort:
        return 130
    except click.ClickException as error:
        return _fault(error.format_message(), error.exit_code)
    except BrokenPipeError:
        sys.stderr.close()
        return 141
    except Exception as error:
        return _other(error)


def _other(error: Exception) -> int:
    from companion.games import UnknownGame
    from companion.journal.faults import Held, JournalFault
    from companion.library.faults import Faulty

    if isinstance(error, Held):
        return _fault(here(error.text), EXIT_HELD)
    if isinstance(error, JournalFault):
        return _fault(here(error.text), EXIT_DATA)
    if isinstance(error, UnknownGame):
        return _fault(
            here(say("The game {game} is not installed here.", game=repr(error.args[0]))), EXIT_DATA
        )
    if isinstance(error, Faulty):
        remember_fault(error.faults[0].said(here))
        for fault in error.faults:
            click.echo(fault.said(here), err=True)
        return EXIT_CONFIG
    if isinstance(error, OSError) and error.filename:
        return _fault(f"{error.filename}: {error.strerror}.", EXIT_DATA)
    from companion.journal import places
    from companion.service.crash import report

    path = report(error, places.home())
    kind = type(error).__name__
    return _fault(
        here(say("A fault of ours ({kind}). Please send this file: {file}", kind=kind, file=str(path))),
        EXIT_BUG,
    )


def _fault(line: str, code: int) -> int:
    remember_fault(line)
    click.echo(f"companion: {' '.join(line.split())}", err=True)
    return code


def main() -> None:
    """The command `companion`."""
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
