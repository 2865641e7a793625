"""Keep the catalogues in step with the sources: `python -m scripts.messages [--check] [PART…]`.

Every sentence in `say("…")`, `say_n("…", "…", n)`, `Text("…")` and in `_("…")` of a template is a key. So is
every rule sentence of a rulebook.tsv, what cards that ship say in words, the names and meanings of cards'
fields, and what the steps of building the box are called. Sentences of companion/panel go to
locale/<language>/panel.po, of companion/games/x to x.po, of its rulebook to x_rules.po, of its cards to
x_cards.po, of all fields to fields.po, of other packages to their own, of single modules to companion.po.
Translations that exist are kept; what no source says any more is dropped.
"""

from __future__ import annotations

import ast
import csv
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import yaml
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from companion.games import find, shipped
from companion.library.describe import field_notes, label
from companion.library.kinds import kinds_of

ROOT = Path(__file__).parent.parent
LOCALE = ROOT / "companion" / "locale"
STEPS = ROOT / "hardware" / "steps.yaml"
KEYWORDS = {"say": 1, "Text": 1, "say_n": 2}
"""The makers of `Text`, and how many of their arguments are sentences."""
IN_WORDS = ("text", "story", "lessons", "about", "check")
"""The keys of cards under which there are sentences. Names are names in every language."""


def area(file: Path) -> str:
    """The catalogue that a source file belongs to."""
    if file == STEPS:
        return "doctor"
    parts = file.relative_to(ROOT / "companion").parts
    if file.name == "rulebook.tsv":
        return f"{parts[1]}_rules"
    if file.suffix == ".yaml":
        return f"{parts[1]}_cards"
    if len(parts) == 1:
        return "companion"
    return parts[1] if parts[0] == "games" and len(parts) > 2 else parts[0]


def sentences(file: Path) -> Iterator[str]:
    """Every key in a source file; both wordings of a `say_n` are keys of their own."""
    if file.suffix == ".html":
        yield from filter(has_words, re.findall(r'\b_\("([^"]+)"', file.read_text(encoding="utf-8")))
        return
    if file.suffix == ".tsv":
        with file.open(newline="", encoding="utf-8") as source:
            yield from (row["rule"] for row in csv.DictReader(source, delimiter="\t", quoting=csv.QUOTE_NONE))
        return
    if file == STEPS:
        for step in yaml.safe_load(file.read_text(encoding="utf-8"))["steps"]:
            yield from (step["title"], step["done"])
        return
    if file.suffix == ".yaml":
        card = yaml.safe_load(file.read_text(encoding="utf-8"))
        yield from in_words(card)
        yield from (card[key] for key in ours(file) if key in card)
        return
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KEYWORDS:
            for said in node.args[: KEYWORDS[node.func.id]]:
                if isinstance(said, ast.Constant) and isinstance(said.value, str) and has_words(said.value):
                    yield said.value


def ours(file: Path) -> tuple[str, ...]:
    """The keys of a card whose words are no names off a real card, but what we call it."""
    folder, kind = file.parts[-3:-1]
    if kind in ("boards", "components") or (folder == "training" and kind in ("scenarios", "maps")):
        return ("name",)
    return ("colour",) if kind == "contracts" else ()


def in_words(value: object, key: str = "") -> Iterator[str]:
    """The sentences of a card, however deep."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from in_words(inner, key if key == "check" else name)
    elif isinstance(value, list):
        for inner in value:
            yield from in_words(inner, key)
    elif isinstance(value, str) and key in IN_WORDS:
        yield value


def fields() -> Iterator[tuple[str, str]]:
    """Where each is, and the kinds of cards, their fields and what those mean, as the editor shows them."""
    for id in sorted(shipped()):
        shelving = getattr(find(id), "shelving", None)
        for kind in kinds_of(id, shelving) if shelving is not None else ():
            where = f"{id}/{kind.folder}"
            yield where, label(kind.folder).msg
            notes = field_notes(kind.type)
            for field in msgspec.structs.fields(kind.type):
                yield where, label(field.encode_name).msg
                if field.name in notes:
                    yield where, notes[field.name]


def has_words(message: str) -> bool:
    """Whether there is anything to translate besides gaps."""
    return any(letter.isalpha() for letter in re.sub(r"{[^}]*}", "", message))


def extracted() -> dict[str, Catalog]:
    """What the sources say, by area."""
    areas: dict[str, Catalog] = {}
    kinds = ("*.py", "*.html", "rulebook.tsv")
    sources = [file for kind in kinds for file in (ROOT / "companion").rglob(kind)]
    cards = (ROOT / "companion" / "games").glob("*/data/**/*.yaml")
    for file in sorted([*sources, *cards, STEPS]):
        for message in sentences(file):
            catalog = areas.setdefault(area(file), Catalog(charset="utf-8", fuzzy=False))
            catalog.add(message, locations=[(str(file.relative_to(ROOT)), None)])  # type: ignore[list-item]
    for where, message in fields():
        catalog = areas.setdefault("fields", Catalog(charset="utf-8", fuzzy=False))
        catalog.add(message, locations=[(where, None)])  # type: ignore[list-item]
    return areas


def main(check: bool, only: list[str]) -> int:
    """Write every language's catalogues anew, or those of `only`. With `check`: say what differs or is not
    translated, give 1."""
    areas = {name: found for name, found in extracted().items() if not only or name in only}
    stale = 0
    for folder in sorted(folder for folder in LOCALE.iterdir() if folder.is_dir()):
        for name, template in areas.items():
            file = folder / f"{name}.po"
            kept = Catalog(locale=folder.name)
            if file.exists():
                with file.open("rb") as source:
                    kept = read_po(source, locale=folder.name, charset="utf-8")
            known = {message.id for message in kept if message.id and message.string}
            wanted = {message.id for message in template if message.id}
            missing, unused = len(wanted - known), {m.id for m in kept if m.id} - wanted
            new = {message.id for message in template if message.id} - {m.id for m in kept if m.id}
            if missing:
                print(f"{file.relative_to(ROOT)}: {missing} of {len(wanted)} sentences not translated")
            if check:
                stale += bool(new or unused or missing)
                continue
            kept.update(template, no_fuzzy_matching=True)
            kept.obsolete.clear()
            with file.open("wb") as target:
                write_po(target, kept, width=100, sort_by_file=True, omit_header=True)
    if stale:
        print(f"{stale} catalogues are behind the sources: run scripts.messages, translate what is empty")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv, [name for name in sys.argv[1:] if name != "--check"]))
