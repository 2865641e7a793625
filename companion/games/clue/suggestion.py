"""Suggestions (sections "On Your Turn" 3 and 4): who asks what, who passes, who shows.

Which card was shown is between two seats: it is asked of their phones alone, if they use them, and else
stays unknown to the box. Must not know what a notebook makes of it.
"""

from __future__ import annotations

from functools import partial

from companion.engine.prompts import Choose, Option, Prompt, Refusal
from companion.engine.rule import Notice, Rule
from companion.engine.text import say

from .ask import ask, card_options
from .state import Seen, Suggestion, Table

NONE, SHOWED, SKIP = "none", "showed", "skip"
_MUST = Refusal(say("You hold one of them: show it."), ("CLUE-SHOW-01", "CLUE-WIN-08"))


def suggestion(table: Table) -> Rule[None]:
    """One ghost, one device, and the location of the token (CLUE-SUGGEST-01 to 06)."""
    seat = table.active
    who = table.players[seat].name
    location = table.players[seat].place
    rules = ("CLUE-SUGGEST-01", "CLUE-SUGGEST-05", "CLUE-TURN-01")
    text = say("{who} suggests, in {place}: who, and how?", who=who, place=table.location_name(location))
    ghost = yield from ask(
        table,
        lambda: Choose(say("Which ghost leads?"), text, rules, seat, options=card_options(table, "ghost")),
    )
    device = yield from ask(
        table,
        lambda: Choose(say("Trapped with what?"), text, rules, seat, options=card_options(table, "device")),
    )
    if device is None:
        return
    table.ghosts[ghost] = table.devices[device] = location
    asked = Suggestion(seat, (ghost, device, location))
    table.suggestions.append(asked)
    names = [table.card_name(card) for card in asked.cards]
    yield Notice(
        "suggested",
        say("{who} suggests {cards}.", who=who, cards=names),
        ("CLUE-SUGGEST-06",),
        {"seat": seat, "cards": list(asked.cards)},
    )
    yield Notice(
        "moved_there",
        say("Move {ghost} and {device} to {place}.", ghost=names[0], device=names[1], place=names[2]),
        ("CLUE-SUGGEST-03", "CLUE-SUGGEST-04"),
    )
    table.step = "answer"
    yield from answers(table, asked)
    table.step = "suggest"


def answers(table: Table, asked: Suggestion) -> Rule[None]:
    """Round to the left until somebody shows; never back to the one who asks (CLUE-SHOW-01 to 06)."""
    asker = table.players[asked.by]
    for seat in table.left_of(asked.by):
        player = table.players[seat]
        answer = yield partial(_show, table, asked, seat)
        if answer == NONE:
            asked.passed.append(seat)
            yield Notice(
                "passed",
                say("{who} has none of them.", who=player.name),
                ("CLUE-SHOW-03",),
                {"seat": seat, "number": len(table.suggestions)},
            )
            continue
        asked.shower = seat
        yield Notice(
            "showed",
            say("{who} shows {other} a card.", who=player.name, other=asker.name),
            ("CLUE-SHOW-02", "CLUE-SHOW-04"),
            {"seat": seat, "to": asked.by, "number": len(table.suggestions)},
        )
        if answer == SHOWED:
            answer = yield partial(_saw, table, asked, seat)
        else:
            table.notes[seat].shown.append(Seen(answer, asked.by, len(table.suggestions)))
        if answer not in (None, SKIP):
            yield from show(table, answer, seat, asked.by, len(table.suggestions))
        return
    yield Notice(
        "unanswered",
        say("Nobody shows a card. {who} may have solved it!", who=asker.name),
        ("CLUE-SHOW-05", "CLUE-SHOW-06"),
        {"seat": asked.by, "number": len(table.suggestions)},
    )


def show(table: Table, card: str, holder: int, to: int, number: int = 0) -> Rule[None]:
    """`to` was shown `card` by `holder`: noted for `to` alone (CLUE-SHOW-04, CLUE-MARK-01)."""
    table.notes[to].seen.append(Seen(card, holder, number))
    yield Notice(
        "saw",
        say("{who} shows you {card}.", who=table.players[holder].name, card=table.card_name(card)),
        ("CLUE-SHOW-04", "CLUE-MARK-01"),
        {"card": card, "holder": holder},
        to,
    )


def _show(table: Table, asked: Suggestion, seat: int) -> Prompt:
    player = table.players[seat]
    names = [table.card_name(card) for card in asked.cards]
    rules = ("CLUE-SHOW-01", "CLUE-SHOW-02", "CLUE-SHOW-03", "CLUE-SHOW-07", "CLUE-WIN-08")
    if not player.phone:
        return Choose(
            say("{who}: shows one?", who=player.name),
            say("{who}: have you {cards}? Show one in secret, or say none.", who=player.name, cards=names),
            rules,
            options=(Option(SHOWED, say("Shows a card")), Option(NONE, say("Has none"))),
        )
    silent = table.face_up if "face_up_silent" in table.house else ()
    own = [card for card in asked.cards if card in table.notes[seat].own and card not in silent]
    # Even without a choice it is asked, so that a quick answer tells nothing.
    return Choose(
        say("Show which card?"),
        say(
            "{who} asks for {cards}. Show one, and choose it here.",
            who=table.players[asked.by].name,
            cards=names,
        ),
        rules,
        seat,
        True,
        own_screen=True,
        options=(
            *(Option(card, table.card_name(card)) for card in own),
            Option(NONE, say("I have none"), _MUST if own else None),
        ),
    )


def _saw(table: Table, asked: Suggestion, holder: int) -> Prompt | None:
    """What was the asker shown? Asked of their phone, if they use it and may know."""
    if not table.players[asked.by].phone:
        return None
    own = table.notes[asked.by].own
    return Choose(
        say("Which one did you see?"),
        say("{who} showed you a card. Only your own notebook keeps it.", who=table.players[holder].name),
        ("CLUE-SHOW-04", "CLUE-MARK-01"),
        asked.by,
        True,
        own_screen=True,
        options=(
            *(Option(card, table.card_name(card)) for card in asked.cards if card not in own),
            Option(SKIP, say("Do not note it")),
        ),
    )
