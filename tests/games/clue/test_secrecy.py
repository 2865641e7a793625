"""No secret leaves its seat: every output is compared between worlds that differ only in the secrets.

Two tables hear the same open answers while the private ones differ. Whatever a third person, or the
table itself, can read must be the same to the last byte.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.engine.session import Session
from companion.engine.tell import as_seen, tell_entry, tell_step
from companion.games.clue import GAME
from companion.games.clue.state import CARDS, HALL
from tests.games.clue.kit import BOARD, Truth, at, opening
from tests.games.clue.test_suggestion import ANN, BOB, CID
from tests.games.kit import Play


def outputs(session: Session[Any], seat: int | None) -> bytes:
    """All that a screen of `seat` (None: the OLED, the log, the export of the table) can be given."""
    pending = session.pending
    prompt = pending.prompt if pending is not None else None
    shown = prompt if prompt is not None and (not prompt.secret or prompt.to == seat) else None
    steps = [as_seen(step, seat) for step in session.steps]
    told = [tell_step(step, session.adjustables(seat), seat) for step in session.steps]
    log = [
        tell_entry(step.entry, step.prompt, GAME.adjustables(session.table, seat), seat=seat)
        for step in session.steps
    ]
    return msgspec.json.encode(
        [
            GAME.view(session.table, seat),
            shown,
            prompt.to if prompt is not None else None,
            session.interludes,
            session.adjustables(seat),
            steps,
            told,
            log,
            [notice for notice in session.notices if notice.seat in (None, seat)],
            session.outcome,
        ],
        enc_hook=str,
    )


def world(bob_shows: str, rush: tuple[str, str, str], mark: str) -> Play:
    """Ann asks Bob, who may show either of two; later all rush and show; Ann marks something."""
    play = at(HALL, HALL, HALL, HALL, own={0: ANN[:5], 1: BOB[1:], 2: CID[:4]}, hands=[5, 5, 4, 4])
    play.go("glass", 2, "lab", "gozer", "rtv").go(bob_shows, seat=1)
    play.go("pke", 2, "1", 2, 2, "rush", "silo", "ok")
    play.go(rush[0], seat=0).go(rush[1], seat=1).go(rush[2], seat=2)
    play.go("aztec_whistle", seat=0)
    play.set(f"mark:0:barn:{mark}", "maybe", seat=0)
    return play


def test_different_secrets_look_the_same_to_all_others() -> None:
    one = world("rtv", (ANN[0], "gozer", CID[0]), "case")
    other = world("lab", (ANN[1], "rtv", CID[1]), "2")
    assert one.session.digest() != other.session.digest()
    # Dot was shown a card by Cid in the rush: she may know that one. The table may not.
    assert outputs(one.session, None) == outputs(other.session, None)
    assert outputs(one.session, 0) != outputs(other.session, 0)
    assert outputs(one.session, 1) != outputs(other.session, 1)


def test_a_bystander_learns_nothing_of_a_shown_card() -> None:
    shown = []
    for card in ("rtv", "lab"):
        play = at(HALL, HALL, HALL, own={0: ANN, 1: BOB, 2: CID}).go(2, 2, "lab", "gozer", "rtv")
        before = {seat: outputs(play.session, seat) for seat in (None, 2)}
        play.go(card, seat=1)
        shown.append({seat: outputs(play.session, seat) for seat in (None, 2)})
        assert before != shown[-1]
    assert shown[0] == shown[1]


def test_hands_typed_in_private_are_seen_by_nobody_else() -> None:
    worlds = []
    for hand in (ANN, CID):
        play = at(HALL, HALL, HALL)
        for card in hand:
            play.set(f"own:1:{card}", "yes", seat=1)
        worlds.append(play.session)
    for watcher in (None, 0, 2):
        assert outputs(worlds[0], watcher) == outputs(worlds[1], watcher)
    assert outputs(worlds[0], 1) != outputs(worlds[1], 1)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_whole_game_never_names_a_private_card_in_the_open(players: int) -> None:
    """Played with real cards and phones for all; every step is looked at as each other seat may see it."""
    play = Play(GAME, opening(BOARD, players))
    play.go("phoebe", *(f"character_{n}" for n in range(2, players + 1)))
    while play.table.stage == "setup":
        value = GAME.suggest(play.table, play.prompt)
        options = {"Four hidden cards": "corners", "Ghosts and devices?": "people", "Who deals?": "0"}
        play.go(options.get(play.title, "ok") if value is None else value)
    truth = Truth(play.session, players, tuple(play.table.seats))
    session = play.session
    while session.pending is not None and session.table.turns < 25:
        truth.step()
        public = GAME.view(session.table)
        assert public.sheets == ()
        assert [page.id for page in public.pages] == ["log", "places", "face_up"]
    private = [step for step in session.steps if step.only is not None]
    assert len(private) > 20
    for step in private:
        for watcher in (None, *session.table.seats):
            if watcher == step.only:
                continue
            seen = as_seen(step, watcher)
            assert all(notice.seat in (None, watcher) for notice in seen.notices)
            left = msgspec.json.encode([seen.entry, seen.prompt]).decode()
            assert not any(card in left or str(session.table.card_name(card)) in left for card in CARDS)
