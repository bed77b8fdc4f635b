"""Longest paths and closures: exact numbers, the same in every executor, and a stated end for searches that are too
long."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solenia_rules as sr
from solenia_rules.checked.numbers import LIMIT, SEARCH_STEPS
from solenia_rules.fast import available
from solenia_rules.play.longest import Exhausted, Longest
from solenia_rules.play.machine import Machine
from solenia_rules.play.masks import BITS, Memo
from solenia_rules.play.sequences import sort_push
from tests.play.test_executors import play_both

HEAD = """
ruleset   = "roads"
language  = 1
languages = ["en"]
source    = "ours"
seats     = { range = [1, 2] }
title     = { en = "Roads" }

[counters]
point = { plural = "points", per = ["seat"], score = true, source = "ours" }
"""

ROADS = """
[cells]
spot = { plural = "spots", fields = { road = "yes_no", holder = "seat?" }, source = "ours" }

[boards.land]
cells  = "spot"
links  = [
  ["w", "wx"], ["wx", "x"], ["x", "xy"], ["xy", "y"], ["y", "yz"], ["yz", "z"], ["z", "zx"], ["zx", "x"],
  ["y", "ya"], ["ya", "a"],
]
source = "ours"

[spots]
w  = { road = false, source = "ours" }
x  = { road = false, source = "ours" }
y  = { road = false, source = "ours" }
z  = { road = false, source = "ours" }
a  = { road = false, source = "ours" }
wx = { road = true, source = "ours" }
xy = { road = true, source = "ours" }
yz = { road = true, source = "ours" }
zx = { road = true, source = "ours" }
ya = { road = true, source = "ours" }

[verbs.own]
params = { c = "spot" }
source = "ours"
effect = 'set holder of c to me'

[queries]
corners = { value = 'all(c in land where not road of c and holder of c is not in others)', source = "ours" }
length  = { value = 'longest_path(all(c in land where road of c and holder of c is me), corners)', source = "ours" }
both    = { value = 'longest_path(all(c in land where not road of c or holder of c is me))', source = "ours" }
"""


def points(effect: str, more: str = ROADS) -> int:
    rules = sr.load_text(f"{HEAD}{more}\n[play.turns]\nsource = 'ours'\neffect = '''\n{effect}\n'''\n", "roads")
    game = sr.new_game(rules, seats=2)
    return game.scores[0]


@pytest.mark.parametrize(
    ("owned", "length"),
    [
        ("", 0),
        ("wx", 1),
        ("wx xy", 2),
        ("wx xy yz zx", 4),  # a loop with a tail: the corner is passed twice, no road is
        ("wx xy yz zx ya", 4),  # four corners with an odd number of roads: one road is left over
        ("wx xy zx", 2),  # three roads at one corner
        ("wx yz", 1),  # not connected
        ("xy yz ya", 2),
    ],
)
def test_a_road_may_pass_a_corner_twice_and_never_turns_back(owned: str, length: int) -> None:
    assert points("; ".join([*(f"own {road}" for road in owned.split()), "gain length of points"])) == length


def test_a_corner_that_is_left_out_interrupts_a_road() -> None:
    roads = "own wx; own xy; own yz"
    assert points(f"{roads}; gain length of points") == 3
    assert points(f"{roads}; as last(seats) {{ own y }}; gain length of points") == 2
    assert points(f"{roads}; own y; gain length of points") == 3


def test_without_a_second_set_no_cell_is_entered_twice() -> None:
    assert points("own wx; own xy; own yz; own zx; gain both of points") == 8  # w wx x xy y yz z zx


GRID = """
[kinds]
wood = { plural = "woods", words = ["oak", "elm", "fir", "yew"], source = "ours" }

[boards.field]
columns    = 9
rows       = 9
impassable = [[1, 2]]
fields     = { height = "0..9" }
source     = "ours"

[queries]
third = { value = 'all(c in field where row of c is 3)', source = "ours" }
odd = { params = { c = "cell" }, value = 'remainder(column of c, 2) is 1', source = "ours" }
"""


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ("longest_path(all(c in field where row of c is 2))", 9),
        ("longest_path(all(c in field where row of c <= 3 and column of c <= 3))", 7),
        ("longest_path(row of c for c in field where column of c is 9)", 45),
        ("longest_path(column of c * 10 for c in field where row of c is 2 and column of c > 7)", 170),
        ("longest_path(column of c for c in third where c is odd, third)", 25),
        ("longest_path(max(0, row of c - 5) for c in field where column of c is 9)", 10),
        ("longest_path(1 for c in field where row of c is 2)", 9),
        ("longest_path(height of c for c in field where row of c is 2)", 0),
        ("longest_path(place of me for c in field where row of c > 9)", 0),
        ("longest_path(1000000000 for c in field where row of c is 2)", 1000000000),
        (
            "longest_path(max(0, row of c + 1000000000) for c in field where row of c is 2 and column of c is 2)",
            1000000000,
        ),
        ("count(closure(neighbours(c) for c in field(9, 9)))", 80),
        ("count(closure(neighbours(c) for c in field(1, 1)))", 80),
        ("count(closure(all(d in neighbours(c) where row of d > row of c) for c in field where row of c is 8))", 18),
        ("count(closure(none for c in field where row of c is 8))", 9),
        ("count(closure(field(row of c + 1, column of c + 1) for c in field(2, 2)))", 8),
        ("count(closure(if w is oak then elm else if w is elm then fir else oak for w in oak))", 3),
        ("count(closure(range(n, min(20, n + 2)) for n in range(5, 6)))", 16),
        ("count(closure(next(s) for s in first(seats)))", 2),
        ("max(count(group(c, all(d in field where row of d is not 2))) for c in field)", 63),
    ],
)
def test_longest_paths_and_closures_of_other_sets(value: str, number: int) -> None:
    assert points(f"gain {value} of points", GRID) == number


def test_looking_ahead_reads_lengths() -> None:
    text = f"""
{HEAD}
{GRID}

[play.turns]
source = "ours"
effect = '''
choose c in field where row of c is 2
set height of c to column of c
need longest_path(height of d for d in field where row of d is 2) >= 7
gain longest_path(height of d for d in field where row of d is 2) of points
'''
"""
    game = sr.new_game(sr.load_text(text, "roads"), seats=1)
    assert game.decision is not None
    assert [option.id for option in game.decision.options] == ["c=field.g2", "c=field.h2", "c=field.i2"]
    assert game.choose("c=field.h2").scores[0] == 8


WAYS = ("longest_path(field)", "longest_path(row of c for c in field)")
TOO_MANY = f"""
{HEAD}
{GRID}

[play.turns]
source = "ours"
effect = '''
gain 2 points
choose n in range(1, 3); gain n of points
gain longest_path(field) of points
gain 5 points
'''
"""


@pytest.mark.parametrize("value", WAYS)
def test_a_search_that_takes_too_long_ends_the_game_as_a_draw_and_the_log_says_so(value: str) -> None:
    rules = sr.load_text(TOO_MANY.replace(WAYS[0], value), "roads")
    game = sr.new_game(rules, seats=1).choose("n=2")
    assert game.decision is None
    assert game.winners == ()
    assert game.scores[0] == 4
    assert "a search took more than 100000 steps" in str(game.log[-1])
    executor = rules.executor(1)
    assert play_both(executor, Machine(executor.program), seed=1) == 1
    assert executor.playout(3)[: len(executor.program.initial)] == Machine(executor.program).playout(3)


@pytest.mark.skipif(not available(), reason="no machine code here")
@pytest.mark.parametrize("value", WAYS)
def test_machine_code_leaves_a_search_that_takes_too_long_to_plain_python(value: str) -> None:
    rules = sr.load_text(TOO_MANY.replace(WAYS[0], value), "roads")
    fast, plain = (sr.playouts(rules, 1, range(3), accelerated=wanted, states=True) for wanted in (None, False))
    assert not fast.accelerated
    assert "a search took too many steps" in fast.reason
    assert fast.games == plain.games


Graph = tuple[int, frozenset[tuple[int, int]], int, int]


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """The number of cells, the edges, and two sets of cells."""
    size = draw(st.integers(1, 8))
    cell = st.integers(0, size - 1)
    edges = draw(st.frozensets(st.tuples(cell, cell).filter(lambda edge: edge[0] < edge[1]), max_size=14))
    return size, edges, draw(st.integers(0, (1 << size) - 1)), draw(st.integers(0, (1 << size) - 1))


def search_in(size: int, edges: frozenset[tuple[int, int]]) -> tuple[list[int], Longest]:
    near = [0] * size
    for a, b in edges:
        near[a] |= 1 << b
        near[b] |= 1 << a

    def nearby(mask: int) -> tuple[int, ...]:
        made = 0
        for cell in BITS[mask]:
            made |= near[cell]
        return (made,)

    return near, Longest(near, Memo(nearby), near, Memo(nearby))


def trails(near: list[int], links: int, cell: int, came: int, free: int) -> Iterator[int]:
    """The length of every path from a cell."""
    yield 1
    for link in BITS[near[cell] & links & ~(1 << came if came >= 0 else 0)]:
        for other in BITS[near[link] & free]:
            yield from (1 + length for length in trails(near, links, other, link, free & ~(1 << other)))


@settings(max_examples=150, deadline=None)
@given(graphs())
def test_the_search_agrees_with_all_paths_listed(graph: Graph) -> None:
    size, edges, cells, links = graph
    near, search = search_in(size, edges)
    found = (length for cell in BITS[cells] for length in trails(near, links, cell, -1, cells & ~(1 << cell)))
    assert search.trail(cells, links) == max(found, default=0)


def totals(near: list[int], links: int, weights: list[int], cell: int, came: int, free: int) -> Iterator[int]:
    """The weight of every path from a cell."""
    yield weights[cell]
    for link in BITS[near[cell] & links & ~(1 << came if came >= 0 else 0)]:
        for other in BITS[near[link] & free]:
            more = totals(near, links, weights, other, link, free & ~(1 << other))
            yield from (weights[cell] + total for total in more)


def heaviest(near: list[int], cells: int, links: int, weights: list[int]) -> int:
    found = (total for c in BITS[cells] for total in totals(near, links, weights, c, -1, cells & ~(1 << c)))
    return max(found, default=0)


def heaviest_without_links(near: list[int], cells: int, weights: list[int]) -> int:
    def after(cell: int, free: int) -> int:
        return weights[cell] + max((after(c, free & ~(1 << c)) for c in BITS[near[cell] & free]), default=0)

    return max((after(cell, cells & ~(1 << cell)) for cell in BITS[cells]), default=0)


@settings(max_examples=150, deadline=None)
@given(graphs(), st.lists(st.integers(0, 5) | st.just(LIMIT), min_size=8, max_size=8))
def test_the_weighed_search_agrees_with_all_paths_listed(graph: Graph, weights: list[int]) -> None:
    size, edges, cells, links = graph
    near, search = search_in(size, edges)
    digits = 0
    for cell in BITS[cells]:
        digits = sort_push(digits, cell, weights[cell])
    assert search.weighed_trail(digits, links) == heaviest(near, cells, links, weights)
    assert search.weighed_path(digits) == heaviest_without_links(near, cells, weights)


FIELDS = ("weight", "joint")
LINKS = ["12", "23", "34", "45", "51", "16", "27", "38", "49", "67", "78", "89", "96", "17", "39", "58"]
LINKED = ", ".join(f'["s{link[0]}", "s{link[1]}"]' for link in LINKS)
WEIGHED = f"""
{HEAD}
path  = {{ source = "ours" }}
trail = {{ source = "ours" }}

[cells]
spot = {{ plural = "spots", fields = {{ weight = "0..25", joint = "yes_no" }}, source = "ours" }}

[boards.land]
cells  = "spot"
links  = [{LINKED}]
source = "ours"

[spots]
"s{{n}}" = {{ for = {{ n = "1..9" }}, weight = 0, joint = false, source = "ours" }}

[play.turns]
source = "ours"
effect = '''
for c in land {{
  let n = random(range(0, 5)); set weight of c to n * n
  let joint = random(range(0, 2)); set joint of c to joint is 0
}}
set path to longest_path(weight of c for c in land where not joint of c)
set trail to longest_path(weight of c for c in land where not joint of c, all(c in land where joint of c))
'''
"""


def test_lengths_are_the_same_in_every_executor_and_in_a_search_through_all_paths() -> None:
    rules = sr.load_text(WEIGHED, "roads")
    executor = rules.executor(1)
    machine, layout = Machine(executor.program), executor.program.layout
    near = [0] * 9
    for a, b in (map(int, link) for link in LINKS):
        near[a - 1] |= 1 << b - 1
        near[b - 1] |= 1 << a - 1
    for seed in range(120):
        state = executor.playout(seed)
        assert state[: layout.size] == machine.playout(seed)[: layout.size]
        weights, joint = ([*state[first : first + 9]] for first in map(layout.cell_fields.__getitem__, FIELDS))
        joints = sum(1 << cell for cell in range(9) if joint[cell])
        cells = (1 << 9) - 1 & ~joints
        found = [state[layout.counters[name]] for name in ("path", "trail")]
        assert found == [heaviest_without_links(near, cells, weights), heaviest(near, cells, joints, weights)]
    if available():
        fast, plain = (sr.playouts(rules, 1, range(400), accelerated=wanted, states=True) for wanted in (None, False))
        assert fast.accelerated, fast.reason
        assert fast.games == plain.games


def test_a_search_in_a_dense_set_stops_after_the_stated_number_of_steps() -> None:
    every = frozenset((a, b) for a in range(6) for b in range(6, 30))
    _near, search = search_in(30, every)
    with pytest.raises(Exhausted, match=str(SEARCH_STEPS)):
        search.path((1 << 30) - 1)
