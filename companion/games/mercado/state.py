"""The whole table of a Mercado game as plain data, and the figures the rulebook prints.

Supplies are what is not on the board, so they cannot drift. Must not know how anything changes.
"""

from __future__ import annotations

from msgspec import Struct, field

from companion.engine.text import Text, say
from companion.games.house import HouseRule

ROOMS = tuple("ABCDEFGHIJKL")
"""The rooms in their ring (MERC-SETUP-11)."""
GHOSTS, HAUNTINGS, DEVICES = 24, 6, 8
"""How many figures there are (MERC-SETUP-02)."""
FULL = 3
"""So many figures make a room haunted (MERC-HAUNT-01)."""
MIN_PLAYERS, MAX_PLAYERS = 2, 4
START_ROOMS = "CFIL"

OUTSIDE, HALL, DELIVERED = "outside", "hall", "out"

SHUFFLE, DRAW_2, DRAW_3, BLUE, GREEN, ROWAN = "shuffle", "draw2", "draw3", "blue", "green", "rowan"
UNSEEN = "?"
"""A card in the discard pile of real cards that nobody told the box about."""
LOCKS = (BLUE, GREEN)
EXTRA = {DRAW_2: 2, DRAW_3: 3}
SHUFFLES = (SHUFFLE, DRAW_2, DRAW_3)

CARD_NAMES: dict[str, Text] = {
    SHUFFLE: say("SHUFFLE"),
    DRAW_2: say("DRAW 2 + SHUFFLE"),
    DRAW_3: say("DRAW 3 + SHUFFLE"),
    BLUE: say("Blue doors locked"),
    GREEN: say("Green doors locked"),
    ROWAN: say("Rowan"),
    UNSEEN: say("Unseen"),
}
COLOURS: dict[str, Text] = {BLUE: say("blue"), GREEN: say("green")}


def next_room(room: str) -> str:
    """The room after `room` in letter order; A follows L (MERC-SETUP-11)."""
    return ROOMS[(ROOMS.index(room) + 1) % len(ROOMS)]


def card_name(card: str) -> Text:
    """What is printed on a card."""
    return CARD_NAMES.get(card) or say("Room {room}", room=card)


class Player(Struct):
    """One mover. `place` is outside, hall, a room letter, or a hallway square of the map ("3,2")."""

    name: str
    place: str = OUTSIDE


class Device(Struct):
    """A Paranormal Energy Device: in a room (its letter), carried (the seat), or out of the building.

    `number` is what stands on its back; None while nobody has looked.
    """

    place: str
    number: int | None = None


class Room(Struct):
    """What stands in a room besides devices, movers and Rowan."""

    ghosts: int = 0
    haunted: bool = False


class Deck(Struct):
    """The cards. `pile` is their order if the box keeps them (`boxed`), else only how many are left counts.

    `lock` is the card on the space marked 2. `cards` is the make-up, empty if it was not confirmed.
    """

    boxed: bool = False
    cards: list[str] = field(default_factory=list)
    pile: list[str] = field(default_factory=list)
    left: int = 0
    discard: list[str] = field(default_factory=list)
    lock: str = ""

    @property
    def size(self) -> int:
        """All cards in play."""
        return self.left + len(self.discard) + bool(self.lock)


class Table(Struct):
    """Everything. `stage` is "setup" or "play"; `step` is the part of the turn; `allowed` the move left."""

    players: list[Player] = field(default_factory=list)
    stage: str = "setup"
    rowan_plays: bool = False
    advanced: bool = False
    rooms: dict[str, Room] = field(default_factory=lambda: {letter: Room() for letter in ROOMS})
    devices: list[Device] = field(default_factory=list)
    rowan: str = ""
    deck: Deck = field(default_factory=Deck)
    locked: str = ""
    active: int = 0
    step: str = ""
    allowed: int = 0
    turns: int = 0
    house: list[str] = field(default_factory=list)
    board: dict[str, object] = field(default_factory=dict)
    """The board profile this game was opened with or learned: red rooms, deck, map."""

    # -- what follows from the figures ------------------------------------

    @property
    def ghosts_left(self) -> int:
        """Ghosts in the supply."""
        return GHOSTS - sum(room.ghosts for room in self.rooms.values())

    @property
    def hauntings(self) -> int:
        """Haunted rooms on the board now."""
        return sum(room.haunted for room in self.rooms.values())

    @property
    def delivered(self) -> int:
        """Devices out of the building."""
        return sum(device.place == DELIVERED for device in self.devices)

    @property
    def next_due(self) -> int:
        """The number that may leave next in the advanced game (MERC-ADV-06)."""
        return self.delivered + 1

    def device_in(self, room: str) -> Device | None:
        """The device that lies in `room`."""
        return next((device for device in self.devices if device.place == room), None)

    def carried(self, seat: int) -> Device | None:
        """The device in the backpack of `seat`."""
        return self.device_in(str(seat))

    def seats_in(self, place: str) -> list[int]:
        """Who stands at `place`."""
        return [seat for seat, player in enumerate(self.players) if player.place == place]

    def crowd(self, room: str) -> int:
        """Ghosts and Rowan in `room`."""
        return self.rooms[room].ghosts + (self.rowan == room)

    def stuck(self, seat: int) -> bool:
        """A carrier in a haunted room (MERC-HAUNT-07)."""
        room = self.rooms.get(self.players[seat].place)
        return room is not None and room.haunted and self.carried(seat) is not None

    def may_leave(self, seat: int) -> bool:
        """Whether the rules of the advanced game let `seat` out with what it carries (MERC-ADV-07)."""
        device = self.carried(seat)
        return device is None or not self.advanced or device.number == self.next_due


HOUSE_RULES = (
    HouseRule("none_left", "MERC-CARD-07", say("No Ghost left: none comes")),
    HouseRule("no_haunted_pick", "MERC-PED-10", say("No pick-up when haunted")),
    HouseRule("skip_full", "MERC-HAUNT-06", say("Moved-on Ghosts skip 2s")),
    HouseRule("cross_haunted", "MERC-HAUNT-10", say("Carriers may cross")),
    HouseRule("two_rolls", "MERC-UNHAUNT-03", say("Un-haunt: 2 rolls only")),
    HouseRule("partner_roll", "MERC-ROWAN-16", say("2 rolls beside Rowan")),
    HouseRule("rowan_again", "MERC-ROWAN-17", say("Rowan never stays")),
    HouseRule("look_at_end", "MERC-ADV-04", say("Look only at the end")),
    HouseRule("put_back", "MERC-ADV-08", say("Jammed: put one back")),
    HouseRule("rowan_uses_draw", "MERC-DRAW-06", say("Rowan uses 2 draws")),
    HouseRule("draw_opens", "MERC-DOOR-05", say("DRAW cards open doors")),
)
