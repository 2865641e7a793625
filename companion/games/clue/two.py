"""The two-player game (section "Two-Player (or Team) Game"): cards hidden in locations.

Must not know how a token came to a location.
"""

from __future__ import annotations

from companion.engine.prompts import Choose, Option, Prompt
from companion.engine.rule import Notice, Rule
from companion.engine.text import say

from .state import CARDS, Table
from .suggestion import SKIP


def look(table: Table, seat: int, by_door: bool = True) -> Rule[None]:
    """Who comes to a location with a hidden card looks at it in secret (CLUE-TWO-03, 04, 06)."""
    player = table.players[seat]
    location = player.place
    if location not in table.spots or (not by_door and "look_by_door" in table.house):
        return
    yield Notice(
        "looks",
        say("{who} looks at the card in {place}.", who=player.name, place=table.location_name(location)),
        ("CLUE-TWO-03", "CLUE-TWO-04"),
        {"seat": seat, "place": location},
    )
    note = table.notes[seat]

    def make() -> Prompt | None:
        if not player.phone or location in note.looked:
            return None
        return Choose(
            say("Which card lies here?"),
            say("Look at the card in {place} and put it back.", place=table.location_name(location)),
            ("CLUE-TWO-03",),
            seat,
            True,
            own_screen=True,
            options=(
                *(Option(card, table.card_name(card)) for card in CARDS if card not in note.own),
                Option(SKIP, say("Do not note it")),
            ),
        )

    answer = yield make
    if answer not in (None, SKIP):
        note.looked[location] = answer
