"""The support bundle: what helpers need to see, in one file, with what tells who and where taken out.

Must not know how findings are made.
"""

from __future__ import annotations

import io
import re
import tarfile
import time
from collections.abc import Iterable, Mapping
from pathlib import Path

HIDDEN: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\b(?:[0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}\b"), "<hardware address>"),
    (
        re.compile(r"(?<![0-9A-Za-z])(?:[0-9A-Fa-f]{2}_){5}[0-9A-Fa-f]{2}(?![0-9A-Za-z])"),
        "<hardware address>",
    ),
    (re.compile(r"\b(?:\d{1,3}\.){3}\d{1,3}\b"), "<address>"),
    (re.compile(r"\b(?:[0-9A-Fa-f]{1,4}:){3,7}[0-9A-Fa-f]{1,4}\b"), "<address>"),
    (re.compile(r"\b(?:[0-9A-Fa-f]{1,4}:)+(?::[0-9A-Fa-f]{1,4}){1,7}\b"), "<address>"),
    (re.compile(r"(?i)\b(serial\s*:\s*)\S+"), r"\1<serial>"),
    (re.compile(r"(?i)(serial[_-]?(?:number|no)?[=:]\s*)[0-9A-Fa-f]{6,}"), r"\1<serial>"),
    (re.compile(r"(?i)(usb-[^/\s]*?_)[0-9A-Z]{6,}(?=-(?:if|event))"), r"\1<serial>"),
    (re.compile(r"/home/[^/\s:]+"), "/home/<user>"),
)
"""What is taken out, and what stands in its place."""


def hide(text: str) -> str:
    """`text` without addresses, serial numbers and names of home folders."""
    for pattern, instead in HIDDEN:
        text = pattern.sub(instead, text)
    return text


def contents(parts: Mapping[str, str]) -> list[str]:
    """One line a part: its name and size, for the person to see first."""
    return [f"{name}  {len(hide(text).encode())} bytes" for name, text in parts.items()]


def write(path: Path, parts: Mapping[str, str]) -> None:
    """Write the bundle. Raises OSError."""
    now = int(time.time())
    with tarfile.open(path, "w:gz") as archive:
        for name, text in parts.items():
            data = hide(text).encode()
            info = tarfile.TarInfo(f"companion-support/{name}")
            info.size, info.mtime = len(data), now
            archive.addfile(info, io.BytesIO(data))


def joined(lines: Iterable[str]) -> str:
    """Lines as a text file."""
    return "".join(f"{line}\n" for line in lines)
