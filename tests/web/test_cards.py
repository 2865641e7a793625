"""The owner's cards on a phone: judged while they are typed, kept, and nothing but cards can be named."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games import find
from companion.service.cards import Cards
from tests.engine.toy import TOY

from .kit import Browser, Web, run

GAME = "board_game_ii"
CARD = {"game": GAME, "kind": "scenarios", "id": "scoleri_2", "field": "goo_timer"}


def _keeper(folder: Path) -> Browser:
    cards = Cards(folder)
    web = Web(games={GAME: find(GAME), "toy": TOY}, library=cards.library)
    return web.browser("keeper")


def test_cards_are_listed_with_what_is_unknown_and_shown_field_by_field(tmp_path: Path) -> None:
    async def play() -> None:
        keeper = _keeper(tmp_path)
        listed = (await keeper.get(f"/cards?game={GAME}")).body
        assert "unknown:" in listed
        assert "id=scoleri_2" in listed
        shown = (await keeper.get(f"/card?game={GAME}&kind=scenarios&id=scoleri_2")).body
        assert 'name="field" value="goo_timer"' in shown
        assert "The Goo Timer starts at 3, not at 1." in shown
        assert str(tmp_path) not in listed + shown

    run(play())


def test_a_value_is_judged_without_being_kept_then_kept_then_decided_about(tmp_path: Path) -> None:
    async def play() -> None:
        keeper = _keeper(tmp_path)
        wrong = await keeper.post("/card/check", {**CARD, "value": "many"})
        assert wrong.status == 409
        assert "whole number" in wrong.json["text"]
        misprint = await keeper.post("/card/check", {**CARD, "value": "1"})
        assert misprint.json["misprint"]
        assert "3 is right" in misprint.json["text"]
        assert (await keeper.post("/card/check", {**CARD, "value": "3"})).json["text"] == "This fits."
        assert not list(tmp_path.rglob("scoleri_2.yaml"))
        assert not (await keeper.post("/card/learn", {**CARD, "value": "many"})).json["ok"]
        assert not list(tmp_path.rglob("scoleri_2.yaml"))
        assert (await keeper.post("/card/learn", {**CARD, "value": "1"})).json["misprint"]
        assert "goo_timer: 1" in next(tmp_path.rglob("scoleri_2.yaml")).read_text()
        page = f"/card?game={GAME}&kind=scenarios&id=scoleri_2"
        assert "Play it as printed" in (await keeper.get(page)).body
        settled = await keeper.post("/card/settle", {**CARD, "rule": "GB2-ERRATA-06", "printed": "yes"})
        assert settled.json["ok"]
        assert "Play it as printed" not in (await keeper.get(page)).body

    run(play())


@pytest.mark.parametrize(
    "changed",
    [
        {"game": "toy"},
        {"game": "../board_game_ii"},
        {"kind": "../scenarios"},
        {"kind": ""},
        {"id": "../../etc/passwd"},
        {"id": "scoleri_2.yaml"},
        {"field": "__class__"},
        {"field": "goo_timer.x"},
        {"value": "&a [*a, *a]"},
        {"value": "!!python/object:os.system x"},
        {"value": "[" * 300},
        {"value": "{a: "},
    ],
)
def test_what_names_no_card_or_is_no_value_is_refused_and_writes_nothing(
    tmp_path: Path, changed: dict[str, str]
) -> None:
    async def play() -> None:
        keeper = _keeper(tmp_path)
        for path in ("/card/check", "/card/learn"):
            reply = await keeper.post(path, {**CARD, "value": "2", **changed})
            assert reply.status == 409
            assert str(tmp_path) not in reply.body
        assert not list(tmp_path.rglob("*.yaml"))

    run(play())


def test_a_library_goes_to_a_friend_who_keeps_what_they_have(tmp_path: Path) -> None:
    async def play() -> None:
        mine, theirs = _keeper(tmp_path / "mine"), _keeper(tmp_path / "theirs")
        other = {**CARD, "id": "scoleri_3"}
        for card, value in ((CARD, "3"), (other, "4")):
            assert (await mine.post("/card/learn", {**card, "value": value})).json["ok"]
        assert (await theirs.post("/card/learn", {**other, "value": "5"})).json["ok"]
        pack = (await mine.get("/cards/export")).body
        taken = await theirs.post("/cards/import", {"text": pack})
        assert taken.json["text"] == "Cards taken in: 1. Left as they are here: 1."
        kept = tmp_path / "theirs" / GAME / "scenarios"
        assert "goo_timer: 3" in (kept / "scoleri_2.yaml").read_text()
        assert "goo_timer: 5" in (kept / "scoleri_3.yaml").read_text()

    run(play())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "companion_library: 1\nfiles:\n  ../../etc/passwd.yaml: x\n",
        "companion_library: 1\nfiles:\n  board_game_ii/scenarios/../../x.yaml: 'goo_timer: 1'\n",
        "companion_library: 1\nfiles:\n  board_game_ii/scenarios/x.yaml: 'goo_timer: many'\n",
    ],
)
def test_a_broken_library_is_refused_whole(tmp_path: Path, text: str) -> None:
    async def play() -> None:
        reply = await _keeper(tmp_path / "library").post("/cards/import", {"text": text})
        assert reply.status == 409
        assert str(tmp_path) not in reply.body
        assert not list(tmp_path.rglob("*.yaml"))

    run(play())
