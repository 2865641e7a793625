"""Field cases of kind CF: what people really wrote into YAML files, and the one line they get for it."""

from __future__ import annotations

import time
import tracemalloc
from typing import Annotated, Any, Literal

import pytest
import yaml
from msgspec import Meta, Struct

from companion.library import yaml_nodes
from companion.library.decode import decode
from companion.library.faults import Faulty
from companion.library.yaml_nodes import read, read_bytes


class Gates(Struct, frozen=True):
    to_hit: Annotated[int, Meta(ge=1, le=6)] | None = None
    packs: tuple[Literal["proton", "slime"], ...] = ()


class Walk(Struct, tag_field="do", tag="walk"):
    spaces: int = 1


class Shout(Struct, tag_field="do", tag="shout"):
    text: str


class Sheet(Struct):
    title: str = ""
    players: Annotated[int, Meta(ge=2, le=4)] = 4
    max_rounds: int | None = None
    turn_timer: Annotated[float, Meta(ge=0, extra={"seconds": True})] = 0
    gates: Gates = Gates()
    languages: tuple[str, ...] = ()
    hero: str | None = None
    sound: bool = True
    tokens: dict[str, str] = {}
    units: dict[str, int] = {}
    steps: tuple[Walk | Shout, ...] = ()
    ratio: float = 0.5
    trap: int | Literal["none"] | None = None


class Pair(Struct):
    low: int
    high: int

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError("low is above high")


class Holder(Struct):
    pairs: list[Pair]


@pytest.fixture(params=["libyaml", "python"], autouse=True)
def loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything holds for both parsers that PyYAML may have."""
    if request.param == "libyaml" and not hasattr(yaml, "CSafeLoader"):
        pytest.skip("PyYAML without libyaml")
    kind = yaml.CSafeLoader if request.param == "libyaml" else yaml.SafeLoader
    monkeypatch.setattr(yaml_nodes, "_Loader", kind)


def load(text: str | bytes) -> tuple[Sheet | None, list[str]]:
    """The value of a file and what was said about it."""
    data = text.encode() if isinstance(text, str) else text
    try:
        node, faults = read(data, "mill.yaml")
    except Faulty as faulty:
        return None, [str(fault) for fault in faulty.faults]
    if node is None:
        return None, ["empty"]
    decoded = decode(node, Sheet)
    return decoded.value, [str(fault) for fault in [*faults, *decoded.faults]]


def good(text: str) -> Sheet:
    value, said = load(text)
    assert said == []
    assert value is not None
    return value


def said(text: str | bytes) -> list[str]:
    _, lines = load(text)
    assert lines, "a fault is expected"
    assert all("\n" not in line for line in lines)
    return lines


@pytest.mark.case("CF-O1")
def test_a_tab_is_named() -> None:
    assert said("players:\n  min: 2\n\tmax: 4\n") == [
        "mill.yaml:3:1: this line starts with a tab; use spaces"
    ]


@pytest.mark.case("CF-O1")
def test_a_tab_behind_spaces_is_named() -> None:
    assert said("gates:\n  to_hit: 2\n  \tpacks: []\n")[0].startswith(
        "mill.yaml:3:3: this line starts with a tab"
    )


@pytest.mark.case("CF-O2")
def test_a_key_twice_is_refused_with_both_lines() -> None:
    assert said("max_rounds: 6\ntitle: troll\nmax_rounds: 8\n") == [
        "mill.yaml:3:1: max_rounds: stands twice, first in line 1; delete one of them"
    ]
    assert said("units:\n  wolf: 1\n  crow: 2\n  wolf: 3\n") == [
        "mill.yaml:4:3: wolf: stands twice, first in line 2; delete one of them"
    ]


@pytest.mark.case("CF-O3")
def test_words_stay_words() -> None:
    assert good("languages: [de, no, sv]\n").languages == ("de", "no", "sv")
    assert good("hero: Off\n").hero == "Off"
    assert good("hero: Null\n").hero == "Null"
    assert good("hero: null\n").hero is None
    assert good("tokens:\n  on: round_end\n").tokens == {"on": "round_end"}


@pytest.mark.case("CF-O3")
@pytest.mark.parametrize(
    ("word", "value"), [("yes", True), ("No", False), ("off", False), ("ON", True), ("true", True)]
)
def test_settings_take_yes_and_no(word: str, value: bool) -> None:
    assert good(f"sound: {word}\n").sound is value


@pytest.mark.case("CF-O4")
def test_token_numbers_stay_as_written() -> None:
    text = "tokens: {a: 0041702, b: 0041708, c: 0012345670, d: 12_34}\n"
    assert good(text).tokens == {"a": "0041702", "b": "0041708", "c": "0012345670", "d": "12_34"}


@pytest.mark.case("CF-O4")
def test_a_count_with_a_zero_in_front_is_refused() -> None:
    assert said("max_rounds: 010\n") == ["mill.yaml:1:13: max_rounds: 010 begins with 0; write 10"]
    assert said("max_rounds: 1_0\n") == ["mill.yaml:1:13: max_rounds: 1_0 does not fit; a whole number"]


@pytest.mark.case("CF-O5")
def test_one_byte_order_mark_is_ignored_two_are_named() -> None:
    assert load(b"\xef\xbb\xbftitle: Mill\n")[0] == Sheet(title="Mill")
    assert (
        "invisible byte order mark stands at the start" in said(b"\xef\xbb\xbf\xef\xbb\xbftitle: Mill\n")[0]
    )


@pytest.mark.case("CF-O5")
def test_windows_line_ends_and_encodings() -> None:
    assert good("title: Mill\r\nplayers: 3\r\n") == Sheet(title="Mill", players=3)
    assert said("title: Mühle\n".encode("latin-1")) == [
        "mill.yaml:1:9: byte 0xFC is not UTF-8; save the file as UTF-8"
    ]
    assert said("title: Mill\n".encode("utf-16")) == ["mill.yaml:1:1: saved as UTF-16; save it as UTF-8"]
    assert said("title: a\x00b\n") == [
        "mill.yaml:1:9: an invisible character (code 0000) stands here; delete it"
    ]


@pytest.mark.case("CF-O6")
def test_all_misspelled_keys_are_reported_in_one_run() -> None:
    lines = said("plyers: 3\nMax_Rounds: 8\nreward_xp_bonus: 2\nx-note: hello\n")
    assert lines[0] == "mill.yaml:1:1: plyers: there is no such key; did you mean players?"
    assert lines[1] == "mill.yaml:2:1: Max_Rounds: there is no such key; did you mean max_rounds?"
    assert lines[2].startswith("mill.yaml:3:1: reward_xp_bonus: there is no such key;")
    assert "did you mean" not in lines[2]
    assert len(lines) == 3


def _bomb() -> str:
    lines = ["l0: &l0 [x, x, x, x, x, x, x, x]"]
    lines += [f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 8)}]" for n in range(1, 9)]
    return "\n".join(lines) + "\n"


@pytest.mark.case("CF-O7")
@pytest.mark.parametrize("text", [_bomb(), "units: &u [{name: wolf, next: *u}]\n"])
def test_alias_bombs_are_refused_without_growing(text: str) -> None:
    tracemalloc.start()
    begun = time.process_time()
    lines = said(text)
    assert time.process_time() - begun < 1
    assert tracemalloc.get_traced_memory()[1] < 10_000_000
    tracemalloc.stop()
    assert len(lines) == 1
    assert "an anchor" in lines[0]


@pytest.mark.case("CF-O7")
@pytest.mark.parametrize("text", ["[" * 50_000, "a: " * 20, "x: 1\n" * 100_000, "- " * 3000], ids=len)
def test_deep_and_huge_files_are_refused(text: str) -> None:
    assert len(said(text)) == 1


@pytest.mark.case("CF-O8")
@pytest.mark.parametrize(("text", "seconds"), [("1:30", 90), ("10:00", 600), ("0:45", 45), ("02:30", 150)])
def test_minutes_and_seconds(text: str, seconds: int) -> None:
    assert good(f"turn_timer: {text}\n").turn_timer == seconds


@pytest.mark.case("CF-O8")
def test_seventy_five_seconds_past_a_minute_are_refused() -> None:
    assert said("turn_timer: 1:75\n") == [
        "mill.yaml:1:13: turn_timer: 1:75 does not fit; seconds, or minutes and seconds as in 1:30"
    ]
    assert "10:00 does not fit" in said("max_rounds: 10:00\n")[0]


@pytest.mark.case("CF-O11")
@pytest.mark.parametrize("text", ["", "# only a note\n", "---\n...\n", "\n\n"])
def test_empty_files(text: str) -> None:
    assert load(text) == (None, ["empty"])


@pytest.mark.case("CF-O11")
@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("- a\n- b\n", "keys are expected at the top level"),
        ("just words\n", "keys are expected at the top level"),
        ("title: a\n---\ntitle: b\n", "a second document"),
    ],
)
def test_files_that_are_no_keys(text: str, part: str) -> None:
    lines = said(text)
    assert len(lines) == 1
    assert part in lines[0]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("gates:\n  to_hit: 9\n", "2:11: gates.to_hit: 9 does not fit; a whole number from 1 to 6"),
        ("gates: 3\n", "1:8: gates: 3 does not fit; keys such as to_hit, packs"),
        ("players: four\n", "1:10: players: four does not fit; a whole number from 2 to 4"),
        ("players: '3'\n", "1:10: players: '3' is in quotes; take them away"),
        ("players: [3]\n", "1:10: players: a list does not fit here; a whole number from 2 to 4"),
        ("players:\n", "1:9: players: nothing stands here; a whole number from 2 to 4"),
        ("title: {a: 1}\n", "1:8: title: keys do not fit here; words"),
        ("steps: [{do: wlk}]\n", "1:14: steps.1.do: wlk does not fit; walk or shout; did you mean walk?"),
        ("steps: [{spaces: 1}]\n", "1:9: steps.1.do: missing; walk or shout"),
        ("steps: [{do: shout}]\n", "1:9: steps.1.text: missing; words"),
        (
            "trap: non\n",
            "1:7: trap: non does not fit; a whole number, or none, or null for none; did you mean none?",
        ),
        (
            "gates:\n  packs: [protn]\n",
            "2:11: gates.packs.1: protn does not fit; proton or slime; did you mean proton?",
        ),
        ("ratio: 1e400\n", "1:8: ratio: 1e400 does not fit; a number"),
        (
            "title: a: b\n",
            "1:9: a ':' too many, or wrong indentation; put quotes round a value that holds ': '",
        ),
        ("title: 'a\n", "2:1: a quote is opened and never closed"),
        ("title: @a\n", "1:8: a value may not begin with '@'; put quotes round it"),
        ("title: {{ a }}\n", "1:9: a key must be a word; put quotes round '{' and '['"),
        ("title: !!python/name:os.system x\n", None),
    ],
)
def test_one_line_says_what_is_wrong_and_what_is_allowed(text: str, line: str | None) -> None:
    lines = said(text)
    assert len(lines) == 1
    assert lines[0].startswith("mill.yaml:1") or line is not None
    if line is not None:
        assert lines[0] == f"mill.yaml:{line}"


def test_a_good_file_of_every_type() -> None:
    text = "steps: [{do: walk, spaces: 2}, {do: shout, text: Boo}]\n"
    text += "trap: none\nratio: 0.25\nunits: {wolf: 0x10}\n"
    assert good(text) == Sheet(steps=(Walk(2), Shout("Boo")), trap="none", ratio=0.25, units={"wolf": 16})


def test_a_type_may_check_itself() -> None:
    node, _ = read(b"pairs:\n  - {low: 1, high: 2}\n  - {low: 3, high: 2}\n", "f.yaml")
    assert node is not None
    assert [str(fault) for fault in decode(node, Holder).faults] == ["f.yaml:3:5: pairs.2: low is above high"]


@pytest.mark.case("CF-O10")
def test_a_file_that_is_gone(tmp_path: Any) -> None:
    with pytest.raises(Faulty) as caught:
        read_bytes(tmp_path / "gone.yaml", "gone.yaml")
    assert str(caught.value) == "gone.yaml:1:1: there is no such file"
