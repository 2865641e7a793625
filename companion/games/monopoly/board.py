"""Boards: the ring of spaces with their Contracts, and the figures a card has to be asked for.

The default has the published names and no figure: check your board. The training board is invented.
Must not know the rules that use a figure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from companion.engine.prompts import Count
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say

from .state import Contract, Space, VaporCard

CHECK_YOUR_BOARD = say("Check your board: names are as published, figures are asked for.")
INVENTED = say("An invented training board: names and figures are made up.")


class Profile(Struct, forbid_unknown_fields=True):
    """A board as it is kept in the library: spaces in order from GO, Contracts, known Roaming Vapor cards."""

    name: str
    note: str = ""
    spaces: list[Space] = []
    contracts: list[Contract] = []
    vapor_cards: list[VaporCard] = []


def profile_from(data: Mapping[str, Any]) -> Profile:
    """A profile from plain data. Raises ValueError with one line if it does not fit."""
    try:
        profile = msgspec.convert(data, Profile)
    except msgspec.ValidationError as error:
        raise ValueError(f"board: {error}") from error
    known = {contract.id for contract in profile.contracts}
    for space in profile.spaces:
        if space.kind == "contract" and space.contract not in known:
            raise ValueError(f"board: the space {space.name!r} names no Contract of the board")
    return profile


_DEFAULT_RING = """
GO|Reading Room:brown|*|Basement:brown|!Library Ghost|E|Paranormal Studies Lab:light blue|*
Dana's Living Room:light blue|Dana's Kitchen:light blue|J|Hotel Lobby:pink|!Slimer|Twelfth Floor:pink
Ballroom:pink|E|Sleeping Quarters:orange|*|Janine's Desk:orange|Symphony Hall:orange|P
Louis's Living Room:red|*|Louis's Bedroom:red|Tavern Restaurant:red|E|Subway Entrance:yellow
Headquarters:yellow|!Vinz Clortho|Storage Facility:yellow|X|City Hall:green|Mayor's Office:green|*
550 Central Park West:green|E|*|Spook Central:dark blue|!Stay Puft|Temple of Gozer:dark blue
"""
_TRAINING_RING = """
GO|Attic:brown|*|Cellar:brown|!Mist Cat|E|Fog Lane:pink|J|Harbour:pink|Old Mill:pink|E
P|Clock Tower:red|*|Market:red|Theatre:red|!Lamp Imp|E|X|Vault:blue|*|Spire:blue
"""
_PLAIN = {
    "GO": ("go", "GO"),
    "*": ("vapor", "Roaming Vapor"),
    "E": ("ecto_1", "ECTO-1"),
    "J": ("jail", "Jail"),
    "P": ("free_parking", "Free Parking"),
    "X": ("go_to_jail", "Go to Jail"),
}


def _ring(text: str) -> tuple[list[Space], list[Contract]]:
    spaces, contracts = [], []
    for cell in text.replace("\n", "|").strip("|").split("|"):
        if cell in _PLAIN:
            kind, name = _PLAIN[cell]
            spaces.append(Space(kind, name))
        elif cell.startswith("!"):
            spaces.append(Space("entity", cell[1:]))
        else:
            name, colour = cell.split(":")
            id = "".join(letter if letter.isalnum() else "_" for letter in name.lower()).strip("_")
            spaces.append(Space("contract", name, id))
            contracts.append(Contract(id, name, colour))
    return spaces, contracts


def default_board() -> Profile:
    """The published names in their places, every figure unknown (places are inferred: check your board)."""
    spaces, contracts = _ring(_DEFAULT_RING)
    return Profile("Monopoly: Ghostbusters", str(CHECK_YOUR_BOARD), spaces, contracts)


def training_board() -> Profile:
    """A short, invented ring with every figure known, for a first evening and for simulated play."""
    spaces, contracts = _ring(_TRAINING_RING)
    for step, contract in enumerate(contracts):
        base = 8 + 6 * step
        contract.price = 70 + 30 * step
        contract.fees = [base, base * 4, base * 9, base * 16, base * 22, base * 30]
        contract.trap_cost = 50 + 10 * step
        contract.unit_cost = 75 + 10 * step
        contract.mortgage = contract.price // 2
    for space in spaces:
        if space.kind == "entity":
            space.target, space.amount = 7, 80
    return Profile("Training ring", str(INVENTED), spaces, contracts)


def ask_figure(card: Contract | Space, name: str, field: str, title: Text, rules: Sequence[str]) -> Rule[int]:
    """The figure `field` of a card or space; if unknown it is asked for once, used and kept."""
    value: int | None = getattr(card, field)
    if value is None:
        low, high = (2, 12) if field == "target" else (0, 2000)
        default = 7 if field == "target" else 50
        value = yield Count(
            title,
            say("Look at {card}. It is kept, you type it once.", card=name),
            tuple(rules),
            low=low,
            high=high,
            default=default,
        )
        assert value is not None
        setattr(card, field, value)
        yield learned(card, name, field, value)
    return value


def ask_fee(contract: Contract, level: int) -> Rule[int]:
    """The printed fee of a Contract with `level` devices; asked for once if unknown (MONO-FEE-06)."""
    value = contract.fees[level]
    if value is None:
        value = yield Count(
            say("Fee, {level}", level=LEVELS[level]),
            say("Read the fee with {level} on {card}.", level=LEVELS[level], card=contract.name),
            ("MONO-FEE-06", "MONO-DATA-02"),
            low=0,
            high=5000,
            default=10,
        )
        assert value is not None
        contract.fees[level] = value
        yield learned(contract, contract.name, f"fees.{level}", value)
    return value


LEVELS = (
    say("bare"),
    say("1 trap"),
    say("2 traps"),
    say("3 traps"),
    say("4 traps"),
    say("a unit"),
)


def learned(card: Contract | Space, name: str, field: str, value: int) -> Notice:
    """Tell the layers above that a figure was read off a card, so that they keep it."""
    id = card.id if isinstance(card, Contract) else name
    return Notice(
        "learned",
        say("{card}: noted", card=name),
        ("MONO-DATA-02",),
        {"kind": "board", "card": id, "field": field, "value": value},
    )
