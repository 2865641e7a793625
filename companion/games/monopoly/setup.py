"""Setting up: people, tokens, Banker, cash, cards, and who goes first."""

from __future__ import annotations

from companion.engine.prompts import DIE_6, Choose, Count, Option, Prompt, Refusal, Roll, Tell, Write, yes_no
from companion.engine.rule import Notice, Rule
from companion.engine.text import say

from . import money
from .state import MAX_PLAYERS, MIN_PLAYERS, START_CASH, Player, Table

TOKENS = {
    "cello": say("Cello"),
    "ecto_goggles": say("Ecto Goggles"),
    "glasses": say("Glasses"),
    "pke_meter": say("PKE Meter"),
    "proton_pack": say("Proton Pack"),
    "radio": say("Radio"),
}
TAKEN = Refusal(say("Another player has this token."), ("MONO-SETUP-06",))


def set_up(table: Table) -> Rule[None]:
    """Everything before the first turn. People named in the opening are not asked for again."""
    if not table.players:
        yield from people(table)
    yield from tokens(table)
    yield from banker(table)
    for seat, player in enumerate(table.players):
        money.move_money(table, None, seat, START_CASH)
        player.position = table.find("go")
    yield Tell(
        say("Deal the cash"),
        say("$1500 each: five 1, one 5, two 10, one 20, one 50, four 100, two 500. All tokens on GO."),
        ("MONO-SETUP-02", "MONO-SETUP-06"),
    )
    yield Tell(
        say("Shuffle the cards"),
        say("Shuffle the 32 Roaming Vapor cards and put them into the holder, face down."),
        ("MONO-SETUP-05",),
    )
    charge = yield yes_no(
        say("Charge fees?"),
        say("Shall the box charge fees by itself? By the rules, owners ask, or lose the fee."),
        ("MONO-FEE-01", "MONO-FEE-02"),
        default="no",
    )
    table.charge_fees = charge == "yes"
    yield from first_player(table)
    table.started = True


def people(table: Table) -> Rule[None]:
    """How many play, and their names (MONO-SETUP-01)."""
    count = yield Count(
        say("How many play?"),
        say("2 to 6 players."),
        ("MONO-SETUP-01",),
        low=MIN_PLAYERS,
        high=MAX_PLAYERS,
        default=4,
    )
    for number in range(1, count + 1):
        name = yield Write(
            say("Player {n}", n=number),
            say("Clockwise round the table: the name of player {n}?", n=number),
            ("MONO-START-03",),
            limit=12,
            default=f"P{number}",
        )
        table.players.append(Player(name.strip()))


def tokens(table: Table) -> Rule[None]:
    """Everybody picks a token of their own (MONO-SETUP-06)."""
    for seat, player in enumerate(table.players):
        if player.token:
            continue

        def pick(seat: int = seat, player: Player = player) -> Prompt:
            taken = {other.token for other in table.players}
            free = [id for id in TOKENS if id not in taken]
            return Choose(
                say("{who}: your token", who=player.name),
                say("{who} picks a token and puts it on GO.", who=player.name),
                ("MONO-SETUP-06",),
                seat,
                options=tuple(
                    Option(id, name, TAKEN if id in taken else None) for id, name in TOKENS.items()
                ),
                default=free[0],
            )

        player.token = yield pick


def banker(table: Table) -> Rule[None]:
    """Exactly one Banker, who may play too (MONO-SETUP-03, -04)."""
    choice = yield Choose(
        say("Who is Banker?"),
        say("The box keeps the accounts; the Banker handles the cash and ends auctions."),
        ("MONO-SETUP-03", "MONO-SETUP-04"),
        options=tuple(
            Option(str(seat), say("{who}", who=player.name)) for seat, player in enumerate(table.players)
        ),
    )
    table.banker = int(choice)


def first_player(table: Table) -> Rule[None]:
    """The highest total starts; those who tie roll again (MONO-START-01, -02)."""
    rolling = list(range(len(table.players)))
    while len(rolling) > 1:
        totals = {}
        for seat in rolling:
            title = say("{who}: who starts?", who=table.players[seat].name)
            first = yield Roll(title, say("First die."), ("MONO-START-01",), seat, die=DIE_6)
            second = yield Roll(title, say("Second die."), ("MONO-START-01",), seat, die=DIE_6)
            totals[seat] = first + second
        best = max(totals.values())
        rolling = [seat for seat in rolling if totals[seat] == best]
        if len(rolling) > 1:
            names = tuple(table.players[seat].name for seat in rolling)
            yield Notice("tie", say("{names} tie: they roll again", names=names), ("MONO-START-02",))
    table.active = rolling[0]
    yield Notice(
        "starts",
        say("{who} starts, then clockwise", who=table.players[rolling[0]].name),
        ("MONO-START-01", "MONO-START-03"),
        {"seat": rolling[0]},
    )
