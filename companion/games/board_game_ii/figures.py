"""Figures of cards that nobody has typed in: asked for once, used, and learned.

Here: `figure` and its kin, and the list of what may be asked. Must not know what a figure is used for.
A Notice of kind "learned" lets the owner's library keep what was read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from companion.engine.prompts import Choose, Count, Option, Prompt, Rules
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say

from .cards import EntityCard
from .effects import Say
from .words import SLIME_KINDS, SLIME_NAMES


class Asked(Struct, frozen=True):
    """A figure that may be asked for: its name, bounds and reason."""

    name: Text
    low: int
    high: int
    rules: Rules = ("GB2-FIGURE-07",)
    default: int = 0


FIGURES: dict[str, Asked] = {
    "number": Asked(say("Class"), 1, 6, default=1),
    "to_hit": Asked(say("To Hit"), 1, 6, ("GB2-COMBAT-04", "GB2-FIGURE-06"), 4),
    "to_trap": Asked(say("To Trap"), 1, 20, ("GB2-COMBAT-04", "GB2-FIGURE-06"), 2),
    "to_extract": Asked(say("To Extract"), 1, 20, ("GB2-COMBAT-04", "GB2-FIGURE-06"), 2),
    "resist": Asked(say("Resist (0: none)"), 0, 12, ("GB2-RESIST-01", "GB2-RESIST-02")),
    "plazm": Asked(say("Plazm Counters for it"), 0, 9, ("GB2-EXTRACT-02", "GB2-HUMAN-03"), 1),
    "cost": Asked(say("Ecto-Tank cost"), 0, 50, ("GB2-TANK-10",), 1),
    "level": Asked(say("Level that unlocks it"), 1, 5, ("GB2-TANK-10",), 1),
    "limit": Asked(say("Time limit (0: none)"), 0, 9, ("GB2-EVENT-01",)),
    "xp": Asked(say("XP it pays"), 0, 30, ("GB2-XP-03",), 1),
    "gate_to_hit": Asked(say("To Hit of a Gate"), 1, 6, ("GB2-GATE-01",), 4),
    "gate_to_close": Asked(say("To Close of a Gate"), 1, 20, ("GB2-GATE-04",), 2),
    "containment": Asked(say("Containment limit"), 1, 12, ("GB2-PVP-02",), 3),
    "goo_timer": Asked(say("Goo Timer at the start"), 1, 30, ("GB2-GOO-03",), 3),
    "goo_maximum": Asked(say("Goo Timer maximum"), 1, 30, ("GB2-GOO-03",), 6),
    "goo_piles": Asked(say("Goo Piles on the map"), 0, 8, ("GB2-GOODECK-01",), 4),
    "equipment": Asked(say("Equipment cards"), 0, 20, ("GB2-GOODECK-01",), 3),
    "event": Asked(say("Event cards"), 0, 20, ("GB2-GOODECK-01",), 2),
    "key_item": Asked(say("Key Item cards"), 0, 9, ("GB2-GOODECK-01",)),
    "remove": Asked(say("cards put back unseen"), 0, 20, ("GB2-GOODECK-01",)),
}
CARD = say("{card}: {figure}?")
READ = say("Please read it from the card. It is asked only once.")


def learn(
    card: Struct,
    field: str,
    value: Any,
    name: Text,
    within: tuple[str, str] = ("", ""),
    of: Text | str = "",
    said: Text | None = None,
) -> Rule[None]:
    """Write what was read into the card at hand and tell the library. `within` and `of`: see `figure`; `said`
    is the value in words."""
    setattr(card, field, value)
    id, above = (getattr(card, "id", ""), "") if not within[0] else within
    plain = msgspec.to_builtins(value)
    if isinstance(plain, int | str):
        told = said or str(plain)
        text = say("{card}: {figure} is {value}.", card=of or called(card), figure=name, value=told)
    else:
        text = say("Noted: {figure} ({card}).", card=called(card), figure=name)
    yield Notice("learned", text, ("GB2-FIGURE-07",), {"card": id, "field": above + field, "value": plain})


def called(card: Struct) -> str:
    """What a card is called."""
    name: str = getattr(card, "name", "")
    return name


def figure(
    card: Struct, field: str, of: Text | str = "", within: tuple[str, str] = ("", ""), low: int = 0
) -> Rule[int]:
    """The figure `field` of `card`; asked for if it is unknown. `of` names a card without an own name.

    A part of a card is `within` another: the id of that card, and the key of the part with its dot.
    The answer is at least `low`.
    """
    value: int | None = getattr(card, field)
    if value is not None:
        return value
    asked = FIGURES[field]
    answer: int = yield Count(
        say("{card}: {figure}?", card=of or called(card), figure=asked.name),
        READ,
        asked.rules,
        low=max(low, asked.low),
        high=asked.high,
        default=max(low, asked.default or asked.low),
    )
    yield from learn(card, field, answer, asked.name, within, of)
    return answer


EFFECTS: dict[str, Text] = {
    "when_hit": say("When Hit"),
    "when_missed": say("When Missed"),
}
_EFFECT_OPTIONS = (
    Option("read", say("We read it then"), detail=say("Each time the box asks what the card did.")),
    Option("nothing", say("It does nothing")),
)


def effect_known(card: EntityCard, field: str) -> Rule[None]:
    """Ask once how an effect that is not typed in shall be handled. GB2-COMBAT-04."""
    if getattr(card, field) is not None:
        return
    name = EFFECTS[field]
    answer = yield Choose(
        say("{card}: {figure}?", card=card.name, figure=name),
        say("What does the card say? The box can ask you each time."),
        ("GB2-COMBAT-04",),
        options=_EFFECT_OPTIONS,
        default="read",
    )
    value = () if answer == "nothing" else (Say(text="", report=True),)
    yield from learn(card, field, value, name)


_SLIMES: Sequence[Option] = (
    *(Option(id, SLIME_NAMES[id]) for id in SLIME_KINDS),
    Option("none", say("None")),
)


def slime_type(card: EntityCard) -> Rule[str]:
    """The Slime type of a card, asked for once."""
    if card.slime is not None:
        return card.slime
    prompt: Prompt = Choose(
        say("{card}: Slime type?", card=card.name), READ, ("GB2-FIGURE-07", "GB2-SLIME-01"), options=_SLIMES
    )
    answer: str = yield prompt
    chosen = next(option.label for option in _SLIMES if option.id == answer)
    yield from learn(card, "slime", answer, say("Slime type"), said=chosen)
    return answer
