"""The kinds of files there are: what type each holds, in which format, with which schema.

Here: finding the kind of a file and reading it as that. Must not know a game by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec import inspect as shapes

from companion.engine.text import Text, say
from companion.games.shelf import Shelving

from .decode import Reference, decode
from .describe import bare, shape
from .faults import Fault, Faulty, Place, likely
from .schema import SCHEMAS, named_schema, schema_of
from .writing import FORMAT, Migration, migrated, write_atomically
from .yaml_nodes import LIMIT, Mapping, Pair, Scalar, read, read_bytes

CHECK = "check"
"""The key of shipped cards that names fields to be compared with the owner's own card, and how."""

RESERVED = (FORMAT, CHECK)
"""Keys that every file may have besides those of its type."""


class Kind(Struct, frozen=True):
    """One kind of file. `folder` is where its files lie; `card`: one card a file, whose id is its name."""

    folder: str
    type: type[Struct]
    game: str = ""
    card: bool = False
    migrations: tuple[Migration, ...] = ()
    limit: int = LIMIT

    @property
    def format(self) -> int:
        """The number of the present format."""
        return len(self.migrations) + 1

    @property
    def schema(self) -> Path:
        """The schema that ships with it."""
        return SCHEMAS / self.game / f"{self.folder}.schema.json"

    def make_schema(self) -> dict[str, Any]:
        """The schema as it should be."""
        title = f"companion: {self.game} {self.folder}" if self.game else f"companion: {self.folder}"
        return schema_of(self.type, title, card=self.card)


def kinds_of(game: str, shelving: Shelving) -> list[Kind]:
    """The kinds of card files of a game, in the order of its shelf."""
    info = shape(shelving.type)
    assert isinstance(info, shapes.StructType)
    found = []
    for field in info.fields:
        cards = bare(field.type)
        assert isinstance(cards, shapes.DictType), f"{field.name} of a shelf holds cards by id"
        card = bare(cards.value_type)
        assert isinstance(card, shapes.StructType)
        found.append(Kind(field.encode_name, card.cls, game, card=True))
    return found


def owners_schema(root: Path, kind: Kind) -> Path:
    """The copy of a schema in an owner's folder `root`, so that files and schema can move together."""
    path = root / "schemas" / kind.game / kind.schema.name
    if kind.schema.exists() and (not path.exists() or path.read_bytes() != kind.schema.read_bytes()):
        write_atomically(path, kind.schema.read_bytes())
    return path


class Read(Struct):
    """A file as read: its keys, the format it was in, its text, and faults that leave the rest usable."""

    node: Mapping
    format: int
    text: str
    faults: list[Fault]


def read_kind(path: Path, kind: Kind, name: str = "") -> Read:
    """Read a file of `kind`, in the present format whatever format it has. Raises `Faulty`.

    `name` is how messages call the file.
    """
    name = name or str(path)
    data = read_bytes(path, name, kind.limit)
    node, faults = read(data, name, kind.limit)
    if node is None:
        raise Faulty([Fault(Place(name), "", say("the file is empty"))])
    text = data.decode("utf-8-sig")
    number = _format(node, kind)
    if number < kind.format and not faults:
        node, faults = read(migrated(text, kind.migrations, number).encode(), name, kind.limit)
        assert node is not None
    return Read(node, number, text, faults)


def _format(node: Mapping, kind: Kind) -> int:
    pair = node.pairs.get(FORMAT)
    if pair is None:
        return 1
    value = pair.value
    if isinstance(value, Scalar) and value.text.isascii() and value.text.isdigit() and len(value.text) < 4:
        number = int(value.text)
        if 1 <= number <= kind.format:
            return number
        if number > kind.format:
            text = say(
                "{number} is newer than this companion, which knows up to {known}; update it",
                number=number,
                known=kind.format,
            )
            raise Faulty([Fault(value.place, FORMAT, text)])
    raise Faulty([Fault(value.place, FORMAT, say("a whole number from 1 to {known}", known=kind.format))])


def decode_card(node: Mapping, kind: Kind, id: str) -> tuple[Any, list[Fault], list[Reference]]:
    """The Struct of a card whose keys, of all layers together, are `node`."""
    faults = []
    if kind.card and "id" in _names(kind):
        stated = node.pairs.get("id")
        if stated is None:
            place = Place(node.place.file)
            node = Mapping(node.place, {"id": Pair(Scalar(place, "id"), Scalar(place, id)), **node.pairs})
        elif isinstance(stated.value, Scalar) and stated.value.text != id:
            text = say(
                "{id} is not the file's name; leave the key out, or write {right}",
                id=stated.value.text,
                right=id,
            )
            faults.append(Fault(stated.value.place, "id", text))
    decoded = decode(node, kind.type, RESERVED)
    return decoded.value, [*faults, *decoded.faults], decoded.references


def _names(kind: Kind) -> list[str]:
    info = shape(kind.type)
    assert isinstance(info, shapes.StructType)
    return [field.encode_name for field in info.fields]


def kind_of_file(path: Path, text: str, kinds: Sequence[Kind]) -> Kind | Fault:
    """Which kind a file is: by the schema its first comment names, its folder, or its own name."""
    if (named := named_schema(text)) is not None:
        end = Path(named).parts[-2:]
        for kind in kinds:
            if end in (kind.schema.parts[-2:], kind.schema.parts[-1:]):
                return kind
    folder = path.absolute().parent
    near = [kind for kind in kinds if kind.card and kind.folder == folder.name]
    for kind in near:
        if len(near) == 1 or kind.game in folder.parts:
            return kind
    for kind in kinds:
        if not kind.card and kind.folder in (path.stem, folder.name):
            return kind
    folders = sorted({kind.folder for kind in kinds if kind.card})
    return Fault(Place(str(path)), "", no_such_folder(folder.name, folders))


def no_such_folder(name: str, folders: Iterable[str]) -> Text:
    """What to say of files in a folder that is none of `folders`."""
    meant = likely(name, folders)
    if meant is not None:
        return say(
            "the folder '{folder}' holds no kind of file; did you mean {near}?", folder=name, near=meant
        )
    return say(
        "which kind of file is this? Put it into a folder such as {folders}, "
        "or name its schema in the first line",
        folders=", ".join([*folders][:4]),
    )
