"""What the table shows and lets people correct."""

from __future__ import annotations

import pytest

from companion.engine.session import Session
from companion.games.mercado import GAME
from companion.games.mercado.state import HOUSE_RULES, OUTSIDE
from tests.games.mercado.kit import at, new_game

RULINGS = GAME.rulebook.with_name("rulings.md").read_text(encoding="utf-8")


def test_the_headline_says_whose_turn_and_what_now() -> None:
    play = at(OUTSIDE, OUTSIDE, ghosts={"B": 1})
    seen = []
    for answer in (5, "yes", "C", "B", "blank"):
        seen.append(str(GAME.view(play.table).headline))
        play.go(answer)
    assert seen == ["Ann: roll", "Ann: roll", "Ann: flip a card", "Ann: move up to 5", "Ann: fight"]
    assert str(GAME.view(play.table).headline) == "Bob: roll"


def test_the_alarm_rises_at_five_and_crowded_rooms_are_named() -> None:
    view = GAME.view(at(OUTSIDE, OUTSIDE, haunted="ABCDE", ghosts={"G": 2, "H": 1}, rowan="H").table)
    assert view.figures[0].alarm
    assert [str(alert) for alert in view.alerts] == ["One more Ghost haunts: G and H"]
    assert not GAME.view(at(OUTSIDE, OUTSIDE, haunted="ABCD").table).figures[0].alarm


def test_the_rooms_page_lists_everything() -> None:
    play = at("B", OUTSIDE, ghosts={"B": 2}, haunted="C", devices=[("B", 3), "0"], rowan="D", advanced=True)
    lines = [str(line) for line in GAME.view(play.table).pages[0].lines]
    assert lines[1] == "B: Ghosts 2, device 3 and Ann"
    assert lines[2].startswith("C: haunted")
    assert "Rowan" in lines[3]
    assert GAME.view(play.table).people[0].marks[0].kind == "device"


def test_corrections_are_seen_at_once() -> None:
    play = at("B", OUTSIDE, devices=["B"]).go(3, "no")
    assert OUTSIDE in play.ids
    play.set("haunted:B", "yes").set("device:0", "0")
    assert play.ids == ["stay"]
    assert play.session.adjust("ghosts:C", 3) is not None
    play.set("ghosts:C", 2).set("place:1", "C").set("draw", 9)
    assert play.table.deck.size == 13
    assert play.table.seats_in("C") == [1]


def test_numbers_and_places_of_devices_are_corrected() -> None:
    play = at(OUTSIDE, OUTSIDE, devices=[("B", 3), "C"], advanced=True)
    figures = {figure.path: figure for figure in GAME.adjustables(play.table)}
    assert [id for id, _ in figures["number:1"].options] == ["unknown", *"1245678"]
    assert str(figures["device:0"].group) == "Number 3"
    assert str(figures["device:1"].group) == "Device 2"
    play.set("number:1", "8").set("number:0", "unknown")
    assert [device.number for device in play.table.devices][:2] == [None, 8]
    basic = at(OUTSIDE, OUTSIDE, devices=[("B", 3)]).go(6, "no", "B")
    assert basic.title == "Device in B"


def test_the_draw_pile_is_corrected_both_ways() -> None:
    play = at(OUTSIDE, OUTSIDE, discard=["A", "B", "C"])
    play.set("draw", 8)
    assert (play.table.deck.left, play.table.deck.discard) == (8, ["A", "B", "C", "?", "?"])
    play.set("draw", 8).set("draw", 11)
    assert (play.table.deck.left, play.table.deck.discard) == (11, ["A", "B"])


def test_two_movers_are_not_corrected_onto_one_square() -> None:
    play = at("7,8", "7,7", with_map=True, devices=["A"])
    assert play.session.adjust("place:0", "7,7") is not None
    play.set("place:0", "7,6").set("place:1", "7,8").set("place:0", "B").set("place:1", "B")
    assert play.table.seats_in("B") == [0, 1]


def test_a_correction_can_end_the_game() -> None:
    play = at(OUTSIDE, OUTSIDE, haunted="ABCDE").set("haunted:F", "yes")
    assert play.over
    assert play.session.outcome is not None
    assert play.session.outcome.won is False


def test_a_corrected_lock_takes_its_card_along() -> None:
    play = at(OUTSIDE, OUTSIDE, advanced=True, discard=["A", "blue"]).set("locked", "blue")
    deck = play.table.deck
    assert (deck.lock, deck.discard, deck.size) == ("blue", ["A"], 19)
    play.set("locked", "open")
    assert (deck.lock, deck.discard, deck.size) == ("", ["A", "blue"], 19)


def test_a_device_is_corrected_into_free_places_only() -> None:
    play = at("B", OUTSIDE, devices=["B", "C"])
    assert play.session.adjust("device:0", "C") is not None
    play.set("device:0", "out")
    assert play.table.delivered == 1


def test_nothing_is_corrected_before_the_set_up_is_done() -> None:
    assert GAME.adjustables(GAME.open(new_game().session.opening)) == ()


def test_a_game_goes_on_from_a_kept_turn() -> None:
    play = new_game(players=3).go(2, "no", "stay", 3, "yes", "B")
    kept = play.session.snapshot
    again = Session(GAME, play.session.opening, kept)
    for entry in play.session.entries[kept.entries :]:
        assert again.enter(entry) is None
    assert again.digest() == play.session.digest()


@pytest.mark.parametrize("rule", HOUSE_RULES, ids=lambda rule: rule.id)
def test_every_house_rule_is_written_down(rule: object) -> None:
    line = next(line for line in RULINGS.splitlines() if f"`{rule.id}`" in line)  # type: ignore[attr-defined]
    assert rule.row in line  # type: ignore[attr-defined]


def test_every_ambiguous_row_is_written_down() -> None:
    rows = GAME.rulebook.read_text(encoding="utf-8").splitlines()[1:]
    open_rows = [row.split("\t")[0] for row in rows if row.split("\t")[5].startswith("AMBIGUOUS")]
    assert len(open_rows) == 17
    assert [id for id in open_rows if id not in RULINGS] == []
