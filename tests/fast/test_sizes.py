"""Every executor plays alike whatever the number of cells, pieces, words, options or counters is.

Sets are masks of bits: 8, 13, 26, 32, 63, 64 and 65 members are sizes at which one way to hold a mask ends and another
begins. One small game for each size uses every form of the language that makes a mask.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.play.machine import Machine
from tests.fast.comparing import compiled, first_difference, step_through
from tests.play.test_executors import play_both

SIZES = range(1, 201)
EVERY_DAY = {("cells", 64), ("pieces", 64), ("copies", 63), ("numbers", 63), ("numbers", 100), ("words", 9)}

ROUND = 40
"""Decisions in which each of 5 seats has a turn in the world of words."""

HEAD = """
ruleset  = "sizes"
language = 1
source   = "ours"
seats    = {{ range = [1, 8] }}
title    = {{ en = "Sizes", fr = "Tailles", pl = "Rozmiary" }}

[counters]
point = {{ plural = "points", per = ["seat"], score = true, source = "ours" }}
{declared}
[play.turns]
source = "ours"
effect = '''
repeat 3 {{ as seats {{ phase turn {{ take_turn }} }} }}
'''

[verbs.take_turn]
source = "ours"
effect = '''
{turn}
'''
"""

CELLS = """
[kinds]
side = {{ plural = "sides", words = ["black", "white"], source = "ours" }}

[state]
latest = {{ kind = "cell?", source = "ours" }}

[boards.board]
columns = {columns}
rows    = {rows}
fields  = {{ colour = "side?", height = "0..9" }}
source  = "ours"
"""

CELLS_TURN = """
if some(c in board where colour of c is none) {
  choose c in board where colour of c is none
  set colour of c to if remainder(count(x in board where colour of x is black), 2) is 0 then black else white
  set height of c to min(9, count(neighbours(c)))
  set latest to c
}
let black_cells = all(x in board where colour of x is black)
if some(x in board where colour of x is black) { gain 1 point }
if no(x in board where colour of x is white) { gain 2 points }
if latest is in black_cells { gain (count(group(latest, black_cells))) of points }
gain (longest_path(black_cells) + longest_path(black_cells, board - black_cells)) of points
gain longest_path(row of x for x in black_cells) of points
gain longest_path(column of x for x in black_cells, board - black_cells) of points
gain (count(closure(all(y in neighbours(x) where colour of y is black) for x in latest))) of points
gain (count(board - black_cells) + count(black_cells + neighbours(black_cells))) of points
gain (sum(height of x for x in black_cells) + max(height of x for x in board)) of points
gain (min(distance(x, latest) for x in black_cells)) of points
let best = first(x in board by -height of x, row of x)
if best is not none { gain (row of best) of points }
choose up to 2 x in black_cells { set height of x to 0 }
for x in all(y in black_cells where height of y > 2) by choice { add -1 to height of x }
may { choose x in surroundings(latest) where colour of x is none; set colour of x to white }
"""

PIECES = """
[pieces.card]
plural = "cards"
starts = "deck"
fields = {{ value = "0..9", seen_it = {{ kind = "yes_no", starts = false }} }}
source = "ours"

[zones]
deck = {{ of = "card", order = "stack", source = "ours" }}
hand = {{ per = "seat", of = "card", seen = "owner", source = "ours" }}
used = {{ of = "card", order = "line", seen = "all", source = "ours" }}

[cards]
{cards}

[setup.deal]
source = "ours"
effect = 'shuffle deck; as seats {{ draw 3 from deck to my hand }}'
"""

PIECES_TURN = """
draw 1 from deck to my hand
if some(my hand) { choose card in my hand; move card to used; gain (value of card) of points }
choose up to 2 c in my hand { move c to used }
gain (count(used) + sum(value of c for c in used)) of points
gain (count(cards) - count(c in cards where c is in used)) of points
for c in all(x in used where value of x > 4 and not seen_it of x) by choice { set seen_it of c to true }
let best = first(c in used by -value of c)
if best is not none { move best to deck at 1 }
choose c in used + none { if c is not none { move c to deck } }
if count(used) > 5 { move used to deck; shuffle deck }
"""

WORDS = """
[kinds]
good = {{ plural = "goods", words = [{words}], source = "ours" }}

[counters.stock]
per    = ["seat", "good"]
limit  = '4'
source = "ours"

[counters.price]
per    = ["good"]
source = "ours"
"""

WORDS_TURN = """
gain 2 goods
choose g in goods where stock(me, g) > 0; add 1 to price of g
choose up to 2 g in goods { gain 1 of g }
gain (count(g in goods where price of g > 0) + sum(price of g for g in goods)) of points
if some(g in goods where stock(me, g) > 1) { pay 1 good }
let dear = first(g in goods by -price of g)
gain (price of dear) of points
lose 1 good
for g in all(x in goods where price of x > 1) by choice { add -1 to price of g }
"""

NUMBERS_TURN = """
choose n in range(0, {last}); gain n of points
choose up to 2 n in range(0, {last}) {{ gain 1 point }}
choose up to 2 m in all(x in range(0, {last}) where remainder(x, 2) is 0) {{ gain m of points }}
choose n in range(0, {last}) where 2 * n >= remainder(my points, {last} + 1); gain n of points
gain (count(x in range(0, {last}) where x * x <= my points)) of points
"""


def grid(size: int) -> tuple[int, int]:
    """The squarest grid of so many cells."""
    rows = max(n for n in range(1, int(size**0.5) + 1) if size % n == 0)
    return size // rows, rows


def cells(size: int) -> str:
    columns, rows = grid(size)
    return HEAD.format(declared=CELLS.format(columns=columns, rows=rows), turn=CELLS_TURN)


def pieces(size: int) -> str:
    cards = "\n".join(f'c{n} = {{ value = {n % 10}, source = "ours" }}' for n in range(size))
    return HEAD.format(declared=PIECES.format(cards=cards), turn=PIECES_TURN)


def copies(size: int) -> str:
    cards = f'same = {{ value = 5, copies = {size}, source = "ours" }}'
    return HEAD.format(declared=PIECES.format(cards=cards), turn=PIECES_TURN)


def words(size: int) -> str:
    names = ", ".join(f'"w{n}"' for n in range(size))
    return HEAD.format(declared=WORDS.format(words=names), turn=WORDS_TURN)


def numbers(size: int) -> str:
    return HEAD.format(declared="", turn=NUMBERS_TURN.format(last=size - 1))


WORLDS = {"cells": cells, "pieces": pieces, "copies": copies, "words": words, "numbers": numbers}


def rules_of(world: str, size: int, folder: Path) -> sr.Ruleset:
    path = folder / "sizes.toml"
    path.write_text(WORLDS[world](size), encoding="utf-8")
    return sr.load(str(path))


def assert_alike(world: str, size: int, folder: Path) -> None:
    """With 5 seats, the reference interpreter plays the first of three rounds: it tries each option of a choice by
    playing on, so that the time of a decision grows with the square of the size."""
    rules = rules_of(world, size, folder)
    for seats in (2, 5) if world == "words" else (2,):
        plain = rules.executor(seats)
        decisions = play_both(plain, Machine(plain.program), seed=size, most=None if seats == 2 else ROUND)
        assert decisions > 0 or size == 1
        made = compiled(plain)
        assert first_difference(made, range(3)) is None
        assert step_through(made, seed=size, most=40) > 0 or size == 1


@pytest.mark.parametrize(
    ("world", "size"),
    [
        pytest.param(world, size, marks=[] if (world, size) in EVERY_DAY else [pytest.mark.thorough])
        for world in WORLDS
        for size in SIZES
    ],
)
def test_a_size(world: str, size: int, tmp_path: Path) -> None:
    assert_alike(world, size, tmp_path)


def test_two_hundred_words_are_played_plainly(tmp_path: Path) -> None:
    rules = rules_of("words", 200, tmp_path)
    assert sr.playout(rules, 2, seed=1).decisions > 0
