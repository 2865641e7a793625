"""What can be begun, and the steps of a set-up, as the game tells them before its first round.

Must not know how they are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion import games as all_games
from companion.engine.game import Game, Opening
from companion.engine.prompts import Prompt, Tell
from companion.engine.rule import Checkpoint, Notice
from companion.engine.text import Text
from companion.simulate.players import Plan, Player


def starts(
    games: Mapping[str, Game[Any]], shelf: Callable[[Game[Any]], Mapping[str, Any]]
) -> Iterator[tuple[str, Text, Plan]]:
    """What of `games` can be begun with the cards that `shelf` gives: its id, name and plan. A game with
    scenarios is begun by one of them."""
    for game in games.values():
        cards = shelf(game)
        scenarios = cards.get("scenarios", {})
        for id, card in scenarios.items():
            yield (
                id,
                Text(str(card.get("name") or id)),
                Plan(game.id, id, "sensible", cards),
            )
        if not scenarios:
            yield game.id, game.name, Plan(game.id, game.id, "sensible", cards)


def steps(opening: Opening) -> Iterator[Prompt]:
    """What a game of `opening` tells and asks until its first round begins.

    What it asks is answered as the game itself advises, so that everything after it comes too. Raises
    ValueError with one line if the game cannot begin so.
    """
    game = all_games.find(opening.game)
    table = game.open(opening)
    player = Player(0, game, sensible=True)
    rule = game.play(table)
    answer: Any = None
    while True:
        said = rule.send(answer)
        answer = None
        if isinstance(said, Checkpoint):
            return
        if isinstance(said, Notice):
            continue
        prompt = said if isinstance(said, Prompt) else said()
        if prompt is not None:
            yield prompt
            answer = player.answer(table, prompt)


def is_asked(prompt: Prompt) -> bool:
    """Whether people answer it, rather than do it."""
    return not isinstance(prompt, Tell)
