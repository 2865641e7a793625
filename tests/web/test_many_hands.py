"""Several phones and the box at once: one answer counts, the others hear why, all end as the journal."""

from __future__ import annotations

import asyncio
import random
from typing import Any, NamedTuple

import pytest

from companion.engine.game import Opening
from companion.engine.live import Taken
from companion.engine.prompts import Choose, Count, Prompt, Roll, Several, Tell, Write
from companion.engine.session import STALE, Adjusted, Answered, Entry, Undone
from companion.journal.store import Journal
from companion.web import answers
from companion.web.hub import Audience
from companion.web.look import Look, Reader, look
from tests.journal.helpers import brought_back
from tests.service.helpers import Table

from .kit import Web, run
from .party import PartyGame

RACES = 10_000


class Endless(PartyGame):
    rounds = 10**9


class Message(NamedTuple):
    """A form under way: who sent it, under which key, when it arrives."""

    at: float
    client: int
    key: str
    fields: dict[str, str]
    what: str


class Client:
    """A phone that knows what it last saw, and sends forms about that."""

    def __init__(self, table: Table, reader: Reader, dice: random.Random) -> None:
        self.table, self.reader, self.dice = table, reader, dice
        self.count = 0
        self.seen: Look
        self.digest = ""
        self.reconnect()

    def reconnect(self) -> None:
        """See the table as it is now."""
        self.seen = look(self.table.sitting, self.reader)
        self.digest = self.table.session.digest()

    def form(self) -> tuple[str, dict[str, str]]:
        """Something a thumb does on this picture."""
        seen, dice = self.seen, self.dice
        number = {"number": str(seen.number)}
        mine = [asked for asked in seen.asked if asked.mine]
        roll = dice.random()
        if mine and roll < 0.6:
            asked = dice.choice(mine)
            seat = {} if asked.seat == self.reader.seat else {"seat": str(asked.seat)}
            return "answer", number | seat | {"value": _some(asked.prompt, dice)}
        if seen.interludes and roll < 0.7:
            return "take", number | {"id": dice.choice(seen.interludes).id}
        if roll < 0.8:
            return "undo", number | {"count": str(dice.choice((1, 1, 2, 3)))}
        if roll < 0.85:
            return "redo", number
        figure = dice.choice(seen.adjustables)
        value = answers.as_json(figure.value)
        return "adjust", {"path": figure.path, "was": value, "value": str(dice.randrange(90))}

    def entry(self, what: str, fields: dict[str, str]) -> Any:
        session, reader = self.table.session, self.reader
        if what == "answer":
            return answers.answered(session, reader, fields)
        if what == "take":
            return answers.took(self.table.sitting, reader, fields)
        if what == "adjust":
            return answers.adjusted(session, reader, fields)
        return answers.undone(fields) if what == "undo" else answers.redone(fields)


def _some(prompt: Prompt, dice: random.Random) -> str:
    if isinstance(prompt, Roll):
        return str(dice.choice(prompt.die.faces))
    if isinstance(prompt, Choose):
        return dice.choice(prompt.options).id
    if isinstance(prompt, Count):
        return str(dice.randint(prompt.low, prompt.high))
    return "ok" if isinstance(prompt, Tell) else "word"


def _at_the_box(session: Any, dice: random.Random) -> Entry:
    """What somebody does with the buttons: they see the table as it is."""
    if session.steps and dice.random() < 0.1:
        return Undone(session.number, 1, "button")
    prompt = session.pending.prompt
    if isinstance(prompt, Several):
        open_seats = [part for part in prompt.parts if part.to not in session.pending.answered]
        prompt = dice.choice(open_seats)
    value: Any = _some(prompt, dice)
    if isinstance(prompt, Count):
        value = int(value)
    elif isinstance(prompt, Roll):
        value = next(face for face in prompt.die.faces if str(face) == value)
    return Answered(session.number, value, prompt.to, "button")


async def _races(seed: int, races: int) -> int:
    dice = random.Random(seed)
    game = Endless()
    accepted = 0
    with Journal(None) as journal:
        table = Table(journal, game, Opening("party"))
        door = answers.Door(table.sitting)
        clients = [
            Client(table, Reader(0, True), dice),
            Client(table, Reader(1, True), dice),
            Client(table, Reader(None, True, True), dice),
        ]
        for _ in range(races):
            messages: list[Message] = []
            for at, client in enumerate(clients):
                if dice.random() < 0.2:
                    continue  # it sleeps through this one
                for _ in range(dice.choice((1, 1, 2))):
                    client.count += 1
                    what, fields = client.form()
                    key = f"{at}-{client.count}" if dice.random() < 0.9 else ""
                    first = Message(dice.random(), at, key, fields, what)
                    messages.append(first)
                    while key and dice.random() < 0.25:
                        messages.append(first._replace(at=first.at + dice.random()))
            box_at = dice.random()
            told: dict[str, Taken] = {}
            fates: list[Taken] = []
            waiting: list[tuple[Message, asyncio.Task[Taken]]] = []
            before = len(table.session.entries)
            for message in sorted(messages, key=lambda each: each.at):
                if box_at < message.at:
                    box_at = 9.0
                    table.sitting.submit(_at_the_box(table.session, dice), fates.append)
                entry = clients[message.client].entry(message.what, message.fields)
                if isinstance(entry, answers.Refusal):
                    continue
                task = asyncio.ensure_future(door.enter(message.client, message.key, entry))
                waiting.append((message, task))
                await asyncio.sleep(0)
                if dice.random() < 0.5:
                    # Else the next comes in before the disk has this one.
                    table.clock.run_until_idle()
            table.clock.run_until_idle()
            for message, task in waiting:
                taken = await task
                if message.key in told:
                    assert taken == told[message.key], "the same key, another fate"
                    continue
                if message.key:
                    told[message.key] = taken
                fates.append(taken)
            counted = sum(taken.refusal is None for taken in fates)
            assert len(table.session.entries) - before == counted
            accepted += counted
            for client in clients:
                if dice.random() < 0.7:
                    client.reconnect()
                    assert client.digest == table.session.digest()
        for client in clients:
            client.reconnect()
            assert client.digest == table.session.digest()
            assert client.seen.number == table.session.number
        id = table.sitting.id
        rows = journal.read(id).rows
        assert len(rows) - 1 == accepted
        assert brought_back(journal, id, game).session.digest() == table.session.digest()
    return accepted


@pytest.mark.case("CA-O3", "CA-O4")
def test_in_10000_races_of_three_phones_and_the_box_all_end_with_the_journal() -> None:
    accepted = sum(run(_races(seed, 250)) for seed in range(RACES // 250))
    assert accepted > RACES


@pytest.mark.case("CA-O3")
def test_two_phones_and_the_box_at_once_one_step_each_time() -> None:
    async def play() -> None:
        web = Web()
        ana, bo = web.browser("seat", 0), web.browser("seat", 1)
        number = web.session.number
        first = await ana.answer(3, number, key="a1")
        second = await bo.answer(5, number, key="b1")
        assert first.json["ok"]
        assert second.status == 409
        assert "Ana was faster" in second.json["text"]
        assert (await ana.answer(3, number, key="a1")).json["ok"], "the same tap sent twice is one answer"
        assert len(web.session.entries) == 1
        # The same thumb twice, quickly: the second belongs to the question before.
        assert not (await ana.answer(3, number, key="a2")).json["ok"]
        # The box's OK and a phone.
        number = web.session.number
        web.answer("goo")
        late = await ana.answer("gate", number)
        assert "the box was faster" in late.json["text"]
        assert len(web.session.entries) == 2

    run(play())


@pytest.mark.case("CA-O4")
def test_different_figures_are_both_kept_and_the_same_figure_is_told() -> None:
    async def play() -> None:
        web = Web()
        a, b = web.browser("seat", 0), web.browser("seat", 1)
        one = await a.post("/adjust", {"path": "points.0", "was": 1, "value": 6})
        two = await b.post("/adjust", {"path": "points.1", "was": 2, "value": 3})
        assert one.json["ok"]
        assert two.json["ok"]
        assert (web.session.table.points[0], web.session.table.points[1]) == (6, 3)
        assert (await a.post("/adjust", {"path": "points.0", "was": 6, "value": 9})).json["ok"]
        lost = await b.post("/adjust", {"path": "points.0", "was": 6, "value": 5})
        assert lost.json == {"ok": False, "text": "Points is 9 by now."}
        assert web.session.table.points[0] == 9
        assert [entry.value for entry in web.session.entries if isinstance(entry, Adjusted)] == [6, 3, 9]

    run(play())


@pytest.mark.case("CA-O5")
def test_a_phone_that_slept_is_refused_its_old_tap_and_then_sees_all() -> None:
    async def play() -> None:
        web = Web()
        bo = web.browser("seat", 1)
        old = web.session.number
        async with bo.follow("play") as stream:
            first = await stream.event()
        for value, seat in ((3, None), ("goo", None), ("left", 0), ("a", 0), (4, 0), (60, None)):
            web.answer(value, seat)
        tap = await bo.answer(2, old)
        assert tap.status == 409
        assert STALE.msg.startswith("Too late")
        assert "Too late" in tap.json["text"]
        async with bo.follow("play", first.id) as stream:
            again = await stream.event()
            assert again.name == "table"
            assert again.id.split("-")[0] == "6"
            assert "Lay a figure" in again.data["parts"]["ask"]
            web.answer("fig")
            then = await stream.event()
            assert then.id.split("-")[0] == "7"
            assert set(then.data["parts"]) == {"ask", "do", "log"}, "only what changed"
        async with bo.follow("play", then.id) as stream:
            assert (await stream.event()).name == "same"

    run(play())


@pytest.mark.case("CA-O10")
def test_a_refreshed_page_and_a_second_tab_are_the_same_player_at_the_same_step() -> None:
    async def play() -> None:
        web = Web()
        bo = web.browser("seat", 1)
        for value, seat in ((3, None), ("goo", None), ("left", 0), ("a", 0), (4, 0), (60, None)):
            web.answer(value, seat)
        before, lines = web.session.digest(), len(web.session.entries)
        pages = [(await bo.get("/play")).body for _ in range(3)]
        assert all("Lay a figure" in page and "(you)" in page for page in pages)
        async with bo.follow("play") as one, bo.follow("play") as two:
            assert (await one.event()).data == (await two.event()).data
        assert (web.session.digest(), len(web.session.entries)) == (before, lines)
        assert len(web.site.pairing.phones) == 1

    run(play())


@pytest.mark.case("CA-O11")
@pytest.mark.parametrize(
    "name", ["<img src=x onerror=1>", 'O\'Neil & "Bo"', "{{7*7}}", "</h3><script>x</script>", "a" * 300]
)
def test_a_name_is_shown_as_typed_and_runs_nowhere(name: str) -> None:
    class Named(PartyGame):
        def open(self, opening: Opening) -> Any:
            table = super().open(opening)
            table.names[0] = name
            return table

    async def play() -> None:
        web = Web(games={"party": Named()})
        keeper = web.browser("keeper")
        await keeper.answer(3)
        for path in ("/play", "/table", "/adjust", "/undo", "/phone"):
            body = (await keeper.get(path)).body
            assert "<img src=x" not in body
            assert "<script>x" not in body
            assert ">49<" not in body
        body = (await keeper.get("/play")).body
        shown = name.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        shown = shown.replace("'", "&#39;").replace('"', "&#34;")
        assert shown in body

    run(play())


@pytest.mark.case("CA-O1")
def test_undo_shows_what_it_takes_back_and_the_box_rolls_the_same_again() -> None:
    async def play() -> None:
        web = Web()
        bo = web.browser("seat", 1)
        assert (await bo.post("/roll", {"number": web.session.number})).json["ok"]
        rolled = web.session.entries[0].value
        page = (await bo.get("/undo")).body
        assert f"Roll: {rolled}" in page
        assert (await bo.post("/undo", {"number": web.session.number, "count": 1})).json["ok"]
        assert not (await bo.post("/undo", {"number": web.session.number, "count": 1})).json["ok"]
        assert (await bo.post("/roll", {"number": web.session.number})).json["ok"]
        assert web.session.steps[0].entry.value == rolled
        assert isinstance(web.session.pending.prompt, Roll)
        assert (await bo.answer("gate")).json["ok"]

    run(play())


def test_every_kind_of_question_is_answered_from_phones_alone() -> None:
    async def play() -> None:
        web = Web()
        ana, bo, cem = (web.browser("seat", seat) for seat in range(3))
        for kind, phone, value in (
            (Roll, bo, 3),
            (Roll, cem, "goo"),
            (Choose, ana, "right"),
            (Choose, ana, "a"),
            (Count, ana, 6),
            (Count, bo, 120),
            (Choose, cem, "fig"),
            (Write, ana, "  hello "),
            (Several, cem, 1),
            (Several, ana, 2),
            (Several, bo, 3),
            (Tell, bo, "ok"),
        ):
            assert isinstance(web.session.pending.prompt, kind)
            shown = (await phone.get("/play")).body
            assert 'action="/answer"' in shown
            reply = await phone.answer(value)
            assert reply.json["ok"], reply.body
        assert web.session.table.round == 2
        assert web.session.table.log[-1] == "hello"

    run(play())


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"number": "x"},
        {"number": "-1"},
        {"number": "9" * 30},
        {"number": "0", "value": ""},
        {"number": "0", "value": "7"},
        {"number": "0", "value": "١"},
        {"number": "0", "value": "3", "seat": "2"},
        {"number": "0", "value": "3", "seat": "x"},
        {"number": "0", "value": "\x00"},
    ],
)
def test_nonsense_is_refused_in_a_sentence(fields: dict[str, str]) -> None:
    async def play() -> None:
        web = Web()
        digest = web.session.digest()
        ana = web.browser("seat", 0)
        reply = await ana.post("/answer", fields)
        assert reply.status == 409
        assert reply.json["text"]
        for path in ("/adjust", "/take", "/undo", "/redo", "/roll", "/sit"):
            assert (await ana.post(path, {**fields, "number": "77"})).status == 409
        assert web.session.digest() == digest

    run(play())


def test_the_keeper_answers_for_those_who_have_no_phone() -> None:
    async def play() -> None:
        web = Web()
        keeper, bo = web.browser("keeper"), web.browser("seat", 1)
        web.answer(3)
        web.answer("goo")
        assert "Ana answers." in (await bo.get("/play")).body
        assert not (await bo.answer("left")).json["ok"]
        assert 'name="seat" value="0"' in (await keeper.get("/play")).body
        assert (await keeper.answer("left", seat=0)).json["ok"]

    run(play())


def test_a_removed_phone_is_sent_to_the_door() -> None:
    async def play() -> None:
        web = Web()
        bo = web.browser("seat", 1)
        async with bo.follow("play") as stream:
            assert (await stream.event()).name == "table"
            web.site.pairing.remove(web.site.pairing.phones[0].id)
            assert (await stream.event()).name == "gone"
        assert (await bo.get("/play")).headers["location"] == "/join"

    run(play())


@pytest.mark.case("CA-O2")
def test_undo_over_a_round_end_from_a_phone_brings_every_page_back() -> None:
    async def play() -> None:
        web = Web()
        phones = [web.browser("seat", seat) for seat in range(3)]
        for value, seat in (
            (3, None), ("goo", None), ("left", 0), ("a", 0), (4, 0), (60, None), ("fig", None), ("hi", 0),
            (1, 0), (1, 1), (1, 2),
        ):  # fmt: skip
            web.answer(value, seat)
        before = [web.site.pages.draw(Audience("play", Reader(seat, True), "en")) for seat in range(3)]
        digest = web.session.digest()
        assert (await phones[1].answer("ok")).json["ok"]
        after = [web.site.pages.draw(Audience("play", Reader(seat, True), "en")) for seat in range(3)]
        assert web.session.table.round == 2
        assert (await phones[2].post("/undo", {"number": web.session.number, "count": 1})).json["ok"]
        assert web.session.digest() == digest
        same = ("figures", "people", "pages", "head")
        for seat in range(3):
            drawn = web.site.pages.draw(Audience("play", Reader(seat, True), "en"))
            assert [drawn[part] for part in same] == [before[seat][part] for part in same]
            assert "Turn the page" in drawn["ask"]
        assert (await phones[0].post("/redo", {"number": web.session.number})).json["ok"]
        for seat in range(3):
            drawn = web.site.pages.draw(Audience("play", Reader(seat, True), "en"))
            assert [drawn[part] for part in same] == [after[seat][part] for part in same]

    run(play())
