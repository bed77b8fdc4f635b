"""Histories: equal positions are found exactly, whatever executor plays, looks ahead, saves or imagines."""

from __future__ import annotations

import random

import pytest

import solenia_rules as sr
from solenia_rules.fast import available
from solenia_rules.play.machine import Machine
from tests.fast.comparing import compiled, first_difference, step_through
from tests.play.test_executors import play_both

HEAD = """
ruleset   = "{name}"
language  = 1
languages = ["en"]
source    = "ours"
seats     = {{ range = [2, 2] }}
title     = {{ en = "A game" }}

[counters]
point = {{ plural = "points", per = ["seat"], score = true, source = "ours" }}
"""

SIZE = 3
GO = (
    HEAD.format(name="go")
    + f"""
[kinds]
stone = {{ plural = "stones", words = ["black", "white"], source = "ours" }}

[state]
passes = {{ kind = "0..2", source = "ours" }}

[boards.goban]
columns = {SIZE}
rows    = {SIZE}
fields  = {{ colour = "stone?" }}
source  = "ours"

[history.position]
keeps  = ["goban"]
most   = 300
source = "ours"

[queries]
mine      = {{ value = 'if me is first(seats) then black else white', source = "ours" }}
of_colour = {{ params = {{ w = "stone" }}, value = 'all(c in goban where colour of c is w)', source = "ours" }}
alive     = {{ params = {{ c = "cell" }}, value = 'some(d in neighbours(group(c, of_colour(colour of c))) where colour of d is none)', source = "ours" }}

[verbs.put_stone]
params = {{ c = "cell", w = "with stone" }}
source = "ours"
effect = '''
set colour of c to w
for d in neighbours(c) where colour of d is other(w) {{
  if colour of d is not none and not alive(d) {{ for e in group(d, of_colour(other(w))) {{ set colour of e to none }} }}
}}
need alive(c)
need position is 0
record position
set passes to 0
'''

[play.turns]
source = "ours"
effect = '''
record position
repeat 140 {{ as seats {{ if passes < 2 {{ phase turn {{
  choose play {{ choose c in goban where colour of c is none; put_stone c with mine }}
  or pass {{ add 1 to passes }}
}} }} }} }}
'''
"""  # noqa: E501
)

Board = dict[tuple[int, int], str]


def near(cell: tuple[int, int]) -> list[tuple[int, int]]:
    row, column = cell
    found = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [c for c in found if 1 <= c[0] <= SIZE and 1 <= c[1] <= SIZE]


def string(board: Board, cell: tuple[int, int]) -> tuple[set[tuple[int, int]], bool]:
    """The stones connected with a stone, and whether they have a liberty."""
    found, free, waiting = {cell}, False, [cell]
    while waiting:
        for other in near(waiting.pop()):
            if other not in board:
                free = True
            elif board[other] == board[cell] and other not in found:
                found.add(other)
                waiting.append(other)
    return found, free


def after(board: Board, cell: tuple[int, int], colour: str) -> Board | None:
    """The board after a move; None: the move is suicide."""
    made = {**board, cell: colour}
    for other in near(cell):
        if made.get(other, colour) != colour:
            stones, free = string(made, other)
            if not free:
                made = {c: s for c, s in made.items() if c not in stones}
    return made if string(made, cell)[1] else None


def test_superko_offers_just_the_moves_that_repeat_no_position() -> None:
    assert sum(forbidden_repetitions(seed) for seed in range(12)) > 30


def forbidden_repetitions(seed: int) -> int:
    """Play a game and compare the moves on offer with those of a plain implementation; returns how many moves were
    forbidden only because a position would stand again."""
    game, chance = sr.new_game(sr.load_text(GO, "go"), seats=2, seed=seed), random.Random(seed)
    board: Board = {}
    stood, repeated = [board], 0
    while game.decision is not None:
        # a seat that can only pass is not asked
        colour = ("black", "white")[game.decision.seat]
        moves = {
            f"c=goban.{'abc'[column - 1]}{row}": after(board, (row, column), colour)
            for row in range(1, SIZE + 1)
            for column in range(1, SIZE + 1)
            if (row, column) not in board
        }
        legal = {cell: made for cell, made in moves.items() if made is not None and made not in stood}
        repeated += sum(made in stood for made in moves.values())
        assert [option.id for option in game.decision.options] == ["play", "pass"]
        if chance.random() < 0.02:
            game = game.choose("pass")
            continue
        picked = chance.choice(sorted(legal))
        game = game.choose("play")
        if len(legal) > 1:
            assert game.decision is not None
            assert {option.id for option in game.decision.options} == set(legal)
            game = game.choose(picked)
        board = legal[picked]
        stood.append(board)
    return repeated


def test_executors_record_the_same_positions() -> None:
    executor = sr.load_text(GO, "go").executor(2)
    for seed in range(4):
        play_both(executor, Machine(executor.program), seed)


@pytest.mark.skipif(not available(), reason="no machine code here")
@pytest.mark.parametrize("name", ["go", "pieces", "ring"])
def test_machine_code_records_the_same_positions(name: str) -> None:
    text = {"go": GO, "pieces": PIECES, "ring": PIECES.replace('"draw"', '"forget oldest"')}[name]
    made = compiled(sr.load_text(text, "go" if name == "go" else "pieces").executor(2))
    assert first_difference(made, range(30)) is None
    assert max(step_through(made, seed) for seed in range(5)) > 5


PIECES = (
    HEAD.format(name="pieces")
    + """
[kinds]
hue = { plural = "hues", words = ["red", "blue"], source = "ours" }

[pieces.disc]
plural = "discs"
per    = "seat"
starts = "tray"
fields = { hue = "hue?", age = { kind = "-3..3", starts = 0 } }
source = "ours"

[pieces]
cube = { plural = "cubes", sides = 6, source = "ours" }

[zones]
tray = { of = "disc", per = "seat", source = "ours" }
open = { of = "disc", seen = "all", source = "ours" }

[discs]
flat  = { copies = 2, source = "ours" }
round = { source = "ours" }

[boards.line]
columns = 3
rows    = 1
fields  = { wet = "yes_no" }
source  = "ours"

[state]
told = { kind = "-2..2", per = "seat", source = "ours" }

[history.stood]
keeps     = ["line", "open", "point", "told", "me"]
most      = 5
when_full = "draw"
source    = "ours"

[setup.lay]
source = "ours"
effect = 'move cube to line(1, 1); as seats { for d in my discs { move d to line(1, 1) } }'

[play.turns]
source = "ours"
effect = '''
repeat 12 { as seats { phase turn {
  choose d in discs where cell of d is not none
  choose c in line
  move d to c
  choose age { add 1 to age of d } or paint { set hue of d to if hue of d is red then blue else red } or wet { set wet of c to not wet of c }
  or shelve { move d to open } or tell { add -1 to my told } or roll { roll cube } or wipe { forget stood } or keep { }
  record stood
  gain stood of points
} } }
'''
"""  # noqa: E501
)


def test_positions_of_pieces_are_the_same_in_every_executor() -> None:
    for when in ("draw", "forget oldest"):
        executor = sr.load_text(PIECES.replace('"draw"', f'"{when}"'), "pieces").executor(2)
        for seed in range(8):
            play_both(executor, Machine(executor.program), seed)


def counted(effect: str, keeps: str = '["line"]', more: str = "", most: int = 9) -> int:
    """The number of points that the first seat has after an effect."""
    start, end = PIECES.index("[history.stood]"), PIECES.index("[setup.lay]")
    history = f"[history.stood]\nkeeps = {keeps}\nmost = {most}\n{more}\nsource = 'ours'\n\n"
    play = PIECES.index("[play.turns]")
    text = PIECES[:start] + history + PIECES[end:play] + f"[play.turns]\nsource = 'ours'\neffect = '''\n{effect}\n'''\n"
    return sr.new_game(sr.load_text(text, "pieces"), seats=2).scores[0]


FLATS = "let a = first(d in my discs where d is in my flat); let b = last(d in my discs where d is in my flat)"


@pytest.mark.parametrize(
    ("change", "times"),
    [
        ("", 1),
        ("move a to line(1, 2)", 0),
        ("move a to line(1, 2); move a to line(1, 1)", 1),
        ("move a to open", 0),
        ("set wet of line(1, 3) to true", 0),
        ("set age of b to -3", 0),
        ("set hue of a to red", 0),
        ("gain 1 point; lose 1 point", 1),
        ("set my told to 2", 1),
    ],
)
def test_a_position_is_what_a_history_keeps(change: str, times: int) -> None:
    assert counted(f"{FLATS}; record stood; {change}; gain stood of points") == times


def test_equal_pieces_are_interchangeable_and_others_are_not() -> None:
    flats = f"{FLATS}; move a to line(1, 2); set age of a to 2; record stood"
    same = "move a to line(1, 1); set age of a to 0; move b to line(1, 2); set age of b to 2; gain stood of points"
    assert counted(f"{flats}; {same}") == 1
    half = "move a to line(1, 1); move b to line(1, 2); gain stood of points"
    assert counted(f"{flats}; {half}") == 0  # the ages stay where they were
    other = "move a to line(1, 1); set age of a to 0; move my round to line(1, 2); gain stood of points"
    assert counted(f"{flats}; {other}") == 0
    rival = "let c = first(d in discs of next(me) where d is in flat of next(me))"
    assert counted(f"{flats}; move a to line(1, 1); {rival}; move c to line(1, 2); gain stood of points") == 0


def test_what_lies_elsewhere_counts_for_nothing() -> None:
    away = f"{FLATS}; move a to none; record stood; set age of a to 3; move a to my tray; gain stood of points"
    assert counted(away) == 1


def test_the_seat_that_acts_is_kept_if_it_is_named() -> None:
    effect = "record stood; as last(seats) { record stood }; gain stood of points"
    assert counted(effect) == 2
    assert counted(effect, '["line", "me"]') == 1


def test_forgetting_forgets_everything() -> None:
    assert counted("record stood; record stood; forget stood; record stood; gain stood of points") == 1


def test_a_full_history_ends_the_game_or_forgets_the_oldest_position() -> None:
    often = "repeat 5 { record stood; gain 1 point }; gain 10 points"
    assert counted(often, most=3) == 3
    assert counted(often, most=5) == 15
    assert counted(often, more='when_full = "forget oldest"', most=3) == 15
    shifted = "record stood; move my round to line(1, 2); repeat {} {{ record stood }}; move my round to line(1, 1)"
    ring = 'when_full = "forget oldest"'
    assert counted(f"{shifted.format(2)}; gain stood of points", more=ring, most=3) == 1
    assert counted(f"{shifted.format(3)}; gain stood of points", more=ring, most=3) == 0


def _options(game: sr.Game) -> list[str]:
    return [] if game.decision is None else [option.id for option in game.decision.options]


def test_saves_undo_and_imagined_games_agree() -> None:
    rules = sr.load_text(GO, "go")
    game, chance = sr.new_game(rules, seats=2, seed=1), random.Random(4)
    for _ in range(60):
        decision = game.decision
        if decision is None:
            break
        option = chance.choice([o for o in decision.options if o.id != "pass"] or decision.options)
        later = game.choose(option)
        if later.decision is not None and later.decision.seat == decision.seat:
            assert later.undo().position == game.position
        assert sr.restore(later.dump()).position == later.position
        assert later.decision is None or _options(later.resample(None, 7)) == _options(later)
        game = later


def test_a_full_history_is_no_end_of_the_game_while_options_are_tried() -> None:
    text = GO.replace("most   = 300", "most   = 2")
    game = sr.new_game(sr.load_text(text, "go"), seats=2, seed=1)
    assert game.choose("play").choose("c=goban.a1").choose("play").choose("c=goban.b2").decision is None
