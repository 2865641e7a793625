"""Labels for tokens: a sheet to print, cut and glue, with name, icon and a QR code of the tag's id.

Here: drawing the PDF. Needs the extra `labels` (fpdf2, segno). Must not know where tokens are kept.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal

import segno
from msgspec import Struct

if TYPE_CHECKING:
    from fpdf import FPDF

Paper = Literal["a4", "letter"]
SIZES: dict[Paper, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in millimetres."""
WIDE, HIGH = 38.0, 25.0
"""One label, in millimetres."""
MARGIN = 10.0
QR = 17.0
TICK = 4.0


class Label(Struct, frozen=True):
    """What stands on one label. Without `tag` the place of the QR code stays empty."""

    means: str
    name: str
    tag: str = ""


def sheet(labels: Sequence[Label], paper: Paper = "a4", title: str = "") -> bytes:
    """The PDF of all labels, as many pages as they need."""
    from fpdf import FPDF

    width, height = SIZES[paper]
    columns, rows = int((width - 2 * MARGIN) // WIDE), int((height - 2 * MARGIN) // HIGH)
    left, top = (width - columns * WIDE) / 2, (height - rows * HIGH) / 2
    pdf = FPDF(unit="mm", format=(width, height))
    pdf.set_auto_page_break(False)
    pdf.set_margin(0)
    pdf.set_title(title)
    for number, label in enumerate(labels):
        place = number % (columns * rows)
        if place == 0:
            pdf.add_page()
            _cut_marks(pdf, left, top, columns, rows)
            _foot(pdf, width, height, title)
        _label(pdf, left + place % columns * WIDE, top + place // columns * HIGH, label)
    return bytes(pdf.output())


def _cut_marks(pdf: FPDF, left: float, top: float, columns: int, rows: int) -> None:
    """Ticks outside the labels: lay the ruler from one to the other."""
    pdf.set_draw_color(120)
    pdf.set_line_width(0.1)
    right, bottom = left + columns * WIDE, top + rows * HIGH
    for column in range(columns + 1):
        x = left + column * WIDE
        pdf.line(x, top - 1 - TICK, x, top - 1)
        pdf.line(x, bottom + 1, x, bottom + 1 + TICK)
    for row in range(rows + 1):
        y = top + row * HIGH
        pdf.line(left - 1 - TICK, y, left - 1, y)
        pdf.line(right + 1, y, right + 1 + TICK, y)


def _foot(pdf: FPDF, width: float, height: float, title: str) -> None:
    """A line of 50 mm shows whether the printer kept the size."""
    pdf.set_font("Helvetica", size=6)
    pdf.set_text_color(90)
    pdf.set_draw_color(90)
    pdf.line(width / 2 - 25, height - 3.2, width / 2 + 25, height - 3.2)
    pdf.text(width / 2 + 27, height - 2.6, "50 mm at 100 %")
    pdf.text(width / 2 - 27 - pdf.get_string_width(_plain(title)), height - 2.6, _plain(title))
    pdf.set_text_color(0)


def _label(pdf: FPDF, x: float, y: float, label: Label) -> None:
    kind, _, rest = label.means.partition(":")
    pdf.set_draw_color(0)
    pdf.set_fill_color(0)
    ICONS.get(kind, _card)(pdf, x + 2.5, y + 2.5, rest)
    _name(pdf, x + 2, y + 13, WIDE - QR - 5, label.name)
    if label.tag:
        _qr(pdf, x + WIDE - QR - 2, y + 2, label.tag)
        pdf.set_font("Courier", size=5)
        pdf.text(x + WIDE - QR - 2 + (QR - pdf.get_string_width(label.tag)) / 2, y + QR + 4.2, label.tag)


def _name(pdf: FPDF, x: float, y: float, wide: float, name: str) -> None:
    """The name in up to three lines, as large as it fits."""
    words = _plain(name)
    for size in (9.0, 8.0, 7.0, 6.0, 5.0, 4.0):
        pdf.set_font("Helvetica", "B", size)
        lines = _wrapped(words, wide, pdf.get_string_width)
        step = size * 0.42
        if len(lines) * step <= 11 and all(pdf.get_string_width(line) <= wide for line in lines):
            break
    for number, line in enumerate(lines[: int(11 / step)]):
        pdf.text(x, y + step + number * step, line)


def _wrapped(words: str, wide: float, width: Callable[[str], float]) -> list[str]:
    lines: list[str] = []
    for word in words.split():
        if lines and width(f"{lines[-1]} {word}") <= wide:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _plain(text: str) -> str:
    """Letters the built-in fonts have; others become '?'."""
    return text.encode("latin-1", "replace").decode("latin-1")


def _qr(pdf: FPDF, x: float, y: float, tag: str) -> None:
    """The id as a QR code of plain squares, with its quiet border inside `QR`."""
    rows = [list(row) for row in segno.make(tag, error="m", micro=False).matrix]
    size = QR / (len(rows) + 4)
    for down, row in enumerate(rows):
        across = 0
        while across < len(row):
            start = across
            while across < len(row) and row[across]:
                across += 1
            if across > start:
                # One bar a run: single squares leave hairlines between them in some viewers.
                pdf.rect(x + (start + 2) * size, y + (down + 2) * size, (across - start) * size, size, "F")
            across = max(across, start + 1)


# -- icons: 9 mm square, black -----------------------------------------------------------------

PIPS = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
}


def _die(pdf: FPDF, x: float, y: float, rest: str) -> None:
    die, _, face = rest.partition(":")
    pdf.set_line_width(0.5)
    pdf.rect(x, y, 9, 9, "D", round_corners=True, corner_radius=1.5)
    if face.isdigit() and int(face) in PIPS and die == "combat":
        for column, row in PIPS[int(face)]:
            _dot(pdf, x + 2.2 + column * 2.3, y + 2.2 + row * 2.3, 0.8)
    elif face == "star":
        _star(pdf, x + 4.5, y + 4.5, 3.4)
    else:
        _sign(pdf, x, y, face.removeprefix("symbol_")[:2] if face != "chaos" else "!")


def _figure(pdf: FPDF, x: float, y: float, rest: str) -> None:
    _dot(pdf, x + 4.5, y + 2.2, 2.0)
    pdf.polygon([(x + 4.5, y + 2.5), (x + 7.2, y + 7.4), (x + 1.8, y + 7.4)], style="F")
    pdf.rect(x + 1, y + 7.4, 7, 1.4, "F")


def _slime(pdf: FPDF, x: float, y: float, rest: str) -> None:
    _dot(pdf, x + 4.5, y + 5.6, 3.2)
    pdf.polygon([(x + 4.5, y), (x + 7.25, y + 4), (x + 1.75, y + 4)], style="F")


def _key(pdf: FPDF, x: float, y: float, rest: str) -> None:
    pdf.set_line_width(0.8)
    pdf.circle(x + 4.5, y + 4.5, 4.1, "D")
    if rest in ("undo", "back"):
        pdf.polygon([(x + 2, y + 4.5), (x + 5, y + 2.2), (x + 5, y + 6.8)], style="F")
        pdf.rect(x + 5, y + 3.9, 2, 1.2, "F")
    else:
        _sign(pdf, x, y, {"ok": "OK", "why": "?", "menu": "="}.get(rest, "*"))


def _person(pdf: FPDF, x: float, y: float, rest: str) -> None:
    _dot(pdf, x + 4.5, y + 2.3, 2.1)
    pdf.rect(x + 1.3, y + 4.9, 6.4, 3.9, "F", round_corners=True, corner_radius=1.8)


def _card(pdf: FPDF, x: float, y: float, rest: str) -> None:
    pdf.set_line_width(0.5)
    pdf.rect(x + 1.3, y, 6.4, 9, "D", round_corners=True, corner_radius=0.8)
    for line in (2.4, 4.2, 6.0):
        pdf.rect(x + 2.6, y + line, 3.8, 0.6, "F")


def _goo(pdf: FPDF, x: float, y: float, rest: str) -> None:
    for across, down, radius in ((4.5, 3.0, 2.2), (2.4, 6.2, 2.2), (6.6, 6.2, 2.2), (4.5, 6.4, 2.3)):
        _dot(pdf, x + across, y + down, radius)


def _dot(pdf: FPDF, x: float, y: float, radius: float) -> None:
    pdf.circle(x, y, radius, "F")


def _star(pdf: FPDF, x: float, y: float, radius: float) -> None:
    points = []
    for corner in range(10):
        reach = radius if corner % 2 == 0 else radius * 0.4
        angle = math.pi * corner / 5 - math.pi / 2
        points.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
    pdf.polygon(points, style="F")


def _sign(pdf: FPDF, x: float, y: float, sign: str) -> None:
    pdf.set_font("Helvetica", "B", 13 if len(sign) < 2 else 10)
    pdf.text(x + 4.5 - pdf.get_string_width(sign) / 2, y + (6.2 if len(sign) < 2 else 5.8), sign)


ICONS: dict[str, Callable[[FPDF, float, float, str], None]] = {
    "face": _die,
    "figure": _figure,
    "slime": _slime,
    "key": _key,
    "ghostbuster": _person,
    "goo_pile": _goo,
}
"""What is drawn for each kind of token; anything else is a card."""
