"""A designer works with the studio in a real browser. `make browser` installs the browser, and npm builds the page;
without them these tests are skipped."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.serve.browser import CHROMIUM
from tests.studio.browser import WAIT, build, can_build, hosted, served

playwright = pytest.importorskip("playwright.sync_api", reason="NO TESTS OF THE STUDIO PAGE: run `make browser`")
if CHROMIUM is None:
    pytest.skip("NO TESTS OF THE STUDIO PAGE: there is no Chromium; run `make browser`", allow_module_level=True)
if not can_build():
    pytest.skip("NO TESTS OF THE STUDIO PAGE: there is no npm, which builds it", allow_module_level=True)

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright  # noqa: E402

pytestmark = pytest.mark.thorough
expect.set_options(timeout=WAIT)
WRONG = "\n[setup.gift]\nsource = \"ours\"\neffect = 'as seats { gain 1 wod }'\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("studio") / "studio"
    build(made)
    return made


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with served(folder) as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as started:
        made = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield made
        made.close()


class Designer:
    """Somebody with a browser of their own. Problems of the page and requests to other places are noted."""

    def __init__(self, browser: Browser, address: str, width: int = 1300, height: int = 850, **given: str) -> None:
        self.address = address
        self.context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": height}, locale="en-GB", accept_downloads=True, **given
        )
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(WAIT)
        self.problems: list[str] = []
        self.page.on("pageerror", lambda problem: self.problems.append(str(problem)))
        self.page.on("console", lambda said: self.problems.append(said.text) if said.type == "error" else None)
        self.context.on("request", self._note)

    def _note(self, request: object) -> None:
        url = str(getattr(request, "url", ""))
        if not url.startswith((self.address, "data:", "blob:", "about:")):
            self.problems.append(f"a request left the page: {url}")

    def come(self, fragment: str = "") -> Designer:
        self.page.goto(self.address + fragment)
        self.page.wait_for_selector(".cm-content")
        if not fragment:
            self.page.wait_for_selector(".dialog")
            self.page.keyboard.press("Escape")
        self.page.wait_for_selector(".engine.ready")
        self.page.wait_for_selector(".problems[data-sort]")
        return self

    def type_at_end(self, text: str) -> None:
        self.page.locator(".cm-content").click()
        self.page.keyboard.press("Control+End")
        self.page.keyboard.insert_text(text)

    def replace(self, old: str, new: str) -> None:
        """Change the text of the shown file, as typing would."""
        self.page.evaluate(
            """([old, fresh]) => { const text = studio.editor.text; const at = text.indexOf(old);
            if (at < 0) throw new Error(`no ${old}`);
            studio.editor.apply([{ from: at, to: at + old.length, write: fresh }]); }""",
            [old, new],
        )

    @property
    def text(self) -> str:
        return str(self.page.evaluate("studio.editor.text"))

    def until(self, condition: str) -> None:
        """Wait until an expression is true in the page; its policy forbids the browser driver to do so itself."""
        waiting = f"""async () => {{
            const end = Date.now() + {WAIT};
            while (!(await ({condition}))) {{
                if (Date.now() > end) return false;
                await new Promise((done) => setTimeout(done, 50));
            }}
            return true;
        }}"""
        assert self.page.evaluate(waiting), condition

    def show(self, pane: str) -> None:
        self.page.locator(f"#tab-{pane}").click()

    def play(self, answers: int) -> None:
        self.show("play")
        self.page.locator("[data-act=begin]").click()
        self.page.wait_for_selector(".picture svg")
        for _ in range(answers):
            self.page.locator(".answer:not([disabled])").first.click()
            expect(self.page.locator(".answer.sent")).to_have_count(0)

    def record(self, name: str) -> None:
        self.page.locator("[data-act=record]").click()
        self.page.locator(".dialog input").fill(name)
        self.page.keyboard.press("Enter")


@pytest.fixture
def designer(browser: Browser, address: str) -> Iterator[Designer]:
    made = Designer(browser, address)
    yield made
    made.context.close()
    assert made.problems == []


def test_a_designer_changes_a_game_plays_tests_measures_and_shares_it(designer: Designer, browser: Browser) -> None:
    page = designer.come().page
    page.wait_for_selector(".topic")
    designer.type_at_end(WRONG)
    expect(page.locator(".problem-list li.error")).to_have_count(1)
    page.locator("[data-act=fix]").click()
    expect(page.locator(".problems .summary")).to_have_text("No mistakes")
    assert "gain 1 wood" in designer.text
    expect(page.locator(".topic.changed .fresh", has_text="wood").first).to_be_visible()

    designer.play(6)
    designer.record("six answers")
    expect(page.locator(".scenarios li", has_text="six answers")).to_have_class("passed")
    assert page.locator(".mark.passed").count() > 0
    page.locator(".file", has_text="my_summer").first.click()
    designer.replace("as seats { gain 1 wood", "as seats { gain 2 wood")
    expect(page.locator(".scenarios li", has_text="six answers")).to_have_class("failed")
    designer.show("play")
    expect(page.locator(".parting")).to_contain_text("The rules changed")

    designer.show("measure")
    page.locator("select[aria-label=Games]").select_option("200")
    page.locator("#compare").check()
    page.locator("[data-act=measure]").click()
    expect(page.locator(".figures")).to_contain_text("Who wins")
    expect(page.get_by_text(re.compile(r"^200 of 200 games"))).to_be_visible(timeout=4 * WAIT)
    expect(page.locator(".block", has_text="Compared with")).to_be_visible()

    page.locator("[data-act=share]").click()
    link = page.locator("[data-link]").input_value()
    friend = Designer(browser, designer.address).come(link.removeprefix(designer.address))
    expect(friend.page.locator(".draft-name")).to_have_text("my_summer")
    assert "as seats { gain 2 wood" in friend.text
    friend.context.close()
    assert friend.problems == []


def test_the_position_is_drawn_beside_the_text(designer: Designer) -> None:
    page = designer.come("#game=herbalists").page
    designer.show("position")
    expect(page.locator("#panel-position .summary")).to_contain_text("The beginning of a game")
    first = page.locator("#panel-position svg").text_content()
    designer.replace(
        "[setup.stall]", "[setup.gift]\nsource = 'ours'\neffect = 'as seats { gain 7 of renown }'\n\n[setup.stall]"
    )
    expect(page.locator("#panel-position svg", has_text="7").first).to_be_visible()
    assert page.locator("#panel-position svg").text_content() != first
    page.locator(".file", has_text="scenarios").click()
    page.evaluate("studio.editor.go(studio.editor.text.indexOf('\"tea\"]') + 5)")
    expect(page.locator("#panel-position .summary")).to_contain_text("after")
    designer.type_at_end("\nwrong")
    expect(page.locator("#panel-position .remark")).not_to_be_empty()
    assert page.locator("#panel-position svg").count() == 1
    designer.play(0)
    ids = "[...document.querySelectorAll('[id]')].map((one) => one.id)"
    assert page.evaluate(f"{ids}.length === new Set({ids}).size"), "the two pictures have ids of their own"


def test_changes_that_no_scenario_notices_are_marked_and_can_be_stopped(designer: Designer) -> None:
    page = designer.come("#game=herbalists").page
    designer.show("scenarios")
    page.locator("[data-act=mutants]").click()
    expect(page.locator(".changes li").first).to_be_visible()
    page.locator("[data-act=mutants]").click()
    expect(page.locator("#panel-scenarios .block [role=status]")).to_contain_text("Stopped.")
    page.locator(".changes .go").first.click()
    expect(page.locator(".mark.unnoticed").first).to_be_visible()
    designer.type_at_end("\n# the lines are others now\n")
    page.locator("[data-act=run]").click()
    expect(page.locator(".mark.unnoticed")).to_have_count(0)
    page.get_by_role("button", name="Play from here").first.click()
    expect(page.locator("#panel-play .answer").first).to_be_visible()


def test_what_scenarios_reach_is_told_until_the_text_changes(designer: Designer) -> None:
    page = designer.come("#game=herbalists").page
    designer.show("scenarios")
    expect(page.locator(".scenarios li.passed").first).to_be_visible()
    page.get_by_role("button", name="Show what they reach").click()
    told = page.get_by_text(re.compile("^Statements reached: "))
    expect(told).to_be_visible()
    expect(page.locator(".mark.reach-run").first).to_be_visible()
    page.locator(".file", has_text="scenarios").click()
    expect(page.locator("#panel-scenarios .summary")).to_contain_text("All pass")
    expect(told).to_be_visible()
    designer.type_at_end("\n# a thought\n")
    expect(told).to_have_count(0)


def test_the_rulebook_of_a_broken_text_is_that_of_the_last_good_one(designer: Designer) -> None:
    page = designer.come("#game=herbalists").page
    designer.show("book")
    book, note = page.frame_locator("iframe.book").locator("h1"), page.locator("#panel-book .remark")
    expect(book).to_have_text("Herbalists")
    designer.replace("language = 1", "language = = 1")
    expect(note).to_have_text("The text has mistakes. This is the last version without any.")
    expect(book).to_have_text("Herbalists")
    designer.replace("language = = 1", "language = 1")
    expect(note).to_be_empty()


def test_what_is_strong_and_how_it_feels_grow_while_somebody_types(designer: Designer) -> None:
    page = designer.come("#game=herbalists").page
    designer.show("measure")
    state = page.locator("#panel-measure [role=status]")
    page.get_by_label("Question").select_option("strong")
    page.locator("[data-act=measure]").click()
    expect(page.locator(".figures tbody tr").first).to_be_visible()
    designer.type_at_end("\n# a thought\n")
    expect(state).to_contain_text("An option is tested from 20 games on")
    page.locator("[data-act=measure]").click()
    expect(state).to_contain_text("Stopped.")
    page.get_by_label("Question").select_option("feel")
    page.get_by_label("Games", exact=True).select_option("25")
    page.locator("[data-act=measure]").click()
    expect(page.locator(".figures li").first).to_contain_text("A game takes")
    expect(page.locator(".figures li", has_text="greedy wins")).to_be_visible(timeout=2 * WAIT)
    expect(state).to_contain_text("25 of 25")


def test_the_second_visit_needs_no_network_and_no_text_is_lost(designer: Designer) -> None:
    page = designer.come().page
    designer.type_at_end("\n# a thought\n")
    designer.until("navigator.serviceWorker.controller !== null")
    designer.until("caches.keys().then((names) => names.length === 1)")
    designer.context.set_offline(True)
    page.reload()
    page.wait_for_selector(".engine.ready")
    expect(page.locator(".problems .summary")).to_have_text("No mistakes")
    assert "# a thought" in designer.text


def test_an_engine_that_runs_away_is_started_again(designer: Designer) -> None:
    page = designer.come().page
    designer.type_at_end("\n# kept\n")
    told = page.evaluate("studio.engine.ask('rulebook', {}, 1).then(() => 'done', (problem) => problem.message)")
    assert told == "stopped"
    page.wait_for_selector(".engine.ready")
    designer.type_at_end(WRONG)
    expect(page.locator(".problem-list li.error")).to_have_count(1)
    assert "# kept" in designer.text


def test_a_hostile_ruleset_runs_no_script(designer: Designer) -> None:
    page = designer.come().page
    evil = "<img src=x onerror=alert(1)><script>document.title='owned'</script>"
    designer.replace('"Solenia, summer"', f'"{evil}"')
    expect(page.locator(".problems .summary")).to_have_text("No mistakes")
    designer.show("book")
    expect(page.frame_locator("iframe.book").locator("body")).to_contain_text(evil)
    designer.play(0)
    expect(page.locator("#panel-play h1")).to_have_text(evil)
    designer.show("records")
    expect(page.locator("#panel-records .grid")).to_be_visible()
    designer.show("rules")
    expect(page.locator(".topic").first).to_be_visible()
    assert page.title() != "owned"
    assert page.locator("img[src=x], #page script").count() == 0
    designer.problems[:] = [one for one in designer.problems if "Blocked script execution" not in one]


def test_the_tutorial_is_checked_step_by_step(designer: Designer) -> None:
    page = designer.come().page
    page.locator("[data-act=open]").click()
    page.get_by_role("button", name="New game with the tutorial").click()
    state = page.locator("#panel-learn .summary")
    expect(state).to_contain_text("Still missing")
    for _ in range(3):
        page.locator("[data-act=put]").first.click()
        expect(state).to_contain_text("This step is done")
        page.locator("[data-act=next-lesson]").click()
    designer.play(2)


def test_a_table_of_records_and_the_text_are_one(designer: Designer) -> None:
    page = designer.come().page
    page.locator("[data-act=open]").click()
    page.locator("[data-game=herbalists] button").first.click()
    designer.show("records")
    page.locator("[data-cell='tea.worth']").fill("7")
    page.keyboard.press("Tab")
    designer.until("studio.editor.text.includes('worth = 7')")
    expect(page.locator("[data-cell='tea.worth']")).to_have_value("7")
    page.get_by_role("button", name="Undo").click()
    designer.until("!studio.editor.text.includes('worth = 7')")
    expect(page.locator("[data-cell='tea.worth']")).to_have_value("2")


def test_mistakes_stay_in_sight_whichever_file_is_shown(designer: Designer) -> None:
    page = designer.come("#game=herbalists").page
    summary = page.locator(".problems .summary")
    designer.replace("language = 1", "languag = 1")
    expect(summary).to_have_text("Mistakes: 2")
    page.locator(".file", has_text="scenarios").click()
    designer.until("studio.looking === false && studio.editor.file.includes('scenarios')")
    expect(summary).to_have_text("Mistakes: 2")
    page.locator(".problem-list .go").first.click()
    expect(page.locator(".file[aria-pressed=true]")).to_have_text("my_herbalists")
    expect(page.locator(".cm-lintRange-error").first).to_be_visible()


def test_a_finished_game_is_played_on_from_an_earlier_step(designer: Designer) -> None:
    page = designer.come("#game=herbalists").page
    designer.show("play")
    page.evaluate("studio.play.begin({ seats: ['random', 'random'], seed: 3 })")
    page.evaluate("(async () => { while (await studio.engine.ask('bot')); await studio.play.show(); })()")
    expect(page.locator(".ending")).to_contain_text("Score sheet")
    steps = page.locator(".replay input").get_attribute("max")
    for _ in range(5):
        page.locator(".replay input").press("ArrowLeft")
    expect(page.locator(".replay output")).to_have_text(f"Step {int(steps or 0) - 5} of {steps}")
    expect(page.locator(".replay input")).to_be_enabled()
    page.get_by_role("button", name="Play on from here").click()
    expect(page.locator(".ending .end")).to_have_count(0)
    expect(page.locator(".replay output")).to_have_text(f"Step {steps} of {steps}")


def test_another_language_keeps_the_game_and_the_figures(designer: Designer) -> None:
    page = designer.come("#game=herbalists").page
    designer.play(2)
    version = page.evaluate("studio.play.table.state.version")
    designer.show("measure")
    page.get_by_label("Games", exact=True).select_option("200")
    page.locator("[data-act=measure]").click()
    expect(page.get_by_text(re.compile(r"^200 of 200 games"))).to_be_visible(timeout=4 * WAIT)
    page.get_by_label("Language").select_option("pl")
    expect(page.get_by_text(re.compile(r"^200 z 200 partii"))).to_be_visible()
    expect(page.locator(".figures")).to_contain_text("Kto wygrywa")
    designer.show("play")
    expect(page.locator("#panel-play").get_by_label("Miejsca", exact=True)).to_be_visible()
    page.wait_for_selector(".picture svg")
    assert page.evaluate("studio.play.table.state.version") == version


def test_a_draft_is_kept_from_its_first_change_on_under_a_name_of_its_own(designer: Designer) -> None:
    page = designer.come().page
    drafts = "studio.store.list().then((all) => all.map((draft) => draft.name).sort().join())"
    assert page.evaluate(drafts) == ""
    designer.type_at_end("# mine")
    designer.until(f"{drafts}.then((names) => names === 'my_summer')")
    page.locator("[data-act=palette]").click()
    page.get_by_role("button", name="Earlier states of this draft").click()
    page.locator(".dialog .drafts button").last.click()
    designer.until("!studio.editor.text.includes('# mine')")
    page.locator("[data-act=open]").click()
    page.locator("[data-game=summer] button").last.click()
    designer.until(f"{drafts}.then((names) => names === 'my_summer,my_summer (2)')")
    expect(page.locator(".draft-name")).to_have_text("my_summer (2)")


def test_changed_rules_are_found_by_a_button_and_stay_marked_in_another_language(designer: Designer) -> None:
    page = designer.come("#game=herbalists").page
    next_change = page.locator("[data-act=next-change]")
    expect(page.locator(".topic").first).to_be_visible()
    expect(next_change).to_be_hidden()
    designer.replace('heals = "cough", worth = 2', 'heals = "cough", worth = 3')
    expect(next_change).to_be_visible()
    marked = page.locator(".topic.changed").count()
    assert marked > 0
    expect(next_change).to_have_text(f"Changes: {marked} ↓")
    next_change.click()
    expect(page.locator(".topic.shown")).to_be_in_viewport()
    expect(page.locator(".topic.shown .fresh").first).to_be_visible()
    page.get_by_label("Language").select_option("pl")
    expect(next_change).to_have_text(f"Zmiany: {marked} ↓")
    expect(page.locator(".topic.changed")).to_have_count(marked)


def test_a_deleted_draft_can_be_put_back(designer: Designer) -> None:
    page = designer.come().page
    designer.type_at_end("# mine")
    drafts = "studio.store.list().then((all) => all.map((draft) => draft.name).join())"
    designer.until(f"{drafts}.then((names) => names === 'my_summer')")
    page.locator("[data-act=open]").click()
    states = page.evaluate("studio.store.states(studio.draft.id).then((all) => all.length)")
    page.get_by_role("button", name="Delete the draft my_summer").click()
    designer.until(f"{drafts}.then((names) => names === '')")
    page.locator("[data-act=put-back]").click()
    designer.until(f"{drafts}.then((names) => names === 'my_summer')")
    assert page.evaluate("studio.store.states(studio.draft.id).then((all) => all.length)") == states > 0
    page.locator(".drafts button").first.click()
    assert "# mine" in designer.text


def test_two_windows_with_one_draft_lose_no_text(designer: Designer) -> None:
    page = designer.come("#game=herbalists").page
    designer.type_at_end("# here")
    designer.until("studio.store.list().then(([draft]) => JSON.stringify(draft.files).includes('# here'))")
    window = designer.context.new_page()
    window.goto(designer.address)
    window.wait_for_selector(".cm-content")
    window.wait_for_selector(".engine.ready")
    window.locator(".cm-content").click()
    window.keyboard.press("Control+End")
    window.keyboard.insert_text(" and there")
    designer.until("studio.store.list().then(([draft]) => JSON.stringify(draft.files).includes('and there'))")
    designer.type_at_end(" again")
    warning = page.locator(".problems .problem", has_text="Another window changed this draft")
    expect(warning).to_be_visible()
    designer.type_at_end("\n# and on")
    expect(page.locator(".problems .summary")).to_have_text("No mistakes")
    expect(warning).to_be_visible()
    warning.get_by_role("button").click()
    expect(warning).to_have_count(0)
    kept = "studio.store.states(studio.draft.id).then((all) => all.map((state) => JSON.stringify(state.files)).join())"
    assert "# here and there" in page.evaluate(kept)
    assert designer.text.endswith("# here again\n# and on")


def test_a_link_says_whether_it_was_copied(designer: Designer) -> None:
    page = designer.come("#game=herbalists").page
    page.locator("[data-act=share]").click()
    copy = page.get_by_role("button", name="Copy the link")
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    copy.click()
    expect(page.locator(".dialog .main")).to_have_text("Copied")
    page.evaluate("document.execCommand = () => false")
    page.locator(".dialog .main").click()
    expect(page.locator(".dialog .main")).to_contain_text("Not copied")
    assert page.evaluate("getSelection().toString().length") > 100, "the link is selected"


def test_a_card_of_the_base_is_copied_and_an_archive_opened_again(designer: Designer, tmp_path: Path) -> None:
    page = designer.come().page
    designer.show("records")
    expect(page.locator("#panel-records option:checked")).to_have_text(re.compile("^slots"))
    page.locator("#panel-records select").select_option("cards")
    page.get_by_role("button", name="Add a copy of one_wood", exact=True).click()
    page.locator(".dialog input").fill("great_wood")
    page.keyboard.press("Enter")
    designer.until("studio.editor.text.includes('great_wood = {')")
    expect(page.locator("[data-cell='great_wood.value']")).to_have_value("1")
    expect(page.locator("[data-cell='great_wood.value']")).to_be_focused()
    expect(page.locator(".cm-line", has_text="great_wood = {")).to_be_in_viewport()
    with page.expect_download() as started:
        page.locator("[data-act=export]").click()
    started.value.save_as(tmp_path / "mine.zip")
    page.locator("[data-act=open]").click()
    page.locator("#file").set_input_files(str(tmp_path / "mine.zip"))
    expect(page.locator(".dialog")).to_have_count(0)
    expect(page.locator(".draft-name")).to_have_text("my_summer (2)")
    assert "great_wood = {" in designer.text
    page.locator("[data-act=open]").click()
    (tmp_path / "picture.zip").write_bytes(b"no archive")
    page.locator("#file").set_input_files(str(tmp_path / "picture.zip"))
    expect(page.locator(".dialog .problem")).to_contain_text("no ruleset")


def test_definitions_in_the_base_and_renaming(designer: Designer) -> None:
    page = designer.come().page
    at = designer.text.index("deliver") if "deliver" in designer.text else designer.text.index("gain")
    page.evaluate(f"studio.editor.go({at})")
    page.keyboard.press("F12")
    designer.replace("cells.slot", "cells.slot")
    at = designer.text.index("pair_stars")
    page.evaluate(f"studio.editor.go({at})")
    page.keyboard.press("F2")
    page.locator(".dialog input").fill("twin_stars")
    page.keyboard.press("Enter")
    designer.until("!studio.editor.text.includes('pair_stars')")
    expect(page.locator(".problems .summary")).to_have_text("No mistakes")


def test_a_published_game_is_played_without_the_studio(designer: Designer, browser: Browser, tmp_path: Path) -> None:
    page = designer.come().page
    page.locator("[data-act=publish]").click()
    with page.expect_download() as started:
        page.locator("[data-act=publish-folder]").click()
    saved = tmp_path / "game.zip"
    started.value.save_as(saved)
    with zipfile.ZipFile(saved) as archive:
        assert archive.testzip() is None
        archive.extractall(tmp_path / "game")
    with served(tmp_path / "game") as address:
        guest = Designer(browser, address, 400, 800)
        guest.page.goto(address)
        guest.page.wait_for_selector(".picture svg")
        expect(guest.page).to_have_title("Solenia, summer")
        guest.page.locator(".answer:not([disabled])").first.click()
        expect(guest.page.locator(".answer.sent")).to_have_count(0)
        guest.context.close()
        assert guest.problems == []


@pytest.mark.parametrize("way", ["file", "host"])
def test_a_game_in_a_single_file_is_played_from_the_disk_and_from_a_host(
    designer: Designer, browser: Browser, tmp_path: Path, way: str
) -> None:
    page = designer.come("#game=herbalists").page
    page.locator("[data-act=publish]").click()
    with page.expect_download() as started:
        page.locator("[data-act=publish-single]").click()
    saved = tmp_path / "game.html"
    started.value.save_as(saved)
    assert saved.stat().st_size < 16e6
    with hosted(tmp_path) as host:
        address = saved.as_uri() if way == "file" else f"{host}game.html"
        guest = Designer(browser, address, 400, 800)
        guest.page.goto(address)
        guest.page.wait_for_selector(".picture svg")
        expect(guest.page).to_have_title("Herbalists")
        guest.page.locator(".answer:not([disabled])").first.click()
        expect(guest.page.locator(".answer.sent")).to_have_count(0)
        guest.page.locator("select[aria-label=Language]").select_option("pl")
        expect(guest.page.locator("html")).to_have_attribute("lang", "pl")
        guest.context.close()
        assert guest.problems == []


def test_everything_is_reached_by_the_keyboard(designer: Designer) -> None:
    page = designer.come().page
    page.keyboard.press("Control+k")
    page.keyboard.insert_text("Scenarios")
    page.keyboard.press("Enter")
    expect(page.locator("#panel-scenarios")).to_be_visible()
    page.keyboard.press("Alt+1")
    expect(page.locator("#panel-rules")).to_be_visible()
    page.keyboard.press("Alt+0")
    before = designer.text
    page.keyboard.press("Control+Enter")
    page.wait_for_selector(".picture svg")
    assert designer.text == before, "the keys that begin a game write nothing"
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("1")
    assert designer.text.endswith("1")
    assert page.evaluate("studio.play.table.state.version") == 0
    page.keyboard.press("Escape")  # closes the offers, if there are any
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.editor')") is None, "Escape and Tab leave the text"


@pytest.mark.parametrize(("width", "scheme", "lang"), [(1024, "light", "fr-FR"), (360, "dark", "pl-PL")])
def test_nothing_hangs_over_the_edge(browser: Browser, address: str, width: int, scheme: str, lang: str) -> None:
    somebody = Designer(browser, address, width, 768, color_scheme=scheme)
    somebody.page.add_init_script(f"if (origin !== 'null') localStorage.setItem('studio.lang', '\"{lang[:2]}\"')")
    page = somebody.come().page
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    over = "[...document.querySelectorAll('header *')].filter((one) => one.getBoundingClientRect().right > innerWidth)"
    assert page.evaluate(f"{over}.length") == 0, "everything in the bar is in sight"
    assert page.evaluate("document.documentElement.dataset.theme") == scheme
    somebody.context.close()
    assert somebody.problems == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_people_with_screen_readers_find_their_way(browser: Browser, address: str, scheme: str) -> None:
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="NO TESTS OF ACCESSIBILITY: `make browser`"
    )
    somebody = Designer(browser, address, color_scheme=scheme)
    page = somebody.come().page
    drawn = {
        "rules": ".topic", "play": "[data-act=begin]", "position": "svg", "scenarios": "li",
        "measure": "[data-act=measure]", "records": ".grid", "learn": ".lesson",
    }  # fmt: skip
    for pane, part in drawn.items():
        somebody.show(pane)
        expect(page.locator(f"#panel-{pane} {part}").first).to_be_visible()
        found = axe.Axe().run(page).response["violations"]
        serious = [
            (one["id"], one["nodes"][0]["html"][:200]) for one in found if one["impact"] in ("serious", "critical")
        ]
        assert serious == [], pane
    somebody.context.close()
