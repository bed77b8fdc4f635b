"""Pages and plots: one file that needs nothing else, the same bytes every time, the answer first, in each language."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

import solenia_rules as sr
from solenia_rules.cli.main import main
from solenia_rules.tools.lab.grouping import cell_grid, groups, listed, named, spark, split
from solenia_rules.tools.lab.intervals import wilson
from solenia_rules.tools.lab.pages import charts
from solenia_rules.tools.lab.summary import OptionUse
from solenia_rules.words.by_language import page_words
from solenia_rules.words.languages import LANGUAGES

RUN = ["sim", "candle", "--games", "40", "--bots", "random", "--seats", "3", "--jobs", "1", "--also", "no"]
PLANTED = """
ruleset = "planted"
language = 1
extends = "herbalists"
source = "ours"
languages = ["en"]
title = { en = "Planted" }
[rules.boon]
source = "ours"
rules = 'after brew by anyone { gain 3 renown }'
"""


class Balanced(HTMLParser):
    """Checks that every element is closed in its place."""

    VOID = ("meta", "br", "img", "input")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def checked(page: str) -> str:
    """The page, which must be well formed and need no other file."""
    parser = Balanced()
    parser.feed(page)
    assert not parser.open
    assert not re.search(r"""(?:src|href)\s*=|@import|url\(""", page)
    assert page.index('class="answer"') < 6000, "the answer stands before everything else"
    for chart in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        ElementTree.fromstring(chart)
    return page


def written(line: list[str], file: Path, code: int = 0) -> str:
    assert main([*line, "--report", str(file)]) == code
    return checked(file.read_text("utf-8"))


def test_a_page_is_the_same_every_time(tmp_path: Path) -> None:
    page = written(RUN, tmp_path / "a.html")
    assert page == written(RUN, tmp_path / "b.html")
    assert page.count("<svg") == 4  # nothing is settled about options
    assert sr.load("candle").title in page
    assert "No seat has a settled advantage" in page


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_speaks_the_language_of_the_user(lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", f"{lang}_XX.UTF-8")
    page = written(RUN, tmp_path / "page.html")
    assert f'<html lang="{lang}">' in page
    assert page_words(lang).PAGES["how_games_end"] in page
    assert sr.load("candle").titles[lang] in page


def test_how_a_game_feels_and_what_is_strong_are_drawn(tmp_path: Path) -> None:
    line = ["sim", "herbalists", "--games", "30", "--bots", "random", "--jobs", "1", "--feel", "--strong"]
    page = written(line, tmp_path / "page.html")
    for text in ("How it feels", "Skill", "What is strong", "options about as good as the best"):
        assert text in page
    assert page.count("<details>") >= 3


def test_the_first_sentence_is_about_all_seats_if_none_of_three_has_an_advantage(tmp_path: Path) -> None:
    line = ["sim", "crab_pots", "--seats", "3", "--games", "30", "--bots", "random", "--jobs", "1"]
    page = written(line, tmp_path / "page.html")
    assert "<p>No seat has a settled advantage or disadvantage with any of these bots: random, greedy.</p>" in page


def test_long_names_stand_above_their_values_and_are_not_cut() -> None:
    name, told = "a name of an option that takes nearly a whole line", "+12.2 (+0.6 to +23.7)"
    chart = ElementTree.fromstring(charts.rows([charts.Row(name, 1.0, 0.0, 2.0, told)], "t"))
    places = {text.text: float(text.attrib["y"]) for text in chart.iter() if text.tag.endswith("text")}
    assert places[name] < places[told]


@pytest.mark.parametrize("name", ["solo", "hex", pytest.param("day_and_night", marks=pytest.mark.thorough)])
def test_a_game_without_scores_and_a_game_for_one_have_pages(name: str, tmp_path: Path) -> None:
    line = ["sim", name, "--games", "2", "--bots", "random", "--jobs", "1"]
    assert "<h1>" in written(line, tmp_path / f"{name}.html")


def test_compare_price_and_sweep_have_pages(tmp_path: Path) -> None:
    file = tmp_path / "planted.toml"
    file.write_text(PLANTED)
    many = ["--games", "64", "--bots", "random", "--jobs", "1"]
    page = written(["compare", "herbalists", str(file), *many], tmp_path / "compare.html")
    assert "gives more score than herbalists" in page
    assert "Game by game" in page
    page = written(["price", f"{file}:boon", *many], tmp_path / "price.html")
    assert "boon is worth something" in page
    assert "<span>worth for a seat for which it acted (" in page
    assert "<span>difference in score (" in page
    page = written(["sweep", "crab_pots", "--vary", "set_value=0,3,9", *many], tmp_path / "sweep.html")
    assert "score is higher at set_value=9" in page
    assert "the most different of 3 pairs" in page
    assert "so many for each value of set_value, on the same seeds" in page
    assert "those of set_value=0" in page
    assert "both sides" not in page
    page = written(["compare", "herbalists", "herbalists", *many, "--metric", "wins:1"], tmp_path / "same.html")
    assert "No pair of games differs" in page


def test_tune_has_a_page_with_its_trade_offs(tmp_path: Path) -> None:
    line = ["tune", "crab_pots", "--bots", "random", "--jobs", "1", "--also", "no", "--games", "48", "--trials", "6"]
    line += ["--check-games", "60", "--vary", "set_value"]
    page = written([*line, "--goal", "score at least 10", "--goal", "length 20 to 30"], tmp_path / "two.html")
    assert "Settled" in page
    assert page.count('class="goal"') == 1
    page = written([*line, "--goal", "score at least 90"], tmp_path / "one.html", code=1)
    assert "Not reached" in page


def test_a_page_that_cannot_be_written_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*RUN, "--report", str(tmp_path / "nowhere" / "page.html")]) == 2
    assert "cannot write" in capsys.readouterr().err


def test_a_curve_is_drawn(tmp_path: Path) -> None:
    file = tmp_path / "curve.svg"
    line = ["sweep", "crab_pots", "--vary", "set_value=0,3", "--games", "5", "--bots", "random", "--jobs", "1"]
    assert main([*line, "--plot", str(file)]) == 0
    assert ElementTree.parse(file).getroot().tag.endswith("svg")
    assert main([*line, "--plot", str(tmp_path / "nowhere" / "curve.svg")]) == 2


def test_plots_cope_with_equal_and_infinite_values() -> None:
    one = charts.Row("a < b", 1.0, float("-inf"), float("inf"), "1")
    for chart in (
        charts.rows([one], "t"),
        charts.rows([one], "t", even=1.0, bars=True),
        charts.lines([("a", [(1.0, 2.0)])], "t", "x"),
        charts.lines([("a", [(0.0, 0.0), (1.0, 0.0)]), ("b", [(0.0, 0.0), (1.0, 0.0)])], "t", "x", stepped=True),
        charts.plane([(1, 1, "now", "n")], (float("-inf"), float("inf"), 1, 1), "t", ("x", "y"), (False, True)),
    ):
        ElementTree.fromstring(chart)
        assert "inf" not in chart
        assert "nan" not in chart


def use(name: str, offered: int, taken: int) -> OptionUse:
    return OptionUse(name, offered, taken, offered, taken, wilson(0, taken), wilson(0, offered - taken))


def test_options_are_grouped_by_decision() -> None:
    cells = [use(f"place cell={column}{row}", 10, row) for column in "abc" for row in range(1, 5)]
    found = groups([*cells, use("take_turn pass", 5, 5), use("deliver tile=day_1", 4, 0)])
    assert [(one.name, len(one.options)) for one in found] == [
        ("place cell", 12),
        ("take_turn", 1),
        ("deliver tile", 1),
    ]
    assert split(found[0].most_taken.name)[1] == "a4"
    grid = cell_grid(found[0])
    assert grid is not None
    assert grid[2, 4] == pytest.approx(0.4)
    assert cell_grid(found[1]) is None
    assert spark([0, 0.5, 1]) == "·▄█"
    assert len(spark([0.1] * 126)) <= 40


def test_long_lists_of_names_are_cut() -> None:
    names = [f"place cell=a{n}" for n in range(20)] + ["hothouse"]
    (alone, (asked, things)) = named(names)
    assert alone == ("", ["hothouse"])
    assert asked == "place cell"
    assert listed(things, "and {count} more").endswith("a7 and 12 more")
