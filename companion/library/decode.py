"""Nodes to typed values, strictly: every fault of a file in one go, each with its line and column.

Here: what a written word may mean where a type is wanted. A word is text where text is wanted (`no`, `on`,
`0041702` stay as written), a number only in one spelling. Must not know a file system or a game.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct
from msgspec import inspect as shapes

from companion.engine.text import Text, say

from .describe import allowed, bare, extra, one_of, shape, words_of
from .faults import Fault, Place, likely, quoted
from .yaml_nodes import Mapping, Node, Scalar
from .yaml_nodes import Sequence as Items

T = TypeVar("T")

NOTE = "x-"
"""Keys that begin so are free notes, wherever keys stand."""

_INT = re.compile(r"[-+]?(0|[1-9][0-9]*)$|0x[0-9A-Fa-f]+$")
_FLOAT = re.compile(r"[-+]?(0|[1-9][0-9]*)(\.[0-9]+)?$")
_PADDED = re.compile(r"[-+]?0+[0-9]+$")
_CLOCK = re.compile(r"([0-9]{1,3}):([0-5][0-9])$")
_YES = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
_NONE = ("", "~", "null")


class Reference(Struct, frozen=True):
    """A word that must be the id of something of `kind`: a folder, or several with `|` between."""

    kind: str
    id: str
    place: Place
    key: str


class Decoded(Struct, Generic[T]):
    """A value, what it refers to, and what was wrong; `value` is None where faults make it unusable."""

    value: T | None
    faults: list[Fault]
    references: list[Reference] = []


def decode(node: Node, type_: type[T], reserved: Sequence[str] = (), partial: bool = False) -> Decoded[T]:
    """Make a `type_` of a node. Top-level keys in `reserved` are somebody else's and passed over.

    `partial`: the node is only one layer, so nothing is missing in it and no value is made.
    """
    work = _Decoder(reserved, partial)
    plain = work.take(node, shape(type_), ())
    if work.faults or partial:
        return Decoded(None, work.faults, work.references)
    try:
        return Decoded(msgspec.convert(plain, type_), [], work.references)
    except msgspec.ValidationError as error:
        # Only what a type checks by itself (`__post_init__`) is left to be found here.
        message, _, where = str(error).partition(" - at `$")
        path = tuple(re.findall(r"[^.\[\]`]+", where))
        return Decoded(None, [work.at(node, path, Text(message))], work.references)


class _Bad:
    """Stands where nothing usable was found; a fault has been noted."""


_BAD = _Bad()


class _Decoder:
    def __init__(self, reserved: Sequence[str], partial: bool) -> None:
        self.reserved = reserved
        self.partial = partial
        self.faults: list[Fault] = []
        self.references: list[Reference] = []

    def at(self, node: Node, path: tuple[str, ...], text: Text) -> Fault:
        """A fault at `path`, where places in lists count from 0."""
        place = node.place
        for step in path:
            if isinstance(node, Mapping) and step in node.pairs:
                place, node = node.pairs[step].key.place, node.pairs[step].value
            elif isinstance(node, Items) and step.isdigit() and int(step) < len(node.items):
                node = node.items[int(step)]
                place = node.place
        shown = tuple(str(int(step) + 1) if step.isdigit() else step for step in path)
        return Fault(place, quoted_path(shown), text)

    def fault(self, place: Place, path: tuple[str, ...], text: Text) -> _Bad:
        self.faults.append(Fault(place, quoted_path(path), text))
        return _BAD

    def wrong(self, node: Node, info: shapes.Type, path: tuple[str, ...]) -> _Bad:
        text = _unfit(node, allowed(info))
        if isinstance(node, Scalar) and (near := likely(node.text, words_of(info))) is not None:
            text = say("{wrong}; did you mean {near}?", wrong=text, near=near)
        return self.fault(node.place, path, text)

    def take(self, node: Node, info: shapes.Type, path: tuple[str, ...]) -> Any:
        """The plain value of `node` as `info` wants it, or `_BAD` after noting the fault."""
        if isinstance(info, shapes.Metadata):
            return self._annotated(node, info, path)
        if isinstance(info, shapes.UnionType):
            return self._union(node, info, path)
        if isinstance(info, shapes.StructType):
            return self._struct(node, info, path)
        if isinstance(info, shapes.DictType):
            return self._dict(node, info, path)
        if isinstance(info, shapes.AnyType):
            return self._any(node, path)
        items = _item_type(info)
        if items is not None:
            return self._list(node, info, items, path)
        if isinstance(info, shapes.TupleType):
            return self._tuple(node, info, path)
        if not isinstance(node, Scalar):
            return self.wrong(node, info, path)
        return self._scalar(node, info, path)

    def _annotated(self, node: Node, info: shapes.Metadata, path: tuple[str, ...]) -> Any:
        if extra(info, "seconds") and isinstance(node, Scalar) and (clock := _CLOCK.match(node.text)):
            return int(clock[1]) * 60 + int(clock[2])
        if extra(info, "seconds") and isinstance(node, Scalar) and ":" in node.text:
            return self.wrong(node, info, path)
        inner = bare(info)
        if isinstance(inner, shapes.StrType) and isinstance(node, Scalar) and not _matches(node.text, inner):
            return self.wrong(node, info, path)
        value = self.take(node, info.type, path)
        kind = extra(info, "ref")
        if kind and value and isinstance(value, str):
            self.references.append(Reference(kind, value, node.place, quoted_path(path)))
        return value

    # -- keys ---------------------------------------------------------------

    def _struct(self, node: Node, info: shapes.StructType, path: tuple[str, ...]) -> Any:
        if not isinstance(node, Mapping):
            return self.wrong(node, info, path)
        fields = {field.encode_name: field for field in info.fields}
        known = [*fields, *([info.tag_field] if info.tag_field else []), *(self.reserved if not path else ())]
        plain: dict[str, Any] = {}
        if info.tag_field:
            plain[info.tag_field] = info.tag
        for key, pair in node.pairs.items():
            if key in fields:
                plain[key] = self.take(pair.value, fields[key].type, (*path, key))
            elif key not in known and not key.startswith(NOTE):
                self._unknown(pair.key, [one for one in known if one not in node.pairs], list(fields), path)
        for key, field in fields.items():
            if field.required and key not in node.pairs and (path or not self.partial):
                self.fault(node.place, (*path, key), say("missing; {allowed}", allowed=allowed(field.type)))
        return plain

    def _unknown(self, key: Scalar, free: list[str], known: list[str], path: tuple[str, ...]) -> None:
        near = likely(key.text, free) or likely(key.text, known)
        if near is not None:
            text = say("there is no such key; did you mean {near}?", near=near)
        else:
            text = say(
                "there is no such key; {allowed}",
                allowed=one_of(known) if known else say("none may stand here"),
            )
        self.fault(key.place, (*path, key.text), text)

    def _dict(self, node: Node, info: shapes.DictType, path: tuple[str, ...]) -> Any:
        if not isinstance(node, Mapping):
            return self.wrong(node, info, path)
        plain = {}
        for key, pair in node.pairs.items():
            if key.startswith(NOTE):
                continue
            name = self.take(pair.key, info.key_type, (*path, key))
            value = self.take(pair.value, info.value_type, (*path, key))
            if name is not _BAD:
                plain[name] = value
        self._length(node, len(plain), info, path)
        return plain

    # -- lists ---------------------------------------------------------------

    def _list(self, node: Node, info: shapes.Type, item: shapes.Type, path: tuple[str, ...]) -> Any:
        if not isinstance(node, Items):
            return self.wrong(node, info, path)
        values = [self.take(one, item, (*path, str(number))) for number, one in enumerate(node.items, 1)]
        self._length(node, len(values), info, path)
        return values

    def _tuple(self, node: Node, info: shapes.TupleType, path: tuple[str, ...]) -> Any:
        if not isinstance(node, Items) or len(node.items) != len(info.item_types):
            return self.wrong(node, info, path)
        pairs = enumerate(zip(node.items, info.item_types, strict=True), 1)
        return [self.take(one, kind, (*path, str(number))) for number, (one, kind) in pairs]

    def _length(self, node: Node, count: int, info: Any, path: tuple[str, ...]) -> None:
        low, high = info.min_length or 0, info.max_length
        if count < low or (high is not None and count > high):
            text = say("{count} entries; {low} or more are needed", count=count, low=low)
            if high is not None:
                text = say("{count} entries; {low} to {high} are allowed", count=count, low=low, high=high)
            self.fault(node.place, path, text)

    # -- one of several ---------------------------------------------------------

    def _union(self, node: Node, info: shapes.UnionType, path: tuple[str, ...]) -> Any:
        parts = list(info.types)
        if isinstance(node, Mapping):
            structs = [part for part in parts if isinstance(bare(part), shapes.StructType)]
            if len(structs) > 1:
                return self._tagged(node, [_as_struct(part) for part in structs], path)
            fits = structs or [
                part for part in parts if isinstance(bare(part), shapes.DictType | shapes.AnyType)
            ]
        elif isinstance(node, Items):
            fits = [
                part for part in parts if _item_type(bare(part)) or isinstance(bare(part), shapes.TupleType)
            ]
        else:
            fits = [part for part in parts if _fits(node, part)]
            fits.sort(key=lambda part: _ORDER.index(type(bare(part))))
        some = [part for part in parts if not isinstance(bare(part), shapes.NoneType)]
        if not fits and (len(some) > 1 or not isinstance(node, Scalar)):
            return self.wrong(node, info, path)
        return self.take(node, (fits or some)[0], path)

    def _tagged(self, node: Mapping, structs: list[shapes.StructType], path: tuple[str, ...]) -> Any:
        field = structs[0].tag_field or "type"
        by_tag = {str(struct.tag): struct for struct in structs}
        pair = node.pairs.get(field)
        if pair is None:
            text = say("missing; {allowed}", allowed=one_of(list(by_tag)))
            return self.fault(node.place, (*path, field), text)
        if not isinstance(pair.value, Scalar) or pair.value.text not in by_tag:
            return self.wrong(pair.value, shapes.LiteralType(tuple(by_tag)), (*path, field))
        return self._struct(node, by_tag[pair.value.text], path)

    # -- single values ------------------------------------------------------------

    def _scalar(self, node: Scalar, info: shapes.Type, path: tuple[str, ...]) -> Any:
        if isinstance(info, shapes.LiteralType | shapes.EnumType):
            return self._literal(node, info, path)
        if isinstance(info, shapes.StrType):
            return self._str(node, info, path)
        if isinstance(info, shapes.BoolType) and node.text.lower() in _YES:
            return _YES[node.text.lower()]
        if isinstance(info, shapes.NoneType) and node.plain and node.text.lower() in _NONE:
            return None
        if isinstance(info, shapes.IntType | shapes.FloatType):
            return self._number(node, info, path)
        return self.wrong(node, info, path)

    def _literal(
        self, node: Scalar, info: shapes.LiteralType | shapes.EnumType, path: tuple[str, ...]
    ) -> Any:
        values = info.values if isinstance(info, shapes.LiteralType) else [one.value for one in info.cls]
        for value in values:
            if str(value) == node.text:
                return value
        return self.wrong(node, info, path)

    def _str(self, node: Scalar, info: shapes.StrType, path: tuple[str, ...]) -> Any:
        text = node.text
        if not text and node.plain:
            return self.fault(node.place, path, say("nothing stands here; {allowed}", allowed=allowed(info)))
        return text if _matches(text, info) else self.wrong(node, info, path)

    def _number(self, node: Scalar, info: shapes.IntType | shapes.FloatType, path: tuple[str, ...]) -> Any:
        whole = isinstance(info, shapes.IntType)
        if not node.plain and _FLOAT.match(node.text):
            return self.fault(
                node.place, path, say("'{number}' is in quotes; take them away", number=node.text)
            )
        if _PADDED.match(node.text) and len(node.text) < 12:
            text = say("{number} begins with 0; write {right}", number=node.text, right=str(int(node.text)))
            return self.fault(node.place, path, text)
        if not (node.plain and len(node.text) < 16 and (_INT if whole else _FLOAT).match(node.text)):
            return self.wrong(node, info, path)
        value = int(node.text, 0) if whole else float(node.text)
        for bound, bad in ((info.ge, "lt"), (info.gt, "le"), (info.le, "gt"), (info.lt, "ge")):
            if bound is not None and getattr(float, f"__{bad}__")(float(value), float(bound)):
                return self.wrong(node, info, path)
        if info.multiple_of and not math.isclose(value / info.multiple_of, round(value / info.multiple_of)):
            return self.wrong(node, info, path)
        return value

    def _any(self, node: Node, path: tuple[str, ...]) -> Any:
        """A value of no given type: only true, false, null and whole numbers are more than text."""
        if isinstance(node, Mapping):
            return {key: self._any(pair.value, (*path, key)) for key, pair in node.pairs.items()}
        if isinstance(node, Items):
            return [self._any(one, path) for one in node.items]
        if not node.plain:
            return node.text
        if node.text in ("true", "false"):
            return node.text == "true"
        if node.text in _NONE:
            return None
        return (
            int(node.text)
            if _INT.match(node.text) and len(node.text) < 16 and node.text[:2] != "0x"
            else node.text
        )


_ORDER: list[type[shapes.Type]] = [
    shapes.NoneType,
    shapes.LiteralType,
    shapes.EnumType,
    shapes.BoolType,
    shapes.IntType,
    shapes.FloatType,
    shapes.StrType,
    shapes.AnyType,
]


def _matches(text: str, info: shapes.StrType) -> bool:
    """Whether words have the length and spelling that is wanted."""
    if len(text) < (info.min_length or 0) or (info.max_length is not None and len(text) > info.max_length):
        return False
    return info.pattern is None or re.search(info.pattern, text) is not None


def _as_struct(info: shapes.Type) -> shapes.StructType:
    plain = bare(info)
    assert isinstance(plain, shapes.StructType)
    return plain


def _fits(node: Scalar, part: shapes.Type) -> bool:
    """Whether a single value may be meant as `part`; its bounds are looked at later."""
    info = bare(part)
    if extra(part, "seconds"):
        return bool(_CLOCK.match(node.text) or _FLOAT.match(node.text))
    if isinstance(info, shapes.NoneType):
        return node.plain and node.text in _NONE
    if isinstance(info, shapes.LiteralType | shapes.EnumType):
        return node.text in words_of(info)
    if isinstance(info, shapes.BoolType):
        return node.plain and node.text.lower() in _YES
    if isinstance(info, shapes.IntType):
        return node.plain and bool(_INT.match(node.text))
    if isinstance(info, shapes.FloatType):
        return node.plain and bool(_FLOAT.match(node.text))
    return isinstance(info, shapes.StrType | shapes.AnyType)


def _item_type(info: shapes.Type) -> shapes.Type | None:
    if isinstance(info, shapes.ListType | shapes.VarTupleType | shapes.SetType | shapes.FrozenSetType):
        return info.item_type
    return None


def _unfit(node: Node, right: Text) -> Text:
    if isinstance(node, Mapping):
        return say("keys do not fit here; {allowed}", allowed=right)
    if isinstance(node, Items):
        return say("a list does not fit here; {allowed}", allowed=right)
    if not node.text:
        return say("nothing stands here; {allowed}", allowed=right)
    return say("{value} does not fit; {allowed}", value=quoted(node.text), allowed=right)


def quoted_path(path: tuple[str, ...]) -> str:
    """A dotted path as it may stand in a message."""
    return ".".join(map(quoted, path))
