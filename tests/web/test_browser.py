"""The pages in a real browser: playing together, sleep, lost networks, kill -9; how they look, for whom."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright")
from axe_playwright_python.sync_playwright import Axe
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser, Page, expect, sync_playwright

from .served import CHROMIUM, FLAGS, PHONE, TABLET, TELEVISION, Cable, Served, Visit

pytestmark = [
    pytest.mark.web,
    pytest.mark.skipif(not Path(CHROMIUM).exists(), reason="needs Debian's chromium"),
]
SHOTS = Path(__file__).parent / "shots"
SIZES = {"phone": PHONE, "tablet": TABLET, "television": TELEVISION}
NAMED = """(e => e === document.body ? "" : (e.labels && e.labels[0] || e).innerText || "")
(document.activeElement)"""
"""What the element in focus says."""
PAGES = ("/join", "/play", "/table", "/undo", "/adjust", "/phone", "/record", "/keep", "/box")
SETTING_UP = {
    "map": "/play",
    "map-table": "/table",
    "doctor": "/keep",
    "set-ups": "/set-up",
    "set-up": "/set-up/steps?start=training-night",
    "campaigns": "/campaigns",
    "offer": "/campaigns/offer",
    "cards": "/cards?game=board_game_ii",
}
"""Pages while a real game is being set up, by name."""
DRAWN = ("map", "map-table", "set-up", "campaigns")
"""Those of them that look the same on every machine and day."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield found
        found.close()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    process = Served(tmp_path)
    yield process
    process.kill()


@pytest.fixture(scope="module")
def standing(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visit]:
    """A keeper's browser at a table in the midst of its first round; nobody plays on."""
    process = Served(tmp_path_factory.mktemp("standing"))
    visit = Visit(browser, process).join("Look after the table", "Ana")
    for option in ("3", "Goo"):
        _choose(visit.page, option)
    expect(_question(visit.page)).to_contain_text("Where to?")
    yield visit
    process.kill()


@pytest.fixture(scope="module")
def setting_up(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visit]:
    """A keeper's browser while the training night is set up, a campaign waiting to be taken in."""
    process = Served(tmp_path_factory.mktemp("setting up"), "board_game_ii")
    visit = Visit(browser, process).join("Look after the table")
    page = visit.page
    page.goto(f"{process.url}/play")
    for option in ("Training", "Training night", "2", "2", "Ray", "Egon", "Ray", "Done"):
        before = _question(page).get_attribute("data-question")
        page.locator("#part-ask button", has_text=option).first.click()
        expect(_question(page)).not_to_have_attribute("data-question", before or "")
    page.goto(f"{process.url}/campaigns")
    with page.expect_download() as download:
        page.get_by_role("link", name="Save as a file").click()
    page.get_by_label("The file").set_input_files(download.value.path())
    page.get_by_role("button", name="Take in").click()
    expect(page.get_by_text("here as game 1, just the same")).to_be_visible()
    yield visit
    process.kill()


def _question(page: Page) -> Any:
    return page.locator("#part-ask h2").first


def _choose(page: Page, name: str) -> None:
    page.locator("#part-ask").get_by_role("button", name=name, exact=True).first.click()


@pytest.mark.case("CA-O3")
def test_a_round_from_two_phones_and_the_box_at_once(browser: Browser, served: Served) -> None:
    ana = Visit(browser, served).join("Play at a seat", "Ana")
    bo = Visit(browser, served).join("Play at a seat", "Bo")
    keeper = Visit(browser, served, viewport=TABLET).join("Look after the table")
    keeper.page.goto(f"{served.url}/box")
    # The box rolls a two, by its knob and its button.
    read = keeper.page.locator("#read")
    expect(read).to_contain_text("Roll")
    keeper.page.get_by_role("button", name="Knob to the right").click()
    keeper.page.get_by_role("button", name="OK", exact=True).click()
    for page in (ana.page, bo.page):
        expect(_question(page)).to_contain_text("Event")
    # Both tap: one counts.
    shown = bo.page.evaluate("document.querySelector('[data-question]').dataset.question")
    _choose(ana.page, "Goo")
    expect(_question(bo.page)).to_contain_text("Where to?")
    told = bo.page.evaluate(
        """async (number) => (await fetch("/answer", {method: "POST", headers: {accept: "application/json"},
        body: new URLSearchParams({number, value: "gate", key: "late"})})).json()""",
        shown,
    )
    assert told == {"ok": False, "text": "Too late: Ana was faster. Look at what is asked now."}
    expect(bo.page.get_by_text("Ana answers.")).to_be_visible()
    ana.page.get_by_role("button", name="Left by the river").click()
    expect(_question(ana.page)).to_contain_text("Which card?")
    expect(bo.page.get_by_text("Ana answers in private.")).to_be_visible()
    assert "violet" not in bo.page.content()
    _choose(ana.page, "the violet key")
    _choose(ana.page, "4")
    gold = bo.page.get_by_label("From 0 to 500")
    bo.page.get_by_role("button", name="More").click()
    expect(gold).to_have_value("60")
    _choose(bo.page, "OK")
    # A token on the reader answers as well.
    keeper.page.get_by_role("button", name="The figure").click()
    expect(_question(ana.page)).to_contain_text("A word?")
    ana.page.get_by_label("Up to 12 letters").fill("Ecto")
    _choose(ana.page, "OK")
    for page in (bo.page, ana.page):
        expect(page.get_by_text("Everybody bets").first).to_be_visible()
        _choose(page, "2")
    expect(ana.page.get_by_text("Bo has answered.")).to_be_visible()
    # Cem has no phone: his bet is made at the table by the keeper.
    keeper.page.goto(f"{served.url}/play")
    keeper.page.locator(".ask", has_text="Cem").get_by_role("button", name="1", exact=True).click()
    expect(_question(ana.page)).to_contain_text("Turn the page")
    _choose(ana.page, "Done")
    for page in (ana.page, bo.page, keeper.page):
        expect(page.locator("h1")).to_contain_text("Round 2: Bo")
    # Taking back shows what it takes back.
    ana.page.get_by_role("link", name="Take back").click()
    expect(ana.page.locator("main")).to_contain_text("Turn the page: done")
    ana.page.get_by_role("button", name="Take back").click()
    expect(_question(bo.page)).to_contain_text("Turn the page")
    for visit in (ana, bo, keeper):
        assert visit.errors == []
        assert visit.elsewhere == []


@pytest.mark.case("CA-O5")
def test_a_lost_network_is_told_in_time_and_an_old_tap_goes_nowhere(browser: Browser, served: Served) -> None:
    ana = Visit(browser, served).join("Play at a seat", "Ana")
    cable = Cable(served.port)
    bo = Visit(browser, served, cable).join("Play at a seat", "Bo")
    cable.cut()
    expect(bo.page.locator("#behind")).to_contain_text("Reconnecting", timeout=8000)
    _choose(ana.page, "3")
    expect(_question(ana.page)).to_contain_text("Event")
    _choose(bo.page, "5")
    cable.mend()
    expect(bo.page.locator("#said")).to_contain_text("Too late: Ana was faster")
    expect(bo.page.locator("#behind")).to_be_empty()
    expect(_question(bo.page)).to_contain_text("Event")
    assert served.ask("state").startswith("1 ")
    cable.close()


@pytest.mark.case("CA-O5")
def test_a_page_that_slept_shows_the_present_by_itself(browser: Browser, served: Served) -> None:
    ana = Visit(browser, served).join("Play at a seat", "Ana")
    bo = Visit(browser, served).join("Play at a seat", "Bo")
    devtools = bo.context.new_cdp_session(bo.page)
    devtools.send("Page.setWebLifecycleState", {"state": "frozen"})
    for option in ("3", "Goo", "Left by the river"):
        _choose(ana.page, option)
    expect(_question(ana.page)).to_contain_text("Which card?")
    devtools.send("Page.setWebLifecycleState", {"state": "active"})
    expect(bo.page.locator("#part-ask")).to_contain_text("Ana answers in private.")


def test_kill_9_and_the_pages_come_back_at_the_same_prompt(browser: Browser, served: Served) -> None:
    ana = Visit(browser, served).join("Play at a seat", "Ana")
    _choose(ana.page, "3")
    expect(_question(ana.page)).to_contain_text("Event")
    before = served.ask("state")
    served.kill()
    expect(ana.page.locator("#behind")).to_contain_text("Reconnecting", timeout=8000)
    served.start()
    # Nobody does anything: the same question comes back by itself.
    expect(ana.page.locator("#behind")).to_be_empty(timeout=15_000)
    expect(_question(ana.page)).to_contain_text("Event")
    assert served.ask("state") == before
    expect(ana.page.get_by_text("(you)")).to_be_visible()
    _choose(ana.page, "Gate")
    expect(_question(ana.page)).to_contain_text("Where to?")


@pytest.mark.case("CA-O10")
def test_refresh_second_tab_and_new_browser_are_the_same_player(browser: Browser, served: Served) -> None:
    ana = Visit(browser, served).join("Play at a seat", "Ana")
    _choose(ana.page, "3")
    expect(_question(ana.page)).to_contain_text("Event")
    before = served.ask("state")
    ana.page.reload()
    second = ana.new_page()
    second.goto(f"{served.url}/play")
    again = Visit(browser, served, storage_state=ana.context.storage_state())
    again.page.goto(served.url)
    for page in (ana.page, second, again.page):
        expect(page.locator(".you h3")).to_contain_text("Ana (you)")
        expect(_question(page)).to_contain_text("Event")
    assert served.ask("state") == before


def test_the_keyboard_alone_is_enough(browser: Browser, served: Served) -> None:
    visit = Visit(browser, served)
    page = visit.page
    page.goto(served.url)

    def tab_to(words: str) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            here = page.evaluate(NAMED)
            if words in here:
                return
        raise AssertionError(f"no {words!r} by Tab")

    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    tab_to("The PIN on the box")
    page.keyboard.type(served.ask("pin"))
    tab_to("Play at a seat")
    tab_to("Join")
    page.keyboard.press("Enter")
    page.wait_for_url("**/play")
    tab_to("Bo")
    page.keyboard.press("Enter")
    page.get_by_text("(you)").wait_for()
    page.keyboard.press("Home")
    tab_to("4")
    page.keyboard.press("Enter")
    expect(_question(page)).to_contain_text("Event")
    # The focus is at the new question, not lost at the top.
    expect(_question(page)).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(_question(page)).to_contain_text("Where to?")


def test_without_scripts_it_can_be_read_and_answered(browser: Browser, served: Served) -> None:
    visit = Visit(browser, served, java_script_enabled=False).join("Play at a seat", "Ana")
    page = visit.page
    _choose(page, "3")
    expect(_question(page)).to_contain_text("Event")
    _choose(page, "Goo")
    expect(page.get_by_role("button", name="Left")).to_be_visible()
    stranger = Visit(browser, served, java_script_enabled=False).page
    stranger.goto(served.url)
    stranger.get_by_label("The PIN on the box").fill("000000" if served.ask("pin") != "000000" else "111111")
    stranger.get_by_role("button", name="Join", exact=True).click()
    expect(stranger.locator("#said")).to_contain_text("That is not the PIN on the box.")


def test_the_first_page_is_small_and_nothing_comes_from_elsewhere(browser: Browser, served: Served) -> None:
    visit = Visit(browser, served)
    sizes: list[int] = []
    visit.page.on("response", lambda response: sizes.append(len(response.body())))
    visit.page.goto(served.url, wait_until="networkidle")
    assert 0 < sum(sizes) <= 100_000
    visit.join("Look after the table", "Ana")
    sizes.clear()
    fresh = Visit(browser, served, storage_state=visit.context.storage_state())
    loaded: list[int] = []
    fresh.page.on(
        "response", lambda got: loaded.append(len(got.body())) if "/events/" not in got.url else None
    )
    fresh.page.goto(f"{served.url}/play")
    expect(_question(fresh.page)).to_be_visible()
    assert 0 < sum(loaded) <= 100_000
    assert visit.elsewhere == fresh.elsewhere == []
    assert visit.errors == fresh.errors == []


def _judge(visit: Visit, path: str) -> None:
    """Axe on a phone and a television; nothing sticks out, nothing is said in the console."""
    page = visit.page
    visit.errors.clear()
    for size in ("phone", "television"):
        page.set_viewport_size(SIZES[size])  # type: ignore[arg-type]
        page.goto(f"{visit.served.url}{path}")
        rules = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
        found = Axe().run(page, options=rules)
        assert found.violations_count == 0, found.generate_report()
        wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide[0] <= wide[1], "the page is wider than the screen"
    assert visit.errors == []
    assert visit.elsewhere == []


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_against_wcag(standing: Visit, path: str) -> None:
    _judge(standing, path)


@pytest.mark.parametrize("name", SETTING_UP)
def test_axe_finds_nothing_while_a_game_is_set_up(setting_up: Visit, name: str) -> None:
    _judge(setting_up, SETTING_UP[name])
    assert _small(setting_up.page) == []


def _small(page: Page) -> list[str]:
    """What is too small for a finger."""
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    found: list[str] = page.evaluate(
        """[...document.querySelectorAll("main button, main .button, main select, main .pick, nav a")]
        .map(e => [e.innerText, e.getBoundingClientRect()])
        .filter(([, box]) => box.height && (box.height < 47.5 || box.width < 47.5)).map(([text]) => text)"""
    )
    return found


@pytest.mark.parametrize("path", PAGES)
def test_targets_are_big_enough_for_fingers(standing: Visit, path: str) -> None:
    standing.page.goto(f"{standing.served.url}{path}")
    assert _small(standing.page) == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("path", PAGES)
def test_pages_look_as_they_did(standing: Visit, path: str, size: str, tmp_path: Path) -> None:
    _compare(standing, path, f"{path.strip('/')}_{size}.png", size, tmp_path)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", DRAWN)
def test_setting_up_looks_as_it_did(setting_up: Visit, name: str, size: str, tmp_path: Path) -> None:
    _compare(setting_up, SETTING_UP[name], f"{name}_{size}.png", size, tmp_path)


def _compare(visit: Visit, path: str, name: str, size: str, tmp_path: Path) -> None:
    """The page as it is against the picture that is kept."""
    page = visit.page
    page.set_viewport_size(SIZES[size])  # type: ignore[arg-type]
    page.goto(f"{visit.served.url}{path}")
    # What is new in every run is taken out.
    page.evaluate(
        """for (const one of document.querySelectorAll("b.pin")) one.textContent = "000000";
        for (const one of document.querySelectorAll(".code, .address, .stages small"))
          one.style.visibility = "hidden";"""
    )
    file = tmp_path / "shot.png"
    page.screenshot(path=file)
    shot = Image.open(file).convert("RGB")
    kept = SHOTS / name
    if not kept.exists():
        SHOTS.mkdir(exist_ok=True)
        shot.quantize(64).save(kept, optimize=True)
        pytest.fail(f"{kept.name} was not there; it is now: look at it")
    reference = Image.open(kept).convert("RGB")
    assert shot.size == reference.size
    # Letters are drawn a little differently elsewhere: compared is what is where, not each pixel.
    small = (shot.width // 8, shot.height // 8)
    difference = ImageChops.difference(
        shot.resize(small, Image.Resampling.BOX), reference.resize(small, Image.Resampling.BOX)
    )
    apart = sum(ImageStat.Stat(difference).mean) / 3
    assert apart < 3.0, f"{kept.name}: {apart:.1f} of 255 apart"


def test_a_broken_file_is_refused_where_it_was_given(
    browser: Browser, served: Served, tmp_path: Path
) -> None:
    keeper = Visit(browser, served).join("Look after the table")
    page = keeper.page
    page.goto(f"{served.url}/keep")
    broken = tmp_path / "broken.jsonl"
    broken.write_text("this is no game")
    page.get_by_label("The file").set_input_files(broken)
    expect(page.get_by_label("or its text")).to_have_value("this is no game")
    page.get_by_role("button", name="Take in").click()
    expect(page.locator("#said")).to_contain_text("That is not a game saved by a companion.")


def test_the_card_editor_finds_a_misprint_while_it_is_typed(browser: Browser, tmp_path: Path) -> None:
    served = Served(tmp_path, "board_game_ii")
    keeper = Visit(browser, served).join("Look after the table")
    page = keeper.page
    page.goto(f"{served.url}/keep")
    page.get_by_role("link", name="Ghostbusters: The Board Game II").click()
    page.locator('a[href*="scoleri_2"]').first.click()
    page.wait_for_load_state()  # What is typed before the script is there is judged when it is kept.
    form = page.locator("form", has=page.locator('[value="goo_timer"]'))
    form.get_by_label("goo timer").fill("many")
    expect(form.locator(".judged")).to_contain_text("whole number")
    form.get_by_label("goo timer").fill("1")
    expect(form.locator(".judged")).to_contain_text("3 is right")
    form.get_by_role("button", name="Keep").click()
    expect(page.locator("#said")).to_contain_text("3 is right")
    page.reload()
    page.get_by_role("button", name="Play it as printed").click()
    expect(page.get_by_label("goo timer")).to_have_value("1")
    for size in ("phone", "television"):
        page.set_viewport_size(SIZES[size])  # type: ignore[arg-type]
        found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]})
        assert found.violations_count == 0, found.generate_report()
    served.kill()
    assert keeper.errors == []
