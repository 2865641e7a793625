"""Whole games by simulated players: a random one, and one that follows what the game calls sensible.

A seed names a game exactly. Here is all the chance there is; must not know a game by name.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from multiprocessing import Pool
from typing import Any

from msgspec import Struct

from companion import games as all_games
from companion.engine.game import Game, Hands, Opening
from companion.engine.prompts import Choose, Count, Prompt, Roll, Several, Shuffle, Write
from companion.engine.session import Entry, Session
from companion.engine.view import Interlude

KINDS = ("random", "sensible")
LIMIT = 5_000
"""Answers after which a game without an end is left: unfinished, not a dead end."""
WON, DEAD_END, UNFINISHED = "won", "dead end", "unfinished"


class Plan(Struct, frozen=True):
    """Which games are played: the game, what it starts from (by name), who plays, and the cards."""

    game: str
    start: str
    kind: str
    shelf: Mapping[str, Any] = {}
    limit: int = LIMIT


class Result(Struct, frozen=True):
    """How one game ended: `end` is "won", "dead end", "unfinished" or the words of the defeat."""

    seed: int
    end: str
    answers: int
    rounds: int
    why: str = ""


class Player:
    """Answers prompts. One seed gives the same answers to the same prompts for ever."""

    def __init__(self, seed: int, game: Game[Any], sensible: bool) -> None:
        self.chance = random.Random(seed)
        self._game, self._sensible = game, sensible
        self._hands: Hands | None = None

    def take_up(self, session: Session[Any]) -> None:
        """Deal what people hold in such a game as soon as it can be, and type it in."""
        deal = getattr(self._game, "deal", None) if self._sensible and self._hands is None else None
        if deal is None:
            return
        self._hands = deal(session.table, self.shuffled)
        for path, value, seat in self._hands.typed() if self._hands is not None else ():
            session.adjust(path, value, seat=seat)

    def begins(self, session: Session[Any], prompt: Prompt) -> Interlude | None:
        """What a sensible player takes up before `prompt` is answered, if anything."""
        begin = getattr(self._game, "begin", None) if self._sensible else None
        return None if begin is None else begin(session.table, prompt, session.interludes)

    def shuffled(self, count: int) -> list[int]:
        """The numbers below `count` by chance."""
        return self.chance.sample(range(count), count)

    def answer(self, table: Any, prompt: Prompt) -> Any:
        """An answer that counts. Raises LookupError where there is none: a dead end."""
        if self._sensible:
            advice = self._hands.answer(table, prompt) if self._hands is not None else None
            if advice is None:
                advice = self._game.suggest(table, prompt)
            if advice is not None:
                return advice
        return self.any(prompt)

    def any(self, prompt: Prompt) -> Any:
        """An answer by chance, each as likely."""
        chance = self.chance
        if isinstance(prompt, Choose):
            open_now = [option.id for option in prompt.options if option.refusal is None]
            if not open_now:
                raise LookupError(str(prompt.title))
            return chance.choice(open_now)
        if isinstance(prompt, Roll):
            return chance.choice(prompt.die.faces)
        if isinstance(prompt, Count):
            return chance.randrange(prompt.low, prompt.high + 1, prompt.step)
        if isinstance(prompt, Shuffle):
            return self.shuffled(prompt.count)
        if isinstance(prompt, Write):
            return prompt.default or "Words"
        return "ok"


def opening(plan: Plan) -> Opening:
    """What the games of a plan start from. Raises ValueError with one line if nothing is called so."""
    game = all_games.find(plan.game)
    prepare = getattr(game, "prepare", None)
    if prepare is None:
        return Opening(plan.game, {}, plan.shelf)
    rule = prepare(plan.shelf)
    chooser = Player(0, game, False)
    wanted, told = {plan.start, *_leads_to(plan)}, False
    answer: Any = None
    try:
        while True:
            prompt = rule.send(answer)
            ids = [option.id for option in prompt.options] if isinstance(prompt, Choose) else []
            hits = [id for id in ids if id in wanted]
            told = told or plan.start in hits
            answer = hits[0] if hits else getattr(prompt, "default", None) or chooser.any(prompt)
    except StopIteration as stop:
        options: dict[str, Any] = dict(stop.value)
    if not told and plan.start != plan.game and plan.start not in options.values():
        raise ValueError(f"{plan.start}: nothing to play is called so")
    return Opening(plan.game, options, plan.shelf)


def _leads_to(plan: Plan) -> Iterator[str]:
    """What has to be chosen on the way: the campaign of a scenario, a board of which all is known."""
    boards = plan.shelf.get("boards", {})
    yield from (id for id, board in boards.items() if board.get("invented"))
    card = plan.shelf.get("scenarios", {}).get(plan.start)
    if card is not None and card.get("campaign"):
        yield str(card["campaign"])


def play(plan: Plan, seed: int) -> tuple[Result, list[Entry]]:
    """One whole game and its entries."""
    game = all_games.find(plan.game)
    session: Session[Any] = Session(game, _opening_of(plan))
    player = Player(seed, game, plan.kind == "sensible")
    end, why = "", ""
    while not end and (pending := session.pending) is not None:
        if len(session.entries) >= plan.limit:
            end = UNFINISHED
            break
        player.take_up(session)
        begun = player.begins(session, pending.prompt)
        if begun is not None:
            session.take(begun.id, begun.seat, by="player")
            continue
        prompt, seat = pending.prompt, None
        if isinstance(prompt, Several):
            prompt = next(part for part in prompt.parts if part.to not in pending.answered)
            seat = prompt.to
        if prompt.secret:
            seat = prompt.to
        try:
            value = player.answer(session.table, prompt)
        except LookupError as error:
            end, why = DEAD_END, f"nothing can be answered: {error}"
            break
        refusal = session.answer(value, seat, by="player")
        if refusal is not None:
            end, why = DEAD_END, f"{prompt.title}: {value} was refused: {refusal.text}"
    if session.outcome is not None:
        end = WON if session.outcome.won is not False else str(session.outcome.text)
    rounds = getattr(session.table, "round", getattr(session.table, "turns", 0))
    return Result(seed, end, len(session.entries), rounds, why), session.entries


_openings: dict[tuple[str, str, str], Opening] = {}


def _opening_of(plan: Plan) -> Opening:
    """The opening of a plan, made once a process: all its games start alike."""
    key = (plan.game, plan.start, plan.kind)
    if key not in _openings:
        _openings[key] = opening(plan)
    return _openings[key]


def _play_one(job: tuple[Plan, int]) -> Result:
    plan, seed = job
    try:
        return play(plan, seed)[0]
    except Exception as error:
        # A fault in rules is a dead end of that game, told with its seed, not the end of the run.
        return Result(seed, DEAD_END, 0, 0, f"the rules stumbled: {type(error).__name__}: {error}")


def play_all(plan: Plan, seeds: Iterable[int], cores: int) -> Iterator[Result]:
    """Games of many seeds, on `cores` processes, as they end."""
    jobs = [(plan, seed) for seed in seeds]
    if cores < 2 or len(jobs) < 2:
        yield from map(_play_one, jobs)
        return
    with Pool(cores) as pool:
        yield from pool.imap_unordered(_play_one, jobs, chunksize=max(1, min(16, len(jobs) // (4 * cores))))


def report(results: list[Result], seconds: float) -> list[str]:
    """The table at the end: won, lost by what, rounds, answers, dead ends, games a second."""
    count = len(results)
    ends = Counter(result.end for result in results)
    lines = [f"{'games':<44} {count:>8}"]
    shown = (WON, *sorted(set(ends) - {WON, DEAD_END, UNFINISHED}), UNFINISHED, DEAD_END)
    lines += [
        f"{end:<44} {ends[end]:>8} {100 * ends[end] / count:>6.1f} %"
        for end in shown
        if ends[end] or end in (WON, DEAD_END)
    ]
    for name, values in (
        ("rounds", [result.rounds for result in results]),
        ("answers", [result.answers for result in results]),
    ):
        mean = sum(values) / count
        lines.append(f"{name + ', fewest / mean / most':<44} {min(values):>8} {mean:>8.1f} {max(values):>6}")
    lines.append(f"{'games a second':<44} {count / seconds:>8.0f}")
    lines += [f"dead end: seed {result.seed}: {result.why}" for result in results if result.end == DEAD_END][
        :20
    ]
    return lines
