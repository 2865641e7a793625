"""What the screens show of a table. Everything is open in this game: nobody hides anything.

Must not know any screen.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.text import Text, say
from companion.engine.view import Figure, Mark, Page, Person, View

from .allowance import actions_left, maneuvers_left
from .ecto_tank import abilities
from .equipment import name_of
from .pvp import SIDES
from .state import TOKENS, XP_MAXIMUM, Entity, Table
from .win_loss import reached
from .words import BASE_NAMES, PACK_NAMES, PLACE_NAMES, SLIME_NAMES
from .xp import level_of

_HEADLINES: dict[str, Text] = {
    "set_up": say("Setting up"),
    "tank": say("Ecto-Tank"),
    "end_of_round": say("End of round"),
    "event_die": say("Event Die"),
    "over": say("The game is over"),
}


def headline(table: Table) -> Text:
    """Whose turn it is and what is going on."""
    if table.phase in ("turn", "end_of_turn"):
        return Text("Round {n}: {who}", {"n": table.round, "who": table.team[table.active].name})
    return Text("Round {n}: {what}", {"n": table.round, "what": _HEADLINES[table.phase]})


def pressing(table: Table) -> tuple[Figure, ...]:
    """How close to losing, most pressing first."""
    spirits = sum(table.spirit_world.values())
    caustic = max(who.slimes.get("caustic", 0) for who in table.team)
    figures = [
        (
            table.goo_timer,
            Figure(
                "goo_timer",
                say("Goo Timer"),
                table.goo_timer,
                table.goo_maximum,
                table.goo_timer <= 1,
                "goo_timer",
            ),
        ),
        (spirits, Figure("spirit_world", say("Spirit World"), spirits, None, spirits <= 1)),
        (3 - caustic, Figure("caustic", say("Most Caustic"), caustic, 3, caustic >= 2)),
    ]
    figures.sort(key=lambda one: one[0])
    return tuple(figure for _, figure in figures)


def person(table: Table, seat: int) -> Person:
    """One Ghostbuster."""
    who = table.team[seat]
    path = "team." + str(seat) + "."
    marks = [
        *(Mark("slime:" + kind, SLIME_NAMES[kind], count) for kind, count in who.slimes.items()),
        *(Mark("base:" + kind, BASE_NAMES[kind], count) for kind, count in who.bases.items()),
    ]
    target = table.target(who.target)
    lines = [PACK_NAMES[who.pack], PLACE_NAMES[who.place]]
    if who.side:
        lines.append(say("Team: {side}", side=SIDES.get(who.side, Text(who.side))))
    if target is not None:
        lines.append(
            Text(
                "{n} of {all} tokens on {target}",
                {"n": target.of(seat), "all": TOKENS, "target": target.title},
            )
        )
    lines.extend(
        Text("Ghost: {card} x{n}", {"card": table.shelf.entities[card].name, "n": count})
        for card, count in who.ghosts.items()
    )
    for held in who.equipment:
        ready = say("{card}: ready") if held.uses else say("{card}: used")
        lines.append(ready.fill(card=name_of(table, held)))
    return Person(
        seat,
        who.name,
        who.colour,
        table.phase == "turn" and seat == table.active,
        (
            Figure("level", say("Level"), level_of(table.character(seat), who.xp)),
            Figure("xp", say("XP"), who.xp, XP_MAXIMUM, path=path + "xp"),
            Figure("actions", say("Actions"), actions_left(table, seat)),
            Figure("maneuvers", say("Maneuvers"), maneuvers_left(table, seat)),
            Figure("plazm", say("Plazm"), who.plazm, path=path + "plazm"),
            Figure("ghosts", say("Ghosts"), sum(who.ghosts.values())),
        ),
        tuple(marks),
        tuple(lines),
    )


def pages(table: Table) -> tuple[Page, ...]:
    """Status pages."""
    names = table.shelf.entities
    return (
        _goals(table),
        Page(
            "spirit_world",
            say("Spirit World"),
            tuple(
                Figure(card, Text(names[card].name), count, path="spirit_world." + card)
                for card, count in table.spirit_world.items()
            ),
        ),
        Page(
            "entities",
            say("On the map"),
            tuple(
                Figure(entity.id, entity.title, _tokens(table, entity)) for entity in table.entities.values()
            ),
            lines=tuple(
                Text("{entity}: {base} x{n}", {"entity": entity.name, "base": BASE_NAMES[base], "n": count})
                for entity in table.entities.values()
                for base, count in entity.bases.items()
            ),
        ),
        Page(
            "gates",
            say("Gates"),
            tuple(
                Figure(
                    gate.id,
                    gate.title,
                    Text("open, {n} tokens", {"n": gate.tokens}) if gate.open else say("closed"),
                )
                for gate in table.gates.values()
            ),
        ),
        Page(
            "goo",
            say("Goo"),
            (
                Figure("goo_timer", say("Goo Timer"), table.goo_timer, table.goo_maximum, path="goo_timer"),
                Figure(
                    "goo_piles",
                    say("Open Goo Piles"),
                    sum(pile.state == "open" for pile in table.goo_piles.values()),
                ),
                Figure("goo_cards", say("Goo Pile Cards"), table.goo_cards, path="goo_cards"),
            ),
        ),
        Page(
            "ecto_tank",
            say("Ecto-Tank"),
            (Figure("ecto_tank", say("Ecto-Tank"), table.ecto_tank, path="ecto_tank"),),
            lines=tuple(
                Text("{name} x{n}", {"name": ability.name, "n": table.bought[id]})
                for id, _, _, ability in abilities(table)
                if id in table.bought
            ),
        ),
        Page(
            "events",
            say("Events"),
            tuple(
                Figure(
                    event.card,
                    Text(
                        table.shelf.events[event.card].name if event.card in table.shelf.events else "Event"
                    ),
                    event.left if event.limited else say("no limit"),
                )
                for event in table.events
            ),
        ),
    )


def _tokens(table: Table, entity: Entity) -> Text:
    """How far a figure is from being caught."""
    card = table.card(entity)
    number = card.to_extract if card.kind == "plazm" else card.to_trap
    if not isinstance(number, int) or card.needs_both:
        return Text("{n} tokens", {"n": entity.tokens})
    return Text("{n} of {all} tokens", {"n": entity.tokens, "all": number + entity.bases.get("amplify", 0)})


def _goals(table: Table) -> Page:
    """What the Scenario asks for and how far it is."""
    success = table.scenario.success
    return Page(
        "goals",
        say("Goals"),
        tuple(
            Figure(
                "goal " + str(at),
                Text(goal.text) if goal.text else GOALS[goal.kind],
                min(goal.count, reached(table, goal)),
                goal.count,
            )
            for at, goal in enumerate(success)
        ),
        lines=() if success else (_READ_THE_CARD,),
    )


GOALS: dict[str, Text] = {
    "close_all_gates": say("Close all Gates"),
    "close_gates": say("Close Gates"),
    "trap": say("Trap"),
    "defeat": say("Defeat"),
    "deposit": say("Deposit"),
    "key_item": say("Find Key Items"),
    "goo_piles": say("Investigate Goo Piles"),
    "tank": say("Fill the Ecto-Tank"),
    "told": say("As the card says"),
}
_READ_THE_CARD = say("Read the Scenario Card. Won or lost? Say so in the menu.")


def _score(table: Table) -> Iterator[Figure]:
    """The points of each team in PvP. GB2-PVP-02."""
    for side, name in SIDES.items() if table.house_rules.pvp else ():
        path = "score." + side
        yield Figure(path, say("Points: {side}", side=name), table.score.get(side, 0), path=path)


def view(table: Table, seat: int | None = None) -> View:
    """The table as everybody may see it."""
    figures = pressing(table)
    alerts = tuple(figure.name for figure in figures if figure.alarm)
    return View(
        headline(table),
        (*figures, Figure("ecto_tank", say("Ecto-Tank"), table.ecto_tank, path="ecto_tank"), *_score(table)),
        tuple(person(table, seat) for seat in range(len(table.team))),
        pages(table),
        alerts,
    )
