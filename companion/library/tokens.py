"""Tokens: which tag stands for what, and learning one after the other.

Here: the token list, looking tags up, and the order of learning. Must not know a reader or a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from companion.engine.text import say
from companion.games.shelf import Thing

from .decode import decode
from .faults import Fault, Faulty, quoted
from .kinds import Kind, owners_schema, read_kind
from .schema import first_comment
from .tags import TagError, TagIndex, canonical, spell
from .writing import with_values, write_atomically
from .yaml_nodes import Mapping as Node

Means = Annotated[str, Meta(pattern=r"^[a-z_]+:[^:].*$", extra={"like": "key:undo"})]


class Token(Struct, frozen=True, forbid_unknown_fields=True):
    """What a tag stands for."""

    means: Means
    """Its kind and what it is: `face:combat:3`, `figure:brain_matter 2`, `slime:hit`, `key:undo`."""
    name: str = ""
    """What people call it."""
    game: str = ""
    """The game it belongs to; empty for all."""


class TokenList(Struct, frozen=True, forbid_unknown_fields=True):
    """The tokens of one table, by tag."""

    tokens: dict[str, Token] = {}
    """Every spelling of a tag is understood: hex, with colons, the ten printed digits, facility,number."""


FILE = "tokens.yaml"
"""Its name in an owner's library."""
TOKENS = Kind("tokens", TokenList, limit=1024 * 1024)

KEYS: Sequence[Thing] = (
    Thing("key:ok", say("OK"), say("Keys")),
    Thing("key:back", say("BACK"), say("Keys")),
    Thing("key:undo", say("Undo"), say("Keys")),
    Thing("key:menu", say("Table menu"), say("Keys")),
    Thing("key:why", say("Why?"), say("Keys")),
)
"""What every table may have tokens for."""


class Tokens:
    """The token list of an owner, in its file. Reading never raises: `faults` says what was left out."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.reload()

    def reload(self) -> None:
        """Read the file again."""
        self._seen = self._state()
        self.faults: list[Fault] = []
        self._index: TagIndex[Token] = TagIndex()
        if not self.path.exists():
            return
        try:
            found = read_kind(self.path, TOKENS)
        except Faulty as faulty:
            self.faults = faulty.faults
            return
        decoded = decode(found.node, TokenList, ("format",))
        self.faults = [*found.faults, *decoded.faults]
        listed = found.node.pairs.get("tokens")
        if decoded.value is not None and listed is not None and isinstance(listed.value, Node):
            self._take_in(decoded.value, listed.value)

    def _take_in(self, value: TokenList, node: Node) -> None:
        lines: dict[str, int] = {}
        for spelling, token in value.tokens.items():
            place = node.pairs[spelling].key.place
            try:
                tag = self._index.add(spelling, token)
            except TagError as error:
                text = error.text
                same = self._spelled(spelling)
                if same is not None and same in lines:
                    text = say(
                        "this tag stands in line {line} already, as {name}",
                        line=lines[same],
                        name=str(self._named(same)),
                    )
                self.faults.append(Fault(place, quoted(spelling), text))
            else:
                lines[tag] = place.line

    def _spelled(self, spelling: str) -> str | None:
        """The canonical id under which a spelling is listed already."""
        try:
            tag = canonical(spelling)
        except TagError:
            return None
        token = self._index.find(tag)
        return next((other for other, one in self._index if one is token), None)

    def _named(self, tag: str) -> str:
        token = self._index.find(tag)
        return tag if token is None else token.name or token.means

    def _state(self) -> tuple[int, int]:
        """Changes whenever the file does."""
        try:
            stat = self.path.stat()
        except OSError:
            return 0, 0
        return stat.st_mtime_ns, stat.st_size

    def meaning(self, tag: str) -> str | None:
        """What the canonical id `tag` stands for; None if nobody knows it. A changed file counts at once."""
        if self._state() != self._seen:
            self.reload()
        token = self._index.find(tag)
        return None if token is None else token.means

    def find(self, tag: str) -> Token | None:
        """The token of the canonical id `tag`."""
        return self._index.find(tag)

    def __iter__(self) -> Iterator[tuple[str, Token]]:
        return iter(self._index)

    def __len__(self) -> int:
        return len(self._index)

    def tag_of(self, means: str, game: str = "") -> str | None:
        """The tag that stands for `means`, if there is one."""
        for tag, token in self._index:
            if token.means == means and token.game in ("", game):
                return tag
        return None

    def learn(self, spelling: str, thing: Thing, game: str = "") -> str:
        """Let a tag stand for a thing, on disk before this returns; its canonical id.

        Raises TagError if it is no tag or stands for something else already, Faulty if the file is faulty,
        OSError if it cannot be written.
        """
        tag = canonical(spelling)
        known = self._index.find(tag)
        if known is not None:
            raise TagError(say("This tag is already {name}.", name=known.name or known.means))
        if self.faults:
            raise Faulty(self.faults)
        if self.path.exists():
            text = read_kind(self.path, TOKENS).text
        else:
            schema = owners_schema(self.path.parent, TOKENS)
            text = f"{first_comment(self.path, schema)}\n# Which token stands for what.\n"
        entry = {"means": thing.means, "name": str(thing.name)}
        if game:
            entry["game"] = game
        write_atomically(self.path, with_values(text, {("tokens", spell(tag)): entry}))
        self._index.add(spell(tag), Token(thing.means, str(thing.name), game))
        self._seen = self._state()
        return tag


class Learning:
    """Learning in order: which thing comes next. What has a token already is skipped, so it can be
    broken off at any time and goes on where it was."""

    def __init__(self, tokens: Tokens, things: Sequence[Thing], game: str = "") -> None:
        self.tokens = tokens
        self._game = game
        self._left = [thing for thing in things if tokens.tag_of(thing.means, game) is None]

    @property
    def now(self) -> Thing | None:
        """What to put on the reader; None when all have a token."""
        return self._left[0] if self._left else None

    @property
    def left(self) -> int:
        """How many things have no token yet."""
        return len(self._left)

    def offer(self, spelling: str) -> str:
        """Let a tag stand for the thing at hand; its canonical id. Raises as `Tokens.learn`."""
        thing = self._left[0]
        game = "" if thing.means.startswith("key:") else self._game
        tag = self.tokens.learn(spelling, thing, game)
        self._left.pop(0)
        return tag

    def skip(self) -> None:
        """Leave the thing at hand without a token for now: it comes again last."""
        self._left.append(self._left.pop(0))
