"""The settings of the devices, typed; the config loader decodes YAML into `DeviceSettings`.

Here: names, ranges, defaults (the standard build's wiring). Must not know: files, lines, any backend. What
one field cannot say alone (two uses of one pin) is checked by `pins.faults`.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from companion.hal.events import Role
from companion.hal.shells import Shape

Pin: TypeAlias = int | str
"""17, "GPIO17", "BCM17", "BOARD11" or "J8:11"; a bare number is a GPIO number, never a place on the header.
"""

Seconds: TypeAlias = Annotated[float, Meta(ge=0, extra={"seconds": True})]
"""Seconds, or minutes and seconds as in 1:30."""


class ButtonSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The pin of each button; null for one that is not there. A press connects the pin to ground."""

    event: Pin | None = 17
    move: Pin | None = 27
    combat: Pin | None = 22
    up: Pin | None = 5
    down: Pin | None = 6
    ok: Pin | None = 13
    back: Pin | None = 19


class EncoderSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The knob. `push` is one more OK button."""

    a: Pin = 20
    """The pin of line A."""
    b: Pin = 21
    """The pin of line B."""
    push: Pin | None = 16
    """The pin of its push switch; null when it has none."""
    steps_per_click: Literal[2, 4] = 4
    """Line changes from one detent to the next: 4 for most, 2 for those that move every second click."""
    reverse: bool = False
    """Whether the knob counts the other way round."""


class LampSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The pin of each lamp; high is lit."""

    event: Pin | None = 23
    move: Pin | None = 24
    combat: Pin | None = 25
    up: Pin | None = None
    down: Pin | None = None
    ok: Pin | None = None
    back: Pin | None = None


class ReaderSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """One token reader."""

    type: Literal[
        "rdm6300", "parallax", "firmware", "pn532", "rc522", "acr122u", "keyboard", "godice", "pixels"
    ] = "rdm6300"
    """`rdm6300` takes its relatives too (EM-18, ID-12, ID-20, the kind with a raw check byte). `firmware` is
    our own board: what is on none of the Pi's pins (buttons, encoder, lamps, buzzer) is taken from it.
    `pn532` is that chip on a serial port, I2C or SPI, as `port` says. `rc522` is that chip on the Pi's
    SPI. `acr122u` is that reader, or another one behind PC/SC. `keyboard` is a USB
    reader that types the number of a tag like a keyboard. `godice` and `pixels` are radio dice: each
    face is taught like a token, and laid by a roll."""
    port: str = "auto"
    """A device file, best one of /dev/serial/by-id, or `auto`: the first USB serial adapter, else
    /dev/serial0. `pn532` also takes /dev/i2c-1 and /dev/spidev0.0; `rc522` takes the last one by itself.
    For `acr122u` it is a part of its name in PC/SC. For `keyboard` it is one of /dev/input/by-id, or of
    /dev/input/by-path for two readers of one name. For a die it is its Bluetooth address, or `auto`: the
    first one that answers."""
    baud: Literal[2400, 4800, 9600, 19200, 38400, 57600, 115200] = 9600
    """Bits a second; 9600 for the RDM6300 and its relatives, 2400 for a Parallax reader."""
    name: str = "reader"
    """What notices call it."""
    role: Role = "any"
    """What is laid on it: `die` takes faces of dice only, `cards` everything else; `any` takes both. What
    lies on the wrong one is no answer, and the screen says where it belongs. Tokens that stand for a key
    count everywhere."""
    gain: Literal[18, 23, 33, 38, 43, 48] = 33
    """Of the antenna, in dB; `firmware` and `rc522` only. More reaches farther and hears more noise."""
    shape: Shape = "d6"
    """The shell that a GoDice is in, `d6` for none. Pixels dice say by themselves which face is up."""
    lift_after: Annotated[float, Meta(ge=0.5, le=60, extra={"seconds": True})] = 2.0
    """A tag counts as lifted after so long; `keyboard` only, which never says so itself."""


class DisplaySettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The OLED on I2C."""

    controller: Literal["ssd1306", "ssd1309", "sh1106"] = "ssd1309"
    """The chip: 0.96" panels have an SSD1306, 1.3" an SH1106, 2.42" an SSD1309."""
    height: Literal[32, 64] = 64
    """Rows of pixels; the width is 128."""
    bus: Annotated[int, Meta(ge=0, le=31)] = 1
    """The number of the I2C bus; 1 is on places 3 and 5 of the header."""
    address: Annotated[int, Meta(ge=0x08, le=0x77)] = 0x3C
    """Seven bits: 0x3C or 0x3D. The 0x78 and 0x7A printed on boards are the same addresses in eight bits."""
    rotate: Literal[0, 180] = 0
    """Degrees; 180 when the panel is built in upside down."""
    column_offset: Annotated[int, Meta(ge=0, le=4)] | None = None
    """Where the glass begins in the chip's memory; null takes the usual one (SH1106: 2, else 0)."""
    reset: Pin | None = None
    """The pin of the panel's reset line, which many 2.42" panels need; null when it has none."""
    contrast: Annotated[int, Meta(ge=0, le=255)] = 160
    """Brightness while the box starts, before that of the panel's settings holds."""


class KeySettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Times of buttons, in seconds."""

    hold: Annotated[float, Meta(ge=0.2, le=5)] = 0.6
    """A press of at least so long is a long one."""
    repeat: Annotated[float, Meta(ge=0.03, le=2)] = 0.12
    """From one repeat to the next while a repeating button is down."""
    confirm: Annotated[float, Meta(ge=0.0002, le=0.01)] = 0.001
    """A change that stands for so long is no glitch."""
    deaf: Annotated[float, Meta(ge=0.002, le=0.1)] = 0.020
    """After a change the contact may bounce for so long."""
    stuck: Annotated[float, Meta(ge=5, le=600)] = 20
    """Down for so long is not a finger any more."""
    stuck_at_start: Annotated[float, Meta(ge=0, le=60)] = 2
    """Down from the start for so long is told."""
    repeating: tuple[Literal["event", "move", "combat", "up", "down", "ok", "back"], ...] = ("up", "down")
    """The buttons that repeat while they are down, instead of being held."""


class DeviceSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """All devices of one box. A part set to null is not there."""

    gpio: Literal["lgpio", "rpigpio", "mock"] = "lgpio"
    """The library that drives the pins; `rpigpio` only for old boards, `mock` for none."""
    buttons: ButtonSettings = ButtonSettings()
    keys: KeySettings = KeySettings()
    encoder: EncoderSettings | None = EncoderSettings()
    lamps: LampSettings = LampSettings()
    buzzer: Pin | None = 12
    readers: tuple[ReaderSettings, ...] = (ReaderSettings(),)
    display: DisplaySettings | None = DisplaySettings(reset=4)
