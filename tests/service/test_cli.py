"""The command line: kept games told, exported, imported; one clear line and an exit code for every fault."""

from __future__ import annotations

import sqlite3
import sys
import types
from pathlib import Path

import click
import pytest

from companion import cli
from companion.engine.game import Opening
from companion.engine.prompts import DIE_6, Roll
from companion.engine.rule import Notice, Outcome, Rule
from companion.engine.session import Answered, Undone
from companion.engine.text import say
from companion.journal.lines import Opened
from companion.journal.store import Journal
from companion.office import Office
from tests.engine.toy import TOY, Toy, ToyGame
from tests.journal.helpers import Played
from tests.web.party import PARTY


class Ruled(ToyGame):
    """A toy whose rulebook is a real file."""

    def __init__(self, rulebook: Path) -> None:
        self.rulebook = rulebook


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr("companion.library.config.MACHINE", tmp_path / "no-such-file")
    book = tmp_path / "rulebook.tsv"
    book.write_text("id\twhere\trule\tkind\tgiven\tthen\nTOY-1\t2 Rolling\tA die is rolled.\ttrack\t\t\n")
    game = Ruled(book)
    monkeypatch.setattr("companion.games.find", lambda id: {"toy": game}[id])
    return tmp_path


@pytest.fixture
def played(home: Path) -> Path:
    path = home / ".local/share/companion/journal.db"
    with Journal(path) as journal:
        game = Played(journal, Opening("toy"), TOY)
        game.answer(4)
        game.answer("none")
        game.enter(Undone(game.session.number, 1))
    return path


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    code = cli.run([*args])
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return code, out, err


def test_the_kept_games_are_listed(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "games", "--check")
    assert code == 0
    assert "toy" in out
    assert "3 answers" in out
    assert "The file is sound." in out


def test_damage_is_told(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with sqlite3.connect(played) as db:
        db.execute("DROP TRIGGER lines_stay")
        db.execute("UPDATE lines SET line='{}' WHERE seq=2")
    code, out, _ = run(capsys, "games", "--check")
    assert (code, "Line 2 of game 1 is damaged." in out) == (65, True)


def test_a_game_is_told_as_sentences(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "replay", "1")
    assert code == 0
    lines = [line.strip() for line in out.splitlines()]
    assert lines == [
        "0  Toy begins",
        "1  Roll: 4",
        "- 4 points",
        "2  Bonus: None",
        "3  Took back the last move",
        "- 4 points",
        "? Bonus",
    ]
    code, out, _ = run(capsys, "replay", "1", "--to", "1")
    assert out.splitlines()[-1].strip() == "? Bonus"
    assert len(out.splitlines()) == 4


def test_why_shows_the_rule_behind_a_refusal_and_a_question(
    played: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Told(Ruled):
        def play(self, table: Toy) -> Rule[Outcome]:
            while True:
                yield Roll(say("Roll"), rules=("TOY-1",), die=DIE_6)
                yield Notice("scored", say("points"), ("TOY-1", "TOY-99"))

    game = Told(played.parents[3] / "rulebook.tsv")
    monkeypatch.setattr("companion.games.find", lambda id: game)
    _, out, _ = run(capsys, "replay", "1", "--why", "--to", "1")
    assert out.count("TOY-1, 2 Rolling: A die is rolled.") == 2


def test_a_game_goes_out_and_comes_in(played: Path, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet = home / "evening.companion"
    assert run(capsys, "export", "1", str(sheet))[0] == 0
    assert run(capsys, "import", str(sheet)) == (0, "Taken in as game 2.\n", "")
    first = run(capsys, "replay", "1")[1]
    assert run(capsys, "replay", "2")[1] == first
    assert run(capsys, "replay", str(sheet))[1] == first
    sheet.write_text(sheet.read_text()[:-40])
    code, out, err = run(capsys, "replay", str(sheet))
    assert (code, "were whole" in err, out == first) == (0, True, True)


def test_a_game_is_not_taken_in_while_the_box_runs(
    played: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = home / "evening.companion"
    run(capsys, "export", "1", str(sheet))
    with Journal(played):
        code, _, err = run(capsys, "import", str(sheet))
    assert code == 75
    assert "has these games open: process" in err


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (["gmaes"], 2, "There is no command 'gmaes'. Did you mean games?"),
        (["replay", "9"], 65, "There is no game 9."),
        (["replay", "nowhere.txt"], 2, "neither the number of a kept game nor a file"),
        (["replay", "1", "--to", "many"], 2, "'many' is not a valid integer range"),
        (["import", "rulebook.tsv"], 65, "not a game saved by a companion"),
        (["rules", "zzzz"], 1, "No rule has all these words."),
        (["rules", "trap", "--game", "chess"], 2, "There is no game 'chess'"),
        (["play", "--config", "nowhere.yaml"], 2, "There is no file nowhere.yaml."),
    ],
)
def test_a_mistake_is_one_clear_line(
    args: list[str],
    code: int,
    words: str,
    played: Path,
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(home)
    got, _, err = run(capsys, *args)
    assert got == code
    assert words in err
    assert len(err.splitlines()) == 1


def test_without_a_kept_game_that_is_said(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "games")
    assert (code, "No game has been kept yet" in err) == (2, True)


@pytest.mark.case("SY-O5")
def test_bad_settings_are_named_line_by_line(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = home / "config.yaml"
    file.write_text("devices:\n  buttons:\n    evnt: 17\npanel:\n  brightness: bright\n")
    code, _, err = run(capsys, "config", "show", "--config", str(file))
    assert code == 78
    assert "event" in err
    assert all(line.startswith(f"{file}:") for line in err.splitlines())
    file.write_text("devices:\n  buttons:\n    event: 26\n    move: 26\n")
    code, _, err = run(capsys, "play", "--config", str(file))
    assert code == 78
    assert "GPIO26 is used twice" in err
    assert f"{file}:4" in err


def test_settings_show_where_each_comes_from(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = home / "config.yaml"
    file.write_text("panel:\n  brightness: 2\n")
    _, out, _ = run(capsys, "--config", str(file), "config", "show")
    assert f"panel.brightness = 2  ({file}:2)" in out
    assert "devices.gpio = lgpio  (default)" in out
    code, out, _ = run(capsys, "config", "example")
    assert code == 0
    file.write_text(
        "".join(line[1:] if line[:2] not in ("# ", "#") else line for line in out.splitlines(True))
    )
    assert "brightness" in out


def test_rules_of_all_games_are_searched(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "rules", "goo", "timer", "maximum")
    assert code == 0
    assert all("goo" in line.lower() for line in out.splitlines())


def test_commands_of_other_parts_are_listed_only_if_they_are_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(cli.ELSEWHERE, "absent", "Not there.")
    assert "absent" not in run(capsys, "--help")[1]
    assert "no command 'absent'" in run(capsys, "absent")[2]
    module = types.ModuleType("companion.absent")
    module.__spec__ = types.SimpleNamespace(submodule_search_locations=None)  # type: ignore[assignment]
    module.absent = click.Command("absent", callback=lambda: 3)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "companion.absent", module)
    assert "Not there." in run(capsys, "--help")[1]
    assert run(capsys, "absent")[0] == 3


def test_a_fault_of_ours_is_one_line_and_a_file(
    played: Path, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(self: Journal) -> None:
        raise ZeroDivisionError("deep inside")

    monkeypatch.setattr(Journal, "games", broken)
    code, _, err = run(capsys, "games")
    assert code == 70
    assert len(err.splitlines()) == 1
    path = Path(err.split(": ")[-1].strip())
    assert path.parent == home / ".local/share/companion/crashes"
    assert "deep inside" in path.read_text()


def test_a_game_of_a_stranger_that_is_gone_is_said(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    monkeypatch.setenv("HOME", str(home))
    with Journal(home / ".local/share/companion/journal.db") as journal:
        journal.append(journal.begin(Opened(Opening("chess"))), 1, [Answered(0, "e4")])
    code, _, err = run(capsys, "replay", "1")
    assert (code, "'chess' is not installed" in err) == (65, True)


def test_a_game_in_the_settings_that_is_not_installed_is_named(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    file = home / "config.yaml"
    file.write_text("games: [clue, board_game_2]\n")
    code, _, err = run(capsys, "play", "--config", str(file))
    assert code == 78
    assert err.startswith(f"{file}:1:")
    assert err.endswith("there is no game board_game_2. Did you mean board_game_ii?\n")


def test_a_game_in_progress_keeps_its_secrets(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.games.find", lambda id: PARTY)
    with Journal(home / ".local/share/companion/journal.db") as journal:
        game = Played(journal, Opening("party"), PARTY)
        for value, seat in ((3, None), ("goo", None), ("left", 0), ("a", 0)):
            game.enter(Answered(game.session.number, value, seat))
    sheet = home / "secret.companion"
    code, out, err = run(capsys, "export", "1", str(sheet))
    assert (code, out, "has secrets" in err, sheet.exists()) == (2, "", True, False)
    assert run(capsys, "export", "1", str(sheet), "--with-secrets")[0] == 0
    assert sheet.read_text().count("\n") > 5


def test_play_hands_the_doctor_to_the_keeper_s_pages_and_looks_at_devices_only_where_there_are_some(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Office] = []
    monkeypatch.setattr("companion.service.browser.is_here", lambda: True)
    for runs in ("companion.service.browser.run", "companion.service.run.run"):
        monkeypatch.setattr(runs, lambda settings, upstairs: given.append(upstairs) or 0)
    assert run(capsys, "play", "--mock")[0] == 0
    assert run(capsys, "play")[0] == 0
    simulated, real = ({finding.check for finding in office.findings()} for office in given)
    assert {"python", "disk", "journal"} <= simulated
    assert not {"serial", "i2c", "pins", "groups"} & simulated
    assert {"serial", "i2c"} <= real
