"""The board of a game, made from the cards of the shelf, and the figures a card has to be asked for.

Must not know the rules that use a figure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from companion.engine.game import Opening
from companion.engine.prompts import Count
from companion.engine.rule import Notice, Rule
from companion.engine.text import Text, say
from companion.games.boards import board_of

from .shelving import PLAIN, Box, ContractCard
from .state import UNIT_LEVEL, Contract, Space, VaporCard


class Profile(Struct):
    """A board as a game begins with it: spaces in order from GO, Contracts, known Roaming Vapor cards."""

    spaces: list[Space] = []
    contracts: dict[str, Contract] = {}
    vapor_cards: dict[str, VaporCard] = {}


def profile_of(opening: Opening) -> Profile:
    """The board that the option `board` names; "none" has Contracts, but no spaces.

    Raises ValueError with one line if the wanted board is not there or does not fit.
    """
    without = opening.options.get("board") == "none"
    wanted = Opening(opening.game, {}, opening.shelf) if without else opening
    chosen = board_of(wanted)
    try:
        box = msgspec.convert(opening.shelf, Box)
    except msgspec.ValidationError as error:
        raise ValueError(f"board: {error}") from error
    ring = [_space(box, chosen["id"], what) for what in chosen.get("ring", ())]
    invented = bool(chosen.get("invented"))
    return Profile(
        [] if without else ring,
        {space.contract: _contract(box.contracts[space.contract]) for space in ring if space.contract},
        {
            card.id: VaporCard(card.id, card.name, card.effect, card.amount)
            for card in box.vapor_cards.values()
            if card.invented == invented
        },
    )


def _space(box: Box, board: str, what: str) -> Space:
    if what in PLAIN:
        return Space(what, PLAIN[what])
    if what in box.contracts:
        return Space("contract", box.contracts[what].name, what)
    if what in box.supernatural_entities:
        card = box.supernatural_entities[what]
        return Space("entity", card.name, entity=what, target=card.target, amount=card.amount)
    raise ValueError(f"board {board}: {what!r} is no Contract and no Supernatural Entity that is known")


def _contract(card: ContractCard) -> Contract:
    known: Mapping[str, Any] = asdict(card)
    fees = [*card.fees, *[None] * (UNIT_LEVEL + 1)][: UNIT_LEVEL + 1]
    return Contract(**{**{key: known[key] for key in known if key != "invented"}, "fees": fees})


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
    kind, id = (
        ("contracts", card.id) if isinstance(card, Contract) else ("supernatural_entities", card.entity)
    )
    return Notice(
        "learned",
        say("{card}: noted", card=name),
        ("MONO-DATA-02",),
        {
            "kind": kind,
            "card": id,
            "field": field,
            "value": value,
        },
    )
