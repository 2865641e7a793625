"""The owner's cards on a phone: what is known of each, and typing what is printed, judged as it is typed.

Law: a request names a card and a field of those there are, never a file. Must not know any game or how cards
are kept.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from urllib.parse import urlencode

import yaml
from starlette.responses import PlainTextResponse, Response

from companion.engine.text import Text, say
from companion.library.describe import allowed, field_notes, label, shape
from companion.library.faults import Faulty
from companion.library.sharing import differences, packed, unpacked
from companion.library.store import Library
from companion.library.writing import write_atomically

from .app import Ask, Site, Way, Who

BIG = 8_000_000
"""Bytes that a library to be taken in may have."""
LONG = 4000
"""Letters of a field."""
NO_CARDS = say("This game has no cards here.")
NO_CARD = say("There is no such card.")
NO_FIELD = say("There is no such field.")


class Listed(NamedTuple):
    """A card in the list, and which of its fields nobody has read off it yet."""

    id: str
    name: Text
    unknown: tuple[Text, ...]


class Field(NamedTuple):
    """A field of a card: what it is in the rulebook's words, what may stand there, and what does (YAML)."""

    name: str
    label: Text
    about: Text
    allowed: Text
    value: str
    unknown: bool


async def _library(site: Site, fields: Mapping[str, str]) -> Library | None:
    return await asyncio.to_thread(site.host.library, fields.get("game", ""))


async def cards(site: Site, ask: Ask) -> Response:
    """All cards of a game."""
    query = ask.request.query_params
    library = await _library(site, query)
    if library is None:
        return site.refuse(ask, NO_CARDS, 404)
    folders = {
        folder: [
            Listed(id, Text(card.name), _lacking(library, folder, id))
            for id, card in library.cards[folder].items()
        ]
        for folder in library.kinds
        if library.cards[folder]
    }
    every = [card for listed in folders.values() for card in listed]
    return site.page(
        ask,
        "cards.html",
        "cards",
        game=query["game"],
        game_name=site.host.known[query["game"]].name,
        folders=folders,
        label=label,
        some=sum(bool(card.unknown) for card in every),
        every=len(every),
        faults=[(fault.key, fault.text) for fault in library.faults],
        misprints=library.misprints,
    )


def _lacking(library: Library, folder: str, id: str) -> tuple[Text, ...]:
    """The fields of a card that have something unknown, each once."""
    return tuple(map(label, dict.fromkeys(name.split(".")[0] for name in library.unknown(folder, id))))


def _fields(library: Library, folder: str, id: str) -> list[Field]:
    kind = library.kinds[folder]
    info: Any = shape(kind.type)
    notes = field_notes(kind.type)
    plain = library.plain[folder][id]
    unknown = {name.split(".")[0] for name in library.unknown(folder, id)}
    return [
        Field(
            field.encode_name,
            label(field.encode_name),
            Text(notes.get(field.name, "")),
            allowed(field.type),
            _written(plain.get(field.encode_name)),
            field.encode_name in unknown,
        )
        for field in info.fields
    ]


def _written(value: Any) -> str:
    if value is None:
        return ""
    text = yaml.safe_dump(value, default_flow_style=True, allow_unicode=True, width=10_000, sort_keys=False)
    return str(text).removesuffix("\n").removesuffix("\n...")


def _read(text: str) -> Any:
    """What is typed, as plain data. Raises ValueError."""
    if len(text) > LONG or any(
        isinstance(token, yaml.AnchorToken | yaml.AliasToken | yaml.TagToken) for token in yaml.scan(text)
    ):
        raise ValueError(text[:20])
    return yaml.safe_load(text)


async def card(site: Site, ask: Ask) -> Response:
    """One card, field by field."""
    query = ask.request.query_params
    library = await _library(site, query)
    if library is None:
        return site.refuse(ask, NO_CARDS, 404)
    folder, id = query.get("kind", ""), query.get("id", "")
    if id not in library.cards.get(folder, {}):
        return site.refuse(ask, NO_CARD, 404)
    return site.page(
        ask,
        "card.html",
        "cards",
        game=query["game"],
        folder=folder,
        id=id,
        name=Text(library.cards[folder][id].name),
        fields=_fields(library, folder, id),
        corrections=[Text(one.about) for one in library.corrections_of(folder, id).values()],
        misprints=[one for one in library.misprints if one.correction.card == f"{folder}/{id}"],
    )


async def _typed(site: Site, ask: Ask) -> tuple[Library, str, str, str, Any] | Text:
    """The card, field and value of a form, or what is wrong with them."""
    library = await _library(site, ask.fields)
    if library is None:
        return NO_CARDS
    folder, id, field = (ask.fields.get(name, "") for name in ("kind", "id", "field"))
    if id not in library.cards.get(folder, {}):
        return NO_CARD
    if field not in (one.name for one in _fields(library, folder, id)):
        return NO_FIELD
    try:
        value = _read(ask.fields.get("value", ""))
    except (ValueError, yaml.YAMLError):
        return say("This cannot be read. Lists as [a, b], words with odd signs in quotes.")
    return library, folder, id, field, value


async def check(site: Site, ask: Ask) -> Response:
    """Judge a field while it is being typed; nothing is kept."""
    typed = await _typed(site, ask)
    if isinstance(typed, Text):
        return site.refuse(ask, typed)
    library, folder, id, field, value = typed
    faults = await asyncio.to_thread(library.faults_of, folder, id, field, value)
    if faults:
        return site.refuse(ask, faults[0].text)
    misprints = library.judge(folder, id, field, value)
    text = misprints[0].text if misprints else say("This fits.")
    return site.done(ask, _back(ask), text, misprint=bool(misprints))


async def learn(site: Site, ask: Ask) -> Response:
    """Keep a field as it is printed."""
    typed = await _typed(site, ask)
    if isinstance(typed, Text):
        return site.refuse(ask, typed)
    library, folder, id, field, value = typed
    try:
        await asyncio.to_thread(library.learn, folder, id, field, value)
    except Faulty as faulty:
        return site.refuse(ask, faulty.faults[0].text)
    except OSError as error:
        return site.refuse(ask, say("Not kept: {why}", why=error.strerror or type(error).__name__))
    misprints = [one for one in library.misprints if one.correction.card == f"{folder}/{id}"]
    if misprints:
        return site.done(ask, "" if ask.wants_json else _back(ask), misprints[0].text, misprint=True)
    return site.done(ask, "" if ask.wants_json else _back(ask), say("Kept."))


async def settle(site: Site, ask: Ask) -> Response:
    """Play a misprinted card as it is printed, or as it was corrected."""
    library = await _library(site, ask.fields)
    if library is None:
        return site.refuse(ask, NO_CARDS)
    rule = ask.fields.get("rule", "")
    if rule not in library.corrections:
        return site.refuse(ask, NO_CARD)
    await asyncio.to_thread(library.settle, rule, ask.fields.get("printed") == "yes")
    return site.done(ask, _back(ask), say("Kept."))


def _back(ask: Ask) -> str:
    """The page of the card that a form came from; made of names that were looked up."""
    names = {name: ask.fields.get(name, "") for name in ("game", "kind", "id")}
    return f"/card?{urlencode(names)}"


async def export(site: Site, ask: Ask) -> Response:
    """All cards of the owner as one text file, for a friend."""
    libraries = await asyncio.to_thread(_libraries, site)
    owner = next((library.owner for library in libraries if library.owner is not None), None)
    if owner is None:
        return site.refuse(ask, NO_CARDS, 404)
    kinds = {library.game: library.kinds for library in libraries}
    text = await asyncio.to_thread(packed, owner, kinds)
    headers = {"content-disposition": 'attachment; filename="companion-library.yaml"'}
    return PlainTextResponse(text, headers=headers)


def _libraries(site: Site) -> list[Library]:
    found = [site.host.library(game) for game in site.host.known]
    return [library for library in found if library is not None]


async def take_in(site: Site, ask: Ask) -> Response:
    """Take in the cards of such a file that are not here yet; what is here already stays."""
    libraries = await asyncio.to_thread(_libraries, site)
    try:
        result = await asyncio.to_thread(_taken_in, libraries, ask.fields.get("text", ""))
    except Faulty as faulty:
        return site.refuse(ask, faulty.faults[0].text)
    except OSError as error:
        return site.refuse(ask, say("Not kept: {why}", why=error.strerror or type(error).__name__))
    for library in libraries:
        library.reload()
    taken, other = result
    text = say("Cards taken in: {n}. Left as they are here: {other}.", n=taken, other=other)
    return site.done(ask, "" if ask.wants_json else "/keep", text)


def _taken_in(libraries: list[Library], text: str) -> tuple[int, int]:
    """How many cards were new and are kept now, how many differ from those here. Raises Faulty, OSError."""
    owner = next((library.owner for library in libraries if library.owner is not None), None)
    if owner is None:
        return 0, 0
    with TemporaryDirectory() as folder:
        path = Path(folder) / "library.yaml"
        path.write_text(text, encoding="utf-8")
        files = unpacked(path, {library.game: library.kinds for library in libraries})
    changed = differences(owner, files)
    fresh = [name for name in changed if not (owner / name).exists()]
    for name in fresh:
        write_atomically(owner / name, files[name])
    return len(fresh), len(changed) - len(fresh)


NAMED = ("game", "kind", "id", "field", "value")
WAYS = (
    Way("GET", "/cards", Who.KEEPS, cards, "All cards of a game", ("game",)),
    Way("GET", "/card", Who.KEEPS, card, "One card", ("game", "kind", "id")),
    Way("GET", "/cards/export", Who.KEEPS, export, "All cards of the owner as a text file"),
    Way("POST", "/cards/import", Who.KEEPS, take_in, "Take in cards", ("text",), BIG),
    Way("POST", "/card/check", Who.KEEPS, check, "Judge a field", NAMED),
    Way("POST", "/card/learn", Who.KEEPS, learn, "Keep a field", NAMED),
    Way(
        "POST",
        "/card/settle",
        Who.KEEPS,
        settle,
        "Decide about a misprint",
        ("game", "kind", "id", "rule", "printed"),
    ),
)
