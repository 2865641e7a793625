"""JSON Schemas of the file kinds, so that editors complete and check while an owner types.

Here: making a schema of a Struct, and the first comment that names it. Must not know a game.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect as shapes

from .decode import NOTE
from .describe import bare, extra, field_notes, shape, struct_note

SCHEMAS = Path(__file__).parent / "schemas"
"""Where the schemas ship."""
COMMENT = "# yaml-language-server: $schema="
_CLOCK = {"type": "string", "pattern": "^[0-9]{1,3}:[0-5][0-9]$"}
_YES_NO = {"anyOf": [{"type": "boolean"}, {"enum": ["yes", "no", "on", "off"]}]}


def schema_of(type_: type[msgspec.Struct], title: str, card: bool = False) -> dict[str, Any]:
    """The schema of files that hold a `type_`. `card`: keys may be missing, for a layer below has them."""
    (root,), parts = msgspec.json.schema_components([type_], ref_template="#/$defs/{name}")
    structs = {struct.__name__: struct for struct in _structs(shape(type_))}
    for name, part in parts.items():
        _finish(part, structs.get(name))
    top = parts[type_.__name__]
    top["properties"]["format"] = {
        "type": "integer",
        "description": "The format of this file; it may be left out.",
    }
    if card:
        top.pop("required", None)
        top["properties"]["check"] = {
            "type": "object",
            "additionalProperties": {"type": "string"},
            "description": "Keys whose value is to be compared with the card, and what to say.",
        }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        **_loosened(root),
        "$defs": {name: _loosened(part) for name, part in sorted(parts.items())},
    }


def _structs(info: shapes.Type, seen: set[int] | None = None) -> list[type[msgspec.Struct]]:
    seen = set() if seen is None else seen
    info = bare(info)
    if id(info) in seen:
        return []
    seen.add(id(info))
    found = [info.cls] if isinstance(info, shapes.StructType) else []
    parts: list[shapes.Type] = []
    if isinstance(info, shapes.StructType):
        parts = [field.type for field in info.fields]
    elif isinstance(info, shapes.UnionType):
        parts = list(info.types)
    elif isinstance(info, shapes.DictType):
        parts = [info.key_type, info.value_type]
    elif isinstance(info, shapes.TupleType):
        parts = list(info.item_types)
    elif isinstance(info, shapes.ListType | shapes.VarTupleType | shapes.SetType | shapes.FrozenSetType):
        parts = [info.item_type]
    for part in parts:
        found += _structs(part, seen)
    return found


def _finish(part: dict[str, Any], struct: type[msgspec.Struct] | None) -> None:
    """Add what each key means, and that no other key may stand there but notes."""
    if struct is None or "properties" not in part:
        return
    notes = field_notes(struct)
    info = shape(struct)
    assert isinstance(info, shapes.StructType)
    for field in info.fields:
        about = part["properties"][field.encode_name]
        if extra(field.type, "seconds"):
            default = {"default": about.pop("default")} if "default" in about else {}
            about = {"anyOf": [about, _CLOCK], **default}
        if field.name in notes:
            about["description"] = notes[field.name]
        part["properties"][field.encode_name] = about
    if note := struct_note(struct):
        part["description"] = note
    part["additionalProperties"] = False
    part["patternProperties"] = {f"^{NOTE}": {}}


def _loosened(part: Any) -> Any:
    """What the reader takes besides JSON's own spelling: yes and no."""
    if isinstance(part, list):
        return [_loosened(one) for one in part]
    if not isinstance(part, Mapping):
        return part
    if part.get("type") == "boolean":
        return {**{key: value for key, value in part.items() if key != "type"}, **_YES_NO}
    loose = {key: _loosened(value) for key, value in part.items()}
    default = loose.get("default")
    if isinstance(default, list) and all(isinstance(word, str) for word in default):
        loose["default"] = sorted(default)  # that of a set comes in any order
    return loose


def rendered(schema: Mapping[str, Any]) -> str:
    """A schema as it is written to its file."""
    return msgspec.json.format(msgspec.json.encode(schema, order="sorted"), indent=1).decode() + "\n"


def first_comment(file: Path, schema: Path) -> str:
    """The line that tells an editor which schema `file` follows."""
    return COMMENT + Path(os.path.relpath(schema, file.parent)).as_posix()


def named_schema(text: str) -> str | None:
    """The schema that the first comment of `text` names; None if it names none."""
    line = text.removeprefix("\ufeff").partition("\n")[0].strip()
    return line.removeprefix(COMMENT).strip() if line.startswith(COMMENT) else None
