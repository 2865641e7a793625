"""The Pi's I2C and SPI as readers use them: opened by their device files, and why they cannot be had.

Must not know: what is on the bus. smbus2 and spidev are imported when a bus is opened.
"""

import errno
import os
import re
from pathlib import Path
from typing import Any

from companion.engine.text import Text, say
from companion.hal import system
from companion.hal.pins import device_file
from companion.hal.settings import ReaderSettings

I2C_BUSES = Path("/sys/class/i2c-dev")


def i2c_kind(number: int) -> str:
    """The kind of adapter that an I2C bus is on: its name without the numbers in it, which for one on USB are
    others after each plugging. Empty if the system does not tell."""
    try:
        return re.sub(r"\d+", "", (I2C_BUSES / f"i2c-{number}" / "name").read_text().strip())
    except OSError:
        return ""


def i2c_alike(kind: str) -> list[int]:
    """The numbers of the I2C buses on adapters of this kind; none if it is unknown."""
    numbers = sorted(int(path.name.removeprefix("i2c-")) for path in I2C_BUSES.glob("i2c-*"))
    return [number for number in numbers if kind and i2c_kind(number) == kind]


class NoAnswer(OSError):
    """The bus works, but the device says nothing."""


def missing_package(error: ImportError, extra: str = "readers") -> Text:
    """How to get the library that a reader needs."""
    return say(
        "This reader needs the package {name}. Run: pip install 'companion[{extra}]'",
        name=error.name or "",
        extra=extra,
    )


def library(reader: ReaderSettings) -> tuple[str, str, str] | None:
    """The module that this reader needs, its package and the extra that has it; None when it needs none."""
    if reader.type in ("godice", "pixels"):
        return "bleak", "bleak", "dice"
    if reader.type == "acr122u":
        return "smartcard", "pyscard", "readers"
    if reader.type == "keyboard":
        return "evdev", "evdev", "readers"
    bus = {"i2c": "smbus2", "spi": "spidev"}.get(device_file(reader)[1])
    return None if bus is None else (bus, bus, "readers")


def open_i2c(port: str) -> Any:
    """The smbus2 bus of `/dev/i2c-1`. Raises OSError."""
    from smbus2 import SMBus

    return SMBus(port)


def i2c_read(address: int, count: int) -> Any:
    """A message that reads `count` bytes."""
    from smbus2 import i2c_msg

    return i2c_msg.read(address, count)


def i2c_write(address: int, data: bytes) -> Any:
    """A message that writes `data`."""
    from smbus2 import i2c_msg

    return i2c_msg.write(address, data)


def open_spi(port: str, hertz: int) -> Any:
    """The spidev bus of `/dev/spidev0.0`, in mode 0. Raises OSError, for a name that is none too."""
    numbers = re.fullmatch(r".*spidev(\d+)\.(\d+)", port)
    if numbers is None:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), port)
    from spidev import SpiDev

    spi = SpiDev()
    spi.open(int(numbers[1]), int(numbers[2]))
    spi.max_speed_hz = hertz
    spi.mode = 0
    return spi


def why(port: str, error: Exception) -> Text:
    """Why the reader on the bus at `port` failed, and what to do."""
    bus = "SPI" if "spi" in Path(port).name else "I2C"
    code = getattr(error, "errno", None)
    if isinstance(error, ImportError):
        return missing_package(error)
    if code == errno.ENOENT:
        return say(
            "{bus} is off: there is no {path}. Switch it on (sudo raspi-config, Interface) and restart.",
            bus=bus,
            path=port,
        )
    if code in (errno.EACCES, errno.EPERM):
        return system.not_allowed(port, bus.lower())
    return say("The reader on {path} does not answer. Check its wires and its power.", path=port)
