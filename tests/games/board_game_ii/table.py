"""A table for tests: built with given figures, played by meaning, judged at the public surface."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from companion.engine.game import Opening
from companion.engine.prompts import Choose, Count, Option, Prompt, Refusal, Roll, Scan, Shuffle, Tell, Write
from companion.engine.session import Answered, Session, Snapshot
from companion.games.board_game_ii import GAME
from companion.games.board_game_ii.state import Table
from companion.library.store import Library

TRAINING: Mapping[str, Any] = Library(GAME.id, GAME.shelving, None).shelf()
NAMES = ("Peter", "Ray", "Egon", "Winston")


def training(seats: Sequence[str] = NAMES, scenario: str = "training-night") -> Opening:
    """An opening of a training scenario."""
    return Opening(GAME.id, {"scenario": scenario, "seats": [{"name": name} for name in seats]}, TRAINING)


def any_answer(rng: random.Random, prompt: Prompt) -> Any:
    """A random legal answer."""
    if isinstance(prompt, Choose):
        return rng.choice([option.id for option in prompt.options if option.refusal is None])
    if isinstance(prompt, Roll):
        return rng.choice(prompt.die.faces)
    if isinstance(prompt, Count):
        return rng.randint(prompt.low, prompt.high)
    if isinstance(prompt, Tell):
        return "ok"
    if isinstance(prompt, Write):
        return "word"
    assert isinstance(prompt, Shuffle)
    return rng.sample(range(prompt.count), prompt.count)


CREEPER = {
    "id": "creeper",
    "name": "Creeper",
    "kind": "ghost",
    "number": 1,
    "to_hit": 4,
    "to_trap": 2,
    "slime": "hit",
    "when_hit": [],
    "when_missed": [],
    "resist": 0,
}
PLAZM = {
    "id": "plazm",
    "name": "Plazm",
    "kind": "plazm",
    "number": 2,
    "to_hit": 3,
    "to_extract": 3,
    "plazm": 3,
    "slime": "sight",
    "when_hit": [],
    "when_missed": [],
    "resist": 0,
}
HUMAN = {
    "id": "human",
    "name": "Human",
    "kind": "human",
    "number": 2,
    "to_hit": 3,
    "to_trap": 2,
    "plazm": 2,
    "slime": "maneuver",
    "when_hit": [],
    "when_missed": [],
    "resist": 0,
}
BOSS = {**CREEPER, "id": "boss", "name": "Boss", "rank": "boss", "number": 5, "to_trap": 8}
CARDS: dict[str, dict[str, Any]] = {card["id"]: card for card in (CREEPER, PLAZM, HUMAN, BOSS)}
SCENARIO: dict[str, Any] = {
    "entities": {},
    "id": "test",
    "name": "Test",
    "goo_timer": 6,
    "goo_maximum": 8,
    "spirit_world": {"creeper": 2},
    "gates": [],
    "goo_piles": 2,
    "deck": {"equipment": 3, "event": 2, "key_item": 0, "remove": 0},
    "gate_to_hit": 4,
    "gate_to_close": 3,
    "event_open": [{"do": "emerge"}],
    "event_closed": [],
    "start": "map",
    "success": [{"kind": "told", "text": "We did it"}],
}
STEADY = {"levels": [0, 5, 11, 19, 30], "abilities": [{"text": "none"}] * 5}


def opening(
    scenario: Mapping[str, Any] | None = None,
    cards: Mapping[str, Mapping[str, Any]] | None = None,
    shelf: Mapping[str, Any] | None = None,
    seats: Sequence[str] = NAMES,
    house_rules: Mapping[str, Any] | None = None,
) -> Opening:
    """An opening of a test scenario, with figures changed or added."""
    card_set = {id: {**CARDS.get(id, {"id": id, "name": id}), **card} for id, card in (cards or {}).items()}
    full = {
        "entities": {**CARDS, **card_set},
        "characters": {name: {"id": name, "name": name, **STEADY} for name in seats},
        **(shelf or {}),
        "scenarios": {"test": {**SCENARIO, **(scenario or {})}},
    }
    options = {
        "scenario": "test",
        "seats": [{"name": name, "character": name, "pack": "proton"} for name in seats],
        "house_rules": dict(house_rules or {}),
    }
    return Opening(GAME.id, options, full)


class Play:
    """A session with words for tests. `team` gives figures of the seats, `table` of the table."""

    def __init__(
        self,
        scenario: Mapping[str, Any] | None = None,
        cards: Mapping[str, Mapping[str, Any]] | None = None,
        shelf: Mapping[str, Any] | None = None,
        seats: Sequence[str] = NAMES,
        team: Mapping[str, Mapping[str, Any]] | None = None,
        table: Mapping[str, Any] | None = None,
        house_rules: Mapping[str, Any] | None = None,
        tokens: Mapping[str, Mapping[str, int]] | None = None,
        bases: Mapping[str, Mapping[str, int]] | None = None,
        entities: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> None:
        start: Session[Table] = Session(GAME, first := opening(scenario, cards, shelf, seats, house_rules))
        while start.table.phase == "set_up" and start.pending is not None:
            prompt = start.pending.prompt
            ready = isinstance(prompt, Choose) and prompt.default == "done"
            assert start.answer("done" if ready else any_answer(random.Random(0), prompt)) is None
        state = start.table
        for name, figures in (team or {}).items():
            who = state.team[list(seats).index(name)]
            for field, value in figures.items():
                setattr(who, field, value)
        for field, value in (table or {}).items():
            setattr(state, field, value)
        for target_id, shares in (tokens or {}).items():
            target = state.target(target_id)
            assert target is not None, target_id
            for name, count in shares.items():
                seat = list(seats).index(name)
                who = state.team[seat]
                (target.streams if who.pack == "proton" else target.mood_slimes)[seat] = count
                who.target = target_id
        for entity_id, fields in (entities or {}).items():
            for field, value in fields.items():
                setattr(state.entities[entity_id], field, value)
        for entity_id, kinds in (bases or {}).items():
            state.entities[entity_id].bases.update(kinds)
        state.phase = "tank"
        raw = msgspec.msgpack.encode(state)
        self.session: Session[Table] = Session(GAME, first, Snapshot(0, 0, raw))

    # -- answers ----------------------------------------------------------

    def play(self, *answers: Any) -> Play:
        """Give answers in order; each must be taken."""
        for answer in answers:
            refusal = self.session.answer(answer)
            assert refusal is None, f"{answer!r} refused: {refusal.text} at {self.prompt}"
        return self

    def take(self, id: str, *answers: Any) -> Play:
        """Begin an interlude and answer in it."""
        refusal = self.session.take(id)
        assert refusal is None, f"{id!r} refused: {refusal.text}"
        return self.play(*answers)

    def refused(self, answer: Any, rule: str) -> Refusal:
        """The answer must be refused, cite `rule`, and change nothing."""
        before, prompt = self.session.digest(), self.session.pending
        refusal = self.session.answer(answer)
        assert refusal is not None, f"{answer!r} was taken"
        assert rule in refusal.rules, f"{refusal.text} cites {refusal.rules}"
        assert str(refusal.text)
        assert self.session.digest() == before
        assert self.session.pending == prompt
        return refusal

    def turn_of(self, name: str) -> Play:
        """End turns until it is the turn of `name`."""
        while self.table.team[self.table.active].name != name or self.table.phase != "turn":
            self.play("end")
        return self

    # -- what is seen -----------------------------------------------------

    @property
    def table(self) -> Table:
        return self.session.table

    @property
    def prompt(self) -> Prompt:
        assert self.session.pending is not None, f"the game is over: {self.session.outcome}"
        return self.session.pending.prompt

    @property
    def asked(self) -> str:
        """The open question in words."""
        return f"{self.prompt.title} {self.prompt.text}"

    @property
    def options(self) -> dict[str, Option]:
        assert isinstance(self.prompt, Choose)
        return {option.id: option for option in self.prompt.options}

    @property
    def open(self) -> list[str]:
        """What may be chosen."""
        return [id for id, option in self.options.items() if option.refusal is None]

    @property
    def notices(self) -> list[str]:
        """Kinds of what the last answer brought about."""
        return [notice.kind for notice in self.session.notices]

    def told(self) -> list[str]:
        """Kinds of everything that happened so far."""
        return [notice.kind for step in self.session.steps for notice in step.notices]

    def who(self, name: str) -> Any:
        """A Ghostbuster of the table."""
        return next(who for who in self.table.team if who.name == name)

    def actions(self, name: str) -> int:
        """Actions left, as the view shows them."""
        return self._figure(name, "actions")

    def maneuvers(self, name: str) -> int:
        return self._figure(name, "maneuvers")

    def level(self, name: str) -> int:
        return self._figure(name, "level")

    def _figure(self, name: str, id: str) -> int:
        person = next(one for one in GAME.view(self.table).people if one.name == name)
        return next(figure.value for figure in person.figures if figure.id == id)  # type: ignore[return-value]


def is_menu(prompt: Prompt) -> bool:
    """Whether it is the menu of a turn."""
    return isinstance(prompt, Choose) and not isinstance(prompt, Scan) and prompt.options[-1].id == "end"


def answered(session: Session[Table], value: Any) -> Refusal | None:
    """Enter an answer the way a journal replays it."""
    return session.enter(Answered(session.number, value))
