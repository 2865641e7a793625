"""Both ends of the serial protocol run one file of vectors: host codec, headers on this machine, AVR."""

from __future__ import annotations

from fnmatch import fnmatchcase

import pytest

from companion.hal import token_messages
from tests.firmware.board import BUILD, Board, line
from tests.firmware.logic import Logic
from tests.firmware.vectors import Talk, literal, load

VECTORS = load()


def test_checks() -> None:
    for data, check in VECTORS.checks:
        assert Logic().crc(data) == check, data
        if data:
            assert token_messages.encode(data.decode()) == data + b"*%04X\n" % check


def host_outcomes(data: bytes) -> list[str]:
    lines = token_messages.Lines()
    found = []
    for byte in data:
        before = lines.bad, lines.long
        found += [f"good {text}" for text in lines.feed(bytes([byte]))]
        if lines.bad > before[0]:
            found.append("spoiled")
        if lines.long > before[1]:
            found.append("long")
    return found


def test_lines_on_the_host() -> None:
    for data, outcomes in VECTORS.lines:
        assert host_outcomes(data) == outcomes, data


def test_lines_in_the_headers() -> None:
    for data, outcomes in VECTORS.lines:
        assert Logic().outcomes(data) == outcomes, data


def test_lines_in_the_avr() -> None:
    board = Board(BUILD / "vectors.elf")
    board.run(1)
    for data, outcomes in VECTORS.lines:
        board.send(data)
        assert board.run(60).decode("ascii").splitlines() == outcomes, data


def test_events_are_written_by_the_board_and_read_by_the_host() -> None:
    for number, kind, value, age, body in VECTORS.events:
        logic = Logic()
        logic.send(line("H 7F3A 1.0"))
        logic.lines(1)
        for i in range(number):  # run the numbers up
            assert logic.post("here", "0", logic.now)
            assert logic.lines(1) == [f"E{i} 0 here 0"]
            logic.send(line(f"A{i}"))
        start = logic.now
        logic.now += age
        logic.send(line("C9 nothing"))  # keeps the session alive; refused by its number
        assert logic.post(kind, value, start)
        assert [text for text in logic.lines(1) if text[0] == "E"] == [body]
        event = token_messages.parse(body)
        assert isinstance(event, token_messages.BoardEvent)
        assert (event.number, event.word) == (number, kind)
        assert event.age == min(age, 60000) / 1000
        assert event.rest.lstrip("+") == value


def hold(talk: Talk, end: Board | Logic) -> None:
    """Plays a conversation against one end; unasked hellos and the end of the first round are left out."""
    lines: list[str] = []

    def listen(ms: int) -> None:
        for text in end.lines(ms):
            if text[0] == "E":
                end.send(line("A" + text[1:].split()[0]))
            elif not text.startswith("H 0000"):
                lines.append(text)

    listen(200)
    lines.clear()
    for step, (kind, rest) in enumerate(talk.steps):
        where = f"{talk.name}, step {step}: {kind} {rest}"
        if kind == "<":
            assert lines, where
            text = lines.pop(0)
            assert fnmatchcase(text, rest.replace("[", "[[]").replace("?", "[?]")), f"{where}: {text}"
            continue
        assert not lines, where
        if kind == "wait":
            listen(int(rest))
        else:
            end.send(line(rest) if kind == ">" else literal(rest)[0])
            listen(30)
    listen(100)
    assert not lines, talk.name


@pytest.mark.parametrize("talk", VECTORS.talks, ids=lambda talk: talk.name)
def test_talk_with_the_headers(talk: Talk) -> None:
    hold(talk, Logic())


@pytest.mark.parametrize("talk", VECTORS.talks, ids=lambda talk: talk.name)
def test_talk_with_the_avr(talk: Talk, board: Board) -> None:
    hold(talk, board)
