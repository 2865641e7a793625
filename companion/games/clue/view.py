"""What the table looks like: to everybody, and to one seat with its own notebook.

Law: without a seat nothing private is read here; with one, only that seat's note. Must not change
anything.
"""

from __future__ import annotations

from companion.engine.text import Text, say
from companion.engine.view import Figure, Mark, Page, Person, Sheet, View

from .deduction import Solver
from .move import has_passage, place_name
from .notebook import sheet
from .state import DEVICES, GHOSTS, LOCATIONS, PARANORMAL, Suggestion, Table

STEPS: dict[str, Text] = {
    "roll": say("{who}: roll two dice"),
    "move": say("{who}: move {n}"),
    "suggest": say("{who}: suggest"),
    "answer": say("{who} asks: who shows?"),
    "paranormal": say("{who}: paranormal card"),
    "theory": say("{who}: theory"),
    "end": say("{who}: pass on"),
}
SHOWN = 8
"""So many of the last suggestions are listed."""


def view(table: Table, seat: int | None, solver: Solver | None) -> View:
    """The open table, and for `seat` its own cards and notebook."""
    return View(
        headline=_headline(table),
        figures=(
            Figure("paranormal", say("Paranormal cards"), table.pile, PARANORMAL, path="pile"),
            Figure(
                "theories",
                say("Theories left"),
                sum(not player.out for player in table.players),
                len(table.players),
            ),
        ),
        people=tuple(_person(table, other) for other in table.seats),
        pages=(*_own(table, seat), _log(table), _places(table), _face_up(table)),
        alerts=tuple(
            say("Hands are {n} cards, {high} were dealt.", n=held, high=table.hidden)
            for held in [sum(player.hand for player in table.players)]
            if table.stage == "play" and held != table.hidden
        ),
        sheets=_sheets(table, seat, solver),
    )


def _sheets(table: Table, seat: int | None, solver: Solver | None) -> tuple[Sheet, ...]:
    if seat is None or solver is None or not _has_notebook(table, seat):
        return ()
    return (sheet(table, seat, solver),)


def _has_notebook(table: Table, seat: int | None) -> bool:
    return seat is not None and seat in table.seats and table.stage == "play" and table.help != "off"


def _headline(table: Table) -> Text:
    if table.stage == "setup":
        return say("Setting up")
    step = STEPS.get(table.step, STEPS["roll"])
    return Text(step.msg, {"who": table.players[table.active].name, "n": table.allowed})


def _person(table: Table, seat: int) -> Person:
    player = table.players[seat]
    marks = [Mark("out", say("Theory was wrong"))] if player.out else []
    lines = [place_name(table, player.place)]
    if player.character:
        lines.insert(0, Text(table.character_name(player.character)))
    return Person(
        seat,
        player.name,
        active=table.stage == "play" and seat == table.active,
        figures=(Figure("hand", say("Cards"), player.hand, path=f"hand:{seat}"),),
        marks=tuple(marks),
        lines=tuple(lines),
    )


def _own(table: Table, seat: int | None) -> tuple[Page, ...]:
    """The own cards of the one who looks."""
    if not _has_notebook(table, seat):
        return ()
    assert seat is not None
    note = table.notes[seat]
    lines = [table.card_name(card) for card in note.own]
    lines += [
        say(
            "You showed {who}: {card}", who=table.players[shown.holder].name, card=table.card_name(shown.card)
        )
        for shown in note.shown
    ]
    return (Page("own", say("Your cards"), lines=tuple(lines)),)


def _log(table: Table) -> Page:
    numbered = list(enumerate(table.suggestions, 1))[-SHOWN:]
    lines = [line for number, asked in reversed(numbered) for line in _suggestion(table, number, asked)]
    for theory in table.theories:
        names = [table.card_name(card) for card in theory.cards]
        lines.insert(0, say("Wrong theory of {who}: {cards}", who=table.players[theory.by].name, cards=names))
    return Page("log", say("Suggestions"), lines=tuple(lines))


def _suggestion(table: Table, number: int, asked: Suggestion) -> list[Text]:
    names = [table.card_name(card) for card in asked.cards]
    lines = [say("{n}. {who}: {cards}", n=number, who=table.players[asked.by].name, cards=names)]
    if asked.passed:
        lines.append(say("none: {who}", who=[table.players[seat].name for seat in asked.passed]))
    if asked.shower is not None:
        lines.append(say("showed: {who}", who=table.players[asked.shower].name))
    return lines


def _places(table: Table) -> Page:
    lines = []
    for location in LOCATIONS:
        here: list[Text] = [Text(table.players[seat].name) for seat in table.at(location)]
        here += [GHOSTS[id] for id, place in table.ghosts.items() if place == location]
        here += [DEVICES[id] for id, place in table.devices.items() if place == location]
        if location in table.spots:
            here.append(say("hidden card"))
        if has_passage(table, location):
            here.append(say("passage"))
        lines.append(say("{place}: {what}", place=table.location_name(location), what=here or say("empty")))
    return Page("places", say("Locations"), lines=tuple(lines))


def _face_up(table: Table) -> Page:
    lines = [
        say("{card}: {who}", card=table.card_name(card), who=table.players[holder].name)
        for card, holder in table.face_up.items()
    ]
    lines += [say("{card}: nobody has it", card=table.card_name(named.card)) for named in table.named]
    return Page("face_up", say("Face up"), lines=tuple(lines))
