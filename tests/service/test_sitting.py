"""A game being played and kept: order, lateness, dice, undo, full cards, faults in rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.engine.game import Opening
from companion.engine.live import ROLLER, Taken
from companion.engine.prompts import DIE_6, Prompt, Roll, Several, Shuffle
from companion.engine.rule import Checkpoint, Outcome, Rule
from companion.engine.session import Adjusted, Answered, Redone, Undone
from companion.engine.text import say
from companion.engine.view import Person, View
from companion.journal.sheet import import_game
from companion.journal.store import Journal
from companion.service.sitting import begin, carry_on
from tests.engine.toy import Toy
from tests.journal.helpers import LongGame, brought_back
from tests.service.helpers import Table, said


@pytest.fixture
def table() -> Iterator[Table]:
    with Journal(None) as journal:
        yield Table(journal)


def full(table: Table, on: bool) -> None:
    """Let the card be full, or have room again."""
    db = table.journal._db
    db.execute("PRAGMA query_only=ON" if on else "PRAGMA query_only=OFF")


def test_an_answer_is_told_to_everybody_once_it_is_on_disk(table: Table) -> None:
    order: list[str] = []
    table.sitting.subscribe(lambda changed: order.append("told"))
    table.sitting.submit(Answered(0, 4), lambda taken: order.append("taken"))
    assert order == []
    assert table.session.entries == []
    table.clock.run_until_idle()
    assert order == ["told", "taken"]
    assert table.journal.read(1).rows[-1].line == Answered(0, 4)
    assert [str(notice.text) for notice in table.heard[-1].notices] == ["4 points"]


def test_numbers_of_changes_grow_by_one(table: Table) -> None:
    for value in (4, "none", 2):
        assert table.submit(Answered(table.session.number, value)).refusal is None
    assert [changed.seq for changed in table.heard] == [1, 2, 3]
    assert table.sitting.seq == 3


def test_a_refused_answer_is_not_kept(table: Table) -> None:
    assert "1 to 6" in said(table.submit(Answered(0, 9)))
    assert len(table.journal.read(1).rows) == 1
    assert table.heard == []


def test_what_is_no_data_is_refused(table: Table) -> None:
    assert said(table.submit(Answered(0, object()))) == "That is no answer."


class Named(LongGame):
    def view(self, table: Toy, seat: int | None = None) -> View:
        return View(say("Round {n}", n=table.round), people=(Person(0, "Ray"), Person(1, "Winston")))


@pytest.mark.case("CA-O3")
def test_of_two_who_answer_at_once_the_second_hears_who_was_faster() -> None:
    with Journal(None) as journal:
        table = Table(journal, Named())
        got: list[Taken] = []
        table.sitting.submit(Answered(0, 4, seat=1, by="web"), got.append)
        table.sitting.submit(Answered(0, 4, seat=0, by="web"), got.append)
        table.sitting.submit(Answered(0, 4, seat=1, by="web"), got.append)
        table.clock.run_until_idle()
        assert got[0] == Taken()
        assert said(got[1]) == "Too late: Winston was faster. Look at what is asked now."
        assert said(got[2]) == said(got[1])
        assert len(table.session.entries) == 1
        table.submit(Answered(1, "none", by="button"))
        assert said(table.submit(Answered(1, "none", seat=0, by="web"))).startswith(
            "Too late: the box was faster"
        )


def test_an_unheard_listener_stays_unheard(table: Table) -> None:
    heard: list[object] = []
    end = table.sitting.subscribe(heard.append)
    end()
    end()
    table.submit(Answered(0, 4))
    assert heard == []


@pytest.mark.case("CA-O1")
def test_the_box_rolls_the_same_again_after_an_undo(table: Table) -> None:
    assert table.roll().refusal is None
    rolled = table.session.entries[0]
    assert isinstance(rolled, Answered)
    assert rolled.by == ROLLER
    for _ in range(3):
        table.submit(Undone(table.session.number))
        table.roll()
        assert table.session.steps[0].entry.value == rolled.value
    # Round about: undo further, answer anew, come back.
    table.submit(Answered(table.session.number, "none"))
    table.submit(Undone(table.session.number, 2))
    table.again()
    table.roll()
    assert table.session.steps[0].entry.value == rolled.value
    assert table.submit(Answered(table.session.number, "none")).refusal is None


@pytest.mark.case("CA-O2")
def test_undo_over_a_round_end_restores_everything_and_redo_comes_back(table: Table) -> None:
    table.submit(Answered(0, 4))
    before, asked = table.session.digest(), table.session.pending.prompt
    table.submit(Answered(1, "none"))
    after = table.session.digest()
    table.submit(Undone(table.session.number))
    assert (table.session.digest(), table.session.pending.prompt) == (before, asked)
    table.again()
    assert (table.session.digest(), table.session.pending.prompt) == (before, asked)
    table.submit(Redone(table.session.number))
    assert table.session.digest() == after


def test_undo_says_first_what_it_will_take_back(table: Table) -> None:
    table.submit(Answered(0, 4))
    table.submit(Answered(1, "none"))
    table.submit(Adjusted("points", 3))
    assert [str(text) for text in table.sitting.preview(2)] == ["Points set to 3", "Bonus: None"]
    assert len(table.session.steps) == 3


def test_a_roll_that_is_not_asked_for_is_refused(table: Table) -> None:
    table.submit(Answered(0, 4))
    assert said(table.roll()) == "No die is asked for now."


@pytest.mark.case("JN-O3", "JN-O7")
def test_a_card_that_takes_nothing_costs_no_taken_answer_and_play_may_go_on(table: Table) -> None:
    table.submit(Answered(0, 4))
    full(table, True)
    refused = table.submit(Answered(1, "none"))
    assert said(refused).startswith("Not taken: The memory card can only be read now")
    assert refused.saved is False
    assert len(table.session.entries) == 1
    assert table.heard[-1].entry is None
    told = len(table.heard)
    table.submit(Answered(1, "none"))
    assert len(table.heard) == told  # said once, not at every try
    table.sitting.play_unsaved()
    assert table.submit(Answered(1, "none")) == Taken(saved=False)
    assert table.submit(Answered(2, 3)) == Taken(saved=False)
    assert str(table.sitting.trouble).startswith("Not saved since answer 1.")
    assert table.sitting.unsaved == 2
    assert len(table.journal.read(1).rows) == 2
    full(table, False)
    assert table.submit(Answered(3, "none")) == Taken()
    assert (table.sitting.trouble, table.sitting.unsaved) == (None, 0)
    digest = table.session.digest()
    table.again()
    assert table.session.digest() == digest


@pytest.mark.case("JN-O7")
def test_a_game_can_be_carried_away_with_what_the_card_did_not_take(table: Table) -> None:
    table.submit(Answered(0, 4))
    full(table, True)
    table.submit(Answered(1, "none"))
    table.sitting.play_unsaved()
    table.submit(Answered(1, "none"))
    got: list[Any] = []
    table.sitting.sheet(got.append)
    table.clock.run_until_idle()
    rows, derived, notice = import_game("".join(got[0]))
    assert notice is None
    with Journal(None) as elsewhere:
        back = brought_back(elsewhere, elsewhere.take_in(rows, derived))
        assert back.session.entries == table.session.entries


def test_going_on_without_saving_is_asked_anew_each_time(table: Table) -> None:
    table.sitting.play_unsaved()
    full(table, True)
    assert table.submit(Answered(0, 4)).refusal is not None


def test_what_is_unsaved_is_tried_once_more_at_the_end(table: Table) -> None:
    full(table, True)
    table.submit(Answered(0, 4))
    table.sitting.play_unsaved()
    table.submit(Answered(0, 4))
    full(table, False)
    ended: list[str] = []
    table.sitting.submit(Answered(1, "none"))
    table.sitting.close(lambda: ended.append("closed"))
    table.clock.run_until_idle()
    assert ended == ["closed"]
    assert len(table.journal.read(1).rows) == 3


class Cards(LongGame):
    """A deck is shuffled each round; everybody draws at once at the end of it."""

    def play(self, table: Toy) -> Rule[Outcome]:
        while True:
            table.bets = dict(enumerate((yield Shuffle(say("Shuffle"), count=8))))
            parts: tuple[Prompt, ...] = (
                Shuffle(say("Hand"), to=0, count=5),
                Roll(say("Roll"), to=1, die=DIE_6),
            )
            got = yield Several(say("All"), parts=parts)
            table.gifts += got[1]
            yield Checkpoint(say("round"))


def test_the_box_shuffles_by_itself_and_never_twice_alike() -> None:
    with Journal(None) as journal:
        table = Table(journal, Cards())
        first = table.session.entries[0]
        assert sorted(first.value) == list(range(8))
        assert (first.by, len(table.session.entries)) == (ROLLER, 2)
        assert table.roll(1).refusal is None
        second = table.session.entries[3]
        assert second.value != first.value
        table.submit(Undone(table.session.number, 4))
        assert [step.entry.value for step in table.session.steps][:2] == [
            first.value,
            table.session.entries[1].value,
        ]


@pytest.mark.case("JN-O7")
def test_what_the_box_shuffles_on_a_full_card_is_shuffled_when_play_goes_on() -> None:
    with Journal(None) as journal:
        table = Table(journal, Cards())
        end = table.sitting.subscribe(lambda changed: full(table, True))
        assert table.roll(1).refusal is None
        end()
        assert table.sitting.blocked
        before = len(table.session.entries)
        full(table, False)
        table.sitting.play_unsaved()
        table.clock.run_until_idle()
        assert len(table.session.entries) == before + 2  # the deck and the hand
        assert table.sitting.trouble is None


class Stumbling(LongGame):
    """The rules fail at a bonus of one."""

    def bonus(self, table: Toy) -> Rule[None]:
        yield from super().bonus(table)
        if table.round == 3:
            table.points = 999
            raise ZeroDivisionError


def test_rules_that_stumble_are_put_back_and_the_table_goes_on() -> None:
    with Journal(None) as journal:
        table = Table(journal, Stumbling())
        for value in (1, "none", 1, "none", 1):
            table.submit(Answered(table.session.number, value))
        before = table.session.digest()
        taken = table.submit(Answered(table.session.number, "none"))
        assert said(taken).startswith("The rules stumbled over that (ZeroDivisionError).")
        assert [type(bug) for bug in table.bugs] == [ZeroDivisionError]
        assert table.session.digest() == before
        assert table.heard[-1].entry is None
        assert table.submit(Adjusted("round", 1)).refusal is not None
        assert table.submit(Adjusted("points", -5)).refusal is None
        table.again()
        assert table.session.table.points == -5


def test_changed_rules_are_told_and_written_before_anything_else(table: Table) -> None:
    for value in (1, "none", 1):
        table.submit(Answered(table.session.number, value))
    table.again(Stumbling())
    assert table.sitting.notice is None
    table.submit(Answered(table.session.number, "none"))

    class Doubled(LongGame):
        def bonus(self, table: Toy) -> Rule[None]:
            table.points -= 100
            yield from super().bonus(table)

    table.again(Doubled())
    assert "have changed" in str(table.sitting.notice)
    assert table.submit(Answered(table.session.number, 2)).refusal is None
    digest = table.session.digest()
    table.again()
    assert table.sitting.notice is None
    assert table.session.digest() == digest


def test_a_game_that_cannot_be_opened_says_why_before_anything_is_written(table: Table) -> None:
    with pytest.raises(ValueError):
        begin(table.keeper, table.game, Opening("toy", {"points": "many"}), table.terms, print)
    assert len(table.journal.games()) == 1


def test_a_game_that_cannot_go_on_is_reported(table: Table) -> None:
    got: list[Any] = []
    carry_on(table.keeper, 77, lambda name: table.game, table.terms, got.append)
    table.clock.run_until_idle()
    assert str(got[0].text) == "There is no game 77."
