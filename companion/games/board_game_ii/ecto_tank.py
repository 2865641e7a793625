"""The Dimensionometer and the Ecto-Tank: Deposits, and what the tank buys at the start of a round.

Rules GB2-DEPOSIT, GB2-DIMENSION, GB2-TANK. Must not know the vehicles.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.prompts import Choose, Option, Refusal, Rules
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say

from .cards import TankAbility
from .figures import figure
from .resolve import Context, run_or_read
from .state import Table
from .words import BACK

_ALL, _SOME = Option("all", say("All of it")), Option("some", say("Only a part"))
_NOT_THERE = Option("back", say("Not next to it"))
_ONE_LESS = Option("done", say("That is all"))
_DEPOSIT_TEXT = say("In the Ecto-1a, or next to it and in sight?")
_DEPOSIT_RULES = ("GB2-DEPOSIT-01", "GB2-DIMENSION-01")
_DONE_RULES = ("GB2-DEPOSIT-02", "GB2-DEPOSIT-03", "GB2-TANK-01")


def deposit(table: Table, seat: int) -> Rule[bool]:
    """A Deposit Action: Ghosts to the Spirit World, Plazm to the tank. False if called off."""
    who = table.team[seat]
    inside = who.place == "ecto_1a"
    ghosts = sum(who.ghosts.values())
    if inside and ghosts + bool(who.plazm) == 1:
        answer = "all"
    else:
        answer = yield Choose(
            Text("{who} Deposits", {"who": who.name}),
            _DEPOSIT_TEXT,
            _DEPOSIT_RULES,
            seat,
            options=(
                _ALL,
                *((_SOME,) if ghosts > 1 or (ghosts and who.plazm) else ()),
                Option("back", BACK) if inside else _NOT_THERE,
            ),
        )
    if answer == "back":
        return False
    who.actions_used += 1
    put: dict[str, int] = {}
    plazm = 0
    if answer == "all":
        put, who.ghosts = who.ghosts, {}
        plazm, who.plazm = who.plazm, 0
    else:
        while True:
            answer = yield _part(table, seat)
            if answer == "done":
                break
            if answer == "plazm":
                plazm, who.plazm = plazm + who.plazm, 0
                continue
            put[answer] = put.get(answer, 0) + 1
            who.ghosts[answer] -= 1
            if not who.ghosts[answer]:
                del who.ghosts[answer]
    count = 0
    for card, number in put.items():
        count += number
        table.spirit_world[card] = table.spirit_world.get(card, 0) + number
    table.deposited += count
    table.ecto_tank += plazm
    if plazm:
        yield tank_notice(table, ("GB2-TANK-01", "GB2-TANK-02"))
    yield Notice(
        "deposited",
        Text("{who} Deposits {n} Ghosts, {plazm} Plazm", {"who": who.name, "n": count, "plazm": plazm}),
        _DONE_RULES,
        {"seat": seat, "ghosts": put, "plazm": plazm},
    )
    return True


def _part(table: Table, seat: int) -> Choose:
    who = table.team[seat]
    options = [
        Option(card, Text("1 {card}", {"card": table.shelf.entities[card].name})) for card in who.ghosts
    ]
    if who.plazm:
        options.append(Option("plazm", Text("{n} Plazm", {"n": who.plazm})))
    return Choose(
        Text("{who} Deposits", {"who": who.name}),
        say("What goes in?"),
        ("GB2-DEPOSIT-02",),
        seat,
        options=(*options, _ONE_LESS),
    )


def covers(total: int) -> list[tuple[int, int]]:
    """How counters show a total: (number covered, face 1 or 2), largest first. GB2-TANK-03."""
    shown: list[tuple[int, int]] = []
    for number in range(10, 0, -1):
        face = min(2, total // number)
        if face:
            shown.append((number, face))
            total -= face * number
    return shown


def tank_notice(table: Table, rules: Rules) -> Notice:
    """The new total and how to lay the counters."""
    parts = [
        Text("{face} on {number}", {"face": face, "number": number})
        for number, face in covers(table.ecto_tank)
    ]
    return Notice(
        "tank",
        Text("Ecto-Tank {n}: counters {covers}", {"n": table.ecto_tank, "covers": parts})
        if parts
        else say("The Ecto-Tank is empty"),
        (*rules, "GB2-TANK-03"),
        {"tank": table.ecto_tank},
    )


# -- what the tank buys -------------------------------------------------------

_NO = Option("no", say("Nothing more"))
_SHORT = Refusal(say("There is not enough in the Ecto-Tank."), ("GB2-TANK-06",))
_TANK_RULES = ("GB2-ROUND-02", "GB2-TANK-04", "GB2-TANK-09")


def abilities(table: Table) -> Iterator[tuple[str, int, int, TankAbility]]:
    """What the team's characters let it buy: id, seat, place on the card, the ability."""
    for seat, who in enumerate(table.team):
        for at, ability in enumerate(table.character(seat).tank):
            yield who.name + " " + str(at), seat, at, ability


def for_sale(table: Table) -> Rule[list[tuple[str, int, TankAbility, int]]]:
    """Unlocked abilities: id, seat, the ability, its cost. GB2-TANK-09, GB2-TANK-10."""
    found: list[tuple[str, int, TankAbility, int]] = []
    for id, seat, at, ability in abilities(table):
        within = (table.team[seat].character, "tank." + str(at) + ".")
        level, cost = ability.level, ability.cost
        if level is None:
            level = yield from figure(ability, "level", within=within)
        if level <= table.team[seat].ability_level:
            if cost is None:
                cost = yield from figure(ability, "cost", within=within)
            found.append((id, seat, ability, cost))
    return found


def buy_tank_abilities(table: Table) -> Rule[None]:
    """Before the first turn of a round the team may spend the tank. GB2-TANK-05 … GB2-TANK-08."""
    if not table.ecto_tank:
        return
    while True:
        offers = yield from for_sale(table)
        if not any(cost <= table.ecto_tank for _, _, _, cost in offers):
            return
        options = [
            Option(
                id,
                Text("{name}: {cost}", {"name": ability.name, "cost": cost}),
                None if cost <= table.ecto_tank else _SHORT,
            )
            for id, _, ability, cost in offers
        ]
        answer = yield Choose(
            Text("Ecto-Tank: {n}", {"n": table.ecto_tank}),
            say("Spend it on an ability for this round?"),
            _TANK_RULES,
            options=(_NO, *options),
        )
        if answer == "no":
            return
        for id, seat, ability, cost in offers:
            if id == answer:
                yield from buy(table, id, seat, ability, cost)


def buy(table: Table, id: str, seat: int, ability: TankAbility, cost: int) -> Rule[None]:
    """Pay for an ability and put it in force for the round. GB2-TANK-07, GB2-TANK-08."""
    table.ecto_tank -= cost
    again = id in table.bought
    table.bought[id] = table.bought.get(id, 0) + 1
    yield Notice(
        "bought",
        Text("{name} for this round", {"name": ability.name}),
        ("GB2-TANK-05", "GB2-TANK-08"),
        {"ability": ability.name, "cost": cost, "tank": table.ecto_tank},
    )
    yield tank_notice(table, ("GB2-TANK-05",))
    if again and not table.house_rules.stack_tank:
        return
    yield from run_or_read(
        table,
        ability.then,
        Context(seat=seat, cause=Text(ability.name)),
        Text(ability.name),
        ("GB2-TANK-08", "GB2-TANK-10"),
    )
