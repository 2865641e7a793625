"""The journal on a real disk: what is kept, what is refused, and what a broken card costs."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from companion.engine.session import Answered
from companion.journal.faults import Held, JournalFault
from companion.journal.lines import Opened
from companion.journal.store import Journal
from tests.journal.helpers import LONG, Played, brought_back, entry_for

ROOT = Path(__file__).parents[2]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "journal.db"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with Journal(path) as journal:
        yield journal


def test_a_game_comes_back_with_everything_entered(path: Path) -> None:
    dice = random.Random(7)
    with Journal(path) as journal:
        played = Played(journal)
        for _ in range(300):
            played.enter(entry_for(played.session, dice))
        want = played.session
    with Journal(path) as journal:
        back = brought_back(journal, played.id)
        assert back.notice is None
        assert back.lines == ()
        assert back.session.entries == want.entries
        assert back.session.digest() == want.digest()
        assert back.session.pending == want.pending
        assert back.session.undo() is None
        assert journal.check() is None


def test_the_file_is_written_safely(journal: Journal) -> None:
    played = Played(journal)
    played.rounds(1)
    other = sqlite3.connect(journal.path or "")
    assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert journal._db.execute("PRAGMA synchronous").fetchone() == (2,)
    with pytest.raises(sqlite3.IntegrityError, match="only added"):
        other.execute("UPDATE lines SET line='' WHERE seq=1")
    with pytest.raises(sqlite3.IntegrityError, match="only added"):
        other.execute("DELETE FROM lines")


def test_several_games_lie_in_one_file_the_last_played_first(path: Path) -> None:
    hour = iter(range(1_000_000, 9_000_000, 60))
    with Journal(path, clock=lambda: next(hour)) as journal:
        first, second = Played(journal), Played(journal)
        second.rounds(3)
        first.rounds(2)
        assert [(game.id, game.lines) for game in journal.games()] == [(first.id, 4), (second.id, 6)]


@pytest.mark.case("JN-O4")
def test_a_clock_that_jumps_changes_no_order_and_no_played_time(path: Path) -> None:
    now = [19 * 3600]
    with Journal(path, clock=lambda: now[0]) as journal:
        played = Played(journal)
        for _ in range(4):
            played.rounds(1)
            now[0] += 60
        now[0] = 18 * 3600  # after the power cut, before the network is back
        played.rounds(1)
        now[0] += 3 * 86400
        played.rounds(1)
        summary = journal.games()[0]
        assert journal.played(summary.id) == 3 * 60
        seqs = [row.seq for row in journal.read(played.id).rows]
        assert seqs == list(range(13))
        assert brought_back(journal, played.id).session.entries == played.session.entries


@pytest.mark.case("JN-O5")
def test_a_second_writer_is_told_who_holds_the_games(path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from companion.journal.store import Journal\n"
        "j = Journal(Path(sys.argv[1])); print('open', flush=True); sys.stdin.read()"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", program, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "open\n"
    before = {p: p.stat().st_mtime_ns for p in path.parent.iterdir()}
    with pytest.raises(Held) as held:
        Journal(path)
    assert held.value.pid == holder.pid
    assert f"process {holder.pid}, since 20" in str(held.value.text)
    assert {p: p.stat().st_mtime_ns for p in path.parent.iterdir()} == before
    with Journal(path.parent / "other" / "journal.db") as other:
        Played(other)
    holder.kill()
    holder.communicate()
    with Journal(path) as journal:
        assert Played(journal).id == 1


def test_reading_needs_no_lock(journal: Journal, path: Path) -> None:
    played = Played(journal)
    played.rounds(2)
    with Journal(path, write=False) as reader:
        assert [game.lines for game in reader.games()] == [4]


def test_a_journal_of_a_newer_program_is_left_alone(path: Path) -> None:
    Journal(path).close()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version=99")
    with pytest.raises(JournalFault, match="newer companion"):
        Journal(path)
    assert not list(path.parent.glob("*damaged*"))


def test_a_game_that_is_not_there_is_one_clear_sentence(journal: Journal) -> None:
    with pytest.raises(JournalFault, match="There is no game 7"):
        journal.read(7)


@pytest.mark.case("JN-O3")
def test_a_full_card_keeps_nothing_of_the_answer_and_goes_on_when_there_is_room(
    journal: Journal, path: Path
) -> None:
    played = Played(journal)
    played.rounds(1)
    (pages,) = journal._db.execute("PRAGMA page_count").fetchone()
    journal._db.execute(f"PRAGMA max_page_count={pages}")
    with pytest.raises(JournalFault, match="full") as full:
        played.rounds(200)
    assert "Make room" in str(full.value.text)
    assert brought_back(journal, played.id).session.entries == played.session.entries
    journal._db.execute("PRAGMA max_page_count=100000")
    played.enter(entry_for(played.session, random.Random(1)))
    assert brought_back(journal, played.id).session.entries == played.session.entries


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own that holds little, and can be made read-only."""
    disk = tmp_path / "disk"
    disk.mkdir()
    if (
        os.geteuid()
        or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", str(disk)]).returncode
    ):
        pytest.skip("may not mount")
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=True)


@pytest.mark.case("JN-O3")
def test_a_really_full_disk(small_disk: Path) -> None:
    with Journal(small_disk / "journal.db") as journal:
        played = Played(journal)
        played.rounds(2)
        filler = small_disk / "filler"
        with filler.open("wb", buffering=0) as file, suppress(OSError):
            while file.write(bytes(512)):
                pass
        with pytest.raises(JournalFault, match="full"):
            played.rounds(100)
        want = list(played.session.entries)
        filler.unlink()
        played.enter(entry_for(played.session, random.Random(1)))
        assert brought_back(journal, played.id).session.entries == played.session.entries
        assert played.session.entries[: len(want)] == want


@pytest.mark.case("JN-O7")
def test_a_disk_that_turns_read_only(small_disk: Path) -> None:
    with Journal(small_disk / "journal.db") as journal:
        played = Played(journal)
        played.rounds(2)
        # What the kernel does to a failing card: SQLite sees EROFS from its next write on.
        journal._db.execute("PRAGMA query_only=ON")
        with pytest.raises(JournalFault, match="only be read"):
            played.rounds(1)
        assert brought_back(journal, played.id).session.entries == played.session.entries
        journal._db.execute("PRAGMA query_only=OFF")
        played.rounds(1)
        # And as the next start finds it: unclean, the newest answers still in the log beside the file.
        wal = {part: part.read_bytes() for part in small_disk.glob("journal.db-wal")}
    assert wal
    for part, kept in wal.items():
        part.write_bytes(kept)
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    with pytest.raises(JournalFault, match="only be read"):
        Journal(small_disk / "journal.db")
    with Journal(small_disk / "journal.db", write=False) as reader:
        assert reader.games()[0].lines == 6


@pytest.mark.case("JN-O1")
def test_a_log_torn_anywhere_costs_only_what_was_not_on_disk_yet(path: Path, tmp_path: Path) -> None:
    journal = Journal(path)
    played = Played(journal)
    wal = path.with_name("journal.db-wal")
    on_disk = [wal.stat().st_size]
    for _ in range(6):
        played.rounds(1)
        on_disk.append(wal.stat().st_size)
    torn = tmp_path / "torn"
    for cut in range(on_disk[0], on_disk[-1], 1237):
        shutil.rmtree(torn, ignore_errors=True)
        torn.mkdir()
        shutil.copy(path, torn)
        (torn / wal.name).write_bytes(wal.read_bytes()[:cut] + b"\\x17half a line")
        acknowledged = 2 * sum(size <= cut for size in on_disk[1:])
        with Journal(torn / path.name) as after:
            back = brought_back(after, played.id).session
            assert len(back.entries) >= acknowledged
            assert back.entries == played.session.entries[: len(back.entries)]
            after.append(played.id, len(back.entries) + 1, [entry_for(back, random.Random(1))])
        with Journal(torn / path.name) as again:
            assert len(brought_back(again, played.id).session.entries) == len(back.entries) + 1
    journal.close()


@pytest.mark.case("JN-O2")
def test_an_empty_file_is_a_new_journal_and_an_empty_snapshot_counts_as_missing(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    with Journal(path) as journal:
        played = Played(journal)
        played.rounds(6)
    with sqlite3.connect(path) as db:
        db.execute("UPDATE tables SET content=x'' WHERE seq=12")
    with Journal(path) as journal:
        back = brought_back(journal, played.id)
        assert back.notice is None
        assert back.session.digest() == played.session.digest()


@pytest.mark.parametrize("hurt", [(16384, 20480), (-9000, -1), (0, 100), (4096, 4196)])
def test_a_broken_file_is_set_aside_and_what_can_be_read_goes_on(path: Path, hurt: tuple[int, int]) -> None:
    with Journal(path) as journal:
        played = Played(journal)
        played.rounds(200)
    whole = bytearray(path.read_bytes())
    whole[slice(*hurt)] = b"\xff" * len(whole[slice(*hurt)])
    path.write_bytes(whole)
    with Journal(path) as journal:
        if journal.notice is None:
            assert journal.check() is not None
        else:
            assert "could be read" in str(journal.notice)
            assert (path.parent / "journal.db.damaged-1").read_bytes()[:16384] == whole[:16384]
            assert journal.check() is None


def test_a_changed_line_is_found_and_the_game_goes_on_from_the_snapshot_after_it(path: Path) -> None:
    with Journal(path) as journal:
        played = Played(journal)
        played.rounds(5)
    with sqlite3.connect(path) as db:
        db.execute("DROP TRIGGER lines_stay")
        db.execute("""UPDATE lines SET line=replace(line, '"value":', '"value":1') WHERE seq=3""")
    with Journal(path) as journal:
        assert str(journal.check()) == f"Line 3 of game {played.id} is damaged."
        back = brought_back(journal, played.id)
        assert "(3) cannot be read" in str(back.notice)
        assert back.session.table == played.session.table


def test_what_is_no_plain_data_is_not_kept(journal: Journal) -> None:
    played = Played(journal)
    with pytest.raises(TypeError):
        journal.append(played.id, 1, [Answered(0, object())])
    played.rounds(1)
    assert brought_back(journal, played.id).session.entries == played.session.entries
    assert journal.begin(Opened(LONG)) == played.id + 1
