"""Writes what is derived from the types of files: the JSON Schemas and the example of the settings.

Run it after changing a card's or a setting's type; a test says when it was forgotten.
"""

from __future__ import annotations

from pathlib import Path

from companion.games import registry
from companion.library.config import example
from companion.library.kinds import Kind, kinds_of
from companion.library.schema import SCHEMAS, rendered
from companion.library.store import CORRECTIONS, KEPT
from companion.library.tokens import TOKENS
from companion.service.settings import Settings

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "docs" / "config.example.yaml"


def wanted() -> dict[Path, str]:
    """Every derived file and what it should hold."""
    kinds = [Kind("config", Settings), TOKENS, CORRECTIONS, KEPT]
    for game in registry().values():
        shelving = getattr(game, "shelving", None)
        if shelving is not None:
            kinds += kinds_of(game.id, shelving)
    files = {kind.schema: rendered(kind.make_schema()) for kind in kinds}
    files[EXAMPLE] = example(Settings, "../companion/library/schemas/config.schema.json")
    return files


def main() -> None:
    """Write them, and remove schemas of kinds that are gone."""
    files = wanted()
    for path in SCHEMAS.rglob("*.schema.json"):
        if path not in files:
            path.unlink()
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
