"""Events: coming into play, time running out, success and failure.

Rules GB2-EVENT, GB2-GOO-08. Must not know how an Event was found.
"""

from __future__ import annotations

from companion.engine.prompts import Option, Scan, Tell
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say

from .cards import Event
from .figures import figure
from .resolve import Context, run_or_read
from .state import Running, Table

_OTHER = Option("other", say("Another Event"))
_KINDS = ("event",)


def event_card(table: Table, id: str) -> Event:
    """The card of an Event in play; one that nobody typed in is read off the card."""
    return table.shelf.events.get(id) or Event(id=id, name="Event", limit=0)


def draw_event(table: Table, seat: int, pile: str) -> Rule[None]:
    """The top Event card is turned up. GB2-EVENT-01, GB2-EVENT-05, GB2-EVENT-06."""
    running = {event.card for event in table.events}
    options = [
        Option(card.id, Text(card.name))
        for card in table.shelf.events.values()
        if card.id not in running and card.id not in table.events_done
    ]
    answer: str = yield Scan(
        say("An Event!"),
        say("Turn up the top Event card. Which is it?"),
        ("GB2-EVENT-01", "GB2-GOODECK-03"),
        kinds=_KINDS,
        options=(*options, _OTHER),
    )
    card = event_card(table, answer)
    limit = yield from figure(card, "limit")
    table.events.append(Running(answer, limit, limit > 0, card.unit, seat))
    if pile:
        table.goo_piles[pile].event = answer
    yield Notice(
        "event", Text("Event: {event}", {"event": Text(card.name)}), ("GB2-EVENT-01",), {"event": answer}
    )
    yield Tell(Text(card.name), Text(card.text) if card.text else _READ, ("GB2-EVENT-01",))
    yield from run_or_read(table, card.drawn, _context(table, answer), Text(card.name), ("GB2-EVENT-01",))


_READ = say("Read the Event card aloud.")


def _context(table: Table, event: str) -> Context:
    return Context(seat=table.active, event=event, cause=Text(event_card(table, event).name))


def time_passes(table: Table, unit: str) -> Rule[None]:
    """A turn or round is over: Events counted in it come closer to failing. GB2-EVENT-02, GB2-EVENT-03."""
    for event in list(table.events):
        if not event.limited or event.unit != unit:
            continue
        event.left -= 1
        if event.left <= 0:
            yield from end_event(table, event, False)


def end_event(table: Table, event: Running, success: bool) -> Rule[None]:
    """An Event ends; it pays or costs what its card says. GB2-EVENT-04, GB2-GOO-08, GB2-XP-03."""
    card = event_card(table, event.card)
    table.events.remove(event)
    table.events_done.append(event.card)
    for pile in table.goo_piles.values():
        if pile.event == event.card:
            pile.state, pile.event = "gone", ""
    yield Notice(
        "event_over",
        (say("{event}: done!") if success else say("{event}: failed")).fill(event=Text(card.name)),
        ("GB2-EVENT-04", "GB2-GOO-08"),
        {"event": event.card, "success": success},
    )
    title = (say("{event}: success") if success else say("{event}: failure")).fill(event=Text(card.name))
    context = _context(table, event.card)
    yield from run_or_read(
        table, card.success if success else card.failure, context, title, ("GB2-EVENT-04",)
    )
