"""`make bench [ONLY=part]`: the table of figure, bar, ok or FALLS SHORT; exit 1 if any falls short."""

from __future__ import annotations

import importlib
import pkgutil
import sys

from tests import bench


def main(only: list[str]) -> int:
    short = 0
    for module in sorted(info.name for info in pkgutil.iter_modules(bench.__path__)):
        if module.startswith("_") or (only and module not in only):
            continue
        for row in importlib.import_module(f"tests.bench.{module}").rows():
            verdict = "ok" if row.ok else "FALLS SHORT"
            print(f"{row.name:<64} {row.value:>14,.6g} {row.unit:<12} {row.bar:<12} {verdict}", flush=True)
            short += not row.ok
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
