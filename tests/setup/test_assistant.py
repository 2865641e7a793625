"""`companion setup` in a terminal: the steps of the box, kept in its journal: the box goes on with it."""

from __future__ import annotations

import os
import pty
import sys
from collections.abc import Iterable, Mapping, Sequence
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion import games as all_games
from companion.cli import cli
from companion.engine.text import render
from companion.hal.clock import VirtualClock
from companion.hal.mock import MockBox
from companion.journal import places
from companion.journal.store import Journal
from companion.service.cards import Cards
from companion.service.companion import PLAYING, Companion, Extras
from companion.service.playing import Playing
from companion.service.settings import Settings
from companion.setup.assistant import Assistant

GAME = "board_game_ii"
TWO_PEOPLE = ("training", "training night", "2", "2", "ray", "egon", "ray")


def sit(home: Path, lines: Iterable[str], game: str = GAME, language: str = "en") -> list[str]:
    """Type `lines`, then stop: the screens that were seen, each as one text."""
    home.mkdir(exist_ok=True)
    screens: list[list[str]] = [[]]
    left = iter(lines)
    cards = Cards(home / "library")
    journal, playing = Journal(places.journal(home)), Playing(home / PLAYING)
    games = {game: all_games.find(game)}
    assistant = Assistant(journal, games, cards, cards.shelf, language, playing=playing)
    assistant.run(
        lambda line: screens[-1].append(line),
        lambda: screens.append([]),
        lambda: next(left, None),
    )
    if isinstance(lines, Sequence):
        assert not list(left)
    return ["\n".join(screen) for screen in screens if screen]


def headline(home: Path) -> str:
    with Journal(places.journal(home), write=False) as journal:
        return render(journal.games()[0].headline)


def test_one_step_a_screen_each_ticked_when_it_is_done(tmp_path: Path) -> None:
    screens = sit(tmp_path, [*TWO_PEOPLE, "", ""])
    assert [screen.count("[ ] ") for screen in screens[:-1]] == [1] * (len(screens) - 1)
    assert "[ ] The map" in screens[7]
    assert "|  R1 | B1> |" in screens[7]
    assert "[x] The map: done" in screens[8]
    assert "| [R1]" in screens[8]
    assert "   3  .  .  .  2" in screens[8]
    assert "[x] Tile R1" in screens[9]


def test_back_opens_the_step_before_again(tmp_path: Path) -> None:
    screens = sit(tmp_path, [*TWO_PEOPLE, "", "", "b"])
    assert screens[10].split("\n\n")[0:2] == screens[8].split("\n\n")[0:2]
    refused = sit(tmp_path / "other", ["b"])
    assert "There is nothing to take back." in refused[1]


def test_it_goes_on_where_it_stopped(tmp_path: Path) -> None:
    screens = sit(tmp_path, [*TWO_PEOPLE, "", "q"])
    assert screens[-1].endswith("Kept. Set-up goes on here or at the box.")
    again = sit(tmp_path, ["carry on"])
    assert "[ ] Tile R1" in again[1]
    assert "Setting up" in again[0]


def test_the_box_goes_on_with_what_the_terminal_set_up(tmp_path: Path) -> None:
    screens = sit(tmp_path, [*TWO_PEOPLE, *[""] * 8, "nobody", *[""] * 5])
    assert "Everything is set up: Round 1" in screens[-1]
    assert "Ray" in headline(tmp_path)
    clock = VirtualClock()
    box = MockBox(clock)
    extras = Extras(games={GAME: all_games.find(GAME)})
    companion = Companion(clock, box.devices, tmp_path, Settings(), extras)
    companion.start()
    clock.advance(1)
    pending = companion.box.session.pending
    assert pending is not None
    assert render(pending.prompt.title) == "Ray: lesson 1"
    companion.close()
    clock.advance(1)


def test_why_tells_the_rule_behind_the_step(tmp_path: Path) -> None:
    screens = sit(tmp_path, ["?", *TWO_PEOPLE, "?"])
    assert "All tiles are turned one by one as seen by the single player" in screens[-1]
    assert "[ ] The map" in screens[-1]


def test_what_is_no_answer_is_refused_with_the_reason(tmp_path: Path) -> None:
    screens = sit(tmp_path, ["training", "training night", "seven", "9"])
    assert "A number from 2 to 4, not seven." in screens[3]
    assert "A number from 2 to 4, not 9." in screens[4]


def test_what_is_read_off_a_card_is_kept_for_ever(tmp_path: Path) -> None:
    start = ["scoleri", "1", "4", "4", "venkman", "stantz", "spengler", "venkman"]
    screens = sit(tmp_path, [*start, "5"])
    assert "Goo Timer at the start is 5" in screens[-1]
    again = sit(tmp_path, ["a new game", *start])
    assert "Goo Timer maximum" in again[-1]


def test_it_speaks_the_language_of_the_box(tmp_path: Path) -> None:
    assert "Eingabe" in sit(tmp_path, [], language="de")[0]


@pytest.mark.parametrize("game", sorted(all_games.registry()))
def test_every_game_is_set_up_by_what_is_proposed(game: str, tmp_path: Path) -> None:
    screens = sit(tmp_path, repeat(""), game)
    assert "Everything is set up" in screens[-1]
    assert len(screens) < 40


def test_what_is_not_open_now_bears_a_mark_and_is_refused_with_the_reason(tmp_path: Path) -> None:
    screens = sit(tmp_path, [*[""] * 13, "1"], "clue")
    at = next(at for at, screen in enumerate(screens) if "[ ] P2 plays?" in screen)
    assert "  -  1  Phoebe" in screens[at]
    assert "  >  2  " in screens[at]
    refused = sit(tmp_path / "other", [*[""] * at, "phoebe"], "clue")
    assert "Somebody has that token." in refused[-1]


def typed_in_a_terminal(args: Sequence[str], lines: Sequence[str], environ: Mapping[str, Any]) -> str:
    """The command on a terminal of its own, where somebody types a line whenever it waits for one."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.execvpe(sys.executable, [sys.executable, "-m", "companion.cli", *args], {**os.environ, **environ})
    seen, left = b"", list(lines)
    while True:
        try:
            seen += os.read(terminal, 4096)
        except OSError:  # Its other end is closed.
            break
        if seen.endswith(b"> ") and left:
            os.write(terminal, left.pop(0).encode() + b"\n")
    os.close(terminal)
    assert os.waitpid(pid, 0)[1] == 0
    return seen.decode()


def test_the_command_leads_where_somebody_can_type(tmp_path: Path) -> None:
    seen = typed_in_a_terminal(
        ["setup", "training-night"],
        ["2", "2", "ray", "egon", "ray", "", "q"],
        {"XDG_DATA_HOME": str(tmp_path)},
    )
    assert "Which Scenario?" not in seen
    assert "[x] The map: done" in seen
    assert headline(tmp_path / "companion").endswith("Setting up")


def test_while_the_box_runs_one_line_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    places.home().mkdir()
    with Journal(places.journal(places.home())):
        with pytest.raises(AssertionError):
            typed_in_a_terminal(["setup", "training-night"], [], {})
        listed = CliRunner().invoke(cli, ["setup", "training-night"])
    assert listed.exit_code == 0
    assert "[ ] 1. The map" in listed.output
