"""The settings: read from the machine's file, then the user's, every value with the place it came from.

Here: finding, merging, showing, and the example file made from what the settings say of themselves. The
layers above bring the Struct; nothing here knows a setting. Must not know a device.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct
from msgspec import inspect as shapes

from companion.engine.text import Text, say, say_n

from .decode import decode
from .describe import allowed, bare, field_notes, shape, struct_note
from .faults import Fault, Faulty, Place
from .kinds import Kind
from .layers import merged, struct_of
from .yaml_nodes import Mapping as Node
from .yaml_nodes import place_of, read, read_bytes

T = TypeVar("T", bound=Struct)

EXIT_CONFIG = 78
"""The exit code for settings that cannot be used (EX_CONFIG): starting again will not help."""
MACHINE = Path("/etc/companion/config.yaml")
DEFAULT = "default"
_UNSAFE = re.compile(r"^[\s#&*!|>%@`'\"?:-]|: |:$| #|\s$|[\[\]{},]")


def config_files(explicit: Path | None = None) -> list[Path]:
    """The files that count, lowest first; `explicit` stands alone."""
    return (
        [explicit]
        if explicit is not None
        else [MACHINE, Path("~/.config/companion/config.yaml").expanduser()]
    )


class Config(Struct, Generic[T]):
    """Settings in force. `notes`: what to tell about the files without it being wrong."""

    value: T
    node: Node | None
    notes: list[str] = []

    def place(self, key: str) -> Place | None:
        """Where a dotted key is set; None for a default."""
        node: Any = self.node
        place = None
        for step in key.split("."):
            if not (isinstance(node, Node) and step in node.pairs):
                return None
            place, node = node.pairs[step].value.place, node.pairs[step].value
        return place

    def fault(self, key: str, text: Text) -> Fault:
        """A fault that a type cannot find (one pin used twice), at the line of `key`."""
        steps = tuple(int(step) if step.isdigit() else step for step in key.split("."))
        place = Place(DEFAULT) if self.node is None else place_of(self.node, steps)
        return Fault(place, key, text)

    def lines(self) -> Iterator[tuple[str, str, str]]:
        """Every setting: dotted key, value, and `file:line` or "default"."""
        for key, value in _leaves(msgspec.to_builtins(self.value), shape(type(self.value)), ""):
            place = self.place(key)
            yield key, shown(value), place.short if place is not None else DEFAULT


def load_config(
    type_: type[T], explicit: Path | None = None, files: Sequence[Path] | None = None
) -> Config[T]:
    """Read the settings. Raises `Faulty` with every fault of every file."""
    kind = Kind("config", type_)
    node: Node | None = None
    faults: list[Fault] = []
    notes = []
    for path in config_files(explicit) if files is None else files:
        if explicit is None and not path.exists():
            continue
        try:
            found, wrong = read(read_bytes(path, str(path), kind.limit), str(path), kind.limit)
        except Faulty as faulty:
            faults += faulty.faults
            continue
        faults += wrong
        if found is None:
            notes.append(str(say("{file} is empty: defaults are used", file=str(path))))
            continue
        faults += decode(found, type_).faults
        node = found if node is None else merged(node, found, shape(type_))
    if faults:
        raise Faulty(faults)
    if node is None:
        return Config(type_(), None, notes)
    decoded = decode(node, type_)
    if decoded.value is None:
        raise Faulty(decoded.faults)
    return Config(decoded.value, node, notes)


def sentence(faults: Sequence[Fault]) -> Text:
    """What to say before the list of faults."""
    return say_n(
        "The settings cannot be used; mend this line and start again:",
        "The settings cannot be used; mend these {n} lines and start again:",
        len(faults),
    )


def _leaves(value: Any, info: shapes.Type, path: str) -> Iterator[tuple[str, Any]]:
    struct = struct_of(info)
    if struct is None or not isinstance(value, Mapping):
        yield path, value
        return
    for field in struct.fields:
        inner = f"{path}.{field.encode_name}" if path else field.encode_name
        yield from _leaves(value.get(field.encode_name), field.type, inner)


def shown(value: Any) -> str:
    """A value as it would be written into the file, on one line."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {shown(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list | tuple | set | frozenset):
        return "[" + ", ".join(map(shown, value)) + "]"
    if isinstance(value, str) and (value in ("", "~", "null") or _UNSAFE.search(value)):
        return "'" + value.replace("'", "''") + "'"
    return str(value)


# -- the example ---------------------------------------------------------------------


def example(type_: type[Struct], schema: str = "") -> str:
    """A file with every setting at its default, commented out, and what each means and allows."""
    lines = [f"# yaml-language-server: $schema={schema}"] if schema else []
    lines += _commented(
        "The settings of the companion. Every line here shows the default and may stay out. "
        "To change one, take the # away in front of it and of the headings above it.",
        "",
    )
    info = shape(type_)
    assert isinstance(info, shapes.StructType)
    lines += _example(info, msgspec.to_builtins(type_()), "")
    return "\n".join(lines) + "\n"


def _example(info: shapes.StructType, value: Mapping[str, Any], indent: str) -> Iterator[str]:
    notes = field_notes(info.cls)
    for field in info.fields:
        name, now = field.encode_name, value.get(field.encode_name)
        struct = struct_of(field.type)
        if not indent:
            yield ""
        if struct is not None:
            about = notes.get(field.name) or struct_note(struct.cls)
            yield from _commented(about, indent)
            if isinstance(bare(field.type), shapes.UnionType) and now is None:
                yield f"#{indent}{name}: null"
                continue
            yield f"#{indent}{name}:"
            yield from _example(struct, now if isinstance(now, Mapping) else {}, indent + "  ")
            continue
        yield from _commented(_about(field.type, notes.get(field.name, "")), indent)
        item = _item_struct(field.type)
        if item is None or not isinstance(now, list | tuple) or not now:
            yield f"#{indent}{name}: {shown(now)}"
            continue
        yield f"#{indent}{name}:"
        for one in now:
            yield f"#{indent}  -"
            yield from _example(item, one, indent + "    ")


def _item_struct(info: shapes.Type) -> shapes.StructType | None:
    info = bare(info)
    if isinstance(info, shapes.ListType | shapes.VarTupleType):
        return struct_of(info.item_type)
    return None


def _about(info: shapes.Type, note: str) -> str:
    """What a setting means, and what may stand there if that says more than its default."""
    right = allowed(info)
    if _says_nothing(info):
        return note
    return f"{note} ({right})" if note else f"({right})"


def _says_nothing(info: shapes.Type) -> bool:
    info = bare(info)
    if isinstance(info, shapes.UnionType):
        return all(_says_nothing(part) for part in info.types)
    if isinstance(info, shapes.IntType | shapes.FloatType):
        return info.ge is info.gt is info.le is info.lt is None
    if isinstance(info, shapes.VarTupleType | shapes.ListType):
        return _says_nothing(info.item_type)
    return isinstance(info, shapes.StrType | shapes.NoneType | shapes.StructType)


def _commented(text: str, indent: str) -> list[str]:
    return [
        f"#{indent}# {line}" if indent else f"# {line}" for line in textwrap.wrap(text, 100 - len(indent))
    ]
