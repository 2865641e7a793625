"""The simulated board behind a wire for the real product: in virtual time, on a pty, or both.

Belongs here: what stands between the board's UART and its host: plug, DTR reset, boot loader, the pty. All
desks play the real firmware, so every input of a game can come through it.

    desk = VirtualDesk(VirtualClock())                    # TokenReaderBoard(clock, desk, nonce=1)
    desk = StepDesk(clock := PolledClock(), tmp_path / "reader")   # from_config.build(settings, clock)
    with PtyDesk(tmp_path / "reader") as desk:            # any program that opens the port desk.path
        desk.do(lambda board: board.press("ok"))
"""

from __future__ import annotations

import contextlib
import errno
import os
import select
import threading
import time
import tty
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from types import TracebackType

from companion.engine.text import Text, say
from companion.hal.clock import VirtualClock, VirtualTimer
from tests.firmware.board import Board

BOOT_MS = 1700
"""How long a Nano's boot loader holds the sketch back after a reset."""
OPTIBOOT_ANSWER = b"\xf0\xfe"
"""A byte or two may come from the boot loader."""


class VirtualDesk:
    """A `Wire` to the simulated board on the product's virtual clock: same bytes in every run."""

    def __init__(self, clock: VirtualClock, *, resets: bool = True, tick: float = 0.001) -> None:
        """`resets`: whether opening the port pulls the board's RESET, as on most Nanos."""
        self.board = Board()
        self.plugged = True
        self.stalled = False
        """Reads bring nothing and writes go nowhere, without an error."""
        self.opened = 0
        self._clock = clock
        self._resets = resets
        self._tick = tick
        self._boots_until = 0.0
        self._data: Callable[[bytes], object] | None = None
        self._failed: Callable[[Text], object] | None = None
        self._timer: VirtualTimer | None = None
        self._ran = clock.now()
        self._pass_time()

    # ---- the wire ----

    def open(self) -> Text | None:
        if not self.plugged:
            return say("There is no reader.")
        self.opened += 1
        if self._resets:
            self.reset()
        return None

    def watch(self, data: Callable[[bytes], object], failed: Callable[[Text], object]) -> None:
        self._data, self._failed = data, failed

    def write(self, data: bytes) -> None:
        if self.plugged and not self.stalled and self._clock.now() >= self._boots_until:
            self.board.send(data)

    def unwatch(self) -> None:
        self._data = self._failed = None

    def wrong(self) -> None:
        """There is no other port."""

    def shut(self) -> None:
        """Nothing to free."""

    # ---- the world ----

    def reset(self) -> None:
        """RESET is pulled: the boot loader waits first, deaf to our protocol."""
        self.board.reset()
        self._boots_until = self._clock.now() + BOOT_MS / 1000
        if self._data is not None:
            self._data(OPTIBOOT_ANSWER)

    def unplug(self) -> None:
        """Pull the USB plug: the board loses its supply too."""
        self.plugged = False
        failed = self._failed
        self.unwatch()
        if failed is not None:
            failed(say("It was unplugged."))

    def plug(self) -> None:
        """Put it back: the board starts anew."""
        self.plugged = True
        self.board.brown_out()

    def _pass_time(self) -> None:
        now = self._clock.now()
        step, self._ran = now - self._ran, now
        if self.plugged and not self.stalled and now >= self._boots_until and step > 0:
            came = self.board.run(step * 1000)
            if came and self._data is not None:
                self._data(came)
        self._timer = self._clock.call_later(self._tick, self._pass_time)

    def put_away(self) -> None:
        """Time passes without the board from now on."""
        if self._timer is not None:
            self._timer.cancel()


class PolledClock(VirtualClock):
    """Virtual time that also watches file descriptors: they are looked at when somebody says so."""

    def __init__(self) -> None:
        super().__init__()
        self._watched: dict[int, Callable[[], object]] = {}

    def add_reader(self, fd: int, callback: Callable[[], object]) -> None:
        self._watched[fd] = callback

    def remove_reader(self, fd: int) -> None:
        self._watched.pop(fd, None)

    def look(self) -> None:
        """Call those whose bytes have come."""
        if self._watched:
            for fd in select.select([*self._watched], [], [], 0)[0]:
                self._watched[fd]()


class StepDesk:
    """The simulated board on a real pseudo-terminal, in virtual time: every byte passes the terminal and
    pyserial, and hours pass in seconds. Opening the port resets the board as a Nano's does.
    """

    def __init__(self, clock: PolledClock, path: Path, tick: float = 0.002) -> None:
        self.board = Board()
        self.bytes_up = 0
        self.bytes_down = 0
        self._clock = clock
        self._tick = tick
        self._master = _terminal(path)
        self._was_open = False
        self._boots_until = 0.0
        self._ran = clock.now()
        self._pass_time()

    def close(self) -> None:
        """Free the terminal; time must not pass any more."""
        os.close(self._master)

    def _pass_time(self) -> None:
        now = self._clock.now()
        step, self._ran = now - self._ran, now
        is_open = _is_open(self._master)
        if is_open and not self._was_open:
            self.board.reset()
            self._boots_until = now + BOOT_MS / 1000
        self._was_open = is_open
        if is_open:
            down = _read(self._master)
            self.bytes_down += len(down)
            if now >= self._boots_until:
                self.board.send(down)
        if now >= self._boots_until and step > 0:
            up = self.board.run(step * 1000)
            if up and is_open:
                self.bytes_up += os.write(self._master, up)
        self._clock.look()
        self._clock.call_later(self._tick, self._pass_time)


def _terminal(path: Path) -> int:
    """A new pseudo-terminal's master; `path` becomes a link to its other end."""
    master, slave = os.openpty()
    tty.setraw(slave)
    os.set_blocking(master, False)
    path.unlink(missing_ok=True)
    path.symlink_to(os.ttyname(slave))
    os.close(slave)
    return master


def _is_open(master: int) -> bool:
    """Whether some program has the other end open."""
    poll = select.poll()
    poll.register(master, select.POLLIN)
    return not any(event & select.POLLHUP for _, event in poll.poll(0))


def _read(master: int) -> bytes:
    """What has been written at the other end, perhaps nothing."""
    try:
        return os.read(master, 4096)
    except BlockingIOError:
        return b""
    except OSError as error:
        if error.errno != errno.EIO:
            raise
        return b""


class PtyDesk:
    """The simulated board on a pseudo-terminal, in real time; opening the port resets it as a Nano's does.

    `path` is a link that always names the present terminal, as udev's links do.
    """

    def __init__(self, path: Path, *, boot_ms: float = 300) -> None:
        """`boot_ms`: the boot loader's wait, shorter than the real 1.7 s to keep tests short."""
        self.path = path
        self.board = Board()
        self.bytes_up = 0
        self.bytes_down = 0
        self._boot_ms = boot_ms
        self._jobs: SimpleQueue[tuple[Callable[[Board], object], threading.Event]] = SimpleQueue()
        self._stop = threading.Event()
        self._master: int | None = None
        self._thread = threading.Thread(target=self._run, name="desk", daemon=True)

    def __enter__(self) -> PtyDesk:
        self._plug()
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        self._thread.join(5)
        self._unplug()

    def do(self, job: Callable[[Board], object]) -> None:
        """Runs a job on the board between two slices of its time, and waits for it."""
        done = threading.Event()
        self._jobs.put((job, done))
        if not done.wait(10):
            raise TimeoutError("the simulated board stands still")

    def unplug(self) -> None:
        """Pull the USB plug."""
        self.do(lambda board: self._unplug())

    def plug(self) -> None:
        """Put it back; the terminal has another number now."""
        self.do(lambda board: (board.brown_out(), self._plug()))

    def _plug(self) -> None:
        self._master = _terminal(self.path)

    def _unplug(self) -> None:
        if self._master is not None:
            os.close(self._master)
            self._master = None
            self.path.unlink(missing_ok=True)

    def _run(self) -> None:
        was_open, boots_until = False, 0.0
        last = time.monotonic()
        while not self._stop.is_set():
            while not self._jobs.empty():
                job, done = self._jobs.get()
                job(self.board)
                done.set()
            now = time.monotonic()
            is_open = self._master is not None and _is_open(self._master)
            if is_open and not was_open:  # a host opened the port: DTR pulls RESET
                self.board.reset()
                boots_until = now + self._boot_ms / 1000
            was_open = is_open
            slice_ms = min((now - last) * 1000, 20.0)
            last = now
            if now >= boots_until:
                if is_open:
                    self._down()
                self._up(self.board.run(slice_ms), is_open)
            self._stop.wait(0.001)

    def _down(self) -> None:
        if self._master is not None:
            data = _read(self._master)
            self.bytes_down += len(data)
            self.board.send(data)

    def _up(self, data: bytes, is_open: bool) -> None:
        if data and is_open and self._master is not None:
            with contextlib.suppress(BlockingIOError):  # nobody reads: bytes are lost, as on a wire
                self.bytes_up += os.write(self._master, data)
