"""The whole table of a Clue game as plain data: what is open to all, and each seat's own notes.

What is in the sleeve is nowhere here. Must not know how anything changes.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from companion.engine.text import Text, say
from companion.games.house import HouseRule

GHOSTS: dict[str, Text] = {
    "slimer": say("Slimer"),
    "muncher": say("Muncher"),
    "gozer": say("Gozer"),
    "miner_ghost": say("Miner Ghost"),
    "gatekeeper": say("The Gatekeeper"),
    "keymaster": say("The Keymaster"),
}
DEVICES: dict[str, Text] = {
    "proton_pack": say("Proton Pack"),
    "ecto_goggles": say("Ecto Goggles"),
    "pke_meter": say("PKE Meter"),
    "ghost_trap": say("Ghost Trap"),
    "rtv": say("RTV"),
    "aztec_whistle": say("Aztec Whistle"),
}
NINTH = "location_9"
"""The location whose name is only on the board (CLUE-DATA-01)."""
LOCATIONS: dict[str, Text] = {
    "foyer": say("Foyer"),
    "kitchen": say("Kitchen"),
    "dining_room": say("Dining Room"),
    "bedroom": say("Bedroom"),
    "lab": say("Lab"),
    "silo": say("Silo"),
    "field": say("Field"),
    "barn": say("Barn"),
    NINTH: say("Location 9"),
}
CARDS: tuple[str, ...] = (*GHOSTS, *DEVICES, *LOCATIONS)
"""The 21 cards of the mystery, in the order of the notepad (CLUE-SETUP-01)."""
KINDS: dict[str, dict[str, Text]] = {"ghost": GHOSTS, "device": DEVICES, "location": LOCATIONS}
PARANORMAL = 9
SLEEVE = 3
SPOTS = 4
"""Cards hidden in locations when two play (CLUE-TWO-01)."""
MIN_PLAYERS, MAX_PLAYERS = 2, 6
FIRST = "phoebe"
CHARACTERS = (FIRST, "character_2", "character_3", "character_4", "character_5", "character_6")
"""The six characters clockwise round the board; only Phoebe is named in the text (CLUE-DATA-02)."""
HALL = "hall"
GLASS = "glass"
CASE = "case"
"""The first column of the notepad: the sleeve."""


class Player(Struct):
    """One seat. `place` is a location, hall, or a hallway square of the map. `hand` is how many cards they
    hold. `out`: their theory was wrong. `phone`: they typed their hand and answer in private."""

    name: str
    character: str = ""
    place: str = HALL
    hand: int = 0
    out: bool = False
    phone: bool = False


class Seen(Struct, frozen=True):
    """A card somebody was shown by `holder`; `number` counts suggestions (0: in a rush)."""

    card: str
    holder: int
    number: int = 0


class Note(Struct):
    """What one seat wrote or was shown. Nobody else's business."""

    own: list[str] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)
    shown: list[Seen] = field(default_factory=list)
    """Cards this seat showed; here `holder` is to whom."""
    looked: dict[str, str] = field(default_factory=dict)
    """The hidden card of a location (CLUE-TWO-03)."""
    marks: dict[str, str] = field(default_factory=dict)
    """Marks by hand: "card:column" to yes, no or maybe."""


class Suggestion(Struct):
    """A suggestion and its open answers: who passed, who showed."""

    by: int
    cards: tuple[str, str, str]
    passed: list[int] = field(default_factory=list)
    shower: int | None = None


class Named(Struct, frozen=True):
    """A card named for a reveal that nobody laid down. `by` alone may still hold it if bluffing is agreed."""

    by: int
    card: str


class Theory(Struct, frozen=True):
    """A theory that was tested aloud."""

    by: int
    cards: tuple[str, str, str]
    right: bool


class Table(Struct):
    """Everything. `step` is the part of the turn; `entered`: how the active token came into its location this
    turn (door, passage, or not at all); `due`: a glass was rolled and its card is not drawn yet."""

    players: list[Player] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    stage: str = "setup"
    ghosts: dict[str, str] = field(default_factory=lambda: dict.fromkeys(GHOSTS, ""))
    devices: dict[str, str] = field(default_factory=lambda: dict.fromkeys(DEVICES, ""))
    suggestions: list[Suggestion] = field(default_factory=list)
    face_up: dict[str, int] = field(default_factory=dict)
    named: list[Named] = field(default_factory=list)
    theories: list[Theory] = field(default_factory=list)
    pile: int = PARANORMAL
    joined: list[str] = field(default_factory=list)
    """Locations joined to the secret passages by PKE Surge (CLUE-PKE-05)."""
    spots: list[str] = field(default_factory=list)
    """Locations with a hidden card (two players)."""
    active: int = 0
    step: str = ""
    allowed: int = 0
    entered: str = ""
    due: bool = False
    turns: int = 0
    help: str = "off"
    """What notebooks do: off, marks (by hand), deduce."""
    house: list[str] = field(default_factory=list)
    board: dict[str, Any] = field(default_factory=dict)
    """The board profile: ninth location, characters, dice, passages, corners, paranormal cards, map."""

    @property
    def seats(self) -> range:
        """All seats, clockwise."""
        return range(len(self.players))

    def left_of(self, seat: int) -> list[int]:
        """The other seats, the one to the left first."""
        n = len(self.players)
        return [(seat + step) % n for step in range(1, n)]

    def at(self, place: str) -> list[int]:
        """Who stands at `place`."""
        return [seat for seat in self.seats if self.players[seat].place == place]

    @property
    def hidden(self) -> int:
        """Cards in hands and hidden spots together."""
        return len(CARDS) - SLEEVE - len(self.spots)

    def location_name(self, location: str) -> Text:
        """How a location is called on this board."""
        typed = self.board.get(NINTH)
        if location == NINTH and isinstance(typed, str) and typed:
            return Text(typed)
        return LOCATIONS[location]

    def card_name(self, card: str) -> Text:
        """How a card is called."""
        return GHOSTS.get(card) or DEVICES.get(card) or self.location_name(card)

    def character_name(self, character: str) -> str:
        """How a character is called on this board."""
        names = self.board.get("characters")
        index = CHARACTERS.index(character)
        if index == 0:
            return "Phoebe"
        if isinstance(names, list | tuple) and len(names) == len(CHARACTERS) - 1:
            return str(names[index - 1])
        return f"Character {index + 1}"


HOUSE_RULES = (
    HouseRule("early_stop", "CLUE-MOVE-04", say("May stop early")),
    HouseRule("no_return", "CLUE-ENTER-05", say("No way back in")),
    HouseRule("face_up_silent", "CLUE-SHOW-07", say("Face-up: no answer")),
    HouseRule("reshuffle", "CLUE-PARA-04", say("Reuse paranormal cards")),
    HouseRule("bluff", "CLUE-GHOST-07", say("May bluff when naming")),
    HouseRule("any_rush_card", "CLUE-PKE-09", say("Rush: show any card")),
    HouseRule("theory_after", "CLUE-WIN-11", say("Theory: last step only")),
    HouseRule("out_excluded", "CLUE-WIN-12", say("Out: no helper, no rush")),
    HouseRule("look_by_door", "CLUE-TWO-06", say("Look: by doors only")),
)
