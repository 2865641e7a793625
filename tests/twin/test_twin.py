"""The terminal twin, driven by Textual's pilot on virtual time: keys and tokens in, the OLED out."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from PIL import Image
from textual.pilot import Pilot
from textual.widgets import RichLog, Static

from companion.hal.clock import VirtualClock
from companion.service.companion import Extras
from companion.service.settings import Settings
from companion.service.tray import tag_of
from companion.twin import Oled, Twin, draw, set_up
from tests.engine.toy import TOY

Play = Callable[["Table"], Awaitable[None]]


class Table:
    """A twin under the pilot."""

    def __init__(self, pilot: Pilot[int], twin: Twin, clock: VirtualClock) -> None:
        self.pilot, self.twin, self.clock = pilot, twin, clock

    @property
    def session(self) -> Any:
        return self.twin.companion.box.session

    async def keys(self, *keys: str, wait: float = 1.0) -> None:
        """Press keys of the keyboard, and let the box's time pass."""
        for key in keys:
            await self.pilot.press(key)
            self.clock.advance(wait)
            self.twin.look()
        await self.pilot.pause()

    def oled(self) -> list[str]:
        return self.twin.query_one(Oled).lines()

    def said(self, id: str) -> str:
        return str(self.twin.query_one(f"#{id}", Static).render())


def play(does: Play, size: tuple[int, int] = (200, 60)) -> None:
    """Run a twin on the toy game, and `does` with it."""

    async def run() -> None:
        clock = VirtualClock()
        extras = Extras(games={"toy": TOY}, dice=random.Random(3))
        box, companion, tray = set_up(clock, Settings(), extras, None)
        twin = Twin(box, companion, tray)
        async with twin.run_test(size=size) as pilot:
            clock.advance(5)
            twin.look()
            await pilot.pause()
            await does(Table(pilot, twin, clock))

    asyncio.run(run())


def test_questions_are_answered_by_keys_and_the_oled_shows_the_service_s_picture() -> None:
    async def does(table: Table) -> None:
        before = table.oled()
        assert any(line.strip() for line in before)
        assert table.twin.query_one(Oled).pixels.tobytes() == table.twin.box.display.image.tobytes()
        await table.keys("up", "up", "enter", wait=1)
        assert table.session.table.points == 3
        assert table.oled() != before
        await table.keys("right", "enter", wait=4)
        assert table.session.steps[-1].entry.value == "one"
        log = table.twin.query_one("#log", RichLog)
        assert "3 points" in "".join(line.text for line in log.lines)

    play(does)


def test_a_token_of_the_tray_answers_and_can_be_lifted() -> None:
    async def does(table: Table) -> None:
        await table.keys("t", "down", "down", "down", "enter")
        assert table.session.table.points == 4
        assert table.twin.box.reader.lying == (tag_of("face:d6:4"),)
        await table.keys("l")
        assert table.twin.box.reader.lying == ()

    play(does)


def test_holding_lets_the_box_roll_opens_the_menu_and_offers_undo() -> None:
    async def does(table: Table) -> None:
        await table.keys("C", wait=5)
        assert table.session.steps[0].entry.by == "roller"
        await table.keys("B", "enter", wait=3)
        assert table.session.steps == []
        await table.keys("O")
        assert "Menu" not in table.said("keys")
        assert "Choose" in table.said("keys")

    play(does)


def test_the_keys_and_what_each_does_now_are_always_on_screen() -> None:
    async def does(table: Table) -> None:
        keys = table.said("keys")
        for name in ("EVENT", "MOVE", "COMBAT", "UP", "DOWN", "OK", "BACK"):
            assert name in keys
        assert "hold: menu" in keys
        assert "Next face" in keys
        for widget in ("oled", "keys"):
            region = table.twin.query_one(f"#{widget}").region
            assert table.twin.screen.region.contains_region(region), widget

    for size in ((200, 60), (100, 45), (80, 24)):
        play(does, size)


def test_an_unplugged_oled_is_dark_and_comes_back_with_the_present_question() -> None:
    async def does(table: Table) -> None:
        await table.keys("d", "up", "enter", wait=3)
        assert not any(line.strip() for line in table.oled())
        assert table.session.table.points == 2
        await table.keys("d", wait=30)
        assert any(line.strip() for line in table.oled())
        await table.keys("r", wait=6)
        assert "no reader" in table.said("keys")

    play(does)


def test_leaving_closes_the_game() -> None:
    async def does(table: Table) -> None:
        await table.keys("q")
        assert table.twin.return_value == 0

    play(does)


@pytest.mark.parametrize(("kind", "across", "down"), [("halves", 1, 2), ("quarters", 2, 2), ("dots", 2, 4)])
def test_every_pixel_is_drawn(kind: str, across: int, down: int) -> None:
    picture = Image.new("1", (128, 64))
    blank = draw(picture, kind)
    assert (len(blank), {len(line) for line in blank}) == (64 // down, {128 // across})
    for x, y in ((0, 0), (1, 1), (127, 63), (64, 33), (8, 2)):
        picture = Image.new("1", (128, 64))
        picture.putpixel((x, y), 1)
        lines = draw(picture, kind)
        changed = [
            (c, r) for r in range(len(lines)) for c in range(len(lines[0])) if lines[r][c] != blank[r][c]
        ]
        assert changed == [(x // across, y // down)]
