"""A USB reader that types, as evdev shows it: event devices behind stable links, keys, EVIOCGRAB.

Knows nothing of the driver under test. The file descriptors are real pipes, so that a real loop can wait on
them; on virtual time `clock` is told instead.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from companion.hal.clock import VirtualClock

CODES = {
    **{digit: 2 + i for i, digit in enumerate("1234567890")},
    "A": 30,
    "B": 48,
    "C": 46,
    "D": 32,
    "E": 18,
    "F": 33,
    ",": 51,
    "\n": 28,
    "\t": 15,
    "^": 42,
}
"""What is printed on a key -> its code; ^ is shift."""
PAD = {**CODES, **dict(zip("7894561230", (71, 72, 73, 75, 76, 77, 79, 80, 81, 82), strict=True)), "\n": 96}
"""The same on the number pad."""


class WatchingClock(VirtualClock):
    """Virtual time that also watches file descriptors, as the loop does."""

    def __init__(self) -> None:
        super().__init__()
        self.watched: dict[int, Callable[[], object]] = {}

    def add_reader(self, fd: int, callback: Callable[[], object]) -> None:
        """Run `callback` whenever `fd` is said to be ready."""
        self.watched[fd] = callback

    def remove_reader(self, fd: int) -> None:
        """End that."""
        self.watched.pop(fd, None)

    def ready(self, fd: int) -> None:
        """There is something to be read."""
        if fd in self.watched:
            self.post(self.watched[fd])


class InputEvent(NamedTuple):
    """As evdev's."""

    sec: int
    usec: int
    type: int
    code: int
    value: int


class Device:
    """An open event device, as evdev.InputDevice."""

    def __init__(self, path: str, node: Node, clock: WatchingClock | None) -> None:
        self.path = path
        self.fd, self._wake = os.pipe()
        self._node = node
        self._clock = clock
        self._events: list[InputEvent] = []
        self._closed = False

    def grab(self) -> None:
        """Only one may have it."""
        if self._node.grabbed is not None:
            raise OSError(errno.EBUSY, "Device or resource busy")
        self._node.grabbed = self

    def read(self) -> Iterator[InputEvent]:
        """A generator, as evdev's."""
        if self._node.gone:
            raise OSError(errno.ENODEV, "No such device")
        events, self._events = self._events, []
        if not events:
            raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
        os.read(self.fd, 4096)
        yield from events

    def close(self) -> None:
        """Let it go, and the grab with it."""
        if not self._closed:
            self._closed = True
            if self._node.grabbed is self:
                self._node.grabbed = None
            self._node.open.remove(self)
            os.close(self.fd)
            if self._wake >= 0:
                os.close(self._wake)

    def put(self, events: list[InputEvent]) -> None:
        """What the kernel hands out."""
        self._events += events
        os.write(self._wake, b"x")
        if self._clock is not None:
            self._clock.ready(self.fd)

    def hang_up(self) -> None:
        """The kernel's end is gone."""
        os.close(self._wake)
        self._wake = -1
        if self._clock is not None:
            self._clock.ready(self.fd)


class Node:
    """One event device of the kernel."""

    def __init__(self) -> None:
        self.grabbed: Device | None = None
        self.open: list[Device] = []
        self.console: list[InputEvent] = []
        """What would be typed on the console."""
        self.gone = False

    def put(self, events: list[InputEvent]) -> None:
        """Keys are pressed."""
        for device in [self.grabbed] if self.grabbed is not None else self.open:
            device.put(events)
        if self.grabbed is None:
            self.console += events


class TypingReader:
    """The reader at the end of its USB cable. `links` are the names that udev gives its event devices."""

    def __init__(self, folder: Path, *links: str, clock: WatchingClock | None = None) -> None:
        self._folder = folder
        self._links = links
        self._clock = clock
        self._number = 5
        self.plug()

    def plug(self) -> None:
        """New device numbers behind the same links."""
        self.nodes = [Node() for _ in self._links]
        self._paths: dict[str, Node] = {}
        self._folder.mkdir(parents=True, exist_ok=True)
        for link, node in zip(self._links, self.nodes, strict=True):
            self._number += 1
            file = self._folder.parent / f"event{self._number}"
            file.touch()
            (self._folder / link).symlink_to(file)
            self._paths[str(file)] = node

    def unplug(self) -> None:
        """The nodes hang up and the links are gone."""
        for link in self._links:
            (self._folder / link).unlink()
        for path, node in self._paths.items():
            Path(path).unlink()
            node.gone = True
            for device in list(node.open):
                device.hang_up()

    def open(self, path: str) -> Device:
        """As evdev.InputDevice(path)."""
        node = self._paths.get(os.path.realpath(path))
        if node is None or not os.path.exists(path):
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", path)
        device = Device(path, node, self._clock)
        node.open.append(device)
        return device

    def keys(self, text: str, node: int = 0, codes: dict[str, int] = CODES) -> None:
        """Press and release the keys of `text`, all at once."""
        events = []
        for letter in text:
            for value in (1, 2, 0):  # down, held for a moment, up
                events += [InputEvent(0, 0, 4, 4, 458752), InputEvent(0, 0, 1, codes[letter], value)]
                events.append(InputEvent(0, 0, 0, 0, 0))
        self.nodes[node].put(events)

    def drop(self, node: int = 0) -> None:
        """The kernel's buffer ran over: SYN_DROPPED."""
        self.nodes[node].put([InputEvent(0, 0, 0, 3, 0)])
