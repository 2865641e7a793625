"""The project's own files hold together: the lock covers what is declared, words stay where they belong."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
LOCKED_EXTRAS = ("terminal", "web", "labels", "dev")


def tracked() -> list[Path]:
    """Files of the project, as git knows them."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / line for line in listed.stdout.splitlines()]


def test_the_lock_has_every_declared_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [*project["dependencies"]]
    for extra in LOCKED_EXTRAS:
        wanted += project["optional-dependencies"][extra]
    lines = (ROOT / "requirements-dev.lock").read_text("utf-8").splitlines()
    locked = {_plain(line.split("==")[0]) for line in lines if "==" in line}
    names = {_plain(re.split(r"[<>=;\[ ]", one)[0]) for one in wanted}
    assert names <= locked, f"run scripts/lock: {sorted(names - locked)}"


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_engine_and_layers_name_no_game() -> None:
    """Games are found through their folder or an entry point; nobody else says their names."""
    names = re.compile(r"board_game_ii|board game ii|mercado|monopoly|clue\b", re.IGNORECASE)
    layers = ("engine", "panel", "journal", "hal", "library", "web", "service", "simulate")
    found = []
    for layer in layers:
        for path in sorted((ROOT / "companion" / layer).rglob("*.py")):
            for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
                if names.search(line):
                    found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()}")
    assert not found, "\n".join(found)


def test_no_machine_path_is_committed() -> None:
    paths = re.compile(r"/work/(main|wt|shared|venv|team)|/root/\.pyenv")
    suffixes = {".py", ".md", ".yaml", ".yml", ".toml", ".sh", ".txt", ".tsv", ".json", ".play", ""}
    found = [
        str(path.relative_to(ROOT))
        for path in tracked()
        if path.suffix in suffixes
        and path != Path(__file__)
        and paths.search(path.read_text("utf-8", "ignore"))
    ]
    assert not found
