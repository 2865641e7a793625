"""The Goo Timer, Goo Piles, the Goo Pile deck, Investigating; Transfers."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from companion.engine.prompts import Shuffle, Tell
from companion.engine.session import Session
from companion.games.board_game_ii import GAME
from companion.games.board_game_ii.state import Held

from .table import Play, opening

rule = pytest.mark.rule
KEY = {"key_items": {"tripods": {"id": "tripods", "name": "Tripods"}}}


# -- the deck on paper --------------------------------------------------------

DECK = {"equipment": 3, "event": 2, "key_item": 0, "remove": 2, "add": ["tripods"]}


def on_paper(first: list[int], second: list[int]) -> list[str]:
    """The deck, from the top, after the box has shuffled it so before and after adding the Key Item."""
    session: Session[Any] = Session(
        GAME, opening({"deck": DECK, "goo_piles": 4}, shelf=KEY, house_rules={"box_draws": True})
    )
    told = ""
    orders = [first, second]
    while session.table.phase == "set_up":
        assert session.pending is not None
        prompt = session.pending.prompt
        if isinstance(prompt, Tell) and str(prompt.title) == "Goo Pile deck":
            told = str(prompt.text)
        value: Any = "ok" if isinstance(prompt, Tell) else "done"
        assert session.answer(orders.pop(0) if isinstance(prompt, Shuffle) else value) is None
    assert told == "It stays in its box: this box draws, unseen. 4 cards."
    return list(session.table.goo_order)


@rule("GB2-GOODECK-01", "GB2-GOODECK-02")
def test_the_box_removes_cards_before_the_key_item_is_shuffled_in() -> None:
    as_they_lie = on_paper([0, 1, 2, 3, 4], [0, 1, 2, 3])
    assert as_they_lie == ["equipment", "event", "event", "key_item"]
    assert on_paper([4, 3, 2, 1, 0], [3, 2, 1, 0]) == ["key_item", "equipment", "equipment", "equipment"]


@rule("GB2-GOODECK-02")
def test_on_paper_the_key_item_is_always_in_the_deck() -> None:
    orders = [list(order) for order in permutations(range(5))]
    decks = [on_paper(order, [3, 0, 2, 1]) for order in orders[::7]]
    assert all(len(deck) == 4 and deck.count("key_item") == 1 for deck in decks)
    assert {deck.count("event") for deck in decks} == {0, 1, 2}


@rule("GB2-GOODECK-03", "GB2-GOODECK-04")
def test_what_the_box_drew_is_said_and_not_asked() -> None:
    play = Play(
        shelf=KEY,
        table={
            "goo_order": ["key_item", "equipment"],
            "goo_cards": 2,
            "goo_deck": {"equipment": 1, "event": 0, "key_item": 1},
            "goo_sure": 1,
        },
    )
    play.play("investigate", "goo 1")
    assert play.who("Peter").key_items == ["tripods"]
    assert "Peter draws: Key Item" in [str(notice.text) for notice in play.session.notices]
    play.play("investigate", "goo 2")
    assert "draws Equipment" in play.asked
    assert (play.table.goo_order, play.table.goo_cards) == ([], 0)


@rule("GB2-GOODECK-02")
def test_nobody_is_shown_what_lies_in_the_deck() -> None:
    play = Play(table={"goo_order": ["event", "equipment"], "goo_cards": 2})
    deck = play.table.goo_order
    play.table.goo_order = deck[::-1]
    other = GAME.view(play.table)
    play.table.goo_order = deck
    assert GAME.view(play.table) == other


# -- Goo ----------------------------------------------------------------------


@rule("GB2-GOO-02", "GB2-FAQ-04")
@pytest.mark.parametrize(("timer", "after"), [(5, 6), (8, 8)])
def test_investigating_raises_the_timer_up_to_its_maximum(timer: int, after: int) -> None:
    play = Play(table={"goo_timer": timer}).play("investigate", "goo 1")
    assert play.table.goo_timer == after
    assert play.who("Peter").xp == 1
    assert "draw a Goo Pile Card" in play.asked


@rule("GB2-GOO-03")
def test_start_and_maximum_are_asked_for_once() -> None:
    session: Session[Any] = Session(GAME, opening({"goo_timer": 3, "goo_maximum": None}))
    assert session.pending is not None
    assert "Goo Timer maximum" in str(session.pending.prompt.title)
    refusal = session.answer(2)
    assert refusal is not None
    assert "GB2-GOO-03" in refusal.rules
    assert session.answer(6) is None
    assert (session.table.goo_timer, session.table.goo_maximum) == (3, 6)


@rule("GB2-GOO-04", "GB2-INVESTIGATE-01")
def test_investigating_costs_a_maneuver_and_pays_only_the_finder() -> None:
    play = Play(team={"Peter": {"xp": 3}, "Egon": {"xp": 3}}).play("investigate", "goo 1")
    assert play.table.goo_piles["goo 1"].state == "down"
    assert (play.who("Peter").xp, play.who("Egon").xp) == (4, 3)
    assert play.prompt.kinds == ("goo_pile",)  # type: ignore[attr-defined]
    assert "Turn the token over" in play.asked
    play.play("equipment", "other")
    assert (play.actions("Peter"), play.maneuvers("Peter")) == (3, 1)


@rule("GB2-GOO-05", "GB2-INVESTIGATE-02", "GB2-INVESTIGATE-03")
def test_what_must_hold_at_the_pile_is_asked_and_calling_off_is_free() -> None:
    play = Play().play("investigate")
    assert "Next to it, in sight, no Entity on it?" in play.asked
    assert "GB2-INVESTIGATE-02" in play.prompt.rules
    play.play("back")
    assert play.maneuvers("Peter") == 2
    assert play.who("Peter").xp == 0


@rule("GB2-GOO-07", "GB2-GOODECK-03")
def test_equipment_and_key_items_take_the_token_away_at_once() -> None:
    scenario = {
        "goo_piles": 8,
        "deck": {"equipment": 3, "event": 2, "key_item": 0, "remove": 0, "add": ["tripods"]},
    }
    play = Play(scenario, shelf=KEY).play("investigate", "goo 1", "equipment")
    assert "draws Equipment" in play.asked
    assert "take the token off" in " ".join(str(notice.text) for notice in play.session.notices)
    assert sum(pile.state != "gone" for pile in play.table.goo_piles.values()) == 7
    play.play("other", "investigate", "goo 2", "key_item")
    assert play.who("Peter").key_items == ["tripods"]
    assert play.table.goo_piles["goo 2"].state == "gone"


FOG: dict[str, Any] = {
    "events": {
        "fog": {"id": "fog", "name": "Fog", "limit": 2, "success": [], "failure": [], "text": "Fog rolls in."}
    }
}


@rule("GB2-GOO-08", "GB2-GOO-09", "GB2-GOODECK-03")
def test_an_event_keeps_its_token_until_it_is_over_and_a_pile_is_searched_once() -> None:
    play = Play(shelf=FOG).play("investigate", "goo 1", "event")
    assert "Turn up the top Event card" in play.asked
    play.play("fog", "ok", "investigate")
    play.refused("goo 1", "GB2-GOO-09")
    play.play("back")
    for _ in range(2):
        assert play.table.goo_piles["goo 1"].state == "down"
        play.turn_of("Winston").play("end", "star")
    assert play.table.goo_piles["goo 1"].state == "gone"
    assert not play.table.events


@rule("GB2-GOODECK-01", "GB2-ERRATA-02", "GB2-ERRATA-45")
@pytest.mark.parametrize(
    ("equipment", "event", "remove", "add", "cards"), [(5, 4, 1, [], 8), (3, 2, 2, ["tripods"], 4)]
)
def test_the_deck_is_mixed_as_the_card_says(
    equipment: int, event: int, remove: int, add: list[str], cards: int
) -> None:
    deck = {"equipment": equipment, "event": event, "key_item": 0, "remove": remove, "add": add}
    assert Play({"deck": deck}, shelf=KEY).table.goo_cards == cards


@rule("GB2-GOODECK-01")
def test_a_missing_removal_is_asked_for() -> None:
    session: Session[Any] = Session(GAME, opening({"deck": {"equipment": 5, "event": 4, "key_item": 0}}))
    assert session.pending is not None
    assert "cards put back unseen" in str(session.pending.prompt.title)
    session.answer(1)
    assert session.table.goo_cards == 8


@rule("GB2-GOODECK-02")
def test_a_key_item_added_after_the_removal_is_always_in_the_deck() -> None:
    deck = {"equipment": 3, "event": 2, "key_item": 0, "remove": 2, "add": ["tripods"]}
    play = Play({"deck": deck, "goo_piles": 4}, shelf={**KEY, **FOG}, team={"Peter": {"slimes": {}}})
    play.play("investigate", "goo 1", "equipment", "other", "investigate", "goo 2", "equipment", "other")
    play.play("investigate", "goo 3", "equipment", "other", "investigate", "goo 4")
    assert play.open == ["key_item"]


@rule("GB2-GOODECK-04")
def test_a_drawn_card_is_gone_from_the_deck() -> None:
    deck = {"equipment": 1, "event": 1, "key_item": 0, "remove": 0}
    play = Play({"deck": deck}).play("investigate", "goo 1", "equipment", "other", "investigate", "goo 2")
    assert play.table.goo_cards == 1
    play.refused("equipment", "GB2-GOODECK-04")


@rule("GB2-GOODECK-05")
def test_an_empty_deck_still_pays_and_removes_the_token() -> None:
    play = Play(table={"goo_cards": 0, "goo_timer": 5}).play("investigate", "goo 1")
    assert play.asked.startswith("Peter's turn")
    assert play.who("Peter").xp == 1
    assert play.table.goo_timer == 6
    assert play.table.goo_piles["goo 1"].state == "gone"


# -- Transfers ----------------------------------------------------------------


@rule("GB2-TRANSFER-01")
def test_one_maneuver_hands_over_as_much_as_wanted() -> None:
    play = Play(team={"Peter": {"ghosts": {"creeper": 2}, "plazm": 3}})
    play.play("transfer", "1", "give ghost creeper", "give ghost creeper", "give plazm", 1, "done")
    peter, ray = play.who("Peter"), play.who("Ray")
    assert (peter.ghosts, peter.plazm, ray.ghosts, ray.plazm) == ({}, 2, {"creeper": 2}, 1)
    assert play.maneuvers("Peter") == 1


@rule("GB2-TRANSFER-02")
def test_one_may_take_on_the_own_turn() -> None:
    play = Play(team={"Ray": {"plazm": 3}}).play("transfer", "1", "take plazm", 2, "done")
    assert (play.who("Peter").plazm, play.who("Ray").plazm) == (2, 1)
    assert play.maneuvers("Peter") == 1
    assert play.turn_of("Ray").maneuvers("Ray") == 2


@rule("GB2-TRANSFER-03", "GB2-TRANSFER-04")
def test_partners_must_be_next_to_each_other_in_sight() -> None:
    play = Play(team={"Ray": {"place": "ecto_1a"}, "Peter": {"plazm": 1}}).play("transfer")
    assert "Next to you and in sight" in play.asked
    assert "Ecto-1a" in play.asked
    play.play("back")
    assert play.maneuvers("Peter") == 2
    play.play("transfer", "1", "give plazm", "done")
    assert play.who("Ray").plazm == 1
    back = Play(team={"Ray": {"place": "ecto_1a"}, "Peter": {"plazm": 1}}).turn_of("Ray")
    back.play("transfer", "0", "take plazm", "done")
    assert back.who("Ray").plazm == 1


def holding(*cards: Held) -> dict[str, Any]:
    return {"equipment": list(cards)}


@rule("GB2-TRANSFER-05")
def test_equipment_passes_used_or_not() -> None:
    play = Play(team={"Peter": holding(Held("fuse", 1), Held("rope", 0))})
    play.play("transfer", "1", "give card 0", "give card 0", "done")
    assert [(held.card, held.uses) for held in play.who("Ray").equipment] == [("fuse", 1), ("rope", 0)]
    assert play.maneuvers("Peter") == 1


@rule("GB2-TRANSFER-06")
def test_class_s_never_changes_hands() -> None:
    play = Play(team={"Peter": holding(Held("special", 1, True), Held("rope", 1))}).play("transfer", "1")
    play.refused("give card 0", "GB2-TRANSFER-06")
    play.play("give card 1", "done")
    assert [held.card for held in play.who("Peter").equipment] == ["special"]


@rule("GB2-TRANSFER-07")
def test_each_partner_costs_a_maneuver() -> None:
    play = Play(team={"Peter": holding(Held("a"), Held("b"))})
    play.play("transfer", "1", "give card 0", "done", "transfer", "2", "give card 0", "done")
    assert play.maneuvers("Peter") == 0


@rule("GB2-TRANSFER-08")
def test_goods_may_be_mixed_both_ways() -> None:
    play = Play(team={"Peter": holding(Held("a"), Held("b")), "Ray": {**holding(Held("c")), "plazm": 2}})
    play.play("transfer", "1", "take card 0", "take plazm", 2, "give card 0", "give card 0", "done")
    assert [held.card for held in play.who("Ray").equipment] == ["a", "b"]
    assert [held.card for held in play.who("Peter").equipment] == ["c"]
    assert play.who("Peter").plazm == 2
    assert play.maneuvers("Peter") == 1
