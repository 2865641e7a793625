"""The service: resume and undo of a long game, start to the first picture, memory, wake-ups at rest.

Yardsticks are measured in the same run, in turn with ours; the least of several times counts.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from companion.engine.session import Answered, Session, Undone
from companion.engine.text import say
from companion.games.board_game_ii import GAME
from companion.journal.lines import Kept, Opened, State
from companion.journal.resume import Resumed, resume
from companion.journal.store import Journal
from tests.bench import Row, at_most
from tests.bench.rules import OPENING, random_answer
from tests.service.mocked import Mocked

ANSWERS = 2000
RUNS = 7
BARE = """
import gpiozero, serial, luma.oled.device, yaml, sqlite3, asyncio
from pathlib import Path
print(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0])
"""
SERVICE = (
    "import time; start = time.perf_counter(); import companion.service; print(time.perf_counter() - start)"
)
CONFIG = """
home: {home}
devices: {{gpio: mock, readers: [], display: {{controller: ssd1306, reset: null}}}}
"""

RESTING = """
home: {home}
panel: {{dim_after: 0.5, off_after: 1}}
devices: {{gpio: mock, readers: [], display: null}}
"""


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        with Journal(home / "journal.db") as journal:
            id = long_game(journal)
        service, resumes = [], []
        process(home, "-c", SERVICE)
        for _ in range(RUNS):
            service.append(float(process(home, "-c", SERVICE)[1]))
            resumes.append(timed(lambda: brought_back(home, id)))
        imported, resumed = min(service), min(resumes)
        yield at_most("resume of a 2,000-answer game / import companion.service", resumed / imported, 1)
        undone = max(
            min(undo(brought_back(home, id).session, count) for _ in range(3))
            for count in (1, 10, 100, 500, 1000, 1500, 1999)
        )
        yield at_most("undo anywhere in it, the slowest / import companion.service", undone / imported, 1)
        yield from first_picture(home)
    yield at_most("wake-ups of the service in an hour at rest", wake_ups(3600), 0)
    yield at_most("wake-ups of the real process in 5 s at rest", real_wake_ups(5), 0)


def long_game(journal: Journal) -> int:
    """A game of the real rules with 2,000 answers, kept as the service keeps it. What would end it
    soon is corrected, what ends it is taken back."""
    rng = random.Random(2)
    session = Session(GAME, OPENING)
    id = journal.begin(Opened(OPENING))
    kept = -1
    while len(session.entries) < ANSWERS:
        assert session.pending is not None
        entry = Answered(session.number, random_answer(rng, session.pending.prompt))
        session.enter(entry)
        if session.outcome is not None:
            session.undo(rng.randint(2, 20))
        for figure in GAME.adjustables(session.table):
            if figure.path.endswith(".caustic") and figure.value == 2:
                session.adjust(figure.path, 0)
            elif figure.path == "goo_timer" and figure.value < 2:
                session.adjust(figure.path, figure.high)
    for seq, entry in enumerate(session.entries, 1):
        journal.append(id, seq, [entry])
    again = Session(GAME, OPENING)
    for seq, entry in enumerate(session.entries, 1):
        again.enter(entry)
        base = again.snapshot
        new, kept = base.entries != kept, base.entries
        state = State(seq, again.digest(), base.entries, say("Round {n}", n=again.table.round))
        journal.note(id, state, Kept(base.entries, base.table) if new else None)
    return id


def brought_back(home: Path, id: int) -> Resumed:
    """From the file to the open question."""
    with Journal(home / "journal.db") as journal:
        resumed = resume(GAME, journal.read(id), lambda seq: journal.snapshot(id, seq))
    assert resumed.notice is None
    assert len(resumed.session.entries) >= ANSWERS
    return resumed


def undo(session: Session, count: int) -> float:  # type: ignore[type-arg]
    """Seconds to take back so many moves."""
    count = min(count, len(session.steps))
    return timed(lambda: session.enter(Undone(session.number, count)))


def timed(job: Callable[[], object]) -> float:
    start = time.perf_counter()
    job()
    return time.perf_counter() - start


def first_picture(home: Path) -> Iterator[Row]:
    """From the start of `companion play` to a whole picture on the glass, over real pin, display and file
    code, against nothing but the imports of the libraries it stands on."""
    config = home / "config.yaml"
    config.write_text(CONFIG.format(home=home))
    program = ("-m", "tests.service.first_frame", str(config))
    process(home, *program)
    process(home, "-c", BARE)
    ours, bare = [], []
    for _ in range(RUNS):
        ours.append(process(home, *program))
        bare.append(process(home, "-c", BARE))
    seconds = min(run[0] for run in ours) / min(run[0] for run in bare)
    memory = max(int(run[1]) for run in ours) / max(int(run[1]) for run in bare)
    yield at_most("start to the first picture / bare imports", seconds, 1.5)
    yield at_most("memory at the first picture / bare imports", memory, 1.3)


def process(home: Path, *arguments: str) -> tuple[float, str]:
    """Seconds of a whole process, and what it says. As an installed program it finds its modules compiled,
    once they have been imported in `home`."""
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environ["PYTHONPYCACHEPREFIX"] = str(home / "compiled")
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, *arguments], stdout=subprocess.PIPE, check=True, text=True, env=environ
    )
    return time.perf_counter() - start, done.stdout


def wake_ups(seconds: float) -> int:
    """Timers that run while nobody is there and the screen is off."""
    box = Mocked(None)
    box.wait(box.panel.settings.off_after + 60)
    clock = box.clock
    woken = 0
    end = clock.now() + seconds
    while (due := clock.next_due()) is not None and due <= end:
        clock.advance(due - clock.now())
        woken += 1
    return woken


def real_wake_ups(seconds: float) -> int:
    """How often any thread of `companion play` ran while nobody was there: by the kernel's own count."""
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "config.yaml"
        config.write_text(RESTING.format(home=folder))
        with subprocess.Popen(
            [sys.executable, "-m", "companion.cli", "play", "--config", str(config)],
            stderr=subprocess.DEVNULL,
        ) as process:
            before = -1
            while before != (before := switches(process.pid)):  # until it has come to rest
                time.sleep(2)
            time.sleep(seconds)
            woken = switches(process.pid) - before
            process.terminate()
    return woken


def switches(pid: int) -> int:
    """How often the threads of a process have gone to sleep so far."""
    return sum(
        int(task.read_text().split("\nvoluntary_ctxt_switches:")[1].split()[0])
        for task in Path(f"/proc/{pid}/task").glob("*/status")
    )
