"""Checks the wiring of a build: pins, levels, and the current each supply has to give.

Reads the WireViz drawing (wiring/*.yml) and what each part does to a wire (wiring/parts.yaml). Knows nothing
of the program that will run on it. `python hardware/electrics.py` prints the faults and the current budget.
"""

from __future__ import annotations

import fnmatch
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import yaml

WIRING = Path(__file__).resolve().parent / "wiring"
DRIVERS = ("supply", "output")
TOLERANCE = 0.05  # volts by which a divider's result may pass a limit that is itself rounded


@dataclass(frozen=True, order=True)
class Pin:
    """A pin of one part in the drawing: the designator, the pin's own id, and the name printed beside it."""

    part: str
    id: str
    label: str

    def __str__(self) -> str:
        return (
            f"{self.part} {self.label}" if self.label == self.id else f"{self.part} {self.id} ({self.label})"
        )


@dataclass
class Wiring:
    """One build: its pins with what each does, the nets they form, and every fault found on the way."""

    roles: dict[Pin, dict[str, Any]]
    nets: list[list[Pin]]
    faults: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Budget:
    """What hangs on one supply pin, in milliamperes, against what it can give."""

    supply: str
    volts: float
    draws_ma: float
    limit_ma: float


def load(name: str) -> dict[str, Any]:
    """The drawing `name` (smallest, standard, usb_only) as loaded from its YAML."""
    drawing: dict[str, Any] = yaml.safe_load((WIRING / f"{name}.yml").read_text(encoding="utf-8"))
    return drawing


def load_parts() -> dict[str, Any]:
    """What each type of part does to its wires."""
    parts: dict[str, Any] = yaml.safe_load((WIRING / "parts.yaml").read_text(encoding="utf-8"))
    return parts


def read(drawing: dict[str, Any], parts: dict[str, Any]) -> Wiring:
    """Turn a drawing into nets and check all of it."""
    wiring = Wiring(roles={}, nets=[])
    pins: dict[str, list[Pin]] = {}
    for part, connector in drawing["connectors"].items():
        labels = [str(label) for label in connector["pinlabels"]]
        ids = [str(one) for one in connector.get("pins", range(1, len(labels) + 1))]
        pins[part] = [Pin(part, one, label) for one, label in zip(ids, labels, strict=True)]
        known = parts.get(connector["type"])
        if known is None:
            wiring.faults.append(f"{part}: parts.yaml has no part of type {connector['type']!r}")
            continue
        for pin in pins[part]:
            role = _role(known["pins"], pin.label)
            if role is None:
                wiring.faults.append(
                    f"{pin}: parts.yaml says nothing about this pin of {connector['type']!r}"
                )
            else:
                wiring.roles[pin] = role
    wires = list(_wires(drawing, pins, wiring.faults))
    for pin, count in Counter(pin for wire in wires for pin in wire).items():
        if count > 1:
            wiring.faults.append(f"{pin}: used {count} times")
    wiring.nets = _nets(wires, _joined_inside(drawing, parts, pins, wiring.roles))
    wiring.faults += _check_nets(wiring)
    wiring.faults += [
        f"{one.supply}: {one.draws_ma:.0f} mA asked, {one.limit_ma:.0f} mA there"
        for one in budget(wiring)
        if one.draws_ma > one.limit_ma
    ]
    return wiring


def _role(pins: dict[str, dict[str, Any]], label: str) -> dict[str, Any] | None:
    if label in pins:
        return pins[label]
    return next((role for name, role in pins.items() if fnmatch.fnmatchcase(label, name)), None)


def _wires(
    drawing: dict[str, Any], pins: dict[str, list[Pin]], faults: list[str]
) -> Iterator[tuple[Pin, Pin]]:
    """Each wire as the pair of pins it joins."""

    def find(part: str, name: object) -> Pin | None:
        hits = [pin for pin in pins[part] if str(name) in (pin.id, pin.label)]
        if len(hits) != 1:
            faults.append(f"{part} {name}: {'no such pin' if not hits else 'several pins of this name'}")
            return None
        return hits[0]

    for row in drawing["connections"]:
        ends = [
            (part, names) for step in row for part, names in step.items() if part in drawing["connectors"]
        ]
        for (left, left_names), (right, right_names) in pairwise(ends):
            for one, other in zip(left_names, right_names, strict=True):
                first, second = find(left, one), find(right, other)
                if first and second:
                    yield first, second


def _joined_inside(
    drawing: dict[str, Any],
    parts: dict[str, Any],
    pins: dict[str, list[Pin]],
    roles: dict[Pin, dict[str, Any]],
) -> Iterator[tuple[Pin, Pin]]:
    """Pins that are one piece inside a part: a whole rail, all grounds, a supply brought out twice."""
    for part, connector in drawing["connectors"].items():
        groups: dict[str, list[Pin]] = defaultdict(list)
        for pin in pins[part]:
            does = roles.get(pin, {}).get("does")
            if parts.get(connector["type"], {}).get("joined"):
                groups["all"].append(pin)
            elif does == "ground":
                groups["ground"].append(pin)
            elif does == "supply":
                groups[pin.label].append(pin)
        for group in groups.values():
            yield from pairwise(group)


def _nets(wires: list[tuple[Pin, Pin]], inside: Iterator[tuple[Pin, Pin]]) -> list[list[Pin]]:
    net_of: dict[Pin, set[Pin]] = {}
    for one, other in [*wires, *inside]:
        merged = net_of.get(one, {one}) | net_of.get(other, {other})
        for pin in merged:
            net_of[pin] = merged
    return sorted(sorted(net) for net in {id(net): net for net in net_of.values()}.values())


def _volts(wiring: Wiring) -> dict[Pin, float]:
    """The voltage each driving pin puts on its net; what depends on another pin is worked out from there."""
    volts: dict[Pin, float] = {}
    net_of = {pin: net for net in wiring.nets for pin in net}

    def on_net_of(part: str, label: str) -> float | None:
        pin = next((pin for pin in wiring.roles if pin.part == part and pin.label == label), None)
        seen = [volts[other] for other in net_of.get(pin, []) if other in volts] if pin else []
        return max(seen, default=None)

    for _ in range(3):  # a divider hangs on an output, which hangs on nothing further: two rounds settle it
        for pin, role in wiring.roles.items():
            if "ratio" in role:
                source = on_net_of(pin.part, role["from"])
                if source is not None:
                    volts[pin] = source * role["ratio"]
            elif "volts_of" in role:
                source = on_net_of(pin.part, role["volts_of"])
                if source is not None:
                    volts[pin] = source
            elif "volts" in role:
                volts[pin] = role["volts"]
    return volts


def _check_nets(wiring: Wiring) -> Iterator[str]:
    volts = _volts(wiring)
    connected = {pin for net in wiring.nets for pin in net}
    for net in wiring.nets:
        roles = {pin: wiring.roles[pin] for pin in net if pin in wiring.roles}
        does = defaultdict(list)
        for pin, role in roles.items():
            does[role["does"]].append(pin)
        sources = {(pin.part, pin.label): pin for kind in DRIVERS for pin in does[kind]}
        if len(sources) > 1:
            yield f"two outputs on one wire: {_names(sources.values())}"
        if does["ground"] and (sources or does["io"]):
            yield f"short to ground: {_names([*sources.values(), *does['io']])}"
        yield from _check_levels(net, roles, volts)
        for pin in does["power"]:
            if not any(roles[other]["does"] == "supply" for other in roles):
                yield f"{pin}: no supply on this wire"
        for kind in ("contact", "load"):
            if does[kind] and len(does["io"]) != 1:
                yield f"{_names(does[kind])}: needs exactly one pin of a processor, has {len(does['io'])}"
        if does["link"] and (len({pin.label for pin in net}) != 1 or len(net) != 2):
            yield f"{_names(net)}: a data pair joins two pins of the same name"
    for pin, role in wiring.roles.items():
        if pin not in connected and role["does"] in ("power", "ground", "input", "contact", "load"):
            yield f"{pin}: not connected"


def _check_levels(net: list[Pin], roles: dict[Pin, dict[str, Any]], volts: dict[Pin, float]) -> Iterator[str]:
    """What the other parts put on each pin must be neither more than it stands nor less than it needs."""
    grounded = any(role["does"] == "ground" for role in roles.values())
    for pin, role in roles.items():
        others = [volts[other] for other in net if other in volts and other.part != pin.part]
        if not others:
            continue
        if "max" in role and max(others) > role["max"] + TOLERANCE:
            yield f"{pin}: {max(others):.1f} V on a pin that stands {role['max']:.1f} V"
        needs = role.get("high", role.get("min", 0.0))
        if not grounded and min(others) < needs:
            yield f"{pin}: {min(others):.1f} V is too little, it needs {needs:.1f} V"


def _names(pins: Any) -> str:
    return ", ".join(str(pin) for pin in sorted(pins))


def budget(wiring: Wiring) -> list[Budget]:
    """What each supply has to give; a regulator's load counts on the supply it hangs on as well."""
    volts = _volts(wiring)
    net_of = {pin: net for net in wiring.nets for pin in net}
    supplies = [pin for pin, role in wiring.roles.items() if role["does"] == "supply" and pin in net_of]

    def asked(supply: Pin) -> float:
        return sum(taken(pin) for pin in net_of[supply] if wiring.roles.get(pin, {}).get("does") == "power")

    def taken(power: Pin) -> float:
        own: float = wiring.roles[power]["draws_ma"]
        fed = [
            pin for pin in supplies if pin.part == power.part and wiring.roles[pin].get("from") == power.label
        ]
        driven = sum(
            _load_ma(wiring, net_of[pin], volts)
            for pin, role in wiring.roles.items()
            if pin.part == power.part and role["does"] == "io" and pin in net_of
        )
        return own + driven + sum(asked(pin) for pin in fed)

    rows: dict[tuple[str, str], Budget] = {}
    for pin in supplies:
        role = wiring.roles[pin]
        own = 0.0
        if pin.label == "3V3":  # the processor of a Pi feeds its pins from this rail
            own = sum(
                _load_ma(wiring, net_of[other], volts)
                for other, what in wiring.roles.items()
                if other.part == pin.part and what["does"] == "io" and other in net_of
            )
        rows[pin.part, pin.label] = Budget(
            f"{pin.part} {pin.label}", role["volts"], asked(pin) + own, role["limit_ma"]
        )
    return list(rows.values())


def _load_ma(wiring: Wiring, net: list[Pin], volts: dict[Pin, float]) -> float:
    level = max((volts[pin] for pin in net if pin in volts), default=0.0)
    loads = [wiring.roles[pin] for pin in net if wiring.roles.get(pin, {}).get("does") == "load"]
    return float(sum(1000 * (level - role["drop"]) / role["ohms"] for role in loads))


def main() -> int:
    """Print faults and budget of every build; the exit status is 1 when there is a fault."""
    parts = load_parts()
    found = 0
    for path in sorted(WIRING.glob("*.yml")):
        wiring = read(load(path.stem), parts)
        print(f"{path.stem}: {len(wiring.nets)} nets, {len(wiring.faults)} faults")
        for fault in wiring.faults:
            print(f"  {fault}")
        for one in budget(wiring):
            print(f"  {one.supply:<14} {one.volts:.1f} V  {one.draws_ma:4.0f} of {one.limit_ma:4.0f} mA")
        found += len(wiring.faults)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
