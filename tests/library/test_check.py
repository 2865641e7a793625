"""`companion check` and `companion library`, as people type them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.check import check
from companion.games.board_game_ii import GAME
from companion.library.cli import library

CARDS = GAME.shelving.data[0]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


def put(name: str, text: str) -> None:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def run_check(*args: str) -> tuple[int, list[str]]:
    result = CliRunner().invoke(check, args)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.output.splitlines()


def run_library(*args: str, typed: str = "") -> Result:
    result = CliRunner().invoke(library, ["--library", "mine", *args], input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def test_good_files_are_right(folder: Path) -> None:
    put("entities/newt.yaml", "name: Newt\nto_hit: 3\n")
    assert run_check("entities/newt.yaml") == (0, ["1 file is right."])
    code, lines = run_check(str(CARDS))
    assert (code, lines[0].partition(" ")[2]) == (0, "files are right.")


@pytest.mark.case("CF-O6")
def test_one_line_a_fault_in_any_number_of_files(folder: Path) -> None:
    put("entities/newt.yaml", "name: Newt\nto_hit: 7\nto_trp: 1\n")
    put("scenarios/mine.yaml", "name: Mine\nentities:\n  wulf: 1\n  jail_jow: 1\n")
    put("config.yaml", "devices:\n\tgpio: mock\n")
    put("tokens.yaml", "tokens: {B7C4E1: {means: key:ok}}\n")
    assert run_check(".") == (
        1,
        [
            "config.yaml:2:1: this line starts with a tab; use spaces",
            "entities/newt.yaml:2:9: to_hit: 7 does not fit; a whole number from 1 to 6",
            "entities/newt.yaml:3:1: to_trp: there is no such key; did you mean to_trap?",
            "scenarios/mine.yaml:3:3: entities.wulf: there is no wulf among entities",
            "scenarios/mine.yaml:4:3: entities.jail_jow: there is no jail_jow among entities; did "
            "you mean jail_jaw?",
            "tokens.yaml:1:10: B7C4E1: B7C4E1 is not a UID of 4, 5, 7 or 10 bytes: it has 6 hex digits. "
            "Write two for each byte.",
            *MISSING,
        ],
    )


MISSING = [
    f"scenarios/mine.yaml:1:1: {line} (warning)"
    for line in (
        "goo_timer: where the Goo Timer starts is missing",
        "goo_maximum: the Goo Timer's maximum is missing",
        "spirit_world: the list of the Spirit World is missing",
        "success: how the Scenario is won is missing",
        "deck.remove: how many Goo Pile Cards are removed is missing",
    )
]


@pytest.mark.case("CF-O9")
def test_cards_may_refer_to_each_other_in_one_run(folder: Path) -> None:
    put("entities/newt.yaml", "name: Newt\n")
    put(
        "scenarios/mine.yaml",
        "name: Mine\nentities: {newt: 1, vigo: 1}\nsuccess: [{kind: trap, card: newt}]\n",
    )
    code, lines = run_check("entities", "scenarios/mine.yaml")
    assert code == 0
    assert all(line.endswith("(warning)") for line in lines)


def test_warnings_fail_only_when_asked(folder: Path) -> None:
    put("scenarios/scoleri_2.yaml", "goo_timer: 1\n")
    code, lines = run_check("scenarios/scoleri_2.yaml")
    assert code == 0
    assert (
        "scenarios/scoleri_2.yaml:1:1: goo_timer: Electric Chairman of the Board, goo_timer: the "
        "card says 1. "
        "3 is right (Corrections, Scoleri Brothers #2). [GB2-ERRATA-06] (warning)" in lines
    )
    assert run_check("--strict", "scenarios/scoleri_2.yaml")[0] == 1


@pytest.mark.case("CF-O10", "CF-O11")
@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("gone.yaml", None, "gone.yaml:1:1: there is no such file"),
        ("empty", None, "empty:1:1: there is no YAML file in this folder"),
        ("entities/newt.yaml", "", "entities/newt.yaml:1:1: the file is empty"),
        (
            "entitys/newt.yaml",
            "name: Newt\n",
            "entitys/newt.yaml:1:1: the folder 'entitys' holds no kind of file; did you mean entities?",
        ),
        (
            "entities/newt.yaml",
            "id: newd\nname: Newt\n",
            "entities/newt.yaml:1:5: id: newd is not the file's name; leave the key out, or write newt",
        ),
    ],
)
def test_files_that_are_not_what_they_should_be(folder: Path, name: str, text: str | None, line: str) -> None:
    if text is not None:
        put(name, text)
    elif name == "empty":
        Path(name).mkdir()
    assert run_check(name) == (1, [line])


def test_a_file_of_no_kind_is_told_where_to_go(folder: Path) -> None:
    put("newt.yaml", "name: Newt\n")
    code, (line,) = run_check("newt.yaml")
    assert code == 1
    assert line.startswith("newt.yaml:1:1: which kind of file is this? Put it into a folder such as ")
    assert line.endswith(", or name its schema in the first line")


def test_the_first_comment_tells_the_kind_wherever_the_file_is(folder: Path) -> None:
    put(
        "newt.yaml",
        "# yaml-language-server: $schema=x/schemas/board_game_ii/entities.schema.json\nname: "
        "Newt\nto_hit: 9\n",
    )
    assert run_check("newt.yaml") == (
        1,
        ["newt.yaml:3:9: to_hit: 9 does not fit; a whole number from 1 to 6"],
    )


def test_the_overview_tells_known_unknown_corrected_and_why(folder: Path) -> None:
    put(
        "mine/board_game_ii/entities/snake_head.yaml",
        "number: 1\nto_hit: 4\nto_trap: 2\nwhen_hit: []\nwhen_missed: []\nresist: 0\n",
    )
    put("mine/board_game_ii/scenarios/scoleri_2.yaml", "goo_timer: 1\ngoo_maximum: 2\n")
    result = run_library()
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert "    Snake Head (snake_head): unknown: slime" in lines
    assert any("Hyper-Plazm" in line and "officially corrected: to_extract, to_hit" in line for line in lines)
    assert any(
        "Venkman" in line and "check on your card: colour, levels.3, levels.4" in line for line in lines
    )
    assert (
        "  ! Electric Chairman of the Board, goo_timer: the card says 1. 3 is right (Corrections, Scoleri "
        "Brothers #2). [GB2-ERRATA-06]" in lines
    )
    put("mine/board_game_ii/entities/vigo.yaml", "to_hit: 0\n")
    result = run_library()
    assert result.exit_code == 1
    assert (
        "  ! mine/board_game_ii/entities/vigo.yaml:1:9: to_hit: 0 does not fit; a whole number from 1 to 6"
        in (result.output.splitlines())
    )


def test_one_card_with_the_place_of_every_figure(folder: Path) -> None:
    put("mine/board_game_ii/entities/street_creeper.yaml", "# mine\nnumber: 1\n")
    lines = run_library("show", "street", "creeper").output.splitlines()
    assert "  number: 1  (mine/board_game_ii/entities/street_creeper.yaml:2)" in lines
    assert "  to_hit: 3  (shipped:entities/street_creeper.yaml:7)" in lines
    assert "  slime: unknown" in lines
    lines = run_library("show", "Electric").output.splitlines()
    assert (
        "  goo_timer: 3  (Corrections, Scoleri Brothers #2 [GB2-ERRATA-06]: The Goo Timer starts at "
        "3, not at 1.)" in lines
    )
    assert run_library("show", "nobody").exit_code == 2


def test_a_misprint_may_be_kept(folder: Path) -> None:
    put("mine/board_game_ii/scenarios/scoleri_2.yaml", "goo_timer: 1\n")
    assert (
        run_library("keep", "GB2-ERRATA-06").output
        == "Kept as printed: The Goo Timer starts at 3, not at 1.\n"
    )
    assert "goo_timer: 1  (mine" in run_library("show", "Electric").output
    assert run_library("keep", "GB2-ERRATA-99").exit_code == 2


def test_a_library_goes_to_a_friend_and_differences_are_asked_about(folder: Path) -> None:
    theirs = "# from her card\nto_hit: 5\n\ntext: |\n  two\n    lines\n"
    put("mine/board_game_ii/entities/vigo.yaml", theirs)
    put("mine/board_game_ii/entities/x_cop.yaml", "to_hit: 2")
    assert run_library("export", "gift.yaml").output == "Written: gift.yaml\n"

    def take(typed: str) -> list[str]:
        result = CliRunner().invoke(library, ["--library", "friend", "import", "gift.yaml"], input=typed)
        assert result.exit_code == 0
        return result.output.splitlines()

    put("friend/board_game_ii/entities/vigo.yaml", "to_hit: 4\n")
    lines = take("y\nn\n")
    assert lines[0] == "New to you: board_game_ii/entities/x_cop.yaml"
    assert "  -to_hit: 4" in lines
    assert "  +to_hit: 5" in lines
    assert lines[-1] == "Taken in: 1 of 2 cards."
    assert Path("friend/board_game_ii/entities/vigo.yaml").read_text() == "to_hit: 4\n"
    assert Path("friend/board_game_ii/entities/x_cop.yaml").read_text() == "to_hit: 2"
    assert take("y\n")[-1] == "Taken in: 1 of 1 cards."
    assert Path("friend/board_game_ii/entities/vigo.yaml").read_text() == theirs
    assert take("") == ["Nothing is new in it."]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("companion_library: 1\nfiles:\n  ../../../etc/passwd: x\n", "no file of a library is called so"),
        (
            "companion_library: 1\nfiles:\n  board_game_ii/entities/../x.yaml: x\n",
            "no file of a library is called so",
        ),
        ("companion_library: 1\nfiles:\n  board_game_ii/entities/x.yaml: 'to_hit: 9'\n", "9 does not fit"),
        ("companion_library: 1\nfiles:\n  board_game_ii/entities/x.yaml: '- a'\n", "keys are expected"),
        ("name: Newt\n", "there is no such key"),
        ("", "the file is empty"),
    ],
)
def test_nothing_bad_comes_in(folder: Path, text: str, part: str) -> None:
    put("gift.yaml", text)
    result = run_library("import", "gift.yaml", "--yes")
    assert result.exit_code == 1
    assert part in result.stderr
    assert not Path("mine").exists()
