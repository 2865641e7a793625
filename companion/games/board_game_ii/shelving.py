"""What the library has to know of this game: its kinds of cards, its data, its checks."""

from __future__ import annotations

from pathlib import Path

from companion.games.shelf import Shelving

from .box import Box
from .consistency import check, unknown
from .things import things

DATA = Path(__file__).parent / "data"
SHELVING = Shelving(Box, (DATA, DATA / "training"), check, unknown, things)
"""The real cards as far as they are known, and the invented ones of the training campaign."""
