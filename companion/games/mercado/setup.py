"""Setting up (sections "Setting up …"): who plays what, with which deck, and what goes where.

One step a screen. What is only on the board is asked once and given to the library (`learned`).
Must not know how the game is played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from companion.engine.prompts import NOTHING, Choose, Count, Option, Refusal, Shuffle, Tell
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say
from companion.games.boards import learned
from companion.games.house import choose_house_rules

from .deck import BASIC_SIZE, USUAL, added_cards
from .state import (
    DEVICES,
    HOUSE_RULES,
    MAX_PLAYERS,
    MIN_PLAYERS,
    ROOMS,
    SHUFFLE,
    START_ROOMS,
    Device,
    Player,
    Table,
)

ALL_CARDS = 20
LIKELY_RED = "ACDEGIJL"
"""The red rooms of a sister game: only where the cursor starts, people check (MERC-DATA-03)."""
VARIANTS: dict[str, tuple[bool, bool, Text]] = {
    "basic": (False, False, say("Basic")),
    "basic_rowan": (True, False, say("Basic, Rowan")),
    "advanced": (False, True, say("Advanced")),
    "advanced_rowan": (True, True, say("Advanced, Rowan")),
}
"""Rowan on or off, advanced rules on or off, and the name (MERC-SETUP-03)."""


def set_up(table: Table) -> Rule[None]:
    """Every step from the open box to the first roll."""
    yield from choose_variant(table)
    yield from choose_players(table)
    yield from choose_house_rules(table.house, HOUSE_RULES)
    red = yield from red_rooms(table)
    yield from choose_deck(table)
    yield from place_everything(table, red)
    table.stage = "play"


def choose_variant(table: Table) -> Rule[None]:
    """One of four ways to play, fixed for the game."""
    variant = yield Choose(
        say("Which game?"),
        say("Which of the four ways to play?"),
        ("MERC-SETUP-03",),
        options=tuple(Option(id, name) for id, (_, _, name) in VARIANTS.items()),
    )
    table.rowan_plays, table.advanced, _ = VARIANTS[variant]


def choose_players(table: Table) -> Rule[None]:
    """How many, if nobody is seated yet, and who begins (MERC-SETUP-01, 12)."""
    if not table.players:
        count = yield Count(
            say("How many players?"),
            say("2 to 4 players, seated in turn order."),
            ("MERC-SETUP-01", "MERC-SETUP-02"),
            low=MIN_PLAYERS,
            high=MAX_PLAYERS,
            default=MIN_PLAYERS,
        )
        table.players = [Player(f"P{n}") for n in range(1, count + 1)]
    first = yield Choose(
        say("Who begins?"),
        say("Who begins? Then it goes clockwise."),
        ("MERC-SETUP-12",),
        options=tuple(Option(str(seat), Text(player.name)) for seat, player in enumerate(table.players)),
    )
    table.active = int(first)


def red_rooms(table: Table) -> Rule[list[str]]:
    """The eight rooms with a red letter, each holding a device (MERC-SETUP-08, MERC-DATA-03)."""
    known = table.board.get("red_rooms")
    if isinstance(known, list | tuple | str) and are_red(list(known)):
        return list(known)
    marked = list(LIKELY_RED)
    while True:
        wrong = None
        if not are_red(marked):
            wrong = Refusal(
                say("{n} rooms are marked. It must be {high}.", n=len(marked), high=DEVICES),
                ("MERC-SETUP-08",),
            )
        answer = yield Choose(
            say("Red rooms? Check!"),
            say("Which 8 rooms have a red letter? Check your board. Marked: {rooms}.", rooms=sorted(marked)),
            ("MERC-SETUP-08", "MERC-DATA-03"),
            options=(
                Option("done", say("Right: {rooms}", rooms="".join(sorted(marked))), wrong),
                *(Option(room, _red_name(room, room in marked)) for room in ROOMS),
            ),
        )
        if answer == "done":
            break
        if answer in marked:
            marked.remove(answer)
        else:
            marked.append(answer)
    marked.sort()
    yield learned(
        table.board,
        "red_rooms",
        marked,
        say("Red rooms: {rooms}.", rooms=marked),
        ("MERC-DATA-03",),
    )
    return marked


def _red_name(room: str, red: bool) -> Text:
    return say("{room} is red", room=room) if red else say("{room} is not red", room=room)


def are_red(rooms: Sequence[Any]) -> bool:
    """Whether these are eight different rooms (MERC-SETUP-08)."""
    return len(rooms) == DEVICES == len(set(rooms)) and all(room in ROOMS for room in rooms)


def choose_deck(table: Table) -> Rule[None]:
    """Who keeps the cards, what the Basic ones are, and the first shuffle (MERC-SETUP-05, MERC-DATA-05)."""
    keeper = yield Choose(
        say("Who keeps the cards?"),
        say("Flip your real cards, or let the box draw."),
        ("MERC-DATA-05",),
        options=(Option("real", say("We flip real cards")), Option("box", say("The box draws"))),
    )
    deck = table.deck
    deck.boxed = keeper == "box"
    basic = yield from basic_cards(table)
    if basic:
        deck.cards = [*basic, *added_cards(table)]
    deck.left = BASIC_SIZE + len(added_cards(table))
    if deck.boxed:
        order = yield Shuffle(
            say("Shuffle"), say("The box shuffles."), ("MERC-SETUP-06",), secret=True, count=deck.left
        )
        deck.pile = [deck.cards[index] for index in order]


def basic_cards(table: Table) -> Rule[list[str]]:
    """The 13 Basic cards, confirmed or counted once; empty if real cards are simply reported."""
    known = table.board.get("basic_cards")
    if isinstance(known, dict) and is_basic(known):
        return list(Counter(known).elements())
    options = [Option("usual", say("A to L, 1 SHUFFLE")), Option("count", say("Count ours"))]
    if not table.deck.boxed:
        options.append(Option("report", say("Just report them")))
    answer = yield Choose(
        say("The 13 basic cards?"),
        say("Without locks, DRAW cards and Rowan: what are they? Check your cards."),
        ("MERC-DATA-05", "MERC-SETUP-05"),
        options=tuple(options),
    )
    if answer == "report":
        return []
    counts: dict[str, int] = dict(USUAL)
    if answer == "count":
        counts = yield from _count_cards()
        while not is_basic(counts):
            yield Notice("miscounted", say("At least two letters and six letter cards. Count again."))
            counts = yield from _count_cards()
    yield learned(table.board, "basic_cards", counts, say("The 13 basic cards are kept."), ("MERC-DATA-05",))
    return list(Counter(counts).elements())


def _count_cards() -> Rule[dict[str, int]]:
    """How many of each: never more than are left of the 13, and the last kind is the rest."""
    counts: dict[str, int] = {}
    left = BASIC_SIZE
    for kind in (SHUFFLE, *ROOMS[:-1]):
        name = say("SHUFFLE cards?") if kind == SHUFFLE else say("Cards with {room}?", room=kind)
        n = yield Count(
            name,
            say("Of the 13 basic cards {n} are left to count.", n=left),
            ("MERC-DATA-05",),
            low=0,
            high=left,
            default=min(1, left),
        )
        counts[kind] = n
        left -= n
    counts[ROOMS[-1]] = left
    return {kind: n for kind, n in counts.items() if n}


def is_basic(counts: dict[Any, Any]) -> bool:
    """Whether these numbers of cards can be the 13 Basic ones (MERC-DATA-05)."""
    kinds = {*ROOMS, SHUFFLE}
    if not all(kind in kinds and isinstance(n, int) and n >= 0 for kind, n in counts.items()):
        return False
    letters = [kind for kind, n in counts.items() if n and kind != SHUFFLE]
    return sum(counts.values()) == BASIC_SIZE and len(letters) > 1 and counts.get(SHUFFLE, 0) < BASIC_SIZE / 2


def place_everything(table: Table, red: Sequence[str]) -> Rule[None]:
    """Figures and cards onto the board, a screen for each step."""
    yield Tell(say("Movers"), say("All movers outside, at the front door."), ("MERC-SETUP-04",))
    if not table.deck.boxed:
        out = ALL_CARDS - table.deck.left
        text = say("All 20 cards are in the game. Shuffle them.")
        if not table.advanced:
            text = say(
                "Take out {n} cards: DRAW 2, DRAW 3, 4 door locks{rowan}. Shuffle the other {left}.",
                n=out,
                left=table.deck.left,
                rowan=NOTHING if table.rowan_plays else say(", Rowan"),
            )
        elif not table.rowan_plays:
            text = say("Take out the Rowan card. Shuffle the other {left}.", left=table.deck.left)
        yield Tell(say("Cards"), text, ("MERC-SETUP-05", "MERC-ROWAN-02", "MERC-ADV-01"))
        yield Tell(
            say("Card places"),
            say("Draw pile face down on the logo. Discards go on space 1."),
            ("MERC-SETUP-06",),
        )
    for room in START_ROOMS:
        table.rooms[room].ghosts = 1
    ghosts = list(START_ROOMS)
    if table.rowan_plays:
        ghosts.remove("L")
        table.rooms["L"].ghosts = 0
        table.rowan = "L"
    yield Tell(say("Ghosts"), say("One Ghost in each of {rooms}.", rooms=ghosts), ("MERC-SETUP-07",))
    if table.rowan_plays:
        yield Tell(say("Rowan"), say("Rowan goes into room L."), ("MERC-ROWAN-01",))
    table.devices = [Device(room) for room in red]
    if table.advanced:
        yield Tell(
            say("Mix the devices"),
            say("Numbers face down, mix the 8 devices. Nobody looks."),
            ("MERC-ADV-02",),
        )
    yield Tell(
        say("Devices"),
        say("One device in each of {rooms}. Leave the letters visible.", rooms=list(red)),
        ("MERC-SETUP-08", "MERC-SETUP-10"),
    )
