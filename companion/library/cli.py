"""`companion library`: what is known of each card, where it comes from, and giving it to friends.

Here: showing and asking. Must not know a game by name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from companion.engine.text import Text, say
from companion.games import registry
from companion.games.shelf import Shelving
from companion.words import here

from .config import shown
from .corrections import get
from .faults import Faulty
from .kinds import Kind, kinds_of
from .sharing import differences, packed, unpacked
from .store import Library, default_folder
from .writing import write_atomically


def _say(text: Text) -> None:
    click.echo(here(text))


def _shelvings() -> dict[str, Shelving]:
    return {id: game.shelving for id, game in registry().items() if hasattr(game, "shelving")}


def _kinds() -> dict[str, dict[str, Kind]]:
    return {
        id: {kind.folder: kind for kind in kinds_of(id, shelving)} for id, shelving in _shelvings().items()
    }


@click.group(invoke_without_command=True)
@click.option(
    "--library", "folder", type=click.Path(path_type=Path, file_okay=False), help="Your library's folder."
)
@click.pass_context
def library(ctx: click.Context, folder: Path | None) -> None:
    """Your cards: what is known, what is missing, what was corrected and why."""
    ctx.obj = folder or ctx.find_object(Path) or default_folder()
    if ctx.invoked_subcommand is None:
        ctx.exit(_overview(ctx.obj))


def _overview(root: Path) -> int:
    faults = 0
    for id, shelving in _shelvings().items():
        cards = Library(id, shelving, root)
        _say(Text("{game}: {folder}", {"game": registry()[id].name, "folder": str(root / id)}))
        for folder in cards.cards:
            for line in _folder(cards, folder):
                click.echo(line)
        for misprint in cards.misprints:
            _say(Text("  ! {text} [{rule}]", {"text": misprint.text, "rule": misprint.rule}))
        for fault in [*cards.faults, *cards.findings()]:
            click.echo(f"  ! {fault.said(here)}")
        faults += len(cards.faults)
    return 1 if faults else 0


def _folder(cards: Library, folder: str) -> Iterator[str]:
    known = cards.cards[folder]
    if not known:
        return
    whole = sum(not cards.unknown(folder, id) for id in known)
    yield here(
        say("  {folder}: {whole} of {count} cards are complete", folder=folder, whole=whole, count=len(known))
    )
    for id, card in known.items():
        lacking = cards.unknown(folder, id)
        told = []
        if lacking:
            told.append(say("unknown: {fields}", fields=", ".join(lacking)))
        if checks := cards.checks(folder, id):
            told.append(say("check on your card: {fields}", fields=", ".join(checks)))
        if corrections := cards.corrections_of(folder, id):
            fields = sorted({one.field or here(say("a rule")) for one in corrections.values()})
            told.append(say("officially corrected: {fields}", fields=", ".join(fields)))
        if told:
            yield f"    {card.name} ({id}): " + "; ".join(map(here, told))


@library.command()
@click.argument("words", nargs=-1, required=True)
@click.pass_obj
def show(root: Path, words: tuple[str, ...]) -> None:
    """Show cards whose name has these WORDS: every figure, and where it comes from."""
    wanted = " ".join(words).lower()
    found = 0
    for id, shelving in _shelvings().items():
        cards = Library(id, shelving, root)
        for folder, known in cards.cards.items():
            for card_id, card in known.items():
                if wanted in card.name.lower() or wanted == card_id:
                    found += 1
                    click.echo(f"{card.name} ({id}/{folder}/{card_id})")
                    for line in _fields(cards, folder, card_id):
                        click.echo(f"  {line}")
    if not found:
        raise click.UsageError(here(say("No card is called '{words}'.", words=" ".join(words))))


def _fields(cards: Library, folder: str, id: str) -> Iterator[str]:
    card, plain = cards.cards[folder][id], cards.plain[folder][id]
    corrections = {
        one.field: (rule, one)
        for rule, one in cards.corrections_of(folder, id).items()
        if rule not in cards.kept.keep
    }
    checks = cards.checks(folder, id)
    for field in cards.unknown(folder, id):
        yield here(say("{field}: unknown", field=field))
    for field, value in plain.items():
        place = card.place(field)
        rule, correction = corrections.get(field, ("", None))
        if correction is not None:
            source = f"{correction.source} [{rule}]: {here(Text(correction.about))}"
        elif place is not None and value is not None:
            source = place.short
        else:
            continue
        yield f"{field}: {_brief(value)}  ({source})"
        for checked, text in checks.items():
            if checked.split(".")[0] == field:
                yield f"  {checked} = {_brief(get(plain, checked))}: {here(Text(text))}"
    for rule, correction in corrections.values():
        if not correction.field:
            yield f"{correction.source} [{rule}]: {here(Text(correction.about))}"


def _brief(value: Any) -> str:
    text = shown(value)
    return text if len(text) <= 80 else text[:79] + "…"


@library.command()
@click.argument("rule")
@click.pass_obj
def keep(root: Path, rule: str) -> None:
    """Play a misprinted card as it is printed. RULE is the correction's id, such as GB2-ERRATA-06."""
    for id, shelving in _shelvings().items():
        cards = Library(id, shelving, root)
        if rule in cards.corrections:
            cards.settle(rule, keep=True)
            _say(say("Kept as printed: {about}", about=Text(cards.corrections[rule].about)))
            return
    raise click.UsageError(here(say("There is no correction {rule}.", rule=rule)))


@library.command("export")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.pass_obj
def export(root: Path, file: Path) -> None:
    """Write all your cards into one FILE, to give to a friend."""
    text = packed(root, _kinds())
    write_atomically(file, text)
    _say(say("Written: {file}", file=str(file)))


@library.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--yes", is_flag=True, help="Take everything without asking.")
@click.pass_context
def import_(ctx: click.Context, file: Path, yes: bool) -> None:
    """Take in a FILE that `export` wrote: shows what would change, and asks."""
    root: Path = ctx.obj
    try:
        files = unpacked(file, _kinds())
    except Faulty as faulty:
        for fault in faulty.faults:
            click.echo(fault.said(here), err=True)
        ctx.exit(1)
    changed = differences(root, files)
    if not changed:
        _say(say("Nothing is new in it."))
        return
    taken = _chosen(changed, yes)
    for name in taken:
        write_atomically(root / name, files[name])
    _say(say("Taken in: {count} of {all} cards.", count=len(taken), all=len(changed)))


def _chosen(changed: Mapping[str, list[str]], yes: bool) -> list[str]:
    new = [name for name, lines in changed.items() if not lines]
    taken = []
    if new:
        _say(say("New to you: {names}", names=", ".join(new)))
        if yes or click.confirm(here(say("Take these {count}?", count=len(new))), default=True):
            taken += new
    for name, lines in changed.items():
        if not lines:
            continue
        click.echo(name)
        for line in lines:
            click.echo(f"  {line}")
        if yes or click.confirm(here(say("Take theirs (+) in place of yours (-)?")), default=False):
            taken.append(name)
    return taken
