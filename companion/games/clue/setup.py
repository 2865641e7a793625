"""Setting up (sections "Set Up", "Two-Player Game") and who begins (section "Play").

One step a screen. What is only on the board is asked once and given to the library (`learned`). Nothing
here asks for a card. Must not know how the game is played.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.prompts import Choose, Count, Option, Refusal, Shuffle, Tell, Write, yes_no
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say
from companion.games.boards import learned
from companion.games.house import choose_house_rules

from .move import map_of
from .state import (
    CHARACTERS,
    DEVICES,
    FIRST,
    GHOSTS,
    HALL,
    HOUSE_RULES,
    LOCATIONS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    NINTH,
    SPOTS,
    Note,
    Player,
    Table,
)


def set_up(table: Table) -> Rule[None]:
    """Every step from the open box to the first roll."""
    yield from choose_players(table)
    yield from learn_board(table)
    yield from choose_characters(table)
    yield from choose_house_rules(table.house, HOUSE_RULES)
    yield from scatter(table)
    yield from cards(table)
    yield from deal(table)
    yield from notebooks(table)
    table.active = first_seat(table)
    table.stage = "play"
    yield Notice(
        "begins",
        say("{who} begins.", who=table.players[table.active].name),
        ("CLUE-START-01", "CLUE-START-02"),
        {"seat": table.active},
    )


def choose_players(table: Table) -> Rule[None]:
    """How many, if nobody is seated yet (CLUE-SETUP-02)."""
    if not table.players:
        count = yield Count(
            say("How many players?"),
            say("2 to 6, seated clockwise. With 2 players or 2 teams some cards lie in locations."),
            ("CLUE-SETUP-02", "CLUE-TWO-07"),
            low=MIN_PLAYERS,
            high=MAX_PLAYERS,
            default=3,
        )
        table.players = [Player(f"P{n}") for n in range(1, count + 1)]
    table.notes = [Note() for _ in table.players]


def learn_board(table: Table) -> Rule[None]:
    """The ninth location, the characters, and whether the dice have a plain 1 (CLUE-DATA-01 to 03)."""
    if not table.board.get(NINTH):
        name = yield Write(
            say("Ninth location?"),
            say("The text names eight. Which is the ninth on your board?"),
            ("CLUE-DATA-01",),
            limit=16,
            default="Location 9",
        )
        yield learned(
            table.board, NINTH, name.strip(), say("Location: {name}", name=name.strip()), ("CLUE-DATA-01",)
        )
    if not table.board.get("characters"):
        names: list[str] = []
        for n in range(2, len(CHARACTERS) + 1):
            name = yield Write(
                say("Character {n} of 6?", n=n),
                say("Clockwise round the board from Phoebe: who has the next start space?"),
                ("CLUE-DATA-02", "CLUE-START-02"),
                limit=16,
                default=f"#{n}",
            )
            names.append(name.strip())
        yield learned(table.board, "characters", names, say("The characters are noted."), ("CLUE-DATA-02",))
    if table.board.get("plain_one") is None:
        answer = yield yes_no(
            say("Dice with a plain 1?"),
            say("Besides the magnifying glass, have your dice a side with a plain 1?"),
            ("CLUE-DATA-03",),
            default="no",
        )
        yield learned(
            table.board, "plain_one", answer == "yes", say("The dice are noted."), ("CLUE-DATA-03",)
        )


def choose_characters(table: Table) -> Rule[None]:
    """Each takes a token and puts it on its own space (CLUE-SETUP-03)."""
    taken: list[str] = []
    for player in table.players:
        character = yield Choose(
            say("{who} plays?", who=player.name),
            say("{who} takes a token and puts it on its space.", who=player.name),
            ("CLUE-SETUP-03",),
            options=tuple(
                Option(id, Text(table.character_name(id)), _TAKEN if id in taken else None)
                for id in CHARACTERS
            ),
        )
        player.character = character
        board = map_of(table)
        player.place = board.starts[CHARACTERS.index(character)] if board and board.starts else HALL
        taken.append(character)
    unused = [table.character_name(id) for id in CHARACTERS if id not in taken]
    if unused:
        yield Tell(
            say("Unused tokens"),
            say("Back into the box: {names}.", names=unused),
            ("CLUE-SETUP-03",),
        )


_TAKEN = Refusal(say("Somebody has that token."), ("CLUE-SETUP-03",))


def first_seat(table: Table) -> int:
    """Phoebe's, or that of the next played character clockwise round the board (CLUE-START-01, 02)."""
    played = {player.character: seat for seat, player in enumerate(table.players)}
    start = CHARACTERS.index(FIRST)
    ring = (*CHARACTERS[start:], *CHARACTERS[:start])
    return next(played[id] for id in ring if id in played)


def scatter(table: Table) -> Rule[None]:
    """Ghosts and devices into random separate locations (CLUE-SETUP-04, 05)."""
    choice = yield Choose(
        say("Ghosts and devices?"),
        say("They start in random locations. The box says where, or you place them yourselves."),
        ("CLUE-SETUP-04", "CLUE-SETUP-05"),
        options=(Option("box", say("The box says where")), Option("people", say("We place them"))),
    )
    for names, places, rule in (
        (GHOSTS, table.ghosts, "CLUE-SETUP-04"),
        (DEVICES, table.devices, "CLUE-SETUP-05"),
    ):
        text = say("Each into a location of its own, at random.")
        if choice == "box":
            order = yield Shuffle(
                say("Shuffle"), say("The box shuffles."), (rule,), secret=True, count=len(LOCATIONS)
            )
            for id, index in zip(names, order, strict=False):
                places[id] = list(LOCATIONS)[index]
            text = say(
                "{list}.",
                list=[
                    say("{what}: {where}", what=names[id], where=table.location_name(places[id]))
                    for id in names
                ],
            )
        yield Tell(say("Ghost tokens") if names is GHOSTS else say("Devices"), text, (rule,))


def cards(table: Table) -> Rule[None]:
    """The paranormal pile and the three cards nobody sees (CLUE-SETUP-06, 07)."""
    yield Tell(
        say("Paranormal cards"),
        say("Shuffle the 9 cards with the magnifying glass on the back. Face down beside the board."),
        ("CLUE-SETUP-06",),
    )
    yield Tell(
        say("The sleeve"),
        say("Shuffle ghosts, devices and locations apart. The top card of each goes unseen into the sleeve."),
        ("CLUE-SETUP-07",),
    )


def deal(table: Table) -> Rule[None]:
    """The rest is dealt out; with two players four cards lie in locations (CLUE-SETUP-08, 09)."""
    if len(table.players) == 2:
        yield from hide(table)
    dealer = yield Choose(
        say("Who deals?"),
        say("Shuffle the other cards together and deal them all. The dealer's left gets the first."),
        ("CLUE-SETUP-08", "CLUE-SETUP-09"),
        options=tuple(Option(str(seat), Text(table.players[seat].name)) for seat in table.seats),
    )
    for seat, size in zip([*table.left_of(int(dealer)), int(dealer)], sizes(table), strict=True):
        table.players[seat].hand = size
    while True:
        hands = [say("{who} {n}", who=player.name, n=player.hand) for player in table.players]
        answer = yield Choose(
            say("Cards dealt"),
            say("{hands}. Is that right?", hands=hands),
            ("CLUE-SETUP-08", "CLUE-SETUP-09"),
            options=(Option("right", say("Right")), Option("change", say("Change"))),
        )
        if answer == "right":
            return
        yield from _count_hands(table)


def sizes(table: Table) -> list[int]:
    """How many cards each gets, the first dealt to first."""
    n = len(table.players)
    return [table.hidden // n + (index < table.hidden % n) for index in range(n)]


def _count_hands(table: Table) -> Rule[None]:
    left = table.hidden
    for player in table.players[:-1]:
        player.hand = yield Count(
            say("Cards of {who}?", who=player.name),
            say("{n} cards are left to count.", n=left),
            ("CLUE-SETUP-09",),
            low=0,
            high=left,
            default=min(left, player.hand),
        )
        left -= player.hand
    table.players[-1].hand = left


def hide(table: Table) -> Rule[None]:
    """Two players: four cards unseen into four locations (CLUE-TWO-01, 02)."""
    choice = yield Choose(
        say("Four hidden cards"),
        say("4 of the other cards go unseen into 4 locations: any, or the corners for a faster game."),
        ("CLUE-TWO-01", "CLUE-TWO-02"),
        options=(Option("any", say("Any 4 locations")), Option("corners", say("The 4 corners"))),
    )
    corners = table.board.get("corners")
    if choice == "corners" and corners:
        table.spots = [str(location) for location in corners]
    else:
        title = say("Corner {n} of 4?") if choice == "corners" else say("Hidden card {n} of 4?")
        table.spots = yield from _four(table, title)
        if choice == "corners":
            yield learned(
                table.board, "corners", list(table.spots), say("The corners are noted."), ("CLUE-TWO-02",)
            )
    names = [table.location_name(location) for location in table.spots]
    yield Tell(
        say("Hide four cards"),
        say("One card face down, unseen, in each of: {names}.", names=names),
        ("CLUE-TWO-01", "CLUE-TWO-02"),
    )


def _four(table: Table, title: Text) -> Rule[list[str]]:
    found: list[str] = []
    while len(found) < SPOTS:
        location = yield Choose(
            Text(title.msg, {"n": len(found) + 1}),
            say("Which locations?"),
            ("CLUE-TWO-01", "CLUE-TWO-02"),
            options=_locations(table, found),
        )
        found.append(location)
    return found


def corners_are_right(corners: Sequence[str]) -> bool:
    """Whether these are four different locations (CLUE-TWO-02)."""
    return len(corners) == SPOTS == len(set(corners)) and set(corners) <= set(LOCATIONS)


def _locations(table: Table, without: Sequence[str]) -> tuple[Option, ...]:
    return tuple(
        Option(location, table.location_name(location)) for location in LOCATIONS if location not in without
    )


def notebooks(table: Table) -> Rule[None]:
    """Whether phones keep a private notebook, and whether it works things out (CLUE-SETUP-10)."""
    table.help = yield Choose(
        say("Notebooks on phones?"),
        say("Private, one a seat. You type your cards on your phone. It marks, or also works things out."),
        ("CLUE-SETUP-10", "CLUE-SETUP-11"),
        options=(
            Option("off", say("No, on paper")),
            Option("marks", say("Only to mark")),
            Option("deduce", say("And work it out")),
        ),
    )
