"""What follows, for one seat, each with its reason (CLUE-DEDUCE)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from companion.engine.view import Cell
from companion.games.clue import GAME
from companion.games.clue.deduction import Clause, Solver
from companion.games.clue.notebook import Notebook
from companion.games.clue.state import CARDS, HALL, KINDS, Seen, Suggestion
from tests.games.clue.kit import Truth, at, signs, table, why
from tests.games.clue.test_suggestion import ANN, CID
from tests.games.kit import Play

FOUR = (HALL,) * 4
FIVE_OF_ANN = ANN[:5]
GOZER_RTV_LAB = ("gozer", "rtv", "lab")


def seen(play: Play, *cards: str, by: int = 0, holder: int = 2) -> Play:
    """`by` was shown these cards by `holder`."""
    for card in cards:
        play.table.notes[by].seen.append(Seen(card, holder))
    return play


def suggested(
    play: Play, by: int, cards: tuple[str, str, str], passed: list[int], shower: int | None = None
) -> Play:
    """A suggestion of the past."""
    play.table.suggestions.append(Suggestion(by, cards, passed, shower))
    return play


@pytest.mark.rule("CLUE-DEDUCE-01")
def test_a_shown_card_is_in_one_hand_only() -> None:
    play = seen(at(*FOUR), "lab")
    marks = signs(play, 0)
    assert marks["lab", "Cid"] == "✓"
    assert [marks["lab", column] for column in ("Sleeve", "Ann", "Bob", "Dot")] == ["✗"] * 4
    assert why(play, 0, "lab", "Cid") == "Cid showed it to you."
    assert why(play, 0, "lab", "Bob") == "Cid has it."


@pytest.mark.rule("CLUE-DEDUCE-02")
def test_a_pass_rules_out_three() -> None:
    play = suggested(at(*FOUR), 0, GOZER_RTV_LAB, [1])
    for seat in range(4):
        marks = signs(play, seat)
        assert [marks[card, "Bob"] for card in GOZER_RTV_LAB] == ["✗"] * 3
    assert why(play, 2, "rtv", "Bob") == "Bob passed on it (suggestion 1)."


@pytest.mark.rule("CLUE-DEDUCE-03")
def test_one_of_three_when_two_are_out() -> None:
    play = suggested(at(*FOUR), 3, GOZER_RTV_LAB, [], 2)
    assert signs(play, 0)["lab", "Cid"] == ""
    suggested(play, 1, ("gozer", "rtv", "barn"), [2])
    assert signs(play, 0)["lab", "Cid"] == "✓"
    assert why(play, 0, "lab", "Cid") == "Cid showed one of three and has not the other two."


@pytest.mark.rule("CLUE-DEDUCE-04")
def test_the_last_of_its_kind_is_the_answer() -> None:
    play = seen(at(HALL, HALL, HALL), "slimer", "muncher", "miner_ghost", "gatekeeper", "keymaster")
    assert signs(play, 0)["gozer", "Sleeve"] == "✓"
    assert why(play, 0, "gozer", "Sleeve") == "All others of its kind are out."
    assert signs(play, 1)["gozer", "Sleeve"] == ""


@pytest.mark.rule("CLUE-DEDUCE-05")
def test_a_full_hand_holds_nothing_else() -> None:
    play = seen(at(*(HALL,) * 5), "lab", "rtv")
    assert play.table.players[2].hand == 4
    play.set("hand:2", 3).set("hand:4", 4)
    assert signs(play, 0)["barn", "Cid"] == ""
    seen(play, "gozer")
    marks = signs(play, 0)
    assert all(marks[card, "Cid"] == "✗" for card in CARDS if card not in GOZER_RTV_LAB)
    assert why(play, 0, "barn", "Cid") == "All cards of Cid are known."


@pytest.mark.rule("CLUE-DEDUCE-06")
def test_a_card_nobody_can_hold_is_in_the_sleeve() -> None:
    play = suggested(at(HALL, HALL, HALL, own={0: ANN}), 0, ("gozer", "rtv", "silo"), [1, 2])
    assert signs(play, 0)["silo", "Sleeve"] == "✓"
    assert why(play, 0, "silo", "Sleeve") == "It can be nowhere else."
    assert signs(play, 1)["silo", "Sleeve"] == ""


@pytest.mark.rule("CLUE-DEDUCE-07")
def test_what_one_saw_changes_no_other_sheet() -> None:
    before = at(*FOUR, own={0: FIVE_OF_ANN})
    suggested(before, 0, GOZER_RTV_LAB, [1], 2)
    quiet = [signs(before, seat) for seat in range(4)]
    seen(before, "lab")
    assert signs(before, 0) != quiet[0]
    assert [signs(before, seat) for seat in (1, 2, 3)] == quiet[1:]


def test_marks_by_hand_stand_until_it_is_certain() -> None:
    play = at(HALL, HALL, HALL).set("mark:0:lab:1", "maybe", seat=0)
    assert signs(play, 0)["lab", "Bob"] == "?"
    assert why(play, 0, "lab", "Bob") == "Your own mark."
    suggested(play, 0, GOZER_RTV_LAB, [1])
    assert signs(play, 0)["lab", "Bob"] == "✗"
    play.set("mark:0:lab:1", "", seat=0)
    assert play.table.notes[0].marks == {}


def test_touch_after_touch_goes_round() -> None:
    play = at(HALL, HALL, HALL)

    def cell(card: str, column: int) -> Cell:
        (sheet,) = GAME.view(play.table, 0).sheets
        return next(row for row in sheet.rows if str(row.name) == card).cells[column]

    seen = []
    for _ in range(4):
        mark = cell("Lab", 2)
        assert mark.touch is not None
        seen.append(str(mark.sign))
        play.set(mark.path, mark.touch, seat=0)
    assert seen == ["", "?", "✗", "✓"]
    assert str(cell("Lab", 2).sign) == ""
    mine = cell("Lab", 1)
    assert (mine.path, mine.touch) == ("own:0:lab", "yes")
    play.set("own:0:lab", "yes", seat=0)
    assert cell("Lab", 1).touch is None
    assert str(cell("Lab", 1).why) == "Your own card."


def test_what_cannot_be_is_said_and_nothing_is_marked() -> None:
    play = suggested(seen(at(HALL, HALL, HALL), "lab", holder=1), 0, GOZER_RTV_LAB, [1])
    (sheet,) = GAME.view(play.table, 0).sheets
    assert "does not fit" in str(sheet.lines[0])
    assert not any(cell.worked_out for row in sheet.rows for cell in row.cells)


def test_the_sheet_asks_for_cards_until_all_are_typed() -> None:
    play = at(HALL, HALL, HALL)
    assert "0 of 6" in str(GAME.view(play.table, 0).sheets[0].lines[0])
    full = at(HALL, HALL, HALL, own={0: ANN})
    assert GAME.view(full.table, 0).sheets[0].lines == ()


def test_reasons_are_built_on_what_was_reasoned_before() -> None:
    """A chain of three: counting, then a clause, then the last of its kind; no mark explains itself."""
    play = at(HALL, HALL, HALL, own={0: ANN})
    seen(play, *CID[:5], holder=2)
    suggested(play, 1, ("gozer", "rtv", "lab"), [], 2)
    suggested(play, 0, ("gozer", "aztec_whistle", "location_9"), [2], 1)
    book = Notebook(play.table, 0)
    sure = book.sure(Solver())
    assert sure is not None
    reasons = Counter(str(mark.why) for mark in sure.values())
    assert not any("nothing else" in reason for reason in reasons)
    assert signs(play, 0)["gozer", "Cid"] == "✗"


def test_a_contradiction_in_sizes_stops_the_thinking() -> None:
    play = at(HALL, HALL, HALL).set("hand:0", 7)
    assert "does not fit" in str(GAME.view(play.table, 0).sheets[0].lines[0])


def test_a_seat_without_a_place_at_the_table_sees_what_all_see() -> None:
    state = table(HALL, HALL, HALL)
    assert GAME.view(state, 5) == GAME.view(state)
    assert GAME.view(state, 17) == GAME.view(state)


def test_a_reason_of_the_last_resort_names_as_few_suggestions_as_it_takes() -> None:
    """Random tables: the clauses named suffice, and without any one of them the mark does not follow."""
    found = 0
    for seed in range(40):
        play = at(*[HALL] * 4)
        truth = Truth(play.session, seed, (0,))
        chance = random.Random(seed)
        solver = Solver()
        for number in range(30):
            cards = tuple(chance.choice(list(kind)) for kind in KINDS.values())
            passed: list[int] = []
            shower = None
            for other in play.table.left_of(number % 4):
                if set(truth.hands[other]) & set(cards):
                    shower = other
                    break
                passed.append(other)
            suggested(play, number % 4, cards, passed, shower)  # type: ignore[arg-type]
            book = Notebook(play.table, 0)
            sure = book.sure(solver)
            assert sure is not None
            for (bit, place), mark in sure.items():
                if "nothing else" not in str(mark.why):
                    continue
                found += 1
                known = [fact.clause for fact in book.facts]
                sure_of = [clause for clause in known if not clause.some and clause.place >= 0]
                open_ = [clause for clause in known if clause.some or clause.place < 0]
                core = Solver().core(sure_of, open_, book.problem, place, bit, mark.yes)
                assert follows(book, [*sure_of, *core], bit, place, mark.yes)
                for out in core:
                    rest = [*sure_of, *(other for other in core if other != out)]
                    assert not follows(book, rest, bit, place, mark.yes)
    assert found


def follows(book: Notebook, clauses: list[Clause], bit: int, place: int, yes: bool) -> bool:
    possible = Solver().possible(book.problem(clauses))
    assert possible is not None
    here = bool(possible[place] & bit)
    elsewhere = any(cards & bit for other, cards in enumerate(possible) if other != place)
    return here and not elsewhere if yes else not here


def test_by_house_rule_a_pass_says_nothing_of_a_card_that_lies_face_up() -> None:
    given = {"face_up": {"silo": 1}}
    house = suggested(
        at(HALL, HALL, HALL, house=["face_up_silent"], **given), 0, ("gozer", "rtv", "silo"), [1]
    )  # type: ignore[arg-type]
    assert GAME.view(house.table, 0).sheets[0].lines[0].msg.startswith("Touch your cards")
    marks = signs(house, 0)
    assert (marks["silo", "Bob"], marks["gozer", "Bob"], marks["rtv", "Bob"]) == ("✓", "✗", "✗")
    printed = suggested(at(HALL, HALL, HALL, **given), 0, ("gozer", "rtv", "silo"), [1])  # type: ignore[arg-type]
    assert "does not fit" in str(GAME.view(printed.table, 0).sheets[0].lines[0])


def test_what_was_worked_out_is_told_from_marks_by_hand() -> None:
    play = seen(at(HALL, HALL, HALL), "lab").set("mark:0:silo:1", "no", seat=0)
    (sheet,) = GAME.view(play.table, 0).sheets
    rows = {str(row.name): row.cells for row in sheet.rows}
    assert all(cell.worked_out for cell in rows["Lab"])
    assert not any(cell.worked_out for cell in rows["Silo"])


def test_hidden_cards_have_columns_to_mark() -> None:
    play = at(HALL, HALL, spots=["lab", "silo", "barn", "field"])
    (sheet,) = GAME.view(play.table, 0).sheets
    assert [str(column) for column in sheet.columns] == [
        *("Sleeve", "Ann", "Bob"),
        *("in Lab", "in Silo", "in Barn", "in Field"),
    ]
    paths = [cell.path for cell in sheet.rows[2].cells]
    assert paths[2:] == [
        "mark:0:gozer:1",
        *(f"mark:0:gozer:{spot}" for spot in ("lab", "silo", "barn", "field")),
    ]
    play.set("mark:0:gozer:silo", "maybe", seat=0)
    assert signs(play, 0)["gozer", "in Silo"] == "?"
