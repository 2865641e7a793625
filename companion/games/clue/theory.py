"""Testing a theory (section "Win"): once a player, aloud, and the sleeve is opened by the tester alone.

The box hears right or wrong, no card. Must not know turns beyond whose it is.
"""

from __future__ import annotations

from companion.engine.prompts import Choose, Option, Prompt, Refusal
from companion.engine.rule import Ended, Notice, Outcome, Rule
from companion.engine.text import say

from .ask import card_options
from .move import map_of
from .state import HALL, KINDS, LOCATIONS, Table, Theory

BACK = "back"
OPEN_STEPS = ("roll", "move", "suggest", "end")
"""Not while a suggestion is being answered or a paranormal card carried out."""


def may_test(table: Table) -> bool:
    """Whether the active player may test a theory now (CLUE-WIN-01, 04, 11)."""
    steps = ("end",) if "theory_after" in table.house else OPEN_STEPS
    return table.stage == "play" and table.step in steps and not table.players[table.active].out


def test_theory(table: Table) -> Rule[None]:
    """Three cards named aloud, then right or wrong. Wrong ends this player's turns (CLUE-WIN-01 to 10)."""
    step, table.step = table.step, "theory"
    yield from _test(table)
    table.step = step


def _test(table: Table) -> Rule[None]:
    seat = table.active
    who = table.players[seat].name
    named: list[str] = []
    for kind in KINDS:
        card = yield Choose(
            say("Theory: {kind}", kind=NAMES[kind]),
            say("{who}: say it aloud. You have one theory in the game.", who=who),
            ("CLUE-WIN-01", "CLUE-WIN-02", "CLUE-WIN-03", "CLUE-WIN-04", "CLUE-WIN-14"),
            seat,
            options=(*card_options(table, kind), Option(BACK, say("Not now"))),
        )
        if card == BACK:
            return
        named.append(card)
    cards = (named[0], named[1], named[2])
    names = [table.card_name(card) for card in cards]
    answer = yield Choose(
        say("All three right?"),
        say("{who}: open the sleeve so that nobody else sees. Are {cards} inside?", who=who, cards=names),
        ("CLUE-WIN-05", "CLUE-WIN-06"),
        seat,
        options=(Option("wrong", say("No, or not all")), Option("right", say("Yes, all three"))),
        default="wrong",
    )
    table.theories.append(Theory(seat, cards, answer == "right"))
    if answer == "right":
        raise Ended(
            Outcome(
                None,
                say("{who} solved it: {cards}.", who=who, cards=names),
                ("CLUE-WIN-05",),
                (seat,),
            )
        )
    table.players[seat].out = True
    yield Notice(
        "failed",
        say("{who} was wrong: {cards}. Cards back unseen. {who} still shows cards.", who=who, cards=names),
        ("CLUE-WIN-06", "CLUE-WIN-07", "CLUE-WIN-08", "CLUE-WIN-14"),
        {"seat": seat, "cards": list(cards)},
    )
    if all(player.out for player in table.players):
        raise Ended(
            Outcome(False, say("All theories were wrong: the ghost leader escapes."), ("CLUE-WIN-09",))
        )
    yield from _clear_entrance(table, seat)


NAMES = {"ghost": say("ghost"), "device": say("device"), "location": say("location")}


def _clear_entrance(table: Table, seat: int) -> Rule[None]:
    """A token that will never move again must not block an entrance (CLUE-WIN-13)."""
    player = table.players[seat]
    if player.place in LOCATIONS:
        return
    board = map_of(table)
    beside = list(LOCATIONS)
    if board is not None and player.place in board.next:
        beside = board.locations_at(player.place)
    if not beside:
        return

    def make() -> Prompt:
        return Choose(
            say("On an entrance?"),
            say("If {who} stands on an entrance, move the token inside. Which location?", who=player.name),
            ("CLUE-WIN-13",),
            options=(
                Option(
                    HALL,
                    say("Not on an entrance"),
                    _ON_IT if board is not None and len(beside) == 1 else None,
                ),
                *(Option(location, table.location_name(location)) for location in beside),
            ),
            default=beside[0] if board is not None and player.place != HALL else HALL,
        )

    place = yield make
    if place != HALL:
        player.place = place


_ON_IT = Refusal(say("The token stands on an entrance."), ("CLUE-WIN-13",))
