"""The printed parts: closed bodies that fit a small printer, no supports, the face of the pin map."""

from __future__ import annotations

import math
import re
import shutil
import struct
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from tests.hardware.pinmap import HARDWARE, pin_map

STL = HARDWARE / "enclosure" / "stl"
SCAD = HARDWARE / "enclosure" / "companion.scad"
BUILDS = ["smallest", "standard", "usb_only"]
PARTS = [*(f"{build}_{part}" for build in BUILDS for part in ("base", "lid")), "token_holder", "token_rack"]
BED = 180  # millimetres, the side of a small printer's bed
BRIDGE = 20  # millimetres a printer spans without support

Point = tuple[float, float, float]
Triangle = tuple[Point, Point, Point]


def triangles(file: Path) -> list[Triangle]:
    """The triangles of a binary STL, corners rounded to a micrometre."""
    raw = file.read_bytes()
    (count,) = struct.unpack_from("<I", raw, 80)
    assert len(raw) == 84 + 50 * count
    found = []
    for i in range(count):
        numbers = [round(value, 3) + 0.0 for value in struct.unpack_from("<12x9f", raw, 84 + 50 * i)]
        found.append((tuple(numbers[0:3]), tuple(numbers[3:6]), tuple(numbers[6:9])))
    return found  # type: ignore[return-value]


def volume(body: list[Triangle]) -> float:
    return sum(
        (
            a[0] * (b[1] * c[2] - b[2] * c[1])
            + a[1] * (b[2] * c[0] - b[0] * c[2])
            + a[2] * (b[0] * c[1] - b[1] * c[0])
        )
        / 6
        for a, b, c in body
    )


def unmatched_edges(body: list[Triangle]) -> int:
    """Edges that are not run through once each way: holes, flaps and turned faces."""
    runs: Counter[tuple[Point, Point]] = Counter()
    for a, b, c in body:
        runs.update([(a, b), (b, c), (c, a)])
    return sum(1 for (a, b), times in runs.items() if times != runs[b, a])


def steepness(triangle: Triangle) -> float:
    """The z part of the outward normal of length 1: -1 is a ceiling, 1 is a floor."""
    a, b, c = triangle
    u = [b[i] - a[i] for i in range(3)]
    v = [c[i] - a[i] for i in range(3)]
    normal = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
    length = math.hypot(*normal)
    return normal[2] / length if length else 0.0


def ceilings(body: list[Triangle]) -> list[float]:
    """How far each patch that hangs over air by more than 45 degrees has to be bridged, in millimetres.

    A patch is as wide as four times its area by its outline: the side of a square, twice the width of a ring.
    """
    hanging = [t for t in body if steepness(t) < -math.sqrt(0.5) - 1e-3 and max(p[2] for p in t) > 0.01]
    patches: list[list[Triangle]] = []
    for one in hanging:
        touching = [patch for patch in patches if any(set(one) & set(other) for other in patch)]
        patches = [patch for patch in patches if patch not in touching]
        patches.append([one, *(other for patch in touching for other in patch)])
    widths = []
    for patch in patches:
        edges: Counter[frozenset[Point]] = Counter()
        area = 0.0
        for a, b, c in patch:
            edges.update([frozenset((a, b)), frozenset((b, c)), frozenset((c, a))])
            area += abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2
        outline = sum(math.dist(*edge) for edge, times in edges.items() if times == 1)
        widths.append(4 * area / outline)
    return widths


@pytest.mark.parametrize("part", PARTS)
def test_a_part_is_a_closed_body_that_lies_on_the_bed(part: str) -> None:
    body = triangles(STL / f"{part}.stl")
    assert len(body) > 100
    assert unmatched_edges(body) == 0
    assert volume(body) > 1000
    spans = [max(p[i] for t in body for p in t) - min(p[i] for t in body for p in t) for i in range(3)]
    assert spans[0] <= BED
    assert spans[1] <= BED
    assert min(p[2] for t in body for p in t) == 0


@pytest.mark.parametrize("part", PARTS)
def test_a_part_prints_without_supports(part: str) -> None:
    assert max(ceilings(triangles(STL / f"{part}.stl")), default=0) <= BRIDGE


def test_a_hole_and_a_ceiling_would_be_found() -> None:
    """A cube is sound; without one triangle it is not; on legs of nothing its underside hangs."""
    corner = [(x, y, z) for x in (0.0, 30.0) for y in (0.0, 30.0) for z in (0.0, 30.0)]
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    cube = [t for a, b, c, d in faces for t in ((a, b, c), (a, c, d))]
    body = [(corner[a], corner[b], corner[c]) for a, b, c in cube]
    assert unmatched_edges(body) == 0
    assert volume(body) == pytest.approx(27000)
    assert ceilings(body) == []
    assert unmatched_edges(body[1:]) == 3
    lifted = [tuple((x, y, z + 5) for x, y, z in one) for one in body]
    assert ceilings(lifted) == [pytest.approx(30)]  # type: ignore[arg-type]


@pytest.mark.parametrize("name", BUILDS)
def test_the_face_has_what_the_pin_map_has(name: str, tmp_path: Path) -> None:
    """OpenSCAD is asked what it cuts; its own asserts refuse parts that touch."""
    assert shutil.which("openscad"), "OpenSCAD is missing: scripts/debian-packages/hardware.txt"
    out = tmp_path / "face.echo"
    subprocess.run(["openscad", "-D", f'build="{name}"', "-o", out, SCAD], check=True, capture_output=True)
    echoed = out.read_text()
    lists = {key: re.findall(r'"(\w+)"', words) for key, words in re.findall(r"(\w+) = \[([^\]]*)\]", echoed)}
    flags = dict(re.findall(r"(\w+) = (true|false)", echoed))
    build, nano = pin_map()["builds"][name], pin_map()["nano"]
    pi = build["host"] == "pi"
    buttons = list(build["buttons"]) if pi else [one for one in nano["buttons"] if one != "encoder_push"]
    assert lists["buttons"] == buttons
    assert lists.get("lamps", []) == (list(build.get("lamps", [])) if pi else nano["lamps"])
    assert flags == {
        "encoder": str("encoder" in build or not pi).lower(),
        "buzzer": str("buzzer" in build or not pi).lower(),
        "display": str("display" in build).lower(),
    }


def test_parts_that_touch_are_refused(tmp_path: Path) -> None:
    crowded = re.sub(r'\["move", 58', '["move", 30', SCAD.read_text())
    file = tmp_path / "crowded.scad"
    file.write_text(crowded)
    done = subprocess.run(["openscad", "-o", tmp_path / "out.echo", file], capture_output=True, text=True)
    assert "too close" in done.stderr + (tmp_path / "out.echo").read_text()


def test_the_committed_stl_is_what_openscad_makes_now(tmp_path: Path) -> None:
    """By volume: the order of triangles depends on the version. One part stands for the file."""
    out = tmp_path / "lid.stl"
    command = [
        "openscad",
        "--export-format",
        "binstl",
        "-D",
        'build="smallest"',
        "-D",
        'part="lid"',
        "-o",
        out,
        SCAD,
    ]
    subprocess.run(command, check=True, capture_output=True)
    fresh, committed = triangles(out), triangles(STL / "smallest_lid.stl")
    assert volume(fresh) == pytest.approx(volume(committed), rel=1e-4), "run make hardware"


def test_the_label_sheet_is_current(tmp_path: Path) -> None:
    out = tmp_path / "labels.svg"
    subprocess.run([sys.executable, HARDWARE / "labels.py", out], check=True)
    assert out.read_text() == (HARDWARE / "labels.svg").read_text(), "run make hardware"
    words = defaultdict(int)
    for word in re.findall(r">([A-Z ]+)</text>", out.read_text()):
        words[word] += 1
    for name in pin_map()["builds"]["standard"]["buttons"]:
        assert words[name.upper()] == 2


@pytest.mark.parametrize("name", [*BUILDS, "tokens"])
def test_the_pictures_are_there(name: str) -> None:
    assert (HARDWARE / "enclosure" / f"{name}.png").read_bytes().startswith(b"\x89PNG")
