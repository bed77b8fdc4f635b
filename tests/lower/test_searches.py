"""Searches end when the answer is known, and what does not change in a loop is worked out once."""

from __future__ import annotations

import random
import sys
from collections import Counter
from types import FrameType

import pytest

import solenia_rules as sr

RULES = "<rules>"
"""The file name of printed rules."""
MAZE = """
ruleset = "maze"
language = 1
source = "ours"
seats = { range = [1, 1] }
title = { en = "Maze" }

[counters]
there = { per = ["seat"], source = "ours" }
known = { per = ["seat"], source = "ours" }
hits  = { per = ["seat"], source = "ours" }
shut  = { per = ["seat"], source = "ours" }
round = { per = ["seat"], source = "ours" }

[boards.court]
columns = 5
rows    = 5
fields  = { wall = "yes_no" }
source  = "ours"

[queries]
open_to = { params = { c = "cell" }, value = 'all(e in neighbours(c) where not wall of e)', source = "ours" }
reached = { value = 'closure(open_to(x) for x in court(1, 1))', source = "ours" }

[queries.near_to]
params = { c = "cell" }
source = "ours"
value  = 'all(d in surroundings(c) + c where column of d is column of c)'

[queries.reaches]
params = { c = "cell" }
source = "ours"
value  = '''
some(d in closure(all(e in neighbours(x) where not wall of e and no(f in near_to(c) where f is e)) for x in court(1, 1))
     where row of d is 5)
'''

[play.turns]
source = "ours"
effect = '''
repeat 12 {
  phase turn {
    choose wait { gain 1 there; gain 1 known }
    or build { choose c in court where not wall of c and reaches(c); set wall of c to true }
    gain 1 round
    if some(d in closure(open_to(x) for x in court(1, 1)) where row of d is 4) { gain 1 there; gain 1 hits }
    if no(d in closure(open_to(x) for x in court(1, 1)) where row of d is 4) { gain 1 shut }
    if count(d in reached where row of d is 4) > 0 { gain 1 known }
    for c in court where random_wall(c) { set wall of c to true }
  }
}
'''

[queries.random_wall]
params = { c = "cell" }
source = "ours"
value  = 'column of c * 3 + row of c is my round * 2 + my there and c is not court(1, 1)'
"""


@pytest.mark.parametrize("seed", range(20))
def test_the_growth_of_a_closure_ends_at_the_first_hit_with_the_same_answer(seed: int) -> None:
    game = sr.new_game(sr.load_text(MAZE, "maze"), seats=1, seed=seed)
    answers = random.Random(seed)
    while game.decision is not None:
        game = game.choose(answers.choice(game.decision.options))
    there, known, hits, shut, rounds = (counted(game, name) for name in ("there", "known", "hits", "shut", "round"))
    assert there == known
    assert hits + shut == rounds == 12


def counted(game: sr.Game, counter: str) -> int:
    found = game.view(0)["counters"][counter]
    assert isinstance(found, list)
    (number,) = found
    assert isinstance(number, int)
    return number


def calls_in(rules: sr.Ruleset, answers: tuple[str, ...]) -> Counter[str]:
    """How often each query is called after the last answer, by its name."""
    functions = rules.executor(1).program.flat.core.functions
    names = {f"f{function.id}": function.name for function in functions}
    found: Counter[str] = Counter()

    def count(frame: FrameType, event: str, _arg: object) -> None:
        if event == "call" and frame.f_code.co_filename == RULES:
            found[names.get(frame.f_code.co_name, "")] += 1

    game = sr.new_game(rules, seats=1, seed=1)
    for answer in answers:
        found.clear()
        sys.setprofile(count)
        game = game.choose(answer)
        sys.setprofile(None)
    return found


def test_a_way_is_offered_after_the_first_hit_and_its_options_are_worked_out_when_they_are_asked() -> None:
    rules = sr.load_text(MAZE, "maze")
    assert calls_in(rules, ("wait",))["query reaches"] == 1
    assert calls_in(rules, ("build",))["query reaches"] == 25


def test_a_query_that_is_the_same_in_every_round_is_called_once() -> None:
    calls = calls_in(sr.load_text(MAZE, "maze"), ("build",))
    assert calls["query near_to"] == calls["query reaches"]
