"""Languages: every sentence of every part is translated, with the same gaps, and none is left over."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import cli
from companion.words import LOCALE, language_wanted, languages, read, speak
from scripts import messages

ROOT = Path(__file__).parents[1]
SOURCES = sorted((ROOT / "companion").rglob("*.py"))
OTHERS = [code for code in languages() if code != "en"]
CATALOGUES = sorted(LOCALE.glob("*/*.po"))
OF_CLICK = {
    f"click.{name}" for name in ("echo", "secho", "confirm", "prompt", "UsageError", "ClickException")
}
FOR_MAKERS = ROOT / "companion" / "simulate"
"""Its commands are tools for those who write games and scripts; they speak English."""


def named(file: Path) -> str:
    return f"{file.parent.name}-{file.stem}"


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_is_translated_and_none_is_left_over(language: str) -> None:
    missing, unused = set(), set()
    extracted = messages.extracted()
    for area, found in extracted.items():
        wanted = {message.id for message in found if message.id}
        file = LOCALE / language / f"{area}.po"
        kept = set(read(file)) if file.exists() else set()
        missing |= {(area, message) for message in wanted - kept}
        unused |= {(area, message) for message in kept - wanted}
    assert sorted(missing) == []
    assert sorted(unused) == []
    assert {file.stem for file in (LOCALE / language).glob("*.po")} == set(extracted)


@pytest.mark.parametrize("file", CATALOGUES, ids=named)
def test_a_translation_has_the_gaps_of_its_sentence(file: Path) -> None:
    for english, translated in read(file).items():
        assert set(re.findall(r"{\w*}", translated)) == set(re.findall(r"{\w*}", english)), english


@pytest.mark.parametrize("language", OTHERS)
def test_what_two_parts_say_alike_is_translated_alike(language: str) -> None:
    """Sentences are looked up by themselves: of two translations one would be seen nowhere."""
    said: dict[str, dict[str, str]] = {}
    for file in sorted((LOCALE / language).glob("*.po")):
        for english, translated in read(file).items():
            said.setdefault(english, {})[file.stem] = translated
    assert {english: each for english, each in said.items() if len(set(each.values())) > 1} == {}


@pytest.mark.parametrize("file", CATALOGUES, ids=named)
def test_quotation_marks_and_dots_are_those_of_the_language(file: Path) -> None:
    if file.parent.name == "de":
        for english, translated in read(file).items():
            assert '"' not in translated, english
            assert english.endswith("…") or not english.endswith(".") or translated[-1] in ".!?“", english


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_AT", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANGUAGE": "fr:de:en", "LANG": "en_US.UTF-8"}, "de"),
        ({"LANG": "tlh"}, "en"),
    ],
)
def test_a_terminal_asks_for_its_language(environ: dict[str, str], language: str) -> None:
    assert language_wanted(environ) == language


@pytest.fixture
def afterwards_english() -> Iterator[None]:
    """Commands that later tests call by themselves speak English again."""
    yield
    speak("en")


@pytest.mark.usefixtures("afterwards_english")
def test_commands_speak_the_language_of_the_box_or_else_of_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = tmp_path / "settings.yaml"

    def printed(language: str, *words: str) -> str:
        settings.write_text(f"home: {tmp_path}\npanel: {{language: {language}}}\n", encoding="utf-8")
        cli.run(["--config", str(settings), *words])
        said = capsys.readouterr()
        return said.out + said.err

    assert "No rule has all" in printed("en", "rules", "xyzzy")
    assert "Keine Regel hat alle" in printed("de", "rules", "xyzzy")
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert "Keine Regel hat alle" in printed("en", "rules", "xyzzy")
    assert "Noch ist kein Spiel gesichert" in printed("en", "campaigns")
    assert "Kein Spiel heißt 'xyzzy'" in printed("en", "setup", "xyzzy")
    assert "MB frei" in printed("en", "doctor")


def test_no_maker_of_sentences_hides_from_the_extractor() -> None:
    """It knows `say(…)`, `say_n(…)` and `Text(…)` by these names, and reads only what stands there."""
    found = []
    for file in SOURCES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "companion.engine.text":
                found += [f"{file}:{node.lineno}" for name in node.names if name.asname is not None]
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not _is_literal(node):
                found.append(f"{file}:{node.lineno}")
    assert found == []


def _is_literal(call: ast.Call) -> bool:
    """Whether a call makes no sentence, one of literals, or one that was said before."""
    if not isinstance(call.func, ast.Name) or call.func.id not in ("say", "say_n"):
        return True
    first = call.args[0]
    return isinstance(first, ast.Constant) or (isinstance(first, ast.Attribute) and first.attr == "msg")


def words_in(node: ast.expr) -> Iterator[str]:
    """English of one's own in what a command prints: words outside of `say(…)` and the like."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        if re.search(r"[a-z]{2,} [a-z]{2,}|^[A-Z][a-z]+ ", node.value):
            yield node.value
    elif isinstance(node, ast.JoinedStr):
        for part in node.values:
            yield from words_in(part)
    elif isinstance(node, ast.BinOp | ast.IfExp):
        for side in ast.iter_child_nodes(node):
            if isinstance(side, ast.expr):
                yield from words_in(side)


def test_commands_print_no_english_of_their_own() -> None:
    found = []
    for file in SOURCES:
        if FOR_MAKERS in file.parents:
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in OF_CLICK:
                found += [
                    f"{file}:{node.lineno}: {words}" for said in node.args[:1] for words in words_in(said)
                ]
    assert found == []
