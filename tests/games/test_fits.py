"""Every prompt that games of Mercado and Clue come to, and the table menu, fits the OLED in each language."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from companion.engine.game import Opening
from companion.engine.prompts import Prompt, Several
from companion.engine.session import Session
from companion.engine.text import render
from companion.games import find
from companion.library.store import Library
from companion.panel.checks import check_fits, check_table
from companion.panel.seen import look
from companion.words import languages, translator
from tests.games.kit import any_answer

NAMES = {"mercado": ["Abby", "Erin", "Holtzmann", "Patty"], "clue": ["Phoebe", "Podcast", "Trevor", "Lucky"]}
GAMES = 12


def prompts(game: str) -> Iterator[tuple[Session[Any], Prompt]]:
    """What is asked in a dozen games by chance, each question once."""
    played = find(game)
    shelf = Library(game, played.shelving, None).shelf()  # type: ignore[attr-defined]
    seen: set[str] = set()
    for seed in range(GAMES):
        chance = random.Random(seed)
        options = {"board": ("own", "training")[seed % 2], "players": NAMES[game][: 2 + seed % 3]}
        session: Session[Any] = Session(played, Opening(game, options, shelf))
        while session.pending is not None and len(session.entries) < 600:
            prompt = session.pending.prompt
            kind = f"{prompt.title.msg} {prompt.text.msg}"
            if kind not in seen or chance.random() < 0.03:
                seen.add(kind)
                yield session, prompt
            part = prompt
            if isinstance(prompt, Several):
                part = next(one for one in prompt.parts if one.to not in session.pending.answered)
            _type_a_card(chance, session)
            assert session.answer(any_answer(chance, part), part.to) is None


def _type_a_card(chance: random.Random, session: Session[Any]) -> None:
    """In games with private notes people type their hands by and by."""
    seat = chance.randrange(2)
    own = [
        figure
        for figure in session.adjustables(seat)
        if figure.path.startswith("own:") and len(figure.options) > 1
    ]
    if own and session.pending is not None and not session.pending.answered:
        figure = chance.choice(own)
        if figure.value == "no":
            session.adjust(figure.path, "yes", seat=seat)


@pytest.mark.parametrize("language", list(languages()))
@pytest.mark.parametrize("game", ["mercado", "clue"])
def test_every_prompt_fits(game: str, language: str) -> None:
    words = partial(render, translate=translator(language))
    names = dict(enumerate(NAMES[game]))
    faults = set()
    for _, prompt in prompts(game):
        faults.update(check_fits(prompt, words, names))
    assert sorted(faults) == []


@pytest.mark.parametrize("game", ["mercado", "clue"])
def test_every_prompt_notice_and_refusal_can_say_why(game: str) -> None:
    rulebook = find(game).rulebook.read_text(encoding="utf-8")
    known = {line.split("\t")[0] for line in rulebook.splitlines()[1:]}
    for session, prompt in prompts(game):
        for part in prompt.parts if isinstance(prompt, Several) else (prompt,):
            refused = [
                option.refusal for option in getattr(part, "options", ()) if option.refusal is not None
            ]
            for rules in (part.rules, *(refusal.rules for refusal in refused)):
                assert rules, (part.title, refused)
                assert set(rules) <= known
        for notice in session.notices:
            assert set(notice.rules) <= known
            assert notice.rules or notice.kind in BESIDE_THE_RULES, notice


BESIDE_THE_RULES = ("adjusted", "noted", "miscounted")
"""What people do beside the rulebook: corrections, notes, counting cards."""


@pytest.mark.parametrize("language", list(languages()))
@pytest.mark.parametrize("game", ["mercado", "clue"])
def test_the_table_menu_fits(game: str, language: str) -> None:
    faults = set()
    for number, (session, _) in enumerate(prompts(game)):
        if number % 12 == 0:
            faults.update(check_table(look(session), language))
    assert sorted(faults) == []
