"""Combat, Streams and Mood Slimes, Trapping, Extracting, Resist."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.board_game_ii.dice import COMBAT

from .table import Play

rule = pytest.mark.rule
ONE = {"entities": {"creeper": 1}}
TWO = {"entities": {"creeper": 2}}
TELL_HIT = [{"do": "say", "text": "hit!"}]
TELL_MISS = [{"do": "say", "text": "missed!"}]
CREEPER = "creeper 1"


def creeper(scenario: dict[str, Any] | None = None, **card: Any) -> dict[str, Any]:
    """Keywords for a table with one Creeper of the given figures."""
    return {"scenario": scenario or ONE, "cards": {"creeper": card}}


def fire(play: Play, *faces: int, at: str = CREEPER) -> Play:
    """Fire at a target, once a face."""
    for face in faces:
        play.play("combat", at, face)
    return play


# -- hit and miss -------------------------------------------------------------


@rule("GB2-COMBAT-01")
@pytest.mark.parametrize(("face", "kind"), [(3, "missed"), (4, "hit"), (5, "hit")])
def test_to_hit_or_more_hits(face: int, kind: str) -> None:
    assert kind in fire(Play(**creeper(to_hit=4, to_trap=3)), face).notices


@rule("GB2-FIGURE-06")
def test_to_hit_and_to_trap_are_the_figures_of_the_card() -> None:
    play = fire(Play(**creeper(to_hit=4, to_trap=2)), 3)
    assert play.table.entities[CREEPER].tokens == 0
    fire(play, 4)
    assert play.table.entities[CREEPER].tokens == 1
    assert "trapped" in fire(play, 6).notices


@rule("GB2-COMBAT-02")
@pytest.mark.parametrize(("slimes", "kind"), [({}, "hit"), ({"hit": 1}, "missed")])
def test_the_logo_counts_as_six(slimes: dict[str, int], kind: str) -> None:
    assert "Logo" in str(COMBAT.name_of(6))
    assert kind in fire(Play(**creeper(to_hit=6), team={"Peter": {"slimes": slimes}}), 6).notices


@rule("GB2-COMBAT-03")
def test_no_combat_inside_the_car() -> None:
    play = Play(ONE, team={"Peter": {"place": "ecto_1a"}})
    play.refused("combat", "GB2-COMBAT-03")
    assert play.actions("Peter") == 3


@rule("GB2-COMBAT-04")
def test_unknown_figures_are_asked_for_before_the_roll_and_kept() -> None:
    play = Play(**creeper(to_hit=None, to_trap=None, when_hit=None, when_missed=None))
    play.play("combat", CREEPER)
    asked = []
    for answer in (4, 2, "nothing", "read"):
        asked.append(str(play.prompt.title))
        play.play(answer)
    assert asked == ["Creeper: To Hit?", "Creeper: To Trap?", "Creeper: When Hit?", "Creeper: When Missed?"]
    play.play(3)
    assert "What happened?" in play.asked
    play.play("done", "combat", CREEPER)
    assert "4 or more" in play.asked
    learned = [n.data for step in play.session.steps for n in step.notices if n.kind == "learned"]
    assert [(one["card"], one["field"]) for one in learned] == [
        ("creeper", "to_hit"),
        ("creeper", "to_trap"),
        ("creeper", "when_hit"),
        ("creeper", "when_missed"),
    ]


@rule("GB2-COMBAT-05", "GB2-COMBAT-06", "GB2-COMBAT-07", "GB2-FIGURE-04")
def test_packs_work_against_their_own_kind() -> None:
    scenario = {"entities": {"creeper": 1, "plazm": 1, "human": 1}}
    proton = Play(scenario).play("combat")
    proton.refused("plazm 1", "GB2-COMBAT-06")
    proton.refused("plazm 1", "GB2-COMBAT-07")
    assert proton.open == [CREEPER, "human 1", "back"]
    proton.play(CREEPER, 5)
    assert proton.table.entities[CREEPER].streams == {0: 1}
    blower = Play(scenario, team={"Peter": {"pack": "slime"}}).play("combat")
    blower.refused(CREEPER, "GB2-COMBAT-05")
    assert blower.actions("Peter") == 3
    assert blower.open == ["plazm 1", "human 1", "back"]
    blower.play("plazm 1", 4)
    assert blower.table.entities["plazm 1"].mood_slimes == {0: 1}


@rule("GB2-COMBAT-08")
def test_a_hit_places_the_token_and_then_when_hit_follows() -> None:
    play = fire(Play(**creeper(to_trap=3, when_hit=TELL_HIT)), 5)
    assert play.table.entities[CREEPER].tokens == 1
    assert "hit!" in play.asked


@rule("GB2-COMBAT-09")
def test_the_finishing_hit_skips_when_hit() -> None:
    play = fire(Play(**creeper(when_hit=TELL_HIT), tokens={CREEPER: {"Peter": 1}}), 5)
    assert "trapped" in play.notices
    assert play.asked.startswith("Peter's turn")


@rule("GB2-COMBAT-10")
@pytest.mark.parametrize("reacts", [True, False])
def test_a_flagged_card_reacts_even_when_trapped(reacts: bool) -> None:
    play = fire(Play(**creeper(to_trap=1, when_hit=TELL_HIT, reacts_when_caught=reacts)), 5)
    assert ("hit!" in play.asked) is reacts
    if reacts:
        play.play("ok")
    assert play.who("Peter").ghosts == {"creeper": 1}


@rule("GB2-COMBAT-11")
def test_a_miss_adds_nothing_and_when_missed_follows() -> None:
    play = fire(Play(**creeper(when_missed=TELL_MISS), tokens={CREEPER: {"Peter": 1}}), 2)
    assert play.table.entities[CREEPER].tokens == 1
    assert "missed!" in play.asked


@pytest.mark.parametrize("which", ["each", "self", "chosen"])
def test_figures_that_set_each_other_off_react_once_each(which: str) -> None:
    both = {"entities": {"creeper": 2}}
    play = fire(Play(**creeper(both, when_missed=[*TELL_MISS, {"do": "react", "which": which}])), 2)
    asked = []
    while "turn" not in play.asked:
        asked.append(play.asked)
        play.play("creeper 2" if "Which Entity?" in play.asked else "ok")
    assert sum("missed!" in said for said in asked) == (1 if which == "self" else 2)


@rule("GB2-QUICKREF-05")
def test_amplify_raises_both_figures() -> None:
    play = fire(Play(**creeper(to_hit=3, to_trap=2), bases={CREEPER: {"amplify": 1}}), 3, 4, 4)
    assert play.table.entities[CREEPER].tokens == 2
    assert "trapped" in fire(play.play("end"), 4).notices


# -- tokens -------------------------------------------------------------------


@rule("GB2-STREAM-01", "GB2-STREAM-02")
def test_five_tokens_are_all_and_a_further_hit_adds_none() -> None:
    play = Play({"entities": {"boss": 1}}, {"boss": {"when_hit": TELL_HIT}}, tokens={"boss 1": {"Peter": 5}})
    fire(play, 6, at="boss 1")
    assert "hit!" in play.asked
    assert play.table.entities["boss 1"].of(0) == 5


@rule("GB2-STREAM-03")
def test_tokens_travel_with_the_figure() -> None:
    missed = [{"do": "move", "spaces": 2}]
    play = fire(Play(**creeper(when_missed=missed, to_trap=4), tokens={CREEPER: {"Peter": 2}}), 1)
    play.play(3, "nobody")
    assert "still in sight" in play.asked.lower()
    play.play("yes")
    assert play.table.entities[CREEPER].of(0) == 2


@rule("GB2-STREAM-04")
def test_tokens_for_a_boss_go_on_its_card() -> None:
    play = fire(Play({"entities": {"boss": 1}}), 6, at="boss 1")
    told = [notice for notice in play.session.notices if "GB2-STREAM-04" in notice.rules]
    assert [str(notice.text) for notice in told] == ["1 token on the card of Boss 1"]
    assert told[0].data["tokens"] == 1


@rule("GB2-STREAM-05")
def test_firing_elsewhere_strips_the_former_target_hit_or_miss() -> None:
    play = Play(**creeper(TWO, to_trap=4), tokens={CREEPER: {"Peter": 2, "Ray": 1}})
    fire(play, 1, at="creeper 2")
    assert play.table.entities[CREEPER].streams == {1: 1}
    assert play.who("Peter").target == ""


@rule("GB2-STREAM-06")
def test_a_gate_is_a_target_like_any_other() -> None:
    scenario = {**ONE, "gates": [{"symbol": "star"}]}
    play = fire(Play(scenario, tokens={"gate star": {"Peter": 2}}), 1)
    assert play.table.gates["gate star"].tokens == 0


@rule("GB2-STREAM-07")
def test_changing_ones_pack_strips_the_tokens() -> None:
    play = Play(**creeper(to_trap=5), tokens={CREEPER: {"Peter": 3}}).play("own_pack")
    assert play.table.entities[CREEPER].tokens == 0


@rule("GB2-STREAM-08", "GB2-STREAM-14")
def test_tokens_are_cut_loose_for_nothing_and_all_at_once() -> None:
    play = Play(**creeper(to_trap=5), tokens={CREEPER: {"Peter": 3}}).play("combat").take("cut")
    assert play.table.entities[CREEPER].tokens == 0
    assert "fires at" in play.asked
    assert play.who("Peter").xp == 0
    play.play("back")
    assert play.actions("Peter") == 3


@rule("GB2-STREAM-09")
def test_a_miss_on_the_same_target_costs_no_token() -> None:
    play = fire(Play(**creeper(to_trap=4), tokens={CREEPER: {"Peter": 2}}), 1)
    assert play.table.entities[CREEPER].of(0) == 2


@rule("GB2-STREAM-10", "GB2-STREAM-11")
@pytest.mark.parametrize(("answer", "tokens"), [("map", 2), ("lost", 0)])
def test_sight_is_asked_for_once_when_the_move_is_over(answer: str, tokens: int) -> None:
    play = Play(**creeper(to_trap=4), tokens={CREEPER: {"Peter": 2}}).play("move")
    assert "at the end" in play.asked
    play.play(answer)
    assert play.table.entities[CREEPER].of(0) == tokens
    assert play.asked.startswith("Peter's turn")


@rule("GB2-STREAM-12")
def test_sight_lost_because_the_target_moved() -> None:
    missed = [{"do": "move", "spaces": 2}]
    play = Play(**creeper(when_missed=missed, to_trap=4), tokens={CREEPER: {"Peter": 2}})
    play.play("end")
    fire(play, 1).play(3, "nobody")
    assert "Peter sees Creeper 1?" in play.asked
    play.play("no")
    assert play.table.entities[CREEPER].tokens == 0
    assert play.who("Peter").xp == 0


@rule("GB2-STREAM-12")
def test_a_view_that_a_third_figure_blocks_can_be_reported_out_of_turn() -> None:
    play = Play(**creeper(to_trap=4), tokens={CREEPER: {"Peter": 2, "Ray": 1}})
    offered = {one.id: str(one.label) for one in play.session.interludes}
    assert offered["unseen 1"] == "Ray lost sight"
    assert "unseen 0" not in offered
    assert "cut" in offered
    play.take("unseen 1")
    assert (play.table.entities[CREEPER].of(0), play.table.entities[CREEPER].of(1)) == (2, 0)
    assert play.who("Ray").target == ""
    assert play.asked.startswith("Peter's turn")


@rule("GB2-STREAM-13")
@pytest.mark.parametrize(("answer", "tokens"), [("ecto_1a", 2), ("ecto_1a lost", 0)])
def test_tokens_stay_while_one_of_the_cars_spaces_sees(answer: str, tokens: int) -> None:
    play = Play(**creeper(to_trap=4), tokens={CREEPER: {"Peter": 2}}).play("move", answer)
    assert play.table.entities[CREEPER].of(0) == tokens
    play.refused("combat", "GB2-COMBAT-03")
    by_door = Play(**creeper(to_trap=4), tokens={CREEPER: {"Peter": 2}}).play("door", "done")
    assert "either space" in by_door.asked
    by_door.play("yes")
    assert by_door.table.entities[CREEPER].of(0) == 2


# -- Trapping and Extracting --------------------------------------------------


@rule("GB2-TRAP-01", "GB2-TRAP-02", "GB2-TRAP-03", "GB2-XP-01", "GB2-KEYWORD-10")
def test_the_last_stream_traps_and_each_is_paid_for_own_tokens() -> None:
    play = Play(**creeper(to_trap=3), tokens={CREEPER: {"Peter": 2}}).play("end")
    fire(play, 5)
    assert play.who("Ray").ghosts == {"creeper": 1}
    assert play.who("Peter").ghosts == {}
    assert (play.who("Peter").xp, play.who("Ray").xp) == (2, 1)
    assert play.who("Peter").target == play.who("Ray").target == ""
    assert "lift the figure" in " ".join(str(notice.text) for notice in play.session.notices)
    shared = fire(Play(**creeper(to_trap=3), tokens={CREEPER: {"Ray": 1, "Egon": 1}}), 5)
    assert "trapped" in shared.notices


@rule("GB2-TRAP-04")
def test_one_ghostbuster_may_trap_alone() -> None:
    play = fire(Play(**creeper(to_trap=3)), 5, 5, 5)
    assert play.who("Peter").ghosts == {"creeper": 1}
    assert play.who("Peter").xp == 3


@rule("GB2-TRAP-05", "GB2-XP-05")
def test_tokens_on_a_figure_that_leaves_pay_nothing() -> None:
    missed = [{"do": "move", "spaces": 2}]
    play = Play(**creeper(when_missed=missed, to_trap=4), tokens={CREEPER: {"Egon": 2}})
    fire(play, 1).play(3, "off")
    assert play.who("Egon").xp == 0
    assert play.who("Egon").target == ""
    assert play.table.out == {"creeper": 1}


@rule("GB2-EXTRACT-01", "GB2-EXTRACT-02")
def test_mood_slimes_extract_and_the_card_says_how_much() -> None:
    blowers = {name: {"pack": "slime"} for name in ("Peter", "Ray")}
    play = Play(
        {"entities": {"plazm": 1}},
        {"plazm": {"to_extract": 4, "plazm": None}},
        team=blowers,
        tokens={"plazm 1": {"Peter": 2, "Ray": 1}},
    )
    fire(play, 4, at="plazm 1")
    assert "Plazm Counters for it" in play.asked
    play.play(3)
    assert play.who("Peter").plazm == 3
    assert play.who("Peter").ghosts == {}
    assert "plazm 1" not in play.table.entities
    assert (play.who("Peter").xp, play.who("Ray").xp) == (3, 1)


@rule("GB2-HUMAN-01", "GB2-HUMAN-02", "GB2-HUMAN-03")
def test_haunted_humans_take_both_kinds_or_either() -> None:
    both = {"needs_both": True, "to_trap": 1, "to_extract": 1}
    play = Play({"entities": {"human": 1}}, {"human": both})
    fire(play, 5, 5, at="human 1")
    assert play.table.entities["human 1"].tokens == 2
    either = Play(
        {"entities": {"human": 1}},
        {"human": {"to_trap": 2, "plazm": 2}},
        team={"Ray": {"pack": "slime"}},
        tokens={"human 1": {"Peter": 1}},
    ).play("end")
    fire(either, 5, at="human 1")
    assert either.who("Ray").ghosts == {"human": 1}
    assert either.who("Ray").plazm == 2
    assert (either.who("Peter").xp, either.who("Ray").xp) == (1, 1)
    assert either.who("Peter").target == ""


@rule("GB2-FIGURE-08")
def test_what_belongs_to_one_lies_on_that_card() -> None:
    play = fire(Play(**creeper(to_trap=1), team={"Egon": {"plazm": 2}, "Peter": {"slimes": {"hit": 1}}}), 5)
    peter, egon = play.who("Peter"), play.who("Egon")
    assert (peter.ghosts, peter.plazm, peter.slimes) == ({"creeper": 1}, 0, {"hit": 1})
    assert (egon.ghosts, egon.plazm, egon.slimes) == ({}, 2, {})


@rule("GB2-FIGURE-05")
def test_a_haunted_human_counts_as_a_ghost() -> None:
    scenario = {
        "entities": {"creeper": 1, "human": 1, "plazm": 1},
        "end_of_turn": [{"do": "move", "spaces": 1, "which": "each_ghost"}],
    }
    play = Play(scenario).play("end")
    moved = []
    while "moves 1" in play.asked:
        moved.append(str(play.prompt.title).split(" moves")[0])
        play.play(1, "nobody")
    assert moved == ["Creeper 1", "Human 1"]


# -- Resist -------------------------------------------------------------------


@rule("GB2-RESIST-01", "GB2-RESIST-04")
def test_enough_streams_only_allow_an_attempt() -> None:
    play = fire(Play(**creeper(to_trap=1, resist=3)), 5)
    assert play.table.entities[CREEPER].tokens == 1
    play.play("combat", CREEPER)
    assert play.open == ["attempt", "add"]
    play.play("add", 5)
    assert play.table.entities[CREEPER].tokens == 2
    play.play("combat", CREEPER)
    assert "+2" in play.asked


@rule("GB2-RESIST-01", "GB2-FIGURE-07")
@pytest.mark.parametrize(("resist", "trapped"), [(0, True), (3, False)])
def test_whether_an_unknown_card_resists_is_asked_once_when_it_matters(resist: int, trapped: bool) -> None:
    play = fire(Play(**creeper({**ONE, "entities": {"creeper": 2}}, to_trap=2, resist=None)), 5)
    assert play.asked.startswith("Peter's turn")
    fire(play, 5)
    assert "Creeper: Resist (0: none)?" in play.asked
    play.play(resist)
    assert (CREEPER not in play.table.entities) is trapped
    assert [notice.data["value"] for notice in play.session.notices if notice.kind == "learned"] == [resist]
    if trapped:
        fire(play.turn_of("Ray"), 5, 5, at="creeper 2")
        assert play.table.entities == {}
    else:
        play.play("combat", CREEPER)
        assert play.open == ["attempt", "add"]


def test_a_card_with_keywords_is_not_asked_whether_it_resists() -> None:
    play = fire(Play(**creeper(to_trap=1, resist=None, keywords=["push"])), 5)
    assert CREEPER not in play.table.entities


@rule("GB2-RESIST-02", "GB2-RESIST-03")
@pytest.mark.parametrize(("own", "trapped"), [(4, True), (2, False)])
def test_an_attempt_is_one_die_each_and_ties_trap(own: int, trapped: bool) -> None:
    play = Play(**creeper(to_trap=1, resist=3, when_missed=TELL_MISS), tokens={CREEPER: {"Peter": 2}})
    play.play("combat", CREEPER, "attempt", own, 3)
    assert play.actions("Peter") == 2
    if trapped:
        assert play.who("Peter").ghosts == {"creeper": 1}
        assert play.who("Peter").xp == 2
    else:
        assert "missed!" in play.asked
        assert play.table.entities[CREEPER].tokens == 2


@rule("GB2-RESIST-05")
def test_gates_resist_alike() -> None:
    scenario = {"gates": [{"symbol": "star"}], "gate_to_close": 2, "gate_resist": 2}
    play = Play(scenario, tokens={"gate star": {"Peter": 2}})
    play.play("combat", "gate star", "attempt", 3, 2)
    assert not play.table.gates["gate star"].open
    play.play("ok")
    assert play.who("Peter").xp == 2


@rule("GB2-RESIST-06")
def test_anybody_in_sight_may_attempt_with_all_streams() -> None:
    play = Play(**creeper(to_trap=3, resist=3), tokens={CREEPER: {"Peter": 1, "Ray": 2}}).turn_of("Egon")
    play.play("combat", CREEPER)
    assert "+3" in play.asked
    play.play("attempt", 3, 3)
    assert play.who("Egon").ghosts == {"creeper": 1}
    assert [play.who(name).xp for name in ("Peter", "Ray", "Egon")] == [1, 2, 0]


@rule("GB2-RESIST-07")
def test_hit_slime_counts_and_the_last_stream_triggers_when_hit() -> None:
    play = Play(
        **creeper(to_trap=1, resist=1, when_hit=TELL_HIT, when_missed=TELL_MISS),
        team={"Peter": {"slimes": {"hit": 1}}},
    )
    fire(play, 6)
    assert "hit!" in play.asked
    play.play("ok", "combat", CREEPER, "attempt", 4, 4)
    assert "missed!" in play.asked
