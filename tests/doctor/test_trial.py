"""Trials of devices on the mock box: what is asked, what is found, on virtual time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.doctor.findings import Finding
from companion.doctor.trial import PATIENCE, TRIALS, Trial, test_picture
from companion.hal.clock import VirtualClock
from companion.hal.dice import KINDS, DieReader
from companion.hal.mock import MockBox, MockReader
from tests.models.dice import DieModel


class Tried:
    """A trial on a mock box; `person` does what is asked."""

    def __init__(
        self, steps: list[str], person: Callable[[MockBox, str], object], unplugged: str = ""
    ) -> None:
        self.clock = VirtualClock()
        self.box = MockBox(self.clock)
        if unplugged == "display":
            self.box.display.unplug()
        if unplugged == "reader":
            self.box.reader.unplug()
        self.asked: list[str] = []
        self.found: list[Finding] = []
        self.over = False

        def ask(text: object) -> None:
            self.asked.append(str(text))
            self.clock.call_later(0.5, lambda: person(self.box, str(text)))

        def done() -> None:
            self.over = True

        Trial(self.clock, self.box.devices, steps, ask, self.found.append, done).start()
        for _ in range(40):
            self.clock.advance(PATIENCE / 4)

    def states(self, check: str) -> list[str]:
        return [finding.state for finding in self.found if finding.check == check]


def willing(box: MockBox, said: str) -> None:
    """Does everything that is asked."""
    if said.startswith("Press "):
        box.buttons.click(said.removeprefix("Press ").rstrip(".").lower())  # type: ignore[arg-type]
    elif said.startswith("Turn"):
        box.encoder.turn(1)
    elif said.startswith("Lay"):
        box.reader.lay("2A005C1F93")
    elif said.startswith("Lift"):
        box.reader.lift()


def test_all_is_found_well_when_all_is_done() -> None:
    tried = Tried(list(TRIALS), willing)
    assert tried.over
    assert {finding.state for finding in tried.found} == {"ok"}
    assert len(tried.states("buttons")) == 7
    assert "got 2A005C1F93" in [str(finding.text) for finding in tried.found]


def test_a_button_that_does_nothing_and_two_swapped_wires_are_told() -> None:
    def person(box: MockBox, said: str) -> None:
        if said == "Press UP.":
            box.buttons.click("down")
        elif said != "Press OK.":
            willing(box, said)

    tried = Tried(["buttons"], person)
    told = [" ".join(finding.lines()) for finding in tried.found if finding.state == "bad"]
    assert len(told) == 2
    assert any("UP was asked for, DOWN came" in line and "swapped" in line for line in told)
    assert any("nothing came from OK" in line and "ground" in line for line in told)


def test_devices_that_are_gone_are_told_with_what_to_do() -> None:
    assert Tried(["display"], willing, "display").states("display") == ["bad"]
    assert Tried(["reader"], willing, "reader").states("reader") == ["bad"]


def tried_readers(person: Callable[[list[Any], str], object], *kinds: str) -> list[str]:
    """What is found at these readers; `person` has the models in their order."""
    clock = VirtualClock()
    models: list[Any] = [DieModel() if kind == "die" else MockReader(clock, kind) for kind in kinds]
    readers = tuple(
        DieReader(clock, "event die", "die", KINDS["godice"], "auto", model)
        if isinstance(model, DieModel)
        else model
        for model in models
    )
    devices = replace(MockBox(clock).devices, readers=readers)
    found: list[Finding] = []
    ask = lambda text: clock.call_later(0.5, lambda: person(models, str(text)))  # noqa: E731, one line says it
    Trial(clock, devices, ["reader"], ask, found.append, lambda: None).start()
    for _ in range(40):
        clock.advance(PATIENCE / 4)
    return [" ".join(finding.lines()) for finding in found]


def test_a_radio_die_is_rolled_not_laid() -> None:
    def person(models: list[Any], said: str) -> None:
        assert said == "Roll event die."
        models[0].roll(4)

    [line] = tried_readers(person, "die")
    assert "got DA1E00C0FFEE04" in line
    [line] = tried_readers(lambda models, said: None, "die")
    assert "no token came from event die" in line
    assert "set its shape" in line


def test_a_token_from_the_other_reader_is_told() -> None:
    def person(models: list[Any], said: str) -> None:
        if said == "Lay a token on left.":
            models[1].lay("2A005C1F93")

    first, *_ = tried_readers(person, "left", "right")
    assert "left was asked for, right answered" in first
    assert "swap their ports" in first


def test_nobody_there_ends_by_itself() -> None:
    tried = Tried(["encoder", "reader"], lambda box, said: None)
    assert tried.over
    assert tried.states("encoder") == ["bad"]
    assert tried.states("reader") == ["bad"]


def test_a_knob_wired_backwards_is_told() -> None:
    tried = Tried(["encoder"], lambda box, said: box.encoder.turn(-1))
    assert "reverse: true" in str(tried.found[0].fix)


def test_the_picture_has_a_frame_on_the_outermost_pixels() -> None:
    picture = test_picture((128, 64))
    assert all(picture.getpixel((x, y)) for x in (0, 127) for y in (0, 63))
    assert all(picture.getpixel((x, 0)) and picture.getpixel((x, 63)) for x in range(128))


test_picture.__test__ = False  # type: ignore[attr-defined]
