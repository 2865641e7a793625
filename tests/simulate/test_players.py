"""Whole games by simulated players: exact seeds, no dead ends, a table at the end."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import cli
from companion.simulate.players import DEAD_END, WON, Player, Result, report
from tests.engine.toy import TOY

NIGHT = "training-night"


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, ["simulate", *arguments])
    return result.exit_code, result.output


@pytest.mark.parametrize("kind", ["random", "sensible"])
def test_a_table_of_results_without_dead_ends(kind: str) -> None:
    code, told = run("--players", kind, "--games", "12", "--cores", "1", "training-night")
    assert code == 0
    assert "games" in told
    line = next(line for line in told.splitlines() if line.startswith(DEAD_END))
    assert line.split()[2] == "0"


@pytest.mark.parametrize("game", ["mercado", "clue"])
def test_any_game_is_played(game: str) -> None:
    code, told = run("--players", "random", "--games", "4", "--cores", "1", game)
    assert code == 0
    assert "answers" in told


def ends(game: str, count: int) -> Counter[str]:
    code, told = run("--players", "sensible", "--games", str(count), "--cores", "1", "--json", game)
    assert code == 0
    return Counter(one["end"] for one in json.loads(told[told.index("[{") :]))


def test_sensible_players_win_and_lose_at_mercado() -> None:
    found = ends("mercado", 60)
    assert 10 <= found[WON] <= 50, found


def test_who_works_out_the_real_cards_solves_clue() -> None:
    """Real cards are dealt and typed into phones: the notebooks lead to the three in the sleeve."""
    assert ends("clue", 20)[WON] >= 18


def test_monopoly_is_played_to_the_last_one_standing() -> None:
    assert ends("monopoly", 20) == {WON: 20}


def test_a_seed_names_a_game_exactly_on_any_number_of_cores() -> None:
    def played(*cores: str) -> list[dict[str, object]]:
        code, told = run(
            "--players", "random", "--games", "6", "--seed", "40", "--json", *cores, "training-night"
        )
        assert code == 0
        return json.loads(told[told.index("[{") :])  # type: ignore[no-any-return]

    alone = played("--cores", "1")
    assert played("--cores", "2") == alone
    assert [one["seed"] for one in alone] == [40, 41, 42, 43, 44, 45]
    assert len({one["answers"] for one in alone}) > 1


def test_a_game_can_be_kept_and_told(tmp_path: Path) -> None:
    file = tmp_path / "seed-7.game"
    code, told = run(
        "--players", "random", "--games", "1", "--seed", "7", "--keep", str(file), "training-night"
    )
    assert code == 0
    assert "seed 7:" in told
    story = CliRunner().invoke(cli, ["replay", str(file)])
    assert story.exit_code == 0
    assert "Lost" in story.output or "Won" in story.output


def test_an_unknown_name_gets_one_line_with_the_likely_one() -> None:
    code, told = run("--players", "random", "training-nigth")
    assert code != 0
    assert "did you mean training-night?" in told
    assert "Traceback" not in told


def test_a_dead_end_is_counted_and_named() -> None:
    lines = report([Result(3, DEAD_END, 5, 1, "nothing can be answered: Roll")], 1.0)
    assert "dead end: seed 3: nothing can be answered: Roll" in lines
    assert Player(1, TOY, False).chance.random() == Player(1, TOY, True).chance.random()
