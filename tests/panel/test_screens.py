"""The screens, pixel by pixel, against the committed pictures. `make screens` draws them anew."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from .screens import FOLDER, enlarged, scenes

SCENES = dict(scenes())


@pytest.mark.parametrize("name", SCENES)
def test_the_screen_is_the_committed_picture(name: str) -> None:
    drawn = enlarged(SCENES[name]).convert("RGB")
    kept = Image.open(FOLDER / f"{name}.png").convert("RGB")
    differs = None if drawn.size != kept.size else ImageChops.difference(drawn, kept).getbbox()
    assert drawn.size == kept.size
    assert differs is None, f"{name} differs within {differs}: look at it, then `make screens`"


def test_every_committed_picture_is_of_a_scene() -> None:
    assert {file.stem for file in FOLDER.glob("*.png")} == set(SCENES)
