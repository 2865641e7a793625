"""Makes the pictures small enough for a repository: at most so many pixels wide, 64 colours."""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image


def shrink(path: Path, width: int) -> None:
    """Rewrite the PNG in place; a picture that is already narrow keeps its size."""
    with Image.open(path) as picture:
        small = picture.convert("RGB")
    if small.width > width:
        small = small.resize((width, round(small.height * width / small.width)), Image.Resampling.LANCZOS)
    small.quantize(64).save(path, optimize=True)


if __name__ == "__main__":
    for name in sys.argv[2:]:
        shrink(Path(name), int(sys.argv[1]))
