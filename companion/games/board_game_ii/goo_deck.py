"""The Goo Pile deck: how it is mixed, and which kind of card is on top.

Rules GB2-GOODECK-01 … GB2-GOODECK-04. Players mix and draw it, or by a house rule the box does both, so that
nobody sees what was removed. Must not know what found cards do.
"""

from __future__ import annotations

from companion.engine.prompts import NOTHING, Option, Refusal, Scan, Shuffle, Tell
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say

from .figures import figure
from .state import Table
from .words import GOO_CARD_NAMES

_TITLE = say("Goo Pile deck")
_MIXING = ("GB2-GOODECK-01", "GB2-GOODECK-02")
_NONE_LEFT = Refusal(say("No such card is left in the deck."), ("GB2-GOODECK-04",))


def read_deck(table: Table) -> Rule[None]:
    """How many cards of each kind may be in the deck. GB2-GOODECK-01, GB2-GOODECK-02."""
    deck = table.scenario.deck
    within = (table.scenario.id, "deck.")
    kinds: dict[str, int] = {}
    for kind in ("equipment", "event", "key_item"):
        kinds[kind] = yield from figure(deck, kind, _TITLE, within)
    removed = yield from figure(deck, "remove", _TITLE, within)
    table.goo_cards = max(0, sum(kinds.values()) - removed) + len(deck.add)
    kinds["key_item"] += len(deck.add)
    table.goo_sure = len(deck.add)
    table.goo_deck = kinds


def mix_deck(table: Table) -> Rule[None]:
    """Shuffle, remove unseen, add the Key Items, shuffle: by hand or on paper, in this order."""
    if not table.goo_cards:
        return
    if table.house_rules.box_draws:
        yield from _mix_on_paper(table)
        text = say("It stays in its box: this box draws, unseen. {n} cards.", n=table.goo_cards)
        yield Tell(_TITLE, text, _MIXING)
        return
    deck = table.scenario.deck
    keys = [Text(table.shelf.key_items[id].name if id in table.shelf.key_items else id) for id in deck.add]
    yield Tell(
        _TITLE,
        say(
            "Shuffle {cards}.{remove}{add} Deck: {left} cards.",
            cards=[
                say("{n} {what}", n=count, what=GOO_CARD_NAMES[kind])
                for kind in GOO_CARD_NAMES
                if (count := getattr(deck, kind) or 0)
            ],
            remove=say(" Put {n} back, unseen.", n=deck.remove) if deck.remove else NOTHING,
            add=say(" Shuffle in {keys}.", keys=keys) if keys else NOTHING,
            left=table.goo_cards,
        ),
        _MIXING,
    )


def _mix_on_paper(table: Table) -> Rule[None]:
    deck = table.scenario.deck
    cards = [kind for kind in GOO_CARD_NAMES for _ in range(getattr(deck, kind) or 0)]
    for added, out in (((), deck.remove or 0), (deck.add, 0)):
        cards += ["key_item" for _ in added]
        if len(cards) > 1:
            order = yield Shuffle(_TITLE, rules=_MIXING, count=len(cards))
            cards = [cards[at] for at in order]
        cards = cards[out:]
    table.goo_order = cards


def top_card(table: Table, seat: int) -> Rule[str]:
    """Draw a card: its kind. GB2-GOODECK-03, GB2-GOODECK-04."""
    title = Text("{who} draws", {"who": table.team[seat].name})
    kind: str
    if table.goo_order:
        kind = table.goo_order.pop(0)
        yield Notice(
            "goo_card",
            Text("{who}: {card}", {"who": title, "card": GOO_CARD_NAMES[kind]}),
            ("GB2-GOODECK-03",),
            {"seat": seat, "kind": kind},
        )
    else:
        kind = yield Scan(
            title,
            say("Turn the token over and draw a Goo Pile Card. Which kind is it?"),
            ("GB2-GOODECK-03", "GB2-INVESTIGATE-01"),
            seat,
            kinds=("goo_pile",),
            options=tuple(
                [
                    Option(kind, GOO_CARD_NAMES[kind], None if _possible(table, kind, count) else _NONE_LEFT)
                    for kind, count in table.goo_deck.items()
                ]
            ),
        )
    table.goo_deck[kind] -= 1
    table.goo_cards -= 1
    if kind == "key_item":
        table.goo_sure = max(0, table.goo_sure - 1)
    return kind


def _possible(table: Table, kind: str, count: int) -> bool:
    """Whether the top card can be of a kind; Key Items put in last are surely there. GB2-GOODECK-02."""
    return count > 0 and (kind == "key_item" or table.goo_cards > table.goo_sure)
