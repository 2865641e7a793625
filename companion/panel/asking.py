"""From a prompt to its screen, and from a token's meaning to an answer. The only place that knows the kinds
of prompt. Must not know sessions, time or devices.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeAlias

from companion.engine.prompts import (
    NOTHING,
    Choose,
    Count,
    Die,
    Prompt,
    Refusal,
    Roll,
    Scan,
    Several,
    Shuffle,
    Tell,
    Write,
)
from companion.engine.text import Text, say

from .grids import draw_grid
from .screens import Dice, Number, Pages, Row, Rows, Screen, Writer, nothing

Words: TypeAlias = Callable[[Text], str]
"""Gives the sentence in the language of this screen."""
Names: TypeAlias = Mapping[int, str]
"""The people by seat."""

DIE_KEYS = ("event", "move", "combat")
ONLY = say("Only {who} looks now.")
READY = say("{who}: OK when only you look.")
PHONE = say("{who} answers in private, on the phone.")


def die_keys(die: Die) -> tuple[str, ...]:
    """The key of this die; any of them for a die that has none of its own."""
    own = tuple(key for key in DIE_KEYS if die.id.startswith(key))
    return own or DIE_KEYS


def asked_who(prompt: Prompt, words: Words, names: Names) -> list[str]:
    """The talk of a prompt: its title, with the name of who is asked unless it is said already; its text."""
    title, text = words(prompt.title), words(prompt.text)
    name = names.get(prompt.to, "") if prompt.to is not None else ""
    if name and name not in title and name not in text:
        title = words(say("{who}: {what}", who=name, what=title)) if title else name
    return [part for part in (title, text) if part]


def screen_for(
    prompt: Prompt,
    words: Words,
    names: Names,
    answer: Callable[[Any], None],
    refuse: Callable[[Refusal], None],
) -> Screen:
    """The screen of one question to one person or the table (`Several` has `gate` first)."""
    talk = asked_who(prompt, words, names)
    if isinstance(prompt, Roll):
        die = prompt.die
        name = words(die.name)
        caption = "" if any(name.casefold() in part.casefold() for part in talk) else name
        faces = [words(die.name_of(face)) for face in die.faces]
        return Dice(die.faces, faces, talk, answer, die_keys(die), caption=caption)
    if isinstance(prompt, Choose):
        return _choose(prompt, words, talk, answer, refuse)
    if isinstance(prompt, Count):
        return Number(talk, prompt.low, prompt.high, prompt.default, answer, prompt.step)
    if isinstance(prompt, Write):

        def written(value: str) -> None:
            refusal = prompt.accept(value)
            answer(value) if refusal is None else refuse(refusal)

        return Writer(talk, prompt.limit, prompt.default, written)
    if isinstance(prompt, Tell):
        beside = partial(draw_grid, prompt.grid) if prompt.grid is not None else None
        return Pages(talk[0] if talk else "", " ".join(talk[1:]), lambda: answer("ok"), beside=beside)
    if isinstance(prompt, Shuffle):
        return Pages(talk[0] if talk else "", " ".join([*talk[1:], words(say("The box shuffles."))]), nothing)
    raise TypeError(f"no screen for {type(prompt).__name__}")


def _choose(
    prompt: Choose,
    words: Words,
    talk: list[str],
    answer: Callable[[Any], None],
    refuse: Callable[[Refusal], None],
) -> Screen:
    # What is open now comes first: the rest is there to be asked why.
    options = sorted(prompt.options, key=lambda option: option.refusal is not None)

    def chosen(at: int) -> None:
        option = options[at]
        answer(option.id) if option.refusal is None else refuse(option.refusal)

    ids = [option.id for option in options]
    cursor = ids.index(prompt.default) if prompt.default in ids else 0
    if isinstance(prompt, Scan) and not options:
        return Pages(talk[0] if talk else "", " ".join(talk[1:]), nothing)
    rows = [Row(words(option.label), option.refusal is None, id=option.id) for option in options]
    return Rows(talk, rows, chosen, cursor)


def gate(
    prompt: Several,
    words: Words,
    names: Names,
    answered: tuple[int | None, ...],
    enter: Callable[[int | None], None],
) -> Screen:
    """Who answers next: the seats asked, with a tick at those who have."""
    seats = [part.to for part in prompt.parts]

    def heading(at: int) -> list[str]:
        who = name_of(seats[at], words, names)
        title = words(prompt.title)
        if seats[at] in answered:
            return [title, words(say("{who} has answered.", who=who))]
        if prompt.parts[at].own_screen:
            return [words(Text(PHONE.msg, {"who": who})), title]
        if prompt.parts[at].secret:
            return [words(Text(READY.msg, {"who": who})), title]
        return [words(say("{who} answers: OK.", who=who)), title]

    def chosen(at: int) -> None:
        if seats[at] not in answered and not prompt.parts[at].own_screen:
            enter(seats[at])

    rows = [
        Row(
            name_of(part.to, words, names),
            part.to not in answered and not part.own_screen,
            "done" if part.to in answered else "",
        )
        for part in prompt.parts
    ]
    first = next((at for at, seat in enumerate(seats) if seat not in answered), 0)
    return Rows([], rows, chosen, first, heading=heading)


def curtain(prompt: Prompt, words: Words, names: Names, enter: Callable[[], object]) -> Screen:
    """Before a secret question: who may look."""
    who = name_of(prompt.to, words, names)
    return Pages(words(Text(ONLY.msg, {"who": who})), words(Text(READY.msg, {"who": who})), enter)


def elsewhere(prompt: Prompt, words: Words, names: Names) -> Screen:
    """A question that no shared screen may show: who answers it, and where."""
    return Pages("", words(Text(PHONE.msg, {"who": name_of(prompt.to, words, names)})), nothing)


def name_of(seat: int | None, words: Words, names: Names) -> str:
    """What a seat is called."""
    if seat is None:
        return words(say("The table"))
    return names.get(seat) or words(say("Player {n}", n=seat + 1))


DEVICES = {"reader": say("token reader"), "display": say("screen"), "encoder": say("knob")}


def device_name(device: str) -> Text:
    """What people call a device of the box; one that its owner named keeps the name."""
    kind, _, rest = device.partition(" ")
    if kind == "button" and rest:
        return say("button {name}", name=rest.upper())
    return DEVICES.get(device, Text("{name}", {"name": device}))


def token_name(meaning: str) -> str:
    """What a token is, in words: `figure:brain_matter 2` is Brain Matter 2."""
    return meaning.partition(":")[2].replace(":", " ").replace("_", " ").title()


def answer_of(prompt: Prompt, meaning: str) -> Any:
    """What a token of this meaning answers to the prompt, or None if it is no answer to it."""
    kind, _, rest = meaning.partition(":")
    if isinstance(prompt, Roll):
        die, _, face = rest.partition(":")
        if kind == "face" and (prompt.die.id == die or die in die_keys(prompt.die)):
            return next((own for own in prompt.die.faces if str(own) == face), None)
    elif isinstance(prompt, Choose):
        if isinstance(prompt, Scan) and prompt.kinds and kind not in prompt.kinds:
            return None
        ids = [option.id for option in prompt.options]
        return next((id for id in (meaning, rest) if id in ids), None)
    elif isinstance(prompt, Count) and kind == "number" and rest.isdigit():
        return int(rest) if prompt.low <= int(rest) <= prompt.high else None
    return None


def reason(refusal: Refusal, words: Words) -> str:
    """Why not, in one sentence."""
    return words(refusal.text) if refusal.text != NOTHING else words(say("Not now"))
