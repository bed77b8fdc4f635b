"""People play in a real browser. `make browser` installs it; without it these tests are skipped."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.serve.browser import CHROMIUM, running

playwright = pytest.importorskip("playwright.sync_api", reason="NO BROWSER TESTS: run `make browser`")
if CHROMIUM is None:
    pytest.skip("NO BROWSER TESTS: there is no Chromium; run `make browser`", allow_module_level=True)

from playwright.sync_api import Browser, Page, expect, sync_playwright  # noqa: E402

pytestmark = pytest.mark.browser
WAIT = 60_000
expect.set_options(timeout=WAIT)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as started:
        made = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield made
        made.close()


class Person:
    """Somebody at a page of their own; every problem that the page reports is noted."""

    def __init__(self, browser: Browser, width: int = 1300, height: int = 850, touch: bool = False) -> None:
        size = {"width": width, "height": height}
        self.context = browser.new_context(viewport=size, locale="en-GB", has_touch=touch)
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(WAIT)
        self.problems: list[str] = []
        self.page.on("pageerror", lambda problem: self.problems.append(str(problem)))
        self.page.on("console", lambda said: self.problems.append(said.text) if said.type == "error" else None)

    def set_up(self, address: str, title: str, *others: str, name: str = "") -> None:
        """Open a table of a game, with these players at the other seats."""
        self.page.goto(address)
        self.page.get_by_placeholder("Find a game").fill(title)
        self.page.locator(".card", has_text=title).first.click()
        for seat, plays in enumerate(others, 1):
            self.page.locator(f"[data-seat='{seat}']").select_option(plays)
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_role("button", name="Open the table").click()
        self.page.wait_for_selector(".picture svg, .cover")

    def invitation(self) -> str:
        return str(self.page.locator(".invitations input").first.input_value())

    def accept(self, link: str, name: str) -> None:
        self.page.goto(link)
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_role("button", name="Take the seat").click()
        self.page.wait_for_selector(".picture svg")

    def asked(self) -> bool:
        """Wait until this person is asked, or the game is over; whether the person is asked."""
        self.page.wait_for_selector(".answer:not([disabled]), .end")
        return bool(self.page.locator(".end").count() == 0)

    def answer(self, keyboard: bool = False) -> None:
        """Give an answer, and wait for the position after it."""
        if keyboard:
            self.page.keyboard.press("1")
        else:
            self.page.locator(".answer:not([disabled])").first.click(no_wait_after=True)
        expect(self.page.locator(".answer.sent")).to_have_count(0)

    def who_is_asked(self) -> int:
        """The seat that is asked in the position that this page shows; -1 if the game is over."""
        people = "[...document.querySelectorAll('.people li')]"
        return int(self.page.evaluate(f"{people}.findIndex((one) => one.classList.contains('asked'))"))


def play_out(*people: Person, keyboard: bool = False) -> None:
    """Finish a game whose first seats are those of these people; bots sit at the others."""
    seat = max(0, people[0].who_is_asked())
    while (person := people[seat] if seat < len(people) else people[0]).asked():
        person.answer(keyboard)
        seat = person.who_is_asked()
    for person in people:
        person.page.wait_for_selector(".end")
        assert person.problems == []


@pytest.mark.parametrize(
    "title",
    ["Connect Four", *(pytest.param(t, marks=pytest.mark.thorough) for t in ("Solenia, summer", "Day & Night"))],
)
def test_two_people_finish_a_game_in_two_browsers(browser: Browser, tmp_path: Path, title: str) -> None:
    with running(tmp_path) as (address, _server):
        ada, grace = Person(browser), Person(browser)
        ada.set_up(address, title, "person", name="Ada")
        grace.accept(ada.invitation(), "Grace")
        expect(ada.page.locator(".people")).to_contain_text("Grace")
        expect(ada.page.locator(".picture svg")).to_contain_text("Grace")
        play_out(ada, grace)
        for person in (ada, grace):
            expect(person.page.locator(".log")).to_contain_text("Grace")
            expect(person.page.locator(".picture svg")).to_contain_text("Ada")
            expect(person.page.locator(".end table")).to_contain_text("Grace")
        assert ada.page.locator(".end table").inner_text() == grace.page.locator(".end table").inner_text()
        ada.page.locator(".end input[type=range]").fill("1")
        expect(ada.page.locator(".end output")).to_contain_text("Step 1 of")
        with ada.page.expect_download() as saved:
            ada.page.get_by_role("button", name="Download the game").click()
        assert "answers" in Path(saved.value.path()).read_text("utf-8")
        ada.page.get_by_role("button", name="Play again").click()
        ada.page.wait_for_url(re.compile("/table/"))
        ada.page.wait_for_selector(".picture svg")
        expect(grace.page.locator(".next")).to_contain_text("Ada plays again")
        grace.page.locator(".next").get_by_role("button", name="Take the seat").click()
        grace.page.wait_for_url(ada.page.url)
        expect(ada.page.locator(".people")).to_contain_text("Grace")
        assert ada.problems == grace.problems == []


def test_a_phone_and_the_keyboard_are_enough(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as (address, _server):
        player = Person(browser, 360, 740)
        player.set_up(address, "Connect Four", "random")
        wide = player.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 360
        play_out(player, keyboard=True)


def test_an_answer_is_given_by_clicking_in_the_picture(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as (address, _server):
        player = Person(browser)
        player.set_up(address, "Connect Four", "random")
        player.page.wait_for_selector(".answer")
        before = player.page.locator(".log li").count()
        player.page.locator(".picture [data-option]").first.click(force=True)
        player.page.locator(".log li").nth(before).wait_for()
        assert player.problems == []


def test_an_empty_cell_is_clicked_where_nothing_is_drawn(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as (address, _server):
        player = Person(browser)
        player.set_up(address, "Chess", "person")
        for cell in ("e2", "e4"):
            player.page.locator(f".picture [data-ref='cell:board.{cell}'][data-option]").click()
        expect(player.page.locator(".log")).to_contain_text("e2 to e4")
        assert player.problems == []


def test_pointing_at_what_is_no_answer_tells_why(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as (address, _server):
        player = Person(browser)
        player.set_up(address, "Connect Four", "person")
        page = player.page
        page.wait_for_selector(".answer")
        page.locator("[data-ref='cell:frame.d6']").hover(force=True)
        expect(page.locator(".tip .reason")).to_contain_text("condition")
        expect(page.locator(".tip .reason")).not_to_contain_text(".toml")
        page.locator("[data-ref='cell:frame.d1']").hover(force=True)
        expect(page.locator(".tip .reason")).to_have_count(0)
        assert player.problems == []


def test_the_list_of_other_answers_tells_why(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as (address, _server):
        player = Person(browser)
        player.set_up(address, "Connect Four", "person")
        page = player.page
        page.wait_for_selector(".answer")
        page.keyboard.press("?")
        expect(page.get_by_label("Why can I not")).to_be_focused()
        page.get_by_label("Why can I not").select_option("d6")
        expect(page.locator(".why .reason")).to_contain_text("condition")
        page.locator(".answer").first.click()
        expect(page.locator(".why")).to_have_count(0)
        assert player.problems == []


def test_the_rules_are_read_and_searched(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as (address, _server):
        player = Person(browser, 360, 740)
        player.set_up(address, "Solenia, summer", "person")
        page = player.page
        page.get_by_role("button", name="Rules", exact=True).click()
        shown = page.get_by_role("dialog", name="Rules")
        expect(shown).to_contain_text("the players who have the most stars win the game")
        shown.get_by_label("Search").fill("most stars")
        expect(shown).not_to_contain_text("roll the coin", use_inner_text=True)
        expect(shown).to_contain_text("the players who have the most stars win the game", use_inner_text=True)
        page.get_by_role("button", name="Close").click()
        expect(shown).to_have_count(0)
        page.locator("[data-topic='wheat']").first.hover(force=True)
        expect(page.locator(".tip")).to_contain_text("Wheat: 0")
        assert player.problems == []


def test_the_arrow_keys_go_from_answer_to_answer(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as (address, _server):
        player = Person(browser)
        player.set_up(address, "Connect Four", "person")
        page = player.page
        page.locator(".answer").first.focus()
        for key in ("ArrowDown", "ArrowRight", "ArrowUp"):
            page.keyboard.press(key)
        expect(page.locator(".answer").nth(1)).to_be_focused()
        page.keyboard.press("End")
        expect(page.locator(".answer").last).to_be_focused()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        expect(page.locator(".log")).to_contain_text("a1")
        assert player.problems == []


def test_the_answers_of_a_turn_stand_above_the_question(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as (address, _server):
        player = Person(browser)
        player.set_up(address, "Chess", "person")
        page = player.page
        page.wait_for_selector(".answer")
        expect(page.locator(".steps")).to_have_count(0)
        chosen = page.locator(".answer span").first.inner_text().partition(" ")[0]
        page.locator(".answer").first.click()
        expect(page.locator(".steps li")).to_have_text([chosen])
        page.get_by_role("button", name="Take back").click()
        expect(page.locator(".steps")).to_have_count(0)
        assert player.problems == []


def test_the_picture_follows_the_width_of_the_page(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as (address, _server):
        player = Person(browser)
        player.set_up(address, "Chess", "person")
        wide = player.page.locator(".picture svg[width='960']")
        expect(wide).to_have_count(1)
        board = player.page.locator("[data-ref='cell:board.a1']")
        for width, drawn in ((400, 480), (800, 480), (1024, 960), (1700, 1280)):
            player.page.set_viewport_size({"width": width, "height": 740})
            expect(player.page.locator(f".picture svg[width='{drawn}']")).to_have_count(1)
            assert player.page.evaluate("document.documentElement.scrollWidth") <= width
            place = board.bounding_box()
            assert place is not None
            assert place["width"] > 35, "the cells stay large enough to be hit"
        assert player.problems == []


def test_who_refuses_to_take_back_is_heard(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as (address, _server):
        ada, grace = Person(browser), Person(browser, 360, 740)
        ada.set_up(address, "Connect Four", "person")
        grace.accept(ada.invitation(), "Grace")
        ada.page.locator(".answer").first.click()
        grace.page.wait_for_selector(".answer")
        ada.page.get_by_role("button", name="Take back").click()
        grace.page.get_by_role("button", name="Refuse").click()
        expect(ada.page.locator(".problem")).to_contain_text("does not agree")
        ada.page.get_by_role("button", name="Take back").click()
        expect(ada.page.locator(".problem")).to_be_empty()
        grace.page.get_by_role("button", name="Agree").click()
        expect(ada.page.locator(".status")).to_contain_text("Your turn")
        grace.page.goto(address)
        expect(grace.page.locator(".tables")).to_contain_text("Connect Four")
        assert ada.problems == grace.problems == []


def test_several_people_at_one_device_do_not_see_each_other(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as (address, _server):
        people = Person(browser)
        page = people.page
        page.goto(address)
        page.locator(".card", has_text="Connect Four").first.click()
        expect(page.get_by_label("Name at seat 2")).to_be_hidden()
        page.locator("[data-seat='1']").select_option("me")
        page.get_by_label("Your name").fill("Ada")
        page.get_by_label("Name at seat 2").fill("ada")
        page.get_by_role("button", name="Open the table").click()
        expect(page.locator(".problem")).to_contain_text("same name")
        page.get_by_label("Name at seat 2").fill("Grace")
        page.get_by_role("button", name="Open the table").click()
        for turn in range(4):
            expect(page.locator(".cover")).to_contain_text(("Ada", "Grace")[turn % 2])
            assert page.locator(".picture svg").count() == 0
            page.get_by_role("button", name="Show my table").click()
            expect(page.locator(".picture svg")).to_contain_text("Grace")
            page.locator(".answer").first.click()
        assert people.problems == []


def test_a_long_press_tells_the_rules_and_gives_no_answer(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as (address, _server):
        player = Person(browser, 360, 740, touch=True)
        player.set_up(address, "Connect Four", "person")
        page = player.page
        cell = page.locator("[data-ref='cell:frame.d1']")
        cell.evaluate("(cell) => scrollBy(0, cell.getBoundingClientRect().top - 250)")
        place = cell.bounding_box()
        assert place is not None
        x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
        finger = player.context.new_cdp_session(page)
        finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        expect(page.locator(".tip")).to_contain_text("row 1, column 4")
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        page.locator("h1").evaluate(
            "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )
        expect(page.locator(".status")).to_contain_text("Your turn")
        expect(page.locator(".tip")).to_be_visible()
        page.touchscreen.tap(x, y)
        expect(page.locator(".status")).not_to_contain_text("Your turn")
        expect(page.locator(".tip")).to_be_hidden()
        assert player.problems == []


def test_a_game_is_set_up_from_the_top_of_its_page(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as (address, _server):
        player = Person(browser, 360, 740)
        player.page.goto(address)
        card = player.page.locator(".card").last
        card.scroll_into_view_if_needed()
        card.click()
        expect(player.page.locator("form.setup h1")).to_be_focused()
        expect(player.page.locator("form.setup h1")).to_be_in_viewport()


def test_the_end_of_the_log_is_seen_at_the_end_of_the_game(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as (address, _server):
        player = Person(browser)
        player.set_up(address, "Connect Four", "random")
        play_out(player)
        expect(player.page.locator(".log li").last).to_be_in_viewport()
        expect(player.page.locator(".log li").last).to_contain_text("over")


def test_what_was_answered_at_one_device_is_taken_back_there(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as (address, _server):
        people = Person(browser)
        people.set_up(address, "Connect Four", "me", name="Ada")
        page = people.page
        page.get_by_role("button", name="Show my table").click()
        page.locator(".answer").nth(3).click()
        expect(page.locator(".cover")).to_contain_text("seat 2", ignore_case=True)
        for answer in ("Refuse", "Agree"):
            page.get_by_role("button", name="Take back").click()
            expect(page.locator(".wish")).to_contain_text("Ada would like to take back the last answer")
            page.get_by_role("button", name=answer).click()
            expect(page.locator(".wish")).to_have_count(0)
        expect(page.locator(".cover")).to_contain_text("Ada")
        page.get_by_role("button", name="Show my table").click()
        expect(page.locator(".answer")).to_have_count(7)
        expect(page.locator(".log li.answered")).to_have_count(0)
        assert people.problems == []


def test_a_log_whose_lines_have_changed_is_drawn_again(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as (address, _server):
        player = Person(browser)
        player.set_up(address, "Connect Four", "person", name="Ada: <b>")
        log = player.page.locator(".log li:visible")
        expect(log).to_have_text(["Ada: <b>: turn begins"])
        player.page.get_by_label("Language").select_option("pl")
        expect(log).not_to_have_text(["Ada: <b>: turn begins"])
        player.page.get_by_label("Język").select_option("en")
        player.page.locator(".answer").nth(2).click()
        expect(player.page.locator(".log li.answered")).to_have_text(["Ada: <b>: c1"])
        player.page.get_by_role("button", name="Take back").click()
        player.page.locator(".answer").nth(3).click()
        expect(player.page.locator(".log li.answered")).to_have_text(["Ada: <b>: d1"])
        assert player.problems == []


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_axe_finds_nothing_serious(browser: Browser, tmp_path: Path, colours: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="run `make browser`")
    with running(tmp_path) as (address, _server):
        context = browser.new_context(bypass_csp=True, color_scheme=colours, locale="en-GB")
        page = context.new_page()
        page.set_default_timeout(WAIT)
        page.goto(address)
        page.wait_for_selector(".card")
        found = [axe.Axe().run(page).response["violations"]]
        page.locator(".card", has_text="Connect Four").first.click()
        page.wait_for_selector("form.setup")
        found.append(axe.Axe().run(page).response["violations"])
        page.get_by_role("button", name="Open the table").click()
        page.wait_for_selector(".answer")
        found.append(axe.Axe().run(page).response["violations"])
    assert [one["id"] for page_found in found for one in page_found if one["impact"] in ("serious", "critical")] == []


def test_a_broken_and_a_good_upload(browser: Browser, tmp_path: Path) -> None:
    broken, good = tmp_path / "broken.toml", tmp_path / "mine.toml"
    head = 'ruleset = "{}"\nlanguage = 1\nextends = "connect_four"\nsource = "ours"\n'
    broken.write_text(head.format("broken") + "[verbs.drop]\neffect = 'choos c in board'\n", "utf-8")
    title = 'title = { en = "<img src=x onerror=alert(1)>", fr = "A", pl = "B" }\n'
    good.write_text(head.format("mine") + title, "utf-8")
    with running(tmp_path) as (address, _server):
        designer = Person(browser)
        designer.page.goto(address)
        file = designer.page.locator("input[type=file]")
        file.set_input_files(broken)
        expect(designer.page.locator(".mistakes li").first).to_contain_text("line")
        file.set_input_files(good)
        designer.page.get_by_role("button", name="Play this game").click()
        expect(designer.page.locator("h1")).to_have_text("<img src=x onerror=alert(1)>")
        designer.page.get_by_role("button", name="Open the table").click()
        designer.page.wait_for_selector(".picture svg")
        assert designer.problems == []


def test_a_reload_and_a_restart_of_the_server_in_the_middle(browser: Browser, tmp_path: Path) -> None:
    player = Person(browser)
    with running(tmp_path) as (address, _server):
        player.set_up(address, "Connect Four", "random")
        for _ in range(3):
            assert player.asked()
            player.answer()
        assert player.asked()
        lines = player.page.locator(".log li").all_inner_texts()
        player.page.reload()
        player.page.wait_for_selector(".answer:not([disabled])")
        assert player.page.locator(".log li").all_inner_texts() == lines
        port = int(address.rpartition(":")[2])
    expect(player.page.locator(".status")).to_contain_text("Connection lost")
    with running(tmp_path, port):
        expect(player.page.locator(".status")).to_contain_text("Your turn")
        assert all("ERR_CONNECTION_REFUSED" in one for one in player.problems)
        player.problems.clear()
        assert player.page.locator(".log li").all_inner_texts() == lines
        play_out(player)
