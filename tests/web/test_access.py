"""Who gets in: every route with every role and with none, foreign pages, guessed PINs, too much, too fast."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from companion.web.app import PAGES, Way, Who
from companion.web.pairing import LOCKED, TRIES, Pairing, Role

from .kit import HOST, Browser, Reply, Web, run
from .party import HANDS

ROLES: dict[str, tuple[Role | None, Who]] = {
    "nobody": (None, Who.ANYONE),
    "spectator": ("spectator", Who.WATCHES),
    "seat": ("seat", Who.PLAYS),
    "keeper": ("keeper", Who.KEEPS),
}


async def _ask(browser: Browser, way: Way) -> Reply:
    if way.path.startswith("/events/"):
        async with browser.follow(way.path.removeprefix("/events/")) as stream:
            await browser.web.pump(stream._got.get())
            return Reply(stream.status, {}, "")
    if way.method == "GET":
        return await browser.get(way.path)
    return await browser.post(way.path, dict.fromkeys(way.fields, "0"))


@pytest.mark.parametrize("name", ROLES)
@pytest.mark.parametrize("way", Web().site.ways, ids=lambda way: f"{way.method} {way.path}")
def test_every_route_lets_in_whom_it_names_and_nobody_else(way: Way, name: str) -> None:
    role, may = ROLES[name]

    async def walk() -> None:
        web = Web()
        digest = web.session.digest()
        reply = await _ask(web.browser(role, 0 if role in ("seat", "keeper") else None), way)
        if may >= way.who:
            assert reply.status < 500
            assert reply.status != 405
            assert "may not do that" not in reply.body
        else:
            assert reply.status in (303, 403)
            if reply.status == 303:
                assert reply.headers["location"] == "/join"
            assert web.session.digest() == digest
            assert "Ana" not in reply.body

    run(walk())


@pytest.mark.parametrize("way", Web().site.ways, ids=lambda way: f"{way.method} {way.path}")
def test_every_route_that_changes_something_wants_a_page_of_ours_under_our_name(way: Way) -> None:
    async def walk() -> None:
        web = Web()
        keeper = web.browser("keeper", 0)
        fields = dict.fromkeys(way.fields, "0")
        if way.method == "POST":
            for origin in (
                "http://evil.example",
                "null",
                "",
                f"http://{HOST}.evil.example",
                "http://companion.local",
            ):
                assert (await keeper.post(way.path, fields, origin=origin)).status == 403
        foreign = await keeper.request(
            way.method, way.path, host="evil.example", origin="http://evil.example"
        )
        assert foreign.status == 421
        assert foreign.body == "This is not my name."

    run(walk())


def test_every_answer_forbids_scripts_from_elsewhere_and_being_kept() -> None:
    async def walk() -> None:
        web = Web()
        for path in ("/join", "/static/app.css", "/nothing/here", "/table"):
            headers = (await web.browser("spectator").get(path)).headers
            assert "default-src 'none'" in headers["content-security-policy"]
            assert "unsafe" not in headers["content-security-policy"]
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["cache-control"] in ("no-store", "no-cache")

    run(walk())


def test_the_pin_lets_one_phone_in_and_is_new_then() -> None:
    async def walk() -> None:
        web = Web()
        pin = web.site.pairing.pin
        assert len(pin) == 6
        assert pin.isdigit()
        one, two = web.browser(), web.browser(address="192.168.1.21")
        reply = await one.post("/join", {"pin": pin, "role": "seat"}, accept="text/html")
        assert (reply.status, reply.headers["location"]) == (303, "/play")
        cookie = reply.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        assert (await one.get("/play")).status == 200
        assert web.site.pairing.pin != pin
        assert (await two.post("/join", {"pin": pin, "role": "seat"})).status == 403
        assert not two.cookie

    run(walk())


def test_guessing_is_slowed_then_locked_out_and_told_at_the_box() -> None:
    async def walk() -> None:
        web = Web()
        thief, guest = web.browser(address="192.168.1.66"), web.browser(address="192.168.1.30")
        first = web.site.pairing.pin
        wrong = "000000" if first != "000000" else "111111"
        for n in range(TRIES):
            assert "not the PIN" in (await thief.post("/join", {"pin": wrong})).body
            if n < TRIES - 1:
                # At once again: not even the right one counts.
                assert "Wait" in (await thief.post("/join", {"pin": first})).body
                web.box.wait(2.0**n)
        assert "guessed at the PIN" in web.box.words()
        assert web.site.pairing.pin != first
        web.box.wait(LOCKED - 1)
        assert "Wait" in (await thief.post("/join", {"pin": web.site.pairing.pin})).body
        # Others are not locked out by it.
        assert (await guest.post("/join", {"pin": web.site.pairing.pin, "role": "spectator"})).status == 200
        web.box.wait(2)
        assert (await thief.post("/join", {"pin": web.site.pairing.pin})).status == 200

    run(walk())


def test_guessing_from_many_addresses_locks_everybody_out_for_a_while() -> None:
    now = [0.0]
    told: list[object] = []
    pairing = Pairing(lambda: now[0], lambda: 0.0, told=told.append)
    for n in range(25):
        wrong = "000000" if pairing.pin != "000000" else "111111"
        assert not isinstance(pairing.join(wrong, f"10.0.0.{n}", "seat"), tuple)
    assert len(told) == 1
    assert not isinstance(pairing.join(pairing.pin, "10.0.1.1", "seat"), tuple)
    now[0] += LOCKED + 1
    assert isinstance(pairing.join(pairing.pin, "10.0.1.1", "seat"), tuple)


def test_phones_stay_let_in_after_a_new_start_and_their_tokens_lie_nowhere(tmp_path: Path) -> None:
    pairing = Pairing(lambda: 0.0, lambda: 9.0, tmp_path / "phones.json")
    phone, token = pairing.let_in("seat")
    assert pairing.sit(phone, 2, "Cem") is None
    again = Pairing(lambda: 0.0, lambda: 9.0, tmp_path / "phones.json")
    found = again.phone(token)
    assert found is not None
    assert (found.seat, found.role) == (2, "seat")
    kept = (tmp_path / "phones.json").read_text()
    assert token not in kept
    assert (tmp_path / "phones.json").stat().st_mode & 0o077 == 0
    again.remove(found.id)
    assert Pairing(lambda: 0.0, lambda: 9.0, tmp_path / "phones.json").phone(token) is None
    (tmp_path / "phones.json").write_text("{broken")
    assert Pairing(lambda: 0.0, lambda: 9.0, tmp_path / "phones.json").phones == ()


def test_a_seat_is_taken_once_and_kept() -> None:
    async def walk() -> None:
        web = Web()
        ana, bo = web.browser("seat"), web.browser("seat")
        assert (await ana.post("/sit", {"seat": 0})).json["ok"]
        assert "Another phone" in (await bo.post("/sit", {"seat": 0})).json["text"]
        assert (await bo.post("/sit", {"seat": 1})).json["ok"]
        assert "join again" in (await bo.post("/sit", {"seat": 2})).json["text"]
        assert "no such seat" in (await bo.post("/sit", {"seat": 7})).json["text"]

    run(walk())


def _to_the_secret(web: Web) -> None:
    """Play on to the question that only Ana may see."""
    for value, seat in ((3, None), ("goo", None), ("left", 0)):
        web.answer(value, seat)
    assert web.session.pending.prompt.secret


def test_secrets_of_a_seat_go_to_that_seat_alone() -> None:
    async def walk() -> None:
        web = Web()
        _to_the_secret(web)
        paths = [way.path for way in web.site.ways if way.method == "GET" and "/events/" not in way.path]
        browsers = {
            "nobody": web.browser(),
            "spectator": web.browser("spectator"),
            "bo": web.browser("seat", 1),
            "keeper": web.browser("keeper"),
            "no seat": web.browser("seat"),
        }
        for name, browser in browsers.items():
            pages = [(await browser.get(path)).body for path in paths]
            for page in ("table", "play"):
                async with browser.follow(page) as stream:
                    if stream.status == 200:
                        pages.append(str(await stream.event()))
            for body in pages:
                assert HANDS[0] not in body, name
                assert "Which card?" not in body, name
        ana = web.browser("seat", 0)
        body = (await ana.get("/play")).body
        assert HANDS[0] in body
        assert "Which card?" in body
        # What is for everybody to see has nothing of hers even on her own phone.
        assert HANDS[0] not in (await ana.get("/table")).body

    run(walk())


@pytest.mark.parametrize("who", ["bo", "keeper", "no seat"])
def test_nobody_else_answers_a_secret_question(who: str) -> None:
    async def walk() -> None:
        web = Web()
        _to_the_secret(web)
        browser = {
            "bo": lambda: web.browser("seat", 1),
            "keeper": lambda: web.browser("keeper"),
            "no seat": lambda: web.browser("seat"),
        }[who]()
        number = web.session.number
        for fields in ({}, {"seat": 0}):
            reply = await browser.answer("a", number, **fields)
            assert not reply.json["ok"]
            assert HANDS[0] not in reply.body
        assert web.session.number == number

    run(walk())


def test_too_much_and_too_fast_are_refused() -> None:
    async def walk() -> None:
        web = Web()
        keeper = web.browser("keeper", 0)
        assert (await keeper.post("/answer", {"value": "x" * 20_000})).status == 413
        statuses = [(await keeper.get("/static/icon.svg")).status for _ in range(120)]
        assert statuses[0] == 200
        assert statuses[-1] == 429
        web.box.wait(5)
        assert (await keeper.get("/static/icon.svg")).status == 200

    run(walk())


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static//etc/passwd",
        "/static/app.css/",
        "/.env",
        "/static/none",
    ],
)
def test_no_path_names_a_file(path: str) -> None:
    async def walk() -> None:
        reply = await Web().browser("keeper", 0).get(path)
        assert reply.status in (404, 307)
        assert "import" not in reply.body

    run(walk())


@pytest.mark.parametrize(
    "host", ["192.168.1.5:8080", "[fe80::1]:8080", "localhost", "COMPANION.LOCAL:8080", "companion.local."]
)
def test_our_own_names_and_any_address_are_ours(host: str) -> None:
    async def walk() -> None:
        assert (await Web().browser().get("/join", host=host)).status == 200

    run(walk())


def test_one_phone_cannot_take_all_the_streams() -> None:
    async def walk() -> None:
        web = Web()
        greedy, other = web.browser("spectator"), web.browser("spectator")
        async with AsyncExitStack() as stack:
            for _ in range(PAGES):
                stream = await stack.enter_async_context(greedy.follow("table"))
                assert (await stream.event()).name == "table"
            refused = await stack.enter_async_context(greedy.follow("table"))
            await web.pump(refused._got.get())
            assert refused.status == 503
            fine = await stack.enter_async_context(other.follow("table"))
            assert (await fine.event()).name == "table"
        assert web.site.hub.following == 0

    run(walk())
