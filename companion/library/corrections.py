"""Official corrections: a layer above what is printed on the cards.

Here: what a correction says, laying it over a card, and telling an owner whose card is misprinted.
Must not know any game or file format.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from companion.engine.text import Text, say
from companion.games.shelf import Overruled


class Swap(Struct, frozen=True, forbid_unknown_fields=True):
    """In a list of things with keys: where all of `where` is so, `to` is right."""

    where: dict[str, Any]
    to: dict[str, Any]


class Correction(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One official correction of one card, named by its rule id."""

    card: str
    """Kind and card, such as `scenarios/scoleri_2`."""
    source: str
    """Where it was published."""
    about: str
    """What is wrong and what is right, in one sentence of our own."""
    field: str = ""
    """The key it corrects; empty if no key holds it, then the sentence is shown when the card is used."""
    printed: Any = UNSET
    """What the misprinted card says, where that is known."""
    right: Any = UNSET
    """What it should say."""
    add: tuple[Any, ...] = ()
    """What is missing in a list."""
    remove: tuple[str, ...] = ()
    """What should not stand in a list, or among names with counts."""
    put: dict[str, Any] = {}
    """Names with what belongs to them, among others."""
    swap: tuple[Swap, ...] = ()
    """Entries of a list that should be others."""

    @property
    def kind(self) -> str:
        """The folder of the card."""
        return self.card.partition("/")[0]

    @property
    def id(self) -> str:
        """The card's id."""
        return self.card.partition("/")[2]


class Corrections(Struct, frozen=True, forbid_unknown_fields=True):
    """The official corrections of a game."""

    corrections: dict[str, Correction]
    """By rule id; a second part of one rule has `/` and a word behind it."""


class Misprint(Struct, frozen=True):
    """An owner's card says `printed` where `right` is official. `text` is the whole sentence."""

    rule: str
    correction: Correction
    printed: Any
    right: Any
    text: Text


def corrected(value: Any, correction: Correction) -> Any:
    """`value` (plain data; None: unknown) as the correction wants it; the same object if it is right."""
    if correction.right is not UNSET:
        return value if _same(value, correction.right) else correction.right
    if value is None:
        return None
    if isinstance(value, Mapping):
        names = {name: count for name, count in value.items() if name not in correction.remove}
        names.update(correction.put)
        return value if names == value else names
    if isinstance(value, list):
        items = [_swapped(item, correction) for item in value if item not in correction.remove]
        items += [item for item in correction.add if not any(_is(item, one) for one in items)]
        return value if items == value else items
    return value


def _same(one: Any, other: Any) -> bool:
    """Whether two values say the same; words in a list have no order."""
    if (
        isinstance(one, list)
        and isinstance(other, list)
        and all(isinstance(word, str) for word in [*one, *other])
    ):
        return sorted(one) == sorted(other)
    return bool(one == other)


def _swapped(item: Any, correction: Correction) -> Any:
    if isinstance(item, Mapping):
        for swap in correction.swap:
            if _is(swap.where, item):
                return {**item, **swap.to}
    return item


def _is(wanted: Any, item: Any) -> bool:
    """Whether `item` has all that `wanted` names."""
    if isinstance(wanted, Mapping) and isinstance(item, Mapping):
        return all(item.get(key) == value for key, value in wanted.items())
    return bool(wanted == item)


def own_value(value: Any, correction: Correction) -> bool:
    """Whether an owner has a third value, neither what is printed nor what is right: it stays."""
    if value is None or isinstance(correction.printed, UnsetType):
        return False
    return not _same(value, correction.printed) and not _same(value, correction.right)


def overruled(value: Any, correction: Correction) -> bool:
    """Whether an owner's `value` is what a misprinted card says."""
    if value is None or own_value(value, correction) or corrected(value, correction) is value:
        return False
    if isinstance(value, Mapping) and correction.put:
        # A key that is there without a value is not known yet, so nothing is wrong with it.
        wrong = any(value.get(name, UNSET) not in (right, None) for name, right in correction.put.items())
        return wrong or any(name in value for name in correction.remove)
    return True


def misprint(rule: str, correction: Correction, card: str, value: Any) -> Misprint | None:
    """What to tell an owner who has `value` on their card; None if nothing is wrong with it."""
    if not overruled(value, correction):
        return None
    right = corrected(value, correction)
    text = say(
        "{card}, {field}: the card says {printed}. {right} is right ({source}).",
        card=card,
        field=correction.field,
        printed=shown(value),
        right=shown(right),
        source=correction.source,
    )
    return Misprint(rule, correction, value, right, text)


def overruled_of(wrong: Misprint) -> Overruled:
    """A misprint as the card tells the game of it."""
    correction = wrong.correction
    plain = all(isinstance(value, str | int) for value in (wrong.printed, wrong.right))
    said, right = (shown(wrong.printed), shown(wrong.right)) if plain else ("", "")
    return Overruled(
        wrong.rule, correction.field, wrong.printed, said, right, correction.about, correction.source
    )


def shown(value: Any) -> str:
    """A value in few words."""
    if value is None or isinstance(value, UnsetType):
        return "?"
    if isinstance(value, Mapping):
        return ", ".join(f"{shown(one)} {name}" for name, one in value.items()) or "-"
    if isinstance(value, list | tuple):
        return ", ".join(map(_entry, value)) or "-"
    return str(value)


def _entry(value: Any) -> str:
    if isinstance(value, Mapping):
        return " ".join(str(one) for one in value.values() if isinstance(one, str | int))
    return str(value)


def get(plain: Any, field: str) -> Any:
    """The value at a dotted key of plain data; None if it is not there."""
    for step in field.split("."):
        if isinstance(plain, Mapping):
            plain = plain.get(step)
        elif isinstance(plain, list) and step.isdigit() and int(step) < len(plain):
            plain = plain[int(step)]
        else:
            return None
    return plain


def put(plain: dict[str, Any], field: str, value: Any) -> None:
    """Set the value at a dotted key of plain data; lists grow as far as needed."""
    inner: Any = plain
    *above, last = field.split(".")
    for step in above:
        if isinstance(inner, list):
            inner = _item(inner, int(step))[int(step)]
        else:
            inner = inner.setdefault(step, {})
    if isinstance(inner, list):
        _item(inner, int(last))[int(last)] = value
    else:
        inner[last] = value


def _item(items: list[Any], at: int) -> list[Any]:
    items.extend([None] * (at + 1 - len(items)))
    return items


def plain_of(value: Struct) -> dict[str, Any]:
    """A card as plain data."""
    return dict(msgspec.json.decode(msgspec.json.encode(value)))
