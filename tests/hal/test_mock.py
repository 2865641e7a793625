"""The mock box: what scripts do to it comes out as events, faults included."""

import pytest
from PIL import Image

from companion.hal.clock import VirtualClock
from companion.hal.events import (
    Clicked,
    DeviceBack,
    DeviceLost,
    DeviceNotice,
    Event,
    Held,
    Pressed,
    Released,
    Repeated,
    TagLaid,
    TagLifted,
    Turned,
    TwoTags,
)
from companion.hal.mock import MockBox
from companion.hal.switches import ARCADE, POOR, Switch

T1, T2 = "2A005C1F93", "0B00714E08"


class Table:
    """A started mock box and what it reported."""

    def __init__(self, switch: Switch = ARCADE, seed: int = 1) -> None:
        self.clock = VirtualClock()
        self.box = MockBox(self.clock, switch=switch, seed=seed)
        self.events: list[Event] = []
        self.box.devices.start(self.events.append)
        self.box.reader.knows = {T1, T2}.__contains__

    def after(self, seconds: float) -> list[Event]:
        """What is reported within the next seconds."""
        self.events.clear()
        self.clock.advance(seconds)
        return list(self.events)


def test_a_click_is_pressed_clicked_released() -> None:
    table = Table(POOR)
    for _ in range(50):
        table.box.buttons.click("ok")
        assert table.after(0.3) == [Pressed("ok"), Clicked("ok"), Released("ok")]


def test_a_hold_is_told_while_the_button_is_still_down_and_is_no_click() -> None:
    table = Table()
    table.box.buttons.hold("back", 1.0)
    assert table.after(0.7) == [Pressed("back"), Held("back")]
    assert table.after(0.5) == [Released("back")]


def test_up_and_down_repeat_instead_of_being_held() -> None:
    table = Table()
    table.box.buttons.hold("up", 0.9)
    assert table.after(1.2) == [
        Pressed("up"),
        Repeated("up", 1),
        Repeated("up", 2),
        Repeated("up", 3),
        Released("up"),
    ]


def test_a_glitch_is_nothing() -> None:
    table = Table()
    for _ in range(100):
        table.box.buttons.glitch("event")
        assert table.after(0.1) == []


def test_a_stuck_button_is_told_and_comes_back() -> None:
    table = Table()
    table.box.buttons.stick("move")
    assert table.after(1) == [Pressed("move"), Held("move")]
    [lost] = table.after(3600)
    assert isinstance(lost, DeviceLost)
    assert (lost.device, str(lost.reason)) == ("button move", "The MOVE button is held down or shorted.")
    table.box.buttons.free("move")
    assert table.after(1) == [Released("move"), DeviceBack("button move")]


def test_a_stuck_button_stops_repeating_when_it_is_told() -> None:
    table = Table()
    table.box.buttons.stick("down")
    events = table.after(3600)
    assert isinstance(events[-1], DeviceLost)
    assert events[-2] == Repeated("down", len(events) - 2)
    assert len(events) < 200


def test_after_closing_nothing_is_reported() -> None:
    table = Table()
    table.box.reader.lay(T1)
    table.box.buttons.press("ok")
    table.after(0.1)
    table.box.devices.close()
    table.box.devices.close()
    table.box.buttons.release("ok")
    table.box.buttons.click("up")
    table.box.encoder.turn(2)
    table.box.reader.lift()
    table.box.reader.unplug()
    table.box.display.unplug()
    table.box.display.check()
    assert table.after(60) == []


@pytest.mark.parametrize("clicks", [1, 3, -1, -7])
def test_the_encoder_turns(clicks: int) -> None:
    table = Table()
    table.box.encoder.turn(clicks)
    assert table.after(1) == [Turned(1 if clicks > 0 else -1)] * abs(clicks)


def test_a_tag_left_lying_is_one_laying() -> None:
    table = Table()
    table.box.reader.lay(T1)
    assert table.after(0.02) == [TagLaid(T1, "reader")]
    assert table.after(600) == []
    table.box.reader.lift()
    assert table.after(0.4) == [TagLifted(T1, "reader")]


def test_two_tags_are_told_as_two() -> None:
    table = Table()
    table.box.reader.lay(T1)
    table.box.reader.lay(T2)
    assert table.after(3) == [TagLaid(T1, "reader"), TwoTags((T1, T2), "reader")]
    table.box.reader.lift(T1)
    assert table.after(3) == [TagLifted(T1, "reader"), TagLaid(T2, "reader")]


def test_an_unplugged_reader_is_told_once_and_welcomed_back() -> None:
    table = Table()
    table.box.reader.lay(T1)
    table.after(1)
    table.box.reader.unplug()
    lifted, lost = table.after(60)
    assert lifted == TagLifted(T1, "reader")
    assert isinstance(lost, DeviceLost)
    assert lost.device == "reader"
    table.box.reader.plug()
    assert table.after(4) == [DeviceBack("reader"), TagLaid(T1, "reader")]


def test_garbage_is_told_and_harms_nothing() -> None:
    table = Table()
    table.box.reader.garbage(5)
    [notice] = table.after(5)
    assert isinstance(notice, DeviceNotice)
    table.box.reader.lay(T1)
    assert table.after(0.1) == [TagLaid(T1, "reader")]


def test_cut_frames_only_cost_time() -> None:
    table = Table()
    table.box.reader.cut_frames(3)
    table.box.reader.lay(T1)
    assert table.after(0.2) == []
    assert table.after(0.1) == [TagLaid(T1, "reader")]
    assert table.box.reader.bad_reads == 3


def test_the_display_keeps_its_picture_through_an_unplugging() -> None:
    table = Table()
    display = table.box.display
    table.after(0)
    picture = Image.new("1", display.size)
    picture.putpixel((3, 4), 1)
    display.show(picture)
    display.show(picture)
    assert display.image == picture
    assert (display.frames, display.bytes_sent) == (1, 1034)
    display.unplug()
    newer = Image.new("1", display.size, 1)
    display.show(newer)
    [lost] = table.after(30)
    assert isinstance(lost, DeviceLost)
    assert not display.lit
    display.plug()
    assert table.after(4) == [DeviceBack("display")]
    assert display.image == newer


def test_hours_pass_in_no_time_and_alike_every_time() -> None:
    def evening() -> list[Event]:
        table = Table(POOR, seed=7)
        table.box.reader.lay(T1)
        told = []
        for i in range(200):
            table.box.buttons.click("ok", 0.05 + i % 7 / 100)
            table.box.encoder.turn(i % 5 - 2)
            told += table.after(60)
        return told

    first = evening()
    assert first == evening()
    assert first.count(Clicked("ok")) == 200


@pytest.mark.parametrize("tag", ["B70C04E1", "04A1B2C3D4E5F6"])
def test_a_tag_of_another_band_can_be_laid_too(tag: str) -> None:
    table = Table()
    table.box.reader.knows = {tag}.__contains__
    table.box.reader.lay(tag)
    assert table.after(2) == [TagLaid(tag, "reader")]
    table.box.reader.unplug()
    assert [type(event) for event in table.after(2)] == [TagLifted, DeviceLost]


def test_a_tag_known_by_its_printed_number_only_is_laid_with_a_version_of_00() -> None:
    table = Table()
    table.box.reader.knows = lambda tag: True
    table.box.reader.lay("*005C1F93")
    assert table.after(0.1) == [TagLaid("00005C1F93", "reader")]


def test_a_button_that_is_lost_and_regained() -> None:
    table = Table()
    table.box.buttons.lose("combat")
    [lost] = table.after(1)
    assert isinstance(lost, DeviceLost)
    assert "combat" not in table.box.buttons.names
    table.box.buttons.click("combat")
    assert table.after(1) == []
    table.box.buttons.regain("combat")
    table.box.buttons.click("combat")
    assert table.after(1) == [
        DeviceBack("button combat"),
        Pressed("combat"),
        Clicked("combat"),
        Released("combat"),
    ]
