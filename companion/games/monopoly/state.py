"""The table of Monopoly: Ghostbusters as plain data: people, board, Contracts, the Bank's stock.

Here: data and what is counted from it. Changed only by the rules; must not know prompts.
"""

from __future__ import annotations

from msgspec import Struct, field

MIN_PLAYERS, MAX_PLAYERS = 2, 6
TRAPS = 32
UNITS = 12
VAPOR_CARDS = 32
START_CASH = 1500
GO_MONEY = 200
JAIL_FEE = 50
ECTO_FEE = 50
FIRST_BID = 10
UNIT_LEVEL = 5
"""A Containment Unit ranks as the level above four Ghost Traps."""

SPACE_KINDS = ("contract", "vapor", "ecto_1", "entity", "go", "jail", "free_parking", "go_to_jail")


class Space(Struct):
    """One space of the ring, with the id of its Contract or Supernatural Entity. The `target` roll and the
    `amount` in $ are those of an Entity."""

    kind: str
    name: str = ""
    contract: str = ""
    entity: str = ""
    target: int | None = None
    amount: int | None = None


class Contract(Struct):
    """A Contract card and how it stands. Figures in $; None is unknown and asked for when first needed.

    `fees` are: bare, with 1 to 4 Ghost Traps, with a Containment Unit. `devices` is 0 to 5 in that order.
    `repay` is the unmortgage figure if the card prints one.
    """

    id: str
    name: str
    colour: str
    price: int | None = None
    fees: list[int | None] = field(default_factory=lambda: [None] * 6)
    trap_cost: int | None = None
    unit_cost: int | None = None
    mortgage: int | None = None
    repay: int | None = None
    owner: int | None = None
    mortgaged: bool = False
    devices: int = 0

    @property
    def traps(self) -> int:
        """Ghost Traps lying on the card."""
        return self.devices if self.devices < UNIT_LEVEL else 0


class VaporCard(Struct):
    """What a Roaming Vapor card does, if it was typed: one of `vapor.EFFECTS`, and its $ or spaces."""

    id: str
    name: str
    effect: str
    amount: int = 0


class Player(Struct):
    """One person at the table. `tries` counts rolls for a double in this stay in Jail."""

    name: str
    token: str = ""
    cash: int = 0
    position: int = 0
    jailed: bool = False
    tries: int = 0
    cards: int = 0
    out: bool = False


class Fee(Struct):
    """A fee that may still be asked for: what the lander met, and until another player than they rolls."""

    owner: int
    payer: int
    contract: str
    devices: int
    doubled: bool


class Table(Struct):
    """The whole state. `bank` is what the Bank has more (or less) than when it opened, in $."""

    players: list[Player] = []
    spaces: list[Space] = []
    contracts: dict[str, Contract] = {}
    vapor_cards: dict[str, VaporCard] = {}
    started: bool = False
    banker: int = 0
    active: int = 0
    again: bool = False
    doubles: int = 0
    turns: int = 0
    fees: list[Fee] = []
    bank: int = 0
    draw_pile: int = VAPOR_CARDS
    used_pile: int = 0
    charge_fees: bool = False

    @property
    def living(self) -> list[int]:
        """Seats still in the game, clockwise from seat 0."""
        return [seat for seat, player in enumerate(self.players) if not player.out]

    @property
    def bank_traps(self) -> int:
        """Ghost Traps in the Bank."""
        return TRAPS - sum(contract.traps for contract in self.contracts.values())

    @property
    def bank_units(self) -> int:
        """Containment Units in the Bank."""
        return UNITS - sum(contract.devices == UNIT_LEVEL for contract in self.contracts.values())

    @property
    def bank_contracts(self) -> int:
        """Contracts nobody owns."""
        return sum(contract.owner is None for contract in self.contracts.values())

    def left_of(self, seat: int) -> int:
        """The next living seat clockwise."""
        count = len(self.players)
        return next(
            (seat + step) % count
            for step in range(1, count + 1)
            if not self.players[(seat + step) % count].out
        )

    def owned(self, seat: int) -> list[Contract]:
        """The Contracts of a seat, in the order of the board."""
        return [contract for contract in self.contracts.values() if contract.owner == seat]

    def colour_set(self, contract: Contract) -> list[Contract]:
        """All Contracts of its colour."""
        return [other for other in self.contracts.values() if other.colour == contract.colour]

    def complete(self, contract: Contract) -> bool:
        """Whether its owner has the whole colour set; a mortgaged one counts as owned."""
        return contract.owner is not None and all(
            other.owner == contract.owner for other in self.colour_set(contract)
        )

    def find(self, kind: str) -> int:
        """The index of the first space of a kind, or 0 without a board."""
        return next((index for index, space in enumerate(self.spaces) if space.kind == kind), 0)
