"""The first picture on the display, long before the program is up, and the last one when it failed.

Run by the units: `python -m companion.hal.splash starting` and `… stopped`. Must stay small and quick, must
not fail: no display, no config or a broken config are all ordinary here. Must not know the program above.
"""

import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import yaml
from PIL import Image, ImageDraw, ImageFont

from companion.engine.text import Text, render
from companion.hal.clock import VirtualClock
from companion.hal.events import DeviceLost, Event
from companion.hal.gpio import Board, ResetLine
from companion.hal.last_words import reason_of_stop
from companion.hal.oled import Oled, open_bus
from companion.hal.pins import PinError, gpio_number
from companion.hal.settings import DisplaySettings

CONFIG = Path("/etc/companion/config.yaml")
"""As in library.config, which takes too long to import this early on a small Pi."""
PATIENCE = 4.0
"""Seconds to wait for the bus and the display, which may come up later than we do. The game waits for us, and
finds a display that comes later still."""
PAUSE = 0.25
USUAL = DisplaySettings(reset=4)
"""The standard build's; its driver also drives the SSD1306 of the smallest."""


def settings_of(file: Path = CONFIG) -> DisplaySettings | None:
    """The display of the config; the usual one when the config cannot be read, None when it has none."""
    try:
        config = yaml.safe_load(file.read_text(encoding="utf-8"))
        display = config["devices"]["display"]
        return None if display is None else msgspec.convert(display, DisplaySettings)
    except (OSError, UnicodeDecodeError, yaml.YAMLError, KeyError, TypeError, msgspec.ValidationError):
        return USUAL


def picture(size: tuple[int, int], words: str, big: str = "") -> Image.Image:
    """A title bar (on a display that has room for it), then `big` in double size, then `words` wrapped; what
    does not fit ends in dots."""
    image = Image.new("1", size)
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default_imagefont()
    wide, tall = 6, 11
    y = 0
    if size[1] > 3 * tall:
        draw.rectangle((0, 0, size[0], tall), fill=1)
        draw.text((2, 0), "Companion", fill=0, font=font)
        y = tall + 4
    if big:
        small = Image.new("1", (len(big) * wide, tall))
        ImageDraw.Draw(small).text((0, 0), big, fill=1, font=font)
        image.paste(small.resize((small.width * 2, small.height * 2)), (2, y))
        y += 2 * tall + 2
    room = max((size[1] - y) // tall, 0)
    for line in textwrap.wrap(words, size[0] // wide, max_lines=room, placeholder="...") if room else []:
        draw.text((2, y), line, fill=1, font=font)
        y += tall
    return image


def put(
    image: Image.Image,
    settings: DisplaySettings,
    bus: Callable[[DisplaySettings], Any] = open_bus,
    reset: Callable[[VirtualClock], ResetLine | None] | None = None,
    patience: float = PATIENCE,
    sleep: Callable[[float], object] = time.sleep,
) -> Text | None:
    """Show `image` and leave it there; the reason when the display did not come within `patience` seconds."""
    clock = VirtualClock()
    events: list[Event] = []
    line = reset(clock) if reset is not None else None
    oled = Oled(clock, settings, bus, line, pauses=(PAUSE,))
    oled.show(image)
    oled.start(events.append)
    clock.run_until_idle()
    waited = 0.0
    while events and isinstance(events[-1], DeviceLost) and waited < patience:
        sleep(PAUSE)
        waited += PAUSE
        clock.advance(PAUSE)
    return events[-1].reason if events and isinstance(events[-1], DeviceLost) else None


def reset_line(settings: DisplaySettings) -> Callable[[VirtualClock], ResetLine | None]:
    """The display's reset line on the real pins, if it has one."""

    def make(clock: VirtualClock) -> ResetLine | None:
        try:
            return None if settings.reset is None else ResetLine(Board(clock), gpio_number(settings.reset))
        except PinError:
            return None

    return make


def main(arguments: list[str]) -> int:
    """Exit status 0 when the picture stands or none is wanted, 1 when the display did not come."""
    if arguments == ["starting"]:
        big, words = "starting", ""
    elif arguments == ["stopped"]:
        reason = reason_of_stop()
        if reason is None:
            return 0
        big, words = "", render(reason)
        print(words)  # to the journal as well
    else:
        print("usage: python -m companion.hal.splash starting | stopped", file=sys.stderr)
        return 2
    settings = settings_of()
    if settings is None:
        return 0
    lost = put(picture((128, settings.height), words, big), settings, reset=reset_line(settings))
    if lost is not None:
        print(render(lost), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
