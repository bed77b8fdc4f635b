"""What is strong: planted options are found first, and options that are alike are not called different."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.cli.main import main
from solenia_rules.tools.lab.replaying import compiled_replaying
from solenia_rules.tools.lab.runner import make_job
from solenia_rules.tools.lab.strong import Strong, judged, strong_of
from tests.small_rulesets import small_ruleset

DRAFT = "repeat 3 { as seats { phase pick { choose c in row; gain (worth of c) of points; move c to my hand } } }"
CARDS = """
[pieces]
card = {{ plural = "cards", starts = "row", fields = {{ worth = "0..9" }}, source = "ours" }}
[zones]
row = {{ of = "card", seen = "all", source = "ours" }}
hand = {{ of = "card", per = "seat", seen = "all", source = "ours" }}
[cards]
{cards}
"""
RESULT = """
[result]
end = { effect = 'win all(s in seats where points of s is max(points of t for t in seats))', source = "ours" }
"""


def draft(**worths: int) -> str:
    """A ruleset in which seats take cards in turn; the worth of a card is what it scores."""
    cards = "\n".join(f'{name} = {{ worth = {worth}, source = "ours" }}' for name, worth in worths.items())
    return small_ruleset("draft", (2, 2), DRAFT, more=CARDS.format(cards=cards)) + RESULT


EVEN = {"oak": 2, "elm": 2, "ash": 2, "fir": 2, "yew": 2, "box": 2, "bay": 2}


def strong(text: str, games: int = 60, bots: str = "random") -> Strong:
    rules = sr.load_text(text)
    return strong_of(rules, make_job(rules, 2, bots, 3), games, lambda _done: None)


def test_a_planted_card_is_found_first() -> None:
    found = strong(draft(**(EVEN | {"fir": 5})))
    first = found.options[0]
    assert first.name.endswith(" c=fir")
    assert first.verdict == "strong"
    assert first.gain.interval.low > 0.2
    assert [one.verdict for one in found.options[1:]].count("strong") == 0


def test_a_planted_card_that_harms_is_found_last() -> None:
    found = strong(draft(**(EVEN | {"yew": 0})))
    assert found.options[-1].name.endswith(" c=yew")
    assert found.options[-1].verdict == "weak"


def test_cards_that_are_alike_are_not_called_different() -> None:
    assert {one.verdict for one in strong(draft(**EVEN)).options} == {"open"}


def test_false_discoveries_are_rare() -> None:
    """If no option differs, any that is settled is false: at most one report in twenty has one."""
    lots = random.Random(1)
    wrong = 0
    for _ in range(400):
        gains = {f"option {n}": [lots.choice((-0.5, -0.25, 0.0, 0.25, 0.5)) for _ in range(25)] for n in range(30)}
        wrong += any(one.verdict != "open" for one in judged(gains))
    assert wrong <= 400 * 0.05 + 3 * (400 * 0.05 * 0.95) ** 0.5


def test_few_games_settle_nothing() -> None:
    found = judged({"often": [0.5] * 19, "once": [1.0]})
    assert {one.verdict for one in found} == {"open"}


@pytest.mark.parametrize(("name", "games"), [("crab_pots", 4), ("summer", 1), ("fellowship", 1)])
def test_machine_code_finds_the_same(name: str, games: int) -> None:
    pytest.importorskip("llvmlite")
    rules = sr.load(name)
    rules.telling(2)
    job = make_job(rules, 2, "random", 5)
    assert compiled_replaying(rules, job, games) is not None
    plain, compiled = (strong_of(rules, job, games, lambda _done: None, plainly=way) for way in (True, False))
    assert plain == compiled


def test_what_is_always_or_never_taken_is_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "draft.toml"
    file.write_text(draft(**(EVEN | {"fir": 9, "yew": 0})))
    line = ["sim", str(file), "--games", "60", "--bots", "greedy", "--jobs", "1", "--also", "no", "--strong"]
    assert main([*line, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)["strong"]
    assert [name.rpartition("=")[2] for name in found["always taken"]] == ["fir"]
    assert [name.rpartition("=")[2] for name in found["never useful"]] == ["yew"]
    assert main(line) == 0
    printed = capsys.readouterr().out
    assert "What is strong (7 options tried in 60 games with greedy" in printed
    assert "Always taken: turns c=fir" in printed
    assert "Never taken and never useful: turns c=yew" in printed


def test_what_is_strong_is_told_with_two_bots(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, page = tmp_path / "draft.toml", tmp_path / "page.html"
    file.write_text(draft(**(EVEN | {"fir": 9, "yew": 0})))
    line = ["sim", str(file), "--games", "60", "--bots", "random", "--jobs", "1", "--strong"]
    assert main([*line, "--format", "json"]) == 0
    known = json.loads(capsys.readouterr().out)["strong"]["with"]["greedy"]
    assert known["turns c=fir"] == "strong"
    assert main([*line, "--report", str(page)]) == 0
    (heads,) = (one for one in capsys.readouterr().out.splitlines() if "settled with greedy" in one)
    assert heads.endswith("settled  settled with greedy")
    assert "settled with greedy" in page.read_text("utf-8")


@pytest.mark.thorough
def test_a_tile_with_three_more_stars_is_found_first(tmp_path: Path) -> None:
    file = tmp_path / "planted.toml"
    file.write_text(
        'ruleset = "planted"\nlanguage = 1\nextends = "summer"\nsource = "ours"\nlanguages = ["en"]\n'
        'title = { en = "Planted" }\n[tiles]\nnight_wwhh = { worth = 9, source = "ours" }\n'
    )
    rules = sr.load(str(file))
    found = strong_of(rules, make_job(rules, 2, "greedy", 1), 1500, lambda _done: None)
    assert found.options[0].name == "deliver tile=night_wwhh"
    assert found.options[0].verdict == "strong"
