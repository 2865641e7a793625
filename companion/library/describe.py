"""What a Struct says about itself: the fields of a type, what each means, what it allows, in plain words.

Here: descriptions for messages, example files and schemas. Must not know YAML or a game.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, get_args

import msgspec
from msgspec import inspect as shapes

from companion.engine.text import Text, say


def extra(info: shapes.Type, key: str) -> Any:
    """What `Meta(extra={key: …})` says of a type: "ref" (the kind whose ids it holds), "seconds",
    "like" (an example of its spelling)."""
    return (info.extra or {}).get(key) if isinstance(info, shapes.Metadata) else None


def bare(info: shapes.Type) -> shapes.Type:
    """The type without its descriptions."""
    while isinstance(info, shapes.Metadata):
        info = info.type
    return info


def shape(type_: Any) -> shapes.Type:
    """The description of a type; made once."""
    return _shape(type_)


_shape = cache(shapes.type_info)


@cache
def label(key: str) -> Text:
    """What people call a key or a folder: to_hit is "to hit"."""
    return Text(key.replace("_", " "))


def field_notes(struct: type[msgspec.Struct]) -> Mapping[str, str]:
    """What each field of `struct` means: the string under it in the source, or its `Meta(description=…)`."""
    notes: dict[str, str] = {}
    for base in reversed(struct.__mro__):
        if not (issubclass(base, msgspec.Struct) and base is not msgspec.Struct):
            continue
        try:
            body = ast.parse(textwrap.dedent(inspect.getsource(base))).body[0]
        except (OSError, TypeError, SyntaxError):
            continue  # made at run time, or shipped without its source
        assert isinstance(body, ast.ClassDef)
        name = ""
        for part in body.body:
            if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
                name = part.target.id
            elif name and isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant):
                if isinstance(part.value.value, str):
                    notes[name] = _flat(part.value.value)
            else:
                name = ""
    for field in msgspec.structs.fields(struct):
        for part in (field.type, *get_args(field.type)):
            if isinstance(part, msgspec.Meta) and part.description:
                notes[field.name] = _flat(part.description)
    return notes


def struct_note(struct: type[msgspec.Struct]) -> str:
    """The first paragraph of what a Struct's docstring says; empty if it has none of its own."""
    doc = struct.__dict__.get("__doc__") or ""
    return _flat(inspect.cleandoc(doc).split("\n\n")[0])


def _flat(text: str) -> str:
    return " ".join(text.split())


def allowed(info: shapes.Type) -> Text:
    """What may stand there, in words: "a whole number from 0 to 255"."""
    if extra(info, "seconds"):
        return say("seconds, or minutes and seconds as in 1:30")
    if like := extra(info, "like"):
        return say("words as in {like}", like=like)
    info = bare(info)
    if isinstance(info, shapes.IntType | shapes.FloatType):
        return _number(info)
    if isinstance(info, shapes.StrType):
        return _words(info)
    if isinstance(info, shapes.LiteralType | shapes.EnumType):
        return one_of(words_of(info))
    if isinstance(info, shapes.UnionType):
        parts = sorted(info.types, key=lambda part: isinstance(bare(part), shapes.NoneType))
        return _either([_within(part) for part in parts])
    if isinstance(info, _LISTS):
        return _list(info)
    if isinstance(info, shapes.StructType):
        return say("keys such as {keys}", keys=", ".join(field.encode_name for field in info.fields[:4]))
    for kind, text in _SIMPLE:
        if isinstance(info, kind):
            return text
    return say("something else")


_LISTS = (
    shapes.ListType,
    shapes.VarTupleType,
    shapes.TupleType,
    shapes.SetType,
    shapes.FrozenSetType,
)
_SIMPLE: tuple[tuple[type[shapes.Type], Text], ...] = (
    (shapes.BoolType, say("yes or no")),
    (shapes.NoneType, say("null for none")),
    (shapes.DictType, say("names with values")),
    (shapes.AnyType, say("anything")),
)


def one_of(words: Sequence[str]) -> Text:
    """A choice among words."""
    if len(words) == 1:
        return say("only {word}", word=words[0])
    if len(words) > 12:
        return say("one of {count} words, such as {words}", count=len(words), words=", ".join(words[:6]))
    return say("{words} or {last}", words=", ".join(words[:-1]), last=words[-1])


def words_of(info: shapes.Type) -> list[str]:
    """The fixed words that may stand there."""
    info = bare(info)
    if isinstance(info, shapes.LiteralType):
        return [str(value) for value in info.values]
    if isinstance(info, shapes.EnumType):
        return [str(member.value) for member in info.cls]
    if isinstance(info, shapes.UnionType):
        return [word for part in info.types for word in words_of(part)]
    return []


def _within(part: shapes.Type) -> Text:
    words = words_of(part)
    return say("{word}", word=words[0]) if len(words) == 1 else allowed(part)


def _either(texts: Sequence[Text]) -> Text:
    result = texts[0]
    for text in texts[1:]:
        result = say("{one}, or {other}", one=result, other=text)
    return result


def _number(info: shapes.IntType | shapes.FloatType) -> Text:
    whole = isinstance(info, shapes.IntType)
    low = info.ge if info.ge is not None else info.gt
    high = info.le if info.le is not None else info.lt
    if low is not None and high is not None:
        if whole:
            return say("a whole number from {low} to {high}", low=str(low), high=str(high))
        return say("a number from {low} to {high}", low=str(low), high=str(high))
    if low is not None:
        if whole:
            return say("a whole number, {low} or more", low=str(low))
        return say("a number, {low} or more", low=str(low))
    if high is not None:
        return say("a number up to {high}", high=str(high))
    return say("a whole number") if whole else say("a number")


def _words(info: shapes.StrType) -> Text:
    if info.max_length is not None:
        return say("words, {low} to {high} letters", low=info.min_length or 0, high=info.max_length)
    if info.pattern == ID_PATTERN:
        return say("a short name of small letters, digits and '_'")
    return say("words")


ID_PATTERN = r"^[a-z][a-z0-9_]*$"
"""How ids of cards are spelled; the same as their file's name."""


def _list(info: shapes.Type) -> Text:
    if isinstance(info, shapes.TupleType):
        return say("a list of {count}", count=len(info.item_types))
    assert isinstance(info, shapes.ListType | shapes.VarTupleType | shapes.SetType | shapes.FrozenSetType)
    words = words_of(info.item_type)
    if words:
        return say("a list of {words}", words=one_of(words))
    if info.max_length is not None:
        return say("a list of up to {high}", high=info.max_length)
    return say("a list ('- …' lines)")
