"""Entity movement, Bases, keywords: what figures do to those they meet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from .table import Play

rule = pytest.mark.rule
RANDOM = [{"do": "move", "spaces": 2, "toward": "random_direction"}]
TOWARD_SHOOTER = [{"do": "move", "spaces": 1, "toward": "attacker"}]
TOWARD_RANDOM = [{"do": "move", "spaces": 2, "toward": "random_ghostbuster"}]
TELL_HIT = [{"do": "say", "text": "hit!"}]
ONE = {"entities": {"creeper": 1}}


def missed(effect: Any = RANDOM, scenario: Mapping[str, Any] = ONE, **more: Any) -> Play:
    """Peter misses Creeper 1, which then does `effect`."""
    cards = {"creeper": {"when_missed": effect, **more.pop("card", {})}}
    return Play(scenario, cards, **more).play("combat", "creeper 1", 1)


def slimes(play: Play, name: str) -> int:
    return sum(play.who(name).slimes.values())


# -- movement -----------------------------------------------------------------


@rule("GB2-MOVE-01")
def test_nothing_on_the_board_stops_an_entity() -> None:
    play = missed().play(3)
    assert "GB2-MOVE-01" in play.prompt.rules
    assert "direction 3" in play.asked
    assert {"nobody", "0", "off"} <= set(play.open)


@rule("GB2-MOVE-02")
def test_a_miss_that_moves_it_asks_for_the_die_and_moves_no_other() -> None:
    play = missed(scenario={"entities": {"creeper": 2}})
    assert "Movement Die" in play.asked
    assert "moves 2" in play.asked
    play.play(5)
    assert "Creeper 1" in play.asked
    play.play("nobody")
    assert "Peter's turn" in play.asked


@rule("GB2-MOVE-03", "GB2-MOVE-05")
def test_toward_a_target_it_takes_the_shortest_way() -> None:
    play = missed([{"do": "move", "spaces": 2, "toward": "attacker"}])
    assert "Creeper 1 moves 2 to Peter" in play.asked
    assert {"GB2-MOVE-03", "GB2-MOVE-05"} <= set(play.prompt.rules)


@rule("GB2-MOVE-04", "GB2-MOVE-13")
def test_beside_its_target_it_goes_through() -> None:
    play = missed([{"do": "move", "spaces": 3, "toward": "attacker"}])
    assert {"GB2-MOVE-04", "GB2-MOVE-13"} <= set(play.prompt.rules)
    play.play("0")
    assert slimes(play, "Peter") == 1
    assert "creeper 1" in play.table.entities


@rule("GB2-MOVE-06")
def test_it_slides_on_over_whom_it_ends_on_and_slimes_each() -> None:
    play = missed().play(3)
    assert "GB2-MOVE-06" in play.prompt.rules
    play.play("more", "1", "2", "nobody")
    assert [slimes(play, name) for name in ("Peter", "Ray", "Egon", "Winston")] == [0, 1, 1, 0]


@rule("GB2-MOVE-07", "GB2-MOVE-08")
def test_other_entities_and_open_gates_are_slid_over_without_effect() -> None:
    play = missed(scenario={"entities": {"creeper": 2}}).play(3)
    assert {"GB2-MOVE-07", "GB2-MOVE-08"} <= set(play.prompt.rules)
    play.play("nobody")
    assert set(play.table.entities) == {"creeper 1", "creeper 2"}
    assert all(not who.slimes for who in play.table.team)


@rule("GB2-MOVE-09")
def test_over_the_edge_it_is_out_of_the_scenario() -> None:
    play = missed().play(3, "more", "1", "off", "nobody")
    assert slimes(play, "Ray") == 1
    assert not play.table.entities
    assert play.table.spirit_world == {"creeper": 2}
    assert play.table.out == {"creeper": 1}


@rule("GB2-MOVE-10", "GB2-ECTO1-13", "GB2-SLIME-14")
def test_it_may_rest_on_the_car_and_slimes_who_is_inside() -> None:
    scenario = {**ONE, "ecto_1a": True}
    play = missed(scenario=scenario, team={"Ray": {"place": "ecto_1a"}}).play(3)
    assert "GB2-MOVE-10" in play.prompt.rules
    play.play("on ecto_1a")
    assert slimes(play, "Ray") == 1
    assert play.table.entities["creeper 1"].place == "ecto_1a"
    assert "stands on the vehicle" in str(play.session.notices[-1].text)
    play.play("combat")
    assert "creeper 1" in play.open


@rule("GB2-MOVE-11")
def test_segments_are_settled_one_by_one() -> None:
    effect = [*TOWARD_SHOOTER, {"do": "move", "spaces": 1, "toward": "random_ghostbuster"}]
    play = missed(effect)
    play.play("0")
    assert slimes(play, "Peter") == 1
    play.play(1, "0")
    assert slimes(play, "Peter") == 2


@rule("GB2-MOVE-12")
def test_a_later_segment_falls_away_with_the_figure() -> None:
    effect = [*TOWARD_SHOOTER, {"do": "move", "spaces": 1, "toward": "random_ghostbuster"}]
    play = missed(effect).play("off")
    assert "turn" in play.asked
    assert not play.table.entities


@rule("GB2-MOVE-17")
def test_what_an_entity_sees_is_asked_with_what_blocks_it() -> None:
    play = Play(ONE).turn_of("Winston").play("end", "chaos")
    assert "GB2-MOVE-17" in play.prompt.rules
    assert "figures in between block" in play.asked


@rule("GB2-MOVE-18")
def test_abilities_fire_when_their_card_names() -> None:
    specials = [
        {"when": "end_of_turn", "then": [{"do": "say", "text": "A"}]},
        {"when": "end_of_round", "then": [{"do": "say", "text": "B"}]},
    ]
    play = Play(ONE, {"creeper": {"specials": specials}})
    seen = []
    for _ in range(4):
        play.play("end")
        while "turn" not in str(play.prompt.title) or "end of" in str(play.prompt.title):
            seen.append(str(play.prompt.text))
            if play.table.phase == "event_die" or "Event Die" in play.asked:
                break
            play.play("ok")
    assert (seen.count("A"), seen.count("B")) == (4, 1)


# -- Bases --------------------------------------------------------------------

HIVE = {"entities": {"creeper": 3}, "bases": {"creeper 1": {"hive": 1}}}


def reactions(play: Play) -> int:
    """How often "hit!" or "missed!" is told before the turn goes on."""
    count = 0
    while "turn" not in play.asked:
        count += 1
        play.play("ok")
    return count


TELL = {"when_missed": [{"do": "say", "text": "missed!"}], "when_hit": TELL_HIT}


def hive(face: int, scenario: Mapping[str, Any] = HIVE, at: str = "creeper 1", **card: Any) -> Play:
    cards = {"creeper": {**TELL, "to_trap": 4, **card}}
    return Play({**scenario}, cards).play("combat", at, face)


@rule("GB2-BASE-01")
def test_a_missed_hive_makes_all_of_its_name_react() -> None:
    play = hive(1)
    assert "missed" in play.asked
    assert reactions(play) == 3


@rule("GB2-BASE-02", "GB2-QUICKREF-04")
def test_a_hit_hive_makes_the_others_react_as_hit() -> None:
    play = hive(6)
    assert "hit!" in play.asked
    assert reactions(play) == 3
    assert play.table.entities["creeper 1"].tokens == 1


@rule("GB2-BASE-03")
def test_hive_acts_from_its_bearer_and_on_its_name_only() -> None:
    scenario = {**HIVE, "entities": {"creeper": 2, "human": 1}}
    assert reactions(hive(1, scenario, at="creeper 2")) == 1


@rule("GB2-BASE-04")
def test_reacting_puts_no_token_on_the_others() -> None:
    play = hive(6, to_trap=2)
    reactions(play)
    assert [entity.tokens for entity in play.table.entities.values()] == [1, 0, 0]


@rule("GB2-BASE-05")
def test_the_others_react_even_if_the_bearer_is_trapped() -> None:
    play = hive(6, to_trap=1)
    assert "trapped" in play.notices
    assert reactions(play) == 2


@rule("GB2-BASE-06")
def test_two_hives_do_not_set_each_other_off() -> None:
    scenario = {"entities": {"creeper": 2}, "bases": {"creeper 1": {"hive": 1}, "creeper 2": {"hive": 1}}}
    assert reactions(hive(1, scenario)) == 2


@rule("GB2-BASE-07")
def test_a_second_hive_makes_the_others_react_once_more() -> None:
    assert reactions(hive(1, {**HIVE, "bases": {"creeper 1": {"hive": 2}}})) == 5


@rule("GB2-BASE-08")
def test_each_hive_reaction_has_a_roll_of_its_own() -> None:
    scenario = {**HIVE, "bases": {"creeper 1": {"hive": 2}}}
    play = hive(1, scenario, when_missed=TOWARD_RANDOM)
    rolls = 0
    while "turn" not in play.asked:
        if "Movement Die" in play.asked:
            rolls += 1
            play.play(1)
        else:
            play.play("nobody")
    assert rolls == 1 + 4


@rule("GB2-BASE-09")
def test_caustic_bases_change_the_type_once() -> None:
    scenario = {**ONE, "bases": {"creeper 1": {"caustic": 2}}}
    play = missed(scenario=scenario).play(3, "1")
    assert play.who("Ray").slimes == {"caustic": 1}


@rule("GB2-BASE-10", "GB2-QUICKREF-05")
@pytest.mark.parametrize("count", [1, 2])
def test_amplify_raises_to_hit_and_to_trap(count: int) -> None:
    scenario = {**ONE, "bases": {"creeper 1": {"amplify": count}}}
    play = Play(scenario, {"creeper": {"to_hit": 3, "to_trap": 2}})
    play.play("combat", "creeper 1", 3)
    assert "missed" in play.told()
    for _ in range(1 + count):
        play.turn_of("Ray") if play.actions("Peter") == 0 else play
        play.play("combat", "creeper 1", 3 + count)
        assert "creeper 1" in play.table.entities
    play.turn_of("Ray") if play.actions("Peter") == 0 and play.table.active == 0 else play
    play.play("combat", "creeper 1", 3 + count)
    assert "creeper 1" not in play.table.entities


@rule("GB2-BASE-11")
def test_an_amplified_class_1_survives_the_first_hit() -> None:
    scenario = {**ONE, "bases": {"creeper 1": {"amplify": 1}}}
    play = Play(scenario, {"creeper": {"to_trap": 1, "when_hit": TELL_HIT}}).play("combat", "creeper 1", 6)
    assert "hit!" in play.asked
    play.play("ok", "combat", "creeper 1", 6)
    assert "creeper 1" not in play.table.entities


@rule("GB2-BASE-12")
def test_above_six_even_the_logo_misses() -> None:
    scenario = {**ONE, "bases": {"creeper 1": {"amplify": 2}}}
    play = Play(scenario, {"creeper": {"to_hit": 5}}).play("combat", "creeper 1", 6)
    assert "missed" in play.notices


@rule("GB2-BASE-13")
def test_amplify_without_to_extract_raises_to_hit_alone() -> None:
    scenario = {"entities": {"plazm": 1}, "bases": {"plazm 1": {"amplify": 1}}}
    cards = {"plazm": {"to_hit": 4, "to_extract": "none"}}
    play = Play(scenario, cards, team={"Peter": {"pack": "slime"}}).play("combat", "plazm 1")
    assert "5 or more" in play.asked
    play.play(5, "combat", "plazm 1", 5, "combat", "plazm 1", 5)
    assert play.table.entities["plazm 1"].tokens == 3


def end_of_round(scenario: Mapping[str, Any]) -> Play:
    return Play(scenario).turn_of("Winston").play("end")


@rule("GB2-BASE-14", "GB2-BASE-16", "GB2-ERRATA-04")
def test_a_shadow_moves_two_toward_the_nearest_before_the_goo_timer_drops() -> None:
    play = end_of_round({**ONE, "bases": {"creeper 1": {"shadow": 1}}})
    assert "nearest" in play.asked
    assert "see" not in play.asked
    assert "GB2-BASE-16" in play.prompt.rules
    play.play("1")
    assert "Creeper 1 moves 2 to Ray" in play.asked
    assert play.table.goo_timer == 6
    play.play("nobody")
    assert play.table.goo_timer == 5


@rule("GB2-BASE-15")
def test_two_shadows_move_twice_looking_anew() -> None:
    play = end_of_round({**ONE, "bases": {"creeper 1": {"shadow": 2}}})
    play.play("1", "nobody")
    assert "nearest" in play.asked
    play.play("1", "1")
    assert slimes(play, "Ray") == 1
    assert play.table.phase == "event_die"


@rule("GB2-BASE-17")
def test_a_mark_changes_nothing_and_is_shown() -> None:
    scenario = {**ONE, "bases": {"creeper 1": {"marked": 1}}}
    play = Play(scenario, {"creeper": {"to_hit": 4, "to_trap": 2}}).play("combat", "creeper 1")
    assert "4 or more" in play.asked
    play.play(4, "combat", "creeper 1", 4)
    assert "trapped" in play.notices
    told = Play(scenario, team={"Ray": {"bases": {"marked": 1}}})
    person = next(one for one in told.session.game.view(told.table).people if one.name == "Ray")
    assert [str(mark.name) for mark in person.marks] == ["Marked"]


@rule("GB2-BASE-18")
def test_several_bases_on_one_figure_add_up_except_caustic() -> None:
    bases = {"amplify": 2, "shadow": 2, "hive": 2, "caustic": 2}
    scenario = {"entities": {"creeper": 2}, "bases": {"creeper 1": bases}}
    play = Play(scenario, {"creeper": {"to_hit": 3, "when_missed": TOWARD_SHOOTER}})
    play.play("combat", "creeper 1")
    assert "5 or more" in play.asked
    play.play(4)
    asked = 0
    while "turn" not in play.asked:
        asked += 1
        play.play("0" if asked == 1 else "nobody")
    assert asked == 1 + 2
    assert play.who("Peter").slimes == {"caustic": 1}
    play.turn_of("Winston").play("end")
    moves = 0
    while play.table.phase == "end_of_round":
        moves += "moves 2" in play.asked
        play.play("1" if "nearest" in play.asked else "nobody")
    assert moves == 2


# -- keywords -----------------------------------------------------------------


@rule("GB2-KEYWORD-04", "GB2-KEYWORD-05", "GB2-GIGANTIC-04")
@pytest.mark.parametrize("keyword", ["bound", "gigantic"])
def test_bound_and_gigantic_figures_stay_on_the_map(keyword: str) -> None:
    play = missed(card={"keywords": [keyword]}).play(3)
    assert "off" not in play.options
    assert "stops at the edge" in play.asked
    assert "back to its last free space" in play.asked
    assert {"GB2-KEYWORD-04", "GB2-KEYWORD-05", "GB2-GIGANTIC-04"} <= set(play.prompt.rules)
    play.play("1")
    assert slimes(play, "Ray") == 1
    assert "creeper 1" in play.table.entities


@rule("GB2-KEYWORD-06")
def test_trapping_and_the_edge_are_both_defeats() -> None:
    goal = [{"kind": "defeat", "card": "creeper", "count": 2, "text": "Defeat two."}]
    play = missed(scenario={"entities": {"creeper": 2}, "success": goal}).play(3, "off")
    assert play.table.defeated == {"creeper": 1}
    play.play("combat", "creeper 2", 6, "combat", "creeper 2", 6)
    assert play.session.outcome is not None
    assert play.session.outcome.won


@rule("GB2-KEYWORD-07", "GB2-EMERGE-01")
def test_what_emerges_is_placed_by_the_movement_die() -> None:
    scenario = {"gates": [{"symbol": "star", "open": True}]}
    play = Play(scenario).turn_of("Winston").play("end", "star")
    assert "emerges" in play.asked
    assert play.table.spirit_world == {"creeper": 1}
    play.play(7)
    assert "direction 7" in play.asked
    assert {"GB2-KEYWORD-07", "GB2-EMERGE-01"} <= set(play.prompt.rules)


@rule("GB2-KEYWORD-08", "GB2-EMERGE-02")
def test_what_emerges_slides_on_over_taken_spaces() -> None:
    scenario = {"gates": [{"symbol": "star", "open": True}]}
    play = Play(scenario).turn_of("Winston").play("end", "star", 7)
    assert {"GB2-EMERGE-02", "GB2-MOVE-06", "GB2-MOVE-07"} <= set(play.prompt.rules)
    play.play("1")
    assert slimes(play, "Ray") == 1
    assert "creeper 1" in play.table.entities


@rule("GB2-KEYWORD-09")
def test_splatter_slimes_all_that_are_adjacent() -> None:
    play = missed([{"do": "splatter"}])
    assert "next to it" in play.asked
    assert "GB2-KEYWORD-09" in play.prompt.rules
    play.play("1", "2", "nobody")
    assert [slimes(play, name) for name in ("Ray", "Egon", "Winston")] == [1, 1, 0]


@rule("GB2-KEYWORD-10")
def test_a_trap_pays_each_token_and_goes_to_the_trapper() -> None:
    play = Play(ONE, {"creeper": {"to_trap": 3}}, tokens={"creeper 1": {"Ray": 2}})
    play.play("combat", "creeper 1", 6)
    assert (play.who("Ray").xp, play.who("Peter").xp) == (2, 1)
    assert play.who("Peter").ghosts == {"creeper": 1}


@rule("GB2-KEYWORD-11")
def test_a_trap_by_a_card_without_tokens_pays_nothing() -> None:
    net = {"id": "net", "name": "Net", "abilities": [{"then": [{"do": "trap", "which": "chosen"}]}]}
    play = Play(
        ONE,
        shelf={"equipment": {"net": net}},
        team={"Peter": {"xp": 4}},
    )
    play.table.team[0].equipment.append(_held("net"))
    play.take("use 0 0", "creeper 1")
    assert play.who("Peter").ghosts == {"creeper": 1}
    assert play.who("Peter").xp == 4


def _held(card: str) -> Any:
    from companion.games.board_game_ii.state import Held

    return Held(card)


# -- Plazms -------------------------------------------------------------------

SIZES = {
    "super": {"size": 1, "to_hit": 3, "to_extract": 2},
    "hyper": {"size": 2, "to_hit": 4, "to_extract": "none"},
    "grand": {"size": 3, "to_hit": 5, "to_extract": "none"},
}


def plazms(**counts: int) -> Play:
    """Plazms of three sizes; the first Super moves when missed, a hit on the others Splits them."""
    base = {"kind": "plazm", "number": 2, "plazm": 1, "slime": "sight", "when_hit": [], "when_missed": []}
    cards = {id: {**base, "name": id.title(), **more} for id, more in SIZES.items()}
    cards["super"]["when_missed"] = RANDOM
    cards["hyper"]["when_missed"] = RANDOM
    for id in ("hyper", "grand"):
        cards[id]["when_hit"] = [{"do": "split"}]
    return Play({"entities": counts}, cards, team={name: {"pack": "slime"} for name in ("Peter", "Ray")})


def supers(play: Play) -> int:
    return sum(play.table.card(entity).size for entity in play.table.entities.values())


def cards_on_map(play: Play) -> list[str]:
    return sorted(entity.card for entity in play.table.entities.values())


@rule("GB2-MOVE-14", "GB2-KEYWORD-01")
def test_supers_attach_to_a_hyper_and_then_a_grand() -> None:
    play = plazms(super=3).play("combat", "super 1", 1, 4, "onto super 2")
    assert "Join the two figures" in play.asked
    play.play("ok")
    assert cards_on_map(play) == ["hyper", "super"]
    assert supers(play) == 3
    play.play("combat", "super 3", 1, 4, "onto hyper 1", "ok")
    assert cards_on_map(play) == ["grand"]
    assert supers(play) == 3


@rule("GB2-KEYWORD-02")
@pytest.mark.parametrize(("mover", "other"), [("hyper 1", "super 1"), ("super 1", "hyper 1")])
def test_hyper_and_super_make_a_grand_whichever_moved(mover: str, other: str) -> None:
    play = plazms(hyper=1, super=1).play("combat", mover, 1, 4, "onto " + other, "ok")
    assert cards_on_map(play) == ["grand"]


@rule("GB2-MOVE-15")
def test_moving_across_does_not_attach() -> None:
    play = plazms(super=2).play("combat", "super 1", 1, 4, "nobody")
    assert cards_on_map(play) == ["super", "super"]


@rule("GB2-MOVE-16", "GB2-KEYWORD-03")
def test_hyper_and_hyper_do_not_attach() -> None:
    play = plazms(hyper=2).play("combat", "hyper 1", 1, 4)
    assert not [id for id in play.options if id.startswith("onto")]
    play.play("nobody")
    assert cards_on_map(play) == ["hyper", "hyper"]


@rule("GB2-SPLIT-01")
def test_a_hit_frees_a_super_and_the_parent_drops_a_rank() -> None:
    play = plazms(grand=1).play("combat", "grand 1", 6, 3, "nobody")
    assert cards_on_map(play) == ["hyper", "super"]
    play.play("combat", "hyper 1", 6, 3, "nobody")
    assert supers(play) + play.table.extracted.get("super", 0) == 3


@rule("GB2-SPLIT-02")
def test_the_freed_super_emerges_from_the_parents_space() -> None:
    play = plazms(hyper=1).play("combat", "hyper 1", 6)
    assert "emerges" in play.asked
    assert "Super" in play.asked
    play.play(3)
    assert "direction 3" in play.asked


@rule("GB2-SPLIT-03", "GB2-EXTRACT-03", "GB2-EXTRACT-04")
def test_mood_slimes_stay_and_may_suffice_for_the_smaller_parent() -> None:
    play = plazms(hyper=1).play("combat", "hyper 1", 6, 3, "nobody")
    parent = next(entity for entity in play.table.entities.values() if entity.tokens)
    assert (parent.card, parent.tokens) == ("super", 1)
    ripe = plazms(hyper=1)
    ripe.table.entities["hyper 1"].mood_slimes[0] = 1
    ripe.table.team[0].target = "hyper 1"
    ripe.play("combat", "hyper 1", 6, 3, "nobody")
    assert "extracted" in ripe.notices
    assert ripe.who("Peter").xp == 2
    assert cards_on_map(ripe) == ["super"]


@rule("GB2-SPLIT-04")
def test_a_freed_super_passes_over_another_and_does_not_attach() -> None:
    play = plazms(hyper=1, super=1).play("combat", "hyper 1", 6, 3)
    assert not [id for id in play.options if id.startswith("onto")]


# -- Summon -------------------------------------------------------------------

SUMMON = [{"do": "summon", "card": "human"}]


def summoned(out: int = 0, trapped: int = 0, spirit: int = 0) -> Play:
    table = {
        "out": {"human": out} if out else {},
        "spirit_world": {"human": spirit} if spirit else {"creeper": 1},
    }
    team = {"Ray": {"ghosts": {"human": trapped} if trapped else {}}}
    return missed(SUMMON, team=team, table=table)


@rule("GB2-SUMMON-01")
def test_a_summoned_ghost_comes_from_outside_first() -> None:
    play = summoned(out=1, trapped=1, spirit=1)
    assert play.table.out == {}
    assert play.who("Ray").ghosts == {"human": 1}
    assert play.table.spirit_world == {"human": 1}
    play.play(3, "nobody")
    assert "human 1" in play.table.entities


@rule("GB2-SUMMON-02")
def test_then_from_a_trap_and_last_from_the_spirit_world() -> None:
    play = summoned(trapped=2, spirit=2)
    assert play.who("Ray").ghosts == {"human": 1}
    assert play.table.spirit_world == {"human": 2}
    last = summoned(spirit=2)
    assert last.table.spirit_world == {"human": 1}


@rule("GB2-SUMMON-03")
def test_if_none_is_left_nothing_happens() -> None:
    play = summoned()
    assert "not_summoned" in play.notices
    assert "turn" in play.asked
    assert play.session.outcome is None


# -- Push ---------------------------------------------------------------------


def pushed(how: str) -> Play:
    play = missed(card={"keywords": ["push"]}).play(3, "1")
    assert slimes(play, "Ray") == 1
    assert "Ray is Pushed" in play.asked
    return play.play(how)


@rule("GB2-PUSH-01", "GB2-ERRATA-47")
def test_a_push_slimes_and_shifts() -> None:
    play = pushed("on")
    assert play.session.notices[-1].data["how"] == "on"
    assert "Ray is Pushed" in str(play.session.notices[-1].text)


@rule("GB2-PUSH-02")
def test_at_an_obstacle_the_pushed_player_picks_a_side() -> None:
    play = missed(card={"keywords": ["push"]}).play(3, "1")
    assert "side" in play.open
    assert "one of the two spaces beside it" in play.asked
    assert play.prompt.to == 1
    play.play("side")


@rule("GB2-PUSH-03")
def test_without_room_the_pushed_stays_but_is_slimed() -> None:
    play = pushed("stays")
    assert "stays where they are" in str(play.session.notices[-1].text)
    assert slimes(play, "Ray") == 1


@rule("GB2-PUSH-04")
def test_what_blocks_a_push_is_named() -> None:
    play = missed(card={"keywords": ["push"]}).play(3, "1")
    assert "a Ghostbuster" in play.asked
    assert "Closed Gates and empty Goo Piles are not in the way" in play.asked
    assert "GB2-PUSH-04" in play.prompt.rules


def test_a_push_out_of_sight_costs_the_tokens() -> None:
    play = missed(
        card={"keywords": ["push"], "to_trap": 5},
        scenario={"entities": {"creeper": 2}},
        tokens={"creeper 2": {"Ray": 2}},
    )
    play.play(3, "1", "on", "no")
    assert play.table.entities["creeper 2"].tokens == 0


# -- Gigantic -----------------------------------------------------------------


@rule("GB2-GIGANTIC-01")
def test_a_gigantic_figure_sees_past_everything() -> None:
    play = Play(ONE, {"creeper": {"keywords": ["gigantic"]}}).turn_of("Winston").play("end", "chaos")
    assert "nothing stops its sight" in play.asked
    assert "3 spaces" in play.asked
    assert "GB2-GIGANTIC-01" in play.prompt.rules


@rule("GB2-GIGANTIC-02")
def test_nothing_but_distance_hides_a_gigantic_figure() -> None:
    play = Play(ONE, {"creeper": {"keywords": ["gigantic"]}}).play("combat")
    assert "nothing but distance" in str(play.options["creeper 1"].detail)
    assert "3 spaces" in play.asked


@rule("GB2-GIGANTIC-03")
def test_lines_do_not_hold_a_gigantic_figure() -> None:
    play = missed(card={"keywords": ["gigantic"]}).play(3)
    assert "GB2-GIGANTIC-03" in play.prompt.rules
    assert "line" not in play.asked


@rule("GB2-EXPEL-01", "GB2-EXPEL-02")
@pytest.mark.parametrize(
    ("table", "where"),
    [((1, 2, 3, 4, 5, 6, 7, 8), "top edge, left"), ((2, 1, 3, 4, 5, 6, 7, 8), "top edge, right")],
)
def test_a_two_by_two_figure_has_eight_exits_by_a_table(table: tuple[int, ...], where: str) -> None:
    scenario = {**ONE, "lady_liberty": True}
    play = missed(
        scenario=scenario,
        entities={"creeper 1": {"place": "lady_liberty"}},
        house_rules={"expel_table": table},
    )
    assert "GB2-EXPEL-01" in play.prompt.rules
    play.play(1)
    assert where in play.asked


@pytest.mark.parametrize(("face", "said"), [(1, "1 (up)"), (3, "3 (right)")])
def test_a_direction_is_said_in_words_once_the_pke_meter_is_typed_in(face: int, said: str) -> None:
    ways = ("up", "up right", "right", "down right", "down", "down left", "left", "up left")
    play = Play(ONE, {"creeper": {"when_missed": [{"do": "move"}]}}, table={"pke_meter": ways})
    play.play("combat", "creeper 1", 1, face)
    assert f"direction {said}" in play.asked
