"""`companion install`: runs the installer of the clone this program came from.

The installer itself is scripts/install, which needs nothing installed; here it is only found. Must not know
what it does.
"""

import json
import subprocess
import sys
from pathlib import Path

import click

from companion.engine.text import say
from companion.words import here


def find_installer() -> Path | None:
    """In the clone beside this file, else in the clone that an earlier run was started from."""
    places = [Path(__file__).resolve().parents[1]]
    try:
        record = json.loads(Path(sys.prefix).with_name("install.json").read_text(encoding="utf-8"))
        places.append(Path(record["choices"]["source"]))
    except (OSError, ValueError, KeyError, TypeError):
        pass  # not installed by it
    return next((file for place in places if (file := place / "scripts" / "install").is_file()), None)


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
@click.pass_context
def install(ctx: click.Context, arguments: tuple[str, ...]) -> None:
    """Make this machine a box, look what is missing (--check), or take it back (uninstall)."""
    installer = find_installer()
    if installer is None:
        text = say("The installer is not here. Clone the project again and run scripts/install there.")
        raise click.ClickException(here(text))
    ctx.exit(subprocess.run(["python3", str(installer), *arguments], check=False).returncode)
