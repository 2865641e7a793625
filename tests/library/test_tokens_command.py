"""`companion tokens` as people use it: a real reader port, typed numbers, labels that a camera reads."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import tty
from collections.abc import Iterator, Mapping
from pathlib import Path

import pypdfium2
import pytest
import zxingcpp
from click.testing import CliRunner

from companion.hal.rdm6300 import frame
from companion.library.labels import SIZES, Label, Paper, sheet
from companion.library.tokens import Tokens
from companion.tokens import tokens

PROGRAM = "from companion.tokens import tokens; tokens()"


def run(root: Path, *args: str, typed: str = "") -> tuple[int, list[str], str]:
    result = subprocess.run(
        [sys.executable, "-c", PROGRAM, "--library", str(root), *args],
        input=typed,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return result.returncode, result.stdout.splitlines(), result.stderr


@pytest.mark.case("RF-O4", "RF-O12")
def test_numbers_may_be_typed_and_learning_goes_on_where_it_was(tmp_path: Path) -> None:
    code, lines, _ = run(tmp_path, "learn", "--typed", "keys", typed="0a:1b:2c:3d\n0A1B2C3D\nnonsense\n\nq\n")
    assert code == 0
    assert lines == [
        "Type s to leave one for later, q to stop.",
        "Put OK on the reader (5 left)",
        "0A1B2C3D  is OK.",
        "Put BACK on the reader (4 left)",
        "This tag is already OK.",
        "Put BACK on the reader (4 left)",
        "nonsense is not a tag id. Write its hex digits, the ten digits printed on it, or its two "
        "numbers with a "
        "comma.",
        "Put BACK on the reader (4 left)",
        "Put BACK on the reader (4 left)",
        "Stopped. The next time it goes on with BACK.",
    ]
    code, lines, _ = run(tmp_path, "learn", "--typed", "keys", typed="s\n0006037395\n")
    assert lines[1:] == [
        "Put BACK on the reader (4 left)",
        "Put Undo on the reader (4 left)",
        "*005C1F93 (0006037395 092,08083) is Undo.",
        "Put Table menu on the reader (3 left)",
        "Stopped. The next time it goes on with Table menu.",
    ]
    _, lines, _ = run(tmp_path)
    assert lines == [
        "0A1B2C3D              OK  (key:ok)",
        "*005C1F93             Undo  (key:undo)  0006037395 092,08083",
    ]


@pytest.fixture
def port() -> Iterator[tuple[int, str]]:
    near, far = os.openpty()
    tty.setraw(near)
    yield near, os.ttyname(far)
    os.close(near)
    os.close(far)


def test_tokens_are_laid_on_a_real_reader_port(tmp_path: Path, port: tuple[int, str]) -> None:
    near, name = port
    (tmp_path / "config.yaml").write_text(f"devices:\n  readers: [{{type: rdm6300, port: {name}}}]\n")
    child = subprocess.Popen(
        [
            sys.executable,
            "-c",
            PROGRAM,
            "--library",
            tmp_path,
            "learn",
            "keys",
            "--config",
            tmp_path / "config.yaml",
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert child.stdin is not None
    assert child.stdout is not None
    assert child.stdout.readline().startswith("Type s")
    said = [child.stdout.readline().strip()]
    for tag, asked, answer in (
        ("2A005C1F93", "Put OK on the reader (5 left)", "2A005C1F93 (0006037395 092,08083) is OK."),
        ("0B00714E08", "Put BACK on the reader (4 left)", "0B00714E08 (0007425544 113,19976) is BACK."),
    ):
        assert said[-1] == asked
        while said[-1] != answer and len(said) < 100:  # a slow machine may hear a tag anew
            os.write(near, frame(tag) * 2)
            if select.select([child.stdout], [], [], 0.2)[0]:
                said.append(child.stdout.readline().strip())
        said.append(child.stdout.readline().strip())
    child.stdin.write("q\n")
    child.stdin.flush()
    child.communicate(timeout=30)
    assert child.returncode == 0
    assert Tokens(tmp_path / "tokens.yaml").meaning("2A005C1F93") == "key:ok"


def test_faults_are_one_line_each(tmp_path: Path) -> None:
    assert run(tmp_path, "learn", "--game", "chess")[0] == 2
    code, _, said = run(tmp_path, "learn", "--typed", "dise")
    assert code == 2
    assert "There is no group dise; did you mean dice?" in said
    (tmp_path / "config.yaml").write_text("devices: {readers: 3}\n")
    code, _, said = run(tmp_path, "learn", "keys", "--config", str(tmp_path / "config.yaml"))
    assert code == 78
    assert "config.yaml:1:20: devices.readers: 3 does not fit" in said
    (tmp_path / "tokens.yaml").write_text("tokens: [\n")
    for args in ([], ["learn", "--typed"]):
        code, _, said = run(tmp_path, *args)
        assert code == 1
        assert "Traceback" not in said


# -- labels -------------------------------------------------------------------------------------

LABELS = (
    Label("key:undo", "Undo", "0A1B2C3D"),
    Label("figure:washington_square_ghost 1", "Washington Square Ghost 1", "2A005C1F93"),
    Label("face:event:star", "Event Die Star", "*00714E08"),
    Label("equipment:x", "A very long name of an invented card, longer than any label — ☃", "04A1B2C3D4E5F6"),
    Label("slime:hit", "Hit Slime"),
)


def codes(pdf: bytes) -> tuple[list[set[str]], tuple[float, float]]:
    """What a camera reads on each page, and the size of the first in millimetres."""
    document = pypdfium2.PdfDocument(pdf)
    read = [
        {code.text for code in zxingcpp.read_barcodes(page.render(scale=4).to_pil())} for page in document
    ]
    width, height = document[0].get_size()
    return read, (width * 25.4 / 72, height * 25.4 / 72)


@pytest.mark.parametrize("paper", SIZES)
def test_labels_carry_the_id_as_a_code_and_fill_pages(paper: Paper) -> None:
    pages, size = codes(sheet(LABELS, paper, "Companion tokens"))
    assert pages == [{label.tag for label in LABELS if label.tag}]
    assert size == pytest.approx(SIZES[paper], abs=0.1)
    many = [Label("key:ok", f"Key {number}", f"{number:08X}") for number in range(70)]
    pages, _ = codes(sheet(many, paper))
    assert len(pages) == 2
    assert set().union(*pages) == {label.tag for label in many}


def test_names_stay_inside_their_label() -> None:
    document = pypdfium2.PdfDocument(sheet(LABELS, "a4"))
    words = document[0].get_textpage().get_text_bounded()
    for label in LABELS[:3]:
        for word in label.name.split():
            assert word in words


def test_the_command_prints_what_is_known_or_everything(tmp_path: Path) -> None:
    def labels(*args: str) -> Mapping[str, object]:
        result = CliRunner().invoke(
            tokens, ["--library", str(tmp_path), "labels", str(tmp_path / "out.pdf"), *args]
        )
        return {"code": result.exit_code, "said": result.output}

    assert labels()["code"] == 2
    assert labels("--all", "dice") == {"code": 0, "said": f"20 labels: {tmp_path}/out.pdf\n"}
    (tmp_path / "tokens.yaml").write_text(
        "tokens: {0A1B2C3D: {means: 'figure:vigo 1'}, 0A1B2C3E: {means: 'other:thing', name: Our thing}}\n"
    )
    assert labels("--paper", "letter") == {"code": 0, "said": f"2 labels: {tmp_path}/out.pdf\n"}
    assert codes((tmp_path / "out.pdf").read_bytes())[0] == [{"0A1B2C3D", "0A1B2C3E"}]
