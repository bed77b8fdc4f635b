"""What is counted when games are played again: lines, branches, options, and what made a difference."""

from __future__ import annotations

import pytest

import solenia_rules as sr
from solenia_rules.tools.coverage.collector import Collector, outcome
from solenia_rules.tools.coverage.records import Counts
from tests.playing import loaded

RULES = """
ruleset = "stand"
language = 1
source = "ours"
seats = { range = [2, 2] }
title = { en = "Stand", fr = "Stand", pl = "Stand" }

[kinds]
good = { plural = "goods", words = ["ore", "clay", "salt"], source = "ours" }

[counters]
stock = { per = ["seat", "good"], source = "ours" }
point = { plural = "points", per = ["seat"], score = true, source = "ours" }

[verbs]
rest = { effect = 'if my points > 5 { gain 1 point } else { gain 2 points }', source = "ours" }
never = { effect = 'gain 9 points', source = "ours" }

[play.turns]
source = "ours"
effect = '''
as seats {
  phase turn {
    choose dig { choose g in goods where g is not salt; gain 1 of g }
    or sleep { rest }
    or pray { need my points > 5; never }
    if my points > 5 { gain 1 ore }
  }
}
win first(seats)
'''
"""


def counted(*answers: str) -> Collector:
    rules = sr.load_text(RULES, "stand")
    collector = Collector(rules)
    game = sr.new_game(rules, seed=1)
    for answer in answers:
        game = game.choose(answer)
    collector.add(game)
    return collector


def test_lines_branches_and_options_are_counted_where_they_stand() -> None:
    found = counted("dig", "g=clay", "sleep").coverage()
    lines = {(line.owner, " ".join(line.span.text.split())): line.run for line in found.lines}
    assert lines["play.turns", "gain 1 of g"] == lines["verbs.rest", "gain 2 points"] == 1
    assert lines["verbs.rest", "gain 1 point"] == lines["verbs.never", "gain 9 points"] == 0
    assert lines["play.turns", "if my points > 5 { gain 1 ore }"] == 2
    assert lines["play.turns", "gain 1 ore"] == 0
    branches = {(branch.owner, branch.name): branch.run for branch in found.branches}
    assert branches == {("verbs.rest", "then"): 0, ("verbs.rest", "else"): 1, ("play.turns", "then"): 0,
                        ("play.turns", "else"): 2}  # fmt: skip
    choices = {choice.name: (choice.offered, choice.taken) for choice in found.choices}
    assert choices == {"dig": (2, 1), "sleep": (2, 1), "pray": (0, 0), "ore": (1, 0), "clay": (1, 1), "salt": (0, 0)}
    assert found.share("lines") == (10, 15)
    assert {line.place for line in found.missed()} >= {"stand:16:20", "stand:26:15"}


TOGETHER = """
together as seats {
  choose dig { decide }
  or walk { if me is first(seats) { may { gain 4 points } } else { choose 2 g in goods { gain 1 of g } } }
}
win first(seats)
'''

[verbs.decide]
source = "ours"
effect = 'choose m in range(1, 3); gain m of points'
"""


def test_what_asks_in_together_is_counted_when_it_asks() -> None:
    """The choices of all seats are made first and the rest later, but each statement is counted."""
    text = RULES[: RULES.index("[verbs]")] + RULES[RULES.index("[play.turns]") : RULES.index("as seats {")]
    rules = sr.load_text(text + TOGETHER.lstrip(), "stand")
    collector = Collector(rules)
    for answers in (("dig", "m=2", "walk", "g=ore", "g=salt"), ("walk", "yes", "dig", "m=3")):
        game = sr.new_game(rules, seed=1)
        for answer in answers:
            game = game.choose(answer)
        collector.add(game)
    lines = {" ".join(line.span.text.split()).partition(" {")[0]: line.run for line in collector.coverage().lines}
    assert lines == {
        "together as seats": 2, "choose dig": 4, "decide": 2, "choose m in range(1, 3)": 2, "gain m of points": 2,
        "if me is first(seats)": 2, "may": 1, "gain 4 points": 1, "choose 2 g in goods": 1, "gain 1 of g": 2,
        "win first(seats)": 2,
    }  # fmt: skip


def test_a_stop_is_run_like_everything_else() -> None:
    """It changes nothing but where play goes on."""
    turns = RULES.index("as seats {"), RULES.index("win first(seats)")
    loop = "repeat 3 { as seats { phase turn { repeat 5 { choose walk { gain 1 point } or rest { stop } } } }; "
    loop += "if points of first(seats) > 0 { stop } }\n"
    rules = sr.load_text(RULES[: turns[0]] + loop + RULES[turns[1] :], "stand")
    game, collector = sr.new_game(rules, seed=1), Collector(rules)
    for answer in ("rest", "rest", "walk", "rest", "walk", "walk", "walk", "walk", "walk"):
        game = game.choose(answer)
    assert game.decision is None
    collector.add(game)
    found = collector.coverage()
    assert [line.run for line in found.lines if line.span.text == "stop"] == [3, 1]
    assert [(branch.name, branch.run) for branch in found.branches if branch.owner == "play.turns"] == [
        ("then", 1), ("else", 1)]  # fmt: skip


def test_looking_ahead_is_not_running() -> None:
    """`pray` is tried at every turn, and its condition never holds."""
    found = counted("sleep", "sleep").coverage()
    assert {" ".join(x.span.text.split()): x.run for x in found.lines}["need my points > 5"] == 0


def test_a_pair_counts_its_two_answers_and_what_followed_in_that_phase() -> None:
    rules = sr.load_text(RULES.replace("win first(seats)", "win all(s in seats where points of s > 1)"), "stand")
    collector, game = Collector(rules), sr.new_game(rules, seed=1)
    one, other = game.choose("dig").choose("g=ore").choose("sleep"), game.choose("sleep").choose("sleep")
    assert outcome(one) != outcome(other)
    collector.compare(one, other)
    found = collector.coverage()
    assert {c.name: (c.compared, c.decisive) for c in found.choices if c.compared} == {"dig": (1, 1), "sleep": (1, 1)}
    decisive = {" ".join(line.span.text.split()) for line in found.lines if line.decisive}
    assert decisive == {"choose g in goods where g is not salt", "gain 1 of g", "rest", "gain 2 points",
                        "if my points > 5 { gain 1 point } else { gain 2 points }"}  # fmt: skip
    collector.compare(other, other)
    assert collector.counts.pairs == 1


def test_counts_add_up() -> None:
    one, other = counted("dig", "g=clay", "sleep"), counted("sleep", "dig", "g=ore")
    total = Counts()
    total.add(one.counts)
    total.add(other.counts)
    both = Collector(one.rules)
    both.counts = total
    found = {choice.name: (choice.offered, choice.taken) for choice in both.coverage().choices}
    assert both.coverage().games == 2
    assert found["clay"] == (2, 1)
    assert found["dig"] == (4, 2)


def test_games_of_other_rules_are_refused() -> None:
    other = sr.new_game(sr.load_text(RULES.replace("gain 9", "gain 8"), "stand"))
    with pytest.raises(sr.SetupError):
        counted().add(other)


@pytest.mark.parametrize("name", ["winter", "improvements", "day_and_night", "crab_pots", "silk"])
def test_every_ruleset_can_be_counted(name: str) -> None:
    game = sr.new_game(loaded(name), seed=3)
    collector = Collector(game.rules)
    for _ in range(12):
        game = game if game.decision is None else game.choose(sr.random_answer(game))
    collector.add(game)
    found = collector.coverage()
    assert sum(choice.taken for choice in found.choices) >= game.decisions
    assert 0 < found.share("lines")[0] <= found.share("lines")[1]
    assert all(choice.taken <= choice.offered for choice in found.choices)
