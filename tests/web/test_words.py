"""German pages are German throughout, and each phone has its own language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .kit import Web, run

ROOT = Path(__file__).parents[2]
TEMPLATES = ROOT / "companion" / "web" / "templates"
STATIC = ROOT / "companion" / "web" / "static"


@pytest.mark.parametrize("file", sorted(TEMPLATES.glob("*.html")), ids=lambda file: file.stem)
def test_a_template_says_nothing_by_itself(file: Path) -> None:
    """What is not in `_("…")` or filled in would be English in every language."""
    text = re.sub(r"{#.*?#}|{%.*?%}|{{.*?}}|<script.*?</script>|<[^>]*>", " ", file.read_text(), flags=re.S)
    assert re.findall(r"[A-Za-zÄÖÜäöüß]{2,}", text) == []


@pytest.mark.parametrize("file", sorted(STATIC.glob("*.js")), ids=lambda file: file.stem)
def test_a_script_says_nothing_by_itself(file: Path) -> None:
    """All words come with the page or with an answer, in the language of the phone."""
    script = re.sub(r"^\s*//.*$", "", file.read_text(), flags=re.M)
    strings = re.findall(r'"[^"\n]*"|\'[^\'\n]*\'|`[^`]*`', script)
    assert strings
    assert [said for said in strings if re.search(r"^.[A-Z][a-z]+|[A-Za-z]{2,} [A-Za-z]{2,}", said)] == []


@pytest.mark.case("CA-O12")
def test_each_phone_speaks_its_own_language_and_switching_changes_no_game() -> None:
    async def play() -> None:
        web = Web()
        german, english = web.browser("seat", 0, accept_language="de-AT,de;q=0.9"), web.browser("seat", 1)
        digest = web.session.digest()
        assert "Die Box würfeln lassen" in (await german.get("/play")).body
        assert "Let the box roll" in (await english.get("/play")).body
        assert (await english.post("/language", {"language": "de"})).json["ok"]
        assert "Die Box würfeln lassen" in (await english.get("/play")).body
        assert (await english.post("/language", {"language": "tlh"})).json["ok"]
        assert "Let the box roll" in (await english.get("/play")).body
        # A refusal is in the language of the one who is refused.
        assert (await german.answer(3, 99)).json["text"].startswith("Zu spät")
        assert web.session.digest() == digest

    run(play())
