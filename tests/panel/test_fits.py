"""Nothing is ever cut off: every word of every prompt and menu is drawn somewhere, however long it is."""

from __future__ import annotations

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from companion.engine.prompts import (
    Choose,
    Count,
    Die,
    Option,
    Prompt,
    Refusal,
    Roll,
    Scan,
    Several,
    Shuffle,
    Tell,
    Write,
)
from companion.engine.rule import Notice
from companion.engine.session import Answered, Step
from companion.engine.text import Text, render
from companion.engine.view import Adjustable, Figure, Interlude, Mark, Page, Person, View
from companion.panel.canvas import Canvas
from companion.panel.checks import check_fits, check_screen, check_table, coverage
from companion.panel.fonts import BIG, BOLD, LARGE, MEDIUM, SMALL
from companion.panel.layout import Block, fit, wrap
from companion.panel.screens import Pages, Rows, nothing
from companion.panel.seen import Seen
from companion.panel.teaching import Teaching
from companion.words import translator

from . import table

NO_SHRINK = (Phase.explicit, Phase.generate)
"""A fault is as plain at its first size, and pictures are slow to shrink over."""
LETTERS = "aäbcdefghijklmnoöpqrsßtuüvwxyzABCDEFGÄÖÜŁZł0123456789-,.:?!("
word = st.text(LETTERS, min_size=1, max_size=28)
sentence = st.lists(word, min_size=1, max_size=9).map(" ".join)
text = sentence.map(Text)
name = st.lists(word, min_size=1, max_size=4).map(" ".join)
label = name.map(Text)
NAMES = {0: "Dr. Rainer-Maximilian Straßenbahnhaltestelle", 1: "Łukasz", 2: "Zoë", 3: "Bo"}
seat = st.sampled_from([None, *NAMES])


def dice() -> st.SearchStrategy[Die]:
    numbers = st.integers(2, 20).map(lambda n: Die("combat", Text("Die"), tuple(range(1, n + 1))))
    symbols = st.lists(label, min_size=2, max_size=6).map(
        lambda names: Die("event", Text("Die"), tuple(f"s{n}" for n in range(len(names))), tuple(names))
    )
    return numbers | symbols


def options() -> st.SearchStrategy[tuple[Option, ...]]:
    one = st.tuples(label, st.booleans())
    return st.lists(one, min_size=1, max_size=9).map(
        lambda rows: tuple(
            Option(f"o{at}", words, Refusal(words) if shut else None) for at, (words, shut) in enumerate(rows)
        )
    )


def single(secret: bool = False) -> st.SearchStrategy[Prompt]:
    common = {"title": text, "text": text | st.just(Text("")), "to": seat, "secret": st.just(secret)}
    low, high = st.integers(-99, 0), st.integers(1, 99_999)
    return st.one_of(
        st.builds(Roll, die=dice(), **common),
        st.builds(Choose, options=options(), **common),
        st.builds(Scan, options=options(), kinds=st.just(("entity",)), **common),
        st.builds(Count, low=low, high=high, default=st.integers(0, 99_999), **common),
        st.builds(Tell, **common),
        st.builds(Write, default=word, **common),
        st.builds(Shuffle, count=st.just(9), **common),
    )


@given(single() | single(secret=True))
@settings(max_examples=40, deadline=None, derandomize=True, phases=NO_SHRINK)
@pytest.mark.case("OL-O6")
def test_every_word_of_any_question_is_drawn(prompt: Prompt) -> None:
    assert check_fits(prompt, names=NAMES) == []


@given(text, st.lists(single(secret=True), min_size=2, max_size=4))
@settings(max_examples=40, deadline=None, derandomize=True, phases=NO_SHRINK)
def test_every_word_of_a_question_to_several_is_drawn(title: Text, parts: list[Prompt]) -> None:
    from msgspec.structs import replace

    seated = tuple(replace(part, to=at) for at, part in enumerate(parts))
    assert check_fits(Several(title, parts=seated), names=NAMES) == []


figure = st.builds(
    Figure, st.just("f"), label, st.integers(-9, 9999) | label, st.none() | st.integers(1, 20), st.booleans()
)
mark = st.builds(Mark, st.just("m"), label, st.integers(0, 99))


@given(
    st.builds(
        View,
        text,
        st.lists(figure, max_size=5).map(tuple),
        st.lists(
            st.builds(
                Person,
                st.sampled_from([0, 1, 2, 3]),
                name,
                active=st.booleans(),
                figures=st.lists(figure, max_size=4).map(tuple),
                marks=st.lists(mark, max_size=4).map(tuple),
                lines=st.lists(text, max_size=2).map(tuple),
            ),
            max_size=2,
        ).map(tuple),
        st.lists(
            st.builds(Page, st.just("p"), text, lines=st.lists(text, max_size=4).map(tuple)), max_size=2
        ).map(tuple),
        st.lists(text, max_size=2).map(tuple),
    ),
    text,
    label,
    st.sampled_from(["en", "de"]),
)
@settings(max_examples=40, deadline=None, derandomize=True, phases=NO_SHRINK)
def test_every_word_of_the_menus_is_drawn(view: View, title: Text, words: Text, language: str) -> None:
    step = Step(Answered(0, "ok"), Tell(title), (Notice("n", title), Notice("n", words)))
    seen = Seen(
        1,
        Tell(title),
        view=view,
        interludes=(Interlude("i", words, 1),),
        adjustables=(
            Adjustable("a", words, 3, 0, 99),
            Adjustable("b", title, "x", options=(("x", words), ("y", title)), group=words),
        ),
        steps=[step, step],
        redo=True,
    )
    assert check_table(seen, language) == []


class Learned:
    """A lesson that asks for one thing, whatever it is called."""

    def __init__(self, name: str) -> None:
        self.asked = (name, 188)

    def lay(self, tag: str) -> Text | None:
        return None

    def later(self) -> None:
        return None


@given(name, st.sampled_from(["en", "de"]))
@settings(max_examples=30, deadline=None, derandomize=True, phases=NO_SHRINK)
def test_every_word_of_a_lesson_is_drawn(thing: str, language: str) -> None:
    translate = translator(language)
    screen = Teaching(Learned(thing), lambda text: render(text, translate), nothing, nothing)
    assert check_screen(screen) == []


@given(sentence)
@settings(max_examples=100, deadline=None, derandomize=True, phases=NO_SHRINK)
def test_news_of_any_length_is_shown_page_by_page(words: str) -> None:
    assert check_screen(Pages("", words, nothing, sign="not now")) == []


@pytest.mark.parametrize("name", table.PROMPTS)
def test_the_example_prompts_fit(name: str) -> None:
    assert check_fits(table.PROMPTS[name], names={0: "Peter", 1: "Ray"}) == []


def test_the_check_finds_words_that_are_missing_and_beyond_the_edge() -> None:
    class Cutting(Rows):
        def draw(self, canvas: Canvas, tick: int) -> None:
            canvas.text(wrap(self.rows[0].label, LARGE, 4000)[0], 0, 0, LARGE)

    faults = check_screen(Cutting(["Who?"], table_rows("a label that is much too long for one line"), print))
    assert "'Who?' of 'Who?' is not shown whole" in faults
    assert any("beyond the edge" in fault for fault in faults)


def table_rows(*labels: str) -> list[object]:
    from companion.panel.screens import Row

    return [Row(label) for label in labels]


@pytest.mark.case("OL-O6")
def test_the_long_german_word_is_broken_with_a_hyphen_and_the_number_stays_whole() -> None:
    lines = [line.text for line in wrap("Verstärkungseinheitenmarker auf Feld 12 legen", SMALL, 100)]
    assert lines[0].endswith("-")
    assert lines[0][:-1] + lines[1].split()[0] == "Verstärkungseinheitenmarker"
    assert any("12" in line for line in lines)


def test_a_short_text_gets_the_largest_font_and_a_long_one_pages() -> None:
    assert fit("Ray", 126, 62, (BIG, LARGE, SMALL)).font is BIG
    block = fit("word " * 60, 126, 62)
    assert block.font is SMALL
    assert len(block.pages) > 1
    assert isinstance(block, Block)


@given(sentence, st.sampled_from([SMALL, BOLD, MEDIUM, LARGE, BIG]), st.integers(40, 126))
@settings(max_examples=100, deadline=None, derandomize=True, phases=NO_SHRINK)
def test_breaking_lines_loses_no_letter_and_keeps_the_width(words: str, font: object, width: int) -> None:
    lines = wrap(words, font, width)  # type: ignore[arg-type]
    reach = coverage({piece for line in lines for piece in line.pieces})
    assert [reach[words, at] for at, _ in enumerate(words.split())] == [len(part) for part in words.split()]
    assert all(font.width(line.text) <= width for line in lines)  # type: ignore[attr-defined]


@pytest.mark.case("OL-O5")
def test_names_the_fonts_lack_letters_of_are_drawn_in_plain_ones() -> None:
    assert SMALL.plain("Zoe\u0308") == SMALL.plain("Zoë") == "Zoë"
    assert SMALL.plain("Łukasz Ångström") == "Łukasz Ångström"
    assert SMALL.plain("Grüße, ẞ") == "Grüße, SS"
    assert SMALL.plain("名") == "?"
    assert SMALL.plain("\N{DRAGON FACE}") == "?"
    assert SMALL.plain("Vũ Ḥasan") == "Vũ Hasan"
