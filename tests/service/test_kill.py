"""kill -9 at any moment: every answer that was shown as taken is there at the next start."""

from __future__ import annotations

import os
import random
import select
import signal
import subprocess
import sys
from pathlib import Path

from companion.engine.session import Answered
from companion.journal.store import Journal
from tests.journal.helpers import brought_back

ROOT = Path(__file__).parents[2]
KILLS = 200


def test_no_answer_shown_as_taken_is_lost_in_200_kills(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    when = random.Random(20)
    player = subprocess.Popen(
        [sys.executable, "-m", "tests.service.killed"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
    )
    assert player.stdin is not None
    assert player.stdout is not None
    acknowledged = 0
    for _ in range(KILLS):
        player.stdin.write(f"{path}\n".encode())
        player.stdin.flush()
        pid = int(player.stdout.readline().split()[1])
        # Some while starting, some after a few answers; then somewhere within an answer.
        for _ in range(when.choice((0, 1, 2, 5))):
            first = player.stdout.readline().split()
            assert first[0] == b"ack", first
            acknowledged = max(acknowledged, int(first[1]))
        select.select([], [], [], when.uniform(0, 0.006))
        os.kill(pid, signal.SIGKILL)
        last = None
        while (said := player.stdout.readline().split())[0] != b"dead":
            acknowledged, last = int(said[1]), said[2].decode()
        if not path.exists():
            continue
        with Journal(path) as journal:
            assert journal.notice is None
            if not journal.games():
                assert acknowledged == 0
                continue
            entries = brought_back(journal, 1).session.entries
            assert acknowledged <= len(entries) <= acknowledged + 1
            if last is not None:
                kept = entries[acknowledged - 1]
                assert str(kept.value if isinstance(kept, Answered) else "-") == last
            acknowledged = len(entries)
    player.stdin.close()
    assert player.wait() == 0
    assert acknowledged > KILLS
