"""Clue on a whole box with its site: no page, stream, screen or log of anybody else depends on a secret.

Two boxes hear the same in the open; hands, the shown card and marks differ. All that others get must be the
same to the last byte.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.games.clue import GAME
from companion.web.pairing import Role
from tests.games.clue.test_suggestion import ANN, BOB
from tests.web.kit import Browser, Web, run

OTHERS: dict[str, tuple[Role | None, int | None]] = {
    "nobody": (None, None),
    "spectator": ("spectator", None),
    "bystander": ("seat", 2),
    "unseated": ("seat", None),
    "keeper": ("keeper", None),
}
SET_UP = (3, "Mill", "P2", "P3", "P4", "P5", "P6", "no", "phoebe", "character_2", "character_3", "ok", "done")
CARDS = ("people", "ok", "ok", "ok", "ok", "2", "right", "deduce")


class Secrets(NamedTuple):
    """What only two seats know."""

    ann: list[str]
    bob: list[str]
    shown: str
    mark: str


ONE = Secrets(ANN, BOB, "rtv", "case")
OTHER = Secrets([*ANN[:5], "gatekeeper"], ["slimer", "gozer", *BOB[2:]], "lab", "2")


class Seen(NamedTuple):
    """All that came out of a box: pages and streams by reader, what stood on the OLED; what the two saw."""

    pages: dict[str, list[str]]
    oled: list[str]
    mine: dict[str, str]


async def played(secrets: Secrets, folder: Path) -> Seen:
    """Ann suggests, Bob shows her a card, both on their phones, as far as the next turn."""
    web = Web(folder, games={"clue": GAME})
    for value in (*SET_UP, *CARDS):
        web.answer(value)
    ann, bob = web.browser("seat", 0), web.browser("seat", 1)
    others = {name: web.browser(role, seat) for name, (role, seat) in OTHERS.items()}
    pages: dict[str, list[str]] = {name: [] for name in OTHERS}
    oled: list[str] = []
    for seat, (browser, hand) in enumerate(((ann, secrets.ann), (bob, secrets.bob))):
        for card in hand:
            reply = await browser.post("/adjust", {"path": f"own:{seat}:{card}", "value": "yes"})
            assert reply.json["ok"], reply.body
    await look_round(web, others, pages)
    for value in ("glass", 2, "lab", "gozer", "rtv"):
        web.answer(value)
        oled += turned(web)
    await look_round(web, others, pages)
    assert (await bob.answer(secrets.shown)).json["ok"]
    oled += turned(web)
    assert (await ann.post("/adjust", {"path": f"mark:0:barn:{secrets.mark}", "value": "maybe"})).json["ok"]
    await look_round(web, others, pages)
    mine = {"ann": (await ann.get("/play")).body, "bob": (await bob.get("/play")).body}
    # Somebody holds BACK at the box: what would be taken back is told, then it is, twice.
    for _ in range(2):
        web.box.hold("back")
        oled += turned(web)
        web.box.click("ok")
        oled += turned(web)
        await look_round(web, others, pages)
    return Seen(pages, oled, mine)


def turned(web: Web) -> list[str]:
    """What stands on the OLED while its pages turn."""
    seen = []
    for _ in range(4):
        seen.append(web.box.words())
        web.box.wait(2)
    return seen


async def look_round(web: Web, others: dict[str, Browser], pages: dict[str, list[str]]) -> None:
    """Every page and every stream, for everybody else."""
    for name, browser in others.items():
        for way in web.site.ways:
            if way.method == "GET" and "/events/" not in way.path:
                # The PIN is drawn anew for each box.
                body = (await browser.get(way.path)).body
                pages[name].append(re.sub(r'class="pin">\d+', 'class="pin">', body))
        for page in ("table", "play"):
            async with browser.follow(page) as stream:
                if stream.status == 200:
                    pages[name].append(str(await stream.event()))


def test_nothing_that_others_get_depends_on_a_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Each start of the site has a name of its own, by chance; here both have the same.
    monkeypatch.setattr("companion.web.hub.secrets.token_hex", lambda size: "ab" * size)

    async def both() -> None:
        one, other = await played(ONE, tmp_path / "one"), await played(OTHER, tmp_path / "other")
        assert "P2 shows you RTV." in one.mine["ann"]
        assert "P2 shows you Lab." in other.mine["ann"]
        assert one.mine["bob"] != other.mine["bob"]
        assert one.pages == other.pages
        assert any("Something private" in words for words in one.oled)
        assert any("answers in private" in words for words in one.oled)
        assert one.oled == other.oled

    run(both())


def test_a_mark_on_the_page_says_why_to_its_owner_alone() -> None:
    async def walk() -> None:
        web = Web(games={"clue": GAME})
        for value in (*SET_UP, *CARDS):
            web.answer(value)
        ann, bob = web.browser("seat", 0), web.browser("seat", 1)
        for card in BOB:
            assert f'name="set" value="own:1:{card}=yes"' in (await bob.get("/play")).body
            assert (await bob.post("/adjust", {"set": f"own:1:{card}=yes"})).json["ok"]
        assert not (await ann.post("/adjust", {"set": "own:1:lab=no"})).json["ok"]
        for value in (2, 2, "lab", "gozer", "rtv"):
            web.answer(value)
        assert (await bob.answer("rtv")).json["ok"]
        page = (await ann.get("/play")).body
        assert page.count('<details class="reason"') == 4
        assert re.search(r"<b>RTV, P2: ✓</b><br>P2 showed it to you\.", page)
        assert re.search(r"<b>RTV, Sleeve: ✗</b><br>P2 has it\.", page)
        assert "P2 showed it to you." in (await ann.get("/adjust?path=mark:0:rtv:1")).body
        assert "showed it to you" not in (await bob.get("/adjust?path=mark:0:rtv:1")).body

    run(walk())
