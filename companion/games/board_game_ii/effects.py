"""Effects as data: the one small vocabulary in which every card says what it does.

Entities, Events, Equipment, characters, Ecto-Tank abilities and scenarios all use these steps, and
`resolve` alone carries them out. Must not know the table. Described with examples in docs/effects.md.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

SlimeType: TypeAlias = Literal["hit", "sight", "movement", "maneuver", "action", "caustic"]
Base: TypeAlias = Literal["hive", "caustic", "amplify", "shadow", "marked"]
Who: TypeAlias = Literal["attacker", "active", "random", "nearest", "adjacent", "in_sight", "chosen", "each"]
"""Which Ghostbusters: who attacks, whose turn it is, a random one, the nearest, all next to the source, all
it sees, one that the players choose, everybody."""
Which: TypeAlias = Literal["self", "each", "each_ghost", "each_plazm", "each_in_sight", "chosen"]
"""Which Entities: the one whose card it is, all, all Ghosts, all Plazms, all in sight, one that is chosen."""
Toward: TypeAlias = Literal[
    "random_direction", "random_ghostbuster", "nearest_ghostbuster", "attacker", "gate", "marked", "other"
]
Bonus: TypeAlias = Literal["hit", "sight", "movement", "maneuver", "action", "resist", "drive"]
Until: TypeAlias = Literal["turn", "round"]


class Step(Struct, frozen=True, kw_only=True, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    """One thing that happens. In a file: a mapping whose key `do` names the step."""


class Move(Step, frozen=True, tag="move"):
    """Entities move. Several steps in a row are the segments of one movement."""

    spaces: int = 1
    toward: Toward = "random_direction"
    away: bool = False
    which: Which = "self"
    text: str = ""


class Slime(Step, frozen=True, tag="slime"):
    """Ghostbusters are Slimed, with the source's own type unless `type` is given."""

    who: Who = "attacker"
    count: int = 1
    type: SlimeType | None = None


class Splatter(Step, frozen=True, tag="splatter"):
    """Every space next to the source is Slimed."""

    type: SlimeType | None = None


class Push(Step, frozen=True, tag="push"):
    """Ghostbusters are shifted without moving themselves."""

    who: Who = "attacker"
    spaces: int = 1


class Emerge(Step, frozen=True, tag="emerge"):
    """Ghosts come out of the Spirit World: from the Gate at hand, a random one, or each in a state.

    `card` asks for one Ghost by name; `itself` moves the Entity whose card it is instead.
    """

    count: int = 1
    gate: Literal["this", "random", "each_open", "each_closed"] = "this"
    card: str = ""
    itself: bool = False


class Summon(Step, frozen=True, tag="summon"):
    """A named Ghost is called: from out of the Scenario, else a Trap, else the Spirit World."""

    card: str
    count: int = 1


class Split(Step, frozen=True, tag="split"):
    """A Super-Plazm comes out of the Plazm, which drops a rank."""


class Attach(Step, frozen=True, tag="attach"):
    """The Plazm joins another one that the players name."""


class GooTimer(Step, frozen=True, tag="goo_timer"):
    """The Goo Timer goes up or down."""

    by: int


class Tank(Step, frozen=True, tag="tank"):
    """The Ecto-Tank goes up or down."""

    by: int


class Xp(Step, frozen=True, tag="xp"):
    """Ghostbusters gain XP; an unknown amount is asked for."""

    by: int | None = None
    who: Who = "active"


class Draw(Step, frozen=True, tag="draw"):
    """Cards are drawn."""

    deck: Literal["equipment", "event"] = "equipment"
    count: int = 1
    who: Who = "active"


class Ready(Step, frozen=True, tag="ready"):
    """Used Equipment is turned face up again."""

    who: Who = "active"
    count: int = 1


class RemoveSlime(Step, frozen=True, tag="remove_slime"):
    """Slime comes off. Caustic only where the card names it."""

    who: Who = "active"
    count: int = 1
    caustic: bool = False


class Result(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What follows when a die shows one of `faces`."""

    faces: tuple[int | str, ...]
    then: tuple[Step_, ...] = ()


class RollDie(Step, frozen=True, tag="roll"):
    """A die decides."""

    die: Literal["combat", "movement", "event"] = "combat"
    results: tuple[Result, ...] = ()


class Alternative(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One of the things players may choose."""

    text: str
    then: tuple[Step_, ...] = ()


class Choice(Step, frozen=True, tag="choose"):
    """The players decide."""

    text: str = ""
    options: tuple[Alternative, ...] = ()


class Timer(Step, frozen=True, tag="timer"):
    """The time left of the Event at hand changes."""

    by: int


class PutBase(Step, frozen=True, tag="base"):
    """A Base is put on or taken off Entities or Ghostbusters."""

    base: Base
    take_off: bool = False
    which: Which | None = "self"
    who: Who | None = None


class Gain(Step, frozen=True, tag="bonus"):
    """Something is better for a while: Combat Rolls, sight, Moves, Maneuvers, Actions."""

    what: Bonus
    by: int = 1
    who: Who = "each"
    until: Until = "round"


class Remove(Step, frozen=True, tag="remove"):
    """Entities are taken off the map (that Defeats them)."""

    which: Which = "self"


class Trap(Step, frozen=True, tag="trap"):
    """Entities are Trapped by a card, with or without tokens on them."""

    which: Which = "chosen"


class CloseGate(Step, frozen=True, tag="close_gate"):
    """The Gate at hand is closed, or opened."""

    open: bool = False


class React(Step, frozen=True, tag="react"):
    """Entities behave as though they were hit or missed."""

    how: Literal["hit", "missed"] = "missed"
    which: Which = "each_in_sight"


class End(Step, frozen=True, tag="end"):
    """The Scenario ends in success or failure."""

    won: bool
    text: str = ""


class Say(Step, frozen=True, tag="say"):
    """Free words, always allowed: the players do it themselves and may report what happened."""

    text: str
    report: bool = False


Step_: TypeAlias = (
    Move
    | Slime
    | Splatter
    | Push
    | Emerge
    | Summon
    | Split
    | Attach
    | GooTimer
    | Tank
    | Xp
    | Draw
    | Ready
    | RemoveSlime
    | RollDie
    | Choice
    | Timer
    | PutBase
    | Gain
    | Remove
    | Trap
    | CloseGate
    | React
    | End
    | Say
)
"""Every kind of step."""
Steps: TypeAlias = tuple[Step_, ...]
