"""Files written so that a power cut leaves the old one or the new one, and an owner's words stay theirs.

Here: atomic writes, changing single values of a YAML file with comments and order kept, older formats.
Must not know what a file means.
"""

from __future__ import annotations

import contextlib
import io
import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

Migration: TypeAlias = Callable[[dict[str, Any]], None]
"""Changes the keys of a file of one format into those of the next, in place."""

FORMAT = "format"
"""The key that says which format a file has; a file without it has the first."""


def write_atomically(path: Path, data: str | bytes) -> None:
    """Replace `path` by `data`, on disk before it returns. Raises OSError and leaves the old file then."""
    data = data.encode() if isinstance(data, str) else data
    folder = path.parent
    folder.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=folder)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, path.stat().st_mode & 0o777 if path.exists() else 0o644)
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)
        raise
    _sync_folder(folder)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def with_values(text: str, changes: Mapping[tuple[str, ...], Any]) -> str:
    """`text`, a YAML file, with the value at each path of keys set.

    Comments, order, quotes and indentation of the rest stay. Line ends stay what they were.
    """

    def put(data: dict[str, Any]) -> None:
        for path, value in changes.items():
            _put(data, path, value)

    return _edited(text, put)


def _put(data: dict[str, Any], path: Sequence[str], value: Any) -> None:
    *above, last = path
    for step in above:
        if not isinstance(data.get(step), dict):
            data[step] = {}
        data = data[step]
    data[last] = value


def migrated(text: str, migrations: Sequence[Migration], at: int) -> str:
    """`text` of format `at`, brought to the format after the last of `migrations`; comments are kept."""

    def change(data: dict[str, Any]) -> None:
        for migration in migrations[at - 1 :]:
            migration(data)
        data[FORMAT] = len(migrations) + 1

    return _edited(text, change)


def keep_old(path: Path, at: int) -> Path:
    """Copy `path` of format `at` beside itself before it is changed; the copy's path."""
    copy = path.with_name(f"{path.name}.format-{at}")
    write_atomically(copy, path.read_bytes())
    return copy


def _edited(text: str, change: Callable[[dict[str, Any]], None]) -> str:
    # Loaded here: most runs write nothing, and a Pi starts slowly enough.
    from ruamel.yaml import YAML
    from ruamel.yaml.comments import CommentedMap

    windows = "\r\n" in text
    text = text.replace("\r\n", "\n").removeprefix("\ufeff")
    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.width = 100_000
    mapping, sequence, offset = _indents(text)
    yaml.indent(mapping=mapping, sequence=sequence, offset=offset)
    data = yaml.load(text)
    if data is None:
        data = CommentedMap()
        change(data)
        body = io.StringIO()
        if data:
            yaml.dump(data, body)
        text = text + ("\n" if text and not text.endswith("\n") else "") + body.getvalue()
    else:
        change(data)
        body = io.StringIO()
        yaml.dump(data, body)
        text = body.getvalue()
    return text.replace("\n", "\r\n") if windows else text


def _indents(text: str) -> tuple[int, int, int]:
    """How the owner indents: keys below keys, text of list entries, and their dashes."""
    mapping, offset = 2, 2
    found_mapping = found_offset = False
    above, opens = 0, False
    for line in text.split("\n"):
        bare = line.lstrip(" ")
        if not bare or bare.startswith("#"):
            continue
        here = len(line) - len(bare)
        if bare.startswith("- "):
            if opens and not found_offset:
                offset, found_offset = max(0, here - above), True
            here += 2
        elif opens and here > above and not found_mapping:
            mapping, found_mapping = here - above, True
        above, opens = here, bare.split(" #")[0].rstrip().endswith(":")
    return mapping, offset + 2, offset
