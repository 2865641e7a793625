"""`companion tokens`: which token stands for what, teaching them one after the other, labels to print.

Here: asking and showing, with a reader or with what is typed. Must not know what a token does in a game.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from companion.engine.text import Text, say
from companion.games import registry
from companion.games.shelf import Thing
from companion.library.config import EXIT_CONFIG, load_config, sentence
from companion.library.faults import Faulty, likely
from companion.library.store import Library, default_folder
from companion.library.tags import TagError, printed
from companion.library.tokens import FILE, KEYS, Learning, Tokens
from companion.words import here

if TYPE_CHECKING:
    from companion.hal.settings import DeviceSettings


def _say(text: Text) -> None:
    click.echo(here(text))


@click.group(invoke_without_command=True)
@click.option(
    "--library", "folder", type=click.Path(path_type=Path, file_okay=False), help="Your library's folder."
)
@click.pass_context
def tokens(ctx: click.Context, folder: Path | None) -> None:
    """Which token stands for what."""
    root = folder or ctx.find_object(Path) or default_folder()
    ctx.obj = root
    if ctx.invoked_subcommand is not None:
        return
    known = Tokens(root / FILE)
    for tag, token in known:
        number = printed(tag)
        click.echo(
            f"{tag:<20}  {token.name or token.means}  ({token.means})" + (f"  {number}" if number else "")
        )
    for fault in known.faults:
        click.echo(fault.said(here), err=True)
    if not len(known):
        _say(say("No token is known yet. Begin with: companion tokens learn"))
    ctx.exit(1 if known.faults else 0)


def _things(root: Path, game: str, only: Sequence[str]) -> list[Thing]:
    """What may have a token: the keys, then the game's things; narrowed to groups or kinds by `only`."""
    found = registry().get(game)
    shelving = getattr(found, "shelving", None)
    things = list(KEYS)
    if found is not None and shelving is not None:
        things += shelving.things(Library(game, shelving, root).typed())
    if not only:
        return things
    # By the group's own name, too: what is written about this in English works in every language.
    groups = dict.fromkeys(name.lower() for thing in things for name in (here(thing.group), str(thing.group)))
    for word in only:
        if word.lower() not in groups and not any(
            thing.means.startswith(f"{word.lower()}:") for thing in things
        ):
            near = likely(word, groups)
            text = say("There is no group {word}; did you mean {near}?", word=word, near=near or "")
            if near is None:
                text = say("There is no group {word}: {groups}.", word=word, groups=", ".join(groups))
            raise click.UsageError(here(text))
    words = [word.lower() for word in only]
    return [
        thing
        for thing in things
        if any(
            word in (thing.means.partition(":")[0], here(thing.group).lower(), str(thing.group).lower())
            for word in words
        )
    ]


game_option = click.option(
    "--game", default="board_game_ii", show_default=True, help="The game they are for."
)


@tokens.command()
@game_option
@click.argument("only", nargs=-1)
@click.option(
    "--config", type=click.Path(path_type=Path, dir_okay=False), help="Use only this settings file."
)
@click.option("--typed", is_flag=True, help="Do not use the reader: type the numbers on the tags.")
@click.pass_obj
def learn(root: Path, game: str, only: tuple[str, ...], config: Path | None, typed: bool) -> None:
    """Teach tokens one after the other. ONLY these groups (dice, figures, slime, keys, ...) or all.

    Break off at any time; it goes on where it was.
    """
    if game not in registry():
        raise click.UsageError(
            here(say("There is no game {game}: {games}.", game=game, games=", ".join(registry())))
        )
    known = Tokens(root / FILE)
    if known.faults:
        for fault in known.faults:
            click.echo(fault.said(here), err=True)
        raise click.exceptions.Exit(1)
    learning = Learning(known, _things(root, game, only), game)
    if learning.now is None:
        _say(say("All of these have a token."))
        return
    _say(say("Type s to leave one for later, q to stop."))
    asyncio.run(_lesson(learning, None if typed else _reader_settings(config)))


def _reader_settings(config: Path | None) -> DeviceSettings:
    """The settings of the readers; every other device is left alone."""
    from companion.hal.settings import ButtonSettings, LampSettings
    from companion.service.settings import Settings

    try:
        devices = load_config(Settings, config).value.devices
    except Faulty as faulty:
        click.echo(here(sentence(faulty.faults)), err=True)
        for fault in faulty.faults:
            click.echo(fault.said(here), err=True)
        raise click.exceptions.Exit(EXIT_CONFIG) from None
    return msgspec.structs.replace(
        devices,
        gpio="mock",
        buttons=ButtonSettings(**dict.fromkeys(ButtonSettings.__struct_fields__)),
        lamps=LampSettings(**dict.fromkeys(LampSettings.__struct_fields__)),
        encoder=None,
        buzzer=None,
        display=None,
    )


async def _lesson(learning: Learning, settings: DeviceSettings | None) -> None:
    from companion.hal.clock import LoopClock
    from companion.hal.events import DeviceLost, TagLaid, TwoTags
    from companion.hal.from_config import build

    heard: asyncio.Queue[str | Text | None] = asyncio.Queue()

    def event(happened: object) -> None:
        if isinstance(happened, TagLaid):
            heard.put_nowait(happened.tag)
        elif isinstance(happened, TwoTags):
            heard.put_nowait(say("Two tags lie there: one at a time."))
        elif isinstance(happened, DeviceLost):
            heard.put_nowait(say("No reader: {why} You may type the number on the tag.", why=happened.reason))

    readers = () if settings is None else build(settings, LoopClock()).readers
    for reader in readers:
        reader.start(event)
    stop = _listen(heard)
    try:
        await _teach(learning, heard)
    finally:
        stop()
        for reader in readers:
            reader.close()


def _listen(heard: asyncio.Queue[str | Text | None]) -> Callable[[], object]:
    """Put what is typed into the queue, None at its end; gives what stops it."""
    loop = asyncio.get_running_loop()
    keyboard = sys.stdin.fileno()

    def line() -> None:
        typed = sys.stdin.readline()
        if not typed:
            loop.remove_reader(keyboard)
        heard.put_nowait(typed.strip() if typed else None)

    try:
        loop.add_reader(keyboard, line)
    except PermissionError:  # a plain file, which is never waited for
        for typed in sys.stdin:
            heard.put_nowait(typed.strip())
        heard.put_nowait(None)
    return lambda: loop.remove_reader(keyboard)


async def _teach(learning: Learning, heard: asyncio.Queue[str | Text | None]) -> None:
    """Ask for one after the other until all are known or somebody stops."""
    while (thing := learning.now) is not None:
        _say(say("Put {name} on the reader ({left} left)", name=thing.name, left=learning.left))
        what = await heard.get()
        if what is None or what in ("q", "Q"):
            _say(say("Stopped. The next time it goes on with {name}.", name=thing.name))
            return
        if isinstance(what, Text):
            _say(what)
        elif what in ("s", "S"):
            learning.skip()
        elif what:
            _offer(learning, thing, what)
    _say(say("All of these have a token."))


def _offer(learning: Learning, thing: Thing, spelling: str) -> None:
    try:
        tag = learning.offer(spelling)
    except TagError as error:
        _say(error.text)
        return
    except Faulty as faulty:
        raise click.ClickException("\n".join(fault.said(here) for fault in faulty.faults)) from None
    except OSError as error:
        raise click.ClickException(
            here(say("This cannot be kept ({reason}).", reason=error.strerror or str(error)))
        ) from None
    number = printed(tag)
    _say(say("{tag} {number} is {name}.", tag=tag, number=f"({number})" if number else "", name=thing.name))


@tokens.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option("--all", "everything", is_flag=True, help="Also what has no token yet, without a code.")
@game_option
@click.argument("only", nargs=-1)
@click.pass_obj
def labels(root: Path, file: Path, paper: str, everything: bool, game: str, only: tuple[str, ...]) -> None:
    """Write a PDF FILE of labels to print at 100 % and cut out: name, icon and QR code."""
    try:
        from companion.library.labels import sheet
    except ImportError:
        raise click.UsageError(
            here(say("Labels need two packages more: pip install 'companion[labels]'"))
        ) from None
    from companion.library.writing import write_atomically

    found = list(_labels(Tokens(root / FILE), _things(root, game, only), game, everything, bool(only)))
    if not found:
        raise click.UsageError(here(say("There is no token to label. Teach some first, or use --all.")))
    write_atomically(
        file, sheet(found, "letter" if paper == "letter" else "a4", here(say("Companion tokens")))
    )
    _say(say("{count} labels: {file}", count=len(found), file=str(file)))


def _labels(
    known: Tokens, things: Sequence[Thing], game: str, everything: bool, narrowed: bool
) -> Iterator[Any]:
    from companion.library.labels import Label

    listed = {thing.means for thing in things}
    for thing in things:
        tag = known.tag_of(thing.means, game)
        if tag is not None or everything:
            yield Label(thing.means, here(thing.name), tag or "")
    if not narrowed:
        for tag, token in known:
            if token.means not in listed and token.game in ("", game):
                yield Label(token.means, token.name or token.means, tag)
