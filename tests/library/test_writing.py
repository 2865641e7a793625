"""Files are written whole or not at all, and older formats are brought along."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from companion.library import store
from companion.library.faults import Faulty
from companion.library.kinds import Kind, read_kind
from companion.library.store import Library
from companion.library.writing import with_values, write_atomically

from .toy import toy


def test_the_old_file_stays_when_writing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "card.yaml"
    path.write_text("old\n")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_atomically(path, "new\n")
    assert path.read_text() == "old\n"
    assert os.listdir(tmp_path) == ["card.yaml"]


@pytest.mark.case("JN-O2")
def test_file_then_name_then_folder_go_to_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    sync, rename = os.fsync, os.replace

    def synced(handle: int) -> None:
        done.append("folder" if os.path.isdir(f"/proc/self/fd/{handle}") else "file")
        sync(handle)

    def renamed(old: Any, new: Any) -> None:
        done.append("name")
        rename(old, new)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", renamed)
    write_atomically(tmp_path / "new" / "card.yaml", "x\n")
    assert done == ["file", "name", "folder"]


def test_rights_of_a_file_stay(tmp_path: Path) -> None:
    path = tmp_path / "card.yaml"
    path.write_text("old\n")
    path.chmod(0o600)
    write_atomically(path, "new\n")
    assert path.stat().st_mode & 0o777 == 0o600


def test_comments_order_quotes_and_indentation_stay() -> None:
    text = (
        "# first\nb: 'x'   # why\na:\n    - {do: move}\n    - do: slime\n      who: attacker   # him\n\n"
        "token: 0041702\nflag: yes\n# last\n"
    )
    changed = with_values(text, {("flag",): "maybe"})
    assert changed == text.replace("flag: yes", "flag: maybe")
    assert with_values("# only words\n", {("a", "b"): 1}) == "# only words\na:\n  b: 1\n"


class Old(Struct):
    strength: int | None = None
    den: dict[str, int] = {}


def _renamed(data: dict[str, Any]) -> None:
    data["strength"] = data.pop("power")


def _gathered(data: dict[str, Any]) -> None:
    if "depth" in data:
        data["den"] = {"depth": data.pop("depth")}


KIND = Kind("beasts", Old, migrations=(_renamed, _gathered))


def test_an_older_format_is_read_as_the_present_one(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("power: 3  # as we found\ndepth: 2\n")
    found = read_kind(path, KIND)
    assert (found.format, list(found.node.pairs)) == (1, ["strength", "den", "format"])
    path.write_text("format: 2\nstrength: 3\ndepth: 2\n")
    assert read_kind(path, KIND).format == 2


@pytest.mark.case("JN-O6")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("format: 9\n", "a.yaml:1:9: format: 9 is newer than this companion, which knows up to 3; update it"),
        ("format: x\n", "a.yaml:1:9: format: a whole number from 1 to 3"),
        ("format: [1]\n", "a.yaml:1:9: format: a whole number from 1 to 3"),
    ],
)
def test_a_format_nobody_knows_is_told(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(text)
    with pytest.raises(Faulty) as caught:
        read_kind(path, KIND, "a.yaml")
    assert str(caught.value) == said


@pytest.mark.case("JN-O6")
def test_an_owners_file_migrates_and_the_old_one_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "owner" / "toy" / "beasts"
    folder.mkdir(parents=True)
    (folder / "wolf.yaml").write_text("# mine\npower: 4 # strong\n")
    original = store.kinds_of

    def kinds(game: str, shelving: Any) -> list[Kind]:
        return [replace(kind, migrations=(_renamed,)) for kind in original(game, shelving)]

    monkeypatch.setattr(store, "kinds_of", kinds)
    shelving = toy(tmp_path / "shipped")
    for path in (tmp_path / "shipped").glob("*/*.yaml"):
        path.write_text("format: 2\n" + path.read_text())
    lib = Library("toy", shelving, tmp_path / "owner")
    assert lib.faults == []
    assert lib.typed().beasts["wolf"].strength == 4
    assert (folder / "wolf.yaml").read_text() == "# mine\nstrength: 4\nformat: 2\n"
    assert (folder / "wolf.yaml.format-1").read_text() == "# mine\npower: 4 # strong\n"


def test_an_old_file_on_a_locked_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "owner" / "toy" / "beasts"
    folder.mkdir(parents=True)
    (folder / "newt.yaml").write_text("name: Newt\npower: 4\n")
    original = store.kinds_of

    def locked(path: Path, data: str | bytes) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(
        store,
        "kinds_of",
        lambda game, cards: [replace(kind, migrations=(_renamed,)) for kind in original(game, cards)],
    )
    monkeypatch.setattr(store, "keep_old", lambda path, at: locked(path, b""))
    shelving = toy(tmp_path / "shipped")
    for path in (tmp_path / "shipped").glob("*/*.yaml"):
        path.write_text("format: 2\n" + path.read_text())
    lib = Library("toy", shelving, tmp_path / "owner")
    assert [str(fault) for fault in lib.faults] == [
        f"{folder}/newt.yaml:1:1: this file cannot be written (Read-only file system)"
    ]
    assert lib.typed().beasts["newt"].strength == 4
