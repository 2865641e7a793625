"""The token list: every spelling finds its token, clashes are named, learning goes on where it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.text import say
from companion.games.board_game_ii import GAME
from companion.games.shelf import Thing
from companion.library.faults import Faulty
from companion.library.store import Library
from companion.library.tags import TagError
from companion.library.tokens import KEYS, Learning, Tokens


def listed(tmp_path: Path, text: str) -> Tokens:
    (tmp_path / "tokens.yaml").write_text(text)
    return Tokens(tmp_path / "tokens.yaml")


def said(tokens: Tokens) -> list[str]:
    return [str(fault).partition("tokens.yaml:")[2] for fault in tokens.faults]


@pytest.mark.case("RF-O4")
@pytest.mark.parametrize("spelling", ["0006037395", "092,08083", "2A005C1F93", "'2a:00:5c:1f:93'"])
def test_every_spelling_in_the_list_finds_the_tag_of_the_reader(tmp_path: Path, spelling: str) -> None:
    tokens = listed(tmp_path, f"tokens:\n  {spelling}: {{means: key:undo}}\n")
    assert said(tokens) == []
    assert tokens.meaning("2A005C1F93") == "key:undo"
    assert tokens.meaning("2A005C1F94") is None


@pytest.mark.case("RF-O5")
def test_a_lost_zero_is_told_with_its_line(tmp_path: Path) -> None:
    tokens = listed(tmp_path, "tokens:\n  B70C04E1: {means: key:ok}\n  B7C4E1: {means: key:undo}\n")
    assert said(tokens) == [
        "3:3: B7C4E1: B7C4E1 is not a UID of 4, 5, 7 or 10 bytes: it has 6 hex digits. "
        "Write two for each byte."
    ]
    assert tokens.meaning("B70C04E1") == "key:ok"


@pytest.mark.case("RF-O12")
def test_two_spellings_of_one_tag_are_told_with_both_lines(tmp_path: Path) -> None:
    text = "tokens:\n  '0a:1b:2c:3d': {means: 'figure:newt 1', name: Newt 1}\n  0A1B2C3D: {means: key:ok}\n"
    assert said(listed(tmp_path, text)) == ["3:3: 0A1B2C3D: this tag stands in line 2 already, as Newt 1"]


@pytest.mark.case("CF-O4")
def test_tags_without_quotes_stay_as_written(tmp_path: Path) -> None:
    tokens = listed(tmp_path, "tokens:\n  0012345670: {means: key:ok}\n  00417020: {means: key:undo}\n")
    assert said(tokens) == []
    assert tokens.meaning("00417020") == "key:undo"


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("0A1B2C3D: key:ok", "2:13: tokens.0A1B2C3D: key:ok does not fit; keys such as means, name, game"),
        ("0A1B2C3D: {mean: key:ok}", "2:14: tokens.0A1B2C3D.mean: there is no such key; did you mean means?"),
        ("0A1B2C3D: {means: undo}", "2:21: tokens.0A1B2C3D.means: undo does not fit; words as in key:undo"),
    ],
)
def test_a_wrong_entry_is_told(tmp_path: Path, line: str, fault: str) -> None:
    assert fault in said(listed(tmp_path, f"tokens:\n  {line}\n"))


def test_a_list_that_is_not_there_is_empty(tmp_path: Path) -> None:
    tokens = Tokens(tmp_path / "tokens.yaml")
    assert (len(tokens), tokens.faults, tokens.meaning("0A1B2C3D")) == (0, [], None)


NEWT = Thing("figure:newt 1", say("Newt 1"), say("Figures"))
CROW = Thing("figure:crow 1", say("Crow 1"), say("Figures"))


def test_learning_goes_in_order_skips_what_is_known_and_names_clashes(tmp_path: Path) -> None:
    path = tmp_path / "tokens.yaml"
    first = Learning(Tokens(path), [NEWT, CROW], "toy")
    assert first.now == NEWT
    assert first.offer("0a1b2c3d") == "0A1B2C3D"
    with pytest.raises(TagError) as caught:
        first.offer("0A:1B:2C:3D")
    assert str(caught.value.text) == "This tag is already Newt 1."
    assert (first.now, first.left) == (CROW, 1)

    again = Learning(Tokens(path), [NEWT, CROW], "toy")
    assert again.now == CROW
    again.offer("0006037395")
    assert again.now is None
    assert Tokens(path).meaning("2A005C1F93") == "figure:crow 1"
    assert path.read_text() == (
        "# yaml-language-server: $schema=schemas/tokens.schema.json\n"
        "# Which token stands for what.\n"
        "tokens:\n  0A1B2C3D:\n    means: figure:newt 1\n    name: Newt 1\n    game: toy\n"
        "  '*005C1F93':\n    means: figure:crow 1\n    name: Crow 1\n    game: toy\n"
    )


def test_a_thing_may_be_left_for_later(tmp_path: Path) -> None:
    learning = Learning(Tokens(tmp_path / "tokens.yaml"), [NEWT, CROW])
    learning.skip()
    assert learning.now == CROW
    learning.skip()
    assert (learning.now, learning.left) == (NEWT, 2)


def test_nothing_is_written_into_a_faulty_list(tmp_path: Path) -> None:
    tokens = listed(tmp_path, "tokens: [\n")
    with pytest.raises(Faulty):
        tokens.learn("0A1B2C3D", NEWT)
    assert (tmp_path / "tokens.yaml").read_text() == "tokens: [\n"


def test_comments_in_the_list_stay(tmp_path: Path) -> None:
    tokens = listed(tmp_path, "# ours\ntokens:\n  0A1B2C3D: {means: key:ok} # on the lid\n")
    tokens.learn("2A005C1F93", NEWT)
    text = (tmp_path / "tokens.yaml").read_text()
    assert text.startswith("# ours\ntokens:\n  0A1B2C3D: {means: key:ok} # on the lid\n")


def test_what_board_game_ii_has_tokens_for() -> None:
    library = Library(GAME.id, GAME.shelving, None)
    things = GAME.shelving.things(library.typed())
    by_means = {thing.means: str(thing.name) for thing in [*KEYS, *things]}
    assert len(by_means) == len(things) + len(KEYS)
    assert by_means["face:event:star"] == "Event Die Star"
    assert by_means["face:combat:6"] == "Combat Die Logo (6)"
    assert by_means["figure:brain_matter 2"] == "Brain Matter 2"
    assert by_means["slime:caustic"] == "Caustic Slime"
    assert sum(means.startswith("figure:street_creeper") for means in by_means) == 5
    assert not any("flickerling" in means for means in by_means)


def test_a_running_box_knows_a_token_taught_elsewhere_at_once(tmp_path: Path) -> None:
    running = Tokens(tmp_path / "tokens.yaml")
    assert running.meaning("0A1B2C3D") is None
    Tokens(tmp_path / "tokens.yaml").learn("0A1B2C3D", NEWT)
    assert running.meaning("0A1B2C3D") == "figure:newt 1"
