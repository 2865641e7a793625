"""The session machine at its public surface: answers, staleness, undo, redo, corrections, interludes."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.game import Opening
from companion.engine.prompts import Choose, Count, Roll, Several
from companion.engine.session import Answered, Session, restore
from tests.engine.toy import TOY, Toy

OPENING = Opening("toy")


def session() -> Session[Toy]:
    return Session(TOY, OPENING)


def said(refusal: Any) -> str:
    assert refusal is not None
    return str(refusal.text)


def test_a_roll_is_taken_and_told() -> None:
    s = session()
    assert isinstance(s.pending and s.pending.prompt, Roll)
    assert s.answer(4) is None
    assert s.table.points == 4
    assert [str(n.text) for n in s.notices] == ["4 points"]
    assert isinstance(s.pending and s.pending.prompt, Choose)


def test_a_wrong_face_is_refused_and_changes_nothing() -> None:
    s = session()
    before = s.digest()
    assert "1 to 6" in said(s.answer(7))
    assert "1 to 6" in said(s.answer(True))
    assert (s.digest(), s.entries, s.number) == (before, [], 0)


def test_a_late_answer_is_refused() -> None:
    s = session()
    number = s.number
    assert s.answer(3, number=number) is None
    assert "Too late" in said(s.answer(3, number=number))


def test_numbers_never_mean_two_prompts() -> None:
    s = session()
    s.answer(3)
    s.undo()
    assert "Too late" in said(s.enter(Answered(0, 5)))
    assert s.number == 2


def test_an_option_that_is_not_open_says_why() -> None:
    s = session()
    s.answer(6)
    refusal = s.answer("one")
    assert said(refusal) == "Too rich"
    assert refusal is not None
    assert refusal.rules == ("TOY-1",)


def test_undo_goes_past_a_round_and_redo_comes_back() -> None:
    s = session()
    digests = [s.digest()]
    for value in (2, "none", 3, "one"):
        s.answer(value)
        digests.append(s.digest())
    for back in range(3, -1, -1):
        assert s.undo() is None
        assert s.digest() == digests[back]
    assert "nothing to take back" in said(s.undo())
    for forth in range(1, 5):
        assert s.redo() is None
        assert s.digest() == digests[forth]
    assert "nothing to do again" in said(s.redo())


def test_a_new_answer_ends_redo() -> None:
    s = session()
    s.answer(2)
    s.undo()
    s.answer(3)
    assert "nothing to do again" in said(s.redo())


def test_a_correction_is_seen_at_once_by_the_open_question() -> None:
    s = session()
    s.answer(2)
    assert s.adjust("points", 8) is None
    prompt = s.pending and s.pending.prompt
    assert isinstance(prompt, Choose)
    assert prompt.options[1].refusal is not None
    assert "0 to 20" in said(s.adjust("points", 21))
    assert "by now" in said(s.adjust("points", 3, was=2))
    assert "no figure" in said(s.adjust("pints", 3))


def test_a_correction_may_make_the_open_question_void() -> None:
    s = session()
    s.answer(2)
    s.adjust("points", 12)
    assert isinstance(s.pending and s.pending.prompt, Several)


def test_several_seats_are_asked_at_once() -> None:
    s = Session(TOY, Opening("toy", {"points": 10}))
    number = s.number
    assert s.answer(1, seat=1, number=number) is None
    assert "already" in said(s.answer(2, seat=1, number=number))
    assert "not asked" in said(s.answer(2, seat=5, number=number))
    assert s.answer(2, seat=0, number=number) is None
    assert s.outcome is not None
    assert s.outcome.won
    assert s.table.bets == {1: 1, 0: 2}
    assert "over" in said(s.answer(1))


def test_an_interlude_runs_on_top_and_the_question_is_asked_again() -> None:
    s = session()
    s.answer(2)
    assert "another player" in said(s.take("gift", seat=0))
    assert s.take("gift", seat=1) is None
    assert isinstance(s.pending and s.pending.prompt, Count)
    assert s.interludes == ()
    assert s.answer(4) is None
    prompt = s.pending and s.pending.prompt
    assert isinstance(prompt, Choose)
    assert prompt.options[1].refusal is not None
    assert "cannot be done" in said(s.take("gift"))
    s.undo(2)
    assert s.table.points == 2


def test_a_rule_may_end_the_game_from_anywhere() -> None:
    s = session()
    s.adjust("points", 20)
    assert s.outcome is not None
    assert s.outcome.won is False
    s.undo()
    assert s.outcome is None
    assert s.answer(1) is None


@settings(max_examples=200, deadline=None)
@given(st.lists(st.integers(0, 9), max_size=40))
def test_replay_gives_the_same_table(choices: list[int]) -> None:
    s = session()
    for choice in choices:
        if choice == 0:
            s.undo(min(2, len(s.steps)))
        elif choice == 9:
            s.redo()
        elif choice == 8:
            s.take("gift")
        elif s.pending is not None:
            prompt = s.pending.prompt
            if isinstance(prompt, Several):
                s.answer(choice % 4, seat=choice % 2)
            else:
                s.answer("none" if isinstance(prompt, Choose) else choice)
    again, refusal = restore(TOY, OPENING, s.entries)
    assert refusal is None
    assert again.digest() == s.digest()
    assert again.pending == s.pending
    if not s.outcome:
        late, refusal = restore(TOY, OPENING, s.entries[s.snapshot.entries :], s.snapshot)
        assert refusal is None
        assert late.digest() == s.digest()


def test_a_snapshot_made_by_a_redo_does_not_lose_the_next_redo() -> None:
    s = session()
    for value in (1, "none", 1, "none"):
        s.answer(value)
    for _ in range(4):
        s.undo()
    s.redo()
    s.redo()
    kept = s.snapshot
    tail = s.entries[kept.entries :]
    s.redo()
    again, refusal = restore(TOY, OPENING, [*tail, s.entries[-1]], kept)
    assert refusal is None
    assert again.digest() == s.digest()


def test_a_digest_is_the_same_in_every_process() -> None:
    code = (
        "from msgspec import Struct; from companion.engine.session import digest_of\n"
        "class Table(Struct):\n    packs: frozenset[str]\n    by: dict[str, set[str]]\n"
        "words = ['proton', 'slime', 'trap', 'tome', 'bound', 'gigantic']\n"
        "print(digest_of(Table(frozenset(words), {'a': set(words)})))"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3", "4")
    }
    assert len(told) == 1
