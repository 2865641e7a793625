"""Split: a Super-Plazm comes out of a larger Plazm that is hit.

Rules GB2-SPLIT, GB2-EXTRACT-03, GB2-EXTRACT-04. Must not know who fired.
"""

from __future__ import annotations

from companion.engine.rule import Notice, Rule
from companion.engine.text import Text

from .attach import rename
from .plazm_sizes import of_size
from .spirit_world import appear
from .state import Entity, Table
from .trap import catch, enough


def split(table: Table, entity: Entity, seat: int) -> Rule[None]:
    """A Super-Plazm comes out, the parent drops a rank and keeps its Mood Slimes. GB2-SPLIT-01 … -04."""
    size = table.card(entity).size
    if size < 2:
        return
    smaller = of_size(table, size - 1)
    rename(table, entity, smaller)
    yield Notice(
        "split",
        Text("A Super-Plazm comes out; now {plazm}", {"plazm": entity.name}),
        ("GB2-SPLIT-01", "GB2-EXTRACT-03"),
        {"entity": entity.id, "card": smaller},
    )
    yield from appear(table, of_size(table, 1), Text(entity.name))
    if entity.id in table.entities and (yield from enough(table, entity)):
        yield from catch(table, seat, entity)
