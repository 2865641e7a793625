"""`companion campaigns`: what was played in series, told, exported and taken in, with real games."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion import games as all_games
from companion.campaigns import campaigns
from companion.engine.game import Opening
from companion.engine.session import Session
from companion.journal import places
from companion.journal.lines import Kept, Opened, State
from companion.journal.resume import opening_of
from companion.journal.series import kept
from companion.journal.store import Journal
from companion.service.cards import Cards
from companion.simulate.players import Plan, Player, opening

GAME: Any = all_games.find("board_game_ii")


def played(journal: Journal, begun: Opening, seed: int) -> tuple[int, Session[Any]]:
    """A whole game in the journal, as the box keeps it."""
    session: Session[Any] = Session(GAME, begun)
    player = Player(seed, GAME, sensible=True)
    while (pending := session.pending) is not None:
        assert session.answer(player.answer(session.table, pending.prompt)) is None
    id = journal.begin(Opened(begun, name=GAME.name))
    journal.append(id, 1, session.entries)
    base, seq = session.snapshot, len(session.entries)
    journal.note(
        id,
        State(seq, session.digest(), base.entries, session.outcome.text, True),  # type: ignore[union-attr]
        Kept(base.entries, base.table),
    )
    return id, session


def options_of_next(session: Session[Any], shelf: Mapping[str, Any], scenario: str) -> dict[str, Any]:
    rule = GAME.sequel(session.table, shelf)
    next(rule)
    try:
        rule.send(scenario)
        rule.send("same")
    except StopIteration as stop:
        return dict(stop.value)
    pytest.fail("more is asked between two Scenarios")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a campaign of two Scenarios, and a single one between."""
    folder = tmp_path_factory.mktemp("home")
    shelf = Cards(folder / "library").shelf(GAME)
    with Journal(places.journal(folder)) as journal:
        begun = opening(Plan(GAME.id, "training-night", "sensible", shelf))
        first, session = played(journal, begun, 1)
        options = options_of_next(session, shelf, "training-flood")
        alone = Opening(GAME.id, {**begun.options, "series": ""}, shelf)
        played(journal, alone, 2)
        played(journal, Opening(GAME.id, {**options, "after": first}, shelf), 3)
    return folder


def run(home: Path, *args: str) -> tuple[int, str]:
    result = CliRunner().invoke(campaigns, args, obj=home)
    return result.exit_code, result.output


def test_a_campaign_is_told_with_its_scenarios_and_where_everybody_stands(home: Path) -> None:
    code, out = run(home)
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == "1. training"
    assert [" ".join(line.split()[1:3]) for line in lines[1:3]] == ["Training night", "Training flood"]
    assert sum("XP" in line for line in lines) == 4


def test_a_single_game_is_no_campaign(home: Path) -> None:
    with Journal(places.journal(home), write=False) as journal:
        assert [[game.id for game in campaign.games] for campaign in kept(journal)] == [[1, 3]]


@pytest.mark.rule("GB2-CAMPAIGN-02")
def test_a_campaign_goes_to_another_box_and_goes_on_there(home: Path, tmp_path: Path) -> None:
    file, other = tmp_path / "campaign.txt", tmp_path / "other"
    assert run(home, "export", "1", str(file))[0] == 0
    shelf = Cards(other / "library").shelf(GAME)
    with Journal(places.journal(other)) as journal:
        played(journal, opening(Plan(GAME.id, "training-night", "sensible", shelf)), 4)
    code, out = run(other, "import", str(file))
    assert (code, out) == (0, "Taken in as campaign 2 (games 2, 3).\n")
    with Journal(places.journal(other), write=False) as journal:
        assert [[game.id for game in campaign.games] for campaign in kept(journal)] == [[1], [2, 3]]
        assert opening_of(journal.read(3)).opening.options["after"] == 2
    here, there = run(home)[1].splitlines(), run(other)[1].splitlines()
    assert there[-5:] == here[-5:]


def test_an_unknown_number_names_those_there_are(home: Path) -> None:
    code, out = run(home, "export", "9")
    assert code == 2
    assert "No campaign has the number 9. There are: 1." in out


def test_where_no_game_is_kept_it_says_so(tmp_path: Path) -> None:
    assert "No game has been kept yet" in run(tmp_path)[1]
