"""The devices against the bars: ghosts and lost presses, tags under noise, how soon loss and return are
told.

All on virtual time with seeded noise: every run gives the same figures. `tests/hal/test_bars.py` holds the
same bars at smaller size.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from PIL import Image, ImageDraw

from companion.hal.clock import VirtualClock
from companion.hal.display import pack, wire_bytes
from companion.hal.events import DeviceBack, DeviceLost, Event, Pressed, Released, TagLaid, TagLifted
from companion.hal.keys import KeyInput
from companion.hal.mock import MockBox
from companion.hal.presence import Presence
from companion.hal.rdm6300 import Parser
from companion.hal.reader import TagStream
from companion.hal.settings import KeySettings
from companion.hal.switches import ARCADE, POOR, Switch
from tests.bench import Row, at_least, at_most
from tests.models.rdm6300 import BYTE_SECONDS, REPEAT_SECONDS, frame14, presentation, repeats


class Fingers(NamedTuple):
    """Who presses: the switch, how long and how far apart in seconds."""

    name: str
    switch: Switch
    shortest: float
    longest: float
    pause: float


FINGERS = (
    Fingers("arcade switch, taps 40-200 ms", ARCADE, 0.040, 0.200, 0.080),
    Fingers("poor switch, taps 30-150 ms", POOR, 0.030, 0.150, 0.080),
    Fingers("fast double taps, 25-60 ms", ARCADE, 0.025, 0.060, 0.025),
)


class Pressing(NamedTuple):
    """What came of presses."""

    ghosts: int
    lost: int
    unreleased: int
    p95_ms: float


def pressing(fingers: Fingers, presses: int, seed: int = 1) -> Pressing:
    """So many presses through the button's whole logic."""
    clock, rng, level = VirtualClock(), random.Random(seed), [False]
    heard: list[tuple[float, Event]] = []
    key = KeyInput(clock, "ok", lambda: level[0], KeySettings())
    key.start(lambda event: heard.append((clock.now(), event)))

    def touch(down: bool) -> None:
        level[0] = down
        key.edge(down)

    moment, starts = 0.1, []
    for _ in range(presses):
        seconds = rng.uniform(fingers.shortest, fingers.longest)
        starts.append(moment)
        for at, down in fingers.switch.press(moment, seconds, rng):
            clock.call_at(at, lambda down=down: touch(down))  # type: ignore[misc]
        moment += seconds + fingers.pause + rng.uniform(0, fingers.pause)
    clock.advance(moment + 1)
    seen = [at for at, event in heard if event == Pressed("ok")]
    delays, ghosts = [], 0
    for start, following in zip(starts, [*starts[1:], moment], strict=True):
        mine = [at for at in seen if start <= at < following]
        ghosts += max(0, len(mine) - 1)
        delays += [at - start for at in mine[:1]]
    ghosts += sum(at < starts[0] for at in seen)
    released = sum(event == Released("ok") for _, event in heard)
    delays.sort()
    return Pressing(
        ghosts,
        presses - len(delays),
        len(seen) - released,
        1000 * delays[int(0.95 * len(delays))] if delays else float("inf"),
    )


class Noise(NamedTuple):
    """A reading distance: frames a swipe, byte faults, share of swipes with stray bytes; the bar in
    percent."""

    frames: int
    p: float
    noise: float
    bar: float


NOISES = (
    Noise(1, 0.0, 0.20, 100.0),
    Noise(2, 0.002, 0.0, 99.5),
    Noise(2, 0.01, 0.0, 90.9),
    Noise(4, 0.01, 0.0, 99.1),
    Noise(4, 0.03, 0.0, 81.1),
)


class Swipes(NamedTuple):
    """What came of swipes, in percent but for the false ids."""

    recognised: float
    whole: float
    false_ids: int


def deck(rng: random.Random, cards: int = 60) -> list[str]:
    return [rng.randbytes(5).hex().upper() for _ in range(cards)]


def swipes(noise: Noise, count: int, seed: int = 1) -> Swipes:
    """So many swipes of known tags through the whole reader."""
    rng, clock = random.Random(seed), VirtualClock()
    tags = deck(rng)
    heard: list[Event] = []
    stream = TagStream(clock, "reader")
    stream.knows = frozenset(tags).__contains__
    stream.start(heard.append)
    right = whole = false_ids = 0
    for _ in range(count):
        tag = rng.choice(tags)
        messages, holds = presentation(tag, noise.frames, noise.p, noise.noise, rng)
        heard.clear()
        for message in messages:
            stream.data(message)
            clock.advance(REPEAT_SECONDS)
        clock.advance(1)
        laid = [event.tag for event in heard if isinstance(event, TagLaid)]
        right += tag in laid
        whole += holds
        false_ids += sum(other != tag for other in laid)
    return Swipes(100 * right / count, 100 * whole / count, false_ids)


def false_ids_in_noise(megabytes: float, seed: int = 1) -> int:
    """Tags laid by noise made of hex digits, 02 and 03 only, at 9600 Bd."""
    rng = random.Random(seed)
    tags = frozenset(deck(rng))
    parser, presence = Parser(), Presence("reader", tags.__contains__)
    laid, now, block = 0, 0.0, 4096
    for _ in range(round(megabytes * 1e6 / block)):
        for tag in parser.feed(bytes(rng.choices(b"0123456789ABCDEF\x02\x03", k=block))):
            laid += sum(isinstance(event, TagLaid) for event in presence.frame(now, tag))
        now += block * BYTE_SECONDS
    return laid


class Lying(NamedTuple):
    """A tag that lay on the reader and was lifted."""

    false_removals: int
    noticed_after: float


def lying(seconds: float, seed: int = 1) -> Lying:
    """A tag left lying with byte faults of 1 % (one frame in three is damaged), then lifted."""
    rng, clock = random.Random(seed), VirtualClock()
    tag = "2A005C1F93"
    heard: list[tuple[float, Event]] = []
    stream = TagStream(clock, "reader")
    stream.knows = {tag}.__contains__
    stream.start(lambda event: heard.append((clock.now(), event)))
    for moment, _ in repeats(frame14(tag), seconds):
        [message], _ = presentation(tag, 1, 0.01, 0.0, rng)
        clock.call_at(moment, lambda message=message: stream.data(message))  # type: ignore[misc]
    clock.advance(seconds + 2)
    lifts = [at for at, event in heard if isinstance(event, TagLifted)]
    return Lying(len(lifts) - 1, lifts[-1] - seconds)


class Return(NamedTuple):
    """Seconds until a loss and a return were told."""

    told: float
    back: float


def unplugging(device: str, tries: int, seed: int = 1) -> Return:
    """The worst of so many unpluggings of reader or display."""
    rng, clock = random.Random(seed), VirtualClock()
    box = MockBox(clock)
    heard: list[tuple[float, Event]] = []
    box.devices.start(lambda event: heard.append((clock.now(), event)))
    part = box.reader if device == "reader" else box.display
    told = back = 0.0
    for _ in range(tries):
        clock.advance(rng.uniform(0, 30))
        heard.clear()
        start = clock.now()
        part.unplug()
        box.display.check()  # as the watchdog's beat or the next picture does
        clock.advance(rng.uniform(1, 60))
        [(at, lost)] = heard
        assert isinstance(lost, DeviceLost)
        told = max(told, at - start)
        heard.clear()
        start = clock.now()
        part.plug()
        clock.advance(10)
        [(at, event)] = heard
        assert event == DeviceBack(device)
        back = max(back, at - start)
    return Return(told, back)


def at_rest(seconds: float) -> int:
    """Wake-ups of a box that nobody touches."""
    clock = VirtualClock()
    box = MockBox(clock)
    box.devices.start(lambda event: None)
    box.buttons.click("ok")
    clock.advance(1)
    end, wakes = clock.now() + seconds, 0
    while (due := clock.next_due()) is not None and due < end:
        clock.advance(due - clock.now())
        wakes += 1
    return wakes


def screen(number: int) -> Image.Image:
    """A screen with one figure."""
    image = Image.new("1", (128, 64))
    draw = ImageDraw.Draw(image)
    draw.text((0, 0), "EVENT DIE", fill=1)
    draw.text((56, 24), str(number), fill=1)
    return image


def rows() -> Iterator[Row]:
    for fingers in FINGERS:
        result = pressing(fingers, 2000)
        yield at_most(f"{fingers.name}: ghosts", result.ghosts, 0)
        yield at_most(f"{fingers.name}: lost presses and releases", result.lost + result.unreleased, 0)
        yield at_most(f"{fingers.name}: press to event, p95", result.p95_ms, 8, "ms")
    false_ids = 0
    for noise in NOISES:
        swiped = swipes(noise, 4000)
        false_ids += swiped.false_ids
        name = f"swipes, {noise.frames} frame(s), byte faults {noise.p:.1%}"
        yield at_least(f"{name}: recognised", swiped.recognised, noise.bar, "%")
        yield at_least(f"{name}: more than whole frames", swiped.recognised - swiped.whole, 0, "%")
    yield at_most("false ids in 20,000 noisy swipes", false_ids, 0)
    yield at_most("false ids in 2 MB of hex noise", false_ids_in_noise(2), 0)
    lain = lying(600)
    yield at_most("false removals in 10 minutes of noise", lain.false_removals, 0)
    yield at_most("removal noticed after", lain.noticed_after, 0.4, "s")
    for device in ("reader", "display"):
        result_back = unplugging(device, 50)
        yield at_most(f"{device} lost: told after", result_back.told, 2, "s")
        yield at_most(f"{device} plugged in again: back after", result_back.back, 5, "s")
    yield at_most("wake-ups in an hour at rest", at_rest(3600), 0)
    five, six = pack(screen(5)), pack(screen(6))
    yield at_most("display: bytes for the same picture", wire_bytes(five, five, 128), 0)
    yield at_most("display: bytes for one figure changed", wire_bytes(five, six, 128), 40)
