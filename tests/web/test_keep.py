"""The keeper's page and the record of a game."""

from __future__ import annotations

import asyncio
import random
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.doctor.findings import Finding, bad, ok
from companion.doctor.machine import Machine
from companion.engine.prompts import DIE_6
from companion.engine.text import say
from companion.hal.settings import DeviceSettings, DisplaySettings
from companion.office import Office
from companion.web.doctor import AGAIN
from companion.web.record import chi_square_tail, fairness
from tests.engine.toy import TOY

from .kit import Web, run
from .party import HANDS, PARTY


def test_the_keeper_sends_phones_away_makes_pins_and_opens_the_table() -> None:
    async def play() -> None:
        web = Web()
        keeper, bo = web.browser("keeper"), web.browser("seat", 1)
        page = (await keeper.get("/keep")).body
        pin = web.site.pairing.pin
        assert pin in page
        assert "Seat 1" in page
        assert (await keeper.post("/keep/pin")).json["ok"]
        assert web.site.pairing.pin != pin
        assert (await web.browser().get("/table")).status == 303
        assert (await keeper.post("/keep/open", {"open": "yes"})).json["ok"]
        assert (await web.browser().get("/table")).status == 200
        # Reading only: nothing that changes anything is open by it.
        assert (await web.browser().post("/answer", {"number": 0, "value": "3"})).status == 403
        assert (await web.browser().get("/play")).status == 303
        assert (await keeper.post("/keep/open", {"open": "no"})).json["ok"]
        assert (await web.browser().get("/table")).status == 303
        assert (await keeper.post("/keep/remove", {"id": 2})).json["ok"]
        assert (await bo.get("/play")).headers["location"] == "/join"

    run(play())


def test_settings_of_the_box_are_set_from_a_phone_and_at_once_in_force() -> None:
    async def play() -> None:
        web = Web()
        keeper = web.browser("keeper")
        reply = await keeper.post("/keep/settings", {"language": "de", "brightness": 2, "sound": "on"})
        assert reply.json["ok"]
        settings = web.box.panel.settings
        assert (settings.language, settings.brightness, settings.sound) == ("de", 2, True)
        assert not settings.sign_lamp
        await keeper.post("/keep/settings", {"language": "xx", "brightness": 9})
        assert (web.box.panel.settings.language, web.box.panel.settings.brightness) == ("de", 2)

    run(play())


def test_a_missing_device_is_told() -> None:
    async def play() -> None:
        web = Web()
        keeper = web.browser("keeper")
        assert "Everything that is set up works." in (await keeper.get("/keep")).body
        web.box.mock.reader.unplug()
        web.box.wait()
        assert "token reader: It was unplugged." in (await keeper.get("/keep")).body

    run(play())


def _play(web: Web, moves: int) -> None:
    dice = random.Random(4)
    for _ in range(moves):
        if web.session.pending is None:
            return
        prompt = web.session.pending.prompt
        web.answer(dice.randint(1, 6) if prompt.title.msg == "Roll" else "none")


def test_a_game_goes_out_as_a_file_and_comes_in_elsewhere(tmp_path: Path) -> None:
    async def play() -> None:
        web = Web(games={"toy": TOY})
        keeper = web.browser("keeper")
        _play(web, 4)
        reply = await keeper.get("/keep/export")
        assert "companion-game-1.jsonl" in reply.headers["content-disposition"]
        other = Web(tmp_path, games={"toy": TOY})
        taken = await other.browser("keeper").post("/keep/import", {"text": reply.body})
        assert "Taken in as game 2" in taken.json["text"]
        record = await other.browser("keeper").get("/keep/export?game=2")
        assert record.body == reply.body
        # A second time, or sent again because the answer got lost: it is here.
        again = await other.browser("keeper").post("/keep/import", {"text": reply.body})
        assert "here already, as game 2" in again.json["text"]
        cut = reply.body[: len(reply.body) * 2 // 3]
        third = Web(games={"toy": TOY}).browser("keeper")
        assert "end of that file is missing" in (await third.post("/keep/import", {"text": cut})).json["text"]

    run(play())


@pytest.mark.parametrize(
    "text", ["", "hello", '{"type":"companion game","format":99}\n', "{}\n{}", "\x00" * 50]
)
def test_a_broken_file_is_refused_in_a_sentence_and_changes_nothing(text: str) -> None:
    async def play() -> None:
        web = Web(games={"toy": TOY})
        keeper = web.browser("keeper")
        reply = await keeper.post("/keep/import", {"text": text})
        assert reply.status == 409
        assert reply.json["text"].endswith(".")
        assert (await keeper.get("/keep")).body.count("/keep/export?game=") == 1

    run(play())


def test_a_game_with_secrets_leaves_only_when_it_is_over() -> None:
    async def play() -> None:
        web = Web(games={"party": PARTY})
        keeper = web.browser("keeper")
        for value, seat in ((3, None), ("goo", None), ("left", 0), ("a", 0)):
            web.answer(value, seat)
        reply = await keeper.get("/keep/export")
        assert reply.status == 403
        assert HANDS[0] not in reply.body
        assert HANDS[0] not in (await keeper.get("/record")).body
        for path in ("/record?game=77", "/keep/export?game=77", "/record/chart?game=1&chart=99"):
            assert (await keeper.get(path)).status == 404

    run(play())


def test_the_record_draws_what_changed_and_every_chart_is_a_picture() -> None:
    async def play() -> None:
        web = Web(games={"party": PARTY})
        watcher = web.browser("spectator")
        for value, seat in ((3, None), ("goo", None), ("left", 0), ("a", 0), (4, 0)):
            web.answer(value, seat)
        page = (await watcher.get("/record")).body
        assert 'aria-label="Points"' in page
        assert ">Ana</text>" in page
        assert "Too few rolls to judge: 30 are needed." in page
        assert "export" not in page
        drawn = page.count('<svg xmlns="http://www.w3.org/2000/svg" class="chart"')
        assert drawn >= 3
        for at in range(drawn):
            reply = await watcher.get(f"/record/chart?game=1&chart={at}")
            assert reply.headers["content-type"] == "image/svg+xml"
            assert ET.fromstring(reply.body).tag.endswith("svg")

    run(play())


@pytest.mark.parametrize(
    ("value", "freedom", "tail"),
    [
        (3.841, 1, 0.05),
        (5.991, 2, 0.05),
        (11.070, 5, 0.05),
        (15.086, 5, 0.01),
        (18.307, 10, 0.05),
        (0, 5, 1.0),
    ],
)
def test_the_tail_of_chi_square_is_that_of_the_tables(value: float, freedom: int, tail: float) -> None:
    assert chi_square_tail(value, freedom) == pytest.approx(tail, rel=2e-3)


def test_dice_are_judged_only_on_enough_rolls_and_loaded_ones_are_found() -> None:
    who = say("rolled by people")
    assert fairness(DIE_6, who, [4, 5, 5, 5, 5, 5]).chance is None
    fair = fairness(DIE_6, who, [18, 22, 19, 21, 17, 23])
    assert str(fair.verdict) == "Nothing speaks against a fair die."
    assert fair.expected == 20
    loaded = fairness(DIE_6, who, [5, 10, 10, 10, 15, 70])
    assert str(loaded.verdict).startswith("Uneven")
    # Of many fair dice about one in a hundred is called uneven.
    dice = random.Random(8)
    called = 0
    for _ in range(2000):
        seen = [0] * 6
        for _ in range(120):
            seen[dice.randrange(6)] += 1
        called += str(fairness(DIE_6, who, seen).verdict).startswith("Uneven")
    assert 8 <= called <= 36


def test_phones_and_devices_are_followed_live() -> None:
    async def play() -> None:
        web = Web()
        keeper = web.browser("keeper")
        async with keeper.follow("keep") as stream:
            first = await stream.event()
            assert web.site.pairing.pin in first.data["parts"]["phones"]
            assert "(this one)" in first.data["parts"]["phones"]
            web.browser("seat", 2)
            then = await stream.event()
            assert "Seat 2" in then.data["parts"]["phones"]
            assert web.site.pairing.pin in then.data["parts"]["phones"]
            web.box.mock.reader.unplug()
            web.box.wait()
            lost = await stream.event()
            assert set(lost.data["parts"]) == {"devices"}
            assert "It was unplugged." in lost.data["parts"]["devices"]

    run(play())


class Ward:
    """A doctor whose findings a test gives."""

    def __init__(self) -> None:
        self.found: list[Finding] = [ok("board", say("Raspberry Pi 4"))]
        self.looked = 0

    def findings(self) -> Sequence[Finding]:
        self.looked += 1
        return list(self.found)

    def starts(self, games: Any, shelf: Any) -> Sequence[Any]:
        return ()

    def steps(self, start: str, games: Any, shelf: Any) -> None:
        return None


def test_the_doctor_looks_as_long_as_somebody_watches() -> None:
    async def play() -> None:
        ward = Ward()
        web = Web(upstairs=ward)
        keeper = web.browser("keeper")
        async with keeper.follow("keep") as stream:
            devices = (await stream.event()).data["parts"]["devices"]
            while "one check is well" not in devices:
                devices = (await stream.event()).data["parts"]["devices"]
            assert "Raspberry Pi 4" in devices
            # What goes missing is looked at anew at once, and told with its cure.
            ward.found.append(bad("serial", say("reader: there is no port"), say("Plug the reader in.")))
            web.box.mock.reader.unplug()
            web.box.wait()
            while "there is no port" not in devices:
                devices = (await stream.event()).data["parts"]["devices"]
            assert devices.index("there is no port") < devices.index("→ Plug the reader in.")
            assert ward.looked == 2
            # Nothing is looked at twice in a row: a page more costs nothing.
            assert "Plug the reader in." in (await keeper.get("/keep")).body
            assert ward.looked == 2
            web.box.wait(AGAIN)
            await keeper.get("/keep")
            await asyncio.get_running_loop().run_in_executor(None, int)
            assert ward.looked == 3
        assert "doctor" not in (await Web().browser("keeper").get("/keep")).body.lower()

    run(play())


def test_the_doctor_of_the_service_leaves_its_buses_alone(tmp_path: Path) -> None:
    root = tmp_path / "root"
    for name, text in {"proc/device-tree/model": "Raspberry Pi 4", "dev/i2c-1": ""}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    office = Office(DeviceSettings(display=DisplaySettings()), tmp_path, Machine(root))
    found = {finding.check: finding.state for finding in office.findings()}
    assert found["board"] == found["i2c"] == found["journal"] == "ok"
    assert "i2c_scan" not in found


def test_when_the_card_is_full_the_whole_game_can_still_be_had_as_a_file() -> None:
    async def play() -> None:
        web, other = Web(games={"toy": TOY}), Web(games={"toy": TOY})
        keeper = web.browser("keeper")
        web.answer(3)
        assert "with all that is not saved" not in (await keeper.get("/keep")).body
        journal = web.box.companion.keeper._journal
        journal._db.execute("PRAGMA query_only=ON")
        async with keeper.follow("keep") as stream:
            await stream.event()
            refused = await keeper.answer("none")
            assert "Not taken" in refused.json["text"]
            assert "Not taken" in (await stream.event()).data["parts"]["trouble"]
        assert (await keeper.post("/unsaved")).json["ok"]
        assert (await keeper.answer("none")).json["ok"]
        page = (await keeper.get("/keep")).body
        assert "Not saved since answer 1." in page
        assert "with all that is not saved" in page
        saved = (await keeper.get("/keep/export")).body
        assert len(journal.read(1).rows) == 2
        there = other.browser("keeper")
        assert (await there.post("/keep/import", {"text": saved})).json["ok"]
        kept = other.box.companion.keeper._journal.read(2)
        assert [row.line for row in kept.rows[1:]] == web.session.entries
        assert len(web.session.entries) == 2

    run(play())


def test_a_doctor_that_stumbles_does_so_once() -> None:
    async def play() -> None:
        ward = Ward()
        ward.findings = lambda: 1 // 0  # type: ignore[assignment, method-assign, return-value]
        web = Web(upstairs=ward)
        heard: list[object] = []
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: heard.append(context.get("exception")))
        keeper = web.browser("keeper")
        for _ in range(3):
            assert "The doctor is looking" in (await keeper.get("/keep")).body
            while web.site.doctor._looking is not None:
                await asyncio.sleep(0)
            web.box.wait(2 * AGAIN)
        assert [type(error) for error in heard] == [ZeroDivisionError]

    run(play())
