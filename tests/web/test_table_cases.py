"""What tables trip over elsewhere: another number of players, who leaves, what begins or ends too early."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.prompts import Choose
from companion.engine.session import Adjusted
from companion.games import find
from companion.service.cards import Cards
from tests.games.board_game_ii.table import NAMES, Play
from tests.games.monopoly import table as monopoly

from .kit import Web, run

GAME = "board_game_ii"
case = pytest.mark.case


@case("CA-O6")
def test_another_number_of_players_is_set_up_for_that_number(tmp_path: Path) -> None:
    async def walk() -> None:
        cards = Cards(tmp_path)
        web = Web(games={GAME: find(GAME)}, shelf=cards.shelf, library=cards.library)
        phone = web.browser("keeper")

        async def answer(*values: str) -> None:
            for value in values:
                got = (await phone.answer(value)).json
                assert got["ok"], (value, got)

        async def set_up() -> list[str]:
            while "lesson 1" not in str(web.session.pending.prompt.title):
                prompt = web.session.pending.prompt
                wish = web.session.game.suggest(web.session.table, prompt)
                first = prompt.options[0].id if isinstance(prompt, Choose) else "ok"
                await answer(str(wish) if wish is not None else first)
            return [person.name for person in web.session.game.view(web.session.table).people]

        # While it is being chosen: taken back, and chosen again.
        await answer("training", "training-night", "4", "4", "Peter", "Ray")
        undone = {"number": web.session.number, "count": 4}
        assert (await phone.post("/undo", undone)).json["ok"]
        assert str(web.session.pending.prompt.title) == "How many Ghostbusters?"
        await answer("4", "4", "Peter", "Ray", "Egon", "Peter")
        assert await set_up() == ["Peter", "Ray", "Egon", "Winston"]
        # In the midst of it the number stays: whoever tries to change it is told.
        before = web.session.digest()
        taken = web.box.submit(Adjusted("seats", 2, None))
        assert taken.refusal is not None
        assert str(taken.refusal.text)
        assert web.session.digest() == before
        # Set up for four, one has to go: another game, set up for three; the one for four is kept.
        assert (await phone.post("/take", {"number": web.session.number, "id": "box:another"})).json["ok"]
        await answer("new", "training", "training-night", "3", "3", "Peter", "Ray", "Egon", "Peter")
        assert await set_up() == ["Peter", "Ray", "Egon"]
        assert len(web.box.companion.keeper._journal.games()) == 2

    run(walk())


def _four(active: int) -> monopoly.Play:
    """Four people before a space with a card, none with money."""
    every = range(4)
    return monopoly.start(4, at=dict.fromkeys(every, 9), cash=dict.fromkeys(every, 10), active=active)


def _goes(play: monopoly.Play) -> monopoly.Play:
    """The active one draws a card that costs too much, and is out."""
    return play.go(1, 3, "pay", 300, "give_up")


def _next_turns(play: monopoly.Play, turns: int) -> list[str]:
    """Whose turns come, everybody walking over ground where nothing happens."""
    order = []
    for _ in range(turns):
        active = play.table.players[play.table.active]
        order.append(active.name)
        active.position = 4
        play.go(1, 2)
    return order


@case("CA-O7")
def test_who_leaves_in_the_own_turn_is_followed_by_the_next() -> None:
    play = _goes(_four(active=1))
    assert play.table.players[1].out
    assert _next_turns(play, 4) == ["Cid", "Dot", "Ann", "Cid"]


@case("CA-O7")
def test_who_leaves_while_another_is_to_act_moves_nobody() -> None:
    fees = {"cellar": {"fees": [300, 0, 0, 0, 0, 0]}}
    play = monopoly.start(4, owners={"cellar": 2}, costs=fees, cash={0: 10}).go(1, 2)
    assert play.title == "Bob: roll"
    play.take("fee:0").go("give_up")
    assert play.table.players[0].out
    assert play.title == "Bob: roll"
    assert _next_turns(play, 4) == ["Bob", "Cid", "Dot", "Bob"]


@case("CA-O7")
def test_when_the_last_of_the_round_leaves_the_round_ends_once() -> None:
    play = _four(active=3)
    before = play.table.turns
    _goes(play)
    assert play.table.turns == before + 1
    assert _next_turns(play, 4) == ["Ann", "Bob", "Cid", "Ann"]


@case("CA-O7")
def test_when_all_but_one_have_left_the_game_says_so() -> None:
    play = _four(active=1)
    for _ in range(3):
        _goes(play)
    assert play.session.outcome is not None
    assert str(play.session.outcome.text) == "Ann is the last one standing"


@case("CA-O7")
def test_a_phone_that_leaves_takes_nobody_s_turn() -> None:
    async def walk() -> None:
        web = Web()
        ana, bo, keeper = web.browser("seat", 0), web.browser("seat", 1), web.browser("keeper")
        for value in (3, "goo"):
            web.answer(value)
        asked = web.session.pending
        assert asked.prompt.to == 0
        assert (await bo.post("/leave")).json["ok"]
        assert web.session.pending == asked
        # When it is the phone of the one to act, that seat is asked still; the keeper can answer for it.
        assert (await ana.post("/leave")).json["ok"]
        assert web.session.pending == asked
        assert (await keeper.answer("left", seat=0)).json["ok"]

    run(walk())


SPAWN = [{"do": "say", "text": "one more"}]


def _fires(play: Play) -> int:
    """How often the rule has to be carried out now, before anybody else is asked."""
    count = 0
    while "one more" in play.asked:
        play.play("ok")
        count += 1
    return count


@case("CA-O8")
def test_a_rule_for_the_end_of_the_round_comes_then_once_and_before_anybody_is_asked_again() -> None:
    odd = {"id": "odd", "name": "Odd", "text": "Odd.", "limit": 0, "end_of_round": SPAWN}
    play = Play({"end_of_round": SPAWN}, shelf={"events": {"odd": odd}})
    fired = []
    for number in range(1, 7):
        assert play.table.round == number
        if number == 2:
            # What is opened in the midst of a round has its first time at the end of it, not at once.
            play.turn_of("Ray").play("investigate", "goo 1", "event", "odd", "ok")
            assert "one more" not in play.asked
        while play.table.phase == "turn":
            play.play("end")
        fired.append(_fires(play))
        assert "Event Die" in play.asked
        play.play("star")
        assert play.asked.startswith("Peter's turn")
    assert fired == [1, 2, 2, 2, 2, 2]


@case("CA-O9")
@pytest.mark.parametrize("who", ["Peter", "Ray", "Egon", "Winston"])
def test_what_is_good_until_the_end_of_somebody_s_turn_ends_with_that_turn(who: str) -> None:
    gain = {"do": "bonus", "what": "hit", "by": 2, "who": "chosen", "until": "turn"}
    event = {"id": "aim", "name": "Aim", "text": "Aim.", "limit": 0, "success": [gain]}
    play = Play(shelf={"events": {"aim": event}}).turn_of("Ray")
    play.play("investigate", "goo 1", "event", "aim", "ok").take("clear 0", str(NAMES.index(who)))
    held = []
    for _ in range(8):
        name = play.table.team[play.table.active].name
        gained = play.table.gained(NAMES.index(who), "hit")
        held.append((play.table.round, name, gained))
        play.play("end")
        if "Event Die" in play.asked:
            play.play("star")
    turns = [(1, "Ray"), (1, "Egon"), (1, "Winston"), (2, "Peter"), (2, "Ray")]
    # Through everybody else's turns, up to the end of the own one: this round's if it is still to come.
    last = next(n for n, (_, name) in enumerate(turns) if name == who)
    assert held[: last + 1] == [(number, name, 2) for number, name in turns[: last + 1]]
    assert {gained for _, _, gained in held[last + 1 :]} == {0}
