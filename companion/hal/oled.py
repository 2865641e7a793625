"""A real OLED on I2C: luma's drivers, sending only what changed, and coming back after any failure.

Must not know: what is drawn.

The bus is slow (23 ms a frame at 400 kHz, 93 ms at 100 kHz) and blocks, so it belongs to a worker; the loop
only says what the panel should show, and the last word wins. Any error leaves the panel's memory unknown:
it is set up again and everything is sent. luma's DeviceNotFoundError is no OSError; both are caught.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from luma.core.error import DeviceNotFoundError, DevicePermissionError
from luma.core.interface.serial import i2c
from luma.oled.device import sh1106, ssd1306, ssd1309
from msgspec.structs import replace
from PIL import Image

from companion.engine.text import Text, say
from companion.hal import buses, system
from companion.hal.display import Window, pack, page_windows, windows
from companion.hal.gpio import ResetLine
from companion.hal.ports import Clock, Sink
from companion.hal.settings import DisplaySettings
from companion.hal.supervised import PAUSES, Supervised

FAILURES = (OSError, DeviceNotFoundError, DevicePermissionError)
NOP = 0xE3
SH1106_OFFSET = 2


class _Dirty:
    """What the drivers below share: they know what the panel holds and send what differs.

    After an error on the way nobody knows what it holds: a new one is made then.
    """

    _w: int
    _pages: int

    def __init__(self, bus: Any, height: int, rotate: int, column_offset: int) -> None:
        self.column_offset = column_offset
        self.holds: bytes | None = None
        """The panel's memory; None while unknown."""
        super().__init__(bus, width=128, height=height, rotate=rotate // 90)  # type: ignore[call-arg]

    def cleanup(self) -> None:
        """Nothing: luma calls it at exit, on devices long replaced."""

    def display(self, image: Image.Image) -> None:
        """Bring the panel to show `image`."""
        memory = pack(self.preprocess(image))  # type: ignore[attr-defined]
        for window in self._todo(memory):
            self._send(window, memory)
        self.holds = memory

    def _todo(self, memory: bytes) -> list[Window]:
        raise NotImplementedError

    def _send(self, window: Window, memory: bytes) -> None:
        raise NotImplementedError


class DirtySsd1306(_Dirty, ssd1306):  # type: ignore[misc]
    """SSD1306: any rectangle of columns and pages is one window."""

    def _todo(self, memory: bytes) -> list[Window]:
        if self.holds is None:
            return [Window(0, self._w, 0, self._pages)]
        return windows(self.holds, memory, self._w)

    def _send(self, window: Window, memory: bytes) -> None:
        x0, x1, p0, p1 = window
        first = self.column_offset + x0
        const = self._const
        self.command(const.COLUMNADDR, first, first + x1 - x0 - 1, const.PAGEADDR, p0, p1 - 1)
        self.data(list(b"".join(memory[page * self._w + x0 : page * self._w + x1] for page in range(p0, p1))))


class DirtySsd1309(DirtySsd1306, ssd1309):  # type: ignore[misc]
    """SSD1309: the same commands."""


class DirtySh1106(_Dirty, sh1106):  # type: ignore[misc]
    """SH1106: no windows; each run begins with its page and first column."""

    def _todo(self, memory: bytes) -> list[Window]:
        if self.holds is None:
            return [Window(0, self._w, page, page + 1) for page in range(self._pages)]
        return page_windows(self.holds, memory, self._w)

    def _send(self, window: Window, memory: bytes) -> None:
        x0, x1, page, _ = window
        first = self.column_offset + x0
        self.command(0xB0 + page, first & 0x0F, 0x10 | first >> 4)
        self.data(list(memory[page * self._w + x0 : page * self._w + x1]))


DRIVERS = {"ssd1306": DirtySsd1306, "ssd1309": DirtySsd1309, "sh1106": DirtySh1106}


def open_bus(settings: DisplaySettings) -> Any:
    """luma's I2C interface on the Pi's bus. Raises one of FAILURES."""
    return i2c(port=settings.bus, address=settings.address)


class Wanted(NamedTuple):
    """What the panel should be."""

    image: Image.Image | None
    contrast: int
    lit: bool


class Oled:
    """The panel."""

    def __init__(
        self,
        clock: Clock,
        settings: DisplaySettings,
        bus: Callable[[DisplaySettings], Any] = open_bus,
        reset: ResetLine | None = None,
        pauses: tuple[float, ...] = PAUSES,
    ) -> None:
        """`bus` opens luma's serial interface; `reset` is the panel's reset line, if it has one."""
        self.size = (128, settings.height)
        self._settings = settings
        self._open_bus = bus
        self._reset = reset
        self._worker = clock.worker("display")
        self._supervised = Supervised(clock, "display", self._worker, self._open, self._next, pauses)
        self._wanted = Wanted(None, settings.contrast, True)
        self._shown: Wanted | None = None
        self._checking = False
        self._busy = False
        self._bus: Any = None
        self._kind = ""
        """What kind of adapter its bus was on."""
        self._driver: Any = None

    def start(self, sink: Sink) -> None:
        self._supervised.start(sink)

    def show(self, image: Image.Image) -> None:
        if image.mode != "1" or image.size != self.size:
            raise ValueError(f'the display takes pictures of mode "1" and {self.size}')
        self._want(self._wanted._replace(image=image.copy(), lit=True))

    def contrast(self, level: int) -> None:
        self._want(self._wanted._replace(contrast=max(0, min(level, 255))))

    def off(self) -> None:
        self._want(self._wanted._replace(image=None, lit=False))

    def check(self) -> None:
        if self._supervised.up:
            self._checking = True
            self._next()

    def close(self) -> None:
        """Blank the panel and let the bus go, behind the jobs that are under way."""
        self._supervised.close()
        self._worker.run(self._shut, lambda result: None)
        self._worker.close()
        if self._reset is not None:
            self._reset.close()

    def _want(self, wanted: Wanted) -> None:
        self._wanted = wanted
        self._next()

    def _next(self) -> None:
        """Give the worker its next job, if there is one and it has none."""
        if not self._supervised.up or self._busy or (self._shown == self._wanted and not self._checking):
            return
        self._busy, self._checking = True, False
        self._worker.run(self._sync, self._synced)

    def _synced(self, reason: Text | None) -> None:
        self._busy = False
        if reason is not None:
            self._supervised.lost(reason)
        else:
            self._next()

    def _sync(self) -> Text | None:
        """In the worker: make the panel what is wanted."""
        wanted, shown = self._wanted, self._shown
        try:
            if shown is not None and wanted.lit and not shown.lit:
                # A panel that lost its power in the dark has forgotten its set-up.
                self._set_up()
            self._apply(wanted)
        except FAILURES as error:
            self._shown = None
            return self._reason(error)
        return None

    def _apply(self, wanted: Wanted) -> None:
        shown = self._shown
        if shown is None or shown.contrast != wanted.contrast:
            self._driver.contrast(wanted.contrast)
        if wanted.image is not None and (shown is None or shown.image != wanted.image):
            self._driver.display(wanted.image)
        elif shown == wanted:
            self._driver.command(NOP)
        if not wanted.lit and (shown is None or shown.lit):
            self._driver.hide()
        self._shown = wanted

    def _open(self) -> Text | None:
        """In the worker: open the bus, find the panel, set it up and show what is wanted."""
        wanted, number = self._wanted, self._settings.bus
        # An adapter on USB may get another number when it comes back.
        others = [other for other in buses.i2c_alike(self._kind) if other != number]
        reason: Text | None = None
        for here in (number, *others):
            try:
                self._release()
                self._bus = self._open_bus(replace(self._settings, bus=here))
                self._set_up()
                self._apply(wanted)
            except FAILURES as error:
                self._shown = None
                reason = reason or self._reason(error)
            else:
                self._kind = buses.i2c_kind(here)
                return None
        return reason

    def _set_up(self) -> None:
        self._shown = None
        if self._reset is not None:
            self._reset.pulse()
        self._bus.command(NOP)  # is it there? luma's drivers cannot be made and unmade for nothing
        settings = self._settings
        offset = settings.column_offset
        if offset is None:
            offset = SH1106_OFFSET if settings.controller == "sh1106" else 0
        self._driver = DRIVERS[settings.controller](self._bus, settings.height, settings.rotate, offset)

    def _release(self) -> None:
        bus, self._bus, self._driver = self._bus, None, None
        if bus is not None:
            bus.cleanup()

    def _shut(self) -> None:
        """In the worker, as its last job."""
        try:
            if self._driver is not None:
                self._driver.hide()
            self._release()
        except FAILURES:
            return  # it is gone, and so is what it showed

    def _reason(self, error: Exception) -> Text:
        settings = self._settings
        node = Path(f"/dev/i2c-{settings.bus}")
        if isinstance(error, DevicePermissionError):
            return system.not_allowed(node, "i2c")
        if self._bus is None and not node.exists():
            return say(
                "I2C is off: there is no {path}. Switch it on (sudo raspi-config, Interface) and restart.",
                path=str(node),
            )
        return say(
            "No display answers on I2C bus {bus} at address {address}. Check its four wires.",
            bus=settings.bus,
            address=f"0x{settings.address:02X}",
        )
