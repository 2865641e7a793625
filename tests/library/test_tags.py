"""Field cases about tag ids: every spelling people use finds its tag, and none finds a wrong one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.library.tags import TagError, TagIndex, canonical, from_bytes, printed, spell

T1 = from_bytes(bytes.fromhex("2A005C1F93"), "125k")


@pytest.mark.case("RF-O4")
@pytest.mark.parametrize(
    "spelling",
    ["0006037395", "092,08083", "092 08083", "2A005C1F93", "2a:00:5c:1f:93", "0006037395 092,08083"],
)
def test_printed_numbers_and_hex_find_the_tag(spelling: str) -> None:
    index: TagIndex[str] = TagIndex()
    index.add(spelling, "Brain Matter 2")
    assert index.find(T1) == "Brain Matter 2"
    assert index.find("2A005C1F94") is None


@pytest.mark.case("RF-O4")
def test_what_is_printed_on_the_tag_can_be_shown() -> None:
    assert printed(T1) == "0006037395 092,08083"


@pytest.mark.case("RF-O5")
def test_two_hex_digits_a_byte() -> None:
    assert from_bytes(bytes([0xB7, 0x0C, 0x04, 0xE1]), "13.56M") == "B70C04E1"
    assert canonical("B70C04E1") == "B70C04E1"
    with pytest.raises(TagError, match="not a UID of 4, 5, 7 or 10 bytes"):
        canonical("B7C4E1")


@pytest.mark.case("RF-O11")
def test_the_check_byte_is_cut_by_the_kind_of_reader() -> None:
    with_check, without = bytes.fromhex("B70C04E15E"), bytes.fromhex("B70C04E1")
    assert from_bytes(with_check, "13.56M") == from_bytes(without, "13.56M") == "B70C04E1"
    assert from_bytes(bytes.fromhex("2A005C1F69"), "125k") == "2A005C1F69"


@pytest.mark.case("RF-O12")
@pytest.mark.parametrize(
    "spelling", ["0a:1b:2c:3d", "0A-1B-2C-3D", "0A 1B 2C 3D", "0x0A1B2C3D", " 0a1b2c3d "]
)
def test_case_and_separators_do_not_matter(spelling: str) -> None:
    assert canonical(spelling) == "0A1B2C3D"


@pytest.mark.parametrize("spelling", ["", "hello", "092,99999", "0A1B2C3", "0006037395 092,08084", "*12"])
def test_what_is_no_tag_is_refused(spelling: str) -> None:
    with pytest.raises(TagError):
        canonical(spelling)


@given(st.sampled_from([4, 5, 7, 10]).flatmap(lambda n: st.binary(min_size=n, max_size=n)))
def test_every_id_survives_being_written_down(uid: bytes) -> None:
    tag = from_bytes(uid, "125k")
    assert canonical(spell(tag)) == tag


@given(st.text(max_size=24))
def test_any_text_gives_an_id_or_is_refused(text: str) -> None:
    try:
        tag = canonical(text)
    except TagError:
        return
    assert canonical(spell(tag)) == tag
