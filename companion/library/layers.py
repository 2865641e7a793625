"""Layers of files over one another: what the upper one states counts, key by key.

Here: merging nodes of one type. Every value keeps the place it came from. Must not know files or games.
"""

from __future__ import annotations

from msgspec import inspect as shapes

from .describe import bare
from .yaml_nodes import Mapping, Pair


def merged(below: Mapping, above: Mapping, info: shapes.Type) -> Mapping:
    """The keys of two layers of a Struct. Within its own Structs keys are merged too; lists and names with
    values are replaced whole."""
    struct = struct_of(info)
    fields = {field.encode_name: field.type for field in struct.fields} if struct is not None else {}
    pairs = dict(below.pairs)
    for key, pair in above.pairs.items():
        under = pairs.get(key)
        pairs[key] = pair
        inner = struct_of(fields[key]) if key in fields else None
        if under is None or inner is None:
            continue
        if isinstance(under.value, Mapping) and isinstance(pair.value, Mapping):
            pairs[key] = Pair(pair.key, merged(under.value, pair.value, inner))
    return Mapping(above.place, pairs)


def struct_of(info: shapes.Type) -> shapes.StructType | None:
    """The one Struct that a type is, or may be; None if it is none or there are several."""
    info = bare(info)
    if isinstance(info, shapes.StructType):
        return info
    if isinstance(info, shapes.UnionType):
        parts = [bare(part) for part in info.types]
        structs = [part for part in parts if isinstance(part, shapes.StructType)]
        if len(structs) == 1:
            return structs[0]
    return None
