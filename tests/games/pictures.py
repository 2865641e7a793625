"""The pictures of docs/games: `python -m tests.games.pictures` draws them anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PIL import Image

from companion.games import find
from companion.games.board_game_ii import GAME as BOARD_GAME_II
from companion.journal.lines import Opened, Record, Row
from companion.library.store import Library
from companion.panel.seen import look
from companion.simulate.players import Plan, opening, play
from companion.web import charts
from companion.web.record import chronicle
from tests.games.board_game_ii.table import Play as board
from tests.games.clue import kit as clue
from tests.games.clue.test_suggestion import ANN, BOB
from tests.games.kit import Play
from tests.games.mercado import kit as mercado
from tests.games.monopoly import table as monopoly
from tests.panel.driver import Box
from tests.panel.screens import enlarged

FOLDER = Path(__file__).parents[2] / "docs" / "games" / "pictures"
CHART = FOLDER / "monopoly_net_worth.svg"
HALL = "hall"


def screen(play: Any, *presses: str, hold: str = "") -> Image.Image:
    """The OLED in front of this game, after some presses."""
    session = play.session
    last = session.entries[-1] if session.entries else None
    box = Box(look(session, last))
    if hold:
        box.press(*["ok"] * 4)
        box.hold(hold)  # type: ignore[arg-type]
    box.press(*presses)  # type: ignore[arg-type]
    return box.panel.frame.copy()


def quiet(play: Any, *presses: str, language: str = "en") -> Image.Image:
    """The question itself, without news."""
    box = Box(look(play.session), language=language)
    box.panel.show(look(play.session))
    box.press(*presses)  # type: ignore[arg-type]
    return box.panel.frame.copy()


def scenes() -> Iterator[tuple[str, Image.Image]]:
    """Every picture by its name."""
    red = Play(mercado.GAME, mercado.opening(players=["Abby", "Erin"])).go("basic", "0", "done")
    yield "mercado_red_rooms", quiet(red, "down")
    roll = mercado.at("outside", "C")
    yield "mercado_roll", quiet(roll)
    card = mercado.at("outside", "C").go(5, "yes")
    yield "mercado_card", quiet(card, "down", "down")
    haunted = mercado.at("outside", "C", ghosts={"F": 2}, haunted="AB").go(5, "yes", "F")
    yield "mercado_haunted", screen(haunted)
    move = mercado.at("7,8", "C", with_map=True, devices=["A"]).go(5, "no")
    yield "mercado_move", quiet(move, "down", "down")
    warned = mercado.at("outside", "C", haunted="H", devices=["H"]).go(6, "no", "H", "take")
    yield "mercado_warning", quiet(warned)
    fight = mercado.at("C", "C", ghosts={"C": 2}, devices=["F"]).go(1, "no", "stay")
    yield "mercado_fight", quiet(fight)
    german = mercado.at("J", "C", haunted="J", devices=["0"]).go(6, "no")
    yield "mercado_german", quiet(german, language="de")

    yield "clue_roll", quiet(clue.at(HALL, HALL, HALL))
    yield "clue_move", quiet(clue.at("lab", HALL, HALL, board=clue.BOARD).go(2, 3), "down")
    suggested = clue.at(HALL, HALL, HALL).go(2, 3, "lab", "gozer", "rtv")
    yield "clue_suggested", screen(suggested)
    yield "clue_shows", quiet(suggested)
    private = clue.at(HALL, HALL, HALL, own={0: ANN, 1: BOB}).go(2, 3, "lab", "gozer", "rtv")
    yield "clue_in_private", quiet(private)
    surge = clue.at(HALL, HALL, HALL).go("glass", 3, HALL, "pke", 5, "1", 3, 4)
    yield "clue_surge", quiet(surge, "down")
    theory = clue.at(HALL, HALL, HALL).take("theory").go("gozer", "rtv", "silo")
    yield "clue_theory", quiet(theory)

    yield from monopoly_scenes()
    yield from board_game_ii_scenes()


def monopoly_scenes() -> Iterator[tuple[str, Image.Image]]:
    """The Bank at work."""
    yield "monopoly_roll", quiet(monopoly.start(3))
    yield "monopoly_claim", quiet(monopoly.start(3).go(1, 2))
    bids = monopoly.start(3).go(1, 2).go("auction").go("bid:2", 40)
    yield "monopoly_auction", quiet(bids, "down", "down")
    fight = monopoly.start(3, at={0: 2}).go(1, 1)
    yield "monopoly_battle", quiet(fight)
    debt = monopoly.start(2, jailed={0: 2}, cash={0: 10}, owners={"attic": 0}).go("roll", 2, 3)
    yield "monopoly_debt", quiet(debt, "down")
    yield "monopoly_jail", quiet(monopoly.start(2, jailed={0: 1}))
    open_fee = monopoly.start(3, owners={"cellar": 1}).go(1, 2)
    yield "monopoly_fee", screen(open_fee, hold="ok")
    deal = monopoly.start(2, owners={"cellar": 0, "market": 1}).take("trade:0").go("contract:0:cellar")
    deal.go("cash:1", 120, "propose")
    yield "monopoly_deal", quiet(deal)


def net_worth() -> str:
    """The record's chart of a whole Monopoly by sensible players."""
    plan = Plan("monopoly", "monopoly", "sensible", monopoly.SHELF)
    _, entries = play(plan, 5)
    rows = [Row(0, 0, Opened(opening(plan))), *(Row(at, 0, entry) for at, entry in enumerate(entries, 1))]
    told = chronicle(find("monopoly"), Record(1, rows))
    found = next(curve for curve in told.curves if str(curve.name) == "Net worth $")
    return charts.curves(str(found.name), found.lines, found.high)


def board_game_ii_scenes() -> Iterator[tuple[str, Image.Image]]:
    """A few moments of a round."""
    scenario = {
        "entities": {"creeper": 2},
        "gates": [{"symbol": "star", "open": True}],
        "ecto_1a": True,
        "end_of_round": [],
    }
    wander = {"creeper": {"when_missed": [{"do": "move", "spaces": 2, "toward": "random_direction"}]}}
    shelf = Library(BOARD_GAME_II.id, BOARD_GAME_II.shelving, None).shelf()
    plan = Plan(BOARD_GAME_II.id, "training-night", "sensible", shelf)
    laid = Play(BOARD_GAME_II, opening(plan)).go("ok", "ok")
    yield "board_game_ii_map", quiet(laid)
    yield "board_game_ii_turn", quiet(board(scenario))
    yield "board_game_ii_target", quiet(board(scenario).play("combat"))
    fire = board(scenario).play("combat", "creeper 1")
    yield "board_game_ii_fire", quiet(fire, "up", "up")
    moves = board(scenario, wander).play("combat", "creeper 1", 1, 3)
    yield "board_game_ii_moves", quiet(moves, "down")
    event = board(scenario).turn_of("Winston").play("end")
    yield "board_game_ii_event_die", quiet(event)
    slimed = board(scenario, wander, team={"Ray": {"slimes": {"hit": 1, "action": 1, "sight": 1}}})
    yield "board_game_ii_caustic", quiet(slimed.play("combat", "creeper 1", 1, 3, "1"))
    yield "board_game_ii_german", quiet(board(scenario), "down", "down", "down", "down", language="de")


def main() -> None:
    """Draw all of them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, frame in scenes():
        enlarged(frame).save(FOLDER / f"{name}.png", optimize=True)
    CHART.write_text(net_worth() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
