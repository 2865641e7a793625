"""The panel at work: presses and tokens in, answers, lamps and light out."""

from __future__ import annotations

from itertools import product

import pytest
from msgspec.structs import replace

from companion.engine.game import Opening
from companion.engine.prompts import Refusal, Several, Tell
from companion.engine.rule import Notice, Outcome
from companion.engine.session import STALE, Adjusted, Answered, Redone, Session, Step, Took, Undone
from companion.engine.text import say
from companion.hal.events import Clicked, DeviceBack, DeviceLost, Pressed, Released, Role, TwoTags
from companion.panel.canvas import Canvas
from companion.panel.checks import coverage
from companion.panel.layout import split
from companion.panel.panel import Panel
from companion.panel.screens import Dice, Number, Pages, Rows, Writer
from companion.panel.seen import Changed, SwitchOff, look

from ..engine.toy import TOY
from . import table
from .driver import Box, Played


def shown(panel: Panel) -> str:
    """The words on the OLED now."""
    canvas = Canvas()
    panel.screen.draw(canvas, panel.tick)
    words = [split(source)[word] for source, word in sorted(coverage(canvas.shown))]
    return " ".join(words)


# -- answering ------------------------------------------------------------


def test_the_die_steps_and_wraps_and_ok_takes_the_face() -> None:
    box = Box(table.seen(table.ROLL, number=7))
    box.press("up", "up", "down", "down", "down", "ok")
    assert box.entries == [Answered(7, 6, 1, "button")]


def test_any_face_takes_three_presses_on_average_at_most() -> None:
    for prompt in (table.ROLL, table.ROLL_MOVE):
        presses = []
        for at, face in enumerate(prompt.die.faces):
            up, down = at, len(prompt.die.faces) - at
            box = Box(table.seen(prompt))
            box.press(*(["up"] * up if up <= down else ["down"] * down), "ok")
            assert box.answers == [face]
            presses.append(min(up, down) + 1)
        assert sum(presses) / len(presses) <= 3


def test_the_key_of_the_die_is_lit_steps_it_and_held_lets_the_box_roll() -> None:
    box = Box(table.seen(table.ROLL, number=3))
    assert box.panel.lamps == {"combat"}
    box.press("combat", "event", "combat", "ok")
    assert box.answers == [3]
    box = Box(table.seen(table.ROLL, number=3))
    box.hold("combat")
    assert box.rolls == []
    box.hold("event")
    box.wait(1)
    assert [(roll.number, roll.die.id, roll.seat) for roll in box.rolls] == [(3, "combat", 1)]
    assert box.entries == []


def test_the_knob_turns_dice_lists_and_numbers() -> None:
    for prompt, steps, answer in ((table.ROLL, 2, 3), (table.COUNT, -2, 1), (table.YESNO, 1, "no")):
        box = Box(table.seen(prompt))
        box.turn(steps)
        box.press("ok")
        assert box.answers == [answer]


def test_a_face_token_answers_at_once() -> None:
    box = Box(table.seen(table.ROLL, number=4))
    box.lay("five")
    assert box.entries == [Answered(4, 5, 1, "token")]


def test_a_choice_starts_at_its_default_and_a_locked_option_says_why() -> None:
    box = Box(table.seen(table.CHOICE))
    box.press("ok")
    assert box.answers == ["attack"]
    box = Box(table.seen(table.CHOICE))
    box.press("up", "up", "ok")
    assert box.answers == []
    assert "nothing to trap" in shown(box.panel)
    assert "(p.\u00a014)" in shown(box.panel)
    box.press("ok", "down", "ok")
    assert box.answers == ["move"]


def test_a_token_chooses_what_it_means() -> None:
    box = Box(table.seen(table.SCAN))
    box.lay("gorger")
    assert box.answers == ["gorger"]


def test_a_number_held_goes_faster_and_stops_at_its_bounds() -> None:
    prompt = table.COUNT.__class__(say("Money"), low=0, high=2000, default=0)
    box = Box(table.seen(prompt))
    box.hold("up", repeats=20)
    box.press("ok")
    assert box.answers[0] > 100
    box = Box(table.seen(table.COUNT))
    box.hold("up", repeats=30)
    box.press("ok")
    assert box.answers == [12]
    box = Box(table.seen(table.COUNT))
    box.press("up", "ok")
    assert box.answers == [4]


def test_a_long_text_is_read_page_by_page_before_it_is_answered() -> None:
    box = Box(table.seen(table.TELL))
    box.press("ok", "ok")
    assert box.answers == []
    box.press("up", "ok", "ok")
    assert box.answers == ["ok"]


def test_words_are_written_with_up_down_and_ok() -> None:
    box = Box(table.seen(table.WRITE))
    wheel = Writer.WHEEL

    def letter(wanted: str) -> None:
        screen = box.panel.screen
        assert isinstance(screen, Writer)
        away = (wheel.index(wanted) - screen.at) % len(wheel)
        box.press(*["down"] * away)
        box.press("ok")

    for wanted in ("Z", "O", "X", Writer.RUB, "E", Writer.END):
        letter(wanted)
    assert box.answers == ["Zoe"]


def test_an_empty_word_is_refused_here_already() -> None:
    box = Box(table.seen(table.WRITE))
    box.press("up", "up", "ok")
    assert box.answers == []
    assert "1 to 20" in shown(box.panel)


def test_a_secret_question_waits_until_only_one_looks() -> None:
    box = Box(table.seen(table.SECRET))
    assert "Peter" in shown(box.panel)
    assert "Rope" not in shown(box.panel)
    box.press("ok")
    assert "Rope" in shown(box.panel)
    box.wait(61)
    box.press("ok")
    assert "Rope" not in shown(box.panel)


def test_who_is_choosing_chooses_on_while_somebody_corrects_a_figure() -> None:
    box = Box(table.seen(table.CHOICE, number=5))
    box.press("down")
    before = box.panel.frame.tobytes()
    corrected = Step(Adjusted("goo_timer", 3), table.CHOICE, ())
    box.panel.show(table.seen(table.CHOICE, number=6, steps=[corrected]))
    assert box.panel.frame.tobytes() == before
    # A question that was answered and comes again starts anew.
    box.panel.show(table.seen(table.CHOICE, number=7, steps=[corrected, Step(Answered(6, "x"), None, ())]))
    assert box.panel.frame.tobytes() != before


def test_a_question_for_an_own_screen_is_never_shown_here() -> None:
    box = Box(table.seen(replace(table.SECRET, own_screen=True)))
    for _ in range(3):
        assert "Peter answers in private" in shown(box.panel)
        assert "Rope" not in shown(box.panel)
        box.press("ok", "down")
    assert box.entries == []
    parts = tuple(replace(part, own_screen=part.to == 0) for part in table.SEVERAL.parts)
    box = Box(table.seen(replace(table.SEVERAL, parts=parts), number=5))
    box.press("ok", "up", "ok")
    assert box.entries == []
    box = Box(table.seen(replace(table.SEVERAL, parts=parts), number=5))
    box.press("down", "ok", "up", "ok")
    assert box.entries == [Answered(5, 1, 1, "button")]


def test_several_are_asked_one_after_the_other() -> None:
    box = Box(table.seen(table.SEVERAL, number=5))
    box.press("ok", "up", "ok")
    assert box.entries == [Answered(5, 1, 0, "button")]
    box.panel.show(table.seen(table.SEVERAL, number=5, answered=(0,)))
    box.wait(1)
    assert "Ray" in shown(box.panel)
    box.press("up", "ok")
    assert isinstance(box.panel.screen, Rows)
    box.press("up", "ok", "ok")
    assert box.entries[1:] == [Answered(5, 0, 1, "button")]


# -- a whole game with three keys -----------------------------------------


def test_a_whole_game_is_played_with_up_down_and_ok_alone() -> None:
    session = Session(TOY, Opening("toy"))
    box = Played(session)
    for _ in range(60):
        if session.outcome is not None:
            break
        if isinstance(box.panel.screen, Dice | Number):
            box.press("up", "up", "up")
        box.press("ok")
        box.wait(4)
    assert session.outcome is not None
    assert session.outcome.won
    assert {entry.by for entry in session.entries} == {"button"}


def test_undo_redo_corrections_and_interludes_are_reached_with_up_down_and_ok() -> None:
    session = Session(TOY, Opening("toy"))
    box = Played(session)
    box.press("ok")
    box.wait(4)

    def menu(*path: str) -> None:
        box.hold("ok")
        for wanted in path:
            screen = box.panel.screen
            assert isinstance(screen, Rows)
            labels = [row.label for row in screen.rows]
            while labels[screen.cursor] != wanted:
                box.press("down")
            box.press("ok")

    menu("Take back", "Take back")
    assert session.table.points == 0
    menu("Do it again")
    assert session.table.points == 1
    menu("Correct a figure", "Points: 1")
    box.press("up", "up", "ok")
    assert session.table.points == 3
    menu("Gift")
    box.wait(4)
    box.press("up", "ok")
    assert session.table.points == 5
    kinds = [type(entry) for entry in session.entries]
    assert kinds == [Answered, Undone, Redone, Adjusted, Took, Answered]


def test_holding_back_names_what_it_will_take_back_and_may_go_further() -> None:
    session = Session(TOY, Opening("toy"))
    session.answer(2)
    session.answer("none")
    box = Played(session)
    box.hold("back")
    assert "Bonus:" in shown(box.panel)
    assert "None" in shown(box.panel)
    box.press("down", "ok")
    box.wait(4)
    assert "Roll:" in shown(box.panel)
    box.press("ok")
    assert session.table.points == 0
    assert session.steps == []
    box.wait(5)
    box.hold("back")
    assert "nothing" in shown(box.panel)


def test_undo_of_a_secret_answer_does_not_tell_it() -> None:
    box = Box(table.seen(table.ROLL, steps=[Step(Answered(0, "b", 0), table.SECRET, (), 0)]))
    box.hold("back")
    assert "private" in shown(box.panel)
    assert "Hall" not in shown(box.panel)


# -- the menu -------------------------------------------------------------


def test_back_steps_out_and_at_the_question_shows_the_table() -> None:
    box = Box(table.seen(table.CHOICE))
    box.press("back")
    assert "Goo" in shown(box.panel)
    box.press("down", "down")
    assert "Ray" in shown(box.panel)
    box.press("back")
    assert isinstance(box.panel.screen, Rows)
    box.hold("ok")
    box.press("ok", "back", "back", "ok")
    assert box.answers == ["attack"]


def test_why_gives_section_and_sentence_of_the_rule() -> None:
    box = Box(table.seen(Tell(say("Look"), rules=("GB2-COMBAT-03",))))
    box.panel.menu.why(("GB2-COMBAT-03",))
    assert "12" in shown(box.panel)
    assert "hit." in shown(box.panel)
    box.press("ok")
    box.panel.menu.why(("GB2-UNKNOWN",))
    assert "No" in shown(box.panel)


def test_settings_act_at_once_and_are_told() -> None:
    box = Box(table.seen(table.ROLL))
    box.panel.open(box.panel.menu.set_up())
    box.press("ok")
    told = [wish.settings.language for wish in box.wishes if isinstance(wish, Changed)]
    assert told == ["de"]
    box.press("down", "ok")
    assert box.lights[-1] == 255


def test_switching_off_asks_first() -> None:
    box = Box(table.seen(table.ROLL))
    box.panel.open(box.panel.menu.off())
    box.press("ok")
    assert not any(isinstance(wish, SwitchOff) for wish in box.wishes)
    box.panel.open(box.panel.menu.off())
    box.press("up", "ok")
    assert any(isinstance(wish, SwitchOff) for wish in box.wishes)


# -- news, refusals, races ------------------------------------------------


def test_news_goes_by_itself_and_never_blocks() -> None:
    box = Box(table.seen(table.ROLL))
    box.panel.show(table.seen(table.ROLL_MOVE, number=2, news=table.NEWS))
    box.wait(0.5)
    assert "hits" in shown(box.panel)
    box.press("up", "ok")
    assert box.answers == [2]
    box = Box(table.seen(table.ROLL, news=table.NEWS))
    box.wait(8)
    assert isinstance(box.panel.screen, Dice)


@pytest.mark.case("CA-O3")
def test_a_press_that_began_on_another_question_does_nothing() -> None:
    box = Box(table.seen(table.ROLL, number=1))
    box.panel.handle(Pressed("ok"))
    box.panel.show(table.seen(table.YESNO, number=2))
    box.wait(0.5)
    box.panel.handle(Clicked("ok"))
    box.panel.handle(Released("ok"))
    assert box.entries == []


@pytest.mark.case("CA-O3")
def test_ok_just_after_a_change_from_elsewhere_does_nothing() -> None:
    box = Box(table.seen(table.ROLL, number=1))
    box.panel.show(table.seen(table.YESNO, number=2))
    box.press("ok")
    assert box.entries == []
    box.wait(0.4)
    box.press("ok")
    assert box.entries == [Answered(2, "yes", None, "button")]


def test_a_press_is_seen_to_be_felt_before_its_answer_is_kept() -> None:
    box = Box(table.seen(table.YESNO, number=1))
    before = box.frames[-1]
    box.press("ok")
    felt = box.frames[-1]
    assert felt != before
    box.panel.refused(Refusal(STALE))
    box.press("ok")
    assert box.frames[-1] == before


@pytest.mark.case("CA-O3")
def test_pressing_twice_answers_once() -> None:
    box = Box(table.seen(table.YESNO, number=1))
    box.press("ok", "ok")
    assert len(box.entries) == 1
    box.panel.refused(Refusal(STALE))
    assert "late:" in shown(box.panel)
    box.press("ok", "ok")
    assert len(box.entries) == 2


def test_a_lost_device_is_told_named_and_welcomed_back() -> None:
    box = Box(table.seen(table.ROLL))
    box.panel.handle(DeviceLost("reader", say("It was unplugged.")))
    assert "unplugged." in shown(box.panel)
    box.press("up", "ok")
    assert box.answers == [2]
    box.hold("ok")
    assert "Missing" in {row.label.split()[0] for row in box.panel.screen.rows}  # type: ignore[attr-defined]
    box.hold("ok")
    box.panel.handle(DeviceBack("reader"))
    assert "Back" in shown(box.panel)


def test_a_disk_that_is_full_is_said_until_the_people_go_on() -> None:
    box = Box(table.seen(table.ROLL))
    box.panel.show(table.seen(table.ROLL, trouble=say("The disk is full.")))
    assert "full." in shown(box.panel)
    assert isinstance(box.panel.screen, Rows)
    box.panel.show(table.seen(table.ROLL))
    assert isinstance(box.panel.screen, Dice)


def test_the_end_of_the_game_is_told() -> None:
    box = Box(table.seen(None, outcome=Outcome(False, say("The Goo Timer is full. You have lost."))))
    assert "lost." in shown(box.panel)


def test_secret_news_is_for_no_public_screen() -> None:
    session = Session(TOY, Opening("toy"))
    box = Played(session)
    session.steps.append(
        Step(Answered(0, 1), None, (Notice("n", say("For one"), seat=1), Notice("n", say("For all"))))
    )
    box.panel.show(look(session, Answered(0, 1)))
    assert shown(box.panel) == "For all"


# -- tokens ---------------------------------------------------------------


def test_known_unknown_not_now_and_twice_differ_on_screen_lamps_and_buzzer() -> None:
    signs = []
    for tags in (["five"], ["nobody"], ["ghost"], ["ghost", "ghost"]):
        box = Box(table.seen(table.ROLL))
        for tag in tags:
            box.wait(10)
            frames, lamps, sounds = len(box.frames), len(box.lamps), len(box.sounds)
            box.lay(tag)
            word = shown(box.panel)
            box.wait(1.5)
        signs.append((word, tuple(box.lamps[lamps:]), tuple(box.sounds[sounds:])))
        assert len(box.frames) > frames or tags == ["five"]
    for one, other in product(signs, signs):
        if one is not other:
            assert one[0] != other[0]
            assert one[1] != other[1]
            assert one[2] != other[2]


def test_a_token_that_is_not_asked_for_shows_what_it_is() -> None:
    box = Box(table.seen(table.ROLL))
    box.lay("gorger")
    assert "Gorger: not asked for now." in " ".join(shown(box.panel).split())


ROLES: dict[str, Role] = {"dice tray": "die", "card slot": "cards"}


@pytest.mark.parametrize(
    ("roles", "tag", "reader", "said"),
    [
        (ROLES, "gorger", "dice tray", "Only dice lie here. This goes on: card slot."),
        (ROLES, "five", "card slot", "No dice here. The die goes on: dice tray."),
        ({"reader": "die"}, "gorger", "reader", "This reader takes dice only."),
        ({"reader": "cards"}, "five", "reader", "This reader takes no dice."),
        (
            {"left": "die", "a": "any", "b": "cards"},
            "gorger",
            "left",
            "Only dice lie here. This goes on: a and b.",
        ),
    ],
)
def test_a_token_on_the_wrong_reader_is_told_where_it_goes(
    roles: dict[str, Role], tag: str, reader: str, said: str
) -> None:
    box = Box(table.seen(table.ROLL), roles=roles)
    box.lay(tag, reader)
    assert said in " ".join(shown(box.panel).split())
    assert box.answers == []


def test_on_its_own_reader_a_token_answers_and_a_key_counts_on_all() -> None:
    box = Box(table.seen(table.ROLL), roles=ROLES)
    box.lay("five", "card slot")
    box.lay("five", "dice tray")
    assert box.answers == [5], "moved over to the right one, it is not taken twice but for the first time"
    for reader in ROLES:
        session = Session(TOY, Opening("toy"))
        session.answer(2)
        played = Played(session, roles=ROLES)
        played.lay("undo", reader)
        assert "Take" in shown(played.panel)


def test_each_sign_can_be_turned_off() -> None:
    box = Box(table.seen(table.ROLL), sign_screen=False, sign_lamp=False, sign_sound=False)
    words, lamps = shown(box.panel), len(box.lamps)
    box.lay("nobody")
    assert shown(box.panel) == words
    box.wait(2)
    assert len(box.lamps) == lamps
    assert box.sounds == []


def test_two_tokens_at_once_are_asked_for_one_at_a_time() -> None:
    box = Box(table.seen(table.ROLL))
    box.panel.handle(TwoTags(("a", "b"), "reader"))
    assert "one" in shown(box.panel)


def test_a_key_token_stands_for_its_key() -> None:
    session = Session(TOY, Opening("toy"))
    session.answer(2)
    box = Played(session)
    box.lay("undo")
    assert "Take" in shown(box.panel)


# -- light ----------------------------------------------------------------


@pytest.mark.case("OL-O7")
def test_the_screen_dims_goes_dark_and_the_waking_press_does_nothing_else() -> None:
    box = Box(table.seen(table.YESNO))
    start = box.lights[-1]
    box.wait(61)
    assert box.panel.power == "dim"
    assert box.lights[-1] is not None
    assert box.lights[-1] < (start or 0)
    box.press("ok")
    assert box.answers == []
    assert box.lights[-1] == start
    box.wait(601)
    assert box.panel.power == "off"
    assert box.lights[-1] is None
    assert box.clock.next_due() is None
    box.hold("ok")
    assert isinstance(box.panel.screen, Rows)
    assert box.answers == []
    box.press("ok")
    assert box.answers == ["yes"]


@pytest.mark.case("OL-O7")
def test_a_token_and_a_change_from_elsewhere_wake_the_screen() -> None:
    box = Box(table.seen(table.ROLL))
    box.wait(700)
    box.lay("five")
    assert box.answers == [5]
    assert box.panel.power == "on"
    box.wait(700)
    box.panel.show(table.seen(table.YESNO, number=2))
    assert box.panel.power == "on"


@pytest.mark.case("OL-O7")
def test_the_picture_wanders_while_it_stays() -> None:
    box = Box(table.seen(table.SHORT_TELL), dim_after=0)
    places = set()
    for _ in range(6):
        box.wait(61)
        box.press("down")
        places.add(box.panel.frame.getbbox())
    assert len(places) >= 4


def test_an_unchanged_picture_is_not_shown_again() -> None:
    box = Box(table.seen(table.SHORT_TELL))
    frames = len(box.frames)
    box.panel.show(table.seen(table.SHORT_TELL))
    box.press("down", "up")
    assert len(box.frames) == frames


def test_every_screen_says_what_each_key_does() -> None:
    for prompt in table.PROMPTS.values():
        if isinstance(prompt, Several):
            continue
        box = Box(table.seen(prompt))
        hints = box.panel.hints
        assert {"ok", "back"} <= set(hints)
        assert all(str(hint) for hint in hints.values())
    box = Box(table.seen(table.ROLL))
    box.wait(61)
    assert {str(hint) for hint in box.panel.hints.values()} == {"Wake the screen"}


def test_pages_do_not_answer_before_their_end() -> None:
    done: list[str] = []
    screen = Pages("", "word " * 80, lambda: done.append("ok"))
    screen.draw(Canvas(), 0)
    for _ in range(screen.count):
        assert done == []
        screen.ok()
    assert done == ["ok"]


def test_a_glass_of_32_rows_shows_the_whole_picture_part_by_part_the_change_first() -> None:
    for prompt in (table.YESNO, table.ROLL, table.COUNT, table.TELL):
        whole = Box(table.seen(prompt)).panel.frame
        low = Box(size=(128, 32))
        low.panel.show(table.seen(prompt))
        parts = []
        for _ in range(3):
            parts.append(low.panel.frame.tobytes())
            low.wait(2)
        assert {whole.crop((0, top, 128, top + 32)).tobytes() for top in (0, 16, 32)} == set(parts)
    low = Box(size=(128, 32))
    low.panel.show(table.seen(table.LONG))
    seen = set()
    for _ in range(10):
        low.wait(1)
        whole, part = low.panel.whole, low.panel.frame.tobytes()
        seen |= {top for top in (0, 16, 32) if whole.crop((0, top, 128, top + 32)).tobytes() == part}
    assert seen == {0, 16, 32}
    low.panel.show(table.seen(table.YESNO, number=2))
    low.wait(4)
    low.press("down")
    assert low.panel.frame.tobytes() == low.panel.whole.crop((0, 32, 128, 64)).tobytes()
    low.wait(700)
    assert low.clock.next_due() is None
