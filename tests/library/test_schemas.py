"""Schemas: up to date, named by every shipped file, and of one mind with the reader."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from companion.games.board_game_ii import GAME
from companion.library.config import load_config
from companion.library.kinds import Kind
from companion.library.schema import SCHEMAS, named_schema
from companion.library.tokens import TOKENS
from companion.service.settings import Settings
from scripts.make_schemas import EXAMPLE, wanted

SHIPPED = sorted(GAME.shelving.data[0].rglob("*.yaml"))


def test_derived_files_are_up_to_date() -> None:
    files = wanted()
    stale = [
        path.name for path, text in files.items() if not path.exists() or path.read_text("utf-8") != text
    ]
    assert stale == [], "run: python -m scripts.make_schemas"
    assert set(SCHEMAS.rglob("*.schema.json")) == {path for path in files if path.suffix == ".json"}


def test_every_schema_is_a_schema() -> None:
    for path in SCHEMAS.rglob("*.schema.json"):
        jsonschema.Draft202012Validator.check_schema(json.loads(path.read_text()))


class Core(yaml.SafeLoader):
    """YAML 1.2 as editors read it: only true and false are booleans, no octal, no base 60."""


Core.yaml_implicit_resolvers = {
    key: [(tag, rule) for tag, rule in rules if tag.rsplit(":")[-1] not in ("bool", "int", "timestamp")]
    for key, rules in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
Core.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(true|false)$"), list("tf"))
Core.add_implicit_resolver("tag:yaml.org,2002:int", re.compile(r"^-?[0-9]+$"), list("-0123456789"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: str(path.relative_to(GAME.shelving.data[0])))
def test_shipped_files_name_their_schema_and_satisfy_it(path: Path) -> None:
    text = path.read_text("utf-8")
    named = named_schema(text)
    assert named is not None
    schema = (path.parent / named).resolve()
    assert schema.is_relative_to(SCHEMAS)
    errors = list(
        jsonschema.Draft202012Validator(json.loads(schema.read_text())).iter_errors(yaml.load(text, Core))
    )
    assert errors == []


def _errors(kind: Kind, value: Any) -> list[str]:
    return [error.message for error in jsonschema.Draft202012Validator(kind.make_schema()).iter_errors(value)]


def test_an_editor_sees_the_faults_the_reader_sees() -> None:
    kind = Kind("config", Settings)
    assert _errors(kind, {"panel": {}, "x-note": "mine"}) == []
    assert _errors(kind, {"devices": {"gpio": "lgpoi"}})
    assert _errors(kind, {"pannel": {}})
    assert _errors(TOKENS, {"tokens": {"0A1B2C3D": {"means": "undo"}}})
    assert _errors(TOKENS, {"format": 1, "tokens": {"0A1B2C3D": {"means": "key:undo"}}}) == []


def test_the_example_of_the_settings_is_the_defaults(tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.write_text(re.sub(r"^#(?=\S|  )", "", EXAMPLE.read_text("utf-8"), flags=re.MULTILINE), "utf-8")
    assert load_config(Settings, path).value == Settings()
