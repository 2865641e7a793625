"""What is asked before the table is laid."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.game import Opening
from companion.engine.prompts import Choose, Prompt
from companion.engine.session import Session
from companion.games.board_game_ii import GAME
from companion.games.board_game_ii.prepare import prepare
from tests.games.board_game_ii.table import TRAINING

rule = pytest.mark.rule
FOUR = ("stantz", "venkman", "zeddemore")


class Asking:
    """The questions of `prepare`, answered one by one."""

    def __init__(self, shelf: Any = TRAINING) -> None:
        self.rule = prepare(shelf)
        self.prompt: Prompt = next(self.rule)  # type: ignore[assignment]
        self.titles = [str(self.prompt.title)]
        self.options: Any = None

    def answer(self, *values: Any) -> Asking:
        for value in values:
            assert self.prompt.accept(value) is None, (self.prompt, value)
            try:
                self.prompt = self.rule.send(value)  # type: ignore[assignment]
                self.titles.append(str(self.prompt.title))
            except StopIteration as stop:
                self.options = stop.value
        return self

    def refused(self, value: Any, cites: str) -> None:
        refusal = self.prompt.accept(value)
        assert refusal is not None
        assert cites in refusal.rules

    @property
    def choices(self) -> list[str]:
        assert isinstance(self.prompt, Choose)
        return [option.id for option in self.prompt.options]

    @property
    def order(self) -> list[str]:
        return [seat["character"] for seat in self.options["seats"]]


def vigo_1(ghostbusters: int = 4, players: int = 4) -> Asking:
    return Asking().answer("vigo", "vigo_1", ghostbusters, players)


def test_the_training_night_is_offered_first_and_begins() -> None:
    asking = Asking()
    asking.answer(asking.choices[0])
    if asking.titles[-1] == "Which Scenario?":
        asking.answer("training-night")
    asking.answer(2, 2, "Ray", "Egon", "Ray")
    assert [seat["name"] for seat in asking.options["seats"]] == ["Ray", "Egon"]
    session = Session(GAME, Opening(GAME.id, asking.options, TRAINING))
    assert [one.name for one in session.table.team] == ["Ray", "Egon"]
    assert session.pending is not None


@rule("GB2-SCENARIO-01")
def test_campaigns_are_offered_in_the_order_of_the_rulebook() -> None:
    asking = Asking()
    assert isinstance(asking.prompt, Choose)
    real = [(option.id, str(option.label)) for option in asking.prompt.options if "training" not in option.id]
    assert real[:3] == [
        ("scoleri", "Scoleri Brothers"),
        ("washington", "Washington Square"),
        ("vigo", "Vigo"),
    ]
    asking.answer("scoleri")
    assert asking.choices == ["scoleri_1", "scoleri_2", "scoleri_3", "scoleri_4"]


@rule("GB2-SCENARIO-02")
def test_a_single_later_scenario_starts_at_its_level() -> None:
    asking = Asking().answer("scoleri", "scoleri_3")
    assert "Level" in asking.titles[-1]
    asking.answer("3", 4, 4, *FOUR, "stantz")
    session = Session(GAME, Opening(GAME.id, asking.options, TRAINING))
    assert session.table.start_level == 3


@rule("GB2-SCENARIO-03", "GB2-CAMPAIGN-08")
def test_a_campaign_begins_at_0_xp() -> None:
    asking = vigo_1().answer(*FOUR, "stantz")
    assert "Start at which Level?" not in asking.titles
    table = GAME.open(Opening(GAME.id, asking.options, TRAINING))
    assert [who.xp for who in table.team] == [0, 0, 0, 0]
    assert [person.figures[0].value for person in GAME.view(table).people] == [1, 1, 1, 1]


@rule("GB2-SETUP-02")
def test_three_players_run_four_ghostbusters() -> None:
    asking = vigo_1(4, 3)
    assert asking.titles[-1] == "Who runs one more?"
    asking.answer("1", *FOUR, "stantz")
    assert [seat["player"] for seat in asking.options["seats"]] == [0, 1, 1, 2]
    assert asking.prompt is not None
    assert "made for 4" in str(next(iter(_texts("How many Ghostbusters?"))))


def _texts(title: str) -> list[str]:
    asking = Asking().answer("vigo", "vigo_1")
    return [str(asking.prompt.text)] if str(asking.prompt.title) == title else []


@rule("GB2-SETUP-05")
def test_who_runs_several_takes_their_turns_one_after_the_other() -> None:
    asking = vigo_1(4, 3).answer("0")
    assert "from right to left" in str(asking.prompt.text)
    asking.answer("venkman", "stantz", "spengler", "venkman")
    assert asking.order == ["venkman", "stantz", "spengler", "zeddemore"]
    assert [seat["player"] for seat in asking.options["seats"]] == [0, 0, 1, 2]


@rule("GB2-SETUP-03")
def test_who_goes_first_may_be_drawn_with_equal_chances() -> None:
    firsts: dict[str, int] = {}
    for face in (1, 2, 3, 4):
        asking = vigo_1().answer(*FOUR)
        assert asking.choices[-1] == "lot"
        asking.answer("lot", face)
        firsts[asking.order[0]] = firsts.get(asking.order[0], 0) + 1
        assert len(set(asking.order)) == 4
    assert set(firsts.values()) == {1}
    again = vigo_1().answer(*FOUR, "lot", 5)
    assert again.options is None


@rule("GB2-SETUP-04")
def test_the_order_of_turns_is_as_they_were_named_and_nobody_twice() -> None:
    asking = vigo_1().answer(*FOUR, "venkman")
    assert len([title for title in asking.titles if title.startswith(("Who is player", "Player "))]) == 3
    assert asking.order == ["venkman", "zeddemore", "spengler", "stantz"]


@rule("GB2-SETUP-12")
def test_nobody_takes_the_colour_of_another() -> None:
    characters = {
        name: {"id": name, "name": name.title(), "colour": colour}
        for name, colour in (("egon", "orange"), ("ray", "orange"), ("peter", ""))
    }
    shelf = {"scenarios": {"one": {"id": "one", "name": "One"}}, "characters": characters}
    asking = Asking(shelf).answer(3, 3, "egon", "ray")
    assert "Which colour is Ray?" in asking.titles
    asking.refused("orange", "GB2-SETUP-12")
    asking.answer("blue")
    asking.refused("blue", "GB2-SETUP-12")
    asking.answer("red", "egon")
    assert [seat["colour"] for seat in asking.options["seats"]] == ["orange", "blue", "red"]
    with pytest.raises(ValueError, match="cannot both be red"):
        GAME.open(
            Opening(
                GAME.id,
                {
                    "scenario": "one",
                    "seats": [{"name": "A", "colour": "red"}, {"name": "B", "colour": "red"}],
                },
                shelf,
            )
        )


def test_without_cards_nothing_is_asked() -> None:
    with pytest.raises(StopIteration) as stop:
        next(prepare({}))
    assert stop.value.value == {}
