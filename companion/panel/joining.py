"""The screen that invites phones: a code to scan, the address to type, the PIN.

It reads the invitation each time it is drawn: a PIN is new after every use. Must not know the network.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.text import Text, say, say_n

from .canvas import Canvas
from .fonts import BOLD, MEDIUM, SMALL
from .layout import fit
from .screens import Act, Hints, Screen
from .seen import Invitation

EDGE = 3
"""Light pixels around the code; readers find it with less than the standard's four modules."""


class Joining(Screen):
    """`invite` gives the invitation as it is now; None once phones cannot join any more."""

    lamps = frozenset({"ok"})

    def __init__(
        self, invite: Callable[[], Invitation | None], words: Callable[[Text], str], done: Act
    ) -> None:
        super().__init__(done)
        self._invite, self._words, self._done = invite, words, done

    def ok(self) -> None:
        self._done()

    def said(self) -> list[str]:
        invitation = self._invite()
        if invitation is None:
            return [self._words(say("No phones now."))]
        phones = say_n("{n} phone", "{n} phones", invitation.phones)
        return [invitation.address, f"PIN {invitation.pin}", self._words(phones)]

    def draw(self, canvas: Canvas, tick: int, news: str = "") -> None:
        invitation, said = self._invite(), self.said()
        if invitation is None:
            canvas.block(
                fit(said[0], canvas.width, canvas.height, (MEDIUM, SMALL)), tick, 0, 0, canvas.width, 62
            )
            return
        side = self._code(canvas, invitation.code)
        left, room = side + 5, canvas.width - side - 5
        address, pin, phones = said
        canvas.block(fit(_in_parts(address), room, 35, (SMALL,)), tick, left, 0, room, 35)
        canvas.block(fit(pin, room, 13, (BOLD, SMALL)), tick, left, 35, room, 13)
        canvas.block(fit(phones, room, 13, (SMALL,)), tick, left, 49, room, 13)

    def _code(self, canvas: Canvas, code: tuple[tuple[bool, ...], ...]) -> int:
        """Dark on light, as many pixels a module as fit; the width it takes."""
        if not code:
            return 0
        scale = max(1, (canvas.height - 2) // len(code))
        side = scale * len(code) + 2 * min(EDGE, (canvas.height - scale * len(code)) // 2)
        edge = (side - scale * len(code)) // 2
        canvas.draw.rectangle((0, 0, side - 1, side - 1), fill=1)
        for y, row in enumerate(code):
            for x, dark in enumerate(row):
                if dark:
                    at = edge + x * scale, edge + y * scale
                    canvas.draw.rectangle((*at, at[0] + scale - 1, at[1] + scale - 1), fill=0)
        return side

    def hints(self) -> Hints:
        return {"ok": say("Back"), "back": say("Back")}


def _in_parts(address: str) -> str:
    """An address that may be broken in the middle of its four numbers and before its port: a hyphen anywhere
    would be read as part of it."""
    host, colon, port = address.rpartition(":")
    parts = (host or address).split(".")
    if len(parts) == 4:
        host = f"{parts[0]}.{parts[1]}. {parts[2]}.{parts[3]}"
    return f"{host} {colon}{port}" if colon else address
