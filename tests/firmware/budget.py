"""What the firmware costs: flash, RAM with its deepest stack, time from a tag in the field to the wire."""

from __future__ import annotations

import random
import subprocess
from typing import NamedTuple

from companion.hal.switches import ARCADE, POOR, Switch
from tests.firmware.board import BUILD, CPU_HZ, Board
from tests.firmware.logic import Logic
from tests.firmware.pair import NAMES, Pair

FLASH, RAM = 30_720, 2_048
"""Bytes of an ATmega328P beside the Nano's boot loader, and of its memory."""


class Sizes(NamedTuple):
    """Bytes, as avr-size tells them."""

    flash: int
    ram: int


def sizes() -> Sizes:
    """Of the sketch as built."""
    told = subprocess.run(
        ["avr-size", str(BUILD / "token_reader.elf")], capture_output=True, text=True, check=True
    ).stdout
    text, data, bss = (int(word) for word in told.splitlines()[1].split()[:3])
    return Sizes(text + data, data + bss)


def deepest_stack() -> int:
    """Bytes of stack after everything that can happen has happened at once."""
    pair = Pair(Board())
    pair.up()
    for place, uid in enumerate(("08A1B2C3", "04A1B2C3D4E5F6", "04112233445566778899", "08A1B2C4")):
        pair.board.tag(uid, place)
    for i in range(60):
        pair.link.lamp(i % 3, ("on", "off", "blink")[i % 3 - 1], pair.now)
        pair.link.ask(("test?", "counters?", "lamps?")[i % 3], pair.now)
        pair.link.buzz(2000, 50, pair.now)
        pair.flush()
        pair.board.press(NAMES[i % 8])
        pair.board.pin("D2", i % 2)
        pair.run(25)
        pair.board.release(NAMES[i % 8])
        pair.run(25)
        if i % 20 == 10:
            pair.board.reader_power_cycle()
            pair.board.send(b"A" * 200 + b"\nC0 nothing\n")
    return pair.board.stack_used


def tag_to_last_byte(times: int = 60) -> list[int]:
    """CPU cycles from a tag in the field to the last bit of its line on the wire, at random phases."""
    pair = Pair(Board())
    pair.up()
    rng = random.Random(1)
    cycles = []
    for i in range(times):
        pair.run(rng.uniform(0, 60))
        before = len(pair.happenings)
        start = pair.board.cycles
        pair.board.tag(("08A1B2C3", "04A1B2C3D4E5F6", "04112233445566778899")[i % 3])
        while len(pair.happenings) == before:
            last = pair.board.last_byte_cycle
            pair.run(1)
            if pair.board.last_byte_cycle != last:
                end = pair.board.last_byte_cycle
        cycles.append(end - start)
        pair.board.tag(None)
        pair.run(450)
    return cycles


def removal(times: int = 200) -> float:
    """The longest time from a tag taken away to its event, milliseconds; other tags lie there meanwhile."""
    logic = Logic()
    rng = random.Random(3)
    longest = 0.0
    logic.tag("04112233445566", 1)
    for _ in range(times):
        logic.tag("08A1B2C3")
        logic.scan(200 + rng.uniform(0, 60))
        logic.tag(None)
        waited = 0.0
        while not logic.scan(1):
            waited += 1
        longest = max(longest, waited)
    return longest


def milliseconds(cycles: int) -> float:
    """Of the Nano's 16 MHz."""
    return cycles * 1000 / CPU_HZ


class Presses(NamedTuple):
    """How the debouncing of the sketch saw presses of a modelled switch."""

    delays: list[float]
    """Milliseconds from the first contact to the report."""
    ghosts: int
    lost: int


MODELS: dict[str, tuple[Switch, tuple[float, float]]] = {
    "arcade switch": (ARCADE, (0.040, 0.200)),
    "poor switch": (POOR, (0.030, 0.150)),
    "double taps": (ARCADE, (0.025, 0.060)),
}
"""Switch, and the shortest and longest press."""


def presses(switch: Switch, taps: tuple[float, float], times: int = 600) -> Presses:
    """Plays presses through inputs.h as the sketch's interrupt does, every half millisecond."""
    logic = Logic()
    logic.c.logic_inputs_start()
    rng = random.Random(4)
    at, edges, wanted = 0.2, [], []
    for _ in range(times):
        seconds = rng.uniform(*taps)
        edges += switch.press(at, seconds, rng)
        wanted.append((at, at + seconds))
        at += seconds + rng.uniform(0.060, 0.150)
    edges.sort()
    seen: list[tuple[float, bool]] = []
    closed, place = False, 0
    phase = rng.uniform(0, 0.0005)
    for sample in range(int((at + 0.1) * 2000)):
        now = sample * 0.0005 + phase
        while place < len(edges) and edges[place][0] <= now:
            closed = edges[place][1]
            place += 1
        if told := logic.c.logic_buttons(int(closed), sample // 2 & 0xFFFF):
            seen.append((now, bool(told & 0x100)))
    downs = [moment for moment, down in seen if down]
    ups = [moment for moment, down in seen if not down]
    delays, lost = [], 0
    for start, end in wanted:
        hits = [moment for moment in downs if start <= moment < start + 0.030]
        releases = [moment for moment in ups if end <= moment < end + 0.060]
        lost += (len(hits) != 1) + (len(releases) != 1)
        delays += [(hits[0] - start) * 1000] if hits else []
    return Presses(delays, len(downs) - len(wanted), lost)


def p95(values: list[float]) -> float:
    """The value that 95 of a hundred do not pass."""
    return sorted(values)[int(0.95 * len(values))]
