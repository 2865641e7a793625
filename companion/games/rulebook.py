"""The rule sentences that ship with each game: looked up by id for Why?, searched by words.

Must not know who shows them.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple


class RuleRow(NamedTuple):
    """One rule: its id, where it stands in the rulebook, its sentence, and an example as given and then."""

    id: str
    where: str
    sentence: str
    given: str = ""
    then: str = ""


@cache
def rulebook(path: Path) -> dict[str, RuleRow]:
    """The rules of the TSV at `path` by id; none if there is no such file."""
    if not path.exists():
        return {}
    with path.open(newline="", encoding="utf-8") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {
            row["id"]: RuleRow(
                row["id"], row["where"], row["rule"], row.get("given") or "", row.get("then") or ""
            )
            for row in rows
        }


def search(rows: Iterable[RuleRow], words: str) -> Iterator[RuleRow]:
    """The rules in which every one of `words` begins some word, those with most in the sentence first."""
    wanted = words.casefold().split()
    found = []
    for row in rows:
        sentence = _words(row.sentence)
        all_of_it = sentence | _words(row.id) | _words(row.where) | _words(row.given) | _words(row.then)
        if all(any(word.startswith(want) for word in all_of_it) for want in wanted):
            hits = sum(any(word.startswith(want) for word in sentence) for want in wanted)
            found.append((-hits, row))
    return (row for _, row in sorted(found, key=lambda each: each[0]))


def _words(text: str) -> set[str]:
    folded = text.casefold()
    parts = "".join(letter if letter.isalnum() else " " for letter in folded).split()
    return {*parts, *folded.split()}
