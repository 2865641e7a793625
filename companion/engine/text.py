"""Words for people, kept translatable: a message and what fills its gaps.

Here: `Text`, how to make one (`say`) and how to read one (`render`). Must not know a language, a
screen or a catalogue: the English sentence is the key, whoever shows it brings the translation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

Arg: TypeAlias = "str | int | Text | Sequence[str | int | Text]"
Translate: TypeAlias = Callable[[str], str]


class Text(Struct, frozen=True, gc=False):
    """A message in English with `{gaps}` and what fills them. `str` fillers are names: never translated."""

    msg: str
    args: Mapping[str, Arg] = {}

    def __str__(self) -> str:
        return render(self)

    def fill(self, **args: Arg) -> Text:
        """The same message with its gaps filled: for one that is made once and said often."""
        return Text(self.msg, args)


def say(msg: str, **args: Arg) -> Text:
    """Make a `Text`. The literal `msg` is what the catalogues are extracted from."""
    return Text(msg, args)


def say_n(one: str, many: str, n: int, **args: Arg) -> Text:
    """Make a `Text` whose wording depends on the number `n` (filled in as `{n}`)."""
    return Text(one if n == 1 else many, {"n": n, **args})


def _same(msg: str) -> str:
    return msg


AND = Text("{first} and {last}")
"""How a list ends."""


def render(text: Text | str, translate: Translate = _same) -> str:
    """The sentence of `text` in the language of `translate`. A missing filler shows as its name in braces."""
    if isinstance(text, str):
        return text
    if not text.args:
        return translate(text.msg)
    filled = {key: _fill(value, translate) for key, value in text.args.items()}
    try:
        return translate(text.msg).format_map(_Gaps(filled))
    except (ValueError, IndexError):
        return translate(text.msg)


class _Gaps(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


def _fill(value: Arg, translate: Translate) -> str:
    if isinstance(value, Text):
        return render(value, translate)
    if isinstance(value, str | int):
        return str(value)
    parts = [_fill(part, translate) for part in value]
    if len(parts) < 2:
        return "".join(parts)
    return translate(AND.msg).format(first=", ".join(parts[:-1]), last=parts[-1])
