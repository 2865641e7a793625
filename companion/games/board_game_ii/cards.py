"""The cards as typed data: what is printed on them, as far as it is known.

A figure is a number, or None as long as nobody has read it off the card; "none" says that the card has
no such line. Never 0 for unknown. Library files decode into these. Must not know the table.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from companion.games.shelf import Overruled

from .effects import SlimeType, Steps

Number: TypeAlias = int | None
Face: TypeAlias = Annotated[int, Meta(ge=1, le=6)] | None
"""What the Combat Die must show at least."""
Tokens: TypeAlias = Annotated[int, Meta(ge=1, le=20)] | None
"""Streams or Mood Slimes needed."""
Few: TypeAlias = Annotated[int, Meta(ge=0, le=30)] | None
"""A count or a time."""
EntityId: TypeAlias = Annotated[str, Meta(extra={"ref": "entities"})]
KeyItemId: TypeAlias = Annotated[str, Meta(extra={"ref": "key_items"})]
Effect: TypeAlias = Steps | None
"""What a card does; None: not typed in, the players read it."""
When: TypeAlias = Literal["end_of_turn", "end_of_round", "own_turn", "trap", "reached", "always"]


class Special(Struct, kw_only=True, forbid_unknown_fields=True):
    """A special ability and the moment its card names."""

    when: When
    then: Effect = None
    text: str = ""


class EntityCard(Struct, kw_only=True, forbid_unknown_fields=True):
    """A Ghost, Plazm or Haunted Human. GB2-FIGURE-06, GB2-FIGURE-07."""

    id: str
    name: str
    invented: bool = False
    """Made up for training: only training scenarios use it. So for every kind of card."""
    kind: Literal["ghost", "plazm", "human"] = "ghost"
    rank: Literal["", "mini_boss", "boss"] = ""
    number: Number = None
    """Its Class."""
    to_hit: Face = None
    to_trap: Tokens | Literal["none"] = None
    to_extract: Tokens | Literal["none"] = None
    """What counts for a Plazm in place of `to_trap`."""
    needs_both: bool = False
    """A Haunted Human that takes Streams (`to_trap`) and Mood Slimes (`to_extract`), not either."""
    slime: SlimeType | Literal["none"] | None = None
    when_hit: Effect = None
    when_missed: Effect = None
    reacts_when_caught: bool = False
    specials: tuple[Special, ...] = ()
    keywords: tuple[Literal["bound", "gigantic", "push", "splatter", "attach", "split", "resist"], ...] = ()
    resist: Number = None
    """0: none. Unknown as long as neither it nor any keyword is given."""
    plazm: Number = None
    """Plazm Counters gained for it."""
    packs: tuple[Literal["proton", "slime"], ...] = ()
    """Packs that work against it; empty: those usual for its kind."""
    size: int = 0
    """1, 2, 3 for Super-, Hyper- and Grand-Plazm."""
    figures: Number = None
    grabs: int = 0
    """How many Ghostbusters it holds on to when it enters their space."""
    text: str = ""
    corrections: tuple[str, ...] = ()
    """Official corrections that no other key can hold: told when the card comes into play."""
    misprints: tuple[Overruled, ...] = ()
    """Figures the owner's card misprints, not decided yet: the library fills it."""


def may_resist(card: EntityCard) -> bool:
    """Whether nobody knows yet if, or how much, a card Resists."""
    return card.resist is None and ("resist" in card.keywords or not (card.keywords or card.invented))


class TankAbility(Struct, kw_only=True, forbid_unknown_fields=True):
    """What a character lets the team buy from the Ecto-Tank. GB2-TANK-10."""

    name: str
    level: Number = None
    cost: Number = None
    then: Effect = None


class Ability(Struct, kw_only=True, forbid_unknown_fields=True):
    """What a character gains at a Level. `equipment`: so many cards are drawn when it is first reached."""

    text: str = ""
    when: When = "always"
    then: Effect = None
    equipment: int = 0


class Character(Struct, kw_only=True, forbid_unknown_fields=True):
    """A Ghostbuster's card. `levels`: the XP where each Level begins (the last two are on the card only)."""

    id: str
    name: str
    invented: bool = False
    colour: str = ""
    affinity: Literal["weapon", "trap", "utility", "tome"] | None = None
    levels: list[Number] = field(default_factory=lambda: [0, 5, 11, None, None])
    abilities: list[Ability] = []
    """One a Level; a missing one is read off the card."""
    tank: list[TankAbility] = []
    class_s: str = ""


class EquipmentAbility(Struct, kw_only=True, forbid_unknown_fields=True):
    """What Equipment does for a holder of at least `level`."""

    level: int = 1
    text: str = ""
    then: Effect = None
    when: Literal["own_turn", "any_time"] = "own_turn"


class Equipment(Struct, kw_only=True, forbid_unknown_fields=True):
    """An Equipment card; `class_s` names its type if it is Class-S."""

    id: str
    name: str
    invented: bool = False
    category: Literal["weapon", "trap", "utility", "tome"] | None = None
    class_s: str = ""
    uses: int = 1
    abilities: tuple[EquipmentAbility, ...] = ()


class Event(Struct, kw_only=True, forbid_unknown_fields=True):
    """An Event card. `limit`: 0 is no limit, None not typed in yet."""

    id: str
    name: str
    invented: bool = False
    text: str = ""
    limit: Number = None
    unit: Literal["turns", "rounds"] = "rounds"
    drawn: Effect = ()
    success: Effect = None
    failure: Effect = None
    end_of_turn: Effect = ()
    end_of_round: Effect = ()
    xp: Number = None


class KeyItem(Struct, kw_only=True, forbid_unknown_fields=True):
    """A Key Item."""

    id: str
    name: str
    invented: bool = False
    text: str = ""


class Objective(Struct, kw_only=True, forbid_unknown_fields=True):
    """One thing to reach. `told`: only the players can tell. `card` narrows it to one Entity or Key Item."""

    kind: Literal[
        "close_all_gates", "close_gates", "trap", "defeat", "deposit", "key_item", "goo_piles", "tank", "told"
    ]
    count: int = 1
    card: Annotated[str, Meta(extra={"ref": "entities|key_items"})] = ""
    text: str = ""
    then: Steps = ()


class GateSetup(Struct, kw_only=True, forbid_unknown_fields=True):
    """A Gate of the scenario: its symbol and whether it starts open."""

    symbol: str
    open: bool = True


class Deck(Struct, kw_only=True, forbid_unknown_fields=True):
    """What the Goo Pile deck is mixed from. GB2-GOODECK-01."""

    equipment: Few = None
    event: Few = None
    key_item: Few = None
    remove: Few = None
    add: tuple[KeyItemId, ...] = ()
    """Key Items shuffled in after the removal."""


class Scenario(Struct, kw_only=True, forbid_unknown_fields=True):
    """A Scenario Card: set-up, Gate figures, Event Die results, and how it is won and lost."""

    id: str
    name: str
    campaign: str = ""
    number: Number = None
    invented: bool = False
    story: str = ""
    lessons: tuple[str, ...] = ()
    """Told one by one before the first turns: a scenario that teaches."""
    goo_timer: Few = None
    goo_maximum: Few = None
    spirit_world: dict[EntityId, int] | None = None
    entities: dict[EntityId, int] | None = None
    """Cards and how many of each start on the map."""
    bases: dict[str, dict[str, int]] = {}
    """Bases on starting figures, by the figure's id ("creeper 1")."""
    gates: tuple[GateSetup, ...] | None = None
    gate_name: str = "Gate"
    gate_to_hit: Face = None
    gate_to_close: Tokens = None
    gate_resist: int = 0
    gate_packs: tuple[Literal["proton", "slime"], ...] = ("proton", "slime")
    gate_attackable: bool = True
    gate_limit: int = 5
    """Tokens that one Ghostbuster may have on a Gate."""
    gate_hit: Effect = ()
    gate_missed: Effect = ()
    gate_effect_when_closed: bool = False
    last_gate_takes_bosses: bool = False
    all_gates_closed: Effect = ()
    goo_piles: Few = None
    deck: Deck = field(default_factory=Deck)
    event_open: Effect = None
    event_closed: Effect = None
    event_gates: dict[str, dict[Literal["open", "closed"], Steps]] = {}
    """Results of single symbols, where they differ."""
    chaos: Effect = ()
    end_of_turn: Effect = ()
    end_of_round: Effect = ()
    highest_first: bool = False
    ecto_1a: bool = True
    lady_liberty: bool = False
    ecto_2: bool = False
    containment: Few = None
    """PvP: Containment Slimes that take a Ghostbuster off the map."""
    start: Literal["ecto_1a", "map"] = "ecto_1a"
    success: tuple[Objective, ...] = ()
    failure: tuple[Objective, ...] = ()
    house_rules: dict[str, bool | int | str] = {}
    corrections: tuple[str, ...] = ()
    """Official corrections that no other key can hold: told at set-up."""
    misprints: tuple[Overruled, ...] = ()
    """Figures the owner's card misprints, not decided yet: the library fills it."""


class Shelf(Struct, kw_only=True):
    """The cards a game is played with, by id."""

    entities: dict[str, EntityCard] = {}
    characters: dict[str, Character] = {}
    equipment: dict[str, Equipment] = {}
    events: dict[str, Event] = {}
    key_items: dict[str, KeyItem] = {}
