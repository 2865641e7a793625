"""Every game as it ships: whatever it asks can be drawn for everybody and answered from phones alone."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from companion.engine.prompts import Choose, Count, Roll, Shuffle, Write
from companion.games import registry
from companion.service.cards import Cards
from companion.web import answers
from companion.web.hub import Audience
from companion.web.look import Asked, Reader, look

from .kit import Web

MOVES = 220


def _some(asked: Asked, game: Any, table: Any, dice: random.Random) -> str:
    prompt = asked.prompt
    wish = game.suggest(table, prompt) if dice.random() < 0.7 else None
    if wish is not None and prompt.accept(wish) is None:
        return str(wish)
    if isinstance(prompt, Roll):
        return str(dice.choice(prompt.die.faces))
    if isinstance(prompt, Choose):
        return dice.choice([option.id for option in asked.options if option.refusal is None])
    if isinstance(prompt, Count):
        return str(dice.randint(prompt.low, min(prompt.high, prompt.low + 20)))
    if isinstance(prompt, Write):
        return dice.choice(("Ada", "Bo", "Cy", "Di", "Eva", "Fee")) + str(dice.randrange(99))
    return "ok"


def _open(asked: Asked) -> bool:
    """Whether this reader has anything to answer: in an auction some can only see why they cannot bid."""
    choices = not isinstance(asked.prompt, Choose) or any(option.refusal is None for option in asked.options)
    return asked.mine and choices


@pytest.mark.parametrize("id", registry())
def test_whatever_a_game_asks_is_drawn_for_all_and_answered_from_phones(id: str, tmp_path: Path) -> None:
    cards = Cards(tmp_path)
    dice = random.Random(13)
    web = Web(games={id: registry()[id]}, shelf=cards.shelf, library=cards.library)
    phones = [Reader(None, True, True), *(Reader(seat, True) for seat in range(6))]
    live = web.box.companion.box
    for move in range(MOVES):
        session = live.session
        if session.pending is None:
            break
        if isinstance(session.pending.prompt, Shuffle):
            web.box.wait(1)
            continue
        able = [(phone, asked) for phone in phones for asked in look(live, phone).asked if _open(asked)]
        assert able, f"nobody can answer {session.pending.prompt.title}"
        phone, asked = dice.choice(able)
        fields = {"number": str(session.number), "value": _some(asked, session.game, session.table, dice)}
        if asked.seat != phone.seat:
            fields["seat"] = "" if asked.seat is None else str(asked.seat)
        entry = answers.answered(session, phone, fields)
        assert not isinstance(entry, answers.Refusal), str(entry.text)
        before = session.line
        taken = web.box.submit(entry)
        assert taken.refusal is None or live.session.line == before
        if move % 6 == 0:
            for reader in (Reader(), *phones[:4]):
                for page in ("table", "play") if reader.plays else ("table",):
                    parts = web.site.pages.draw(Audience(page, reader, dice.choice(("en", "de"))))
                    assert "<h1" in parts["head"]
    assert live.sitting is not None
    assert len(live.session.entries) > 20
