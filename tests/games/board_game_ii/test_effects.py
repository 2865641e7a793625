"""One vocabulary, one interpreter: every example of docs/effects.md runs from every kind of card."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
import yaml

from companion.games.board_game_ii.effects import Step_, Steps
from companion.games.board_game_ii.resolve import HANDLERS

from .table import NAMES, STEADY, Play, any_answer, is_menu

PAGE = Path(__file__).parents[3] / "docs" / "effects.md"
BLOCKS = re.findall(r"^```yaml\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
EXAMPLES: list[dict[str, Any]] = [step for block in BLOCKS for step in yaml.safe_load(block)]
FLICKERLING = {
    "flickerling": {"id": "flickerling", "name": "Flickerling", "kind": "ghost", "number": 1, "slime": "hit"}
}


def test_there_is_an_example_and_a_handler_of_every_step() -> None:
    kinds = {type(step) for step in msgspec.convert(EXAMPLES, Steps)}
    assert kinds == set(get_args(Step_)) == set(HANDLERS)


def test_an_unknown_step_or_key_is_refused() -> None:
    for wrong in ({"do": "dance"}, {"do": "move", "space": 1}, {"do": "slime", "type": "pink"}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert([wrong], Steps)


def play_of(where: str, step: dict[str, Any]) -> Play:
    """A table where `step` stands on a card of some kind, brought to where it happens."""
    steps = [step]
    scenario: dict[str, Any] = {
        "entities": {"creeper": 2, "plazm": 1},
        "gates": [{"symbol": "star"}],
        "event_open": [],
    }
    cards: dict[str, Any] = dict(FLICKERLING)
    shelf: dict[str, Any] = {}
    table: dict[str, Any] = {}
    if where == "entity":
        cards["creeper"] = {"when_missed": steps}
        return Play(scenario, cards).play("combat", "creeper 1", 1)
    if where == "scenario":
        return Play({**scenario, "gate_missed": steps}, cards).play("combat", "gate star", 1)
    if where == "event":
        shelf["events"] = {"fog": {"id": "fog", "name": "Fog", "limit": 3, "text": "Fog.", "drawn": steps}}
        return Play(scenario, cards, shelf).play("investigate", "goo 1", "event", "fog", "ok")
    if where == "equipment":
        from companion.games.board_game_ii.state import Held

        shelf["equipment"] = {"rope": {"id": "rope", "name": "Rope", "abilities": [{"then": steps}]}}
        return Play(scenario, cards, shelf, team={"Peter": {"equipment": [Held("rope")]}}).take("use 0 0")
    tank = [{"name": "Aim", "level": 1, "cost": 1, "then": steps}] if where == "tank" else []
    abilities = [{"text": "x", "when": "end_of_turn", "then": steps}] if where == "character" else []
    shelf["characters"] = {
        name: {
            "id": name,
            "name": name,
            **STEADY,
            **({"tank": tank, "abilities": abilities} if name == "Peter" else {}),
        }
        for name in NAMES
    }
    if where == "tank":
        table["ecto_tank"] = 1
        return Play(scenario, cards, shelf, table=table).play("Peter 0")
    return Play(scenario, cards, shelf).play("end")


@pytest.mark.parametrize("where", ["entity", "scenario", "event", "equipment", "tank", "character"])
@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_every_step_runs_from_every_kind_of_card(where: str, number: int) -> None:
    play = play_of(where, EXAMPLES[number])
    rng = random.Random(number)
    for _ in range(60):
        if play.session.pending is None or is_menu(play.prompt):
            break
        assert play.prompt.rules, play.prompt
        play.play(any_answer(rng, play.prompt))
    else:
        pytest.fail(f"no end: {play.asked}")


def result(step: dict[str, Any], *answers: Any, **figures: Any) -> Play:
    """Peter misses a Creeper whose card has this step."""
    scenario = {
        "entities": {"creeper": 2},
        "gates": [{"symbol": "star"}, {"symbol": "symbol_2", "open": False}],
    }
    play = Play(scenario, {**FLICKERLING, "creeper": {"when_missed": [step]}}, **figures)
    return play.play("combat", "creeper 1", 1, *answers)


def test_slime_who_and_type() -> None:
    assert result({"do": "slime", "who": "each", "type": "sight"}).who("Egon").slimes == {"sight": 1}
    assert result({"do": "slime", "who": "adjacent"}, "1", "3", "nobody").who("Winston").slimes == {"hit": 1}
    assert result({"do": "slime", "who": "in_sight"}, "2", "nobody").who("Egon").slimes == {"hit": 1}
    assert result({"do": "slime", "who": "nearest"}, "2").who("Egon").slimes == {"hit": 1}
    assert result({"do": "slime", "who": "random", "count": 2}, 8).who("Winston").slimes == {"hit": 2}
    assert result({"do": "slime", "who": "chosen"}, "3").who("Winston").slimes == {"hit": 1}


def test_goo_timer_tank_xp_and_slime_removal() -> None:
    assert result({"do": "goo_timer", "by": -2}).table.goo_timer == 4
    assert result({"do": "goo_timer", "by": 9}).table.goo_timer == 8
    assert result({"do": "tank", "by": 3}).table.ecto_tank == 3
    assert result({"do": "xp", "by": 2, "who": "each"}).who("Ray").xp == 2
    team = {"Peter": {"slimes": {"hit": 1}}, "Ray": {"slimes": {"sight": 2}}}
    cleaned = result({"do": "remove_slime", "who": "each"}, team=team)
    assert (cleaned.who("Peter").slimes, cleaned.who("Ray").slimes) == ({}, {"sight": 1})


def test_roll_and_choose_branch() -> None:
    roll = {"do": "roll", "results": [{"faces": [6], "then": [{"do": "tank", "by": 5}]}]}
    assert result(roll, 6).table.ecto_tank == 5
    assert result(roll, 5).table.ecto_tank == 0
    choice = {
        "do": "choose",
        "options": [{"text": "a", "then": []}, {"text": "b", "then": [{"do": "tank", "by": 1}]}],
    }
    assert result(choice, "1").table.ecto_tank == 1


def test_emerge_from_every_open_or_closed_or_a_random_gate() -> None:
    each = result({"do": "emerge", "gate": "each_closed"}, 4, "nobody")
    assert each.table.spirit_world == {"creeper": 1}
    random_gate = result({"do": "emerge", "gate": "random"}, 5)
    assert "Symbol 2" in random_gate.asked
    itself = result({"do": "emerge", "gate": "random", "itself": True}, 1)
    assert "Creeper 1 emerges" in itself.asked
    itself.play(3, "nobody")
    assert len(itself.table.entities) == 2


def test_bases_bonus_and_events() -> None:
    based = result({"do": "base", "base": "shadow", "which": "each_ghost"})
    assert [entity.bases for entity in based.table.entities.values()] == [{"shadow": 1}, {"shadow": 1}]
    off = result({"do": "base", "base": "amplify", "take_off": True}, bases={"creeper 1": {"amplify": 1}})
    assert off.table.entities["creeper 1"].bases == {}
    bonus = result({"do": "bonus", "what": "action", "by": 2, "who": "attacker", "until": "turn"})
    assert bonus.actions("Peter") == 4
    bonus.play("end")
    assert bonus.who("Peter").bonus == {}


def test_remove_trap_gates_and_the_end() -> None:
    removed = result({"do": "remove", "which": "self"})
    assert removed.table.out == {"creeper": 1}
    trapped = result({"do": "trap", "which": "chosen"}, "creeper 2")
    assert trapped.who("Peter").ghosts == {"creeper": 1}
    assert trapped.who("Peter").xp == 0
    won = result({"do": "end", "won": True})
    assert won.session.outcome is not None
    assert won.session.outcome.won is True
    gates = {
        "gates": [{"symbol": "star", "open": False}],
        "event_closed": [{"do": "close_gate", "open": True}],
    }
    opened = Play(gates).turn_of("Winston").play("end", "star")
    assert opened.table.gates["gate star"].open
