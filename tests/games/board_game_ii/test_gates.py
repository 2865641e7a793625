"""Gates under fire, the Spirit World, emerging, the Event Die and Chaos."""

from __future__ import annotations

from typing import Any

import pytest

from .table import Play

rule = pytest.mark.rule
STAR = {"gates": [{"symbol": "star"}]}
GATE = "gate star"
BOTH = {"gates": [{"symbol": "star"}, {"symbol": "symbol_2", "open": False}]}


def close(play: Play, gate: str = GATE) -> Play:
    """Fire the closing hit and turn the token over."""
    return play.play("combat", gate, 5, "ok")


@rule("GB2-GATE-01")
def test_gates_are_fired_at_only_where_the_scenario_allows() -> None:
    play = Play(STAR).play("combat", GATE)
    assert "4 or more" in play.asked
    play.play(3)
    assert "missed" in play.notices
    play.play("combat", GATE, 4)
    assert "hit" in play.notices
    closed_off = Play({**STAR, "gate_attackable": False, "entities": {"creeper": 1}}).play("combat")
    closed_off.refused(GATE, "GB2-GATE-01")


@rule("GB2-GATE-02", "GB2-GATE-03")
@pytest.mark.parametrize(("face", "tokens", "says"), [(5, 2, "the gate growls"), (1, 1, "the gate laughs")])
def test_hit_and_miss_do_what_the_scenario_says(face: int, tokens: int, says: str) -> None:
    scenario = {
        **STAR,
        "gate_hit": [{"do": "say", "text": "the gate growls"}],
        "gate_missed": [{"do": "say", "text": "the gate laughs"}],
    }
    play = Play(scenario, tokens={GATE: {"Peter": 1}}).play("combat", GATE, face)
    assert says in play.asked
    assert play.table.gates[GATE].streams == {0: tokens}


@rule("GB2-GATE-02")
def test_an_effect_of_a_gate_that_is_not_typed_in_is_read() -> None:
    play = Play({**STAR, "gate_missed": None}).play("combat", GATE, 1)
    assert "Read the card" in play.asked


@rule("GB2-GATE-04", "GB2-GATE-05", "GB2-GATE-06", "GB2-XP-02")
def test_streams_and_mood_slimes_close_a_gate_together() -> None:
    play = Play(STAR, team={"Ray": {"pack": "slime"}}, tokens={GATE: {"Peter": 2}}).play("end")
    play.play("combat", GATE, 5)
    assert not play.table.gates[GATE].open
    assert "Turn its token over" in play.asked
    assert "blocks nothing" in play.asked
    play.play("ok")
    assert (play.who("Peter").xp, play.who("Ray").xp) == (2, 1)
    assert play.who("Peter").target == play.who("Ray").target == ""
    play.play("combat")
    play.refused(GATE, "GB2-GATE-05")


@rule("GB2-GATE-07")
def test_one_may_close_alone_unless_the_scenario_limits_it() -> None:
    play = Play(STAR).play("combat", GATE, 5, "combat", GATE, 5)
    close(play)
    assert play.who("Peter").xp == 3
    limited = Play({**STAR, "gate_limit": 1}).play("combat", GATE, 5, "combat")
    limited.refused(GATE, "GB2-GATE-07")


@rule("GB2-GATE-08", "GB2-GATE-09", "GB2-GATE-10")
@pytest.mark.parametrize("takes", [False, True])
def test_the_last_gate_draws_the_ghosts_in(takes: bool) -> None:
    cards = {"mini": {"kind": "ghost", "rank": "mini_boss", "number": 3}}
    scenario = {
        **STAR,
        "entities": {"creeper": 3, "human": 1, "mini": 1, "boss": 1, "plazm": 2},
        "last_gate_takes_bosses": takes,
    }
    play = Play(scenario, cards, tokens={GATE: {"Peter": 2}, "human 1": {"Ray": 1}})
    close(play)
    assert "Creeper 1" in play.asked
    assert "Human 1" in play.asked
    play.play("ok")
    left = set(play.table.entities)
    assert sum(play.table.spirit_world.values()) == (8 if takes else 6)
    assert left == {"plazm 1", "plazm 2"} | (set() if takes else {"mini 1", "boss 1"})
    assert play.who("Ray").xp == 0
    assert play.who("Ray").target == ""


@rule("GB2-GATE-11")
@pytest.mark.parametrize("flag", [False, True])
def test_the_finishing_hit_skips_the_hit_effect_unless_the_card_says_so(flag: bool) -> None:
    scenario = {
        **STAR,
        "gate_to_close": 2,
        "gate_hit": [{"do": "say", "text": "growl"}],
        "gate_effect_when_closed": flag,
    }
    play = close(Play(scenario, tokens={GATE: {"Peter": 1}}))
    assert ("growl" in play.asked) is flag


# -- the Spirit World ---------------------------------------------------------


def roll(play: Play, face: str) -> Play:
    """End the round and roll the Event Die."""
    play.turn_of("Winston").play("end")
    assert "Event Die" in play.asked
    return play.play(face)


@rule("GB2-SPIRIT-02")
def test_nothing_in_the_spirit_world_can_be_fired_at() -> None:
    play = Play({"spirit_world": {"creeper": 3}})
    play.refused("combat", "GB2-SPIRIT-02")
    assert play.actions("Peter") == 3


@rule("GB2-SPIRIT-03", "GB2-WINLOSS-03")
def test_an_empty_spirit_world_loses_only_when_a_ghost_must_come() -> None:
    scenario = {**STAR, "spirit_world": {"creeper": 1}, "goo_timer": 8}
    play = roll(Play(scenario), "star").play(1, "nobody")
    assert play.table.spirit_world == {}
    assert play.session.outcome is None
    roll(play, "star")
    assert play.session.outcome is not None
    assert play.session.outcome.won is False
    assert "GB2-SPIRIT-03" in play.session.outcome.rules


@rule("GB2-SPIRIT-04")
def test_ghosts_due_at_once_are_drawn_one_by_one() -> None:
    scenario = {
        "gates": [{"symbol": symbol} for symbol in ("star", "symbol_2", "symbol_3")],
        "spirit_world": {"creeper": 2},
        "event_open": [{"do": "emerge", "gate": "each_open"}],
    }
    play = roll(Play(scenario), "star").play(1, "nobody", 2, "nobody")
    assert len(play.table.entities) == 2
    assert play.session.outcome is not None
    assert play.session.outcome.won is False


CLASSES = {
    "a": {"name": "A", "kind": "ghost", "number": 3, "slime": "hit"},
    "b": {"name": "B", "kind": "ghost", "number": 1, "slime": "hit"},
    "c": {"name": "C", "kind": "ghost", "number": 2, "slime": "hit"},
    "d": {"name": "D", "kind": "ghost", "number": 1, "slime": "hit"},
}


@rule("GB2-SPIRIT-05")
def test_the_lowest_class_emerges_first_unless_the_scenario_says_otherwise() -> None:
    world = {"spirit_world": {"a": 1, "b": 1, "c": 1}}
    play = roll(Play({**STAR, **world}, CLASSES), "star")
    assert "B 1 emerges" in play.asked
    assert play.table.spirit_world == {"a": 1, "c": 1}
    other = roll(Play({**STAR, **world, "highest_first": True}, CLASSES), "star")
    assert "A 1 emerges" in other.asked


@rule("GB2-SPIRIT-06")
@pytest.mark.parametrize(("face", "name"), [(3, "B 1"), (4, "D 1")])
def test_a_die_decides_between_ghosts_of_the_lowest_class(face: int, name: str) -> None:
    play = roll(Play({**STAR, "spirit_world": {"b": 1, "c": 1, "d": 1}}, CLASSES), "star")
    assert "1-3 B and 4-6 D" in play.asked
    play.play(face)
    assert f"{name} emerges" in play.asked


@rule("GB2-SPIRIT-01")
def test_a_spirit_world_that_is_not_listed_is_asked_for() -> None:
    from companion.engine.session import Session
    from companion.games.board_game_ii import GAME

    from .table import opening

    session: Session[Any] = Session(GAME, opening({"spirit_world": None}))
    assert session.pending is not None
    prompt = session.pending.prompt
    assert "What is in the Spirit World?" in str(prompt.title)
    assert "GB2-SPIRIT-01" in prompt.rules
    assert [option.id for option in prompt.options] == ["done", "creeper", "human"]  # type: ignore[attr-defined]
    for answer in ("creeper", 2, "done"):
        assert session.answer(answer) is None
    assert session.table.spirit_world == {"creeper": 2}
    assert any(notice.data.get("field") == "spirit_world" for notice in session.notices)


@rule("GB2-SPIRIT-07")
def test_a_ghost_off_the_map_is_out_of_the_scenario() -> None:
    play = Play({"entities": {"creeper": 1}}, {"creeper": {"when_missed": [{"do": "move"}]}})
    play.play("combat", "creeper 1", 1, 2, "off")
    assert play.table.spirit_world == {"creeper": 2}
    assert play.table.out == {"creeper": 1}
    assert all(not who.ghosts for who in play.table.team)
    play.refused("deposit", "GB2-DEPOSIT-02")


@rule("GB2-EMERGE-01", "GB2-EMERGE-02")
def test_an_emerging_ghost_goes_one_space_in_the_rolled_direction() -> None:
    play = roll(Play(STAR), "star")
    assert "Roll the Movement Die" in play.asked
    play.play(7)
    assert "direction 7" in play.asked
    play.play("1")
    assert play.who("Ray").slimes == {"hit": 1}
    assert list(play.table.entities) == ["creeper 1"]
    assert play.table.spirit_world == {"creeper": 1}


@rule("GB2-EMERGE-03")
def test_a_ghost_that_emerges_off_the_map_is_not_replaced() -> None:
    play = roll(Play({**STAR, "spirit_world": {"creeper": 3}}), "star").play(7, "off")
    assert play.table.out == {"creeper": 1}
    assert play.table.spirit_world == {"creeper": 2}
    assert play.asked.startswith("Peter's turn")


# -- the Event Die ------------------------------------------------------------


@rule("GB2-EVENTDIE-01", "GB2-EVENTDIE-05")
def test_the_event_die_is_asked_for_once_at_the_end() -> None:
    play = Play().turn_of("Winston").play("end")
    assert "Player 1" in play.asked
    assert play.prompt.to is None
    play.refused("end", "GB2-EVENTDIE-01")
    play.play("star")
    assert play.asked.startswith("Peter's turn")


@rule("GB2-EVENTDIE-02")
@pytest.mark.parametrize("face", ["star", "symbol_2", "symbol_3", "symbol_4", "symbol_5", "chaos"])
def test_five_faces_look_up_a_gate_and_one_is_chaos(face: str) -> None:
    gates = [
        {"symbol": symbol, "open": False}
        for symbol in ("star", "symbol_2", "symbol_3", "symbol_4", "symbol_5")
    ]
    play = roll(Play({"gates": gates}), face)
    assert ("chaos" in play.notices) is (face == "chaos")
    assert ("event_die" in play.notices) is (face != "chaos")


@rule("GB2-EVENTDIE-03", "GB2-SCENARIO-92")
def test_the_state_of_the_gate_decides() -> None:
    scenario = {
        "gates": [{"symbol": "star", "open": False}, {"symbol": "symbol_2"}],
        "event_open": [{"do": "say", "text": "open text"}],
        "event_closed": [{"do": "say", "text": "closed text"}],
    }
    assert "closed text" in roll(Play(scenario), "star").asked
    assert "open text" in roll(Play(scenario), "symbol_2").asked
    nothing = roll(Play({**scenario, "event_closed": []}), "star")
    assert nothing.table.spirit_world == {"creeper": 2}
    assert not nothing.table.entities


@rule("GB2-EVENTDIE-04")
def test_several_ghosts_emerge_lowest_class_first() -> None:
    scenario = {
        **STAR,
        "spirit_world": {"a": 1, "b": 1, "c": 1},
        "event_open": [{"do": "emerge", "count": 3}],
        "highest_first": True,
    }
    play = roll(Play(scenario, CLASSES), "star")
    order = []
    while "emerges" in play.asked:
        order.append(str(play.prompt.title).split(" ")[0])
        play.play(1, "nobody")
    assert order == ["B", "C", "A"]


@rule("GB2-ENDROUND-04")
def test_a_movement_die_rolled_along_serves_the_first_need() -> None:
    play = Play(STAR).turn_of("Winston").play("end").take("movement_die", 7).play("star")
    assert "direction 7" in play.asked
    unused = Play().turn_of("Winston").play("end").take("movement_die", 7).play("star")
    assert unused.table.movement_die == 0


# -- Chaos --------------------------------------------------------------------

MISSED = {"when_missed": [{"do": "move", "spaces": 1, "toward": "attacker"}]}
RANDOM = {"when_missed": [{"do": "move", "spaces": 1}]}


@rule("GB2-CHAOS-01")
def test_entities_act_as_if_missed_by_the_nearest_they_see() -> None:
    play = roll(Play({"entities": {"creeper": 1}}, {"creeper": MISSED}), "chaos")
    assert "nearest" in play.asked
    play.play("1")
    assert "moves 1 to Ray" in play.asked
    play.play("nobody")
    assert [who.xp for who in play.table.team] == [0, 0, 0, 0]
    assert play.actions("Peter") == 3


@rule("GB2-CHAOS-02", "GB2-CHAOS-08")
def test_entities_that_see_nobody_do_nothing() -> None:
    play = roll(Play({"entities": {"creeper": 2}}, {"creeper": MISSED}), "chaos")
    assert "at most 3 spaces" in play.asked
    assert "figures in between" in play.asked
    play.play("0", "nobody")
    assert "Creeper 1 moves" in play.asked
    play.play("nobody")
    assert play.asked.startswith("Peter's turn")


@rule("GB2-CHAOS-03")
def test_one_movement_die_serves_a_whole_chaos() -> None:
    play = roll(Play({"entities": {"creeper": 3}}, {"creeper": RANDOM}), "chaos")
    play.play("0", "0", "0", "order", 7)
    for number in (1, 2, 3):
        assert f"Creeper {number} moves 1, direction 7" in play.asked
        play.play("nobody")
    assert play.asked.startswith("Peter's turn")
    assert play.table.movement_die == 0


@rule("GB2-CHAOS-04")
def test_the_higher_combat_die_breaks_a_tie() -> None:
    play = roll(Play({"entities": {"creeper": 1}}, {"creeper": MISSED}), "chaos")
    play.play("tie", "0", "2", "nobody")
    assert "Peter rolls" in play.asked
    play.play(4, 4)
    assert "Peter rolls" in play.asked
    play.play(3)
    assert "Egon rolls" in play.asked
    play.play(5)
    assert "to Egon" in play.asked


@rule("GB2-CHAOS-05")
def test_lower_classes_react_first() -> None:
    cards: dict[str, Any] = {id: {**CLASSES[id], **MISSED} for id in ("a", "b", "c")}
    play = roll(Play({"entities": {"a": 1, "b": 1, "c": 1}}, cards), "chaos").play("0", "0", "0")
    order = []
    while "moves" in play.asked:
        order.append(str(play.prompt.title).split(" ")[0])
        play.play("nobody")
    assert order == ["B", "C", "A"]


@rule("GB2-CHAOS-06")
def test_players_order_equal_classes_and_one_answer_keeps_the_numbers() -> None:
    play = roll(Play({"entities": {"creeper": 2}}, {"creeper": MISSED}), "chaos").play("0", "0")
    assert play.options["order"].refusal is None
    assert play.prompt.default == "order"  # type: ignore[attr-defined]
    play.play("creeper 2")
    assert "Creeper 2 moves" in play.asked
    kept = roll(Play({"entities": {"creeper": 2}}, {"creeper": MISSED}), "chaos").play("0", "0", "order")
    assert "Creeper 1 moves" in kept.asked


@rule("GB2-CHAOS-07")
def test_targets_are_fixed_before_anything_moves() -> None:
    play = roll(Play({"entities": {"creeper": 2}}, {"creeper": MISSED}), "chaos")
    play.play("0")
    assert "Creeper 2: nearest" in play.asked
    play.play("1", "order")
    assert "Creeper 1 moves 1 to Peter" in play.asked
    play.play("nobody")
    assert "Creeper 2 moves 1 to Ray" in play.asked


@rule("GB2-CHAOS-09")
@pytest.mark.parametrize("one_roll", [True, False])
def test_the_one_die_also_picks_random_ghostbusters(one_roll: bool) -> None:
    toward = {"when_missed": [{"do": "move", "spaces": 1, "toward": "random_ghostbuster"}]}
    cards: dict[str, Any] = {"b": {**CLASSES["b"], **RANDOM}, "c": {**CLASSES["c"], **toward}}
    play = Play({"entities": {"b": 1, "c": 1}}, cards, house_rules={"one_chaos_roll": one_roll})
    roll(play, "chaos").play("0", "0", 7)
    assert "direction 7" in play.asked
    play.play("nobody")
    if not one_roll:
        play.play(2)
    assert ("to Winston" if one_roll else "to Peter") in play.asked


@rule("GB2-RANDOM-02")
@pytest.mark.parametrize(("face", "name"), [(2, "Peter"), (3, "Ray"), (6, "Egon"), (7, "Winston")])
def test_the_movement_die_picks_by_turn_order(face: int, name: str) -> None:
    toward = {"when_missed": [{"do": "move", "spaces": 2, "toward": "random_ghostbuster"}]}
    play = Play({"entities": {"creeper": 1}}, {"creeper": toward}).turn_of("Egon")
    play.play("combat", "creeper 1", 1, face)
    assert f"to {name}" in play.asked


@rule("GB2-RANDOM-03")
def test_other_numbers_are_drawn_with_equal_chances() -> None:
    toward = {"when_missed": [{"do": "move", "spaces": 2, "toward": "random_ghostbuster"}]}
    hits: dict[str, int] = {}
    for face in range(1, 7):
        play = Play({"entities": {"creeper": 1}}, {"creeper": toward}, seats=("Peter", "Ray", "Egon"))
        play.play("combat", "creeper 1", 1)
        assert play.prompt.die.id == "combat"  # type: ignore[attr-defined]
        play.play(face)
        name = str(play.prompt.title).split(" to ")[1]
        hits[name] = hits.get(name, 0) + 1
    assert hits == {"Peter": 2, "Ray": 2, "Egon": 2}


@rule("GB2-RANDOM-01")
def test_one_roll_sets_the_direction_of_a_whole_random_move() -> None:
    play = Play({"entities": {"creeper": 1}}, {"creeper": {"when_missed": [{"do": "move", "spaces": 2}]}})
    play.play("combat", "creeper 1", 1)
    for wrong in (0, 9):
        play.refused(wrong, "GB2-RANDOM-01")
    play.play(3)
    assert "moves 2, direction 3" in play.asked
    play.play("nobody")
    assert play.asked.startswith("Peter's turn")


# -- the end of a round -------------------------------------------------------


@rule("GB2-ENDROUND-01", "GB2-QUICKREF-06")
def test_end_of_round_effects_come_in_six_tiers() -> None:
    act = [{"do": "say", "text": "act"}]
    special = [{"when": "end_of_round", "then": act}]
    cards: dict[str, Any] = {
        "creeper": {"specials": special},
        "mini": {"name": "Mini", "rank": "mini_boss", "number": 3, "specials": special},
        "boss": {"specials": special},
    }
    from .table import NAMES, STEADY

    abilities = [{"text": "x", "when": "end_of_round", "then": act}]
    shelf = {
        "characters": {
            name: {"id": name, "name": name, **STEADY, "abilities": abilities if name == "Peter" else []}
            for name in NAMES
        },
        "events": {"fog": {"id": "fog", "name": "Fog", "limit": 0, "end_of_round": act}},
    }
    from companion.games.board_game_ii.state import Running

    scenario = {"entities": {"boss": 1, "mini": 1, "creeper": 1}, "end_of_round": act}
    play = Play(scenario, cards, shelf, table={"events": [Running("fog")]}).turn_of("Winston").play("end")
    seen = []
    while "act" in play.asked:
        seen.append(str(play.prompt.title).split(":")[0])
        assert play.table.goo_timer == 6
        play.play("ok")
    assert seen == ["Peter", "Creeper 1", "Mini 1", "Boss 1", "Fog", "Test"]
    assert play.table.goo_timer == 5
    assert "Event Die" in play.asked


@rule("GB2-ENDROUND-02", "GB2-ENDROUND-03", "GB2-GOO-01", "GB2-FAQ-03")
def test_the_goo_timer_drops_before_the_die_and_zero_loses_at_once() -> None:
    play = Play({"goo_timer": 2}).turn_of("Winston").play("end")
    assert play.table.goo_timer == 1
    assert "Event Die" in play.asked
    play.play("star").turn_of("Winston").play("end")
    assert play.session.outcome is not None
    assert play.session.outcome.won is False
    assert "GB2-GOO-01" in play.session.outcome.rules


@rule("GB2-ENDROUND-03", "GB2-WINLOSS-01")
def test_a_success_beats_a_failure_at_the_same_moment() -> None:
    missed = [{"do": "slime", "who": "attacker", "type": "caustic"}, {"do": "end", "won": True}]
    play = Play(
        {"entities": {"creeper": 1}},
        {"creeper": {"when_missed": missed}},
        team={"Peter": {"slimes": {"caustic": 2}}},
    )
    play.play("combat", "creeper 1", 1)
    assert play.session.outcome is not None
    assert play.session.outcome.won is True


@rule("GB2-WINLOSS-02")
def test_a_trap_goal_needs_a_trap_and_a_defeat_goal_any_defeat() -> None:
    for kind, won in (("trap", None), ("defeat", True)):
        scenario = {"entities": {"boss": 1}, "success": [{"kind": kind, "card": "boss"}]}
        play = Play(scenario, {"boss": {"when_missed": [{"do": "move"}]}})
        play.play("combat", "boss 1", 1, 3, "off")
        assert (play.session.outcome.won if play.session.outcome else None) is won
