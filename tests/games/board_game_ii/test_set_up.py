"""Laying the table, and going from one Scenario to the next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.engine.game import Opening
from companion.engine.prompts import Choose, Tell
from companion.engine.session import Session
from companion.games.board_game_ii import GAME
from companion.games.board_game_ii.campaign import carry_over
from companion.games.board_game_ii.state import Held, Running, Table

from .table import NAMES, STEADY, Play, opening

rule = pytest.mark.rule


class SetUp:
    """A session in set-up; `ok` goes on through what is only told."""

    def __init__(self, scenario: Mapping[str, Any] | None = None, **more: Any) -> None:
        packs = more.pop("packs", True)
        options = more.pop("options", {})
        first = opening(scenario, shelf=more.pop("shelf", None), **more)
        seats = [dict(seat) for seat in first.options["seats"]]
        if not packs:
            for seat in seats:
                del seat["pack"]
        self.session: Session[Table] = Session(
            GAME, Opening(GAME.id, {**first.options, "seats": seats, **options}, first.shelf)
        )
        self.told: dict[str, str] = {}

    @property
    def table(self) -> Table:
        return self.session.table

    @property
    def prompt(self) -> Any:
        assert self.session.pending is not None
        return self.session.pending.prompt

    def ok(self) -> SetUp:
        """Press OK until something is asked or the first round begins."""
        while self.session.table.phase == "set_up":
            if str(self.prompt.title) in ("House rules", "PKE Meter"):
                self.told[str(self.prompt.title)] = str(self.prompt.text)
                self.play("done")
            elif isinstance(self.prompt, Tell):
                self.told[str(self.prompt.title)] = str(self.prompt.text)
                self.play("ok")
            else:
                break
        return self

    def play(self, *answers: Any) -> SetUp:
        for answer in answers:
            assert self.session.answer(answer) is None, (answer, self.prompt)
        return self


# -- laying out ---------------------------------------------------------------


@rule("GB2-SETUP-01")
def test_each_takes_a_pack_afresh_and_the_other_figure_waits() -> None:
    set_up = SetUp(packs=False).ok()
    assert "the other figure waits" in str(set_up.prompt.text)
    set_up.play("1", "done")
    assert [who.pack for who in set_up.table.team] == ["proton", "slime", "proton", "proton"]
    again = Opening(GAME.id, {**carry_over(set_up.table), "scenario": "test"}, opening().shelf)
    assert GAME.open(again).ask_packs


@rule("GB2-SETUP-06")
def test_gates_have_a_symbol_and_a_state() -> None:
    given = SetUp(
        {"gates": [{"symbol": "symbol_3"}, {"symbol": "star"}, {"symbol": "symbol_2", "open": False}]}
    )
    assert {gate.symbol: gate.open for gate in given.table.gates.values()} == {
        "symbol_3": True,
        "star": True,
        "symbol_2": False,
    }
    asked = SetUp({"gates": None})
    assert "Put any symbol on any Gate" in str(asked.prompt.text)
    asked.play("star open", "symbol_4 closed")
    assert all(not option.id.startswith("star") for option in asked.prompt.options)
    asked.play("done")
    assert {gate.symbol: gate.open for gate in asked.table.gates.values()} == {
        "star": True,
        "symbol_4": False,
    }


@rule("GB2-SETUP-07", "GB2-MAPSETUP-03")
def test_where_the_car_starts_is_told() -> None:
    told = SetUp().ok().told["Ecto-1a"]
    assert "2 spaces of its 4-space start zone that share a side" in told


@rule("GB2-SETUP-08")
@pytest.mark.parametrize(("start", "inside"), [("ecto_1a", 4), ("map", 0)])
def test_everybody_starts_inside_unless_the_card_says_otherwise(start: str, inside: int) -> None:
    set_up = SetUp({"start": start}).ok()
    assert sum(who.place == "ecto_1a" for who in set_up.table.team) == inside
    assert ("start inside" in set_up.told["Ecto-1a"]) is bool(inside)


@rule("GB2-SETUP-09")
def test_the_pke_meter_lies_as_one_likes_and_stays_so() -> None:
    assert SetUp().ok().told["PKE Meter"] == "Lay it as you like, for the whole game."
    play = Play({"entities": {"creeper": 1}}, {"creeper": {"when_missed": [{"do": "move"}]}})
    play.play("combat", "creeper 1", 1, 1)
    assert "direction 1" in play.asked
    play.refused("direction 1 is right", "GB2-RANDOM-01")


def to_the_meter(set_up: SetUp) -> SetUp:
    """Go on to the step of the PKE Meter."""
    while not str(set_up.prompt.title).startswith("PKE Meter"):
        set_up.play("done" if str(set_up.prompt.title) == "House rules" else "ok")
    return set_up


@rule("GB2-SETUP-09", "GB2-SETUP-10")
def test_the_numbers_of_the_meter_are_typed_once_and_then_only_how_it_lies() -> None:
    box = {"components": {"box": {"id": "box"}}}
    set_up = to_the_meter(SetUp(shelf=box)).play("type")
    ring = ["right", "down right", "down", "down left", "left", "up left", "up"]
    for number, way in enumerate(ring, 1):
        assert str(set_up.prompt.title) == f"Where does {number} point?"
        assert way in [option.id for option in set_up.prompt.options]
        set_up.play(way)
    assert set_up.table.pke_meter == (*ring, "up right")
    (learned,) = [notice.data for notice in set_up.session.notices if notice.kind == "learned"]
    assert (learned["card"], learned["field"]) == ("box", "pke_meter")
    assert learned["value"][:3] == ["up", "up right", "right"]

    known = {"components": {"box": {"id": "box", "pke_meter": learned["value"]}}}
    again = to_the_meter(SetUp(shelf=known))
    assert (str(again.prompt.title), again.prompt.default) == ("PKE Meter: where is 1?", "up")
    assert again.play("down").table.pke_meter[:3] == ("down", "down left", "left")


@rule("GB2-SETUP-11")
@pytest.mark.parametrize("there", [False, True])
def test_lady_liberty_is_placed_only_where_the_scenario_has_her(there: bool) -> None:
    told = SetUp({"lady_liberty": there}).ok().told
    assert ("Lady Liberty" in told) is there


@rule("GB2-MAPSETUP-01", "GB2-MAPSETUP-02", "GB2-MAPSETUP-04")
def test_tiles_are_told_one_by_one_as_one_player_sees_them() -> None:
    card = {
        "id": "test",
        "name": "Test",
        "tiles": {"1,1": "R2", "1,2": "B3", "2,1": "R5"},
        "turned": {"1,1": 180, "2,1": 90},
        "spots": [
            {"what": "creeper", "tile": "B3", "space": [4, 1]},
            {"what": "goo_pile", "tile": "B3", "space": [3, 2]},
            {"what": "goo_pile", "tile": "B3", "space": [4, 1]},
            {"what": "lady_liberty", "tile": "R5", "space": [1, 3]},
            {"what": "goo_pile", "tile": "R2", "where": "under a bridge"},
        ],
    }
    set_up = SetUp({"entities": {"creeper": 1}}, shelf={"maps": {"test": card}}).play("done")
    assert set_up.prompt.grid.squares == (("R2", "B3"), ("R5", ""))
    assert set_up.prompt.grid.turned == ((180, 0), (90, 0))
    told = "The card faces Peter. Label to the right: R5. Label upside down: R2."
    assert str(set_up.prompt.text) == told
    set_up.play("ok")
    assert (str(set_up.prompt.title), str(set_up.prompt.text)) == ("Tile R2", "Goo Pile (under a bridge).")
    assert (set_up.prompt.grid.marked, set_up.prompt.grid.spaces) == (((0, 0),), ())
    set_up.play("ok")
    assert (str(set_up.prompt.title), set_up.prompt.grid.marked) == ("Tile B3", ((0, 1),))
    assert str(set_up.prompt.text).replace("\u00a0", " ") == "1: Creeper on 2 and 2: Goo Pile."
    assert set_up.prompt.grid.spaces == ((0, 0, 0, 1), (0, 0, 2, 0), (0, 0, 0, 0), (0, 0, 0, 0))
    set_up.play("ok")
    assert set_up.prompt.grid.spaces == ((0, 0, 0, 0), (0, 0, 0, 0), (1, 1, 0, 0), (1, 1, 0, 0))
    assert set_up.ok().table.map_card is None


def test_spaces_of_the_whole_map_are_told_with_what_the_numbers_mean() -> None:
    spots = [{"what": "goo_pile", "space": [7, 2]}, {"what": "open_gate", "where": "behind the church"}]
    card = {"id": "test", "name": "Test", "tiles": {"1,1": "R2"}, "spots": spots}
    told = SetUp(shelf={"maps": {"test": card}}).ok().told
    assert told["On the map"] == (
        "(2,4): 2 across, 4 down. Goo Pile (7,2) and Open Gate (behind the church)."
    )
    assert "Tile R2" not in told


@rule("GB2-GOODECK-01", "GB2-SPIRIT-01")
def test_what_lies_beside_the_map_is_told_in_the_order_it_is_done() -> None:
    told = SetUp(
        {
            "goo_timer": 4,
            "goo_maximum": 6,
            "spirit_world": {"creeper": 3},
            "deck": {"equipment": 3, "event": 2, "key_item": 0, "remove": 2, "add": ["crown"]},
        },
        shelf={"key_items": {"crown": {"id": "crown", "name": "Crown"}}},
    ).ok()
    assert told.told["Spirit World"] == "3 Creeper. The Goo Timer starts at 4, its most is 6."
    assert told.told["Goo Pile deck"] == (
        "Shuffle 3 Equipment and 2 Event. Put 2 back, unseen. Shuffle in Crown. Deck: 4 cards."
    )


def test_a_map_of_which_only_parts_are_known_has_no_picture() -> None:
    card = {"id": "test", "name": "Test", "tiles": {"2,middle": "R6", "last,1": "R4"}}
    set_up = SetUp(shelf={"maps": {"test": card}}).play("done")
    assert set_up.prompt.grid is None
    assert "R6: row 2, column in the middle. R4: row at the end, column 1." in str(set_up.prompt.text)


def test_what_stands_on_an_unknown_map_is_asked_for_and_learned() -> None:
    set_up = SetUp({"entities": None})
    assert "What stands on the map?" in str(set_up.prompt.title)
    set_up.play("creeper", 2, "plazm", 1, "done")
    assert list(set_up.table.entities) == ["creeper 1", "creeper 2", "plazm 1"]
    assert set_up.table.scenario.entities == {"creeper": 2, "plazm": 1}


@rule("GB2-PVP-02")
def test_two_teams_are_switched_on_and_formed_at_set_up() -> None:
    set_up = SetUp().play("pvp", "done")
    assert str(set_up.prompt.title) == "Who is on the Red team?"
    assert [option.id for option in set_up.prompt.options] == ["0", "1", "2", "3"]
    set_up.play("0", "2", "done").ok()
    assert [who.side for who in set_up.table.team] == ["Red", "Blue", "Red", "Blue"]
    three = SetUp(house_rules={"pvp": True}).play("done", "0", "1", "2").ok()
    assert [who.side for who in three.table.team] == ["Red", "Red", "Red", "Blue"]
    assert all(not who.side for who in SetUp().ok().table.team)


def test_figures_left_in_the_box_stand_beside_what_is_picked() -> None:
    cards = {"creeper": {"figures": 5, "kind": "ghost"}}
    set_up = SetUp({"entities": None, "spirit_world": None}, cards=cards)
    assert "Creeper (5 left)" in [str(option.label) for option in set_up.prompt.options]
    set_up.play("creeper", 2, "done")
    assert "Creeper (3 left)" in [str(option.label) for option in set_up.prompt.options]


def test_how_many_is_not_asked_of_what_there_is_only_one() -> None:
    set_up = SetUp({"entities": None}, cards={"creeper": {"figures": 1}}).play("creeper", "done")
    assert set_up.table.scenario.entities == {"creeper": 1}


def test_at_the_end_the_counts_are_looked_over_and_what_cannot_be_is_said() -> None:
    fits = SetUp(
        {
            "entities": {"creeper": 2},
            "spirit_world": {"creeper": 3},
            "gates": [{"symbol": "star"}, {"symbol": "symbol_2", "open": False}],
            "goo_piles": 3,
            "deck": {"equipment": 3, "event": 0, "key_item": 0, "remove": 0},
        },
        cards={"creeper": {"figures": 5}},
    ).ok()
    assert (
        fits.told["A last look"]
        == "2 figures on the map, 3 in the Spirit World. 2 Gates, 1 closed. 3 Goo Piles."
    )
    assert "Please check" not in fits.told
    deck = {"equipment": 2, "event": 0, "key_item": 0, "remove": 0}
    piles = SetUp({"goo_piles": 3, "deck": deck}).ok()
    assert piles.told["Please check"] == "3 Goo Piles, but 2 cards: the last ones have none."
    figures = SetUp({"entities": {"creeper": 4}}, cards={"creeper": {"figures": 3}}).ok()
    assert "6 Creeper, but the box has 3." in figures.told["Please check"]


@pytest.mark.parametrize("complete", [True, False])
def test_what_the_map_tells_is_not_asked_again(complete: bool) -> None:
    spots = [
        {"what": what, "tile": "R1", "space": [at, 1]}
        for at, what in enumerate(("creeper", "goo_pile", "creeper", "plazm", "goo_pile"), 1)
    ]
    card = {"id": "test", "name": "Test", "tiles": {"1,1": "R1"}, "spots": spots, "complete": complete}
    set_up = SetUp({"entities": None, "goo_piles": None}, shelf={"maps": {"test": card}})
    if complete:
        assert set_up.ok().table.scenario.entities == {"creeper": 2, "plazm": 1}
        assert len(set_up.table.goo_piles) == 2
    else:
        assert str(set_up.prompt.title) == "What stands on the map?"


# -- Class-S ------------------------------------------------------------------


def class_s(*ids: str) -> dict[str, Any]:
    """Cards of the type that Egon's character names, and one of another type."""
    cards = {id: {"id": id, "name": id.title(), "class_s": "gadget"} for id in ids}
    people = {name: {"id": name, "name": name, **STEADY} for name in NAMES}
    people["Egon"]["class_s"] = "gadget"
    return {
        "equipment": {**cards, "horn": {"id": "horn", "name": "Horn", "class_s": "music"}},
        "characters": people,
    }


@rule("GB2-CLASSS-01")
def test_each_is_dealt_one_class_s_card_of_the_own_type() -> None:
    set_up = SetUp(shelf=class_s("a", "b", "c")).ok()
    assert "draw one, face up" in str(set_up.prompt.text)
    assert [option.id for option in set_up.prompt.options] == ["a", "b", "c"]
    refusal = set_up.session.answer("horn")
    assert refusal is not None
    assert "GB2-CLASSS-01" in refusal.rules
    set_up.play("b")
    assert [(held.card, held.class_s) for held in set_up.table.team[2].equipment] == [("b", True)]


# -- from Scenario to Scenario ------------------------------------------------


def next_scenario(play: Play, **scenario: Any) -> SetUp:
    """The Scenario that follows, opened with what is carried over."""
    return SetUp(scenario or None, options=carry_over(play.table))


@rule("GB2-CAMPAIGN-01", "GB2-ERRATA-01", "GB2-CAMPAIGN-03")
def test_xp_and_key_items_are_kept() -> None:
    play = Play(team={"Peter": {"xp": 13, "drawn_level": 3}, "Winston": {"key_items": ["tripods"]}})
    after = next_scenario(play).ok()
    assert after.table.team[0].xp == 13
    assert [person.figures[0].value for person in GAME.view(after.table).people] == [3, 1, 1, 1]
    assert after.table.team[3].key_items == ["tripods"]


@rule("GB2-CAMPAIGN-02", "GB2-ERRATA-01", "GB2-CLASSS-05")
def test_equipment_is_kept_and_ready_again() -> None:
    held = [Held("rope", 1), Held("fuse", 0), Held("b", 0, True)]
    play = Play(team={"Ray": {"equipment": held}})
    after = next_scenario(play).ok()
    assert after.told["From last time"] == (
        "Turn all Equipment face up. Take all Slime and Caustic off everybody."
    )
    assert [(one.card, one.uses > 0) for one in after.table.team[1].equipment] == [
        ("rope", True),
        ("fuse", True),
        ("b", True),
    ]
    egon = Play(shelf=class_s("a", "b"), team={"Egon": {"equipment": [Held("a", 0, True)]}})
    kept = SetUp(shelf=class_s("a", "b"), options=carry_over(egon.table)).ok().play("done").ok()
    assert kept.table.phase != "set_up"
    assert [(one.card, one.uses) for one in kept.table.team[2].equipment] == [("a", 1)]


@rule("GB2-CAMPAIGN-04", "GB2-CAMPAIGN-05", "GB2-FAQ-02")
@pytest.mark.parametrize(("keeps", "tank"), [(True, 6), (False, 0)])
def test_plazm_not_deposited_is_lost_and_the_tank_kept_by_setting(keeps: bool, tank: int) -> None:
    play = Play(team={"Egon": {"plazm": 3}}, table={"ecto_tank": 6}, house_rules={"keep_tank": keeps})
    after = next_scenario(play).ok()
    assert after.table.team[2].plazm == 0
    assert after.table.ecto_tank == tank
    assert SetUp().table.ecto_tank == 0


@rule("GB2-CAMPAIGN-06", "GB2-CAUSTIC-06")
@pytest.mark.parametrize(("keeps", "left"), [(False, {}), (True, {"hit": 1, "action": 1})])
def test_slime_comes_off_between_scenarios(keeps: bool, left: dict[str, int]) -> None:
    team = {
        "Peter": {"slimes": {"hit": 1, "action": 1, "caustic": 1}},
        "Ray": {"slimes": {"caustic": 2}},
        "Winston": {"slimes": {"caustic": 1}},
    }
    after = next_scenario(Play(team=team, house_rules={"keep_slime": keeps})).ok()
    assert after.table.team[0].slimes == left
    assert all("caustic" not in who.slimes for who in after.table.team)


@rule("GB2-CAMPAIGN-09")
def test_the_spirit_world_is_as_the_next_card_says() -> None:
    play = Play({"spirit_world": {"creeper": 5}}, team={"Ray": {"ghosts": {"creeper": 2}}})
    after = next_scenario(play, spirit_world={"creeper": 4}).ok()
    assert after.table.spirit_world == {"creeper": 4}
    assert all(not who.ghosts for who in after.table.team)
    assert not after.table.defeated


def test_events_return_to_the_deck() -> None:
    play = Play(table={"events_done": ["fog"], "events": [Running("storm")]})
    after = next_scenario(play)
    assert (after.table.events, after.table.events_done) == ([], [])


CAMPAIGN = {
    id: {"id": id, "name": id.title(), "campaign": "test", "number": number}
    for number, id in enumerate(("first", "second", "third"), start=1)
}


def asked_sequel(*answers: Any) -> tuple[list[Choose], Any]:
    """The questions after a Scenario of a campaign, and the options of the next one."""
    play = Play({"campaign": "test", "number": 1}, team={"Egon": {"xp": 7, "drawn_level": 2}})
    rule_ = GAME.sequel(play.table, {"scenarios": CAMPAIGN})
    asked: list[Any] = []
    try:
        asked.append(next(rule_))
        for answer in answers:
            assert asked[-1].accept(answer) is None
            asked.append(rule_.send(answer))
    except StopIteration as stop:
        return asked, stop.value
    pytest.fail(f"more is asked: {asked[-1].title}")


@rule("GB2-CAMPAIGN-07")
def test_the_next_scenario_keeps_the_ghostbusters_without_asking() -> None:
    asked, options = asked_sequel("second", "same")
    assert [option.id for option in asked[0].options] == ["second", "third", "first", "stop"]
    assert [str(prompt.title) for prompt in asked] == ["The campaign goes on", "Who takes turn 1?"]
    assert [seat["character"] for seat in options["seats"]] == list(NAMES)
    assert options["seats"][2]["xp"] == 7
    shelf = {
        **opening().shelf,
        "scenarios": {"second": {**CAMPAIGN["second"], "goo_timer": 3, "goo_maximum": 5}},
    }
    assert GAME.open(Opening(GAME.id, options, shelf)).ask_packs


@rule("GB2-SETUP-04")
def test_the_order_may_change_between_scenarios_and_not_within_one() -> None:
    _, options = asked_sequel("second", "Winston", "Peter", "Ray")
    assert [seat["name"] for seat in options["seats"]] == ["Winston", "Peter", "Ray", "Egon"]
    play = Play().turn_of("Winston").play("end", "star")
    refusal = play.session.answer("end", seat=1)
    assert refusal is not None
    assert "GB2-TURN-03" in refusal.rules
    assert play.asked.startswith("Peter's turn")


def test_a_campaign_may_stop_and_a_single_scenario_has_no_sequel() -> None:
    assert asked_sequel("stop")[1] is None
    with pytest.raises(StopIteration) as stop:
        next(GAME.sequel(Play().table, {"scenarios": CAMPAIGN}))
    assert stop.value.value is None


def test_a_scenario_whose_goal_is_unknown_is_ended_by_the_players() -> None:
    for word, won in (("won", True), ("lost", False)):
        play = Play({"success": []}).take(word)
        assert play.session.outcome is not None
        assert play.session.outcome.won is won


def test_a_failure_that_only_players_can_tell() -> None:
    play = Play({"failure": [{"kind": "told", "text": "The statue falls."}]}).take("happened 0")
    assert play.session.outcome is not None
    assert play.session.outcome.won is False


def test_the_owner_names_the_symbols_of_the_event_die() -> None:
    shelf = {"components": {"box": {"symbols": {"symbol_2": "Moon"}}}}
    set_up = SetUp({"gates": [{"symbol": "symbol_2"}, {"symbol": "star"}]}, shelf=shelf).ok()
    titles = [str(gate.title) for gate in set_up.table.gates.values()]
    assert titles == ["Gate Moon", "Gate Star"]
    for _ in NAMES:
        set_up.play("end")
    assert [str(set_up.prompt.die.name_of(face)) for face in ("symbol_2", "star", "chaos")] == [
        "Moon",
        "Star",
        "Chaos",
    ]
    set_up.play("chaos")


def test_gates_and_piles_are_spoken_of_in_the_players_language() -> None:
    from companion.engine.text import render

    words = {"Gate": "Tor", "Star": "Stern", "Goo Pile {n}": "Haufen {n}"}
    set_up = SetUp({"gates": [{"symbol": "star"}]}).ok()
    translate = lambda message: words.get(message, message)  # noqa: E731
    assert render(set_up.table.gates["gate star"].title, translate) == "Tor Stern"
    assert render(set_up.table.goo_piles["goo 2"].title, translate) == "Haufen 2"


@pytest.mark.parametrize(
    "setting", ["stack_tank", "one_chaos_roll", "keep_tank", "keep_slime", "trap_tokens"]
)
def test_house_rules_are_shown_at_set_up_and_switched_there(setting: str) -> None:
    session: Session[Table] = Session(GAME, opening())
    before = getattr(session.table.house_rules, setting)
    for now in (not before, before, not before):
        assert session.answer(setting) is None
        assert getattr(session.table.house_rules, setting) is now
        assert session.pending is not None
        labels = {option.id: str(option.label) for option in session.pending.prompt.options}  # type: ignore[attr-defined]
        assert labels[setting].endswith("Yes" if now else "No")
    assert session.answer("done") is None
    assert session.pending is not None
    assert str(session.pending.prompt.title) != "House rules"
