"""A made-up game with cards, so that the library can be tried without any real one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.engine.text import say
from companion.games.shelf import Finding, Shelving

Beast = Annotated[str, Meta(extra={"ref": "beasts"})]


class Den(Struct, kw_only=True, frozen=True):
    depth: int | None = None
    guard: Beast = "wolf"


class BeastCard(Struct, kw_only=True):
    id: str
    name: str
    strength: Annotated[int, Meta(ge=1, le=9)] | None = None
    """How strong it is."""
    kind: Literal["fur", "feather"] | None = None
    figures: int | None = None
    friends: tuple[Beast, ...] = ()
    levels: tuple[int | None, ...] = (1, None)
    den: Den = Den()


class Hunt(Struct, kw_only=True):
    id: str
    name: str
    beasts: dict[Beast, int] | None = None
    rounds: int | None = None
    key: list[str] = []


class Toys(Struct, kw_only=True):
    beasts: dict[str, BeastCard] = {}
    hunts: dict[str, Hunt] = {}


def _findings(shelf: Toys) -> Iterator[Finding]:
    for hunt in shelf.hunts.values():
        if hunt.rounds is None:
            yield Finding(("hunts", hunt.id, "rounds"), say("the number of rounds is missing"), missing=True)
        for id, count in (hunt.beasts or {}).items():
            beast = shelf.beasts.get(id)
            if beast is not None and beast.figures is not None and count > beast.figures:
                yield Finding(
                    ("hunts", hunt.id, "beasts", id),
                    say("{count} are asked for, {there} exist ({box})", count=count, there=beast.figures),
                    {"box": ("beasts", id, "figures")},
                )


def _unknown(card: Struct) -> list[str]:
    if not isinstance(card, BeastCard):
        return []
    lacking = [name for name in ("kind", "strength") if getattr(card, name) is None]
    return [*lacking, *(["den.depth"] if card.den.depth is None else [])]


FILES = {
    "beasts/wolf.yaml": (
        "name: Wolf\nstrength: 3\nfigures: 4\ncheck:\n  levels.1: look at your card\nlevels: [1, 19]\n"
    ),
    "beasts/crow.yaml": "name: Crow\nkind: feather\n",
    "hunts/first.yaml": "name: First Hunt\n",
    "corrections.yaml": """
corrections:
  TOY-1:
    {card: beasts/crow, source: Sheet 1, about: A Crow has 2., field: strength, printed: 5, right: 2}
  TOY-2:
    {card: hunts/first, source: Sheet 1, about: The key has a Wolf., field: key, add: [wolf]}
  TOY-3:
    {card: hunts/first, source: Sheet 1, about: One Wolf more., field: beasts, put: {wolf: 2}, remove: [crow]}
  TOY-4:
    {card: hunts/first, source: Sheet 2, about: The night is longer than the card says.}
""",
}


def toy(folder: Path) -> Shelving:
    """The game with its shipped files in `folder`."""
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return Shelving(Toys, (folder,), lambda shelf: list(_findings(shelf)), _unknown)
