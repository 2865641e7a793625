"""Paranormal cards (sections "Paranormal Cards", "Ghost Ahead!", "PKE Surge!").

Must not know how the card was earned.
"""

from __future__ import annotations

from companion.engine.prompts import Choose, Count, Die, Option, Prompt, Roll, Scan, Several, Tell
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say
from companion.games.boards import learned

from .ask import card_options
from .move import has_passage
from .state import CARDS, GLASS, LOCATIONS, PARANORMAL, Named, Seen, Table
from .suggestion import SKIP, show
from .two import look

GHOST, PKE = "ghost", "pke"
KIND_NAMES = {GHOST: say("Ghost Ahead"), PKE: say("PKE Surge")}
NOBODY = "nobody"


def paranormal_step(table: Table, die: Die) -> Rule[None]:
    """Draw one, battle with a partner, use what was won; the card is spent (CLUE-PARA-01 to 05)."""
    table.due = False
    if table.pile == 0:
        if "reshuffle" not in table.house:
            yield Notice("no_card", say("No paranormal card is left."), ("CLUE-PARA-04",))
            return
        table.pile = PARANORMAL
        yield Notice("reshuffled", say("Shuffle the 9 paranormal cards anew."), ("CLUE-PARA-04",))
    kind, target = yield from draw(table)
    table.pile -= 1
    won = yield from battle(table, die, target)
    if not won:
        yield Notice(
            "battle_lost", say("Too low: nothing happens."), ("CLUE-GHOST-05", "CLUE-PKE-06", "CLUE-PARA-02")
        )
    elif kind == GHOST:
        yield from name_card(table, "ghost")
    else:
        yield from surge(table)


def draw(table: Table) -> Rule[tuple[str, int]]:
    """The kind and the printed roll: known cards to pick or scan, others typed once (CLUE-DATA-04)."""
    known = [(str(kind), int(target)) for kind, target in table.board.get("paranormal") or ()]
    answer = yield Scan(
        say("Paranormal card"),
        say("{who} draws the top card, lays it face up and reads it out. Which is it?", who=_active(table)),
        ("CLUE-PARA-01", "CLUE-PARA-05", "CLUE-DATA-04"),
        kinds=("paranormal",),
        options=(
            *(Option(f"{kind}:{n}", say("{kind}, {n}", kind=KIND_NAMES[kind], n=n)) for kind, n in known),
            *(Option(kind, name) for kind, name in KIND_NAMES.items()),
        ),
    )
    kind, _, printed = answer.partition(":")
    if printed:
        return kind, int(printed)
    target: int = yield Count(
        say("Which roll wins?"),
        say("Read the roll on the card: so much or more wins."),
        ("CLUE-DATA-04", "CLUE-PARA-01"),
        low=2,
        high=12,
        default=7,
    )
    if (kind, target) not in known:
        cards = [list(card) for card in sorted({*known, (kind, target)})]
        yield learned(table.board, "paranormal", cards, say("The card is noted."), ("CLUE-DATA-04",))
    return kind, target


def battle(table: Table, die: Die, target: int) -> Rule[bool]:
    """The drawer and a partner roll one die each; the sum must reach the target (CLUE-GHOST-01, 02)."""
    seat = table.active
    partners = [
        other
        for other in table.left_of(seat)
        if not (table.players[other].out and "out_excluded" in table.house)
    ]
    if not partners:
        return False
    partner = yield Choose(
        say("Battle with whom?"),
        say("{who} picks a partner. Together you need {n}.", who=_active(table), n=target),
        ("CLUE-GHOST-01", "CLUE-PKE-01", "CLUE-WIN-12"),
        seat,
        options=tuple(Option(str(other), Text(table.players[other].name)) for other in partners),
    )
    total = 0
    for other in (seat, int(partner)):
        face = yield Roll(
            say("{who} rolls", who=table.players[other].name),
            say(
                "{who} rolls one die. Together you need {n}; so far {sum}.",
                who=table.players[other].name,
                n=target,
                sum=total,
            ),
            ("CLUE-GHOST-01", "CLUE-PKE-01"),
            other,
            die=die,
        )
        total += 1 if face == GLASS else face
    won = total >= target
    if won:
        yield Notice("battle_won", say("{sum}: won!", sum=total), ("CLUE-GHOST-02", "CLUE-PKE-01"))
    return won


def name_card(table: Table, kind: str) -> Rule[None]:
    """The winner names a card; whoever holds it lays it face up (CLUE-GHOST-03, 04, 06, CLUE-PKE-03)."""
    seat = table.active
    card = yield Choose(
        say("Name a ghost") if kind == "ghost" else say("Name a location"),
        say("{who} names a card. Whoever has it lays it face up.", who=_active(table)),
        ("CLUE-GHOST-03", "CLUE-GHOST-06", "CLUE-PKE-03"),
        seat,
        options=card_options(table, kind, table.face_up) or card_options(table, kind),
    )
    for other in table.seats:
        if card in table.notes[other].own:
            text = say("You hold {card}: lay it face up.", card=table.card_name(card))
            yield Notice("lay_down", text, ("CLUE-GHOST-03", "CLUE-WIN-08"), seat=other)
    holder = yield Choose(
        say("Who lays it down?"),
        say("Who has {card} and lays it face up?", card=table.card_name(card)),
        ("CLUE-GHOST-03", "CLUE-GHOST-04", "CLUE-GHOST-07", "CLUE-PKE-03", "CLUE-WIN-08"),
        options=(
            *(Option(str(other), Text(table.players[other].name)) for other in table.seats),
            Option(NOBODY, say("Nobody")),
        ),
    )
    if holder == NOBODY:
        table.named.append(Named(seat, card))
        yield Notice(
            "not_laid",
            say("Nobody has {card}.", card=table.card_name(card)),
            ("CLUE-GHOST-04",),
            {"card": card},
        )
        return
    table.face_up[card] = int(holder)
    yield Notice(
        "laid",
        say("{who} lays {card} face up.", who=table.players[int(holder)].name, card=table.card_name(card)),
        ("CLUE-GHOST-03", "CLUE-PKE-03"),
        {"card": card, "holder": int(holder)},
    )


def surge(table: Table) -> Rule[None]:
    """Exactly one of three (CLUE-PKE-02)."""
    answer = yield Choose(
        say("PKE Surge: which?"),
        say("{who} chooses one of the three.", who=_active(table)),
        ("CLUE-PKE-02",),
        table.active,
        options=(
            Option("name", say("Name a location")),
            Option("rush", say("All rush somewhere")),
            *((Option("passage", say("Join a passage")),) if _joinable(table) else ()),
        ),
    )
    if answer == "name":
        yield from name_card(table, "location")
    elif answer == "rush":
        yield from rush(table)
    else:
        yield from join(table)


def rush(table: Table) -> Rule[None]:
    """All tokens to one location, then each shows one card to the left (CLUE-PKE-04, 08, 09)."""
    location = yield Choose(
        say("Rush where?"),
        say("All players go there at once."),
        ("CLUE-PKE-04",),
        table.active,
        options=card_options(table, "location"),
    )
    going = [seat for seat in table.seats if not (table.players[seat].out and "out_excluded" in table.house)]
    for seat in going:
        table.players[seat].place = location
    yield Notice(
        "rushed",
        say("All tokens to {place}.", place=table.location_name(location)),
        ("CLUE-PKE-04", "CLUE-WIN-12"),
        {"place": location},
    )
    for seat in going:
        yield from look(table, seat, by_door=False)
    yield Tell(
        say("Show to the left"),
        say("Everybody secretly shows one card to the player on the left: a hidden one, if there is one."),
        ("CLUE-PKE-04", "CLUE-PKE-09"),
    )
    left = {seat: going[(index + 1) % len(going)] for index, seat in enumerate(going)}
    given = yield lambda: _givers(table, left)
    for seat, card in (given or {}).items():
        table.notes[seat].shown.append(Seen(card, left[seat]))
        yield from show(table, card, seat, left[seat])
    told = [left[seat] for seat in given or {}]
    seen = yield lambda: _receivers(table, left, told)
    from_whom = {receiver: giver for giver, receiver in left.items()}
    for seat, card in (seen or {}).items():
        if card != SKIP:
            yield from show(table, card, from_whom[seat], seat)


def _givers(table: Table, left: dict[int, int]) -> Prompt | None:
    """Those whose phone knows their hand choose there what they show."""
    parts = []
    for seat, to in left.items():
        own = table.notes[seat].own
        hidden = [card for card in own if card not in table.face_up]
        cards = own if "any_rush_card" in table.house or not hidden else hidden
        if not table.players[seat].phone or not cards or seat == to:
            continue
        parts.append(
            Choose(
                say("Show which card?"),
                say("You show {who} one card.", who=table.players[to].name),
                ("CLUE-PKE-04", "CLUE-PKE-09"),
                seat,
                True,
                own_screen=True,
                options=tuple(Option(card, table.card_name(card)) for card in cards),
            )
        )
    return Several(say("Show to the left"), parts=tuple(parts)) if parts else None


def _receivers(table: Table, left: dict[int, int], told: list[int]) -> Prompt | None:
    """Those who saw a real card may note it, on their own phone."""
    parts = []
    for giver, seat in left.items():
        if not table.players[seat].phone or seat in told or seat == giver:
            continue
        own = table.notes[seat].own
        parts.append(
            Choose(
                say("Which one did you see?"),
                say("{who} showed you a card.", who=table.players[giver].name),
                ("CLUE-PKE-04",),
                seat,
                True,
                own_screen=True,
                options=(
                    Option(SKIP, say("Do not note it")),
                    *(Option(card, table.card_name(card)) for card in CARDS if card not in own),
                ),
            )
        )
    return Several(say("Note what you saw"), parts=tuple(parts)) if parts else None


def _joinable(table: Table) -> list[str]:
    return [location for location in LOCATIONS if not has_passage(table, location)]


def join(table: Table) -> Rule[None]:
    """A further location joins the secret passages for good (CLUE-PKE-05, 07)."""
    location = yield Choose(
        say("Join which one?"),
        say("It is joined to the secret passages for the rest of the game."),
        ("CLUE-PKE-05", "CLUE-PKE-07"),
        table.active,
        options=tuple(Option(location, table.location_name(location)) for location in _joinable(table)),
    )
    table.joined.append(location)
    yield Notice(
        "joined",
        say("{place} has a secret passage now.", place=table.location_name(location)),
        ("CLUE-PKE-05", "CLUE-PKE-07"),
        {"place": location},
    )


def _active(table: Table) -> str:
    return table.players[table.active].name
