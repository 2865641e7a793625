"""What is wrong in a file, where, and what would be right: one line for people.

Here: places, faults and the word that was likely meant. Must not know YAML, a game or a screen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from companion.engine.text import Text, say


class Place(Struct, frozen=True, gc=False):
    """A spot in a file; line and column count from 1."""

    file: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    @property
    def short(self) -> str:
        """File and line, for naming a second place inside a sentence."""
        return f"{self.file}:{self.line}"


class Fault(Struct, frozen=True):
    """One thing that is wrong. `key` is the dotted path to it ("gates.to_hit"), empty for the whole file."""

    place: Place
    key: str
    text: Text

    def __str__(self) -> str:
        return self.said(str)

    def said(self, words: Callable[[Text], str]) -> str:
        """The line, its sentence in the language of `words`."""
        return ": ".join(part for part in (str(self.place), self.key, one_line(words(self.text))) if part)

    @property
    def told(self) -> Text:
        """The same as a part of another sentence."""
        key = say("{key}: ", key=self.key) if self.key else Text("")
        return say("{place}: {key}{text}", place=str(self.place), key=key, text=self.text)


class Faulty(Exception):
    """A file cannot be used; `faults` say why, in the order of the file."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = sorted(
            faults, key=lambda fault: (fault.place.file, fault.place.line, fault.place.column)
        )


def one_line(text: str, limit: int = 300) -> str:
    """`text` without line breaks or other control characters, shortened in the middle of nowhere."""
    flat = "".join(letter if letter.isprintable() else " " for letter in text)
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"


def quoted(value: str) -> str:
    """A value out of a file as it may stand in a sentence: short, on one line."""
    return one_line(value, 40) if value else "''"


def _plain(word: str) -> str:
    return word.strip().lower().replace("-", "_").replace(" ", "_")


def likely(word: str, known: Iterable[str]) -> str | None:
    """The known word that was probably meant, or None: no far-fetched guess."""
    by_plain = {_plain(one): one for one in known}
    if (same := by_plain.get(_plain(word))) is not None:
        return same
    import difflib  # Only for what is wrong: loading it takes time.

    close = difflib.get_close_matches(_plain(word), by_plain, n=1, cutoff=0.74)
    return by_plain[close[0]] if close else None
