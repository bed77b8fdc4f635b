"""Whole games have one copy of what is done for each seat, with the number of the seat in it."""

from __future__ import annotations

import pytest

from solenia_rules.checked.numbers import DIGIT
from solenia_rules.core import build
from solenia_rules.core import core as c
from solenia_rules.core.backends.whole_games import for_each_seat
from solenia_rules.core.backends.whole_games.for_each_seat import MOST_SEATS, ForEachSeat
from solenia_rules.core.core import Core, Function, Stmt
from solenia_rules.core.expressions import Const, Ex, Load, Local, Unary
from solenia_rules.core.rewriting import walk
from solenia_rules.lower.program import compile_program
from solenia_rules.play.executor import Executor
from solenia_rules.play.machine import Machine
from tests.core.small_programs import function
from tests.playing import loaded

SLOT = 40


def phase(*body: Stmt) -> Function:
    """A phase of a seat, its first parameter, that writes the second into a slot of the seat."""
    enter = c.Prim("enter", (Const(0), Local(0)))
    made = function(1, 2, enter, c.Store(SLOT, Local(0), Local(1)), *body, c.Return(), phase=True)
    made.spine = True
    return made


def turns(order: int, *body: Stmt) -> list[Stmt]:
    """A loop that empties a sequence of seats."""
    done = c.If(build.eq(Local(0), Const(0)), [c.Break(7)], [])
    taken = [c.Set(1, Unary("seq_first", Local(0))), c.Set(0, Unary("seq_rest", Local(0)))]
    return [c.Set(0, Const(order)), c.Loop(7, [done, *taken, *body]), c.Return()]


def sequence(*members: int) -> int:
    return sum(member + 1 << DIGIT * place for place, member in enumerate(members))


def copied(main: list[Stmt], *others: Function, seats: int = 2, trying: tuple[int, ...] = ()) -> ForEachSeat:
    first = function(0, 0, *main)
    first.spine = True
    return ForEachSeat(Core([first, *others]), seats, {1: 5}, trying)


def stored(body: list[Stmt]) -> list[tuple[Ex | None, Ex]]:
    return [(stmt.index, stmt.value) for stmt in walk(body) if isinstance(stmt, c.Store)]


def calls(made: ForEachSeat) -> list[tuple[int, tuple[Ex, ...]]]:
    return [(stmt.fn, stmt.args) for stmt in walk(made.core.functions[0].body) if isinstance(stmt, c.Call)]


def test_turns_in_a_known_order_call_the_copy_of_each_seat() -> None:
    made = copied(turns(sequence(1, 0), c.Call(1, (Local(1), Local(1)))), phase())
    assert [args for _fn, args in calls(made)] == [(Const(1), Const(1)), (Const(0), Const(0))]
    for (fn, _args), seat in zip(calls(made), (1, 0), strict=True):
        assert made.phase_of[fn] == 5
        assert stored(made.core.functions[fn].body) == [(Const(seat), Const(seat))]
    assert not made.core.functions[1].body


def test_a_seat_that_is_not_known_before_the_game_is_asked_for() -> None:
    made = copied([c.Set(3, Load(SLOT)), c.Call(1, (Local(3), Const(8))), c.Return()], phase())
    tests = [stmt.test for stmt in walk(made.core.functions[0].body) if isinstance(stmt, c.If)]
    assert tests == [build.eq(Local(3), Const(0)), build.eq(Local(3), Const(1))]
    assert [args[0] for _fn, args in calls(made)] == [Const(0), Const(1), Local(3)]
    assert len({fn for fn, _args in calls(made)}) == 3
    assert all(made.core.functions[fn].body for fn, _args in calls(made))


def test_what_is_read_after_a_repeated_loop_has_its_value() -> None:
    body = turns(sequence(1, 0), c.Call(1, (Local(1), Local(1))))
    made = copied([*body[:-1], c.Store(SLOT + 5, None, build.add(Local(1), Local(0))), c.Return()], phase())
    assert stored(made.core.functions[0].body) == [(None, Const(0))]


@pytest.mark.parametrize(
    "body",
    [
        [c.If(Load(SLOT), [c.Break(7)], [])],
        [c.Set(0, Const(0))],
        [c.Set(1, Const(0))],
        [c.Store(SLOT, None, Local(0))],
    ],
    ids=["leaves the loop", "changes the sequence", "changes the member", "reads the sequence"],
)
def test_other_loops_stay(body: list[Stmt]) -> None:
    made = copied(turns(sequence(1, 0), c.Call(1, (Local(1), Local(1))), *body), phase())
    assert any(isinstance(stmt, c.Loop) for stmt in walk(made.core.functions[0].body))


@pytest.mark.parametrize(
    ("seats", "trying", "body"),
    [(MOST_SEATS + 1, (), []), (2, (1,), []), (2, (), [c.Set(0, Const(1))])],
    ids=["many seats", "tries options", "changes its seat"],
)
def test_other_phases_are_not_copied(seats: int, trying: tuple[int, ...], body: list[Stmt]) -> None:
    made = copied(turns(sequence(1, 0), c.Call(1, (Local(1), Local(1)))), phase(*body), seats=seats, trying=trying)
    assert {fn for fn, _args in calls(made)} == {1}


def test_the_program_stays_as_it_is() -> None:
    """Blocks and machine code are printed from the same program."""
    core = compile_program(loaded("summer").checked, 2).flat.core
    before = [(function.id, repr(function.body)) for function in core.functions], [*core.tables]
    made = ForEachSeat(core, 2, {}, ())
    assert ([(function.id, repr(function.body)) for function in core.functions], core.tables) == before
    assert len(made.core.functions) > len(core.functions)


def test_a_copy_for_another_seat_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    program = compile_program(loaded("summer").checked, 2)
    right = Machine(program).playout(0)
    assert Executor(program).playout(0) == right
    copied_with = for_each_seat.filled_in

    def other(body: list[Stmt], given: dict[int, Ex]) -> list[Stmt]:
        return copied_with(body, {local: build.sub(Const(1), seat) for local, seat in given.items()})

    monkeypatch.setattr(for_each_seat, "filled_in", other)
    assert Executor(compile_program(loaded("summer").checked, 2)).playout(0) != right
