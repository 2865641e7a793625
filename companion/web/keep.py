"""The routes of the keeper (phones, PIN, settings, kept games, tokens, devices) and the record of a game.

Must not know how anything is kept.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace
from starlette.responses import PlainTextResponse, Response

from companion.engine.text import Text, say
from companion.journal.faults import JournalFault
from companion.journal.series import Incoming, incoming
from companion.journal.series import take_in as write
from companion.journal.sheet import export_game
from companion.journal.store import Journal
from companion.panel.seen import PanelSettings
from companion.words import languages

from . import charts
from .answers import number_of
from .app import PATIENCE, Ask, Place, Site, Way, Who
from .hub import Audience
from .look import Reader
from .record import SECRETS, Chronicle, chronicle
from .table import follow

T = TypeVar("T")
BIG = 4_000_000
"""Bytes that a game to be taken in may have."""
NO_GAME = say("There is no such game.")
SWITCHES = ("sound", "sign_screen", "sign_lamp", "sign_sound")


class Kept(NamedTuple):
    """A game in the list."""

    id: int
    name: Text
    lines: int
    over: bool
    headline: Text


async def with_journal(site: Site, job: Callable[[Journal], T]) -> T | JournalFault:
    """Do a job with the journal and wait for it."""
    return await _waited(partial(site.host.ask, job))


async def _waited(ask: Callable[[Callable[[T | JournalFault], object]], object]) -> T | JournalFault:
    """What `ask` is told."""
    future: asyncio.Future[T | JournalFault] = asyncio.get_running_loop().create_future()

    def done(result: T | JournalFault) -> None:
        if not future.done():
            future.set_result(result)

    ask(done)
    try:
        return await asyncio.wait_for(future, 3 * PATIENCE)
    except TimeoutError:
        return JournalFault(say("The saved games do not answer."))


async def keep(site: Site, ask: Ask) -> Response:
    """Everything the keeper looks after."""
    from .invite import code_svg

    known = site.host.known

    def kept(journal: Journal) -> list[Kept]:
        return [
            Kept(
                game.id,
                known[game.game].name if game.game in known else Text("{id}", {"id": game.game}),
                game.lines,
                game.over,
                game.headline,
            )
            for game in journal.games()
        ]

    games = await with_journal(site, kept)
    address = site.host.address
    assert ask.phone is not None
    site.doctor.look()
    drawn = site.hub.page(Audience("keep", Reader(), ask.language, ask.phone.id))
    return site.page(
        ask,
        "keep.html",
        "keep",
        parts=drawn.parts,
        stream=True,
        at=drawn.id,
        address=address,
        code=code_svg(address) if address else "",
        games=[] if isinstance(games, JournalFault) else games,
        trouble=games.text if isinstance(games, JournalFault) else None,
        playing=site.host.playing,
        settings=site.host.settings,
        spoken=languages(),
        tokens=site.host.tokens,
        with_cards=[
            (id, game.name) for id, game in known.items() if getattr(game, "shelving", None) is not None
        ],
    )


async def events_keep(site: Site, ask: Ask) -> Response:
    """What changes among phones and devices."""
    return follow(site, ask, "keep")


async def new_pin(site: Site, ask: Ask) -> Response:
    """Another PIN."""
    site.pairing.new_pin()
    return site.done(ask, "/keep")


async def remove(site: Site, ask: Ask) -> Response:
    """Send a phone away."""
    site.pairing.remove(number_of(ask.fields, "id"))
    return site.done(ask, "/keep")


async def open_table(site: Site, ask: Ask) -> Response:
    """Let everybody on the network read the table view, or only those who joined."""
    site.pairing.set_open_table(ask.fields.get("open") == "yes")
    return site.done(ask, "/keep")


async def settings(site: Site, ask: Ask) -> Response:
    """The box's own settings."""
    now: PanelSettings = site.host.settings
    wanted = ask.fields.get("language", now.language)
    brightness = number_of(ask.fields, "brightness")
    changed: dict[str, Any] = {name: ask.fields.get(name) == "on" for name in SWITCHES}
    if wanted in languages():
        changed["language"] = wanted
    if 1 <= brightness <= 4:
        changed["brightness"] = brightness
    site.host.change(replace(now, **changed))
    return site.done(ask, "/keep")


async def _chronicle(site: Site, ask: Ask) -> Chronicle | Text:
    """The record of the game that is asked for, or why there is none."""
    id = number_of(ask.request.query_params, "game")
    if id < 0 and site.host.playing is not None:
        id = site.host.playing
    known = site.host.known

    def job(journal: Journal) -> Chronicle | Text:
        found = next((each for each in journal.games() if each.id == id), None)
        if found is None:
            return NO_GAME
        if found.game not in known:
            return say("That game is not installed here.")
        return chronicle(known[found.game], journal.read(id))

    result = await with_journal(site, job)
    return result.text if isinstance(result, JournalFault) else result


async def record(site: Site, ask: Ask) -> Response:
    """A game as curves, dice and deeds."""
    told = await _chronicle(site, ask)
    if isinstance(told, Text):
        return site.refuse(ask, told, 404)
    return site.page(
        ask,
        "record.html",
        "record",
        told=told,
        id=number_of(ask.request.query_params, "game"),
        pictures=_pictures(ask, told),
        dice=[(die, picture) for die, picture in zip(told.dice, _dice(ask, told), strict=True)],
    )


def _pictures(ask: Ask, told: Chronicle) -> Sequence[str]:
    return [charts.curves(ask.words(curve.name), curve.lines, curve.high) for curve in told.curves]


def _dice(ask: Ask, told: Chronicle) -> Sequence[str]:
    return [
        charts.bars(
            f"{ask.words(one.die.name)}, {ask.words(one.who)}",
            [ask.words(one.die.name_of(face)) for face in one.die.faces],
            one.seen,
            one.expected,
        )
        for one in told.dice
    ]


async def chart(site: Site, ask: Ask) -> Response:
    """One chart as a picture to keep."""
    told = await _chronicle(site, ask)
    if isinstance(told, Text):
        return site.refuse(ask, told, 404)
    pictures = [*_pictures(ask, told), *_dice(ask, told)]
    at = number_of(ask.request.query_params, "chart")
    if not 0 <= at < len(pictures):
        return site.refuse(ask, say("There is no such chart."), 404)
    return Response(
        pictures[at],
        media_type="image/svg+xml",
        headers={"content-disposition": f'attachment; filename="chart-{at}.svg"'},
    )


async def export(site: Site, ask: Ask) -> Response:
    """A game as one text file that replays elsewhere, of the open one also what could not be saved. One with
    secrets only when it is over."""
    told = await _chronicle(site, ask)
    if isinstance(told, Text):
        return site.refuse(ask, told, 404)
    if told.secret and not told.over:
        return site.refuse(ask, SECRETS, 403)
    id = number_of(ask.request.query_params, "game")
    id = id if id >= 0 else site.host.playing or 0
    if id == site.host.playing:
        lines = await _waited(site.host.sheet)
    else:
        lines = await with_journal(
            site, lambda journal: list(export_game(journal.read(id).rows, journal.derived(id)))
        )
    if isinstance(lines, JournalFault):
        return site.refuse(ask, lines.text)
    name = f'attachment; filename="companion-game-{id}.jsonl"'
    return PlainTextResponse("".join(lines), headers={"content-disposition": name})


async def take_in(site: Site, ask: Ask) -> Response:
    """Take in a game that was saved as a file, unless just the same is here."""
    text = ask.fields.get("text", "")

    def job(journal: Journal) -> tuple[list[int], list[Incoming]]:
        games = incoming(journal, text)
        return write(journal, games, only_new=True), games

    result = await with_journal(site, job)
    if isinstance(result, JournalFault):
        return site.refuse(ask, result.text)
    numbers, games = result
    if not numbers:
        return site.refuse(ask, say("That is here already, as game {n}.", n=games[0].here))
    cut = next((game.cut for game in games if game.cut is not None), None)
    if cut is not None:
        return site.done(ask, "" if ask.wants_json else "/keep", cut)
    return site.done(ask, "/keep", say("Taken in as game {n}.", n=numbers[0]))


PLACES = (
    Place("record", "/record", say("Record"), Who.WATCHES),
    Place("keep", "/keep", say("Keeper"), Who.KEEPS),
)
WAYS = (
    Way("GET", "/record", Who.WATCHES, record, "A game as curves, dice and deeds", ("game",)),
    Way("GET", "/record/chart", Who.WATCHES, chart, "One chart as SVG", ("game", "chart")),
    Way("GET", "/keep", Who.KEEPS, keep, "Everything the keeper looks after"),
    Way("GET", "/events/keep", Who.KEEPS, events_keep, "What changes among phones and devices"),
    Way("POST", "/keep/pin", Who.KEEPS, new_pin, "Another PIN"),
    Way("POST", "/keep/remove", Who.KEEPS, remove, "Send a phone away", ("id",)),
    Way("POST", "/keep/open", Who.KEEPS, open_table, "Who may read the table view", ("open",)),
    Way(
        "POST",
        "/keep/settings",
        Who.KEEPS,
        settings,
        "The box's settings",
        ("language", "brightness", *SWITCHES),
    ),
    Way("GET", "/keep/export", Who.KEEPS, export, "A game as a text file", ("game",)),
    Way("POST", "/keep/import", Who.KEEPS, take_in, "Take in a game", ("text",), BIG),
)
