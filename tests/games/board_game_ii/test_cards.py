"""Equipment, Class-S, Events, Trap Tokens, PvP, and single cards the FAQ speaks of."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.board_game_ii import GAME
from companion.games.board_game_ii.state import Held, Running

from .table import NAMES, Play

rule = pytest.mark.rule
ONE = {"entities": {"creeper": 1}}
TELL_HIT = [{"do": "say", "text": "hit!"}]
TELL_MISS = [{"do": "say", "text": "missed!"}]
TORCH = {"id": "torch", "name": "Torch", "abilities": [{"then": [{"do": "xp", "by": 1}]}]}
TOME = {
    "id": "tome",
    "name": "Tome",
    "abilities": [
        {"level": 1, "then": [{"do": "xp", "by": 1}]},
        {"level": 3, "then": [{"do": "goo_timer", "by": 1}]},
    ],
}
FLIP = {"id": "flip", "name": "Flip", "abilities": [{"then": [{"do": "ready", "who": "active"}]}]}
RELIC = {"id": "relic", "name": "Relic", "class_s": "tome", "abilities": [{"then": [{"do": "xp", "by": 1}]}]}
SHELF = {"equipment": {card["id"]: card for card in (TORCH, TOME, FLIP, RELIC)}}


def holding(name: str, *cards: Held, **figures: Any) -> dict[str, Any]:
    return {name: {"equipment": list(cards), **figures}}


def offered(play: Play) -> list[str]:
    """Interludes that are open."""
    return [one.id for one in play.session.interludes if one.refusal is None]


def not_open(play: Play, id: str, row: str) -> None:
    refusal = play.session.take(id)
    assert refusal is not None
    assert row in refusal.rules


# -- Equipment ----------------------------------------------------------------


@rule("GB2-EQUIP-02")
def test_equipment_costs_nothing_and_is_for_ones_own_turn() -> None:
    play = Play(shelf=SHELF, team=holding("Peter", Held("torch"), Held("torch")))
    play.play("move", "map", "move", "map", "move", "map")
    assert play.actions("Peter") == 0
    left = play.maneuvers("Peter")
    play.take("use 0 0")
    assert (play.actions("Peter"), play.maneuvers("Peter"), play.who("Peter").xp) == (0, left, 1)
    play.turn_of("Egon")
    not_open(play, "use 0 1", "GB2-EQUIP-02")


@rule("GB2-EQUIP-03", "GB2-QUICKREF-02")
def test_used_equipment_lies_face_down_until_it_is_turned_up() -> None:
    play = Play(shelf=SHELF, team=holding("Peter", Held("torch"), Held("flip")))
    play.take("use 0 0")
    assert (play.actions("Peter"), play.maneuvers("Peter")) == (3, 2)
    not_open(play, "use 0 0", "GB2-EQUIP-03")
    play.take("use 0 1")
    if play.table.team[0].equipment[0].uses == 0:
        play.play("0")
    play.take("use 0 0")
    assert play.who("Peter").xp == 2


@rule("GB2-EQUIP-04")
def test_higher_abilities_need_the_holders_level() -> None:
    low = Play(shelf=SHELF, team=holding("Peter", Held("tome"), ability_level=2))
    low.take("use 0 0")
    assert (low.who("Peter").xp, low.table.goo_timer) == (1, 6)
    high = Play(shelf=SHELF, team=holding("Peter", Held("tome"), ability_level=3, xp=11, drawn_level=3))
    high.take("use 0 0")
    assert {"0", "1"} <= set(high.open)
    given = Play(
        shelf=SHELF,
        team={**holding("Peter", Held("tome"), ability_level=2), "Ray": {"ability_level": 3, "xp": 11}},
    )
    given.play("transfer", "1", "give card 0", "done").turn_of("Ray").take("use 1 0")
    assert {"0", "1"} <= set(given.open)


@rule("GB2-EQUIP-05")
def test_one_use_may_apply_all_that_is_open() -> None:
    play = Play(shelf=SHELF, team=holding("Peter", Held("tome"), ability_level=3, xp=11, drawn_level=3))
    play.take("use 0 0", "all")
    assert (play.who("Peter").xp, play.table.goo_timer) == (12, 7)
    not_open(play, "use 0 0", "GB2-EQUIP-03")


@rule("GB2-EQUIP-06")
def test_counters_show_the_uses_left() -> None:
    play = Play(shelf=SHELF, team=holding("Peter", Held("torch", uses=2))).take("use 0 0")
    assert play.table.team[0].equipment[0].uses == 1
    play.take("use 0 0")
    assert "turn it down" in " ".join(str(notice.text) for notice in play.session.notices)
    not_open(play, "use 0 0", "GB2-EQUIP-03")


# -- Class-S ------------------------------------------------------------------


@rule("GB2-CLASSS-02")
def test_class_s_opens_at_level_5() -> None:
    card = Held("relic", class_s=True)
    low = Play(shelf=SHELF, team=holding("Peter", card, ability_level=4))
    not_open(low, "use 0 0", "GB2-CLASSS-02")
    high = Play(shelf=SHELF, team=holding("Peter", card, ability_level=5, xp=20, drawn_level=5))
    high.take("use 0 0")
    assert (high.actions("Peter"), high.maneuvers("Peter")) == (3, 2)
    assert high.table.team[0].equipment[0].uses == 0


@rule("GB2-CLASSS-03", "GB2-TRANSFER-06")
def test_class_s_never_changes_hands() -> None:
    cards = (Held("torch"), Held("tome"), Held("relic", class_s=True))
    play = Play(shelf=SHELF, team=holding("Peter", *cards)).play("transfer", "1")
    play.refused("give card 2", "GB2-CLASSS-03")
    play.play("give card 0", "give card 0", "done")
    assert [held.card for held in play.who("Ray").equipment] == ["torch", "tome"]
    assert [held.card for held in play.who("Peter").equipment] == ["relic"]


@rule("GB2-CLASSS-04")
def test_what_turns_equipment_up_turns_class_s_up() -> None:
    used = Held("relic", uses=0, class_s=True)
    play = Play(shelf=SHELF, team=holding("Peter", used, Held("flip"), ability_level=5, xp=20, drawn_level=5))
    play.take("use 0 1")
    if not play.table.team[0].equipment[0].uses:
        play.play("0")
    assert play.table.team[0].equipment[0].uses == 1
    assert "use 0 0" in offered(play)


# -- Events -------------------------------------------------------------------

LIMITS = {
    "two_rounds": {"limit": 2, "unit": "rounds"},
    "one_round": {"limit": 1, "unit": "rounds"},
    "three_turns": {"limit": 3, "unit": "turns"},
    "two_turns": {"limit": 2, "unit": "turns"},
    "endless": {"limit": 0},
}


def event_cards(**more: Any) -> dict[str, Any]:
    cards = {
        id: {
            "id": id,
            "name": id.replace("_", " "),
            "text": "Do it.",
            "success": [{"do": "xp", "by": 2}],
            "failure": [{"do": "tank", "by": 5}],
            **limit,
            **more,
        }
        for id, limit in LIMITS.items()
    }
    return {"events": cards}


def draw(play: Play, card: str, pile: str = "goo 1") -> Play:
    """The active Ghostbuster finds an Event."""
    return play.play("investigate", pile, "event", card, "ok")


def round_over(play: Play) -> Play:
    """End turns up to the Event Die, and roll a symbol without a Gate."""
    while play.table.phase == "turn":
        play.play("end")
    return play.play("star")


@rule("GB2-EVENT-01", "GB2-GOODECK-03")
def test_a_drawn_event_is_read_and_its_limit_entered() -> None:
    cards = {
        "events": {"odd": {"id": "odd", "name": "Odd", "text": "Be odd.", "success": [], "failure": None}}
    }
    play = Play(shelf=cards).play("investigate", "goo 1", "event", "odd")
    assert "Time limit (0: none)" in play.asked
    play.play(0)
    assert "Be odd." in play.asked
    play.play("ok")
    assert [(event.card, event.limited) for event in play.table.events] == [("odd", False)]
    timed = Play(shelf=cards).play("investigate", "goo 1", "event", "odd", 1, "ok")
    while timed.table.phase == "turn":
        timed.play("end")
    assert "Odd: failure" in timed.asked
    assert "Read the card" in timed.asked


@rule("GB2-EVENT-02", "GB2-FAQ-06")
def test_rounds_count_from_the_round_of_the_draw() -> None:
    play = draw(Play(shelf=event_cards(), table={"round": 4}), "two_rounds")
    round_over(play)
    assert play.table.round == 5
    assert [event.card for event in play.table.events] == ["two_rounds"]
    timer = play.table.goo_timer
    while play.table.phase == "turn":
        play.play("end")
    assert play.table.events == []
    assert play.table.ecto_tank == 5
    order = [n.kind for n in play.session.notices]
    assert order.index("event_over") < order.index("goo_timer")
    assert play.table.goo_timer == timer - 1


@rule("GB2-EVENT-03")
def test_turns_count_from_the_drawing_turn_into_the_next_round() -> None:
    play = Play(shelf=event_cards()).turn_of("Winston")
    draw(play, "three_turns").play("end", "star")
    play.play("end")
    assert play.table.events
    play.play("end")
    assert play.table.events == []
    assert play.table.active == 2


@rule("GB2-EVENT-04")
def test_success_or_failure_never_both() -> None:
    play = draw(Play(shelf=event_cards()), "two_turns").play("end")
    play.take("clear 0")
    assert play.who("Ray").xp == 2
    round_over(play)
    assert play.table.ecto_tank == 0
    failed = draw(Play(shelf=event_cards()), "two_turns").play("end", "end")
    assert failed.table.ecto_tank == 5
    assert failed.session.take("clear 0") is not None


@rule("GB2-EVENT-05", "GB2-GOO-08")
def test_an_event_that_is_done_is_not_drawn_again() -> None:
    play = draw(Play(shelf=event_cards()), "endless").take("clear 0")
    play.play("investigate", "goo 2", "event")
    assert "endless" not in play.options
    assert play.session.answer("endless") is not None
    again = Play(shelf=event_cards()).play("investigate", "goo 1", "event")
    assert "endless" in again.open


@rule("GB2-EVENT-06")
def test_events_run_side_by_side() -> None:
    running = [
        Running("two_rounds", 2, True, "rounds"),
        Running("one_round", 1, True, "rounds"),
        Running("endless", 0, False, "rounds"),
    ]
    play = Play(shelf=event_cards(), table={"events": running})
    round_over(play)
    assert [event.card for event in play.table.events] == ["two_rounds", "endless"]
    round_over(play)
    assert [event.card for event in play.table.events] == ["endless"]


# -- Trap Tokens --------------------------------------------------------------

TRAPS = {"trap_tokens": True}


def traps(to_trap: int = 2, tokens: dict[str, int] | None = None, **more: Any) -> Play:
    card = {"to_hit": 3, "to_trap": to_trap, "when_hit": TELL_HIT, "when_missed": TELL_MISS}
    cards = {"creeper": {**card, **more.pop("card", {})}}
    return Play(
        more.pop("scenario", ONE),
        cards,
        house_rules=more.pop("house_rules", TRAPS),
        tokens={"creeper 1": tokens} if tokens else None,
        **more,
    )


@rule("GB2-TRAPTOKEN-01")
@pytest.mark.parametrize("on", [False, True])
def test_streams_alone_do_not_trap_with_the_option_on(on: bool) -> None:
    play = traps(tokens={"Ray": 1}, house_rules={"trap_tokens": on}).play("combat", "creeper 1", 6)
    if on:
        assert play.table.entities["creeper 1"].tokens == 2
    else:
        assert "trapped" in play.notices


@rule("GB2-TRAPTOKEN-02")
@pytest.mark.parametrize("on", [False, True])
def test_the_last_stream_sets_off_when_hit(on: bool) -> None:
    play = traps(1, house_rules={"trap_tokens": on}).play("combat", "creeper 1", 6)
    assert ("hit!" in play.asked) is on


@rule("GB2-TRAPTOKEN-03")
def test_laying_out_and_taking_back_are_maneuvers() -> None:
    play = traps().play("deploy", "done")
    assert play.maneuvers("Peter") == 1
    assert "free space next to you" not in play.asked
    play.table.entities["creeper 1"].trap = 0
    play.play("move", "map")
    play.refused("retrieve", "GB2-TRAPTOKEN-03")
    free = traps(team={"Peter": {"trap_out": True}}).play("retrieve", "done")
    assert (free.who("Peter").trap_out, free.maneuvers("Peter")) == (False, 1)


@rule("GB2-TRAPTOKEN-04")
def test_the_owner_takes_a_ghost_from_the_token() -> None:
    play = traps(
        3,
        {"Ray": 2, "Egon": 1},
        team={"Peter": {"trap_out": True}},
        entities={"creeper 1": {"trap": 0}},
    )
    play.play("trap", "creeper 1")
    assert play.who("Peter").ghosts == {"creeper": 1}
    assert [play.who(name).xp for name in NAMES] == [0, 2, 1, 0]
    assert play.maneuvers("Peter") == 1


@rule("GB2-TRAPTOKEN-05", "GB2-TRAPTOKEN-08")
def test_a_wrangled_ghost_moves_onto_the_token_and_sets_nothing_off() -> None:
    play = traps(tokens={"Peter": 2}, team={"Ray": {"trap_out": True}})
    play.play("combat", "creeper 1", "wrangle", 4)
    assert "moves 1 to a Trap" in play.asked
    assert "GB2-TRAPTOKEN-08" in play.prompt.rules
    play.play("trap 1")
    entity = play.table.entities["creeper 1"]
    assert (entity.tokens, entity.trap) == (2, 1)
    assert "hit!" not in play.asked
    assert play.actions("Peter") == 2


@rule("GB2-TRAPTOKEN-06")
def test_a_failed_wrangle_is_a_miss_and_needs_an_own_stream() -> None:
    play = traps(tokens={"Peter": 1, "Egon": 1}, team={"Ray": {"trap_out": True}})
    play.play("combat", "creeper 1", "wrangle", 2)
    assert "missed!" in play.asked
    play.play("ok").turn_of("Ray").play("combat", "creeper 1")
    play.refused("wrangle", "GB2-TRAPTOKEN-06")


@rule("GB2-TRAPTOKEN-07")
def test_tokens_are_walked_past_not_onto_and_block_no_sight() -> None:
    play = traps(team={"Ray": {"trap_out": True}}).play("move")
    assert "GB2-TRAPTOKEN-07" in play.prompt.rules
    assert "not ending on a Trap Token" in play.asked
    play.play("back", "combat")
    assert "Trap" not in play.asked


@rule("GB2-TRAPTOKEN-09")
def test_only_the_owner_handles_a_token() -> None:
    play = traps(team={"Ray": {"trap_out": True}})
    play.refused("retrieve", "GB2-TRAPTOKEN-09")
    play.turn_of("Ray")
    play.refused("deploy", "GB2-TRAPTOKEN-09")


@rule("GB2-TRAPTOKEN-10")
def test_plazms_are_extracted_as_usual() -> None:
    cards = {"plazm": {"to_hit": 3, "to_extract": 2, "when_hit": TELL_HIT}}
    play = Play(
        {"entities": {"plazm": 1}},
        cards,
        house_rules=TRAPS,
        team={"Peter": {"pack": "slime"}},
        tokens={"plazm 1": {"Peter": 1}},
    )
    play.play("combat", "plazm 1", 6)
    assert "extracted" in play.notices


@rule("GB2-TRAPTOKEN-11")
def test_resist_has_to_be_overcome_first_and_the_win_lasts() -> None:
    play = traps(
        tokens={"Peter": 2},
        card={"resist": 2},
        team={"Peter": {"trap_out": True}},
        entities={"creeper 1": {"trap": 0}},
    )
    play.play("trap")
    play.refused("creeper 1", "GB2-TRAPTOKEN-11")
    play.play("back", "combat", "creeper 1", "fire", "attempt", 6, 1)
    assert "creeper 1" in play.table.entities
    play.play("trap", "creeper 1")
    assert play.who("Peter").ghosts == {"creeper": 1}
    lost = traps(tokens={"Peter": 2}, card={"resist": 2}, entities={"creeper 1": {"resist_won": True}})
    lost.take("cut")
    assert not lost.table.entities["creeper 1"].resist_won


# -- PvP ----------------------------------------------------------------------

SIDES = {
    "Peter": {"side": "Red"},
    "Ray": {"side": "Blue"},
    "Egon": {"side": "Red"},
    "Winston": {"side": "Blue"},
}
PVP = {"pvp": True}
WANDER = {"creeper": {"when_missed": [{"do": "move", "spaces": 1, "toward": "random_direction"}]}}


def pvp(scenario: dict[str, Any] | None = None, **more: Any) -> Play:
    return Play({**ONE, "containment": 3, **(scenario or {})}, WANDER, team=SIDES, house_rules=PVP, **more)


@rule("GB2-PVP-01")
def test_every_slime_is_containment() -> None:
    play = pvp().play("combat", "creeper 1", 1, 3, "1")
    assert play.who("Ray").slimes == {"containment": 1}


@rule("GB2-PVP-02")
def test_the_contained_leave_and_the_other_side_scores_three() -> None:
    play = pvp({"containment": None})
    play.who("Ray").slimes["containment"] = 2
    play.play("combat", "creeper 1", 1, 3, "1")
    assert "Containment limit" in play.asked
    play.play(3)
    assert play.table.score == {"Red": 3}
    assert play.who("Ray").slimes == {}
    assert play.who("Ray").place == "off"
    play.play("ok").play("end")
    assert "Egon's turn" in play.asked


@rule("GB2-PVP-02")
def test_the_points_of_both_teams_are_seen_and_can_be_corrected() -> None:
    play = pvp()
    assert play.session.adjust("score.Red", 3) is None
    shown = {str(figure.name): figure.value for figure in GAME.view(play.table).figures}
    assert (shown["Points: Red"], shown["Points: Blue"]) == (3, 0)
    assert "Team: Blue" in [str(line) for line in GAME.view(play.table).people[1].lines]
    assert "Points: Red" not in [str(figure.name) for figure in GAME.view(Play().table).figures]


@rule("GB2-PVP-03")
def test_an_empty_spirit_world_ends_no_match() -> None:
    play = pvp({"gates": [{"symbol": "star", "open": True}]}, table={"spirit_world": {}})
    play.turn_of("Winston").play("end", "star")
    assert play.session.outcome is None
    assert "spirit_world_empty" in play.notices


@rule("GB2-PVP-04")
def test_a_ghost_over_the_edge_scores_nothing() -> None:
    play = pvp().play("combat", "creeper 1", 1, 3, "off")
    assert play.table.score == {}
    assert play.table.out == {"creeper": 1}


# -- single cards -------------------------------------------------------------


@rule("GB2-FAQ-07")
def test_a_grabber_holds_two_and_slimes_a_third() -> None:
    cards = {"creeper": {**WANDER["creeper"], "grabs": 2}}
    play = Play(ONE, cards).play("combat", "creeper 1", 1, 3, "more", "1", "2", "3", "nobody")
    assert [sum(play.who(name).slimes.values()) for name in NAMES] == [0, 1, 1, 1]
    assert play.table.entities["creeper 1"].holds == [1, 2]


@rule("GB2-FAQ-08")
def test_defeating_a_marked_ghostbuster_frees_them() -> None:
    play = Play(team={"Ray": {"bases": {"marked": 1}}}).take("unmark 1")
    assert "Take the Marked Base off Ray" in play.asked
    play.play("ok")
    assert play.who("Ray").bases == {}
    play.turn_of("Ray")
    assert play.actions("Ray") == 3


@rule("GB2-FIGURE-03")
def test_who_is_inside_the_car_is_on_the_map_for_a_random_choice() -> None:
    cards = {"creeper": {"when_missed": [{"do": "move", "spaces": 2, "toward": "random_ghostbuster"}]}}
    play = Play({**ONE, "ecto_1a": True}, cards, team={"Ray": {"place": "ecto_1a"}})
    play.play("combat", "creeper 1", 1, 4)
    assert "moves 2 to Ray in the Ecto-1a" in play.asked


@rule("GB2-GOO-06")
def test_open_piles_block_walking_never_sight() -> None:
    play = Play(ONE).play("move")
    assert "GB2-GOO-06" in play.prompt.rules
    assert "open Goo Piles" in play.asked
    play.play("back", "combat")
    assert "GB2-GOO-06" in play.prompt.rules
    assert "Goo" not in play.asked
