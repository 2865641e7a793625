"""The OLED on the wire: bytes a screen change over a whole scripted game, against stock luma on the same
pictures.
"""

from __future__ import annotations

from pathlib import Path

from luma.core.interface.serial import i2c
from luma.oled.device import ssd1306
from PIL import Image

from companion.hal.clock import VirtualClock
from companion.hal.mock import MockDisplay
from companion.simulate.script import Script, parse
from tests.bench import Row, at_most

SCRIPTS = Path(__file__).parents[1] / "play"


class CountingBus:
    """An I2C bus that counts the bytes after the address."""

    def __init__(self) -> None:
        self.sent = 0

    def write_i2c_block_data(self, address: int, register: int, data: list[int]) -> None:
        self.sent += 1 + len(data)

    def i2c_rdwr(self, message: bytes) -> None:
        self.sent += len(message)


def stock_bytes() -> int:
    """What luma's own driver sends for one picture, whatever is on it."""
    bus = CountingBus()
    wire = i2c(bus=bus)
    wire._managed = True
    wire._i2c_msg_write = lambda address, data: bytes(data)
    device = ssd1306(wire)
    before = bus.sent
    device.display(Image.new("1", (128, 64)))
    return bus.sent - before


def game_bytes(script: str) -> tuple[int, int]:
    """Bytes sent and pictures changed while a script is played."""
    played = Script()
    try:
        for line in parse((SCRIPTS / script).read_text()):
            played.do(line)
        display = played.table.box.display
        return display.bytes_sent, display.frames
    finally:
        played.close()


def identical_bytes() -> int:
    """What a picture costs that is shown already."""
    clock = VirtualClock()
    display = MockDisplay(clock)
    display.start(lambda event: None)
    clock.run_until_idle()
    picture = Image.new("1", (128, 64), 1)
    display.show(picture)
    before = display.bytes_sent
    display.show(picture)
    return display.bytes_sent - before


def rows() -> list[Row]:
    """The rows of the table."""
    stock = stock_bytes()
    sent, frames = game_bytes("whole_games.play")
    percent = 100 * sent / frames / stock
    return [
        at_most(f"OLED bytes a change, {frames} in a game, dice by the box", percent, 25, "% of stock"),
        at_most("OLED bytes for an identical frame", identical_bytes(), 0, "bytes"),
    ]
