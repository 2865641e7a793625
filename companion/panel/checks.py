"""Does it fit? Draws every state of a screen and says what cannot be read anywhere: for tests of all games.

`check_fits` takes a prompt, `check_table` the whole table with its menus. Both give one line a fault.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.prompts import Choose, Prompt, Roll, Several
from companion.engine.text import Text, render
from companion.hal.clock import VirtualClock

from .asking import Names, Words, curtain, elsewhere, gate, screen_for
from .canvas import Canvas
from .layout import Piece, pieces, split
from .panel import Panel
from .screens import Number, Screen, nothing
from .seen import Seen


def check_fits(prompt: Prompt, words: Words = render, names: Names | None = None) -> list[str]:
    """Every word of `prompt` that no screen shows, and all that is drawn beyond the edge. Empty: it fits."""
    names = names or {}
    screens: list[Screen] = []
    if isinstance(prompt, Several):
        screens.append(gate(prompt, words, names, (), nothing_of))
        screens.append(gate(prompt, words, names, tuple(part.to for part in prompt.parts), nothing_of))
    parts = prompt.parts if isinstance(prompt, Several) else (prompt,)
    for part in parts:
        if part.own_screen:
            screens.append(elsewhere(part, words, names))
        if part.secret:
            screens.append(curtain(part, words, names, nothing))
        screens.append(screen_for(part, words, names, nothing_of, nothing_of))
    faults: list[str] = []
    said: set[str] = set()
    for screen in screens:
        faults += check_screen(screen)
        said.update(screen.said())
    for words_of in map(words, texts_of(prompt)):
        if not any(words_of.casefold() in text.casefold() for text in said):
            faults.append(f"{words_of!r} is on no screen")
    return faults


def check_table(seen: Seen, words_in: str = "en") -> list[str]:
    """The same for everything that the table menu shows of `seen`, in the language `words_in`."""
    panel = Panel(VirtualClock(), nothing_of)
    panel.settings = type(panel.settings)(language=words_in)
    panel.seen = seen
    menu, faults = panel.menu, []
    screens = [
        menu.top(),
        *(menu.browse(at) for at in range(menu.places)),
        menu.log(),
        menu.set_up(),
        menu.off(),
    ]
    screens += [menu.undo(count) for count in (1, 2) if len(seen.steps) >= count]
    if seen.adjustables:
        screens += menu.every_correction()
    for screen in screens:
        faults += check_screen(screen)
    return faults


def check_screen(screen: Screen) -> list[str]:
    """What `screen` was given and shows in none of its states, and what it draws beyond the edge."""
    shown: set[Piece] = set()
    faults: list[str] = []
    for canvas in states(screen):
        shown |= canvas.shown
        faults += [f"{words!r} is drawn beyond the edge" for words in canvas.outside]
    covered = coverage(shown)
    for text in screen.said():
        for whole in pieces(text):
            if covered.get((whole.source, whole.word), 0) < whole.end:
                faults.append(f"{split(text)[whole.word]!r} of {text!r} is not shown whole")
    return sorted(set(faults))


def states(screen: Screen) -> Iterator[Canvas]:
    """Every picture of the screen: all turns of its pages at all places of its cursor."""
    place = 0
    while True:
        tick = 0
        while True:
            canvas = Canvas()
            screen.draw(canvas, tick)
            yield canvas
            tick += 1
            if tick >= canvas.turns:
                break
        place += 1
        if place >= screen.places():
            break
        screen.step(1)
    if isinstance(screen, Number):
        for value in (screen.low, screen.high):
            screen.value = value
            canvas = Canvas()
            screen.draw(canvas, 0)
            yield canvas


def coverage(shown: set[Piece]) -> dict[tuple[str, int], int]:
    """Of each word, how many of its letters are shown from the first without a gap."""
    reach: dict[tuple[str, int], int] = {}
    for piece in sorted(shown):
        word = (piece.source, piece.word)
        if piece.start <= reach.get(word, 0):
            reach[word] = max(reach.get(word, 0), piece.end)
    return reach


def texts_of(prompt: Prompt) -> Iterator[Text]:
    """All that a prompt says."""
    yield from (prompt.title, prompt.text)
    if isinstance(prompt, Roll):
        yield prompt.die.name
        # A number is drawn as pips.
        named = zip(prompt.die.faces, prompt.die.names, strict=False)
        yield from (name for face, name in named if isinstance(face, str))
    elif isinstance(prompt, Choose):
        yield from (option.label for option in prompt.options)
    elif isinstance(prompt, Several):
        for part in prompt.parts:
            yield from texts_of(part)


def nothing_of(thing: object) -> None:
    """For screens that are only drawn."""
