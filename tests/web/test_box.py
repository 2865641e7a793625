"""The box in the browser drives the mocked devices; the box's own screen invites phones."""

from __future__ import annotations

import re
from base64 import b64decode

import zxingcpp
from PIL import Image

from companion.engine.prompts import Roll
from companion.service import browser

from .kit import Web, run


def _pixels(body: str) -> bytes:
    found = re.search(r'data-pixels="([^"]*)"', body)
    assert found is not None
    return b64decode(found[1])


def test_the_ticket_opens_the_box_once() -> None:
    async def play() -> None:
        web = Web()
        assert web.served.box is not None
        ticket = web.served.box.ticket
        here, thief = web.browser(), web.browser()
        assert (await thief.get("/open?ticket=nonsense")).headers["location"] == "/"
        reply = await here.get(f"/open?ticket={ticket}")
        assert reply.headers["location"] == "/box"
        assert (await here.get("/box")).status == 200
        assert (await thief.get(f"/open?ticket={ticket}")).headers["location"] == "/"
        assert (await thief.get("/open?ticket=")).headers["location"] == "/"
        assert (await thief.get("/box")).headers["location"] == "/join"

    run(play())


def test_the_page_shows_the_oled_bit_by_bit_and_follows_it() -> None:
    async def play() -> None:
        web = Web()
        keeper = web.browser("keeper")
        assert _pixels((await keeper.get("/box")).body) == web.box.mock.display.image.tobytes()
        async with keeper.follow("box") as stream:
            first = await stream.event()
            assert _pixels(first.data["parts"]["oled"]) == web.box.mock.display.image.tobytes()
            await keeper.post("/box/key", {"name": "up", "does": "click"})
            web.box.wait(0.3)
            then = await stream.event()
            assert _pixels(then.data["parts"]["oled"]) == web.box.mock.display.image.tobytes()
            assert _pixels(then.data["parts"]["oled"]) != _pixels(first.data["parts"]["oled"])

    run(play())


def test_buttons_knob_tokens_and_plugs_are_the_mocks() -> None:
    async def play() -> None:
        web = Web()
        keeper = web.browser("keeper")
        assert isinstance(web.session.pending.prompt, Roll)
        await keeper.post("/box/turn", {"clicks": "1"})
        web.box.wait()
        await keeper.post("/box/key", {"name": "ok", "does": "click"})
        web.box.wait()
        assert web.session.entries[0].value == 2
        # A token of the tray answers the event die; laid again it is lifted.
        await keeper.post("/box/key", {"name": "down", "does": "press"})
        await keeper.post("/box/key", {"name": "down", "does": "release"})
        web.box.wait()
        async with keeper.follow("box") as stream:
            await stream.event()
            web.box.wait(0.2)
        assert 'value="face:event:gate"' in (await keeper.get("/box")).body
        await keeper.post("/box/lay", {"meaning": "face:event:gate"})
        web.box.wait()
        assert web.session.entries[1].value == "gate"
        assert web.box.mock.reader.lying
        await keeper.post("/box/lay", {"meaning": "face:event:gate"})
        # A long press opens the menu.
        await keeper.post("/box/key", {"name": "ok", "does": "press"})
        web.box.wait(1.2)
        await keeper.post("/box/key", {"name": "ok", "does": "release"})
        web.box.wait()
        assert "The table" in web.box.words()
        await keeper.post("/box/plug", {"device": "display"})
        web.box.wait()
        assert not web.box.mock.display.lit
        assert "Screen is out" in (await keeper.get("/box")).body
        await keeper.post("/box/plug", {"device": "display"})
        web.box.wait(40)
        assert web.box.mock.display.lit

    run(play())


def test_a_finger_that_is_lost_on_the_way_is_lifted_in_the_end() -> None:
    async def play() -> None:
        web = Web()
        keeper = web.browser("keeper")
        await keeper.post("/box/key", {"name": "up", "does": "press"})
        web.box.wait(20)
        face = web.box.panel.screen.at
        web.box.wait(20)
        assert web.box.panel.screen.at == face
        for fields in ({}, {"name": "reset", "does": "press"}, {"name": "up", "does": "break"}):
            assert (await keeper.post("/box/key", fields)).json["ok"]

    run(play())


def _open_phones(web: Web) -> None:
    web.box.hold("ok")
    while web.box.panel.screen.rows[web.box.panel.screen.cursor].label != "Phones":
        web.box.click("down")
    web.box.click("ok")


def test_the_oled_shows_a_code_to_scan_the_address_and_a_pin_that_is_always_the_valid_one() -> None:
    async def play() -> None:
        web = Web()
        web.served._settings = web.served._settings.__class__(
            on=True, address="127.0.0.1", port=0, mdns=False
        )
        assert web.served.start() is None
        port = web.served.server.port
        _open_phones(web)
        display = web.box.mock.display.image
        large = display.convert("L").resize((512, 256), Image.Resampling.NEAREST)
        scanned = zxingcpp.read_barcodes(large)
        assert [code.text for code in scanned] == [f"HTTP://127.0.0.1:{port}"]
        pin = web.site.pairing.pin
        assert f"PIN {pin}" in web.box.panel.screen.said()
        shown = display.tobytes()
        web.site.pairing.new_pin()
        web.box.wait()
        assert f"PIN {web.site.pairing.pin}" in web.box.panel.screen.said()
        assert web.box.mock.display.image.tobytes() != shown
        await web.served.close()
        assert "No phones" in web.box.panel.screen.said()[0]
        web.box.hold("ok")
        web.box.hold("ok")
        assert all(row.label != "Phones" for row in web.box.panel.screen.rows)

    run(play())


def test_without_a_screen_there_is_no_browser() -> None:
    assert not browser.is_here({})
