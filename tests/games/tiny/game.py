"""Lamps: light five lamps before the ghost is there. A whole game for the companion, in one file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from companion.engine.game import Opening
from companion.engine.prompts import DIE_6, Choose, Count, Option, Prompt, Refusal, Roll
from companion.engine.rule import Checkpoint, Ended, Notice, Outcome, Rule
from companion.engine.text import say
from companion.engine.view import Adjustable, Figure, Interlude, Person, View

LAMPS, FAR = 5, 6


class Table(Struct):
    """The whole state. It can be saved as it is, so it holds plain data only."""

    players: list[str] = field(default_factory=list)
    active: int = 0
    lamps: int = 0
    ghost: int = FAR


def play(table: Table) -> Rule[Outcome]:
    """Set-up, then turns. Called again on a copy of the table from any checkpoint."""
    if not table.players:
        count = yield Count(say("How many players?"), low=1, high=4, default=2)
        table.players = [f"P{number}" for number in range(1, count + 1)]
    while True:
        yield Checkpoint(say("Turn of {who}", who=table.players[table.active]))
        yield from turn(table)
        table.active = (table.active + 1) % len(table.players)


def turn(table: Table) -> Rule[None]:
    """Roll, then do one thing (LAMP-1, LAMP-2)."""
    who = table.players[table.active]
    face = yield Roll(say("{who}: roll", who=who), rules=("LAMP-1", "LAMP-2"), to=table.active, die=DIE_6)
    if face <= 2:
        table.ghost -= 1
        yield Notice("nearer", say("The ghost comes nearer."), ("LAMP-1",))
    elif (yield lambda: question(table)) == "light":
        table.lamps += 1
        yield Notice("lit", say("{n} of {all} lamps are lit.", n=table.lamps, all=LAMPS), ("LAMP-2",))
    else:
        table.ghost = min(FAR, table.ghost + 2)
        yield Notice("chased", say("The ghost steps back."), ("LAMP-2",))
    check(table)


def question(table: Table) -> Choose:
    """Made anew after every correction: what cannot be done now says why."""
    away = Refusal(say("The ghost is far away."), ("LAMP-2",)) if table.ghost == FAR else None
    options = (Option("light", say("Light a lamp")), Option("chase", say("Chase the ghost"), away))
    return Choose(say("What now?"), say("Light or chase?"), ("LAMP-2",), table.active, options=options)


def check(table: Table) -> None:
    """Won or lost (LAMP-3)."""
    if table.lamps == LAMPS:
        raise Ended(Outcome(True, say("All lamps are lit!"), ("LAMP-3",)))
    if table.ghost == 0:
        raise Ended(Outcome(False, say("The ghost is here."), ("LAMP-3",)))


class Lamps:
    """What the layers above see."""

    id = "lamps"
    name = say("Lamps")
    table_type = Table
    rulebook = Path(__file__).with_name("rulebook.tsv")

    def open(self, opening: Opening) -> Table:
        return Table(players=[str(name) for name in opening.options.get("players", ())])

    def play(self, table: Table) -> Rule[Outcome]:
        return play(table)

    def view(self, table: Table, seat: int | None = None) -> View:
        return View(
            say("Light the lamps!"),
            (
                Figure("ghost", say("Ghost"), table.ghost, FAR, alarm=table.ghost <= 2, path="ghost"),
                Figure("lamps", say("Lamps"), table.lamps, LAMPS, path="lamps"),
            ),
            tuple(Person(s, name, active=s == table.active) for s, name in enumerate(table.players)),
        )

    def interludes(self, table: Table) -> Sequence[Interlude]:
        return ()

    def interlude(self, table: Table, id: str) -> Rule[None]:
        raise KeyError(id)

    def adjustables(self, table: Table, seat: int | None = None) -> Sequence[Adjustable]:
        return (
            Adjustable("ghost", say("Ghost"), table.ghost, 0, FAR),
            Adjustable("lamps", say("Lamps"), table.lamps, 0, LAMPS),
        )

    def adjust(self, table: Table, path: str, value: Any) -> Rule[None]:
        setattr(table, path, value)
        yield Notice("adjusted", say("Corrected."))
        check(table)

    def suggest(self, table: Table, prompt: Prompt) -> Any:
        if isinstance(prompt, Choose):
            return "chase" if table.ghost <= 2 else "light"
        return None


GAME = Lamps()
