"""What is answered in private stays private: judging, telling, undo previews, corrections, exports."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from companion.engine.game import Opening
from companion.engine.prompts import DIE_6, Choose, Count, Option, Prompt, Roll, Several
from companion.engine.rule import Notice, Outcome, Rule
from companion.engine.session import Session
from companion.engine.tell import as_seen, tell_entry, tell_step
from companion.engine.text import say
from companion.engine.view import Adjustable, Interlude, View
from tests.engine.toy import TOY


class Hands(Struct):
    hands: dict[int, int] = {}
    pick: str = ""
    note: int = 0


class Whisper:
    """Two hands typed in at once, then seat 1 picks in private and seat 0 hears of it."""

    id = "whisper"
    name = say("Whisper")
    table_type = Hands
    rulebook = Path("none")

    def open(self, opening: Opening) -> Hands:
        return Hands()

    def play(self, table: Hands) -> Rule[Outcome]:
        title = say("Your hand")
        table.hands = yield Several(
            title, parts=tuple(Count(title, to=seat, secret=True, low=0, high=99) for seat in (0, 1))
        )
        table.pick = yield Choose(
            say("Show"), to=1, secret=True, options=(Option("rose", say("Rose")), Option("lily", say("Lily")))
        )
        yield Notice("shown", say("You are shown {what}", what=table.pick), seat=0)
        yield Notice("shown", say("Something is shown"))
        yield Roll(say("Roll"), die=DIE_6)
        return Outcome(None, say("Over"))

    def view(self, table: Hands, seat: int | None = None) -> View:
        return View(say("Whisper"))

    def interludes(self, table: Hands) -> Sequence[Interlude]:
        return ()

    def interlude(self, table: Hands, id: str) -> Rule[None]:
        raise KeyError(id)

    def adjustables(self, table: Hands, seat: int | None = None) -> Sequence[Adjustable]:
        return (Adjustable("note", say("Note"), table.note, 0, 99, seat=0),) if seat == 0 else ()

    def adjust(self, table: Hands, path: str, value: Any) -> Rule[None]:
        table.note = value
        yield from ()

    def suggest(self, table: Hands, prompt: Prompt) -> Any:
        return None


def played() -> Session[Hands]:
    s = Session(Whisper(), Opening("whisper"))
    assert s.answer(71, seat=0) is None
    assert s.answer(72, seat=1) is None
    assert s.answer("lily", seat=1) is None
    return s


def test_only_the_one_asked_in_private_answers() -> None:
    s = Session(Whisper(), Opening("whisper"))
    s.answer(71, seat=0)
    s.answer(72, seat=1)
    for seat in (None, 0):
        refusal = s.answer("lily", seat=seat)
        assert refusal is not None
        assert "in private" in str(refusal.text)


def test_what_everybody_is_told_holds_no_secret() -> None:
    s = played()
    assert [str(tell_step(step)) for step in s.steps] == ["Something private"] * 3
    assert str(tell_step(s.steps[2], seat=1)) == "Show: Lily"
    assert str(tell_step(s.steps[2], seat=0)) == "Something private"
    asked = s.steps[2].prompt
    assert str(tell_entry(s.entries[2], asked)) == "Something private"


def test_an_export_holds_no_secret() -> None:
    s = played()
    s.adjust("note", 73, seat=0)
    public = msgspec.json.encode([as_seen(step) for step in s.steps]).decode()
    for secret in ("71", "72", "73", "lily", "Lily", "note"):
        assert secret not in public
    mine = msgspec.json.encode([as_seen(step, 0) for step in s.steps]).decode()
    assert "71" in mine
    assert "73" in mine
    assert "72" not in mine
    assert "You are shown" in mine


def test_a_private_figure_is_its_owners_alone() -> None:
    s = played()
    assert [figure.path for figure in s.adjustables(0)] == ["note"]
    assert s.adjustables() == ()
    assert s.adjustables(1) == ()
    for seat in (None, 1):
        refusal = s.adjust("note", 5, seat=seat)
        assert refusal is not None
        assert "no figure" in str(refusal.text)
    assert s.adjust("note", 5, seat=0) is None
    assert s.steps[-1].only == 0
    assert s.undo() is None
    assert s.redo() is None
    assert s.steps[-1].only == 0


def test_open_moves_are_seen_whole() -> None:
    s = Session(TOY, Opening("toy"))
    s.answer(4)
    assert as_seen(s.steps[0]) == s.steps[0]
    assert str(tell_step(s.steps[0])) == "Roll: 4"
