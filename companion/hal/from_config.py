"""The real devices of a box, made from its settings.

Must not know: where the settings come from. Libraries for hardware are imported only for what is set.
"""

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.hal.devices import Devices
from companion.hal.events import BUTTONS
from companion.hal.gpio import Board, GpioButtons, GpioBuzzer, GpioEncoder, GpioLamps, ResetLine
from companion.hal.pins import device_file, gpio_number
from companion.hal.ports import ReaderPort
from companion.hal.settings import DeviceSettings, DisplaySettings, ReaderSettings

if TYPE_CHECKING:
    from companion.hal.serial_port import IoClock, PortFinder
    from companion.hal.token_reader_port import TokenReaderBoard


def build(
    settings: DeviceSettings,
    clock: "IoClock",
    factory: Any = None,
    finder: "PortFinder | None" = None,
    bus: Callable[[DisplaySettings], Any] | None = None,
) -> Devices:
    """The devices of `settings`, not started. `pins.faults(settings)` must be empty.

    For tests on real backends: a gpiozero pin `factory`, a `finder` for the first reader's port, and what
    opens the display's `bus`.
    """
    board = Board(clock, settings.gpio, factory)
    buttons = {
        f"button {name}": (name, gpio_number(pin))
        for name in BUTTONS
        if (pin := getattr(settings.buttons, name)) is not None
    }
    encoder = None
    if (knob := settings.encoder) is not None:
        if knob.push is not None:
            buttons["encoder push"] = ("ok", gpio_number(knob.push))
        encoder = GpioEncoder(
            board, gpio_number(knob.a), gpio_number(knob.b), knob.steps_per_click, knob.reverse
        )
    lamps = {
        name: gpio_number(pin)
        for name in settings.lamps.__struct_fields__
        if (pin := getattr(settings.lamps, name)) is not None
    }
    readers: list[ReaderPort] = []
    boards: list[TokenReaderBoard] = []
    beside: list[PortFinder] = []
    taken = {reader.port for reader in settings.readers if reader.port != "auto"}
    for i, reader in enumerate(settings.readers):
        where = finder if i == 0 and finder is not None else None
        if where is None and device_file(reader)[1] == "dialout":
            from companion.hal import serial_port

            where = serial_port.PortFinder(reader.port, beside=beside)
        if reader.type == "firmware":
            token_board = _token_board(clock, reader, settings, where)
            boards.append(token_board)
            readers.append(token_board.reader)
        else:
            readers.append(_reader(clock, reader, where, taken))
    own = boards[0] if boards else None
    display = None
    if (panel := settings.display) is not None:
        from companion.hal.oled import Oled, open_bus

        reset = None if panel.reset is None else ResetLine(board, gpio_number(panel.reset))
        display = Oled(clock, panel, bus if bus is not None else open_bus, reset)
    gpio_buttons = GpioButtons(board, buttons, settings.keys)
    gpio_lamps = GpioLamps(board, lamps)
    gpio_buzzer = GpioBuzzer(board, None if settings.buzzer is None else gpio_number(settings.buzzer))
    return Devices(
        own.buttons if own is not None and not buttons else gpio_buttons,
        own.lamps if own is not None and not lamps else gpio_lamps,
        own.buzzer if own is not None and settings.buzzer is None else gpio_buzzer,
        own.encoder if own is not None and encoder is None else encoder,
        tuple(readers),
        display,
        tuple(boards),
    )


def _reader(
    clock: "IoClock", reader: ReaderSettings, finder: "PortFinder | None", taken: set[str]
) -> ReaderPort:
    """`taken`: what the readers of this box have, for those that look for their own."""
    match reader.type:
        case "pn532":
            from companion.hal.pn532 import Pn532, wire
            from companion.hal.polled import PolledReader

            return PolledReader(clock, reader.name, reader.role, Pn532(wire(reader.port, finder)))
        case "rc522":
            from companion.hal.polled import PolledReader
            from companion.hal.rc522 import Rc522

            return PolledReader(clock, reader.name, reader.role, Rc522(reader.port, reader.gain))
        case "acr122u":
            from companion.hal.acr122u import Acr122u
            from companion.hal.polled import PolledReader

            return PolledReader(clock, reader.name, reader.role, Acr122u(reader.port, taken))
        case "keyboard":
            from companion.hal.keyboard_reader import KeyboardFinder, KeyboardReader

            return KeyboardReader(clock, reader, KeyboardFinder(reader.port, taken=taken))
        case "godice" | "pixels":
            from companion.hal.bluetooth import BleakRadio
            from companion.hal.dice import DieReader, kind_of

            kind = kind_of(reader.type, reader.shape)
            return DieReader(clock, reader.name, reader.role, kind, reader.port, BleakRadio(taken))
        case _:
            from companion.hal.serial_reader import SerialReader

            return SerialReader(clock, reader, finder)


def _token_board(
    clock: "IoClock", reader: ReaderSettings, settings: DeviceSettings, finder: "PortFinder | None"
) -> "TokenReaderBoard":
    from companion.hal.serial_port import PortFinder, SerialPort
    from companion.hal.token_reader import BAUD
    from companion.hal.token_reader_port import TokenReaderBoard

    return TokenReaderBoard(
        clock,
        SerialPort(clock, finder if finder is not None else PortFinder(reader.port), BAUD),
        nonce=int.from_bytes(os.urandom(2)),
        name=reader.name,
        role=reader.role,
        times=settings.keys,
        gain=reader.gain,
    )
