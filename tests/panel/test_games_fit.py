"""All that Board Game II, Monopoly and the lobby ask, tell and list fits the OLED."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from companion.engine.game import Opening
from companion.engine.prompts import Choose, Count, Prompt, Roll, Several, Shuffle, Write
from companion.engine.session import Session
from companion.engine.text import Text, render
from companion.games import registry, shipped
from companion.games.rulebook import rulebook
from companion.panel.asking import Names, Words, screen_for
from companion.panel.checks import check_fits, check_screen, check_table, nothing_of, states
from companion.panel.fonts import BOLD, MEDIUM, SMALL
from companion.panel.layout import Block, fit, split
from companion.panel.screens import Pages, nothing
from companion.panel.screens.heads import HEAD
from companion.panel.screens.rows import MARGIN
from companion.panel.seen import look
from companion.service.cards import Cards
from companion.service.lobby import KeptGame, Lobby
from companion.simulate.players import Plan, opening
from companion.words import LOCALE, languages, read, translator

MOVES = 150
LANGUAGES = sorted(languages())


def some_answer(session: Session[Any], prompt: Prompt, chance: random.Random) -> Any:
    """Mostly what a sensible player says, else anything that counts."""
    value = session.game.suggest(session.table, prompt)
    if value is not None and prompt.accept(value) is None and chance.random() < 0.6:
        return value
    if isinstance(prompt, Roll):
        return chance.choice(prompt.die.faces)
    if isinstance(prompt, Choose):
        return chance.choice([option.id for option in prompt.options if option.refusal is None])
    if isinstance(prompt, Count):
        return chance.randint(prompt.low, min(prompt.high, prompt.low + 12))
    if isinstance(prompt, Shuffle):
        return chance.sample(range(prompt.count), prompt.count)
    return "Maximilian"[: prompt.limit] if isinstance(prompt, Write) else "ok"


def walk(session: Session[Any], chance: random.Random) -> Iterator[Prompt]:
    """Play on by chance; every question on the way."""
    for _ in range(MOVES):
        if session.pending is None:
            return
        asked = session.pending.prompt
        yield asked
        part = asked
        if isinstance(asked, Several):
            part = next(part for part in asked.parts if part.to not in session.pending.answered)
        assert session.answer(some_answer(session, part, chance), part.to) is None


@cache
def shelf(game: str) -> Any:
    """The cards that ship."""
    return Cards(Path("/nonexistent"), print).shelf(registry()[game])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["board_game_ii", "monopoly"])
def test_everything_a_game_comes_to_fits(game: str, language: str) -> None:
    words, played = partial(render, translate=translator(language)), registry()[game]
    faults: set[str] = set()
    seen: set[str] = set()
    for seed in range(4):
        chance = random.Random(seed)
        lobby = Session(Lobby((), {game: played}, lambda game: shelf(game.id)), Opening("lobby"))
        for prompt in walk(lobby, chance):
            faults.update(check_fits(prompt, words))
        session: Session[Any] = Session(played, Opening(game, lobby.table.options, shelf(game)))
        for number, prompt in enumerate(walk(session, chance)):
            names = {person.seat: person.name for person in played.view(session.table).people}
            if repr(prompt) not in seen:
                seen.add(repr(prompt))
                faults.update(check_fits(prompt, words, names))
                if game == "board_game_ii":
                    faults.update(f"{word!r} is broken" for word in broken(prompt, words, names))
            if number % 60 == 20:
                faults.update(check_table(look(session), language))
            for notice in session.notices:
                faults.update(check_screen(Pages("", words(notice.text), nothing)))
    assert len(seen) > 50
    assert sorted(faults) == []


def broken(prompt: Prompt, words: Words, names: Names) -> Iterator[str]:
    """Words of a question that are parted over two lines somewhere on its screen."""
    for part in prompt.parts if isinstance(prompt, Several) else (prompt,):
        for canvas in states(screen_for(part, words, names, nothing_of, nothing_of)):
            yield from (split(piece.source)[piece.word] for piece in canvas.shown if piece.start)


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
@pytest.mark.parametrize("scenario", ["training-night", "training-flood", "training-finale", "scoleri_2"])
def test_nothing_but_names_stays_english_in_board_game_ii(scenario: str, language: str) -> None:
    game, cards = registry()["board_game_ii"], shelf("board_game_ii")
    names = {bare(name) for kind in cards.values() for card in kind.values() for name in names_in(card)}
    known = {key for file in (LOCALE / language).glob("*.po") for key in read(file)}
    english: set[str] = set()

    def listen(message: str) -> str:
        if message not in known and bare(message) not in names:
            english.add(message)
        return message

    session: Session[Any] = Session(game, opening(Plan(game.id, scenario, "sensible", cards)))
    names.update(person.name for person in game.view(session.table).people)
    for prompt in walk(session, random.Random(1)):
        heard = (prompt, session.notices, session.interludes, session.adjustables(None))
        for text in texts_in((*heard, game.view(session.table))):
            render(text, listen)
    assert sorted(message for message in english if re.search("[a-z]{2}", re.sub("{.*?}", "", message))) == []


def bare(name: str) -> str:
    """The name of a figure or a Scenario without its number."""
    return name.rstrip(" 0123456789")


def names_in(card: object) -> Iterator[str]:
    """The names that a card gives: its own, those of its parts, and of its Gates."""
    for key, value in card.items() if isinstance(card, dict) else ():
        if key in ("name", "gate_name", "campaign"):
            yield str(value)
    for value in card.values() if isinstance(card, dict) else card if isinstance(card, list) else ():
        yield from names_in(value)


def texts_in(value: object) -> Iterator[Text]:
    """Every text in something that a game says or shows."""
    if isinstance(value, Text):
        yield value
    elif isinstance(value, Struct):
        for field in value.__struct_fields__:
            yield from texts_in(getattr(value, field))
    elif isinstance(value, tuple | list):
        for part in value:
            yield from texts_in(part)


class Sample(dict[str, str]):
    """What fills the gaps of a sentence when nobody plays: numbers of two digits and a long name."""

    def __missing__(self, gap: str) -> str:
        return (
            "12"
            if gap in ("n", "m", "all", "count", "number", "left", "actions", "maneuvers")
            else "Spengler"
        )


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
@pytest.mark.parametrize("game", shipped())
def test_a_translation_needs_no_more_room_and_no_broken_word(game: str, language: str) -> None:
    """Also for the many sentences that no game by chance comes to: above a list they take no more turns than
    the English ones, and every word has room in a row of a list."""
    longer, wide = [], []
    for file in (LOCALE / language).glob(f"{game}*.po"):
        if file.stem == f"{game}_rules":
            continue
        for english, translated in read(file).items():
            here, there = (len(above_a_list(words).pages) for words in (translated, english))
            if here > there:
                longer.append(translated)
            wide += [word for word in split(translated) if SMALL.width(word) > ROW]
    assert longer == []
    assert wide == []


ROW = 128 - MARGIN - 8
"""Pixels for the words of a row, beside the cursor and the marks for more."""


def above_a_list(words: str) -> Block:
    """A sentence as the two lines above a list show it."""
    return fit(words.format_map(Sample()), 128, HEAD, (MEDIUM, BOLD, SMALL))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", shipped())
def test_every_reason_fits(game: str, language: str) -> None:
    """Why? opens the rule behind a question: in no language more pages than in English."""
    words, longer = partial(render, translate=translator(language)), []
    for row in rulebook(registry()[game].rulebook).values():
        heading = f"{row.id} {row.where}"
        here, there = (
            Pages(heading, words(Text(row.sentence)), nothing),
            Pages(heading, row.sentence, nothing),
        )
        assert check_screen(here) == check_screen(there) == []
        if here.count > there.count:
            longer.append(words(Text(row.sentence)))
        assert all(SMALL.width(word) <= 128 for word in split(here.text))
    assert longer == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lobby_fits(language: str) -> None:
    words, games = partial(render, translate=translator(language)), registry()
    kept = [KeptGame(at, id, game.name, game.name) for at, (id, game) in enumerate(games.items())]
    for lobby in (Lobby(kept, games, lambda game: {}), Lobby((), games, lambda game: {})):
        pending = Session(lobby, Opening("lobby")).pending
        assert pending is not None
        assert check_fits(pending.prompt, words) == []
