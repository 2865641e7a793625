"""The table: the whole state of a game of Board Game II as plain data, and its ready-made look-ups.

Nothing here that follows from something else here: Actions left, Levels and the like are computed.
Kept small, since it is encoded at every round. Must not know prompts.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct, field

from companion.engine.text import Text

from .box import MapCard
from .cards import Character, EntityCard, Scenario, Shelf
from .words import SYMBOL_NAMES

Pack: TypeAlias = Literal["proton", "slime"]
Place: TypeAlias = Literal["map", "ecto_1a", "lady_liberty", "ecto_2", "off"]

TOKENS = 5
"""Streams or Mood Slimes a Ghostbuster owns. GB2-STREAM-01."""
XP_MAXIMUM = 30
"""GB2-XP-04."""


class Held(Struct):
    """An Equipment card somebody holds: face up as long as it has uses left."""

    card: str
    uses: int = 1
    class_s: bool = False


class Ghostbuster(Struct):
    """One Ghostbuster. The seat is the place in the turn order; `player` who runs it."""

    name: str
    colour: str = ""
    character: str = ""
    player: int = 0
    pack: Pack = "proton"
    slimes: dict[str, int] = field(default_factory=dict)
    xp: int = 0
    drawn_level: int = 0
    """The highest Level reached so far: what it brings the first time has been had."""
    ability_level: int = 1
    """The Level whose abilities count now: it lags behind XP until the Action is over."""
    ghosts: dict[str, int] = field(default_factory=dict)
    """Trapped Ghosts on the Character Card, by card."""
    plazm: int = 0
    equipment: list[Held] = field(default_factory=list)
    key_items: list[str] = field(default_factory=list)
    place: Place = "map"
    bases: dict[str, int] = field(default_factory=dict)
    target: str = ""
    """What this Ghostbuster's tokens are on."""
    bonus: dict[str, int] = field(default_factory=dict)
    """Good until the end of the turn."""
    actions_used: int = 0
    maneuvers_used: int = 0
    forfeited: bool = False
    trap_out: bool = False
    """Whether the own Trap Token lies on the map."""
    side: str = ""
    """The team in PvP."""


class Target(Struct):
    """What can be fired at: tokens on it by seat, and whether its Resist is overcome."""

    id: str
    name: str
    bases: dict[str, int] = field(default_factory=dict)
    streams: dict[int, int] = field(default_factory=dict)
    mood_slimes: dict[int, int] = field(default_factory=dict)
    resist_won: bool = False

    @property
    def title(self) -> Text:
        """What it is called."""
        return Text(self.name)

    @property
    def tokens(self) -> int:
        """Tokens of both kinds, from all Ghostbusters."""
        return sum(self.streams.values()) + sum(self.mood_slimes.values())

    def of(self, seat: int) -> int:
        """Tokens of one Ghostbuster."""
        return self.streams.get(seat, 0) + self.mood_slimes.get(seat, 0)


class Entity(Target, kw_only=True):
    """A figure on the map."""

    card: str
    place: Place = "map"
    """What it stands on: a space of the map or of a vehicle."""
    trap: int = -1
    """Whose Trap Token it stands on."""
    holds: list[int] = field(default_factory=list)
    """The Ghostbusters it holds. GB2-FAQ-07."""


class Gate(Target, kw_only=True):
    """A Gate on the map; its id is "gate " and the symbol, its name what Gates are called here."""

    symbol: str
    open: bool = True
    sign: str = ""
    """What the owner calls the symbol."""

    @property
    def title(self) -> Text:
        """Its name and symbol."""
        sign = Text(self.sign) if self.sign else SYMBOL_NAMES[self.symbol]
        return Text("{gate} {symbol}", {"gate": Text(self.name), "symbol": sign})


class GooPile(Struct):
    """A Goo Pile: face up, face down with its Event running, or gone."""

    number: int
    state: Literal["open", "down", "gone"] = "open"
    event: str = ""

    @property
    def id(self) -> str:
        """How answers name it."""
        return "goo " + str(self.number)

    @property
    def title(self) -> Text:
        """What it is called."""
        return Text("Goo Pile {n}", {"n": self.number})


class Running(Struct):
    """An Event in play. `left` counts turns or rounds down; 0 with `limited` False: no limit."""

    card: str
    left: int = 0
    limited: bool = False
    unit: Literal["turns", "rounds"] = "rounds"
    finder: int = 0
    cleared: bool = False
    marks: int = 0


class HouseRules(Struct, kw_only=True, forbid_unknown_fields=True):
    """Readings on which tables differ. The defaults follow rulings.md."""

    stack_tank: bool = True
    """GB2-TANK-07: repeats of one ability add up."""
    trap_tokens: bool = False
    pvp: bool = False
    keep_slime: bool = False
    """GB2-CAMPAIGN-06: ordinary Slime stays from Scenario to Scenario."""
    keep_tank: bool = True
    """GB2-CAMPAIGN-05: the Ecto-Tank carries over within a Campaign."""
    expel_table: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8)
    """GB2-EXPEL-02: the exit of a 2x2 figure for each Movement Die number, clockwise from the top left."""
    one_chaos_roll: bool = True
    """GB2-CHAOS-09: the Movement Die of a Chaos also picks random Ghostbusters."""
    box_draws: bool = False
    """GB2-GOODECK-02: the box mixes and draws the Goo Pile deck on paper; nobody sees what is removed."""


class Table(Struct, kw_only=True):
    """The state of one game."""

    scenario: Scenario
    shelf: Shelf
    team: list[Ghostbuster]
    house_rules: HouseRules = field(default_factory=HouseRules)
    board: str = "asking"
    map_card: MapCard | None = None
    """The map side of the Scenario Card, until it is laid out."""
    symbols: dict[str, str] = field(default_factory=dict)
    """What the owner calls the symbols of the Event Die."""
    pke_meter: tuple[str, ...] = ()
    """Which way each number of the Movement Die points as the meter lies, if it has been typed in."""
    box_card: str = ""
    """The id of the card in the library that tells what is in the box."""
    ask_packs: bool = False
    start_level: int = 1
    phase: Literal["set_up", "tank", "turn", "end_of_turn", "end_of_round", "event_die", "over"] = "set_up"
    round: int = 1
    active: int = 0
    entities: dict[str, Entity] = field(default_factory=dict)
    gates: dict[str, Gate] = field(default_factory=dict)
    goo_piles: dict[str, GooPile] = field(default_factory=dict)
    goo_deck: dict[str, int] = field(default_factory=dict)
    """Goo Pile Cards that may still be in the deck, by kind; `goo_cards` is how many there are."""
    goo_cards: int = 0
    goo_order: list[str] = field(default_factory=list)
    """The kinds of the deck from the top, where the box draws; nobody is shown it."""
    goo_sure: int = 0
    """Key Items that are certainly still in the deck."""
    goo_timer: int = 0
    goo_maximum: int = 0
    spirit_world: dict[str, int] = field(default_factory=dict)
    out: dict[str, int] = field(default_factory=dict)
    """Figures that left the Scenario, by card."""
    extracted: dict[str, int] = field(default_factory=dict)
    defeated: dict[str, int] = field(default_factory=dict)
    trapped: dict[str, int] = field(default_factory=dict)
    deposited: int = 0
    ecto_tank: int = 0
    bought: dict[str, int] = field(default_factory=dict)
    bonus: dict[str, int] = field(default_factory=dict)
    """Good for everybody until the end of the round."""
    events: list[Running] = field(default_factory=list)
    events_done: list[str] = field(default_factory=list)
    ecto_2: int | None = None
    """Timer Counters of the Ecto-2; None: not brought in."""
    score: dict[str, int] = field(default_factory=dict)
    """Points by side in PvP."""
    movement_die: int = 0
    """A Movement Die rolled ahead: shared within a Chaos, or thrown together with the Event Die."""
    chaos: bool = False
    met: list[str] = field(default_factory=list)
    """Objectives the players said are met."""
    won: str = ""
    lost: str = ""
    """Reason and rule id of a success or failure that is not settled yet."""

    # -- look-ups ---------------------------------------------------------

    def card(self, entity: Entity) -> EntityCard:
        """The card of a figure."""
        return self.shelf.entities[entity.card]

    def character(self, seat: int) -> Character:
        """The Character Card of a seat."""
        return self.shelf.characters[self.team[seat].character]

    def gained(self, seat: int, what: str) -> int:
        """What cards add for a while, for everybody or for this seat. GB2-TANK-07."""
        gained = self.bonus.get(what, 0) if self.bonus else 0
        bonus = self.team[seat].bonus
        return gained + bonus.get(what, 0) if bonus else gained

    def target(self, id: str) -> Target | None:
        """An Entity or Gate by its id."""
        return self.entities.get(id) or self.gates.get(id)
