"""Real input, proven: a whole round of Board Game II from bouncing edges and serial bytes to pixels, with the
real backends in a process that is killed in the midst of it and goes on.
"""

from __future__ import annotations

import json
import os
import queue
import random
import struct
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from PIL import Image

from companion.engine.prompts import Choose, Count, Prompt, Roll, Tell
from companion.engine.session import Session
from companion.games.board_game_ii import GAME
from companion.games.board_game_ii.prepare import prepare
from companion.hal.switches import ARCADE
from companion.journal.resume import resume
from companion.journal.store import Journal
from tests.games.board_game_ii.table import TRAINING
from tests.models.oled import Panel
from tests.models.rdm6300 import PtyReader, frame14
from tests.service.realbox import MEANINGS

ROOT = Path(__file__).parents[2]
PINS = {"event": 17, "move": 27, "combat": 22, "up": 5, "down": 6, "ok": 13, "back": 19}
TAGS = {meaning: tag for tag, meaning in MEANINGS.items()}


class RealBox:
    """The process and the world around it: fingers, tags, and an eye on the glass."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.rng = random.Random(4)
        self.reader = PtyReader(folder / "usb-reader")
        self.start()

    def start(self) -> None:
        self.glass = Panel()
        bus, theirs = os.pipe()
        self.process = subprocess.Popen(
            [
                "bash",
                "-c",
                f'exec "$0" -m tests.service.realbox "$@" 3>&{theirs}',
                sys.executable,
                str(self.folder / "home"),
                str(self.folder / "usb-reader"),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            text=True,
            pass_fds=[theirs],
        )
        os.close(theirs)
        self.drawn = threading.Condition()
        self.lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.watcher = threading.Thread(target=self._watch, args=(bus,), daemon=True)
        self.watcher.start()
        threading.Thread(target=self._listen, args=(self.process.stdout, self.lines), daemon=True).start()

    def _listen(self, stdout: Any, lines: queue.SimpleQueue[str]) -> None:
        for line in stdout:
            lines.put(line)

    def _watch(self, bus: int) -> None:
        """Whatever comes over the bus goes into the panel's memory."""
        with open(bus, "rb") as messages:
            while len(head := messages.read(2)) == 2:
                message = messages.read(*struct.unpack(">H", head))
                with self.drawn:
                    self.glass.write(message)
                    self.drawn.notify_all()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self.watcher.join(10)
        self.reader.unplug()  # the power is gone for everything
        self.reader.plug()

    def send(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def hear(self, word: str, seconds: float = 30) -> str | None:
        """The next line that begins with `word`; other lines before it are passed over. None: none came."""
        while True:
            try:
                line = self.lines.get(timeout=seconds)
            except queue.Empty:
                return None
            if line.startswith(word):
                return line.removeprefix(word).strip()

    def changed(self) -> None:
        """The table has changed."""
        assert self.hear("seq ") is not None

    def ok(self) -> None:
        """Press OK until the table has changed: just after a change from elsewhere it does nothing."""
        while not self.lines.empty():  # Changes that nobody waited for.
            self.lines.get()
        number = self.look()["number"]
        for _ in range(5):
            self.press("ok")
            if self.hear("seq ", 2) is not None or self.look()["number"] != number:
                return
        raise AssertionError(f"OK does nothing: {self.look()['texts']}")

    def press(self, name: str) -> None:
        """One press of a worn arcade button: it bounces closing and opening."""
        edges = [f"{at * 1000:.3f}:{0 if down else 1}" for at, down in ARCADE.press(0.03, 0.05, self.rng)]
        self.send(f"edges {PINS[name]} " + " ".join(edges))

    def lay(self, tag: str) -> None:
        """A frame of the reader, in two reads, cut anywhere."""
        frame = frame14(tag)
        cut = self.rng.randrange(1, len(frame))
        self.reader.send(frame[:cut])
        self.reader.send(frame[cut:])

    def look(self) -> dict[str, Any]:
        """What is on the OLED; the glass must show every pixel of what the panel means."""
        for _ in range(20):
            self.send("look")
            seen: dict[str, Any] = json.loads(self.hear("look ") or "")
            meant = Image.frombytes("1", (128, 64), bytes.fromhex(seen["frame"])).tobytes()
            with self.drawn:
                # A page that turned in between is another picture: then look again.
                if self.drawn.wait_for(lambda meant=meant: self.glass.picture().tobytes() == meant, 0.5):
                    return seen
        raise AssertionError(f"the glass does not show {seen['texts']}")

    def read_news(self) -> dict[str, Any]:
        """Press OK until the question is on the OLED."""
        while (seen := self.look())["news"]:
            self.press("ok")
        assert self.process.poll() is None
        return seen

    def begun(self) -> bool:
        """Whether a game is on disk."""
        with Journal(self.folder / "home/journal.db", write=False) as journal:
            return bool(journal.games())

    def session(self) -> Session[Any]:
        """The game as the disk has it."""
        with Journal(self.folder / "home/journal.db", write=False) as journal:
            record = journal.read(1)
            return resume(GAME, record, lambda seq: journal.snapshot(1, seq)).session


def place(prompt: Prompt, value: Any) -> int:
    """Where the cursor is to be for `value`."""
    if isinstance(prompt, Roll):
        return prompt.die.faces.index(value)
    if isinstance(prompt, Count):
        return int(value)
    assert isinstance(prompt, Choose), prompt
    # The OLED lists what is open before what is not.
    options = sorted(prompt.options, key=lambda option: option.refusal is not None)
    return [option.id for option in options].index(value)


def answer(box: RealBox, prompt: Prompt, value: Any) -> None:
    """Answer with keys, or with a token where one stands for it."""
    box.read_news()
    tag = TAGS.get(f"face:{prompt.die.id}:{value}") if isinstance(prompt, Roll) else None
    if tag is not None:
        box.lay(tag)
        while box.hear("seq ", 2) is None:  # It still lay there from the last roll: lifted, laid again.
            box.lay(tag)
    else:
        if not isinstance(prompt, Tell):
            # As people do: watching the OLED. Either key may be the shorter way; both lead there.
            for presses in range(60):
                at, wanted = box.read_news()["at"], place(prompt, value)
                if at == wanted:
                    break
                box.press("up" if (at < wanted) == (not isinstance(prompt, Choose)) else "down")
                assert presses < 50, f"never at {wanted}: {box.look()['texts']}, at {at}"
        box.ok()


def play_until_round(box: RealBox, number: int, stop_after: int = 10_000) -> int:
    """Play sensibly, with keys and tokens; how many answers it took."""
    answers = 0
    while (session := box.session()).table.round < number and answers < stop_after:
        assert session.pending is not None
        prompt = session.pending.prompt
        value = GAME.suggest(session.table, prompt)
        if value is None:
            value = any_value(prompt, box.rng)
        try:
            answer(box, prompt, value)
        except AssertionError as error:
            raise AssertionError(f"{prompt.title}: {value!r}: {error}") from error
        answers += 1
        while box.session().number == session.number:
            box.changed()
    return answers


def any_value(prompt: Prompt, rng: random.Random) -> Any:
    if isinstance(prompt, Choose):
        return rng.choice([option.id for option in prompt.options if option.refusal is None])
    if isinstance(prompt, Roll):
        return rng.choice(prompt.die.faces)
    if isinstance(prompt, Count):
        return rng.randint(prompt.low, min(prompt.high, prompt.low + 2))
    assert isinstance(prompt, Tell)
    return "ok"


def through_the_lobby(box: RealBox, scenario: str, people: int) -> None:
    """Choose this scenario, so many Ghostbusters, and whoever stands there first."""
    rule = prepare(TRAINING)
    prompt = next(rule)
    while True:
        assert isinstance(prompt, Choose | Count)
        value: Any = people
        if isinstance(prompt, Choose):
            ids = [option.id for option in prompt.options]
            campaign = TRAINING["scenarios"][scenario].get("campaign")
            value = next((id for id in (scenario, campaign) if id in ids), ids[0])
        assert str(prompt.title) in box.read_news()["texts"]
        answer(box, prompt, value)
        try:
            prompt = rule.send(value)  # type: ignore[assignment]
        except StopIteration:
            break
    while not box.begun():
        box.changed()


def test_a_whole_round_from_edges_and_bytes_to_pixels_over_a_kill(tmp_path: Path) -> None:
    box = RealBox(tmp_path)
    box.changed()
    through_the_lobby(box, "training-night", 2)
    assert len(box.session().table.team) == 2
    assert play_until_round(box, 2, stop_after=12) == 12
    standing = box.session()
    box.press("down")
    box.kill()

    box.start()
    box.changed()
    assert box.session().entries == standing.entries
    assert box.session().pending == standing.pending
    assert play_until_round(box, 2) > 0
    session = box.session()
    assert session.table.round == 2
    told = {entry.by for entry in session.entries}
    assert told >= {"button", "token"}
    box.read_news()
    box.process.terminate()
    assert box.process.wait(20) == 0
    box.watcher.join(10)
    assert not box.glass.on
