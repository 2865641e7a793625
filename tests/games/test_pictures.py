"""The pictures in docs/games are what the screen shows today, and the pages show all of them."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from tests.games.pictures import CHART, FOLDER, net_worth, scenes
from tests.panel.screens import enlarged

SCENES = dict(scenes())
PAGES = "".join(page.read_text(encoding="utf-8") for page in sorted(FOLDER.parent.glob("*.md")))


@pytest.mark.parametrize("name", SCENES)
def test_the_picture_is_up_to_date(name: str) -> None:
    drawn = enlarged(SCENES[name]).convert("RGB")
    kept = Image.open(FOLDER / f"{name}.png").convert("RGB")
    assert drawn.size == kept.size
    differs = ImageChops.difference(drawn, kept).getbbox()
    assert differs is None, f"{name} differs: look at it, then `python -m tests.games.pictures`"
    assert f"pictures/{name}.png" in PAGES


def test_the_record_of_a_monopoly_draws_the_net_worth_of_all_in_one_chart() -> None:
    drawn = net_worth()
    assert drawn + "\n" == CHART.read_text(encoding="utf-8"), (
        "look at it, then `python -m tests.games.pictures`"
    )
    assert all(f">P{n}</text>" in drawn for n in (1, 2, 3))
    assert f"pictures/{CHART.name}" in PAGES
