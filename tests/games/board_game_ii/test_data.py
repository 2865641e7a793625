"""What is only on cards and components: missing figures are told, wrong ones refused."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from companion.games.board_game_ii import GAME
from companion.games.board_game_ii.box import Box
from companion.games.board_game_ii.shelving import SHELVING
from companion.library.checking import Report, check_files

from .table import TRAINING

rule = pytest.mark.rule
METER = "[up, up right, right, down right, down, down left, left, up left]"


def box() -> Box:
    return msgspec.convert(TRAINING, Box)


def checked(folder: Path, kind: str, name: str, text: str) -> Report:
    """The report on one card file of an owner."""
    card = folder / GAME.id / kind / f"{name}.yaml"
    card.parent.mkdir(parents=True, exist_ok=True)
    card.write_text(text, encoding="utf-8")
    return check_files([card], (), {GAME.id: SHELVING})


@rule("GB2-FAQ-09")
def test_scoleri_2_has_no_mail_fraud_and_no_fault() -> None:
    shelf = box()
    scenario, card = shelf.scenarios["scoleri_2"], shelf.maps["scoleri_2"]
    assert not [one for one in SHELVING.check(shelf) if "scoleri_2" in one.at and not one.missing]
    assert "mail_fraud" not in (scenario.entities or {})
    assert "mail_fraud" not in (scenario.spirit_world or {})
    assert "mail_fraud" not in card.key


@rule("GB2-EQUIP-07")
def test_equipment_has_one_of_four_categories_and_a_missing_affinity_is_told(tmp_path: Path) -> None:
    report = checked(tmp_path, "equipment", "thing", "name: Thing\ncategory: gadget\n")
    assert len(report.faults) == 1
    assert "weapon" in str(report.faults[0])
    assert not checked(tmp_path, "equipment", "thing", "name: Thing\ncategory: tome\n").faults
    assert "affinity" in SHELVING.unknown(box().characters["spengler"])


@rule("GB2-SETUP-10")
def test_the_meter_is_asked_for_never_guessed_and_points_at_eight_neighbours(tmp_path: Path) -> None:
    components = next(iter(box().components.values()))
    assert "pke_meter" in SHELVING.unknown(components)
    shipped = next((SHELVING.data[0] / "components").glob("*.yaml"))
    text = shipped.read_text("utf-8")
    known = checked(tmp_path, "components", shipped.stem, f"{text}pke_meter: {METER}\n")
    assert (known.faults, known.warnings) == ([], [])
    twice = checked(
        tmp_path, "components", shipped.stem, text + "pke_meter: " + METER.replace("down,", "up,") + "\n"
    )
    assert any("8 different neighbours" in str(one) for one in (*twice.faults, *twice.warnings))
    wrong = checked(tmp_path, "components", shipped.stem, f"{text}pke_meter: [north]\n")
    assert "up right" in str(wrong.faults[0])
