"""The sketch in the simulated Nano, played through the host's link: every input, every fault, once."""

from __future__ import annotations

import random

import pytest

from companion.hal.token_reader import State
from tests.firmware.board import BUTTONS, Board, line
from tests.firmware.budget import MODELS, p95, presses
from tests.firmware.logic import Logic
from tests.firmware.pair import NAMES, Pair, clean, words

FOUR, SEVEN, TEN = "08A1B2C3", "04A1B2C3D4E5F6", "04112233445566778899"


@pytest.fixture
def pair(board: Board) -> Pair:
    pair = Pair(board)
    pair.up()
    pair.run(100)
    pair.happenings.clear()
    return pair


# ---- buttons ----------------------------------------------------------------------------------------


def test_every_button_says_its_own_name(pair: Pair) -> None:
    for name in BUTTONS:
        pair.board.press(name)
        assert words(pair.run(60)) == [f"{name} down"]
        pair.board.release(name)
        assert words(pair.run(60)) == [f"{name} up"]


def test_a_held_button_is_down_until_it_is_up_at_the_right_moments(pair: Pair) -> None:
    start = pair.now
    pair.board.press("ok")
    (down,) = pair.run(2000)
    pair.board.release("ok")
    (up,) = pair.run(50)
    assert down.down
    assert abs(down.moment - start - 0.001) < 0.004
    assert not up.down
    assert abs(up.moment - start - 2.001) < 0.004


def test_every_press_is_told_with_its_own_moment_whenever_it_comes(pair: Pair) -> None:
    rng = random.Random(6)
    for i in range(200):
        name = NAMES[i % 8]
        pair.board.run(rng.uniform(0, 1))  # any place between two ticks of the board's clock
        for act in (pair.board.press, pair.board.release):
            start = pair.now
            act(name)
            (told,) = pair.run(rng.uniform(25, 40))
            assert 0 <= told.moment - start < 0.006


def test_a_change_shorter_than_a_millisecond_is_none(pair: Pair) -> None:
    for _ in range(20):
        pair.board.press("move")
        pair.run(0.9)
        pair.board.release("move")
        pair.run(7)
    assert words(pair.run(50)) == []


def test_bounce_of_a_poor_switch_is_one_press_and_one_release(pair: Pair) -> None:
    rng = random.Random(1)

    def bounce(settled: bool) -> None:
        for _ in range(8):
            pair.board.press("combat") if rng.random() < 0.5 else pair.board.release("combat")
            pair.run(rng.uniform(0.2, 2.0))
        pair.board.press("combat") if settled else pair.board.release("combat")

    for _ in range(10):
        bounce(True)
        pair.run(80)
        bounce(False)
        pair.run(80)
    assert words([h for _, h in pair.happenings]) == ["combat down", "combat up"] * 10


@pytest.mark.parametrize("model", MODELS)
def test_the_debouncing_keeps_the_bars_of_the_switch_models(model: str) -> None:
    seen = presses(*MODELS[model])
    assert (seen.ghosts, seen.lost) == (0, 0)
    assert p95(seen.delays) <= 8


def test_two_buttons_overlapping_keep_their_order(pair: Pair) -> None:
    pair.board.press("up")
    pair.run(120)
    pair.board.press("ok")
    pair.run(180)
    pair.board.release("up")
    pair.run(120)
    pair.board.release("ok")
    pair.run(50)
    assert words([h for _, h in pair.happenings]) == ["up down", "ok down", "up up", "ok up"]


def test_a_button_down_at_power_up_is_held_and_no_press(board: Board) -> None:
    board.press("back")
    pair = Pair(board)
    pair.run(1000)
    hello = pair.happenings[0][1].hello
    assert [NAMES[i] for i in hello.held] == ["back"]
    board.release("back")
    assert words(pair.run(100)) == ["back up"]
    board.press("back")
    assert words(pair.run(100)) == ["back down"]


# ---- encoder ----------------------------------------------------------------------------------------


def turn(pair: Pair, states: str, ms: float = 2) -> None:
    """Walks the lines through two-digit states "AB"."""
    for state in states.split():
        pair.board.pin("D2", int(state[0]))
        pair.board.pin("D3", int(state[1]))
        pair.run(ms)


CLOCKWISE, COUNTER = "01 00 10 11", "10 00 01 11"


def test_each_click_of_the_encoder_counts_once_in_its_direction(pair: Pair) -> None:
    for _ in range(5):
        turn(pair, CLOCKWISE)
    for _ in range(3):
        turn(pair, COUNTER)
    pair.run(50)
    assert sum(h.clicks for _, h in pair.happenings if h.clicks > 0) == 5
    assert sum(h.clicks for _, h in pair.happenings if h.clicks < 0) == -3


def test_encoder_bounce_and_a_half_turn_back_count_nothing(pair: Pair) -> None:
    turn(pair, "01 11 01 11 01 11")
    turn(pair, "01 00 01 11")
    turn(pair, "01 11 01 00 01 00 10 00 10 11 10 11", ms=1)
    pair.run(50)
    assert words([h for _, h in pair.happenings]) == ["turn +1"]


def test_a_fast_flick_loses_no_click(pair: Pair) -> None:
    for _ in range(40):
        turn(pair, CLOCKWISE, ms=0.6)  # 24 clicks a turn: some 17 turns a second
    pair.run(100)
    assert sum(h.clicks for _, h in pair.happenings) == 40


def test_an_encoder_that_rests_in_two_places_clicks_at_each(pair: Pair) -> None:
    pair.link.clicks(2, pair.now)
    pair.flush()
    pair.run(50)
    turn(pair, "01 00")
    pair.run(50)
    assert words([h for _, h in pair.happenings]) == ["turn +1"]
    turn(pair, "10 11")
    pair.run(50)
    assert words([h for _, h in pair.happenings]) == ["turn +1", "turn +1"]


# ---- lamps, buzzer ----------------------------------------------------------------------------------


def test_lamps_and_buzzer_do_what_they_are_told(pair: Pair) -> None:
    pair.link.lamp(0, "on", pair.now)
    pair.link.lamp(2, "blink", pair.now)
    pair.link.buzz(1000, 200, pair.now)
    pair.flush()
    seen = set()
    for _ in range(150):
        pair.run(10)
        seen.add(tuple(pair.board.lamps()))
    assert {lamps for lamps in seen if lamps[0]} == {(1, 0, 0), (1, 0, 1)}
    assert 380 <= pair.board.buzzer_edges() <= 420  # 1 kHz for 0.2 s: 400 changes
    pair.link.lamp(0, "off", pair.now)
    pair.flush()
    pair.run(50)
    assert pair.board.lamps()[0] == 0


def test_self_test_lights_every_lamp_and_tells_the_supply(pair: Pair) -> None:
    pair.link.ask("test?", pair.now)
    pair.flush()
    (answer,) = pair.run(100)
    assert pair.board.lamps() == [1, 1, 1]
    told = dict(word.split("=") for word in answer.text.split())
    assert (told["chip"], told["fifo"], told["down"]) == ("92", "ok", "00")
    assert 4900 <= int(told["mv"]) <= 5100
    assert int(told["free"]) > 500
    pair.run(1100)
    assert pair.board.lamps() == [0, 0, 0]
    assert pair.board.buzzer_edges() > 100


# ---- tags -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("uid", [FOUR, SEVEN, TEN])
def test_a_tag_comes_and_goes(pair: Pair, uid: str) -> None:
    pair.board.tag(uid)
    assert words(pair.run(100)) == [f"+{uid}"]
    assert words(pair.run(2000)) == []
    pair.board.tag(None)
    assert words(pair.run(190)) == []
    assert words(pair.run(200)) == [f"-{uid}"]


@pytest.mark.parametrize(
    "uids",
    [
        ("08000000", "08000080"),  # differ in the last bit but one of the check only by it
        ("08FFFFFF", "09FFFFFF"),
        ("04A1B2C3D4E5F6", "04A1B2C3D4E5F7"),  # same first level
        ("04A1B2C3D4E5F6", "08A1B2C3"),
        ("04112233445566778899", "04112233445566778898"),
        ("04112233445566778899", "04112233445566", "08112233", "08112232"),
        ("08000001", "08000002", "08000004", "08000008"),
    ],
)
def test_several_tags_are_each_found_and_each_missed(pair: Pair, uids: tuple[str, ...]) -> None:
    for place, uid in enumerate(uids):
        pair.board.tag(uid, place)
    assert sorted(words(pair.run(200))) == sorted(f"+{uid}" for uid in uids)
    assert words(pair.run(1500)) == []
    for place, uid in enumerate(uids):
        pair.board.tag(None, place)
        assert words(pair.run(450)) == [f"-{uid}"]


def test_a_flapping_tag_is_one_tag(pair: Pair) -> None:
    rng = random.Random(3)
    for _ in range(30):
        pair.board.tag(SEVEN)
        pair.run(rng.uniform(60, 200))
        pair.board.tag(None)
        pair.run(rng.uniform(10, 190))
    pair.run(500)
    assert words([h for _, h in pair.happenings]) == [f"+{SEVEN}", f"-{SEVEN}"]


def test_a_check_error_is_no_removal(pair: Pair) -> None:
    pair.board.tag(FOUR)
    pair.run(100)
    pair.board.garble(40)  # a round ends at its first damaged answer: some two seconds of them
    assert words(pair.run(1200)) == []
    pair.board.garble(0)
    assert words(pair.run(500)) == []
    assert words([h for _, h in pair.happenings]) == [f"+{FOUR}"]


def test_a_tag_far_off_needs_more_gain(pair: Pair) -> None:
    pair.board.tag(FOUR, needs_db=43)
    assert words(pair.run(300)) == []
    pair.link.gain(48, pair.now)
    pair.flush()
    assert words(pair.run(300)) == [f"+{FOUR}"]


def test_ten_minutes_of_a_tag_under_noise_bring_no_false_removal() -> None:
    logic = Logic()
    logic.tag(SEVEN)
    rng = random.Random(9)
    told = []
    for _ in range(1200):
        if rng.random() < 0.5:
            logic.garble(rng.randint(1, 3))
        told += logic.scan(500)
    assert told == [f"+{SEVEN}"]


@pytest.mark.parametrize("from_answer", [False, True])
def test_five_hundred_sets_of_random_tags_are_read_whole(from_answer: bool) -> None:
    """Whichever way the chip counts the place of a collision."""
    rng = random.Random(2)
    for _ in range(500):
        logic = Logic()
        logic.counts_from_answer(from_answer)
        uids: set[str] = set()
        alike = rng.randbytes(3)
        wanted = rng.randint(1, 4)
        while len(uids) < wanted:
            size = rng.choice([4, 7, 10])
            uid = bytearray(rng.choice([b"\x04", b"\x08", b"\xf3"]) + rng.randbytes(size - 1))
            if size == 4 and rng.random() < 0.7:  # tags that differ in one late bit collide late, and often
                uid = bytearray(b"\x08" + alike)
                uid[rng.randrange(1, 4)] ^= 1 << rng.randrange(8)
            # A first byte of 88 is the cascade tag: no level of a UID begins with it.
            uids.add(uid.hex().upper().replace("88", "89"))
        for place, uid in enumerate(uids):
            logic.tag(uid, place)
        assert sorted(logic.scan(500)) == sorted(f"+{uid}" for uid in uids)
        for place in range(len(uids)):
            logic.tag(None, place)
        assert sorted(logic.scan(500)) == sorted(f"-{uid}" for uid in uids)


# ---- faults -----------------------------------------------------------------------------------------


def counters(pair: Pair) -> dict[str, int]:
    pair.link.ask("counters?", pair.now)
    pair.flush()
    for happening in pair.run(80):
        if getattr(happening, "question", "") == "counters?":
            return {key: int(value) for key, value in (word.split("=") for word in happening.text.split())}
    raise AssertionError("no answer")


def test_a_reader_chip_that_reset_is_set_up_again_and_its_tag_stays(pair: Pair) -> None:
    pair.board.tag(TEN)
    pair.run(100)
    for _ in range(3):
        pair.board.reader_power_cycle()
        pair.run(500)
    assert words([h for _, h in pair.happenings]) == [f"+{TEN}"]
    assert counters(pair)["restarts"] == 3
    pair.board.tag(None)
    assert words(pair.run(400)) == [f"-{TEN}"]


@pytest.mark.parametrize("level", ["low", "high"])
def test_a_reader_chip_that_is_away_is_told_and_comes_back(pair: Pair, level: str) -> None:
    pair.board.tag(FOUR)
    pair.run(100)
    pair.board.reader_wire(level)
    assert words(pair.run(1000)) == [f"+{FOUR}", "chip gone"][1:]
    pair.board.reader_wire("good")
    assert words(pair.run(600)) == ["chip works"]  # and the tag that lay there all the time is still there
    pair.board.tag(None)
    assert words(pair.run(400)) == [f"-{FOUR}"]


def test_a_brown_out_in_the_middle_of_a_press_doubles_and_invents_nothing(pair: Pair) -> None:
    pair.board.tag(SEVEN)
    pair.link.lamp(1, "on", pair.now)
    pair.flush()
    pair.run(200)
    pair.board.press("ok")
    pair.run(40)
    pair.board.brown_out()
    told = words(pair.run(1500))
    assert told == ["restarted", "up", "chip works"]  # the tag is still there: nothing to tell
    assert pair.board.lamps() == [0, 1, 0]
    pair.board.release("ok")
    pair.run(50)
    pair.board.press("event")
    assert words(pair.run(50))[-1] == "event down"


def test_a_brown_out_at_any_moment_of_a_line_is_survived(board: Board) -> None:
    pair = Pair(board)
    pair.up()
    rng = random.Random(5)
    for _ in range(15):
        pair.happenings.clear()
        pair.board.press("up")
        pair.run(rng.uniform(1, 4))
        pair.board.brown_out()
        pair.board.release("up")
        pair.run(400)
        told = words([h for _, h in pair.happenings])
        assert [word for word in told if word not in ("up down", "up up")] == [
            "restarted",
            "up",
            "chip works",
        ]
        assert told.count("up down") <= 1
        pair.board.press("move")
        pair.run(60)
        pair.board.release("move")
        assert words(pair.run(60))[-1] == "move up"


def test_ten_thousand_lines_of_garbage_do_nothing(pair: Pair) -> None:
    rng = random.Random(7)
    words_of_the_protocol = [
        "C0 lamp 0 on",
        "H 7F3A 1.0",
        "A0",
        "C3 buzz 1000 2000",
        "E0 0 down 1",
        "*",
        "\xff",
    ]
    board = pair.board
    for _ in range(100):
        junk = bytearray()
        for _ in range(100):
            text = rng.choice(words_of_the_protocol).encode("latin-1")
            if rng.random() < 0.6:
                text = bytes(rng.randrange(256) for _ in range(rng.randint(0, 12)))
            junk += text + rng.choice([b"\n", b"\r", b"\r\n", b"*0000\n", b"*%04X\n" % rng.randrange(65536)])
        board.send(bytes(junk))
        pair.run(len(junk) / 11.52 + 5)
    assert board.lamps() == [0, 0, 0]
    assert board.buzzer_edges() == 0
    board.press("down")
    pair.run(50)
    board.release("down")
    pair.run(100)
    assert [word for word in words([h for _, h in pair.happenings]) if word.startswith("down")] == [
        "down down",
        "down up",
    ]
    board.send(b"\n")
    assert counters(pair)["check"] > 5000


def test_a_wire_that_loses_bytes_loses_no_input_and_doubles_none(board: Board) -> None:
    pair = Pair(board)
    pair.up()
    pair.happenings.clear()
    rng = random.Random(11)

    def lossy(data: bytes) -> bytes:
        out = bytearray()
        for byte in data:
            chance = rng.random()
            if chance < 0.002:
                continue
            if chance < 0.004:
                byte ^= 1 << rng.randrange(8)
            out.append(byte)
            if chance > 0.999:
                out.append(rng.randrange(256))
        return bytes(out)

    pair.to_host = pair.to_board = lossy
    expected = []
    for i in range(100):
        name = rng.choice(NAMES)
        pair.board.press(name)
        pair.run(rng.uniform(40, 120))
        pair.board.release(name)
        pair.run(rng.uniform(40, 120))
        expected += [f"{name} down", f"{name} up"]
        if i % 10 == 5:
            pair.board.tag(SEVEN)
            pair.run(700)
            pair.board.tag(None)
            pair.run(700)
            expected += [f"+{SEVEN}", f"-{SEVEN}"]
    pair.to_host = pair.to_board = clean
    pair.run(1500)
    assert words([h for _, h in pair.happenings]) == expected
    assert pair.link.bad_lines > 10


def test_a_burst_of_commands_while_everything_moves_loses_nothing(pair: Pair) -> None:
    for place, uid in enumerate((FOUR, SEVEN, TEN)):
        pair.board.tag(uid, place)
    for i in range(40):
        pair.link.lamp(i % 3, "on" if i % 2 else "off", pair.now)
        pair.link.ask("counters?", pair.now)
        pair.flush()
        pair.board.press(NAMES[i % 8])
        pair.run(30)
        pair.board.release(NAMES[i % 8])
        pair.run(30)
    pair.run(500)
    told = words([h for _, h in pair.happenings])
    assert [word for word in told if " " in word] == [
        f"{NAMES[i % 8]} {way}" for i in range(40) for way in ("down", "up")
    ]
    assert told.count("Answered") == 40
    assert counters(pair)["lost"] == 0


def test_a_host_that_stalls_gets_what_the_board_could_keep(pair: Pair) -> None:
    """A busy host: twelve events wait in the queue, fifteen edges more in the ring."""
    for i in range(13):
        pair.board.press(NAMES[i % 8])
        pair.board.run(60)
        pair.board.release(NAMES[i % 8])
        pair.board.run(60)
    lost = pair.run(3000)
    told = words(lost)
    expected = [f"{NAMES[i % 8]} {way}" for i in range(13) for way in ("down", "up")]
    assert [word for word in told if " " in word] == expected


def test_a_repeated_hello_that_crosses_the_first_answer_loses_no_press(board: Board) -> None:
    pair = Pair(board)
    pair.run(170)  # the board's hello has come, the host's is out, the answer is on its way
    assert pair.link.state is State.ASKING
    pair.to_host = lambda data: b""
    pair.run(20)
    pair.to_host = clean
    board.press("event")
    pair.run(100)
    board.release("event")
    pair.run(1500)
    assert words([h for _, h in pair.happenings])[:2] == ["up", "chip works"]
    assert [w for w in words([h for _, h in pair.happenings]) if w.startswith("event")] == [
        "event down",
        "event up",
    ]


def test_a_raw_serial_monitor_sees_a_hello_in_plain_words(board: Board) -> None:
    lines = board.lines(1300)
    assert len(lines) == 2
    assert lines[0].startswith("H 0000 1.0 fw=")
    board.send(line("C0 ping"))
    assert board.lines(50) == ["N hello"]


# ---- field cases, the firmware's side ---------------------------------------------------------------


def greeted(board: Board) -> Board:
    board.lines(300)
    board.send(line("H 7F3A 1.0"))
    assert board.lines(20)[0].startswith("H 7F3A 1.0")
    board.lines(80)
    board.send(line("A0"))
    board.lines(10)
    return board


@pytest.mark.case("FW-O3")
def test_commands_with_any_line_end_are_answered_once_and_alike(board: Board) -> None:
    greeted(board)
    for i, end in enumerate((b"\n", b"\r", b"\r\n", b"\n\r")):
        board.send(line(f"C{i} lamp 2 on").rstrip(b"\n") + end)
        assert board.lines(20) == [f"R{i} ok"]
    board.send(b"\r\n\r\n")
    assert board.lines(20) == []
    board.send(line("C4 lamps?").rstrip(b"\n") + b"\r\n")
    assert board.lines(20) == ["R4 ok off off on"]
    assert board.lamps() == [0, 0, 1]


@pytest.mark.case("FW-O5")
@pytest.mark.parametrize("length", [95, 96, 97, 300, 5000])
def test_a_line_without_an_end_is_dropped_and_the_next_one_answered(board: Board, length: int) -> None:
    greeted(board)
    board.send(b"A" * length)
    assert board.lines(length / 11 + 20) == []
    board.send(b"\n" + line("C0 ping"))
    assert sorted(board.lines(30)) == [f"N {'long' if length > 95 else 'check'}", "R0 ok"]
    board.send(line("C1 counters?"))
    counted = board.lines(30)[-1]
    assert ("long=1" if length > 95 else "check=1") in counted
    assert board.lines(1000) == []  # no reset: no hello


@pytest.mark.case("FW-O6")
def test_a_restart_is_a_hello_and_numbers_from_nought(board: Board) -> None:
    greeted(board)
    for i in range(3):
        board.press("ok")
        (told,) = board.lines(60)
        assert told.startswith(f"E{2 * i + 1} ")
        board.send(line(f"A{2 * i + 1}"))
        board.release("ok")
        (told,) = board.lines(60)
        board.send(line(f"A{2 * i + 2}"))
    board.press("ok")
    board.lines(60)
    board.brown_out()
    board.release("ok")
    told = board.lines(400)
    assert [text[:6] for text in told] == ["H 0000"]
    board.send(line("H 7F3B 1.0"))
    told = board.lines(80)
    assert told[0].startswith("H 7F3B")
    assert told[1].startswith("E0 ")
