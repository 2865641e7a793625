"""A set-up as a whole: every step to tick off and the map, to read at the table or to print.

Nothing is asked and nothing is kept: the box itself asks when a game is begun. Must not know any game.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from starlette.responses import Response

from companion.engine.prompts import Prompt, Tell
from companion.engine.text import Text, say

from . import maps
from .app import Ask, Site, Way, Who

NO_SET_UP = say("Nothing to play is called so.")


async def set_ups(site: Site, ask: Ask) -> Response:
    """What can be set up."""
    return site.page(ask, "set_ups.html", "set_up", starts=await _starts(site))


async def _starts(site: Site) -> Sequence[tuple[str, Text]]:
    upstairs, host = site.host.upstairs, site.host
    if upstairs is None:
        return []
    return await asyncio.to_thread(lambda: list(upstairs.starts(host.known, host.shelf)))


async def set_up(site: Site, ask: Ask) -> Response:
    """All steps of one."""
    upstairs, start = site.host.upstairs, ask.request.query_params.get("start", "")
    name = dict(await _starts(site)).get(start)
    if upstairs is None or name is None:
        return site.refuse(ask, NO_SET_UP, 404)
    try:
        told = await asyncio.to_thread(upstairs.steps, start, site.host.known, site.host.shelf)
    except ValueError as error:
        return site.refuse(ask, say("That game cannot begin: {why}.", why=str(error)))
    if told is None:
        return site.refuse(ask, NO_SET_UP, 404)
    return site.page(
        ask,
        "set_up.html",
        "set_up",
        name=name,
        steps=[(prompt, _is_asked(prompt), _grid(prompt)) for prompt in told],
        picture=maps.of_steps(told, ask.words(name), ask.words),
    )


def _is_asked(prompt: Prompt) -> bool:
    return not isinstance(prompt, Tell)


def _grid(prompt: Prompt) -> object:
    return prompt.grid if isinstance(prompt, Tell) else None


WAYS = (
    Way("GET", "/set-up", Who.KEEPS, set_ups, "What can be set up"),
    Way("GET", "/set-up/steps", Who.KEEPS, set_up, "All steps of a set-up", ("start",)),
)
