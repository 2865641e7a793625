"""Experience: gaining XP, reaching Levels, and what a new Level brings.

Rules GB2-XP, GB2-LEVEL. A fresh ability counts only from the next Action on. Must not know where XP
comes from.
"""

from __future__ import annotations

from companion.engine.prompts import Count, Tell
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say

from .cards import Ability, Character
from .equipment import draw_equipment
from .figures import learn
from .resolve import Context, run
from .state import XP_MAXIMUM, Table

_GAIN = say("{who}: +{n} XP")
_XP_RULES = ("GB2-XP-01",)
_LIKELY = {3: 19, 4: 30}
"""Where Levels 4 and 5 probably begin: offered, to be checked on the card."""


def gain_xp(table: Table, seat: int, by: int, rules: tuple[str, ...] = _XP_RULES) -> Rule[None]:
    """A Ghostbuster gains XP, never above 30. GB2-XP-04."""
    who = table.team[seat]
    gained = min(by, XP_MAXIMUM - who.xp)
    if gained <= 0:
        return
    who.xp += gained
    yield Notice("xp", _GAIN.fill(who=who.name, n=gained), rules, {"seat": seat, "by": gained, "xp": who.xp})
    yield from check_level(table, seat)


def check_level(table: Table, seat: int) -> Rule[None]:
    """Reach every Level that the XP allow. GB2-LEVEL-07."""
    who = table.team[seat]
    while True:
        level = who.drawn_level
        if level >= 5 or who.xp < (yield from threshold(table.character(seat), level)):
            return
        who.drawn_level = level + 1
        yield from _reach(table, seat, level + 1)


def threshold(character: Character, index: int) -> Rule[int]:
    """The XP where Level `index` + 1 begins, asked for when it may matter. GB2-LEVEL-03."""
    known = character.levels[index]
    if known is not None:
        return known
    below = character.levels[index - 1]
    assert below is not None
    low = below + 1
    high = XP_MAXIMUM - 1 if index == 3 else XP_MAXIMUM
    answer: int = yield Count(
        say("{who}: Level {n} at?", who=character.name, n=index + 1),
        say("At how many XP does Level {n} begin? See the Character Card.", n=index + 1),
        ("GB2-LEVEL-03",),
        low=low,
        high=high,
        default=max(low, _LIKELY[index]),
    )
    character.levels[index] = answer
    yield from learn(character, "levels", list(character.levels), say("Level {n}", n=index + 1))
    return answer


def level_of(character: Character, xp: int) -> int:
    """The Level at an amount of XP, as far as the card is known. GB2-LEVEL-01, GB2-LEVEL-02."""
    level = 1
    for number, begins in enumerate(character.levels, start=1):
        if begins is not None and xp >= begins:
            level = number
    return level


def ability_of(character: Character, level: int) -> Ability | None:
    """The ability of a Level, if it is typed in."""
    return character.abilities[level - 1] if level <= len(character.abilities) else None


def _reach(table: Table, seat: int, level: int) -> Rule[None]:
    """A new Level: its ability is gained, Equipment drawn the first time. GB2-LEVEL-06, GB2-LEVEL-10."""
    who = table.team[seat]
    ability = ability_of(table.character(seat), level)
    if level == 1:
        if ability is None:
            return
    else:
        yield Notice(
            "level",
            say("{who} reaches Level {n}!", who=who.name, n=level),
            ("GB2-LEVEL-02", "GB2-LEVEL-04", "GB2-LEVEL-07"),
            {"seat": seat, "level": level},
        )
    if ability is None:
        yield Tell(
            say("{who}: Level {n}", who=who.name, n=level),
            say("Read the new ability on the Character Card. It counts from the next Action on."),
            ("GB2-LEVEL-10", "GB2-LEVEL-05"),
        )
        return
    for _ in range(ability.equipment):
        yield from draw_equipment(table, seat)
    if ability.when == "reached" and ability.then:
        yield from run(table, ability.then, Context(seat=seat, cause=Text(who.name)))


def catch_up(table: Table) -> None:
    """An Action is over: fresh abilities count from now on. GB2-LEVEL-05, GB2-LEVEL-09."""
    for seat, who in enumerate(table.team):
        if who.ability_level < who.drawn_level:
            who.ability_level = min(who.drawn_level, level_of(table.character(seat), who.xp))
