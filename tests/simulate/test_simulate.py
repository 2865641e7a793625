"""`companion simulate`: scripts hold or say where they do not; the scripts of tests/play all hold."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.hal.events import ButtonName
from companion.hal.mock import MockButtons, MockEncoder
from companion.simulate.cli import play_file, scripts_in, simulate
from companion.simulate.script import Wrong, follow, parse, seconds

PLAY = Path(__file__).parents[1] / "play"
OPEN = "game board_game_ii\nscenario training_night\nseats Peter, Ray\n"


def run(tmp_path: Path, text: str, *options: str) -> Result:
    """Play a script from a file."""
    file = tmp_path / "some.play"
    file.write_text(text, encoding="utf-8")
    return CliRunner().invoke(simulate, [str(file), *options], standalone_mode=False)


@pytest.mark.parametrize("file", scripts_in((PLAY,)), ids=lambda file: file.stem)
def test_the_scripts_of_the_project_hold(file: Path) -> None:
    assert play_file(file)["entries"] > 0


@pytest.mark.parametrize("file", sorted(PLAY.glob("setup_*.play")), ids=lambda file: file.stem)
def test_a_set_up_is_done_with_up_down_and_ok(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pressed: set[str] = set()
    turned: list[int] = []
    click = MockButtons.click

    def counted(buttons: MockButtons, name: ButtonName, seconds: float = 0.08) -> None:
        pressed.add(name)
        click(buttons, name, seconds)

    monkeypatch.setattr(MockButtons, "click", counted)
    monkeypatch.setattr(MockEncoder, "turn", lambda knob, clicks: turned.append(clicks))
    play_file(file)
    assert pressed == {"up", "down", "ok"}
    assert turned == []


def test_what_does_not_hold_is_one_line_with_file_and_number(tmp_path: Path) -> None:
    result = run(tmp_path, OPEN + "\n# a remark\nexpect oled Gozer\nanswer ok\n")
    assert result.return_value == 1
    assert result.stderr.startswith(f"{tmp_path}/some.play:6: expected 'Gozer' in the OLED, saw ")
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("exepct oled x", "expected a verb (did you mean expect?), saw 'exepct'"),
        ("expect promt x", "did you mean prompt?"),
        ("press okk", "did you mean ok?"),
        ("answer fly away", "expected answer fly away to work, saw something to be taken with: answer ok"),
        ("adjust goo_timr 3", "did you mean goo_timer?"),
        ("expect figure goo_timr 3", "did you mean goo_timer?"),
        ("expect figure goo_timer 99", "expected goo_timer to be 99, saw 4"),
        ("expect lamps move", "expected lamps move, saw "),
        ("expect game won", "expected the game to be won, saw open"),
        ("expect no oled a", "expected no 'a' on the OLED"),
        ("read to Gozer", "expected 'Gozer' in a question"),
        ("read Gozer", "expected read to WORDS, saw read Gozer"),
        ("expect refusal no", "expected a refusal with 'no', saw none but '"),
        ("wait a while", "expected a time such as 90, 2 minutes or 1 hour, saw 'a while'"),
        ("game clue", "expected game before anything is played"),
        ("unplug toaster", "expected reader or oled, saw 'toaster'"),
        ("menu Fly", "saw one of: The table"),
        ("turn left", "expected a whole number, saw 'left'"),
        ("power on", "expected power cut"),
        ("knob away", "expected knob on or knob off, saw knob away"),
    ],
)
def test_a_line_that_is_no_good_says_what_is(tmp_path: Path, line: str, told: str) -> None:
    result = run(tmp_path, OPEN + line + "\n")
    assert result.return_value == 1
    assert told in result.stderr
    assert result.stderr.startswith(f"{tmp_path}/some.play:4: ")


def test_an_unknown_game_is_told_with_the_likely_one(tmp_path: Path) -> None:
    assert "did you mean mercado?" in run(tmp_path, "game mercato\n").stderr


def test_json_shows_figures_and_state(tmp_path: Path) -> None:
    result = run(tmp_path, OPEN + "answer ok\nadjust goo_timer 3\n", "--json")
    state = json.loads(result.stdout)
    assert state["game"] == "board_game_ii"
    assert state["figures"]["goo_timer"] == 3
    assert follow(state["table"], "goo_timer") == 3
    assert state["entries"] == 2
    assert state["outcome"] is None


def test_a_folder_is_played_file_by_file_and_one_bad_file_is_enough(tmp_path: Path) -> None:
    (tmp_path / "a.play").write_text(OPEN + "answer ok\n")
    (tmp_path / "b.play").write_text(OPEN + "expect oled Gozer\n")
    (tmp_path / "c.play").write_bytes(b"game \xff\n")
    result = CliRunner().invoke(simulate, [str(tmp_path)], standalone_mode=False)
    assert result.return_value == 1
    assert "ok  " in result.stdout
    assert "b.play:4: expected" in result.stderr
    assert "c.play: byte 5 is not UTF-8" in result.stderr


def test_the_same_script_ends_the_same_every_time(tmp_path: Path) -> None:
    (tmp_path / "a.play").write_text(OPEN + "bounce on\nplay 40\n")
    first, second = (play_file(tmp_path / "a.play") for _ in range(2))
    assert first == second


def test_the_grammar_in_the_documentation_is_the_grammar() -> None:
    from companion.simulate.script import Script

    text = (Path(__file__).parents[2] / "docs" / "play-scripts.md").read_text()
    verbs = set(Script().verbs)
    assert {verb for verb in verbs if f"`{verb} " not in text and f"`{verb}`" not in text} == set()


def test_the_example_in_the_documentation_plays(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs" / "play-scripts.md").read_text()
    result = run(tmp_path, text.split("```")[1])
    assert result.stderr == ""


def test_times_and_remarks_are_read_as_people_write_them() -> None:
    assert [seconds(words) for words in ("90", "2 minutes", "1.5h", "1 hour", "30s")] == [
        90,
        120,
        5400,
        3600,
        30,
    ]
    with pytest.raises(Wrong):
        seconds("1.2.3")
    assert [(line.number, line.verb, line.rest) for line in parse("\ufeff# x\n\n Press up  # y\n")] == [
        (3, "press", "up")
    ]
