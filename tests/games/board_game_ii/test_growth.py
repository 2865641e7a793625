"""XP and Levels, Deposits, the Ecto-Tank."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.board_game_ii.ecto_tank import covers

from .table import NAMES, STEADY, Play

rule = pytest.mark.rule
ONE = {"entities": {"creeper": 1}}
CREEPER = "creeper 1"


def people(**cards: dict[str, Any]) -> dict[str, Any]:
    """Characters, some with own figures."""
    return {
        "characters": {name: {"id": name, "name": name, **STEADY, **cards.get(name, {})} for name in NAMES}
    }


def paying(xp: int | None, who: str = "attacker") -> dict[str, Any]:
    """A card whose miss pays XP."""
    return {"creeper": {"when_missed": [{"do": "xp", "by": xp, "who": who}]}}


def gain(start: int, by: int, character: dict[str, Any] | None = None, **figures: Any) -> Play:
    """Peter gains XP."""
    play = Play(
        ONE,
        paying(by),
        people(Peter=character or {}),
        team={"Peter": {"xp": start, "drawn_level": 1, **figures}},
    )
    return play.play("combat", CREEPER, 1)


# -- XP and Levels ------------------------------------------------------------


@rule("GB2-XP-04")
def test_xp_stops_at_thirty() -> None:
    play = gain(29, 3, drawn_level=4)
    assert play.who("Peter").xp == 30


@rule("GB2-XP-03")
def test_xp_that_a_card_pays_is_asked_for_once_if_unknown() -> None:
    shelf = {
        "events": {
            "fog": {
                "id": "fog",
                "name": "Fog",
                "limit": 0,
                "success": [{"do": "xp", "by": None, "who": "chosen"}],
            }
        }
    }
    play = Play({"goo_piles": 1}, shelf=shelf).play("investigate", "goo 1", "event", "fog", "ok")
    play.take("clear 0")
    assert "XP it pays" in play.asked
    play.play(2, "2")
    assert play.who("Egon").xp == 2
    assert play.table.shelf.events["fog"].xp == 2


@rule("GB2-LEVEL-01")
def test_level_1_counts_from_the_start() -> None:
    play = Play(shelf=people(Peter={"tank": [{"name": "Aim", "level": 1, "cost": 1, "then": []}]}))
    assert play.level("Peter") == 1
    assert play.who("Peter").ability_level == 1


@rule("GB2-LEVEL-02")
@pytest.mark.parametrize(("xp", "level"), [(4, 1), (5, 2), (10, 2), (11, 3)])
def test_levels_2_and_3_begin_at_5_and_11(xp: int, level: int) -> None:
    assert gain(0, xp).level("Peter") == level


@rule("GB2-LEVEL-03")
def test_thresholds_on_the_card_only_are_asked_for_when_they_may_matter() -> None:
    unknown = {"levels": [0, 5, 11, None, None]}
    play = gain(10, 2, unknown, drawn_level=2)
    assert "Level 4 at?" in play.asked
    assert (play.prompt.low, play.prompt.high) == (12, 29)  # type: ignore[attr-defined]
    play.refused(11, "GB2-LEVEL-03")
    play.play(19)
    assert play.level("Peter") == 3
    assert gain(10, 1, unknown, drawn_level=2).asked.startswith("Peter: Level 4 at?")


@rule("GB2-LEVEL-04")
def test_abilities_add_up() -> None:
    act = [{"do": "say", "text": "x"}]
    abilities = [{"text": str(n), "when": "end_of_turn", "then": act} for n in range(5)]
    play = gain(10, 1, {"abilities": abilities}, drawn_level=2).play("end")
    count = 0
    while "end of turn" in play.asked:
        count += 1
        play.play("ok")
    assert count == 3


@rule("GB2-LEVEL-04", "GB2-FORFEIT-03")
def test_an_ability_of_the_own_turn_is_used_at_any_prompt_of_it() -> None:
    tool = {"text": "x", "when": "own_turn", "then": [{"do": "goo_timer", "by": 1}]}
    play = Play(
        shelf=people(Peter={"abilities": [{"text": "a"}, tool, tool]}),
        team={"Peter": {"xp": 5, "drawn_level": 2, "ability_level": 2, "slimes": {"hit": 1}}},
    )
    assert [one.id for one in play.session.interludes if one.id.startswith("ability")] == ["ability 1"]
    play.play("clean_self").take("ability 1")
    assert play.table.goo_timer == 7
    play.play("end")
    assert play.session.take("ability 1") is not None


@rule("GB2-LEVEL-05")
def test_a_fresh_ability_skips_the_action_that_earned_it() -> None:
    bonus = {"text": "b", "when": "trap", "then": [{"do": "say", "text": "bonus!"}]}
    play = Play(
        {"entities": {"creeper": 2}},
        {"creeper": {"to_trap": 1}},
        people(Peter={"abilities": [{"text": "a"}, bonus]}),
        team={"Peter": {"xp": 4, "drawn_level": 1}},
    )
    play.play("combat", CREEPER, 5)
    assert play.level("Peter") == 2
    assert play.asked.startswith("Peter's turn")
    play.play("combat", "creeper 2", 5)
    assert "bonus!" in play.asked


@rule("GB2-LEVEL-06", "GB2-EQUIP-01")
def test_equipment_is_drawn_the_first_time_a_level_is_reached() -> None:
    draws = {"abilities": [{"text": "a"}, {"text": "b", "equipment": 1}]}
    play = gain(4, 1, draws)
    assert "draws Equipment" in play.asked
    play.play("other")
    later = Play(shelf=people(Peter=draws), team={"Peter": {"xp": 5, "drawn_level": 2}})
    assert later.asked.startswith("Peter's turn")
    assert later.session.adjust("team.0.xp", 6) is None
    assert later.asked.startswith("Peter's turn")


@rule("GB2-LEVEL-07")
def test_two_levels_at_once_bring_both() -> None:
    draws = {"abilities": [{"text": "a"}, {"text": "b", "equipment": 1}, {"text": "c", "equipment": 1}]}
    play = gain(4, 7, draws)
    for _ in range(2):
        assert "draws Equipment" in play.asked
        play.play("other")
    assert play.level("Peter") == 3
    assert play.told().count("level") == 2


@rule("GB2-LEVEL-08", "GB2-SCENARIO-02")
def test_a_later_start_draws_for_the_levels_passed() -> None:
    from companion.engine.session import Session
    from companion.games.board_game_ii import GAME

    from .table import opening

    draws = {"abilities": [{"text": "a"}, {"text": "b", "equipment": 1}, {"text": "c", "equipment": 1}]}
    first = opening(shelf=people(Peter=draws), seats=NAMES)
    seats = [{**seat, "xp": 11} for seat in first.options["seats"]]
    session: Session[Any] = Session(
        GAME, type(first)(first.game, {**first.options, "seats": seats}, first.shelf)
    )
    drawn = 0
    while session.pending is not None and session.table.phase == "set_up":
        title = str(session.pending.prompt.title)
        drawn += "draws Equipment" in title
        answer = "other" if "draws" in title else "done" if title in ("House rules", "PKE Meter") else "ok"
        assert session.answer(answer) is None
    assert drawn == 2
    assert session.table.team[0].ability_level == 3


@rule("GB2-LEVEL-09")
def test_xp_on_anothers_turn_raises_a_level_for_the_next_action() -> None:
    play = Play(
        {"entities": {"creeper": 2}},
        {"creeper": {"to_trap": 2}},
        team={"Egon": {"xp": 4, "drawn_level": 1}},
        tokens={CREEPER: {"Egon": 1}},
    ).turn_of("Ray")
    play.play("combat", CREEPER, 5)
    assert play.level("Egon") == 2
    assert play.who("Egon").ability_level == 2


@rule("GB2-LEVEL-10")
def test_an_ability_that_is_not_typed_in_is_read_off_the_card() -> None:
    play = gain(18, 1, {"abilities": [{"text": "a"}] * 3}, drawn_level=3)
    assert "Level 4" in play.asked
    assert "Read the new ability on the Character Card" in play.asked
    play.play("ok")
    assert play.asked.startswith("Peter's turn")


# -- Deposit ------------------------------------------------------------------


@rule("GB2-DEPOSIT-01", "GB2-DEPOSIT-04", "GB2-DIMENSION-01")
def test_where_one_may_deposit_is_asked_outside_and_given_inside() -> None:
    loaded = {"Peter": {"ghosts": {"creeper": 1}}}
    outside = Play(team=loaded).play("deposit")
    assert "next to it and in sight" in outside.asked
    outside.play("back")
    assert outside.actions("Peter") == 3
    assert outside.who("Peter").ghosts == {"creeper": 1}
    outside.play("deposit", "all")
    assert outside.who("Peter").ghosts == {}
    inside = Play(team={"Peter": {"ghosts": {"creeper": 1}, "place": "ecto_1a"}}).play("deposit")
    assert inside.table.spirit_world == {"creeper": 3}


@rule("GB2-DEPOSIT-02", "GB2-DIMENSION-02")
@pytest.mark.parametrize(
    ("answers", "left", "world"), [(("all",), 0, 5), (("some", "creeper", "done"), 2, 3)]
)
def test_one_action_banks_any_number(answers: tuple[str, ...], left: int, world: int) -> None:
    play = Play(team={"Peter": {"ghosts": {"creeper": 3}}}).play("deposit", *answers)
    assert sum(play.who("Peter").ghosts.values()) == left
    assert play.table.spirit_world == {"creeper": world}
    assert play.actions("Peter") == 2


@rule("GB2-DEPOSIT-03", "GB2-COMPONENT-06")
def test_plazm_goes_into_the_tank_with_the_same_action() -> None:
    play = Play(team={"Peter": {"ghosts": {"creeper": 1}, "plazm": 4}}, table={"ecto_tank": 7})
    play.play("deposit", "all")
    assert play.table.ecto_tank == 11
    assert play.table.spirit_world == {"creeper": 3}
    assert (play.who("Peter").ghosts, play.who("Peter").plazm) == ({}, 0)
    assert play.actions("Peter") == 2


# -- the Ecto-Tank ------------------------------------------------------------


@rule("GB2-TANK-01", "GB2-TANK-02")
def test_each_plazm_raises_the_tank_by_one() -> None:
    play = Play(team={"Peter": {"plazm": 3}, "Ray": {"plazm": 2}}, table={"ecto_tank": 5})
    play.play("deposit", "all")
    assert play.table.ecto_tank == 8
    play.play("end", "deposit", "all")
    assert play.table.ecto_tank == 10


@rule("GB2-TANK-03")
def test_the_box_says_how_to_lay_the_counters() -> None:
    assert covers(24) == [(10, 2), (4, 1)]
    for total in range(100):
        assert sum(number * face for number, face in covers(total)) == total
    play = Play(team={"Peter": {"plazm": 4}}, table={"ecto_tank": 20}).play("deposit", "all")
    assert "2 on 10 and 1 on 4" in " ".join(str(notice.text) for notice in play.session.notices)


def seller(*costs: int | None, level: int | None = 1, what: str = "hit") -> dict[str, Any]:
    """Peter sells abilities of these costs."""
    tank = [
        {
            "name": f"Aim {cost}",
            "level": level,
            "cost": cost,
            "then": [{"do": "bonus", "what": what, "by": 1}],
        }
        for cost in costs
    ]
    return people(Peter={"tank": tank})


@rule("GB2-TANK-05")
def test_several_abilities_may_be_bought() -> None:
    play = Play(shelf=seller(4, 3), table={"ecto_tank": 9}).play("Peter 0", "Peter 1")
    assert play.table.ecto_tank == 2
    assert set(play.table.bought) == {"Peter 0", "Peter 1"}
    assert play.asked.startswith("Peter's turn")


@rule("GB2-TANK-06")
def test_one_ability_may_be_bought_again_while_the_tank_can_pay() -> None:
    play = Play(shelf=seller(4, 1), table={"ecto_tank": 9}).play("Peter 0", "Peter 0")
    play.refused("Peter 0", "GB2-TANK-06")
    assert play.table.ecto_tank == 1


@rule("GB2-TANK-07", "GB2-TANK-08")
@pytest.mark.parametrize(("stack", "bonus"), [(True, 2), (False, 1)])
def test_repeats_add_up_and_serve_everybody_until_the_round_ends(stack: bool, bonus: int) -> None:
    play = Play(
        ONE,
        shelf=seller(4),
        table={"ecto_tank": 9},
        team={"Winston": {"place": "ecto_1a"}},
        house_rules={"stack_tank": stack},
    ).play("Peter 0", "Peter 0")
    for name in ("Peter", "Ray", "Egon"):
        play.turn_of(name).play("combat", CREEPER)
        assert f"+{bonus}" in play.asked
        play.play(1)
    play.turn_of("Winston").play("door", "done", "combat", CREEPER)
    assert f"+{bonus}" in play.asked
    play.play(1, "end")
    assert "Event Die" in play.asked
    assert play.table.bonus == {"hit": bonus}
    play.play("star").play("combat", CREEPER)
    assert f"+{bonus}" not in play.asked


@rule("GB2-TANK-09")
def test_only_abilities_unlocked_before_the_round_are_for_sale() -> None:
    play = Play(
        ONE,
        paying(5),
        seller(3, level=2),
        table={"ecto_tank": 9},
        team={"Peter": {"drawn_level": 1, "ability_level": 1}},
    )
    assert play.asked.startswith("Peter's turn")
    play.play("combat", CREEPER, 1).turn_of("Winston").play("end", "star")
    assert play.open == ["no", "Peter 0"]


@rule("GB2-TANK-10")
def test_cost_and_level_come_from_the_card_or_are_asked_for() -> None:
    play = Play(shelf=seller(None, level=None), table={"ecto_tank": 9})
    assert "Level that unlocks it" in play.asked
    play.play(1)
    assert "Ecto-Tank cost" in play.asked
    play.play(2)
    assert play.open == ["no", "Peter 0"]
    learned = [
        notice.data for step in play.session.steps for notice in step.notices if notice.kind == "learned"
    ]
    assert [(one["card"], one["field"], one["value"]) for one in learned] == [
        ("Peter", "tank.0.level", 1),
        ("Peter", "tank.0.cost", 2),
    ]
    play.play("Peter 0")
    assert play.table.ecto_tank == 7
