"""Languages: the catalogues of translated sentences, and the function that translates with them.

Catalogues are gettext .po files, `locale/<language>/<area>.po`; the English sentence is the key and what a
catalogue lacks stays English. Also the language of the terminal that a command runs in. Must not know screens
or games.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from functools import cache
from pathlib import Path

from companion.engine.text import Text, Translate, render

LOCALE = Path(__file__).parent / "locale"
NAMES = {"en": "English", "de": "Deutsch"}
"""Languages by what they call themselves; one that is missing here is shown by its code."""


def languages() -> dict[str, str]:
    """Every language there is a catalogue for, and English: code to its own name."""
    found = sorted(folder.name for folder in LOCALE.iterdir() if folder.is_dir()) if LOCALE.is_dir() else []
    return {code: NAMES.get(code, code) for code in ["en", *found]}


@cache
def translator(language: str) -> Translate:
    """The function that gives a sentence in `language`. A language unknown here gives English."""
    sentences: dict[str, str] = {}
    if language in languages() and language != "en":
        for file in sorted((LOCALE / language).glob("*.po")):
            sentences.update(read(file))
    return lambda message: sentences.get(message) or message


_terminal: ContextVar[str] = ContextVar("language of the terminal", default="en")


def language_wanted(environ: Mapping[str, str]) -> str:
    """The language that a terminal asks for: the first known one of LANGUAGE, LC_ALL, LC_MESSAGES, LANG; else
    English."""
    known = languages()
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for wanted in environ.get(name, "").split(":"):
            code = wanted.replace("-", "_").split("_")[0].split(".")[0].lower()
            if code in known:
                return code
    return "en"


def speak(language: str) -> None:
    """From now on `here` gives `language`."""
    _terminal.set(language)


def language() -> str:
    """The language of the terminal."""
    return _terminal.get()


def here(text: Text | str) -> str:
    """The sentence of `text` in the language of the terminal that this command runs in."""
    return render(text, translator(_terminal.get()))


def read(file: Path) -> dict[str, str]:
    """The finished translations of one .po file (fuzzy and obsolete ones are left out)."""
    return {key: value for key, value in _entries(file.read_text(encoding="utf-8")) if key and value}


def _entries(text: str) -> Iterator[tuple[str, str]]:
    entry = {"msgid": "", "msgstr": ""}
    part, fuzzy = "", False
    for line in [*text.splitlines(), ""]:
        if line.startswith("#,") and "fuzzy" in line:
            fuzzy = True
        elif line.startswith('"') and part:
            entry[part] += ast.literal_eval(line)
        elif line.startswith(("msgid ", "msgstr ")):
            part, quoted = line.split(" ", 1)
            entry[part] = ast.literal_eval(quoted)
        elif not line.strip():
            if entry["msgid"] and not fuzzy:
                yield entry["msgid"], entry["msgstr"]
            entry, part, fuzzy = {"msgid": "", "msgstr": ""}, "", False
