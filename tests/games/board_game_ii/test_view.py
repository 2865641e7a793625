"""What the screens are given: whose turn, how close to losing, what for, and where everything stands."""

from __future__ import annotations

from typing import Any

from companion.engine.view import Page
from companion.games.board_game_ii import GAME

from .table import Play


def page(play: Play, id: str) -> Page:
    return next(page for page in GAME.view(play.table).pages if page.id == id)


def shown(figures: Any) -> dict[str, str]:
    return {str(figure.name): str(figure.value) for figure in figures}


def test_the_headline_says_whose_turn_it_is_and_what_is_going_on() -> None:
    play = Play()
    assert str(GAME.view(play.table).headline) == "Round 1: Peter"
    assert [person.active for person in GAME.view(play.table).people] == [True, False, False, False]
    play.turn_of("Winston").play("end")
    assert str(GAME.view(play.table).headline) == "Round 1: Event Die"


def test_what_is_closest_to_losing_comes_first_and_alarms() -> None:
    calm = GAME.view(Play({"spirit_world": {"creeper": 5}}, table={"goo_timer": 6}).table)
    assert calm.alerts == ()
    team = {"Egon": {"slimes": {"caustic": 2}}}
    close = GAME.view(Play({"spirit_world": {"creeper": 4}}, team=team, table={"goo_timer": 3}).table)
    assert [str(alert) for alert in close.alerts] == ["Most Caustic"]
    assert str(close.figures[0].name) == "Most Caustic"


def test_goals_show_how_far_they_are() -> None:
    scenario = {
        "gates": [{"symbol": "star"}, {"symbol": "symbol_2", "open": False}],
        "entities": {"creeper": 1},
        "success": [
            {"kind": "close_all_gates"},
            {"kind": "trap", "card": "creeper", "count": 2, "text": "Trap two Creepers."},
        ],
    }
    play = Play(scenario, {"creeper": {"to_trap": 1}}).play("combat", "creeper 1", 5)
    goals = page(play, "goals")
    assert [(str(one.name), one.value, one.high) for one in goals.figures] == [
        ("Close all Gates", 0, 1),
        ("Trap two Creepers.", 1, 2),
    ]
    assert "Read the Scenario Card" in str(page(Play({"success": []}), "goals").lines[0])


def test_figures_on_the_map_show_tokens_needed_and_bases() -> None:
    play = Play(
        {"entities": {"creeper": 1, "boss": 1}},
        {"boss": {"to_trap": None}},
        tokens={"creeper 1": {"Ray": 1}},
        bases={"creeper 1": {"amplify": 1, "shadow": 2}},
    )
    entities = page(play, "entities")
    assert shown(entities.figures) == {"Creeper 1": "1 of 3 tokens", "Boss 1": "0 tokens"}
    assert [str(line) for line in entities.lines] == ["Creeper 1: Amplify x1", "Creeper 1: Shadow x2"]


def test_a_person_shows_pack_place_tokens_slime_and_cards() -> None:
    team = {"Ray": {"slimes": {"hit": 2}, "ghosts": {"creeper": 1}, "plazm": 2, "pack": "slime"}}
    play = Play({"entities": {"plazm": 1}}, team=team, tokens={"plazm 1": {"Ray": 2}})
    ray = GAME.view(play.table).people[1]
    assert [(mark.kind, mark.count) for mark in ray.marks] == [("slime:hit", 2)]
    lines = [str(line) for line in ray.lines]
    assert lines[:3] == ["Slime Blower", "on the map", "2 of 5 tokens on Plazm 1"]
    assert "Ghost: Creeper x1" in lines
    assert shown(ray.figures)["Plazm"] == "2"


def test_figures_are_put_on_the_map_and_taken_off_by_correction() -> None:
    play = Play({"entities": {"creeper": 2}}, {"creeper": {"to_trap": 4}}, tokens={"creeper 2": {"Ray": 2}})
    assert play.session.adjust("map.creeper", 3) is None
    assert play.session.adjust("map.plazm", 1) is None
    assert list(play.table.entities) == ["creeper 1", "creeper 2", "creeper 3", "plazm 1"]
    assert play.session.adjust("targets.creeper 2.figure.place", "gone") is None
    assert play.who("Ray").target == ""
    assert play.session.adjust("map.creeper", 1) is None
    assert list(play.table.entities) == ["creeper 1", "plazm 1"]
    assert play.session.adjust("targets.creeper 1.figure.place", "ecto_1a") is None
    play.play("combat", "creeper 1", 5)
    assert play.table.entities["creeper 1"].tokens == 1


def test_a_target_taken_off_while_the_die_rolls_is_not_hit() -> None:
    play = Play({"entities": {"creeper": 1}}).play("combat", "creeper 1")
    assert play.session.adjust("map.creeper", 0) is None
    play.play(6)
    assert play.who("Peter").target == ""
    assert play.who("Peter").ghosts == {}
    assert play.asked.startswith("Peter's turn")
