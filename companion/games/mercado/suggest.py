"""What a sensible player would do: for simulated play only. Must not change anything."""

from __future__ import annotations

from typing import Any

from companion.engine.prompts import Choose, Prompt

from .devices import LEAVE, TAKE, warnings
from .state import HALL, OUTSIDE, ROOMS, Table


def suggest(table: Table, prompt: Prompt) -> Any:
    """An answer to `prompt`, or None where any is as good (dice, cards)."""
    if not isinstance(prompt, Choose):
        return None
    open_ = [option.id for option in prompt.options if option.refusal is None]
    if "done" in open_:
        return "done"
    if "stay" in open_:
        return _walk(table, open_)
    if TAKE in open_ or LEAVE in open_:
        return TAKE if TAKE in open_ and _worth(table) else LEAVE
    if "roll" in open_:
        return "roll"
    if open_ == ["yes", "no"] and table.step in ("move", "devices"):
        return "no"
    return None


def _worth(table: Table) -> bool:
    """Whether to take the device here: not into trouble, in the advanced game only what may leave soon."""
    place = table.players[table.active].place
    device = table.device_in(place)
    if device is None or warnings(table, place, device)[0] is not None:
        return False
    if not table.advanced or device.number is None:
        return True
    return device.number - table.next_due < len(table.players)


def _walk(table: Table, open_: list[str]) -> str:
    """Out with what may leave, else to a device, a crowded room, or a stuck friend."""
    seat = table.active
    here = table.players[seat].place
    if table.carried(seat) is not None:
        if OUTSIDE in open_:
            return OUTSIDE
        return HALL if HALL in open_ and here in ROOMS else "stay"
    aims = [table.players[other].place for other in range(len(table.players)) if table.stuck(other)]
    aims += [device.place for device in table.devices if not _haunted(table, device.place)]
    aims += [room for room in ROOMS if table.rooms[room].ghosts > 1]
    if not any(device.place in ROOMS for device in table.devices):
        aims.append(OUTSIDE)
    if here in aims:
        return "stay"
    near = [aim for aim in aims if aim in open_]
    if near:
        return near[table.turns % len(near)]
    ways = [id for id in open_ if id != "stay" and ":" not in id]
    return ways[(table.turns * 7 + seat) % len(ways)] if ways else "stay"


def _haunted(table: Table, place: str) -> bool:
    return place in ROOMS and table.rooms[place].haunted
