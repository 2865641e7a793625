"""Frames of serial readers: the field cases byte for byte, every relative, damage, noise, ghosts."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.hal.rdm6300 import Parser, frame
from tests.models.rdm6300 import frame13, frame14, frame16, frame_parallax

T1 = bytes.fromhex("02 32 41 30 30 35 43 31 46 39 33 46 41 03")
T2 = bytes.fromhex("02 30 42 30 30 37 31 34 45 30 38 33 43 03")
T3 = bytes.fromhex("02 30 30 30 34 44 32 37 41 31 43 42 30 03")
T4 = bytes.fromhex("02 34 44 30 30 38 45 33 30 42 35 34 36 03")
IDS = {T1: "2A005C1F93", T2: "0B00714E08", T3: "0004D27A1C", T4: "4D008E30B5"}
GHOSTS = [
    "000000078F88",
    "00F00000F000",
    "F000060007F1",
    "B59A99E5A9FA",
    "4FFB388FFFFC",
    "DA9386B5EA90",
    "DAEF6FEE2B9F",
]
tags = st.binary(min_size=5, max_size=5).map(lambda five: five.hex().upper())


def test_the_four_tags_of_the_field_cases() -> None:
    for data, tag in IDS.items():
        assert Parser().feed(data) == [tag]
        assert frame(tag) == frame14(tag) == data


@pytest.mark.case("RF-O1")
@pytest.mark.parametrize("cut", ["as read", "byte by byte", "all at once"])
def test_frames_split_over_reads_and_glued_together(cut: str) -> None:
    reads = [
        bytes.fromhex(part)
        for part in (
            "02 32 41 30 30",
            "35 43 31 46 39 33",
            "46 41 03 02 30 42 30 30 37 31 34 45 30 38 33 43 03 02",
            "30 42 30 30 37 31 34 45 30 38 33 43 03",
        )
    ]
    if cut == "byte by byte":
        reads = [bytes([byte]) for byte in b"".join(reads)]
    elif cut == "all at once":
        reads = [b"".join(reads)]
    parser = Parser()
    assert [tag for read in reads for tag in parser.feed(read)] == [IDS[T1], IDS[T2], IDS[T2]]


@pytest.mark.case("RF-O3")
def test_the_check_is_over_all_five_bytes_and_a_wrong_one_is_counted() -> None:
    parser = Parser()
    assert parser.feed(T3 + T1) == [IDS[T3], IDS[T1]]
    assert parser.feed(bytes.fromhex("02 34 44 30 30 38 45 33 30 42 35 34 37 03")) == []
    assert parser.bad == 1
    assert parser.feed(T4) == [IDS[T4]]


@given(tags, st.sampled_from([frame14, frame13, frame16]), st.data())
def test_every_relative_in_any_cut(tag: str, make: type, data: st.DataObject) -> None:
    stream = make(tag) * 3
    parser, found = Parser(), []
    while stream:
        size = data.draw(st.integers(1, 40))
        found += parser.feed(stream[:size])
        stream = stream[size:]
    assert found == [tag] * 3
    assert parser.bad == 0


def test_a_raw_check_byte_may_look_like_the_start_or_the_end() -> None:
    assert Parser().feed(b"\x02" + b"0114AE3BBC" + b"\x3c\x03") == ["0114AE3BBC"]
    assert Parser().feed(frame13("0000000002") + frame13("0000000003")) == ["0000000002", "0000000003"]


def test_parallax_only_when_asked_for() -> None:
    stream = frame_parallax("2A005C1F93") * 2
    assert Parser("parallax").feed(stream) == ["2A005C1F93"] * 2
    assert Parser().feed(stream) == []
    assert Parser("parallax").feed(T1) == []


def test_digits_may_be_lower_case_and_a_gap_may_end_a_frame() -> None:
    parser = Parser()
    assert parser.feed(T1[1:-1].lower()) == []
    assert parser.gap() == [IDS[T1]]
    assert parser.feed(T2[:7]) == []
    assert parser.gap() == []
    assert parser.feed(T2[7:]) == []  # the two halves are not one frame


@given(st.binary(max_size=60), tags)
def test_after_any_bytes_the_next_frame_is_read(before: bytes, tag: str) -> None:
    parser = Parser()
    parser.feed(before)
    assert parser.feed(frame14(tag))[-1:] == [tag]


@given(tags, st.integers(1, 12), st.binary(min_size=1, max_size=1))
def test_a_frame_with_a_wrong_byte_is_never_another_tag(tag: str, at: int, byte: bytes) -> None:
    damaged = frame14(tag)[:at] + byte + frame14(tag)[at + 1 :]
    assert set(Parser().feed(damaged)) <= {tag}


@pytest.mark.case("RF-O9")
def test_bytes_at_the_wrong_speed_cost_nothing() -> None:
    parser = Parser()
    for _ in range(50):
        assert parser.feed(bytes.fromhex("00 80 F8 1E 80 FE 98 00 E6 78")) == []
    assert parser.stray == 500
    assert parser.feed(T1) == [IDS[T1]]
    assert parser.stray == 0


def test_memory_is_bounded() -> None:
    parser = Parser()
    parser.feed(b"0123456789ABCDEF" * 4096)
    assert len(parser._digits) + len(parser._tail) < 40


@pytest.mark.parametrize("ghost", GHOSTS)
def test_the_ghosts_of_the_field_pass_the_xor(ghost: str) -> None:
    """So the check alone is not enough, and `presence.py` wants two of an unknown tag."""
    assert Parser().feed(b"\x02" + ghost.encode() + b"\x03") == [ghost[:10]]


def test_hex_noise_gives_single_ghosts_only() -> None:
    rng = random.Random(1)
    parser, found = Parser(), []
    for _ in range(100):
        found += parser.feed(bytes(rng.choices(b"0123456789ABCDEF\x02\x03", k=2000)))
    assert len(found) == len(set(found))
