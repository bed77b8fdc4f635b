"""Rulebooks and aids: whole, by themselves, in every language."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from itertools import product
from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.cli.main import main
from solenia_rules.tools.paper.pages import Pages
from solenia_rules.words.languages import LANGUAGES
from tests.sampling import sampled
from tests.small_rulesets import small_ruleset

GAMES = ("winter", "day_and_night", "herbalists")
VOID = {"meta", "br"}


@cache
def pages(name: str, lang: str) -> Pages:
    return Pages(rules(name), name, lang)


@cache
def rules(name: str) -> sr.Ruleset:
    return sr.load(name)


class Reader(HTMLParser):
    """Notes what is opened and not closed, and the text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        self.wrong += [
            f"{tag} {key}={value}" for key, value in attrs if key in ("src", "href") and value and value[0] != "#"
        ]

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text.append(data)


def read(page: str) -> str:
    """The text of a page that is well formed and needs nothing from outside."""
    reader = Reader()
    reader.feed(page)
    assert reader.wrong == []
    assert reader.open == []
    assert re.search(r"url\((?!#)", page) is None
    assert "<script" not in page
    return re.sub(r"\s+", " ", " ".join(reader.text))


@pytest.mark.parametrize(("name", "lang"), sampled(product(GAMES, LANGUAGES), 4))
def test_a_rulebook_is_whole(name: str, lang: str) -> None:
    made = pages(name, lang)
    page = made.rulebook()
    text = read(page)
    assert f'<html lang="{lang}">' in page
    for key in ("components", "setup", "play", "words", "pieces", "result", "examples"):
        assert f"<h2>{made.label(key)}</h2>" in page
    for record in made.world.records:
        assert made.capital(made.g.title(record.id)) in page, record.id
    assert re.findall(r"\b[a-z]+_[a-z_]+\b", text) == [], "an id instead of words"
    assert page == Pages(rules(name), name, lang).rulebook()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_an_aid_is_one_sheet_with_every_action(name: str, lang: str) -> None:
    made = pages(name, lang)
    page = made.aid()
    text = read(page)
    assert page.count('class="sheet"') == 1
    for verb in made.world.verbs:
        said = made.topics.topic(verb.id)
        assert said is not None
        told = verb.id not in made.verbs() or made.capital(said.title) in page
        assert told, verb.id
    for param in made.world.params:
        assert made.capital(made.g.say("entry", x=made.g.title(param.id), y=str(param.value))) in page, param.id
    assert re.findall(r"\b[a-z]+_[a-z_]+\b", text) == []


def test_examples_are_scenarios_played() -> None:
    text = read(pages("winter", "en").rulebook())
    assert "Player 1 gains" in text
    assert "Example 2" in text


LARDER = """
ruleset = "larder"
language = 1
source = "ours"
seats = { range = [1, 2] }
title = { en = "Larder", fr = "Cellier", pl = "Spiżarnia" }
kinds.food = { plural = "foods", words = ["bread", "honey"], source = "ours" }
counters.store = { per = ["seat", "food"], limit = '5', PAST source = "ours" }
counters.point = { per = ["seat"], plural = "points", limit = '9', score = true, source = "ours" }
play.all = { effect = 'as seats { gain 1 bread }', source = "ours" }
"""


@pytest.mark.parametrize(
    ("past", "told"),
    [
        ("", "(at most 5; whoever has more gives up the rest at once, as they choose)"),
        ('past_limit = "lost",', "(at most 5; what is more is lost)"),
    ],
)
def test_what_becomes_of_more_than_the_limit_is_told(past: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "larder.toml"
    path.write_text(LARDER.replace("PAST", past), "utf-8")
    made = Pages(sr.load(str(path)), str(path), "en")
    text = read(made.rulebook())
    assert told in text
    assert "(at most 9)" in text
    assert told.strip("()")[1:] in read(made.aid())


def test_a_number_in_an_id_does_not_stand_for_the_fields_of_a_piece(tmp_path: Path) -> None:
    path = tmp_path / "larder.toml"
    jars = """
zones.shelf = { of = "jar", seen = "all", source = "ours" }
pieces.jar = { plural = "jars", starts = "shelf", fields = { size = "0..9" }, source = "ours" }
jars.jar_2 = { size = 7, source = "ours" }
jars.pot = { size = 3, source = "ours" }
words.en.pot = "pot of 3"
words.fr.pot = "pot de 3"
words.pl.pot = "garnek na 3"
"""
    path.write_text(LARDER.replace("PAST", "") + jars, "utf-8")
    text = read(Pages(sr.load(str(path)), str(path), "en").rulebook())
    assert "size: 7" in text
    assert "size: 3" not in text


def test_things_with_a_look_have_an_icon_in_the_text() -> None:
    book = pages("herbalists", "en")
    assert book.icon("mint").startswith('<svg class="icon"')
    assert book.icon("stall") == ""


def test_the_rulebook_has_a_picture_of_the_beginning() -> None:
    assert '<figure><svg xmlns="http://www.w3.org/2000/svg"' in pages("herbalists", "fr").rulebook()


def test_the_command_writes_a_file_and_tells_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "aid.html"
    assert main(["print", "herbalists", "--aid", "--lang", "fr", "-o", str(target)]) == 0
    assert target.read_text("utf-8").startswith("<!doctype html>")
    assert main(["print", "herbalists", "--pdf"]) == 2
    monkeypatch.setitem(__import__("sys").modules, "weasyprint", None)
    assert main(["print", "herbalists", "--aid", "--pdf", "-o", str(tmp_path / "aid.pdf")]) == 2
    assert "pip install 'solenia-rules[print]'" in capsys.readouterr().err
    assert not (tmp_path / "aid.pdf").exists()
    assert main(["print", "herbalists", "-o", str(tmp_path / "none" / "x.html")]) == 2
    assert main(["print", "no_such_game"]) == 2


@pytest.mark.thorough
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["summer", "winter", "improvements", "day_and_night", "candle"])
def test_an_aid_fits_one_page_of_paper(name: str, lang: str) -> None:
    weasyprint = pytest.importorskip("weasyprint")
    assert len(weasyprint.HTML(string=pages(name, lang).aid()).render().pages) == 1


LONG = small_ruleset(
    "long", (1, 1), "phase turn { choose n in range(1, 2); repeat 100 { repeat 3 { gain n of points } } }"
)


def test_an_example_with_many_events_is_read_from_the_log_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "long.toml").write_text(LONG, "utf-8")
    scenario = '[[scenario]]\nname = "it"\nwhen = ["n=1"]\nthen = { point = { 1 = 300 } }\n'
    (tmp_path / "long.scenarios.toml").write_text(scenario, "utf-8")
    rules, made = sr.load(str(tmp_path / "long.toml")), 0
    log = next(vars(kind)["log"] for kind in sr.Game.__mro__ if "log" in vars(kind))
    assert isinstance(log, property)

    def counted(game: sr.Game) -> object:
        nonlocal made
        made += 1
        return log.__get__(game)

    monkeypatch.setattr(sr.Game, "log", property(counted))
    page = Pages(rules, str(tmp_path / "long.toml"), "en").rulebook()
    assert "× 300" in page
    assert made == 2
