"""The library of one game: what ships, what the owner knows, and the official corrections on top.

Here: reading the layers, telling what is known and unknown and why, keeping what was learned. Must not
know a game by name, nor ask anybody anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from companion.engine.text import Text, say
from companion.games.shelf import Shelving
from companion.journal import places

from .corrections import (
    Correction,
    Corrections,
    Misprint,
    corrected,
    get,
    misprint,
    overruled_of,
    own_value,
    plain_of,
    put,
)
from .decode import Reference
from .describe import shape
from .faults import Fault, Faulty, Place, likely
from .kinds import CHECK, Kind, decode_card, kinds_of, no_such_folder, owners_schema, read_kind
from .layers import merged
from .schema import first_comment
from .writing import keep_old, migrated, with_values, write_atomically
from .yaml_nodes import Mapping as Node
from .yaml_nodes import Pair, Scalar, place_of, read

TOLD = "corrections"
"""The field of a card for official corrections that no other field can hold."""
SUFFIXES = (".yaml", ".yml")
ID = re.compile(r"[a-z0-9][a-z0-9_-]*")
"""How cards are named: the id is the file's name."""
ASKED = "misprints"
"""The field of a card for misprints that the owner has not decided about."""
SHIPPED = "shipped"
"""How the layer below the owner's is called in messages."""


def default_folder() -> Path:
    """Where an owner's library is unless another folder is named: beside the saved games."""
    return places.home() / "library"


class Kept(Struct, forbid_unknown_fields=True):
    """What an owner decided about misprints."""

    keep: list[str] = []
    """Rule ids of the corrections that are not to be used: these cards are played as printed."""
    take: list[str] = []
    """Rule ids of the corrections that were accepted: the box asks no more."""


class Card(Struct):
    """One card of all layers together. `node` knows where each key stands; `value` is as printed."""

    kind: Kind
    id: str
    node: Node
    value: Any
    files: tuple[Path, ...]
    references: list[Reference] = []

    @property
    def name(self) -> str:
        """What people call it."""
        return str(getattr(self.value, "name", "") or self.id)

    def place(self, field: str) -> Place | None:
        """Where a dotted key is stated; None if no layer states it."""
        node: Any = self.node
        place = None
        for step in field.split("."):
            if isinstance(node, Node) and step in node.pairs:
                place, node = node.pairs[step].key.place, node.pairs[step].value
            elif isinstance(node, Node):
                return None
        return place


class Library:
    """All cards of a game. `faults`: files or parts of them that could not be used. `misprints`: where the
    owner's cards were overruled. Reading never raises: what is faulty is left out and told."""

    def __init__(
        self, game: str, shelving: Shelving, owner: Path | None, extra: Mapping[str, Sequence[Path]] = {}
    ) -> None:
        """`owner` is the owner's folder (None: nobody's); `extra`: more files by folder, a layer on top."""
        self.game = game
        self.shelving = shelving
        self.owner = owner
        self._extra = {folder: {path.stem: path for path in files} for folder, files in extra.items()}
        self._named = {path.resolve(): path for layer in self._extra.values() for path in layer.values()}
        self.kinds = {kind.folder: kind for kind in kinds_of(game, shelving)}
        self.reload()

    def reload(self) -> None:
        """Read everything again."""
        self.faults: list[Fault] = []
        self.misprints: list[Misprint] = []
        self.cards: dict[str, dict[str, Card]] = {folder: {} for folder in self.kinds}
        self.corrections = self._corrections()
        self.kept = self._kept()
        self.faults += self._strays()
        self.plain: dict[str, dict[str, dict[str, Any]]] = {folder: {} for folder in self.kinds}
        for kind in self.kinds.values():
            layers = [*self._files(kind)]
            for id in sorted({id for layer in layers for id in layer}):
                self._take_in(kind, id, [layer[id] for layer in layers if id in layer])
        self._check_references()

    def _take_in(self, kind: Kind, id: str, files: Sequence[Path]) -> None:
        card = self._card(kind, id, files)
        if card is not None:
            self.cards[kind.folder][id] = card
            self.plain[kind.folder][id] = self._corrected(card)

    # -- what is known ---------------------------------------------------------

    def shelf(self) -> dict[str, dict[str, Any]]:
        """The cards as plain data, corrections and all: what a game's opening takes."""
        return self.plain

    def typed(self) -> Any:
        """The cards as the game's own Structs."""
        return msgspec.convert(self.plain, self.shelving.type)

    def unknown(self, folder: str, id: str) -> list[str]:
        """The dotted keys of a card that nobody has read off it yet."""
        kind = self.kinds[folder]
        return list(self.shelving.unknown(msgspec.convert(self.plain[folder][id], kind.type)))

    def checks(self, folder: str, id: str) -> dict[str, str]:
        """Keys whose shipped value is to be compared with the owner's card, and what to say."""
        pair = self.cards[folder][id].node.pairs.get(CHECK)
        if pair is None or not isinstance(pair.value, Node):
            return {}
        return {key: one.value.text for key, one in pair.value.pairs.items() if isinstance(one.value, Scalar)}

    def corrections_of(self, folder: str, id: str) -> dict[str, Correction]:
        """The official corrections of a card, by rule id; those the owner does not want among them."""
        return {rule: one for rule, one in self.corrections.items() if (one.kind, one.id) == (folder, id)}

    def findings(self) -> list[Fault]:
        """What does not fit together, or is missing on cards the owner began to type, each with its line."""
        found = []
        for finding in self.shelving.check(self.typed()):
            folder, id = str(finding.at[0]), str(finding.at[1])
            card = self.cards[folder][id]
            if finding.missing and not self._is_owners(card):
                continue
            places = {gap: self._short(where) for gap, where in finding.places.items()}
            text = Text(finding.text.msg, {**finding.text.args, **places})
            key = ".".join(str(step + 1 if isinstance(step, int) else step) for step in finding.at[2:])
            found.append(Fault(place_of(card.node, finding.at[2:]), key, text))
        return found

    def _short(self, where: Sequence[str | int]) -> str:
        card = self.cards.get(str(where[0]), {}).get(str(where[1]))
        return place_of(card.node, tuple(where[2:])).short if card is not None else "?"

    def _is_owners(self, card: Card) -> bool:
        return any(not path.is_relative_to(self.shelving.data[0]) for path in card.files)

    # -- what is learned ---------------------------------------------------------

    def judge(self, folder: str, id: str, field: str, value: Any) -> list[Misprint]:
        """What is officially wrong with `value`, read off a card; nothing for what the owner keeps."""
        found = []
        for rule, correction in self.corrections_of(folder, id).items():
            if correction.field == field and rule not in self.kept.keep:
                wrong = misprint(rule, correction, self._name(folder, id), value)
                if wrong is not None:
                    found.append(wrong)
        return found

    def learn(self, folder: str, id: str, field: str, value: Any) -> Path:
        """Keep a figure read off a card, at once and for ever; the file it went to.

        Raises `Faulty` if the owner's file is faulty or the value does not fit, OSError
        if it cannot be written.
        """
        kind = self.kinds[folder]
        path, text = self._drafted(folder, id, field, value)
        write_atomically(path, text)
        card = f"{folder}/{id}"
        self.misprints = [one for one in self.misprints if one.correction.card != card]
        self._take_in(kind, id, [layer[id] for layer in self._files(kind) if id in layer])
        return path

    def faults_of(self, folder: str, id: str, field: str, value: Any) -> list[Fault]:
        """Why `value` could not be kept; nothing is written."""
        try:
            self._drafted(folder, id, field, value)
        except Faulty as faulty:
            return faulty.faults
        return []

    def _drafted(self, folder: str, id: str, field: str, value: Any) -> tuple[Path, str]:
        """The owner's file with `value` in it, proven. Raises Faulty."""
        kind = self.kinds[folder]
        assert self.owner is not None
        path = self.owner / self.game / kind.folder / f"{id}.yaml"
        steps = field.split(".")
        whole = next((n for n, step in enumerate(steps) if step.isdigit()), None)
        if whole is not None:  # a list is stated whole or not at all
            plain = msgspec.json.decode(msgspec.json.encode(self.plain[folder].get(id, {})))
            put(plain, field, msgspec.to_builtins(value))
            steps = steps[:whole]
            value = get(plain, ".".join(steps))
        if path.exists():
            text = read_kind(path, kind).text
        else:
            schema = owners_schema(self.owner, kind)
            text = f"{first_comment(path, schema)}\n# {self._name(folder, id)}: read off the card.\n"
        text = with_values(text, {tuple(steps): msgspec.to_builtins(value)})
        if not self._known(folder, id) and "name" in kind.type.__struct_fields__ and steps != ["name"]:
            text = with_values(text, {("name",): self._name(folder, id)})
        self._prove(kind, id, path, text)
        return path, text

    def learned(self, fact: Mapping[str, Any]) -> Path | None:
        """Keep what a notice of kind "learned" tells; None if it is of no card the library could keep."""
        id, field = str(fact["card"]), str(fact["field"])
        for folder, kind in self.kinds.items():
            if id in self.cards[folder] and field.split(".")[0] in kind.type.__struct_fields__:
                return self.learn(folder, id, field, fact["value"])
        return None

    def settle(self, rule: str, keep: bool) -> None:
        """Remember whether the owner plays a misprinted card as it is printed, or as it should be."""
        assert self.owner is not None
        path = self.owner / self.game / f"{KEPT.folder}.yaml"
        if path.exists():
            text = read_kind(path, KEPT).text
        else:
            text = "# Misprinted cards: `keep` are played as printed, `take` as officially corrected.\n"
        keeps = {*self.kept.keep, rule} if keep else {*self.kept.keep} - {rule}
        takes = {*self.kept.take} - {rule} if keep else {*self.kept.take, rule}
        write_atomically(path, with_values(text, {("keep",): sorted(keeps), ("take",): sorted(takes)}))
        self.reload()

    def _known(self, folder: str, id: str) -> bool:
        return id in self.cards[folder]

    def _name(self, folder: str, id: str) -> str:
        card = self.cards[folder].get(id)
        return card.name if card is not None else id.replace("_", " ").title()

    def _prove(self, kind: Kind, id: str, path: Path, text: str) -> None:
        """Look at what is about to be written the way it will be read."""
        node, faults = read(text.encode(), str(path))
        assert node is not None
        below = [layer[id] for layer in self._files(kind) if id in layer and layer[id] != path]
        for lower in reversed(below):
            node = _over(read_kind(lower, kind).node, node, kind)
        _, wrong, _ = decode_card(node, kind, id)
        if faults or wrong:
            raise Faulty([*faults, *wrong])

    # -- reading --------------------------------------------------------------

    def _files(self, kind: Kind) -> Iterator[dict[str, Path]]:
        """The files of each layer, lowest first."""
        folders = [*self.shelving.data, *([self.owner / self.game] if self.owner is not None else [])]
        layers = [_in_folder(folder / kind.folder) for folder in folders]
        yield from layers
        below = {path.resolve() for layer in layers for path in layer.values()}
        extra = self._extra.get(kind.folder, {})
        yield {id: path for id, path in extra.items() if path.resolve() not in below}

    def _title(self, path: Path) -> str:
        if path.resolve() in self._named:
            return str(self._named[path.resolve()])
        if path.is_relative_to(self.shelving.data[0]):
            return f"{SHIPPED}:{path.relative_to(self.shelving.data[0]).as_posix()}"
        return str(path)

    def _card(self, kind: Kind, id: str, files: Sequence[Path]) -> Card | None:
        """A card of the layers that can be used, from the lowest up."""
        card: Card | None = None
        for path in files:
            try:
                self._upgrade(path, kind)
                found = read_kind(path, kind, self._title(path))
            except Faulty as faulty:
                self.faults += faulty.faults
                continue
            node = found.node if card is None else _over(card.node, found.node, kind)
            value, faults, references = decode_card(node, kind, id)
            self.faults += [*found.faults, *faults]
            if value is not None and not found.faults and not faults:
                below = card.files if card is not None else ()
                card = Card(kind, id, node, value, (*below, path), references)
        return card

    def _upgrade(self, path: Path, kind: Kind) -> None:
        """Bring an owner's file of an older format up to date, keeping the old one beside it."""
        if not kind.migrations or self.owner is None or not path.is_relative_to(self.owner):
            return
        found = read_kind(path, kind)
        if found.format == kind.format or found.faults:
            return
        try:
            keep_old(path, found.format)
            write_atomically(path, migrated(found.text, kind.migrations, found.format))
        except OSError as error:  # it is brought along in memory, every time
            text = say(
                "this file cannot be written ({reason})", reason=error.strerror or type(error).__name__
            )
            self.faults.append(Fault(Place(self._title(path)), "", text))

    def _strays(self) -> Iterator[Fault]:
        """Files of the owner that would otherwise be passed over in silence."""
        if self.owner is None:
            return
        for path in sorted((self.owner / self.game).glob("*")):
            if path.is_dir() and path.name not in self.kinds and _in_folder(path):
                yield Fault(Place(str(path)), "", no_such_folder(path.name, self.kinds))
            elif path.suffix in SUFFIXES and path.stem != KEPT.folder:
                text = say(
                    "this file is in no folder; put it into one such as {folders}",
                    folders=", ".join(self.kinds),
                )
                yield Fault(Place(str(path)), "", text)
        for folder in self.kinds:
            for id, path in _in_folder(self.owner / self.game / folder).items():
                if not ID.fullmatch(id):
                    right = re.sub(r"[^a-z0-9_-]+", "_", id.lower()).strip("_-") or "card"
                    text = say(
                        "a card's file is named with small letters, digits and _; name it {right}.yaml",
                        right=right,
                    )
                    yield Fault(Place(str(path)), "", text)

    def _corrections(self) -> dict[str, Correction]:
        path = self.shelving.data[0] / f"{CORRECTIONS.folder}.yaml"
        value = self._single(path, CORRECTIONS)
        return {} if value is None else value.corrections

    def _kept(self) -> Kept:
        path = None if self.owner is None else self.owner / self.game / f"{KEPT.folder}.yaml"
        return Kept() if path is None else self._single(path, KEPT) or Kept()

    def _single(self, path: Path, kind: Kind) -> Any:
        if not path.exists():
            return None
        try:
            found = read_kind(path, kind, self._title(path))
        except Faulty as faulty:
            self.faults += faulty.faults
            return None
        value, faults, _ = decode_card(found.node, kind, "")
        self.faults += [*found.faults, *faults]
        return value

    def _corrected(self, card: Card) -> dict[str, Any]:
        plain = plain_of(card.value)
        corrections = {
            rule: correction
            for rule, correction in self.corrections_of(card.kind.folder, card.id).items()
            if rule not in self.kept.keep
        }
        for rule, correction in corrections.items():
            if not correction.field:
                continue
            now = get(plain, correction.field)
            stated = card.place(correction.field) is not None
            if stated and own_value(now, correction):
                continue
            if stated and (wrong := misprint(rule, correction, card.name, now)) is not None:
                self.misprints.append(wrong)
                if ASKED in plain and rule not in self.kept.take:
                    plain[ASKED].append(msgspec.to_builtins(overruled_of(wrong)))
            put(plain, correction.field, corrected(now, correction))
        told = [one.about for one in corrections.values() if not one.field]
        if TOLD in plain:
            plain[TOLD] = [*plain[TOLD], *told]
        return plain

    def _check_references(self) -> None:
        for cards in self.cards.values():
            for card in cards.values():
                for reference in card.references:
                    known = [id for folder in reference.kind.split("|") for id in self.cards.get(folder, ())]
                    if reference.id not in known:
                        self.faults.append(Fault(reference.place, reference.key, _nobody(reference, known)))


def _nobody(reference: Reference, known: Sequence[str]) -> Text:
    kind = reference.kind.replace("|", " or ")
    near = likely(reference.id, known)
    if near is not None:
        return say(
            "there is no {id} among {kind}; did you mean {near}?",
            id=reference.id,
            kind=kind,
            near=near,
        )
    return say("there is no {id} among {kind}", id=reference.id, kind=kind)


CORRECTIONS = Kind("corrections", Corrections)
KEPT = Kind("kept_as_printed", Kept)


def _in_folder(folder: Path) -> dict[str, Path]:
    return {path.stem: path for path in sorted(folder.glob("*")) if path.suffix in SUFFIXES}


def _over(below: Node, above: Node, kind: Kind) -> Node:
    """An upper layer of a card; what it states needs no comparing any more."""
    node = merged(below, above, shape(kind.type))
    checks = node.pairs.get(CHECK)
    if checks is not None and isinstance(checks.value, Node):
        left = {key: pair for key, pair in checks.value.pairs.items() if key.split(".")[0] not in above.pairs}
        node.pairs[CHECK] = Pair(checks.key, Node(checks.value.place, left))
    return node
