"""A toy game for tests of the engine: reach 10 points, one roll a round; all seats bet at the end."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from companion.engine.game import Opening
from companion.engine.prompts import DIE_6, Choose, Count, Option, Prompt, Refusal, Roll, Several
from companion.engine.rule import Checkpoint, Ended, Notice, Outcome, Rule
from companion.engine.text import say
from companion.engine.view import Adjustable, Interlude, View


class Toy(Struct):
    points: int = 0
    round: int = 0
    gifts: int = 1
    bets: dict[int, int] = {}


class ToyGame:
    id = "toy"
    name = say("Toy")
    table_type = Toy
    rulebook = Path("none")

    def open(self, opening: Opening) -> Toy:
        return Toy(points=int(opening.options.get("points", 0)))

    def play(self, table: Toy) -> Rule[Outcome]:
        while table.points < 10:
            table.round += 1
            face = yield Roll(say("Roll"), die=DIE_6)
            table.points += face
            yield Notice("scored", say("{n} points", n=face))
            yield from self.bonus(table)
            yield Checkpoint(say("round"))
        bets = yield Several(
            say("Bet"), parts=tuple(Count(say("Bet"), to=seat, low=0, high=3) for seat in (0, 1))
        )
        table.bets = bets
        return Outcome(True, say("Reached {n}", n=table.points))

    def bonus(self, table: Toy) -> Rule[None]:
        def ask() -> Prompt | None:
            if table.points >= 10:
                return None
            rich = Refusal(say("Too rich"), ("TOY-1",)) if table.points > 5 else None
            return Choose(
                say("Bonus"), options=(Option("none", say("None")), Option("one", say("One"), rich))
            )

        choice = yield ask
        if choice == "one":
            table.points += 1

    def view(self, table: Toy, seat: int | None = None) -> View:
        return View(say("Round {n}", n=table.round))

    def interludes(self, table: Toy) -> Sequence[Interlude]:
        return (Interlude("gift", say("Gift"), 1),) if table.gifts else ()

    def interlude(self, table: Toy, id: str) -> Rule[None]:
        size = yield Count(say("How many"), low=1, high=5)
        table.gifts -= 1
        table.points += size
        yield Notice("gift", say("Gift of {n}", n=size))

    def adjustables(self, table: Toy, seat: int | None = None) -> Sequence[Adjustable]:
        return (Adjustable("points", say("Points"), table.points, 0, 20),)

    def adjust(self, table: Toy, path: str, value: Any) -> Rule[None]:
        table.points = value
        if value == 20:
            raise Ended(Outcome(False, say("Too many")))
        yield Notice("adjusted", say("Points are {n}", n=value))

    def suggest(self, table: Toy, prompt: Prompt) -> Any:
        return None


TOY = ToyGame()
