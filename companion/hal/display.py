"""Pictures into panel memory, and the least that must be sent of one. Pure.

Here: the byte order of SSD1306-like panels, and which columns of which pages changed. Must not know: buses,
chips.
"""

from typing import NamedTuple

from PIL import Image

WINDOW_COST = 10
"""Bytes on the wire that opening a window costs an SSD1306: address, control, six of command, address,
control."""
PAGE_COST = 7
"""The same for an SH1106, which has no windows: address, control, three of command, address, control."""


class Window(NamedTuple):
    """Columns x0 up to x1 of the pages p0 up to p1 (ends left out)."""

    x0: int
    x1: int
    p0: int
    p1: int


def pack(image: Image.Image) -> bytes:
    """A picture of mode "1" as the panel's memory: pages of eight rows, a byte a column, top pixel lowest."""
    pages = image.height // 8
    raw = image.transpose(Image.Transpose.TRANSPOSE).tobytes("raw", "1;R")
    return b"".join(raw[page::pages] for page in range(pages))


def unpack(memory: bytes, width: int) -> Image.Image:
    """The picture of `pack`."""
    pages = len(memory) // width
    raw = bytearray(len(memory))
    for page in range(pages):
        raw[page::pages] = memory[page * width : (page + 1) * width]
    turned = Image.frombytes("1", (pages * 8, width), bytes(raw), "raw", "1;R")
    return turned.transpose(Image.Transpose.TRANSPOSE)


def runs(old: bytes, new: bytes, gap: int) -> list[tuple[int, int]]:
    """Changed stretches [start, end); those nearer than `gap` are one, as a window of its own costs more."""
    found: list[tuple[int, int]] = []
    if old == new:
        return found
    for x, (before, after) in enumerate(zip(old, new, strict=True)):
        if before != after:
            if found and x - found[-1][1] < gap:
                found[-1] = (found[-1][0], x + 1)
            else:
                found.append((x, x + 1))
    return found


def page_windows(old: bytes, new: bytes, width: int) -> list[Window]:
    """The changed runs, page by page."""
    return [
        Window(x0, x1, page, page + 1)
        for page in range(len(new) // width)
        for x0, x1 in runs(
            old[page * width : (page + 1) * width], new[page * width : (page + 1) * width], PAGE_COST
        )
    ]


def windows(old: bytes, new: bytes, width: int) -> list[Window]:
    """The changed runs, joined over pages where one window is cheaper than two."""
    found: list[Window] = []
    for page in range(len(new) // width):
        for x0, x1 in runs(
            old[page * width : (page + 1) * width], new[page * width : (page + 1) * width], WINDOW_COST
        ):
            for i, (left, right, top, bottom) in enumerate(found):
                joined = Window(min(left, x0), max(right, x1), top, page + 1)
                apart = (right - left) * (page - top) + x1 - x0 + WINDOW_COST
                if bottom == page and (joined.x1 - joined.x0) * (page + 1 - top) <= apart:
                    found[i] = joined
                    break
            else:
                found.append(Window(x0, x1, page, page + 1))
    return found


def wire_bytes(old: bytes | None, new: bytes, width: int) -> int:
    """Bytes an SSD1306 gets on the wire for `new` when it holds `old` (None: unknown)."""
    if old is None:
        return WINDOW_COST + len(new)
    return sum(WINDOW_COST + (w.x1 - w.x0) * (w.p1 - w.p0) for w in windows(old, new, width))
