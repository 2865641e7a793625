"""What is said about a board once is kept in the owner's library and not asked again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.engine.game import Opening
from companion.engine.prompts import Choose
from companion.games import find
from companion.games.boards import board_of
from companion.library.store import Library
from tests.games.kit import Play


def library(game: str, owner: Path) -> Library:
    return Library(game, find(game).shelving, owner)  # type: ignore[attr-defined]


def learn(cards: Library, play: Play) -> list[str]:
    """Give every learned fact to the library, as the service does; the fields."""
    facts = [
        notice.data for step in play.session.steps for notice in step.notices if notice.kind == "learned"
    ]
    for fact in facts:
        assert cards.learned(fact) is not None, fact
    return [fact["field"] for fact in facts]


def begun(game: str, cards: Library, board: str = "own", **options: Any) -> Play:
    return Play(find(game), Opening(game, {"board": board, **options}, cards.shelf()))


def titles(play: Play) -> list[str]:
    return [str(step.prompt.title) for step in play.session.steps if step.prompt is not None]


def test_mercado_learns_red_rooms_and_cards(tmp_path: Path) -> None:
    cards = library("mercado", tmp_path)
    first = begun("mercado", cards, players=["A", "B"]).go(
        "basic", "0", "done", "A", "B", "done", "real", "usual"
    )
    assert learn(cards, first) == ["red_rooms", "basic_cards"]
    again = library("mercado", tmp_path)
    assert again.faults == []
    second = begun("mercado", again, players=["A", "B"]).go("basic", "0", "done", "real")
    assert second.title == "Movers"
    second.go(*["ok"] * 5)
    assert sorted(device.place for device in second.table.devices) == list("BCDEGIJL")


def test_clue_learns_names_dice_passages_and_cards(tmp_path: Path) -> None:
    cards = library("clue", tmp_path)
    first = begun("clue", cards, players=["A", "B", "C"])
    first.go("Old Mill", "P2", "P3", "P4", "P5", "P6", "no", "phoebe", "character_2", "character_3", "ok")
    first.go("done", "people", "ok", "ok", "ok", "ok", "0", "right", "off")
    first.go("glass", 2, "lab").set("place:0", "kitchen").go(
        "gozer", "rtv", "showed", "pke", 7, "1", 2, 2, "pass"
    )
    first.go(2, 2, "barn", "gozer", "rtv", "showed", "pass").set("place:2", "kitchen").go(
        2, 2, "passage", "silo"
    )
    fields = learn(cards, first)
    assert fields == ["location_9", "characters", "plain_one", "paranormal", "passages"]
    again = library("clue", tmp_path)
    assert again.faults == []
    second = begun("clue", again, players=["A", "B", "C"])
    assert second.title == "A plays?"
    assert second.table.board["passages"] == {"kitchen": "silo", "silo": "kitchen"}
    assert second.table.character_name("character_3") == "P3"


@pytest.mark.rule("MONO-DATA-02", "MONO-DATA-04")
def test_monopoly_learns_prices_fees_and_entities(tmp_path: Path) -> None:
    cards = library("monopoly", tmp_path)
    first = begun("monopoly", cards, players=["A", "B"])
    first.go("cello", "radio", "0", "ok", "ok", "no", 6, 5, 2, 1)
    first.go(1, 2, 60, "claim").go(1, 3, 7, 100, 6, 1)
    assert learn(cards, first) == ["price", "target", "amount"]
    again = library("monopoly", tmp_path)
    assert again.faults == []
    second = begun("monopoly", again, players=["A", "B"])
    assert second.table.contracts["basement"].price == 60
    assert (second.table.spaces[4].target, second.table.spaces[4].amount) == (7, 100)


def test_monopoly_s_training_ring_asks_for_nothing_and_says_it_is_invented(tmp_path: Path) -> None:
    cards = library("monopoly", tmp_path)
    play = begun("monopoly", cards, "training")
    assert cards.shelf()["boards"]["training"]["invented"] is True
    assert cards.findings() == []
    assert not [id for id in play.table.contracts if cards.unknown("contracts", id)]
    assert cards.unknown("contracts", "ballroom") == ["price", "trap_cost", "unit_cost", "mortgage", "fees"]


@pytest.mark.parametrize("game", ["mercado", "clue"])
def test_the_training_board_asks_for_nothing_and_says_it_is_invented(game: str, tmp_path: Path) -> None:
    cards = library(game, tmp_path)
    training = cards.shelf()["boards"]["training"]
    assert training["invented"] is True
    assert cards.unknown("boards", "training") == []
    assert cards.unknown("boards", "own") != []
    assert cards.findings() == []
    play = begun(game, cards, "training")
    assert play.table.board["map"]


@pytest.mark.parametrize("game", ["mercado", "clue", "monopoly"])
def test_the_board_is_chosen_before_the_game(game: str, tmp_path: Path) -> None:
    shelf = library(game, tmp_path).shelf()
    asking = find(game).prepare(shelf)  # type: ignore[attr-defined]
    prompt = next(asking)
    assert isinstance(prompt, Choose)
    assert [option.id for option in prompt.options] == ["own", "training"]
    with pytest.raises(StopIteration) as done:
        asking.send("training")
    assert done.value.value == {"board": "training"}
    with pytest.raises(ValueError, match="no board called 'attic'; known: own, training"):
        board_of(Opening(game, {"board": "attic"}, shelf))


@pytest.mark.parametrize(
    ("game", "wrong", "message"),
    [
        ("mercado", "red_rooms: [A, B]", "exactly 8"),
        ("mercado", "basic_cards: {A: 13}", "at least two letters"),
        ("mercado", "map: {plan: ['.'], doors: ['A 9,9'], front: '1,1'}", "9,9 is neither"),
        ("monopoly", "ring: [go, jail, moon]", "moon is no Contract"),
        ("monopoly", "ring: [go, jail, ballroom, ballroom]", "on the board already"),
        ("monopoly", "ring: [go, vapor]", "there is no jail"),
        ("clue", "corners: [lab, lab, silo, barn]", "four different"),
        ("clue", "passages: {lab: lab}", "to itself"),
        ("clue", "map: {plan: ['.'], entrances: ['lab 2,2']}", "2,2 is no square"),
    ],
)
def test_a_board_that_cannot_be_is_told(game: str, wrong: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / game / "boards" / "own.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(f"name: Your board\n{wrong}\n", encoding="utf-8")
    cards = library(game, tmp_path)
    told = [str(fault.text) for fault in (*cards.faults, *cards.findings())]
    assert any(message in line for line in told), told


@pytest.mark.parametrize("game", ["mercado", "clue"])
def test_what_may_have_a_token_has_a_name_of_its_own(game: str, tmp_path: Path) -> None:
    cards = library(game, tmp_path)
    things = cards.shelving.things(cards.typed())
    assert len({thing.means for thing in things}) == len(things) > 6
    assert not any(thing.means.endswith((":lab", ":gozer", ":rtv")) for thing in things)
