"""Coming back when the rules are not what they were: told in a line, gone on, nothing thrown away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.engine.game import Opening
from companion.engine.live import ROLLER
from companion.engine.prompts import Choose, Option, Roll
from companion.engine.rule import Outcome, Rule
from companion.engine.session import Answered, Undone
from companion.engine.text import say
from companion.journal.faults import JournalFault
from companion.journal.lines import Continued, Opened, Row, State, as_kept
from companion.journal.resume import resume
from companion.journal.sheet import export_game, import_game
from companion.journal.store import Journal
from companion.journal.story import ending, story
from tests.engine.toy import Toy, ToyGame
from tests.journal.helpers import GAME, LONG, LongGame, Played, brought_back, note


class Doubled(LongGame):
    """Later rules: a roll counts double."""

    def play(self, table: Toy) -> Rule[Outcome]:
        inner = super().play(table)
        said = next(inner)
        while True:
            answer = yield said
            try:
                said = inner.send(answer * 2 if isinstance(answer, int) else answer)
            except StopIteration as stop:
                return stop.value  # type: ignore[no-any-return]


class NoBonus(LongGame):
    """Later rules: the answer "none" is forbidden."""

    def bonus(self, table: Toy) -> Rule[None]:
        choice = yield Choose(say("Bonus"), options=(Option("one", say("One")),))
        table.points += choice == "one"


class Stumbles(LongGame):
    """Later rules with a fault in them, at every bonus."""

    def bonus(self, table: Toy) -> Rule[None]:
        yield from super().bonus(table)
        raise KeyError("bonus")


class Wider(Toy):
    """A table with a field that was not there before."""

    streak: int = 0


class Reshaped(ToyGame):
    table_type = Wider

    def open(self, opening: Opening) -> Toy:
        return Wider(points=int(opening.options["points"]))


class OtherTable(Toy):
    points: str = ""  # type: ignore[assignment]


class Unreadable(LongGame):
    """Tables that can neither be opened nor read."""

    table_type = OtherTable

    def open(self, opening: Opening) -> Toy:
        raise KeyError("opening")


@pytest.fixture
def journal() -> Iterator[Journal]:
    with Journal(None) as journal:
        yield journal


def write(journal: Journal, id: int, seq: int, resumed: Any) -> None:
    """As the service does before it goes on."""
    journal.append(id, seq, resumed.lines)
    note(journal, id, resumed.session, seq + len(resumed.lines) - 1)


@pytest.mark.case("JN-O6")
@pytest.mark.parametrize("later", [Doubled, NoBonus, Stumbles])
def test_changed_rules_are_told_and_the_game_goes_on(journal: Journal, later: type[LongGame]) -> None:
    played = Played(journal)
    played.rounds(20)
    played.answer(4)
    before = [row.line for row in journal.read(played.id).rows]
    back = brought_back(journal, played.id, later())
    assert "41" in str(back.notice) or "where it was" in str(back.notice)
    assert back.session.table == played.session.table or later is Doubled
    assert isinstance(back.session.pending and back.session.pending.prompt, Choose | Roll)
    head = back.lines[0]
    assert isinstance(head, Continued)
    assert head.base == 40
    write(journal, played.id, 42, back)
    assert [row.line for row in journal.read(played.id).rows][:42] == before
    # From now on it is an ordinary game under the new rules.
    if later is not Stumbles:
        back.session.answer("one" if later is NoBonus else "none")
        journal.append(played.id, 42 + len(back.lines), [back.session.entries[-1]])
    again = brought_back(journal, played.id, later())
    assert again.notice is None
    assert again.session.digest() == back.session.digest()


@pytest.mark.case("JN-O6")
def test_the_present_is_never_an_early_round(journal: Journal) -> None:
    played = Played(journal)
    played.rounds(30)
    back = brought_back(journal, played.id, NoBonus())
    assert back.session.table.round == played.session.table.round
    assert str(back.notice) == (
        "The rules of this game have changed since it was saved. "
        "It goes on where it was, but undo goes back to here only."
    )


def test_numbers_go_on_after_the_marker(journal: Journal) -> None:
    played = Played(journal)
    played.rounds(5)
    played.answer(2)
    back = brought_back(journal, played.id, NoBonus())
    assert back.session.number > played.session.number


def test_an_undo_after_the_snapshot_is_played_again_too(journal: Journal) -> None:
    played = Played(journal)
    played.rounds(5)
    played.answer(2)
    played.enter(Undone(played.session.number, 1))
    back = brought_back(journal, played.id, NoBonus())
    assert isinstance(back.session.pending and back.session.pending.prompt, Roll)
    assert len(back.session.redoable) == 1


def test_an_undo_past_the_snapshot_goes_on_from_the_one_that_leads_here(journal: Journal) -> None:
    played = Played(journal)
    played.rounds(5)
    played.enter(Undone(played.session.number, 3))
    points = played.session.table.points
    back = brought_back(journal, played.id, Doubled())
    assert points <= back.session.table.points
    head = back.lines[0]
    assert isinstance(head, Continued)
    assert head.base == 6


def test_new_fields_in_a_table_are_no_change_of_rules(journal: Journal) -> None:
    played = Played(journal)
    played.rounds(5)
    played.answer(2)
    back = brought_back(journal, played.id, Reshaped())
    assert back.notice is None
    assert len(back.session.steps) == 11


def test_a_game_that_cannot_go_on_says_so_in_one_sentence(journal: Journal) -> None:
    played = Played(journal)
    played.rounds(2)
    with pytest.raises(JournalFault, match="Game 1 cannot go on"):
        brought_back(journal, played.id, Unreadable())


def test_without_snapshots_the_beginning_is_still_good(journal: Journal) -> None:
    played = Played(journal)
    played.rounds(3)
    record = journal.read(played.id)
    rows = [Row(row.seq, row.at, None if row.seq == 4 else row.line) for row in record.rows]
    back = resume(GAME, type(record)(record.id, rows), lambda seq: None)
    assert len(back.session.steps) == 3
    assert "after answer 3 of 6" in str(back.notice)


@pytest.mark.case("JN-O8")
def test_a_replay_never_rolls_again(journal: Journal) -> None:
    played = Played(journal)
    played.answer(6, by=ROLLER)
    played.enter(Undone(played.session.number, 1))
    back = brought_back(journal, played.id)
    assert back.drawn.again(back.session, None) == 6
    assert [entry.value for entry in back.session.entries if isinstance(entry, Answered)] == [6]


def test_a_game_goes_out_as_text_and_comes_in_elsewhere(journal: Journal) -> None:
    played = Played(journal)
    played.rounds(10)
    text = "".join(export_game(journal.read(played.id).rows, journal.derived(played.id)))
    rows, states, notice = import_game(text)
    assert notice is None
    with Journal(None) as other:
        id = other.take_in(rows, states)
        back = brought_back(other, id)
        assert back.notice is None
        assert back.session.entries == played.session.entries
        assert back.session.digest() == played.session.digest()
        # And by other rules it still goes on: the snapshots came along.
        assert "where it was" in str(brought_back(other, id, NoBonus()).notice)


@pytest.mark.case("JN-O1")
def test_a_text_with_a_torn_end_gives_what_is_whole(journal: Journal) -> None:
    played = Played(journal)
    played.rounds(1)
    lines = "".join(export_game(journal.read(played.id).rows, [])).splitlines(keepends=True)
    torn = "".join(lines[:4]) + '{"type":"line","seq":3,"at":0,"line":{"type":"answ'
    rows, _, notice = import_game(torn)
    assert str(notice) == "The end of that file is missing: 2 answers were whole."
    id = journal.take_in(rows, [])
    back = brought_back(journal, id).session
    journal.append(id, 3, [Answered(back.number, 2)])
    assert [row.seq for row in journal.read(id).rows] == [0, 1, 2, 3]
    assert len(brought_back(journal, id).session.entries) == 3


@pytest.mark.parametrize("text", ["", "\n", "hello", "{}", '{"type":"line"}', "\ufeff"])
def test_what_is_no_saved_game_is_refused(text: str) -> None:
    with pytest.raises(JournalFault, match="not a game saved by a companion"):
        import_game(text)


def test_a_saved_game_of_a_newer_program_is_refused() -> None:
    with pytest.raises(JournalFault, match="newer companion"):
        import_game('{"type":"companion game","format":99}')


def test_a_saved_game_without_a_beginning_is_refused() -> None:
    with pytest.raises(JournalFault, match="no whole answer"):
        import_game('{"type":"companion game","format":1}')


def test_the_story_tells_every_line(journal: Journal) -> None:
    played = Played(journal)
    played.answer(4)
    played.answer("none")
    played.enter(Undone(played.session.number, 1))
    told = list(story(GAME, journal.read(played.id)))
    assert [str(line.text) for line in told] == [
        "Toy begins",
        "Roll: 4",
        "Bonus: None",
        "Took back the last move",
    ]
    assert [str(notice.text) for notice in told[1].notices] == ["4 points"]
    assert len(list(story(GAME, journal.read(played.id), to=1))) == 2
    then = ending(GAME, journal.read(played.id), to=2)
    assert then is not None
    assert then.table.round == 2


def test_the_story_goes_on_over_a_change_of_rules(journal: Journal) -> None:
    played = Played(journal)
    played.rounds(2)
    back = brought_back(journal, played.id, NoBonus())
    write(journal, played.id, 5, back)
    told = [str(line.text) for line in story(NoBonus(), journal.read(played.id))]
    assert told[2] == "Today's rules do not take: Bonus: none"
    assert told[-1].startswith("The rules of this game have changed")
    last = ending(NoBonus(), journal.read(played.id))
    assert last is not None
    assert last.table == played.session.table


def test_a_played_line_is_exactly_what_is_kept() -> None:
    assert as_kept(Answered(3, (1, 2))) == Answered(3, [1, 2])
    assert as_kept(Opening("toy", {"seats": {1: "Ray"}})) == Opening("toy", {"seats": {"1": "Ray"}})
    assert as_kept(Opened(LONG)) == Opened(LONG)
    assert State(1, "", 0) == as_kept(State(1, "", 0))
