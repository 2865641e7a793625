"""The campaigns on a phone of the keeper: how they stand, as a file to keep, one from elsewhere taken in.

What is here already is shown before anything is taken in, and asked about. Must not know how games are kept.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

from starlette.responses import PlainTextResponse, Response

from companion.engine.text import Text, say
from companion.engine.view import Person
from companion.journal.faults import JournalFault
from companion.journal.series import Campaign, Incoming, Stage, handed_out, incoming, kept, stages, take_in
from companion.journal.store import Journal

from .answers import number_of
from .app import Ask, Site, Way, Who
from .keep import BIG, with_journal
from .record import chronicle

NO_CAMPAIGN = say("There is no such campaign.")
NOTHING_OFFERED = say("Nothing waits to be taken in.")
MANY = 4 * BIG
"""Bytes that a campaign to be taken in may have."""


class Told(NamedTuple):
    """A campaign on the page: its games with the day each was played last, and where everybody stands."""

    campaign: Campaign
    stages: Sequence[tuple[str, Stage]]
    people: Sequence[Person]


async def campaigns(site: Site, ask: Ask) -> Response:
    """Every campaign: its games, how they ended, where everybody stands."""
    known = site.host.known

    def job(journal: Journal) -> list[Told]:
        return [_told(campaign, list(stages(journal, campaign, known))) for campaign in kept(journal)]

    found = await with_journal(site, job)
    trouble = found.text if isinstance(found, JournalFault) else None
    return site.page(
        ask,
        "campaigns.html",
        "campaigns",
        campaigns=[] if isinstance(found, JournalFault) else found,
        trouble=trouble,
        playing=site.host.playing,
    )


def _told(campaign: Campaign, games: Sequence[Stage]) -> Told:
    last = games[-1].session
    return Told(
        campaign,
        [(time.strftime("%Y-%m-%d", time.localtime(stage.game.last)), stage) for stage in games],
        () if last is None else last.game.view(last.table).people,
    )


async def export(site: Site, ask: Ask) -> Response:
    """All games of a campaign as one text file. One with secrets only when its games are over."""
    number, known = number_of(ask.request.query_params, "number"), site.host.known

    def job(journal: Journal) -> str | Text:
        campaign = next((one for one in kept(journal) if one.number == number), None)
        if campaign is None:
            return NO_CAMPAIGN
        for game in campaign.games:
            running = not game.over and game.game in known
            if running and chronicle(known[game.game], journal.read(game.id)).secret:
                return say("A game of it has secrets: it can be saved as a file when it is over.")
        return "".join(handed_out(journal, campaign))

    found = await with_journal(site, job)
    if isinstance(found, JournalFault):
        return site.refuse(ask, found.text)
    if isinstance(found, Text):
        return site.refuse(ask, found, 404 if found == NO_CAMPAIGN else 403)
    name = f'attachment; filename="companion-campaign-{number}.jsonl"'
    return PlainTextResponse(found, headers={"content-disposition": name})


async def offer(site: Site, ask: Ask) -> Response:
    """Look at such a file. What is all new here is taken in; else it waits for a decision."""
    text = ask.fields.get("text", "")
    found = await with_journal(site, lambda journal: incoming(journal, text))
    if isinstance(found, JournalFault):
        return site.refuse(ask, found.text)
    assert ask.phone is not None
    site.offered = {ask.phone.id: found}
    if any(game.here or game.cut is not None for game in found):
        return site.done(ask, "/campaigns/offer")
    return await _take_in(site, ask, only_new=False)


async def offered(site: Site, ask: Ask) -> Response:
    """What of the file is here already and what is new."""
    assert ask.phone is not None
    found = site.offered.get(ask.phone.id)
    if found is None:
        return site.refuse(ask, NOTHING_OFFERED, 404)
    return site.page(
        ask,
        "offer.html",
        "campaigns",
        games=[(game.scenario, _difference(game), game.cut) for game in found],
        some_here=any(game.here for game in found),
        some_new=any(game.is_new for game in found),
    )


def _difference(game: Incoming) -> Text:
    if not game.here:
        return say("new here")
    if game.apart:
        return say("here as game {n}, but played on in another way", n=game.here)
    if game.more == 1:
        return say("here as game {n}; the file has one answer that is not here", n=game.here)
    if game.more == -1:
        return say("here as game {n}, played on by one answer", n=game.here)
    if game.more > 0:
        return say(
            "here as game {n}; the file has {more} answers that are not here", n=game.here, more=game.more
        )
    if game.more < 0:
        return say("here as game {n}, played on by {more} answers", n=game.here, more=-game.more)
    return say("here as game {n}, just the same", n=game.here)


async def decide(site: Site, ask: Ask) -> Response:
    """Take in what waits: what is new (`how` new), or all as a campaign of its own (whole); or leave it."""
    assert ask.phone is not None
    if ask.phone.id not in site.offered:
        return site.refuse(ask, NOTHING_OFFERED)
    how = ask.fields.get("how")
    if how not in ("new", "whole"):
        site.offered = {}
        return site.done(ask, "/campaigns", say("Left as it was."))
    return await _take_in(site, ask, only_new=how == "new")


async def _take_in(site: Site, ask: Ask, only_new: bool) -> Response:
    assert ask.phone is not None
    games: Sequence[Incoming] = site.offered.pop(ask.phone.id)
    numbers = await with_journal(site, lambda journal: take_in(journal, games, only_new))
    if isinstance(numbers, JournalFault):
        return site.refuse(ask, numbers.text)
    text = say("Taken in: {games}.", games=list(numbers)) if numbers else say("Nothing in it was new.")
    return site.done(ask, "/campaigns", text)


WAYS = (
    Way("GET", "/campaigns", Who.KEEPS, campaigns, "Every campaign"),
    Way("GET", "/campaigns/export", Who.KEEPS, export, "A campaign as a text file", ("number",)),
    Way("POST", "/campaigns/import", Who.KEEPS, offer, "Look at a campaign from elsewhere", ("text",), MANY),
    Way("GET", "/campaigns/offer", Who.KEEPS, offered, "What of it is here already"),
    Way("POST", "/campaigns/decide", Who.KEEPS, decide, "Take it in, in part, or leave it", ("how",)),
)
