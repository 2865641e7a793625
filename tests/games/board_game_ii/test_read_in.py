"""A whole card typed in at the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.game import Opening
from companion.engine.prompts import Choose, Count, Tell
from companion.engine.session import Session
from companion.games.board_game_ii import GAME
from companion.games.board_game_ii.state import Table
from companion.library.store import Library

SCENARIO = """
name: Mine
goo_timer: 3
goo_maximum: 6
spirit_world: {snake_head: 1}
entities: {vigo: 1}
gates: []
goo_piles: 0
deck: {equipment: 0, event: 0, key_item: 0, remove: 0}
gate_to_hit: 3
gate_to_close: 2
"""


def begun(library: Library) -> Session[Table]:
    """The scenario with unknown cards, at the first question of a turn."""
    session: Session[Table] = Session(GAME, Opening(GAME.id, {"scenario": "mine"}, library.shelf()))
    for _ in range(60):
        if any(one.id == "read_in" for one in session.interludes):
            return session
        assert session.pending is not None
        prompt = session.pending.prompt
        if isinstance(prompt, Tell):
            value: object = "ok"
        elif isinstance(prompt, Count):
            value = prompt.default
        else:
            assert isinstance(prompt, Choose)
            value = prompt.default or next(one.id for one in prompt.options if one.refusal is None)
        assert session.answer(value) is None
    pytest.fail("no turn begins")


@pytest.mark.rule("GB2-FIGURE-07")
def test_a_card_is_typed_in_at_once_and_never_asked_again(tmp_path: Path) -> None:
    path = tmp_path / GAME.id / "scenarios" / "mine.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(SCENARIO)
    library = Library(GAME.id, GAME.shelving, tmp_path)
    session = begun(library)
    before = session.pending
    assert session.take("read_in") is None
    answers = ["snake_head", 2, 4, 3, "sight", "nothing", "read", 0]
    titles = []
    for value in answers:
        assert session.pending is not None
        titles.append(str(session.pending.prompt.title))
        assert session.answer(value) is None
        for notice in session.notices:
            if notice.kind == "learned":
                assert library.learned(notice.data) is not None
    assert titles == [
        "Which card?",
        "Snake Head: Class?",
        "Snake Head: To Hit?",
        "Snake Head: To Trap?",
        "Snake Head: Slime type?",
        "Snake Head: When Hit?",
        "Snake Head: When Missed?",
        "Snake Head: Resist (0: none)?",
    ]
    assert session.pending is not None
    assert before is not None
    assert session.pending.prompt == before.prompt

    again = Library(GAME.id, GAME.shelving, tmp_path)
    assert again.faults == []
    assert again.unknown("entities", "snake_head") == []
    card = again.typed().entities["snake_head"]
    assert (card.number, card.to_hit, card.to_trap, card.slime, card.when_hit) == (2, 4, 3, "sight", ())


def test_one_may_step_back(tmp_path: Path) -> None:
    path = tmp_path / GAME.id / "scenarios" / "mine.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(SCENARIO)
    session = begun(Library(GAME.id, GAME.shelving, tmp_path))
    assert session.take("read_in") is None
    assert session.answer("back") is None
    assert not any(notice.kind == "learned" for notice in session.notices)
