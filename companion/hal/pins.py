"""Pin names in all usual spellings, and what of the settings cannot be together. Pure.

Must not know: any pin library, whether a pin can be had right now.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from companion.engine.text import Text, say
from companion.hal.settings import DeviceSettings, Pin, ReaderSettings

HEADER = {
    3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10, 21: 9, 22: 25,
    23: 11, 24: 8, 26: 7, 27: 0, 28: 1, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19, 36: 16, 37: 26, 38: 20, 40: 21,
}  # fmt: skip
"""Place on the 40-pin header -> GPIO number. The other places are power and ground."""
POWER = {1: "3.3 V", 2: "5 V", 4: "5 V", 17: "3.3 V"}
LAST = 27

OTHER_USE = {
    0: "the HAT EEPROM",
    1: "the HAT EEPROM",
    2: "I2C",
    3: "I2C",
    4: "1-Wire",
    7: "SPI",
    8: "SPI",
    9: "SPI",
    10: "SPI",
    11: "SPI",
    14: "the serial port",
    15: "the serial port",
    18: "sound (I2S)",
    19: "sound (I2S)",
    20: "sound (I2S)",
    21: "sound (I2S)",
}
"""GPIO number -> what else on a Pi takes it when that is switched on."""

_NAME = re.compile(r"(?:GPIO|BCM)?\s*([0-9]{1,3})", re.IGNORECASE)
_PLACE = re.compile(r"(?:BOARD|J8:|PIN)\s*([0-9]{1,3})", re.IGNORECASE)
_SERIAL_PORTS = ("/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0")
_SPI = {10: "MOSI", 9: "MISO", 11: "SCK"}
_BUSES = {
    "/dev/i2c-1": {2: "SDA", 3: "SCL"},
    "/dev/spidev0.0": {8: "SS", **_SPI},
    "/dev/spidev0.1": {7: "SS", **_SPI},
}
"""Device file -> GPIO number -> the wire of the bus there."""


class PinError(ValueError):
    """A pin name that names none, with the reason as `text`."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class Fault(NamedTuple):
    """What is wrong in the settings, and where: the keys that lead there."""

    where: tuple[str | int, ...]
    text: Text


def gpio_number(pin: Pin) -> int:
    """17, "17", "GPIO17", "BCM17", "BOARD11" and "J8:11" are 17. Raises PinError."""
    name = str(pin).strip()
    if match := _PLACE.fullmatch(name):
        place = int(match[1])
        if place in HEADER:
            return HEADER[place]
        if 1 <= place <= 40:
            what = POWER.get(place, "ground")
            raise PinError(say("Place {place} of the header is {what}, not a pin.", place=place, what=what))
        raise PinError(say("The header has places 1 to 40, not {place}.", place=place))
    if match := _NAME.fullmatch(name):
        number = int(match[1])
        if number <= LAST:
            return number
        if number in HEADER:
            raise PinError(
                say(
                    "A Pi has GPIO 0 to 27, not {pin}. For place {pin} of the header write BOARD{pin}.",
                    pin=number,
                )
            )
        raise PinError(say("A Pi has GPIO 0 to 27, not {pin}.", pin=number))
    raise PinError(say("{pin} is no pin. Write 17, GPIO17 or BOARD11.", pin=name))


def uses(settings: DeviceSettings) -> Iterator[tuple[tuple[str | int, ...], str, Pin]]:
    """Every pin the settings claim: where it is set, what for, and as it is written."""
    for name in settings.buttons.__struct_fields__:
        if (pin := getattr(settings.buttons, name)) is not None:
            yield ("buttons", name), f"button {name}", pin
    if settings.encoder is not None:
        yield ("encoder", "a"), "encoder a", settings.encoder.a
        yield ("encoder", "b"), "encoder b", settings.encoder.b
        if settings.encoder.push is not None:
            yield ("encoder", "push"), "encoder push", settings.encoder.push
    for name in settings.lamps.__struct_fields__:
        if (pin := getattr(settings.lamps, name)) is not None:
            yield ("lamps", name), f"lamp {name}", pin
    if settings.buzzer is not None:
        yield ("buzzer",), "buzzer", settings.buzzer
    if settings.display is not None and settings.display.reset is not None:
        yield ("display", "reset"), "display reset", settings.display.reset


def device_file(reader: ReaderSettings) -> tuple[str, str]:
    """What this reader is opened by, and the group that usually may: a device file, `auto` where it is looked
    for, nothing for one behind a service (PC/SC, Bluetooth)."""
    if reader.type in ("acr122u", "godice", "pixels"):
        return "", ""
    if reader.type == "keyboard":
        return reader.port, "input"
    port = "/dev/spidev0.0" if reader.type == "rc522" and reader.port == "auto" else reader.port
    return port, "spi" if "spidev" in port else "i2c" if "i2c-" in port else "dialout"


def bus_pins(reader: ReaderSettings) -> dict[int, str]:
    """GPIO number -> the wire of the Pi's bus that this reader is on."""
    if reader.port in _SERIAL_PORTS:
        return {14: "RX", 15: "TX"}
    return _BUSES.get(device_file(reader)[0], {})


def faults(settings: DeviceSettings) -> list[Fault]:
    """Names that are no pins, pins used twice or taken by a bus in use, readers of one name."""
    taken: dict[int, str] = {}
    if settings.display is not None and settings.display.bus in (0, 1):
        what = f"the display (I2C bus {settings.display.bus})"
        taken.update(dict.fromkeys((2, 3) if settings.display.bus == 1 else (0, 1), what))
    for reader in settings.readers:
        pins = bus_pins(reader)
        what = "serial port" if 14 in pins else "I2C bus" if 2 in pins else "SPI bus"
        taken.update(dict.fromkeys(pins, f"the reader ({what})"))
    found = []
    for where, use, pin in uses(settings):
        try:
            number = gpio_number(pin)
        except PinError as error:
            found.append(Fault(where, error.text))
            continue
        if number in taken:
            text = say(
                "GPIO{pin} is used twice: by {first} and by {second}. Choose another pin for one.",
                pin=number,
                first=taken[number],
                second=use,
            )
            found.append(Fault(where, text))
        else:
            taken[number] = use
    seen: dict[str, int] = {}
    for i, reader in enumerate(settings.readers):
        if reader.name in seen:
            text = say("Two readers are named {name}. Give each its own name.", name=reader.name)
            found.append(Fault(("readers", i, "name"), text))
        seen[reader.name] = i
    return found
