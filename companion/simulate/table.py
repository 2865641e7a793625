"""The table a script plays at: the service on mock devices, a virtual clock, a disk that survives power cuts.

Here: fingers that answer a question as people would, by the keys. Must not know scripts.
"""

from __future__ import annotations

import random
import shutil
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from companion.engine.prompts import Choose, Count, Prompt, Roll, Several, Tell, Write
from companion.engine.session import Session
from companion.engine.text import render
from companion.hal.clock import VirtualClock
from companion.hal.events import BUTTONS, ButtonName
from companion.hal.mock import MockBox
from companion.panel.panel import Panel
from companion.panel.screens import Dice, Number, Pages, Rows, Writer
from companion.service.companion import Companion
from companion.service.run import outfit
from companion.service.settings import Settings
from companion.service.tray import Tray

PAUSE = 0.5
"""Seconds people take from one press to the next."""


class Stuck(Exception):
    """What was to be done could not be done; the words say what was seen instead."""


class Table:
    """One table. `close` takes its disk away."""

    def __init__(self, game: str = "", seed: int = 1) -> None:
        self.settings = Settings(games=(game,) if game else ())
        self.seed = seed
        self._root = Path(tempfile.mkdtemp(prefix="companion-"))
        self._starts = 0
        self._old: list[Companion] = []
        self.knob = True
        """Whether the box has a knob; without one UP and DOWN do what it does."""
        self.bugs: list[str] = []
        self.switched_off = False
        self._start(self._root / "0")

    def _start(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self.clock, self.box = self.set_up()
        self.tray = Tray()
        extras = outfit(self.settings, folder, self.clock, self._off)
        taught = extras.meaning
        extras = replace(
            extras,
            meaning=lambda tag: self.tray.meaning(tag) or taught(tag),
            dice=random.Random(self.seed + self._starts),
            on_bug=lambda error: self.bugs.append(repr(error)),
        )
        self.extras = extras
        self.companion = Companion(self.clock, self.box.devices, folder, self.settings, extras)
        self.companion.start()
        self.wait(1)

    def set_up(self) -> tuple[VirtualClock, MockBox]:
        """A clock and the box on the table, for each start."""
        clock = VirtualClock()
        return clock, MockBox(clock, seed=self.seed)

    def _off(self) -> None:
        self.switched_off = True

    def cut_power(self) -> None:
        """Cut the power and start again from what lies on the disk at this very moment."""
        self._starts += 1
        lying, switch = self.box.reader.lying, self.box.buttons.switch
        fresh = self._root / str(self._starts)
        shutil.copytree(self.folder, fresh)
        self._old.append(self.companion)
        self.switched_off = False
        self._start(fresh)
        self.box.buttons.switch = switch
        for tag in lying:
            self.box.reader.lay(tag)

    def close(self) -> None:
        """Close what is open and take the disk away."""
        for companion in (*self._old, self.companion):
            companion.close()
        shutil.rmtree(self._root, ignore_errors=True)

    # -- looking ----------------------------------------------------------

    @property
    def session(self) -> Session[Any]:
        """The lobby or the game."""
        return self.companion.box.session

    @property
    def panel(self) -> Panel:
        """What the keys and the OLED belong to."""
        return self.companion.front.panel

    @property
    def in_lobby(self) -> bool:
        """Whether no game has begun yet."""
        return self.companion.box.sitting is None

    @property
    def asked(self) -> str:
        """The open question."""
        pending = self.session.pending
        if pending is None:
            return render(self.session.outcome.text) if self.session.outcome is not None else "nothing"
        return " ".join(part for part in map(render, (pending.prompt.title, pending.prompt.text)) if part)

    @property
    def oled(self) -> str:
        """What is to be read on the OLED; nothing while it is dark."""
        return " | ".join(sorted(self.panel.texts)) if self.box.display.lit else ""

    @property
    def figures(self) -> Mapping[str, Any]:
        """Every figure that may be corrected, by its path."""
        return {figure.path: figure.value for figure in self.session.adjustables()}

    # -- fingers ----------------------------------------------------------

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.clock.advance(seconds)

    def press(self, button: ButtonName) -> None:
        """A short press and the time after it."""
        self.box.buttons.click(button)
        self.wait(PAUSE)

    def hold(self, button: ButtonName, seconds: float = 1.0) -> None:
        """A long press and the time after it."""
        self.box.buttons.hold(button, seconds)
        self.wait(seconds + PAUSE)

    def turn(self, clicks: int) -> None:
        """Turn the knob and the time that takes; without one, press UP and DOWN as often."""
        if not self.knob:
            onward: tuple[ButtonName, ButtonName] = ("down", "up")
            more, less = onward if self.panel.screen.grows < 0 else onward[::-1]
            for _ in range(abs(clicks)):
                self.press(more if clicks > 0 else less)
            return
        self.box.encoder.turn(clicks)
        self.wait(abs(clicks) * 0.05 + 0.1)

    def roll(self) -> None:
        """Let the box roll the die that is asked for: hold its key."""
        self.to_the_question()
        screen = self.panel.screen
        if not isinstance(screen, Dice):
            raise Stuck(self.asked)
        before = self._mark()
        self.hold(next(key for key in BUTTONS if key in screen.keys))
        for _ in range(10):
            if self._mark() != before:
                return
            self.wait(PAUSE)
        raise Stuck(self.oled or "a dark OLED")

    def lay(self, tag: str) -> None:
        """Lay a tag on the reader and the time until it is read."""
        self.box.reader.lay(tag)
        self.wait(PAUSE)

    def lift(self) -> None:
        """Take all tags away, and the time until that is noticed."""
        self.box.reader.lift()
        self.wait(1)

    def to_the_question(self) -> None:
        """Wake the OLED, let news pass, leave menus: what people do before they answer."""
        if self.panel.power != "on":
            self.press("ok")
        for _ in range(60):
            if not self.panel.telling:
                break
            self.wait(1)
        self.wait(PAUSE)  # Just after news the panel takes no OK.
        if self.panel.in_menu:
            self.hold("ok")

    def answer(self, words: str, seat: str = "") -> None:
        """Answer the open question with the keys. Raises Stuck if it is not taken."""
        before = self._mark()
        self.attempt(words, seat)
        if self._mark() == before:
            raise Stuck(self.oled or "a dark OLED")

    def attempt(self, words: str, seat: str = "") -> None:
        """Go through the presses of an answer, whatever becomes of it. Raises Stuck if there is no way."""
        self.to_the_question()
        pending = self.session.pending
        if pending is None:
            raise Stuck("no question: the game is over")
        prompt: Prompt = pending.prompt
        if isinstance(prompt, Several):
            prompt = self._open_part(prompt, seat)
        elif prompt.secret:
            self.press("ok")
        self.enter(prompt, meant(prompt, words))

    def enter(self, prompt: Prompt, value: Any) -> None:
        """Bring the screen to `value` and take it."""
        screen, before = self.panel.screen, self._mark()
        if isinstance(screen, Dice):
            self.turn(nearest(screen.faces.index(value) - screen.at, len(screen.faces)))
        elif isinstance(screen, Rows) and isinstance(prompt, Choose):
            at = [row.id for row in screen.rows].index(value)
            self.turn(nearest(at - screen.cursor, len(screen.rows)))
        elif isinstance(screen, Number):
            self.turn((value - screen.value) // screen.unit)
        elif isinstance(screen, Writer):
            self._write(screen, value)
            return
        self.press("ok")
        while isinstance(self.panel.screen, Pages) and self.panel.screen is screen:
            if self._mark() != before:
                break
            self.press("ok")

    def _write(self, screen: Writer, words: str) -> None:
        there = screen.words == words
        for _ in range(0 if there else len(screen.words)):
            self.press("back")
        for letter in [*("" if there else words), Writer.END]:
            wanted = letter.upper() if letter.upper() in Writer.WHEEL else letter
            if wanted not in Writer.WHEEL:
                raise Stuck(f"no letter {letter!r} on the wheel")
            self.turn(Writer.WHEEL.index(wanted) - screen.at)
            self.press("ok")

    def _open_part(self, prompt: Several, seat: str) -> Prompt:
        pending = self.session.pending
        assert pending is not None
        seats = [part.to for part in prompt.parts]
        names = self.panel.names
        open_seats = [to for to in seats if to not in pending.answered]
        wanted = open_seats[0]
        if seat:
            found = [
                to
                for to in seats
                if to is not None and seat.casefold() in (names.get(to, "").casefold(), str(to))
            ]
            if not found:
                raise Stuck(f"the seats {', '.join(names.get(to or 0, str(to)) for to in seats)}")
            wanted = found[0]
        screen = self.panel.screen
        if isinstance(screen, Rows):
            self.turn(seats.index(wanted) - screen.cursor)
            self.press("ok")
        part = prompt.part(wanted)
        assert part is not None
        return part

    def _mark(self) -> tuple[int, int, int]:
        pending = self.session.pending
        return id(self.session), self.session.number, len(pending.answered) if pending is not None else -1


def nearest(away: int, places: int) -> int:
    """The shorter way round to what is `away` steps on in a list that goes round."""
    half = places // 2
    return (away + half) % places - half


def meant(prompt: Prompt, words: str) -> Any:
    """The answer people mean by `words`: a face, an option by id or label, a number, a text. Raises Stuck."""
    said = words.strip().casefold()
    if isinstance(prompt, Roll):
        die = prompt.die
        named = [(face, (str(face), render(die.name_of(face)))) for face in die.faces]
        return _one_of(said, named)
    if isinstance(prompt, Choose):
        return _one_of(said, [(option.id, (option.id, render(option.label))) for option in prompt.options])
    if isinstance(prompt, Count):
        try:
            number = int(said)
        except ValueError:
            raise Stuck(f"a number from {prompt.low} to {prompt.high}") from None
        if not prompt.low <= number <= prompt.high:
            raise Stuck(f"a number from {prompt.low} to {prompt.high}")
        return number
    if isinstance(prompt, Write):
        return words.strip()
    if isinstance(prompt, Tell) and said in ("ok", "done"):
        return "ok"
    raise Stuck("something to be taken with: answer ok")


def _one_of(said: str, named: list[tuple[Any, tuple[str, str]]]) -> Any:
    """The one that is called so: exactly, else by a beginning or part that no other has."""
    tests: list[Callable[[str], bool]] = [
        lambda name: name == said,
        lambda name: name.startswith(said),
        lambda name: said in name,
    ]
    for test in tests:
        found = [value for value, names in named if any(test(name.casefold()) for name in names)]
        if len(found) == 1:
            return found[0]
    raise Stuck("one of: " + ", ".join(name for _, (_, name) in named))
