"""The glass and the lamps: what is lit on them now, wandering against burn-in, nothing sent twice.

Must not know screens, prompts or when anything is to be shown.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PIL import Image, ImageChops

from companion.hal.ports import Clock, Timer

from .canvas import Canvas
from .seen import Light, Lit, Shown, Wish
from .signs import NONE

MARGIN = 2
"""Pixels by which the picture wanders."""
WANDER = ((0, 0), (1, 0), (2, 1), (1, 2), (0, 1))
MINUTE = 60.0
WIDTH, HEIGHT = 128, 64
"""What every picture is drawn for."""
PARTS, PART = (0, 16, 32), 2.0
"""On a lower glass: where its parts of the picture begin, and for how many seconds each is shown."""
Blinks = tuple[tuple[frozenset[str], float], ...]
"""Lamps and the seconds they stay so, one after the other."""


class Glass:
    """One OLED of `size` with the lamps beside it; `emit` gets what is to change on them."""

    def __init__(self, clock: Clock, emit: Callable[[Wish], object], size: tuple[int, int]) -> None:
        self._clock, self._emit, self._size = clock, emit, size
        self.frame = Image.new("1", size)
        self.lamps: frozenset[str] = NONE
        self._sent: bytes | None = None
        self.whole = Image.new("1", (WIDTH, HEIGHT))
        self._part = 0
        self._part_timer: Timer | None = None
        self._place, self._moved_at = 0, clock.now()
        self._wanted: frozenset[str] = NONE
        self._blinking: frozenset[str] | None = None
        self._timer: Timer | None = None
        self._lit: frozenset[str] | None = None

    def canvas(self) -> Canvas:
        """A blank picture without the margin."""
        return Canvas(WIDTH - MARGIN, HEIGHT - MARGIN)

    def show(self, canvas: Canvas, follow: bool = True) -> None:
        """Show what was drawn, unless it is there already. A low glass goes to what has changed if it is to
        `follow`."""
        if self._clock.now() - self._moved_at >= MINUTE:
            self._place = (self._place + 1) % len(WANDER)
            self._moved_at = self._clock.now()
        whole = Image.new("1", (WIDTH, HEIGHT))
        whole.paste(canvas.image, WANDER[self._place])
        if self._size[1] < HEIGHT and follow:
            self._look_at_change(whole)
        self.whole = whole
        self._send()

    def _look_at_change(self, whole: Image.Image) -> None:
        """A low glass shows the part that has changed first, then the others in turn."""
        changed = ImageChops.difference(self.whole, whole).getbbox()
        if changed is not None:
            middle = (changed[1] + changed[3]) // 2
            self._part = min(range(len(PARTS)), key=lambda at: abs(PARTS[at] + self._size[1] // 2 - middle))
            self._turn_on()

    def _turn_on(self) -> None:
        if self._part_timer is not None:
            self._part_timer.cancel()
        self._part_timer = self._clock.call_later(PART, self._next_part)

    def _next_part(self) -> None:
        self._part = (self._part + 1) % len(PARTS)
        self._send()
        self._turn_on()

    def _send(self) -> None:
        width, height = self._size
        top = PARTS[self._part] if height < HEIGHT else 0
        frame = self.whole.crop((0, top, width, top + height))
        packed = frame.tobytes()
        if packed != self._sent:
            self._sent, self.frame = packed, frame
            self._emit(Shown(frame))

    def forget(self) -> None:
        """The glass was dark: the next picture is sent whatever it is."""
        self._sent = None
        self.whole = Image.new("1", (WIDTH, HEIGHT))

    def bright(self, level: int | None) -> None:
        """The brightness of the OLED, None for dark."""
        if level is None and self._part_timer is not None:
            self._part_timer.cancel()
        self._emit(Light(level))

    def light(self, lamps: frozenset[str]) -> None:
        """Light these lamps, now or when they have done blinking."""
        self._wanted = lamps
        lit = lamps if self._blinking is None else self._blinking
        if lit != self._lit:
            self._lit = self.lamps = lit
            self._emit(Lit(lit))

    def blink(self, rest: Blinks) -> None:
        """Blink, then go back to what was lit."""
        if self._timer is not None:
            self._timer.cancel()
        self._blinking = rest[0][0] if rest else None
        self._timer = self._clock.call_later(rest[0][1], partial(self.blink, rest[1:])) if rest else None
        self.light(self._wanted)
