"""The twin of the box: the same service on mock devices, drawn and played in a terminal (Textual).

Here: the OLED pixel by pixel, keys for the buttons, a tray of tokens, lamps, what happens. Must not know any
game; it looks at the box as people do.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace
from PIL import Image
from rich.segment import Segment
from rich.style import Style
from rich.text import Text as Words
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import OptionList, RichLog, Static
from textual.widgets.option_list import Option

from companion.engine.text import Text, say
from companion.hal.events import ButtonName
from companion.hal.mock import MockBox
from companion.service.companion import Companion, Extras
from companion.service.tray import Tray, tag_of

if TYPE_CHECKING:
    from pathlib import Path

    from companion.engine.live import Changed
    from companion.engine.prompts import Prompt
    from companion.hal.ports import Clock
    from companion.service.settings import Settings

LOOK = 0.05
"""Seconds between two looks at the box."""
HALVES = " ▀▄█"
QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
DOTS = (0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80)
KEYS: dict[ButtonName, tuple[str, str, str]] = {
    "event": ("e", "E", "EVENT"),
    "move": ("m", "M", "MOVE"),
    "combat": ("c", "C", "COMBAT"),
    "up": ("up", "U", "UP"),
    "down": ("down", "D", "DOWN"),
    "ok": ("enter", "O", "OK"),
    "back": ("backspace", "B", "BACK"),
}
"""Of each button: the key that presses it, the key that holds it, what is written on it."""
SHOWN_AS = {"up": "↑", "down": "↓", "enter": "⏎", "backspace": "⌫"}


class Oled(Widget):
    """The picture of the OLED: half-blocks where there is room for them, else quarters, else dots."""

    CELLS: ClassVar[dict[str, tuple[int, int]]] = {"halves": (1, 2), "quarters": (2, 2), "dots": (2, 4)}

    def __init__(self, size: tuple[int, int]) -> None:
        super().__init__(id="oled")
        self.pixels = Image.new("1", size)
        self.level = 255
        self.kind = "halves"

    def choose(self, room: Size) -> None:
        """Take the finest drawing that leaves room for the keys."""
        width, height = self.pixels.size
        for kind, (across, down) in self.CELLS.items():
            self.kind = kind
            if width // across + 2 <= room.width and height // down + 8 <= room.height:
                break
        self.styles.width, self.styles.height = width // across, height // down
        self.refresh(layout=True)

    def show(self, picture: Image.Image, level: int) -> None:
        """Draw this picture at this brightness."""
        if picture.tobytes() != self.pixels.tobytes() or level != self.level:
            self.pixels, self.level = picture.copy(), level
            self.refresh()

    def lines(self) -> list[str]:
        """The picture in letters."""
        return draw(self.pixels, self.kind)

    def render_line(self, y: int) -> Strip:
        lines = self.lines()
        bright = 120 + self.level * 135 // 255
        style = Style(color=f"rgb({bright * 4 // 5},{bright * 19 // 20},{bright})", bgcolor="black")
        return Strip([Segment(lines[y] if y < len(lines) else "", style)])


def draw(picture: Image.Image, kind: str) -> list[str]:
    """A one-bit picture as lines of letters: `halves`, `quarters` or `dots`."""
    across, down = Oled.CELLS[kind]
    width, height = picture.size
    lit = picture.tobytes()
    row = (width + 7) // 8

    def pixel(x: int, y: int) -> bool:
        return y < height and bool(lit[y * row + x // 8] & 0x80 >> x % 8)

    lines = []
    for top in range(0, height, down):
        line = []
        for left in range(0, width, across):
            bits = [pixel(left + x, top + y) for y in range(down) for x in range(across)]
            if kind == "dots":
                line.append(chr(0x2800 + sum(dot for dot, on in zip(DOTS, bits, strict=True) if on)))
            else:
                signs = HALVES if kind == "halves" else QUARTERS
                line.append(signs[sum(1 << at for at, on in enumerate(bits) if on)])
        lines.append("".join(line))
    return lines


class Twin(App[int]):
    """The box in the terminal. `companion` is started when the screen is there."""

    TITLE = "Companion"
    AUTO_FOCUS = ""
    CSS = """
    Screen { background: $surface; }
    #bench { height: 1fr; }
    #box { width: auto; height: 100%; }
    #oled { background: black; margin: 0 1; }
    #keys { width: 66; height: 8; padding: 0 1; }
    #side { width: 1fr; min-width: 14; }
    #tray { height: 1fr; border: round $primary; padding: 0; }
    #log { height: 1fr; border: round $primary; padding: 0 1; }
    .narrow #side { layer: over; dock: right; width: 40; height: 100%; display: none; background: $surface; }
    .narrow #side.open { display: block; }
    Screen { layers: base over; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(press, f"press('{name}')", show=False, priority=True)
            for name, (press, _, _) in KEYS.items()
        ),
        *(Binding(hold, f"hold('{name}')", show=False, priority=True) for name, (_, hold, _) in KEYS.items()),
        Binding("right,plus", "turn(1)", show=False, priority=True),
        Binding("left,minus", "turn(-1)", show=False, priority=True),
        Binding("t", "tray", show=False, priority=True),
        Binding("l", "lift", show=False, priority=True),
        Binding("r", "plug('reader')", show=False, priority=True),
        Binding("d", "plug('display')", show=False, priority=True),
        Binding("q,ctrl+q,ctrl+c", "leave", show=False, priority=True),
    ]

    def __init__(self, box: MockBox, companion: Companion, tray: Tray) -> None:
        super().__init__()
        self.box, self.companion, self.tray = box, companion, tray
        self.oled, self.keys = Oled(box.display.size), Static(id="keys")
        self.tokens, self.happened = OptionList(id="tray"), RichLog(id="log", wrap=True, markup=False)
        self._gone: set[str] = set()
        self._drawn: tuple[object, ...] = ()
        self._asked: Prompt | None = None
        companion.box.subscribe(self._changed)

    # -- on screen --------------------------------------------------------

    def compose(self) -> ComposeResult:
        with Horizontal(id="bench"):
            with Vertical(id="box"):
                yield self.oled
                yield self.keys
            with Vertical(id="side"):
                yield self.tokens
                yield self.happened

    def on_mount(self) -> None:
        self.tokens.border_title = self._words(say("Tokens (t)"))
        self.happened.border_title = self._words(say("What happens"))
        self.companion.start()
        # A timer of the picture ends with it.
        self.oled.set_interval(LOOK, self.look)
        self.look()

    def on_resize(self) -> None:
        oled = self.oled
        oled.choose(self.size)
        used = oled.styles.width.value if oled.styles.width is not None else 0
        self.screen.set_class(self.size.width - used < 32, "narrow")

    def look(self) -> None:
        """Draw the box as it is now."""
        box, panel = self.box, self.companion.front.panel
        dark = not box.display.lit
        picture = Image.new("1", box.display.size) if dark else box.display.image
        self.oled.show(picture, box.display.level)
        now = (dict(panel.hints), frozenset(box.lamps.lit), tuple(box.reader.lying), frozenset(self._gone))
        if now != self._drawn:
            self._drawn = now
            self.keys.update(self._keys())
        self._fill_tray()

    def _keys(self) -> Words:
        """Every key and what it does now, the lit ones marked."""
        hints, words = self.companion.front.panel.hints, Words()
        for name, (press, hold, title) in KEYS.items():
            lamp = name in self.box.lamps.lit
            words.append("● " if lamp else "○ ", "bold yellow" if lamp else "dim")
            words.append(f"{SHOWN_AS.get(press, press)} {hold} ".rjust(5), "bold cyan")
            words.append(f"{title:<7}", "bold")
            words.append(self._words(hints[name]) if name in hints else "–", "" if name in hints else "dim")
            words.append("\n")
        lift = say("lift ({n} lying)", n=len(self.box.reader.lying)) if self.box.reader.lying else say("lift")
        reader = say("no reader") if "reader" in self._gone else say("reader")
        display = say("no OLED") if "display" in self._gone else say("OLED")
        for key, does in (
            ("A-Z", say("hold")),
            ("←→", say("knob")),
            ("t", say("tokens")),
            ("l", lift),
            ("r", reader),
            ("d", display),
            ("q", say("leave")),
        ):
            words.append(f"{key} ", "bold cyan")
            words.append(f"{self._words(does)}  ")
        return words

    def _fill_tray(self) -> None:
        panel = self.companion.front.panel
        asked = panel.asked
        if asked is self._asked and self.tokens.option_count:
            self._mark_lying()
            return
        self._asked = asked
        self.tray.fill(asked)
        options = self.tokens
        options.clear_options()
        for meaning in self.tray.here:
            options.add_option(Option(self._label(meaning), id=f"m:{meaning}"))
        options.highlighted = 0

    def _mark_lying(self) -> None:
        options = self.tokens
        for at, meaning in enumerate(self.tray.here):
            if str(options.get_option_at_index(at).prompt) != self._label(meaning):
                options.replace_option_prompt_at_index(at, self._label(meaning))

    def _label(self, meaning: str) -> str:
        lying = tag_of(meaning) in self.box.reader.lying
        return f"{'▣' if lying else '□'} {self._words(self.tray.here[meaning])}"

    def _words(self, text: Text) -> str:
        return self.companion.front.panel.words(text)

    def _changed(self, changed: Changed) -> None:
        for notice in changed.notices:
            if notice.seat is None:
                self.happened.write(self._words(notice.text))

    # -- fingers ----------------------------------------------------------

    def action_press(self, name: ButtonName) -> None:
        """Press a button; with the tray in hand, the keys move in it."""
        tray = self.tokens
        if tray.has_focus and name in ("up", "down"):
            tray.action_cursor_up() if name == "up" else tray.action_cursor_down()
        elif tray.has_focus and name == "ok":
            self._lay()
        elif tray.has_focus and name == "back":
            self.action_tray()
        else:
            self.box.buttons.click(name)

    def action_hold(self, name: ButtonName) -> None:
        """Hold a button as long as it takes."""
        self.box.buttons.hold(name, 1.4 if name in ("up", "down") else 0.9)

    def action_turn(self, clicks: int) -> None:
        """Turn the knob."""
        self.box.encoder.turn(clicks)

    def action_tray(self) -> None:
        """Take the tray in hand, or put it away."""
        tray = self.tokens
        held = tray.has_focus
        self.set_focus(None if held else tray)
        self.query_one("#side").set_class(not held, "open")

    def _lay(self) -> None:
        at = self.tokens.highlighted
        if at is None:
            return
        tag = tag_of(list(self.tray.here)[at])
        if tag in self.box.reader.lying:
            self.box.reader.lift(tag)
        else:
            self.box.reader.lift()
            self.box.reader.lay(tag)

    def action_lift(self) -> None:
        """Take every token off the reader."""
        self.box.reader.lift()

    def action_plug(self, part: str) -> None:
        """Pull or put back the plug of a device."""
        device = self.box.reader if part == "reader" else self.box.display
        if part in self._gone:
            self._gone.discard(part)
            device.plug()
        else:
            self._gone.add(part)
            device.unplug()

    def action_leave(self) -> None:
        """Close the game safely and go."""
        self.companion.close(lambda: self.exit(0))


def set_up(
    clock: Clock, settings: Settings, extras: Extras, folder: Path | None
) -> tuple[MockBox, Companion, Tray]:
    """A box of mocks with the service on it, and the tray that fits. Raises Held."""
    box, tray = MockBox(clock), Tray()
    taught = extras.meaning

    def meaning(tag: str) -> str | None:
        return tray.meaning(tag) or taught(tag)

    return box, Companion(clock, box.devices, folder, settings, replace(extras, meaning=meaning)), tray


def run(settings: Settings) -> int:
    """Play in this terminal until somebody leaves; the exit code. Raises Held."""
    return asyncio.run(_run(settings))


async def _run(settings: Settings) -> int:
    from companion.hal.clock import LoopClock
    from companion.journal import places
    from companion.service.run import outfit

    clock = LoopClock()
    folder = places.home(settings.home)
    ends: list[Callable[[], object]] = []
    extras = outfit(settings, folder, clock, lambda: [end() for end in ends])
    box, companion, tray = set_up(clock, settings, extras, folder)
    twin = Twin(box, companion, tray)
    ends.append(partial(twin.exit, 0))
    return await twin.run_async() or 0
