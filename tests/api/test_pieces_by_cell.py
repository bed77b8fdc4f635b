"""A piece on a board can be named by its cell, in answers, scenarios and questions why."""

from __future__ import annotations

from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.cli.phrases import read_phrase
from solenia_rules.rules.files import open_bundle
from solenia_rules.tools.scenarios.decoder import decode_file
from solenia_rules.tools.scenarios.files import ScenarioFile
from solenia_rules.tools.scenarios.runner import Runner

MEN = """
ruleset = "men"
language = 1
source = "ours"
seats = { range = [2, 2] }
title = { en = "Men" }

[pieces]
man  = { plural = "men", per = "seat", source = "ours" }
card = { plural = "cards", starts = "pile", source = "ours" }

[men]
runner = { copies = 3, source = "ours" }
king = { source = "ours" }

[cards]
run = { source = "ours" }
halt = { source = "ours" }

[zones]
pile = { of = "card", seen = "all", source = "ours" }

[boards.court]
columns = 3
rows    = 3
source  = "ours"

[setup.men]
source = "ours"
effect = '''
as seats { move nth(my men, 1) to court(if me is first(seats) then 1 else 3, 1) }
as first(seats) {
  move nth(my men, 2) to court(1, 2)
  move nth(my men, 3) to court(1, 3)
  move nth(my men, 4) to court(1, 3)
}
'''

[play.turns]
source = "ours"
effect = '''
repeat 9 {
  phase turn {
    choose card in pile
    choose man in my men where row of cell of man is 1 and column of cell of man < 3 or cell of man is court(1, 3)
    choose c in court where c is in neighbours(cell of man)
    move man to c
  }
}
'''

[words.en]
run = "run"
"""


def asked(*answers: str) -> sr.Game:
    game = sr.new_game(sr.load_text(MEN, "men"), seats=2, seed=1)
    for answer in answers:
        option = None if game.decision is None else game.decision.find(answer)
        assert option is not None
        game = game.choose(option)
    return game


def test_the_cell_of_a_piece_means_the_only_option_that_stands_there() -> None:
    decision = asked("run").decision
    assert decision is not None
    one = decision.find("a1")
    assert one is not None
    assert one.id == "man=runner#1"
    assert decision.find("court.b1") == decision.find("man=runner#2")
    assert decision.find("c1") is None  # two stand there
    assert decision.find("a3") is None  # not one's own
    assert decision.find("c3") is None  # nobody stands there
    assert asked("run", "b1", "b2").view(0) == asked("run", "runner#2", "b2").view(0)


def test_cells_mean_nothing_where_pieces_in_zones_are_chosen() -> None:
    decision = asked().decision
    assert decision is not None
    assert decision.find("a1") is None
    assert "not asked for here" in asked().why_not("a1")


def test_it_can_be_asked_why_a_piece_on_a_cell_is_not_on_offer() -> None:
    game = asked("run")
    assert read_phrase(game, "a1 c3", "en").refused == "c=court.c3"
    assert read_phrase(game, "A1 a2", "en").taken == ("man=runner#1", "c=court.a2")
    assert "not among those to choose from" in game.why_not("a3")
    assert "not asked for here" in game.why_not("b3")


@pytest.mark.parametrize("answer", ["a1", "court.a1"])
def test_scenarios_name_pieces_by_their_cells(answer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "men.toml").write_text(MEN, "utf-8")
    path = tmp_path / "men.scenarios.toml"
    path.write_text(
        f"""
seats = 2
seed = 1
[given]
phase = "turn"
me = 1
[[scenario]]
name = "a man moves"
when = ["run", "{answer}", "a2"]
then = {{ court = {{ a1 = [], a2 = "runner#1 of seat 1" }} }}
""",
        "utf-8",
    )
    (scenario,) = decode_file(ScenarioFile(path.name, path), open_bundle()).scenarios
    outcome = Runner().run(scenario)
    assert outcome.passed, outcome
