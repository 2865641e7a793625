"""What the token reader's firmware costs, measured on the simulated Nano."""

from __future__ import annotations

from tests.bench import Row, at_most
from tests.firmware.board import build
from tests.firmware.budget import (
    FLASH,
    MODELS,
    RAM,
    deepest_stack,
    milliseconds,
    p95,
    presses,
    removal,
    sizes,
    tag_to_last_byte,
)


def rows() -> list[Row]:
    """Flash, RAM and the way of a tag."""
    build()
    flash, static = sizes()
    cycles = sorted(tag_to_last_byte(60))
    middle = cycles[len(cycles) // 2]
    slowest, faults = 0.0, 0
    for switch, taps in MODELS.values():
        seen = presses(switch, taps, 2000)
        slowest = max(slowest, p95(seen.delays))
        faults += abs(seen.ghosts) + seen.lost
    return [
        at_most("firmware: flash", 100 * flash / FLASH, 70, "% of the Nano's"),
        at_most("firmware: RAM with the deepest stack", 100 * (static + deepest_stack()) / RAM, 60, "%"),
        at_most("firmware: tag in the field to last byte, median", milliseconds(middle), 60, "ms"),
        at_most("firmware: tag in the field to last byte, worst", milliseconds(cycles[-1]), 80, "ms"),
        at_most("firmware: the same, cycles", cycles[-1], 80 * 16_000, "cycles"),
        at_most("firmware: tag taken away to its event, worst", removal(), 400, "ms"),
        at_most("firmware: press to edge p95, worst of three switches", slowest, 8, "ms"),
        at_most("firmware: ghosts and losses in 6,000 presses", faults, 0, "presses"),
    ]
