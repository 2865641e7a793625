"""The kinds of screen: how each is drawn, and what UP, DOWN, OK, BACK and the die keys do on it."""

from .base import Act, Hints, Screen, nothing
from .dice import Dice, Rolled
from .numbers import Number
from .pages import Pages
from .rows import Row, Rows
from .sheets import Fact, Overview, Sheet
from .writer import Writer

__all__ = [
    "Act",
    "Dice",
    "Fact",
    "Hints",
    "Number",
    "Overview",
    "Pages",
    "Rolled",
    "Row",
    "Rows",
    "Screen",
    "Sheet",
    "Writer",
    "nothing",
]
