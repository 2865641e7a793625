"""A toy game that asks everything a page can show, and has secrets: three people with hands."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from companion.engine.game import Opening
from companion.engine.prompts import (
    DIE_6,
    NOTHING,
    Choose,
    Count,
    Die,
    Grid,
    Option,
    Prompt,
    Refusal,
    Roll,
    Scan,
    Several,
    Tell,
    Write,
)
from companion.engine.rule import Notice, Outcome, Rule
from companion.engine.text import Text, say
from companion.engine.view import Adjustable, Cell, Figure, Interlude, Mark, Page, Person, Row, Sheet, View

EVENT_DIE = Die("event", say("Event Die"), ("goo", "gate"), (say("Goo"), say("Gate")))
BOARD = Grid((("A1", "<B>"), ("", "C3")), ((0, 90), (0, 180)), ((0, 1),), ((0, 1), (2, 0)))
HANDS = ("the violet key", "the amber lamp", "the silver bell")
"""What each seat hides: words that may be in no page of anybody else."""


class Party(Struct):
    names: list[str]
    points: dict[int, int]
    hands: dict[int, int]
    round: int = 0
    said: dict[int, str] = {}
    log: list[str] = []


class PartyGame:
    """Round after round: one of each kind of question. Ends after the round in `ROUNDS`."""

    id = "party"
    name = say("Party")
    table_type = Party
    rulebook = Path("none")
    rounds = 3

    def open(self, opening: Opening) -> Party:
        names = list(opening.options.get("names", ("Ana", "Bo", "Cem")))
        return Party(names, {0: 1, 1: 2, 2: 0}, {0: 3, 1: 4, 2: 5})

    def play(self, table: Party) -> Rule[Outcome]:
        while table.round < self.rounds:
            table.round += 1
            seat = (table.round - 1) % 3
            who = table.names[seat]
            face = yield Roll(say("Roll"), say("{who} rolls.", who=who), die=DIE_6)
            table.points[seat] += face
            yield Notice("scored", say("{who} scored {n}.", who=who, n=face))
            yield Notice("secret", say("You hold {what}.", what=HANDS[seat]), seat=seat)
            event = yield Roll(say("Event"), die=EVENT_DIE)
            table.log.append(str(event))
            yield Choose(
                say("Where to?"),
                to=seat,
                options=(
                    Option("left", say("Left"), detail=say("by the river")),
                    Option("right", say("Right")),
                    Option("up", say("Up"), Refusal(say("The stairs are gone."))),
                ),
            )
            shown = yield Choose(
                say("Which card?"),
                to=seat,
                secret=True,
                options=(
                    Option("a", Text("{card}", {"card": HANDS[seat]})),
                    Option("b", say("Another card")),
                ),
            )
            table.said[seat] = shown
            n = yield Count(say("How many steps?"), to=seat, low=0, high=6, default=2)
            big = yield Count(say("How much gold?"), low=0, high=500, default=50, step=10)
            table.points[seat] += n + (1 if big > 100 else 0)
            yield Scan(say("Lay a figure"), kinds=("figure",), options=(Option("fig", say("The figure")),))
            word = yield Write(say("A word?"), to=seat, limit=12)
            table.log.append(word)
            bets = yield Several(
                say("Everybody bets"),
                parts=tuple(
                    Count(say("Your bet"), to=other, low=0, high=3, secret=other == 0) for other in (0, 1, 2)
                ),
            )
            table.hands = {other: table.hands[other] + bets[other] for other in table.hands}
            yield Tell(say("Turn the page"), say("All look at the board."), grid=BOARD)
        return Outcome(True, say("All had fun."))

    def view(self, table: Party, seat: int | None = None) -> View:
        active = max(table.round - 1, 0) % 3
        own = (
            (
                Page("own", say("Your hand"), lines=(Text("{card}", {"card": HANDS[seat]}),)),
                Page("stay", say("Open cards"), lines=(say("None"),)),
            )
            if seat is not None and seat < 3
            else ()
        )
        sheets = (
            (
                Sheet(
                    "notes",
                    say("Your notes"),
                    (Text("Bo"), Text("Cem")),
                    (
                        Row(
                            say("The key"),
                            (Cell(say("yes"), say("you saw it")), Cell(path="hand.own")),
                            say("Keys"),
                        ),
                        Row(say("The lamp"), (Cell(say("no"), worked_out=True), Cell()), say("Lamps")),
                    ),
                ),
            )
            if seat == 0
            else ()
        )
        return View(
            say("Round {n}: {who}", n=table.round, who=table.names[active]),
            (
                Figure("goo_timer", say("Goo Timer"), 6 - table.round, 6, table.round > 1, "points.0"),
                Figure("gates", say("Gates"), say("closed")),
            ),
            tuple(
                Person(
                    other,
                    name,
                    ("red", "blue", "green")[other],
                    other == active,
                    (Figure("points", say("Points"), table.points[other], path=f"points.{other}"),),
                    (Mark("slime:hit", say("Slime"), other),) if other else (),
                    (say("on the street"),),
                )
                for other, name in enumerate(table.names)
            ),
            (
                Page(
                    "world",
                    say("World"),
                    (Figure("ghosts", say("Ghosts"), 3, 9),),
                    lines=(say("It is night."),),
                ),
                *own,
            ),
            (say("Goo Timer"),) if table.round > 1 else (),
            sheets,
        )

    def interludes(self, table: Party) -> Sequence[Interlude]:
        return (
            Interlude("drink", say("Drink"), None),
            Interlude("trade", say("Trade"), 1),
            Interlude("sleep", say("Sleep"), None, refusal=Refusal(say("Not before midnight."))),
        )

    def interlude(self, table: Party, id: str) -> Rule[None]:
        table.log.append(id)
        if id == "trade":
            n = yield Count(say("Trade how many?"), to=1, low=1, high=5)
            table.points[1] += n
        yield Notice(id, say("Done: {what}.", what=id))

    def adjustables(self, table: Party, seat: int | None = None) -> Sequence[Adjustable]:
        figures = [
            Adjustable(
                f"points.{other}", say("Points"), table.points[other], 0, 99, group=Text(table.names[other])
            )
            for other in range(3)
        ]
        if seat is not None and seat < 3:
            figures.append(Adjustable("hand.own", say("Your hand"), table.hands[seat], 0, 99, seat=seat))
        return figures

    def adjust(self, table: Party, path: str, value: Any) -> Rule[None]:
        where, _, which = path.partition(".")
        if where == "points":
            table.points[int(which)] = value
        else:
            table.hands[0] = value
        yield Notice("adjusted", NOTHING)

    def suggest(self, table: Party, prompt: Prompt) -> Any:
        return None


PARTY = PartyGame()
