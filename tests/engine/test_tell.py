"""Entries told as sentences."""

from __future__ import annotations

from companion.engine.game import Opening
from companion.engine.session import Adjusted, Redone, Session, Took, Undone
from companion.engine.tell import tell_entry, tell_step
from tests.engine.toy import TOY


def test_moves_are_told_in_the_words_they_were_asked_in() -> None:
    s = Session(TOY, Opening("toy"))
    assert s.answer(4) is None
    assert s.answer("none") is None
    assert s.adjust("points", 9) is None
    told = [str(tell_step(step, TOY.adjustables(s.table))) for step in s.steps]
    assert told == ["Roll: 4", "Bonus: None", "Points set to 9"]


def test_what_is_not_a_move_is_told_too() -> None:
    s = Session(TOY, Opening("toy"))
    assert str(tell_entry(Undone(0, 1))) == "Took back the last move"
    assert str(tell_entry(Undone(0, 3))) == "Took back the last 3 moves"
    assert str(tell_entry(Redone(0))) == "Did it again"
    assert str(tell_entry(Took(0, "gift"), interludes=s.interludes)) == "Gift"
    assert str(tell_entry(Took(0, "cut_loose"))) == "Besides: cut loose"
    assert str(tell_entry(Adjusted("points", 3))) == "Something corrected"
