"""Any number of files looked at: every fault on one line, and what does not fit together.

Here: sorting files by kind and collecting what is wrong with them. Must not print, nor know a game by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from companion.engine.text import Text, say
from companion.games.shelf import Shelving

from .faults import Fault, Faulty, Place
from .kinds import Kind, decode_card, kind_of_file, kinds_of, read_kind
from .store import SUFFIXES, Library
from .tokens import TOKENS, Tokens
from .yaml_nodes import LIMIT, read_bytes


class Report(Struct):
    """What was found: faults make a file unusable, warnings do not."""

    files: int
    faults: list[Fault]
    warnings: list[Fault]


def check_files(
    paths: Iterable[Path], single: Sequence[Kind], games: Mapping[str, Shelving], owner: Path | None = None
) -> Report:
    """Look at files and folders. `single` are the kinds of file that stand alone (settings, tokens);
    `games` bring the kinds of cards. Cards may refer to those that ship and to those of `owner`."""
    report = Report(0, [], [])
    kinds = [*single, *(kind for id, shelving in games.items() for kind in kinds_of(id, shelving))]
    cards: dict[str, dict[str, list[Path]]] = {}
    for path in paths:
        for file in _files(path, report):
            report.files += 1
            kind = _kind(file, kinds, report)
            if kind is None:
                continue
            if kind.card:
                cards.setdefault(kind.game, {}).setdefault(kind.folder, []).append(file)
            else:
                _check_single(file, kind, report)
    for id, files in cards.items():
        _check_cards(Library(id, games[id], owner, files), files, report)
    return report


def _files(path: Path, report: Report) -> Iterator[Path]:
    if path.is_dir():
        files = sorted(file for file in path.rglob("*") if file.suffix in SUFFIXES and not file.is_dir())
        if not files:
            report.faults.append(Fault(Place(str(path)), "", say("there is no YAML file in this folder")))
        yield from files
    else:
        yield path


def _kind(path: Path, kinds: Sequence[Kind], report: Report) -> Kind | None:
    try:
        text = read_bytes(path, str(path), LIMIT).decode("utf-8", "replace")
    except Faulty as faulty:
        report.faults += faulty.faults
        return None
    kind = kind_of_file(path, text, kinds)
    if isinstance(kind, Fault):
        report.faults.append(kind)
        return None
    return kind


def _check_single(path: Path, kind: Kind, report: Report) -> None:
    if kind == TOKENS:
        report.faults += Tokens(path).faults
        return
    try:
        found = read_kind(path, kind)
    except Faulty as faulty:
        report.faults += faulty.faults
        return
    _, faults, _ = decode_card(found.node, kind, path.stem)
    report.faults += [*found.faults, *faults]


def _check_cards(library: Library, files: Mapping[str, Sequence[Path]], report: Report) -> None:
    mine = {str(path) for layer in files.values() for path in layer}
    report.faults += [fault for fault in library.faults if fault.place.file in mine]
    report.warnings += [fault for fault in library.findings() if fault.place.file in mine]
    for misprint in library.misprints:
        card = library.cards[misprint.correction.kind][misprint.correction.id]
        place = card.place(misprint.correction.field)
        if place is not None and place.file in mine:
            text = Text("{what} [{rule}]", {"what": misprint.text, "rule": misprint.rule})
            report.warnings.append(Fault(place, misprint.correction.field, text))
