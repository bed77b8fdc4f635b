"""Passes over the core change no outcome; what they and the runtime take for granted is held against the plain way."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from solenia_rules.check.checking import check_world
from solenia_rules.checked.numbers import FAR
from solenia_rules.core import build
from solenia_rules.core import core as c
from solenia_rules.core.backends.whole_games.playing_source import PlayingSource, unassigned
from solenia_rules.core.compiled import Program
from solenia_rules.core.core import Function
from solenia_rules.core.expressions import Binary, Const, Local, Table
from solenia_rules.core.refine import closed_forms
from solenia_rules.core.refine.unused import called_by
from solenia_rules.core.topology import distances
from solenia_rules.lower.program import compile_program
from solenia_rules.play.physics import BITS
from solenia_rules.play.reaching import packed
from tests.playing import ends, fewest_seatings, loaded, resolved, seatings_marked


def program(name: str, seats: int, refined: bool) -> Program:
    return compile_program(check_world(resolved(name).world), seats, refined=refined)


@pytest.mark.parametrize(("name", "seats"), seatings_marked(fewest_seatings()))
def test_refined_games_are_the_same(name: str, seats: int) -> None:
    seeds = range(1)
    assert ends(program(name, seats, True), seeds) == ends(program(name, seats, False), seeds)


def test_a_wrong_closed_form_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = ends(program("winter", 2, False), range(3))
    monkeypatch.setattr(closed_forms, "_either", lambda _test, _one, other: other)
    assert ends(program("winter", 2, True), range(3)) != plain


@pytest.mark.parametrize("name", ["chess", "othello"])
def test_cells_that_hold_a_seat_are_kept_as_masks(name: str) -> None:
    """`side of x is in others` needs no loop over the board: each seat, and none, has a mask."""
    layout = program(name, 2, True).layout
    field = layout.cell_fields["side" if name == "chess" else "disc"]
    assert {kept.value for kept in layout.kept_masks if kept.base == field} == {-1, 0, 1}
    assert ends(program(name, 2, True), range(1)) == ends(program(name, 2, False), range(1))


def test_inlined_functions_are_dropped_and_others_stay() -> None:
    core = program("summer", 2, True).flat.core
    names = {function.name: bool(function.body) for function in core.functions}
    assert names["main"]
    assert names["limit stock"]
    assert not all(names.values())
    for kept in core.functions:
        for called in called_by(core, kept):
            assert core.functions[called].body


def function(body: list[c.Stmt], params: int = 1) -> Function:
    return Function(0, "f", params, 9, body, 1)


def test_the_outcome_of_a_function_is_its_value() -> None:
    less = [c.If(build.lt(Const(3), Local(0)), [c.Set(1, build.sub(Local(1), Const(2)))], [])]
    body: list[c.Stmt] = [c.Set(1, build.add(Local(0), Const(5))), *less, c.Return((Local(1),))]
    found = closed_forms.closed_form(function(body))
    asked = build.choice(build.lt(Const(3), Local(0)), Const(2), Const(0))
    assert found == (build.sub(build.add(Local(0), Const(5)), asked),)


def test_a_function_with_a_loop_has_no_closed_form() -> None:
    loop = c.ForBits(1, Local(0), [c.Set(2, Local(1))], 0, 3)
    assert closed_forms.closed_form(function([loop, c.Return((Local(2),))])) is None


def test_what_one_side_alone_gives_a_value_begins_with_nothing() -> None:
    one = c.If(Local(0), [c.Set(1, Const(1))], [])
    both = c.If(Local(0), [c.Set(2, Const(1))], [c.Set(2, Const(2))])
    left = c.If(Local(0), [c.Return((Const(0),))], [c.Set(3, Const(1))])
    end = c.Return((build.add(Local(1), build.add(Local(2), Local(3))),))
    assert unassigned(function([one, both, left, end])) == {1}


def ring(size: int) -> tuple[int, ...]:
    """Cells in a ring, and beside it one that nothing leads to."""
    return (*(1 << (i + 1) % size | 1 << (i - 1) % size for i in range(size)), 0)


@pytest.mark.parametrize("size", [3, 8, 21])
def test_levels_side_by_side_are_distances(size: int) -> None:
    passable = tuple(i != 1 for i in range(size + 1))
    near = tuple(0 if i == 1 else mask & ~2 for i, mask in enumerate(ring(size)))
    reaching = packed(near, passable)
    assert reaching is not None
    chance = random.Random(size)
    for _ in range(40):
        mask = chance.getrandbits(size + 1)
        starts = [cell for cell in BITS[mask] if passable[cell]]
        steps = [min((distances(near, cell)[other] for cell in starts), default=FAR) for other in range(size + 1)]
        reached = reaching.reach(mask)
        assert [reaching.nearest(cell, reached) for cell in range(size + 1)] == steps
        assert reaching.nearest(-1, reached) == FAR
        for most in range(-1, size + 3):
            found = sum(1 << cell for cell, step in enumerate(steps) if step <= most)
            assert reaching.within(reached, most) == found


def test_distances_written_out_are_those_of_the_functions() -> None:
    executor = loaded("summer").executor(2)
    made = executor.program
    reaching = packed(executor.physics.topology.near, tuple(cell.passable for cell in made.layout.cells))
    assert reaching is not None
    assert reaching.levels == executor.physics.reaching.levels
    cells = (1 << len(made.layout.cells)) - 1
    tables = made.flat.core.tables
    board = next(number for number, table in enumerate(tables) if max(table) == (1 << 25) - 1 and min(table) == 0)
    source = PlayingSource(made.flat, made.layout, (), made.phase_of, made.faces, reaching.levels)
    source.present = {2}
    mask, most, cell = Local(0), Local(1), Local(2)
    among = build.bandnot(Table(board, cell), mask)
    near, more = Binary("within", mask, most), Binary("within", mask, build.add(most, Const(1)))
    asked: dict[str, Callable[[int], int]] = {
        source.ex(near): lambda n: near_to(n),
        source.ex(Binary("within", mask, Const(2))): lambda _: near_to(2),
        source.ex(build.choice(build.le(Const(0), most), more, Const(0))): lambda n: near_to(n + 1) if n >= 0 else 0,
        source.ex(build.band(among, near)): lambda n: (*tables[board], -1)[v["v2"]] & ~v["v0"] & near_to(n),
        source.ex(build.band(mask, near)): lambda n: v["v0"] & near_to(n),
        source.ex(Binary("dist", cell, mask)): lambda _: reaching.nearest(v["v2"], reaching.reach(v["v0"])),
    }
    assert not any("within(" in text or "nearest(" in text for text in asked)
    chance = random.Random(4)
    v = {"v0": 0, "v1": 0, "v2": 0}

    def near_to(steps: int) -> int:
        return reaching.within(reaching.reach(v["v0"]), steps)

    assert reaching.chunk is not None
    named = {"reach": reaching.reach, "REACHED0": reaching.chunk(0), "REACHED1": reaching.chunk(1)}
    for _ in range(60):
        v |= {"v0": chance.getrandbits(49) & chance.getrandbits(49) & cells, "v1": chance.randrange(-2, 12)}
        v["v2"] = chance.randrange(len(tables[board]))
        for text, expected in asked.items():
            assert eval(text, {**v, **named, f"T{board}": (*tables[board], -1)}) == expected(v["v1"])
