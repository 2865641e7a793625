"""Make the panel's pixel fonts from Debian's xfonts-75dpi and fonts-dejavu-core. Run again to add letters.

Each font becomes a strip of glyphs (PNG, one bit, can be retouched by hand) and a JSON file with the
letters and their widths. Licences: companion/panel/fonts/LICENSE.txt.
"""

from __future__ import annotations

import gzip
import json
import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

OUT = Path(__file__).parent.parent / "companion" / "panel" / "fonts"
LETTERS = "".join(map(chr, [*range(0x20, 0x7F), *range(0xA1, 0x180)])) + "–—‘’‚“”„…•−€"
HELVETICA = {
    "small": ("helvR10", 10),
    "bold": ("helvB10", 10),
    "medium": ("helvB14", 14),
    "large": ("helvB18", 18),
    "big": ("helvB24", 24),
}
NUMERALS = {"numeral": ("DejaVuSans-Bold.ttf", 46)}
DIGITS = "0123456789-?"


def strip(font: ImageFont.FreeTypeFont, letters: str, top: int, height: int, name: str) -> None:
    """Draw `letters` side by side, each as wide as it and its advance need."""
    missing = font.getmask("\uffff", mode="1")
    blank = (missing.size, bytes(missing))
    cells: list[Image.Image] = []
    kept = ""
    for letter in letters:
        mask = font.getmask(letter, mode="1")
        if letter != " " and (mask.size, bytes(mask)) == blank:
            continue
        left, _, right, _ = font.getbbox(letter)
        shift = max(0, -int(left))
        width = max(round(font.getlength(letter)), int(right)) + shift
        cell = Image.new("1", (width, height))
        draw = ImageDraw.Draw(cell)
        draw.fontmode = "1"
        draw.text((shift, -top), letter, font=font, fill=1)
        cells.append(cell)
        kept += letter
    image = Image.new("1", (sum(cell.width for cell in cells), height))
    x = 0
    for cell in cells:
        image.paste(cell, (x, 0))
        x += cell.width
    image.save(OUT / f"{name}.pbm")
    line = int(max(font.getbbox(letter)[3] for letter in letters if letter in "0gjpqy")) - top
    facts = {"line": line, "letters": kept, "widths": [cell.width for cell in cells]}
    (OUT / f"{name}.json").write_text(json.dumps(facts, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{name}: {len(kept)} letters, {height} pixels high")


def main(folder: Path, dejavu: Path) -> None:
    """Make all fonts from the folder of the PCF files and the folder of the DejaVu fonts."""
    for name, (source, size) in HELVETICA.items():
        with tempfile.NamedTemporaryFile(suffix=".pcf") as plain:
            plain.write(gzip.decompress((folder / f"{source}.pcf.gz").read_bytes()))
            plain.flush()
            font = ImageFont.truetype(plain.name, size, layout_engine=ImageFont.Layout.BASIC)
            boxes = [font.getbbox(letter) for letter in LETTERS]
            top = int(min(font.getbbox(letter)[1] for letter in "ÄÖÜÅ"))
            strip(font, LETTERS, top, int(max(box[3] for box in boxes)) - top, name)
    for name, (source, size) in NUMERALS.items():
        font = ImageFont.truetype(str(dejavu / source), size, layout_engine=ImageFont.Layout.BASIC)
        top, bottom = int(font.getbbox("8")[1]), int(font.getbbox("8")[3])
        strip(font, DIGITS, top, bottom - top, name)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
