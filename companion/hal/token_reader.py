"""The host's end of our own token reader's serial protocol: bytes in, happenings and bytes out. Pure.

Belongs here: the link's state machine on the messages of `token_messages.py`. The protocol itself is written
down in docs/serial-protocol.md. Must not know: ports, threads, clocks (every call is given the time), games.

The law:

- Nothing is believed but a line whose check is right; everything else is counted and dropped up to its end.
- A session begins when the board answers our hello with our own word (`nonce`). What came before it is
  nobody's; a hello nobody asked for means that the board has started anew.
- An event is taken if its number is the next one; then, and for every repeat, the last number taken is
  acknowledged. So each event is taken once and in order, however often it is sent.
- A command is sent until its reply comes, one at a time; the board does each number once.
- No command goes to a board whose protocol does not fit, nor before the hello is over.
- Lamps and settings are wishes: they outlive a session and are told anew in the next one.
- The owner calls `receive` with bytes, `wake` at `due`, and writes out `outgoing()` after every call.
"""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

import msgspec

from companion.engine.text import Text, say
from companion.hal.token_messages import BoardEvent, Complaint, Hello, Lines, Reply, encode, parse

PROTOCOL = (1, 0)
"""Major and minor version spoken here. Another major does not fit; a lower minor is old but good."""
BAUD = 115_200

# Seconds.
LISTEN = 2.0
"""After opening, a board that resets is in its boot loader: whatever is sent now is lost or misread."""
ASK_AGAIN = 0.5
ANSWER_LIMIT = 5.0
RESEND = 0.15
PING_AFTER = 1.0
SILENT_AFTER = 2.0
"""A session without a good line for so long is over; a ping has then been asked for a second."""


# ---- what the owner of a link is told ---------------------------------------------------------------


class Up(msgspec.Struct, frozen=True):
    """A session has begun; `note` is for the user when the board's firmware is old but good."""

    hello: Hello
    note: Text | None


class Refused(msgspec.Struct, frozen=True):
    """The board's protocol does not fit; nothing is sent to it. Told once for each such board."""

    reason: Text


class Silent(msgspec.Struct, frozen=True):
    """Nobody speaks our protocol there (any more): close the port and open it again."""

    reason: Text


class Restarted(msgspec.Struct, frozen=True):
    """The board lost its session in the middle. Open presses have no end and no meaning any more."""


class Button(msgspec.Struct, frozen=True):
    """Button `index` changed at `moment` (on the owner's scale)."""

    index: int
    down: bool
    moment: float


class Turn(msgspec.Struct, frozen=True):
    """The encoder moved by clicks, clockwise positive."""

    clicks: int


class TagOn(msgspec.Struct, frozen=True):
    """A tag lies on the reader, by its canonical id. Told once until it goes."""

    tag: str


class TagOff(msgspec.Struct, frozen=True):
    """The tag is gone."""

    tag: str


class Chip(msgspec.Struct, frozen=True):
    """The reader chip stopped answering the board, or works again."""

    works: bool


class InputsLost(msgspec.Struct, frozen=True):
    """The board could not keep so many button edges."""

    count: int


class Answered(msgspec.Struct, frozen=True):
    """The reply to a question (`Link.ask`)."""

    question: str
    good: bool
    text: str


Happening: TypeAlias = (
    Up | Refused | Silent | Restarted | Button | Turn | TagOn | TagOff | Chip | InputsLost | Answered
)


# ---- the link ---------------------------------------------------------------------------------------


class State(Enum):
    """Where a link stands."""

    CLOSED = "closed"
    LISTENING = "listening"
    """Just opened: a board that resets says hello by itself."""
    ASKING = "asking"
    """Our hello is out."""
    UP = "up"
    REFUSED = "refused"


@dataclass(slots=True)
class _Flight:
    """The command on its way."""

    text: str
    key: str | None
    """The wish it fulfils, None for a question."""
    sent: float


@dataclass
class Link:
    """One board behind one port that may come and go. See the law above."""

    nonce: int
    """Any number; sessions of one link have different ones, and two programs should start far apart."""
    speaks: tuple[int, int] = PROTOCOL
    state: State = State.CLOSED
    due: float | None = None
    """When `wake` is wanted."""
    tags: set[str] = field(default_factory=set)
    """What lies on the reader as far as was told."""
    counters: dict[str, int] = field(
        default_factory=lambda: dict.fromkeys(("resent", "repeats", "gaps", "strange", "restarts"), 0)
    )
    _lines: Lines = field(default_factory=Lines)
    _out: bytearray = field(default_factory=bytearray)
    _opened: float = 0.0
    _asked: float = 0.0
    _heard: float = 0.0
    _word: str = ""
    _next: int = 0
    _command: int = 0
    _flight: _Flight | None = None
    _wishes: dict[str, str] = field(default_factory=dict)
    _waiting: deque[str] = field(default_factory=deque)
    _questions: deque[str] = field(default_factory=deque)
    _unseen: set[str] | None = None
    _refused: Text | None = None

    @property
    def bad_lines(self) -> int:
        """Lines that came damaged or endless."""
        return self._lines.bad + self._lines.long

    # -- the port --

    def opened(self, now: float) -> None:
        """The port is open (again)."""
        self._lines.feed(b"\n")  # what was cut off at the last closing ends here
        self._out.clear()
        self._end_session()
        self.state, self._opened, self._refused = State.LISTENING, now, None
        self._schedule()

    def bye(self) -> None:
        """The program ends: the board is told, and puts its lamps out."""
        if self.state is State.UP:
            self._send(f"H 0000 {self.speaks[0]}.{self.speaks[1]}")

    def closed(self) -> list[Happening]:
        """The port is gone: so is the session and what lay on the reader."""
        gone: list[Happening] = [TagOff(tag) for tag in sorted(self.tags)]
        self._end_session()
        self.tags.clear()
        self.state, self.due = State.CLOSED, None
        self._out.clear()
        return gone

    def receive(self, data: bytes, now: float) -> list[Happening]:
        """Bytes that just came."""
        happenings: list[Happening] = []
        acknowledge = False
        if self.state is State.CLOSED:
            return happenings
        for body in self._lines.feed(data):
            match parse(body):
                case Hello() as hello:
                    happenings += self._take_hello(hello, now)
                    acknowledge = False
                case BoardEvent() as event if self.state is State.UP:
                    self._heard = now
                    happenings += self._take_event(event, now)
                    acknowledge = True
                case Reply() as reply if self.state is State.UP:
                    self._heard = now
                    happenings += self._take_reply(reply, now)
                case Complaint() as complaint if self.state is State.UP:
                    self._heard = now
                    happenings += self._take_complaint(complaint, now)
                case _:
                    self.counters["strange"] += 1
        if acknowledge and self.state is State.UP:
            self._send(f"A{(self._next - 1) % 256}")
        self._push(now)
        self._schedule()
        return happenings

    def wake(self, now: float) -> list[Happening]:
        """Time has passed; harmless when nothing is due."""
        happenings: list[Happening] = []
        if self.state is State.LISTENING and now >= self._opened + LISTEN:
            self._ask(now)
        elif self.state is State.ASKING and now >= self._opened + ANSWER_LIMIT:
            happenings.append(
                Silent(say("The token reader does not answer: is it flashed with our firmware?"))
            )
            self._opened = now
        elif self.state is State.ASKING and now >= self._asked + ASK_AGAIN:
            self._ask(now)
        elif self.state is State.UP:
            if now >= self._heard + SILENT_AFTER and self._flight is not None:
                happenings.append(Silent(say("The token reader fell silent.")))
                self._heard = now
            elif self._flight is not None and now >= self._flight.sent + RESEND:
                self.counters["resent"] += 1
                self._launch(self._flight, now)
            elif self._flight is None and now >= self._heard + PING_AFTER:
                self._launch(_Flight("ping", "ping", now), now)
        self._push(now)
        self._schedule()
        return happenings

    def outgoing(self) -> bytes:
        """What is to be written now; each byte is given once."""
        out = bytes(self._out)
        self._out.clear()
        return out

    # -- wishes and questions --

    def lamp(self, index: int, mode: str, now: float) -> None:
        """Lamp `index` shall be "off", "on" or "blink", now and after every restart."""
        self._wish(f"lamp {index}", mode, now)

    def gain(self, db: int, now: float) -> None:
        """The reader's antenna gain: 18, 23, 33, 38, 43 or 48 dB."""
        self._wish("gain", str(db), now)

    def clicks(self, edges: int, now: float) -> None:
        """Line changes of the encoder from one detent to the next: 2 or 4."""
        self._wish("clicks", str(edges), now)

    def buzz(self, hertz: int, milliseconds: int, now: float) -> None:
        """A tone now; without a session there is none."""
        self._question(f"buzz {hertz} {milliseconds}", now)

    def ask(self, question: str, now: float) -> None:
        """A question: "test?", "counters?" or "lamps?"; the reply comes as `Answered`, unless the session
        ends before it."""
        self._question(question, now)

    # -- inside --

    def _wish(self, key: str, value: str, now: float) -> None:
        command = f"{key} {value}"
        if self._wishes.get(key) == command:
            return
        self._wishes[key] = command
        if self.state is State.UP and key not in self._waiting:
            self._waiting.append(key)
            self._push(now)
            self._schedule()

    def _question(self, text: str, now: float) -> None:
        if self.state is State.UP:
            self._questions.append(text)
            self._push(now)
            self._schedule()

    def _end_session(self) -> None:
        self._flight, self._unseen = None, None
        self._waiting.clear()
        self._questions.clear()

    def _ask(self, now: float) -> None:
        if self.state is not State.ASKING:
            self.nonce = self.nonce % 0xFFFF + 1
            self._word = f"{self.nonce:04X}"
            self.state = State.ASKING
        self._asked = now
        self._send(f"H {self._word} {self.speaks[0]}.{self.speaks[1]}")

    def _take_hello(self, hello: Hello, now: float) -> list[Happening]:
        mine = hello.nonce == self._word and self.state is State.ASKING
        if hello.nonce != "0000" and not mine:
            if hello.nonce != self._word:
                self.counters["strange"] += 1
            return []
        happenings: list[Happening] = []
        if self.state is State.UP:
            happenings += self._restart()
        reason = self._misfit(hello)
        if reason is not None:
            self.state = State.REFUSED
            if reason != self._refused:
                happenings.append(Refused(reason))
            self._refused = reason
        elif mine:
            happenings += self._begin(hello, now)
        elif self.state is not State.ASKING:
            self._opened, self._refused = now, None
            self._ask(now)
        return happenings

    def _restart(self) -> list[Happening]:
        self.counters["restarts"] += 1
        self._end_session()
        self.state = State.LISTENING
        return [Restarted()]

    def _begin(self, hello: Hello, now: float) -> list[Happening]:
        self.state, self._heard, self._refused = State.UP, now, None
        self._next = self._command = 0
        self._unseen = set(self.tags)
        self._waiting.extend(self._wishes)
        note = None
        if hello.version is not None and hello.version < self.speaks:
            note = say(
                "The token reader's firmware {fw} is older than this program; it works, but update it "
                "when you can.",
                fw=hello.firmware,
            )
        return [Up(hello, note), Chip(hello.chip != 0)]

    def _misfit(self, hello: Hello) -> Text | None:
        if hello.version is None:
            return say(
                "The token reader does not say which protocol it speaks; this program needs {ours}: update "
                "its firmware.",
                ours=self.speaks[0],
            )
        theirs = hello.version[0]
        if theirs == self.speaks[0]:
            return None
        words: dict[str, str | int] = {"fw": hello.firmware, "theirs": theirs, "ours": self.speaks[0]}
        if theirs < self.speaks[0]:
            return say(
                "The token reader has firmware {fw} (protocol {theirs}), this program needs {ours}: update "
                "its firmware.",
                **words,
            )
        return say(
            "The token reader has firmware {fw} (protocol {theirs}), this program needs {ours}: update this "
            "program.",
            **words,
        )

    def _take_event(self, event: BoardEvent, now: float) -> list[Happening]:
        if event.number != self._next:
            ahead = (event.number - self._next) % 256 < 128
            self.counters["gaps" if ahead else "repeats"] += 1
            return []
        self._next = (self._next + 1) % 256
        happening = self._meaning(event, now)
        if happening is None:
            self.counters["strange"] += 1
            return []
        return happening

    def _meaning(self, event: BoardEvent, now: float) -> list[Happening] | None:
        """What an event says; None for a word of a newer firmware."""
        word, rest = event.word, event.rest
        if word in ("tag+", "tag-") and re.fullmatch(r"([0-9A-F]{2}){4}(([0-9A-F]{2}){3}){0,2}", rest):
            return self._tag_came(rest) if word == "tag+" else self._tag_went(rest)
        if re.fullmatch(r"[+-]?\d{1,3}", rest) is None:
            return None
        value = int(rest)
        if word in ("down", "up"):
            return [Button(value, word == "down", now - event.age)]
        if word == "turn":
            return [Turn(value)]
        if word == "reader":
            return [Chip(bool(value))]
        if word == "lost":
            return [InputsLost(value)]
        if word == "here":
            unseen, self._unseen = self._unseen or set(), None
            return [happening for tag in sorted(unseen) for happening in self._tag_went(tag)]
        return None

    def _tag_came(self, tag: str) -> list[Happening]:
        if self._unseen is not None:
            self._unseen.discard(tag)
        if tag in self.tags:
            return []  # it lay there before the board started anew
        self.tags.add(tag)
        return [TagOn(tag)]

    def _tag_went(self, tag: str) -> list[Happening]:
        if tag not in self.tags:
            return []
        self.tags.discard(tag)
        return [TagOff(tag)]

    def _take_reply(self, reply: Reply, now: float) -> list[Happening]:
        flight = self._flight
        if flight is None or reply.number != self._command:
            self.counters["strange"] += 1
            return []
        self._flight = None
        self._command = (self._command + 1) % 256
        return [] if flight.key is not None else [Answered(flight.text, reply.good, reply.text)]

    def _take_complaint(self, complaint: Complaint, now: float) -> list[Happening]:
        if complaint.why in ("hello", "number"):  # the board is in another session than we are
            happenings = self._restart()
            self._opened = now
            self._ask(now)
            return happenings
        if self._flight is not None:
            self.counters["resent"] += 1
            self._launch(self._flight, now)
        return []

    def _push(self, now: float) -> None:
        """Sends the next command if none is on its way."""
        if self.state is not State.UP or self._flight is not None:
            return
        if self._waiting:
            key = self._waiting.popleft()
            self._launch(_Flight(self._wishes[key], key, now), now)
        elif self._questions:
            self._launch(_Flight(self._questions.popleft(), None, now), now)

    def _launch(self, flight: _Flight, now: float) -> None:
        self._flight = flight
        flight.sent = now
        self._send(f"C{self._command} {flight.text}")

    def _send(self, body: str) -> None:
        self._out += encode(body)

    def _schedule(self) -> None:
        match self.state:
            case State.LISTENING:
                self.due = self._opened + LISTEN
            case State.ASKING:
                self.due = min(self._asked + ASK_AGAIN, self._opened + ANSWER_LIMIT)
            case State.UP if self._flight is not None:
                self.due = min(self._flight.sent + RESEND, self._heard + SILENT_AFTER)
            case State.UP:
                self.due = self._heard + PING_AFTER
            case _:
                self.due = None
