"""Who gets in: the PIN on the box, the phones that were let in, and how guessing is made hopeless.

Pure on a clock and a random source. A phone's token is known to that phone alone: here lies only its hash.
Must not know HTTP.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.engine.text import Text, say

Role = Literal["spectator", "seat", "keeper"]
ROLES: tuple[Role, ...] = ("seat", "spectator", "keeper")
TRIES = 5
"""Wrong PINs from one address until it is locked out."""
ALL_TRIES = 25
"""Wrong PINs from anywhere within `WINDOW` until nobody may try."""
WINDOW = 600.0
LOCKED = 300.0
"""Seconds a lock-out lasts."""
PHONES = 200
"""More phones than that are not let in."""

WRONG = say("That is not the PIN on the box.")
FULL = say("No more phones fit. Remove one first.")


class Phone(Struct, frozen=True):
    """A device that was let in. `hash` is that of its token; `seat` is where it sits, if it does; `joined` in
    seconds since 1970; `language` empty for what its browser asks for."""

    id: int
    hash: str
    role: Role
    seat: int | None = None
    name: str = ""
    joined: int = 0
    language: str = ""

    def may_keep(self) -> bool:
        """Whether it may do what the keeper does."""
        return self.role == "keeper"

    def may_play(self) -> bool:
        """Whether it may answer."""
        return self.role != "spectator"


class Kept(Struct, frozen=True):
    """What is kept of all this from one start to the next."""

    phones: tuple[Phone, ...] = ()
    open_table: bool = False
    """Whether the table view can be read by anybody on the network."""


class Pairing:
    """The door. `now` gives seconds that never go back, `today` seconds since 1970; `told` hears what people
    at the box must know; `file` keeps the phones (None: nothing is kept)."""

    def __init__(
        self,
        now: Callable[[], float],
        today: Callable[[], float],
        file: Path | None = None,
        told: Callable[[Text], object] = lambda text: None,
        digits: Callable[[int], int] = secrets.randbelow,
    ) -> None:
        self._now, self._today, self._file, self._told, self._digits = now, today, file, told, digits
        self._wrong: dict[str, int] = {}
        self._wait: dict[str, float] = {}
        self._all: deque[float] = deque()
        self._all_locked = 0.0
        self._kept = Kept()
        self.pin = ""
        self.heard: list[Callable[[], object]] = []
        """Called when the PIN, the phones or what they may do has changed."""
        if file is not None:
            with suppress(OSError, msgspec.MsgspecError):
                self._kept = msgspec.json.decode(file.read_bytes(), type=Kept)
        self.new_pin()

    # -- the PIN ----------------------------------------------------------

    def new_pin(self) -> None:
        """Another PIN; the old one is worth nothing any more."""
        self.pin = f"{self._digits(1_000_000):06}"
        self._tell()

    def wait(self, address: str) -> float:
        """For how many seconds `address` may not try."""
        return max(0.0, self._all_locked - self._now(), self._wait.get(address, 0.0) - self._now())

    def join(self, pin: str, address: str, role: Role, language: str = "") -> tuple[Phone, str] | Text:
        """Let a phone in: the phone and its token, or why not. The PIN is used up by it."""
        wait = self.wait(address)
        if wait > 0:
            return say("Wait {n} s, then try again.", n=int(wait) + 1)
        if not secrets.compare_digest(pin.strip().encode(), self.pin.encode()):
            return self._guessed(address)
        if len(self._kept.phones) >= PHONES:
            return FULL
        self._wrong.pop(address, None)
        self._wait.pop(address, None)
        return self.let_in(role, language)

    def let_in(self, role: Role, language: str = "") -> tuple[Phone, str]:
        """A new phone and its token, and a new PIN for the next."""
        token = secrets.token_urlsafe(32)
        id = max((phone.id for phone in self._kept.phones), default=0) + 1
        phone = Phone(id, _hash(token), role, joined=int(self._today()), language=language)
        self._keep(replace(self._kept, phones=(*self._kept.phones, phone)))
        self.new_pin()
        return phone, token

    def _guessed(self, address: str) -> Text:
        now = self._now()
        self._all.append(now)
        while self._all and self._all[0] < now - WINDOW:
            self._all.popleft()
        # Addresses cost nothing: what is known of them must not grow without end.
        if len(self._wrong) > 1000:
            self._wrong.clear()
        wrong = self._wrong[address] = self._wrong.get(address, 0) + 1
        self._wait = {who: until for who, until in self._wait.items() if until > now}
        if len(self._all) >= ALL_TRIES:
            self._all.clear()
            self._all_locked = now + LOCKED
            self._lock_out()
        elif wrong >= TRIES:
            self._wrong.pop(address)
            self._wait[address] = now + LOCKED
            self._lock_out()
        else:
            self._wait[address] = now + 2.0 ** (wrong - 1)
        return WRONG

    def _lock_out(self) -> None:
        self._told(
            say("Somebody guessed at the PIN. No more tries for {n} minutes.", n=int(LOCKED // 60)),
        )
        self.new_pin()

    # -- the phones -------------------------------------------------------

    @property
    def phones(self) -> tuple[Phone, ...]:
        """All that were let in."""
        return self._kept.phones

    @property
    def open_table(self) -> bool:
        """Whether the table view can be read without joining."""
        return self._kept.open_table

    def set_open_table(self, on: bool) -> None:
        """Let anybody on the network read the table view, or only those who joined."""
        self._keep(replace(self._kept, open_table=on))
        self._tell()

    def phone(self, token: str) -> Phone | None:
        """Whose token this is."""
        if not token:
            return None
        hashed = _hash(token)
        return next((p for p in self._kept.phones if secrets.compare_digest(p.hash, hashed)), None)

    def at(self, seat: int) -> Phone | None:
        """The phone that sits there."""
        return next((phone for phone in self._kept.phones if phone.seat == seat), None)

    def sit(self, phone: Phone, seat: int, name: str) -> Text | None:
        """Give `phone` a seat; why not, if not. A seat is left only by leaving the table: what it hides was
        seen already."""
        if not phone.may_play():
            return say("You watch. Join again to play.")
        if phone.seat == seat:
            return None
        if phone.seat is not None:
            return say("You have a seat. Leave and join again for another one.")
        if self.at(seat) is not None:
            return say("Another phone has this seat. The keeper can remove it.")
        self._change(replace(phone, seat=seat, name=name))
        return None

    def speak(self, phone: Phone, language: str) -> None:
        """Set the language of `phone`."""
        self._change(replace(phone, language=language))

    def remove(self, id: int) -> None:
        """Send a phone away."""
        self._keep(replace(self._kept, phones=tuple(p for p in self._kept.phones if p.id != id)))
        self._tell()

    def _tell(self) -> None:
        for each in self.heard:
            each()

    def _change(self, phone: Phone) -> None:
        phones = tuple(phone if p.id == phone.id else p for p in self._kept.phones)
        self._keep(replace(self._kept, phones=phones))
        self._tell()

    def _keep(self, kept: Kept) -> None:
        self._kept = kept
        if self._file is None:
            return
        fresh = self._file.with_suffix(".new")
        with suppress(OSError):  # A full card: they stay until the end of this run.
            descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(msgspec.json.encode(kept))
            fresh.replace(self._file)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
