"""Campaigns on a phone of the keeper: listed, handed out, taken in; what is here already is asked about."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from companion import games as all_games
from companion.journal import places
from companion.journal.series import handed_out, incoming, kept
from companion.journal.store import Journal
from companion.service.cards import Cards
from tests.test_campaigns import GAME, home  # noqa: F401, the folder with a campaign of two Scenarios

from .kit import Browser, Web, run


def _keeper(folder: Path) -> Browser:
    cards = Cards(folder / "library")
    games = {GAME.id: all_games.find(GAME.id)}
    return Web(folder, games, shelf=cards.shelf, library=cards.library).browser("keeper")


def _series(keeper: Browser) -> list[list[int]]:
    """The games of each campaign that the box has."""
    journal = keeper.web.box.companion.keeper._journal
    return [[game.id for game in campaign.games] for campaign in kept(journal)]


@pytest.fixture
def file(home: Path, tmp_path: Path) -> str:  # noqa: F811
    """The campaign as a file; the box that has it lies in the folder `box`."""
    (tmp_path / "box").mkdir()
    shutil.copy(places.journal(home), places.journal(tmp_path / "box"))
    with Journal(places.journal(home), write=False) as journal:
        return "".join(handed_out(journal, *kept(journal)))


def test_a_campaign_is_listed_and_goes_to_another_box(file: str, tmp_path: Path) -> None:
    async def walk() -> None:
        here, there = _keeper(tmp_path / "box"), _keeper(tmp_path / "other")
        page = (await here.get("/campaigns")).body
        assert page.index("Training night") < page.index("Training flood")
        for word in ("XP", "Save as a file", "Take in"):
            assert word in page
        assert "No campaign has been begun yet." in (await there.get("/campaigns")).body
        reply = await there.post("/campaigns/import", {"text": file})
        assert reply.json == {"ok": True, "text": "Taken in: 1 and 2.", "go": "/campaigns"}
        assert _series(there) == [[1, 2]]
        saved = await here.get("/campaigns/export?number=1")
        assert saved.body == file
        assert "companion-campaign-1.jsonl" in saved.headers["content-disposition"]
        assert (await here.get("/campaigns/export?number=7")).status == 404

    run(walk())


def test_what_is_here_already_is_shown_and_only_what_is_new_is_taken_in(file: str, tmp_path: Path) -> None:
    first = "".join(
        file.splitlines(keepends=True)[: file.splitlines().index('{"type":"companion game","format":1}', 1)]
    )

    async def walk() -> None:
        there = _keeper(tmp_path / "other")
        assert (await there.post("/campaigns/import", {"text": first})).json["go"] == "/campaigns"
        assert _series(there) == [[1]]
        assert (await there.post("/campaigns/import", {"text": file})).json["go"] == "/campaigns/offer"
        assert _series(there) == [[1]]
        page = (await there.get("/campaigns/offer")).body
        assert "here as game 1, just the same" in page
        assert "new here" in page
        assert (await there.post("/campaigns/decide", {"how": "new"})).json["text"] == "Taken in: 2."
        assert _series(there) == [[1, 2]]
        # Nothing waits any more, and nothing happens twice.
        assert (await there.post("/campaigns/decide", {"how": "whole"})).status == 409
        # All of it is here now: it says so, and leaving it changes nothing.
        await there.post("/campaigns/import", {"text": file})
        page = (await there.get("/campaigns/offer")).body
        assert "Everything in it is here already." in page
        assert "only what is new" not in page
        assert (await there.post("/campaigns/decide", {"how": "leave"})).json["ok"]
        assert _series(there) == [[1, 2]]

    run(walk())


def test_games_that_were_played_on_are_told_apart(file: str, tmp_path: Path) -> None:
    sheet = file[: file.index('{"type":"companion game"', 1)]
    lines = sheet.splitlines(keepends=True)
    shorter = "".join(line for line in lines[:40] if '"type":"line"' in line or line is lines[0])
    with Journal(tmp_path / "a.db") as journal:
        assert [game.here for game in incoming(journal, sheet)] == [0]
        journal.take_in(incoming(journal, shorter)[0].rows)
        (longer,) = incoming(journal, sheet)
        assert (longer.here, longer.more > 0, longer.apart, longer.is_new) == (1, True, False, True)
    with Journal(tmp_path / "b.db") as journal:
        journal.take_in(longer.rows)
        (less,) = incoming(journal, shorter)
        assert (less.more, less.apart, less.is_new) == (-longer.more, False, False)
        assert less.cut is not None
        at = next(n for n, line in enumerate(lines) if '"value":' in line)
        other = sheet.replace(lines[at], lines[at].replace('"by":"', '"by":"other'), 1)
        (apart,) = incoming(journal, other)
        assert (apart.here, apart.more, apart.apart, apart.is_new) == (1, 0, True, True)


@pytest.mark.parametrize("text", ["", "this is no campaign", '{"type":"companion game","format":99}'])
def test_a_broken_file_is_refused_in_a_sentence_and_changes_nothing(text: str, tmp_path: Path) -> None:
    async def walk() -> None:
        keeper = _keeper(tmp_path)
        reply = await keeper.post("/campaigns/import", {"text": text})
        assert not reply.json["ok"]
        assert reply.json["text"].endswith(".")
        assert (await keeper.get("/campaigns/offer")).status == 404
        assert _series(keeper) == []

    run(walk())
