"""A die: its face large, to be turned by keys or rolled by the box.

Must not know which dice there are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.engine.text import Text, say

from ..canvas import PIPS, Canvas
from ..fonts import BOLD, LARGE, MEDIUM, NUMERAL, SMALL
from ..layout import fit
from .base import Act, Hints, Screen
from .heads import draw_talk

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
