"""The layers of a library: what ships, what the owner knows, what was officially corrected."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.library.faults import Faulty
from companion.library.store import Library

from .toy import toy


@pytest.fixture
def shipped(tmp_path: Path) -> Path:
    return tmp_path / "shipped"


@pytest.fixture
def owner(tmp_path: Path) -> Path:
    return tmp_path / "owner"


def put(owner: Path, name: str, text: str) -> Path:
    path = owner / "toy" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def library(shipped: Path, owner: Path) -> Library:
    return Library("toy", toy(shipped), owner)


def test_shipped_cards_alone(shipped: Path, owner: Path) -> None:
    lib = library(shipped, owner)
    assert lib.faults == []
    assert lib.shelf()["beasts"]["wolf"]["strength"] == 3
    assert lib.unknown("beasts", "wolf") == ["kind", "den.depth"]
    assert lib.checks("beasts", "wolf") == {"levels.1": "look at your card"}
    assert lib.typed().beasts["crow"].name == "Crow"
    assert not owner.exists()


def test_an_owners_value_counts_and_the_rest_stays(shipped: Path, owner: Path) -> None:
    put(owner, "beasts/wolf.yaml", "kind: fur\nden:\n  depth: 2\nlevels: [1, 20]\n")
    put(owner, "beasts/newt.yaml", "name: Newt\nfriends: [wolf]\n")
    lib = library(shipped, owner)
    assert lib.faults == []
    wolf = lib.typed().beasts["wolf"]
    assert (wolf.kind, wolf.strength, wolf.den.depth, wolf.levels) == ("fur", 3, 2, (1, 20))
    assert lib.checks("beasts", "wolf") == {}
    assert lib.typed().beasts["newt"].friends == ("wolf",)


def test_a_faulty_file_is_told_and_what_ships_is_used(shipped: Path, owner: Path) -> None:
    path = put(owner, "beasts/wolf.yaml", "strength: 12\nstrenth: 3\n")
    put(owner, "beasts/newt.yaml", "")
    lib = library(shipped, owner)
    assert lib.typed().beasts["wolf"].strength == 3
    assert "newt" not in lib.typed().beasts
    assert [str(fault) for fault in lib.faults] == [
        f"{owner}/toy/beasts/newt.yaml:1:1: the file is empty",
        f"{path}:1:11: strength: 12 does not fit; a whole number from 1 to 9",
        f"{path}:2:1: strenth: there is no such key; did you mean strength?",
    ]


@pytest.mark.case("CF-O9")
def test_what_refers_to_nothing_is_found_at_once(shipped: Path, owner: Path) -> None:
    path = put(owner, "hunts/second.yaml", "name: Second\nbeasts:\n  wulf: 1\n  gryphon: 1\n")
    lib = library(shipped, owner)
    assert [str(fault) for fault in lib.faults] == [
        f"{path}:3:3: beasts.wulf: there is no wulf among beasts; did you mean wolf?",
        f"{path}:4:3: beasts.gryphon: there is no gryphon among beasts",
    ]


def test_a_misprinted_value_is_overruled_with_its_source(shipped: Path, owner: Path) -> None:
    put(owner, "beasts/crow.yaml", "strength: 5\n")
    lib = library(shipped, owner)
    assert lib.typed().beasts["crow"].strength == 2
    (misprint,) = lib.misprints
    assert str(misprint.text) == "Crow, strength: the card says 5. 2 is right (Sheet 1)."
    assert (misprint.rule, misprint.printed, misprint.right) == ("TOY-1", 5, 2)


def test_the_owner_may_keep_what_is_printed(shipped: Path, owner: Path) -> None:
    put(owner, "beasts/crow.yaml", "strength: 5\n")
    library(shipped, owner).settle("TOY-1", keep=True)
    lib = library(shipped, owner)
    assert lib.typed().beasts["crow"].strength == 5
    assert lib.misprints == []
    assert lib.judge("beasts", "crow", "strength", 5) == []


def test_a_value_of_ones_own_is_no_misprint(shipped: Path, owner: Path) -> None:
    put(owner, "beasts/crow.yaml", "strength: 7\n")
    lib = library(shipped, owner)
    assert lib.typed().beasts["crow"].strength == 7
    assert lib.misprints == []


def test_corrections_fill_lists_and_counts(shipped: Path, owner: Path) -> None:
    lib = library(shipped, owner)
    assert lib.typed().hunts["first"].key == ["wolf"]
    assert lib.typed().hunts["first"].beasts is None
    put(owner, "hunts/first.yaml", "key: [crow]\nbeasts:\n  crow: 1\n")
    lib.reload()
    assert lib.typed().hunts["first"].key == ["crow", "wolf"]
    assert lib.typed().hunts["first"].beasts == {"wolf": 2}
    assert [misprint.rule for misprint in lib.misprints] == ["TOY-2", "TOY-3"]
    assert set(lib.corrections_of("hunts", "first")) == {"TOY-2", "TOY-3", "TOY-4"}


def test_counts_are_compared_with_the_box_and_both_places_named(shipped: Path, owner: Path) -> None:
    path = put(owner, "hunts/first.yaml", "beasts:\n  wolf: 6\n")
    lib = library(shipped, owner)
    lib.settle("TOY-3", keep=True)
    assert [str(fault) for fault in lib.findings()] == [
        f"{path}:1:1: rounds: the number of rounds is missing",
        f"{path}:2:3: beasts.wolf: 6 are asked for, 4 exist (shipped:beasts/wolf.yaml:3)",
    ]


def test_a_figure_is_kept_at_once_and_for_ever(shipped: Path, owner: Path) -> None:
    lib = library(shipped, owner)
    path = lib.learn("beasts", "wolf", "kind", "fur")
    assert lib.typed().beasts["wolf"].kind == "fur"
    lib.learn("beasts", "wolf", "den.depth", 3)
    lib.learn("beasts", "wolf", "levels.1", 21)
    again = library(shipped, owner).typed().beasts["wolf"]
    assert (again.kind, again.den.depth, again.levels, again.strength) == ("fur", 3, (1, 21), 3)
    assert path.read_text().startswith(
        "# yaml-language-server: $schema=../../schemas/toy/beasts.schema.json\n"
    )


def test_the_box_writes_into_an_owners_file_and_leaves_their_words(shipped: Path, owner: Path) -> None:
    text = "# my wolf\r\nname: Old Grey   # so we call it\r\n\r\nkind: fur # yes\r\n"
    path = put(owner, "beasts/wolf.yaml", "")
    path.write_bytes(text.encode())
    library(shipped, owner).learn("beasts", "wolf", "strength", 4)
    assert path.read_bytes().decode() == text + "strength: 4\r\n"


def test_a_card_nobody_shipped_can_be_learned(shipped: Path, owner: Path) -> None:
    lib = library(shipped, owner)
    lib.learn("beasts", "sea_snake", "strength", 4)
    assert lib.faults == []
    assert lib.typed().beasts["sea_snake"].name == "Sea Snake"


def test_nothing_wrong_is_ever_written(shipped: Path, owner: Path) -> None:
    path = put(owner, "beasts/wolf.yaml", "kind: fur\n")
    lib = library(shipped, owner)
    with pytest.raises(Faulty, match="12 does not fit"):
        lib.learn("beasts", "wolf", "strength", 12)
    assert path.read_text() == "kind: fur\n"
    path.write_text("kind: [\n")
    with pytest.raises(Faulty):
        lib.learn("beasts", "wolf", "strength", 4)
    assert path.read_text() == "kind: [\n"


@pytest.mark.case("CF-O10")
def test_a_file_that_goes_away_takes_nothing_with_it(shipped: Path, owner: Path) -> None:
    path = put(owner, "hunts/mill.yaml", "name: Mill\n")
    lib = library(shipped, owner)
    shelf = lib.shelf()
    path.unlink()
    lib.reload()
    assert "mill" not in lib.shelf()["hunts"]
    assert shelf["hunts"]["mill"]["name"] == "Mill"


@pytest.mark.parametrize("value", ["no", "0041702", "1:30", "null", "~", "yes # x", "- a", "a: b"])
def test_words_that_look_like_something_else_survive(shipped: Path, owner: Path, value: str) -> None:
    lib = library(shipped, owner)
    lib.learn("beasts", "wolf", "name", value)
    assert library(shipped, owner).typed().beasts["wolf"].name == value


def test_no_file_is_passed_over_in_silence(shipped: Path, owner: Path) -> None:
    put(owner, "beasts/newt.yml", "name: Newt\n")
    put(owner, "beasts/Old Crow.yaml", "name: Old Crow\n")
    put(owner, "beests/toad.yaml", "name: Toad\n")
    put(owner, "toad.yaml", "name: Toad\n")
    put(owner, "notes/readme.txt", "not ours\n")
    lib = library(shipped, owner)
    assert lib.typed().beasts["newt"].name == "Newt"
    assert [str(fault).removeprefix(f"{owner}/toy/") for fault in lib.faults] == [
        "beests:1:1: the folder 'beests' holds no kind of file; did you mean beasts?",
        "toad.yaml:1:1: this file is in no folder; put it into one such as beasts, hunts",
        "beasts/Old Crow.yaml:1:1: a card's file is named with small letters, digits and _; name it "
        "old_crow.yaml",
    ]
