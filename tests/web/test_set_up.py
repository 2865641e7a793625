"""Setting up with phones: each step with its map, ticked by whoever did it; what a picture says and hides."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

from companion.engine.prompts import Grid, Prompt, Tell
from companion.games import find
from companion.hal.settings import DeviceSettings
from companion.office import Office
from companion.service.cards import Cards
from companion.web.maps import close_up, overview

from .kit import Browser, Web, run

GAME = "board_game_ii"


def _drawn(body: str) -> list[ElementTree.Element]:
    return [ElementTree.fromstring(found) for found in re.findall(r'<svg class="map".*?</svg>', body)]


def _words(picture: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in picture.iter("text")]


async def _to_the_map(web: Web, phone: Browser) -> None:
    """Choose the training night for two people, up to the map."""
    for choice in ("training", "training-night", "2", "2", "Ray", "Egon", "Ray"):
        got = (await phone.answer(choice)).json
        assert got["ok"], got
    assert str(web.session.pending.prompt.title) == "The map"


def test_every_step_of_the_map_is_drawn_on_phones_and_ticked_there(tmp_path: Path) -> None:
    async def walk() -> None:
        cards = Cards(tmp_path)
        web = Web(games={GAME: find(GAME)}, shelf=cards.shelf, library=cards.library)
        phone, screen = web.browser("keeper"), web.browser("spectator")
        await _to_the_map(web, phone)
        seen = []
        while isinstance(tell := web.session.pending.prompt, Tell) and tell.grid is not None:
            for browser, page in ((phone, "/play"), (screen, "/table")):
                pictures = _drawn((await browser.get(page)).body)
                labels = [label for line in tell.grid.squares for label in line if label]
                assert _words(pictures[0]) == labels
                numbers = [str(n) for line in tell.grid.spaces for n in line if n]
                assert [word for one in pictures[1:] for word in _words(one)] == numbers
                marked = [g for g in pictures[0].iter("g") if g.get("class") == "marked"]
                assert len(marked) == len(tell.grid.marked)
            seen.append(str(tell.title))
            assert (await phone.answer("ok")).json["ok"]
        assert seen[0] == "The map"
        assert len(seen) == 5
        assert not _drawn((await phone.get("/play")).body)

    run(walk())


def test_a_picture_has_words_for_those_who_do_not_see_it_and_labels_lie_as_the_squares_do() -> None:
    grid = Grid((("<R1>", ""), ("B1", "B2")), ((0, 0), (90, 180)), ((1, 0),), ((0, 2), (1, 0)))
    picture = ElementTree.fromstring(overview(grid, 'a "map" & more'))
    assert picture.get("role") == "img"
    assert picture.get("aria-label") == 'a "map" & more'
    assert _words(picture) == ["<R1>", "B1", "B2"]
    turns = [(text.get("transform") or "").partition(" ")[0] for text in picture.iter("text")]
    assert turns == ["rotate(0", "rotate(90", "rotate(180"]
    near = ElementTree.fromstring(close_up(grid, "near"))
    assert _words(near) == ["2", "1"]
    assert len(list(near.iter("circle"))) == 2


def _office(folder: Path) -> Browser:
    cards = Cards(folder / "library")
    games = {id: find(id) for id in (GAME, "clue")}
    office = Office(DeviceSettings(), folder)
    return Web(folder, games, shelf=cards.shelf, library=cards.library, upstairs=office).browser("keeper")


def test_a_set_up_is_read_as_a_whole_with_its_map_and_nothing_is_begun(tmp_path: Path) -> None:
    async def walk() -> None:
        keeper = _office(tmp_path)
        page = (await keeper.get("/set-up")).body
        assert page.index("Training night") < page.index("Clue")
        assert "Monopoly" not in page, "it is not offered here"
        steps = (await keeper.get("/set-up/steps?start=training-night")).body
        told = [prompt for prompt in _steps_of("training-night", tmp_path) if isinstance(prompt, Tell)]
        at = [steps.index(f"<b>{prompt.title}</b>") for prompt in told]
        assert at == sorted(at)
        assert len(_drawn(steps)) == sum(
            1 + bool(prompt.grid.spaces) for prompt in told if prompt.grid is not None
        )
        paper = ElementTree.fromstring(re.findall(r"<svg xmlns.*?</svg>", steps, re.DOTALL)[0])
        assert "Doorkeeper" in "".join(paper.itertext())
        unknown = (await keeper.get("/set-up/steps?start=scoleri_1")).body
        assert "The box asks this." in unknown
        assert "The whole map" not in unknown
        assert (await keeper.get("/set-up/steps?start=poker")).status == 404
        assert keeper.web.box.companion.box.sitting is None

    run(walk())


def _steps_of(start: str, folder: Path) -> Sequence[Prompt]:
    found = Office(DeviceSettings(), folder).steps(start, {GAME: find(GAME)}, Cards(folder / "library").shelf)
    assert found is not None
    return found
