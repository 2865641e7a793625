"""Languages: the catalogues are in step with the sources, and what they lack stays English."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from companion.engine.game import Opening
from companion.engine.session import Session
from companion.engine.text import Text, render, say
from companion.panel.seen import PanelSettings
from companion.words import read, translator

from ..engine.toy import TOY
from . import table
from .driver import Box, Played

ROOT = Path(__file__).parents[2]


def test_fuzzy_and_empty_translations_do_not_count(tmp_path: Path) -> None:
    file = tmp_path / "some.po"
    file.write_text(
        'msgid ""\nmsgstr "Language: de\\n"\n\n'
        'msgid "One"\nmsgstr "Eins"\n\n#, fuzzy\nmsgid "Two"\nmsgstr "Zwo"\n\n'
        'msgid "Three"\nmsgstr ""\n\nmsgid ""\n"Fo"\n"ur"\nmsgstr "Vi"\n"er"\n'
    )
    assert read(file) == {"One": "Eins", "Four": "Vier"}


def test_the_extractor_finds_sentences_within_sentences(tmp_path: Path) -> None:
    sys.path.insert(0, str(ROOT / "scripts"))
    import messages

    source = tmp_path / "some.py"
    source.write_text(
        'a = say("{x} out", x=say("in" "side"))\nb = say_n("one", "{n} of them", 3)\nc = Text("{y}")\n'
    )
    assert set(messages.sentences(source)) == {"{x} out", "inside", "one", "{n} of them"}


@pytest.mark.case("CA-O12")
def test_what_a_language_lacks_is_english_and_switching_changes_no_game() -> None:
    german = translator("de")
    assert render(say("Go on"), german) == "Weiter"
    assert render(say("A sentence nobody has translated"), german) == "A sentence nobody has translated"
    assert render(say("Go on"), translator("xx")) == "Go on"
    session = Session(TOY, Opening("toy"))
    session.answer(2)
    box = Played(session)
    digest, number = session.digest(), session.number
    box.panel.change(PanelSettings(language="de"))
    assert box.panel.words(say("Yes")) == "Ja"
    box.hold("ok")
    assert box.panel.screen.said()[0] == "Der Tisch"
    assert (session.digest(), session.number) == (digest, number)


def test_names_are_never_translated() -> None:
    assert render(Text("{name}", {"name": "No"}), translator("de")) == "No"


def test_the_german_screens_say_german() -> None:
    box = Box(table.seen(table.ROLL), language="de")
    assert str(box.panel.words(box.panel.hints["back"])) == "Den Tisch ansehen; halten: zurücknehmen"
