"""Fewest steps within a set of cells: every executor finds what a naive walk finds."""

from __future__ import annotations

import random
from functools import cache

import pytest

import solenia_rules as sr
from solenia_rules.api.ruleset import explain
from solenia_rules.checked.numbers import FAR
from solenia_rules.core.topology import work_out
from solenia_rules.lower.program import compile_program
from solenia_rules.play.executor import Executor
from solenia_rules.play.machine import Machine
from tests.fast.comparing import compiled, first_difference

ROADS = """
ruleset  = "roads"
language = 1
source   = "ours"
seats    = { range = [2, 2] }
title    = { en = "Roads", fr = "Routes", pl = "Drogi" }

[counters]
point = { plural = "points", per = ["seat"], score = true, source = "ours" }

[cells.site]
plural = "sites"
fields = { town = "yes_no", holder = "seat?" }
source = "ours"

[boards]
map   = { cells = "site", source = "ours", links = [
  ["a", "ab"], ["ab", "b"], ["b", "bc"], ["bc", "c"], ["c", "cd"], ["cd", "d"], ["d", "da"], ["da", "a"]] }
plain = { columns = 6, rows = 5, impassable = [[2, 2], [3, 5], [4, 1]], source = "ours" }
comb  = { columns = 4, rows = 4, grid = "hex", impassable = [[3, 3]], source = "ours" }

[sites]
a = { town = true, source = "ours" }
b = { town = true, source = "ours" }
c = { town = true, source = "ours" }
d = { town = true, source = "ours" }
ab = { town = false, source = "ours" }
bc = { town = false, source = "ours" }
cd = { town = false, source = "ours" }
da = { town = false, source = "ours" }

[play.turns]
source = "ours"
effect = '''
repeat 2 { as seats { phase turn {
  choose t in map where not town of t and holder of t is none
  set holder of t to me
  if my_way(a, c) is 1000000000 { gain 1000 points } else { gain my_way(a, c) of points }
  gain min(50, distance(a, (b, d), usable)) of points
} } }
'''

[queries]
usable = { value = 'all(t in map where town of t or holder of t is me)', source = "ours" }
my_way = { params = { start = "site", goal = "site" }, value = 'distance(start, goal, usable)', source = "ours" }
"""


@cache
def rules() -> sr.Ruleset:
    return sr.load_text(ROADS, "roads")


def naive(near: tuple[int, ...], start: int, ends: int, usable: int, passable: int) -> int:
    """Cell by cell, in a queue."""
    usable &= passable
    found = {start: 0} if start >= 0 and usable >> start & 1 else {}
    waiting = list(found)
    while waiting:
        at = waiting.pop(0)
        for other in range(len(near)):
            if near[at] >> other & 1 and usable >> other & 1 and other not in found:
                found[other] = found[at] + 1
                waiting.append(other)
    return min((steps for cell, steps in found.items() if ends >> cell & 1), default=FAR)


@pytest.mark.parametrize("kind", [Executor, Machine])
def test_the_way_is_what_a_walk_finds(kind: type[Executor]) -> None:
    one = kind(rules().executor(2).program)
    layout = one.program.layout
    near = work_out(layout).near
    passable = sum(1 << cell.index for cell in layout.cells if cell.passable)
    function = next(f.id for f in one.program.flat.core.functions if f.name == "steps")
    s, lots, everything = one.ready(1), random.Random(3), (1 << len(near)) - 1
    for number in range(400):
        start = lots.randrange(-1, len(near))
        ends = lots.getrandbits(len(near)) & lots.getrandbits(len(near)) if number % 3 else 1 << lots.randrange(40)
        usable = everything if number % 5 == 0 else lots.getrandbits(len(near)) | lots.getrandbits(len(near))
        assert one.call(s, function, start, ends & everything, usable) == naive(near, start, ends, usable, passable)


def test_where_all_cells_may_be_used_it_is_the_plain_distance() -> None:
    one = rules().executor(2)
    layout = one.program.layout
    function = next(f.id for f in one.program.flat.core.functions if f.name == "steps")
    s = one.ready(1)
    for a in range(len(layout.cells)):
        for b in range(len(layout.cells)):
            assert one.call(s, function, a, 1 << b, -1 & (1 << len(layout.cells)) - 1) == one.physics.nearest(a, (b,))


def test_without_a_way_there_is_a_number_beyond_all_ways() -> None:
    game = sr.new_game(rules(), seed=1).choose("t=ab")
    assert game.scores[0] == 1000 + 2
    game = game.choose("t=cd").choose("t=bc")
    assert game.scores[0] == 1000 + 2 + 4 + 2
    assert game.scores[1] == 1000 + 50 + 4 + 2


def test_machine_code_and_programs_that_are_not_refined_play_the_same() -> None:
    assert first_difference(compiled(rules().executor(2)), range(6)) is None
    plain = compile_program(rules().checked, 2, refined=False)
    slow, fast = Machine(plain), rules().executor(2)
    for seed in range(4):
        ends = [(one.playout(seed), one.program.layout.counters["point"]) for one in (slow, fast)]
        assert len({tuple(state[first : first + 2]) for state, first in ends}) == 1


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "going only over"), ("fr", "en passant seulement par"), ("pl", "tylko przez")],
)
def test_it_is_told_over_which_cells(lang: str, said: str) -> None:
    found = explain(rules(), "my_way", lang)
    assert found is not None
    assert said in found.line()
