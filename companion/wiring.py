"""Draws a configuration on the Pi's header and the Nano, in the terminal and as SVG, and names its clashes.

Pure drawing from `DeviceSettings`; must not know: files, backends, whether anything is really connected.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple
from xml.sax.saxutils import escape

import click

from companion.engine.text import Text, say
from companion.hal.pins import HEADER, POWER, PinError, bus_pins, faults, gpio_number, uses
from companion.hal.settings import DeviceSettings
from companion.words import here

Kind = Literal["power", "ground", "bus", "use", "clash", "free"]

UART_PORTS = ("/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0")
NANO_LEFT = ("D13", "3V3", "REF", "A0", "A1", "A2", "A3", "A4", "A5", "A6", "A7", "5V", "RST", "GND", "VIN")
NANO_RIGHT = ("D12", "D11", "D10", "D9", "D8", "D7", "D6", "D5", "D4", "D3", "D2", "GND", "RST", "RX0", "TX1")
"""The Nano's pins from its USB socket down, seen from above."""
NANO_USES = {
    "D2": "encoder a",
    "D3": "encoder b",
    "D4": "encoder push",
    "D5": "button event",
    "D6": "button move",
    "D7": "button combat",
    "D8": "button up",
    "D9": "button down",
    "D10": "RC522 SDA, by divider",
    "D11": "RC522 MOSI, by divider",
    "D12": "RC522 MISO",
    "D13": "RC522 SCK, by divider",
    "A0": "button ok",
    "A1": "button back",
    "A2": "lamp event",
    "A3": "lamp move",
    "A4": "lamp combat",
    "A5": "buzzer",
    "5V": "3.3 V regulator",
}
"""What the firmware has on its pins (firmware/token_reader/pins.h). A missing part leaves its pin open."""

_SELECT = say(
    "GPIO{pin} ({use}) belongs to the kernel as SPI chip select. Choose another pin, or switch SPI off."
)
_SPI = say("GPIO{pin} ({use}) is a wire of the SPI bus. Choose another pin, or switch SPI off.")
_UART = say(
    "GPIO{pin} ({use}) is a wire of the serial port, where the console may talk. Choose another pin, or "
    "switch the serial port off."
)
_EEPROM = say("GPIO{pin} ({use}) is kept for the EEPROM of HATs. Choose another pin.")
_CLOCK = say("GPIO{pin} ({use}) is the clock of I2C and also wakes a halted Pi. Choose another pin.")
_DATA = say("GPIO{pin} ({use}) is the data wire of I2C. Choose another pin.")
TAKEN = {
    **dict.fromkeys((0, 1), _EEPROM),
    2: _DATA,
    3: _CLOCK,
    **dict.fromkeys((7, 8), _SELECT),
    **dict.fromkeys((9, 10, 11), _SPI),
    **dict.fromkeys((14, 15), _UART),
}
"""GPIO number -> why nothing but its bus belongs there, although the pin may be free just now."""

COLOURS: dict[Kind, tuple[str, str]] = {
    "power": ("red", "#d9483b"),
    "ground": ("bright_black", "#333333"),
    "bus": ("blue", "#3f7fd0"),
    "use": ("green", "#3f9b46"),
    "clash": ("magenta", "#b5179e"),
    "free": ("white", "#c9c9c9"),
}
"""Kind of a pin -> colour in the terminal, colour in the SVG."""


class Spot(NamedTuple):
    """One pin as drawn: what is printed on it, what it is for here, and how it is coloured."""

    name: str
    use: str
    kind: Kind


class Board(NamedTuple):
    """Two columns of pins, with their numbers where the board has such."""

    title: str
    left: tuple[Spot, ...]
    right: tuple[Spot, ...]
    left_places: tuple[str, ...]
    right_places: tuple[str, ...]


def header(settings: DeviceSettings) -> Board:
    """The 40-pin header with everything these settings use on it."""
    used: dict[int, list[str]] = {}
    for _, what, pin in uses(settings):
        try:
            used.setdefault(gpio_number(pin), []).append(what)
        except PinError:  # it has no place on the header; `clashes` names it
            continue
    bus = _bus_pins(settings)
    spots = [_spot(place, used, bus, _power_uses(settings)) for place in range(1, 41)]
    return Board(
        here(say("Raspberry Pi, 40-pin header")),
        tuple(spots[0::2]),
        tuple(spots[1::2]),
        tuple(str(place) for place in range(1, 41, 2)),
        tuple(str(place) for place in range(2, 41, 2)),
    )


def _spot(place: int, used: dict[int, list[str]], bus: dict[int, str], power: dict[int, str]) -> Spot:
    if place in POWER:
        return Spot(POWER[place], power.get(place, ""), "power")
    if place not in HEADER:
        return Spot("GND", power.get(place, ""), "ground")
    gpio = HEADER[place]
    here = [*([bus[gpio]] if gpio in bus else []), *used.get(gpio, [])]
    if not here:
        return Spot(f"GPIO{gpio}", "", "free")
    kind: Kind = "bus" if gpio in bus else "use"
    if len(here) > 1 or (gpio in TAKEN and gpio not in bus):
        kind = "clash"
    return Spot(f"GPIO{gpio}", " + ".join(here), kind)


def _on_uart(settings: DeviceSettings) -> bool:
    return any(reader.port in UART_PORTS for reader in settings.readers)


def _on_nano(settings: DeviceSettings) -> bool:
    return any(reader.type == "firmware" for reader in settings.readers)


def _bus_pins(settings: DeviceSettings) -> dict[int, str]:
    pins = {}
    if settings.display is not None and settings.display.bus in (0, 1):
        data, clock = (2, 3) if settings.display.bus == 1 else (0, 1)
        pins.update({data: "display SDA", clock: "display SCL"})
    if _on_uart(settings):
        pins[15] = "reader TX, by divider"
    for reader in settings.readers:
        if reader.port not in UART_PORTS:
            for gpio, wire in bus_pins(reader).items():
                pins[gpio] = " + ".join(filter(None, (pins.get(gpio), f"{reader.name} {wire}")))
    return pins


def _power_uses(settings: DeviceSettings) -> dict[int, str]:
    """Place on the header -> the part that takes its power or ground there in the shipped drawings."""
    places = {}
    if settings.display is not None:
        places.update({1: "display VCC", 9: "display GND"})
    if _on_uart(settings):
        places.update({2: "reader 5 V", 6: "reader GND", 14: "divider GND"})
    return places


def nano(settings: DeviceSettings) -> Board | None:
    """The Nano's pins, when a reader of these settings is one; else None."""
    if not _on_nano(settings):
        return None
    wanted = _nano_uses(settings)

    def spot(name: str) -> Spot:
        if name == "GND":
            return Spot(name, "ground", "ground")
        power = name in ("5V", "3V3", "VIN")
        return Spot(name, wanted.get(name, ""), "power" if power else "use" if name in wanted else "free")

    return Board(
        here(say("Nano, USB socket at the top")),
        tuple(map(spot, NANO_LEFT)),
        tuple(map(spot, NANO_RIGHT)),
        ("",) * 15,
        ("",) * 15,
    )


def _nano_uses(settings: DeviceSettings) -> dict[str, str]:
    """What is taken from the Nano: a kind of part that is on the Pi's pins is not."""
    on_pi = {what.split()[0] for _, what, _ in uses(settings)}
    if any(what == "encoder push" for _, what, _ in uses(settings)):
        on_pi.add("button")  # the push is one more OK
    return {
        pin: what
        for pin, what in NANO_USES.items()
        if ("button" if what == "encoder push" else what.split()[0]) not in on_pi
    }


def clashes(settings: DeviceSettings) -> list[Text]:
    """What cannot work as it is set; empty when the wiring is sound."""
    found = [fault.text for fault in faults(settings)]
    for number, what in _numbered(settings):
        if number in TAKEN:
            found.append(Text(TAKEN[number].msg, {"pin": number, "use": what}))
    return found


def _numbered(settings: DeviceSettings) -> Iterator[tuple[int, str]]:
    for _, what, pin in uses(settings):
        try:
            yield gpio_number(pin), what
        except PinError:
            continue


def remarks(settings: DeviceSettings) -> list[Text]:
    """What to know about a wiring that is sound."""
    found = []
    if any(True for _ in uses(settings)):
        found.append(say("Buttons and knob connect their pin to ground; no resistor is needed."))
    if settings.display is not None and settings.display.bus == 1:
        found.append(say("GPIO3 would also wake a halted Pi, but here it is the display's clock."))
    if _on_uart(settings):
        found += [
            say("Reader: 1 kiloohm from TX to GPIO15, 2 kiloohm from GPIO15 to ground: 5 V become 3.3 V."),
            say("The serial console must be off: sudo raspi-config nonint do_serial_cons 1"),
        ]
    if _on_nano(settings):
        found.append(say("The RC522 stands 3.3 V: dividers in D10, D11, D13; RST to 3.3 V; own regulator."))
    return found


def draw_text(settings: DeviceSettings, ascii_only: bool = False, colour: bool = False) -> str:
    """The boards side by side with their uses, as lines for a terminal; `ascii_only` keeps to 7 bits."""
    boards = [board for board in (_pi(settings), nano(settings)) if board is not None]
    return "\n\n".join("\n".join(_board_lines(board, ascii_only, colour)) for board in boards)


def _pi(settings: DeviceSettings) -> Board | None:
    """The header, unless nothing hangs on it."""
    nothing = settings.display is None and not any(True for _ in uses(settings)) and not _on_uart(settings)
    return None if nothing else header(settings)


def _board_lines(board: Board, ascii_only: bool, colour: bool) -> Iterator[str]:
    wide_use = max(len(spot.use) for spot in board.left)
    wide_name = max(len(spot.name) for spot in (*board.left, *board.right))
    dot, hole, wall = ("o", ".", "|") if ascii_only else ("●", "○", "│")

    def paint(words: str, kind: Kind) -> str:
        return click.style(words, fg=COLOURS[kind][0]) if colour and kind != "free" else words

    def mark(spot: Spot) -> str:
        sign = "!" if spot.kind == "clash" else hole if not spot.use else dot
        return paint(sign, spot.kind)

    yield board.title
    rows = zip(board.left, board.right, board.left_places, board.right_places, strict=True)
    for left, right, number, other in rows:
        yield (
            f"{paint(left.use.rjust(wide_use), left.kind)}  {left.name.rjust(wide_name)} {number:>2} "
            f"{mark(left)}{wall}{mark(right)} {other:<2} {right.name.ljust(wide_name)}  "
            f"{paint(right.use, right.kind)}"
        ).rstrip()


ROW, GAP, FONT = 20, 26, "font-family='DejaVu Sans, Arial, sans-serif' font-size='12'"
BOLD = f"{FONT} font-weight='bold'"


def draw_svg(settings: DeviceSettings) -> str:
    """The same as one SVG picture; under it the clashes and remarks."""
    boards = [board for board in (_pi(settings), nano(settings)) if board is not None]
    parts: list[str] = []
    x = 0
    for board in boards:
        width, drawn = _svg_board(board, x)
        parts += drawn
        x += width
    y = 60 + ROW * max((len(board.left) for board in boards), default=0) + 20
    lines = [("#b5179e", here(clash)) for clash in clashes(settings)]
    lines += [("#333333", here(remark)) for remark in remarks(settings)]
    for fill, line in lines:
        parts.append(f"<text x='20' y='{y}' {FONT} fill='{fill}'>{escape(line)}</text>")
        y += ROW
    width = max([x, 400, *(20 + 7 * len(line) for _, line in lines)])
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{y}' viewBox='0 0 {width} {y}'>\n"
        f"<rect width='{width}' height='{y}' fill='#ffffff'/>\n" + "\n".join(parts) + "\n</svg>\n"
    )


def _svg_board(board: Board, x: int) -> tuple[int, list[str]]:
    """How wide the board is drawn, and its elements, its left edge at `x`."""
    left = 20 + 8 * max(len(spot.use) for spot in board.left) + 100
    right = 20 + 8 * max(len(spot.use) for spot in board.right) + 100
    middle, tall = x + left, ROW * len(board.left) + 8
    parts = [
        f"<text x='{middle}' y='30' {BOLD} text-anchor='middle'>{escape(board.title)}</text>",
        f"<rect x='{middle - GAP}' y='46' width='{2 * GAP}' height='{tall}' rx='6' fill='#1d3b2a'/>",
    ]
    for column, places, side in (
        (board.left, board.left_places, -1),
        (board.right, board.right_places, 1),
    ):
        anchor = "end" if side < 0 else "start"
        for row, (spot, place) in enumerate(zip(column, places, strict=True)):
            y = 60 + ROW * row
            fill = COLOURS[spot.kind][1]
            ring = "#ffffff" if spot.use else "#1d3b2a"
            parts.append(f"<circle cx='{middle + side * 12}' cy='{y}' r='7' fill='{fill}' stroke='{ring}'/>")
            words = " ".join(filter(None, (place, spot.name)[::side]))
            at = middle + side * (GAP + 6)
            parts.append(f"<text x='{at}' y='{y + 4}' {FONT} text-anchor='{anchor}'>{escape(words)}</text>")
            if spot.use:
                parts.append(
                    f"<text x='{at + side * 76}' y='{y + 4}' {BOLD} text-anchor='{anchor}' "
                    f"fill='{fill}'>{escape(spot.use)}</text>"
                )
    return left + right, parts


@click.command()
@click.option("--ascii", "ascii_only", is_flag=True, help="Plain letters only, for terminals without others.")
@click.option(
    "--svg", type=click.Path(dir_okay=False, path_type=Path), help="Write the drawing to this file."
)
@click.pass_context
def wiring(ctx: click.Context, ascii_only: bool, svg: Path | None) -> None:
    """Draw where each wire of this configuration goes, and name what clashes.

    Takes the `DeviceSettings` in the context's object, else the standard build. Exit status 1: a clash.
    """
    settings = ctx.find_object(DeviceSettings) or DeviceSettings()
    encoding = (sys.stdout.encoding or "ascii").lower()
    found = clashes(settings)
    if svg is not None:
        svg.write_text(draw_svg(settings), encoding="utf-8")
        click.echo(here(say("Drawn: {file}", file=str(svg))))
    else:
        click.echo(draw_text(settings, ascii_only or not encoding.startswith("utf"), colour=True))
        click.echo()
        for remark in remarks(settings):
            click.echo(here(remark))
    for clash in found:
        click.echo(click.style(here(say("Clash: {what}", what=clash)), fg="magenta"))
    ctx.exit(1 if found else 0)
