"""Readers that are asked, against the bars: how soon a removal is noticed, and no false one under damage.

On virtual time with the models of the chips and seeded damage: every run gives the same figures.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

from companion.hal.clock import VirtualClock
from companion.hal.events import Event, TagLaid, TagLifted
from companion.hal.pn532 import I2c, Pn532
from companion.hal.polled import PERIOD, Chip, PolledReader
from companion.hal.rc522 import Rc522
from tests.bench import Row, at_most
from tests.models.pn532 import Pn532I2c, Pn532Model
from tests.models.rc522 import Rc522Model

UID = bytes.fromhex("04A1B2C3D4E5F6")


class Field(NamedTuple):
    """A chip, and what is done to its model."""

    chip: Chip
    lay: Callable[[], object]
    lift: Callable[[], object]
    damage: Callable[[], object]


def rc522() -> Field:
    """The RC522 on the bits of its tag."""
    model = Rc522Model()

    def opened(port: str, hertz: int) -> Rc522Model:
        model.mode, model.max_speed_hz = 0, hertz
        return model

    chip = Rc522(bus=opened, sleep=lambda seconds: None)
    return Field(chip, lambda: model.lay(UID), model.lay, lambda: setattr(model, "garble", 1))


def pn532() -> Field:
    """The PN532 on I2C."""
    model = Pn532Model()
    bus = Pn532I2c(model)
    chip = Pn532(I2c("/dev/i2c-1", lambda port: bus, lambda seconds: None))
    lay, lift = (lambda: setattr(model, "tags", [UID])), (lambda: setattr(model, "tags", []))
    return Field(chip, lay, lift, lambda: setattr(model, "damage", 1))


class Lain(NamedTuple):
    """What came of a tag that lay there."""

    false_removals: int
    noticed_after: float


def lying(field: Field, seconds: float, p: float = 0.05, seed: int = 1) -> Lain:
    """A tag lies for so long while a share `p` of the answers is damaged; then it is lifted 50 times."""
    clock, rng = VirtualClock(), random.Random(seed)
    heard: list[tuple[float, Event]] = []
    reader = PolledReader(clock, "reader", "any", field.chip)
    reader.start(lambda event: heard.append((clock.now(), event)))
    clock.advance(0.2)
    field.lay()
    while clock.now() < seconds:
        if rng.random() < p:
            field.damage()
        clock.advance(PERIOD)
    false = sum(isinstance(event, TagLifted) for _, event in heard)
    worst = 0.0
    for _ in range(50):
        clock.advance(rng.uniform(0.5, 1))
        field.lift()
        lifted = clock.now()
        clock.advance(1)
        moment, event = heard[-1]
        worst = max(worst, moment - lifted if isinstance(event, TagLifted) else float("inf"))
        field.lay()
        clock.advance(0.5)
        assert isinstance(heard[-1][1], TagLaid)
    reader.close()
    return Lain(false, worst)


def rows() -> Iterator[Row]:
    for make in (rc522, pn532):
        lain = lying(make(), 600)
        name = make.__name__.upper()
        yield at_most(f"{name}: false removals in 10 minutes, 5 % of answers damaged", lain.false_removals, 0)
        yield at_most(f"{name}: removal noticed after, worst of 50", lain.noticed_after, 0.4, "s")
