"""The whole product at one table on mocked devices: lobby, game, power cuts, lost devices, another game."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine.game import Opening
from companion.engine.prompts import Choose, Count, Option, Roll, Tell
from companion.engine.rule import Checkpoint, Notice, Outcome, Rule
from companion.engine.session import Answered, Took
from companion.engine.text import say
from companion.hal.clock import VirtualClock
from companion.journal.faults import Held
from companion.journal.store import Journal
from companion.service.box import ANOTHER, Box
from companion.service.companion import PLAYING
from companion.service.keeper import Keeper
from companion.service.playing import TRIES
from companion.service.sitting import Terms
from tests.engine.toy import TOY, Toy, ToyGame
from tests.service.helpers import said
from tests.service.mocked import Mocked


class Prepared(ToyGame):
    """Asks for something before the table is laid, and learns a figure at the first roll."""

    id = "prepared"
    name = say("Prepared")

    def prepare(self, shelf: Mapping[str, Any]) -> Rule[Mapping[str, Any]]:
        level = yield Choose(
            say("How hard?"),
            options=(Option("0", say("Easy")), Option("bad", say("Broken")), Option("5", say("Hard"))),
        )
        return {"points": level, "seen": sorted(shelf)}

    def play(self, table: Toy) -> Rule[Outcome]:
        value = yield Count(say("What does the card say?"), low=1, high=9)
        yield Notice("learned", say("Kept."), data={"card": "imp", "field": "number", "value": value})
        yield Checkpoint(say("start"))
        return (yield from super().play(table))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "home"


def test_with_one_game_and_nothing_to_ask_it_begins_at_once(folder: Path) -> None:
    box = Mocked(folder)
    assert box.asked() == "Roll"
    assert "Roll" in box.words()
    assert box.mock.display.image.getbbox() is not None
    box.close()


def test_a_roll_is_entered_with_keys_and_kept(folder: Path) -> None:
    box = Mocked(folder)
    box.click("up", "up", "ok")
    assert len(box.session.entries) == 1
    first = box.session.entries[0]
    assert first.by == "button"
    assert box.session.table.points == first.value
    box.cut()
    again = Mocked(folder)
    assert again.asked() == "Bonus"
    assert again.session.entries == [first]
    again.close()


def test_holding_the_die_key_lets_the_box_roll(folder: Path) -> None:
    box = Mocked(folder)
    box.hold("combat")
    assert box.session.entries[0].by == "roller"
    box.close()


def test_what_must_be_known_is_asked_before_the_table_is_laid(folder: Path) -> None:
    learned: list[Any] = []
    box = Mocked(
        folder,
        {"prepared": Prepared(), "toy": TOY},
        shelf=lambda game: {"cards": {}},
        learn=lambda game, figure: learned.append((game.id, dict(figure))),
    )
    assert box.asked() == "Which game?"
    box.click("ok")
    assert box.asked() == "How hard?"
    box.submit(Answered(box.session.number, "5"))
    box.wait()
    assert box.session.opening == Opening("prepared", {"points": "5", "seen": ["cards"]}, {"cards": {}})
    assert learned == []
    box.submit(Answered(box.session.number, 7))
    assert learned == [("prepared", {"card": "imp", "field": "number", "value": 7})]
    box.cut()
    again = Mocked(folder, {"prepared": Prepared()}, learn=lambda game, figure: learned.append(figure))
    assert again.asked() == "Roll"
    assert len(learned) == 1  # a replay teaches nothing twice
    again.close()


def test_a_game_that_cannot_begin_is_told_and_the_lobby_stays(folder: Path) -> None:
    box = Mocked(folder, {"prepared": Prepared()})
    box.submit(Answered(box.session.number, "bad"))
    box.wait(0.1)
    assert "cannot begin" in box.words()
    assert box.asked() == "Which game?"
    box.close()


def test_which_game_begins_at_the_one_played_last(folder: Path) -> None:
    games = {"prepared": Prepared(), "toy": TOY}
    box = Mocked(folder, games)
    box.click("down", "ok")
    assert box.session.opening.game == "toy"
    box.hold("combat")
    box.close()
    again = Mocked(folder, games)
    again.click("down", "ok")
    assert again.asked() == "Which game?"
    again.click("ok")
    assert again.session.opening.game == "toy"
    again.close()


def test_the_only_game_that_cannot_begin_is_told_and_not_tried_for_ever(folder: Path) -> None:
    class Broken(ToyGame):
        def open(self, opening: Opening) -> Toy:
            raise ValueError("a card is missing")

    box = Mocked(folder, {"toy": Broken()})
    assert "a card is missing" in box.words()
    assert box.asked() == "Which game?"
    box.close()


def test_another_game_can_be_begun_and_the_first_is_kept(folder: Path) -> None:
    box = Mocked(folder)
    box.click("ok")
    late = box.session.number
    (another,) = box.companion.box.extras
    assert box.submit(Took(99, another.id)).refusal is not None
    assert box.submit(Took(late, another.id)).refusal is None
    box.wait()
    assert box.asked() == "Carry on?"
    assert "Too late" in said(box.submit(Answered(late, 1)))
    box.submit(Answered(box.session.number, "new"))
    box.wait()
    assert box.session.entries == []
    box.close()
    again = Mocked(folder)
    prompt = again.session.pending.prompt
    assert [option.id for option in prompt.options] == ["1", "new"]
    again.close()


def test_the_menu_offers_another_game(folder: Path) -> None:
    box = Mocked(folder)
    box.hold("ok")
    seen = ""
    for _ in range(12):
        seen += box.words()
        box.click("down")
    assert "Another game" in seen
    box.close()


def test_a_game_that_is_over_is_not_offered_again(folder: Path) -> None:
    box = Mocked(folder)
    while isinstance(box.session.pending.prompt, Roll | Choose):
        roll = isinstance(box.session.pending.prompt, Roll)
        box.submit(Answered(box.session.number, 6 if roll else "none"))
    for seat in (0, 1):
        box.submit(Answered(box.session.number, 1, seat))
    assert box.session.outcome is not None
    box.wait(0.1)
    box.cut()
    again = Mocked(folder)
    assert again.asked() == "Roll"
    assert again.session.entries == []
    again.close()


def test_a_second_start_is_told_who_has_the_games(folder: Path) -> None:
    box = Mocked(folder)
    with pytest.raises(Held):
        Mocked(folder)
    box.close()


def test_lost_devices_are_told_and_the_game_goes_on(folder: Path) -> None:
    box = Mocked(folder)
    box.mock.reader.unplug()
    box.wait(0.2)
    assert "Missing: token reader" in box.words()
    box.mock.display.unplug()
    box.click("ok", "ok", "ok")
    assert len(box.session.entries) == 1
    box.mock.display.plug()
    box.wait(60)
    assert box.mock.display.image.getbbox() is not None
    box.close()


@pytest.mark.case("JN-O7")
def test_a_game_that_a_full_card_does_not_take_is_told_and_not_tried_for_ever(folder: Path) -> None:
    box = Mocked(folder)
    db = box.companion.box._keeper._journal._db
    db.execute("PRAGMA query_only=ON")
    box.submit(Took(box.session.number, ANOTHER.id))
    box.wait(0.1)
    assert "only be read" in box.words()
    assert box.asked() == "Which game?"
    db.execute("PRAGMA query_only=OFF")
    box.click("ok", "ok")  # past the news, and once more
    assert box.session.opening.game == "toy"
    box.close()


@pytest.mark.case("JN-O3", "JN-O7")
def test_a_full_card_is_said_on_the_oled_and_play_may_go_on(folder: Path) -> None:
    box = Mocked(folder)
    db = box.companion.box._keeper._journal._db
    db.execute("PRAGMA query_only=ON")
    box.click("ok")
    assert box.session.entries == []
    assert "only be read" in box.words()
    box.wait(20)
    assert "only be read" in box.words()
    box.click("ok")  # the screen that says so asks whether to play on
    box.click("ok")
    assert len(box.session.entries) == 1
    box.click("ok")  # past the news of the roll
    assert "Not saved since answer 0" in box.words()
    db.execute("PRAGMA query_only=OFF")
    box.wait(20)
    box.click("ok")
    assert box.companion.box.trouble is None
    box.close()
    again = Mocked(folder)
    again.click("ok")
    assert len(again.session.entries) == 2
    again.close()


@pytest.mark.case("SY-O4")
def test_where_nothing_can_be_written_the_games_still_go_on(folder: Path) -> None:
    box = Mocked(folder)
    box.click("ok")
    box.close()
    lock = folder / "journal.db.lock"
    lock.unlink()
    lock.mkdir()  # what even root cannot open for writing
    try:
        again = Mocked(folder)
        assert "is lost when the box is switched off" in again.words()
        again.wait(20)
        again.click("ok")
        assert again.asked() == "Bonus"
        again.click("ok")
        again.close()
    finally:
        lock.rmdir()


def test_what_is_set_at_the_box_stays_set(folder: Path) -> None:
    box = Mocked(folder)
    panel = box.panel
    assert panel.settings.sound
    panel.change(replace(panel.settings, sound=False))
    box.close()
    again = Mocked(folder)
    assert not again.panel.settings.sound
    again.close()
    (folder / "panel.json").write_text('{"sound": 3')
    assert Mocked(folder).panel.settings.sound


def test_switching_off_closes_everything_first(folder: Path) -> None:
    ended: list[str] = []
    box = Mocked(folder, switch_off=lambda: ended.append("off"))
    box.panel.switch_off()
    box.wait()
    assert ended == ["off"]
    Mocked(folder).close()


class Told(ToyGame):
    def play(self, table: Toy) -> Rule[Outcome]:
        yield Tell(say("Ready?"))
        return (yield from super().play(table))


def test_everybody_hears_of_the_change_from_lobby_to_game(folder: Path) -> None:
    box = Mocked(folder, {"toy": Told(), "other": TOY})
    heard: list[Any] = []
    end = box.companion.box.subscribe(heard.append)
    box.submit(Answered(box.session.number, "toy"))
    box.wait()
    assert heard[-1].entry is None
    assert [changed.seq for changed in heard] == list(range(heard[0].seq, heard[0].seq + len(heard)))
    assert box.asked() == "Ready?"
    end()
    box.close()


class Series(ToyGame):
    """A game that belongs to a series: the next one begins with what was won."""

    id = "series"
    name = say("Series")

    def prepare(self, shelf: Mapping[str, Any]) -> Rule[Mapping[str, Any]]:
        return {"series": "toys"}
        yield

    def play(self, table: Toy) -> Rule[Outcome]:
        table.points += yield Count(say("How many?"), low=1, high=9)
        return Outcome(True, say("Done"))

    def sequel(self, table: Toy, shelf: Mapping[str, Any]) -> Rule[Mapping[str, Any] | None]:
        answer = yield Choose(say("Go on?"), options=(Option("yes", say("Yes")), Option("stop", say("No"))))
        return None if answer == "stop" else {"points": table.points, "series": "toys"}


def test_a_series_goes_on_from_its_end_without_the_list_of_games(folder: Path) -> None:
    box = Mocked(folder, games={"series": Series()})
    live = box.companion.box
    assert [str(way.label) for way in live.extras] == ["Another game"]
    box.submit(Answered(box.session.number, 7))
    assert [str(way.label) for way in live.extras] == ["What comes next", "Another game"]
    box.submit(Took(box.session.number, live.extras[0].id))
    box.wait()
    assert box.asked() == "Go on?"
    box.submit(Answered(box.session.number, "yes"))
    box.wait()
    assert box.asked() == "How many?"


def test_a_series_goes_on_where_its_last_game_ended_and_only_once(folder: Path) -> None:
    box = Mocked(folder, games={"series": Series()})
    box.submit(Answered(box.session.number, 7))
    assert box.session.outcome is not None
    box.wait(0.1)
    box.cut()
    again = Mocked(folder, games={"series": Series()})
    assert again.asked() == "Carry on?"
    assert str(again.session.pending.prompt.options[0].label) == "What comes next"
    again.submit(Answered(again.session.number, "1"))
    again.wait()
    assert again.asked() == "Go on?"
    again.submit(Answered(again.session.number, "stop"))
    again.wait()
    assert again.asked() == "Carry on?"
    again.submit(Answered(again.session.number, "1"))
    again.wait()
    again.submit(Answered(again.session.number, "yes"))
    again.wait()
    assert again.asked() == "How many?"
    assert again.session.table.points == 7
    assert again.session.opening.options["after"] == 1
    again.submit(Answered(again.session.number, 2))
    again.wait(0.1)
    again.cut()
    third = Mocked(folder, games={"series": Series()})
    assert [option.id for option in third.session.pending.prompt.options] == ["2", "new"]
    third.close()


def test_after_a_power_cut_it_goes_straight_back_and_after_a_good_end_it_asks(folder: Path) -> None:
    games = {"prepared": Prepared(), "toy": TOY}
    box = Mocked(folder, games)
    box.click("down", "ok")
    # Not even the first answer is needed: what was asked is asked.
    assert box.asked() == "Roll"
    box.cut()
    again = Mocked(folder, games)
    assert again.asked() == "Roll"
    assert again.submit(Answered(again.session.number, 3)).refusal is None
    again.close()
    asks = Mocked(folder, games)
    assert asks.asked() == "Carry on?"
    asks.click("ok")
    assert asks.asked() == "Bonus"
    # What was left for another game is not gone back to.
    asks.submit(Took(asks.session.number, asks.companion.box.extras[0].id))
    asks.wait()
    asks.cut()
    last = Mocked(folder, games)
    assert last.asked() == "Carry on?"
    last.close()


def test_who_goes_dark_again_and_again_without_an_answer_is_asked(folder: Path) -> None:
    box = Mocked(folder)
    for _ in range(TRIES):
        box.cut()
        box = Mocked(folder)
        assert box.asked() == "Roll"
    box.submit(Answered(box.session.number, 3))
    for _ in range(TRIES):
        box.cut()
        box = Mocked(folder)
        assert box.asked() == "Bonus"
    box.cut()
    box = Mocked(folder)
    assert box.asked() == "Carry on?"
    box.close()


@pytest.mark.parametrize("mark", [b"", b"[1]", b"nonsense", b'{"game": 1}', b"[99, 0]", b'["a", 0]'])
def test_a_mark_that_cannot_be_used_is_none(folder: Path, mark: bytes) -> None:
    box = Mocked(folder)
    box.submit(Answered(box.session.number, 3))
    box.cut()
    (folder / PLAYING).write_bytes(mark)
    again = Mocked(folder)
    assert again.asked() == "Carry on?"
    again.close()


def test_a_mark_that_cannot_be_written_stops_nothing(folder: Path) -> None:
    (folder / PLAYING).with_suffix(".new").mkdir(parents=True)
    box = Mocked(folder)
    assert box.submit(Answered(box.session.number, 3)).refusal is None
    box.cut()
    again = Mocked(folder)
    assert again.asked() == "Carry on?"
    again.close()


def test_a_screen_that_fails_stops_neither_the_others_nor_the_game(folder: Path) -> None:
    bugs: list[BaseException] = []
    box = Mocked(folder, on_bug=bugs.append)
    heard: list[Any] = []
    box.companion.box.subscribe(lambda changed: 1 // 0)
    box.companion.box.subscribe(heard.append)
    assert box.submit(Answered(box.session.number, 3)).refusal is None
    assert [type(bug) for bug in bugs] == [ZeroDivisionError]
    assert len(heard) == 1
    box.click("ok", "ok")
    assert len(box.session.entries) == 2
    box.close()


def test_until_the_saved_games_are_read_nothing_can_be_chosen() -> None:
    box = Box(
        Keeper(clock := VirtualClock(), Journal(None)),
        {"toy": TOY},
        lambda game: {},
        Terms(random.Random(1)),
        print,
    )
    assert str(box.session.pending.prompt.title) == "One moment"  # type: ignore[union-attr]
    box.submit(Answered(box.session.number, "ok"))
    assert box.session.pending is None
    box.start()
    clock.run_until_idle()
    assert str(box.session.pending.prompt.title) == "Roll"  # type: ignore[union-attr]
