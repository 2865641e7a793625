"""`companion setup`: what the list says is what the box does."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from companion.engine.prompts import Grid
from companion.setup.cli import setup
from companion.setup.picture import characters
from companion.web.maps import whole

SVG = "{http://www.w3.org/2000/svg}"


def run(*args: str) -> tuple[int, str]:
    result = CliRunner().invoke(setup, args)
    return result.exit_code, result.output


def test_without_a_name_everything_that_can_be_played_is_listed(tmp_path: Path) -> None:
    code, out = run("--library", str(tmp_path))
    assert code == 0
    assert {"training-night", "scoleri_1", "mercado", "clue", "monopoly"} <= {
        line.split()[0] for line in out.splitlines()
    }


def test_every_step_of_a_training_scenario_stands_in_order(tmp_path: Path) -> None:
    code, out = run("training-night", "--library", str(tmp_path))
    assert code == 0
    order = [
        "The map",
        "Tile R1",
        "Tile B1",
        "PKE Meter",
        "Spirit World",
        "Goo Pile deck",
        "Slime Blower",
    ]
    assert [out.index(title) for title in order] == sorted(out.index(title) for title in order)
    assert "|  R1 | B1> |" in out
    assert "3 Flickerling and 2 Lamplighter" in out
    assert "Put 2 back, unseen. Shuffle in Brass key. Deck: 4 cards." in " ".join(out.split())


@pytest.mark.parametrize("start", ["clue", "mercado", "monopoly", "scoleri_1", "sea_fright_2"])
def test_any_game_can_be_set_up_from_an_empty_library(start: str, tmp_path: Path) -> None:
    code, out = run(start, "--library", str(tmp_path))
    assert code == 0
    assert "[?]" in out


def test_a_likely_name_is_proposed(tmp_path: Path) -> None:
    code, out = run("trainning-nite", "--library", str(tmp_path))
    assert code == 2
    assert "Did you mean training-night?" in out


def test_the_map_is_drawn_with_every_tile_and_what_stands_on_it(tmp_path: Path) -> None:
    file = tmp_path / "map.svg"
    assert run("training-night", "--library", str(tmp_path), "--picture", str(file))[0] == 0
    root = ElementTree.fromstring(file.read_text())
    texts = [text.text or "" for text in root.iter(f"{SVG}text")]
    assert {"R1", "B1", "B2", "R2"} <= set(texts)
    assert "Doorkeeper" in " ".join(texts)
    turned = [text.get("transform", "") for text in root.iter(f"{SVG}text") if text.text == "B1"]
    assert turned[0].startswith("rotate(90 ")


def test_a_map_nobody_typed_in_cannot_be_drawn(tmp_path: Path) -> None:
    file = tmp_path / "map.svg"
    code, out = run("killerwatt_1", "--library", str(tmp_path), "--picture", str(file))
    assert code == 2
    assert "Nobody has typed in the map of killerwatt_1" in out
    assert not file.exists()


def test_words_are_written_as_words() -> None:
    picture = whole(Grid((("<R1>",),)), "A & B", {(0, 0): "Tom & Jerry"})
    assert [text.text for text in ElementTree.fromstring(picture).iter(f"{SVG}text")] == [
        "A & B",
        "<R1>",
        "Tom & Jerry",
    ]


def test_a_gap_in_the_map_stays_empty() -> None:
    assert characters(Grid((("R1", ""), ("R2", "B1")), ((180, 0), (0, 270)))) == [
        "+-----+-----+",
        "| R1v |     |",
        "+-----+-----+",
        "|  R2 | B1< |",
        "+-----+-----+",
    ]
