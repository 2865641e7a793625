"""A library as one file, to give to a friend; and taking such a file in.

Here: packing, unpacking and telling the differences. Must not ask: whoever calls it does.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from companion.engine.text import say

from .decode import decode
from .faults import Fault, Faulty
from .kinds import RESERVED, Kind, read_kind
from .yaml_nodes import Mapping as Node
from .yaml_nodes import read

LIMIT = 8 * 1024 * 1024
_NAME = re.compile(r"[a-z0-9_]+/[a-z_]+/[A-Za-z0-9_-]+\.yaml$")


class Pack(Struct, forbid_unknown_fields=True):
    """A library in one file: the text of each of its files, by its place in the library."""

    companion_library: int
    files: dict[str, str]


PACK = Kind("pack", Pack, limit=LIMIT)


def packed(root: Path, games: Mapping[str, Mapping[str, Kind]]) -> str:
    """All card files of the library in `root`, as one text."""
    lines = ["# A companion library. Take it in with: companion library import FILE", "companion_library: 1"]
    parts: list[str] = []
    for game, kinds in games.items():
        for folder in kinds:
            for path in sorted((root / game / folder).glob("*.yaml")):
                parts += _block(f"{game}/{folder}/{path.name}", path.read_text("utf-8-sig"))
    lines += ["files:", *parts] if parts else ["files: {}"]
    return "\n".join(lines) + "\n"


def _block(name: str, text: str) -> Iterator[str]:
    """A literal block: comments and order survive, and people can read it."""
    text = text.replace("\r\n", "\n")
    ends = len(text) - len(text.rstrip("\n"))
    yield f"  {name}: |2{'-' if ends == 0 else '' if ends == 1 else '+'}"
    for line in text.split("\n")[: -1 if ends else None]:
        yield f"    {line}" if line else ""


def unpacked(path: Path, games: Mapping[str, Mapping[str, Kind]]) -> dict[str, str]:
    """The files of a pack. Raises `Faulty` if it is none, or if anything in it could not be used."""
    found = read_kind(path, PACK)
    decoded = decode(found.node, Pack)
    if decoded.value is None or found.faults:
        raise Faulty([*found.faults, *decoded.faults])
    faults: list[Fault] = []
    files = found.node.pairs["files"].value
    assert isinstance(files, Node)
    for name, text in decoded.value.files.items():
        place = files.pairs[name].key.place
        game, _, rest = name.partition("/")
        kind = games.get(game, {}).get(rest.partition("/")[0])
        if kind is None or not _NAME.match(name):
            faults.append(Fault(place, name, say("no file of a library is called so")))
            continue
        try:
            node, wrong = read(text.encode(), f"{path}:{name}")
        except Faulty as faulty:
            faults += faulty.faults
            continue
        faults += wrong
        if node is not None:
            faults += decode(node, kind.type, RESERVED, partial=True).faults
    if faults:
        raise Faulty(faults)
    return decoded.value.files


def differences(root: Path, files: Mapping[str, str]) -> dict[str, list[str]]:
    """For each file that would change: the lines that go and come; a new file has no lines."""
    changed: dict[str, list[str]] = {}
    for name, text in files.items():
        path = root / name
        if not path.exists():
            changed[name] = []
        elif (old := path.read_text("utf-8-sig").replace("\r\n", "\n")) != text:
            lines = difflib.unified_diff(old.split("\n"), text.split("\n"), lineterm="", n=0)
            changed[name] = [line for line in lines if not line.startswith(("---", "+++", "@@"))]
    return changed
