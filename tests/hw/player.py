"""Plays games on the real service until the power fails, in a VM that is killed at any moment. Everything it
is told and tells goes over one line; what it tells as `ack` was acknowledged to a player before.

    in   go SEED ROOM          mount the disk and play; with ROOM, fill it but for so many kilobytes meanwhile
    out  ready, going                 everything is imported
    out  kept GAME CRC…        what a game has on the disk, one check sum an entry
    out  sound | WORDS         what the journal's check says
    out  ack GAME N CRC DIGEST an answer was taken, and is entry N
    out  resumed GAME N DIGEST where a kept game goes on
    out  full                  something was not taken as the disk is full; now there is room again
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from companion.engine.live import Changed, Taken
from companion.engine.prompts import Prompt, Roll, Several, Shuffle
from companion.engine.session import Answered, Entry, Took
from companion.engine.text import render
from companion.hal.mock import MockBox
from companion.journal import places
from companion.journal.store import Journal
from companion.service import run as service
from companion.service.box import ANOTHER
from companion.service.companion import Companion
from companion.service.settings import Settings
from companion.simulate.script import proposed
from companion.web.host import WebSettings

DISK = Path("/disk")
FILLER = DISK / "filler"
LINE = "/dev/ttyS1"
Say = Callable[[str], None]


def crc(entry: Entry) -> str:
    """The check sum of an entry."""
    return f"{zlib.crc32(msgspec.json.encode(entry)):08x}"


class Player:
    """Answers whatever is asked, as phones do: through the one door, one answer at a time."""

    def __init__(self, companion: Companion, rng: random.Random, say: Say, answers: int, room: int) -> None:
        """`answers`: so many, then the service is closed; 0 for no end. `room`: as in `play`."""
        self._box, self._companion = companion.box, companion
        self._rng, self._say, self._left, self._room = rng, say, answers, room
        self._busy = False
        self._sitting: Any = None
        self._stubborn = False
        companion.box.subscribe(self._changed)

    def _changed(self, changed: Changed) -> None:
        if self._box.sitting is None and any(notice.kind == "box" for notice in changed.notices):
            self._make_room()  # a new game could not be begun
        if self._box.sitting is not self._sitting:
            self._sitting, self._busy = self._box.sitting, False
            if self._sitting is not None:
                session = self._box.session
                self._say(f"resumed {self._sitting.id} {len(session.entries)} {session.digest()}")
                if self._room:
                    fill(self._room)
                    self._room = 0
        self._soon()

    def _soon(self) -> None:
        """Nobody answers in the midst of being told."""
        asyncio.get_running_loop().call_soon(self._go_on)

    def _go_on(self) -> None:
        pending, session = self._box.session.pending, self._box.session
        if self._busy:
            return
        if pending is None:
            if self._box.sitting is not None:
                self._busy = True  # until the lobby is there
                self._box.submit(Took(session.number, ANOTHER.id, by="web"), self._left_it)
            return
        prompt: Prompt = pending.prompt
        if isinstance(prompt, Several):
            prompt = next(part for part in prompt.parts if part.to not in pending.answered)
        seat = prompt.to if isinstance(pending.prompt, Several) else None
        if isinstance(prompt, Shuffle):
            if self._box.blocked:  # nobody saw it refused; it is drawn again when play is to go on
                self._make_room()
                self._box.play_unsaved()
            return
        if isinstance(prompt, Roll):
            self._busy = True
            self._box.roll(pending.number, seat, self._done)
            return
        value = None if self._stubborn else session.game.suggest(session.table, prompt)
        if value is None or prompt.accept(value) is not None:
            value = proposed(prompt)
        self._submit(Answered(pending.number, value, seat, "web"))

    def _submit(self, entry: Entry) -> None:
        self._busy = True
        self._box.submit(entry, self._done)

    def _done(self, taken: Taken) -> None:
        self._busy = False
        self._stubborn = taken.refusal is not None
        session = self._box.session
        if taken.refusal is not None and self._box.trouble is not None:
            self._make_room()
        elif taken.refusal is not None:
            self._say(f"refused {render(taken.refusal.text)}")
        elif taken.saved and self._box.sitting is not None and session.entries:
            last = session.entries[-1]
            self._say(f"ack {self._box.sitting.id} {len(session.entries)} {crc(last)} {session.digest()}")
            self._left -= 1
            if not self._left:
                os.kill(os.getpid(), signal.SIGTERM)
        self._soon()

    def _left_it(self, taken: Taken) -> None:
        """A game that is over was left; also that is kept, or not taken."""
        if taken.refusal is not None:
            self._make_room()
            self._busy = False
            self._soon()

    def _make_room(self) -> None:
        """The disk was full, and somebody does something about it."""
        self._say("full")
        FILLER.unlink(missing_ok=True)
        os.sync()


def tell_kept(home: Path, say: Say) -> None:
    """What lies on the disk."""
    path = places.journal(home)
    if not path.exists():
        return
    with Journal(path) as journal:
        if journal.notice is not None:
            say(f"notice {render(journal.notice)}")
        damage = journal.check()
        say("sound" if damage is None else f"damaged {render(damage)}")
        for game in journal.games():
            lines = [row.line for row in journal.read(game.id).rows]
            sums = [crc(line) for line in lines if isinstance(line, Entry)]
            say(f"kept {game.id} {' '.join(sums)}")


def play(home: Path, seed: int, say: Say, answers: int = 0, room: int = 0) -> None:
    """Play until killed, or so many answers; on a disk that gets full if it is to have `room` kilobytes."""
    tell_kept(home, say)
    settings = Settings(games=("board_game_ii",), home=str(home), web=WebSettings(on=False))

    def started(companion: Companion) -> None:
        Player(companion, random.Random(seed), say, answers, room)

    service.run(settings, lambda settings, clock: MockBox(clock).devices, started)


def fill(kilobytes: int) -> None:
    """Fill the disk to its last block, and give so much back."""
    size, step = 0, 1 << 20
    with open(FILLER, "wb") as filler:
        while step >= 4096:
            try:
                os.posix_fallocate(filler.fileno(), size, step)
                size += step
            except OSError:
                step //= 2
        os.ftruncate(filler.fileno(), max(size - kilobytes * 1024, 0))
        os.fsync(filler.fileno())


def files_used() -> list[str]:
    """Every file this process needs, modules, libraries and data."""
    modules = [getattr(module, "__file__", None) for module in sys.modules.values()]
    cached = [getattr(module, "__cached__", None) for module in sys.modules.values()]
    libraries = [line.split()[-1] for line in Path("/proc/self/maps").read_text().splitlines() if "/" in line]
    root = Path(__file__).parents[2] / "companion"
    data = [str(path) for path in root.rglob("*") if "__pycache__" not in path.parts]
    found = {path for path in (*modules, *cached, *libraries, *data) if path}
    return sorted(path for path in found if os.path.isfile(path))


def main() -> None:
    with tempfile.TemporaryDirectory() as rehearsal:  # so that all is imported
        play(Path(rehearsal), 1, lambda words: None, 60 if sys.argv[1:] == ["--list"] else 3)
    if sys.argv[1:] == ["--list"]:
        print("\n".join(files_used()))
        return
    with open(LINE, "r+b", buffering=0) as line:
        subprocess.run(["stty", "raw", "-echo"], stdin=line, check=True)

        def say(words: str) -> None:
            line.write(words.encode() + b"\n")

        say("ready")
        order = b""
        while not order.startswith(b"go "):  # what came before the machine was restored may be cut
            order = b""
            while not order.endswith(b"\n"):
                order += line.read(1)
        say("going")
        subprocess.run(["mount", "-t", "ext4", "-o", "noatime", "/dev/vda", str(DISK)], check=True)
        FILLER.unlink(missing_ok=True)
        _, seed, room = order.split()
        play(DISK / "home", int(seed), say, room=int(room))


if __name__ == "__main__":
    main()
