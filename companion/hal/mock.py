"""The box without hardware: every device as a mock that takes faults as inputs. Ships to users.

The mocks run the real logic: contact edges go through the debouncer, reader bytes through the frame parser,
lost devices through the same machine that reopens real ones. Must not know: games, panels.

    clock = VirtualClock()
    box = MockBox(clock)
    box.devices.start(events.append)
    box.buttons.click("ok"); clock.advance(0.2)
    box.reader.lay("2A005C1F93"); clock.advance(0.1)
    box.reader.lift(); clock.advance(0.5)
    box.display.unplug(); ...; box.display.plug()
"""

import random
from collections.abc import Callable, Collection
from functools import partial
from typing import Literal

from PIL import Image

from companion.engine.text import Text, say
from companion.hal import rdm6300, switches
from companion.hal.devices import Devices
from companion.hal.display import pack, wire_bytes
from companion.hal.encoder import EncoderInput
from companion.hal.events import BUTTONS, ButtonName, DeviceBack, DeviceLost, Role
from companion.hal.keys import KeyInput
from companion.hal.ports import Clock, Pattern, Sink, Timer
from companion.hal.reader import TagStream
from companion.hal.settings import KeySettings
from companion.hal.supervised import Supervised
from companion.hal.switches import Edge, Switch

FRAME_SECONDS = 14 * 10 / 9600
"""A frame of 14 bytes at 9600 8N1."""
REPEAT_SECONDS = 0.065
"""From one frame to the next while a tag lies on the reader."""
UNPLUGGED = say("It was unplugged.")


class MockButtons:
    """Buttons whose contacts bounce like the given switch."""

    def __init__(
        self,
        clock: Clock,
        names: Collection[ButtonName] = BUTTONS,
        times: KeySettings | None = None,
        switch: Switch = switches.CLEAN,
        seed: int = 0,
    ) -> None:
        self.switch = switch
        self._clock = clock
        self._rng = random.Random(seed)
        self._closed = dict.fromkeys(names, False)
        self._stuck: set[ButtonName] = set()
        self._missing: set[ButtonName] = set()
        times = times if times is not None else KeySettings()
        self._inputs = {name: KeyInput(clock, name, partial(self._level, name), times) for name in names}
        self._sink: Sink | None = None

    @property
    def names(self) -> Collection[ButtonName]:
        return [name for name in self._inputs if name not in self._missing]

    def start(self, sink: Sink) -> None:
        self._sink = sink
        for key in self._inputs.values():
            key.start(sink)

    def close(self) -> None:
        self._sink = None
        for key in self._inputs.values():
            key.close()

    def press(self, name: ButtonName) -> None:
        """Put a finger on it."""
        self._play(name, self.switch.change(self._clock.now(), True, self._rng))

    def release(self, name: ButtonName) -> None:
        """Take the finger off."""
        self._play(name, self.switch.change(self._clock.now(), False, self._rng))

    def click(self, name: ButtonName, seconds: float = 0.08) -> None:
        """A press of `seconds` that begins now; it ends as time passes."""
        self.press(name)
        self._clock.call_later(seconds, partial(self.release, name))

    def hold(self, name: ButtonName, seconds: float = 1.0) -> None:
        """A press long enough to be a long one."""
        self.click(name, seconds)

    def glitch(self, name: ButtonName) -> None:
        """A closing nobody made."""
        self._play(name, self.switch.ghost(self._clock.now(), self._rng))

    def stick(self, name: ButtonName) -> None:
        """The contact closes and stays closed, whatever fingers do."""
        self._set(name, True)
        self._stuck.add(name)

    def free(self, name: ButtonName) -> None:
        """The stuck contact opens."""
        self._stuck.discard(name)
        self._set(name, False)

    def lose(self, name: ButtonName, reason: Text | None = None) -> None:
        """The button cannot be used any more, as when its pin cannot be had."""
        self._missing.add(name)
        self._inputs[name].close()
        self._report(DeviceLost(f"button {name}", reason if reason is not None else UNPLUGGED))

    def regain(self, name: ButtonName) -> None:
        """The button can be used again."""
        self._missing.discard(name)
        if self._sink is not None:
            self._inputs[name].start(self._sink)
        self._report(DeviceBack(f"button {name}"))

    def play(self, name: ButtonName, edges: Collection[Edge]) -> None:
        """Exact contact edges: moments counted from now, and the level from then on (True for closed)."""
        now = self._clock.now()
        self._play(name, [(now + moment, closed) for moment, closed in edges])

    def _play(self, name: ButtonName, edges: Collection[Edge]) -> None:
        if name not in self._inputs:
            raise ValueError(f"this box has no {name} button")
        for moment, closed in edges:
            if moment <= self._clock.now():
                self._set(name, closed)
            else:
                self._clock.call_at(moment, partial(self._set, name, closed))

    def _level(self, name: ButtonName) -> bool:
        return self._closed[name]

    def _set(self, name: ButtonName, closed: bool) -> None:
        if name not in self._stuck and closed != self._closed[name]:
            self._closed[name] = closed
            if name not in self._missing:
                self._inputs[name].edge(closed)

    def _report(self, event: DeviceLost | DeviceBack) -> None:
        if self._sink is not None:
            self._clock.post(partial(self._sink, event))


class MockEncoder:
    """A knob whose contacts bounce when told to."""

    def __init__(
        self,
        clock: Clock,
        steps_per_click: Literal[2, 4] = 4,
        reverse: bool = False,
        bounce: float = 0.0,
        seed: int = 0,
    ) -> None:
        """`bounce`: the longest bounce of a contact in seconds."""
        self._clock = clock
        self._switch = Switch(bounce=bounce)
        self._rng = random.Random(seed)
        self._steps = steps_per_click
        self._lines = {"a": True, "b": True}
        self._sign = -1 if reverse else 1
        self._free_at = 0.0
        self._place = 0
        self._input = EncoderInput(
            clock, lambda: (self._lines["a"], self._lines["b"]), steps_per_click, reverse
        )

    def start(self, sink: Sink) -> None:
        self._input.start(sink)

    def close(self) -> None:
        self._input.close()

    def turn(self, clicks: int, seconds_per_click: float = 0.04) -> None:
        """Turn by detents, clockwise positive; takes its time on the clock, after turns under way."""
        moment = max(self._free_at, self._clock.now())
        step = seconds_per_click / self._steps
        direction = self._sign if clicks > 0 else -self._sign
        for _ in range(abs(clicks) * self._steps):
            moment += step
            self._place = (self._place + direction) % 4
            a, b = ((True, True), (False, True), (False, False), (True, False))[self._place]
            line: Literal["a", "b"] = "a" if (self._place % 2 == 1) == (direction > 0) else "b"
            for at, level in self._switch.change(moment, a if line == "a" else b, self._rng):
                self._clock.call_at(at, partial(self._set, line, level))
        self._free_at = moment

    def _set(self, line: Literal["a", "b"], level: bool) -> None:
        if self._lines[line] != level:
            self._lines[line] = level
            self._input.edge(line, level)


class MockReader:
    """An RDM6300 on a serial line: real bytes through the real parser."""

    def __init__(self, clock: Clock, name: str = "reader", role: Role = "any") -> None:
        self.name = name
        self.role = role
        self._clock = clock
        self._stream = TagStream(clock, name)
        self._plugged = True
        self._port = Supervised(clock, name, clock.worker(name), self._open, lambda: None)
        self._tags: list[str] = []
        self._turn = 0
        self._cut = 0
        self._timer: Timer | None = None

    @property
    def knows(self) -> Callable[[str], bool]:
        return self._stream.knows

    @knows.setter
    def knows(self, knows: Callable[[str], bool]) -> None:
        self._stream.knows = knows

    @property
    def bad_reads(self) -> int:
        return self._stream.bad_reads

    @property
    def lying(self) -> tuple[str, ...]:
        """The tags that lie on it, as canonical ids."""
        return tuple(self._tags)

    def start(self, sink: Sink) -> None:
        self._stream.start(sink)
        self._port.start(sink)

    def close(self) -> None:
        self._port.close()
        self._stream.close()
        if self._timer is not None:
            self._timer.cancel()

    def lay(self, tag: str) -> None:
        """Lay a tag down, by its canonical id. A 13.56 MHz tag is told as by a reader that checks by
        itself."""
        if tag not in self._tags:
            self._tags.append(tag)
        if self._timer is None:
            self._repeat()

    def lift(self, tag: str | None = None) -> None:
        """Take a tag away; without a name, all."""
        self._tags = [other for other in self._tags if tag is not None and other != tag]

    def cut_frames(self, n: int) -> None:
        """Lose the middle of the next `n` frames."""
        self._cut = n

    def garbage(self, seconds: float, seed: int = 0) -> None:
        """Bytes as they look at the wrong speed setting, 100 in a second."""
        rng = random.Random(seed)
        for i in range(round(seconds * 10)):
            data = bytes(rng.choice(b"\x00\x80\xf8\x1e\xfe\x98\xe6\x78") for _ in range(10))
            self._clock.call_later(i * 0.1, partial(self.send, data))

    def send(self, data: bytes) -> None:
        """Exactly these bytes, now."""
        if self._port.up:
            self._stream.data(data)

    def unplug(self) -> None:
        """Pull the USB plug; tags stay where they lie."""
        self._plugged = False
        self._stream.lost()
        self._port.lost(UNPLUGGED)

    def plug(self) -> None:
        """Plug it in again; it is noticed at the next try."""
        self._plugged = True

    def _open(self) -> Text | None:
        return None if self._plugged else UNPLUGGED

    def _frame_of(self, tag: str) -> Callable[[], None]:
        """What the reader does for one frame of `tag`."""
        if len(tag) != 10 and not tag.startswith("*"):
            return lambda: self._stream.tag(tag) if self._port.up else None
        data = rdm6300.frame(tag.replace("*", "00"))
        if self._cut:
            self._cut -= 1
            data = data[:5] + data[9:]
        return partial(self.send, data)

    def _repeat(self) -> None:
        self._timer = None
        if self._tags:
            tag = self._tags[self._turn % len(self._tags)]
            self._turn += 1
            self._clock.call_later(FRAME_SECONDS, self._frame_of(tag))
            self._timer = self._clock.call_later(REPEAT_SECONDS, self._repeat)


class MockDisplay:
    """A panel that keeps its picture and counts the bytes an SSD1306 would have been sent."""

    def __init__(self, clock: Clock, size: tuple[int, int] = (128, 64)) -> None:
        self.size = size
        self.image = Image.new("1", size)
        """What the panel shows; black while it is off or gone."""
        self.level = 255
        self.lit = False
        self.bytes_sent = 0
        self.frames = 0
        """Pictures that changed something on the panel."""
        self._plugged = True
        self._panel = Supervised(clock, "display", clock.worker("display"), self._open, self._opened)
        self._wanted: Image.Image | None = None
        self._memory: bytes | None = None

    def start(self, sink: Sink) -> None:
        self._panel.start(sink)

    def close(self) -> None:
        self._panel.close()

    def show(self, image: Image.Image) -> None:
        if image.mode != "1" or image.size != self.size:
            raise ValueError(f'the display takes pictures of mode "1" and {self.size}')
        self._wanted = image.copy()
        self._draw()

    def contrast(self, level: int) -> None:
        self.level = level
        self.check()

    def off(self) -> None:
        self._wanted = None
        self.lit = False
        self.image = Image.new("1", self.size)
        self.check()

    def check(self) -> None:
        if self._panel.up and not self._plugged:
            self._memory = None
            self._panel.lost(UNPLUGGED)

    def unplug(self) -> None:
        """Pull its cable: it goes dark; noticed at the next picture or check."""
        self._plugged = False
        self.lit = False
        self.image = Image.new("1", self.size)

    def plug(self) -> None:
        """Put the cable back; it stays dark until the next try finds it."""
        self._plugged = True

    def _open(self) -> Text | None:
        return None if self._plugged else UNPLUGGED

    def _opened(self) -> None:
        self._memory = None
        self._draw()

    def _draw(self) -> None:
        self.check()
        if not self._panel.up or self._wanted is None:
            return
        memory = pack(self._wanted)
        sent = wire_bytes(self._memory, memory, self.size[0])
        self.bytes_sent += sent
        self.frames += bool(sent)
        self._memory, self.image, self.lit = memory, self._wanted.copy(), True


class MockLamps:
    """Lamps with a memory."""

    def __init__(self, clock: Clock, names: Collection[str] = BUTTONS) -> None:
        self._clock = clock
        self.names = tuple(names)
        self.lit: set[str] = set()
        self.history: list[tuple[float, str, bool]] = []

    def start(self, sink: Sink) -> None:
        """Lamps have nothing to report."""

    def set(self, name: str, on: bool) -> None:
        if name in self.names and on != (name in self.lit):
            self.history.append((self._clock.now(), name, on))
            (self.lit.add if on else self.lit.discard)(name)

    def close(self) -> None:
        self.lit.clear()


class MockBuzzer:
    """A buzzer that remembers what it played."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.history: list[tuple[float, Pattern]] = []

    def start(self, sink: Sink) -> None:
        """A buzzer has nothing to report."""

    def play(self, pattern: Pattern) -> None:
        self.history.append((self._clock.now(), pattern))

    def close(self) -> None:
        """Nothing sounds."""


class MockBox:
    """A whole box of mocks; `devices` is what the service gets."""

    def __init__(
        self,
        clock: Clock,
        buttons: Collection[ButtonName] = BUTTONS,
        size: tuple[int, int] = (128, 64),
        times: KeySettings | None = None,
        switch: Switch = switches.CLEAN,
        seed: int = 0,
    ) -> None:
        self.clock = clock
        self.buttons = MockButtons(clock, buttons, times, switch, seed)
        self.encoder = MockEncoder(clock)
        self.reader = MockReader(clock)
        self.display = MockDisplay(clock, size)
        self.lamps = MockLamps(clock)
        self.buzzer = MockBuzzer(clock)
        self.devices = Devices(
            self.buttons, self.lamps, self.buzzer, self.encoder, (self.reader,), self.display
        )
