"""What lies on the reader: the field cases in their own times, through the whole stream from bytes to
events."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.hal.clock import VirtualClock
from companion.hal.events import DeviceNotice, Event, TagLaid, TagLifted, TwoTags
from companion.hal.presence import GONE, Presence
from companion.hal.reader import TagStream
from tests.models.rdm6300 import frame14, repeats

T1, T2, T3 = "2A005C1F93", "0B00714E08", "0004D27A1C"


class Plate:
    """A reader's stream on virtual time."""

    def __init__(self, *known: str) -> None:
        self.clock = VirtualClock()
        self.stream = TagStream(self.clock, "reader")
        self.stream.knows = known.__contains__
        self.events: list[Event] = []
        self.times: list[float] = []
        self.stream.start(self._hear)

    def _hear(self, event: Event) -> None:
        self.events.append(event)
        self.times.append(self.clock.now())

    def send(self, ms: float, data: bytes) -> None:
        self.clock.call_at(ms / 1000, lambda: self.stream.data(data))

    def frames(self, tag: str, *ms: float) -> None:
        for moment in ms:
            self.send(moment, frame14(tag))


@pytest.mark.case("RF-O2")
def test_a_tag_left_lying_is_one_laying() -> None:
    plate = Plate(T1)
    plate.frames(T1, *(ms for ms in range(0, 6001, 100) if ms not in (2000, 2100)), 9000, 9100, 9200)
    plate.clock.advance(9.3)
    assert plate.events == [TagLaid(T1, "reader"), TagLifted(T1, "reader"), TagLaid(T1, "reader")]
    assert plate.times == [0, pytest.approx(6.0 + GONE), 9.0]


@pytest.mark.case("RF-O10")
def test_two_tags_are_told_once_and_nothing_more() -> None:
    plate = Plate(T1, T2)
    plate.frames(T1, *range(0, 3000, 200))
    plate.frames(T2, *range(100, 3000, 200), *range(3000, 5000, 100))
    plate.clock.advance(6)
    assert plate.events == [
        TagLaid(T1, "reader"),
        TwoTags((T1, T2), "reader"),
        TagLifted(T1, "reader"),
        TagLaid(T2, "reader"),
        TagLifted(T2, "reader"),
    ]


def test_the_second_of_two_taken_away_again_is_told() -> None:
    plate = Plate(T1, T2)
    plate.frames(T1, *range(0, 3000, 100))
    plate.frames(T2, *range(1050, 2000, 100))
    plate.clock.advance(5)
    assert plate.events == [
        TagLaid(T1, "reader"),
        TwoTags((T1, T2), "reader"),
        TagLifted(T2, "reader"),
        TagLifted(T1, "reader"),
    ]


def test_two_tags_are_told_again_another_time() -> None:
    plate = Plate(T1, T2)
    for start in (0, 10_000):
        plate.frames(T1, *range(start, start + 1000, 100))
        plate.frames(T2, *range(start + 50, start + 3000, 100))
    plate.clock.advance(20)
    once = [
        TagLaid(T1, "reader"),
        TwoTags((T1, T2), "reader"),
        TagLifted(T1, "reader"),
        TagLaid(T2, "reader"),
        TagLifted(T2, "reader"),
    ]
    assert plate.events == once * 2


@pytest.mark.case("RF-O1")
def test_a_quick_change_lays_each_tag_once() -> None:
    plate = Plate(T1, T2)
    plate.send(0, frame14(T1) + frame14(T2) + frame14(T2))
    plate.clock.advance(2)
    assert plate.events == [
        TagLaid(T1, "reader"),
        TagLifted(T1, "reader"),
        TagLaid(T2, "reader"),
        TagLifted(T2, "reader"),
    ]


def test_a_known_tag_needs_one_frame_and_any_other_two() -> None:
    plate = Plate(T1)
    plate.frames(T1, 0)
    plate.frames(T2, 1000, 2100, 3200)  # alone each time: a ghost as far as anybody knows
    plate.frames(T3, 4000, 4065)
    plate.clock.advance(6)
    assert [event for event in plate.events if isinstance(event, TagLaid)] == [
        TagLaid(T1, "reader"),
        TagLaid(T3, "reader"),
    ]


def test_removal_is_noticed_within_400_ms_and_never_falsely() -> None:
    plate, rng = Plate(T1), random.Random(4)
    last = 0.0
    for moment, data in repeats(frame14(T1), 600):
        if rng.random() < 0.9:  # one repeat in ten is lost, one in twenty damaged
            if rng.random() < 0.05:
                data = data.replace(b"5", b"6", 1)
            else:
                last = moment
            plate.send(moment * 1000, data)
    plate.clock.advance(601)
    assert plate.events == [TagLaid(T1, "reader"), TagLifted(T1, "reader")]
    assert plate.times[1] - last <= 0.4


def test_a_damaged_frame_keeps_a_tag_and_lays_none() -> None:
    plate = Plate(T1, T2)
    plate.frames(T1, 0)
    for ms in range(65, 2000, 65):
        plate.send(ms, frame14(T1).replace(b"C1", b"C\x91"))
    for ms in range(4000, 5000, 65):
        plate.send(ms, frame14(T2)[:9])
    plate.clock.advance(6)
    tags = [event for event in plate.events if not isinstance(event, DeviceNotice)]
    assert tags == [TagLaid(T1, "reader"), TagLifted(T1, "reader")]
    assert 1.9 < plate.times[1] < 2.4


def test_damaged_frames_of_another_tag_are_no_sign_of_this_one() -> None:
    plate = Plate(T1, T2)
    plate.frames(T1, 0)
    for ms in range(65, 2000, 65):
        plate.send(ms, frame14(T2)[:9])
    plate.clock.advance(2)
    assert plate.events == [TagLaid(T1, "reader"), TagLifted(T1, "reader")]
    assert plate.times[1] == pytest.approx(GONE)


def test_damaged_frames_of_a_sister_do_not_keep_a_tag_for_ever() -> None:
    sister = "2A005C1F94"
    plate = Plate(T1, sister)
    plate.frames(T1, 0, 65)
    for i, ms in enumerate(range(130, 3000, 65)):
        plate.send(ms, frame14(sister) if i % 3 == 0 else frame14(sister)[:9])
    plate.clock.advance(4)
    assert plate.events[:3] == [TagLaid(T1, "reader"), TagLifted(T1, "reader"), TagLaid(sister, "reader")]
    assert plate.times[1] < 0.6


@pytest.mark.case("RF-O9")
def test_bytes_at_the_wrong_speed_are_told_once() -> None:
    plate = Plate(T1)
    for ms in range(0, 5000, 100):
        plate.send(ms, bytes.fromhex("00 80 F8 1E 80 FE 98 00 E6 78"))
    plate.frames(T1, 5200)
    plate.clock.advance(5.3)
    notice, laid = plate.events
    assert isinstance(notice, DeviceNotice)
    assert "speed" in str(notice.text)
    assert "wires" in str(notice.text)
    assert plate.times[0] <= 3.2
    assert laid == TagLaid(T1, "reader")


def test_stray_bytes_now_and_then_are_no_garbage() -> None:
    plate = Plate()
    for minute in range(60):
        plate.send(minute * 60_000, b"\x00\xff\x80")
    plate.clock.advance(3600)
    assert plate.events == []


def test_a_frame_in_two_reads_is_whole_unless_there_was_a_gap() -> None:
    plate = Plate(T1)
    data = frame14(T1)
    plate.send(0, data[:6])
    plate.send(30, data[6:])
    plate.send(1000, data[:6])
    plate.send(1050, data[6:])
    plate.clock.advance(2)
    assert plate.times == [0.03, pytest.approx(0.03 + GONE)]
    assert plate.stream.bad_reads == 2


def test_half_a_frame_before_a_loss_is_not_joined_to_what_comes_after() -> None:
    plate = Plate(T1)
    plate.stream.data(frame14(T1)[:6])
    plate.stream.lost()
    plate.stream.data(frame14(T1)[6:])
    plate.clock.advance(1)
    assert plate.events == []


def test_a_busy_loop_is_no_removal() -> None:
    presence = Presence("reader", lambda tag: True)
    assert presence.frame(0, T1) == [TagLaid(T1, "reader")]
    assert presence.frame(2, T1) == []  # what came meanwhile is read late, before any timer has its turn
    assert presence.frame(4, T2) == [TagLifted(T1, "reader"), TagLaid(T2, "reader")]
    presence.scrap(6, T2[:6])
    assert presence.wake(6.1) == []
    assert presence.wake(6 + GONE) == [TagLifted(T2, "reader")]


def test_at_rest_there_is_nothing_to_wake_for() -> None:
    plate = Plate(T1)
    plate.frames(T1, 0)
    plate.clock.advance(1)
    assert plate.clock.next_due() is None


@given(st.lists(st.tuples(st.floats(0, 1), st.sampled_from([T1, T2, T3])), max_size=60))
def test_whatever_the_frames_laid_and_lifted_stay_in_step(frames: list[tuple[float, str]]) -> None:
    presence, now = Presence("r", lambda tag: True), 0.0
    events: list[Event] = []
    for pause, tag in frames:
        now += pause
        events += presence.frame(now, tag)
    events += presence.wake(now + 10)
    assert presence.due is None
    laid: str | None = None
    named: set[str] = set()
    for event in events:
        if isinstance(event, TagLaid):
            assert laid is None
            laid = event.tag
            named.add(event.tag)
        elif isinstance(event, TwoTags):
            assert event.tags[0] == laid
            assert len(set(event.tags)) == len(event.tags) > 1
            named.update(event.tags)
        elif isinstance(event, TagLifted):
            assert event.tag in named
            named.discard(event.tag)
            if event.tag == laid:
                laid = None
    assert laid is None
    assert named == set()
