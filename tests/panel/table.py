"""A made-up table for the panel's tests: every kind of prompt, a view, figures, in words long and short."""

from __future__ import annotations

from companion.engine.prompts import (
    Choose,
    Count,
    Die,
    Grid,
    Option,
    Prompt,
    Refusal,
    Roll,
    Scan,
    Several,
    Tell,
    Write,
    yes_no,
)
from companion.engine.rule import Notice
from companion.engine.text import Text, say
from companion.engine.view import Adjustable, Figure, Interlude, Mark, Page, Person, View
from companion.panel.seen import Reason, Seen

COMBAT = Die("combat", say("Combat Die"), (1, 2, 3, 4, 5, 6))
MOVE = Die("move", say("Movement Die"), (1, 2, 3, 4, 5, 6, 7, 8))
EVENT = Die(
    "event",
    say("Event Die"),
    ("calm", "emerge", "chaos", "slime"),
    (say("Nothing"), say("Entity emerges"), say("Chaos"), say("Slime splatters")),
)

VIEW = View(
    say("{who}: 2 Actions left", who="Ray"),
    (
        Figure("goo", say("Goo Timer"), 3, 12, alarm=True, path="goo_timer"),
        Figure("spirit", say("Spirit World"), 7, 9),
        Figure("tank", say("Ecto-Tank"), 1, 4),
    ),
    (
        Person(
            0,
            "Peter",
            "green",
            figures=(Figure("xp", say("XP"), 4),),
            marks=(Mark("slime", say("Slime"), 2),),
        ),
        Person(
            1,
            "Ray",
            "red",
            True,
            (Figure("actions", say("Actions"), 2, 3), Figure("maneuvers", say("Maneuvers"), 1, 2)),
            (Mark("slime:hit", say("Hit Slime"), 1), Mark("stream", say("Streams"), 3)),
            (say("Stands next to the open Gate"),),
        ),
    ),
    (Page("spirit", say("Spirit World"), lines=(say("Gorger, Class 3"), say("Street Creeper, Class 1"))),),
)

ADJUSTABLES = (
    Adjustable("goo_timer", say("Goo Timer"), 3, 0, 12),
    Adjustable("ray.xp", say("XP"), 4, 0, 99, group=Text("Ray")),
    Adjustable(
        "ray.state", say("State"), "up", options=(("up", say("up")), ("down", say("down"))), group=Text("Ray")
    ),
)

LOCKED = Refusal(say("No Entity is next to Ray, so there is nothing to trap."), ("GB2-TRAP-01",))

ROLL = Roll(say("{who} fires at {what}", who="Ray", what="Gorger"), say("5 or 6 hits."), die=COMBAT, to=1)
ROLL_MOVE = Roll(say("Which way does it fly?"), die=MOVE)
ROLL_EVENT = Roll(say("Roll the Event Die"), die=EVENT)
CHOICE = Choose(
    say("What does {who} do?", who="Ray"),
    to=1,
    options=(
        Option("move", say("Maneuver")),
        Option("attack", say("Combat")),
        Option("trap", say("Trap"), LOCKED),
        Option("investigate", say("Investigate the Goo Pile")),
        Option("deposit", say("Deposit")),
        Option("end", say("End the turn")),
    ),
    default="attack",
)
YESNO = yes_no(say("Is a Gate on this map tile still open?"))
COUNT = Count(say("How many spaces away is the nearest Ghostbuster?"), low=0, high=12, default=3)
TELL = Tell(
    say("Set-up"),
    say(
        "Lay out the four map tiles as the picture in the scenario book shows, put both Gates on the spaces "
        "marked A and B, and keep the third one beside the board. Give each player a figure and its card."
    ),
)
SHORT_TELL = Tell(say("Move Gorger 2 spaces toward Ray."))
GRID = Tell(
    say("Tile R5"),
    say("Row 2, column 1, its label to the right. On it: Goo Pile at column 5, row 1, Gorger."),
    grid=Grid((("R2", "B3", ""), ("R5", "B12", "WH1")), ((180, 0, 0), (90, 0, 270)), ((1, 0),)),
)
WRITE = Write(say("Name of the first player"), limit=20)
SCAN = Scan(
    say("Which Entity?"),
    say("Lay its token on the reader or choose it."),
    kinds=("entity",),
    options=(Option("gorger", say("Gorger")), Option("street_creeper", say("Street Creeper"))),
)
SECRET = Choose(
    say("Show a card"),
    say("Which card do you show to Ann?"),
    to=0,
    secret=True,
    options=(Option("a", say("Rope")), Option("b", say("Hall"))),
)
SEVERAL = Several(
    say("Everybody bids"),
    parts=tuple(Count(say("Your bid"), to=seat, secret=True, low=0, high=20) for seat in (0, 1)),
)
LONG = Choose(
    say("Verstärkungseinheitenmarker auf Feld 12 legen und den Geisterjägerausrüstungskartenstapel mischen?"),
    say(
        "Wähle, welcher Ghostbuster als Nächstes an der Reihe ist; alle anderen warten, bis Egon fertig ist."
    ),
    options=(
        Option("a", say("Donaudampfschifffahrtsgesellschaftskapitän")),
        Option("b", say("Straßenbahnhaltestelle hinter der Geisterbahn am Ende der Straße"), LOCKED),
    ),
)

PROMPTS: dict[str, Prompt] = {
    "roll": ROLL,
    "roll_move": ROLL_MOVE,
    "roll_event": ROLL_EVENT,
    "choose": CHOICE,
    "yes_no": YESNO,
    "count": COUNT,
    "tell": TELL,
    "tell_short": SHORT_TELL,
    "tell_grid": GRID,
    "write": WRITE,
    "scan": SCAN,
    "secret": SECRET,
    "several": SEVERAL,
    "long": LONG,
}

NEWS = (
    Notice("hit", say("{who} hits {what}.", who="Ray", what="Gorger"), ("GB2-COMBAT-03",)),
    Notice("stream", say("A Stream holds it.")),
)

RULES = {
    "GB2-TRAP-01": Reason("GB2-TRAP-01", "p. 14", Text("An Entity held by enough Streams is trapped.")),
    "GB2-COMBAT-03": Reason("GB2-COMBAT-03", "p. 12", Text("A roll at or above the number is a hit.")),
}


def seen(prompt: Prompt | None, number: int = 1, **more: object) -> Seen:
    """The table with this question open."""
    facts: dict[str, object] = {
        "view": VIEW,
        "adjustables": ADJUSTABLES,
        "interludes": (Interlude("cut", say("Cut the Streams loose"), 1),),
    }
    return Seen(number, prompt, **{**facts, **more})  # type: ignore[arg-type]
