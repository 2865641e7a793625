"""Settings: two files over one another, where each came from, and an example that tells everything."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Literal

import pytest
from msgspec import Meta, Struct

from companion.library.config import Config, config_files, example, load_config, sentence
from companion.library.decode import decode
from companion.library.faults import Faulty
from companion.library.yaml_nodes import read


class Door(Struct, frozen=True):
    """One door."""

    pin: int = 3
    name: str = "door"


class Lock(Struct, frozen=True):
    """How it locks."""

    after: Annotated[float, Meta(ge=0, extra={"seconds": True})] = 90
    """How long it waits."""
    quiet: bool = False


class House(Struct, frozen=True):
    """A house."""

    colour: Literal["red", "green"] = "red"
    """Of the front."""
    rooms: Annotated[int, Meta(ge=1, le=9)] = 2
    lock: Lock | None = Lock()
    doors: tuple[Door, ...] = (Door(),)
    motto: str = "no: really"
    cellar: Lock | None = None


def load(tmp_path: Path, *texts: str) -> Config[House]:
    paths = []
    for number, text in enumerate(texts):
        path = tmp_path / f"{number}.yaml"
        path.write_text(text)
        paths.append(path)
    return load_config(House, files=[*paths, tmp_path / "not there.yaml"])


def test_the_users_file_counts_over_the_machines_key_by_key(tmp_path: Path) -> None:
    config = load(
        tmp_path, "rooms: 3\nlock:\n  after: 1:30\n  quiet: yes\n", "lock:\n  after: 5\ncolour: green\n"
    )
    assert config.value == House("green", 3, Lock(5, True))
    sources = {key: (value, source) for key, value, source in config.lines()}
    assert sources["rooms"] == ("3", f"{tmp_path}/0.yaml:1")
    assert sources["lock.after"] == ("5.0", f"{tmp_path}/1.yaml:2")
    assert sources["lock.quiet"] == ("yes", f"{tmp_path}/0.yaml:4")
    assert sources["motto"] == ("'no: really'", "default")


def test_a_part_may_be_switched_off_and_on_again(tmp_path: Path) -> None:
    assert load(tmp_path, "lock: null\n").value.lock is None
    assert load(tmp_path, "lock: null\n", "lock: {quiet: yes}\n").value.lock == Lock(quiet=True)


def test_lists_are_replaced_whole(tmp_path: Path) -> None:
    config = load(tmp_path, "doors: [{pin: 1}, {pin: 2}]\n", "doors: [{pin: 7}]\n")
    assert config.value.doors == (Door(7),)


def test_all_faults_of_all_files_are_told(tmp_path: Path) -> None:
    with pytest.raises(Faulty) as caught:
        load(tmp_path, "rooms: 12\ncolor: red\n", "lock:\n\tafter: 1\n")
    assert [str(fault) for fault in caught.value.faults] == [
        f"{tmp_path}/0.yaml:1:8: rooms: 12 does not fit; a whole number from 1 to 9",
        f"{tmp_path}/0.yaml:2:1: color: there is no such key; did you mean colour?",
        f"{tmp_path}/1.yaml:2:1: this line starts with a tab; use spaces",
    ]
    assert (
        str(sentence(caught.value.faults))
        == "The settings cannot be used; mend these 3 lines and start again:"
    )


@pytest.mark.case("CF-O11")
def test_an_empty_file_means_defaults_and_says_so(tmp_path: Path) -> None:
    config = load(tmp_path, "# nothing yet\n")
    assert config.value == House()
    assert config.notes == [f"{tmp_path}/0.yaml is empty: defaults are used"]
    with pytest.raises(Faulty, match="keys are expected at the top level"):
        load(tmp_path, "- a\n- b\n")


def test_a_file_that_was_named_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(Faulty, match="there is no such file"):
        load_config(House, explicit=tmp_path / "gone.yaml")
    assert config_files(tmp_path) == [tmp_path]


def test_faults_between_settings_get_their_line(tmp_path: Path) -> None:
    from companion.engine.text import say

    config = load(tmp_path, "rooms: 2\ndoors:\n  - pin: 3\n  - pin: 3\n")
    assert (
        str(config.fault("doors.1.pin", say("used twice")))
        == f"{tmp_path}/0.yaml:4:5: doors.1.pin: used twice"
    )


def test_the_example_has_every_setting_and_is_the_default() -> None:
    text = example(House, "x.json")
    assert text.startswith("# yaml-language-server: $schema=x.json\n")
    assert "# Of the front. (green or red)\n#colour: red\n" in text
    assert "#  # How long it waits. (seconds, or minutes and seconds as in 1:30)\n#  after: 90\n" in text
    node, faults = read(re.sub(r"^#(?=\S|  )", "", text, flags=re.MULTILINE).encode(), "example")
    assert node is not None
    assert faults == []
    decoded = decode(node, House)
    assert decoded.faults == []
    assert decoded.value == House()
    assert all(re.match(r"#|$", line) for line in text.splitlines())
