"""Draws the label sheet: the names of the buttons and lamps, and round labels for tokens, on one A4 page.

The names come from pins.yaml. Print at 100 %, on sticky paper or on plain paper under clear tape; the ruler
at the foot shows whether the printer kept the size. Token names of your own game: `companion tokens labels`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from xml.sax.saxutils import escape

import yaml

WIDTH, HEIGHT, MARGIN = 210, 297, 12
TOKEN = 25  # millimetres, the coin that goes into the token holder
FONT = "font-family='DejaVu Sans, Arial, sans-serif'"


def text(x: float, y: float, size: float, words: str, anchor: str = "middle", fill: str = "#000") -> str:
    """One line of text; `y` is its middle."""
    return (
        f"<text x='{x:g}' y='{y + size * 0.36:.2f}' font-size='{size:g}' {FONT} font-weight='bold' "
        f"text-anchor='{anchor}' fill='{fill}'>{escape(words)}</text>"
    )


def plate(x: float, y: float, words: str, dark: bool) -> list[str]:
    """A label of 26 by 8 millimetres."""
    paper, ink = ("#102016", "#b6f26b") if dark else ("#fff", "#000")
    return [
        f"<rect x='{x:g}' y='{y:g}' width='26' height='8' rx='1.5' fill='{paper}' stroke='#888' "
        "stroke-width='0.2'/>",
        text(x + 13, y + 4, min(4.2, 32 / len(words)), words, fill=ink),
    ]


def sheet(names: list[str], lamps: list[str]) -> str:
    """The whole page as SVG; lengths are millimetres."""
    parts = [text(MARGIN, 14, 5, "Companion: labels", "start")]
    parts.append(text(MARGIN, 21, 3, "Print at 100 %. Dark for a light box, light for a dark one.", "start"))
    y = 28.0
    for dark in (True, False):
        for i, name in enumerate(names):
            parts += plate(MARGIN + (i % 7) * 26.5, y + (i // 7) * 9, name.upper(), dark)
        y += 9 * ((len(names) + 6) // 7)
        for i, name in enumerate([*(f"{lamp} die" for lamp in lamps), "token here"]):
            parts += plate(MARGIN + i * 26.5, y, name.upper(), dark)
        y += 13
    parts.append(text(MARGIN, y, 3, "Token labels, 25 mm: write on them or keep the number.", "start"))
    y += 4
    columns, rows = 6, 7
    for i in range(columns * rows):
        cx = MARGIN + TOKEN / 2 + (i % columns) * 31
        cy = y + TOKEN / 2 + (i // columns) * 27
        parts.append(
            f"<circle cx='{cx:g}' cy='{cy:g}' r='{TOKEN / 2}' fill='#fff' stroke='#888' stroke-width='0.2'/>"
        )
        parts.append(f"<path d='M{cx - 9:g} {cy:g} h18' stroke='#888' stroke-width='0.2'/>")
        parts.append(text(cx, cy + 6, 5, str(i + 1)))
    foot = HEIGHT - 14
    parts.append(f"<path d='M{MARGIN} {foot} h100 m-100 -2 v4 m100 -4 v4' stroke='#000' stroke-width='0.3'/>")
    parts.append(text(MARGIN + 50, foot + 4, 3, "100 mm"))
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{WIDTH}mm' height='{HEIGHT}mm' "
        f"viewBox='0 0 {WIDTH} {HEIGHT}'>\n<rect width='{WIDTH}' height='{HEIGHT}' fill='#fff'/>\n"
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def main() -> None:
    """Write the sheet to the file named on the command line."""
    pins = yaml.safe_load((Path(__file__).parent / "pins.yaml").read_text(encoding="utf-8"))
    standard = pins["builds"]["standard"]
    page = sheet(list(standard["buttons"]), list(standard["lamps"]))
    Path(sys.argv[1]).write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
