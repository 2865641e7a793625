"""The kinds of screen: how each is drawn, and what UP, DOWN, OK, BACK and the die keys do on it.

Law: a screen draws every word it was given, on some page or at some cursor. It holds rendered words and
calls back with what was chosen. Must not know prompts, sessions, time or devices.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from companion.engine.text import Text, say

from .canvas import ICONS, PIPS, Canvas
from .fonts import BIG, BOLD, LARGE, MEDIUM, NUMERAL, SMALL, Font
from .layout import HEADLINES, READING, Block, Line, fit, flow, paged, tall, wrap

Hints: TypeAlias = Mapping[str, Text]
Act: TypeAlias = Callable[[], object]
"""Something to do."""
MARGIN = 12
"""Where the words of a list begin: the cursor stands before them."""
HEAD = tall(BOLD, 2)
"""The height of the two lines above a list, whatever is said there: the list under them stands still."""


def nothing() -> None:
    """What happens where nothing does."""


class Screen:
    """What is common: a screen is stepped, taken and left. `lamps` are the keys worth pressing."""

    grows = -1
    """What UP adds: -1 goes up a list, +1 raises a number. A click clockwise adds the other, or +1."""
    lamps: frozenset[str] = frozenset()
    keys: tuple[str, ...] = ()
    """The die keys that step this screen."""

    def __init__(self, back: Act | None = None) -> None:
        self._back = back

    def draw(self, canvas: Canvas, tick: int, news: str = "") -> None:
        """Draw; `tick` counts the turns of pages that turn by themselves. `news` is said instead of what is
        asked, on a screen that `speaks`."""
        raise NotImplementedError

    def said(self) -> list[str]:
        """Every text that the screen was given to show."""
        raise NotImplementedError

    def places(self) -> int:
        """How many steps show everything; to be asked after the first drawing."""
        return 1

    def step(self, by: int) -> None:
        """Move the cursor or the value."""

    def ok(self) -> None:
        """Take what is shown."""

    def back(self) -> bool:
        """Step out; False if this screen has nowhere to go."""
        if self._back is None:
            return False
        self._back()
        return True

    @property
    def speaks(self) -> bool:
        """Whether news can be told beside what is asked, so that it need not stand over it."""
        return False

    def hints(self) -> Hints:
        """What each key does now."""
        return {}


SYMBOLS: Mapping[str, Callable[[Canvas, int, int], None]] = {"star": Canvas.star, "chaos": Canvas.bolt}
"""Faces that are drawn, by the id of the face, around a point."""


class Dice(Screen):
    """One face of a die, large, with the question beside it."""

    turns = True
    """Whether the face can be changed."""

    grows = 1

    def __init__(
        self,
        faces: Sequence[int | str],
        names: Sequence[str],
        talk: Sequence[str],
        chosen: Callable[[int | str], object],
        keys: tuple[str, ...] = (),
        back: Act | None = None,
        caption: str = "",
    ) -> None:
        super().__init__(back)
        self.faces, self.names, self.talk, self.caption = faces, names, talk, caption
        self.keys, self.lamps = keys, frozenset(keys) if len(keys) == 1 else frozenset()
        self.at = 0
        # As wide on every face, so that the words beside it stand still.
        self.wide = 48 if all(isinstance(face, int) for face in faces) else 64
        self._chosen = chosen

    def step(self, by: int) -> None:
        self.at = (self.at + by) % len(self.faces)

    def ok(self) -> None:
        self._chosen(self.faces[self.at])

    def places(self) -> int:
        return len(self.faces)

    @property
    def speaks(self) -> bool:
        return True

    @property
    def _named(self) -> list[tuple[int | str, str]]:
        return list(zip(self.faces, self.names, strict=True))

    def said(self) -> list[str]:
        return [*self.talk, self.caption, *(name for face, name in self._named if name != str(face))]

    def draw(self, canvas: Canvas, tick: int, news: str = "") -> None:
        face, name = self.faces[self.at], self.names[self.at]
        named = name != str(face)
        wide = self.wide
        middle = wide // 2 - 3
        if self.turns:
            canvas.icon("up", middle, 0)
            canvas.icon("down", middle, canvas.height - 4)
        below = canvas.height
        caption = name if named and isinstance(face, int) else self.caption
        if self.caption or any(isinstance(face, int) and str(face) != name for face, name in self._named):
            below -= BOLD.height
        if caption:
            room = canvas.width - wide - 5
            canvas.block(
                fit(caption, room, BOLD.height, (BOLD, SMALL)), tick, wide + 5, below, room, BOLD.height
            )
        if isinstance(face, int) and len(self.faces) == 6 and face in PIPS:
            canvas.pips(face, 0, 7, 48)
        elif named and face in SYMBOLS:
            SYMBOLS[str(face)](canvas, middle + 3, 24)
            canvas.block(fit(name, wide, 16, (MEDIUM, BOLD, SMALL)), tick, 0, 42, wide, 16, "centre")
        elif named:
            block = fit(name, wide - 8, 40, (LARGE, MEDIUM, BOLD, SMALL))
            canvas.draw.rounded_rectangle((0, 7, wide - 1, 54), radius=6, outline=1, width=2)
            canvas.block(block, tick, 4, 11, wide - 8, 40, "centre")
        else:
            font = NUMERAL if set(name) <= set("0123456789-?") and NUMERAL.width(name) <= wide - 6 else LARGE
            canvas.draw.rounded_rectangle((0, 7, wide - 1, 54), radius=6, outline=1, width=2)
            canvas.block(fit(name, wide - 6, 44, (font, SMALL)), tick, 3, 9, wide - 6, 44, "centre")
        draw_talk(canvas, [news] if news else self.talk, tick, wide + 5, 0, canvas.width - wide - 5, below)

    def hints(self) -> Hints:
        hints: dict[str, Text] = {"up": say("Next face"), "down": say("Face before"), "ok": say("Take it")}
        for key in self.keys:
            hints[key] = say("Next face; hold: the box rolls")
        return hints


class Rolled(Dice):
    """The face that the box rolled, for as long as it takes to see it, the question still beside it."""

    turns = False

    def __init__(self, dice: Dice, face: int | str, done: Act) -> None:
        super().__init__(dice.faces, dice.names, dice.talk, lambda face: done(), caption=dice.caption)
        self.at = list(dice.faces).index(face)

    def step(self, by: int) -> None:
        """It lies as it lies."""


class Row(NamedTuple):
    """A line of a list: the words, whether it is open now, a sign after it, and what it stands for."""

    label: str
    open: bool = True
    mark: str = ""
    id: str = ""


class Rows(Screen):
    """A list to choose from, under a heading. Rows that are not open are thin and bear a lock."""

    def __init__(
        self,
        talk: Sequence[str],
        rows: Sequence[Row],
        chosen: Callable[[int], object],
        cursor: int = 0,
        back: Act | None = None,
        heading: Callable[[int], Sequence[str]] | None = None,
    ) -> None:
        super().__init__(back)
        self.rows, self.cursor = rows, cursor
        self._talk, self._heading, self._chosen = talk, heading, chosen
        self._top = 0

    @property
    def talk(self) -> Sequence[str]:
        """The heading: fixed, or depending on the row."""
        return self._talk if self._heading is None else self._heading(self.cursor)

    def step(self, by: int) -> None:
        if self.rows:
            self.cursor = (self.cursor + by) % len(self.rows)

    def ok(self) -> None:
        if self.rows:
            self._chosen(self.cursor)

    def places(self) -> int:
        return len(self.rows)

    @property
    def speaks(self) -> bool:
        return any(self.talk)

    def said(self) -> list[str]:
        headings = (
            [self._talk] if self._heading is None else [self._heading(at) for at in range(len(self.rows))]
        )
        return [*(words for heading in headings for words in heading), *(row.label for row in self.rows)]

    def draw(self, canvas: Canvas, tick: int, news: str = "") -> None:
        top = draw_head(canvas, [news] if news else self.talk, tick)
        if not self.rows:
            return
        room = canvas.height - top
        laid = self._lay(canvas.width - MARGIN - 8, room)
        heights = [min(len(lines) * font.pitch, room) for font, lines in laid]
        spare = room - max((font.height - font.pitch for font, _ in laid), default=0)
        self._scroll(heights, spare)
        y, last = top, self._top
        for number in range(self._top, len(self.rows)):
            if y + heights[number] > top + spare and number > self._top:
                break
            self._draw_row(canvas, laid[number], tick, number, y, room)
            y += heights[number]
            last = number
        canvas.marks(self._top > 0, last < len(self.rows) - 1, canvas.width - 7, top, canvas.height)

    def _lay(self, width: int, room: int) -> list[tuple[Font, tuple[Line, ...]]]:
        """The rows in the largest font that shows all of them at once, each on one line; else the usual."""
        for big in (LARGE, MEDIUM, BOLD):
            thin = BOLD if big is not BOLD else SMALL
            laid = [
                (font, wrap(row.label, font, width))
                for row in self.rows
                for font in [big if row.open else thin]
            ]
            if all(len(lines) == 1 for _, lines in laid) and (
                sum(font.pitch for font, _ in laid) + big.height - big.pitch <= room
            ):
                break
        return [
            (font, lines) if not _broken(lines) else (SMALL, wrap(row.label, SMALL, width))
            for (font, lines), row in zip(laid, self.rows, strict=True)
        ]

    def _scroll(self, heights: Sequence[int], room: int) -> None:
        """Turn to the page of the cursor when it leaves the window; no row under the last is wasted."""
        if self.cursor < self._top:
            self._top = self._filling(self.cursor, heights, room)
        elif sum(heights[self._top : self.cursor + 1]) > room:
            self._top = min(self.cursor, self._filling(len(heights) - 1, heights, room))

    @staticmethod
    def _filling(last: int, heights: Sequence[int], room: int) -> int:
        """The first row of a full window that ends with row `last`."""
        top = last
        while top > 0 and sum(heights[top - 1 : last + 1]) <= room:
            top -= 1
        return top

    def _draw_row(
        self, canvas: Canvas, laid: tuple[Font, tuple[Line, ...]], tick: int, number: int, y: int, room: int
    ) -> None:
        font, lines = laid
        here, row = number == self.cursor, self.rows[number]
        pages = paged(lines, font, room)
        if here:
            canvas.turns = max(canvas.turns, len(pages))
        page = pages[tick % len(pages)] if here else pages[0]
        canvas.lines(page, font, MARGIN, y, canvas.width - MARGIN, "left")
        right = MARGIN + max((font.width(line.text) for line in page), default=0)
        mark = row.mark or ("" if row.open else "closed")
        if mark:
            canvas.icon(mark, right + 3, y + max(0, (font.height - len(ICONS[mark])) // 2))
        if here:
            canvas.icon("here", 0, y + (font.height - len(ICONS["here"])) // 2)

    def hints(self) -> Hints:
        hints: dict[str, Text] = {"up": say("Up"), "down": say("Down"), "ok": say("Choose")}
        if self._back is not None:
            hints["back"] = say("Back")
        return hints


class Number(Screen):
    """A large number between two bounds."""

    grows = 1

    def __init__(
        self,
        talk: Sequence[str],
        low: int,
        high: int,
        value: int,
        chosen: Callable[[int], object],
        step: int = 1,
        back: Act | None = None,
    ) -> None:
        super().__init__(back)
        self.talk, self.low, self.high, self.unit = talk, low, high, step
        self.value = min(max(value, low), high)
        self._chosen = chosen

    def step(self, by: int) -> None:
        wanted = self.value + by * self.unit
        if self.value in (self.low, self.high) and not self.low <= wanted <= self.high and abs(by) == 1:
            wanted = self.low if wanted > self.high else self.high
        self.value = min(max(wanted, self.low), self.high)

    def ok(self) -> None:
        self._chosen(self.value)

    @property
    def speaks(self) -> bool:
        return any(self.talk)

    def said(self) -> list[str]:
        return list(self.talk)

    def draw(self, canvas: Canvas, tick: int, news: str = "") -> None:
        top = draw_head(canvas, [news] if news else self.talk, tick)
        bounds = (f"{self.low}", f"{self.high}")
        side = max(SMALL.width(word) for word in bounds) + 4
        room, words = canvas.width - 2 * side, str(self.value)
        fonts = [font for font in (NUMERAL, BIG, LARGE, MEDIUM, SMALL) if font.height <= canvas.height - top]
        font = next((font for font in fonts if font.width(words) <= room), SMALL)
        middle = top + (canvas.height - top) // 2
        canvas.text(words, (canvas.width - font.width(words)) // 2, middle - font.height // 2, font)
        canvas.text(bounds[0], 0, canvas.height - SMALL.height, SMALL)
        canvas.text(bounds[1], canvas.width - SMALL.width(bounds[1]), canvas.height - SMALL.height, SMALL)
        if self.value > self.low:
            canvas.icon("down", 0, middle - 4)
        if self.value < self.high:
            canvas.icon("up", canvas.width - 7, middle - 4)

    def hints(self) -> Hints:
        hints: dict[str, Text] = {
            "up": say("More (hold: faster)"),
            "down": say("Less (hold: faster)"),
            "ok": say("Take it"),
        }
        if self._back is not None:
            hints["back"] = say("Back")
        return hints


class Pages(Screen):
    """Words to read under a heading, page after page; OK goes on and at the end takes it."""

    def __init__(
        self,
        heading: str,
        text: str,
        done: Act,
        back: Act | None = None,
        sign: str = "",
    ) -> None:
        super().__init__(back)
        self.heading, self.text, self.sign = heading, text, sign
        self.page, self.count = 0, 1
        self.lamps = frozenset({"ok"})
        self._done = done

    def step(self, by: int) -> None:
        self.page = min(max(self.page + by, 0), self.count - 1)

    def ok(self) -> None:
        if self.page < self.count - 1:
            self.page += 1
        else:
            self._done()

    def places(self) -> int:
        return self.count

    def said(self) -> list[str]:
        return [self.heading, self.text]

    def draw(self, canvas: Canvas, tick: int, news: str = "") -> None:
        if not self.text:
            self._draw_body(canvas, self.heading, 0, HEADLINES)
            return
        top = draw_heading(canvas, [self.heading], tick, room=canvas.width - 18) if self.heading else 0
        self._draw_body(canvas, self.text, top, READING)

    def _draw_body(self, canvas: Canvas, words: str, top: int, fonts: tuple[Font, ...]) -> None:
        left, height = 0, canvas.height - top
        if self.sign:
            left = 3 * len(ICONS[self.sign][0]) + 6
            draw_large(canvas, self.sign, 0, top + (height - 3 * len(ICONS[self.sign])) // 2)
        block = fit(words, canvas.width - left, height, fonts)
        if len(block.pages) > 1:
            block = fit(words, canvas.width - left - 9, height, fonts)
        self.count = len(block.pages)
        self.page = min(self.page, self.count - 1)
        page = Block(block.font, (block.pages[self.page],))
        if self.count == 1:
            canvas.block(page, 0, left, top, canvas.width - left, height)
            return
        canvas.lines(page.pages[0], page.font, left, top, canvas.width, "left")
        canvas.marks(self.page > 0, self.page < self.count - 1, canvas.width - 7, max(top, 14), canvas.height)
        count = f"{self.page + 1}/{self.count}"
        if top:
            canvas.text(count, canvas.width - SMALL.width(count), 0, SMALL)

    def hints(self) -> Hints:
        hints: dict[str, Text] = {"ok": say("Go on")}
        if self.count > 1:
            hints |= {"up": say("Page before"), "down": say("Next page")}
        if self._back is not None:
            hints["back"] = say("Back")
        return hints


class Fact(NamedTuple):
    """A line of a sheet: words at the left, a value at the right, perhaps a bar, perhaps an alarm."""

    label: str
    value: str = ""
    share: tuple[int, int] | None = None
    alarm: bool = False


ROW = 12
"""The height of a line of a sheet."""


class Strip(NamedTuple):
    """A line of a sheet as laid out."""

    label: Line | None
    value: Line | None
    share: tuple[int, int] | None
    alarm: bool


class Sheet(Screen):
    """A status page: facts under a heading; more than fit are further pages."""

    def __init__(
        self,
        heading: str,
        facts: Sequence[Fact],
        done: Act = nothing,
        turn: Callable[[int], object] | None = None,
        back: Act | None = None,
        font: Font = BOLD,
    ) -> None:
        super().__init__(back)
        self.heading, self.facts, self.font = heading, facts, font
        self.page, self.count = 0, 1
        self._done, self._turn = done, turn

    def step(self, by: int) -> None:
        if 0 <= self.page + by < self.count:
            self.page += by
        elif self._turn is not None:
            self._turn(by)

    def ok(self) -> None:
        self._done()

    def places(self) -> int:
        return self.count

    def said(self) -> list[str]:
        return [self.heading, *(words for fact in self.facts for words in (fact.label, fact.value))]

    def draw(self, canvas: Canvas, tick: int, news: str = "") -> None:
        top = draw_heading(canvas, [self.heading], tick, room=canvas.width - 22)
        rows = (canvas.height - top - BOLD.height) // ROW + 1
        pages: list[list[Strip]] = [[]]
        for fact in self.facts:
            strips = self._lay(fact, canvas.width)
            # A figure stays whole unless it is longer than a page.
            if len(pages[-1]) + len(strips) > rows and (len(strips) <= rows or len(pages[-1]) == rows):
                pages.append([])
            for strip in strips:
                if len(pages[-1]) == rows:
                    pages.append([])
                pages[-1].append(strip)
        pages = [page for page in pages if page] or [[]]
        self.count = len(pages)
        self.page = min(self.page, self.count - 1)
        for number, strip in enumerate(pages[self.page]):
            self._draw_strip(canvas, strip, top + number * ROW)
        if self.count > 1:
            count = f"{self.page + 1}/{self.count}"
            canvas.text(count, canvas.width - SMALL.width(count), 0, SMALL)

    def _lay(self, fact: Fact, width: int) -> list[Strip]:
        """Name and value on one line if they fit, else on lines of their own."""
        label, value = wrap(fact.label, self.font, width), wrap(fact.value, BOLD, width)
        if len(label) == len(value) == 1:
            used = self.font.width(label[0].text) + BOLD.width(value[0].text) + 4
            if used <= width:
                return [Strip(label[0], value[0], fact.share, fact.alarm)]
        return [
            *(Strip(line, None, None, fact.alarm) for line in label),
            *(Strip(None, line, None, fact.alarm) for line in value),
        ]

    def _draw_strip(self, canvas: Canvas, strip: Strip, y: int) -> None:
        left, right = 0, canvas.width
        if strip.label is not None:
            left = canvas.text(strip.label, 0, y, self.font)
        if strip.value is not None:
            right -= BOLD.width(strip.value.text)
            canvas.text(strip.value, right, y, BOLD)
        if strip.share is not None and right - left >= 26:
            canvas.bar(left + 5, y + 3, right - left - 10, *strip.share)
        if strip.alarm:
            canvas.invert(0, y + 1, canvas.width, ROW)

    def hints(self) -> Hints:
        return {"up": say("Page before"), "down": say("Next page"), "ok": say("Back"), "back": say("Back")}


class Writer(Screen):
    """Words letter by letter: a wheel of letters, OK takes one; a tick ends, an arrow rubs out."""

    grows = -1
    END, RUB = "\u2713", "\u2190"
    WHEEL = RUB + END + " ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜß0123456789-.,:'!?()/&+"

    def __init__(
        self,
        talk: Sequence[str],
        limit: int,
        default: str,
        chosen: Callable[[str], object],
        back: Act | None = None,
    ) -> None:
        super().__init__(back)
        self.talk, self.limit, self.words = talk, limit, default
        self.at = self.WHEEL.index(self.END) if default else self.WHEEL.index("A")
        self._chosen = chosen

    def letter(self, at: int) -> str:
        """The letter at a place of the wheel: small within a word."""
        letter = self.WHEEL[at % len(self.WHEEL)]
        return letter.lower() if self.words and self.words[-1].isalpha() else letter

    def step(self, by: int) -> None:
        self.at = (self.at + by) % len(self.WHEEL)

    def ok(self) -> None:
        letter = self.letter(self.at)
        if letter == self.END:
            self._chosen(self.words.strip())
        elif letter == self.RUB:
            self.words = self.words[:-1]
        elif len(self.words) < self.limit:
            self.words += letter

    def back(self) -> bool:
        if not self.words:
            return super().back()
        self.words = self.words[:-1]
        return True

    @property
    def speaks(self) -> bool:
        return any(self.talk)

    def said(self) -> list[str]:
        return list(self.talk)

    def draw(self, canvas: Canvas, tick: int, news: str = "") -> None:
        wheel = canvas.height - LARGE.height
        top = draw_head(canvas, [news] if news else self.talk, tick)
        block = fit(self.words + "_", canvas.width, wheel - top, (MEDIUM, BOLD, SMALL))
        last = Block(block.font, (block.pages[-1],))
        canvas.block(last, 0, 0, top, canvas.width, wheel - top)
        middle = canvas.width // 2
        for away in range(-4, 5):
            font = LARGE if away == 0 else BOLD
            self._draw_letter(canvas, self.letter(self.at + away), middle + away * 14, wheel, font)
        canvas.invert(middle - 9, wheel, 18, LARGE.height)

    def _draw_letter(self, canvas: Canvas, letter: str, x: int, y: int, font: Font) -> None:
        if letter in (self.END, self.RUB):
            canvas.icon("done" if letter == self.END else "rub", x - 4, y + 7)
            return
        shown = letter if letter != " " else "_"
        canvas.text(shown, x - font.width(shown) // 2, y + (LARGE.height - font.height) // 2, font)

    def hints(self) -> Hints:
        ending: dict[str, Text] = {
            self.END: say("Done"),
            self.RUB: say("Rub out"),
            " ": say("Take a space"),
        }
        letter = self.letter(self.at)
        taken = ending.get(letter) or say("Take {letter}", letter=letter)
        return {"up": say("Letter before"), "down": say("Next letter"), "ok": taken, "back": say("Rub out")}


def _broken(lines: Sequence[Line]) -> bool:
    """Whether a word is broken over lines."""
    return any(piece.start for line in lines for piece in line.pieces)


def draw_head(canvas: Canvas, talk: Sequence[str], tick: int) -> int:
    """Draw what is asked in two lines above a thin one: title and text together where they fit, else in
    turns. Gives the y below."""
    talk = [words for words in talk if words]
    if not talk:
        return 0
    fonts = (BOLD, SMALL)
    pages = [
        [(block.font, line) for line in page]
        for words in talk
        for block in [fit(words, canvas.width, HEAD, (MEDIUM, *fonts) if len(talk) == 1 else fonts)]
        for page in block.pages
    ]
    if len(talk) == 2 and [len(page) for page in pages] == [1, 1]:
        pages = [pages[0] + pages[1]]
    elif len(talk) > 1:
        for font in fonts:
            lines = flow(tuple(talk), font, canvas.width)
            if len(lines) <= 2 and not _broken(lines):
                pages = [[(font, line) for line in lines]]
                break
    canvas.turns = max(canvas.turns, len(pages))
    page = pages[tick % len(pages)]
    y = (HEAD - sum(font.pitch for font, _ in page[:-1]) - page[-1][0].height) // 2
    for font, line in page:
        canvas.text(line, 0, y, font)
        y += font.pitch
    canvas.draw.line((0, HEAD, canvas.width - 1, HEAD), fill=1)
    return HEAD + 2


def draw_heading(canvas: Canvas, talk: Sequence[str], tick: int, room: int = 0) -> int:
    """Draw what is asked above a thin line: at most two lines, the rest turns. Gives the y below."""
    width = room or canvas.width
    pages = [
        (block.font, page)
        for words in talk
        if words
        for block in [fit(words, width, tall(BOLD, 2), (BOLD, SMALL))]
        for page in block.pages
    ]
    if not pages:
        return 0
    height = max(tall(font, len(page)) for font, page in pages)
    canvas.turns = max(canvas.turns, len(pages))
    font, page = pages[tick % len(pages)]
    canvas.lines(page, font, 0, (height - tall(font, len(page))) // 2, width, "left")
    canvas.draw.line((0, height, canvas.width - 1, height), fill=1)
    return height + 2


def draw_talk(
    canvas: Canvas, talk: Sequence[str], tick: int, x: int, y: int, width: int, height: int
) -> None:
    """Draw texts in a box: one under the other if they fit so, else each as large as it can be, in turns."""
    texts = [words for words in talk if words]
    for fonts in ((MEDIUM, BOLD), (BOLD, SMALL)) if len(texts) > 1 else ():
        laid = [(fonts[min(at, 1)], wrap(words, fonts[min(at, 1)], width)) for at, words in enumerate(texts)]
        tallest = sum(tall(font, len(lines)) for font, lines in laid)
        if tallest <= height and not any(_broken(lines) for _, lines in laid):
            top = y + (height - tallest) // 2
            for font, lines in laid:
                canvas.lines(lines, font, x, top, width, "left")
                top += tall(font, len(lines))
            return
    pages = [
        (block.font, page) for words in texts for block in [fit(words, width, height)] for page in block.pages
    ]
    if not pages:
        return
    canvas.turns = max(canvas.turns, len(pages))
    font, page = pages[tick % len(pages)]
    canvas.block(Block(font, (page,)), 0, x, y, width, height)


def draw_large(canvas: Canvas, sign: str, x: int, y: int) -> None:
    """Draw a sign at three times its size."""
    for row, dots in enumerate(ICONS[sign]):
        for column, dot in enumerate(dots):
            if dot == "#":
                left, top = x + 3 * column, y + 3 * row
                canvas.draw.rectangle((left, top, left + 2, top + 2), fill=1)


FACT = 15
"""The height of a figure on the overview."""


class FactLine(NamedTuple):
    """A figure laid out on one line, and how many turns its pages need."""

    label: Block
    value: Block
    turns: int


class Overview(Screen):
    """The idle screen: the headline large, what is asked, and the most pressing figures."""

    def __init__(
        self,
        texts: Sequence[str],
        facts: Sequence[Fact],
        done: Act = nothing,
        turn: Callable[[int], object] | None = None,
    ) -> None:
        super().__init__(done)
        self.texts, self.facts = texts, facts
        self._done, self._turn = done, turn

    def step(self, by: int) -> None:
        if self._turn is not None:
            self._turn(by)

    def ok(self) -> None:
        self._done()

    def said(self) -> list[str]:
        return [*self.texts, *(words for fact in self.facts for words in (fact.label, fact.value))]

    def draw(self, canvas: Canvas, tick: int, news: str = "") -> None:
        bottom = canvas.height
        if self.facts:
            bottom -= FACT * min(len(self.facts), 2) + 1
            canvas.draw.line((0, bottom, canvas.width - 1, bottom), fill=1)
            pairs = [self.facts[at : at + 2] for at in range(0, len(self.facts), 2)]
            turns = [max(self._lay(fact, canvas.width).turns for fact in pair) for pair in pairs]
            canvas.turns = max(canvas.turns, sum(turns))
            tick_here = tick % sum(turns)
            pair = 0
            while tick_here >= turns[pair]:
                tick_here -= turns[pair]
                pair += 1
            for number, fact in enumerate(pairs[pair]):
                self._draw_fact(canvas, fact, tick_here, bottom + 1 + number * FACT)
        blocks = [
            fit(text, canvas.width, bottom, (MEDIUM if at == 0 else BOLD, SMALL))
            for at, text in enumerate(self.texts[:2])
        ]
        if len(blocks) == len(self.texts) and sum(block.height for block in blocks) <= bottom:
            y = (bottom - sum(block.height for block in blocks)) // 2
            for block in blocks:
                canvas.block(block, 0, 0, y, canvas.width, block.height)
                y += block.height
        else:
            draw_talk(canvas, self.texts, tick, 0, 0, canvas.width, bottom - 1)

    def _lay(self, fact: Fact, width: int) -> FactLine:
        """The value at the right, at most two thirds of the line; the name in what is left."""
        fonts = (MEDIUM, BOLD, SMALL)
        value = fit(fact.value, width * 2 // 3, FACT, fonts)
        widest = max((value.font.width(line.text) for page in value.pages for line in page), default=0)
        label = fit(fact.label, width - widest - 4, FACT, fonts)
        return FactLine(label, value, max(len(label.pages), len(value.pages)))

    def _draw_fact(self, canvas: Canvas, fact: Fact, tick: int, y: int) -> None:
        label, value, _ = self._lay(fact, canvas.width)
        left, right = 0, canvas.width
        for line in label.page(tick):
            left = canvas.text(line, 0, y + (FACT - label.font.height) // 2, label.font)
        for line in value.page(tick):
            right = canvas.width - value.font.width(line.text)
            canvas.text(line, right, y + (FACT - value.font.height) // 2, value.font)
        if fact.share is not None and right - left > 24:
            canvas.bar(left + 4, y + 4, right - left - 8, *fact.share)
        if fact.alarm:
            canvas.invert(0, y, canvas.width, FACT)

    def hints(self) -> Hints:
        back = say("Back to the question")
        return {"up": say("Page before"), "down": say("Next page"), "ok": back, "back": back}
