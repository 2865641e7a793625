"""The host's link and the simulated board on one wire, in virtual time; the wire may damage bytes."""

from __future__ import annotations

from collections.abc import Callable

from companion.hal.token_reader import (
    Button,
    Chip,
    Happening,
    Link,
    Restarted,
    State,
    TagOff,
    TagOn,
    Turn,
    Up,
)
from tests.firmware.board import BUTTONS, Board

Wire = Callable[[bytes], bytes]
NAMES = tuple(BUTTONS)


def clean(data: bytes) -> bytes:
    return data


class Pair:
    """`happenings` holds (ms, happening) of everything the host was told."""

    def __init__(self, board: Board, nonce: int = 100, slice_ms: float = 1.0) -> None:
        self.board = board
        self.link = Link(nonce)
        self.to_host: Wire = clean
        self.to_board: Wire = clean
        self.happenings: list[tuple[float, Happening]] = []
        self._slice = slice_ms
        self.link.opened(self.now)

    @property
    def now(self) -> float:
        return self.board.ms / 1000

    def run(self, ms: float) -> list[Happening]:
        """Lets time pass; returns what the host was told meanwhile."""
        start = len(self.happenings)
        end = self.board.ms + ms
        while self.board.ms < end - 1e-4:
            data = self.to_host(self.board.run(min(self._slice, end - self.board.ms)))
            told = self.link.receive(data, self.now) if data else []
            if self.link.due is not None and self.link.due <= self.now:
                told += self.link.wake(self.now)
            self.happenings += [(self.board.ms, happening) for happening in told]
            self.flush()
        return [happening for _, happening in self.happenings[start:]]

    def flush(self) -> None:
        """What the host wants to send goes onto the wire."""
        if out := self.link.outgoing():
            self.board.send(self.to_board(out))

    def up(self) -> None:
        """Runs until the session has begun and the first round of the reader is over."""
        self.run(600)
        assert self.link.state is State.UP

    def reopen(self) -> None:
        """The host closes the port and opens it again."""
        self.link.closed()
        self.link.opened(self.now)


def words(happenings: list[Happening]) -> list[str]:
    """Happenings in short, without their moments."""
    found = []
    for happening in happenings:
        match happening:
            case Button(index, down):
                found.append(f"{NAMES[index]} {'down' if down else 'up'}")
            case Turn(clicks):
                found.append(f"turn {clicks:+d}")
            case TagOn(tag):
                found.append(f"+{tag}")
            case TagOff(tag):
                found.append(f"-{tag}")
            case Chip(works):
                found.append(f"chip {'works' if works else 'gone'}")
            case Up():
                found.append("up")
            case Restarted():
                found.append("restarted")
            case _:
                found.append(type(happening).__name__)
    return found
