"""From what a reader sees to HTML: templates, escaped always, and the parts that live pages are made of.

Must not know HTTP or who asks.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from companion.engine.prompts import Die, Prompt, Rules
from companion.engine.text import Text
from companion.panel.seen import Reason

from . import maps
from .host import Host
from .hub import Audience
from .look import look
from .words import speaker, words_of

HERE = Path(__file__).parent
COLUMNS: Mapping[str, Sequence[Sequence[str]]] = {
    "table": (("head", "figures", "ask", "people", "pages"), ("log",)),
    "play": (("head", "ask", "sit", "do"), ("figures", "people", "pages", "log")),
}
"""The live pages, and of which parts each is made; the columns stand side by side where there is room."""


def static_files() -> dict[str, tuple[bytes, str]]:
    """What pages load besides themselves: name to content and its type."""
    kinds = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
    return {
        file.name: (file.read_bytes(), kinds[file.suffix])
        for file in sorted((HERE / "static").iterdir())
        if file.suffix in kinds
    }


class Pages:
    """Draws pages for one host."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._environment = Environment(
            loader=FileSystemLoader(HERE / "templates"),
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
            undefined=StrictUndefined,
        )
        self._environment.filters["tojson"] = _json

    def draw(self, audience: Audience) -> dict[str, str]:
        """The parts of a live page."""
        shown = look(self._host.live, audience.reader)
        names = {person.seat: person.name for person in shown.view.people}
        context = {"look": shown, "reader": audience.reader, "names": names}
        return {
            name: self.render(f"_{name}.html", audience.language, **context)
            for column in COLUMNS[audience.page]
            for name in column
        }

    def render(self, template: str, language: str, **context: Any) -> str:
        """A template, filled."""
        return self._environment.get_template(template).render(
            {
                **context,
                "language": language,
                "_": speaker(language),
                "t": words_of(language),
                "reasons_of": self._reasons,
                "kind_of": kind_of,
                "pips": has_pips,
                "maps": maps,
            }
        )

    def _reasons(self, rules: Rules) -> list[Reason]:
        return [found for found in map(self._host.reason, rules) if found is not None]


def kind_of(prompt: Prompt) -> str:
    """Which form a question gets."""
    return type(prompt).__name__


def has_pips(die: Die) -> bool:
    """Whether a die is drawn with spots."""
    return not die.names and all(face in (1, 2, 3, 4, 5, 6) for face in die.faces)


def _json(value: Any) -> str:
    return json.dumps(str(value) if isinstance(value, Text) else value)
