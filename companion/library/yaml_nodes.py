"""YAML text to nodes that remember where they stood; nothing is taken for anything but text yet.

Here: bytes, encodings, syntax, duplicate keys; tabs, marks, anchors and sheer size are told in plain words.
Must not know any type or game: `decode` gives nodes their meaning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import yaml
from msgspec import Struct

from companion.engine.text import Text, say

from .faults import Fault, Faulty, Place, quoted

LIMIT = 256 * 1024
"""Bytes a file may have. A card has under a thousand."""
DEPTH = 24
"""How deep keys and lists may be nested."""

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_ODD = re.compile("[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_MARK = "\ufeff"


class Scalar(Struct, gc=False):
    """A single value, as written. `plain`: it stood without quotes."""

    place: Place
    text: str
    plain: bool = True


class Pair(Struct):
    """A key and what belongs to it."""

    key: Scalar
    value: Node


class Mapping(Struct):
    """Keys with values, in the order of the file."""

    place: Place
    pairs: dict[str, Pair] = {}


class Sequence(Struct):
    """A list."""

    place: Place
    items: list[Node] = []


Node: TypeAlias = "Scalar | Mapping | Sequence"


def read_bytes(path: Path, name: str, limit: int = LIMIT) -> bytes:
    """The bytes of a file, one more than `limit` at most. Raises `Faulty` if it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(limit + 1)
    except OSError as error:
        raise _faulty(Place(name), _why_unreadable(error)) from None


def _why_unreadable(error: OSError) -> Text:
    if isinstance(error, FileNotFoundError):
        return say("there is no such file")
    if isinstance(error, IsADirectoryError):
        return say("this is a folder; name a file in it")
    if isinstance(error, PermissionError):
        return say("this file may not be read; check its owner and rights")
    return say("this file cannot be read ({reason})", reason=error.strerror or type(error).__name__)


def read(data: bytes, file: str, limit: int = LIMIT) -> tuple[Mapping | None, list[Fault]]:
    """The top-level keys of a YAML file, and its duplicate keys as faults; None for an empty file.

    Raises `Faulty` where nothing sensible can be read.
    """
    if len(data) > limit:
        raise _faulty(
            Place(file), say("more than {limit} KB; no file of this kind is so long", limit=limit // 1024)
        )
    return _Composer(file, _text(data, file)).document()


def _faulty(place: Place, text: Text) -> Faulty:
    return Faulty([Fault(place, "", text)])


def _text(data: bytes, file: str) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise _faulty(Place(file), say("saved as UTF-16; save it as UTF-8"))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        place = _place_after(before, file)
        raise _faulty(
            place, say("byte {byte} is not UTF-8; save the file as UTF-8", byte=f"0x{data[error.start]:02X}")
        ) from None
    text = text.removeprefix(_MARK)
    if odd := _ODD.search(text):
        place = _place_after(text[: odd.start()], file)
        if odd.group() == _MARK and odd.start() == 0:
            what = say(
                "an invisible byte order mark stands at the start, twice; delete it or save as plain UTF-8"
            )
        elif odd.group() == _MARK:
            what = say("an invisible byte order mark stands here; delete it")
        else:
            what = say(
                "an invisible character (code {code}) stands here; delete it", code=f"{ord(odd.group()):04X}"
            )
        raise _faulty(place, what)
    return text


def _place_after(before: str, file: str) -> Place:
    lines = before.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return Place(file, len(lines), len(lines[-1]) + 1)


class _Composer:
    """Builds nodes from parser events. Nothing is followed or expanded, so size in is size out."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        self.faults: list[Fault] = []

    def document(self) -> tuple[Mapping | None, list[Fault]]:
        try:
            root = self._root(yaml.parse(self.text, Loader=_Loader))
        except yaml.MarkedYAMLError as error:
            raise Faulty([*self.faults, self._syntax(error)]) from None
        except yaml.YAMLError as error:
            raise Faulty(
                [*self.faults, Fault(Place(self.file), "", say("not YAML: {why}", why=str(error)))]
            ) from None
        if root is None or (isinstance(root, Scalar) and root.plain and root.text in ("", "~", "null")):
            return None, self.faults
        if not isinstance(root, Mapping):
            what = say("a list") if isinstance(root, Sequence) else say("only words")
            text = say(
                "the file holds {what}; keys are expected at the top level, such as 'name: value'", what=what
            )
            raise _faulty(root.place, text)
        return root, self.faults

    def _place(self, mark: Any) -> Place:
        return Place(self.file, mark.line + 1, mark.column + 1)

    def _root(self, events: Iterator[Any]) -> Node | None:
        root: Node | None = None
        stack: list[Mapping | Sequence] = []
        keys: list[Scalar | None] = []
        documents = 0
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    text = say("a second document ('---') begins here; one file holds one")
                    raise _faulty(self._place(event.start_mark), text)
                continue
            if isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
                stack.pop()
                keys.pop()
                continue
            if not isinstance(event, yaml.NodeEvent):
                continue
            node = self._node(event)
            if not stack:
                root = node
            else:
                keys[-1] = self._put(stack[-1], keys[-1], node)
            if not isinstance(node, Scalar):
                stack.append(node)
                keys.append(None)
                if len(stack) > DEPTH:
                    raise _faulty(node.place, say("nested more than {depth} levels deep", depth=DEPTH))
        return root

    def _node(self, event: Any) -> Node:
        place = self._place(event.start_mark)
        if isinstance(event, yaml.AliasEvent):
            text = say(
                "'*{name}' (an alias) is not used here; write the words out", name=quoted(str(event.anchor))
            )
            raise _faulty(place, text)
        if event.anchor is not None:
            text = say(
                "'&{name}' (an anchor) is not used here; put quotes round it if it is text",
                name=quoted(str(event.anchor)),
            )
            raise _faulty(place, text)
        if event.tag is not None:
            text = say(
                "'{tag}' (a tag) is not used here; put quotes round it if it is text", tag=quoted(event.tag)
            )
            raise _faulty(place, text)
        if isinstance(event, yaml.ScalarEvent):
            return Scalar(place, event.value, not event.style)
        return Mapping(place, {}) if isinstance(event, yaml.MappingStartEvent) else Sequence(place, [])

    def _put(self, parent: Mapping | Sequence, key: Scalar | None, node: Node) -> Scalar | None:
        """Hang `node` under `parent`; gives the key that now waits for its value."""
        if isinstance(parent, Sequence):
            parent.items.append(node)
            return None
        if key is None:
            if not isinstance(node, Scalar):
                raise _faulty(node.place, say("a key must be a word; put quotes round '{' and '['"))
            return node
        first = parent.pairs.get(key.text)
        if first is None:
            parent.pairs[key.text] = Pair(key, node)
        else:
            text = say("stands twice, first in line {line}; delete one of them", line=first.key.place.line)
            self.faults.append(Fault(key.place, quoted(key.text), text))
        return None

    def _syntax(self, error: yaml.MarkedYAMLError) -> Fault:
        mark = error.problem_mark or error.context_mark
        place = self._place(mark) if mark is not None else Place(self.file)
        lines = self.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        for number in (place.line, place.line - 1):
            if 0 < number <= len(lines):
                line = lines[number - 1]
                if "\t" in line[: len(line) - len(line.lstrip())]:
                    return Fault(Place(self.file, number, line.index("\t") + 1), "", _TAB)
        line = lines[place.line - 1] if place.line <= len(lines) else ""
        if line[place.column - 1 : place.column] == "\t":
            return Fault(place, "", say("a tab stands here; use a space"))
        return Fault(place, "", _explain(error, line))


_TAB = say("this line starts with a tab; use spaces")
_PROBLEMS = (
    ("cannot start any token", say("a value may not begin with '{sign}'; put quotes round it")),
    (
        "mapping values are not allowed",
        say("a ':' too many, or wrong indentation; put quotes round a value that holds ': '"),
    ),
    ("could not find expected ':'", say("a ':' is missing after the key")),
    (
        "block sequence entries are not allowed",
        say("a list ('- ') cannot begin here; put it on its own line"),
    ),
    ("unexpected end of stream", say("a quote is opened and never closed")),
    ("unknown escape character", say("'\\' means something inside double quotes; use single quotes")),
    ("expected ',' or ']'", say("a ',' or the closing ']' is missing")),
    ("expected ',' or '}'", say("a ',' or the closing '}' is missing")),
    ("expected <block end>", say("the indentation does not fit the lines above")),
    ("expected key", say("the indentation does not fit the lines above")),
    ("expected '-' indicator", say("a '- ' is missing, or the indentation does not fit the lines above")),
    ("document separator", say("a quote is opened and never closed")),
)


def _explain(error: yaml.MarkedYAMLError, line: str) -> Text:
    problem = error.problem or str(error.context)
    for part, text in _PROBLEMS:
        if part in problem:
            mark = error.problem_mark
            sign = line[mark.column : mark.column + 1] if mark is not None else ""
            return Text(text.msg, {"sign": sign}) if "{sign}" in text.msg else text
    return say("this cannot be read as YAML ({problem})", problem=problem)


def place_of(node: Node, path: tuple[str | int, ...]) -> Place:
    """Where the value at `path` stands; the nearest place above it if it is not there."""
    place = node.place
    for step in path:
        if isinstance(node, Mapping) and isinstance(step, str) and step in node.pairs:
            place, node = node.pairs[step].key.place, node.pairs[step].value
        elif isinstance(node, Sequence) and isinstance(step, int) and step < len(node.items):
            node = node.items[step]
            place = node.place
        else:
            break
    return place
