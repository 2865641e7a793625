"""Moving (sections "On Your Turn", "Moving", "Entering Locations", secret passages).

With a map every walk is checked; without one the people judge squares and the box keeps locations only
(CLUE-DATA-06). Must not know what happens where the token ends.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.prompts import Choose, Option, Refusal
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say
from companion.games.boards import learned

from .ask import ask
from .board import Map, parse
from .state import HALL, LOCATIONS, Table

STAY, PASSAGE, DOOR, NONE = "stay", "passage", "door", "none"


def map_of(table: Table) -> Map | None:
    """The typed map of this board, if there is one."""
    data = table.board.get("map")
    return parse(data) if isinstance(data, dict) else None


def place_name(table: Table, place: str) -> Text:
    """How a place is called."""
    if place == HALL:
        return say("Hallway")
    return table.location_name(place) if place in LOCATIONS else say("Square {square}", square=place)


def passages(table: Table, location: str) -> list[str]:
    """Where a secret passage leads from `location` (CLUE-PASS-01, CLUE-PKE-07)."""
    printed = {here: there for here, there in _printed(table).items() if there}
    if location in table.joined:
        ends = [*printed, *table.joined]
    elif location in printed:
        ends = [printed[location], *table.joined]
    else:
        return []
    return [end for end in dict.fromkeys(ends) if end != location]


def has_passage(table: Table, location: str) -> bool:
    """Whether it is known to have one, printed or joined."""
    return location in table.joined or bool(_printed(table).get(location))


def _printed(table: Table) -> dict[str, str]:
    known = table.board.get("passages")
    return known if isinstance(known, dict) else {}


def move_step(table: Table) -> Rule[None]:
    """Walk, take a passage or stay: one of the three (CLUE-TURN-05). Without an answer the turn is over."""
    while True:
        seat = table.active
        answer = yield from ask(table, lambda: _question(table))
        if answer is None or answer == STAY:
            return
        player = table.players[seat]
        if answer == PASSAGE:
            yield from _learn_passage(table, player.place)
            continue
        player.place = answer.removeprefix("passage:")
        if player.place in LOCATIONS:
            table.entered = DOOR if player.place == answer else PASSAGE
        yield Notice(
            "moved",
            say("{who}: {place}.", who=player.name, place=place_name(table, player.place)),
            ("CLUE-TURN-05", "CLUE-PASS-01", "CLUE-ENTER-02"),
            {"seat": seat, "place": player.place, "passage": answer != player.place},
        )
        return


def _question(table: Table) -> Choose:
    player = table.players[table.active]
    inside = player.place in LOCATIONS
    staying = None if inside else Refusal(say("Only who is in a location may stay."), ("CLUE-TURN-06",))
    stay = Option(STAY, say("Stay: {place}", place=place_name(table, player.place)), staying)
    ways = [*_passages(table), *_walks(table)]
    options = (stay, *ways) if inside else (*ways, stay)
    if not inside and all(option.refusal is not None for option in options):
        options = (Option(STAY, say("No way to move")),)
    return Choose(
        say("Move {n}", n=table.allowed),
        say(
            "{who}: walk all {n} unless you enter a location, take a passage, or stay.",
            who=player.name,
            n=table.allowed,
        ),
        ("CLUE-TURN-05", "CLUE-TURN-06", "CLUE-TURN-07", "CLUE-TURN-08", "CLUE-MOVE-04", "CLUE-ENTER-01"),
        table.active,
        options=options,
        default=options[0].id,
    )


def _passages(table: Table) -> Iterator[Option]:
    here = table.players[table.active].place
    if here not in LOCATIONS:
        return
    for end in passages(table, here):
        yield Option(f"passage:{end}", say("Passage: {place}", place=table.location_name(end)))
    if here not in _printed(table):
        yield Option(PASSAGE, say("Secret passage"))


def _walks(table: Table) -> Iterator[Option]:
    player = table.players[table.active]
    board = map_of(table)
    if board is None or (player.place not in board.next and player.place not in board.doors):
        for location in LOCATIONS:
            if location != player.place:
                yield Option(location, table.location_name(location))
        yield Option(HALL, say("Hallway"))
        return
    taken = [other.place for other in table.players if other is not player and other.place in board.next]
    ends = board.ends(
        player.place,
        table.allowed,
        taken,
        early="early_stop" in table.house,
        back="no_return" not in table.house,
    )
    for place in (*LOCATIONS, *sorted(board.next, key=_row_first)):
        if place in ends:
            yield Option(place, place_name(table, place))
    for location in LOCATIONS:
        if location not in ends and location != player.place:
            far = Refusal(
                say("No way there with {n}.", n=table.allowed),
                ("CLUE-ENTER-01", "CLUE-ENTER-04", "CLUE-MOVE-03"),
            )
            yield Option(location, table.location_name(location), far)


def _row_first(square: str) -> tuple[int, int]:
    x, y = map(int, square.split(","))
    return y, x


def _learn_passage(table: Table, location: str) -> Rule[None]:
    """Where it leads is only on the board: asked at the first use (CLUE-DATA-05)."""
    answer = yield from ask(
        table,
        lambda: Choose(
            say("Where does it lead?"),
            say("Look at the board: the secret passage in {place}.", place=table.location_name(location)),
            ("CLUE-DATA-05",),
            options=(
                *(Option(other, table.location_name(other)) for other in LOCATIONS if other != location),
                Option(NONE, say("There is none here")),
            ),
        ),
    )
    if answer is None:
        return
    known = dict(_printed(table))
    known[location] = "" if answer == NONE else answer
    if answer != NONE:
        known[answer] = location
    yield learned(table.board, "passages", known, say("The passage is noted."), ("CLUE-DATA-05",))
